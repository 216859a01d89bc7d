"""A view copies those fields of a table that its reader may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from bot.engine.chance import Chance
from bot.engine.records import Record, Seat
from bot.engine.secrecy import FaceDown, Open, Own
from bot.engine.table import Outcome, Table
from bot.engine.views import copy_known_fields


class Coat(Record):
    colour: Open[str] = "grey"


class Guest(Record):
    name: Open[str]
    purse: Own[int]
    letters: Own[list[str]] = []


class Evening(Table):
    hour: Open[int] = 8
    coats: Open[dict[str, list[Coat]]] = {}
    guests: Open[dict[Seat, Guest]] = {}
    cellar: FaceDown[list[str]] = []
    menu: Open[list[str]] = []


@dataclass(frozen=True)
class EveningView:
    hour: int
    coats: Mapping[str, Sequence[Coat]]
    cellar: Sequence[str] | None = ()
    guests: Mapping[Seat, Guest] | None = None
    menu: Mapping[str, int] | None = None
    """How often each dish is on the menu, which is not what the table says."""


@dataclass(frozen=True)
class GuestView:
    name: str
    purse: int | None
    letters: Sequence[str]
    """Nobody has said what it is for those who may not know it."""


def build_evening(**more: Any) -> Evening:
    guests = {1: Guest(name="Ann", purse=0, letters=["A"]), 2: Guest(name="Bob", purse=5)}
    return Evening(players=2, chance=Chance(seed="evening"), guests=guests, coats={"hall": [Coat()]}, **more)


def copy_guest(table: Evening, owner: Seat, seat: Seat | None) -> Any:
    return copy_known_fields(GuestView, table.guests[owner], table, seat, owner)


def test_a_public_field_is_copied_and_a_hidden_one_is_none() -> None:
    table = build_evening(cellar=["port"])
    assert EveningView(**copy_known_fields(EveningView, table, table, 1)) == EveningView(
        hour=8, coats={"hall": [Coat()]}, cellar=None
    )


def test_a_copy_stays_as_it_is_when_the_table_changes() -> None:
    table = build_evening()
    copied = copy_known_fields(EveningView, table, table, None)
    table.coats["hall"][0].colour = "red"
    assert copied["coats"] == {"hall": [Coat()]}


def test_a_field_with_secrets_inside_or_of_another_type_is_left_to_the_game() -> None:
    table = build_evening(menu=["soup"])
    assert not {"guests", "menu"} & copy_known_fields(EveningView, table, table, 1).keys()


def test_each_reader_gets_their_own_secrets_only() -> None:
    table = build_evening()
    assert [copy_guest(table, 1, seat)["purse"] for seat in (1, 2, None)] == [0, None, None]


def test_after_the_game_everything_is_copied() -> None:
    table = build_evening(outcome=Outcome(scores={1: 0, 2: 5}, places={1: 2, 2: 1}), cellar=["port"])
    assert copy_guest(table, 2, None)["purse"] == 5
    assert copy_known_fields(EveningView, table, table, None)["cellar"] == ["port"]


def test_a_view_with_a_hidden_field_that_cannot_be_none_cannot_be_made_by_copies_alone() -> None:
    with pytest.raises(TypeError, match="letters"):
        GuestView(**copy_guest(build_evening(), 1, 1))
