"""Charts: lines that use the room there is, names that are whole, and labels that do not touch."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot.drawing.canvas import Area, Canvas
from bot.drawing.charts import NAMES, TICK, Inks, Series, _select_labels, _split_name, compute_ticks, draw_line_chart
from bot.drawing.lettering import SMALLEST, measure_width
from bot.drawing.sprites import draw_marker

INKS = Inks(ink="#000000", quiet="#555555", grid="#cccccc")


@pytest.mark.parametrize(
    ("highest", "lowest", "expected"),
    [
        (257, 100, [0, 50, 100, 150, 200, 250, 300]),
        (257, 150, [140, 160, 180, 200, 220, 240, 260]),
        (0, 0, [0, 1]),
        (13, 0, [0, 5, 10, 15]),
        (12, 11, [11, 12]),
    ],
)
def test_the_scale_begins_where_the_values_do_unless_they_are_near_zero(
    highest: int, lowest: int, expected: Sequence[int]
) -> None:
    assert list(compute_ticks(highest, lowest)) == expected


@pytest.mark.parametrize("name", ["Ben", "Dorothea von Hohenstein", "A name of thirty-two characters"])
def test_a_long_name_is_written_in_two_lines_and_whole(name: str) -> None:
    lines = _split_name(name)
    assert " ".join(lines) == name
    assert len(lines) <= 2
    assert all(measure_width(line, "text", SMALLEST) <= NAMES for line in lines)


def test_labels_that_would_touch_are_left_out_but_for_the_first_and_the_last() -> None:
    labels = ["Start", *map(str, range(1, 60)), "end"]
    places = [10 * at for at in range(len(labels))]
    kept = _select_labels(places, labels)
    assert {0, len(labels) - 1} <= set(kept)
    edges = sorted((places[at] - measure_width(labels[at], "text", TICK) // 2, at) for at in kept)
    for (_, before), (left, _) in pairwise(edges):
        assert places[before] + measure_width(labels[before], "text", TICK) // 2 <= left


@pytest.mark.parametrize("values", [[], [5], [0, 0], [-3, 7], list(range(80))])
def test_any_values_can_be_drawn(values: Sequence[int]) -> None:
    lines = [Series("Ann", values or [0], "#1f5a96", draw_marker(0, "#1f5a96"))]
    canvas = Canvas((1080, 860), "#ffffff")
    draw_line_chart(canvas, Area(20, 20, 1060, 840), [str(at) for at in range(len(values) or 1)], lines, str, INKS)
    assert canvas.to_png(("#ffffff", "#000000", "#1f5a96", "#cccccc", "#555555"))
