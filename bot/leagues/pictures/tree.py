"""Picture of a cup, round by round: tables, places, and the players who advanced."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, brief_name, wrapped
from bot.engine.pages import Picture, as_alt
from bot.engine.words import listed
from bot.leagues.pictures.sheets import (
    CARD,
    COLORS,
    FOOTER,
    HEADER,
    INK,
    LINE,
    MARGIN,
    MEDALS,
    NAVY,
    PAPER,
    QUIET,
    SMALL,
    UP,
    WIDTH,
    EntrantNames,
    drawn_names,
    sheet,
    triangle,
)
from bot.leagues.rounds import in_order, tables_of
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import LeagueTable, Round, Season

MOST_TABLES = 30
"""Tables in one picture; of a larger cup, the newest rounds are drawn."""
COLUMNS, GAP = 3, 14
LINE_HIGH, CARD_HEAD, ROUND_HEAD, BYE = 50, 20, 64, 42
CHIP = 40


def tree(season: Season, names: EntrantNames, below: str) -> Picture:
    """Draw a cup.

    Args:
        season: current season, drawn at least once.
        names: names of entrants.
        below: subtitle that names the league and season.
    """
    names = drawn_names(season, names)
    shown = newest(season)
    tall = [_height(season, drawn, names) for drawn in shown]
    canvas = sheet("CUP", below, HEADER + sum(tall) + FOOTER)
    top = HEADER
    for drawn, high in zip(shown, tall, strict=True):
        _round(canvas, top, season, drawn, names)
        top += high
    middle = canvas.image.height - FOOTER // 2
    canvas.sprite(triangle(22, UP), MARGIN + 20, middle)
    left_out = "; earlier rounds are left out" if len(shown) < len(season.rounds) else ""
    canvas.text(MARGIN + 42, middle, f"goes on{left_out}", size=30, color=QUIET)
    start = f"The cup, {below}"
    words = [f"round {drawn.number}: {_words(season, drawn, names)}" for drawn in shown]
    alt = as_alt([f"{start}: {'; '.join(words)}.", f"{start}. The same stands beside it as text."])
    return Picture("cup.png", canvas.png(COLORS), alt)


def newest(season: Season, most: int = MOST_TABLES) -> Sequence[Round]:
    """Return the newest rounds with at most `most` tables together, and at least one round."""
    found: list[Round] = []
    for drawn in reversed(season.rounds):
        most -= len(tables_of(season, drawn))
        if found and most < 0:
            break
        found.insert(0, drawn)
    return found


def went_on(season: Season, drawn: Round) -> frozenset[EntrantNumber]:
    """Return the entrants of the round after this one."""
    after = next((one for one in season.rounds if one.number == drawn.number + 1), None)
    return frozenset() if after is None else frozenset(one for some in after.divisions.values() for one in some)


def _columns(count: int) -> int:
    return max(1, min(COLUMNS, count))


def _rows(season: Season, drawn: Round) -> list[list[LeagueTable]]:
    tables = tables_of(season, drawn)
    wide = _columns(len(tables))
    return [tables[at : at + wide] for at in range(0, len(tables), wide)]


def _card_height(tables: Sequence[LeagueTable]) -> int:
    return CARD_HEAD + LINE_HIGH * max(len(table.seats) for table in tables) + GAP


def _byes(drawn: Round, names: EntrantNames) -> list[str]:
    if not drawn.byes:
        return []
    return wrapped(
        f"Without a game: {listed(names(one) for one in drawn.byes)}", "text", SMALL, WIDTH - 2 * MARGIN - 20
    )


def _height(season: Season, drawn: Round, names: EntrantNames) -> int:
    cards = sum(_card_height(row) for row in _rows(season, drawn))
    return ROUND_HEAD + cards + BYE * len(_byes(drawn, names))


def _round(canvas: Canvas, top: int, season: Season, drawn: Round, names: EntrantNames) -> None:
    canvas.text(MARGIN + 8, top + 30, f"ROUND {drawn.number}", face="poster", size=40, color=NAVY)
    canvas.rule(MARGIN, WIDTH - MARGIN, top + ROUND_HEAD - 8, LINE, 3)
    top += ROUND_HEAD
    going = went_on(season, drawn)
    for row in _rows(season, drawn):
        high = _card_height(row)
        for box, table in zip(
            Area(MARGIN, top, WIDTH - MARGIN, top + high - GAP).columns(_columns(len(tables_of(season, drawn))), GAP),
            row,
            strict=False,
        ):
            _card(canvas, box, season, table, going, names)
        top += high
    for line in _byes(drawn, names):
        canvas.text(MARGIN + 8, top + BYE // 2, line, size=SMALL, color=QUIET)
        top += BYE


def _card(
    canvas: Canvas, box: Area, season: Season, table: LeagueTable, going: frozenset[EntrantNumber], names: EntrantNames
) -> None:
    canvas.panel(box, CARD, 12)
    for at, (number, place) in enumerate(in_order(season, table)):
        middle = box.top + CARD_HEAD // 2 + LINE_HIGH * at + LINE_HIGH // 2
        chip = Area(box.left + 12, middle - CHIP // 2, box.left + 12 + CHIP, middle + CHIP // 2)
        if place is None:
            canvas.framed(chip, CARD, LINE, 3, 9)
        else:
            canvas.panel(chip, MEDALS.get(place, PAPER), 9)
            canvas.text(chip.left + CHIP // 2, middle, str(place), face="strong", size=30, color=INK, align="center")
        room = box.right - chip.right - 24 - (30 if number in going else 0)
        canvas.text(
            chip.right + 12,
            middle,
            names(number),
            face="strong",
            size=34,
            color=INK,
            room=room,
            smallest=SMALLEST,
        )
        if number in going:
            canvas.sprite(triangle(22, UP), box.right - 24, middle)


def _words(season: Season, drawn: Round, names: EntrantNames) -> str:
    going = went_on(season, drawn)
    tables = []
    for table in tables_of(season, drawn):
        people = [
            _place(place) + brief_name(names(number)) + (" goes on" if number in going else "")
            for number, place in in_order(season, table)
        ]
        tables.append(f"table {table.number} {', '.join(people)}")
    return "; ".join(tables) + (f"; {_byes(drawn, names)[0]}" if drawn.byes else "")


def _place(place: int | None) -> str:
    return "" if place is None else f"{place}. "
