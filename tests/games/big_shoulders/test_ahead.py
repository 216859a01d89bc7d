"""Decisions taken ahead on the panel: passing until something matters, and operations by the shown plan."""

from __future__ import annotations

import pytest

from bot.engine.orders import Order
from bot.engine.questions import Choose, Option
from bot.engine.records import Move
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.moves import Operate, StockTurn
from bot.games.big_shoulders.orders import OperateAsShown, Pass, PassUntil
from tests import preparing
from tests.games.big_shoulders.dealing import Town, town


def market(cash: int = 200, *, something_to_sell: bool = False) -> Town:
    street = town().founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 40)
    for name in ("Ann", "Ben", "Cleo"):
        street.cash(name, 200)
    if something_to_sell:
        street.holds("Ann", "Elgin", common=1)
    return street.cash("Ann", cash).begin("stock", 2, first="Ann")


def factory(cubes: str = "steel livestock") -> Town:
    """Return the Action phase with Swift, which can run its first factory and sell; Ben acts last of all."""
    street = town("Ann Ben").founded("Ann", "Swift", 50, 0).founded("Ben", "Elgin", 40, 0).staff("Swift", 2, 0)
    street.has("Swift", cubes).demand("meat", 0, 3).firm_has("Elgin", 100)
    return street.turns("Ben", "Ann").begin("action", 2).partners("Ann", 0).partners("Ben", 1)


def ahead(street: Town, name: str) -> list[Choose]:
    assert GAME.play_ahead.orders is not None
    questions = GAME.play_ahead.orders.list_questions(street.view(name), "panel")
    assert all(isinstance(question, Choose) for question in questions)
    return [question for question in questions if isinstance(question, Choose)]


def passes(street: Town, name: str) -> dict[str, Order]:
    """Return the passes that a panel offers, by how they read."""
    (question,) = ahead(street, name)
    return {option.label: order(option) for option in question.options}


def order(option: Option) -> Order:
    assert isinstance(option.move, Order)
    return option.move


def followed(street: Town, name: str, given: Order) -> Move | None:
    assert GAME.play_ahead.orders is not None
    return GAME.play_ahead.orders.follow(given, street.view(name), street.question(name))


def why_over(street: Town, name: str, given: Order) -> str | None:
    """Why an order is over that was given before the latest move."""
    return preparing.why_over(GAME, street.table, street.seat(name), given, street.latest)


def test_a_player_who_can_buy_nothing_passes_until_a_price_falls_so_far_that_they_can() -> None:
    street = market(cash=39, something_to_sell=True)
    given = passes(street, "Ann")["… until I can buy something"]
    assert followed(street, "Ann", given) == StockTurn()
    street.holds("Ben", "Swift", common=1)
    street.plays("Ann", StockTurn())
    street.does("Ben", "Libby common").passes("Cleo")
    assert street.asked == ["Ann"]
    assert why_over(street, "Ann", given) is None
    street.passes("Ann").does("Ben", "Swift: 1 common").passes("Cleo")
    assert street.firm("Swift").price <= 39
    assert why_over(street, "Ann", given) == "You can buy something now."


def test_a_player_who_can_buy_is_not_offered_to_pass_until_they_can() -> None:
    assert "… until I can buy something" not in passes(market(), "Ann")
    assert "… until I can buy something" in passes(market(cash=0), "Ann")
    assert market(cash=0).asked == ["Ben"], "who can neither buy nor sell is not asked at all"


def test_pass_until_anybody_sells() -> None:
    street = market().holds("Cleo", "Swift", common=1)
    given = passes(street, "Ann")["… until anybody sells"]
    street.plays("Ann", StockTurn()).does("Ben", "Libby common")
    assert why_over(street, "Ann", given) is None
    street.does("Cleo", "Swift: 1 common")
    assert why_over(street, "Ann", given) == "Somebody has sold."


def test_pass_until_anybody_founds_a_company() -> None:
    street = market()
    given = passes(street, "Ann")["… until anybody founds a company"]
    street.plays("Ann", StockTurn()).does("Ben", "Libby common")
    assert why_over(street, "Ann", given) is None
    street.does("Cleo", "Found Anglo at $35")
    assert why_over(street, "Ann", given) == "A company has been founded."


def test_pass_until_anybody_deals_in_one_company() -> None:
    street = market()
    given = passes(street, "Ann")["… until Libby is bought or sold"]
    street.plays("Ann", StockTurn()).does("Ben", "Swift common")
    assert why_over(street, "Ann", given) is None
    street.does("Cleo", "Libby common")
    assert why_over(street, "Ann", given) == "Somebody has bought or sold it."


