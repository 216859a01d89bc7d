"""Rows of leagues: their seasons with logs, entrants and tables."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from storage import (
    former_players,
    join_requests,
    ladder_requests,
    league_log,
    league_roles,
    league_wishes,
    lobbies,
    remembered_warnings,
)
from storage import outbox as letter_rows
from storage import pseudonyms as marked_people
from storage.interface.database import Connection
from storage.interface.errors import Conflict
from storage.interface.games import SeatRow
from storage.interface.leagues import EntrantRow, LeagueRow, NewLeagueTable, NewLine, SeasonRow, format_table_name
from storage.interface.letters import NewLetter
from storage.interface.shards import Shards
from storage.operations import Group, build_placeholders, read, write
from storage.shards import OWNED_SERVER

NAMES_PERSON = (
    "select 1 from entrants where user_id = :user union all select 1 from stewards where user_id = :user "
    "union all select 1 from leagues where made_by = :user union all select 1 from league_log where by_user = :user "
    "union all select 1 from named_in_log where user_id = :user union all select 1 from apart where user_id = :user "
    "union all select 1 from league_wishes where user_id = :user "
    "union all select 1 from wanted_games where user_id = :user "
    "union all select 1 from join_requests where user_id = :user "
    "union all select 1 from remembered_warnings where user_id = :user"
)
"""Condition: a league names the user."""
_LEAGUES = (
    "select league_id, guild_id, channel_id, name, made_by, made_at, opens_after, public, "
    "(select threads.channel_id from threads where threads.thread_id = leagues.channel_id) from leagues "
)
_SEASONS = (
    "select season_id, league_id, number, status, plan, secret, shown, "
    "(select coalesce(max(league_log.number), 0) from league_log where league_log.season_id = seasons.season_id) "
    "from seasons "
)
_OWN_SEASON = f"exists (select 1 from leagues where leagues.league_id = seasons.league_id and {OWNED_SERVER})"
_OF_SERVER = "where season_id in (select season_id from seasons join leagues using (league_id) where guild_id = ?)"
_ERASE = (
    "delete from notes where key in (select 'found ' || league_id from leagues where guild_id = ?)",
    f"delete from league_messages {_OF_SERVER}",
    f"delete from league_games {_OF_SERVER}",
    f"delete from named_in_log {_OF_SERVER}",
    f"delete from league_log {_OF_SERVER}",
    f"delete from season_leavers {_OF_SERVER}",
    f"delete from apart {_OF_SERVER}",
    f"delete from entrants {_OF_SERVER}",
    f"delete from join_requests {_OF_SERVER}",
    "delete from league_role_holders where league_id in (select league_id from leagues where guild_id = ?)",
    "delete from league_roles where league_id in (select league_id from leagues where guild_id = ?)",
    "delete from league_role_settings where league_id in (select league_id from leagues where guild_id = ?)",
    "delete from remembered_warnings where league_id in (select league_id from leagues where guild_id = ?)",
    f"delete from seasons {_OF_SERVER}",
    "delete from stewards where league_id in (select league_id from leagues where guild_id = ?)",
    "delete from league_wishes where league_id in (select league_id from leagues where guild_id = ?)",
    "delete from wanted_games where league_id in (select league_id from leagues where guild_id = ?)",
    "delete from leagues where guild_id = ?",
)
"""Statements that delete a server's leagues, in the order of their references."""


