"""Close-ups: the relevant part of a sheet at double size, with a letter at each option's location."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import accumulate
from math import inf, sqrt
from typing import TypeVar

from PIL import Image, ImageMath

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import measure_width

P = TypeVar("P", bound=Hashable)

YELLOW, BLACK = "#ffd21f", "#15181a"
COLORS = (YELLOW, BLACK)
"""Colours of the letter signs, to be added to the sheet's palette."""
TIMES = 2
"""Magnification, if there is room."""
NEARLY_ALL = 0.95
"""Fraction of a sheet's width from which all of it is shown: magnifying it by less would only blur the letters."""
SIGN, SMALL_SIGN, MANY = 64, 52, 14
"""Height of a letter sign in pixels: normal, small, and the number of signs above which it is small."""
LONG, LARGE = 2, 1.5
"""Minimum length, or both dimensions, of an area in signs for its sign to stand on it."""
LATER = 40
"""Penalty of each position for a sign relative to the one before it."""
MOST_PLACES = 24
"""Maximum number of sign positions tried on an area."""
STEPS, FINE_STEPS = 2, 6
"""Number of steps per sign height, and per sign width."""
BUSY = 120
"""Weight of hidden letters or lines."""
CLEAR = 4
"""Clear margin around a sign in pixels, if there is room."""
AROUND = 34
"""Margin around the relevant areas in pixels."""
LOWEST = 240
"""Minimum height of a part in pixels."""
FRAME = 6
STRIPE = 18
"""Pixels between the parts of several sheets."""


def crop_closeup(sheet: Canvas, marks: Mapping[P, str], *, beside: Sequence[Hashable] = ()) -> Canvas:
    """Return the part of a sheet with these places, scaled to the sheet's width, each place with its letter.

    The places of the result are the letters.

    Args:
        sheet: the sheet that contains these places.
        marks: the letters by place; a place with an empty letter is included without one, if it still exists.
        beside: further places to include, such as the heads of a table.
    """
    wide, high = sheet.width, sheet.height
    marks = {place: mark for place, mark in marks.items() if mark or place in sheet.places}
    shown = [sheet.places[place] for place in (*marks, *beside)]
    part = _find_part(shown, wide, high)
    if shown:
        part = _avoid_cut_texts(part, [one.box for one in sheet.elements if one.words], shown, high)
    times = wide / part.width
    pixels = sheet.crop(part)  # `resize` copies them all even if the size stays
    if times > 1:
        pixels = pixels.resize((wide, round(part.height * times)), Image.Resampling.BICUBIC)
    found = Canvas.from_image(pixels)
    areas = {place: _scale_area(sheet.places[place], part, times) for place in marks}
    signs = place_signs(found, {mark: areas[place] for place, mark in marks.items() if mark})
    found.places = {mark: areas[place] for place, mark in marks.items() if mark}
    for area in areas.values():
        _draw_frame(found, area)
    for mark, box in signs.items():
        found.draw_panel(box, BLACK, 14)
        found.draw_panel(box.shrink(5), YELLOW, 10)
        middle = (box.left + box.right) // 2, (box.top + box.bottom) // 2
        found.draw_text(
            *middle, mark, face="strong", size=_compute_letter_size(box.height), color=BLACK, align="center"
        )
    return found


def _avoid_cut_texts(part: Area, texts: Iterable[Area], areas: Sequence[Area], high: int) -> Area:
    """Return the part of a sheet of this height so that its upper and lower edges cut through no text.

    A text that is as wide as the part allows is included. One that is wider is left out, if no area is beside it.
    """
    cut = [text for text in texts if _measure_overlap(part, text) and not part.contains(text)]
    whole = [text for text in cut if part.left <= text.left and text.right <= part.right]
    top = min((text.top - CLEAR for text in whole), default=part.top)
    bottom = max((text.bottom + CLEAR for text in whole), default=part.bottom)
    top, bottom = max(0, min(top, part.top)), min(high, max(bottom, part.bottom))
    first, last = min(area.top for area in areas), max(area.bottom for area in areas)
    for text in (text for text in cut if text not in whole):
        if text.top < top < text.bottom:
            top = max(top, min(text.bottom + CLEAR, first - FRAME - 2))
        if text.top < bottom < text.bottom:
            bottom = min(bottom, max(text.top - CLEAR, last + FRAME + 2))
    return part._replace(top=top, bottom=bottom)


