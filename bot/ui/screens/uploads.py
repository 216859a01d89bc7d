"""Files to upload to Discord, freed as soon as they are sent."""

from __future__ import annotations

import io

import discord


class Upload(discord.File):
    """A file with this content.

    A file of discord.py, once sent, refers to itself: `close` puts the method `close` of the file object back as its
    attribute. Such a cycle would keep the content in memory until the next full garbage collection, minutes later.
    """

    def __init__(self, content: bytes, name: str, description: str | None = None) -> None:
        super().__init__(io.BytesIO(content), filename=name, description=description)

    def close(self) -> None:
        """Release the content; discord.py calls this after the last attempt to send it."""
        super().close()
        vars(self.fp).pop("close", None)
