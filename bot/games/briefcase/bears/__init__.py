"""Build the line below a question's heading, with the facts that decide the answer, from a seat's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.pages import mark
from bot.engine.questions import Choose, Question, Subset
from bot.engine.words import fit_sentences, format_count, format_leader
from bot.games.briefcase.bears.next_activation import describe_nearest_company
from bot.games.briefcase.bears.own_turn import (
    describe_near_end,
    describe_storage,
    describe_turn,
    is_own_turn,
    list_turn_facts,
)
from bot.games.briefcase.moves import DeactivateCompany, MakeDiscard, PlaceProduction, RemoveCard, TakeFromOpponent
from bot.games.briefcase.rules.vocabulary import amounts
from bot.games.briefcase.view import BriefcaseView, PlayerView


def bears(view: BriefcaseView, question: Question) -> str:
    """Return the line with the hand or the room in the storage, and the company that lacks least."""
    if view.seat is None:
        return ""
    if view.choosing_portfolio:
        choice = len(question.items) if isinstance(question, Subset) else len(view.portfolio)
        return f"There are {choice} to choose from, and all {view.players} players can buy them."
    own = view.everybody[view.seat]
    if is_own_turn(question):
        return describe_turn(view, own, question.moves)
    return fit_sentences(_list_sentences(view, own, question))


def describe_private_facts(view: BriefcaseView, question: Question) -> Sequence[str]:
    """Return versions of what else matters on this seat's turn, such as why the game ends and which companies help."""
    if view.seat is None or view.choosing_portfolio or not is_own_turn(question):
        return ()
    return list_turn_facts(view, view.everybody[view.seat], question.moves)


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
            yield describe_nearest_company(view, own)
            yield leader
        case MakeDiscard():
            yield leader
        case DeactivateCompany():
            yield _describe_most_valuable(view, [move.company for move in moves if isinstance(move, DeactivateCompany)])
            yield leader
        case _:
            yield _describe_room(own)
            yield "The last round." if view.ending is not None else describe_near_end(view)
            yield describe_nearest_company(view, own)
            yield leader
            yield describe_storage(own, view.box)


def _describe_room(own: PlayerView) -> str:
    return f"You store {-own.room} too many." if own.room < 0 else f"You have room for {own.room or 'no'} more."


def _describe_most_valuable(view: BriefcaseView, companies: Sequence[str | None]) -> str:
    cards = [view.box.company[company] for company in companies if company is not None]
    if not cards:
        return ""
    best = max(cards, key=lambda card: card.points)
    return f"{best.name} is worth most: {format_count(best.points, 'point')}."
