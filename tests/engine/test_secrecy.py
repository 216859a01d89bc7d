"""What a table's marks hide, from whom, and what of it somebody has seen."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.chance import Chance
from bot.engine.records import Record, Seat
from bot.engine.secrecy import (
    EachOwn,
    FaceDown,
    Open,
    Own,
    PutAway,
    find_secrets,
    find_unmarked_fields,
    has_private_hands,
    has_seen,
)
from bot.engine.table import Table


class Envelope(Record):
    """Lies before a player."""

    sum: Own[int]
    colour: Open[str] = "white"


class Parcel(Record):
    """Lies in the middle, and names whose it is."""

    by: Open[Seat]
    addressed: Own[bool]

    def secrets_of(self) -> Seat:
        return self.by


class Post(Table):
    """A table with something hidden of every kind."""

    envelopes: Open[dict[Seat, Envelope]]
    parcels: Open[tuple[Parcel, ...]] = ()
    pile: FaceDown[list[str]] = []
    box: PutAway[list[str]] = []
    votes: EachOwn[dict[Seat, bool]] = {}


def post(**more: Any) -> Post:
    envelopes = {1: Envelope(sum=0), 2: Envelope(sum=5)}
    return Post(players=2, chance=Chance(seed="post"), envelopes=envelopes, **more)


def hidden(table: Post, seat: Seat | None) -> dict[str, Any]:
    return {
        ".".join(map(str, secret.path)): secret.value
        for secret in find_secrets(table, seat)
        if secret.path[0] != "chance"
    }


def test_a_hidden_zero_is_hidden_like_any_other_number() -> None:
    assert hidden(post(), 2)["envelopes.1.sum"] == 0
    assert "envelopes.1.sum" not in hidden(post(), 1)
    assert {"envelopes.1.sum", "envelopes.2.sum"} <= hidden(post(), None).keys()


def test_what_lies_in_the_middle_belongs_to_whom_it_names() -> None:
    table = post(parcels=(Parcel(by=2, addressed=False),))
    assert hidden(table, 1)["parcels.-1.addressed"] is False
    assert "parcels.-1.addressed" not in hidden(table, 2)


def test_of_answers_by_seat_each_knows_its_own() -> None:
    assert hidden(post(votes={1: True, 2: False}), 1)["votes"] == {2: False}


def test_a_number_that_is_shown_was_seen_also_when_it_is_zero() -> None:
    before, after = post(), post()
    del after.envelopes[1]
    assert has_seen(before, after, 2)
    assert not has_seen(before, after, 1), "it was their own"


@pytest.mark.parametrize(("pile", "seen"), [(["ace"], True), (["ace", "king"], False), (["king", "ace", "two"], False)])
def test_a_pile_from_which_something_is_drawn_was_seen_and_one_that_only_grows_was_not(
    pile: list[str], seen: bool
) -> None:
    assert has_seen(post(pile=["ace", "king"]), post(pile=pile), 1) == seen


def test_what_is_put_away_face_down_was_not_seen() -> None:
    assert not has_seen(post(pile=["ace", "king"]), post(box=["ace", "king"]), 1)


def test_what_somebody_else_has_just_laid_down_was_not_seen() -> None:
    assert not has_seen(post(), post(parcels=(Parcel(by=2, addressed=True),)), 1)


def test_a_field_that_says_nothing_is_named() -> None:
    class Careless(Record):
        """Says nothing of one field."""

        note: str

    class Desk(Table):
        """Has such a record."""

        notes: Open[list[Careless]] = []

    assert find_unmarked_fields(Desk) == ["Careless.note does not say who may know it"]


def test_a_field_cannot_be_opened_by_whoever_inherits_it() -> None:
    class Opened(Post):
        """Lets everybody look at the pile."""

        pile: Open[list[str]] = []

    assert find_unmarked_fields(Opened) == ["Opened.pile lies open, though it is hidden where it comes from"]


class AuctionHouse(Table):
    """A table at which only the pile, and nothing of the players, is hidden."""

    pile: FaceDown[dict[int, list[str]]] = {}
    money: Open[dict[Seat, int]] = {}


class Whist(Table):
    """A table that keeps the hands in a mapping."""

    hands: EachOwn[dict[Seat, list[str]]] = {}


def test_hands_are_dealt_where_players_hold_what_others_may_not_know() -> None:
    assert has_private_hands(Post), "each player has an envelope"
    assert has_private_hands(Whist)
    assert not has_private_hands(AuctionHouse), "its pile is nobody's hand"
