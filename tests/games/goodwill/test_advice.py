"""Test hints for prices that lie about equally far from the estimate, so that a coin decides between them."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import play
from bot.engine.multi_step import Compose, Stage
from bot.engine.questions import Number
from bot.games.goodwill import GAME
from bot.games.goodwill.advice import advise
from bot.games.goodwill.bots import believed, look_ahead, subject
from bot.games.goodwill.moves import AssessBoth
from bot.games.goodwill.table import Goodwill
from bot.testing.random_games import Case, build_random, sample_positions


def test_a_hint_for_swift_prices_names_the_other_ones_when_they_are_nearly_as_good() -> None:
    close = other = 0
    case = Case(GAME, 4, GAME.options.model_validate({"fast_mode": "swift"}))
    for turn in sample_positions(case, "swift prices", 60):
        question = play.find_question(turn.before, turn.seat)
        if not isinstance(question, Compose):
            continue
        assert isinstance(turn.before, Goodwill)
        view = GAME.view(turn.before, turn.seat)
        advice = advise(view, question.get_stage(()), (), build_random("a coin"))
        if not isinstance(advice.move, AssessBoth):
            continue
        worth, step = believed(view, subject(view)), view.legal_prices.step
        wrong = [abs(price - worth) for price in advice.move.prices.values()]
        if advice.nearly is None:
            other += 1
            continue
        close += 1
        assert isinstance(advice.nearly, AssessBoth)
        other_wrong = [abs(price - worth) for price in advice.nearly.prices.values()]
        assert all(abs(one - two) <= step / 2 for one, two in zip(wrong, other_wrong, strict=True))
    assert close
    assert other


def test_a_hint_for_a_price_names_dividends_only_where_some_are_expected() -> None:
    said = dict.fromkeys((True, False), 0)
    table, random = (
        Case(GAME, 4, GAME.options.model_validate({"dividends": True})).begin("x2").table,
        build_random("x2"),
    )
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        assert isinstance(table, Goodwill)
        view = GAME.view(table, seat)
        if isinstance(question, Number):
            company = subject(view)
            without = replace(view, options=view.options.model_copy(update={"dividends": False}))
            paid = look_ahead(view).share[company] - look_ahead(without).share[company]
            named = "of it in dividends" in advise(view, Stage(question), (), build_random("a coin")).why
            said[named] += 1
            assert not named or paid, "a dividend is part of what a share brings"
        table = play.play(table, seat, GAME.choose(view, question, random), question=question).table
    assert all(said.values()), said
