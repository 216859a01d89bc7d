"""Crosstable of a division: for each pair, the tables at which one finished ahead of or behind the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_letters

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, truncate_name
from bot.drawing.sprites import draw_disc
from bot.engine.pages import Picture, fit_alt_text
from bot.leagues import round_robin
from bot.leagues.head_to_head import Meeting, Meetings, count_division_meetings
from bot.leagues.pictures.sheets import (
    AHEAD,
    BEHIND,
    CARD,
    COLORS,
    FOOTER,
    HEADER,
    INK,
    LINE,
    MARGIN,
    MEDALS,
    NAVY,
    QUIET,
    SMALL,
    WIDTH,
    EntrantNames,
    build_drawn_names,
    create_sheet,
)
from bot.leagues.rounds import format_heading
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.standings import Standing, compute_standings

MAX_ENTRANTS_IN_WORDS = 31
"""Most entrants described in words; larger divisions would need far too long a text."""
MOST_COLUMNS = 12
"""Opponents in one row; the rest go into a second band below."""
ROW, HEAD = 64, 60
FIRST = 344
"""Minimum width of letter, place and name."""
WIDEST = 80
DASH = "\N{EN DASH}"


def draw_crosstable(season: Season, division: int, names: EntrantNames, below: str) -> Picture | None:
    """Draw the crosstable of a division.

    Args:
        season: current season.
        division: number of the division.
        names: names of entrants.
        below: subtitle that names the league and season.

    Returns:
        None where the division has more entrants than are readable on a phone.
    """
    names = build_drawn_names(season, names)
    rows = compute_standings(season, division)
    if len(rows) > round_robin.MAX_SEARCHED_DIVISION:
        return None
    met = count_division_meetings(season, division)
    bands = _split_into_bands(rows)
    high = HEAD + ROW * len(rows) + 20
    canvas = create_sheet(
        "WHO BEFORE WHOM", f"{below}, {format_heading(season, division)}", HEADER + high * len(bands) + FOOTER
    )
    for at, band in enumerate(bands):
        _draw_band(canvas, HEADER + high * at, rows, band, met, names)
    canvas.draw_text(
        MARGIN + 8,
        canvas.height - FOOTER // 2 - 6,
        f"2{DASH}1: before them at two tables, behind at one; level counts for neither",
        size=30,
        color=QUIET,
    )
    start = f"Who came before whom, {below}, {format_heading(season, division)}"
    said = [f"{truncate_name(names(row.number))} {_describe_opponents(row, rows, met, names)}" for row in rows]
    alt = fit_alt_text([f"{start}: {'; '.join(said)}.", f"{start}. The same stands beside it as text."])
    return Picture(f"crosstable-{division}.png", canvas.to_png(COLORS), alt)


def assign_letters(rows: Sequence[Standing]) -> Mapping[EntrantNumber, str]:
    """Return a unique letter for each entrant, because places may be shared."""
    return dict(zip((row.number for row in rows), ascii_letters.swapcase(), strict=False))


def format_score(meeting: Meeting | None) -> str:
    """Return a crosstable score: times ahead and behind; a dot before the first shared table."""
    return "·" if meeting is None else f"{meeting.ahead}{DASH}{meeting.behind}"


def _describe_opponents(row: Standing, rows: Sequence[Standing], met: Meetings, names: EntrantNames) -> str:
    parts = [
        f"{format_score(met[row.number, other.number])} against {truncate_name(names(other.number))}"
        for other in rows
        if (row.number, other.number) in met
    ]
    return ", ".join(parts) or "has met nobody yet"


def _split_into_bands(rows: Sequence[Standing]) -> list[Sequence[Standing]]:
    """Return the opponents in the fewest bands of about the same width."""
    count = -(-len(rows) // MOST_COLUMNS)
    wide = -(-len(rows) // count)
    return [rows[at : at + wide] for at in range(0, len(rows), wide)]


def _draw_band(
    canvas: Canvas, top: int, rows: Sequence[Standing], band: Sequence[Standing], met: Meetings, names: EntrantNames
) -> None:
    wide = min(WIDEST, (WIDTH - 2 * MARGIN - FIRST) // len(band))
    left = WIDTH - MARGIN - wide * len(band)
    letter = assign_letters(rows)
    for at, other in enumerate(band):
        _draw_letter(canvas, left + wide * at + wide // 2, top + HEAD // 2, letter[other.number])
    for down, row in enumerate(rows):
        middle = top + HEAD + ROW * down + ROW // 2
        box = Area(MARGIN, middle - ROW // 2 + 3, left + wide * len(band), middle + ROW // 2 - 3)
        canvas.draw_panel(box, CARD, 8)
        _draw_letter(canvas, MARGIN + 24, middle, letter[row.number])
        _draw_place(canvas, MARGIN + 72, middle, row.place)
        canvas.draw_text(
            MARGIN + 106,
            middle,
            names(row.number),
            face="strong",
            size=34,
            color=QUIET if row.left else INK,
            room=left - MARGIN - 114,
            smallest=SMALLEST,
        )
        for at, other in enumerate(band):
            cell = Area(left + wide * at + 2, box.top + 3, left + wide * (at + 1) - 2, box.bottom - 3)
            _draw_cell(canvas, cell, None if row is other else met.get((row.number, other.number)), own=row is other)


def _draw_letter(canvas: Canvas, x: int, middle: int, letter: str) -> None:
    canvas.draw_text(x, middle, letter, face="strong", size=34, color=NAVY, align="center")


def _draw_place(canvas: Canvas, x: int, middle: int, place: int) -> None:
    canvas.put_sprite(draw_disc(46, MEDALS.get(place, LINE)), x, middle)
    canvas.draw_text(x, middle, str(place), face="strong", size=30, color=INK, align="center")


def _draw_cell(canvas: Canvas, box: Area, meeting: Meeting | None, *, own: bool) -> None:
    if own:
        canvas.draw_panel(box, LINE, 6)
        return
    if meeting is not None and meeting.ahead != meeting.behind:
        canvas.draw_panel(box, AHEAD if meeting.ahead > meeting.behind else BEHIND, 6)
    color = QUIET if meeting is None else INK
    middle = (box.top + box.bottom) // 2
    canvas.draw_text(
        (box.left + box.right) // 2,
        middle,
        format_score(meeting),
        face="strong",
        size=SMALL,
        color=color,
        align="center",
    )
