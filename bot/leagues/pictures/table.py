"""Picture of a division's standings: place, name, place at each table, points, and promotion or relegation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, truncate_name
from bot.drawing.sprites import draw_disc
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.words import format_count, format_ordinal
from bot.leagues.pictures.sheets import (
    CARD,
    COLORS,
    DOWN,
    FOOTER,
    HEADER,
    INK,
    LARGE,
    LINE,
    MARGIN,
    MEDALS,
    NAVY,
    NORMAL,
    PAPER,
    QUIET,
    SMALL,
    UP,
    WIDTH,
    EntrantNames,
    build_drawn_names,
    create_sheet,
    draw_triangle,
)
from bot.leagues.promotion import get_next_levels
from bot.leagues.ranking_criteria import explain_tie_breaks, get_first_measure
from bot.leagues.rounds import format_heading
from bot.leagues.rules import SIXTIETHS
from bot.leagues.season import Season
from bot.leagues.standings import Standing, compute_standings

ROW = 78
MAX_ROWS = 40
MAX_CHIPS = 6
"""Tables of one entrant that are shown individually; beyond that, only their number."""
CHIP, APART = 46, 52
POINTS, TOLD_APART = 150, 250
"""Width of the points column, and of points with a tie-break below them."""
NAME = MARGIN + 112


def draw_standings(season: Season, division: int, names: EntrantNames, below: str) -> Picture:
    """Draw the standings of a division.

    Args:
        season: current season.
        division: number of the division.
        names: names of entrants.
        below: subtitle that names the league and season.
    """
    names = build_drawn_names(season, names)
    rows = compute_standings(season, division)
    shown = rows[:MAX_ROWS]
    ways = {number: level - division for number, level in _list_next_divisions(season).items()}
    apart = explain_tie_breaks(rows)
    canvas = create_sheet(format_heading(season, division).upper(), below, HEADER + ROW * len(shown) + FOOTER + 6)
    for at, row in enumerate(shown):
        box = Area(MARGIN, HEADER + ROW * at, WIDTH - MARGIN, HEADER + ROW * (at + 1) - 8)
        _draw_row(
            canvas,
            box,
            row,
            names(row.number),
            ways.get(row.number, 0),
            _list_own_places(season, division, row.number),
            apart,
        )
    _draw_legend(canvas, rows, ways)
    words = [_describe_row(row, names(row.number), ways.get(row.number, 0), apart.get(row.number, "")) for row in rows]
    start = f"Standings, {below}, {format_heading(season, division)}"
    alt = fit_alt_text([f"{start}: {'; '.join(words)}.", f"{start}. The same stands beside it as text."])
    return Picture(f"standings-{division}.png", canvas.to_png(COLORS), alt)


def _list_next_divisions(season: Season) -> Mapping[int, int]:
    """Return everybody's next division by current standings; empty before a table is decided."""
    if not any(each.counts for each in season.tables.values()):
        return {}
    return get_next_levels(season)


def _list_own_places(season: Season, division: int, number: int) -> list[int | None]:
    """Return an entrant's places in table order; None for tables without a result."""
    return [
        season.compute_places(each)[number] if each.counts else None
        for each in season.list_tables(division)
        if number in each.seats and each.fate != "void"
    ]


