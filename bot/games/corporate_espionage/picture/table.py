"""Draw the table, in the style of an intelligence service's files, and the charts of a finished game.

Each company has a file: graphite on white, with one signal colour for the player on turn and for warnings. Each fact is
also shown by a shape or a word, never by colour alone. The smallest text can still be read when the picture is as wide
as a phone. The announced play is not drawn, because the text of the page tells it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from PIL import Image

from bot.drawing.canvas import Area, Canvas
from bot.drawing.charts import Inks, Series, draw_line_chart
from bot.drawing.lettering import SMALLEST, fit_names, fit_text, measure_width, name_seats, to_drawable, truncate_name
from bot.drawing.sprites import Brush, draw_arrow, draw_disc, draw_marker, draw_sprite
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.records import Seat
from bot.engine.words import format_count, format_list
from bot.games.corporate_espionage.rules.effects import HalveFirstLoss, Immune, LossReduction, Shield
from bot.games.corporate_espionage.table import Permanent
from bot.games.corporate_espionage.text import LARGE_ROUND
from bot.games.corporate_espionage.view import CompanyView, EspionageView

# Colours

PAPER = "#e9edf0"
INK = "#1d2228"
CARD = "#ffffff"
QUIET = "#56616c"
LINE = "#c3ccd4"
PALE = "#f3f5f7"
SIGNAL = "#ff5a1f"
LINES = (INK, "#2f74a8", "#7b4f9d", "#2e7d5b", "#9a5b13", "#8c3b4a")
"""The lines of the companies on the chart; their markers tell them apart, too."""
COLORS = (PAPER, INK, CARD, QUIET, LINE, PALE, SIGNAL)

# Measures, in pixels of a sheet that a phone shows at a third

WIDTH = 1080
MARGIN = 30
GAP = 20
PADDING = 20
SMALL, NORMAL = 32, 36
HEADER = 178
BAND = 70
FIGURES = 116
CHIP = 46
CHIP_ROW = 54
OUT = 128
LEGEND = 54
FEW_ROWS, MANY_ROWS, ALL_ROWS = (4, 2), (6, 3), (40, 20)
"""The largest numbers of rows of cards and of warnings in a file: in a large round, in a small one, and drawn alone.
Those left out are counted.
"""

HIDDEN = "hidden"
MINUS = "\N{MINUS SIGN}"

Icon: TypeAlias = Literal["employee", "executive", "asset", "shield", "warning", "seen", "more", "cross"]
COIN = 38
"""How wide the coin is on which a card's cost stands."""


# Sprites


@lru_cache(maxsize=64)
def icon(kind: Icon, size: int, color: str, ground: str) -> Image.Image:
    """Return a sign: a head, a head with a tie, a briefcase for cards; a shield, a warning, an eye, dots or a cross."""

    def paint(brush: Brush) -> None:
        match kind:
            case "employee" | "executive":
                _person(brush, color, ground, tie=kind == "executive")
            case "asset":
                brush.draw_rounded_rectangle(30, 10, 70, 40, 8, color)
                brush.draw_rounded_rectangle(39, 20, 61, 40, 4, ground)
                brush.draw_rounded_rectangle(2, 28, 98, 92, 10, color)
                brush.draw_rounded_rectangle(2, 54, 98, 61, 0, ground)
                brush.draw_rounded_rectangle(41, 48, 59, 68, 4, color)
            case "shield":
                brush.draw_polygon([(50, 2), (94, 16), (92, 52), (76, 80), (50, 98), (24, 80), (8, 52), (6, 16)], color)
                brush.draw_line([(28, 50), (45, 66), (74, 34)], ground, 13)
            case "warning":
                brush.draw_polygon([(50, 4), (100, 94), (0, 94)], color)
                brush.draw_rounded_rectangle(44, 34, 56, 66, 4, ground)
                brush.draw_disc(50, 78, 7, ground)
            case "seen":
                brush.draw_polygon(
                    [(0, 50), (25, 24), (50, 16), (75, 24), (100, 50), (75, 76), (50, 84), (25, 76)], color
                )
                brush.draw_disc(50, 50, 24, ground)
                brush.draw_disc(50, 50, 13, color)
            case "more":
                for x in (14, 50, 86):
                    brush.draw_disc(x, 50, 14, color)
            case "cross":
                brush.draw_line([(10, 10), (90, 90)], color, 20)
                brush.draw_line([(90, 10), (10, 90)], color, 20)

    return draw_sprite(size, paint)


def _person(brush: Brush, color: str, ground: str, *, tie: bool) -> None:
    brush.draw_disc(50, 26, 24, color)
    brush.draw_rounded_rectangle(8, 54, 92, 130, 34, color)
    if tie:
        brush.draw_polygon([(30, 54), (50, 76), (70, 54)], ground)
        brush.draw_polygon([(43, 58), (57, 58), (62, 90), (50, 100), (38, 90)], SIGNAL)


