"""Pictures made smaller for files that hold many of them."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from bot.engine.pages import Picture


def compact(picture: Picture) -> Picture:
    """Return the same picture as WebP without loss, which takes half the room; Discord's messages show PNG better."""
    file = BytesIO()
    with Image.open(BytesIO(picture.png)) as drawn:
        drawn.convert("RGB").save(file, "WEBP", lossless=True, method=2)
    return Picture(picture.name.removesuffix(".png") + ".webp", file.getvalue(), picture.alt)