def test_a_pass_that_was_ordered_ends_with_the_stock_phase() -> None:
    for given in passes(market(), "Ann").values():
        assert isinstance(given, Pass | PassUntil)
        assert why_over(town(), "Ann", given) == "The Stock phase is over."


def test_two_orders_to_pass_take_the_place_of_each_other() -> None:
    assert {given.get_place() for given in passes(market(), "Ann").values()} == {"stock"}


def test_a_player_who_has_to_sell_is_not_offered_to_pass() -> None:
    street = market()
    limit = street.view("Ann").limit
    street.holds("Ann", "Swift", common=4).holds("Ann", "Elgin", common=5).holds("Ann", "Libby", common=5)
    assert street.view("Ann").everybody[1].held > limit
    assert ahead(street, "Ann") == []


def test_the_operation_is_ordered_as_the_plan_reads_while_others_still_act() -> None:
    street = factory()
    (question,) = ahead(street, "Ann")
    assert question.prompt == "When Swift operates …"
    (option,) = question.options
    assert "Pay out" in option.label
    given = order(option)
    assert why_over(street, "Ann", given) is None
    street.begin("operation", 2)
    asked = street.question("Ann")
    assert isinstance(asked, Choose)
    assert followed(street, "Ann", given) == asked.options[0].move
    assert f"Swift: {asked.options[0].label}" == option.label
    street.plays("Ann", asked.options[0].move)
    assert why_over(street, "Ann", given) == "", "nobody need be told that it was played"


def test_the_button_of_an_order_says_what_the_company_then_does_without_asking() -> None:
    (option,) = ahead(factory(), "Ann")[0].options
    given = order(option)
    assert isinstance(given, OperateAsShown)
    assert option.caption == f"Let Swift pay ${given.pays} a share, unasked"
    street = factory().staff("Swift", 0, 0)
    (option,) = ahead(street, "Ann")[0].options
    assert option.caption == "Let Swift sell nothing without asking"
    (option,) = ahead(street.has("Swift", "steel livestock", goods=1), "Ann")[0].options
    assert option.label.startswith("Swift: Nothing ran, keep $50: ")
    assert option.caption == "Let Swift keep $50 without asking"


def test_nothing_is_ordered_for_an_operation_before_the_last_partner_is_placed() -> None:
    street = factory()
    assert ahead(street.partners("Ann", 1), "Ann") == []
    assert ahead(factory(), "Ben") == []


def test_an_operation_that_would_pay_out_less_than_was_shown_is_asked() -> None:
    street = factory()
    given = order(ahead(street, "Ann")[0].options[0])
    assert isinstance(given, OperateAsShown)
    more = given.model_copy(update={"plan": "another plan", "pays": given.pays + 1})
    street.begin("operation", 2)
    assert followed(street, "Ann", more) is None
    assert (why_over(street, "Ann", more) or "").startswith("The plan is another one now: “")


def test_an_operation_that_would_pay_out_more_than_was_shown_is_played() -> None:
    street = factory()
    given = order(ahead(street, "Ann")[0].options[0])
    assert isinstance(given, OperateAsShown)
    less = given.model_copy(update={"plan": "another plan", "pays": given.pays - 1})
    street.begin("operation", 2)
    assert isinstance(followed(street, "Ann", less), Operate)


def test_an_operation_that_is_ordered_is_not_anothers() -> None:
    street = factory()
    given = order(ahead(street, "Ann")[0].options[0])
    street.begin("operation", 2)
    street.plays("Ann", street.default("Ann"))
    assert street.asked == ["Ben"]
    assert followed(street, "Ben", given) is None
    assert why_over(street, "Ben", given) == ""


@pytest.mark.parametrize("phase", ["building", "cleanup"])
def test_nothing_is_decided_ahead_in_other_phases(phase: str) -> None:
    street = market()
    street.begin(phase, 2)
    assert ahead(street, "Ann") == []


def test_an_order_for_an_operation_ends_with_one_full_stop() -> None:
    given = order(ahead(factory(), "Ann")[0].options[0])
    assert isinstance(given, OperateAsShown)
    assert GAME.play_ahead.orders is not None
    words = GAME.play_ahead.orders.describe(given)
    assert words.endswith(".")
    assert not words.endswith("..")
