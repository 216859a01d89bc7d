"""Retention: deletes names from old games, and the games of servers that removed the bot, after a period."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

from bot.host.host import Host
from bot.host.play.own_pages import delete_ended_sessions
from bot.host.table import deadlines

log = logging.getLogger(__name__)

INTERACTION_RETENTION = timedelta(days=1)
"""Records of interactions are kept this long; Discord does not repeat older ones."""
GAME_RETENTION = timedelta(days=30)
"""Period after our removal from a server for which its games are kept."""


class Retention:
    """Deletes data past its retention period.

    Args:
        host: the host of the games.
        knows: returns whether we are in a server; called only while Discord is connected.
        names_for: how long a finished game keeps its players' names; None until they ask for erasure.
    """

    def __init__(self, host: Host, knows: Callable[[int], bool], *, names_for: timedelta | None) -> None:
        self._host = host
        self._storage = host.storage
        self._has_server = knows
        self._name_period = names_for

    async def delete_expired(self, *, connected: bool) -> None:
        """Delete data that is due. Idempotent, and safe at any time.

        Args:
            connected: whether Discord has sent the list of our servers.
        """
        if self._name_period is not None:
            long_ago = deadlines.format_time(self._host.now() - self._name_period)
            games, people = await self._storage.privacy.retire(self._host.shards, long_ago)
            await self._forget_loaded(games, people)
            if games:
                log.info("names were removed from games that are over: %d", len(games))
        await self._storage.interactions.forget(self._host.now() - INTERACTION_RETENTION)
        await delete_ended_sessions(self._host)
        if connected:
            await self._check_servers()

    async def _check_servers(self) -> None:
        now = self._host.now()
        for guild_id, since in (await self._storage.lost_channels.list_servers(self._host.shards)).items():
            if self._has_server(guild_id):
                if since is not None:
                    await self._storage.lost_channels.put_removed(guild_id, None)
            elif since is None:
                await self._storage.lost_channels.put_removed(guild_id, deadlines.format_time(now))
            elif now - deadlines.parse_time(since) >= GAME_RETENTION:
                games, people = await self._storage.privacy.erase_server(guild_id)
                await self._forget_loaded(games, people)
                log.info("games of a server without the bot were deleted: %d", len(games))

    async def _forget_loaded(self, games: Sequence[int], people: Sequence[int]) -> None:
        """Drop deleted data from this process's caches."""
        for user_id in people:
            self._host.people.forget(user_id)
        for game_id in games:
            async with self._host.lock_game(game_id):
                self._host.forget_loaded(game_id)
