"""Short texts of companies' abilities, for lines and hints that have no room for the text on the card.

They are built from the abilities, so a box with other companies needs none of its own. (The texts are ours.)
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.words import format_count, format_list
from bot.games.briefcase.components import (
    BASIC,
    AnyAbility,
    CardsAs,
    Deactivate,
    DrawAtStart,
    ExchangeAtStart,
    IgnoreABlock,
    LargerHand,
    OpponentsDiscard,
    PlayedCardOnTop,
    PointsPerBuyOwned,
    PointsPerBuyProduced,
    PointsPerCompany,
    ProductionOnTop,
    RemoveACard,
    ResourceAs,
    Storage,
    TakeDiscarded,
    TakeFromOpponents,
)


def describe_ability_briefly(ability: AnyAbility | None) -> str:
    """Return what an ability does, in a sentence of at most 48 characters for the abilities of our box."""
    match ability:
        case None:
            return ""
        case ResourceAs():
            return _describe_resource(ability)
        case CardsAs():
            return _describe_cards(ability)
        case Storage(limit=limit):
            return f"You can store {limit}."
        case ProductionOnTop():
            return "What you get may go on your deck."
        case DrawAtStart() | ExchangeAtStart() | LargerHand() | IgnoreABlock() | PlayedCardOnTop():
            return _describe_each_turn(ability)
        case RemoveACard() | TakeDiscarded() | OpponentsDiscard() | TakeFromOpponents() | Deactivate():
            return f"Each time, {_describe_each_activation(ability)}."
        case PointsPerCompany() | PointsPerBuyOwned() | PointsPerBuyProduced():
            return f"End: {format_count(ability.points, 'point')} per {_name_scored(ability)}."


def _describe_each_turn(
    ability: DrawAtStart | ExchangeAtStart | LargerHand | IgnoreABlock | PlayedCardOnTop,
) -> str:
    match ability:
        case DrawAtStart(most_buys=most):
            return f"Turn start: with at most {format_count(most, 'Buy')}, draw a card."
        case ExchangeAtStart():
            return "Turn start: swap a card for a new one."
        case LargerHand(cards=cards):
            return f"You draw {cards} more each turn."
        case IgnoreABlock():
            return "Each turn, buy from one blocked pile."
        case PlayedCardOnTop():
            return "Turn end: a played card goes on your deck."


def _describe_each_activation(
    ability: RemoveACard | TakeDiscarded | OpponentsDiscard | TakeFromOpponents | Deactivate,
) -> str:
    match ability:
        case RemoveACard():
            return "you may remove a card"
        case TakeDiscarded(most=most):
            return f"take up to {most} discarded"
        case OpponentsDiscard(cards=cards):
            return f"rivals discard {_join_choices(cards)}"
        case TakeFromOpponents(resource=resource):
            return f"take 1 {resource.capitalize()} per rival"
        case Deactivate(level=level):
            return f"turn off 1 level {level} per rival"


def _name_scored(ability: PointsPerCompany | PointsPerBuyOwned | PointsPerBuyProduced) -> str:
    match ability:
        case PointsPerCompany():
            return "activated company"
        case PointsPerBuyOwned():
            return "Buy you own"
        case PointsPerBuyProduced():
            return "Buy your companies give"


def _describe_resource(ability: ResourceAs) -> str:
    if set(ability.to) == set(BASIC):
        which = "Any" if ability.per_turn is None else f"{ability.per_turn} a turn"
        return f"{which} pays as another{'' if ability.energy else ', not Energy'}."
    often = _describe_limit(ability.per_turn)
    which = "any resource" if ability.energy else "any but Energy"
    text = f"{often}{which} pays as {_join_choices(ability.to)}."
    return text[:1].upper() + text[1:]


def _describe_cards(ability: CardsAs) -> str:
    cards = "any card counts" if ability.count == 1 else f"{ability.count} equal cards count"
    market = " of resources" if ability.only_market else ""
    text = f"{_describe_limit(ability.per_turn)}{cards} as {_join_choices(ability.to)}{market}."
    return text[:1].upper() + text[1:]


def _describe_limit(per_turn: int | None) -> str:
    if per_turn is None:
        return ""
    return "Once a turn, " if per_turn == 1 else f"{per_turn} times a turn, "


def _join_choices(things: Iterable[str]) -> str:
    """Return things as "Buy, Activate or Hire"."""
    return format_list(thing.capitalize() for thing in things).replace(" and ", " or ")
