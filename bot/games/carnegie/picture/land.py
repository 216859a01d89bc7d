"""The map: 32 cities with their spaces and disks, routes, everybody's best chain; and below it the four tracks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from bot.drawing.canvas import Area, Canvas, backdrop
from bot.drawing.lettering import callings, width
from bot.drawing.maps import Route, beside, box_around, draw_routes
from bot.drawing.sprites import Point
from bot.drawing.tracks import badge, places_in
from bot.engine.game import Names
from bot.engine.pages import Picture, as_alt
from bot.engine.words import counted
from bot.games.carnegie.components import ANDREW, END_BOX, MAP_SIZE, City, Gain, Owner, Region
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
from bot.games.carnegie.rules.vocabulary import REGION
from bot.games.carnegie.view import CarnegieView

TOP = HEADER + 44
"""Where the map begins, below the heading and the names."""
SPACE = 36
TRACK = 236
HEIGHT = TOP + MAP_SIZE[1] + 2 * (TRACK + GAP) + MARGIN
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
    """Draw the map with everybody's disks and chains, and the tracks with who is on mission."""
    called = callings(view.everybody, names)
    return Picture("map.png", map_sheet(view, called).png(COLORS), _alt(view, called))


def map_sheet(view: CarnegieView, called: Mapping[int, str]) -> Canvas:
    """Return the map with the tracks as a sheet."""
    canvas = _ground(view.box.cities, view.box.routes)
    heading(canvas, view, "MAP")
    legend(canvas, view, called, HEADER - 4)
    _chains(canvas, view)
    for city in view.box.cities:
        _city(canvas, view, city)
    parts = Area(MARGIN, TOP + MAP_SIZE[1], WIDTH - MARGIN, HEIGHT - MARGIN).rows(2, GAP)
    for box, region in zip([box for row in parts for box in row.columns(2, GAP)], view.box.tracks, strict=True):
        _track(canvas, view, region, box)
    return canvas


def _alt(view: CarnegieView, called: Mapping[int, str]) -> str:
    """Return in words what everybody has built, their chains, and who is where."""
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
            f"{called[seat][:24]}: {', '.join(cities) or 'nothing built'}{chain}; on mission: {away or 'nobody'}"
        )
    return as_alt(
        [f"Map of the United States. {'. '.join(found)}.", "Map of the United States with everybody's projects."]
    )


# What never changes


@backdrop
def _ground(cities: tuple[City, ...], routes: tuple[tuple[str, str], ...]) -> Canvas:
    """Return the map without any disk: the country, the routes and the cities with their spaces."""
    found = {city.id: city for city in cities}
    canvas = Canvas((WIDTH, HEIGHT), PAPER)
    large = Image.new("RGB", (2 * WIDTH, 2 * MAP_SIZE[1]), WATER)
    pen = ImageDraw.Draw(large)
    for region, outline in LAND.items():
        pen.polygon([(2 * x, 2 * y) for x, y in outline], fill=REGIONS[region], outline=CARD, width=6)
    canvas.image.paste(large.reduce(2).crop((0, 0, WIDTH, MAP_SIZE[1] - GAP)), (0, TOP))
    within = Area(0, TOP, WIDTH, TOP + MAP_SIZE[1])
    lines = [Route([_at(found[one]), _at(found[other])], QUIET, 7, edge=CARD) for one, other in routes]
    draw_routes(canvas, lines, within)
    for city in cities:
        _plate(canvas, city)
    _explain(canvas, TOP + MAP_SIZE[1] - 130)
    return canvas


def _explain(canvas: Canvas, top: int) -> None:
    """Write what the signs on the map mean, in the ocean."""
    x = MARGIN
    for line, words in enumerate(("Number: VP for each", "project at the end", "Rails: building there", "pays income")):
        canvas.text(x, top + 30 * line, words, size=24, color=INK)
    letters = ("Gold: major city", "Letter: Housing,", "Commerce, Industry,", "Public Infrastructure")
    for line, words in enumerate(letters):
        canvas.text(WIDTH - 404, top + 30 * line, words, size=24, color=INK)


def _at(city: City) -> Point:
    return float(city.at[0]), float(city.at[1] + TOP)


