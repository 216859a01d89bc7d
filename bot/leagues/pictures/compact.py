"""Pictures as a season's page holds them."""

from __future__ import annotations

from bot.drawing.compact import webp
from bot.engine.pages import Picture


def compact(picture: Picture) -> Picture:
    """Return the same picture in half the room; in Discord's messages, PNG is safer."""
    return Picture(picture.name.removesuffix(".png") + ".webp", webp(picture.png), picture.alt)
