"""Numbers over all games, for operators."""

from __future__ import annotations

from storage.interface import Connection, Shards, Tally
from storage.shards import OWNED, of_own_game


def tally(connection: Connection, shards: Shards) -> Tally:
    """Return how much there is of what in the servers of these shards."""
    own = shards.parameters
    games = connection.execute(f"select title, status, count(*) from games where {OWNED} group by title, status", own)
    letters = connection.execute(
        f"select fate, count(*) from letters where {of_own_game('letters')} group by fate", own
    )
    oldest = connection.execute(
        f"select min(written_at) from letters where fate = 'waiting' and {of_own_game('letters')}", own
    ).fetchone()[0]
    people, bots = connection.execute(
        f"select count(user_id), count(*) - count(user_id) from asks where {of_own_game('asks')}", own
    ).fetchone()
    return Tally(
        games={(title, status): number for title, status, number in games},
        letters={"waiting": 0, "sent": 0, "given up": 0, "expired": 0, **dict(letters.fetchall())},
        oldest_letter=oldest,
        questions_to_people=people,
        questions_to_bots=bots,
    )
