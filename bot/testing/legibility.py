"""Legibility checks of pictures, based on the elements drawn on a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

from bot.drawing.canvas import Area, Canvas, Element
from bot.drawing.lettering import MIN_LEGIBLE_PIXELS, ON_A_PHONE, SHEET

THIN = 14
"""Pixels of a line that letters may cross: it strikes them out, underlines them or points at them."""
TOUCH = 2
"""Pixels that ink may reach over an edge before it is visible."""


def find_faults(canvas: Canvas) -> list[str]:
    """Return legibility problems: letters too small, cut off, covered, or on top of others."""
    sheet = Area(0, 0, canvas.width, canvas.height)
    return [
        f"{element.words!r} {why}"
        for at, element in enumerate(canvas.elements)
        if element.words
        for why in _find_element_faults(
            element, sheet, _list_near(element, canvas.elements[:at]), _list_near(element, canvas.elements[at + 1 :])
        )
    ]


def _list_near(element: Element, others: Sequence[Element]) -> Sequence[Element]:
    """Return the elements that overlap this one; only they can make it illegible."""
    left, top, right, bottom = element.box
    return [
        one for one in others if one.box[0] < right and left < one.box[2] and one.box[1] < bottom and top < one.box[3]
    ]


def _find_element_faults(
    element: Element, sheet: Area, before: Sequence[Element], behind: Sequence[Element]
) -> Iterator[str]:
    ink = element.box.shrink(TOUCH)
    if _is_covered(element.box, behind):
        return  # painted over on purpose, like a new plate over an old one
    if element.size * ON_A_PHONE < MIN_LEGIBLE_PIXELS * sheet.width:
        yield f"is too small: {element.size}"
    if not sheet.contains(ink):
        yield "leaves the sheet"
    for at, other in enumerate(before):
        if not other.words and _is_crossing(ink, other.box) and not _is_covered(ink, before[at + 1 :]):
            yield f"crosses the edge of {tuple(other.box)} at {tuple(element.box)}"
    for other in behind:
        if _has_overlap(ink, other.box) and not (not other.words and min(other.box.width, other.box.height) <= THIN):
            yield f"lies below {other.words or tuple(other.box)!r} at {tuple(element.box)}"


def _is_covered(ink: Area, later: Sequence[Element]) -> bool:
    """Whether a later element separates these letters from earlier ones."""
    return any(one.box.contains(ink) for one in later if not one.words)


def _is_crossing(ink: Area, box: Area) -> bool:
    """Whether letters lie partly on a panel or a sprite, and partly beside it."""
    return min(box.width, box.height) > THIN and _has_overlap(ink, box) and not box.contains(ink)


def _has_overlap(one: Area, other: Area) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


@contextmanager
def record_sheets() -> Iterator[Callable[[], Sequence[Canvas]]]:
    """Yield a function that returns the sheets saved as pictures since; they are not compressed, which takes long."""
    sheets: list[Canvas] = []

    def keep_sheet(canvas: Canvas, colors: Sequence[str]) -> bytes:
        assert canvas.width <= SHEET
        sheets.append(canvas)
        return b""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "to_png", keep_sheet)
        yield lambda: sheets
