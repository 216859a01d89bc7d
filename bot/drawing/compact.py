"""Compact pictures, for files that hold many of them."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def webp(png: bytes) -> bytes:
    """Return the same picture as WebP without loss, which takes half the room."""
    file = BytesIO()
    with Image.open(BytesIO(png)) as drawn:
        drawn.convert("RGB").save(file, "WEBP", lossless=True, method=2)
    return file.getvalue()
