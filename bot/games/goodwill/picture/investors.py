"""The rows of the investors on the board, with their shares, wealth, lead and derivatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, measure_width
from bot.drawing.typefaces import Face
from bot.engine.records import Seat
from bot.games.goodwill.components import (
    AMBER,
    BLACK,
    CRIMSON,
    AnyCondition,
    CapitalAbove,
    CapitalBelow,
    CapitalLess,
    Company,
)
from bot.games.goodwill.picture.sprites import draw_emblem, draw_leader_star, put_emblem
from bot.games.goodwill.picture.style import CARD, INK, LINE, MARGIN, NONE, NORMAL, PAPER, QUIET, SMALL, WIDTH
from bot.games.goodwill.view import GoodwillView, InvestorView
from bot.games.goodwill.words import money

ROW = 62
BELOW = 40
"""A second line of an investor: the news one sees, and the last prices one wrote."""
CHIPS = 50


@dataclass(frozen=True)
class _Columns:
    """Where the columns of the table of investors stand: the middle of each company, the right ends of money."""

    companies: Mapping[Company, int]
    cash: int
    worth: int
    names: int


def draw_investors(
    canvas: Canvas, box: Area, view: GoodwillView, called: Mapping[Seat, str], chips: Mapping[Seat, list[list[Chip]]]
) -> None:
    """Draw who owns what, sees what and wrote which price last; the star marks the richest."""
    at = _Columns({AMBER: 548, BLACK: 636, CRIMSON: 724}, 878, box.right - 16, 500)
    canvas.draw_framed_panel(box, CARD, LINE, 3, 16)
    canvas.record_place(("head",), Area(box.left, box.top, box.right, box.top + 64))
    canvas.draw_panel(Area(box.left, box.top, box.right, box.top + 64), INK, 16, square=True)
    middle = box.top + 33
    x = box.left + 36 + canvas.draw_text(box.left + 18, middle, "INVESTORS", face="poster", size=34, color=PAPER)
    if view.outcome is None and any(view.assessments.values()):
        canvas.draw_text(x, middle, "shares, last prices", size=30, color=PAPER, room=at.names - x, smallest=SMALLEST)
    for company, x in at.companies.items():
        canvas.put_sprite(draw_emblem(company, 52, PAPER), x, middle)
        put_emblem(canvas, company, x, middle, 46)
    canvas.draw_text(at.cash, middle, "Cash", face="strong", size=34, color=PAPER, align="right")
    canvas.draw_text(
        at.worth, middle, "Total" if finished(view) else "Worth", face="strong", size=34, color=PAPER, align="right"
    )
    top = box.top + 64
    first = leaders(view)
    for seat in view.investors:
        row = ROW if view.outcome is not None else ROW + BELOW
        bottom = top + row + CHIPS * len(chips[seat])
        if seat > 1:
            canvas.draw_rule(box.left + 18, box.right - 18, top, LINE)
        canvas.record_place(("investor", seat), Area(box.left + 8, top + 3, box.right - 8, bottom))
        _investor(canvas, top + ROW // 2 + 1, view, seat, called[seat], at, leads=seat in first)
        for line, shown in enumerate(chips[seat]):
            _chip_line(canvas, box.left + 18, top + row + line * CHIPS + 20, shown)
        top = bottom
    canvas.draw_rule(box.left + 18, box.right - 18, top, QUIET, 3)
    canvas.draw_text(box.left + 18, top + 30, "Votes for a new boss", size=SMALL, color=QUIET)
    for company, x in at.companies.items():
        board = view.companies[company]
        needed = NONE if board.bankrupt else f"{board.threshold}"
        canvas.draw_text(x, top + 30, needed, size=SMALL, color=QUIET, align="center")
    if first:
        words = "richest" if view.outcome is None else "wins" if len(first) == 1 else "win"
        written = canvas.draw_text(at.worth, top + 30, words, size=SMALL, color=QUIET, align="right")
        canvas.put_sprite(draw_leader_star(30), at.worth - written - 22, top + 28)


def _investor(
    canvas: Canvas, middle: int, view: GoodwillView, seat: Seat, name: str, at: _Columns, *, leads: bool
) -> None:
    investor = view.investors[seat]
    x = MARGIN + 18
    if leads:
        canvas.put_sprite(draw_leader_star(40), x + 20, middle - 2)
        x += 52
    face: Face = "strong" if leads else "text"
    note = " (left)" if investor.conceded else " · lead" if seat == view.lead and view.outcome is None else ""
    room = at.names - x - measure_width(note, "text", SMALL)
    x += canvas.draw_text(x, middle, name, face=face, size=NORMAL, color=INK, room=room, smallest=SMALL)
    canvas.draw_text(x, middle, note, size=SMALL, color=QUIET)
    for company, place in at.companies.items():
        count = investor.shares[company]
        shown, color = (NONE, QUIET) if not count else (str(count), INK)
        canvas.draw_text(place, middle, shown, face="strong", size=NORMAL, color=color, align="center")
    if view.outcome is None:
        _draw_second_line(canvas, middle + 48, view, seat, at)
    cash = "hidden" if investor.cash is None else money(investor.cash)
    canvas.draw_text(
        at.cash, middle, cash, size=NORMAL if investor.cash is not None else SMALL, color=INK, align="right"
    )
    worth = _worth(view, seat)
    canvas.draw_text(
        at.worth, middle, worth, face="poster" if leads else "strong", size=NORMAL + 2, color=INK, align="right"
    )


def _draw_second_line(canvas: Canvas, middle: int, view: GoodwillView, seat: Seat, at: _Columns) -> None:
    """Draw which news a seat sees, and the last price it wrote for each company this year."""
    if seen := [str(pair.slot) for pair in view.informations if seat in pair.viewers]:
        canvas.draw_text(MARGIN + 18, middle, f"sees news {' and '.join(seen)}", size=SMALL, color=QUIET)
    for company, price in last_prices(view, seat).items():
        canvas.draw_text(at.companies[company], middle, money(price), size=SMALL, color=QUIET, align="center")


def last_prices(view: GoodwillView, seat: Seat) -> dict[Company, int]:
    """Return the last price that a seat wrote for each company this year."""
    return {company: shown[-1][seat] for company, shown in view.assessments.items() if shown}


def _worth(view: GoodwillView, seat: Seat) -> str:
    """Return what stands in the last column: the result, or cash and shares at their present value."""
    worth = standing(view, seat)
    if worth is not None:
        return money(worth)
    if view.options.cash_only:
        return "?"
    shares = view.investors[seat].shares
    return f"{money(sum(count * view.companies[company].share_value for company, count in shares.items()))} + ?"


def finished(view: GoodwillView) -> bool:
    """Whether there is a result; with former versions there was none where all but one had conceded."""
    return view.outcome is not None and any(view.outcome.scores.values())


def standing(view: GoodwillView, seat: Seat) -> int | None:
    """Return what a seat would have if the game ended now, as far as everybody can see."""
    if view.outcome is not None and finished(view):
        return view.outcome.scores[seat]
    return view.investors[seat].wealth


def leaders(view: GoodwillView) -> list[Seat]:
    """Return the richest seats or the winners; empty while that is not public, or if all are equal."""
    if view.outcome is not None:
        return view.outcome.winners
    standings = {seat: standing(view, seat) for seat in view.investors}
    known = [worth for worth in standings.values() if worth is not None]
    if len(known) < len(standings) or len(set(known)) == 1:
        return []
    return [seat for seat, worth in standings.items() if worth == max(known)]


@dataclass(frozen=True)
class Chip:
    """A derivatives card in front of an investor: its words, and at the end whether it came true."""

    words: str
    fulfilled: bool | None


def chip_words(condition: AnyCondition) -> str:
    """Return a condition in as few characters as possible."""
    match condition:
        case CapitalAbove():
            return f"{condition.company} > ${condition.value}"
        case CapitalBelow():
            return f"{condition.company} < ${condition.value}"
        case CapitalLess():
            return f"{condition.left} < {condition.right}"


def chip_lines(view: GoodwillView, investor: InvestorView) -> list[list[Chip]]:
    """Return the cards that lie open, in lines that fit."""
    capital = {company: board.capital for company, board in view.companies.items()}
    over = view.outcome is not None
    cards = [*investor.derivatives, *(investor.objectives if over and investor.objectives else ())]
    lines: list[list[Chip]] = []
    room = 0
    for card in cards:
        condition = view.box.derivative[card].condition
        chip = Chip(chip_words(condition), condition.holds(capital) if over else None)
        if chip_width(chip) > room:
            lines.append([])
            room = WIDTH - 2 * MARGIN - 36
        lines[-1].append(chip)
        room -= chip_width(chip) + 12
    return lines


def chip_width(chip: Chip) -> int:
    """Return how wide a chip is drawn."""
    return measure_width(chip.words, "strong", SMALL) + 32 + (0 if chip.fulfilled is None else 36)


def _chip_line(canvas: Canvas, left: int, middle: int, chips: Sequence[Chip]) -> None:
    for chip in chips:
        box = Area(left, middle - 22, left + chip_width(chip), middle + 22)
        if chip.fulfilled:
            canvas.draw_panel(box, INK, 22)
        else:
            canvas.draw_framed_panel(box, CARD, QUIET, 2, 22)
        color = PAPER if chip.fulfilled else INK if chip.fulfilled is None else QUIET
        written = canvas.draw_text(left + 16, middle, chip.words, face="strong", size=SMALL, color=color)
        if chip.fulfilled is not None:
            sign = "✓" if chip.fulfilled else "✗"
            canvas.draw_text(left + written + 26, middle, sign, face="strong", size=40, color=color)
        left = box.right + 12