class LeagueRows(Group):
    """Leagues, and their seasons with append-only logs, entrants and tables."""

    list_lines = league_log.list_lines
    append = league_log.append
    list_sealed = league_log.list_sealed
    list_cards = league_log.list_cards
    find_former_entrant = former_players.find_former_entrant
    list_seasons_left = former_players.list_seasons_left
    find_recognised = marked_people.find_recognised
    count_marked_seasons = marked_people.count_seasons
    list_standing_wishes = league_wishes.list_standing_wishes
    put_standing_wishes = league_wishes.put_standing_wishes
    list_letter_recipients = league_wishes.list_letter_recipients
    mark_written_to = league_wishes.mark_written_to
    list_told_lines = league_wishes.list_told_lines
    mark_told_of_line = league_wishes.mark_told_of_line
    list_remembered_warnings = remembered_warnings.list_remembered_warnings
    replace_remembered_warnings = remembered_warnings.replace_remembered_warnings
    list_wanted_games = ladder_requests.list_wanted_games
    list_expired_waits = ladder_requests.list_expired_waits
    put_wanted_game = ladder_requests.put_wanted_game
    drop_wanted_game = ladder_requests.drop_wanted_game
    mark_wait_over = ladder_requests.mark_wait_over
    list_join_requests = join_requests.list_join_requests
    put_join_request = join_requests.put_join_request
    drop_join_request = join_requests.drop_join_request
    decline_join_request = join_requests.decline_join_request

    # -- leagues and seasons -----------------------------------------------------------------------------

    @write
    @staticmethod
    def make(connection: Connection, *, guild_id: int, channel_id: int, name: str, made_by: int, now: str) -> int:
        """Create a league without a season; return its id."""
        made: int = connection.execute(
            "insert into leagues (guild_id, channel_id, name, made_by, made_at) values (?, ?, ?, ?, ?) returning "
            "league_id",
            (guild_id, channel_id, name, made_by, now),
        ).fetchone()[0]
        return made

    @read
    @staticmethod
    def get(connection: Connection, league_id: int) -> LeagueRow | None:
        """Return a league."""
        row = connection.execute(_LEAGUES + "where league_id = ?", (league_id,)).fetchone()
        return None if row is None else _read_league(row)

    @read
    @staticmethod
    def list_in_server(connection: Connection, guild_id: int) -> Sequence[LeagueRow]:
        """Return the leagues of a server, the newest first."""
        rows = connection.execute(_LEAGUES + "where guild_id = ? order by league_id desc", (guild_id,))
        return [_read_league(row) for row in rows]

    @read
    @staticmethod
    def list_stewards(connection: Connection, league_id: int) -> Sequence[int]:
        """Return the stewards of a league, in addition to the managers of its server."""
        rows = connection.execute("select user_id from stewards where league_id = ? order by user_id", (league_id,))
        return [user_id for (user_id,) in rows]

    @write
    @staticmethod
    def put_steward(connection: Connection, league_id: int, user_id: int, appointed: bool) -> None:
        """Appoint or dismiss a steward of a league."""
        if appointed:
            connection.execute(
                "insert into stewards (league_id, user_id) values (?, ?) on conflict do nothing", (league_id, user_id)
            )
        else:
            connection.execute("delete from stewards where league_id = ? and user_id = ?", (league_id, user_id))

    @write
    @staticmethod
    def plan_season(connection: Connection, league_id: int, plan: str, secret: str) -> int:
        """Create the draft of a league's next season; return its id.

        Raises:
            Conflict: one of its seasons is not over.
        """
        if connection.execute(
            "select 1 from seasons where league_id = ? and status <> 'over'", (league_id,)
        ).fetchone():
            raise Conflict(f"league {league_id} has a season that is not over")
        (newest,) = connection.execute(
            "select coalesce(max(number), 0) from seasons where league_id = ?", (league_id,)
        ).fetchone()
        planned: int = connection.execute(
            "insert into seasons (league_id, number, status, plan, secret) values (?, ?, 'draft', ?, ?) "
            "returning season_id",
            (league_id, newest + 1, plan, secret),
        ).fetchone()[0]
        return planned

    @write
    @staticmethod
    def open_season(
        connection: Connection,
        league_id: int,
        plan: str,
        secret: str,
        lines: Sequence[NewLine],
        now: str,
        *,
        joins: Sequence[EntrantRow] = (),
    ) -> int:
        """Open a league's next season with the first lines of its log and its first entrants; return its id.

        Raises:
            Conflict: one of its seasons is not over.
        """
        season_id = LeagueRows.plan_season(connection, league_id, plan, secret)
        league_log.append(connection, season_id, 0, lines, now, status="sign-up", also_join=joins)
        return season_id

    @write
    @staticmethod
    def set_opens_after(connection: Connection, league_id: int, days: int | None) -> None:
        """Set the days after which a league's next season opens automatically; None turns that off."""
        connection.execute("update leagues set opens_after = ? where league_id = ?", (days, league_id))

    @read
    @staticmethod
    def list_seasons_to_follow(connection: Connection, shards: Shards) -> Sequence[SeasonRow]:
        """Return the ended seasons whose successor may open automatically."""
        rows = connection.execute(
            _SEASONS + "where status = 'over' and exists (select 1 from leagues "
            f"where leagues.league_id = seasons.league_id and opens_after is not null and {OWNED_SERVER}) "
            "and not exists (select 1 from seasons as later where later.league_id = seasons.league_id "
            "and later.number > seasons.number) order by season_id",
            shards.parameters,
        )
        return [SeasonRow(*row) for row in rows]

    @read
    @staticmethod
    def list_drafts(connection: Connection, shards: Shards) -> Sequence[SeasonRow]:
        """Return the drafts; the sign-up of some opens on a date."""
        rows = connection.execute(
            f"{_SEASONS}where status = 'draft' and {_OWN_SEASON} order by season_id", shards.parameters
        )
        return [SeasonRow(*row) for row in rows]

    @write
    @staticmethod
    def put_plan(connection: Connection, season_id: int, plan: str) -> None:
        """Change the plan of a draft.

        Raises:
            Conflict: it is no draft.
        """
        changed = connection.execute(
            "update seasons set plan = ? where season_id = ? and status = 'draft'", (plan, season_id)
        )
        if not changed.rowcount:
            raise Conflict(f"season {season_id} is no draft")

    @write
    @staticmethod
    def drop_draft(connection: Connection, season_id: int) -> None:
        """Delete a draft, and the league if it has no other season.

        Raises:
            Conflict: it is no draft.
        """
        row = connection.execute(
            "delete from seasons where season_id = ? and status = 'draft' returning league_id", (season_id,)
        ).fetchone()
        if row is None:
            raise Conflict(f"season {season_id} is no draft")
        if not connection.execute("select 1 from seasons where league_id = ?", row).fetchone():
            connection.execute("delete from stewards where league_id = ?", row)
            connection.execute("delete from league_role_settings where league_id = ?", row)
            connection.execute("delete from leagues where league_id = ?", row)

    @read
    @staticmethod
    def get_season(connection: Connection, season_id: int) -> SeasonRow | None:
        """Return a season."""
        row = connection.execute(_SEASONS + "where season_id = ?", (season_id,)).fetchone()
        return None if row is None else SeasonRow(*row)

    @read
    @staticmethod
    def list_seasons(connection: Connection, league_id: int) -> Sequence[SeasonRow]:
        """Return the seasons of a league, the newest first."""
        rows = connection.execute(_SEASONS + "where league_id = ? order by number desc", (league_id,))
        return [SeasonRow(*row) for row in rows]

    @read
    @staticmethod
    def list_current_seasons(connection: Connection, shards: Shards) -> Sequence[SeasonRow]:
        """Return the seasons that take sign-ups or are running, in all servers of these shards."""
        rows = connection.execute(
            _SEASONS + f"where status in ('sign-up', 'running') and {_OWN_SEASON} order by season_id", shards.parameters
        )
        return [SeasonRow(*row) for row in rows]

    @read
    @staticmethod
    def list_over_with_open_tables(connection: Connection, shards: Shards) -> Sequence[SeasonRow]:
        """Return the ended seasons with tables that are open or running."""
        rows = connection.execute(
            _SEASONS + "where status = 'over' and season_id in (select season_id from league_games "
            f"join games using (game_id) where games.status in ('open', 'running')) and {_OWN_SEASON} "
            "order by season_id",
            shards.parameters,
        )
        return [SeasonRow(*row) for row in rows]

    @read
    @staticmethod
    def list_seasons_to_show(connection: Connection, shards: Shards) -> Sequence[SeasonRow]:
        """Return the seasons whose messages do not show the newest line of their log."""
        rows = connection.execute(
            _SEASONS + "where shown < (select coalesce(max(league_log.number), 0) from league_log "
            f"where league_log.season_id = seasons.season_id) and {_OWN_SEASON} order by season_id",
            shards.parameters,
        )
        return [SeasonRow(*row) for row in rows]

    @write
    @staticmethod
    def mark_shown(connection: Connection, season_id: int, number: int) -> None:
        """Record that a season's messages show its log up to this line."""
        connection.execute(
            "update seasons set shown = :number where season_id = :season and shown < :number",
            {"number": number, "season": season_id},
        )

    # -- people ------------------------------------------------------------------------------------------

    @read
    @staticmethod
    def list_entrants(connection: Connection, season_id: int) -> Sequence[EntrantRow]:
        """Return the entrants of a season, by number."""
        apart: dict[int, list[int]] = {}
        for entrant, other in connection.execute(
            "select entrant, user_id from apart where season_id = ? order by entrant, user_id", (season_id,)
        ):
            apart.setdefault(entrant, []).append(other)
        rows = connection.execute(
            f"select entrant, user_id, name, cap, named, mark, {remembered_warnings.IS_WARNED} "
            "from entrants where season_id = ? order by entrant",
            (season_id,),
        )
        return [
            EntrantRow(entrant, user_id, name, cap, tuple(apart.get(entrant, ())), bool(named), mark, bool(warned))
            for entrant, user_id, name, cap, named, mark, warned in rows
        ]

    @write
    @staticmethod
    def put_wishes(connection: Connection, season_id: int, entrant: EntrantRow) -> None:
        """Change an entrant's preferences."""
        connection.execute(
            "update entrants set cap = ?, named = ? where season_id = ? and entrant = ?",
            (entrant.cap, entrant.named, season_id, entrant.entrant),
        )
        league_log.put_apart(connection, season_id, entrant)

    @read
    @staticmethod
    def list_seasons_of_player(connection: Connection, user_id: int) -> Sequence[int]:
        """Return the seasons in which a person takes part, newest first."""
        rows = connection.execute(
            "select season_id from entrants where user_id = ? order by season_id desc", (user_id,)
        )
        return [season_id for (season_id,) in rows]

    # -- tables ------------------------------------------------------------------------------------------

    @write
    @staticmethod
    def open_table(connection: Connection, table: NewLeagueTable, seats: Sequence[SeatRow], now: str) -> int:
        """Open a lobby for a season's table, which waits for its players to confirm; return its game id.

        Raises:
            Conflict: this table was opened before, or the season's log has grown.
        """
        if table.newest is not None and league_log._get_newest_number(connection, table.season_id) != table.newest:
            raise Conflict(f"the log of season {table.season_id} has gone on")
        if connection.execute(
            "select 1 from league_games where season_id = ? and number = ?", (table.season_id, table.number)
        ).fetchone():
            raise Conflict(f"table {table.number} of season {table.season_id} is open already")
        game_id = lobbies.LobbyRows.open(
            connection,
            title=table.title,
            guild_id=table.guild_id,
            channel_id=table.channel_id,
            opened_by=0,
            seats_wanted=len(seats),
            options=table.options,
            now=now,
            seats=seats,
            pact=table.pact,
            thread=table.thread,
            seed=table.seed,
            letters=table.letters,
        )
        connection.execute("update games set confirm_until = ? where game_id = ?", (table.confirm_until, game_id))
        letter_rows.insert(connection, game_id, 0, [NewLetter("ask")], now)  # after the table's message
        connection.execute(
            "insert into league_games (game_id, season_id, number, seats, if_closed, part) values (?, ?, ?, ?, ?, ?)",
            (game_id, table.season_id, table.number, json.dumps(table.entrants), table.if_closed, table.part),
        )
        return game_id

    @read
    @staticmethod
    def list_tables(connection: Connection, season_id: int) -> Mapping[int, int]:
        """Return the opened tables of a season, by number, with their games."""
        return dict(
            connection.execute(
                "select number, game_id from league_games where season_id = ? order by number", (season_id,)
            )
        )

    @read
    @staticmethod
    def get_seats(connection: Connection, game_id: int) -> Mapping[int, int]:
        """Return the first entrant of each seat of a season's table; empty for other games."""
        row = connection.execute("select seats from league_games where game_id = ?", (game_id,)).fetchone()
        return {} if row is None else {int(seat): entrant for seat, entrant in json.loads(row[0]).items()}

    @read
    @staticmethod
    def list_waiting_games(connection: Connection, season_id: int, user_id: int) -> Sequence[int]:
        """Return the games of a season's lobbies in which a person has a seat."""
        rows = connection.execute(
            "select game_id from league_games join games using (game_id) join seats using (game_id) "
            "where season_id = ? and user_id = ? and status = 'open' order by game_id",
            (season_id, user_id),
        )
        return [game_id for (game_id,) in rows]

    @read
    @staticmethod
    def get_last_activity(connection: Connection, season_id: int, user_id: int) -> str | None:
        """Return the time of a person's last activity at those tables of a season where they have a seat."""
        row = connection.execute(
            "select max(at) from (select here_at as at from seats join league_games using (game_id) "
            "where season_id = :season and user_id = :user union all "
            "select moves.made_at from moves join seats using (game_id, seat) join league_games using (game_id) "
            "where season_id = :season and user_id = :user "
            "and kind in ('move', 'retract', 'undo', 'concede')) as found",
            {"season": season_id, "user": user_id},
        ).fetchone()
        return None if row is None else row[0]

    @read
    @staticmethod
    def get_table_names(connection: Connection, game_ids: Collection[int]) -> Mapping[int, str]:
        """Return the names of those of these games that are tables of leagues."""
        rows = connection.execute(
            "select game_id, name, seasons.number, league_games.number, part from league_games "
            "join seasons using (season_id) join leagues using (league_id) where game_id in "
            f"({build_placeholders(game_ids)})",
            (*game_ids,),
        )
        return {game_id: format_table_name(*names) for game_id, *names in rows}

    # -- messages ----------------------------------------------------------------------------------------

    @read
    @staticmethod
    def list_messages(connection: Connection, season_id: int) -> Mapping[str, tuple[int, int]]:
        """Return the messages of a season by their roles: channel id, message id."""
        rows = connection.execute(
            "select role, channel_id, message_id from league_messages where season_id = ?", (season_id,)
        )
        return {role: (channel_id, message_id) for role, channel_id, message_id in rows}

    @write
    @staticmethod
    def put_message(connection: Connection, season_id: int, role: str, channel_id: int, message_id: int) -> None:
        """Record the message with a role."""
        connection.execute(
            "insert into league_messages (season_id, role, channel_id, message_id) values (?, ?, ?, ?) "
            "on conflict (season_id, role) "
            "do update set channel_id = excluded.channel_id, message_id = excluded.message_id",
            (season_id, role, channel_id, message_id),
        )


