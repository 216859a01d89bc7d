"""Game starts and moves repeated with other random draws, to compare their deals, views and news."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from unittest.mock import patch

from bot.engine import chance, play
from bot.engine.play import Played
from bot.engine.records import Seat, Told
from bot.engine.secrecy import HiddenThing, find_open_differences, find_secrets
from bot.engine.table import AnswerSealed, Table
from bot.testing.random_games import Case, Turn

WORLDS = 300
"""Minimum number of other starts to compare; at least one for each draw."""
MANY = 10_000
"""An upper bound of the draws in a move."""


@dataclass
class StartComparison:
    """What other draws change at the start of a game."""

    told: set[Seat | None]
    """The readers who hear different news but cannot distinguish the tables."""
    unmarked: set[str]
    """The fields that depend on draws but are marked `Open`."""
    dealt: set[str]
    """The fields whose hidden values differ."""
    compared: dict[Seat | None, set[str]]
    """Those of them that a reader cannot see, at tables that the reader cannot distinguish."""


@lru_cache(maxsize=1)
def compare_starts(case: Case, seed: str) -> StartComparison:
    """Compare the start of the case's game with starts in which one of its draws is changed.

    The tests of a case share the result, so do not modify it.
    """
    real, readers = case.begin(seed), case.list_readers()
    views = {reader: case.game.view(real.table, reader) for reader in readers}
    heard = {reader: list_heard(real.told, reader) for reader in readers}
    hidden = {reader: _find_secrets_by_path(real.table, reader) for reader in readers}
    found = StartComparison(set(), set(), set(), {reader: set() for reader in readers})
    for other in _generate_other_starts(case, seed, real.table.chance.drawn):
        differences = set(find_open_differences(real.table, other.table, "Table"))
        found.unmarked |= _list_unmarked(differences)
        found.dealt |= _find_different_secrets(hidden[None], other.table, None)
        for reader in readers if not differences else ():
            if case.game.view(other.table, reader) == views[reader]:
                found.compared[reader] |= _find_different_secrets(hidden[reader], other.table, reader)
                if list_heard(other.told, reader) != heard[reader]:
                    found.told.add(reader)
    return found


def _generate_other_starts(case: Case, seed: str, drawn: int) -> Iterator[Played[Table]]:
    for number in range(drawn):
        for step in range(1, 2 + WORLDS // drawn):
            with _change_draws(range(number, number + 1), step):
                yield case.begin(seed)


def with_other_draws(turn: Turn) -> Iterator[Played[Table]]:
    """Yield a move's results with all of its draws changed; nothing if it draws nothing."""
    drawn = turn.before.chance.drawn
    for step in (1, 7) if turn.after.chance.drawn > drawn else ():
        with _change_draws(range(drawn, drawn + MANY), step):
            yield play.play(turn.before, turn.seat, turn.move)


def _change_draws(numbers: range, step: int) -> Any:
    """Return a context that changes these draws; seeds, digests and salts stay unchanged."""
    draw = chance.draw
    return patch.object(chance, "draw", lambda seed, number: draw(seed, number) + step * (number in numbers))


def find_unmarked(one: Table, other: Table) -> set[str]:
    """Return the fields that depend on draws but are marked `Open`, from two tables that differ in draws only."""
    return _list_unmarked(find_open_differences(one, other, "Table"))


def _list_unmarked(differences: Iterable[tuple[str, bool]]) -> set[str]:
    return {field for field, by_chance in differences if not by_chance and not field.startswith("Chance.")}


def find_fooled_readers(case: Case, one: Table, other: Table) -> list[Seat | None]:
    """Return the readers who cannot distinguish two tables, neither by public fields nor by their views."""
    if any(find_open_differences(one, other, "Table")):
        return []
    return [reader for reader in case.list_readers() if case.game.view(one, reader) == case.game.view(other, reader)]


def _find_secrets_by_path(table: Table, reader: Seat | None) -> dict[tuple[Any, ...], HiddenThing]:
    return {secret.path: secret for secret in find_secrets(table, reader)}


def _find_different_secrets(one: dict[tuple[Any, ...], HiddenThing], other: Table, reader: Seat | None) -> set[str]:
    """Return the fields whose hidden values differ for a reader and do not follow from public ones."""
    lying = _find_secrets_by_path(other, reader)
    return {
        one[path].field
        for path in one.keys() & lying.keys()
        if one[path].value != lying[path].value and not one[path].mark.follows
    }


def list_heard(told: Iterable[Told], reader: Seat | None) -> list[dict[str, Any]]:
    """Return the news for a reader, without the digests: they differ between answers, but reveal nothing."""
    return [
        piece.news.model_dump(exclude={"digest"} if isinstance(piece.news, AnswerSealed) else None)
        for piece in told
        if piece.is_visible_to(reader)
    ]
