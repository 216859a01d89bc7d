"""Game starts and moves repeated with other random draws, to compare their deals, views and news."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from unittest.mock import patch

from bot.engine import chance, play
from bot.engine.play import Played
from bot.engine.records import Seat, Told
from bot.engine.secrecy import find_open_differences, find_secrets
from bot.engine.table import AnswerSealed, Table
from bot.testing.random_games import Case, Turn

WORLDS = 300
"""Minimum number of other starts to compare; at least one for each draw."""
MANY = 10_000
"""An upper bound of the draws in a move."""


class OtherStart(NamedTuple):
    """A start in which one of the draws is changed, compared with the real one."""

    played: Played[Table]
    open_differences: set[tuple[str, bool]]
    """The public fields that differ, each with whether chance may determine it."""
    fooled: list[Seat | None]
    """The readers who cannot distinguish the two tables."""


@lru_cache(maxsize=1)
def compare_starts(case: Case, seed: str) -> tuple[Played[Table], Sequence[OtherStart]]:
    """Return the start of the case's game, and other starts; tests of a case share them, so do not modify them."""
    real = case.begin(seed)
    views = {reader: case.game.view(real.table, reader) for reader in case.list_readers()}
    others = []
    for played in _generate_other_starts(case, seed, real.table.chance.drawn):
        differences = set(find_open_differences(real.table, played.table, "Table"))
        fooled = [] if differences else [each for each in views if case.game.view(played.table, each) == views[each]]
        others.append(OtherStart(played, differences, fooled))
    return real, others


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
    return list_unmarked(find_open_differences(one, other, "Table"))


def list_unmarked(differences: Iterable[tuple[str, bool]]) -> set[str]:
    """Return the fields among public differences that chance may not determine."""
    return {field for field, by_chance in differences if not by_chance and not field.startswith("Chance.")}


def find_fooled_readers(case: Case, one: Table, other: Table) -> list[Seat | None]:
    """Return the readers who cannot distinguish two tables, neither by public fields nor by their views."""
    if any(find_open_differences(one, other, "Table")):
        return []
    return [reader for reader in case.list_readers() if case.game.view(one, reader) == case.game.view(other, reader)]


def find_hidden_differences(one: Table, other: Table, reader: Seat | None) -> set[str]:
    """Return the fields whose hidden values differ for a reader and do not follow from public ones."""
    lying = [{secret.path: secret for secret in find_secrets(table, reader)} for table in (one, other)]
    paths = lying[0].keys() & lying[1].keys()
    return {
        lying[0][path].field
        for path in paths
        if lying[0][path].value != lying[1][path].value and not lying[0][path].mark.follows
    }


def list_heard(told: Iterable[Told], reader: Seat | None) -> list[dict[str, Any]]:
    """Return the news for a reader, without the digests: they differ between answers, but reveal nothing."""
    return [
        piece.news.model_dump(exclude={"digest"} if isinstance(piece.news, AnswerSealed) else None)
        for piece in told
        if piece.is_visible_to(reader)
    ]
