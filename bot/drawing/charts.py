"""Line charts of numbers over the years, with markers and names at the line ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, measure_width

LABEL = 34
NAME = 30
TICK = 32
APART = 44
APART_IN_TWO_LINES = 66
"""Minimum distance of the names at the end of two lines, in pixels."""
NAMES = 260
"""Width for a name at the right, in pixels; a longer one is written in two lines."""
BESIDE = 58
"""Distance of the last value from the plot, in pixels, with its marker before it."""
MARKERS_APART = 34
"""Minimum distance of two markers of one line, in pixels."""


@dataclass(frozen=True)
class Series:
    """One line: its name, colour and marker, and a value for each x label from its first on."""

    name: str
    values: Sequence[int]
    color: str
    marker: Image.Image
    out: Image.Image | None = None
    """The end marker of a line that ends before the others; None: it goes on to the last label."""
    first: int = 0
    """The index of its first label."""


@dataclass(frozen=True)
class Inks:
    """The colours of a chart's scaffolding."""

    ink: str
    quiet: str
    grid: str


def compute_ticks(highest: int, lowest: int = 0, most: int = 7) -> range:
    """Return at most `most` round numbers from below the lowest to above the highest value.

    They begin at 0, unless half of the chart would then be empty.
    """
    floor = lowest if 2 * lowest > highest else 0
    step = 1
    while True:
        for factor in (1, 2, 5):
            size = step * factor
            bottom = floor // size * size
            top = max(-(-highest // size) * size, bottom + size)
            if (top - bottom) // size < most:
                return range(bottom, top + 1, size)
        step *= 10


def spread_apart(places: Sequence[int], apart: int, lowest: int, highest: int) -> list[int]:
    """Return the places moved so that they are at least this far apart, in the same order, within the bounds."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    moved = list(places)
    edge = lowest
    for index in order:
        moved[index] = edge = max(moved[index], edge)
        edge += apart
    edge = highest
    for index in reversed(order):
        moved[index] = edge = min(moved[index], edge)
        edge -= apart
    return moved


def draw_line_chart(
    canvas: Canvas, box: Area, labels: Sequence[str], series: Sequence[Series], shown: Callable[[int], str], inks: Inks
) -> None:
    """Draw the lines, with a scale at the left, the labels below and the names at the right.

    Labels that would touch each other are omitted, except the first and the last. With many values, only some have
    markers.
    """
    values = [value for line in series for value in line.values]
    scale = compute_ticks(max(values, default=0), min(values, default=0))
    left = box.left + max(measure_width(shown(tick), "text", TICK) for tick in scale) + 16
    called = [_split_name(line.name) for line in series]
    plot = Area(left, box.top + 24, box.right - _measure_ends(called, series, shown), box.bottom - 60)

    def get_x(place: int) -> int:
        return plot.left + 30 + round((plot.width - 60) * place / max(1, len(labels) - 1))

    def get_y(value: int) -> int:
        return plot.bottom - round(plot.height * (value - scale[0]) / (scale[-1] - scale[0]))

    for tick in scale:
        canvas.draw_rule(plot.left, plot.right, get_y(tick) - 1, inks.ink if tick == scale[0] else inks.grid, 3)
        canvas.draw_text(plot.left - 14, get_y(tick), shown(tick), size=TICK, color=inks.quiet, align="right")
    if sum(measure_width(label, "text", TICK) + 12 for label in labels) > plot.width:
        labels = [label[-2:] if label.isdecimal() else label for label in labels]  # years in two digits
    for place in _select_labels([get_x(place) for place in range(len(labels))], labels):
        canvas.draw_text(get_x(place), box.bottom - 26, labels[place], size=TICK, color=inks.quiet, align="center")
    paths = [
        [(float(get_x(place)), float(get_y(value))) for place, value in enumerate(line.values, line.first)]
        for line in series
    ]
    sheet = Area(plot.left, box.top, plot.right, box.bottom)
    canvas.draw_lines([(path, line.color, 7) for path, line in zip(paths, series, strict=True)], sheet)
    every = max(1, MARKERS_APART * max(1, len(labels) - 1) // max(1, plot.width - 60))
    for path, line in zip(paths, series, strict=True):
        for at, (x, y) in enumerate(path[::-1][::every]):
            canvas.put_sprite(line.marker if at or line.out is None else line.out, round(x), round(y))
    _draw_names(
        canvas,
        Area(plot.right, box.top, box.right, box.bottom),
        series,
        called,
        [get_y(line.values[-1]) for line in series],
        shown,
    )


def _select_labels(places: Sequence[int], labels: Sequence[str]) -> list[int]:
    """Return the indices of the labels to write: the first, the last, and those between that touch no other."""
    halves = [measure_width(label, "text", TICK) // 2 + 6 for label in labels]
    last = len(labels) - 1
    kept = [last] if last >= 0 else []
    for at in range(last - 1, -1, -1):
        after = kept[-1]
        free = places[at] + halves[at] <= places[after] - halves[after]
        beside_first = at == 0 or places[at] - halves[at] >= places[0] + halves[0]
        if labels[at] and (at == 0 or (free and beside_first)):
            kept.append(at)
    return kept


def _split_name(name: str) -> list[str]:
    """Return a name in one line or, if it is too long, in two, split at the space nearest the middle."""
    if measure_width(name, "text", NAME) <= NAMES or " " not in name:
        return [name]
    spaces = [at for at, sign in enumerate(name) if sign == " "]
    at = min(spaces, key=lambda space: abs(space - len(name) / 2))
    return [name[:at], name[at + 1 :]]


def _measure_ends(called: Sequence[Sequence[str]], series: Sequence[Series], shown: Callable[[int], str]) -> int:
    """Return the width of the names and the last values, with their markers."""
    names = max((measure_width(part, "text", NAME) for lines in called for part in lines), default=0)
    values = max((measure_width(shown(line.values[-1]), "strong", LABEL) for line in series), default=0)
    return BESIDE + values + 14 + min(names, NAMES) + 10


def _draw_names(
    canvas: Canvas,
    box: Area,
    series: Sequence[Series],
    called: Sequence[Sequence[str]],
    ends: Sequence[int],
    shown: Callable[[int], str],
) -> None:
    """Write the last value and the name beside the end of each line, with its marker."""
    apart = APART if all(len(lines) == 1 for lines in called) else APART_IN_TWO_LINES
    places = spread_apart(ends, apart, box.top + 24, box.bottom - 60)
    for line, lines, end, middle in zip(series, called, ends, places, strict=True):
        if line.out is None:
            joint = [(float(box.left - 12), float(end)), (float(box.left + 14), float(middle))]
            canvas.draw_lines([(joint, line.color, 3)], compute_connector_box(box, end, middle))
        canvas.put_sprite(line.marker, box.left + 32, middle)
        x = box.left + BESIDE
        x += canvas.draw_text(x, middle, shown(line.values[-1]), face="strong", size=LABEL, color=line.color) + 14
        for at, part in enumerate(lines):
            down = middle + round(NAME * 1.05 * (at - (len(lines) - 1) / 2))
            canvas.draw_text(x, down, part, size=NAME, color=line.color, room=box.right - x, smallest=SMALLEST)


def compute_connector_box(box: Area, end: int, middle: int) -> Area:
    """Return the box of the short line from a line's end to its name."""
    return Area(box.left - 16, min(end, middle) - 6, box.left + 20, max(end, middle) + 6)
