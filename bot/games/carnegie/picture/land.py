"""The map: 32 cities with their spaces and disks, routes and best chains; below it the four tracks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from bot.drawing.canvas import Area, Canvas, cache_backdrop
from bot.drawing.lettering import measure_width, name_seats, truncate_name
from bot.drawing.maps import Route, draw_routes, shift_line
from bot.drawing.sprites import Point
from bot.drawing.tracks import compute_marker_places, draw_badge
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.games.carnegie.components import ANDREW, END_BOX, MAP_SIZE, PROJECTS, City, Gain, Owner, Region
from bot.games.carnegie.picture.sheets import (
    BRASS,
    CARD,
    COLORS,
    GAP,
    HEADER,
    INK,
    LINE,
    MARGIN,
    NORMAL,
    OPEN,
    PAPER,
    QUIET,
    REGIONS,
    SEATS,
    SMALL,
    STEEL,
    WATER,
    WIDTH,
    disk,
    heading,
    legend,
)
from bot.games.carnegie.rules.pieces import Disk
from bot.games.carnegie.rules.vocabulary import PROJECT, REGION
from bot.games.carnegie.view import CarnegieView

TOP = HEADER + 44
"""Where the map begins, below the heading and the names."""
STRETCH = 1.22
"""By how much the map is higher than in the box, so that the plates have room for letters that can be read."""
MAP_HIGH = round(MAP_SIZE[1] * STRETCH)
SPACE, SLOT = 40, 60
"""Height of a space, and its width with the project built there."""
ASIDE: Mapping[str, tuple[int, int]] = {
    "albany": (-40, 70), "reno": (-14, 0), "salt_lake_city": (6, 0), "denver": (-22, 6), "kansas_city": (14, -14),
    "st_louis": (26, 8), "cincinnati": (-14, 6), "washington": (0, 22), "memphis": (-26, 0), "dallas": (-14, 4),
    "houston": (-18, 10), "new_orleans": (18, 0),
}  # fmt: skip
"""By how many pixels a city lies beside its place in the box, so that its plate covers no other."""
IN_A_ROW = 3
NAME_HIGH, ROW_HIGH = 38, 44
"""Positions of the name and of each row of spaces on a city's plate."""
SIGNS = 92
"""What the signs mean, below the map."""
TRACK = 166
HEIGHT = TOP + MAP_HIGH + SIGNS + 4 * (TRACK + GAP) + MARGIN
LETTERS = {"housing": "H", "commerce": "C", "industry": "I", "public infrastructure": "P", "any": ""}
LAND: Mapping[Region, Sequence[Point]] = {
    "west": [(30, 30), (420, 36), (416, 180), (452, 260), (452, 400), (500, 420), (500, 540), (462, 690), (322, 716),
             (310, 800), (200, 802), (120, 720), (40, 690), (14, 560), (18, 400), (8, 260)],
    "midwest": [(420, 36), (700, 20), (770, 110), (800, 240), (826, 270), (852, 380), (935, 424), (930, 520),
                (792, 540), (640, 550), (500, 540), (500, 420), (452, 400), (452, 260), (416, 180)],
    "east": [(770, 110), (800, 30), (930, 20), (1066, 14), (1072, 200), (1074, 420), (1062, 540), (930, 520),
             (935, 424), (852, 380), (826, 270), (800, 240)],
    "south": [(500, 540), (640, 550), (792, 540), (930, 520), (1062, 540), (1068, 720), (990, 760), (950, 800),
              (1000, 930), (962, 972), (900, 862), (850, 850), (800, 868), (680, 866), (620, 880), (540, 960),
              (500, 992), (420, 980), (396, 880), (300, 842), (310, 800), (322, 716), (462, 690)],
}  # fmt: skip
"""The outline of each region, as far as it helps to recognise the country."""


def draw_map(view: CarnegieView, names: Names) -> Picture:
    """Draw the map with all disks and chains, and the tracks with the workers on mission."""
    called = name_seats(view.everybody, names)
    return Picture("map.png", map_sheet(view, called).to_png(COLORS), _alt(view, called))


