"""Public visibility on the web.

A page is public only if two agree at the moment of the request: an organiser, and Discord, by letting everybody in the
server read the channel. A table follows its server, and a league's table its league. Nothing is cached, so that a
withdrawal takes effect at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.host.host import Host
from bot.host.leagues.season_log import KnownSeason
from bot.host.lost_channels import OpenChannels
from bot.host.table.deadlines import Wishes
from storage.interface import LeagueRow, PublicLobby, PublicTable, SeasonRow

ALL = 2**53
"""Higher than all ids of tables and leagues."""
AT_ONCE = 100
"""Number of a season's tables after which other tasks get a turn."""


class Visibility:
    """Decides which tables and leagues are publicly visible.

    Args:
        host: the host of the tables.
        channels: tells which channels everybody can read.
    """

    def __init__(self, host: Host, channels: OpenChannels) -> None:
        self._host = host
        self._storage = host.storage
        self._channels = channels

    # -- what is public --------------------------------------------------------------------------------

    async def game(self, game_id: int) -> PublicTable | None:
        """Return a table that has begun, if it is publicly visible; otherwise None."""
        found = await self._storage.public.game(game_id)
        return found if found is not None and self._is_open(found) else None

    async def games(self, most: int, before: int = ALL) -> Sequence[PublicTable]:
        """Return the publicly visible running tables, newest first.

        Args:
            most: the maximum number.
            before: the exclusive upper limit of their ids.
        """
        found: list[PublicTable] = []
        while len(found) < most and (more := await self._storage.public.games(most, before)):
            found += filter(self._is_open, more)
            before = more[-1].game_id
            await asyncio.sleep(0)
        return found[:most]

    async def lobbies(self, most: int) -> Sequence[PublicLobby]:
        """Return the publicly visible lobbies outside of leagues, newest first."""
        return [found for found in await self._storage.public.lobbies(most) if self._is_open(found)]

    async def league(self, league_id: int) -> LeagueRow | None:
        """Return a league, if it is publicly visible; otherwise None."""
        found = await self._storage.leagues.get(league_id)
        return found if found is not None and found.public and self.is_open(found) else None

    async def season(self, season_id: int) -> SeasonRow | None:
        """Return a season that is no draft, if its league is publicly visible; otherwise None."""
        found = await self._storage.leagues.season(season_id)
        is_there = found is not None and found.status != "draft" and await self.league(found.league_id) is not None
        return found if is_there else None

    async def games_of(self, season_id: int) -> Sequence[PublicTable]:
        """Return the publicly visible tables of a season that have begun."""
        found = []
        for at, table in enumerate(await self._storage.public.season(season_id), 1):
            if self._is_open(table):
                found.append(table)
            if at % AT_ONCE == 0:
                await asyncio.sleep(0)
        return found

    async def leagues(self, most: int, before: int = ALL) -> Sequence[tuple[LeagueRow, SeasonRow]]:
        """Return the publicly visible leagues, each with its newest season that is no draft.

        Args:
            most: the maximum number.
            before: the exclusive upper limit of their ids.
        """
        found: list[tuple[LeagueRow, SeasonRow]] = []
        for league_id in await self._storage.public.leagues():
            if league_id >= before:
                continue
            league = await self.league(league_id)
            seasons = () if league is None else await self.seasons(league_id)
            if league is not None and seasons:
                found.append((league, seasons[0]))
            if len(found) >= most:
                break
        return found

    async def seasons(self, league_id: int) -> Sequence[SeasonRow]:
        """Return the seasons of a league that are no drafts, newest first."""
        return [season for season in await self._storage.leagues.seasons(league_id) if season.status != "draft"]

    async def with_pages(self, known: KnownSeason) -> Sequence[int]:
        """Return the entrants of a public league's season who want a page of their own, and may be named."""
        wishes = await self._storage.public.wishes_of_named(known.row.season_id)
        return [number for number, stored in wishes.items() if known.league.league_id in Wishes.read(stored).own_pages]

    async def is_found(self, league_id: int) -> bool:
        """Return whether search engines may find a publicly visible league."""
        return await self._storage.public.is_found(league_id)

    async def found(self) -> Sequence[int]:
        """Return the publicly visible leagues that search engines may find."""
        public = await self._storage.public.leagues()
        return [each for each in public if await self.is_found(each) and await self.league(each) is not None]

    def is_open(self, league: LeagueRow) -> bool:
        """Return whether everybody in its server can read a league's channel."""
        return self._channels.is_open_to_all(league.guild_id, league.channel_id, None)

    def _is_open(self, found: PublicTable | PublicLobby) -> bool:
        return self._channels.is_open_to_all(found.guild_id, found.channel_id, found.within)

    # -- what organisers say ---------------------------------------------------------------------------

    async def shows_tables(self, guild_id: int) -> bool:
        """Return whether the organisers have made a server's tables public."""
        return await self._storage.public.shows_tables(guild_id)

    async def show_tables(self, guild_id: int, *, public: bool) -> None:
        """Publish or hide a server's tables. The caller has checked the permission."""
        await self._storage.public.put_tables(guild_id, public, self._host.now_text())

    async def show_league(self, league_id: int, *, public: bool) -> None:
        """Publish or hide a league with its tables. The caller has checked the permission."""
        await self._storage.public.put_league(league_id, public)

    async def let_find(self, league_id: int, *, found: bool) -> None:
        """Let search engines find a public league, or exclude it. The caller has checked the permission."""
        await self._storage.public.put_found(league_id, found)
