"""Retention: what is kept only for a while: who played in games that are over, and all of a server without us."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

from bot.host.host import Host
from bot.host.table import deadlines

log = logging.getLogger(__name__)

REPEATED_WITHIN = timedelta(days=1)
"""So long it is remembered which interactions have written something; Discord repeats none that are older."""
KEPT_WITHOUT_US = timedelta(days=30)
"""So long after we were taken off a server its games are kept."""


class Retention:
    """Deletes what has been kept for long enough.

    Args:
        host: whose games they are.
        knows: whether we are in a server; asked only while Discord has told us.
        names_for: how long a game that is over names who played it; None: until they ask to be forgotten.
    """

    def __init__(self, host: Host, knows: Callable[[int], bool], *, names_for: timedelta | None) -> None:
        self._host = host
        self._storage = host.storage
        self._knows = knows
        self._names_for = names_for

    async def look(self, *, connected: bool) -> None:
        """Delete what is due. Safe to call again, and at any time.

        Args:
            connected: whether Discord has told us which servers we are in.
        """
        if self._names_for is not None:
            long_ago = deadlines.text(self._host.now() - self._names_for)
            games, people = await self._storage.privacy.retire(self._host.shards, long_ago)
            await self._let_go(games, people)
            if games:
                log.info("games that are over and name nobody from now on: %d", len(games))
        await self._storage.interactions.forget(self._host.now() - REPEATED_WITHIN)
        if connected:
            await self._look_at_servers()

    async def _look_at_servers(self) -> None:
        now = self._host.now()
        for guild_id, since in (await self._storage.lost_channels.servers(self._host.shards)).items():
            if self._knows(guild_id):
                if since is not None:
                    await self._storage.lost_channels.put_removed(guild_id, None)
            elif since is None:
                await self._storage.lost_channels.put_removed(guild_id, deadlines.text(now))
            elif now - deadlines.moment(since) >= KEPT_WITHOUT_US:
                games, people = await self._storage.privacy.erase_server(guild_id)
                await self._let_go(games, people)
                log.info("games of a server that I was taken off are deleted: %d", len(games))

    async def _let_go(self, games: Sequence[int], people: Sequence[int]) -> None:
        """Keep nothing in memory that the store has deleted."""
        for user_id in people:
            self._host.people.forget(user_id)
        for game_id in games:
            async with self._host.lock(game_id):
                self._host.forget_loaded(game_id)
