"""Publicity: what everybody may look at on the web.

Nothing, unless two say so at the moment somebody looks: an organiser on Discord, and Discord itself, by letting
everybody in the server read the channel. A table goes with its server, and a table of a league with its league. Nothing
of this is remembered: what is taken back is gone at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from bot.host.cpu_accounting import beside
from bot.host.host import Host
from bot.host.leagues.season_log import KnownSeason
from bot.host.lost_channels import OpenChannels
from bot.host.table.deadlines import Wishes
from storage.interface import LeagueRow, PublicLeague, PublicLobby, PublicTable, SeasonRow

ALL = 2**53
"""Above all numbers that tables and leagues have."""
AT_ONCE = 100
"""Tables or leagues that are read at once, and after which others come in between."""
LOOKS = 10
"""So often as many are read for one list."""
MOST_FOUND = 1000
"""Seasons that search engines are told of, the newest."""
Listed = TypeVar("Listed", PublicLeague, PublicTable)


class Visibility:
    """Decides what everybody may look at.

    Args:
        host: runs the tables.
        channels: what Discord has told us of who can read what.
    """

    def __init__(self, host: Host, channels: OpenChannels) -> None:
        self._host = host
        self._storage = host.storage
        self.channels = channels

    # -- what is public --------------------------------------------------------------------------------

    async def game(self, game_id: int) -> PublicTable | None:
        """Return a table that has begun, if everybody may look at it; None: nobody, or there is none."""
        found = await self._storage.public.game(game_id)
        return found if found is not None and self._is_open(found) else None

    async def games(self, most: int, before: int = ALL) -> tuple[Sequence[PublicTable], int | None]:
        """Return the tables being played that everybody may look at, the newest first; see `leagues`."""
        return await self._listed(self._storage.public.games, lambda table: table.game_id, most, before)

    async def lobbies(self, most: int) -> Sequence[PublicLobby]:
        """Return tables of no league that wait for players, of those that everybody may look at, the newest first."""
        return [found for found in await self._storage.public.lobbies(most) if self._is_open(found)]

    async def league(self, league_id: int) -> LeagueRow | None:
        """Return a league, if everybody may look at it; None: nobody, or there is none."""
        found = await self._storage.leagues.get(league_id)
        return found if found is not None and found.public and self.is_open(found) else None

    async def season(self, season_id: int) -> SeasonRow | None:
        """Return a season that is no draft, if everybody may look at its league; None: nobody, or there is none."""
        found = await self._storage.leagues.season(season_id)
        is_there = found is not None and found.status != "draft" and await self.league(found.league_id) is not None
        return found if is_there else None

    async def games_of(self, season_id: int) -> Sequence[PublicTable]:
        """Return the tables of a season that have begun and at which everybody may look."""
        found = []
        for at, table in enumerate(await self._storage.public.season(season_id), 1):
            if self._is_open(table):
                found.append(table)
            if at % AT_ONCE == 0:
                await asyncio.sleep(0)
        return found

    async def leagues(self, most: int, before: int = ALL) -> tuple[Sequence[PublicLeague], int | None]:
        """Return the leagues that everybody may look at, the newest first, each with its newest season.

        However many there are, only so many are looked at: where few can be read, a list is short and goes on.

        Args:
            most: how many at most.
            before: below which number.

        Returns:
            The leagues, and below which number others follow; None: there are no more.
        """
        return await self._listed(self._storage.public.leagues, lambda league: league.league_id, most, before)

    async def _listed(
        self,
        read: Callable[[int, int], Awaitable[Sequence[Listed]]],
        number: Callable[[Listed], int],
        most: int,
        before: int,
    ) -> tuple[Sequence[Listed], int | None]:
        found: list[Listed] = []
        for _ in range(LOOKS):
            rows = await read(AT_ONCE, before)
            for row in rows:
                if self._is_open(row):
                    if len(found) == most:
                        return found, before
                    found.append(row)
                before = number(row)
            if len(rows) < AT_ONCE:
                return found, None
        return found, before

    async def seasons(self, league_id: int) -> Sequence[SeasonRow]:
        """Return the seasons of a league that are no drafts, the newest first."""
        return [season for season in await self._storage.leagues.seasons(league_id) if season.status != "draft"]

    async def with_pages(self, known: KnownSeason) -> Sequence[int]:
        """Return the numbers of those in a season of a public league who want a page of their own, and may be named."""
        wishes = await self._storage.public.wishes_of_named(known.row.season_id)
        return await beside(_who_want_pages, wishes, known.league.league_id)

    async def is_found(self, league_id: int) -> bool:
        """Whether search engines may find a league that everybody may look at."""
        return await self._storage.public.is_found(league_id)

    async def found(self) -> Sequence[PublicLeague]:
        """Return the newest leagues that everybody may look at and search engines may find, with each season."""
        return [each for each in await self._storage.public.found(MOST_FOUND) if self._is_open(each)]

    def is_open(self, league: LeagueRow) -> bool:
        """Whether everybody in its server can read a league's channel."""
        return self.channels.is_open_to_all(league.guild_id, league.channel_id, None)

    def _is_open(self, found: PublicLeague | PublicLobby | PublicTable) -> bool:
        return self.channels.is_open_to_all(found.guild_id, found.channel_id, found.within)

    # -- what organisers say ---------------------------------------------------------------------------

    async def shows_tables(self, guild_id: int) -> bool:
        """Whether a server's tables are public, as far as its organisers decide it."""
        return await self._storage.public.shows_tables(guild_id)

    async def show_tables(self, guild_id: int, *, public: bool) -> None:
        """Let a server's tables be public from now on, or not any more. Whoever calls has asked who may say so."""
        await self._storage.public.put_tables(guild_id, public, self._host.now_text())

    async def show_league(self, league_id: int, *, public: bool) -> None:
        """Let a league be public with its tables from now on, or not any more, likewise."""
        await self._storage.public.put_league(league_id, public)

    async def let_find(self, league_id: int, *, found: bool) -> None:
        """Let search engines find a public league from now on, or not any more, likewise."""
        await self._storage.public.put_found(league_id, found)


def _who_want_pages(wishes: Mapping[int, str], league_id: int) -> Sequence[int]:
    return [number for number, stored in wishes.items() if league_id in Wishes.read(stored).own_pages]
