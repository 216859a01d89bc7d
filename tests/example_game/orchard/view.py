"""The views of seats and spectators, resampling, and a bot."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, Seat
from bot.engine.views import copy_known_fields

from .components import get_number
from .table import Bring, Market, Stall, Swap


@dataclass(frozen=True)
class OrchardView:
    """The information available to a seat, or to everybody."""

    seat: Seat | None
    day: int
    days: int
    scores: dict[Seat, int]
    coins: dict[Seat, int]
    honey: dict[Seat, int]
    held: dict[Seat, int]
    """The number of baskets in each hand."""
    gone: tuple[str, ...]
    hand: tuple[str, ...]
    """The seat's own hand."""
    brought: str
    """The seat's own unopened basket at the stall."""


def view(table: Market, seat: Seat | None) -> OrchardView:
    """Return a seat's view; None: a spectator."""
    step = table.agenda[0] if table.agenda else None
    laid = step.answers.get(seat) if isinstance(step, Stall) and seat is not None else None
    return OrchardView(
        **copy_known_fields(OrchardView, table, table, seat),
        seat=seat,
        scores=table.compute_current_scores(),
        held={each: len(hand) for each, hand in table.hands.items()},
        gone=tuple(table.gone),
        hand=() if seat is None else tuple(table.hands[seat]),
        brought="" if laid is None else laid.basket,
    )


def redeal(table: Market, seat: Seat | None, chance: Chance) -> Market:
    """Return the table with resampled hands of all others, and their resampled sealed baskets."""
    other = play.copy(table)
    if table.outcome is not None:
        return other
    other.chance = Chance(seed=f"{chance.draw_below(2**62):x}", drawn=table.chance.drawn)
    hidden = [each for each in other.seats if each != seat]
    # Sorted first: otherwise the deal would depend on the old order, which is hidden.
    pile = chance.shuffled(sorted([*other.pile, *(basket for each in hidden for basket in other.hands[each])]))
    for each in hidden:
        other.hands[each] = [pile.pop() for _ in other.hands[each]]
    other.pile = pile
    step = other.agenda[0]
    if isinstance(step, Stall):
        for each in [each for each in step.answers if each != seat]:
            step.answers[each] = Bring(basket=other.hands[each][chance.draw_below(len(other.hands[each]))])
    return other


def choose(view: OrchardView, question: Question, random: Random) -> Move:
    """Return the bot's move: it brings a good basket, and swaps a bad one."""
    worst = min(view.hand, key=get_number, default="")
    best = max(view.hand, key=get_number, default="")
    for move in (Bring(basket=best), Swap(basket=worst)):
        if isinstance(question, Choose) and question.is_legal(move) and random.random() < 0.7:
            return move
    return question.choose_random_move(random)
