"""Rows of warnings that are remembered for the next season of a league; only their owner sees them."""

from __future__ import annotations

from collections.abc import Mapping

from storage.interface.database import Connection
from storage.operations import read, write

IS_WARNED = (
    "exists (select 1 from remembered_warnings join seasons using (league_id) "
    "where seasons.season_id = entrants.season_id and remembered_warnings.user_id = entrants.user_id "
    "and remembered_warnings.season_id < entrants.season_id)"
)
"""Condition: an entrant begins their season with a warning from an earlier one."""


@read
def list_remembered_warnings(connection: Connection, league_id: int) -> Mapping[int, int]:
    """Return the season that each remembered warning of a league is from, by user id."""
    rows = connection.execute(
        "select user_id, season_id from remembered_warnings where league_id = ? order by user_id", (league_id,)
    )
    return dict(rows.fetchall())


@write
def replace_remembered_warnings(connection: Connection, league_id: int, warned: Mapping[int, int]) -> None:
    """Replace the remembered warnings of a league; people whose names its seasons have removed are skipped."""
    connection.execute("delete from remembered_warnings where league_id = ?", (league_id,))
    connection.executemany(
        "insert into remembered_warnings (league_id, user_id, season_id) "
        "select league_id, user_id, season_id from entrants join seasons using (season_id) "
        "where league_id = ? and season_id = ? and user_id = ?",
        [(league_id, season_id, user_id) for user_id, season_id in warned.items()],
    )


def drop_orphaned_warnings(connection: Connection) -> None:
    """Delete the warnings of people whose names were removed from the season of the warning."""
    connection.execute(
        "delete from remembered_warnings where not exists (select 1 from entrants "
        "where entrants.season_id = remembered_warnings.season_id "
        "and entrants.user_id = remembered_warnings.user_id)"
    )