@lru_cache(maxsize=8)
def cards(size: int, count: int) -> Image.Image:
    """Return face-down cards, fanned for a hand or piled up for a deck."""

    def paint(brush: Brush) -> None:
        if count == 2:
            brush.draw_polygon([(4, 26), (46, 14), (64, 80), (22, 92)], INK)
            brush.draw_rounded_rectangle(36, 8, 92, 92, 10, CARD)
            brush.draw_rounded_rectangle(42, 14, 88, 88, 8, QUIET)
            return
        for place, color in enumerate((INK, CARD, QUIET, CARD, INK)):
            brush.draw_rounded_rectangle(10 + 6 * place, 4 + 6 * place, 62 + 6 * place, 68 + 6 * place, 8, color)

    return draw_sprite(size, paint)


# The table


def shown(view: EspionageView) -> EspionageView:
    """Return the view without the fields that are not drawn: the announced play and the seats it waits for."""
    return replace(
        view,
        hand=(),
        prepared=(),
        deck_left={},
        targets={},
        aiming=None,
        strike=None,
        plays=(),
        waiting="",
        waiting_for=(),
        pending=None,
    )


def draw(view: EspionageView, names: Names) -> Picture:
    """Return the table as this view shows it: the companies in the order of their turns, then those that are out."""
    return Picture("board.png", table_sheet(view, names).to_png(COLORS), describe(view, names))


def table_sheet(view: EspionageView, names: Names, spare: int = 0) -> Canvas:
    """Return the table as a sheet; on each card in play there can be room for a mark."""
    called = _callings(view, names)
    files = [_File(view, number, called, spare=spare) for number in _in_order(view)]
    height = HEADER + sum(GAP + file.height for file in files) + LEGEND + 18
    canvas = Canvas((WIDTH, height), PAPER)
    _header(canvas, view, called)
    top = HEADER
    for file in files:
        top += GAP
        box = Area(MARGIN, top, WIDTH - MARGIN, top + file.height)
        file.draw(canvas, box)
        canvas.record_place(("file", file.number), box)
        canvas.record_place(("company", file.number), Area(box.left, box.top, box.right, box.top + BAND))
        top += file.height
    numbers = len(view.living) < LARGE_ROUND
    _legend(canvas, Area(MARGIN, top + 6, WIDTH - MARGIN, top + 6 + LEGEND), numbers=numbers)
    return canvas


def shown_of_own(view: EspionageView) -> object:
    """Return the fields of the view that the picture of a seat's own company depends on."""
    return view.seat, view.company, shown(view)


def draw_own(view: EspionageView, names: Names) -> Picture:
    """Draw this seat's company by itself, with its cards in play, their costs and income, and warnings."""
    if view.company is None:
        raise ValueError("everybody's view has no company of its own")
    called = _callings(view, names)
    file = _File(view, view.company, called, whole=True)
    canvas = Canvas((WIDTH, CHART_HEADER + GAP + file.height + LEGEND + 18), PAPER)
    heading(canvas, CHART_HEADER, "MY COMPANY", 60, 56)
    canvas.draw_text(WIDTH - MARGIN, 56, round_words(view), face="strong", size=44, color=CARD, align="right")
    top = CHART_HEADER + GAP
    file.draw(canvas, Area(MARGIN, top, WIDTH - MARGIN, top + file.height))
    below = top + file.height + 6
    _legend(canvas, Area(MARGIN, below, WIDTH - MARGIN, below + LEGEND), numbers=True)
    words = _company_words(view, view.company, called, _LENGTHS[0])
    return Picture("own.png", canvas.to_png(COLORS), fit_alt_text([f"My company: {words}."]))


def _in_order(view: EspionageView) -> list[Seat]:
    """Return the companies in the order of their turns, then those that are out, the last one first."""
    out = [number for number in view.companies if number not in view.living]
    exits = {number: one.moment for number in out if (one := view.companies[number].exit) is not None}
    return [*view.order, *sorted(out, key=lambda number: -exits.get(number, 0))]


def _callings(view: EspionageView, names: Names) -> dict[Seat, str]:
    """Return what the companies are called: like who decides for them."""
    people = name_seats((one for company in view.companies.values() for one in company.people), names)
    return {number: " & ".join(people[one] for one in company.people) for number, company in view.companies.items()}


def winners(view: EspionageView) -> list[Seat]:
    """Return the companies that have won."""
    if view.outcome is None:
        return []
    return [number for number in view.companies if view.outcome.places.get(number) == 1]


# The head of the sheet