# -- care of people's data -----------------------------------------------------------------------------


def forget(connection: Connection, user_id: int) -> None:
    """Remove a person's name from all leagues; results stay under entrant numbers."""
    former_players.remember_seasons_left(connection, user_id)
    marked_people.drop(connection, user_id)
    theirs = connection.execute("select season_id, user_id from entrants where user_id = ?", (user_id,)).fetchall()
    _remove_names(connection, theirs)
    connection.execute("delete from apart where user_id = ?", (user_id,))
    connection.execute("delete from league_wishes where user_id = ?", (user_id,))
    connection.execute("delete from remembered_warnings where user_id = ?", (user_id,))
    league_roles.forget(connection, user_id)
    connection.execute("delete from wanted_games where user_id = ?", (user_id,))
    connection.execute("delete from join_requests where user_id = ?", (user_id,))
    connection.execute("delete from stewards where user_id = ?", (user_id,))
    connection.execute("update leagues set made_by = 0 where made_by = ?", (user_id,))
    connection.execute("update league_log set by_user = null where by_user = ?", (user_id,))
    reasons = connection.execute(
        "select reason, season_id, number from named_in_log join league_log using (season_id, number) "
        "where user_id = ?",
        (user_id,),
    ).fetchall()
    connection.executemany(
        "update league_log set reason = ? where season_id = ? and number = ?",
        [(reason.replace(f"<@{user_id}>", "somebody"), *line) for reason, *line in reasons],
    )
    connection.execute("delete from named_in_log where user_id = ?", (user_id,))


