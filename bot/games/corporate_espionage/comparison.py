"""Compare two answers by the bot's estimates, in points, for the turning points of reviews."""

from __future__ import annotations

from bot.engine.advice import Comparison
from bot.engine.questions import Question, Subset
from bot.engine.records import Move
from bot.engine.words import format_count
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.advice import why
from bot.games.corporate_espionage.bots import Mind
from bot.games.corporate_espionage.rules.drafts import BEGINNINGS
from bot.games.corporate_espionage.rules.your_turn import NextPart, WhatNow
from bot.games.corporate_espionage.view import EspionageView

MIN_LOSS = 1.5
"""Minimum loss in points; smaller ones do not count."""
COMPARED = (
    moves.Hire,
    moves.Purchase,
    moves.Spy,
    moves.Aim,
    moves.TakeOver,
    moves.UseSavvy,
    moves.Fire,
    moves.EndTurn,
    moves.NameCard,
    moves.Settle,
    moves.Respond,
    moves.LetItPass,
    moves.Liquidate,
    moves.DropCard,
    moves.PickFromHand,
)
"""Moves with an estimate; bots make no deals and hold nothing ready, so they cannot judge those moves."""


def compare(view: EspionageView, question: Question, better: Move, given: Move) -> Comparison | None:
    """Return how much better one answer is than another, and why; see `Bots.compare`."""
    if isinstance(question, NextPart) or (isinstance(question, WhatNow) and type(given) in BEGINNINGS):
        return None  # version 1 put a play together move by move
    mind = Mind(view)
    match better, given:
        case moves.DiscardDown(cards=gone), moves.DiscardDown(cards=other) if isinstance(question, Subset):
            loss = sum(map(mind.keep, _name_cards(other))) - sum(map(mind.keep, _name_cards(gone)))
            return _compared(loss, "The other cards bring you more than these.", better)
        case _ if isinstance(_get_act(better), COMPARED) and isinstance(_get_act(given), COMPARED):
            gain, cost = _value(mind, better), -_value(mind, given)
            return _compared(gain + cost, why(mind, better) if gain >= cost else _explain_cost(mind, given), better)
        case _:
            return None


def _compared(loss: float, reason: str, better: Move) -> Comparison:
    lost = f"about {format_count(round(loss), 'point')}"
    return Comparison(loss if loss >= MIN_LOSS else 0.0, lost, reason, lambda move: _makes_up(better, move))


def _explain_cost(mind: Mind, given: Move) -> str:
    """Return what the given answer costs, where that is more than what the better one brings."""
    if isinstance(given, moves.Fire | moves.Liquidate):
        brings = format_count(round(_get_lasting(mind, given.number)), "point")
        return f"What you gave up would have brought you about {brings} more by the end of the game."
    return "What you did should cost you more than it brings by the end of the game."


def _get_lasting(mind: Mind, number: int) -> float:
    """Return what an own card in play should still bring."""
    mine = [one for one in (*mind.me.team, *mind.me.inventory) if one.number == number]
    return sum(mind.lasting(mind.view.box.card[one.card], one.left) for one in mine)


def _name_cards(values: tuple[str, ...]) -> list[str]:
    """Return the card numbers of the chosen items; equal cards of a hand are told apart by a suffix."""
    return [value.partition(" ")[0] for value in values]


def _value(mind: Mind, move: Move) -> float:
    """Return the value of a move in points, an attack by the target it names."""
    if isinstance(move, moves.Fire):
        return -max(0.0, _get_lasting(mind, move.number))
    if isinstance(move, moves.Liquidate) and mind.score(move) < 0:  # it was not needed for a payment
        return -max(0.0, _get_lasting(mind, move.number))
    if not isinstance(move, moves.Announce):
        return mind.score(move)
    first = move.parts[0]
    target = next((part.target for part in move.parts if isinstance(part, moves.Aim)), None)
    if not isinstance(first, moves.Spy) or target is None:
        return mind.score(first)
    price = mind.price(first.card)
    return mind.hit(mind.view.box.card[first.card], target) - price - mind.pinch(price)


def _makes_up(better: Move, later: Move) -> bool:
    """Whether a later act of the same round does the same, at whatever target."""
    match _get_act(better), _get_act(later):
        case (
            moves.Hire(card=one) | moves.Purchase(card=one) | moves.Spy(card=one) | moves.UseSavvy(card=one),
            moves.Hire(card=other) | moves.Purchase(card=other) | moves.Spy(card=other) | moves.UseSavvy(card=other),
        ):
            return one == other
        case moves.TakeOver(target=one_target), moves.TakeOver(target=other_target):
            return one_target == other_target
        case _:
            return False


def _get_act(move: Move) -> Move:
    return move.parts[0] if isinstance(move, moves.Announce) else move
