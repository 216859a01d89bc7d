"""Build the line below a question's heading, with the facts that decide the answer, from a seat's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.pages import mark
from bot.engine.questions import Choose, Question, Subset
from bot.engine.words import fit_sentences, fits_on_line, format_count, format_leader, format_list
from bot.games.briefcase.components import BriefcaseBox, Company, IgnoreABlock, Resource
from bot.games.briefcase.moves import (
    BuyCompany,
    DeactivateCompany,
    EndTurn,
    HireCompany,
    MakeDiscard,
    MoveBlock,
    PlaceProduction,
    RemoveCard,
    TakeFromOpponent,
)
from bot.games.briefcase.rules.out_of_reach import describe_lacking
from bot.games.briefcase.rules.paying import list_turned, missing, most_cards, ways_to_pay
from bot.games.briefcase.rules.vocabulary import amounts, said_alternatives
from bot.games.briefcase.view import BriefcaseView, PlayerView


def bears(view: BriefcaseView, question: Question) -> str:
    """Return the line with the hand or the room in the storage, and the company that lacks least."""
    if view.seat is None:
        return ""
    if view.choosing_portfolio:
        choice = len(question.items) if isinstance(question, Subset) else len(view.portfolio)
        return f"There are {choice} to choose from, and all {view.players} players can buy them."
    return fit_sentences(_list_sentences(view, view.everybody[view.seat], question))


def describe_private_facts(view: BriefcaseView, question: Question) -> Sequence[str]:
    """Return what this seat stores, if the line above has no room for it, and why a Hire in its hand is of no use.

    The short version leaves out the Hire.
    """
    if view.seat is None or view.choosing_portfolio:
        return ()
    on_turn = isinstance(question, Choose) and EndTurn() in question.moves
    stored = _describe_storage(view.everybody[view.seat], view.box) if on_turn else ""
    if stored in bears(view, question):
        stored = ""
    versions = (" ".join(filter(None, (stored, hire))) for hire in (_explain_hire(view, question), ""))
    return list(dict.fromkeys(filter(None, versions)))


def _describe_storage(own: PlayerView, box: BriefcaseBox) -> str:
    """Return what is stored, and what it scores: Energy counts for that, too."""
    if not any(own.storage.values()):
        return ""
    points, each = own.score.resources, box.terms.resources_per_point
    scores = f" (+{format_count(points, 'point')} for {points * each})" if points else ""
    return f"Stored: {amounts(own.storage)}{scores}."


def _explain_hire(view: BriefcaseView, question: Question) -> str:
    """Return what a Hire in the hand is for while none can be played on the own turn; else nothing."""
    moves = question.moves if isinstance(question, Choose) else ()
    if "hire" not in view.hand or EndTurn() not in moves or any(isinstance(move, HireCompany) for move in moves):
        return ""
    others = (player for seat, player in view.everybody.items() if seat != view.seat)
    why = "you lack resources" if any(player.activated for player in others) else "there is none yet"
    return f"Hire: use another's activated company for half its cost; {why}."


def _list_sentences(view: BriefcaseView, own: PlayerView, question: Question) -> Iterator[str | Sequence[str]]:
    moves = question.moves if isinstance(question, Choose) else ()
    totals = {seat: player.score.total for seat, player in view.everybody.items()}
    leader = format_leader(view.seat or 0, totals, lambda total: format_count(total, "point"))
    match moves[0] if moves else None:
        case RemoveCard():
            yield "Without weak cards you draw the good ones more often."
            yield f"Hand and deck together: {amounts(own.hidden)}."
        case PlaceProduction():
            yield f"Your deck holds {format_count(own.deck_size, 'card')}."
            yield f"In hand: {amounts(view.hand)}."
        case TakeFromOpponent() if view.victim is not None:
            yield _describe_room(own)
            yield f"{mark(view.victim)} stores {amounts(view.everybody[view.victim].storage)}."
            yield _describe_nearest(view, own, on_turn=False)
            yield leader
        case MakeDiscard():
            yield leader
        case DeactivateCompany():
            yield _describe_most_valuable(view, [move.company for move in moves if isinstance(move, DeactivateCompany)])
            yield leader
        case _:
            on_turn = any(isinstance(move, EndTurn) for move in moves)
            first = f"Your cards: {amounts(view.hand)}." if on_turn else _describe_room(own)
            is_idle = on_turn and all(isinstance(move, EndTurn | MoveBlock) for move in moves) and len(moves) > 1
            nearest = _describe_nearest(view, own, on_turn=on_turn, brief=is_idle)
            yield first
            stored = _describe_storage(own, view.box)
            yield _describe_second_company(view) if on_turn and "buy" in view.hand else ""
            yield _describe_end(view, first, nearest, on_turn=on_turn)
            yield _add_storage(_join_idle(nearest) if is_idle else nearest, stored if on_turn else "")
            yield "Ties: most resources left over." if view.ending is not None else ""
            yield leader
            if not _explain_hire(view, question):
                yield _describe_purchase(view, [move.company for move in moves if isinstance(move, BuyCompany)])
            yield "" if on_turn else stored


def _join_idle(nearest: str | Sequence[str]) -> Sequence[str]:
    """Add that only a block can be moved, as far as there is room beside what the nearest company lacks."""
    versions = [nearest] if isinstance(nearest, str) else nearest
    idle = (
        "Only a block can be moved; you may simply end the turn.",
        "Move a block or end the turn.",
        "Only a block can move.",
    )
    return [*(f"{version} {says}".strip() for version in versions or [""] for says in idle), *versions]


def _add_storage(nearest: str | Sequence[str], stored: str) -> Sequence[str]:
    """Add what is stored, for which a longer version of what the nearest company lacks gives way."""
    versions = [nearest] if isinstance(nearest, str) else nearest
    return [*(f"{version} {stored}".strip() for version in versions or [""] if stored), *versions]


def _describe_end(view: BriefcaseView, before: str, after: str | Sequence[str], *, on_turn: bool) -> str:
    """Return that the end of the game is near or certain, in as many words as there is room for; else nothing."""
    if view.ending is not None:
        return "Your last turn." if on_turn else "The last round."
    if not view.near_end:
        return ""
    versions = [after] if isinstance(after, str) else after
    brief = view.near_end.partition(" left")[0]
    for says in (f"End near: {view.near_end}.", f"End near: {brief} left."):
        if any(fits_on_line(f"{before} {says} {version}") for version in versions):
            return says
    return f"Left: {brief}."


def _describe_room(own: PlayerView) -> str:
    room = own.storage_limit - sum(count for name, count in own.storage.items() if name != "energy")
    return f"You store {-room} too many." if room < 0 else f"You have room for {room or 'no'} more."


def _describe_nearest(
    view: BriefcaseView, own: PlayerView, *, on_turn: bool, brief: bool = False
) -> str | Sequence[str]:
    """Name the company that lacks least to be activated; of equal ones the most valuable."""
    waiting = [view.box.company[owned.company] for owned in own.companies if not owned.activated]
    if not waiting or view.means is None:
        return ""
    cards, resources = view.means
    ready = [card for card in waiting if ways_to_pay(resources, card.units)]
    if ready:
        best = max(ready, key=lambda card: view.points_by_activating[card.id])
        if not on_turn:
            return f"Your resources pay for {best.name}."
        if not most_cards(cards, "activate"):
            return f"{best.name} only lacks an Activate."
        can = f"You can activate {best.name}: {format_count(view.points_by_activating[best.id], 'point')}."
        if not _opens_level_2(view, own, best):
            return can
        return f"{can} That opens level 2 and the Central Bank.", f"{can[:-1]}, opens level 2.", can
    lacking = {card.id: missing(resources, card.units) for card in waiting}
    nearest = min(waiting, key=lambda card: (len(lacking[card.id][0]), -card.points))
    plain = said_alternatives(lacking[nearest.id])
    if turned := list_turned(resources, nearest.units):
        whole = f"{nearest.name} lacks {describe_lacking(view.box, resources, nearest.id)}."
        brief_one = whole.partition(" as ")[0]
        return whole, f"{brief_one} as {format_list(unit.capitalize() for unit, _ in turned)}.", f"{brief_one}."
    short = f"{nearest.name} lacks {plain}."
    if not on_turn or view.ending is not None:
        return short
    marked = _mark_blocked(plain, _list_blocked(view, own))
    if marked != plain:
        return f"{nearest.name} lacks {marked}.", short
    return short if brief else (f"To activate {nearest.name} you lack {plain}.", short)


def _opens_level_2(view: BriefcaseView, own: PlayerView, card: Company) -> bool:
    """Whether the activation of a company opens level 2 and the Central Bank."""
    level_1 = sum(view.box.company[company].level == 1 for company in own.activated)
    return card.level == 1 and level_1 + 1 == view.box.terms.activated_level_1


def _mark_blocked(lacking: str, blocked: Sequence[str]) -> str:
    """Mark the resources that nobody can buy now."""
    for name in blocked:
        lacking = lacking.replace(name.capitalize(), f"{name.capitalize()} (blocked)")
    return lacking


def _list_blocked(view: BriefcaseView, own: PlayerView) -> list[Resource]:
    """Return the blocked resources that no company of this player lets it buy now."""
    abilities = (view.box.company[company].ability for company in own.activated)
    if not any(isinstance(ability, IgnoreABlock) for ability in abilities):
        return list(view.resource_blocks)
    return [name for name in view.resource_blocks if view.this_turn.cargo not in (None, name)]


def _describe_second_company(view: BriefcaseView) -> str:
    """Return that no further company can be bought in this turn; else nothing."""
    bought = view.this_turn.companies_bought >= view.box.terms.company_purchases
    return "No second company this turn." if bought else ""


def _describe_purchase(view: BriefcaseView, companies: Sequence[str]) -> str | Sequence[str]:
    """Return that one company a turn can be bought, and the cheapest; of equal ones the most valuable."""
    cards = [view.box.company[company] for company in companies]
    if not cards:
        return ""
    card = min(cards, key=lambda card: (card.cost or 0, -card.points))
    price = f"Cheapest company: {card.name}, {format_count(card.cost or 0, 'Buy')}."
    return f"{price[:-1]}; one a turn.", price


def _describe_most_valuable(view: BriefcaseView, companies: Sequence[str | None]) -> str:
    cards = [view.box.company[company] for company in companies if company is not None]
    if not cards:
        return ""
    best = max(cards, key=lambda card: card.points)
    return f"{best.name} is worth most: {format_count(best.points, 'point')}."
