"""Lettering: what a text is painted through."""

from __future__ import annotations

from bot.drawing.canvas import Canvas
from bot.drawing.lettering import SMALLEST, fitted, stencil, width


def test_a_stencil_is_no_larger_than_its_letters() -> None:
    mask = stencil("Haymarket", "strong", 30).mask
    assert mask.getbbox() == (0, 0, *mask.size)


def test_a_text_without_letters_can_be_written() -> None:
    canvas = Canvas((100, 40), "#ffffff")
    canvas.text(10, 20, " ", size=30, color="#000000")
    assert canvas.image.getcolors() == [(4000, (255, 255, 255))]


def test_the_baseline_is_where_it_is_for_all_letters() -> None:
    """Low letters and high ones stand on one line, though their stencils differ in height."""
    low, high = (stencil(letters, "text", 40) for letters in ("x", "I"))
    assert low.mask.height < high.mask.height
    assert low.baseline - low.mask.height == high.baseline - high.mask.height


def test_a_text_that_fits_in_the_smallest_size_is_not_shortened_whatever_the_steps_of_size() -> None:
    words = "Marketing Company"
    room = width(words, "text", SMALLEST)
    for size in (SMALLEST + 7, SMALLEST + 8):
        assert fitted(words, "text", size, room, SMALLEST) == (words, SMALLEST)
