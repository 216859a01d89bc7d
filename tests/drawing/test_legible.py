"""Letters legible on a phone: smaller ones are refused; tests detect clipped, covered or overflowing text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import (
    MIN_LEGIBLE_PIXELS,
    ON_A_PHONE,
    SHEET,
    SMALLEST,
    build_stencil,
    fit_text,
    measure_width,
)
from bot.drawing.tracks import draw_badge
from bot.testing.legibility import find_faults

INK, PAPER = "#000000", "#ffffff"


def test_the_smallest_letter_has_nine_pixels_where_a_phone_shows_the_picture() -> None:
    assert SMALLEST * ON_A_PHONE / SHEET >= MIN_LEGIBLE_PIXELS == 9
    assert (SMALLEST - 1) * ON_A_PHONE / SHEET < MIN_LEGIBLE_PIXELS


@pytest.mark.parametrize(
    "written",
    [
        lambda size: measure_width("Ann", "text", size),
        lambda size: build_stencil("Ann", "text", size),
        lambda size: Canvas((300, 100), PAPER).draw_text(10, 50, "Ann", size=size, color=INK),
        lambda size: Canvas((300, 100), PAPER).draw_text(10, 50, "Ann", size=40, color=INK, room=10, smallest=size),
    ],
)
def test_a_letter_that_nobody_could_read_on_a_phone_is_refused(written: Callable[[int], object]) -> None:
    written(SMALLEST)
    with pytest.raises(ValueError, match="could not be read on a phone"):
        written(SMALLEST - 1)


def test_what_has_no_room_is_shortened_and_not_made_too_small() -> None:
    words, size = fit_text("Maximiliana von Habenichts", "text", 40, 200, SMALLEST)
    assert words.endswith("…")
    assert size == SMALLEST


def test_the_number_on_a_small_marker_is_as_large_as_other_letters() -> None:
    assert draw_badge(36, INK, "4", PAPER).size == (36, 36)


def test_a_picture_that_a_phone_would_make_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 1080 pixels wide"):
        Canvas((SHEET + 1, 100), PAPER).to_png([PAPER, INK])


def sheet() -> Canvas:
    canvas = Canvas((400, 200), PAPER)
    canvas.draw_framed_panel(Area(20, 20, 220, 100), PAPER, INK, 2, 8)
    return canvas


def test_letters_in_their_box_have_no_fault() -> None:
    canvas = sheet()
    canvas.draw_text(40, 60, "Ann", size=40, color=INK)
    canvas.draw_text(240, 60, "Ben", size=40, color=INK)
    canvas.draw_rule(40, 100, 60, INK)
    assert find_faults(canvas) == []


def test_letters_that_leave_the_sheet_are_seen() -> None:
    canvas = sheet()
    canvas.draw_text(300, 160, "A long name", size=40, color=INK)
    assert ["leaves the sheet" in fault for fault in find_faults(canvas)] == [True]


def test_letters_that_cross_the_edge_of_their_box_are_seen() -> None:
    canvas = sheet()
    canvas.draw_text(180, 60, "A long name", size=30, color=INK)
    assert ["crosses the edge" in fault for fault in find_faults(canvas)] == [True]


def test_letters_that_lie_below_others_or_below_a_sprite_are_seen() -> None:
    canvas = sheet()
    canvas.draw_text(40, 60, "Ann", size=40, color=INK)
    canvas.draw_text(60, 60, "Ben", size=40, color=INK)
    canvas.put_sprite(draw_badge(40, INK, "", PAPER), 45, 60)
    assert len([fault for fault in find_faults(canvas) if "'Ann' lies below" in fault]) == 2


def test_what_a_new_panel_covers_whole_is_not_there_any_more() -> None:
    canvas = sheet()
    canvas.draw_text(180, 60, "A long name", size=30, color=INK)
    canvas.draw_panel(Area(10, 10, 390, 110), PAPER)
    assert find_faults(canvas) == []


def test_a_sheet_put_on_another_brings_its_letters_along() -> None:
    piece, canvas = Canvas((100, 60), PAPER), sheet()
    piece.draw_text(10, 30, "Ann", size=30, color=INK)
    canvas.put_sheet(piece, 380, 20)
    assert any("leaves the sheet" in fault for fault in find_faults(canvas))
    assert canvas.copy().elements == canvas.elements