def place_signs(sheet: Canvas, areas: Mapping[str, Area]) -> Mapping[str, Area]:
    """Return the position of each letter's sign, clearly assigned to its area and hiding little."""
    small = len(areas) > MANY or any(area.height < SIGN for area in areas.values())
    high = SMALL_SIGN if small else SIGN
    grey, found = sheet.image.convert("L"), dict[str, Area]()
    for mark, area in areas.items():
        others = [other for name, other in areas.items() if name != mark and area.get_overlap(other) != area]
        sides = _list_sign_areas(area, max(high, measure_width(mark, "strong", _compute_letter_size(high)) + 16), high)
        found[mark] = _find_best_place(grey, sides, _select_near(sides, others), _select_near(sides, found.values()))
    return found


def _select_near(sides: Sequence[Area], areas: Iterable[Area]) -> list[Area]:
    """Return the areas that overlap any of these sign positions, as far as a rectangle around all of them tells."""
    left, top = min(side.left for side in sides), min(side.top for side in sides)
    around = Area(left, top, max(side.right for side in sides), max(side.bottom for side in sides))
    return [area for area in areas if _measure_overlap(around, area)]


def _find_best_place(grey: Image.Image, sides: Sequence[Area], others: Sequence[Area], signs: Sequence[Area]) -> Area:
    """Return the position of a sign that costs least; earlier ones are preferred.

    The contrast below a position is dear to measure, so positions whose other costs are too high are skipped.
    """
    contrasts = _Contrasts(grey, sides)
    best, least = sides[0], inf
    for at, side in enumerate(sides):
        if LATER * at >= least:
            break  # later ones cost even more
        cost = _compute_covering(grey.size, others, signs, side) + LATER * at
        if cost < least:
            cost += BUSY * contrasts.measure(side)
        if cost < least:
            best, least = side, cost
    return best


def _compute_letter_size(sign: int) -> int:
    """Return the font size of the letter on a sign of this height."""
    return sign * 5 // 7


def stack_sheets(parts: Sequence[Canvas]) -> Canvas:
    """Return sheets of one width, one below the other."""
    if len(parts) == 1:
        return parts[0]
    wide = max(part.width for part in parts)
    high = sum(part.height for part in parts) + STRIPE * (len(parts) - 1)
    found, top = Canvas((wide, high), BLACK), 0
    for part in parts:
        found.put_sheet(part, 0, top)
        found.places |= {place: area.shift(0, top) for place, area in part.places.items()}
        top += part.height + STRIPE
    return found


