"""Picture of a cup, round by round: tables, places, and the players who advanced."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, truncate_name, wrap_text
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.words import format_list
from bot.leagues.cup import list_rounds
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
    build_drawn_names,
    create_sheet,
    draw_triangle,
)
from bot.leagues.rounds import list_tables, sort_by_place
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.season_records import LeagueTable, Round

MAX_TABLES = 30
"""Tables in one picture; of a larger cup, the newest rounds are drawn."""
COLUMNS, GAP = 3, 14
LINE_HIGH, CARD_HEAD, ROUND_HEAD, BYE = 50, 20, 64, 42
CHIP = 40


def draw_cup(season: Season, names: EntrantNames, below: str) -> Picture:
    """Draw a cup.

    Args:
        season: current season, drawn at least once.
        names: names of entrants.
        below: subtitle that names the league and season.
    """
    names = build_drawn_names(season, names)
    shown = select_newest_rounds(season)
    tall = [_measure_round(season, drawn, names) for drawn in shown]
    canvas = create_sheet("CUP", below, HEADER + sum(tall) + FOOTER)
    top = HEADER
    for drawn, high in zip(shown, tall, strict=True):
        _draw_round(canvas, top, season, drawn, names)
        top += high
    middle = canvas.height - FOOTER // 2
    canvas.put_sprite(draw_triangle(22, UP), MARGIN + 20, middle)
    left_out = "; earlier rounds are left out" if len(shown) < len(list_rounds(season)) else ""
    canvas.draw_text(MARGIN + 42, middle, f"goes on{left_out}", size=30, color=QUIET)
    start = f"The cup, {below}"
    words = [f"round {drawn.number}: {_describe_round(season, drawn, names)}" for drawn in shown]
    alt = fit_alt_text([f"{start}: {'; '.join(words)}.", f"{start}. The same stands beside it as text."])
    return Picture("cup.png", canvas.to_png(COLORS), alt)


def select_newest_rounds(season: Season, most: int = MAX_TABLES) -> Sequence[Round]:
    """Return the newest rounds with at most `most` tables together, and at least one round."""
    found: list[Round] = []
    for drawn in reversed(list_rounds(season)):
        most -= len(list_tables(season, drawn))
        if found and most < 0:
            break
        found.insert(0, drawn)
    return found


def list_advanced(season: Season, drawn: Round) -> frozenset[EntrantNumber]:
    """Return the entrants of the round after this one."""
    after = next((one for one in season.rounds if one.number == drawn.number + 1), None)
    return frozenset() if after is None else frozenset(one for some in after.divisions.values() for one in some)


def _count_columns(count: int) -> int:
    return max(1, min(COLUMNS, count))


def _split_into_rows(season: Season, drawn: Round) -> list[list[LeagueTable]]:
    tables = list_tables(season, drawn)
    wide = _count_columns(len(tables))
    return [tables[at : at + wide] for at in range(0, len(tables), wide)]


def _measure_card(tables: Sequence[LeagueTable]) -> int:
    return CARD_HEAD + LINE_HIGH * max(len(table.seats) for table in tables) + GAP


def _format_byes(drawn: Round, names: EntrantNames) -> list[str]:
    if not drawn.byes:
        return []
    return wrap_text(
        f"Without a game: {format_list(names(one) for one in drawn.byes)}", "text", SMALL, WIDTH - 2 * MARGIN - 20
    )


def _measure_round(season: Season, drawn: Round, names: EntrantNames) -> int:
    cards = sum(_measure_card(row) for row in _split_into_rows(season, drawn))
    return ROUND_HEAD + cards + BYE * len(_format_byes(drawn, names))


def _draw_round(canvas: Canvas, top: int, season: Season, drawn: Round, names: EntrantNames) -> None:
    canvas.draw_text(MARGIN + 8, top + 30, f"ROUND {drawn.number}", face="poster", size=40, color=NAVY)
    canvas.draw_rule(MARGIN, WIDTH - MARGIN, top + ROUND_HEAD - 8, LINE, 3)
    top += ROUND_HEAD
    going = list_advanced(season, drawn)
    for row in _split_into_rows(season, drawn):
        high = _measure_card(row)
        for box, table in zip(
            Area(MARGIN, top, WIDTH - MARGIN, top + high - GAP).split_columns(
                _count_columns(len(list_tables(season, drawn))), GAP
            ),
            row,
            strict=False,
        ):
            _draw_card(canvas, box, season, table, going, names)
        top += high
    for line in _format_byes(drawn, names):
        canvas.draw_text(MARGIN + 8, top + BYE // 2, line, size=SMALL, color=QUIET)
        top += BYE


def _draw_card(
    canvas: Canvas, box: Area, season: Season, table: LeagueTable, going: frozenset[EntrantNumber], names: EntrantNames
) -> None:
    canvas.draw_panel(box, CARD, 12)
    for at, (number, place) in enumerate(sort_by_place(season, table)):
        middle = box.top + CARD_HEAD // 2 + LINE_HIGH * at + LINE_HIGH // 2
        chip = Area(box.left + 12, middle - CHIP // 2, box.left + 12 + CHIP, middle + CHIP // 2)
        if place is None:
            canvas.draw_framed_panel(chip, CARD, LINE, 3, 9)
        else:
            canvas.draw_panel(chip, MEDALS.get(place, PAPER), 9)
            canvas.draw_text(
                chip.left + CHIP // 2, middle, str(place), face="strong", size=30, color=INK, align="center"
            )
        room = box.right - chip.right - 24 - (30 if number in going else 0)
        canvas.draw_text(
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
            canvas.put_sprite(draw_triangle(22, UP), box.right - 24, middle)


def _describe_round(season: Season, drawn: Round, names: EntrantNames) -> str:
    going = list_advanced(season, drawn)
    tables = []
    for table in list_tables(season, drawn):
        people = [
            _format_place(place) + truncate_name(names(number)) + (" goes on" if number in going else "")
            for number, place in sort_by_place(season, table)
        ]
        tables.append(f"table {table.number} {', '.join(people)}")
    return "; ".join(tables) + (f"; {_format_byes(drawn, names)[0]}" if drawn.byes else "")


def _format_place(place: int | None) -> str:
    return "" if place is None else f"{place}. "
