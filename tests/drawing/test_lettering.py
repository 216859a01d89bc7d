"""Lettering: painting a text through a mask."""

from __future__ import annotations

from bot.drawing.canvas import Canvas
from bot.drawing.lettering import SMALLEST, build_stencil, fit_names, fit_text, measure_width


def test_a_stencil_is_no_larger_than_its_letters() -> None:
    mask = build_stencil("Haymarket", "strong", 30).mask
    assert mask.getbbox() == (0, 0, *mask.size)


def test_a_text_without_letters_can_be_written() -> None:
    canvas = Canvas((100, 40), "#ffffff")
    canvas.draw_text(10, 20, " ", size=30, color="#000000")
    assert canvas.image.getcolors() == [(4000, (255, 255, 255))]


def test_the_baseline_is_where_it_is_for_all_letters() -> None:
    """Low letters and high ones stand on one line, though their stencils differ in height."""
    low, high = (build_stencil(letters, "text", 40) for letters in ("x", "I"))
    assert low.mask.height < high.mask.height
    assert low.baseline - low.mask.height == high.baseline - high.mask.height


def test_a_text_that_fits_in_the_smallest_size_is_not_shortened_whatever_the_steps_of_size() -> None:
    words = "Marketing Company"
    room = measure_width(words, "text", SMALLEST)
    for size in (SMALLEST + 7, SMALLEST + 8):
        assert fit_text(words, "text", size, room, SMALLEST) == (words, SMALLEST)


def test_what_does_not_fit_is_cut_at_the_end_of_a_word() -> None:
    room = measure_width("Maximiliana von H", "text", SMALLEST)
    assert fit_text("Maximiliana von Habenichts", "text", SMALLEST, room, SMALLEST).text == "Maximiliana von…"
    long = "Bo Konstantinopolitanischer"
    room = measure_width(long, "text", SMALLEST) - 10
    cut = fit_text(long, "text", SMALLEST, room, SMALLEST).text
    assert cut.startswith("Bo Konstantinopolitan"), "two letters would say less than the half of a word"
    assert measure_width(cut, "text", SMALLEST) <= room


def test_names_in_narrow_columns_are_their_first_words_as_far_as_these_tell_them_apart() -> None:
    called = {1: "Florian (bot, strong)", 2: "Florian", 3: "Ann Lee", 4: "Ann Smith", 5: "Maximiliana von Habenichts"}
    assert fit_names(called, "strong", SMALLEST, 120) == {
        1: "Florian (bot, strong)",
        2: "Florian",
        3: "Ann Lee",
        4: "Ann Smith",
        5: "Maximiliana",
    }
    assert fit_names(called, "strong", SMALLEST, 1000) == called
    bots = {1: "Florian (bot, strong)", 2: "Bertram (bot, easy)"}
    assert fit_names(bots, "strong", SMALLEST, 120) == {1: "Florian", 2: "Bertram"}
