"""Two tables that differ only in a person's hidden information are the same to that person in every attempt.

They read everything in the channel and their messages, use every command and press everything, rightly and wrongly. The
operator's log must be the same, too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.orders import Order
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.games import GAMES
from bot.testing.random_games import Case, build_random, play_random_game
from bot.testing.thorough import mark_thorough
from tests.end_to_end.planted import OPEN, discreet
from tests.end_to_end.twins import Twin, goes_back_and_asks_for_more, looks_everywhere, twin

GAME = pytest.mark.parametrize("game", mark_thorough(sorted(GAMES, key="corporate-espionage".__ne__)))
SEAT = pytest.mark.parametrize("seat", [1, None])
Tries = Callable[[Twin], Awaitable[None]]


@cache
def a_table(game: str, seat: Seat | None) -> Table:
    """A table in the middle of a game, if possible with somebody else's answer lying there sealed."""
    options = GAMES[game].options.model_validate(discreet(game))
    turns = list(play_random_game(Case(GAMES[game], 3, options), f"twins {game}"))
    hidden = [
        turn
        for turn in turns
        if any(play.can_take_back_answer(turn.before, other) for other in (1, 2, 3) if other != seat)
    ]
    of_these = hidden or turns
    return of_these[len(of_these) // 2].before


@cache
def its_twin(game: str, seat: Seat | None) -> Table:
    """Another truth for this seat, in which each hidden hand is another one."""
    table, redeal = a_table(game, seat), GAMES[game].redeal
    others: list[Table] = [redeal(table, seat, Chance(seed=f"another truth {number}")) for number in range(100)]

    def differs(other: Table, each: Seat) -> bool:
        return bool(GAMES[game].view(other, each) != GAMES[game].view(table, each))

    hidden = [each for each in table.seats if each != seat and any(differs(other, each) for other in others)]
    assert len(hidden) == 2 + (seat is None) or game in OPEN
    for other in others:
        if hidden and all(differs(other, each) for each in hidden):
            return other
    raise AssertionError("no other truth is another one for everybody")


def some_orders(table: Table, game: str, seat: Seat | None) -> Mapping[Seat, Sequence[Order]]:
    """Standing orders of all but this seat."""
    orders = GAMES[game].play_ahead.orders
    given: dict[Seat, list[Order]] = {}
    for other in table.seats if orders is not None else ():
        if other != seat and orders is not None:
            offered = orders.list_questions(GAMES[game].view(table, other))
            moves = [question.choose_random_move(build_random(other)) for question in offered]
            given[other] = [move for move in moves if isinstance(move, Order)]
    return given


async def looks_at(path: Path, game: str, seat: Seat | None, tries: Tries, *, other: bool, ordered: bool) -> Twin:
    """One of the twins, as soon as somebody has tried everything there."""
    told = its_twin(game, seat) if other else a_table(game, seat)
    async with twin(path, game, told, seat) as table:
        if ordered:
            await table.has_orders(some_orders(told, game, seat))
        await tries(table)
    return table


async def cannot_be_told_apart(
    folder: Path, game: str, seat: Seat | None, tries: Tries, *, ordered: bool = False
) -> Sequence[str]:
    """Check that one reads the same at both tables; return what."""
    for name in ("one", "two"):
        (folder / name).mkdir()
    one = await looks_at(folder / "one", game, seat, tries, other=False, ordered=False)
    two = await looks_at(folder / "two", game, seat, tries, other=True, ordered=ordered)
    for left, right in zip(one.eyes.read, two.eyes.read, strict=False):
        assert left == right
    assert len(one.eyes.read) == len(two.eyes.read)
    assert one.logged == two.logged
    return one.eyes.read


@GAME
@SEAT
async def test_a_player_who_looks_everywhere_learns_nothing(tmp_path: Path, game: str, seat: Seat | None) -> None:
    read = await cannot_be_told_apart(tmp_path, game, seat, looks_everywhere, ordered=True)
    assert len(read) > 60


@GAME
async def test_a_player_who_asks_for_more_learns_nothing(tmp_path: Path, game: str) -> None:
    assert len(await cannot_be_told_apart(tmp_path, game, 1, goes_back_and_asks_for_more)) > 10
