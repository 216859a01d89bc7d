"""Rows of people.

What somebody is called at the tables and in the leagues of a server stands there, for they may have another name in
each server. `rename` changes it in all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from storage import outbox as letter_rows
from storage.interface import Connection, NewLetter, Person, Renamed
from storage.operations import Group, read, write
from storage.outbox import read_body
from storage.shards import one_at_a_time

_AT_TABLES = (
    "from seats join games using (game_id) "
    "where seats.user_id = :user and games.guild_id = :guild and seats.name <> :name"
)
_IN_LEAGUES = (
    "from entrants join seasons using (season_id) join leagues using (league_id) "
    "where entrants.user_id = :user and leagues.guild_id = :guild and entrants.name <> :name"
)
"""Find where somebody is called otherwise in a server."""


class PersonRows(Group):
    """What is known of people."""

    @read
    @staticmethod
    def get(connection: Connection, user_id: int) -> Person | None:
        """Return what is known of somebody."""
        row = connection.execute(
            "select user_id, name, dm, wishes, secrets, dm_channel, word, chosen from people where user_id = ?",
            (user_id,),
        ).fetchone()
        if row is None:
            return None
        *known, chosen = row
        return replace(Person(*known), chosen=bool(chosen))

    @write
    @staticmethod
    def change(connection: Connection, person: Person, change: Callable[[Person], Person]) -> Person:
        """Change what is known of somebody, and return it; whoever is not known yet is taken as this person first.

        So two who change something else at the same moment, in different processes, take nothing back of each other's.
        """
        one_at_a_time(connection, f"person {person.user_id}")
        changed = change(PersonRows.get(connection, person.user_id) or person)
        PersonRows.put(connection, changed)
        return changed

    @write
    @staticmethod
    def put(connection: Connection, person: Person) -> None:
        """Remember somebody's name and whether direct messages reach them."""
        connection.execute(
            "insert into people (user_id, name, dm, wishes, secrets, dm_channel, word, chosen) "
            "values (?, ?, ?, ?, ?, ?, ?, ?) "
            "on conflict (user_id) do update set name = excluded.name, dm = excluded.dm, wishes = excluded.wishes, "
            "secrets = excluded.secrets, dm_channel = excluded.dm_channel, word = excluded.word, "
            "chosen = excluded.chosen",
            (
                person.user_id,
                person.name,
                person.dm,
                person.wishes,
                person.secrets,
                person.dm_channel,
                person.word,
                person.chosen,
            ),
        )

    @read
    @staticmethod
    def has_other_name(connection: Connection, user_id: int, guild_id: int, name: str, called: str) -> bool:
        """Return whether somebody is called otherwise at a table or in a league of a server; see `rename`."""
        found = connection.execute(
            f"select exists (select 1 {_AT_TABLES} union all select 1 {_IN_LEAGUES})",
            {"user": user_id, "guild": guild_id, "name": name},
        ).fetchone()
        return bool(found[0]) or bool(_lines_to_rename(connection, user_id, guild_id, called))

    @write
    @staticmethod
    def rename(connection: Connection, user_id: int, guild_id: int, name: str, called: str, now: str) -> Renamed:
        """Let somebody be called by this name at all tables and in all leagues of a server.

        The messages of tables that run are shown anew.

        Args:
            user_id: who has another name.
            guild_id: the server in which they have it.
            name: what they are called now.
            called: the same as it stands in lines of a log about a chair that they have left.
            now: the present time.
        """
        where = {"user": user_id, "guild": guild_id, "name": name}
        games = connection.execute(f"select game_id, status {_AT_TABLES} order by game_id", where).fetchall()
        seasons = connection.execute(f"select season_id {_IN_LEAGUES} order by season_id", where).fetchall()
        for game_id, status in games:
            connection.execute("update seats set name = ? where game_id = ? and user_id = ?", (name, game_id, user_id))
            if status == "running":
                letter_rows.OutboxRows.add(connection, game_id, [NewLetter("board")], now)
        for (season_id,) in seasons:
            connection.execute(
                "update entrants set name = ? where season_id = ? and user_id = ?", (name, season_id, user_id)
            )
        for letter_id, said in _lines_to_rename(connection, user_id, guild_id, called):
            words = str(said.get("text") or "").replace(str(said["called"]), called)
            body = json.dumps({**said, "text": words, "called": called})
            connection.execute("update letters set body = ? where letter_id = ?", (body, letter_id))
        running = [game_id for game_id, status in games if status == "running"]
        return Renamed([game_id for game_id, _ in games], running, [season_id for (season_id,) in seasons])


def _lines_to_rename(
    connection: Connection, user_id: int, guild_id: int, called: str
) -> list[tuple[int, Mapping[str, object]]]:
    """Return the lines of a server's logs in which somebody who left a chair is called otherwise, by their letters."""
    lines = connection.execute(
        "select letter_id, letters.seat, body from named_in_letters join letters using (letter_id) "
        "join games using (game_id) "
        "where named_in_letters.user_id = ? and guild_id = ? and kind = 'vacancy' order by letter_id",
        (user_id, guild_id),
    ).fetchall()
    found = []
    for letter_id, seat, body in lines:
        said = read_body(body)
        told_apart = f"{called.removesuffix('**')} seat {seat}**"
        if said.get("who") == user_id and said.get("called") not in (None, called, told_apart):
            found.append((letter_id, said))
    return found
