"""A suggested first company: the bot's choice, with its reason."""

from __future__ import annotations

from bot.engine.first_plan import FirstPlan
from bot.engine.questions import Choose, Question
from bot.engine.words import format_count
from bot.games.big_shoulders.bots import Mind
from bot.games.big_shoulders.components import PIECES
from bot.games.big_shoulders.moves import Found
from bot.games.big_shoulders.rules.vocabulary import cubes_said, good
from bot.games.big_shoulders.view import CityView


def first_plan(view: CityView, question: Question) -> FirstPlan | None:
    """Return a sound first company with its price; None for other questions."""
    if view.seat is None or view.phase != "first companies" or not isinstance(question, Choose):
        return None
    mind = Mind(view)
    best = max(question.options, key=lambda option: round(mind.first_company(option.move), 6))
    if not isinstance(best.move, Found):
        return None
    card = view.box.company[best.move.company]
    factory = card.factories[0]
    needs = f"{format_count(factory.spots, 'worker')} and {cubes_said(factory.cubes)}"
    why = (
        f"{card.short}'s first factory needs {needs} for {good(factory.goods)}, sold at ${card.prices[0]} each. "
        f"At ${best.move.price} it begins with ${best.move.price * PIECES['director']} for workers and cubes."
    )
    return FirstPlan(best.move, best.label, why)
