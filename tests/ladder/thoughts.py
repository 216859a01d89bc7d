"""`python -m tests.ladder.thoughts`: measure how long strong bots think, and write it into `docs/opponents.md`.

Bots play games as tables begin them. A strong bot thinks about the first questions of each, and about some of the later
ones, which the steady bot then answers. The time is CPU time, so other work on the machine hardly matters.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.engine.search import Thought, Worlds, search_move
from bot.engine.table import Table
from bot.games import OURS
from bot.testing.random_games import Case, build_random
from tests.ladder.rungs import SEATS
from tests.measured import as_a_table_begins, format_stamp

TARGET = Path(__file__).with_name("thoughts.md")
FIRST, EVERY = 2, 15
"""Thoughts at the beginning of a game, and the number of free questions between two later ones."""

HEAD = """How long a strong bot thinks, in CPU seconds for one answer. *First* is the longest thought about one of the
first {first} questions of a game that leave a choice. A thought has a ceiling, given in playouts and in answers of each
(`Thinking` in `bot/engine/thinking.py`), so it is the same on every machine; *playouts* is the most that were needed.

| game | seats | thoughts | first | median | longest | playouts |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""


@dataclass(frozen=True)
class Measured:
    """A thought in a sample."""

    at: int
    """Its number among the free questions of the game."""
    seconds: float
    thought: Thought


def sample_thoughts(game: AnyGame, players: int, deal: str, most: int | None = None) -> Iterator[Measured]:
    """Yield a limited number of thoughts about positions of a game between steady bots."""
    table, random = Case(game, players, as_a_table_begins(game)).begin(deal).table, build_random(f"{deal}, bots")
    free = found = 0
    while table.outcome is None and found != most:
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        if question.is_free:
            if free < FIRST or free % EVERY == 0:
                yield measure_thought(game, table, seat, free, deal)
                found += 1
            free += 1
        play.play_here(table, seat, game.choose(game.view(table, seat), question, random))


def measure_thought(game: AnyGame, table: Table, seat: Seat, at: int, deal: str) -> Measured:
    """Let a strong bot think about a seat's question."""
    how, question, view = game.box.strong, play.find_question(table, seat), game.view(table, seat)
    assert how is not None
    assert question is not None
    plain = game.choose(view, question, build_random(f"{deal}, {at}"))
    began = time.process_time()
    thought = search_move(game, how, view, question, plain, Worlds(game, table, seat), f"{deal}, {at}, thinks")
    return Measured(at, time.process_time() - began, thought)


def build_row(game: AnyGame, players: int, found: Sequence[Measured]) -> str:
    """Return the row of a game with a number of seats."""
    first = max(one.seconds for one in found if one.at < FIRST)
    seconds, most = [one.seconds for one in found], max(one.thought.played for one in found)
    return (
        f"| {game.title} | {players} | {len(found)} | {first:.1f} s | {median(seconds):.1f} s | {max(seconds):.1f} s "
        f"| {most} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.ladder.thoughts", description=__doc__)
    parser.add_argument("--deals", type=int, default=2, help="with each number of seats")
    given = parser.parse_args()
    rows = []
    for game in OURS.values():
        for players in SEATS if game.box.strong is not None else ():
            deals = [f"thoughts {number}" for number in range(given.deals)]
            found = [one for deal in deals for one in sample_thoughts(game, players, deal)]
            rows.append(build_row(game, players, found))
            print(rows[-1], flush=True)
    TARGET.write_text(HEAD.format(first=FIRST) + "\n".join(rows) + f"\n\n{format_stamp()}\n", "utf-8")


if __name__ == "__main__":
    main()
