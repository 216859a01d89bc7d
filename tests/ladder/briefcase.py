"""Simple strategies for Briefcase: the bot, with an urge or without something that it does."""

from __future__ import annotations

from typing import Any

from bot.engine.records import Move
from bot.games.briefcase.bots import choose
from bot.games.briefcase.moves import ActivateCompany, BuyCompany, HireCompany, MoveBlock
from bot.games.briefcase.view import BriefcaseView
from tests.ladder.strategies import Strategies, bot_that


def rushes(view: BriefcaseView, move: Any) -> bool:
    """Whether a move gets Buys from the bank, with whose end the game ends, or a company that will."""
    is_for_a_company = isinstance(move, ActivateCompany | HireCompany | BuyCompany)
    return is_for_a_company and "buy" in view.box.company[move.company].production


def leaves_others_alone(view: BriefcaseView, move: Move) -> bool:
    """Whether a move has nothing to do with anybody else."""
    return not isinstance(move, MoveBlock | HireCompany)


STRATEGIES: Strategies = {
    "never blocks, never hires": bot_that(choose, leaves_others_alone),
    "blocks whenever it can": bot_that(choose, lambda view, move: isinstance(move, MoveBlock)),
    "buys a company whenever it can": bot_that(choose, lambda view, move: isinstance(move, BuyCompany)),
    "activates whenever it can": bot_that(choose, lambda view, move: isinstance(move, ActivateCompany)),
    "rushes the end: Buys before all else": bot_that(choose, rushes),
}
