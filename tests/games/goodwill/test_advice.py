"""Test hints for prices that lie about equally far from the estimate, so that a coin decides between them."""

from __future__ import annotations

from bot.engine import play
from bot.engine.multi_step import Compose
from bot.games.goodwill import GAME
from bot.games.goodwill.advice import advise
from bot.games.goodwill.bots import believed, subject
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
