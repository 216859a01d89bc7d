"""The application's emoji on Discord, kept equal to those that the games declare.

A name on Discord ends in a digest of the picture. So a changed picture is uploaded anew, and processes that do not draw
find the newest one. Only emoji with our prefix that the bot itself has uploaded are ever deleted.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

import discord

from bot.engine.game import AnyGame
from bot.engine.pictures import MAX_EMOJI_NAME_CHARS
from bot.host.delivery.outbox_worker import RetryLater
from bot.host.signals import Signal
from bot.ui.screens.screen import NO_EMOJI, EmojiIds

log = logging.getLogger(__name__)

MAX_EMOJI_BYTES = 256 * 1024
"""Discord's limit for the picture of an emoji."""
DIGEST_CHARS = 8
OWN_NAME = re.compile(rf"br_([a-z0-9_]{{2,{MAX_EMOJI_NAME_CHARS}}})_[0-9a-f]{{{DIGEST_CHARS}}}")
"""An emoji's name on Discord, which allows 32 characters."""


class ApplicationEmoji:
    """Uploads the emoji of the games, and knows the ids under which Discord has them.

    Until an id is known, and where Discord refuses them, labels stand without emoji.

    Args:
        client: the bot.
        games: the games on offer.
        uploads: whether this process uploads; several processes share an application, and one is enough.
        spacing: seconds between two uploads.
    """

    def __init__(self, client: discord.Client, games: Iterable[AnyGame], *, uploads: bool, spacing: float) -> None:
        self._client = client
        self._drawings: dict[str, Callable[[], bytes]] = {}
        for game in games:
            if game.pictures.emoji is not None:
                self._drawings = {**game.pictures.emoji.drawings, **self._drawings}
        self._uploads = uploads
        self._spacing = spacing
        self.known: EmojiIds = NO_EMOJI
        self._refused: EmojiIds = NO_EMOJI
        """Emoji with which Discord has refused a message; the same ones are not tried again."""
        self.refusals: Signal[None] = Signal()

    async def synchronize(self) -> None:
        """Upload missing emoji to Discord, and delete outdated ones.

        Raises:
            DiscordException: Discord refuses.
            RetryLater: another process has not uploaded all of them yet.
        """
        present = await self._client.fetch_application_emojis()
        found = self._find_newest(present)
        self._publish(found)
        if self._uploads:
            await self._upload({each.name: each for each in present}, found)
        elif missing := len(self._drawings.keys() - found.keys()):
            raise RetryLater(f"another process has {missing} emoji left to upload")

    def withdraw(self, refused: EmojiIds) -> None:
        """Show labels without emoji from now on, because Discord has refused a message with some of these.

        One may have been deleted since the ids were read, so they are read again.
        """
        if self.known is refused:
            self._refused, self.known = refused, NO_EMOJI
            self.refusals.notify(None)

    async def _upload(self, present: dict[str, discord.Emoji], found: dict[str, discord.Emoji]) -> None:
        """Upload missing emoji; if there are none, delete outdated ones.

        Other processes may show an outdated emoji for as long as they run, so it stays until the next start.
        """
        current: set[str] = set()
        is_complete = True
        for name, draw in self._drawings.items():
            picture = await asyncio.to_thread(_draw_safely, name, draw)
            if picture is None:
                is_complete = False
                continue
            full_name = build_emoji_name(name, picture)
            current.add(full_name)
            if full_name in present:
                found[name] = present[full_name]
                continue
            is_complete = False
            found[name] = await self._client.create_application_emoji(name=full_name, image=picture)
            self._publish(found)
            await asyncio.sleep(self._spacing)
        self._publish(found)
        if is_complete:
            for emoji in self._list_own(present.values()):
                if emoji.name not in current:
                    await emoji.delete()

    def _publish(self, found: dict[str, discord.Emoji]) -> None:
        """Show these emoji from now on, unless Discord has refused exactly these."""
        known = {name: {"id": str(emoji.id), "name": emoji.name} for name, emoji in found.items()}
        if known != self._refused:
            self.known = known

    def _find_newest(self, present: Iterable[discord.Emoji]) -> dict[str, discord.Emoji]:
        """Return the newest of our emoji for each declared name."""
        named = {name[1]: emoji for emoji in self._list_own(present) if (name := OWN_NAME.fullmatch(emoji.name))}
        return {name: emoji for name, emoji in named.items() if name in self._drawings}

    def _list_own(self, present: Iterable[discord.Emoji]) -> Sequence[discord.Emoji]:
        """Return the emoji that the bot itself has uploaded, the oldest first."""
        user = self._client.user
        own = (
            emoji
            for emoji in present
            if OWN_NAME.fullmatch(emoji.name) and emoji.user is not None and user is not None
            if emoji.user.id == user.id
        )
        return sorted(own, key=lambda emoji: emoji.id)


def build_emoji_name(name: str, picture: bytes) -> str:
    """Return the name of an emoji on Discord."""
    return f"br_{name}_{sha256(picture).hexdigest()[:DIGEST_CHARS]}"


def _draw_safely(name: str, draw: Callable[[], bytes]) -> bytes | None:
    """Draw an emoji; return None, after logging why, if that fails or Discord would refuse the picture."""
    try:
        picture = draw()
    except Exception:
        log.exception("the emoji %s could not be drawn", name)
        return None
    if len(picture) > MAX_EMOJI_BYTES or not OWN_NAME.fullmatch(build_emoji_name(name, picture)):
        log.error("the emoji %s has a wrong name, or %d bytes", name, len(picture))
        return None
    return picture
