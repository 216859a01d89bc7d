"""Everybody's company: four floors of departments with who stands and lies there, and the four project tabs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import callings, width
from bot.drawing.tracks import badge
from bot.engine.game import Names
from bot.engine.pages import Picture, as_alt
from bot.engine.records import Seat
from bot.engine.words import counted
from bot.games.carnegie.components import COLUMNS, FLOORS, LOBBY, PROJECTS, CarnegieBox, Gain, Project, Slot
from bot.games.carnegie.picture.sheets import (
    BRASS,
    CARD,
    COLORS,
    GAP,
    HEADER,
    INK,
    LINE,
    MARGIN,
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
from bot.games.carnegie.rules.vocabulary import PROJECT
from bot.games.carnegie.view import CarnegieView

NAME, FLOOR, EMPTY, TABS, PERSON = 56, 118, 50, 152, 34
LEGEND = 84
"""Below the companies: what their signs mean."""


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
    called = callings(view.everybody, names)
    found = []
    for seat, player in view.everybody.items():
        placed = ", ".join(view.box.department[name].name for name in player.placed)
        active = counted(player.active, "active worker")
        found.append(f"{called[seat][:24]}: {active}, placed {placed or 'nothing'}")
    png = companies_sheet(view, called).png(COLORS)
    return Picture("companies.png", png, as_alt([f"Companies. {'. '.join(found)}.", "Companies."]))


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
    workplaces = [(badge(PERSON, OPEN, "1", QUIET), "workplace, $1"), (badge(PERSON, STEEL, "1", CARD), "active")]
    workplaces.append((badge(PERSON, BRASS, "★", INK), "always active"))
    x, y = MARGIN, top + 20
    for sign, told in workplaces:
        canvas.sprite(sign, x + PERSON // 2, y)
        x += PERSON + 8
        x += canvas.text(x, y, told, size=26, color=INK) + 20
    x, y = MARGIN, top + 62
    for color, edge, told in (
        (BRASS, LINE, "disk, to be built"),
        (CARD, STEEL, "uncovered: pays"),
        (PAPER, LINE, "later"),
    ):
        canvas.framed(Area(x, y - 15, x + 52, y + 15), color, edge, 3 if edge == STEEL else 2, 8)
        x += 60
        x += canvas.text(x, y, told, size=26, color=INK) + 20


def _building(canvas: Canvas, view: CarnegieView, seat: Seat, name: str, inside: Area) -> None:
    player = view.everybody[seat]
    canvas.sprite(disk(seat, 40), inside.left + 20, inside.top + 22)
    held = f"${player.money}, {counted(player.cubes, 'cube')}, {counted(player.supply, 'worker')} to hire"
    taken = canvas.text(inside.right, inside.top + 22, held, size=SMALL, color=INK, align="right")
    room = inside.width - taken - 70
    canvas.text(inside.left + 50, inside.top + 22, name, face="strong", size=34, color=INK, room=room, smallest=24)
    top = inside.top + NAME
    for floor, height in _floors(player):
        row = Area(inside.left, top, inside.right, top + height - 6)
        top += height
        for column, box in zip(COLUMNS, row.columns(len(COLUMNS), 6), strict=True):
            _cell(canvas, view.box, f"{column}{floor}", player.company[f"{column}{floor}"], seat, box)
            canvas.lies(("cell", seat, f"{column}{floor}"), box)
    tabs = Area(inside.left, top + 8, inside.right, inside.bottom)
    for project, box in zip(PROJECTS, tabs.columns(len(PROJECTS), 6), strict=True):
        _tab(canvas, view.box, player, project, box)
        canvas.lies(("tab", seat, project), box)


def _cell(canvas: Canvas, known: CarnegieBox, name: str, there: Cell, seat: Seat, box: Area) -> None:
    """Draw a cell: its department, its workplaces with their prices or who stands there, and who lies."""
    department = None if there.department in (None, LOBBY) else known.department[there.department or ""]
    places = () if department is None else enumerate(department.workplaces)
    drawn = Room(
        name,
        "Lobby" if there.department == LOBBY else "" if department is None else department.name,
        0 if department is None else department.permanent,
        tuple((price, at in there.standing) for at, price in places),
        there.lying,
        SEATS[seat - 1] if there.workers else OPEN,
    )
    canvas.put(_room(drawn, box.width, box.height), box.left, box.top)


class Room(NamedTuple):
    """What is drawn of a cell."""

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
    """Draw a cell, which is kept: most of a company is as it was in the picture before."""
    canvas, box = _corner(wide, high)
    canvas.framed(box, CARD if drawn.department else PAPER, STEEL if drawn.department else LINE, 2, 8)
    inside = box.inside(8)
    named = canvas.text(inside.right, inside.bottom - 12, drawn.name, size=24, color=QUIET, align="right")
    for number, line in enumerate(in_lines(drawn.department, 27, inside.width, 2)):
        y = inside.top + 14 + 28 * number
        canvas.text(inside.left, y, line, face="strong", size=27, color=INK, room=inside.width, smallest=20)
    x, y = inside.left + PERSON // 2, inside.bottom - PERSON // 2 - 2
    for _ in range(drawn.permanent):
        canvas.sprite(badge(PERSON, BRASS, "★", INK), x, y)
        x += PERSON + 4
    for price, stands in drawn.workplaces:
        canvas.sprite(badge(PERSON, drawn.color if stands else OPEN, str(price), CARD if stands else QUIET), x, y)
        x += PERSON + 4
    if drawn.lying:
        _lying(canvas, x, y, drawn.lying, drawn.color, inside.right - named - 6)
    return canvas


def _corner(wide: int, high: int) -> tuple[Canvas, Area]:
    """Return a piece of the card on which companies lie, and how large it is."""
    return Canvas((wide, high), CARD), Area(0, 0, wide, high)


def _lying(canvas: Canvas, x: int, y: int, count: int, color: str, end: int) -> None:
    """Draw how many lie: a body on its side, and their number, with a word where there is room up to the end."""
    left = x - PERSON // 2 + 4
    canvas.panel(Area(left, y + 1, left + 40, y + 15), color, 7)
    canvas.panel(Area(left, y - 5, left + 15, y + 15), color, 7)
    words = f"{count} inactive"
    fits = width(words, "strong", 26) <= end - left - 46
    canvas.text(left + 46, y + 4, words if fits else str(count), face="strong", size=26, color=INK)


def _tab(canvas: Canvas, known: CarnegieBox, player: Player, project: Project, box: Area) -> None:
    """Draw a project tab: what each slot pays; those that still have their disk in brass, what is not out yet quiet."""
    tab = player.tabs[project]
    short = {"public infrastructure": "Public infra."}.get(project, PROJECT[project])
    canvas.text(box.left + 4, box.top + 14, short, face="strong", size=26, color=INK, room=box.width - 8, smallest=20)
    for at, slot in enumerate(known.tabs[project].side(player.sides[project])):
        row, column = divmod(at, 2)
        wide = (box.width - 4) // 2
        drawn = _slot(_pays(slot), tab.disks[at], tab.built[at], at <= tab.steps, wide)
        canvas.put(drawn, box.left + column * (wide + 4), box.top + 34 + row * 54)


@lru_cache(maxsize=128)
def _slot(pays: str, disk_waits: bool, built: bool, out: bool, wide: int) -> Canvas:
    """Draw a slot of a project tab."""
    canvas, box = _corner(wide, 48)
    color = BRASS if disk_waits else CARD if built else OPEN if out else PAPER
    canvas.framed(box, color, STEEL if built else LINE, 3 if built else 2, 8)
    ink = QUIET if not out else CARD if disk_waits else INK
    canvas.text(wide // 2, 24, pays, face="strong", size=24, color=ink, align="center", room=wide - 8, smallest=18)
    return canvas


def _pays(slot: Slot) -> str:
    """Return what a slot pays in as few letters as it takes."""
    return f"cap +{slot.cap}" if slot.cap else "/".join(map(_short, slot.gains)) or "-"


def _short(gain: Gain) -> str:
    if gain.money:
        return f"${gain.money}"
    kinds = (("cube", gain.cubes), ("VP", gain.vp), ("worker", gain.workers), ("pts", gain.development))
    return next((f"{count} {kind}" for kind, count in kinds if count), "")
