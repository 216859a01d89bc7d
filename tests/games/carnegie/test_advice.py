"""Hints for plans: a finished plan is sent with the reason for its best order."""

from __future__ import annotations

from bot.engine import play
from bot.engine.multi_step import Compose
from bot.games.carnegie import GAME, moves
from bot.games.carnegie.advice import UNWEIGHED, value_orders
from bot.games.carnegie.table import Carnegie
from bot.host.play.hints import build_hint
from bot.testing.random_games import Case, build_random, sample_positions
from bot.testing.seated import seat_people


def test_a_finished_plan_is_sent_with_the_reason_for_its_best_order() -> None:
    told = set[str]()
    for turn in sample_positions(Case(GAME, 3, GAME.options()), "finished plans", 30):
        question = play.find_question(turn.before, turn.seat)
        if not isinstance(question, Compose) or question.move is not moves.Plan:
            continue
        assert isinstance(turn.before, Carnegie)
        view = GAME.view(turn.before, turn.seat)
        plan = GAME.choose(view, question, build_random("a plan"))
        assert isinstance(plan, moves.Plan)
        best = max(value_orders(view, plan.orders), key=lambda each: each.value, default=None)
        if best is None or best.value <= 0:
            continue
        hint = build_hint(seat_people(turn.before, game=GAME), turn.seat, "x", plan.orders)
        assert hint == f"**Send it as it stands.** {best.explain()} Nothing more is worth what it takes."
        told.add(best.explain())
    assert len(told - {UNWEIGHED}) >= 3