def _header(canvas: Canvas, view: EspionageView, called: Mapping[Seat, str]) -> None:
    """Draw the title, the round, and what counts in this round."""
    heading(canvas, HEADER, "CORPORATE ESPIONAGE", 64, 52)
    label = round_words(view).upper()
    length = measure_width(label, "poster", 44) + 40
    right = canvas.width - MARGIN
    canvas.draw_panel(Area(right - length, 20, right, 84), SIGNAL, 6)
    canvas.draw_text(right - length // 2, 52, label, face="poster", size=44, color=INK, align="center")
    first = winners(view)
    if first:
        verb = "wins" if len(first) == 1 else "win"
        words = f"{format_list([called[number] for number in first])} {verb}"
    elif view.round:
        words = f"{called[view.active]}'s turn"
    else:
        words = "The companies open"
    note = notes(view)
    middle = 132
    written = canvas.draw_text(right, middle, note, size=SMALL, color=LINE, align="right") + 30 if note else 0
    canvas.put_sprite(draw_arrow(28, SIGNAL), MARGIN + 14, middle)
    room = right - MARGIN - 44 - written
    canvas.draw_text(MARGIN + 44, middle, words, face="strong", size=40, color=CARD, room=room, smallest=SMALL)


def heading(canvas: Canvas, height: int, title: str, size: int, middle: int) -> int:
    """Draw the graphite head of a sheet with its title, and return how wide that is."""
    canvas.fill(Area(0, 0, canvas.width, height), INK)
    canvas.fill(Area(0, height - 8, canvas.width, height), SIGNAL)
    return canvas.draw_text(MARGIN, middle, title, face="poster", size=size, color=CARD)


def round_words(view: EspionageView) -> str:
    """Return which round it is."""
    if view.outcome is not None:
        return "The end"
    return f"Round {view.round}" if view.round else "Opening"


def notes(view: EspionageView) -> str:
    """Return the notes of this round: the rest of the peace, the levy, the last round."""
    terms = view.terms
    if view.outcome is not None or not view.round:
        return ""
    if view.round <= terms.peaceful_rounds:
        return f"no espionage until round {terms.peaceful_rounds + 1}"
    if terms.round_limit is not None:
        return f"{terms.round_limit} rounds in all"
    if view.round <= terms.no_takeover_rounds:
        return f"no takeover until round {terms.no_takeover_rounds + 1}"
    if terms.levy_after is not None:
        return f"levy since round {terms.levy_after + 1}" if view.round > terms.levy_after else _levy(terms.levy_after)
    return ""


def _levy(after: int) -> str:
    return f"levy from round {after + 1}"


def _legend(canvas: Canvas, box: Area, *, numbers: bool) -> None:
    """Explain the signs, as they are drawn on the chips."""
    middle = (box.top + box.bottom) // 2 + 4
    x = box.left + 4
    legend: tuple[tuple[Icon, str], ...] = (("executive", "executive"), ("employee", "employee"), ("asset", "asset"))
    for kind, words in legend:
        canvas.put_sprite(icon(kind, 30, INK, PAPER), x + 15, middle)
        x += 40 + canvas.draw_text(x + 40, middle, words, size=30, color=QUIET) + 28
    if numbers:
        canvas.put_sprite(draw_disc(COIN, INK), x + 18, middle)
        canvas.draw_text(x + 18, middle, "5", face="strong", size=SMALLEST, color=CARD, align="center")
        x += 46 + canvas.draw_text(x + 46, middle, "cost", size=30, color=QUIET) + 24
        x += canvas.draw_text(x, middle, "+3", face="strong", size=30, color=QUIET) + 10
        canvas.draw_text(x, middle, "a turn", size=30, color=QUIET)
        return
    canvas.draw_text(box.right - 4, middle, "worth: account + cards", size=30, color=QUIET, align="right")


# A company's file


@dataclass(frozen=True)
class Chip:
    """A card in play, or something that is wrong, with its sign."""

    kind: Icon
    name: str
    count: int = 1
    cost: int | None = None
    """Printed on the card, and part of what the company is worth; None: it is not shown."""
    earns: int = 0
    """Income less overhead."""
    spare: int = 0
    """How much room is left behind its name, for a mark."""

    @property
    def words(self) -> str:
        """What stands on it."""
        return self.name if self.count == 1 else f"{self.name} x{self.count}"

    @property
    def width(self) -> int:
        """How wide it is drawn."""
        coin = 0 if self.cost is None else COIN + 2
        earned = measure_width(signed(self.earns), "strong", 30) + 12 if self.earns and self.cost is not None else 0
        return (
            measure_width(self.words, "strong" if self.kind == "executive" else "text", SMALL)
            + 70
            + earned
            + coin
            + self.spare
        )


def chips_of(view: EspionageView, number: Seat, *, prices: bool = False) -> list[Chip]:
    """Return the chips of cards in play: executives, employees, assets; equal ones together.

    Args:
        view: the table.
        number: whose cards.
        prices: whether each shows its cost and income also in a large round.
    """
    company = view.companies[number]
    counts = Counter(
        chip_of_card(view, permanent, number, prices=prices) for permanent in (*company.team, *company.inventory)
    )
    order: Sequence[Icon] = ("executive", "employee", "asset")
    return [replace(chip, count=counts[chip]) for chip in sorted(counts, key=lambda chip: order.index(chip.kind))]


def chip_of_card(view: EspionageView, permanent: Permanent, holder: Seat, *, prices: bool = False) -> Chip:
    """Return how a card in play is drawn; in a large round with what it costs and earns only if asked for."""
    card = view.box.card[permanent.card]
    kinds: dict[str, Icon] = {"executive": "executive", "employee": "employee"}
    notes = []
    if permanent.left is not None:
        notes.append(format_count(permanent.left, "turn"))
    if permanent.owner != holder:
        notes.append("taken")
    kind = kinds.get(card.type, "asset")
    name = to_drawable(card.name) + (f" ({', '.join(notes)})" if notes else "")
    if len(view.living) >= LARGE_ROUND and not prices:
        return Chip(kind, name)
    return Chip(kind, name, cost=card.cost, earns=card.income - card.overhead)


def shields_of(view: EspionageView, number: Seat) -> list[Chip]:
    """Return what the cards of a company protect it from, for all to see."""
    company, box = view.companies[number], view.box
    passives = [passive for p in (*company.team, *company.inventory) for passive in box.card[p.card].passives]
    safe = sorted({tag for passive in passives if isinstance(passive, Immune) for tag in passive.tags})
    chips = [Chip("shield", f"safe from {format_list(safe)}")] if safe else []
    smaller: Counter[str] = Counter()
    for passive in passives:
        if isinstance(passive, LossReduction):
            smaller.update(dict.fromkeys(passive.tags, passive.amount))
    chips += [Chip("shield", f"{tag} losses {MINUS}{amount}") for tag, amount in smaller.items()]
    if any(isinstance(passive, HalveFirstLoss) for passive in passives):
        chips.append(Chip("shield", "first loss halved"))
    if any(isinstance(passive, Shield) for passive in passives):
        chips.append(Chip("shield", "no firing"))
    return chips


def warnings_of(view: EspionageView, number: Seat, called: Mapping[Seat, str]) -> list[Chip]:
    """Return a company's warnings and other public notes."""
    company = view.companies[number]
    chips = []
    if company.account is not None and company.account < 0:
        chips.append(Chip("warning", "in debt"))
    for status in company.statuses:
        turns = format_count(status.turns, "turn")
        what = "no income" if status.status == "skip_income" else f"overhead +{status.amount}"
        chips.append(Chip("warning", f"{what}: {turns}"))
    if company.spotlight and view.outcome is None:
        chips.append(_build_attacks_chip(company.spotlight, view.spotlight_limit))
    chips += [
        Chip("warning", f"embargo to round {embargo.last_round}")
        for embargo in view.embargoes
        if embargo.target == number
    ]
    for loan in view.loans:
        if loan.borrower == number:
            lender = fit_text(called[loan.lender], "text", SMALL, 200, SMALL).text
            chips.append(Chip("warning", f"owes {lender} {loan.back}: {format_count(loan.turns, 'turn')}"))
    if view.outcome is None and number != view.company:
        seen = Counter(to_drawable(view.box.card[card].name) for card in company.known)
        chips += [Chip("seen", f"holds {name}", count) for name, count in seen.items()]
    return chips


def _build_attacks_chip(times: int, limit: int | None) -> Chip:
    """Return the chip with the number of attacks on a company, and whether it is safe from more."""
    if limit is not None and times >= limit:
        return Chip("shield", f"attacked {times} of {limit}: safe until its turn")
    return Chip(
        "warning", f"attacked {format_count(times, 'time')}" + (f", at most {limit}" if limit is not None else "")
    )


def card_rows(chips: Sequence[Chip], room: int, most: int) -> list[list[Chip]]:
    """Return the cards in play in rows; where they do not fit, people and assets get half of the rows each."""
    rows = in_rows(chips, room, most)
    if not any(chip.kind == "more" for row in rows for chip in row):
        return rows
    assets = in_rows([chip for chip in chips if chip.kind == "asset"], room, most // 2)
    return in_rows([chip for chip in chips if chip.kind != "asset"], room, most - len(assets)) + assets


def _most_rows(view: EspionageView, *, whole: bool = False) -> tuple[int, int]:
    """Return the largest numbers of rows of cards and of warnings in a company's file."""
    return ALL_ROWS if whole else FEW_ROWS if len(view.living) >= LARGE_ROUND else MANY_ROWS


def rows_of_cards(view: EspionageView, number: Seat, spare: int = 0, *, whole: bool = False) -> list[list[Chip]]:
    """Return the cards of a company as they stand in its file, as many as have room.

    Args:
        view: the table.
        number: whose cards.
        spare: how much room each has for a mark.
        whole: whether the file is drawn by itself.
    """
    chips = [replace(chip, spare=spare) for chip in chips_of(view, number, prices=whole)]
    return card_rows(chips, WIDTH - 2 * MARGIN - 2 * PADDING, _most_rows(view, whole=whole)[0])


def in_rows(chips: Sequence[Chip], room: int, most: int) -> list[list[Chip]]:
    """Return the chips in at most `most` rows; the last chip counts those left out."""
    rows: list[list[Chip]] = []
    left = 0
    for place, chip in enumerate(chips):
        if chip.width > left:
            if len(rows) == most:
                return _with_rest(rows, sum(chip.count for chip in chips[place:]), room)
            rows.append([])
            left = room
        rows[-1].append(chip)
        left -= chip.width + 12
    return rows


def _with_rest(rows: list[list[Chip]], missing: int, room: int) -> list[list[Chip]]:
    while True:
        rest = Chip("more", f"{missing} more")
        if sum(chip.width + 12 for chip in rows[-1]) + rest.width <= room or not rows[-1]:
            return [*rows[:-1], [*rows[-1], rest]]
        missing += rows[-1].pop().count


def discarded(view: EspionageView, number: Seat) -> str:
    """Return what lies on top of the company's discard pile."""
    pile = view.companies[number].discard
    return f"{to_drawable(view.box.card[pile[-1]].name)}" if pile else ""


def fate(view: EspionageView, number: Seat, called: Mapping[Seat, str]) -> str:
    """Return how and when a company left."""
    exit_ = view.companies[number].exit
    if exit_ is None:
        return "out of the game"
    if exit_.by is None:
        return f"bankrupt in round {exit_.round}"
    return f"taken over in round {exit_.round} by {called[exit_.by]}"


class _File:
    """The contents of a company's file, measured before there is a canvas."""

    def __init__(
        self, view: EspionageView, number: Seat, called: Mapping[Seat, str], *, spare: int = 0, whole: bool = False
    ) -> None:
        self.view, self.number, self.called = view, number, called
        self.company: CompanyView = view.companies[number]
        room = WIDTH - 2 * MARGIN - 2 * PADDING
        large = len(view.living) >= LARGE_ROUND and not whole
        _, most_warnings = _most_rows(view, whole=whole)
        self.rows = rows_of_cards(view, number, spare, whole=whole)
        beside = [*warnings_of(view, number, called), *shields_of(view, number)]
        self.warnings = in_rows(beside, room, most_warnings)
        # The discard pile has a row of its own where it does not fit beside the last chips; none in a large round.
        last = [*self.rows, *self.warnings][-1:]
        used = sum(chip.width + 12 for chip in last[0]) if last else 280
        pile = discarded(view, number)
        self.pile = f"discard: {pile}" if pile else ""
        self.own_row = bool(self.pile) and used + measure_width(self.pile, "text", SMALL) + 12 > room
        if self.own_row and large:
            self.pile, self.own_row = "", False
        lines = max(1, len(self.rows) + len(self.warnings)) + self.own_row
        self.height = OUT if not self.company.alive else BAND + FIGURES + lines * CHIP_ROW + 10

    def draw(self, canvas: Canvas, box: Area) -> None:
        if not self.company.alive:
            self._draw_out(canvas, box)
            return
        active = self.number == self.view.active and self.view.round > 0 and self.view.outcome is None
        bright = active or self.number in winners(self.view)
        canvas.draw_framed_panel(box, CARD, SIGNAL if bright else LINE, 5 if bright else 3, 8)
        self._band(canvas, Area(box.left, box.top, box.right, box.top + BAND), active=active, bright=bright)
        inner = Area(box.left + PADDING, box.top + BAND, box.right - PADDING, box.bottom)
        self._figures(canvas, inner)
        middle = inner.top + FIGURES + CHIP // 2
        for row in (*self.rows, *self.warnings):
            for chip, place in zip(row, draw_chips(canvas, inner.left, middle, row, inner.width), strict=True):
                canvas.record_place(("card", self.number, chip.kind, chip.name), place)
            middle += CHIP_ROW
        if not self.rows and not self.warnings:
            canvas.draw_text(inner.left, middle, "no cards in play", size=SMALL, color=QUIET)
            middle += CHIP_ROW
        if self.pile:
            middle -= 0 if self.own_row else CHIP_ROW
            canvas.draw_text(
                inner.right, middle, self.pile, size=SMALL, color=QUIET, align="right", room=inner.width, smallest=30
            )

    def _band(self, canvas: Canvas, box: Area, *, active: bool, bright: bool) -> None:
        """Draw the head of the file: the name, and whether it is on turn or has won."""
        canvas.draw_panel(box, SIGNAL if bright else INK, 8, square=True)
        color = INK if bright else CARD
        middle = (box.top + box.bottom) // 2
        x = box.left + PADDING
        if active:
            canvas.put_sprite(draw_arrow(32, INK), x + 14, middle)
            x += 44
        marks = self._marks(active=active)
        written = canvas.draw_text(
            box.right - PADDING, middle, marks, face="strong", size=SMALL, color=color, align="right"
        )
        room = box.right - PADDING - written - 24 - x
        name = self.called[self.number]
        canvas.draw_text(x, middle, name, face="poster", size=44, color=color, room=room, smallest=NORMAL)

    def _marks(self, *, active: bool) -> str:
        marks = []
        if self.number in winners(self.view):
            marks.append("WINNER")
        if active:
            marks.append("THEIR TURN")
        if self.company.conceded:
            marks.append("LEFT")
        if self.company.allies:
            allies = " & ".join(self.called[ally] for ally in self.company.allies)
            marks.append(fit_text(f"with {allies}", "strong", SMALL, 300, SMALL).text)
        return " · ".join(marks)

    def _figures(self, canvas: Canvas, box: Area) -> None:
        """Draw the account, the net worth, what comes and goes each turn, the hand and the deck."""
        company = self.company
        label, value = box.top + 28, box.top + 78
        lefts = [box.left + round(box.width * part) for part in (0, 0.19, 0.38, 0.72, 0.87)]
        told = company.account is None and company.announced is not None
        heads = ("Last told" if told else "Account", "Net worth", "Each turn", "Hand", "Deck")
        for x, head in zip(lefts, heads, strict=True):
            canvas.draw_text(x, label, head, size=30, color=QUIET)
        for x in lefts[1:]:
            canvas.fill(Area(x - 18, box.top + 18, x - 16, box.top + FIGURES - 18), LINE)
        account = company.account if company.account is not None else company.announced
        self._figure(canvas, lefts[0], value, account, told=told)
        self._figure(canvas, lefts[1], value, company.worth)
        written = canvas.draw_text(
            lefts[2], value, signed(company.income - company.overhead), face="poster", size=56, color=INK
        )
        x = lefts[2] + written + 16
        room = lefts[3] - x - 22
        sums = f"{company.income} in, {company.overhead} out"
        if measure_width(sums, "text", 30) > room:
            sums = f"{company.income} {MINUS} {company.overhead}"
        canvas.draw_text(x, value + 3, sums, size=SMALL, color=QUIET, room=room, smallest=30)
        for x, count, pile in ((lefts[3], company.hand_size, 2), (lefts[4], company.deck_size, 3)):
            canvas.put_sprite(cards(44, pile), x + 22, value)
            canvas.draw_text(x + 54, value, str(count), face="strong", size=48, color=INK)

    @staticmethod
    def _figure(canvas: Canvas, x: int, middle: int, number: int | None, *, told: bool = False) -> None:
        """Draw a number, or, if it is hidden, a bar such as those over secret words."""
        if number is None:
            canvas.draw_panel(Area(x, middle - 25, x + 142, middle + 21), INK, 4)
            canvas.draw_text(x + 71, middle - 1, HIDDEN, face="strong", size=SMALL, color=CARD, align="center")
            return
        words = minus(number) + ("?" if told else "")
        canvas.draw_text(x, middle, words, face="poster", size=64, color=INK, room=156, smallest=SMALL)

    def _draw_out(self, canvas: Canvas, box: Area) -> None:
        """Draw the closed file of a company that is out: with how and when it went."""
        canvas.draw_framed_panel(box, PAPER, LINE, 4, 8)
        canvas.draw_panel(Area(box.left, box.top, box.left + 92, box.bottom), QUIET, 8)
        canvas.put_sprite(icon("cross", 52, CARD, QUIET), box.left + 46, (box.top + box.bottom) // 2)
        left, right = box.left + 116, box.right - PADDING
        mark = "WINNER" if self.number in winners(self.view) else "OUT"
        written = measure_width(mark, "poster", 44) + 44
        stamp = Area(right - written, box.top + 32, right, box.bottom - 32)
        canvas.draw_framed_panel(stamp, PAPER, QUIET, 4, 8)
        middle = (stamp.top + stamp.bottom) // 2
        canvas.draw_text(right - written // 2, middle, mark, face="poster", size=44, color=INK, align="center")
        room = stamp.left - 24 - left
        name = self.called[self.number]
        canvas.draw_text(left, box.top + 42, name, face="strong", size=42, color=QUIET, room=room, smallest=NORMAL)
        words = fate(self.view, self.number, self.called)
        canvas.draw_text(left, box.top + 90, words, size=NORMAL, color=INK, room=room, smallest=SMALL)


def draw_chips(canvas: Canvas, left: int, middle: int, row: Sequence[Chip], room: int) -> list[Area]:
    """Draw a row of chips: executives are dark, people round, assets have corners, warnings a bright frame.

    Returns:
        Where each of them is.
    """
    places = []
    for chip in row:
        box = Area(left, middle - CHIP // 2, left + min(chip.width, room), middle + CHIP // 2)
        dark = chip.kind == "executive"
        ground, color = (INK, CARD) if dark else (CARD if chip.kind == "shield" else PALE, INK)
        radius = CHIP // 2 if chip.kind in ("employee", "executive") else 4
        frames: dict[Icon, tuple[str, int]] = {"warning": (SIGNAL, 4), "shield": (QUIET, 4), "executive": (INK, 3)}
        frame, thickness = frames.get(chip.kind, (LINE, 3))
        canvas.draw_framed_panel(box, ground, frame, thickness, radius)
        canvas.put_sprite(icon(chip.kind, 28, color, ground), left + 30, middle)
        face: Literal["strong", "text"] = "strong" if dark else "text"
        written = canvas.draw_text(
            left + 52,
            middle,
            chip.words,
            face=face,
            size=SMALL,
            color=color,
            room=box.width - 66 - chip.spare,
            smallest=SMALL,
        )
        if chip.cost is not None:
            if chip.earns:
                earned = signed(chip.earns)
                canvas.draw_text(
                    left + 64 + written, middle, earned, face="strong", size=30, color=LINE if dark else QUIET
                )
            coin(canvas, box.right - COIN // 2 - 5, middle, chip.cost, dark=dark)
        places.append(box)
        left = box.right + 12
    return places


def coin(canvas: Canvas, x: int, middle: int, cost: int, *, dark: bool) -> None:
    """Draw what a card costs."""
    ground, color = (CARD, INK) if dark else (INK, CARD)
    canvas.put_sprite(draw_disc(COIN, ground), x, middle)
    canvas.draw_text(x, middle, str(cost), face="strong", size=SMALLEST, color=color, align="center")


def signed(number: int) -> str:
    """Return a number with its sign."""
    return f"+{number}" if number > 0 else minus(number)


def minus(number: int) -> str:
    """Return a number with a minus sign as long as a plus sign."""
    return str(number).replace("-", MINUS)


# In words


@dataclass(frozen=True)
class _Length:
    """The level of detail: longest name, discard piles, names of cards or only their number, warnings."""

    name: int
    discards: bool = True
    cards: bool = True
    warnings: bool = True


_LENGTHS = (
    _Length(32),
    _Length(20),
    _Length(12, discards=False),
    _Length(20, cards=False),
    _Length(12, discards=False, cards=False),
    _Length(12, discards=False, cards=False, warnings=False),
    _Length(6, discards=False, cards=False, warnings=False),
)


def describe(view: EspionageView, names: Names) -> str:
    """Return the table in words, for who cannot see it, with as much as there is room for."""

    def versions() -> Iterator[str]:
        for length in _LENGTHS:
            called = {
                number: " & ".join(
                    " ".join(names(seat).split())[: length.name] or f"Player {seat}" for seat in company.people
                )
                for number, company in view.companies.items()
            }
            yield " ".join(_description(view, called, length))

    return fit_alt_text(versions())


def _description(view: EspionageView, called: Mapping[Seat, str], length: _Length) -> Iterator[str]:
    note = notes(view)
    yield f"Corporate Espionage, {round_words(view).lower()}{f' ({note})' if note else ''}."
    first = winners(view)
    if first:
        yield f"Winner: {format_list([called[number] for number in first])}."
    elif view.round:
        yield f"{called[view.active]}'s turn."
    for number in _in_order(view):
        yield f"{called[number]}: {_company_words(view, number, called, length)}."


def _company_words(view: EspionageView, number: Seat, called: Mapping[Seat, str], length: _Length) -> str:
    company = view.companies[number]
    if not company.alive:
        return fate(view, number, called)
    account = company.account if company.account is not None else company.announced
    told = "last told " if company.account is None else ""
    parts = [
        "account hidden" if account is None else f"{told}{format_count(account, 'point')}",
        f"worth {HIDDEN if company.worth is None else company.worth}",
        f"income {company.income}",
        f"overhead {company.overhead}",
        f"hand {company.hand_size}",
        f"deck {company.deck_size}",
    ]
    if length.cards:
        chips = [chip.words for chip in chips_of(view, number)]
        parts.append("in play " + (", ".join(chips) if chips else "nothing"))
    else:
        parts.append(f"team {len(company.team)}, inventory {len(company.inventory)}")
    warnings = [*warnings_of(view, number, called), *shields_of(view, number)] if length.warnings else []
    parts += [chip.words for chip in warnings if length.cards or chip.kind == "warning"]
    if length.discards and company.discard:
        parts.append(f"discard {discarded(view, number)}")
    if company.conceded:
        parts.append("left")
    return ", ".join(parts)


# The charts of a finished game

CHART = (1080, 860)
CHART_HEADER = 122
BAR_ROW = 128
INKS = Inks(ink=INK, quiet=QUIET, grid=LINE)


def charts(view: EspionageView, names: Names) -> Sequence[Picture]:
    """Return what the companies were worth in the end, and how their accounts went."""
    if view.outcome is None or not view.round:
        return []
    called = _callings(view, names)
    found = [_net_worth(view, called)]
    if all(company.balances for company in view.companies.values()):
        found.append(_accounts(view, called))
    return found


def _placed(view: EspionageView) -> list[tuple[int, Seat]]:
    """Return the companies with their places, the first one first."""
    places = view.outcome.places if view.outcome is not None else {}
    return sorted((places.get(number, 0), number) for number in view.companies)


def _sheet(size: tuple[int, int], title: str, below: str) -> Canvas:
    canvas = Canvas(size, PALE)
    length = heading(canvas, CHART_HEADER, title, 62, 58)
    room = WIDTH - 2 * MARGIN - length - 30
    canvas.draw_text(WIDTH - MARGIN, 60, below, size=34, color=LINE, align="right", room=room, smallest=30)
    return canvas


def _net_worth(view: EspionageView, called: Mapping[Seat, str]) -> Picture:
    """Draw a bar for each company's final net worth; those that are out have none, but were worth something."""
    placed = _placed(view)
    canvas = _sheet((WIDTH, CHART_HEADER + 24 + BAR_ROW * len(placed)), "NET WORTH", "in the end: account + cards")
    worths = {number: view.companies[number].worth or 0 for _, number in placed}
    highest = max(1, *worths.values())
    first = winners(view)
    short = fit_names(called, "text", 30, 470 - measure_width("taken over in round 10 by ", "text", 30))
    told = []
    for row, (place, number) in enumerate(placed):
        top = CHART_HEADER + 14 + BAR_ROW * row
        company = view.companies[number]
        left, right = MARGIN + 96, WIDTH - MARGIN - 130
        won = number in first
        canvas.draw_text(MARGIN + 34, top + 66, f"{place}.", face="poster", size=54, color=INK, align="center")
        note = "wins" if won else "" if company.alive else fate(view, number, short)
        noted = min(measure_width(note, "text", SMALL), 470)
        room = right - left - noted - 24
        canvas.draw_text(left, top + 38, called[number], face="strong", size=40, color=INK, room=room, smallest=SMALL)
        canvas.draw_text(right, top + 38, note, size=SMALL, color=QUIET, align="right", room=noted, smallest=30)
        track = Area(left, top + 68, right, top + 106)
        canvas.draw_rule(left, right, top + 104, LINE)
        filled = round(track.width * max(0, worths[number]) / highest)
        canvas.fill(track._replace(right=left + filled), SIGNAL if won else INK)
        worth = minus(worths[number]) if company.alive else "out"
        canvas.draw_text(WIDTH - MARGIN, top + 66, worth, face="poster", size=54, color=INK, align="right")
        told.append(f"{place}. {truncate_name(called[number])} {worth}" + (f" ({note[:60]})" if note else ""))
    return Picture(
        "net-worth.png", canvas.to_png(CHART_COLORS), fit_alt_text([f"Net worth in the end: {'; '.join(told)}."])
    )


CHART_COLORS = (PALE, INK, CARD, QUIET, LINE, PAPER, SIGNAL, *LINES)


def _accounts(view: EspionageView, called: Mapping[Seat, str]) -> Picture:
    """Draw the scorecards as lines; that of a company that is out ends there, with a cross."""
    rounds = max(view.round, *(len(company.balances) - 1 for company in view.companies.values()))
    labels = ["Start", *(str(number) for number in range(1, rounds + 1)), "End"]
    lines = []
    for place, (number, company) in enumerate(view.companies.items()):
        color = LINES[place % len(LINES)]
        end = 0 if view.outcome is None else view.outcome.scores[number]
        missing = [company.account or 0] * (len(labels) - len(company.balances) - 1) if company.alive else []
        values = [max(0, value) for value in (*company.balances, *missing, end)]
        out = None if company.alive else icon("cross", 34, color, PALE)
        lines.append(Series(called[number], values, color, draw_marker(place, color), out))
    canvas = _sheet(CHART, "ACCOUNTS", "after each round; net worth at the end")
    draw_line_chart(canvas, Area(MARGIN, 146, WIDTH - MARGIN, CHART[1] - 10), _thinned(labels), lines, str, INKS)
    words = f"Accounts, start, {format_count(rounds, 'round')}, net worth at the end: " + "; ".join(
        f"{truncate_name(line.name)} {', '.join(map(str, line.values))}{' (out)' if line.out else ''}" for line in lines
    )
    return Picture("accounts.png", canvas.to_png(CHART_COLORS), fit_alt_text([f"{words}."]))


def _thinned(labels: Sequence[str]) -> list[str]:
    """Return the labels, with enough left out that the rest can be read."""
    step = -(-len(labels) // 11)
    last = len(labels) - 1
    return [
        label if place == last or (place % step == 0 and (place + step <= last or step == 1)) else ""
        for place, label in enumerate(labels)
    ]
