"""Servers: whether we are in one, and whether somebody else is.

Without the intent for members, which would have to be asked for, Discord tells us nothing of who comes and goes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Collection

import aiohttp
import discord

from bot.ui.delivery.discord_errors import in_time

NO_CHANNEL = {10003}
"""Discord's word for: unknown channel. One that is hidden from us (50001) may be shown to us again."""
NO_MEMBER = {10007, 10013, 50001}
"""Discord's words for: unknown member, unknown user, no access."""
PATIENCE = 5.0
"""Seconds to wait for Discord's word: the clock waits meanwhile."""


class DiscordServers:
    """See `bot.host.lost_channels.Servers` and `OpenChannels`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def knows(self, guild_id: int) -> bool:
        """Whether we are in this server; one that has an outage counts, for Discord still lists it."""
        return self._client.get_guild(guild_id) is not None

    async def has_channel(self, guild_id: int, channel_id: int) -> bool | None:
        """Return whether there is such a channel or thread; Discord tells us of all we may see but archived threads."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        if guild.get_channel_or_thread(channel_id) is not None:
            return True
        return await self._is_there(guild.fetch_channel(channel_id), NO_CHANNEL)

    def is_open_to_all(self, guild_id: int, channel_id: int, within: int | None) -> bool:
        """Return whether @everyone can read a channel, or the channel of a public thread, which may be archived."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return False
        place = guild.get_channel_or_thread(channel_id) or guild.get_channel(within or 0)
        if isinstance(place, discord.Thread) and place.is_private():
            return False
        channel = place.parent if isinstance(place, discord.Thread) else place
        if channel is None or getattr(channel, "nsfw", False):  # which not everybody may enter
            return False
        granted = channel.permissions_for(guild.default_role)
        return granted.view_channel and granted.read_message_history

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        """Ask Discord whether somebody is in a server."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        return await self._is_there(guild.fetch_member(user_id), NO_MEMBER)

    async def _is_there(self, looking: Awaitable[object], not_there: Collection[int]) -> bool | None:
        """Return whether Discord finds this, or has one of the words for that it does not; None when it cannot tell."""
        try:
            async with in_time(self._client, PATIENCE):
                await looking
        except discord.HTTPException as refused:
            return False if refused.code in not_there else None
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError):
            return None
        return True
