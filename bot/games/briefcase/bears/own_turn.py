"""Describe an own turn above its options: the cards, the best play, the end of the game, and what helps.

The line below the heading has the most important pieces, and the small print below it the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from bot.engine.pages import mark
from bot.engine.questions import Choose, Question
from bot.engine.records import Move
from bot.engine.words import fits_in_facts, fits_on_line, format_count, format_leader
from bot.games.briefcase.bears.line_fitting import Piece, fit_pieces, list_shorter
from bot.games.briefcase.bears.next_activation import describe_next_activation, find_energy_source
from bot.games.briefcase.components import BriefcaseBox, Company, IgnoreABlock
from bot.games.briefcase.moves import (
    ActivateCompany,
    BuyCompany,
    BuyResources,
    DrawExtra,
    EndTurn,
    Exchange,
    HireCompany,
    Invest,
    MoveBlock,
)
from bot.games.briefcase.rules.brief_abilities import describe_ability_briefly
from bot.games.briefcase.rules.short_labels import abbreviate, drop_companies, drop_ones, list_briefly
from bot.games.briefcase.rules.vocabulary import amounts, said_payment
from bot.games.briefcase.view import BriefcaseView, PlayerView

IDLE = "Move a block or end the turn."
"""What a player reads who can do nothing else."""
BANK = (
    "Central Bank: with an Activate, give up any number of Buys for 1 point each.",
    "Central Bank: an Activate turns Buys into 1 point each.",
)
"""What the bank is for, until a player has used it."""
ONE_COMPANY = "You may buy only one company a turn.", "Only one company a turn."
TIES = "Ties: most resources left over."
SHORT_CHARS = 108
"""Characters of the line, which then takes three lines on a phone; only important pieces may take more."""
FIRM = 5
"""Pieces of a lower rank push out all others."""


def is_own_turn(question: Question) -> TypeGuard[Choose]:
    """Whether a question is about the plays of an own turn."""
    return isinstance(question, Choose) and EndTurn() in question.moves


def describe_turn(view: BriefcaseView, own: PlayerView, moves: Sequence[Move]) -> str:
    """Return the line below the heading: the cards and the next activation first, as far as there is room."""
    return fit_pieces(list(_list_pieces(view, own, moves)), fits_on_line, FIRM, _is_short)


def list_turn_facts(view: BriefcaseView, own: PlayerView, moves: Sequence[Move]) -> Sequence[str]:
    """Return versions of the small print: why the game ends, the points, and what the line has no room for."""
    line = describe_turn(view, own, moves)
    pieces = [piece for piece in _list_facts(view, own, moves, line) if piece.versions]
    return list(list_shorter(pieces, fits_in_facts))


def describe_storage(own: PlayerView, box: BriefcaseBox) -> str:
    """Return what is stored, and what it scores if there is room to keep it: Energy counts for that, too."""
    stored, each = sum(own.storage.values()), box.terms.resources_per_point
    if not stored:
        return ""
    points = (stored + min(own.room, 0)) // each
    scores = f" ({points * each} stored resources: {format_count(points, 'point')} at the end)" if points else ""
    return f"Stored: {amounts(own.storage)}{scores}."


def explain_storage(own: PlayerView, box: BriefcaseBox) -> Sequence[str]:
    """Return that stored resources score at the end, if they are too few for a point now."""
    stored, each = sum(own.storage.values()), box.terms.resources_per_point
    return (f"At the end, every {each} stored resources score 1 point.",) if 0 < stored < each else ()


def _is_short(text: str) -> bool:
    return len(text) <= SHORT_CHARS


def _list_pieces(view: BriefcaseView, own: PlayerView, moves: Sequence[Move]) -> Iterator[Piece]:
    is_idle = len(moves) > 1 and all(isinstance(move, EndTurn | MoveBlock) for move in moves)
    totals = {seat: player.score.total for seat, player in view.everybody.items()}
    yield Piece(0, (f"Your cards: {list_briefly(view.hand)}." if view.hand else "Your hand is empty.",))
    yield Piece(3, _describe_second_company(view))
    yield Piece(2, _describe_end(view))
    cheapest = _describe_cheapest(view, [move.company for move in moves if isinstance(move, BuyCompany)])
    is_done = cheapest and all(owned.activated for owned in own.companies)
    done = [f"All your companies are activated. {version}" for version in cheapest] if is_done else ()
    yield Piece(1, describe_next_activation(view, own, moves) or done)
    yield Piece(4, (IDLE,) if is_idle else ())
    helper = next((_describe_helper(company) for company in _list_helpers(view, own, moves)), ())
    yield Piece(5, helper)
    yield Piece(6, _list_versions(describe_storage(own, view.box)))
    yield Piece(7, (TIES,) if view.ending is not None else ())
    leader = format_leader(view.seat or 0, totals, lambda total: format_count(total, "point"))
    yield Piece(4 if view.ending is not None else 8, leader)
    yield Piece(9, () if is_done else cheapest)


def _list_versions(*versions: str) -> Sequence[str]:
    """Return the versions of a piece; none if the first is empty."""
    return list(dict.fromkeys(versions)) if versions[0] else ()


def _describe_end(view: BriefcaseView) -> Sequence[str]:
    if view.ending is not None:
        return f"Your last turn: {view.ending}.", "Your last turn."
    return describe_near_end(view)


def describe_near_end(view: BriefcaseView) -> Sequence[str]:
    """Return what is left before the game ends, if that is little."""
    if not view.near_end:
        return ()
    brief = view.near_end.partition(" left")[0]
    return f"End near: {view.near_end}.", f"End near: {brief} left."


def _describe_second_company(view: BriefcaseView) -> Sequence[str]:
    """Return that no further company can be bought in this turn; nothing without a Buy."""
    bought = view.this_turn.companies_bought >= view.box.terms.company_purchases
    return ONE_COMPANY if bought and "buy" in view.hand else ()


def _describe_cheapest(view: BriefcaseView, companies: Sequence[str]) -> Sequence[str]:
    """Return that one company a turn can be bought, and the cheapest; of equal ones the most valuable."""
    if not companies:
        return ()
    cards = [view.box.company[company] for company in companies]
    card = min(cards, key=lambda card: (card.cost or 0, -card.points))
    price = f"Cheapest company: {card.name}, {format_count(card.cost or 0, 'Buy')}"
    return f"{price}; one a turn.", f"{price}."


def _list_facts(view: BriefcaseView, own: PlayerView, moves: Sequence[Move], line: str) -> Iterator[Piece]:
    """Yield the pieces of the small print that the line above does not say."""
    yield Piece(0, _explain_end(view, line))
    yield Piece(5, (_describe_points(view),) if view.near_end else ())
    yield Piece(1, (TIES,) if view.ending is not None and TIES not in line else ())
    yield Piece(2, _describe_price(view, moves, line))
    is_new = not own.central_bank and ("Central Bank" in line or any(isinstance(move, Invest) for move in moves))
    yield Piece(2, BANK if is_new else ())
    source = find_energy_source(view, own)
    yield Piece(3, (f"Energy comes from activating {source}.",) if source and f"activate {source}" not in line else ())
    stored = describe_storage(own, view.box)
    yield Piece(4, (stored,) if stored and stored not in line else ())
    yield Piece(6, _explain_hire(view, moves))
    yield Piece(7, explain_storage(own, view.box))
    yield Piece(99, _describe_bank(view))
    for rank, company in enumerate(_list_helpers(view, own, moves), 8):
        versions = _describe_helper(company)
        yield Piece(rank, () if any(version in line for version in versions) else versions)


def _explain_end(view: BriefcaseView, line: str) -> Sequence[str]:
    """Return why and when the game ends, if it does so soon; on the last turn with the points."""
    if view.ending is not None:
        why = "" if view.ending in line else f"{view.ending}: "
        ends = f"{why}the game ends with this round."
        return (f"{ends[:1].upper()}{ends[1:]} {_describe_points(view)}",)
    is_near = view.near_end and view.near_end.partition(" left")[0] in line
    return ("If that runs out this round, this is your last turn.",) if is_near else ()


def _describe_points(view: BriefcaseView) -> str:
    totals = {seat: player.score.total for seat, player in view.everybody.items()}
    points = (f"{'you' if seat == view.seat else mark(seat)} {totals[seat]}" for seat in totals)
    return f"Points: {', '.join(points)}."


def _describe_price(view: BriefcaseView, moves: Sequence[Move], line: str) -> Sequence[str]:
    """Return what the only first activation costs, whose button has no room for it, if the line does not say so."""
    first = [move for move in moves if isinstance(move, ActivateCompany) and move.company in view.points_by_activating]
    if len(first) != 1:
        return ()
    name, price = view.box.company[first[0].company].name, said_payment(first[0].pay, view.box)
    brief = drop_ones(drop_companies(price))
    if f"for {price}" in line or f"for {brief}" in line:
        return ()
    return f"{name} takes {price}.", f"{name} takes {brief}."


def _explain_hire(view: BriefcaseView, moves: Sequence[Move]) -> Sequence[str]:
    """Return what a Hire in the hand does, and why it cannot be played now."""
    if "hire" not in view.hand:
        return ()
    does = "Hire: pay a rival half of a company's cost, get its cards"
    if any(isinstance(move, HireCompany) for move in moves):
        return (f"{does}.",)
    others = (player for seat, player in view.everybody.items() if seat != view.seat)
    why = "you lack the resources" if any(player.activated for player in others) else "nobody has one yet"
    return f"{does}; {why}.", f"Hire: {why}."


def _describe_bank(view: BriefcaseView) -> Sequence[str]:
    """Return how many Buys are left before the game ends, unless the line says so already."""
    if view.near_end or view.ending is not None:
        return ()
    return (f"Bank: {format_count(view.bank['buy'], 'Buy')}; at 0 the game ends.",)


def _list_helpers(view: BriefcaseView, own: PlayerView, moves: Sequence[Move]) -> Sequence[Company]:
    """Return the own companies without which some of the plays would not be possible, those of most plays first."""
    used = Counter(company for move in moves for company in _find_helpers(view, own, move))
    cards = [view.box.company[company] for company in used]
    return sorted(cards, key=lambda card: (-used[card.id], card.number))


def _describe_helper(company: Company) -> Sequence[str]:
    does = describe_ability_briefly(company.ability)
    does = f"{does[:1].lower()}{does[1:]}"
    return _list_versions(f"{company.name}: {does}", f"{abbreviate(company.name)}: {does}")


def _find_helpers(view: BriefcaseView, own: PlayerView, move: Move) -> set[str]:
    """Return the own companies that help with a play."""
    match move:
        case DrawExtra() | Exchange():
            return {move.company}
        case BuyResources() if set(move.resources) & set(view.resource_blocks):
            able = (company for company in own.activated if isinstance(view.box.company[company].ability, IgnoreABlock))
            return {*list(able)[:1], *(use.via for use in move.cards if use.via)}
        case BuyResources() | BuyCompany() | Invest():
            return {use.via for use in move.cards if use.via}
        case ActivateCompany() | HireCompany():
            return {via for via in (*(use.via for use in move.cards), *(spent.via for spent in move.pay)) if via}
        case _:
            return set()
