"""Standing orders give only answers that their seat may give, and survive saving."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from bot.engine import play
from bot.engine.orders import Order
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.testing.every_game.test_questions import check
from bot.testing.every_game.test_telling import check_text
from bot.testing.random_games import BOTH, Case, Turn, build_random, sample_other_positions, sample_positions

ORDERING = [
    case for case in BOTH if any(isinstance(of, Case) and of.game.play_ahead.orders is not None for of in case.values)
]


def list_offered(case: Case, table: Table, seat: Seat) -> list[Question]:
    assert case.game.play_ahead.orders is not None
    return case.game.play_ahead.orders.list_questions(case.game.view(table, seat))


def choose_orders(case: Case, table: Table, seat: Seat, seed: str) -> Iterator[Order]:
    random = build_random(seed)
    for question in list_offered(case, table, seat):
        order = question.choose_random_move(random)
        assert isinstance(order, Order)
        yield order


@pytest.mark.parametrize("case", ORDERING)
def test_orders_are_offered_as_questions_that_are_in_order(case: Case) -> None:
    looked_at = 0
    for turn in sample_positions(case, "offers", 5):
        for seat in turn.before.seats:
            for question in list_offered(case, turn.before, seat):
                check(question, build_random("offers"))
                looked_at += 1
    assert looked_at


@pytest.mark.parametrize("case", ORDERING)
def test_an_order_can_be_saved_and_is_read_back_in_words(case: Case) -> None:
    orders = case.game.play_ahead.orders
    assert orders is not None
    turn = sample_positions(case, "read back", 1)[0]
    for seat in turn.before.seats:
        for order in choose_orders(case, turn.before, seat, "read back"):
            assert orders.kinds.validate_json(order.model_dump_json()) == order
            check_text(orders.describe(order), case.players)
            assert orders.describe(order)[-1] == "."
            assert order.get_place()


@pytest.mark.parametrize("case", ORDERING)
def test_what_an_order_answers_is_legal(case: Case) -> None:
    """Orders are given early in the game and followed throughout; not every game uses them."""
    for number in range(6):
        turns = (
            sample_other_positions(case, f"followed {number}", 60) if number else sample_positions(case, "followed", 60)
        )
        if count_followed(case, turns):
            return
    assert case.options != case.game.options()


def count_followed(case: Case, turns: Sequence[Turn]) -> int:
    """Return how often orders answered in a game, having tried each answer."""
    orders = case.game.play_ahead.orders
    assert orders is not None
    given = {seat: list(choose_orders(case, turns[0].before, seat, "given")) for seat in turns[0].before.seats}
    answered = 0
    for turn in turns:
        for seat in turn.before.seats:
            question = play.find_question(turn.before, seat)
            if question is None:
                continue
            view = case.game.view(turn.before, seat)
            for order in given[seat]:
                reason = orders.stopped(order, view)
                if reason is not None:
                    if reason:  # empty: no message is needed
                        check_text(reason, case.players)
                    continue
                move = orders.follow(order, view, question)
                if move is not None and question.is_legal(move):
                    play.play(turn.before, seat, move).table.audit()
                    answered += 1
    return answered
