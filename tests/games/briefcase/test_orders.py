"""Standing orders: automatic answers to a hirer's payment."""

from __future__ import annotations

from bot.engine.questions import Choose
from bot.games.briefcase.moves import EndTurn, TakePayment
from bot.games.briefcase.orders import ORDERS, EndTurnOrder, PaymentOrder
from tests.games.briefcase.dealing import Desk, office


def hired() -> Desk:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel")
    return desk.hire("Ann", "Bob", "Warehouses")


def test_an_order_takes_what_fits() -> None:
    desk = hired()
    move = ORDERS.follow(PaymentOrder(take=True), desk.view("Bob"), desk.question("Bob"))
    assert move == TakePayment(take=("steel",))


def test_an_order_takes_nothing() -> None:
    desk = hired()
    move = ORDERS.follow(PaymentOrder(take=False), desk.view("Bob"), desk.question("Bob"))
    assert move == TakePayment(take=())


def test_an_order_takes_only_what_fits_and_throws_nothing_away() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel")
    desk.store("Bob", "Paper Paper Paper Paper Paper Personnel Personnel Personnel")
    desk.hire("Ann", "Bob", "Warehouses")
    move = ORDERS.follow(PaymentOrder(take=True), desk.view("Bob"), desk.question("Bob"))
    assert move == TakePayment(take=())


def test_an_order_says_nothing_to_the_own_turn() -> None:
    desk = office()
    assert ORDERS.follow(PaymentOrder(take=True), desk.view("Ann"), desk.question("Ann")) is None


def test_orders_are_offered_in_words_and_end_with_the_game() -> None:
    desk = office()
    question, _ = ORDERS.list_questions(desk.view("Bob"))
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == ["Take what fits", "Take nothing"]
    assert ORDERS.describe(PaymentOrder(take=True)) == "Take what fits when somebody hires a company of mine."
    assert ORDERS.describe(PaymentOrder(take=False)) == "Take nothing when somebody hires a company of mine."
    desk.table.ending = "the bank has no Buy left"
    desk.end_turn("Ann").end_turn("Bob")
    assert ORDERS.stopped(PaymentOrder(take=True), desk.view("Bob")) == "The game is over."
    assert ORDERS.offers(desk.view("Bob")) == []


def test_a_turn_is_ended_by_order_only_when_nothing_else_is_left() -> None:
    desk = office().hand("Ann", "Buy")
    assert ORDERS.follow(EndTurnOrder(), desk.view("Ann"), desk.question("Ann")) is None
    desk.buy("Ann", "Paper")
    assert desk.labels("Ann") == ["End turn"]
    assert ORDERS.follow(EndTurnOrder(), desk.view("Ann"), desk.question("Ann")) == EndTurn()


def test_the_choice_of_a_card_on_top_of_the_deck_is_left_to_the_player() -> None:
    desk = office().owns("Ann", "Consulting Firm").hand("Ann", "Buy").buy("Ann", "Paper")
    assert desk.table.everybody[1].played
    assert ORDERS.follow(EndTurnOrder(), desk.view("Ann"), desk.question("Ann")) is None


def test_the_end_of_turns_is_offered_on_the_panel_of_the_own_turn_alone() -> None:
    desk = office()
    assert [offer.on for offer in ORDERS.offers(desk.view("Ann"))] == ["list", "panel"]
    assert [offer.on for offer in ORDERS.offers(desk.view("Bob"))] == ["list", "list"]
    assert ORDERS.describe(EndTurnOrder()) == "From now on, end my turns when nothing else is left to do."
