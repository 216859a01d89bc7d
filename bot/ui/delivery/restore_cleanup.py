"""Cleanup of Discord after a restored backup: messages posted since the backup describe undone events.

The restored database does not know those messages. All messages of the bot posted between the backup and the restore
are deleted, in all channels known to the database and in threads created since.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from datetime import datetime, timedelta

import aiohttp
import discord

from bot.host.table import deadlines
from bot.ui.delivery.discord_errors import is_temporary, limit_time
from storage.interface.games import GameRow
from storage.interface.letters import NewLetter
from storage.interface.metadata_keys import RESTORE_KEY
from storage.interface.shards import Shards
from storage.store import Storage

log = logging.getLogger(__name__)

MAX_MESSAGES = 1000
"""Messages of a channel to search, from the newest back."""
ONE_SECOND = timedelta(seconds=1)
"""Resolution of stored times."""


class RestoreCleanup:
    """Deletes the messages posted after the backup that was restored.

    Args:
        client: the bot.
        storage: holds the time of the backup and of the restore.
        shards: servers to clean up.
    """

    def __init__(self, client: discord.Client, storage: Storage, shards: Shards) -> None:
        self._client = client
        self._storage = storage
        self._shards = shards

    async def clean_up(self) -> None:
        """Clean up once after each restore; work that Discord delays is left for the next start."""
        note = await self._storage.metadata.get(RESTORE_KEY)
        if note is None or await self._storage.shards.have_done(RESTORE_KEY, self._shards):
            return
        since, until = (deadlines.parse_time(text) for text in json.loads(note))
        places, known = await self._find_channels()
        threads = self._find_threads(since, until)
        done = True
        for place in {*places, *threads}:
            done &= await self._delete_messages(place, since + ONE_SECOND, until, known)
        for thread in threads:
            done &= await self._close_thread(thread)
        for row in await self._storage.games.list_in_shards(self._shards, statuses=("open", "running")):
            await self._storage.outbox.add(row.game_id, [NewLetter("board")], deadlines.format_time(until))
        if done:
            if await self._storage.shards.mark_done(RESTORE_KEY, self._shards):
                await self._storage.metadata.drop(RESTORE_KEY)
            log.info("messages posted after the backup are deleted in %d channels", len(places) + len(threads))

    async def _find_channels(self) -> tuple[Collection[int], Collection[int]]:
        """Return the channels that hold our messages, and the known messages."""
        channels: set[int] = set()
        known: set[int] = set()
        for row in await self._storage.games.list_in_shards(
            self._shards, statuses=("open", "running", "finished", "abandoned")
        ):
            channels.add(row.channel_id)
            for channel_id, message_id in (await self._storage.messages.list_messages(row.game_id)).messages.values():
                channels.add(channel_id)
                known.add(message_id)
            channels |= await self._find_dm_channels(row)
        return channels, known

    async def _find_dm_channels(self, row: GameRow) -> set[int]:
        """Return the direct message channels of a table's players."""
        saved = await self._storage.games.load(row.game_id)
        channels = set()
        for seat_row in () if saved is None else saved.seats:
            person = None if seat_row.user_id is None else await self._storage.people.get(seat_row.user_id)
            if person is not None and person.dm_channel is not None:
                channels.add(person.dm_channel)
        return channels

    def _find_threads(self, since: datetime, until: datetime) -> Collection[int]:
        """Return our threads created between the backup and the restore."""
        return [
            thread.id
            for guild in self._client.guilds
            for thread in guild.threads
            if self._client.user is not None
            and thread.owner_id == self._client.user.id
            and since < discord.utils.snowflake_time(thread.id) < until
        ]

    async def _delete_messages(self, place: int, since: datetime, until: datetime, known: Collection[int]) -> bool:
        """Delete the messages of a channel; return False if Discord delays that."""
        history = self._client.get_partial_messageable(place).history(
            limit=MAX_MESSAGES, after=since, before=until, oldest_first=False
        )
        try:
            async with limit_time(self._client):
                found = [message async for message in history]
            for message in found:
                if message.author == self._client.user and message.id not in known:
                    async with limit_time(self._client):
                        await message.delete()
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError) as failed:
            return _is_for_good(failed)
        return True

    async def _close_thread(self, thread_id: int) -> bool:
        """Archive a thread whose table no longer exists; return False if Discord delays that."""
        try:
            async with limit_time(self._client):
                thread = self._client.get_channel(thread_id)
                if isinstance(thread, discord.Thread):
                    await thread.edit(archived=True)
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError) as failed:
            return _is_for_good(failed)
        return True


def _is_for_good(failed: Exception) -> bool:
    """Whether an error is permanent: the channel is gone, or closed to the bot."""
    return isinstance(failed, discord.HTTPException) and not is_temporary(failed)
