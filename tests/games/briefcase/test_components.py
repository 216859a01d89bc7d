"""The box: the program's own, an operator's own, and verbal error messages for others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine import play
from bot.games.briefcase import GAME
from bot.games.briefcase.components import BOX, BriefcaseBox

Raw = dict[str, Any]


def raw() -> Raw:
    """The program's own box as an operator would read it."""
    return BOX.model_dump(mode="json")


def company(box: Raw, name: str) -> Raw:
    found: Raw = next(one for one in box["companies"] if one["name"] == name)
    return found


def same_id(box: Raw) -> None:
    company(box, "Bank")["id"] = "newspaper"


def same_name(box: Raw) -> None:
    company(box, "Bank")["name"] = "Newspaper"


def same_number(box: Raw) -> None:
    company(box, "Bank")["number"] = 2


def free_activation(box: Raw) -> None:
    company(box, "Bank")["activation"] = {}


def imported_cost(box: Raw) -> None:
    company(box, "Bank")["activation"] = {"imported": 1}


def too_much_production(box: Raw) -> None:
    company(box, "Bank")["production"] = {"buy": 6}


def no_copies(box: Raw) -> None:
    company(box, "Bank")["copies"] = {"2": 1, "3": 2}


def no_power_plant(box: Raw) -> None:
    box["starting_company"] = "windmill"


def few_companies(box: Raw) -> None:
    box["terms"]["portfolio_level_2"] = 16


def unknown_in_a_set(box: Raw) -> None:
    box["sets"]["simple"][0] = "windmill"


def short_set(box: Raw) -> None:
    box["sets"]["simple"] = box["sets"]["simple"][1:]


def missing_set(box: Raw) -> None:
    del box["sets"]["faster"]


def free_steel(box: Raw) -> None:
    box["prices"]["steel"] = 0


def no_layout(box: Raw) -> None:
    del box["players"]["3"]


def no_personnel(box: Raw) -> None:
    box["players"]["2"]["market"]["personnel"] = 0


def few_buys(box: Raw) -> None:
    box["players"]["4"]["bank"]["buy"] = 12


def small_deck(box: Raw) -> None:
    box["starting_deck"] = {"buy": 3}


@pytest.mark.parametrize(
    ("break_it", "words"),
    [
        (same_id, "the id newspaper is used more than once"),
        (same_name, "the name Newspaper is used more than once"),
        (same_number, "the number 2 is used more than once"),
        (free_activation, "company Bank (bank): an activation costs 1 to 5 resources"),
        (imported_cost, "imported resources stand for others and are in no cost"),
        (too_much_production, "production is at most 5 cards"),
        (no_copies, "copies need a number, 1 or more, for 2, 3 and 4 players"),
        (no_power_plant, "the starting company windmill is missing"),
        (few_companies, "15 of level 2 are for sale; a portfolio has 16"),
        (unknown_in_a_set, "simple holds windmill, but no company has this id"),
        (short_set, "simple has 7 companies of level 1; it needs 8"),
        (missing_set, "there must be exactly these: simple, faster"),
        (free_steel, "prices: exactly these have one, 1 or more"),
        (no_layout, "there must be a layout for 2, 3 and 4 players"),
        (no_personnel, "the market of 2 needs personnel"),
        (few_buys, "the bank of 4 has too few cards for the starting decks: buy"),
        (small_deck, "it has fewer cards than a hand"),
    ],
)
def test_what_is_wrong_with_a_box_is_said_in_words(break_it: Callable[[Raw], None], words: str) -> None:
    box = raw()
    break_it(box)
    with pytest.raises(ValidationError) as wrong:
        BriefcaseBox.model_validate(box)
    assert words in str(wrong.value)


def test_the_programs_own_box_is_in_order() -> None:
    assert BriefcaseBox.model_validate(raw()) == BOX


def test_an_operator_can_add_a_company_without_code() -> None:
    box = raw()
    bank = {**company(box, "Bank"), "id": "tax_office", "name": "Tax Office", "number": 31}
    bank["ability"] = {"kind": "take from opponents", "resource": "paper"}
    bank["text"] = "At each activation you may take 1 Paper from every opponent."
    box["companies"].append(bank)
    box["sets"]["simple"] = [*box["sets"]["simple"][:-1], "tax_office"]
    table = GAME.set_up(GAME.options(), 2, "taxes", BriefcaseBox.model_validate(box))
    play.begin(table)
    assert "tax_office" in table.portfolio


def test_every_company_says_what_it_does_unless_it_does_nothing() -> None:
    silent = {company.name for company in BOX.companies if company.text == "No ability."}
    assert silent == {"Shopping Mall", "Theme Parks", "High-Tech Company"}
    assert all(company.ability is not None for company in BOX.companies if company.name not in {*silent, "Power Plant"})
