"""Looking closer at a sheet: twice as large where it has room, each place framed, each mark at its own place."""

from __future__ import annotations

from bot.drawing.canvas import Area, Canvas
from bot.drawing.closeup import AROUND, YELLOW, crop_closeup, stack_sheets

PAPER = "#ffffff"
GOLD = tuple(bytes.fromhex(YELLOW[1:]))


def sheet(*areas: Area) -> Canvas:
    """A blank sheet on which things lie at these places, called by their numbers."""
    canvas = Canvas((1080, 1500), PAPER)
    for number, area in enumerate(areas):
        canvas.record_place(number, area)
    return canvas


def gold(canvas: Canvas) -> int:
    """How many pixels have the colour of marks."""
    return sum(count for count, color in canvas.image.getcolors(2**20) or () if color == GOLD)


def test_a_small_part_is_shown_twice_as_large() -> None:
    there = crop_closeup(sheet(Area(500, 700, 540, 740), Area(700, 720, 740, 760)), {0: "A", 1: "B"})
    assert there.image.width == 1080
    assert there.image.height == 2 * 240, "as high as is needed to see what is around"


def test_places_all_over_a_sheet_leave_it_as_it_is() -> None:
    there = crop_closeup(sheet(Area(0, 0, 40, 40), Area(1000, 1400, 1040, 1440)), {0: "A", 1: "B"})
    assert there.image.size[0] == 1080
    assert 1440 <= there.image.size[1] <= 1500


def test_letters_stay_sharp_where_places_take_almost_the_whole_width() -> None:
    canvas = sheet(Area(60, 400, 300, 600), Area(780, 400, 1020, 600))
    canvas.draw_text(540, 500, "sharp", size=40, color="#000000", align="center")
    word = canvas.elements[-1].box
    there = crop_closeup(canvas, {0: "A", 1: "B"})
    assert there.width == 1080
    assert there.crop(word.shift(0, -(400 - AROUND))).tobytes() == canvas.crop(word).tobytes()


def test_only_what_is_asked_for_is_marked() -> None:
    places = Area(500, 700, 540, 740), Area(560, 700, 600, 740)
    one, both = crop_closeup(sheet(*places), {0: "A"}), crop_closeup(sheet(*places), {0: "A", 1: "B"})
    assert 0 < gold(one) < gold(both)


def test_a_place_without_a_mark_is_framed() -> None:
    place = Area(500, 700, 540, 740)
    assert 0 < gold(crop_closeup(sheet(place), {0: ""})) < gold(crop_closeup(sheet(place), {0: "A"}))


def test_what_a_plan_has_taken_off_the_board_is_left_out() -> None:
    there = crop_closeup(sheet(Area(500, 700, 540, 740)), {0: "A", "gone": ""})
    assert there.image.size == crop_closeup(sheet(Area(500, 700, 540, 740)), {0: "A"}).image.size


def test_a_long_mark_has_a_wider_sign() -> None:
    place = Area(500, 700, 540, 740)
    assert gold(crop_closeup(sheet(place), {0: "WM"})) > gold(crop_closeup(sheet(place), {0: "I"}))


def test_several_sheets_stand_one_below_the_other() -> None:
    one, other = Canvas((1080, 300), PAPER), Canvas((1080, 200), PAPER)
    assert stack_sheets([one]) is one
    assert stack_sheets([one, other]).image.size == (1080, 518)


def test_a_copy_of_a_sheet_knows_where_everything_lies() -> None:
    place = Area(1, 2, 3, 4)
    copy = sheet(place).copy()
    copy.record_place("more", place)
    assert copy.places == {0: place, "more": place}
