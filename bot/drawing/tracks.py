"""Tracks: numbered spaces in a row, a column or around a board, and markers of several players on one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import CAPITALS, SMALLEST, stencil, width
from bot.drawing.sprites import disc, sprite


def ring(box: Area, count: int, deep: int) -> list[Area]:
    """Return so many spaces around the inner edge of a box, clockwise from its upper left corner.

    Args:
        box: around which they run; its corners are square spaces.
        count: how many; even and at least 8, so that opposite sides are alike.
        deep: how far they reach into the box.

    Raises:
        ValueError: that many cannot be laid around.
    """
    if count < 8 or count % 2:
        raise ValueError(f"{count} spaces cannot run around a board")
    between = count // 2 - 2
    wide, high = box.width - 2 * deep, box.height - 2 * deep
    across = min(between - 1, max(1, round(between * wide / (wide + high))))
    x, y = _cuts(box.left, box.right, deep, across), _cuts(box.top, box.bottom, deep, between - across)
    top = [Area(left, box.top, right, box.top + deep) for left, right in x]
    side = [Area(box.right - deep, upper, box.right, lower) for upper, lower in y[1:-1]]
    bottom = [Area(left, box.bottom - deep, right, box.bottom) for left, right in reversed(x)]
    back = [Area(box.left, upper, box.left + deep, lower) for upper, lower in reversed(y[1:-1])]
    return [*top, *side, *bottom, *back]


def _cuts(first: int, last: int, deep: int, between: int) -> list[tuple[int, int]]:
    """Return where the spaces of one side begin and end: a corner, so many between, a corner."""
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
        canvas: on which.
        spaces: where they are.
        labels: what stands on each; an empty one leaves it blank.
        color: of a space.
        frame: the colour of its edge.
        ink: the colour of the labels.
        size: of the letters; a label that has no room is made smaller, and then shortened.
        radius: of the corners.
    """
    for space, words in zip(spaces, labels, strict=True):
        canvas.framed(space, color, frame, 2, radius)
        x, middle = (space.left + space.right) // 2, (space.top + space.bottom) // 2
        room = space.width - 8
        canvas.text(x, middle, words, size=size, color=ink, align="center", room=room, smallest=SMALLEST)


def places_in(space: Area, count: int, size: int) -> list[tuple[int, int]]:
    """Return the middles for so many markers on one space: in rows, overlapping no more than they must.

    Args:
        space: on which they stand.
        count: how many.
        size: how wide and high each is.
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


def stand(
    canvas: Canvas, space: Area, markers: Sequence[Callable[[int], Image.Image]], size: int, smallest: int
) -> None:
    """Put the markers of several players on one space.

    Args:
        canvas: on which.
        space: on which of its spaces.
        markers: what gives each marker in a size; the first ones lie in front.
        size: of a marker that has room.
        smallest: of many that have none; even smaller they overlap.
    """
    fitting = [each for each in range(size, smallest - 1, -2) if _room_for(space, each) >= len(markers)]
    size = fitting[0] if fitting else smallest
    for marker, (x, y) in reversed(list(zip(markers, places_in(space, len(markers), size), strict=True))):
        canvas.sprite(marker(size), x, y)


def _room_for(space: Area, size: int) -> int:
    """Return how many markers of this size have room on a space."""
    return (space.width // size) * (space.height // size)


@lru_cache(maxsize=256)
def badge(size: int, color: str, sign: str, ink: str) -> Image.Image:
    """Return a player's marker: a disc with an edge and a letter or number, for colour alone tells nobody apart."""
    whole = sprite(size, lambda brush: brush.disc(50, 50, 50, ink))
    inner = disc(size - max(2, size // 12) * 2, color)
    whole.paste(inner, ((size - inner.width) // 2, (size - inner.height) // 2), inner)
    high = max(SMALLEST, round(size * 0.6))
    cut, written = stencil(sign, "poster", high), width(sign, "poster", high)
    at = (size // 2 - cut.left - written // 2, size // 2 + round(high * CAPITALS / 2) - cut.baseline)
    whole.paste(ink, (*at, at[0] + cut.mask.width, at[1] + cut.mask.height), cut.mask)
    return whole


def counted(spaces: Sequence[Area], every: int, first: int = 0, words: Callable[[int], str] = str) -> list[str]:
    """Return labels for a long track, of which only every so manieth space is numbered."""
    return [words(first + at) if (first + at) % every == 0 else "" for at in range(len(spaces))]
