"""The hand of a seat, with the piles of its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.words import format_count
from bot.games.briefcase.components import DECISIONS, RESOURCES
from bot.games.briefcase.picture.signs import draw_heading, sign
from bot.games.briefcase.picture.style import (
    BRASS,
    CARD,
    CHART_HEADER,
    COLORS,
    GAP,
    INK,
    LINE,
    MARGIN,
    NORMAL,
    PAPER,
    QUIET,
    SIGN,
    SIGNS,
    WIDTH,
)
from bot.games.briefcase.rules.vocabulary import amounts
from bot.games.briefcase.view import BriefcaseView, PlayerView


def shown_of_hand(view: BriefcaseView) -> object:
    """Return the fields of the view that the picture of a hand depends on."""
    own = view.everybody[view.seat or 1]
    return view.seat, view.hand, own.hidden, own.deck_size, own.discard, own.storage, own.storage_limit


def draw_hand(view: BriefcaseView, _: Names) -> Picture:
    """Return this seat's cards, and below them its deck, its discard pile and what it has stored."""
    if view.seat is None:
        raise ValueError("everybody's view has no hand")
    piles = list_piles(view, view.everybody[view.seat])
    told = "; ".join(f"{words.lower()}: {amounts(pile)}" for words, pile in piles)
    alt = fit_alt_text([f"Your hand: {amounts(view.hand)}; {told}."])
    return Picture("hand.png", hand_sheet(view, view.everybody[view.seat]).to_png(COLORS), alt)


def hand_sheet(view: BriefcaseView, own: PlayerView) -> Canvas:
    """Return this seat's hand as a sheet; the first card of each kind has a place."""
    rows = -(-len(view.hand) // IN_ROW)
    piles = list_piles(view, own)
    top = CHART_HEADER + (rows * (GAP + CARD_HEIGHT) + GAP if rows else PILE)
    height = top + len(piles) * PILE + GAP
    canvas = Canvas((WIDTH, height), PAPER)
    draw_heading(canvas, CHART_HEADER, "YOUR HAND", 60, 56)
    number = format_count(len(view.hand), "card")
    canvas.draw_text(WIDTH - MARGIN, 56, number, face="strong", size=44, color=BRASS, align="right")
    for row in range(rows):
        upper = CHART_HEADER + GAP + row * (CARD_HEIGHT + GAP)
        columns = Area(MARGIN, upper, WIDTH - MARGIN, upper + CARD_HEIGHT).split_columns(IN_ROW, 14)
        for card, box in zip(view.hand[row * IN_ROW :][:IN_ROW], columns, strict=False):
            _hand_card(canvas, card, box)
            if ("hand", card) not in canvas.places:
                canvas.record_place(("hand card", card), box)
                canvas.record_place(("hand", card), Area(box.left, box.top, box.right, box.bottom - CARD_NAME))
    if not view.hand:
        canvas.draw_text(MARGIN + 4, CHART_HEADER + PILE // 2, "no cards", face="strong", size=NORMAL, color=QUIET)
    for at, (words, pile) in enumerate(piles):
        draw_pile(canvas, words, pile, Area(MARGIN, top + at * PILE, WIDTH - MARGIN, top + (at + 1) * PILE))
    return canvas


CARD_HEIGHT, IN_ROW = 232, 5
"""A decision card's height, and how many of them lie side by side."""
CARD_NAME = 66
"""How high a card's name is, which the letter of an option must not hide."""
PILE = 76


def list_piles(view: BriefcaseView, own: PlayerView) -> Sequence[tuple[str, Mapping[str, int]]]:
    """Return a player's piles outside the hand, with their titles and contents."""
    deck = {str(card): count - view.hand.count(card) for card, count in own.hidden.items()}
    space = f"room for {own.room}" if own.room >= 0 else f"{-own.room} too many"
    discard = {str(card): count for card, count in own.discard.items()}
    stored = {str(resource): count for resource, count in own.storage.items()}
    return [
        (f"To draw ({own.deck_size})", deck),
        (f"Discarded ({sum(discard.values())})", discard),
        (f"Stored ({space})", stored),
    ]


def _hand_card(canvas: Canvas, card: str, box: Area) -> None:
    """Draw a decision card: its sign, and its name below."""
    canvas.draw_framed_panel(box, CARD, SIGNS[card], 6, 18)
    middle = (box.left + box.right) // 2
    canvas.put_sprite(sign(card, 116), middle, box.top + 92)
    room = box.width - 20
    below = box.bottom - 40
    canvas.draw_text(middle, below, card.capitalize(), face="strong", size=40, color=INK, align="center", room=room)


def draw_pile(canvas: Canvas, words: str, pile: Mapping[str, int], box: Area) -> None:
    """Draw what a pile holds, kind by kind, with its signs."""
    canvas.draw_rule(box.left, box.right, box.top, LINE)
    middle = box.top + box.height // 2 + 2
    room = PILE_NAME - 16
    canvas.draw_text(box.left + 4, middle, words, face="strong", size=NORMAL, color=INK, room=room, smallest=SMALLEST)
    left = {kind: pile[kind] for kind in (*DECISIONS, *RESOURCES) if pile.get(kind)}
    x = box.left + PILE_NAME
    if not left:
        canvas.draw_text(x, middle, "nothing", size=NORMAL, color=QUIET)
    for kind, count in left.items():
        canvas.put_sprite(sign(kind, SIGN), x + SIGN // 2, middle)
        x += SIGN + 10
        x += canvas.draw_text(x, middle, str(count), face="strong", size=NORMAL, color=INK) + 28


PILE_NAME = 340
"""How much room a pile's name has."""
