"""A canvas for panels, text, sprites and bars, saved as PNG."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache, wraps
from io import BytesIO
from math import ceil, floor
from threading import RLock
from typing import Literal, NamedTuple, ParamSpec, TypeAlias

from PIL import Image, ImageColor, ImageDraw

from bot.drawing.lettering import CAPITALS, SHEET, build_stencil, fit_text, measure_width
from bot.drawing.sprites import Point, draw_corner_masks
from bot.drawing.typefaces import Face

Align: TypeAlias = Literal["left", "center", "right"]
Ink: TypeAlias = Image.Image | tuple[int, ...]
P = ParamSpec("P")

_PAINTING = RLock()
"""Held while pixels are read, because threads of several bots in one process share cached sheets."""
HALF = 2
"""Supersampling factor of smooth lines; they are too long for more."""
BACKDROPS = 4
"""Cached sheets per backdrop: boxes and sizes in use at a time. Each takes about 5 MB."""
KEPT = 50_000
"""Maximum pixels of a framed panel to be cached, at four bytes each."""
SHADES = 7
"""Number of shades between two colours at an edge in the finished picture."""


class Area(NamedTuple):
    """A rectangle; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """The width."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """The height."""
        return self.bottom - self.top

    def shrink(self, margin: int) -> Area:
        """Return the box without a margin all around."""
        return Area(self.left + margin, self.top + margin, self.right - margin, self.bottom - margin)

    def get_overlap(self, other: Area) -> Area:
        """Return the intersection of both boxes; without width or height if they are disjoint."""
        return Area(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def overlaps(self, other: Area) -> bool:
        """Whether both boxes share a pixel."""
        left, top, right, bottom = other
        return self.left < right and left < self.right and self.top < bottom and top < self.bottom

    def split_rows(self, count: int, gap: int) -> list[Area]:
        """Return equally high boxes one below the other."""
        each = (self.height - gap * (count - 1)) // count
        tops = [self.top + row * (each + gap) for row in range(count)]
        return [Area(self.left, top, self.right, top + each) for top in tops]

    def split_columns(self, count: int, gap: int) -> list[Area]:
        """Return equally wide boxes side by side."""
        each = (self.width - gap * (count - 1)) // count
        lefts = [self.left + column * (each + gap) for column in range(count)]
        return [Area(left, self.top, left + each, self.bottom) for left in lefts]

    def shift(self, across: int, down: int) -> Area:
        """Return a box of the same size, moved by these distances."""
        return Area(self.left + across, self.top + down, self.right + across, self.bottom + down)

    def contains(self, other: Area) -> bool:
        """Whether the other box lies inside this one."""
        left, top, right, bottom = other
        return self.left <= left and self.top <= top and right <= self.right and bottom <= self.bottom


class Element(NamedTuple):
    """An element on a sheet: a panel, a sprite, or text."""

    box: Area
    """Its bounding box; for text, that of the ink."""
    words: str = ""
    """Its text; empty for other elements."""
    size: int = 0
    """The font size of the text."""


class _Stroke(NamedTuple):
    """Paint for a part of a sheet: a colour or an image, through a mask if there is one."""

    box: Area
    ink: Ink
    mask: Image.Image | None


class Canvas:
    """A sheet to draw on.

    Strokes are painted when the pixels are read. So `crop` paints only the strokes of its part, and copies of a
    backdrop share its pixels until one of them is read.
    """

    def __init__(self, size: tuple[int, int], paper: str) -> None:
        self.width, self.height = size
        self._paper = paper
        self._pixels: Image.Image | None = None
        """The pixels below the strokes; None: blank paper."""
        self._has_own_pixels = False
        """Whether no copy shares the pixels, so that they may be painted on."""
        self._strokes: list[_Stroke] = []
        self.elements: list[Element] = []
        """All elements in drawing order, for tests that check what covers what."""
        self.places: dict[Hashable, Area] = {}
        """Locations of things on the sheet, where registered; `bot.drawing.closeup` zooms in on them."""

    @classmethod
    def from_image(cls, image: Image.Image) -> Canvas:
        """Return a sheet with these pixels, which nobody else may paint on."""
        canvas = cls(image.size, "#000000")
        canvas._pixels, canvas._has_own_pixels = image, True
        return canvas

    @property
    def image(self) -> Image.Image:
        """The pixels of the whole sheet, to be read only: other sheets may share them."""
        with _PAINTING:
            if self._pixels is None or (self._strokes and not self._has_own_pixels):
                self._pixels = self.crop(Area(0, 0, self.width, self.height))
                self._has_own_pixels = True
            else:
                _paint(self._pixels, self._strokes, 0, 0)
            self._strokes.clear()
            return self._pixels

    def _share_pixels(self) -> Image.Image:
        """Return the pixels for another sheet; later strokes on this one are painted on a copy."""
        with _PAINTING:
            image = self.image
            self._has_own_pixels = False
            return image

    def crop(self, part: Area) -> Image.Image:
        """Return the pixels of a part inside the sheet, without painting the rest."""
        with _PAINTING:
            below = self._pixels
            image = Image.new("RGB", (part.width, part.height), self._paper) if below is None else below.crop(part)
            _paint(image, [stroke for stroke in self._strokes if part.overlaps(stroke.box)], part.left, part.top)
            return image

    def copy(self) -> Canvas:
        """Return an independent copy of the sheet; both share their pixels until one is painted on."""
        other = Canvas((self.width, self.height), self._paper)
        other._pixels = self._share_pixels()
        other.elements = list(self.elements)
        other.places = dict(self.places)
        return other

    def record_place(self, place: Hashable, box: Area) -> None:
        """Register the location of something that a question may be about."""
        self.places[place] = box

    # Text

    def draw_text(
        self,
        x: int,
        middle: int,
        text: str,
        *,
        face: Face = "text",
        size: int,
        color: str,
        align: Align = "left",
        room: int | None = None,
        smallest: int | None = None,
    ) -> int:
        """Write one line and return its width.

        Its capitals are centred vertically. With `room`, the text is reduced down to size `smallest`, and then
        truncated until it fits.

        Raises:
            ValueError: it would be illegible on a phone.
        """
        if room is not None:
            text, size = fit_text(text, face, size, room, smallest or size)
        length = measure_width(text, face, size)
        left = x - {"left": 0, "center": length // 2, "right": length}[align]
        cut = build_stencil(text, face, size)
        at = (left - cut.left, middle + round(size * CAPITALS / 2) - cut.baseline)
        ink = Area(*at, at[0] + cut.mask.width, at[1] + cut.mask.height)
        self.paint(ink, color, cut.mask)
        if text.strip():
            self.elements.append(Element(ink, text, size))
        return length

    # Shapes

    def paint(self, box: Area, ink: Ink | str, mask: Image.Image | None = None) -> None:
        """Paint a colour or an image into a box of its size, through a mask if there is one."""
        self._strokes.append(_Stroke(box, ImageColor.getrgb(ink) if isinstance(ink, str) else ink, mask))

    def fill(self, box: Area, color: str) -> None:
        """Fill a rectangle."""
        self.elements.append(Element(box))
        self._fill(box, color)

    def _fill(self, box: Area, color: str) -> None:
        if box.width > 0 and box.height > 0:
            self.paint(box, color)

    def draw_panel(self, box: Area, color: str, radius: int = 0, *, square: bool = False) -> None:
        """Fill a rectangle with round corners; with `square` only the upper ones are round."""
        self.elements.append(Element(box))
        radius = min(radius, box.width // 2, box.height // 2)
        if radius <= 0:
            self._fill(box, color)
            return
        self._fill(Area(box.left + radius, box.top, box.right - radius, box.top + radius), color)
        self._fill(Area(box.left, box.top + radius, box.right, box.bottom - (0 if square else radius)), color)
        corners = [(box.left, box.top), (box.right - radius, box.top)]
        if not square:
            self._fill(Area(box.left + radius, box.bottom - radius, box.right - radius, box.bottom), color)
            corners += [(box.left, box.bottom - radius), (box.right - radius, box.bottom - radius)]
        for (x, y), quarter in zip(corners, draw_corner_masks(radius), strict=False):
            self.paint(Area(x, y, x + radius, y + radius), color, quarter)

    def draw_framed_panel(self, box: Area, color: str, frame: str, thickness: int, radius: int = 0) -> None:
        """Fill a panel with a line around it; small ones are cached, because a picture has many equal ones."""
        if 0 < box.width * box.height <= KEPT:
            self.elements.append(Element(box))
            for down, part, shape in _build_framed_parts(box.width, box.height, color, frame, thickness, radius):
                top = box.top + down
                self.paint(Area(box.left, top, box.left + part.width, top + part.height), part, shape)
            return
        self.draw_panel(box, frame, radius)
        self.draw_panel(box.shrink(thickness), color, max(0, radius - thickness))

    def draw_rule(self, left: int, right: int, y: int, color: str, thickness: int = 2) -> None:
        """Draw a horizontal line."""
        self.fill(Area(left, y, right, y + thickness), color)

    def draw_bar(self, box: Area, part: float, color: str, empty: str) -> None:
        """Draw a bar filled to this fraction, from 0 to 1."""
        radius = box.height // 2
        self.draw_panel(box, empty, radius)
        filled = round(box.width * max(0.0, min(1.0, part)))
        if filled > 0:
            self.draw_panel(Area(box.left, box.top, box.left + max(filled, box.height), box.bottom), color, radius)

    def put_sprite(self, sprite: Image.Image, x: int, y: int) -> None:
        """Put a sprite with its middle at (x, y)."""
        left, top = x - sprite.width // 2, y - sprite.height // 2
        box = Area(left, top, left + sprite.width, top + sprite.height)
        self.paint(box, sprite, sprite)
        self.elements.append(Element(box))

    def put_sheet(self, sheet: Canvas, x: int, y: int) -> None:
        """Put another sheet on this one, with its upper left corner at (x, y); far cheaper than to draw it again."""
        box = Area(x, y, x + sheet.width, y + sheet.height)
        self.paint(box, sheet._share_pixels())
        self.elements.append(Element(box))
        self.elements += [element._replace(box=element.box.shift(x, y)) for element in sheet.elements]

    def draw_lines(self, paths: Sequence[tuple[Sequence[Point], str, int]], within: Area) -> None:
        """Draw smooth lines, each with its colour and thickness, inside a box."""
        for points, color, thickness in paths:
            self.draw_stroke([points], color, thickness, within)

    def draw_stroke(self, pieces: Sequence[Sequence[Point]], color: str, thickness: int, within: Area) -> None:
        """Draw the pieces of one smooth line, such as its dashes, in a box; it costs as much as its bounding box."""
        room = _compute_bounds(pieces, thickness).get_overlap(within)
        if room.width <= 0 or room.height <= 0:
            return
        large = Image.new("L", (room.width * HALF, room.height * HALF), 0)
        pen = ImageDraw.Draw(large)
        for points in pieces:
            scaled = [((x - room.left) * HALF, (y - room.top) * HALF) for x, y in points]
            pen.line(scaled, fill=255, width=thickness * HALF, joint="curve")
        self.paint(room, color, large.reduce(HALF))

    # The picture

    def to_png(self, colors: Sequence[str]) -> bytes:
        """Return the PNG, reduced to these colours and the shades between them to keep it small.

        Raises:
            ValueError: it is wider than a sheet, so its text would be too small on a phone.
        """
        if self.width > SHEET:
            raise ValueError(f"a picture is at most {SHEET} pixels wide, and not {self.width}")
        reduced = self.image.quantize(palette=_build_palette(tuple(colors)), dither=Image.Dither.NONE)
        file = BytesIO()
        reduced.save(file, "PNG", compress_level=3)  # higher levels double the total time to save a fifth
        return file.getvalue()


def _paint(image: Image.Image, strokes: Iterable[_Stroke], left: int, top: int) -> None:
    """Paint strokes on an image whose upper left corner is at this point of their sheet."""
    for box, ink, mask in strokes:
        image.paste(ink, box.shift(-left, -top) if left or top else box, mask)


@lru_cache(maxsize=128)
def _build_framed_parts(
    width: int, height: int, color: str, frame: str, thickness: int, radius: int
) -> list[tuple[int, Image.Image, Image.Image | None]]:
    """Return the parts of a framed panel: vertical offset, image, and a mask if it has corners."""
    whole = Area(0, 0, width, height)
    tile, shape = Canvas((width, height), frame), Canvas((width, height), "#000000")
    tile.draw_panel(whole.shrink(thickness), color, max(0, radius - thickness))
    shape.draw_panel(whole, "#ffffff", radius)
    radius = max(0, min(radius, width // 2, height // 2))
    parts = [
        (top, Area(0, top, width, bottom))
        for top, bottom in ((0, radius), (radius, height - radius), (height - radius, height))
    ]
    return [
        (top, tile.crop(part), None if top == radius else shape.crop(part).convert("L"))
        for top, part in parts
        if part.height > 0
    ]


def cache_backdrop(paint: Callable[P, Canvas]) -> Callable[P, Canvas]:
    """Cache the sheets of a function that paints constant backgrounds; each call returns a separate copy to draw on.

    Args:
        paint: paints from hashable arguments, such as a map of the box and a size. The last few sheets are cached.
    """
    kept = lru_cache(maxsize=BACKDROPS)(paint)

    @wraps(paint)
    def get_copy(*args: P.args, **options: P.kwargs) -> Canvas:
        return kept(*args, **options).copy()  # type: ignore[arg-type]  # unhashable arguments fail at once

    return get_copy


def _compute_bounds(pieces: Sequence[Sequence[Point]], thickness: int) -> Area:
    """Return the bounding box of a line of this thickness."""
    across, down = ([point[axis] for points in pieces for point in points] for axis in (0, 1))
    if not across:
        return Area(0, 0, 0, 0)
    margin = thickness + 1  # corners reach beyond half the thickness
    return Area(
        floor(min(across)) - margin, floor(min(down)) - margin, ceil(max(across)) + margin, ceil(max(down)) + margin
    )


@lru_cache(maxsize=32)
def _build_palette(colors: tuple[str, ...]) -> Image.Image:
    """Return a palette of the colours, the first two being paper and ink, and of the shades between."""
    base = [ImageColor.getrgb(color) for color in dict.fromkeys(colors)]
    shades = [
        tuple(round(a + (b - a) * step / (SHADES + 1)) for a, b in zip(ground, color, strict=True))
        for ground in base[:2]
        for color in base
        for step in range(1, SHADES + 1)
    ]
    distinct = list(dict.fromkeys([*base, *shades]))[:256]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for shade in distinct for part in shade])
    return palette
