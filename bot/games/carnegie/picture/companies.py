"""Pictures of the companies: departments with workers and tabs, and the own company large.

The payment of each slot of a tab is in the picture of the own company, and in the words of all.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, measure_width, name_seats, truncate_name
from bot.drawing.tracks import draw_badge
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.records import Seat
from bot.engine.words import format_count
from bot.games.carnegie.components import COLUMNS, FLOORS, LOBBY, PROJECTS, CarnegieBox, Gain, Project, Slot
from bot.games.carnegie.picture.sheets import (
    BRASS,
    CARD,
    COLORS,
    GAP,
    HEADER,
    INK,
    LARGE,
    LINE,
    MARGIN,
    NORMAL,
    OPEN,
    PADDING,
    PAPER,
    QUIET,
    SEATS,
    SMALL,
    STEEL,
    disk,
    in_lines,
    panel,
    sheet,
)
from bot.games.carnegie.rules.pieces import Cell, Player
from bot.games.carnegie.rules.vocabulary import BRIEF, PROJECT, REGION
from bot.games.carnegie.text import company_in_words
from bot.games.carnegie.view import CarnegieView

NAME, FLOOR, EMPTY, TABS, PERSON = 56, 124, 50, 84, 38
LEGEND = 96
"""The legend below the companies."""


def _floors(player: Player) -> list[tuple[str, int]]:
    """Return the floors from the top, each with its height: one that is empty is low."""
    found = []
    for floor in reversed(FLOORS):
        cells = [player.company[f"{column}{floor}"] for column in COLUMNS]
        found.append((floor, FLOOR if any(cell.department or cell.workers for cell in cells) else EMPTY))
    return found


def _height(player: Player) -> int:
    return 2 * PADDING + NAME + sum(height for _, height in _floors(player)) + TABS


def draw_companies(view: CarnegieView, names: Names) -> Picture:
    """Draw a building for each player."""
    called = name_seats(view.everybody, names)
    found = []
    for seat, player in view.everybody.items():
        placed = ", ".join(view.box.department[name].name for name in player.placed)
        active = format_count(player.active, "active worker")
        found.append(f"{truncate_name(called[seat])}: {active}, placed {placed or 'nothing'}")
    png = companies_sheet(view, called).to_png(COLORS)
    return Picture("companies.png", png, fit_alt_text([f"Companies. {'. '.join(found)}.", "Companies."]))


def companies_sheet(view: CarnegieView, called: Mapping[Seat, str]) -> Canvas:
    """Return everybody's building as a sheet."""
    top = HEADER
    high = top + sum(_height(one) + GAP for one in view.everybody.values()) + LEGEND + MARGIN
    canvas = sheet(view, "COMPANIES", high)
    for seat, player in view.everybody.items():
        inside = panel(canvas, top, _height(player))
        top += _height(player) + GAP
        _building(canvas, view, seat, called[seat], inside)
    _legend(canvas, top)
    return canvas


