"""Build the line below a question's heading, with the facts that decide the answer, from a company's view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.engine.multi_step import ChooseOrCompose
from bot.engine.pages import mark
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, Seat
from bot.engine.words import fit_sentences, format_count, format_leader, format_list
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.at_hand import count_asset_value, count_loss
from bot.games.corporate_espionage.components import ANSWERS
from bot.games.corporate_espionage.rules.arithmetic import levy, places_for_executives
from bot.games.corporate_espionage.rules.effects import (
    AnyOp,
    AttackerLoses,
    Cancel,
    DestroyAsset,
    DiscardChosen,
    DrawOp,
    FireOp,
    Gain,
    PoachOp,
    Redirect,
    StatusOp,
    StealAsset,
)
from bot.games.corporate_espionage.rules.in_words import each_turn, in_brief
from bot.games.corporate_espionage.table import Company
from bot.games.corporate_espionage.view import CompanyView, EspionageView, PlayView


def bears(view: EspionageView, question: Question) -> str:
    """Return the line with the possible loss, the own points, or the leader."""
    if view.company is None:
        return ""
    own = view.companies[view.company]
    return fit_sentences([*_list_sentences(view, own, question), _name_leader(view, view.company)])


def _list_sentences(view: EspionageView, own: CompanyView, question: Question) -> Iterator[str | Sequence[str]]:
    offered = question.moves if isinstance(question, Choose) else ()
    match offered[0] if offered else None:
        case moves.BringDeck():
            terms = view.terms
            yield f"You begin with {terms.opening_hand} cards of it and draw {terms.draws} each turn."
        case moves.LetItPass():
            yield from _describe_window(view, own, offered)
        case _ if question.is_legal(moves.GiveUp()):
            yield _describe_assets(view, own, -(own.account or 0))
            yield "" if len(offered) > 1 else "You are asked so that nobody learns your hand."
        case _ if question.is_legal(moves.PayWhatIsDue()):
            short = own.overhead - (own.account or 0)
            yield f"You are {format_count(short, 'point')} short."
            yield _describe_assets(view, own, short)
        case moves.NameCard() | moves.PickFromHand() if view.strike is not None:
            yield _describe_target(view, view.strike[2])
        case moves.Fire() if not isinstance(question, ChooseOrCompose):
            company = Company(team=list(own.team), inventory=list(own.inventory))
            places = places_for_executives(company, view.box, view.terms)
            yield f"You have {format_count(places, 'place')} for executives."
            yield _describe_own(own)
        case _:
            yield _describe_own(own)
            due = levy(view.round, view.terms.levy_after)
            yield f"The levy takes {due} at the end of this round." if due else ""


def _describe_own(own: CompanyView) -> Sequence[str]:
    points = f"You have {format_count(own.account or 0, 'point')}, {each_turn(own.income - own.overhead)}"
    return f"{points}; net worth {own.worth}.", f"{points}."


def _describe_assets(view: EspionageView, own: CompanyView, needed: int) -> str:
    """Return the value of all assets, and whether it is enough."""
    if not own.inventory:
        return "You have no assets to sell."
    value = count_asset_value(view, own)
    return f"All your assets would bring {value}, which is {'enough' if value >= needed else 'too little'}."


def _name_leader(view: EspionageView, reader: Seat) -> str | Sequence[str]:
    """Name the living company with the highest net worth."""
    worth: Mapping[Seat, int | None] = {seat: view.companies[seat].worth for seat in view.living}
    return format_leader(reader, worth, lambda points: f"net worth {points}") if view.round else ""


def _describe_target(view: EspionageView, target: Seat) -> str | Sequence[str]:
    if target == view.company:
        return _describe_own(view.companies[target])
    company = view.companies[target]
    worth = "hidden points" if company.worth is None else f"net worth {company.worth}"
    return f"{mark(target)} has {worth}, {each_turn(company.income - company.overhead)}."


# A play that can be answered


NO_ANSWER = (
    "You hold no answer; you are asked so that nobody learns that.",
    "You hold no answer; asking you hides that.",
    "You hold no answer.",
)
"""From long to short. Others would learn from a question that is not asked, or from how soon it is answered."""
NO_ANSWER_BUT = "None of your cards stops it; you can still use {}."
"""For a company that holds only savvy that answers nothing in particular."""
TOO_DEAR = "{} may make your company too dear for it."
"""The same against a takeover, whose price rises with the points of the target."""


def _describe_window(view: EspionageView, own: CompanyView, offered: Sequence[Move]) -> Iterator[str | Sequence[str]]:
    play = view.plays[0] if view.plays else None
    responses = [move for move in offered if isinstance(move, moves.Respond)]
    if play is not None:
        yield _describe_stake(view, own, play, brief=not responses)
    fitting = [move for move in responses if _is_fitting(view, move, play)]
    names = list(dict.fromkeys(view.box.card[move.card].name for move in fitting or responses))
    if fitting:
        one = "answers it" if len(names) == 1 else "answer it"
        yield f"{format_list(names)} {one}.", f"You hold {format_count(len(names), 'answer')}."
    elif not responses:
        yield NO_ANSWER
    elif play is not None and play.what == "takeover":
        yield TOO_DEAR.format(format_list(names))
    else:
        yield NO_ANSWER_BUT.format(format_list(names)), "None of your cards stops it."
    yield _describe_own(own)


def _is_fitting(view: EspionageView, move: moves.Respond, play: PlayView | None) -> bool:
    """Whether a response answers the play in particular, and is not just possible at any time."""
    return play is None or ANSWERS.get(view.box.card[move.card].modes[move.mode].trigger) == play.what


def _describe_stake(view: EspionageView, own: CompanyView, play: PlayView, *, brief: bool) -> str:
    """Return the loss of this company if it lets a play pass, or what the play does; `brief`: without abilities."""
    if view.company not in play.targets:
        return (
            _describe_answer(view, play, view.plays[1])
            if len(view.plays) > 1
            else _describe_gain(view, play, brief=brief)
        )
    if play.what == "takeover":
        return f"Your company would be out: {mark(play.by)} pays {own.worth} for it."
    if play.card is None:
        return ""
    loss = count_loss(view, own, play.card)
    ops = view.box.card[play.card].ops
    taken = [format_count(loss, "point")] if loss else []
    taken += filter(None, (_describe_taken(view, own, op) for op in ops))
    left = (own.account or 0) - loss
    after = f"; {format_count(left, 'point')} left" if left >= 0 else f", and be {-left} in debt"
    said = f"You would lose {format_list(taken)}{after if loss else ''}." if taken else ""
    more = [op for op in ops if isinstance(op, StatusOp) and op.status == "overhead_plus"]
    costs = [f"Your overhead would be {op.amount} higher for {format_count(op.turns, 'turn')}." for op in more]
    return " ".join(filter(None, [said, *costs])) or "You would lose nothing."


def _describe_answer(view: EspionageView, answer: PlayView, answered: PlayView) -> str:
    """Return what an answer would do to the play that it answers."""
    is_own = answered.by == view.company
    if not answer.ops or answered.card is None:
        return "This play answers yours." if is_own else ""
    name = view.box.card[answered.card].name
    card, loser = (f"your {name}", "you lose") if is_own else (name, f"{mark(answered.by)} loses")
    effects = "; ".join(_describe_effect(op, mark(answer.by), card, loser) for op in answer.ops)
    return f"Unless stopped: {effects}."


def _describe_effect(op: AnyOp, by: str, card: str, loser: str) -> str:
    """Return one effect of an answer as a clause.

    Args:
        op: the effect.
        by: the mark of the answering company.
        card: the answered card.
        loser: the subject and verb of a loss of the company that played that card.
    """
    match op:
        case Cancel():
            return f"{card} is cancelled"
        case Redirect():
            return f"{card} goes to another target"
        case Gain():
            return f"{by} gains {format_count(op.amount, 'point')}"
        case DrawOp():
            return f"{by} draws {format_count(op.count, 'card')}"
        case AttackerLoses():
            return f"{loser} {format_count(op.amount, 'point')}"
        case _:
            raise TypeError(f"{op.kind} belongs to espionage")  # no box holds such a card


def _describe_gain(view: EspionageView, play: PlayView, *, brief: bool) -> str:
    """Return what a card put into play would bring its company each turn."""
    if play.card is None or play.what not in ("hire", "purchase"):
        return ""
    card = view.box.card[play.card]
    does = "" if brief else in_brief(card)
    return f"It brings {mark(play.by)} {each_turn(card.income - card.overhead)}{f': {does}' if does else ''}."


def _describe_taken(view: EspionageView, own: CompanyView, op: AnyOp) -> str:
    """Return the loss by an operation, other than points, in words."""
    types = {view.box.card[permanent.card].type for permanent in own.team}
    match op:
        case FireOp() if op.type in types:
            return f"an {op.type}"
        case PoachOp() if "employee" in types:
            return "an employee"
        case DestroyAsset() if own.inventory:
            return "an asset"
        case StealAsset() if any(view.box.card[asset.card].cost <= op.max_cost for asset in own.inventory):
            return f"an asset of cost {op.max_cost} or less"
        case DiscardChosen() if own.hand_size:
            return format_count(min(op.count, own.hand_size), "card of your hand", "cards of your hand")
        case StatusOp() if op.status == "skip_income":
            return "your next income"
        case _:
            return ""
