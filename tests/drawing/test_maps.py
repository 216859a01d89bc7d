"""Maps: routes cost only the area they cover and look as if painted over the whole sheet; names cover nothing."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageColor, ImageDraw

from bot.drawing.canvas import HALF, Area, Canvas, cache_backdrop
from bot.drawing.lettering import measure_width
from bot.drawing.maps import (
    Route,
    compute_box,
    distribute_spots,
    draw_routes,
    find_point,
    measure_length,
    place_names,
    shift_line,
    split_dashes,
)
from bot.drawing.sprites import Point
from tests.drawing import toy_map

SHEET = (300, 200)
WHOLE = Area(0, 0, *SHEET)
BENT = ((20.0, 30.0), (120.0, 30.0), (120.0, 150.0))


def over_the_whole_sheet(canvas: Canvas, points: Sequence[Point], color: str, thickness: int) -> None:
    """Draw a line by way of a mask as large as the sheet."""
    large = Image.new("L", (SHEET[0] * HALF, SHEET[1] * HALF), 0)
    scaled = [(x * HALF, y * HALF) for x, y in points]
    ImageDraw.Draw(large).line(scaled, fill=255, width=thickness * HALF, joint="curve")
    canvas.image.paste(ImageColor.getrgb(color), (0, 0, *SHEET), large.reduce(HALF))


@pytest.mark.parametrize("thickness", [1, 3, 8, 21])
@pytest.mark.parametrize(
    "points",
    [BENT, ((10, 10), (290, 190)), ((150, 5), (150, 195)), ((-20, 90), (400, 110)), ((3.3, 7.7), (60.1, 9.9), (8, 90))],
)
def test_a_line_looks_as_if_it_were_painted_over_the_whole_sheet(points: Sequence[Point], thickness: int) -> None:
    sheets = Canvas(SHEET, "#ffffff"), Canvas(SHEET, "#ffffff")
    sheets[0].draw_lines([(points, "#102030", thickness)], WHOLE)
    over_the_whole_sheet(sheets[1], points, "#102030", thickness)
    assert sheets[0].image.tobytes() == sheets[1].image.tobytes()
    assert len(sheets[0].image.getcolors() or ()) > 1


def test_nothing_is_drawn_outside_the_box_of_a_line() -> None:
    canvas = Canvas(SHEET, "#ffffff")
    canvas.draw_lines([(((0, 100), (300, 100)), "#000000", 9)], Area(100, 0, 200, 200))
    inked = canvas.image.convert("L").point(lambda shade: 255 - shade).getbbox()
    assert inked == (100, 96, 200, 105)
    canvas.draw_lines([(((500, 500), (600, 600)), "#000000", 9), ((), "#000000", 9)], WHOLE)
    assert canvas.image.convert("L").point(lambda shade: 255 - shade).getbbox() == inked


@pytest.mark.parametrize("dash", [5, 12, 40, 1000])
def test_dashes_begin_and_end_the_line_and_are_equally_long(dash: int) -> None:
    pieces = split_dashes(BENT, dash)
    lengths = {round(measure_length(piece), 3) for piece in pieces}
    assert len(lengths) == 1
    assert pieces[0][0] == BENT[0]
    assert pieces[-1][-1] == pytest.approx(BENT[-1])
    gaps = {
        round(measure_length([one[-1], other[0]]), 3) for one, other in pairwise(pieces) if one[-1][0] == other[0][0]
    }
    assert gaps <= lengths
    assert dash == 1000 or abs(lengths.pop() - dash) < dash / 2


def test_a_dash_goes_around_the_corner() -> None:
    (whole,) = split_dashes(BENT, 1000)
    assert [tuple(map(round, point)) for point in whole] == [(20, 30), (120, 30), (120, 150)]


def test_a_double_route_leaves_the_middle_free_and_an_edge_sets_it_off() -> None:
    canvas = Canvas(SHEET, "#ffffff")
    draw_routes(canvas, [Route(((0, 50), (300, 50)), "#ff0000", 4, double=20, edge="#0000ff")], WHOLE)
    column = [canvas.image.getpixel((150, y)) for y in range(200)]
    assert column[50] == (255, 255, 255)
    assert [y for y in range(200) if column[y] == (255, 0, 0)] == [39, 40, 41, 59, 60, 61]
    assert column[36] == column[43] == column[57] == column[63] == (0, 0, 255)


def test_edges_lie_below_all_routes_so_that_crossings_stay_clean() -> None:
    canvas = Canvas(SHEET, "#ffffff")
    across = [Route(((0, 50), (300, 50)), "#ff0000", 6, edge="#ffffff"), Route(((150, 0), (150, 200)), "#00ff00", 6)]
    draw_routes(canvas, [across[0], Route(across[1].points, "#00ff00", 6, edge="#ffffff")], WHOLE)
    assert canvas.image.getpixel((145, 50)) == (255, 0, 0)
    assert canvas.image.getpixel((150, 50)) == (0, 255, 0)


def test_markers_stand_around_the_middle_of_a_route() -> None:
    line = ((0.0, 0.0), (200.0, 0.0))
    assert [x for x, _ in distribute_spots(line, 1, 34)] == [100]
    assert [x for x, _ in distribute_spots(line, 3, 34)] == [66, 100, 134]
    assert [round(x) for x, _ in distribute_spots(line, 9, 34)] == [20, 40, 60, 80, 100, 120, 140, 160, 180]
    assert distribute_spots(line, 0, 34) == []
    assert find_point(line, 999) == (200, 0)


def test_a_line_beside_another_keeps_its_distance() -> None:
    line = ((0.0, 0.0), (30.0, 40.0))
    for sign in (1, -1):
        for (x, y), (z, w) in zip(line, shift_line(line, sign * 10), strict=True):
            assert measure_length([(x, y), (z, w)]) == pytest.approx(10)


def test_names_on_a_full_map_cover_no_city_no_marker_and_no_other_name() -> None:
    places = toy_map.cities()
    rooms = {
        name: Area(left, middle - 9, left + measure_width(name, "strong", 29), middle + 9)
        for name, (left, middle) in toy_map.names_at().items()
    }
    assert set(rooms) == set(places)
    assert len(rooms) == 32
    for name, room in rooms.items():
        assert room.get_overlap(toy_map.MAP) == room, f"{name} leaves the map"
        others = [compute_box(place, 12) for place in places.values()]
        others += [other for called, other in rooms.items() if called != name]
        shared = (room.get_overlap(other) for other in others)
        assert not any(each.width > 0 and each.height > 0 for each in shared), f"{name} covers something"


def test_a_name_avoids_what_is_to_be_kept_clear() -> None:
    city = {"Elm": (100.0, 100.0)}
    at = place_names(city, 29, 10, WHOLE)
    assert at["Elm"][0] > 100
    assert place_names(city, 29, 10, WHOLE, clear=[Area(100, 80, 200, 120)])["Elm"][0] < 100


def test_a_board_of_54_routes_is_a_picture_that_discord_takes() -> None:
    fair = toy_map.everything()
    assert len(fair.owners) == 54
    png = toy_map.drawn(fair)
    assert Image.open(BytesIO(png)).size == toy_map.SIZE
    assert len(png) < 400_000
    emptier = toy_map.Fair({}, fair.steps, fair.scores)
    assert toy_map.drawn(emptier) != png
    assert toy_map.drawn(fair) == png


# -- backdrops ---------------------------------------------------------------------------------------


def test_a_backdrop_is_painted_once_and_each_sheet_is_drawn_on_by_itself() -> None:
    painted = []

    @cache_backdrop
    def paper(size: tuple[int, int], color: str) -> Canvas:
        painted.append(color)
        return Canvas(size, color)

    first, second = paper(SHEET, "#ffffff"), paper(SHEET, "#ffffff")
    first.fill(WHOLE, "#000000")
    assert second.image.getpixel((5, 5)) == (255, 255, 255)
    assert paper(SHEET, "#ffffff").image.tobytes() == second.image.tobytes()
    assert painted == ["#ffffff"]
    for shade in range(9):
        paper(SHEET, f"#00000{shade}")
    paper(SHEET, "#ffffff")
    assert painted[-1] == "#ffffff", "only the last few are kept"
