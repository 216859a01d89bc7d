"""Tracks: numbered spaces in a row, a column or around a board, and several players' markers on one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import CAPITALS, SMALLEST, build_stencil, measure_width
from bot.drawing.sprites import draw_disc, draw_sprite


def lay_out_ring(box: Area, count: int, deep: int) -> list[Area]:
    """Return this many spaces around the inner edge of a box, clockwise from its upper left corner.

    Args:
        box: the box; its corners are square spaces.
        count: the number of spaces; even and at least 8, so that opposite sides are alike.
        deep: the depth of the spaces in pixels.

    Raises:
        ValueError: the number is odd or too small.
    """
    if count < 8 or count % 2:
        raise ValueError(f"{count} spaces cannot run around a board")
    between = count // 2 - 2
    wide, high = box.width - 2 * deep, box.height - 2 * deep
    across = min(between - 1, max(1, round(between * wide / (wide + high))))
    x, y = _compute_cuts(box.left, box.right, deep, across), _compute_cuts(box.top, box.bottom, deep, between - across)
    top = [Area(left, box.top, right, box.top + deep) for left, right in x]
    side = [Area(box.right - deep, upper, box.right, lower) for upper, lower in y[1:-1]]
    bottom = [Area(left, box.bottom - deep, right, box.bottom) for left, right in reversed(x)]
    back = [Area(box.left, upper, box.left + deep, lower) for upper, lower in reversed(y[1:-1])]
    return [*top, *side, *bottom, *back]


def _compute_cuts(first: int, last: int, deep: int, between: int) -> list[tuple[int, int]]:
    """Return the bounds of the spaces of one side: a corner, this many between, a corner."""
    long = last - first - 2 * deep
    inner = [first + deep + round(at * long / between) for at in range(between + 1)]
    return list(pairwise([first, *inner, last]))


def draw_spaces(
    canvas: Canvas,
    spaces: Sequence[Area],
    labels: Sequence[str],
    *,
    color: str,
    frame: str,
    ink: str,
    size: int,
    radius: int = 8,
) -> None:
    """Draw the spaces of a track, each with its label; they belong on a backdrop.

    Args:
        canvas: the sheet.
        spaces: the boxes of the spaces.
        labels: the label of each; an empty one leaves it blank.
        color: the colour of a space.
        frame: the colour of its edge.
        ink: the colour of the labels.
        size: the font size; a label that does not fit is reduced, and then truncated.
        radius: the radius of the corners.
    """
    for space, words in zip(spaces, labels, strict=True):
        canvas.draw_framed_panel(space, color, frame, 2, radius)
        x, middle = (space.left + space.right) // 2, (space.top + space.bottom) // 2
        room = space.width - 8
        canvas.draw_text(x, middle, words, size=size, color=ink, align="center", room=room, smallest=SMALLEST)


def compute_marker_places(space: Area, count: int, size: int) -> list[tuple[int, int]]:
    """Return the middles for this many markers on one space: in rows, with minimal overlap.

    Args:
        space: the box of the space.
        count: the number of markers.
        size: the width and height of each.
    """
    if count <= 0:
        return []
    across = max(1, space.width // size)
    down = max(1, space.height // size)
    rows = min(count, down, -(-count // across))
    found = []
    for row in range(rows):
        here = count // rows + (row < count % rows)
        middle = (space.top + space.bottom) // 2 + round((row - (rows - 1) / 2) * min(size, space.height / rows))
        step = min(size, (space.width - size) / max(1, here - 1))
        first = (space.left + space.right) / 2 - step * (here - 1) / 2
        found += [(round(first + step * at), middle) for at in range(here)]
    return found


def draw_markers(
    canvas: Canvas, space: Area, markers: Sequence[Callable[[int], Image.Image]], size: int, smallest: int
) -> None:
    """Put the markers of several players on one space.

    Args:
        canvas: the sheet.
        space: the box of the space.
        markers: functions that return each marker in a size; the first ones lie in front.
        size: the size of a marker if there is room.
        smallest: the size at which markers overlap instead of shrinking further.
    """
    fitting = [each for each in range(size, smallest - 1, -2) if _count_room(space, each) >= len(markers)]
    size = fitting[0] if fitting else smallest
    for marker, (x, y) in reversed(list(zip(markers, compute_marker_places(space, len(markers), size), strict=True))):
        canvas.put_sprite(marker(size), x, y)


def _count_room(space: Area, size: int) -> int:
    """Return how many markers of this size fit on a space."""
    return (space.width // size) * (space.height // size)


@lru_cache(maxsize=256)
def draw_badge(size: int, color: str, sign: str, ink: str) -> Image.Image:
    """Return a player's marker: a disc with an edge and a sign, because colour alone does not distinguish players."""
    whole = draw_sprite(size, lambda brush: brush.draw_disc(50, 50, 50, ink))
    inner = draw_disc(size - max(2, size // 12) * 2, color)
    whole.paste(inner, ((size - inner.width) // 2, (size - inner.height) // 2), inner)
    high = max(SMALLEST, round(size * 0.6))
    cut, written = build_stencil(sign, "poster", high), measure_width(sign, "poster", high)
    at = (size // 2 - cut.left - written // 2, size // 2 + round(high * CAPITALS / 2) - cut.baseline)
    whole.paste(ink, (*at, at[0] + cut.mask.width, at[1] + cut.mask.height), cut.mask)
    return whole


def build_number_labels(
    spaces: Sequence[Area], every: int, first: int = 0, words: Callable[[int], str] = str
) -> list[str]:
    """Return labels for a long track on which only every n-th space is numbered."""
    return [words(first + at) if (first + at) % every == 0 else "" for at in range(len(spaces))]
