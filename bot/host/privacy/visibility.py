"""Public visibility on the web.

A page is public only if two agree at the moment of the request: an organiser, and Discord, by letting everybody in the
server read the channel. A table follows its server, and a league's table its league. Nothing is cached, so that a
withdrawal takes effect at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from bot.host.cpu_accounting import run_in_thread
from bot.host.host import Host
from bot.host.leagues.season_log import KnownSeason
from bot.host.lost_channels import OpenChannels
from bot.host.table.deadlines import Wishes
from storage.interface.leagues import LeagueRow, SeasonRow
from storage.interface.public import PublicLeague, PublicLobby, PublicTable

ABOVE_ALL_IDS = 2**53
"""Higher than all ids of tables and leagues."""
ROWS_PER_READ = 100
"""Number of rows read at once, after which other tasks get a turn."""
MAX_READS = 10
"""Maximum number of such reads for one list."""
MAX_LISTED_SEASONS = 1000
"""Maximum number of seasons listed for search engines."""
Listed = TypeVar("Listed", PublicLeague, PublicTable)


class Visibility:
    """Decides which tables and leagues are publicly visible.

    Args:
        host: the host of the tables.
        channels: tells which channels everybody can read.
    """

    def __init__(self, host: Host, channels: OpenChannels) -> None:
        self._host = host
        self._storage = host.storage
        self.channels = channels

    # -- what is public --------------------------------------------------------------------------------

    async def get_game(self, game_id: int) -> PublicTable | None:
        """Return a table that has begun, if it is publicly visible; otherwise None."""
        found = await self._storage.public.get_game(game_id)
        return found if found is not None and self._is_open(found) else None

    async def list_games(self, most: int, before: int = ABOVE_ALL_IDS) -> tuple[Sequence[PublicTable], int | None]:
        """Return the publicly visible running tables, newest first; see `list_leagues`."""
        return await self._read_visible(self._storage.public.list_games, lambda table: table.game_id, most, before)

    async def list_lobbies(self, most: int) -> Sequence[PublicLobby]:
        """Return the publicly visible lobbies outside of leagues, newest first."""
        return [found for found in await self._storage.public.list_lobbies(most) if self._is_open(found)]

    async def get_league(self, league_id: int) -> LeagueRow | None:
        """Return a league, if it is publicly visible; otherwise None."""
        found = await self._storage.leagues.get(league_id)
        return found if found is not None and found.public and self.is_open(found) else None

    async def get_season(self, season_id: int) -> SeasonRow | None:
        """Return a season that is no draft, if its league is publicly visible; otherwise None."""
        found = await self._storage.leagues.get_season(season_id)
        is_there = found is not None and found.status != "draft" and await self.get_league(found.league_id) is not None
        return found if is_there else None

    async def list_games_of_season(self, season_id: int) -> Sequence[PublicTable]:
        """Return the publicly visible tables of a season that have begun."""
        found = []
        for at, table in enumerate(await self._storage.public.list_games_of_season(season_id), 1):
            if self._is_open(table):
                found.append(table)
            if at % ROWS_PER_READ == 0:
                await asyncio.sleep(0)
        return found

    async def list_leagues(self, most: int, before: int = ABOVE_ALL_IDS) -> tuple[Sequence[PublicLeague], int | None]:
        """Return the publicly visible leagues, newest first, each with its newest season.

        The number of rows read is bounded: if few of them are visible, the list is short and continues elsewhere.

        Args:
            most: the maximum number.
            before: the exclusive upper limit of their ids.

        Returns:
            The leagues, and the limit from which the list continues; None: there are no more.
        """
        return await self._read_visible(
            self._storage.public.list_leagues, lambda league: league.league_id, most, before
        )

    async def _read_visible(
        self,
        read: Callable[[int, int], Awaitable[Sequence[Listed]]],
        number: Callable[[Listed], int],
        most: int,
        before: int,
    ) -> tuple[Sequence[Listed], int | None]:
        found: list[Listed] = []
        for _ in range(MAX_READS):
            rows = await read(ROWS_PER_READ, before)
            for row in rows:
                if self._is_open(row):
                    if len(found) == most:
                        return found, before
                    found.append(row)
                before = number(row)
            if len(rows) < ROWS_PER_READ:
                return found, None
        return found, before

    async def list_seasons(self, league_id: int) -> Sequence[SeasonRow]:
        """Return the seasons of a league that are no drafts, newest first."""
        return [season for season in await self._storage.leagues.list_seasons(league_id) if season.status != "draft"]

    async def list_entrants_with_pages(self, known: KnownSeason) -> Sequence[int]:
        """Return the entrants of a public league's season who want a page of their own, and may be named."""
        wishes = await self._storage.public.get_wishes_of_named(known.row.season_id)
        return await run_in_thread(_list_with_pages, wishes, known.league.league_id)

    async def is_found(self, league_id: int) -> bool:
        """Return whether search engines may find a publicly visible league."""
        return await self._storage.public.is_found(league_id)

    async def list_findable_leagues(self) -> Sequence[PublicLeague]:
        """Return the newest publicly visible leagues that search engines may index, each with its newest season."""
        return [each for each in await self._storage.public.found(MAX_LISTED_SEASONS) if self._is_open(each)]

    def is_open(self, league: LeagueRow) -> bool:
        """Return whether everybody in its server can read a league's channel."""
        return self.channels.is_open_to_all(league.guild_id, league.channel_id, league.within)

    def _is_open(self, found: PublicLeague | PublicLobby | PublicTable) -> bool:
        return self.channels.is_open_to_all(found.guild_id, found.channel_id, found.within)

    # -- what organisers say ---------------------------------------------------------------------------

    async def has_public_tables(self, guild_id: int) -> bool:
        """Return whether the organisers have made a server's tables public."""
        return await self._storage.public.has_public_tables(guild_id)

    async def set_tables_public(self, guild_id: int, *, public: bool) -> None:
        """Publish or hide a server's tables. The caller has checked the permission."""
        await self._storage.public.put_tables(guild_id, public, self._host.format_now())

    async def set_league_public(self, league_id: int, *, public: bool) -> None:
        """Publish or hide a league with its tables. The caller has checked the permission."""
        await self._storage.public.put_league(league_id, public)

    async def set_findable(self, league_id: int, *, found: bool) -> None:
        """Let search engines find a public league, or exclude it. The caller has checked the permission."""
        await self._storage.public.put_found(league_id, found)


def _list_with_pages(wishes: Mapping[int, str], league_id: int) -> Sequence[int]:
    return [number for number, stored in wishes.items() if league_id in Wishes.read(stored).own_pages]