def _legend(canvas: Canvas, top: int) -> None:
    """Write below the companies what workplaces and slots look like."""
    workplaces = [
        (draw_badge(PERSON, OPEN, "1", QUIET), "workplace, $1"),
        (draw_badge(PERSON, STEEL, "1", CARD), "active"),
    ]
    workplaces.append((draw_badge(PERSON, BRASS, "★", INK), "always active"))
    x, y = MARGIN, top + 20
    for sign, told in workplaces:
        canvas.put_sprite(sign, x + PERSON // 2, y)
        x += PERSON + 8
        x += canvas.draw_text(x, y, told, size=SMALL, color=INK) + 24
    x, y = MARGIN, top + 68
    for color, edge, told in (
        (BRASS, LINE, "disk, to be built"),
        (CARD, STEEL, "uncovered: pays"),
        (OPEN, LINE, "empty"),
        (PAPER, LINE, "later"),
    ):
        canvas.draw_framed_panel(Area(x, y - 15, x + 52, y + 15), color, edge, 3 if edge == STEEL else 2, 8)
        x += 60
        x += canvas.draw_text(x, y, told, size=SMALL, color=INK) + 24


def _building(canvas: Canvas, view: CarnegieView, seat: Seat, name: str, inside: Area) -> None:
    player = view.everybody[seat]
    canvas.put_sprite(disk(seat, 40), inside.left + 20, inside.top + 22)
    held = f"${player.money}, {format_count(player.cubes, 'cube')}, {format_count(player.supply, 'worker')} to hire"
    taken = canvas.draw_text(inside.right, inside.top + 22, held, size=SMALL, color=INK, align="right")
    canvas.record_place(("money", seat), Area(inside.right - taken - 8, inside.top, inside.right, inside.top + 44))
    room = inside.width - taken - 70
    canvas.draw_text(
        inside.left + 50, inside.top + 22, name, face="strong", size=NORMAL, color=INK, room=room, smallest=SMALLEST
    )
    top = inside.top + NAME
    for floor, height in _floors(player):
        row = Area(inside.left, top, inside.right, top + height - 6)
        top += height
        for column, box in zip(COLUMNS, row.split_columns(len(COLUMNS), 6), strict=True):
            _cell(canvas, view.box, f"{column}{floor}", player.company[f"{column}{floor}"], seat, box)
            canvas.record_place(("cell", seat, f"{column}{floor}"), box)
    tabs = Area(inside.left, top + 8, inside.right, inside.bottom)
    for project, box in zip(PROJECTS, tabs.split_columns(len(PROJECTS), 6), strict=True):
        _tab(canvas, player, project, box)
        canvas.record_place(("tab", seat, project), box)


def _cell(canvas: Canvas, known: CarnegieBox, name: str, there: Cell, seat: Seat, box: Area) -> None:
    """Draw a cell: its department, its workplaces with their prices or who stands there, and who lies."""
    canvas.put_sheet(_room(_drawn(known, name, there, seat), box.width, box.height), box.left, box.top)


def _drawn(known: CarnegieBox, name: str, there: Cell, seat: Seat) -> Room:
    department = None if there.department in (None, LOBBY) else known.department[there.department or ""]
    places = () if department is None else enumerate(department.workplaces)
    return Room(
        name,
        "Lobby" if there.department == LOBBY else "" if department is None else department.name,
        0 if department is None else department.permanent,
        tuple((price, at in there.standing) for at, price in places),
        there.lying,
        SEATS[seat - 1] if there.workers else OPEN,
    )


def _people(drawn: Room, size: int) -> list[Image.Image]:
    """Return the signs of a cell's workplaces: always active, active, or free, with what each costs."""
    found = [draw_badge(size, BRASS, "★", INK)] * drawn.permanent
    for price, stands in drawn.workplaces:
        found.append(draw_badge(size, drawn.color if stands else OPEN, str(price), CARD if stands else QUIET))
    return found


class Room(NamedTuple):
    """The contents of a cell's drawing."""

    name: str
    department: str
    """Nothing: it is free."""
    permanent: int
    workplaces: tuple[tuple[int, bool], ...]
    """What each costs, and whether somebody stands there."""
    lying: int
    color: str
    """Of those who are here."""


@lru_cache(maxsize=128)
def _room(drawn: Room, wide: int, high: int) -> Canvas:
    """Draw a cell. Cached, as most of a company is unchanged since the previous picture."""
    canvas, box = _corner(wide, high)
    canvas.draw_framed_panel(box, CARD if drawn.department else PAPER, STEEL if drawn.department else LINE, 2, 8)
    inside = box.shrink(8)
    for number, line in enumerate(in_lines(drawn.department, SMALL, inside.width, 2, "strong")):
        y = inside.top + 14 + 30 * number
        canvas.draw_text(
            inside.left, y, line, face="strong", size=SMALL, color=INK, room=inside.width, smallest=SMALLEST
        )
    x, y = inside.left + PERSON // 2, inside.bottom - PERSON // 2 - 2
    for sign in _people(drawn, PERSON):
        canvas.put_sprite(sign, x, y)
        x += PERSON + 4
    end = inside.right - measure_width(drawn.name, "text", SMALL) - 12
    if drawn.lying:
        x = _lying(canvas, x, y, drawn.lying, drawn.color, end)
    if x <= end:
        canvas.draw_text(inside.right, inside.bottom - 12, drawn.name, size=SMALL, color=QUIET, align="right")
    return canvas


def _corner(wide: int, high: int) -> tuple[Canvas, Area]:
    """Return a piece of the card on which companies lie, and how large it is."""
    return Canvas((wide, high), CARD), Area(0, 0, wide, high)


def _lying(canvas: Canvas, x: int, y: int, count: int, color: str, end: int) -> int:
    """Draw how many lie, and return where that ends: a body on its side, their number, and a word if it has room."""
    left = x - PERSON // 2 + 4
    canvas.draw_panel(Area(left, y + 1, left + 40, y + 15), color, 7)
    canvas.draw_panel(Area(left, y - 5, left + 15, y + 15), color, 7)
    words = f"{count} inactive"
    fits = measure_width(words, "strong", SMALL) <= end - left - 46
    written = canvas.draw_text(left + 46, y + 4, words if fits else str(count), face="strong", size=SMALL, color=INK)
    return left + 46 + written


def _tab(canvas: Canvas, player: Player, project: Project, box: Area) -> None:
    """Draw a project tab small: slots with their disk, paying slots, and slots that are not out yet."""
    canvas.draw_text(box.left + 4, box.top + 16, _called(project), face="strong", size=SMALL, color=INK)
    for at, place in enumerate(Area(box.left + 4, box.top + 38, box.right - 30, box.top + 66).split_columns(4, 6)):
        canvas.draw_framed_panel(place, *_look(player, project, at), 8)


def _called(project: Project) -> str:
    return BRIEF.get(PROJECT[project], PROJECT[project])


def _look(player: Player, project: Project, at: int) -> tuple[str, str, int]:
    """Return what a slot of a tab looks like: its colour, that of its edge, and how thick that is."""
    tab = player.tabs[project]
    color = BRASS if tab.disks[at] else CARD if tab.built[at] else OPEN if at <= tab.steps else PAPER
    return color, STEEL if tab.built[at] else LINE, 3 if tab.built[at] else 2


# One's own company, large


OWN_FLOOR, OWN_TABS, OWN_SLOT, OWN_PERSON = 156, 64, 60, 48


def is_somebodys(view: CarnegieView) -> bool:
    """Whether the viewer has a company."""
    return view.seat is not None


def shown_of_own(view: CarnegieView) -> object:
    """Return the text alternative of the own company's picture."""
    return view.seat, view.round, view.everybody[view.seat or 1]


def draw_own_company(view: CarnegieView, names: Names) -> Picture:
    """Draw this seat's company large: departments, workers, and what each slot of its project tabs pays."""
    if view.seat is None:
        raise ValueError("everybody's view has no company of its own")
    seat, player = view.seat, view.everybody[view.seat]
    floors = [floor for floor, height in _floors(player) if height == FLOOR]
    high = 2 * PADDING + 2 * NAME + OWN_FLOOR * len(floors) + OWN_TABS + 4 * OWN_SLOT
    canvas = sheet(view, "MY COMPANY", HEADER + high + GAP + LEGEND + MARGIN)
    inside = panel(canvas, HEADER, high)
    canvas.put_sprite(disk(seat, 44), inside.left + 22, inside.top + 22)
    held = f"${player.money}, {format_count(player.cubes, 'cube')}, {format_count(player.disks, 'disk')}"
    taken = canvas.draw_text(inside.right, inside.top + 22, held, face="strong", size=LARGE, color=STEEL, align="right")
    called = name_seats(view.everybody, names)[seat]
    canvas.draw_text(inside.left + 56, inside.top + 22, called, face="strong", size=LARGE, color=INK,
                room=inside.width - taken - 76, smallest=SMALLEST)  # fmt: skip
    canvas.draw_text(
        inside.left, inside.top + NAME + 22, _workers(view, player), size=NORMAL, color=INK, room=inside.width,
                smallest=SMALLEST)  # fmt: skip
    top = inside.top + 2 * NAME
    for floor in floors:
        row = Area(inside.left, top, inside.right, top + OWN_FLOOR - 8)
        for column, box in zip(COLUMNS, row.split_columns(len(COLUMNS), 8), strict=True):
            _own_cell(canvas, view.box, player.company[f"{column}{floor}"], seat, f"{column}{floor}", box)
        top += OWN_FLOOR
    for project, box in zip(
        PROJECTS, Area(inside.left, top, inside.right, inside.bottom).split_columns(4, 8), strict=True
    ):
        _own_tab(canvas, view.box, player, project, box)
    _legend(canvas, HEADER + high + GAP)
    return Picture(
        "company.png", canvas.to_png(COLORS), fit_alt_text([f"My company: {'. '.join(company_in_words(view, seat))}."])
    )


def _workers(view: CarnegieView, player: Player) -> str:
    """Return in a line where a player's workers are who do not stand in the company."""
    away = [f"{count} in the {REGION[region]}" for region, count in player.missions.items() if count]
    found = [format_count(player.active, "active worker"), f"{player.supply} to hire"]
    found += [f"on mission: {', '.join(away)}"] if away else []
    found += [f"reserve: {view.box.department[player.reserve].name}"] if player.reserve is not None else []
    return "; ".join(found)


def _own_cell(canvas: Canvas, known: CarnegieBox, there: Cell, seat: Seat, name: str, box: Area) -> None:
    """Draw a cell large: the full name of its department, its workplaces, and its workers."""
    drawn = _drawn(known, name, there, seat)
    canvas.draw_framed_panel(box, CARD if drawn.department else PAPER, STEEL if drawn.department else LINE, 2, 8)
    inside = box.shrink(10)
    if not drawn.department:
        canvas.draw_text(inside.right, inside.bottom - 14, name, size=SMALL, color=QUIET, align="right")
    for number, line in enumerate(in_lines(drawn.department, NORMAL, inside.width, 2, "strong")):
        y = inside.top + 16 + 34 * number
        canvas.draw_text(
            inside.left, y, line, face="strong", size=NORMAL, color=INK, room=inside.width, smallest=SMALLEST
        )
    x, y = inside.left + OWN_PERSON // 2, inside.bottom - OWN_PERSON // 2
    for sign in _people(drawn, OWN_PERSON):
        canvas.put_sprite(sign, x, y)
        x += OWN_PERSON + 6
    if drawn.lying:
        _lying(canvas, x, y, drawn.lying, drawn.color, inside.right)


def _own_tab(canvas: Canvas, known: CarnegieBox, player: Player, project: Project, box: Area) -> None:
    """Draw a project tab large, with the payment of each slot."""
    canvas.draw_text(box.left + 4, box.top + 32, _called(project), face="strong", size=NORMAL, color=INK)
    rows = Area(box.left, box.top + OWN_TABS - 8, box.right, box.top + OWN_TABS - 8 + 4 * OWN_SLOT).split_rows(4, 8)
    for at, (slot, row) in enumerate(zip(known.tabs[project].side(player.sides[project]), rows, strict=True)):
        canvas.draw_framed_panel(row, *_look(player, project, at), 8)
        ink = QUIET if at > player.tabs[project].steps else CARD if player.tabs[project].disks[at] else INK
        middle = ((row.left + row.right) // 2, (row.top + row.bottom) // 2)
        canvas.draw_text(
            *middle, _pays(slot), face="strong", size=NORMAL, color=ink, align="center", room=row.width - 12,
                    smallest=SMALLEST)  # fmt: skip


def _pays(slot: Slot) -> str:
    """Return what a slot pays in as few letters as it takes."""
    return f"cap +{slot.cap}" if slot.cap else " / ".join(map(_short, slot.gains)) or "-"


def _short(gain: Gain) -> str:
    if gain.money:
        return f"${gain.money}"
    kinds = (("cube", gain.cubes), ("VP", gain.vp), ("worker", gain.workers), ("pts", gain.development))
    return next((f"{count} {kind}" for kind, count in kinds if count), "")
