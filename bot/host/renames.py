"""Renames: somebody who has another name than before is called by it everywhere in that server.

Discord tells us what somebody is called when they do something, so that is when it is noticed. A name of one server is
not taken to another: it may be known only there. Files that were handed out, and messages of games that are over, stay
as they are.
"""

from __future__ import annotations

from collections import OrderedDict

from bot.host.host import Host
from bot.host.leagues.season_log import SeasonLog
from bot.host.table.running import in_bold

NAMES_KEPT = 10_000
"""People in servers of whom it is remembered that their name is noted; of others it is looked up again."""


class Renames:
    """Notes what people are called now."""

    def __init__(self, host: Host, ledger: SeasonLog) -> None:
        self._host = host
        self._ledger = ledger
        self._people = host.storage.people
        self._noted: OrderedDict[tuple[int, int], int] = OrderedDict()
        """By person and server, the hash of the name that is noted."""

    async def note(self, user_id: int, guild_id: int, name: str) -> None:
        """Let somebody be called by the name that they have now in a server, where another one is written there."""
        if not self._host.shards.own(guild_id):  # the process that owns it is handed what they do, and notes it
            return
        if self._noted.get((user_id, guild_id)) == hash(name):
            return
        if await self._people.has_other_name(user_id, guild_id, name, in_bold(name)):
            await self._rename(user_id, guild_id, name)
        self._noted[user_id, guild_id] = hash(name)
        self._noted.move_to_end((user_id, guild_id))
        while len(self._noted) > NAMES_KEPT:
            self._noted.popitem(last=False)

    async def _rename(self, user_id: int, guild_id: int, name: str) -> None:
        renamed = await self._people.rename(user_id, guild_id, name, in_bold(name), self._host.now_text())
        for game_id in renamed.games:
            async with self._host.lock(game_id):
                self._host.forget_loaded(game_id)
        for game_id in renamed.running:
            self._host.committed(game_id, answered_for=False)
        for season_id in renamed.seasons:
            self._ledger.changes.tell(season_id)
