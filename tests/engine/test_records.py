"""A record of a union says its kind first, and is found again by it."""

from __future__ import annotations

from typing import Annotated

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from bot.engine.records import Move, Record


class Aimed(Move):
    at: int


class Throw(Aimed, kind="throw"):
    hard: bool = False


class Wait(Move, kind="wait"):
    """Says its kind alone."""


MOVES: TypeAdapter[Throw | Wait] = TypeAdapter(Annotated[Throw | Wait, Field(discriminator="kind")])


@pytest.mark.parametrize(
    ("move", "saved"),
    [
        (Throw(at=3), '{"at":3,"kind":"throw","hard":false}'),  # what it shares with others comes first
        (Wait(), '{"kind":"wait"}'),
    ],
)
def test_a_move_is_saved_with_its_kind_and_read_by_it(move: Throw | Wait, saved: str) -> None:
    assert move.model_dump_json() == saved
    assert MOVES.validate_json(saved) == move


def test_a_kind_is_no_other() -> None:
    assert Throw(at=3).kind == "throw"
    for unknown in ('{"kind":"catch"}', '{"at":3}'):
        with pytest.raises(ValidationError):
            MOVES.validate_json(unknown)
    with pytest.raises(ValidationError):
        Wait.model_validate({"kind": "throw"})


def test_what_is_in_no_union_has_no_kind() -> None:
    assert "kind" not in Record.model_fields
    assert "kind" not in Aimed.model_fields
