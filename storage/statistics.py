"""Counts over all games, for operators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from storage.interface.database import Connection
from storage.interface.games import GameStatus
from storage.interface.shards import Shards
from storage.interface.statistics import Tally
from storage.shards import OWNED_SERVER, build_own_game_condition


def tally(connection: Connection, shards: Shards) -> Tally:
    """Count games, letters and questions in the servers of these shards."""
    own = shards.parameters
    games = connection.execute(
        f"select title, status, count(*) from games where {OWNED_SERVER} group by title, status", own
    )
    letters = connection.execute(
        f"select fate, count(*) from letters where {build_own_game_condition('letters')} group by fate", own
    )
    oldest = connection.execute(
        f"select min(written_at) from letters where fate = 'waiting' and {build_own_game_condition('letters')}", own
    ).fetchone()[0]
    people, bots = connection.execute(
        f"select count(user_id), count(*) - count(user_id) from asks where {build_own_game_condition('asks')}", own
    ).fetchone()
    return Tally(
        games={(title, status): number for title, status, number in games},
        letters={"waiting": 0, "sent": 0, "given up": 0, "expired": 0, **dict(letters.fetchall())},
        oldest_letter=oldest,
        questions_to_people=people,
        questions_to_bots=bots,
    )


def sum_tallies(tallies: Sequence[Tally]) -> Tally:
    """Add up the counts of several sets of shards."""
    games, letters = Counter[tuple[str, GameStatus]](), Counter[str]()
    for each in tallies:
        games.update(each.games)
        letters.update(each.letters)
    return Tally(
        games=games,
        letters=letters,
        oldest_letter=min((each.oldest_letter for each in tallies if each.oldest_letter is not None), default=None),
        questions_to_people=sum(each.questions_to_people for each in tallies),
        questions_to_bots=sum(each.questions_to_bots for each in tallies),
    )
