"""Emoji: a game's sprites as small square pictures, readable on Discord's dark and light backgrounds."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageColor, ImageFilter

from bot.drawing.lettering import CAPITALS, build_stencil, measure_width
from bot.drawing.typefaces import Face

EMOJI_PIXELS = 128
EDGE_PIXELS = 5
"""Width of the edge around a sprite, which sets it off from any background."""
SPRITE_PIXELS = EMOJI_PIXELS - 2 * EDGE_PIXELS
"""Largest width and height of a sprite that leaves room for its edge."""


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
    outline = picture.getchannel("A").filter(ImageFilter.MaxFilter(2 * EDGE_PIXELS + 1))
    ground = Image.new("RGBA", picture.size, edge)
    ground.putalpha(outline)
    picture = Image.alpha_composite(ground, picture)
    if letters:
        while size > 1 and measure_width(letters, face, size) > sprite.width * 0.8:
            size -= 1
        cut = build_stencil(letters, face, size)
        left = (EMOJI_PIXELS - measure_width(letters, face, size)) // 2 - cut.left
        top = EMOJI_PIXELS // 2 - lift + round(size * CAPITALS / 2) - cut.baseline
        picture.paste(ImageColor.getrgb(ink), (left, top), cut.mask)
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
