"""Rows of people's preferences for all seasons of a league."""

from __future__ import annotations

from collections.abc import Mapping

from storage.interface.database import Connection
from storage.interface.leagues import StandingWishes
from storage.interface.shards import Shards
from storage.operations import read, write
from storage.shards import OWNED_SERVER

IS_NAMED = (
    "exists (select 1 from league_wishes where kept and league_wishes.league_id = seasons.league_id "
    "and league_wishes.user_id = entrants.user_id)"
)
"""Condition: an entrant of a season has agreed to be named there permanently."""


@read
def list_standing_wishes(connection: Connection, league_id: int) -> Mapping[int, StandingWishes]:
    """Return the preferences of people for all seasons of a league; anybody missing has the defaults."""
    rows = connection.execute(
        "select user_id, kept, letters, plays_on, plays_on_since from league_wishes where league_id = ?", (league_id,)
    )
    return {user_id: StandingWishes(bool(kept), bool(letters), *rest) for user_id, kept, letters, *rest in rows}


@write
def put_standing_wishes(connection: Connection, league_id: int, user_id: int, wishes: StandingWishes) -> None:
    """Store a person's preferences for all seasons of a league."""
    connection.execute("delete from league_wishes where league_id = ? and user_id = ?", (league_id, user_id))
    if wishes != StandingWishes():
        connection.execute(
            "insert into league_wishes (league_id, user_id, kept, letters, plays_on, plays_on_since) "
            "values (?, ?, ?, ?, ?, ?)",
            (league_id, user_id, wishes.kept, wishes.letters, wishes.plays_on, wishes.plays_on_since),
        )


@read
def list_letter_recipients(connection: Connection, season_id: int) -> Mapping[int, int | None]:
    """Return the entrants who want letters about a season, each with the week of the last one.

    The week counts from the season's draw; None means that there was no letter.
    """
    rows = connection.execute(
        "select entrant, written from entrants join seasons using (season_id) "
        "join league_wishes on league_wishes.league_id = seasons.league_id "
        "and league_wishes.user_id = entrants.user_id where season_id = ? and letters order by entrant",
        (season_id,),
    )
    return dict(rows.fetchall())


@write
def mark_written_to(connection: Connection, season_id: int, entrant: int, week: int) -> None:
    """Record the week of a season in which an entrant got a letter about it."""
    connection.execute(
        "update entrants set written = ? where season_id = ? and entrant = ?", (week, season_id, entrant)
    )


@read
def list_told_lines(connection: Connection, season_id: int) -> Mapping[int, int]:
    """Return, by entrant, the newest line of a season's log that was announced to them by direct message."""
    rows = connection.execute(
        "select entrant, offered from entrants where season_id = ? and offered is not null order by entrant",
        (season_id,),
    )
    return dict(rows.fetchall())


@write
def mark_told_of_line(connection: Connection, season_id: int, entrant: int, line: int) -> None:
    """Record that an entrant was notified of a log line: an offer, or news of their team."""
    connection.execute(
        "update entrants set offered = ? where season_id = ? and entrant = ?", (line, season_id, entrant)
    )


def drop_orphaned_wishes(connection: Connection, shards: Shards) -> None:
    """Delete the preferences of people whom no season of the league names."""
    connection.execute(
        "delete from league_wishes where not exists (select 1 from entrants join seasons using (season_id) "
        "where seasons.league_id = league_wishes.league_id and entrants.user_id = league_wishes.user_id) "
        f"and league_id in (select league_id from leagues where {OWNED_SERVER})",
        shards.parameters,
    )
