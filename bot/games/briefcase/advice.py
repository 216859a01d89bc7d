"""Explain a bot's choice in one sentence, by the consideration that weighed most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from bot.engine.advice import Advice, find_close_second
from bot.engine.multi_step import Stage
from bot.engine.questions import Choose, Subset
from bot.engine.records import Move
from bot.engine.words import format_count, format_list
from bot.games.briefcase import moves
from bot.games.briefcase.bots import Mind, choose
from bot.games.briefcase.components import Company, Resource
from bot.games.briefcase.rules.paying import ways_to_pay
from bot.games.briefcase.view import BriefcaseView

LEVEL = 0.1
"""Plays whose values differ by at most this, in victory points, count as equal."""


def advise(view: BriefcaseView, stage: Stage, parts: Sequence[Move], random: Random) -> Advice:
    """Return what the bot would answer, and why; see `Bots.advise`."""
    mind, question = Mind(view), stage.question
    match question:
        case Choose():
            move = choose(view, question, random)
            scored = [(mind.score(other), other) for other in question.moves]
            reason = "This takes what you will miss least." if parts else why(mind, move, scored)
            return Advice(move, reason, find_close_second(scored, move, LEVEL))
        case Subset() if question.move is moves.ThrowAway:
            return Advice(choose(view, question, random), f"You can do best without these{_towards(mind)}.")
        case Subset():
            return Advice(choose(view, question, random), "These should bring most to those who activate them.")
        case None:
            return Advice(None, "There is nothing more to choose.")
        case _:
            raise ValueError(f"nothing is known of {question!r}")


def why(mind: Mind, move: Move, scored: Sequence[tuple[float, Move]]) -> str:  # noqa: C901 - a line for each kind
    """Return why a move is the best of these, which are given with their values."""
    match move:
        case moves.BuyResources():
            return _resources(mind, move.resources)
        case moves.BuyCompany():
            return _company(mind, move)
        case moves.ActivateCompany():
            return _activation(mind, move)
        case moves.Invest():
            return _investing(mind, move)
        case moves.HireCompany():
            card = mind.view.box.company[move.company]
            produced = format_points(mind.production(card))
            return f"What it produces for you should be worth {produced}, more than what you pay."
        case moves.MoveBlock():
            return _block(mind, move)
        case moves.DrawExtra():
            return "One more card costs nothing."
        case moves.Exchange():
            useless = move.card == "obstacle"
            return "An Obstacle does nothing for you this turn." if useless else "Any other card does more this turn."
        case moves.EndTurn():
            return _end(move, scored)
        case moves.PlaceProduction():
            if not move.cards:
                return "You want none of it in your next hand."
            return f"You draw {'it' if len(move.cards) == 1 else 'them'} next, and {_why_card(move.cards[-1])}"
        case moves.RemoveCard():
            if move.card is None:
                return "Every card of your hand still does something for you."
            return "It only fills your hand." if move.card == "obstacle" else "You have the least use for it."
        case moves.TakeDiscardedResources():
            return _resources(mind, move.resources) if move.resources else "None of them helps you now."
        case moves.MakeDiscard():
            return "A Buy is what they would miss most." if move.card == "buy" else "They hold nothing better to lose."
        case moves.TakeFromOpponent():
            return "It costs you nothing and them a resource." if move.take else "There is nothing to gain by it."
        case moves.DeactivateCompany():
            return _deactivation(mind, move)
        case moves.TakePayment():
            return _payment(mind, move)
        case _:
            return "Nothing else seems worth more."


# Companies


def _company(mind: Mind, move: moves.BuyCompany) -> str:
    """Return what a company that is bought should bring, and how soon."""
    card = mind.view.box.company[move.company]
    means = mind.view.means
    ready = means is not None and "activate" in mind.view.hand and bool(ways_to_pay(means.resources, card.units))
    soon = "you can activate it at once" if ready else f"it needs {format_count(len(card.units), 'resource')} first"
    brings = f"It should bring about {format_points(mind.first_time(card))} by the end of the game once it is active"
    return f"{brings}, {_most(mind, card)}; {soon}."


def _activation(mind: Mind, move: moves.ActivateCompany) -> str:
    """Return what an activation brings."""
    card = mind.view.box.company[move.company]
    if move.company in mind.me.activated:
        worth = mind.again(card)
        return (
            f"Activating it again is worth about {format_points(worth)}, more than what you pay would bring elsewhere."
        )
    return f"It should bring about {format_points(mind.first_time(card))} by the end of the game, {_most(mind, card)}."


def _most(mind: Mind, card: Company) -> str:
    """Return what most of a company's worth is."""
    more = 1.0 if mind.owns("points per company") else 0.0
    more += card.production.get("buy", 0) if mind.owns("points per buy produced") else 0.0
    parts = [
        (float(card.points), f"most of it the {format_count(card.points, 'victory point')} on it"),
        (more, "most of it by your companies that score for others"),
        (1.0 if card.level == 1 and len(mind.me.activated) < 2 else 0.0, "as it opens level 2 for you"),
        (mind.lasting(card), "most of it by its ability for the rest of the game"),
        (mind.production(card), "most of it by what it produces"),
        (mind.each_time(card), "most of it by what it does at each activation"),
    ]
    return max(parts, key=lambda part: part[0])[1]