def map_sheet(view: CarnegieView, called: Mapping[int, str]) -> Canvas:
    """Return the map with the tracks as a sheet."""
    canvas = _ground(view.box.cities, view.box.routes)
    heading(canvas, view, "MAP")
    legend(canvas, view, called, HEADER - 4)
    _chains(canvas, view)
    for city in view.box.cities:
        _city(canvas, view, city)
    tracks = Area(MARGIN, TOP + MAP_HIGH + SIGNS, WIDTH - MARGIN, HEIGHT - MARGIN).split_rows(len(view.box.tracks), GAP)
    for box, region in zip(tracks, view.box.tracks, strict=True):
        _track(canvas, view, region, box)
    return canvas


def _alt(view: CarnegieView, called: Mapping[int, str]) -> str:
    """Return in words all projects, chains and workers on mission."""
    found = []
    for seat, player in view.everybody.items():
        cities = [
            view.box.city[city].name
            for city, disks in view.spaces.items()
            for one in disks
            if one and one.owner == seat
        ]
        away = ", ".join(f"{count} in the {REGION[region]}" for region, count in player.missions.items() if count)
        chain = f", best chain {view.so_far[seat].links} VP" if view.chains[seat] else ""
        found.append(
            f"{truncate_name(called[seat])}: {', '.join(cities) or 'nothing built'}{chain}; on mission: "
            f"{away or 'nobody'}"
        )
    return fit_alt_text(
        [f"Map of the United States. {'. '.join(found)}.", "Map of the United States with everybody's projects."]
    )


# What never changes


@cache_backdrop
def _ground(cities: tuple[City, ...], routes: tuple[tuple[str, str], ...]) -> Canvas:
    """Return the map without any disk: the country, the routes and the cities with their spaces."""
    found = {city.id: city for city in cities}
    canvas = Canvas((WIDTH, HEIGHT), PAPER)
    large = Image.new("RGB", (2 * WIDTH, 2 * MAP_HIGH), WATER)
    pen = ImageDraw.Draw(large)
    for region, outline in LAND.items():
        shore = [(2 * x, 2 * y * STRETCH) for x, y in outline]
        pen.polygon(shore, fill=REGIONS[region], outline=CARD, width=6)
    within = Area(0, TOP, WIDTH, TOP + MAP_HIGH)
    canvas.paint(within, large.reduce(2))
    lines = [Route([_at(found[one]), _at(found[other])], QUIET, 7, edge=CARD) for one, other in routes]
    draw_routes(canvas, lines, within)
    for city in cities:
        _plate(canvas, city)
    _explain(canvas, Area(MARGIN, TOP + MAP_HIGH, WIDTH - MARGIN, TOP + MAP_HIGH + SIGNS))
    return canvas


def _explain(canvas: Canvas, box: Area) -> None:
    """Write below the map what its signs mean."""
    x, above, below = box.left, box.top + 28, box.top + 66
    for project in PROJECTS:
        x += canvas.draw_text(x, above, LETTERS[project], face="strong", size=SMALL, color=INK) + 8
        x += canvas.draw_text(x, above, PROJECT[project], size=SMALL, color=QUIET) + 26
    x = box.left + canvas.draw_text(box.left, below, "3", face="strong", size=SMALL, color=INK) + 10
    x += canvas.draw_text(x, below, "VP per project", size=SMALL, color=QUIET) + 26
    _rails(canvas, x, below)
    x += RAIL + 10
    x += canvas.draw_text(x, below, "pays income", size=SMALL, color=QUIET) + 26
    canvas.draw_framed_panel(Area(x, below - 16, x + 40, below + 16), CARD, BRASS, 4, 8)
    x += 50 + canvas.draw_text(x + 50, below, "major city", size=SMALL, color=QUIET) + 26
    x += canvas.draw_text(x, below, "2 →", face="strong", size=SMALL, color=INK) + 10
    canvas.draw_text(x, below, "points to step on", size=SMALL, color=QUIET)


def _at(city: City) -> Point:
    across, down = ASIDE.get(city.id, (0, 0))
    return float(city.at[0] + across), float(round(city.at[1] * STRETCH) + TOP + down)


