"""The front page: which leagues and tables can be looked at, which still want players, and what can be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.host.host import Host
from bot.host.privacy.visibility import ALL, Visibility
from bot.ui.screens.leagues.season_page import STATUS
from bot.ui.screens.parts import address_of_channel
from bot.web.page_worker import PageWorker
from bot.web.values import Rendered, Sheet, Value
from storage.interface import PublicLeague, PublicLobby, PublicTable, SeasonRow

ON_A_PAGE = 60
"""Leagues, and tables, on a page that lists them."""
LOBBIES = 20
"""Tables that still want players, on the front page."""


class SeasonInList(Value):
    """A season as its league's line names it."""

    number: int
    status: Literal["sign-up", "running", "over"]
    words: str
    """The same in words."""
    address: str


class LeagueInList(Value):
    """A league, with its newest season."""

    name: str
    address: str
    season: SeasonInList
    discord: str
    """The address of its channel there."""


class TableInList(Value):
    """A table that is being played."""

    number: int
    """In its address."""
    game: str
    """What the game is called."""
    key: str
    """The game's name for programs."""
    tagline: str
    address: str


class LobbyInList(Value):
    """A table that waits for players."""

    number: int
    game: str
    key: str
    tagline: str
    taken: int
    """How many seats are."""
    seats: int
    """How many there are to be."""
    discord: str
    """The address of its channel there, where one joins it."""


class GameOnOffer(Value):
    """A game that can be played."""

    title: str
    key: str
    tagline: str
    seats: Sequence[int]
    """For how many."""


class Front(Value):
    """What can be looked at, the newest first, and what can be joined."""

    title: str
    leagues: Sequence[LeagueInList]
    more_leagues: str | None
    """The address of those that follow; None: there are no more."""
    tables: Sequence[TableInList]
    """Those of leagues among them."""
    more_tables: str | None
    lobbies: Sequence[LobbyInList]
    games: Sequence[GameOnOffer]


class MoreLeagues(Value):
    """Leagues that follow those of a page before."""

    title: str
    leagues: Sequence[LeagueInList]
    more_leagues: str | None


class MoreTables(Value):
    """Tables that follow those of a page before."""

    title: str
    tables: Sequence[TableInList]
    more_tables: str | None


class FrontPages:
    """Makes the front page and those that go on with its lists.

    Args:
        host: knows the games.
        publicity: decides what everybody may look at, of all that the process serves.
        workshop: makes what takes long.
    """

    def __init__(self, host: Host, publicity: Visibility, workshop: PageWorker) -> None:
        self._games = host.games
        self._publicity = publicity
        self._workshop = workshop

    async def front(self) -> Rendered:
        """Return what can be looked at."""
        leagues, more_leagues = await self._leagues(ALL)
        tables, more_tables = await self._tables(ALL)
        games = self._games.values()
        shown = Front(
            title="Boardroom",
            leagues=leagues,
            more_leagues=more_leagues,
            tables=tables,
            more_tables=more_tables,
            lobbies=[
                self._lobby(found) for found in await self._publicity.lobbies(LOBBIES) if found.title in self._games
            ],
            games=[
                GameOnOffer(title=game.title, key=game.key, tagline=game.tagline, seats=[*game.seats]) for game in games
            ],
        )
        return await self._workshop.rendered("front", Sheet.rendered, Sheet(shown, "front.html", "front"))

    async def leagues(self, before: int) -> Rendered:
        """Return the leagues with numbers below this one."""
        leagues, more = await self._leagues(before)
        shown = MoreLeagues(title="More leagues", leagues=leagues, more_leagues=more)
        return await self._workshop.rendered(("leagues", before), Sheet.rendered, Sheet(shown, "more.html", "leagues"))

    async def tables(self, before: int) -> Rendered:
        """Return the tables being played with numbers below this one."""
        tables, more = await self._tables(before)
        shown = MoreTables(title="More tables", tables=tables, more_tables=more)
        return await self._workshop.rendered(("tables", before), Sheet.rendered, Sheet(shown, "more.html", "tables"))

    async def _leagues(self, before: int) -> tuple[Sequence[LeagueInList], str | None]:
        found, more = await self._publicity.leagues(ON_A_PAGE, before)
        return [_league(each) for each in found], None if more is None else f"/leagues/before/{more}"

    async def _tables(self, before: int) -> tuple[Sequence[TableInList], str | None]:
        found, more = await self._publicity.games(ON_A_PAGE, before)
        tables = [self._table(each) for each in found if each.title in self._games]
        return tables, None if more is None else f"/tables/before/{more}"

    def _table(self, found: PublicTable) -> TableInList:
        game, number = self._games[found.title], found.game_id
        return TableInList(
            number=number, game=game.title, key=game.key, tagline=game.tagline, address=f"/tables/{number}"
        )

    def _lobby(self, found: PublicLobby) -> LobbyInList:
        game = self._games[found.title]
        return LobbyInList(
            number=found.game_id,
            game=game.title,
            key=game.key,
            tagline=game.tagline,
            taken=found.taken,
            seats=found.seats_wanted,
            discord=address_of_channel(found.guild_id, found.channel_id),
        )


def _league(league: PublicLeague) -> LeagueInList:
    return LeagueInList(
        name=league.name,
        address=f"/leagues/{league.league_id}",
        season=season_in_list(league),
        discord=address_of_channel(league.guild_id, league.channel_id),
    )


def season_in_list(season: SeasonRow | PublicLeague) -> SeasonInList:
    """Return a season, which is no draft, as a list names it."""
    return SeasonInList.model_validate(
        {
            "number": season.number,
            "status": season.status,
            "words": STATUS[season.status],
            "address": f"/seasons/{season.season_id}",
        }
    )
