"""Posting: putting screens where a table's messages stand, and keeping those that stand there right."""

from __future__ import annotations

import logging
import secrets
from collections import OrderedDict
from collections.abc import Collection
from typing import Final

import discord

from bot.engine.pages import Picture
from bot.ui.reactions import Reaction, reaction
from bot.ui.screen import Screen, files, layout
from storage.interface import Shown, Storage

log = logging.getLogger(__name__)

LONGEST_REST: Final = 10080
"""Minutes: the longest after which Discord archives a thread in which nothing is posted."""
LOOKED_AT: Final = 50
"""Messages of a channel, from the newest back, among which one is looked for that was posted twice."""
KEPT = 500
"""Messages whose picture is remembered, so that it need not be sent again."""


class Posting:
    """What is posted, changed and taken away in channels and threads."""

    def __init__(self, client: discord.Client, storage: Storage) -> None:
        self._client = client
        self._storage = storage
        self._uploaded: OrderedDict[int, bytes] = OrderedDict()

    async def show(self, game_id: int, channel_id: int, screen: Screen, shown: Shown) -> None:
        """Change the table's message, or post it when there is none any more or the old one cannot be changed."""
        known = shown.messages.get("board")
        if known is not None and await self.change(known, screen):
            return
        sent = await self.send(channel_id, screen)
        self._keep(sent.id, _drawn(screen))
        await self.stands_for(game_id, "board", sent, known)

    async def change(self, known: tuple[int, int], screen: Screen) -> bool:
        """Change a message; return False when that one cannot be changed any more."""
        message = self._client.get_partial_messageable(known[0]).get_partial_message(known[1])
        drawn = _drawn(screen)
        nobody = discord.AllowedMentions.none()
        for tried in range(2):
            try:
                if self._uploaded.get(message.id) == drawn:
                    await message.edit(view=layout(screen), allowed_mentions=nobody)
                else:
                    await message.edit(view=layout(screen), attachments=files(screen), allowed_mentions=nobody)
                break
            except discord.HTTPException as refused:
                match reaction(refused):
                    case Reaction.ANEW:
                        return False
                    case Reaction.WAKE if not tried:
                        await self.wake(known[0])
                    case _:
                        raise
        self._keep(message.id, drawn)
        return True

    async def send(self, channel_id: int, screen: Screen, nonce: str = "", *, silent: bool = False) -> discord.Message:
        """Post a screen; the people it mentions, and nobody else, are called, and nobody when it is silent."""
        channel = self._client.get_partial_messageable(channel_id)
        users = [discord.Object(user_id) for user_id in screen.mentions]
        return await channel.send(
            view=layout(screen),
            files=files(screen),
            nonce=nonce or secrets.token_hex(8),
            silent=silent,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users),
        )

    async def stands_for(
        self, game_id: int, role: str, sent: discord.Message, before: tuple[int, int] | None = None
    ) -> None:
        """Remember the message that plays a role from now on, and delete the one before."""
        # In this order: what cannot be deleted now is not forgotten, and the next attempt sends nothing new.
        if before is not None and before[1] != sent.id:
            await self._delete(game_id, before)
        await self._storage.put_message(game_id, role, sent.channel.id, sent.id)

    async def take_away(self, game_id: int, role: str, known: tuple[int, int]) -> None:
        """Delete a message that says what is not so any more; who deleted it before has done it for us."""
        await self._delete(game_id, known)
        await self._storage.put_message(game_id, role, known[0], None)

    async def sweep(self, channel_id: int, controls: Collection[str], known: Collection[int]) -> None:
        """Delete the newest messages of ours that have one of these controls, but for those that are known."""
        async for message in self._client.get_partial_messageable(channel_id).history(limit=LOOKED_AT):
            if message.author != self._client.user or message.id in known:
                continue
            view = discord.ui.LayoutView.from_message(message, timeout=None)
            if any(getattr(item, "custom_id", None) in controls for item in view.walk_children()):
                await message.delete()

    async def still_stands(self, known: tuple[int, int]) -> bool:
        """Whether nobody has deleted a message; one that we may not read is taken to be there."""
        try:
            await self._client.get_partial_messageable(known[0]).get_partial_message(known[1]).fetch()
        except (discord.NotFound, discord.Forbidden) as refused:
            return reaction(refused) is not Reaction.ANEW
        return True

    async def wake(self, channel_id: int) -> None:
        """Open an archived thread; other places are never asleep."""
        thread = await self.place(channel_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)

    async def keep_awake(self, channel_id: int) -> None:
        """Let a thread in which nothing is posted count as in use: changing when it is archived does."""
        thread = await self.place(channel_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False, auto_archive_duration=4320)
            await thread.edit(auto_archive_duration=LONGEST_REST)

    async def place(self, channel_id: int) -> object:
        """Return a channel or thread, asking Discord when it is not known."""
        return self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)

    async def _delete(self, game_id: int, known: tuple[int, int]) -> None:
        try:
            await self._client.get_partial_messageable(known[0]).get_partial_message(known[1]).delete()
        except discord.NotFound:
            pass
        except discord.Forbidden:
            log.info("an old message could not be taken away", extra={"game": game_id})

    def _keep(self, message_id: int, drawn: bytes) -> None:
        self._uploaded[message_id] = drawn
        self._uploaded.move_to_end(message_id)
        while len(self._uploaded) > KEPT:
            self._uploaded.popitem(last=False)


def _drawn(screen: Screen) -> bytes:
    """Return a screen's pictures as they are uploaded; empty when it has none."""
    return b"".join(block.png for block in screen.blocks if isinstance(block, Picture))
