"""Rows of what the organisers have made public on the web."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from storage.interface.database import Connection
from storage.interface.leagues import EntrantRow
from storage.interface.public import PublicLeague, PublicLobby, PublicTable
from storage.metadata import MetadataRows
from storage.operations import Group, build_placeholders, read, write

_TABLES = (
    "select games.game_id, games.title, games.status, games.guild_id, games.channel_id, threads.channel_id, "
    "leagues.league_id, games.name from games left join threads on threads.thread_id = games.channel_id "
    "left join league_games on league_games.game_id = games.game_id "
    "left join seasons on seasons.season_id = league_games.season_id "
    "left join leagues on leagues.league_id = seasons.league_id "
    "where games.revision > 0 and games.status <> 'open' and case when leagues.league_id is null "
    "then exists (select 1 from public_servers where public_servers.guild_id = games.guild_id) "
    "else leagues.public end "
)
"""Tables that have begun and that the organisers have made public."""
_LOBBIES = (
    "select * from (select games.game_id, games.title, games.guild_id, games.channel_id, "
    "threads.channel_id as within, games.seats_wanted, "
    "(select count(*) from seats where seats.game_id = games.game_id) as taken, games.name "
    "from games left join threads on threads.thread_id = games.channel_id where games.status = 'open' "
    "and exists (select 1 from public_servers where public_servers.guild_id = games.guild_id) "
    "and not exists (select 1 from league_games where league_games.game_id = games.game_id)) as waiting "
    "where taken < seats_wanted order by game_id desc limit ?"
)
_LEAGUE = (
    "select leagues.league_id, leagues.name, leagues.guild_id, leagues.channel_id, "
    "seasons.season_id, seasons.number, seasons.status, "
    "(select threads.channel_id from threads where threads.thread_id = leagues.channel_id) from leagues "
)
_LEAGUES = (
    f"{_LEAGUE}join seasons on seasons.season_id = (select other.season_id from seasons as other "
    "where other.league_id = leagues.league_id and other.status <> 'draft' order by other.number desc limit 1) "
    "where leagues.public = true and leagues.league_id < ?"
)
_FOUND = (
    f"{_LEAGUE}join seasons on seasons.league_id = leagues.league_id and seasons.status <> 'draft' "
    "join notes on notes.key = 'found ' || leagues.league_id where leagues.public = true "
    "order by leagues.league_id desc, seasons.number desc limit ?"
)


def _build_found_key(league_id: int) -> str:
    """Return the key of the note that lets search engines find a league."""
    return f"found {league_id}"


class PublicRows(Group):
    """Public tables and leagues."""

    @read
    @staticmethod
    def has_public_tables(connection: Connection, guild_id: int) -> bool:
        """Return whether a server's tables outside of leagues are public."""
        return connection.execute("select 1 from public_servers where guild_id = ?", (guild_id,)).fetchone() is not None

    @write
    @staticmethod
    def put_tables(connection: Connection, guild_id: int, public: bool, now: str) -> None:
        """Publish a server's tables, or withdraw them."""
        if public:
            connection.execute(
                "insert into public_servers (guild_id, since) values (?, ?) on conflict do nothing", (guild_id, now)
            )
        else:
            connection.execute("delete from public_servers where guild_id = ?", (guild_id,))

    @write
    @staticmethod
    def put_league(connection: Connection, league_id: int, public: bool) -> None:
        """Publish a league with its tables, or withdraw it; either way search engines must skip it."""
        connection.execute("update leagues set public = ? where league_id = ?", (public, league_id))
        MetadataRows.drop(connection, _build_found_key(league_id))

    @write
    @staticmethod
    def put_found(connection: Connection, league_id: int, found: bool) -> None:
        """Let search engines find a league, or exclude it; a league that is not public is always excluded."""
        public = connection.execute("select 1 from leagues where league_id = ? and public = true", (league_id,))
        if found and public.fetchone() is not None:
            MetadataRows.put(connection, _build_found_key(league_id), "")
        else:
            MetadataRows.drop(connection, _build_found_key(league_id))

    @read
    @staticmethod
    def is_found(connection: Connection, league_id: int) -> bool:
        """Return whether the organisers let search engines find a league."""
        return MetadataRows.get(connection, _build_found_key(league_id)) is not None

    @read
    @staticmethod
    def list_leagues(connection: Connection, limit: int, before: int) -> Sequence[PublicLeague]:
        """Return public leagues with a season that is no draft, the newest first, with numbers below `before`."""
        rows = connection.execute(f"{_LEAGUES} order by leagues.league_id desc limit ?", (before, limit))
        return [PublicLeague(*row) for row in rows]

    @read
    @staticmethod
    def found(connection: Connection, limit: int) -> Sequence[PublicLeague]:
        """Return the leagues that search engines may find, each with each of its seasons, the newest first."""
        rows = connection.execute(_FOUND, (limit,))
        return [PublicLeague(*row) for row in rows]

    @read
    @staticmethod
    def get_game(connection: Connection, game_id: int) -> PublicTable | None:
        """Return a table that has begun and is public; None otherwise."""
        row = connection.execute(f"{_TABLES} and games.game_id = ?", (game_id,)).fetchone()
        return None if row is None else PublicTable(*row)

    @read
    @staticmethod
    def list_games_of_season(connection: Connection, season_id: int) -> Sequence[PublicTable]:
        """Return a season's tables that have begun, if its league is public."""
        rows = connection.execute(
            f"{_TABLES} and games.game_id in (select game_id from league_games where season_id = ?)", (season_id,)
        )
        return [PublicTable(*row) for row in rows]

    @read
    @staticmethod
    def list_games(connection: Connection, limit: int, before: int) -> Sequence[PublicTable]:
        """Return public running tables, newest first, with ids below `before`."""
        rows = connection.execute(
            f"{_TABLES} and games.status = 'running' and games.game_id < ? order by games.game_id desc limit ?",
            (before, limit),
        )
        return [PublicTable(*row) for row in rows]

    @read
    @staticmethod
    def list_lobbies(connection: Connection, limit: int) -> Sequence[PublicLobby]:
        """Return public lobbies outside of leagues, newest first."""
        rows = connection.execute(_LOBBIES, (limit,))
        return [PublicLobby(*row) for row in rows]

    @read
    @staticmethod
    def find_entrants(connection: Connection, season_id: int, people: Collection[int]) -> Sequence[EntrantRow]:
        """Return the entrants that these people are in a season, without their preferences."""
        rows = connection.execute(
            "select entrant, user_id, name, named from entrants "
            f"where season_id = ? and user_id in ({build_placeholders(people)}) order by entrant",
            (season_id, *people),
        )
        return [
            EntrantRow(entrant, user_id, name, named=bool(named)) for entrant, user_id, name, named in rows.fetchall()
        ]

    @read
    @staticmethod
    def get_wishes_of_named(connection: Connection, season_id: int) -> Mapping[int, str]:
        """Return the global preferences, as JSON, of the entrants of a season who agree to be named, by entrant."""
        rows = connection.execute(
            "select entrants.entrant, people.wishes from entrants join people on people.user_id = entrants.user_id "
            "where entrants.season_id = ? and entrants.named = true order by entrants.entrant",
            (season_id,),
        )
        return dict(rows.fetchall())
