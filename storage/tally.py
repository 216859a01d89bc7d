"""Numbers over all games, for operators."""

from __future__ import annotations

from storage.interface import Connection, Tally


def tally(connection: Connection) -> Tally:
    """Return how much there is of what."""
    games = connection.execute("select title, status, count(*) from games group by title, status")
    letters = connection.execute("select fate, count(*) from letters group by fate")
    oldest = connection.execute("select min(written_at) from letters where fate = 'waiting'").fetchone()[0]
    people, bots = connection.execute("select count(user_id), count(*) - count(user_id) from asks").fetchone()
    return Tally(
        games={(title, status): number for title, status, number in games},
        letters={"waiting": 0, "sent": 0, "given up": 0, "expired": 0, **dict(letters.fetchall())},
        oldest_letter=oldest,
        questions_to_people=people,
        questions_to_bots=bots,
    )