def _remove_names(connection: Connection, entrants: Sequence[tuple[int, int]]) -> None:
    """Remove the names of entrants, given as pairs of season and user id."""
    connection.executemany(
        "delete from apart where season_id = ? and entrant = "
        "(select entrant from entrants where entrants.season_id = apart.season_id and entrants.user_id = ?)",
        entrants,
    )
    connection.executemany(
        "update entrants set user_id = null, name = '', named = false where season_id = ? and user_id = ?", entrants
    )


def _read_league(row: tuple[Any, ...]) -> LeagueRow:
    *known, public, within = row
    return replace(LeagueRow(*known), public=bool(public), within=within)


def retire(connection: Connection, shards: Shards, before: str) -> set[int]:
    """Remove names from seasons that ended before this time, except with consent; return the removed people.

    Pseudonyms stay, which keep their results linked until they ask for erasure.
    """
    rows = connection.execute(
        "select season_id, user_id, "
        "(select guild_id from leagues where leagues.league_id = seasons.league_id) "
        "from entrants join seasons using (season_id) where status = 'over' "
        f"and user_id is not null and not {league_wishes.IS_NAMED} and (select max(made_at) from league_log "
        f"where league_log.season_id = seasons.season_id) < ? and {_OWN_SEASON}",
        (before, *shards.parameters),
    ).fetchall()
    marked_people.put(connection, rows)
    _remove_names(connection, [(season_id, user_id) for season_id, user_id, _ in rows])
    league_wishes.drop_orphaned_wishes(connection, shards)
    remembered_warnings.drop_orphaned_warnings(connection)
    return {user_id for _, user_id, _ in rows}


def erase(connection: Connection, guild_id: int) -> set[int]:
    """Delete a server's leagues, before its games; return the people who took part."""
    people = connection.execute(
        "select distinct user_id from entrants join seasons using (season_id) join leagues using (league_id) "
        "where guild_id = ? and user_id is not null",
        (guild_id,),
    ).fetchall()
    for statement in _ERASE:
        connection.execute(statement, (guild_id,))
    return {user_id for (user_id,) in people}
