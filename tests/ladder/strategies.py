"""What a strategy is, and how one is made of a bot: by leaving it a choice of fewer answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias, TypeVar

from bot.engine.multi_step import ChooseOrCompose, Compose, Stage
from bot.engine.questions import Choose, Question
from bot.engine.records import Move

Strategy: TypeAlias = Callable[[Any, Question, Random], Move]
"""From a seat's view, what it is asked, and chance, to its answer; as the bots of the games are."""
Strategies: TypeAlias = Mapping[str, Strategy]
"""Strategies by their descriptions in a few words."""

Thing = TypeVar("Thing")


def at_random(view: Any, question: Question, random: Random) -> Move:
    """Return any legal answer."""
    return question.choose_random_move(random)


def bot_that(bot: Strategy, wants: Callable[[Any, Any], bool]) -> Strategy:
    """Return a strategy that leaves the choice to the bot, among the wanted answers if there are any.

    Args:
        bot: of the game.
        wants: whether a seat with this view wants an answer, or a part of one.
    """

    def choose(view: Any, question: Question, random: Random) -> Move:
        return bot(view, only(question, lambda move: wants(view, move)), random)

    return choose


def only(question: Question, wanted: Callable[[Move], bool]) -> Question:
    """Return the question with the answers only that are wanted; where there are none, with all."""
    match question:
        case ChooseOrCompose():
            return replace(_fewer(question, wanted), otherwise=_composed(question.otherwise, wanted))
        case Choose():
            return _fewer(question, wanted)
        case Compose():
            return _composed(question, wanted)
        case _:
            return question


def some(things: Sequence[Thing], wanted: Callable[[Thing], bool]) -> tuple[Thing, ...]:
    """Return those that are wanted; where there are none, all."""
    return tuple(thing for thing in things if wanted(thing)) or tuple(things)


Chosen = TypeVar("Chosen", bound=Choose)


def _fewer(question: Chosen, wanted: Callable[[Move], bool]) -> Chosen:
    return replace(question, options=some(question.options, lambda option: wanted(option.move)))


def _composed(question: Compose, wanted: Callable[[Move], bool]) -> Compose:
    def stage(parts: tuple[Move, ...]) -> Stage:
        there = question.stage(parts)
        return there if there.question is None else replace(there, question=only(there.question, wanted))

    return replace(question, stage=stage)
