"""The search weighs candidates in the same worlds, and leaves the bot's own answer only for a better one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.engine import play
from bot.engine.evaluation import Evaluation, Position, Weights
from bot.engine.game import AnyGame
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.search import (
    Thought,
    Worlds,
    confirm_gain,
    drop_refusals,
    drop_worse_half,
    evaluate_table,
    measure_gain,
    search_move,
)
from bot.engine.table import Outcome, Table
from bot.engine.thinking import ChancesAndLead, FittedChances, Lead, Thinking
from bot.games import OURS
from bot.games.big_shoulders.moves import Operate, SellGoods, Settle
from bot.games.carnegie.moves import Plan, TakeBack
from bot.testing.random_games import Case, build_random

GAME = OURS["carnegie"]
CASE = Case(GAME, 2, GAME.options())


def thought(how: Thinking, game: AnyGame = GAME) -> Thought:
    """What comes of the first question of a game that leaves a choice."""
    table, random = CASE.begin("search").table, build_random("search")
    while not (question := must_ask(table)).is_free:
        play.play_here(table, play.list_asked_seats(table)[0], question.choose_random_move(random))
    seat = play.list_asked_seats(table)[0]
    view = GAME.view(table, seat)
    plain = GAME.choose(view, question, build_random("plain"))
    return search_move(game, how, view, question, plain, Worlds(game, table, seat), "chance")


def must_ask(table: Table) -> Question:
    """The question of the first asked seat."""
    question = play.find_question(table, play.list_asked_seats(table)[0])
    assert question is not None
    return question


@pytest.mark.parametrize(("winner", "lowest", "highest"), [(1, 0.8, 1.0), (2, 0.0, 0.2)])
def test_a_player_who_wins_by_much_has_nearly_all_and_who_loses_so_nearly_nothing(
    winner: Seat, lowest: float, highest: float
) -> None:
    table = CASE.begin("judged").table
    assert evaluate_table(GAME, Lead(scale=20.0), table, 1) == pytest.approx(0.5, abs=0.1), (
        "nobody leads by much as it begins"
    )
    scores = {1: 150, 2: 100} if winner == 1 else {1: 100, 2: 150}
    table.outcome = Outcome(scores=scores, places={winner: 1, 3 - winner: 2})
    assert lowest <= evaluate_table(GAME, Lead(scale=20.0), table, 1) <= highest


def test_the_better_half_is_tried_on_and_nothing_that_is_surely_worse() -> None:
    values = {0: [0.5, 0.5, 0.6], 1: [0.6, 0.7, 0.7], 2: [0.1, 0.1, 0.2], 3: [0.5, 0.6, 0.6], 4: [0.4, 0.3, 0.4]}
    assert drop_worse_half([0, 1, 2, 3, 4], values) == [0, 1, 3]
    assert drop_worse_half([0, 2, 4], values) == [0]


def test_how_much_better_is_counted_world_by_world() -> None:
    gain, doubt = measure_gain([0.6, 0.8, 0.7], [0.5, 0.7, 0.6])
    assert gain == pytest.approx(0.1)
    assert doubt == pytest.approx(0.0, abs=1e-9), "worlds differ, and the gain does not"


def test_an_answer_is_left_only_for_one_that_seems_better() -> None:
    how = Thinking(worlds=3, first=1, plans=5, answers=1, sure=0.5, judge=FittedChances(weights={2: {}}))
    alike = thought(how)
    assert alike.move == alike.plain, "nothing is better than anything else"
    assert alike.tried > 1
    looked = iter(range(1000))

    def better_and_better(view: Any) -> Position:
        return Position(0.0, {seat: {"looked": next(looked) / 100 if seat == view.seat else 0.0} for seat in (1, 2)})

    evaluation = Evaluation(better_and_better, Weights(seats={}))
    game = replace(GAME, bots=replace(GAME.bots, evaluation=evaluation))
    judge = FittedChances(weights={2: {"looked": (1.0, 1.0, 1.0, 1.0)}})
    later = thought(how.model_copy(update={"worlds": 2, "first": 2, "sure": 0.0, "judge": judge}), game)
    assert later.move != later.plain, "whatever was tried later seemed better"
    assert later.gain > 0


def test_where_a_game_says_what_is_worth_trying_nothing_else_is_tried() -> None:
    how = GAME.box.strong
    assert how is not None
    at_once = thought(how, replace(GAME, bots=replace(GAME.bots, plans=lambda view, question, plain: ())))
    assert (at_once.move, at_once.tried, at_once.played) == (at_once.plain, 1, 0)


# Confirmed in fresh worlds


PLAIN, OTHER = Plan(), Plan(orders=(TakeBack(count=1),))
LUCKY = 3
"""The first fresh world; those before it were kind to the other move."""


def lucky(number: int, moves: Sequence[Move]) -> list[float]:
    """The other move looks better in the worlds of the search, and is as good as the plain one in all others."""
    return [0.9 if number < LUCKY and move == OTHER else 0.5 for move in moves]


def test_what_only_luck_made_better_is_given_up_after_half_of_the_fresh_worlds() -> None:
    assert confirm_gain(8, LUCKY, PLAIN, OTHER, lucky) == (0.0, 2 * 4)
    assert confirm_gain(8, 0, PLAIN, OTHER, lucky)[0] > 0, "these worlds are not fresh"


def test_a_move_that_is_better_in_fresh_worlds_is_tried_in_all_of_them() -> None:
    gain, played = confirm_gain(5, 7, PLAIN, OTHER, lambda number, moves: [0.5, 0.6])
    assert (round(gain, 6), played) == (0.1, 10)


def better_later(confirmed: Sequence[float]) -> tuple[AnyGame, Thinking]:
    """A game in which each candidate is better than the last in the search, and by so much in each fresh world."""
    looked = iter([*(number / 10 for number in range(4)), *(each for gain in confirmed for each in (0.0, gain))])

    def position(view: Any) -> Position:
        return Position(0.0, {seat: {"looked": next(looked) if seat == view.seat else 0.0} for seat in (1, 2)})

    game = replace(GAME, bots=replace(GAME.bots, evaluation=Evaluation(position, Weights(seats={}))))
    judge = ChancesAndLead(scale=20.0, weights={2: {"looked": (1.0, 1.0, 1.0, 1.0)}})
    how = Thinking(worlds=2, first=2, plans=2, answers=1, sure=0.0, confirm=2, margin=0.05, judge=judge)
    return game, how


@pytest.mark.parametrize(("confirmed", "changes"), [([1.0, 1.0], True), ([0.1, 0.1], False), ([-1.0, 1.0], False)])
def test_a_bot_leaves_its_plain_answer_only_for_what_is_clearly_better_in_fresh_worlds(
    confirmed: Sequence[float], changes: bool
) -> None:
    """With a gain of 0.1 in what counts, both win about as often: a near-tie."""
    game, how = better_later(confirmed)
    found = thought(how, game)
    assert (found.move != found.plain) is changes
    assert (found.gain > how.margin) is changes


def test_a_thought_has_a_ceiling_of_playouts_and_of_their_answers() -> None:
    answered = 0

    def choose(view: Any, question: Question, random: Random) -> Move:
        nonlocal answered
        answered += 1
        return GAME.choose(view, question, random)

    how = Thinking(
        worlds=3,
        first=1,
        plans=5,
        answers=50,
        longest={2: 4},
        sure=0.0,
        confirm=2,
        judge=FittedChances(weights={2: {}}),
    )
    found = thought(how, replace(GAME, choose=choose))
    assert 0 < found.played <= 5 + 4 + 3 + 2 * 2
    assert answered == 4 * found.played, "the limit for two seats holds, not the one for all"


def test_the_search_settings_of_older_boxes_confirm_nothing_and_try_refusals() -> None:
    """Thoughts of older records are computed again: these defaults are never changed."""
    older = Thinking.model_validate(
        {"worlds": 3, "first": 1, "plans": 5, "answers": None, "sure": 0.5, "judge": {"kind": "lead", "scale": 20.0}}
    )
    assert (older.confirm, older.margin, older.longest) == (None, 0.0, {})


# Free income


def test_no_candidate_refuses_an_income_that_the_plain_answer_takes() -> None:
    nothing, one = Plan(orders=(TakeBack(count=0),)), Plan(orders=(TakeBack(count=1),))
    assert drop_refusals(GAME, [one, nothing, OTHER]) == [one, OTHER]
    assert drop_refusals(GAME, [nothing, one]) == [nothing, one], "the bot itself waits for a better income"
    city = OURS["big-shoulders"]
    sells = Operate(parts=(SellGoods(column=0, count=1), Settle(pay=True)))
    assert drop_refusals(city, [sells, Operate(parts=(Settle(pay=False),))]) == [sells]
    assert drop_refusals(OURS["goodwill"], [one, nothing]) == [one, nothing]
