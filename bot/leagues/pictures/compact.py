"""Compact pictures for a season's web page."""

from __future__ import annotations

from bot.drawing.compact import convert_to_webp
from bot.engine.pages import Picture


def compact(picture: Picture) -> Picture:
    """Return the same picture at about half its size. Discord messages keep PNG, which is safer there."""
    return Picture(picture.name.removesuffix(".png") + ".webp", convert_to_webp(picture.png), picture.alt)
