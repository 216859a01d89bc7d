"""Rows of whom seasons have named that name nobody any more: a keyed hash, by which their games stay one person's.

It is one for all seasons of a server, so that a rating goes on where it was, and another in each server. Nobody is
named by it: it can be compared with those whose numbers are known, and goes when they ask to be forgotten.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence

from storage import metadata
from storage.former_players import KEY, keyed
from storage.interface import Connection
from storage.operations import read


def put(connection: Connection, named: Sequence[tuple[int, int, int]]) -> None:
    """Put people's marks beside their numbers, before seasons name them no more: season, person and server of each."""
    key = metadata.MetadataRows.keep(connection, KEY, secrets.token_hex(32))
    connection.executemany(
        "update entrants set mark = ? where season_id = ? and user_id = ?",
        [(_mark(key, guild_id, user_id), season_id, user_id) for season_id, user_id, guild_id in named],
    )


@read
def recognised(connection: Connection, guild_id: int, user_ids: Collection[int]) -> Mapping[str, int]:
    """Return these people by the marks that they have, or would have, in seasons of a server that name them no more."""
    key = metadata.MetadataRows.get(connection, KEY)
    return {} if key is None else {_mark(key, guild_id, user_id): user_id for user_id in user_ids}


def seasons_of(connection: Connection, user_id: int) -> Sequence[tuple[int, int]]:
    """Return the seasons in which somebody has a mark, with their numbers there."""
    rows = []
    for mark in _marks(connection, user_id):
        rows += connection.execute("select season_id, entrant from entrants where mark = ?", (mark,)).fetchall()
    return sorted(rows)


@read
def how_many(connection: Connection, user_id: int) -> int:
    """Return in how many seasons somebody has a mark."""
    return len(seasons_of(connection, user_id))


def drop(connection: Connection, user_id: int) -> None:
    """Let nothing say any more that somebody has taken part anywhere."""
    for mark in _marks(connection, user_id):
        connection.execute("update entrants set mark = null where mark = ?", (mark,))


def _marks(connection: Connection, user_id: int) -> Sequence[str]:
    key = metadata.MetadataRows.get(connection, KEY)
    guilds = connection.execute("select distinct guild_id from leagues order by guild_id").fetchall()
    return () if key is None else [_mark(key, guild_id, user_id) for (guild_id,) in guilds]


def _mark(key: str, guild_id: int, user_id: int) -> str:
    # other words than for a table or a season, so that no hash of theirs shows of whom this is
    return keyed(key, f"leagues of {guild_id}:{user_id}")
