"""The table: the market, the bank, the portfolio and the players; also in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, measure_width, name_seats, truncate_name
from bot.drawing.sprites import draw_arrow
from bot.drawing.typefaces import Face
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.records import Seat
from bot.engine.words import format_count, format_list
from bot.games.briefcase.components import BASIC, DECISIONS, SOLD, Resource
from bot.games.briefcase.picture.players import PlayerFile, in_turn, winners
from bot.games.briefcase.picture.portfolio import compute_offer_height, draw_offer
from bot.games.briefcase.picture.signs import bar_sign, draw_heading, draw_legend, sign
from bot.games.briefcase.picture.style import (
    BLOCK,
    BRASS,
    CARD,
    COLORS,
    FINE,
    GAP,
    INK,
    LEGEND,
    LINE,
    MARGIN,
    NORMAL,
    PAPER,
    QUIET,
    SIGN,
    SMALL,
    WIDTH,
)
from bot.games.briefcase.rules.vocabulary import amounts
from bot.games.briefcase.view import BriefcaseView

HEADER = 112
MARKET = 156
BANK = 64


def shown(view: BriefcaseView) -> BriefcaseView:
    """Return the view without the fields that are not drawn: hands, and the pending question."""
    players = {
        seat: replace(player, known=(), hidden={}, discard={"buy": sum(player.discard.values())})
        for seat, player in view.everybody.items()
    }
    return replace(
        view,
        seat=None,
        everybody=players,
        hand=(),
        means=None,
        points_by_activating={},
        for_sale=(),
        out_of_reach=(),
        payments=(),
        waiting="",
        waiting_for=(),
        victim=None,
        removed={},
        this_turn=type(view.this_turn)(),
    )


def draw(view: BriefcaseView, names: Names) -> Picture:
    """Return the table as this view shows it."""
    called = name_seats(view.everybody, names)
    return Picture("board.png", table_sheet(view, called).to_png(COLORS), describe(view, called))


def table_sheet(view: BriefcaseView, called: Mapping[Seat, str], spare: int = 0) -> Canvas:
    """Return the table as a sheet; behind the name of each company there can be room for a mark."""
    offer = compute_offer_height(view)
    for size in (SMALL, FINE):
        files = [PlayerFile(view, seat, called[seat], size, spare) for seat in in_turn(view)]
        height = HEADER + GAP + MARKET + BANK + offer + sum(GAP + file.height for file in files) + LEGEND
        if height <= 2 * WIDTH:
            break
    canvas = Canvas((WIDTH, height), PAPER)
    _header(canvas, view, called)
    top = HEADER + GAP
    _market(canvas, view, Area(MARGIN, top, WIDTH - MARGIN, top + MARKET))
    top += MARKET
    _bank(canvas, view, Area(MARGIN, top, WIDTH - MARGIN, top + BANK))
    top += BANK
    if offer:
        draw_offer(canvas, view, Area(MARGIN, top, WIDTH - MARGIN, top + offer), spare)
        top += offer
    for file in files:
        top += GAP
        box = Area(MARGIN, top, WIDTH - MARGIN, top + file.height)
        file.draw(canvas, box)
        canvas.record_place(("file", file.seat), box)
        top += file.height
    draw_legend(canvas, Area(MARGIN, top, WIDTH - MARGIN, top + LEGEND))
    return canvas


def _header(canvas: Canvas, view: BriefcaseView, called: Mapping[Seat, str]) -> None:
    middle = 52
    left = MARGIN + draw_heading(canvas, HEADER, "BRIEFCASE", 58, middle) + 34
    label = "THE END" if view.outcome is not None else f"ROUND {view.round}" if view.round else "OPENING"
    right = WIDTH - MARGIN
    length = measure_width(label, "poster", 42) + 36
    canvas.draw_panel(Area(right - length, middle - 30, right, middle + 30), BRASS, 8)
    canvas.draw_text(right - length // 2, middle, label, face="poster", size=42, color=INK, align="center")
    right -= length + 20
    first = winners(view)
    words = called[view.active] if view.round else "companies are chosen"
    if first:
        words = f"{format_list([called[seat] for seat in first])} {'wins' if len(first) == 1 else 'win'}"
    elif view.ending is not None:
        right -= canvas.draw_text(right, middle, "last round", face="strong", size=34, color=BRASS, align="right") + 20
    canvas.put_sprite(draw_arrow(28, BRASS), left + 14, middle)
    canvas.draw_text(
        left + 40, middle, words, face="strong", size=40, color=CARD, room=right - left - 40, smallest=SMALLEST
    )


def describe_closed_pile(view: BriefcaseView, resource: str) -> str:
    """Return in a word or two why nobody can buy from a pile of the market; empty: it is for sale."""
    found = next(known for known in SOLD if known == resource)
    if not view.market[found]:
        return "sold out"
    if found in view.resource_blocks:
        return "blocked"
    if found == "imported" and all(view.market[other] for other in BASIC):
        return "not yet"
    return ""


def by_what_is_left(view: BriefcaseView) -> Sequence[Resource]:
    """Return the piles of the market, the fullest first."""
    return sorted(SOLD, key=lambda resource: -view.market[resource])


def _market(canvas: Canvas, view: BriefcaseView, box: Area) -> None:
    """Draw the piles of the market, with their sizes and blocks."""
    for resource, column in zip(by_what_is_left(view), box.split_columns(len(SOLD), 12), strict=True):
        note = describe_closed_pile(view, resource)
        canvas.record_place(("market", resource), column)
        canvas.draw_framed_panel(column, CARD if not note else PAPER, BLOCK if note == "blocked" else LINE, 4, 12)
        middle = (column.left + column.right) // 2
        canvas.draw_text(middle, column.top + 30, resource.capitalize(), size=SMALL, color=INK, align="center")
        canvas.put_sprite(sign(resource, 54), column.left + 56, column.top + 80)
        left = str(view.market[resource])
        canvas.draw_text(column.right - 22, column.top + 80, left, face="poster", size=56, color=INK, align="right")
        below = column.bottom - 28
        words = note or format_count(view.box.prices[resource], "Buy", "Buys")
        if note == "blocked":
            canvas.put_sprite(bar_sign(32), middle - 64, below)
            canvas.draw_text(middle - 40, below, words, face="strong", size=SMALL, color=BLOCK)
        else:
            face: Face = "strong" if note else "text"
            canvas.draw_text(middle, below, words, face=face, size=SMALL, color=QUIET, align="center")


def _bank(canvas: Canvas, view: BriefcaseView, box: Area) -> None:
    """Draw what the decision bank and the Central Bank still hold."""
    middle = box.top + box.height // 2 + 4
    x = box.left + 4
    x += canvas.draw_text(x, middle, "Bank", face="strong", size=NORMAL, color=INK) + 22
    for card in DECISIONS:
        canvas.put_sprite(sign(card, SIGN), x + SIGN // 2, middle)
        x += SIGN + 8
        x += canvas.draw_text(x, middle, str(view.bank[card]), face="strong", size=NORMAL, color=INK) + 26
    words = f"Central Bank {view.central_bank}"
    length = canvas.draw_text(box.right - 4, middle, words, face="strong", size=NORMAL, color=INK, align="right")
    discarded = amounts(view.resource_discard)
    if discarded != "nothing":
        x += 4
        room = box.right - 4 - length - 24 - x
        total = f"{sum(view.resource_discard.values())} discarded"
        canvas.draw_text(x, middle, total, size=SMALL, color=QUIET, room=max(0, room), smallest=SMALLEST)


def describe(view: BriefcaseView, called: Mapping[Seat, str]) -> str:
    """Return the picture in words, for who cannot see it."""
    piles = ", ".join(
        f"{resource.capitalize()} {view.market[resource]}"
        + (f" ({note})" if (note := describe_closed_pile(view, resource)) else "")
        for resource in SOLD
    )
    players = "; ".join(
        f"{truncate_name(called[seat])} {format_count(view.everybody[seat].score.total, 'point')}, "
        f"{len(view.everybody[seat].activated)} activated, stored {amounts(view.everybody[seat].storage)}"
        for seat in in_turn(view)
    )
    blocked = [view.box.company[place].name for place in view.company_blocks if place is not None]
    blocks = f" Blocked companies: {format_list(blocked)}." if blocked else ""
    return fit_alt_text([f"Round {view.round}. Market: {piles}.{blocks} {players}."])