def _room(city: City) -> Area:
    """Return the plate of a city, which has its name above its spaces."""
    label = _label(city)
    rails = 2 * (RAIL + 8) if city.rail else 0
    wide = max(width(label, "strong", SIZE[city.size]) + 16, len(city.spaces) * (SPACE + 2) + 12 + rails)
    x, y = city.at[0], city.at[1] + TOP
    left = min(max(4, x - wide // 2), WIDTH - 4 - wide)
    return Area(left, y - 38, left + wide, y + 40)


RAIL = 24
SIZE = {"major": 28, "medium": 26, "small": 24}


def _label(city: City) -> str:
    return f"{city.name} {city.vp}" if city.vp else city.name


def _plate(canvas: Canvas, city: City) -> None:
    room = _room(city)
    frame = BRASS if city.links else LINE
    canvas.framed(room, CARD, frame, 4 if city.links else 2, 10)
    middle = (room.left + room.right) // 2
    canvas.text(middle, room.top + 19, _label(city), face="strong", size=SIZE[city.size], color=INK, align="center")
    for (x, y), kind in zip(_places(city), city.spaces, strict=True):
        canvas.sprite(badge(SPACE, OPEN, LETTERS[kind], QUIET), x, y)
    if city.rail:  # a piece of railroad on both sides of its space
        for left in (room.left + 10, room.right - 10 - RAIL):
            _rails(canvas, left, room.bottom - 20)


def _rails(canvas: Canvas, left: int, middle: int) -> None:
    canvas.rule(left, left + RAIL, middle - 6, INK, 3)
    canvas.rule(left, left + RAIL, middle + 4, INK, 3)
    for sleeper in range(left + 3, left + RAIL, 8):
        canvas.fill(Area(sleeper, middle - 11, sleeper + 3, middle + 12), INK)


def _places(city: City) -> list[tuple[int, int]]:
    room = _room(city)
    middle, count = (room.left + room.right) // 2, len(city.spaces)
    first = middle - (SPACE + 2) * (count - 1) // 2
    return [(first + (SPACE + 2) * at, room.bottom - 22) for at in range(count)]


# What happens


def _city(canvas: Canvas, view: CarnegieView, city: City) -> None:
    for at, ((x, y), there) in enumerate(zip(_places(city), view.spaces[city.id], strict=True)):
        canvas.lies(("space", city.id, at), box_around((x, y), SPACE // 2))
        if there is not None:
            canvas.sprite(disk(there.owner, SPACE), x, y)


def _chains(canvas: Canvas, view: CarnegieView) -> None:
    """Draw the routes of everybody's best chain in their colours, side by side, and the plates above them anew."""
    within, touched = Area(0, TOP, WIDTH, TOP + MAP_SIZE[1]), set()
    for number, (seat, chain) in enumerate(view.chains.items()):
        shift = 9 * (number - (len(view.chains) - 1) / 2)
        lines = []
        for one, other in view.box.routes:
            if one in chain and other in chain:
                lines.append(
                    Route(beside([_at(view.box.city[one]), _at(view.box.city[other])], shift), SEATS[seat - 1], 8)
                )
                touched |= {one, other}
        draw_routes(canvas, lines, within)
    for city in view.box.cities:
        if city.id in touched:
            _plate(canvas, city)


def _track(canvas: Canvas, view: CarnegieView, region: Region, box: Area) -> None:
    """Draw a region's track: what each box pays, who stands where, what the steps cost, and who is on mission."""
    track = view.box.tracks[region]
    canvas.framed(box, CARD, REGIONS[region], 6, 12)
    canvas.lies(("track", region), box)
    inside = box.inside(12)
    canvas.text(inside.left + 4, inside.top + 20, REGION[region], face="strong", size=NORMAL, color=INK)
    _missions(canvas, view, region, Area(inside.left + 150, inside.top, inside.right, inside.top + 40))
    boxes = Area(inside.left, inside.top + 48, inside.right, inside.bottom).columns(END_BOX + 1, 8)
    standing = {seat: player.tracks[region] for seat, player in view.everybody.items()}
    standing |= {ANDREW: view.andrew.tracks[region]} if view.andrew is not None else {}
    for at, space in enumerate(boxes):
        middle = (space.left + space.right) // 2
        taken = at == END_BOX and bool(view.ends[region])
        canvas.framed(
            Area(space.left, space.top, space.right, space.bottom), OPEN, STEEL if at == END_BOX else LINE, 2, 8
        )
        canvas.text(middle, space.top + 22, _short(track.income[at]), face="strong", size=28, color=INK, align="center",
                    room=space.width - 6, smallest=20)  # fmt: skip
        canvas.text(middle, space.top + 50, _level(track.levels[at]), size=24, color=QUIET, align="center")
        if at < END_BOX:
            price = f"{counted(track.steps[at], 'pt')} →"
            canvas.text(space.right - 6, space.bottom - 18, price, size=24, color=QUIET, align="right",
                        room=space.width - 8, smallest=18)  # fmt: skip
        else:
            words = "taken" if taken else f"+{_short(track.bonus)}"
            canvas.text(middle, space.bottom - 18, words, size=24, color=STEEL, align="center", room=space.width - 4,
                        smallest=18)  # fmt: skip
        here = [owner for owner, there in standing.items() if there == at]
        _stand(canvas, here, Area(space.left, space.top + 64, space.right, space.bottom - 32))


def _missions(canvas: Canvas, view: CarnegieView, region: Region, box: Area) -> None:
    away = [(seat, player.missions[region]) for seat, player in view.everybody.items() if player.missions[region]]
    x = box.right
    for seat, count in away[::-1]:
        x -= canvas.text(x, box.top + 20, str(count), size=SMALL, color=INK, align="right") + 22
        canvas.sprite(disk(seat, 34), x, box.top + 20)
        x -= 28
    words = "on mission:" if away else "nobody on mission"
    canvas.text(x, box.top + 20, words, size=26, color=QUIET, align="right")


def _stand(canvas: Canvas, owners: Sequence[Owner], space: Area) -> None:
    for owner, (x, y) in reversed(list(zip(owners, places_in(space, len(owners), 32), strict=True))):
        canvas.sprite(disk(owner, 32), x, y)


def _short(gain: Gain) -> str:
    """Return what is gained in as few letters as it takes."""
    found = [f"${gain.money}"] if gain.money else []
    found += [f"{gain.cubes} cube{'s' * (gain.cubes > 1)}"] if gain.cubes else []
    found += [f"{gain.vp} VP"] if gain.vp else []
    found += ["worker"] if gain.workers else []
    found += [f"{gain.development} pts"] if gain.development else []
    return ", ".join(found)


def _level(level: str) -> str:
    return {"stagecoach": "coach", "railroad": "rail"}.get(level, level)
