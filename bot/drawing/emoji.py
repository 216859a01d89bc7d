"""Emoji: a game's sprites as small square pictures, readable on Discord's dark and light backgrounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageColor

from bot.drawing.lettering import CAPITALS, build_stencil, measure_width
from bot.drawing.typefaces import Face

EMOJI_PIXELS = 128
EDGE_PIXELS = 5
"""Width of the edge around a sprite, which sets it off from any background."""
EDGE_TURNS = 16
"""Directions in which a sprite is shifted to draw its edge."""
SPRITE_PIXELS = EMOJI_PIXELS - 2 * EDGE_PIXELS
"""Largest width and height of a sprite that leaves room for its edge."""
MAX_LETTERS_WIDTH = 0.8
"""Part of a sprite's width that its letters may take."""


def draw_emoji(
    sprite: Image.Image,
    edge: str,
    letters: str = "",
    ink: str = "#000000",
    *,
    face: Face = "poster",
    size: int = 64,
    lift: int = 0,
) -> bytes:
    """Return the PNG of an emoji: a sprite with an edge, and perhaps letters on its middle.

    Args:
        sprite: the sprite, at most `SPRITE_PIXELS` wide and high.
        edge: the colour of the edge.
        letters: a letter or two; they are reduced to the sprite's width.
        ink: the colour of the letters.
        face: their typeface.
        size: their size.
        lift: the pixels by which they stand above the middle.
    """
    place = ((EMOJI_PIXELS - sprite.width) // 2, (EMOJI_PIXELS - sprite.height) // 2)
    picture = Image.new("RGBA", (EMOJI_PIXELS, EMOJI_PIXELS))
    picture.paste(sprite, place)
    alpha = outline = picture.getchannel("A")
    for turn in range(EDGE_TURNS):
        angle = 2 * pi * turn / EDGE_TURNS
        outline = ImageChops.lighter(
            outline, ImageChops.offset(alpha, round(EDGE_PIXELS * cos(angle)), round(EDGE_PIXELS * sin(angle)))
        )
    ground = Image.new("RGBA", picture.size, edge)
    ground.putalpha(outline)
    picture = Image.alpha_composite(ground, picture)
    if letters:
        size = min(size, int(size * sprite.width * MAX_LETTERS_WIDTH / measure_width(letters, face, size)))
        cut = build_stencil(letters, face, size)
        left = (EMOJI_PIXELS - measure_width(letters, face, size)) // 2 - cut.left
        top = EMOJI_PIXELS // 2 - lift + round(size * CAPITALS / 2) - cut.baseline
        picture.paste(ImageColor.getrgb(ink), (left, top), cut.mask)
    file = BytesIO()
    picture.save(file, "PNG", compress_level=6)
    return file.getvalue()


def abbreviate_names(names: Iterable[str]) -> Mapping[str, str]:
    """Return two letters for each name, the first and a later one; different ones for different names if possible."""
    short: dict[str, str] = {}
    for name in names:
        letters = [letter for letter in name if letter.isalnum()]
        pairs = [letters[0] + letter.lower() for letter in letters[1:]]
        short[name] = next((pair for pair in pairs if pair not in short.values()), "".join(letters[:2]))
    return short
