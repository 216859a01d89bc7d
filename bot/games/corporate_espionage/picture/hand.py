"""Draw a hand as its cards, with names, costs and effects, for the seat that holds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, wrap_text
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.words import format_count
from bot.games.corporate_espionage.components import PlayingCard
from bot.games.corporate_espionage.picture.table import (
    CARD,
    CHART_HEADER,
    COIN,
    COLORS,
    GAP,
    INK,
    LINE,
    MARGIN,
    PADDING,
    PAPER,
    QUIET,
    SIGNAL,
    WIDTH,
    Icon,
    coin,
    heading,
    icon,
)
from bot.games.corporate_espionage.view import EspionageView

IN_ROW, LINE_HIGH, HEAD = 2, 36, 110
"""How many cards lie side by side; the height of a line of their text, and of what stands above it."""
ROOM = (WIDTH - 2 * MARGIN - GAP) // IN_ROW - 2 * PADDING
TEXT = 30
SIGNS: Mapping[str, Icon] = {
    "employee": "employee",
    "executive": "executive",
    "asset": "asset",
    "savvy": "shield",
    "espionage": "warning",
}
GROUNDS: Mapping[str, str] = {"savvy": "#2e7d5b", "espionage": SIGNAL}
"""The colour of a card's edge and sign; all others are ink."""
HAND_COLORS = (*COLORS, *GROUNDS.values())


def shown_of_hand(view: EspionageView) -> object:
    """Return the fields of the view that the picture of a hand depends on."""
    return view.company, view.hand


def draw_hand(view: EspionageView, _: Names) -> Picture:
    """Return this seat's cards, kind by kind as its hand lists them, each with its whole text."""
    words = "; ".join(f"{card.name}{f' x{copies}' if copies > 1 else ''}" for card, copies in _cards(view))
    png = hand_sheet(view).to_png(HAND_COLORS)
    return Picture("hand.png", png, fit_alt_text([f"Your hand: {words}."]))


def hand_sheet(view: EspionageView, spare: int = 0) -> Canvas:
    """Draw this seat's cards, with spare room for a letter below the text of each."""
    cards = list(_cards(view))
    rows = [cards[at : at + IN_ROW] for at in range(0, len(cards), IN_ROW)]
    heights = [max(_height(card) for card, _ in row) + spare for row in rows]
    canvas = Canvas((WIDTH, CHART_HEADER + sum(heights) + GAP * (len(rows) + 1)), PAPER)
    heading(canvas, CHART_HEADER, "YOUR HAND", 60, 56)
    number = format_count(len(view.hand), "card")
    canvas.draw_text(WIDTH - MARGIN, 56, number, face="strong", size=44, color=CARD, align="right")
    top = CHART_HEADER + GAP
    for row, height in zip(rows, heights, strict=True):
        columns = Area(MARGIN, top, WIDTH - MARGIN, top + height).split_columns(IN_ROW, GAP)
        for (card, copies), box in zip(row, columns, strict=False):
            _draw_card(canvas, card, copies, box)
            canvas.places["hand", card.id] = box
        top += height + GAP
    return canvas


def _cards(view: EspionageView) -> Iterator[tuple[PlayingCard, int]]:
    """Yield each kind of card once, with how many there are."""
    for kind in SIGNS:
        for card in dict.fromkeys(view.hand):
            if view.box.card[card].type == kind:
                yield view.box.card[card], list(view.hand).count(card)


def _lines(card: PlayingCard) -> Sequence[str]:
    return wrap_text(card.text, "text", TEXT, ROOM)


def _height(card: PlayingCard) -> int:
    return HEAD + LINE_HIGH * len(_lines(card)) + PADDING


def _draw_card(canvas: Canvas, card: PlayingCard, copies: int, box: Area) -> None:
    ground = GROUNDS.get(card.type, INK)
    canvas.draw_framed_panel(box, CARD, LINE, 3, 16)
    canvas.draw_panel(Area(box.left, box.top, box.right, box.top + 16), ground, 16, square=True)
    left, right = box.left + PADDING, box.right - PADDING
    canvas.put_sprite(icon(SIGNS[card.type], 40, ground, CARD), left + 20, box.top + 50)
    coin(canvas, right - COIN // 2, box.top + 50, card.cost, dark=False)
    name = f"{card.name} x{copies}" if copies > 1 else card.name
    canvas.draw_text(left + 54, box.top + 50, name, face="strong", size=36, color=INK,
                room=right - COIN - left - 66, smallest=SMALLEST)  # fmt: skip
    told = [card.type, card.tag or "", f"income {card.income}" if card.income else "",
            f"overhead {card.overhead}" if card.overhead else ""]  # fmt: skip
    canvas.draw_text(
        left, box.top + 92, ", ".join(filter(None, told)), size=SMALLEST, color=QUIET, room=ROOM, smallest=SMALLEST
    )
    for number, line in enumerate(_lines(card)):
        canvas.draw_text(left, box.top + HEAD + LINE_HIGH * number + 16, line, size=TEXT, color=INK)
