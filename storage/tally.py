"""Numbers over all games, for operators."""

from __future__ import annotations

import sqlite3

from storage.interface import Tally


def tally(connection: sqlite3.Connection) -> Tally:
    """See `Storage.tally`."""
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