def _deactivation(mind: Mind, move: moves.DeactivateCompany) -> str:
    if move.company is None:
        return "There is nothing worth deactivating."
    card = mind.view.box.company[move.company]
    return f"They would miss it most: until it is active again, it costs them about {format_points(mind.target(card))}."


# Resources


def _resources(mind: Mind, resources: Sequence[Resource]) -> str:
    """Return which company resources bring nearer, the one that gains most by them."""
    before, after = mind.stored.copy(), mind.stored + Counter(resources)
    found = list[tuple[float, str]]()
    for place, (worth, card) in enumerate(_wanted(mind)):
        units = Counter(card.units)
        was, short = (units - before).total(), (units - after).total()
        near = mind.weighs.each_missing
        gain = mind.weighs.ready ** (place + 1) * worth * (near**short - near**was)
        if short < was and not short:
            found.append((gain, f"That completes what {card.name} needs (worth about {format_points(worth)})."))
        elif short < was:
            lacks = format_list([name.capitalize() for name in (units - after).elements()], "")
            found.append((gain, f"{card.name} then lacks only {lacks}."))
        before -= units if not was else Counter()
        after -= units if not short else Counter()
    if found:
        return max(found, key=lambda each: each[0])[1]
    return "It can stand for what your companies lack." if mind.me.companies else "You will need it for a company."


def _towards(mind: Mind) -> str:
    wanted = _wanted(mind)
    return f" on the way to {wanted[0][1].name}" if wanted else ""


def _wanted(mind: Mind) -> list[tuple[float, Company]]:
    """Return the own companies with what an activation is worth, in the order in which resources count for them."""
    cards = [mind.view.box.company[one.company] for one in mind.me.companies]
    worths = [(mind.again(card) if card.id in mind.me.activated else mind.first_time(card), card) for card in cards]
    return sorted(worths, key=lambda one: (-one[0] / len(one[1].units), one[1].number))


def _payment(mind: Mind, move: moves.TakePayment) -> str:
    if not move.take:
        return "None of it is what a company of yours lacks."
    given = f", more than {format_list([name.capitalize() for name in move.give_up], '')} would" if move.give_up else ""
    return f"{_resources(mind, move.take)[:-1]}{given}."


# Other plays


def _investing(mind: Mind, move: moves.Invest) -> str:
    left = round(mind.turns_left)
    turns = f"you have only about {format_count(left, 'turn')} left" if left else "you have no turn left"
    if move.buys == 1:
        return f"A sure point is more than this Buy could still bring: {turns}."
    return f"{move.buys} sure points are more than these Buys could still bring: {turns}."


def _block(mind: Mind, move: moves.MoveBlock) -> str:
    hinders, frees = mind.obstruction(move.what, move.to), -mind.obstruction(move.what, move.start)
    if hinders >= frees:
        return "There it hurts others more than you, and the two cards do little else now."
    return "Where it lies now it hurts you, and the two cards do little else now."


def _end(move: moves.EndTurn, scored: Sequence[tuple[float, Move]]) -> str:
    others = [worth for worth, other in scored if not isinstance(other, moves.EndTurn)]
    best = "Nothing that you can still play brings you more than it costs" if others else "There is nothing to play"
    if move.top is None:
        return f"{best}."
    return f"{best}, and {_why_card(move.top)}"


def _why_card(card: str) -> str:
    """Return why a card is wanted in the next hand."""
    reasons = {
        "buy": "a Buy buys most.",
        "activate": "an Activate lets a company produce.",
        "hire": "a Hire lets another's company produce for you.",
    }
    return reasons.get(card, "nothing better is there.")


def format_points(worth: float) -> str:
    """Return victory points in words, to a half."""
    rounded = round(2 * worth) / 2
    return format_count(int(rounded), "point") if rounded == int(rounded) else f"{rounded} points"