def _find_part(areas: Sequence[Area], wide: int, high: int) -> Area:
    """Return the smallest allowed part of a sheet of this size that contains these areas."""
    if not areas:
        return Area(0, 0, wide, high)
    left, right = _compute_range(min(one.left for one in areas), max(one.right for one in areas), wide // TIMES, wide)
    if right - left >= NEARLY_ALL * wide:
        left, right = 0, wide
    top, bottom = _compute_range(min(one.top for one in areas), max(one.bottom for one in areas), LOWEST, high)
    return Area(left, top, right, bottom)


def _compute_range(first: int, last: int, least: int, most: int) -> tuple[int, int]:
    """Return the range that contains these points, with a minimum length and within the sheet."""
    long = min(most, max(least, last - first + 2 * AROUND))
    begin = min(max(0, (first + last - long) // 2), most - long)
    return begin, begin + long


def _scale_area(area: Area, part: Area, times: float) -> Area:
    """Return an area's position in the magnified part."""
    return Area(
        round((area.left - part.left) * times),
        round((area.top - part.top) * times),
        round((area.right - part.left) * times),
        round((area.bottom - part.top) * times),
    )


def _draw_frame(canvas: Canvas, area: Area) -> None:
    """Draw a line around an area that is visible on any background."""
    for out, thick, color in ((FRAME + 2, FRAME + 4, BLACK), (FRAME, FRAME, YELLOW)):
        edge = area.shrink(-out)
        canvas.fill(Area(edge.left, edge.top, edge.right, edge.top + thick), color)
        canvas.fill(Area(edge.left, edge.bottom - thick, edge.right, edge.bottom), color)
        canvas.fill(Area(edge.left, edge.top, edge.left + thick, edge.bottom), color)
        canvas.fill(Area(edge.right - thick, edge.top, edge.right, edge.bottom), color)


def _list_sign_areas(area: Area, wide: int, high: int) -> list[Area]:
    """Return sign positions for an area, the best first: on a large area, beside a small one."""
    if max(area.width / wide, area.height / high) >= LONG or min(area.width / wide, area.height / high) >= LARGE:
        down = _list_starts(area.top, area.bottom, high, STEPS, MOST_PLACES // 8)
        across = _list_starts(area.left, area.right, wide, FINE_STEPS, MOST_PLACES // len(down))
        corners = [(x, y) for y in down for x in across]
    else:
        edge = area.shrink(-FRAME)
        x, y = (edge.left + edge.right - wide) // 2, (edge.top + edge.bottom - high) // 2
        left, right, above, under = edge.left - wide, edge.right, edge.top - high, edge.bottom
        corners = [(x, under), (x, above), (right, y), (left, y)]
        corners += [(right, under), (left, under), (right, above), (left, above)]
    return [Area(left, top, left + wide, top + high) for left, top in corners]


def _list_starts(first: int, last: int, long: int, fine: int, most: int) -> list[int]:
    """Return start positions between these bounds: at the end, at the beginning, then between."""
    begin, end = first + FRAME, last - FRAME - long
    if begin >= end:
        return [(first + last - long) // 2]
    steps = min(most - 1, max(2, fine * (end - begin) // long))
    return [end, begin, *(begin + (end - begin) * step // steps for step in range(steps - 1, 0, -1))]


def _compute_covering(size: tuple[int, int], others: Sequence[Area], signs: Sequence[Area], sign: Area) -> float:
    """Return the cost of what a sign covers: other signs and the outside are expensive, other areas less so."""
    outside = sign.width * sign.height - _measure_overlap(sign, Area(0, 0, *size))
    covered = sum(_measure_overlap(sign, other) for other in signs)
    return 20.0 * outside + 20 * covered + 4 * sum(_measure_overlap(sign, other) for other in others)


class _Contrasts:
    """Contrasts below the positions of one sign: little on a plain background.

    Positions at the same height share the sums of their columns, because measuring each one's pixels would take half
    the time of a picture with many signs.
    """

    def __init__(self, grey: Image.Image, sides: Sequence[Area]) -> None:
        self._grey = grey
        self._left = min(side.left for side in sides) - CLEAR
        self._right = max(side.right for side in sides) + CLEAR
        self._rows: dict[tuple[int, int], tuple[Sequence[float], Sequence[float]]] = {}
        """Running sums of the columns' means and of their mean squares, by top and bottom."""

    def measure(self, side: Area) -> float:
        """Return the standard deviation of the grey pixels below a position and its margin."""
        around = side.shrink(-CLEAR)
        row = around.top, around.bottom
        if row not in self._rows:
            self._rows[row] = self._sum_columns(*row)
        first, end = around.left - self._left, around.right - self._left
        mean, squares = ((sums[end] - sums[first]) / around.width for sums in self._rows[row])
        return sqrt(max(0.0, squares - mean**2))

    def _sum_columns(self, top: int, bottom: int) -> tuple[Sequence[float], Sequence[float]]:
        strip = self._grey.crop((self._left, top, self._right, bottom)).convert("F")
        squares = ImageMath.lambda_eval(lambda images: images["strip"] * images["strip"], strip=strip)
        return _sum_means(strip), _sum_means(squares)


def _sum_means(strip: Image.Image) -> list[float]:
    """Return the running sums of the means of a strip's columns."""
    means = memoryview(strip.reduce((1, strip.height)).tobytes()).cast("f")
    return list(accumulate(means, initial=0.0))


def _measure_overlap(one: Area, other: Area) -> int:
    """Return the area of the intersection."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return wide * high if wide > 0 and high > 0 else 0
