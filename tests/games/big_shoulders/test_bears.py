"""The line below a question's heading: cash and shares, tiles, treasuries, goods and demand."""

from __future__ import annotations

from bot.engine import play
from bot.games.big_shoulders import GAME
from tests.games.big_shoulders.dealing import Town, town


def below(street: Town, name: str) -> str:
    assert GAME.teaching.bears is not None
    return GAME.teaching.bears(street.view(name), street.question(name))


def market() -> Town:
    street = town().founded("Ann", "Swift", 60).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 50)
    return street.cash("Ann", 140).cash("Ben", 300).cash("Cleo", 100)


def test_a_first_company_is_founded_with_what_one_has_and_what_it_costs() -> None:
    table = play.begin(GAME.set_up(GAME.options(), 3, "charters", GAME.box)).table
    (seat,) = play.list_asked_seats(table)
    question = play.find_question(table, seat)
    assert GAME.teaching.bears is not None
    assert question is not None
    assert GAME.teaching.bears(GAME.view(table, seat), question) == (
        "You have $175. A company costs three times its price, and begins with that. 10 charters are left."
    )


def test_a_stock_turn_begins_with_ones_cash_and_the_cheapest_share() -> None:
    assert below(market().begin("stock", first="Ann"), "Ann") == (
        "You have $140; the cheapest share is Elgin at $40. You hold 1 of 12 certificates. <seat:2> leads with $420."
    )


def test_who_can_pay_for_no_share_is_told_what_the_cheapest_costs() -> None:
    street = market().cash("Ann", 30).holds("Ann", "Elgin", common=1).begin("stock", first="Ann")
    assert below(street, "Ann").startswith("You have $30; the cheapest share costs $40. You hold 2 of 12 certificates.")


def test_a_building_tile_is_chosen_by_what_each_pays() -> None:
    assert below(market().hand("Ann", 1, 2, 9).begin("building"), "Ann") == (
        "Each use pays you: tile 1 $20, tile 2 $20, tile 9 $30. 4 workers in the job market."
    )


def test_a_partner_is_placed_with_the_treasuries_and_who_is_short_of_workers() -> None:
    street = market().staff("Swift", 1, 0).firm_has("Swift", 330)
    street.founded("Ann", "Doggett", 35).partners("Ann", 2).turns("Ann", "Ben", "Cleo")
    assert (
        below(street.begin("action"), "Ann")
        == "Swift has $330, Doggett $105. Swift lacks 4 workers. You lead with $425."
    )


def test_an_operation_says_which_factory_stands_still_and_what_fills_the_demand() -> None:
    street = market().staff("Swift", 1, 0).firm_has("Swift", 330).has("Swift", goods=2)
    street.demand("meat", 0, 3).demand("meat", 1, None, goods=1).begin("operation")
    assert below(street, "Ann") == (
        "Treasury $330, price $60, 2 goods at $50 each. Factory 1 lacks 1 worker. 3 goods fill the $50 column."
    )
