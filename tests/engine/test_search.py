"""The search weighs candidates in the same worlds, and leaves the bot's own answer only for a better one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine import play
from bot.engine.evaluation import Evaluation, Position, Weights
from bot.engine.game import AnyGame
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.search import Thought, Worlds, drop_worse_half, evaluate_table, measure_gain, search_move
from bot.engine.table import Outcome, Table
from bot.engine.thinking import FittedChances, Lead, Thinking
from bot.games import OURS
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