def _room(city: City) -> Area:
    """Return the plate of a city, which has its name above its spaces."""
    rails = 2 * (RAIL + 8) if city.rail else 0
    wide = max(measure_width(_label(city), "strong", SMALL) + 18, min(IN_A_ROW, len(city.spaces)) * SLOT + 8 + rails)
    high = NAME_HIGH + ROW_HIGH * -(-len(city.spaces) // IN_A_ROW) + 2
    x, y = (round(part) for part in _at(city))
    left = min(max(4, x - wide // 2), WIDTH - 4 - wide)
    return Area(left, y - 42, left + wide, y - 42 + high)


RAIL = 24


def _label(city: City) -> str:
    return f"{city.name} {city.vp}" if city.vp else city.name


def _plate(canvas: Canvas, city: City) -> None:
    room = _room(city)
    frame = BRASS if city.links else LINE
    canvas.draw_framed_panel(room, CARD, frame, 4 if city.links else 2, 10)
    middle = (room.left + room.right) // 2
    canvas.draw_text(middle, room.top + 21, _label(city), face="strong", size=SMALL, color=INK, align="center")
    for (x, y), kind in zip(_places(city), city.spaces, strict=True):
        canvas.put_sprite(draw_badge(SPACE, OPEN, LETTERS[kind], QUIET), x, y)
    if city.rail:  # a piece of railroad on both sides of its space
        for left in (room.left + 8, room.right - 8 - RAIL):
            _rails(canvas, left, room.bottom - 2 - ROW_HIGH // 2)


def _rails(canvas: Canvas, left: int, middle: int) -> None:
    canvas.draw_rule(left, left + RAIL, middle - 6, INK, 3)
    canvas.draw_rule(left, left + RAIL, middle + 4, INK, 3)
    for sleeper in range(left + 3, left + RAIL, 8):
        canvas.fill(Area(sleeper, middle - 11, sleeper + 3, middle + 12), INK)


def _places(city: City) -> list[tuple[int, int]]:
    """Return the middles of a city's spaces, row by row."""
    room = _room(city)
    middle, found = (room.left + room.right) // 2, []
    for first in range(0, len(city.spaces), IN_A_ROW):
        here = min(IN_A_ROW, len(city.spaces) - first)
        y = room.top + NAME_HIGH + ROW_HIGH * (first // IN_A_ROW) + ROW_HIGH // 2
        found += [(middle + round(SLOT * (at - (here - 1) / 2)), y) for at in range(here)]
    return found


# What happens


def _city(canvas: Canvas, view: CarnegieView, city: City) -> None:
    for at, ((x, y), there) in enumerate(zip(_places(city), view.spaces[city.id], strict=True)):
        canvas.record_place(("space", city.id, at), _on(x, y, there))
        if there is not None:
            _built(canvas, there, x, y)


def _on(x: int, y: int, there: Disk | None) -> Area:
    """Return what a space takes up with its middle there: more, where a project is on it."""
    wide = SPACE if there is None or there.project is None else SLOT - 2
    return Area(x - wide // 2, y - SPACE // 2, x + wide // 2, y + SPACE // 2)


def _built(canvas: Canvas, there: Disk, x: int, y: int) -> None:
    """Draw the owner and the kind of a project on its space."""
    if there.project is None:
        canvas.put_sprite(disk(there.owner, SPACE), x, y)
        return
    color, number = (INK, "A") if there.owner == ANDREW else (SEATS[there.owner - 1], str(there.owner))
    box = _on(x, y, there)
    canvas.draw_framed_panel(box, CARD, color, 3, 12)
    canvas.draw_panel(Area(box.left, box.top, x - 1, box.bottom), color, 12)
    canvas.draw_text((box.left + x) // 2, y, number, face="poster", size=SMALL, color=CARD, align="center")
    canvas.draw_text(
        (x + box.right) // 2 - 2, y, LETTERS[there.project], face="strong", size=SMALL, color=INK, align="center"
    )


def _chains(canvas: Canvas, view: CarnegieView) -> None:
    """Draw the routes of all best chains in their colours, side by side, and the plates above them again."""
    within = Area(0, TOP, WIDTH, TOP + MAP_HIGH)
    for number, (seat, chain) in enumerate(view.chains.items()):
        shift = 9 * (number - (len(view.chains) - 1) / 2)
        lines = []
        for one, other in view.box.routes:
            if one in chain and other in chain:
                lines.append(
                    Route(shift_line([_at(view.box.city[one]), _at(view.box.city[other])], shift), SEATS[seat - 1], 8)
                )
        draw_routes(canvas, lines, within)
    for city in view.box.cities if any(view.chains.values()) else ():
        _plate(canvas, city)


def _track(canvas: Canvas, view: CarnegieView, region: Region, box: Area) -> None:
    """Draw a region's track: the payment of each box, the disks, the costs of steps, and the workers on mission."""
    track = view.box.tracks[region]
    canvas.draw_framed_panel(box, CARD, REGIONS[region], 6, 12)
    canvas.record_place(("track", region), box)
    inside = box.shrink(12)
    canvas.draw_text(inside.left + 4, inside.top + 18, REGION[region], face="strong", size=NORMAL, color=INK)
    _missions(canvas, view, region, Area(inside.left + 170, inside.top, inside.right - 4, inside.top + 36))
    boxes = Area(inside.left, inside.top + 42, inside.right, inside.bottom).split_columns(END_BOX + 1, 8)
    standing = {seat: player.tracks[region] for seat, player in view.everybody.items()}
    standing |= {ANDREW: view.andrew.tracks[region]} if view.andrew is not None else {}
    for at, space in enumerate(boxes):
        last = at == END_BOX
        canvas.draw_framed_panel(space, OPEN, STEEL if last else LINE, 2, 8)
        canvas.record_place(("box", region, at), space)
        above, below = space.top + 26, space.bottom - 26
        pays = canvas.draw_text(space.left + 8, above, _short(track.income[at]), face="strong", size=SMALL, color=INK)
        canvas.draw_text(space.right - 8, above, _level(track.levels[at]), size=SMALL, color=QUIET, align="right",
                    room=space.width - 24 - pays)  # fmt: skip
        words = f"{track.steps[at]} →" if not last else "taken" if view.ends[region] else f"+{_short(track.bonus)}"
        taken = canvas.draw_text(
            space.right - 8, below, words, size=SMALL, color=STEEL if last else QUIET, align="right"
        )
        here = [owner for owner, there in standing.items() if there == at]
        _stand(canvas, here, Area(space.left + 6, below - 19, space.right - taken - 14, below + 19))


def _missions(canvas: Canvas, view: CarnegieView, region: Region, box: Area) -> None:
    away = [(seat, player.missions[region]) for seat, player in view.everybody.items() if player.missions[region]]
    x = box.right
    for seat, count in away[::-1]:
        x -= canvas.draw_text(x, box.top + 18, str(count), size=SMALL, color=INK, align="right") + 26
        canvas.put_sprite(disk(seat, 36), x, box.top + 18)
        x -= 34
    words = "on mission:" if away else "nobody on mission"
    taken = canvas.draw_text(x, box.top + 18, words, size=SMALL, color=QUIET, align="right")
    canvas.record_place(("missions", region), Area(x - taken - 60, box.top, box.right + 4, box.bottom))


def _stand(canvas: Canvas, owners: Sequence[Owner], space: Area) -> None:
    for owner, (x, y) in reversed(list(zip(owners, compute_marker_places(space, len(owners), 36), strict=True))):
        canvas.put_sprite(disk(owner, 36), x, y)


def _short(gain: Gain) -> str:
    """Abbreviate a gain as far as possible."""
    found = [f"${gain.money}"] if gain.money else []
    found += [f"{gain.cubes} cube{'s' * (gain.cubes > 1)}"] if gain.cubes else []
    found += [f"{gain.vp} VP"] if gain.vp else []
    found += ["worker"] if gain.workers else []
    found += [f"{gain.development} pts"] if gain.development else []
    return ", ".join(found)


def _level(level: str) -> str:
    return {"stagecoach": "coach", "railroad": "rail"}.get(level, level)
