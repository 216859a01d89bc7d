"""The small line below a question names the use of each building tile, and what moves a price."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from bot.engine import play
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import BOX, SHARES
from bot.games.big_shoulders.rules.dividends import pay_shares
from bot.games.big_shoulders.rules.stock_track import fall
from tests.games.big_shoulders.dealing import Town, town


def facts(street: Town, name: str) -> Sequence[str]:
    assert GAME.teaching.private_facts is not None
    return list(GAME.teaching.private_facts(street.view(name), street.question(name)))


def market() -> Town:
    street = town().founded("Ann", "Swift", 60).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 50)
    return street.cash("Ann", 140).cash("Ben", 300).cash("Cleo", 100)


def test_a_tile_is_chosen_with_what_each_is_for_and_equal_ones_are_named_together() -> None:
    street = market().hand("Ann", 3, 5, 9).begin("building")
    assert facts(street, "Ann") == ["Tile 3 and 5: fewer cubes to buy; Tile 9: operate earlier, gain bonuses."]


def test_of_a_tile_with_two_effects_a_full_panel_names_the_first() -> None:
    street = market().begin("building", 5)
    street.player("Ann").hand = [33, 39, 44]
    long, short = facts(street, "Ann")
    assert long.endswith("Tile 44: workers, so that factories run, goods sell for more.")
    assert short.endswith("Tile 44: workers, so that factories run.")


@pytest.mark.parametrize("friendly", [False, True])
def test_a_stock_turn_says_what_raises_and_lowers_a_price(friendly: bool) -> None:
    street = town(friendly_sales=friendly).founded("Ann", "Swift", 60).cash("Ann", 200).begin("stock", 2, first="Ann")
    each = "sale (director: each share)" if friendly else "share sold"
    assert facts(street, "Ann")[0] == (
        "One purchase a turn, until all pass. A price rises if as much is paid in all; "
        f"it falls for each {each}, and when money is kept."
    )


@pytest.mark.parametrize("price", BOX.track)
def test_an_operation_says_to_what_price_each_payout_leads_and_keeping(price: int) -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 330)
    street.firm("Swift").price = price
    street.begin("operation")
    for words in facts(street, "Ann"):
        if price == BOX.track[-1]:
            assert words == "The price is at its end; kept, it falls to $400."
            continue
        least, after = (
            re.search(r"to \$(\d+) if \$(\d+)", words),
            re.search(r"Paying \$(\d+) in all lifts the price to \$(\d+)", words),
        )
        pairs = [(int(least[2]), int(least[1]))] if least else []
        pairs += [(int(after[1]), int(after[2]))] if after else []
        pairs += [(int(paid), int(to)) for to, paid in re.findall(r", to \$(\d+) if \$(\d+)", words)]
        pairs += [(int(paid), int(to)) for paid, to in re.findall(r", \$(\d+) to \$(\d+)", words)]
        assert pairs
        for paid, to in pairs:
            there = play.copy(street.table)
            pay_shares(there, street.id("Swift"), -(-paid // SHARES))
            assert there.companies[street.id("Swift")].price == to, words
        for kept in re.findall(r"kept, it (?:falls to|stays) \$(\d+)", words):
            there = play.copy(street.table)
            fall(there, street.id("Swift"), "kept")
            assert there.companies[street.id("Swift")].price == int(kept), words


def test_an_operation_names_each_step_to_which_a_payout_can_lift_the_price() -> None:
    street = market().staff("Swift", 2, 0).firm_has("Swift", 330)
    street.firm("Swift").price = 160
    first, *_ = facts(street.begin("operation"), "Ann")
    assert first == ("Paying $160 in all lifts the price to $190, $320 to $220, $480 to $250; kept, it falls to $140.")
    street.firm("Swift").price = 50
    first, *_ = facts(street, "Ann")
    assert "to $80 if $100; if money" in first, "a lower price rises two steps at most"
