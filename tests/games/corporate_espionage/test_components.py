"""The box: the program's own, an operator's own, and verbal error messages for others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine import play
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.components import BOX, EspionageBox

Raw = dict[str, Any]


def raw() -> Raw:
    """The program's own box as an operator would read it."""
    return BOX.model_dump(mode="json")


def card(box: Raw, name: str) -> Raw:
    found: Raw = next(one for one in box["cards"] if one["name"] == name)
    return found


def problems(box: Raw) -> str:
    with pytest.raises(ValidationError) as wrong:
        EspionageBox.model_validate(box)
    return "\n".join(error["msg"] for error in wrong.value.errors())


def twice(box: Raw) -> None:
    card(box, "Intern")["id"] = "EM02"


def same_name(box: Raw) -> None:
    card(box, "Intern")["name"] = "Founder"


def unknown_card(box: Raw) -> None:
    box["decks"]["Startup"]["cards"]["XX99"] = 1


def no_copies(box: Raw) -> None:
    box["decks"]["Startup"]["cards"]["EM01"] = 0


def small_deck(box: Raw) -> None:
    box["decks"]["Startup"]["cards"] = {"EM01": 6}


def huge_deck(box: Raw) -> None:
    box["decks"]["Startup"]["cards"] = {"EM01": 121}


def no_employees(box: Raw) -> None:
    box["decks"]["Startup"]["cards"] = {"ES01": 30, "EM01": 1}


def missing_deck(box: Raw) -> None:
    box["deck"] = "Nowhere"


def missing_preset(box: Raw) -> None:
    del box["presets"]["league"]


def strange_blank_card(box: Raw) -> None:
    box["blank_cards"]["rich start"] = {"luck": 3}


def wrong_blank_card(box: Raw) -> None:
    box["blank_cards"]["rich start"] = {"start_points": -3}


def savvy_with_income(box: Raw) -> None:
    card(box, "Injunction")["income"] = 2


def savvy_without_mode(box: Raw) -> None:
    card(box, "Injunction")["modes"] = []


def espionage_without_ops(box: Raw) -> None:
    card(box, "Lawsuit")["ops"] = []


def employee_with_ops(box: Raw) -> None:
    card(box, "Intern")["ops"] = [{"kind": "lose", "amount": 3}]


def espionage_that_gains(box: Raw) -> None:
    card(box, "Lawsuit")["ops"] = [{"kind": "gain", "amount": 3}]


def savvy_that_destroys(box: Raw) -> None:
    card(box, "Bridge Loan")["modes"][0]["ops"] = [{"kind": "destroy_asset"}]


def cancels_something_else(box: Raw) -> None:
    card(box, "Injunction")["modes"][0]["ops"] = [{"kind": "cancel", "what": "hire"}]


def redirects_a_hire(box: Raw) -> None:
    card(box, "Counter-Offer")["modes"][0]["ops"] = [{"kind": "redirect"}]


def nobody_loses(box: Raw) -> None:
    card(box, "Bridge Loan")["modes"][0]["ops"] = [{"kind": "attacker_loses", "amount": 2}]


def same_passive_twice(box: Raw) -> None:
    card(box, "Bookkeeper")["passives"] *= 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (twice, "the id EM02 is used more than once"),
        (same_name, "the name Founder is used more than once"),
        (unknown_card, "Startup holds XX99, but no card has this id"),
        (no_copies, "at least one copy"),
        (small_deck, "Startup has 6 cards; a deck has 7 to 120"),
        (huge_deck, "Startup has 121 cards; a deck has 7 to 120"),
        (no_employees, "at least a tenth must be employees"),
        (missing_deck, "the deck Nowhere, which everybody plays, is missing"),
        (missing_preset, "presets: league is missing"),
        (strange_blank_card, "rich start changes luck, which is no number of the terms"),
        (wrong_blank_card, "rich start does not fit"),
        (savvy_with_income, "does not stay"),
        (savvy_without_mode, "a savvy card needs at least one mode"),
        (espionage_without_ops, "espionage needs a tag, a target and at least one op"),
        (employee_with_ops, "only espionage has a tag, a target and ops"),
        (espionage_that_gains, "the op gain belongs to savvy"),
        (savvy_that_destroys, "the op destroy_asset belongs to espionage"),
        (cancels_something_else, "the trigger espionage_at_me cannot cancel hire; it cancels espionage"),
        (redirects_a_hire, "redirect needs the trigger espionage_at_me"),
        (nobody_loses, "attacker_loses needs a trigger that answers a play"),
        (same_passive_twice, "the same kind of passive stands there twice"),
    ],
    ids=lambda value: value.__name__ if callable(value) else None,
)
def test_a_box_that_cannot_be_played(change: Callable[[Raw], None], words: str) -> None:
    """CE-1, CE-2: errors are described in words."""
    box = raw()
    change(box)
    assert words in problems(box)


def test_what_cannot_be_read_at_all() -> None:
    box = raw()
    card(box, "Intern")["passives"] = [{"kind": "magic"}]
    with pytest.raises(ValidationError):
        EspionageBox.model_validate(box)
    box = raw()
    card(box, "Intern")["cost"] = -1
    with pytest.raises(ValidationError):
        EspionageBox.model_validate(box)


def test_the_box_reads_back_as_it_was_written() -> None:
    assert EspionageBox.model_validate(raw()) == BOX


def test_a_second_deck() -> None:
    """CE-1: an operator's deck and card are dealt, without a line of code."""
    box = raw()
    box["cards"].append(
        {"id": "MINE", "name": "My Own Hire", "type": "employee", "cost": 2, "income": 3, "text": "Plain income."}
    )
    box["decks"]["Mine"] = {"text": "Only mine.", "cards": {"MINE": 20, "ES01": 10}}
    box["deck"] = "Mine"
    mine = EspionageBox.model_validate(box)
    table = GAME.set_up(GAME.options(), 2, "mine", mine)
    play.begin(table)
    table.audit()
    assert {card for owner in table.companies.values() for card in [*owner.hand, *owner.deck]} == {"MINE", "ES01"}
    assert "My Own Hire" in str(GAME.hand(GAME.view(table, 1)))


def test_both_decks_of_the_box_are_playable() -> None:
    """CE-1."""
    assert len(BOX.decks) >= 2
    for deck in BOX.decks.values():
        assert deck.size == 60
        assert set(deck.cards) <= set(BOX.card)
