"""The city: the order of play, action spaces, building tiles, assets for sale, appeal and goals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, fit_names, name_seats
from bot.drawing.sprites import draw_marker
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.records import Seat
from bot.engine.words import format_count
from bot.games.big_shoulders.components import Bonus
from bot.games.big_shoulders.picture.style import (
    BRICK,
    CARD,
    COLORS,
    GAP,
    GONE,
    HEADER,
    INK,
    LINE,
    MARGIN,
    OPEN,
    PADDING,
    PAPER,
    QUIET,
    ROW,
    SEATS,
    SMALL,
    TOKEN,
    WIDTH,
    panel,
    round_place,
    sheet,
    token_rows,
    tokens,
)
from bot.games.big_shoulders.rules.action_phase import tile_id
from bot.games.big_shoulders.rules.goals import in_words
from bot.games.big_shoulders.rules.job_market import hiring_cost
from bot.games.big_shoulders.rules.vocabulary import effect_said, effects_said
from bot.games.big_shoulders.view import CityView

TITLE, SPACE, ASSET, APPEAL, APPEAL_ROWS = 50, 60, 132, 84, 2
KEPT = 64
"""How many spaces, as they were last drawn, are kept: as many as one city has. Each takes 0.1 MB."""
BONUS_WORDS: Mapping[Bonus, str] = {
    "worker": "worker",
    "salesperson": "sales",
    "automation": "auto",
    "partner": "partner",
    "goods token": "token",
    "price step": "price",
}


class Block(NamedTuple):
    """A part of the picture, with its heading, height and drawing function."""

    title: str
    height: int
    draw: Callable[[Canvas, Area], None]


class Spot(NamedTuple):
    """A space for partners as drawn."""

    id: str
    name: str
    cost: str
    owner: Seat | None
    one: bool


def draw_city(view: CityView, names: Names) -> Picture:
    """Draw all of it, one block below the other."""
    return Picture("city.png", city_sheet(view, name_seats(view.everybody, names)).to_png(COLORS), _alt(view))


def city_sheet(view: CityView, called: Mapping[Seat, str]) -> Canvas:
    """Return the city as a sheet."""
    blocks = _blocks(view, called)
    height = HEADER + sum(block.height + (TITLE if block.title else 0) + GAP for block in blocks) + MARGIN
    canvas, top = sheet(view, "CITY", height), HEADER
    for block in blocks:
        if block.title:
            canvas.draw_text(MARGIN + 4, top + TITLE // 2 + 4, block.title, face="poster", size=34, color=BRICK)
            top += TITLE
        block.draw(canvas, Area(MARGIN, top, WIDTH - MARGIN, top + block.height))
        top += block.height + GAP
    return canvas


def _blocks(view: CityView, called: Mapping[Seat, str]) -> list[Block]:
    spaces, tiles = _spaces(view), _tiles(view)
    row = [(asset, price) for asset, price in zip(view.asset_row, view.box.asset_prices, strict=True) if asset]
    found = [
        Block("", 2 * PADDING + ROW * 3, lambda canvas, box: _order(canvas, view, box, called)),
        Block("Open to all", _high(spaces), lambda canvas, box: _grid(canvas, view, box, spaces)),
        Block("Building tiles", _high(tiles), lambda canvas, box: _grid(canvas, view, box, tiles)),
        Block(
            "Capital assets", ASSET * max(1, (len(row) + 1) // 2), lambda canvas, box: _assets(canvas, view, box, row)
        ),
        Block("Appeal", sum(_appeal_rows(view)) + 6 * APPEAL_ROWS, lambda canvas, box: _appeal(canvas, view, box)),
    ]
    if view.standings:
        high = 2 * PADDING + ROW * len(view.standings)
        found.append(Block("Public goals", high, lambda canvas, box: _goals(canvas, view, box)))
    return found


def _alt(view: CityView) -> str:
    spaces = [space for space in view.box.spaces if view.decade >= space.decade]
    words = ", ".join(f"{space.name}{' (used)' if view.partners_on.get(space.id) else ''}" for space in spaces)
    row = [(asset, price) for asset, price in zip(view.asset_row, view.box.asset_prices, strict=True) if asset]
    assets = ", ".join(f"{view.box.asset[asset].name} ${price}" for asset, price in row)
    tiles = format_count(sum(len(player.tiles) for player in view.everybody.values()), "tile")
    short = f"City, {view.year}. Job market: {format_count(view.job_market, 'worker')}."
    return fit_alt_text([f"{short} Spaces: {words}. {tiles}. Assets: {assets}.", short])


# Who acts when


def _order(canvas: Canvas, view: CityView, box: Area, called: Mapping[Seat, str]) -> None:
    inside = panel(canvas, box.top, box.height)
    middle = inside.top + ROW // 2
    columns = inside.split_columns(len(view.order), 8)
    room = columns[0].width - 44
    names = fit_names(called, "strong", SMALLEST, room)
    for part, seat in zip(columns, view.order, strict=True):
        player = view.everybody[seat]
        canvas.put_sprite(draw_marker(seat - 1, SEATS[seat - 1]), part.left + 18, middle)
        canvas.draw_text(part.left + 42, middle, names[seat], face="strong", size=SMALL, color=INK, room=room,
                    smallest=SMALLEST)  # fmt: skip
        for number in range(player.partners):
            sign = draw_marker(seat - 1, SEATS[seat - 1] if number < player.ready else LINE, 28)
            canvas.put_sprite(sign, part.left + 18 + 36 * number, middle + ROW)
    y = middle + 2 * ROW
    named = canvas.draw_text(inside.left, y, "Job market", face="strong", size=SMALL, color=INK)
    for at in range(view.box.terms.most_workers):
        x = inside.left + named + 40 + 46 * at
        canvas.put_sprite(round_place(32, BRICK if at < view.job_market else OPEN, LINE), x, y)
    cost = hiring_cost(view.box, view.job_market, 1)
    canvas.draw_text(inside.right, y, f"next ${cost}", size=SMALL, color=INK, align="right")


# Where partners are placed


def _spaces(view: CityView) -> list[Spot]:
    signs = {"company to bank": "-", "bank to company": "+"}
    return [
        Spot(
            space.id,
            space.name,
            f"{signs[space.payment]}${space.amount}" if space.payment in signs else "",
            None,
            space.one,
        )
        for space in view.box.spaces
        if view.decade >= space.decade
    ]


def _tiles(view: CityView) -> list[Spot]:
    found = []
    for seat, player in view.everybody.items():
        for number in player.tiles:
            tile = view.box.tile[number]
            payer = "-" if tile.payment == "company to owner" else "bank "
            words = effects_said(tile.effects)
            found.append(Spot(tile_id(number), words[:1].upper() + words[1:], f"{payer}${tile.amount}", seat, True))
    return found


def _high(spots: Sequence[Spot]) -> int:
    return (SPACE + 8) * max(1, (len(spots) + 1) // 2) - 8


def _grid(canvas: Canvas, view: CityView, box: Area, spots: Sequence[Spot]) -> None:
    if not spots:
        canvas.draw_text(box.left + 4, box.top + SPACE // 2, "No building tile is laid yet", size=SMALL, color=QUIET)
    columns = box.split_columns(2, 10)
    for at, spot in enumerate(spots):
        column, top = columns[at % 2], box.top + (SPACE + 8) * (at // 2)
        canvas.put_sheet(_spot(spot, tuple(view.partners_on.get(spot.id, ())), column.width), column.left, top)
        canvas.record_place(("action", spot.id), Area(column.left, top, column.right, top + SPACE))


@lru_cache(maxsize=KEPT)
def _spot(spot: Spot, used: tuple[Seat, ...], wide: int) -> Canvas:
    """Return a space with the partners on it; most stay as they are from one picture to the next, so they are kept."""
    canvas, box = Canvas((wide, SPACE), PAPER), Area(0, 0, wide, SPACE)
    taken = bool(used) and spot.one
    middle, left, right = (box.top + box.bottom) // 2, box.left + 14, box.right - 14
    canvas.draw_framed_panel(
        box, PAPER if taken else CARD, LINE if spot.owner is None else SEATS[spot.owner - 1], 2, 10
    )
    if spot.owner is not None:
        canvas.put_sprite(draw_marker(spot.owner - 1, SEATS[spot.owner - 1], 28), left + 14, middle)
        left += 40
    if not taken:
        right -= canvas.draw_text(right, middle, spot.cost, face="strong", size=SMALL, color=BRICK, align="right") + 12
    step = min(32, 130 // max(1, len(used)))
    for number, seat in enumerate(used):
        canvas.put_sprite(draw_marker(seat - 1, SEATS[seat - 1], 28), right - 14 - step * number, middle)
    right -= 28 + step * (len(used) - 1) + 10 if used else 0
    words = f"{spot.name} (one)" if spot.one and spot.owner is None and not taken else spot.name
    canvas.draw_text(
        left, middle, words, size=SMALL, color=GONE if taken else INK, room=right - left, smallest=SMALLEST
    )
    return canvas


# What lies below


def _assets(canvas: Canvas, view: CityView, box: Area, row: Sequence[tuple[str, int]]) -> None:
    if not row:
        canvas.draw_text(box.left + 4, box.top + ASSET // 2, "No asset is left", size=SMALL, color=QUIET)
    columns = box.split_columns(2, 10)
    for at, (asset, price) in enumerate(row):
        card, column, top = view.box.asset[asset], columns[at % 2], box.top + ASSET * (at // 2)
        canvas.draw_framed_panel(Area(column.left, top, column.right, top + ASSET - 8), CARD, LINE, 2, 10)
        canvas.record_place(("asset", asset), Area(column.left, top, column.right, top + ASSET - 8))
        inside = Area(column.left + 14, top, column.right - 14, top + ASSET)
        cost = canvas.draw_text(inside.right, top + 28, f"${price}", face="poster", size=34, color=BRICK, align="right")
        canvas.draw_text(inside.left, top + 28, card.name, face="strong", size=SMALL, color=INK,
                    room=inside.width - cost - 12, smallest=SMALLEST)  # fmt: skip
        use = "" if card.use is None else f"then {effect_said(card.use).split(' if ')[0]}"  # why stands in the words
        for line, words in enumerate((effects_said(card.bonuses), use)):
            canvas.draw_text(
                inside.left, top + 64 + 34 * line, words, size=SMALL, color=QUIET, room=inside.width, smallest=SMALLEST
            )


def _at_appeal(view: CityView) -> dict[int, list[str]]:
    """Return which companies stand on each space of the appeal track."""
    return {
        space: [company for company in view.appeal_order if view.companies[company].appeal == space]
        for space in range(view.box.appeal.most + 1)
    }


def _appeal_rows(view: CityView) -> tuple[int, ...]:
    """Return how high each row of the appeal track is: as high as its fullest space needs."""
    there, a_row = _at_appeal(view), _a_row(view.box.appeal.most)
    wide = Area(MARGIN, 0, WIDTH - MARGIN, 0).split_columns(a_row, 6)[0].width - 8
    starts = range(0, view.box.appeal.most + 1, a_row)
    most = [max(len(there.get(space, ())) for space in range(start, start + a_row)) for start in starts]
    return tuple(APPEAL + max(1, token_rows(count, wide)) * (TOKEN + 2) for count in most)


def _appeal(canvas: Canvas, view: CityView, box: Area) -> None:
    bonuses, rows = tuple(view.box.appeal.bonuses.items()), _appeal_rows(view)
    canvas.put_sheet(_empty_track(view.box.appeal.most, bonuses, box.width, rows), box.left, box.top)
    there = _at_appeal(view)
    for space, cell in enumerate(_cells(view.box.appeal.most, box, rows)):
        if there[space]:
            _appeal_space(canvas, cell, space, view.box.appeal.bonuses.get(space), taken=True)
            tokens(canvas, view, Area(cell.left + 4, cell.top + 40, cell.right - 4, cell.bottom - 40), there[space])


def _a_row(most: int) -> int:
    return -(-(most + 1) // APPEAL_ROWS)


def _cells(most: int, box: Area, rows: Sequence[int]) -> list[Area]:
    found, top = [], box.top
    for high in rows:
        found += Area(box.left, top, box.right, top + high).split_columns(_a_row(most), 6)
        top += high + 6
    return found[: most + 1]


@lru_cache(maxsize=8)
def _empty_track(most: int, bonuses: tuple[tuple[int, Bonus], ...], wide: int, rows: tuple[int, ...]) -> Canvas:
    """Return the appeal track without companies; it is kept, so it is only looked at."""
    canvas = Canvas((wide, sum(rows) + 6 * len(rows)), PAPER)
    for space, cell in enumerate(_cells(most, Area(0, 0, wide, 0), rows)):
        _appeal_space(canvas, cell, space, dict(bonuses).get(space), taken=False)
    return canvas


def _appeal_space(canvas: Canvas, cell: Area, space: int, bonus: Bonus | None, *, taken: bool) -> None:
    canvas.draw_framed_panel(cell, CARD, BRICK if taken else LINE, 3 if taken else 2)
    color = BRICK if taken else QUIET
    canvas.draw_text(cell.left + 10, cell.top + 22, str(space), face="strong", size=SMALL, color=color)
    if bonus is not None:
        middle = (cell.left + cell.right) // 2
        canvas.draw_text(middle, cell.bottom - 22, BONUS_WORDS[bonus], size=SMALL, color=INK, align="center",
                    room=cell.width - 8, smallest=SMALLEST)  # fmt: skip


def _goals(canvas: Canvas, view: CityView, box: Area) -> None:
    """Write how many everybody has of what a goal counts, the best first; their signs always have room."""
    inside = panel(canvas, box.top, box.height)
    names = {goal.measure: goal.name for goal in view.box.goals}
    for at, (goal, counts) in enumerate(view.standings.items()):
        middle, x = inside.top + ROW * at + ROW // 2, inside.right
        canvas.draw_text(inside.left, middle, names[goal], face="strong", size=SMALL, color=INK)
        best = sorted(((seat, count) for seat, count in counts.items() if count), key=lambda pair: (-pair[1], pair[0]))
        if not best:
            canvas.draw_text(x, middle, "nobody yet", size=SMALL, color=QUIET, align="right")
        for seat, count in reversed(best):
            x -= canvas.draw_text(x, middle, in_words(goal, count), size=SMALL, color=QUIET, align="right") + 24
            canvas.put_sprite(draw_marker(seat - 1, SEATS[seat - 1], 28), x, middle)
            x -= 38
