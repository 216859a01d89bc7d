"""Rows of pseudonyms: a keyed hash that links a player's games in seasons from which their name was removed.

A pseudonym is the same for all seasons of a server, so that a rating continues, and differs between servers. It names
nobody: it can only be compared with people whose ids are known, and is deleted on erasure.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence

from storage import metadata
from storage.former_players import PSEUDONYM_KEY, compute_keyed_hash
from storage.interface.database import Connection
from storage.operations import read


def put(connection: Connection, named: Sequence[tuple[int, int, int]]) -> None:
    """Store the pseudonyms of entrants before their names are removed: season, person and server of each."""
    key = metadata.MetadataRows.keep(connection, PSEUDONYM_KEY, secrets.token_hex(32))
    connection.executemany(
        "update entrants set mark = ? where season_id = ? and user_id = ?",
        [(_compute_mark(key, guild_id, user_id), season_id, user_id) for season_id, user_id, guild_id in named],
    )


@read
def find_recognised(connection: Connection, guild_id: int, user_ids: Collection[int]) -> Mapping[str, int]:
    """Map the pseudonyms that these people have in seasons of a server to their user ids."""
    key = metadata.MetadataRows.get(connection, PSEUDONYM_KEY)
    return {} if key is None else {_compute_mark(key, guild_id, user_id): user_id for user_id in user_ids}


def list_seasons_of(connection: Connection, user_id: int) -> Sequence[tuple[int, int]]:
    """Return the seasons in which a person has a pseudonym, with their entrant numbers."""
    rows = []
    for mark in _list_marks(connection, user_id):
        rows += connection.execute("select season_id, entrant from entrants where mark = ?", (mark,)).fetchall()
    return sorted(rows)


@read
def count_seasons(connection: Connection, user_id: int) -> int:
    """Count the seasons in which a person has a pseudonym."""
    return len(list_seasons_of(connection, user_id))


def drop(connection: Connection, user_id: int) -> None:
    """Delete all pseudonyms of a person."""
    for mark in _list_marks(connection, user_id):
        connection.execute("update entrants set mark = null where mark = ?", (mark,))


def _list_marks(connection: Connection, user_id: int) -> Sequence[str]:
    key = metadata.MetadataRows.get(connection, PSEUDONYM_KEY)
    guilds = connection.execute("select distinct guild_id from leagues order by guild_id").fetchall()
    return () if key is None else [_compute_mark(key, guild_id, user_id) for (guild_id,) in guilds]


def _compute_mark(key: str, guild_id: int, user_id: int) -> str:
    # Differs from the words for a table or a season, so that the hashes cannot be linked.
    return compute_keyed_hash(key, f"leagues of {guild_id}:{user_id}")
