"""Renames: a user's new displayed name replaces the old one everywhere in that server.

Discord reports names with interactions, so a new name is noticed then. A server's name is not used in other servers,
because it may be known only there. Exported files and messages of ended games stay as they are.
"""

from __future__ import annotations

from collections import OrderedDict

from bot.host.leagues.season_log import SeasonLog
from bot.host.table.running import format_name_in_log

MAX_CACHED_NAMES = 10_000
"""Maximum number of cached entries for a user in a server; others are looked up again."""


class Renames:
    """Records the present displayed names of users."""

    def __init__(self, season_log: SeasonLog) -> None:
        self._host = season_log.host
        self._season_log = season_log
        self._people = season_log.storage.people
        self._noted: OrderedDict[tuple[int, int], int] = OrderedDict()
        """User and server -> hash of the recorded name."""

    async def note(self, user_id: int, guild_id: int, name: str) -> None:
        """Record a user's present name in a server, and replace their other names that are shown there."""
        if not self._host.shards.has_server(guild_id):  # the owning process gets the interaction, and records the name
            return
        if self._noted.get((user_id, guild_id)) == hash(name):
            return
        if await self._people.has_other_name(user_id, guild_id, name, format_name_in_log(name)):
            await self._rename(user_id, guild_id, name)
        self._noted[user_id, guild_id] = hash(name)
        self._noted.move_to_end((user_id, guild_id))
        while len(self._noted) > MAX_CACHED_NAMES:
            self._noted.popitem(last=False)

    async def _rename(self, user_id: int, guild_id: int, name: str) -> None:
        renamed = await self._people.rename(user_id, guild_id, name, format_name_in_log(name), self._host.format_now())
        for game_id in renamed.games:
            async with self._host.lock_game(game_id):
                self._host.forget_loaded(game_id)
        for game_id in renamed.running:
            self._host.announce_commit(game_id, answered_for=False)
        for season_id in renamed.seasons:
            self._season_log.changes.notify(season_id)
