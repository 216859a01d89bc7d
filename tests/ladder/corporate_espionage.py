"""Simple strategies for Corporate Espionage: the bot, with an urge or without something that it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.games.corporate_espionage.bots import choose
from bot.games.corporate_espionage.moves import Aim, Hire, Purchase, Respond, Spy, TakeOver
from bot.games.corporate_espionage.rules.your_turn import WhatNow
from bot.games.corporate_espionage.view import EspionageView
from tests.ladder.strategies import Strategies, Strategy, bot_that, some


def company_that(wants: Callable[[EspionageView, Move], bool]) -> Strategy:
    """Return the bot with its choice limited to the wanted options, also to their first parts."""

    def bot(view: EspionageView, question: Question, random: Random) -> Move:
        if isinstance(question, WhatNow):
            question = replace(question, everything=some(question.everything, lambda move: wants(view, move)))
        return choose(view, question, random)

    return bot_that(bot, wants)


def leader(view: EspionageView) -> Seat:
    """Return the richest of the others."""
    others = [company for company in view.living if company != view.company]
    return max(others, key=lambda company: view.companies[company].worth or 0)


def attacks_leader(view: EspionageView, move: Move) -> bool:
    """Whether a move attacks the richest of the others."""
    match move:
        case Spy():
            return leader(view) in view.targets.get(move.card, ())
        case Aim() | TakeOver():
            return move.target == leader(view)
        case _:
            return False


STRATEGIES: Strategies = {
    "never attacks": company_that(lambda view, move: not isinstance(move, Spy | TakeOver)),
    "never answers a play": company_that(lambda view, move: not isinstance(move, Respond)),
    "attacks the richest whenever it can": company_that(attacks_leader),
    "hires and purchases all it can": company_that(lambda view, move: isinstance(move, Hire | Purchase)),
}