def _draw_row(
    canvas: Canvas,
    box: Area,
    row: Standing,
    name: str,
    way: int,
    tables: Sequence[int | None],
    apart: Mapping[int, str],
) -> None:
    middle = (box.top + box.bottom) // 2
    canvas.draw_panel(box, CARD, 12)
    medal, place = (LINE, "\N{EN DASH}") if row.missing else (MEDALS.get(row.place, LINE), str(row.place))
    canvas.put_sprite(draw_disc(54, medal), box.left + 48, middle)
    canvas.draw_text(box.left + 48, middle, place, face="strong", size=34, color=INK, align="center")
    if way:
        canvas.put_sprite(draw_triangle(22, DOWN if way > 0 else UP, down=way > 0), box.left + 92, middle)
    room = TOLD_APART if apart or row.kind == "swiss" else POINTS
    _draw_ranking_value(canvas, box, get_first_measure(row.kind).format_sentence(row), apart.get(row.number, ""), room)
    right = box.right - 20 - room
    if len(tables) <= MAX_CHIPS:
        left = right - APART * len(tables)
        for at, each in enumerate(tables):
            _draw_chip(canvas, left + APART * at + CHIP // 2, middle, each)
    else:
        words = f"{row.counted} of {row.counted + row.open}, {row.wins} won"
        left = right - canvas.draw_text(right - 10, middle, words, size=SMALL, color=QUIET, align="right") - 20
    color = QUIET if row.left else INK
    said = f"{name} ({row.gone})" if row.gone else name
    canvas.draw_text(NAME, middle, said, face="strong", size=NORMAL, color=color, room=left - NAME - 12, smallest=30)


def _draw_chip(canvas: Canvas, x: int, middle: int, place: int | None) -> None:
    """Draw a place at one table; an empty chip where the result is pending."""
    box = Area(x - CHIP // 2, middle - CHIP // 2, x + CHIP // 2, middle + CHIP // 2)
    if place is None:
        canvas.draw_framed_panel(box, CARD, LINE, 3, 10)
        return
    canvas.draw_panel(box, MEDALS.get(place, PAPER), 10)
    canvas.draw_text(x, middle, str(place), face="strong", size=SMALL, color=INK, align="center")


def _draw_legend(canvas: Canvas, rows: Sequence[Standing], ways: Mapping[int, int]) -> None:
    middle = canvas.height - FOOTER // 2
    hidden = len(rows) - MAX_ROWS
    words = f"and {hidden} more" if hidden > 0 else "place at each table; empty: still to come"
    canvas.draw_text(MARGIN + 8, middle, words, size=30, color=QUIET)
    right = WIDTH - MARGIN - 8
    for word, down in (("goes down", True), ("goes up", False)):
        if any((ways.get(row.number, 0) > 0) == down and ways.get(row.number, 0) for row in rows):
            right -= canvas.draw_text(right, middle, word, size=30, color=QUIET, align="right") + 20
            canvas.put_sprite(draw_triangle(22, DOWN if down else UP, down=down), right, middle)
            right -= 26


def _draw_ranking_value(canvas: Canvas, box: Area, worth: str, apart: str, room: int) -> None:
    """Draw the ranking value, and below it the criterion that breaks a tie."""
    right, middle = box.right - 20, (box.top + box.bottom) // 2
    above, size = (middle - 15, NORMAL) if apart else (middle, LARGE)
    canvas.draw_text(
        right, above, worth, face="poster", size=size, color=NAVY, align="right", room=room, smallest=SMALL
    )
    if apart:
        canvas.draw_text(right, middle + 20, apart, size=30, color=QUIET, align="right", room=room, smallest=SMALLEST)


def _describe_row(row: Standing, name: str, way: int, apart: str) -> str:
    moves = "" if not way else ", goes down" if way > 0 else ", goes up"
    left = f", {row.gone}" if row.gone else ""
    tables = f"{row.counted} of {format_count(row.counted + row.open, 'table')}"
    kind = row.kind
    won = "1 point" if row.points == SIXTIETHS else f"{_format_points(row.points)} points"
    if kind != "division":
        won = f"{'came to ' if kind == 'cup' else ''}{get_first_measure(kind).format_sentence(row)}"
    told = f", told apart by {apart}" if apart else ""
    place = f"{format_count(row.missing, 'more game')} for a place:" if row.missing else format_ordinal(row.place)
    return f"{place} {truncate_name(name)}{left}, {won}{told}, {tables}{moves}"


def _format_points(sixtieths: int) -> str:
    return f"{round(sixtieths / SIXTIETHS, 2):g}"
