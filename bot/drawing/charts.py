"""Charts: how numbers went over the years, as lines with markers and their names at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from bot.drawing.canvas import Box, Canvas
from bot.drawing.lettering import width

LABEL = 34
TICK = 32
APART = 44
"""How far the names at the end of two lines keep apart, in pixels."""
NAMES = 350
"""How much room the names have at the right."""


@dataclass(frozen=True)
class Series:
    """One line: its name, a value for each label below the chart, its colour and its marker."""

    name: str
    values: Sequence[int]
    color: str
    marker: Image.Image


@dataclass(frozen=True)
class Inks:
    """The colours of a chart's scaffolding."""

    ink: str
    quiet: str
    grid: str


def ticks(highest: int, most: int = 6) -> range:
    """Return round numbers from 0 to at least `highest`, at most `most` of them."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if highest <= step * factor * (most - 1):
                top = -(-max(highest, 1) // (step * factor)) * step * factor
                return range(0, top + 1, step * factor)
        step *= 10


def spread(places: Sequence[int], apart: int, lowest: int, highest: int) -> list[int]:
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


def line_chart(
    canvas: Canvas, box: Box, labels: Sequence[str], series: Sequence[Series], shown: Callable[[int], str], inks: Inks
) -> None:
    """Draw the lines, with a scale at the left, the labels below and the names at the right."""
    scale = ticks(max((value for line in series for value in line.values), default=0))
    left = box.left + max(width(shown(tick), "text", TICK) for tick in scale) + 16
    plot = Box(left, box.top + 24, box.right - NAMES, box.bottom - 60)

    def across(place: int) -> int:
        return plot.left + 30 + round((plot.width - 60) * place / max(1, len(labels) - 1))

    def up(value: int) -> int:
        return plot.bottom - round(plot.height * value / scale[-1])

    for tick in scale:
        canvas.rule(plot.left, plot.right, up(tick) - 1, inks.grid if tick else inks.ink, 3)
        canvas.text(plot.left - 14, up(tick), shown(tick), size=TICK, color=inks.quiet, align="right")
    if sum(width(label, "text", TICK) + 12 for label in labels) > plot.width:
        labels = [label[-2:] if label.isdecimal() else label for label in labels]  # years in two digits
    for place, label in enumerate(labels):
        canvas.text(across(place), box.bottom - 26, label, size=TICK, color=inks.quiet, align="center")
    paths = {
        line.name: [(float(across(place)), float(up(value))) for place, value in enumerate(line.values)]
        for line in series
    }
    sheet = Box(plot.left, box.top, plot.right, box.bottom)
    canvas.lines([(paths[line.name], line.color, 7) for line in series], sheet)
    for line in series:
        for x, y in paths[line.name]:
            canvas.sprite(line.marker, round(x), round(y))
    _names(
        canvas, Box(plot.right, box.top, box.right, box.bottom), series, [up(line.values[-1]) for line in series], shown
    )


def _names(
    canvas: Canvas, box: Box, series: Sequence[Series], ends: Sequence[int], shown: Callable[[int], str]
) -> None:
    """Write the name and the last value beside the end of each line, with its marker."""
    places = spread(ends, APART, box.top + 24, box.bottom - 60)
    for line, end, middle in zip(series, ends, places, strict=True):
        canvas.lines([([(box.left - 12, end), (box.left + 14, middle)], line.color, 3)], box_around(box, end, middle))
        canvas.sprite(line.marker, box.left + 32, middle)
        value = shown(line.values[-1])
        x = box.left + 58
        room = box.right - x - width(value, "strong", LABEL) - 14
        x += canvas.text(x, middle, line.name, size=LABEL, color=line.color, room=room, smallest=30) + 12
        canvas.text(x, middle, value, face="strong", size=LABEL, color=line.color)


def box_around(box: Box, end: int, middle: int) -> Box:
    """Return the strip in which the short line from a line's end to its name lies."""
    return Box(box.left - 16, min(end, middle) - 6, box.left + 20, max(end, middle) + 6)
