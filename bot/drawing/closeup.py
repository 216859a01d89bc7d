"""Closer: the part of a sheet that matters, twice as large, with a letter at each thing that can be chosen there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from math import inf
from typing import TypeVar

from PIL import Image, ImageStat

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import width

P = TypeVar("P", bound=Hashable)

YELLOW, BLACK = "#ffd21f", "#15181a"
COLORS = (YELLOW, BLACK)
"""Of the marks; they belong to the colours of a sheet that has some."""
TIMES = 2
"""How many times larger it becomes, where it has room."""
SIGN, SMALL_SIGN, MANY = 64, 52, 14
"""How large the signs of the letters are: smaller, where there are many."""
LONG, LARGE = 2, 1.5
"""How many signs long an area is, or both long and wide, on which its own can stand."""
LATER = 40
"""How much each place for a sign is worse than the one before it."""
MOST_PLACES = 24
"""At how many places on its area a sign can stand."""
STEPS, FINE_STEPS = 2, 6
"""In how many steps a sign goes as far as it is high, and as far as it is wide."""
BUSY = 120
"""How much it matters that a sign hides letters or lines."""
CLEAR = 4
"""How much room a sign leaves around it, where there is some."""
AROUND = 34
"""How much of the sheet is shown around what matters."""
LOWEST = 240
"""How high the part of a sheet is at least."""
FRAME = 6
STRIPE = 18
"""Between the parts of several sheets."""


def closer(sheet: Canvas, marks: Mapping[P, str], *, beside: Sequence[Hashable] = ()) -> Canvas:
    """Return the part of a sheet on which these places lie, as wide as the sheet, each place with its mark.

    Args:
        sheet: on which all of these lie.
        marks: the letters to be drawn, by place; where one is empty, the place is shown without,
            if it is still there.
        beside: places that are to be seen, too, such as the heads of a table.
    """
    wide, high = sheet.image.size
    marks = {place: mark for place, mark in marks.items() if mark or place in sheet.places}
    part = _part([sheet.places[place] for place in (*marks, *beside)], wide, high)
    times = wide / part.width
    found = Canvas((wide, round(part.height * times)), "#000000")
    found.image.paste(sheet.image.crop(part).resize(found.image.size, Image.Resampling.BICUBIC))
    areas = {place: _there(sheet.places[place], part, times) for place in marks}
    signs = _signs(found, {mark: areas[place] for place, mark in marks.items() if mark})
    for area in areas.values():
        _frame(found, area)
    for mark, box in signs.items():
        found.panel(box, BLACK, 14)
        found.panel(box.inside(5), YELLOW, 10)
        middle = (box.left + box.right) // 2, (box.top + box.bottom) // 2
        found.text(*middle, mark, face="strong", size=_letter(box.height), color=BLACK, align="center")
    return found


def _signs(sheet: Canvas, areas: Mapping[str, Area]) -> Mapping[str, Area]:
    """Return where the sign of each mark stands, so that it is seen whose it is and hides little."""
    small = len(areas) > MANY or any(area.height < SIGN for area in areas.values())
    high = SMALL_SIGN if small else SIGN
    grey, found = sheet.image.convert("L"), dict[str, Area]()
    for mark, area in areas.items():
        others = [other for name, other in areas.items() if name != mark and area.shared(other) != area]
        sides = _sides(area, max(high, width(mark, "strong", _letter(high)) + 16), high)
        found[mark] = _best(sides, partial(_hides, grey, others, list(found.values())))
    return found


def _best(sides: Sequence[Area], hides: Callable[[Area], float]) -> Area:
    """Return the place of a sign that hides least, of which an earlier one is better."""
    best, least = sides[0], inf
    for at, side in enumerate(sides):
        if LATER * at >= least:
            break  # no later one can be better
        cost = hides(side) + LATER * at
        if cost < least:
            best, least = side, cost
    return best


def _letter(sign: int) -> int:
    """Return how large the letter on a sign of this height is."""
    return sign * 5 // 7


def below(parts: Sequence[Canvas]) -> Canvas:
    """Return sheets of one width, one below the other."""
    if len(parts) == 1:
        return parts[0]
    wide = max(part.image.width for part in parts)
    high = sum(part.image.height for part in parts) + STRIPE * (len(parts) - 1)
    found, top = Canvas((wide, high), BLACK), 0
    for part in parts:
        found.put(part, 0, top)
        top += part.image.height + STRIPE
    return found


def _part(areas: Sequence[Area], wide: int, high: int) -> Area:
    """Return the part of a sheet of this size that shows these areas, as closely as it may."""
    if not areas:
        return Area(0, 0, wide, high)
    left, right = _stretch(min(one.left for one in areas), max(one.right for one in areas), wide // TIMES, wide)
    top, bottom = _stretch(min(one.top for one in areas), max(one.bottom for one in areas), LOWEST, high)
    return Area(left, top, right, bottom)


def _stretch(first: int, last: int, least: int, most: int) -> tuple[int, int]:
    """Return where a part begins and ends that holds these, is so long at least, and lies on a sheet so long."""
    long = min(most, max(least, last - first + 2 * AROUND))
    begin = min(max(0, (first + last - long) // 2), most - long)
    return begin, begin + long


def _there(area: Area, part: Area, times: float) -> Area:
    """Return where an area lies on its part of the sheet, so many times larger."""
    return Area(
        round((area.left - part.left) * times),
        round((area.top - part.top) * times),
        round((area.right - part.left) * times),
        round((area.bottom - part.top) * times),
    )


def _frame(canvas: Canvas, area: Area) -> None:
    """Draw a line around an area, which can be seen on any ground."""
    for out, thick, color in ((FRAME + 2, FRAME + 4, BLACK), (FRAME, FRAME, YELLOW)):
        edge = area.inside(-out)
        canvas.fill(Area(edge.left, edge.top, edge.right, edge.top + thick), color)
        canvas.fill(Area(edge.left, edge.bottom - thick, edge.right, edge.bottom), color)
        canvas.fill(Area(edge.left, edge.top, edge.left + thick, edge.bottom), color)
        canvas.fill(Area(edge.right - thick, edge.top, edge.right, edge.bottom), color)


def _sides(area: Area, wide: int, high: int) -> list[Area]:
    """Return where the sign of an area can stand, what is best first: on it where it is large, else beside it."""
    if max(area.width / wide, area.height / high) >= LONG or min(area.width / wide, area.height / high) >= LARGE:
        down = _within(area.top, area.bottom, high, STEPS, MOST_PLACES // 8)
        across = _within(area.left, area.right, wide, FINE_STEPS, MOST_PLACES // len(down))
        corners = [(x, y) for y in down for x in across]
    else:
        edge = area.inside(-FRAME)
        x, y = (edge.left + edge.right - wide) // 2, (edge.top + edge.bottom - high) // 2
        left, right, above, under = edge.left - wide, edge.right, edge.top - high, edge.bottom
        corners = [(x, under), (x, above), (right, y), (left, y)]
        corners += [(right, under), (left, under), (right, above), (left, above)]
    return [Area(left, top, left + wide, top + high) for left, top in corners]


def _within(first: int, last: int, long: int, fine: int, most: int) -> list[int]:
    """Return where something so long can begin between these: at the end, at the beginning, then between."""
    begin, end = first + FRAME, last - FRAME - long
    if begin >= end:
        return [(first + last - long) // 2]
    steps = min(most - 1, max(2, fine * (end - begin) // long))
    return [end, begin, *(begin + (end - begin) * step // steps for step in range(steps - 1, 0, -1))]


def _hides(grey: Image.Image, others: Sequence[Area], signs: Sequence[Area], sign: Area) -> float:
    """Return how much a sign would hide: least matters what is plain there, most other signs and what is outside."""
    hidden = 20.0 * (sign.width * sign.height - _in_both(sign, Area(0, 0, *grey.size)))
    hidden += 20 * sum(_in_both(sign, other) for other in signs)
    hidden += 4 * sum(_in_both(sign, other) for other in others)
    return hidden + BUSY * ImageStat.Stat(grey.crop(sign.inside(-CLEAR))).stddev[0]


def _in_both(one: Area, other: Area) -> int:
    """Return how much of one area lies in another."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return wide * high if wide > 0 and high > 0 else 0
