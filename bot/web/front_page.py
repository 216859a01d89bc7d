"""The front page: public leagues and tables, lobbies with free seats, and the games on offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.host.host import Host
from bot.host.privacy.visibility import ABOVE_ALL_IDS, Visibility
from bot.ui.screens.leagues.season_page import STATUS
from bot.ui.screens.names import sanitize_plain
from bot.ui.screens.parts import build_channel_url
from bot.web.page_worker import PageWorker
from bot.web.values import Rendered, Sheet, Value
from storage.interface.leagues import SeasonRow
from storage.interface.public import PublicLeague, PublicLobby, PublicTable

ENTRIES_PER_PAGE = 60
"""Leagues or tables per list page."""
MAX_LOBBIES = 20
"""Lobbies on the front page."""


class SeasonInList(Value):
    """A season as it appears in a list of leagues."""

    number: int
    status: Literal["sign-up", "running", "over"]
    words: str
    """The status in words."""
    address: str


class LeagueInList(Value):
    """A league with its newest season."""

    name: str
    address: str
    season: SeasonInList
    discord: str
    """URL of its Discord channel."""


class TableInList(Value):
    """A running table."""

    number: int
    """Table number, as in its address."""
    game: str
    """Title of the game."""
    key: str
    """Identifier of the game."""
    tagline: str
    address: str
    name: str = ""
    """The name that somebody chose for the table; empty: none."""


class LobbyInList(Value):
    """A table that waits for players."""

    number: int
    game: str
    key: str
    tagline: str
    taken: int
    """Seats taken."""
    seats: int
    """Seats in all."""
    discord: str
    """URL of the Discord channel where players join."""
    name: str = ""
    """As in `TableInList`."""


class GameOnOffer(Value):
    """A game that can be played."""

    title: str
    key: str
    tagline: str
    seats: Sequence[int]
    """Supported numbers of players."""


class Front(Value):
    """Public leagues and tables, newest first, with lobbies and games."""

    title: str
    leagues: Sequence[LeagueInList]
    more_leagues: str | None
    """Path of the next page; None on the last."""
    tables: Sequence[TableInList]
    """Running tables, those of leagues included."""
    more_tables: str | None
    lobbies: Sequence[LobbyInList]
    games: Sequence[GameOnOffer]


class MoreLeagues(Value):
    """A further page of leagues."""

    title: str
    leagues: Sequence[LeagueInList]
    more_leagues: str | None


class MoreTables(Value):
    """A further page of tables."""

    title: str
    tables: Sequence[TableInList]
    more_tables: str | None


class FrontPages:
    """Builds the front page and the further pages of its lists.

    Args:
        host: provides the games.
        visibility: decides which tables and leagues are public, over all shards that the process serves.
        page_worker: renders pages in the worker.
    """

    def __init__(self, host: Host, visibility: Visibility, page_worker: PageWorker) -> None:
        self._games = host.games
        self._visibility = visibility
        self._page_worker = page_worker

    async def render_front(self) -> Rendered:
        """Render the front page."""
        leagues, more_leagues = await self._list_leagues(ABOVE_ALL_IDS)
        tables, more_tables = await self._list_tables(ABOVE_ALL_IDS)
        games = self._games.values()
        shown = Front(
            title="Boardroom",
            leagues=leagues,
            more_leagues=more_leagues,
            tables=tables,
            more_tables=more_tables,
            lobbies=[
                self._build_lobby(found)
                for found in await self._visibility.list_lobbies(MAX_LOBBIES)
                if found.title in self._games
            ],
            games=[
                GameOnOffer(title=game.title, key=game.key, tagline=game.tagline, seats=[*game.seats]) for game in games
            ],
        )
        return await self._page_worker.render("front", Sheet.render, Sheet(shown, "front.html", "front"))

    async def render_leagues(self, before: int) -> Rendered:
        """Render the page of leagues with numbers below this one."""
        leagues, more = await self._list_leagues(before)
        shown = MoreLeagues(title="More leagues", leagues=leagues, more_leagues=more)
        return await self._page_worker.render(("leagues", before), Sheet.render, Sheet(shown, "more.html", "leagues"))

    async def render_tables(self, before: int) -> Rendered:
        """Render the page of running tables with numbers below this one."""
        tables, more = await self._list_tables(before)
        shown = MoreTables(title="More tables", tables=tables, more_tables=more)
        return await self._page_worker.render(("tables", before), Sheet.render, Sheet(shown, "more.html", "tables"))

    async def _list_leagues(self, before: int) -> tuple[Sequence[LeagueInList], str | None]:
        found, more = await self._visibility.list_leagues(ENTRIES_PER_PAGE, before)
        return [_build_league(each) for each in found], None if more is None else f"/leagues/before/{more}"

    async def _list_tables(self, before: int) -> tuple[Sequence[TableInList], str | None]:
        found, more = await self._visibility.list_games(ENTRIES_PER_PAGE, before)
        tables = [self._build_table(each) for each in found if each.title in self._games]
        return tables, None if more is None else f"/tables/before/{more}"

    def _build_table(self, found: PublicTable) -> TableInList:
        game, number = self._games[found.title], found.game_id
        return TableInList(
            number=number,
            game=game.title,
            key=game.key,
            tagline=game.tagline,
            address=f"/tables/{number}",
            name=sanitize_plain(found.name),
        )

    def _build_lobby(self, found: PublicLobby) -> LobbyInList:
        game = self._games[found.title]
        return LobbyInList(
            number=found.game_id,
            game=game.title,
            key=game.key,
            tagline=game.tagline,
            taken=found.taken,
            seats=found.seats_wanted,
            discord=build_channel_url(found.guild_id, found.channel_id),
            name=sanitize_plain(found.name),
        )


def _build_league(league: PublicLeague) -> LeagueInList:
    return LeagueInList(
        name=league.name,
        address=f"/leagues/{league.league_id}",
        season=build_season_in_list(league),
        discord=build_channel_url(league.guild_id, league.channel_id),
    )


def build_season_in_list(season: SeasonRow | PublicLeague) -> SeasonInList:
    """Return the list entry of a season, which must not be a draft."""
    return SeasonInList.model_validate(
        {
            "number": season.number,
            "status": season.status,
            "words": STATUS[season.status],
            "address": f"/seasons/{season.season_id}",
        }
    )
