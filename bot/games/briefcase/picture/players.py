"""The files of the players, with their companies, resources and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, measure_width, to_drawable
from bot.drawing.sprites import draw_arrow
from bot.engine.records import Seat
from bot.games.briefcase.picture.signs import sign
from bot.games.briefcase.picture.style import (
    BRASS,
    CARD,
    FINE,
    INK,
    LEVELS,
    LINE,
    MARGIN,
    NORMAL,
    PADDING,
    PAPER,
    QUIET,
    SIGN,
    SMALL,
    WIDTH,
)
from bot.games.briefcase.rules.vocabulary import in_order
from bot.games.briefcase.rules.vocabulary import resource as as_resource
from bot.games.briefcase.view import BriefcaseView

CHIPS = {SMALL: (12, 18), FINE: (7, 11)}
"""By how much a company's chip, and its row, is higher than the name on it, by how large that is."""
PLAYER_HEAD = 116


def in_turn(view: BriefcaseView) -> list[Seat]:
    """Return the seats in the order of their turns."""
    return [(view.first - 1 + at) % view.players + 1 for at in range(view.players)]


def winners(view: BriefcaseView) -> list[Seat]:
    """Return the winners."""
    return list(view.outcome.winners) if view.outcome is not None else []


@dataclass(frozen=True)
class Chip:
    """A company in front of a player."""

    name: str
    level: int
    activated: bool
    size: int
    id: str
    spare: int = 0
    """How much room is left behind its name, for a mark."""

    @property
    def width(self) -> int:
        """How wide it is drawn."""
        return measure_width(self.name, "strong" if self.activated else "text", self.size) + 30 + self.spare


class PlayerFile:
    """What lies in front of a player."""

    def __init__(self, view: BriefcaseView, seat: Seat, name: str, size: int, spare: int) -> None:
        self.view, self.seat, self.name, self.size = view, seat, name, size
        self.player = view.everybody[seat]
        cards = [(view.box.company[owned.company], owned.activated) for owned in self.player.companies]
        cards.sort(key=lambda one: (not one[1], one[0].level, one[0].number))
        self.rows = list(
            _rows([Chip(to_drawable(card.name), card.level, on, size, card.id, spare) for card, on in cards])
        )

    @property
    def height(self) -> int:
        """How high it is drawn."""
        return PLAYER_HEAD + (self.size + CHIPS[self.size][1]) * len(self.rows) + 10

    def draw(self, canvas: Canvas, box: Area) -> None:
        """Draw name and points, storage, piles and companies."""
        on_turn = self.seat == self.view.active and self.view.outcome is None and self.view.round > 0
        won = self.seat in winners(self.view)
        canvas.draw_framed_panel(box, CARD, BRASS if on_turn or won else LINE, 6 if on_turn or won else 3, 14)
        x = box.left + PADDING + 4
        middle = box.top + 38
        if on_turn:
            canvas.put_sprite(draw_arrow(30, BRASS), x + 14, middle)
            x += 42
        points = str(self.player.score.total)
        length = canvas.draw_text(box.right - PADDING, middle, points, face="poster", size=52, color=INK, align="right")
        right = box.right - PADDING - length - 12
        right -= canvas.draw_text(right, middle + 4, "points", size=SMALL, color=QUIET, align="right") + 20
        piles = (
            f"hand {self.player.hand_size}  deck {self.player.deck_size}  discard {sum(self.player.discard.values())}"
        )
        right -= canvas.draw_text(right, middle + 4, piles, size=SMALL, color=QUIET, align="right") + 20
        canvas.draw_text(x, middle, self.name, face="strong", size=42, color=INK, room=right - x, smallest=SMALLEST)
        self._storage(canvas, box)
        top = box.top + PLAYER_HEAD
        for row in self.rows:
            x = box.left + PADDING
            for chip in row:
                place = Area(x, top, x + chip.width, top + self.size + CHIPS[self.size][0])
                _chip(canvas, chip, place)
                canvas.record_place(("company", self.seat, chip.id), place)
                x += chip.width + 12
            top += self.size + CHIPS[self.size][1]

    def _storage(self, canvas: Canvas, box: Area) -> None:
        middle = box.top + 88
        x = box.left + PADDING + 4
        storage = Counter(self.player.storage)
        for resource in in_order(storage):
            left = x
            canvas.put_sprite(sign(resource, SIGN), x + SIGN // 2, middle)
            x += SIGN + 8
            x += canvas.draw_text(x, middle, str(storage[as_resource(resource)]), face="strong", size=NORMAL, color=INK)
            canvas.record_place(("stored", self.seat, resource), Area(left - 4, middle - 24, x + 12, middle + 24))
            x += 24
        stored = sum(count for resource, count in storage.items() if resource != "energy")
        words = f"{stored} of {self.player.storage_limit} places used"
        if self.player.central_bank:
            words = f"Central Bank {self.player.central_bank}, {words}"
        canvas.draw_text(box.right - PADDING, middle, words, size=SMALL, color=QUIET, align="right")


def _rows(chips: Sequence[Chip]) -> Iterator[list[Chip]]:
    row: list[Chip] = []
    room = WIDTH - 2 * MARGIN - 2 * PADDING
    for chip in chips:
        if row and sum(other.width + 12 for other in row) + chip.width > room:
            yield row
            row = []
        row.append(chip)
    if row:
        yield row


def _chip(canvas: Canvas, chip: Chip, box: Area) -> None:
    middle = (box.left + box.right - chip.spare) // 2
    if chip.activated:
        canvas.draw_panel(box, LEVELS[chip.level], 10)
        canvas.draw_text(
            middle, box.top + box.height // 2, chip.name, face="strong", size=chip.size, color=CARD, align="center"
        )
    else:
        canvas.draw_framed_panel(box, PAPER, LEVELS[chip.level], 3, 10)
        canvas.draw_text(middle, box.top + box.height // 2, chip.name, size=chip.size, color=INK, align="center")
