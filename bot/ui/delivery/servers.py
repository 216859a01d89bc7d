"""Queries about servers, channels and members.

Without the privileged members intent, Discord does not report who joins and leaves.
"""

from __future__ import annotations

from collections.abc import Awaitable, Collection

import aiohttp
import discord

from bot.ui.delivery.discord_errors import limit_time

NO_CHANNEL_CODES = {10003}
"""Code of an unknown channel. A hidden channel (50001) may become visible again."""
NO_MEMBER_CODES = {10007, 10013, 50001}
"""Codes of an unknown member, an unknown user and missing access."""
TIMEOUT_SECONDS = 5.0
"""Timeout in seconds, because the clock waits for the response."""


class DiscordServers:
    """See `bot.host.lost_channels.Servers` and `OpenChannels`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def has_server(self, guild_id: int) -> bool:
        """Whether the bot is in this server; one with an outage counts, because Discord still lists it."""
        return self._client.get_guild(guild_id) is not None

    async def has_channel(self, guild_id: int, channel_id: int) -> bool | None:
        """Return whether the channel or thread exists; only archived threads need a request."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        if guild.get_channel_or_thread(channel_id) is not None:
            return True
        return await self._is_there(guild.fetch_channel(channel_id), NO_CHANNEL_CODES)

    def is_open_to_all(self, guild_id: int, channel_id: int, within: int | None) -> bool:
        """Return whether @everyone can read a channel, or the parent of a public thread, which may be archived."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return False
        channel = _find_open_channel(guild, channel_id, within)
        if channel is None or getattr(channel, "nsfw", False):  # age-restricted channels are not open to everybody
            return False
        granted = channel.permissions_for(guild.default_role)
        return granted.view_channel and granted.read_message_history

    async def can_member_see(self, guild_id: int, channel_id: int, within: int | None, user_id: int) -> bool | None:
        """Ask Discord whether a user is in a server and can see a channel or public thread of it.

        Args:
            guild_id: the server.
            channel_id: a channel or thread.
            within: the stored parent channel of a public thread, if any.
            user_id: the user.

        Returns:
            None if the server has an outage.

        Raises:
            discord.HTTPException: Discord could not answer.
        """
        guild = self._client.get_guild(guild_id)
        if guild is not None and guild.unavailable:
            return None
        channel = None if guild is None else _find_open_channel(guild, channel_id, within)
        if guild is None or channel is None:
            return False
        try:
            member = await guild.fetch_member(user_id)
        except discord.HTTPException as refused:
            if refused.code in NO_MEMBER_CODES:
                return False
            raise
        return channel.permissions_for(member).view_channel

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        """Ask Discord whether a user is in a server."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        return await self._is_there(guild.fetch_member(user_id), NO_MEMBER_CODES)

    async def _is_there(self, looking: Awaitable[object], not_there: Collection[int]) -> bool | None:
        """Return whether the request succeeds, or False for these codes; None if Discord gives no answer."""
        try:
            async with limit_time(self._client, TIMEOUT_SECONDS):
                await looking
        except discord.HTTPException as refused:
            return False if refused.code in not_there else None
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError):
            return None
        return True


def _find_open_channel(guild: discord.Guild, channel_id: int, within: int | None) -> discord.abc.GuildChannel | None:
    """Return a channel, or the parent of a public thread; None if it is unknown or the thread is private."""
    place = guild.get_channel_or_thread(channel_id) or guild.get_channel(within or 0)
    if isinstance(place, discord.Thread):
        return None if place.is_private() else place.parent
    return place
