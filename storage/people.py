"""Rows of known users.

Displayed names are stored with tables and leagues, because a user may have another name in each server. `rename`
updates them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from storage import outbox as letter_rows
from storage.interface.database import Connection
from storage.interface.letters import NewLetter
from storage.interface.people import Person, RenamedPerson
from storage.operations import Group, read, write
from storage.outbox import read_body
from storage.shards import serialize_transactions

_AT_TABLES = (
    "from seats join games using (game_id) "
    "where seats.user_id = :user and games.guild_id = :guild "
    "and coalesce(seats.real_name, seats.name) <> :name"
)
_IN_LEAGUES = (
    "from entrants join seasons using (season_id) join leagues using (league_id) "
    "where entrants.user_id = :user and leagues.guild_id = :guild and entrants.name <> :name"
)
"""Find a displayed name of a user in a server that differs from theirs."""
_RENAME = "update seats set name = ? where game_id = ? and user_id = ? and real_name is null"
_RENAME_ALIAS = "update seats set real_name = ? where game_id = ? and user_id = ? and real_name is not null"


class PersonRows(Group):
    """Known users."""

    @read
    @staticmethod
    def get(connection: Connection, user_id: int) -> Person | None:
        """Return the record of a user."""
        row = connection.execute(
            "select user_id, name, dm, wishes, secrets, dm_channel, word, chosen, event_level from people "
            "where user_id = ?",
            (user_id,),
        ).fetchone()
        if row is None:
            return None
        *known, chosen, event_level = row
        return replace(Person(*known), event_level=event_level, chosen=bool(chosen))

    @write
    @staticmethod
    def change(connection: Connection, person: Person, change: Callable[[Person], Person]) -> Person:
        """Change a user's record and return it; an unknown user is first stored as `person`.

        Concurrent changes of other fields, in different processes, do not overwrite each other.
        """
        serialize_transactions(connection, f"person {person.user_id}")
        changed = change(PersonRows.get(connection, person.user_id) or person)
        PersonRows.put(connection, changed)
        return changed

    @write
    @staticmethod
    def put(connection: Connection, person: Person) -> None:
        """Store a user's name and whether direct messages reach them."""
        connection.execute(
            "insert into people (user_id, name, dm, wishes, secrets, dm_channel, word, chosen, event_level) "
            "values (?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "on conflict (user_id) do update set name = excluded.name, dm = excluded.dm, wishes = excluded.wishes, "
            "secrets = excluded.secrets, dm_channel = excluded.dm_channel, word = excluded.word, "
            "chosen = excluded.chosen, event_level = excluded.event_level",
            (
                person.user_id,
                person.name,
                person.dm,
                person.wishes,
                person.secrets,
                person.dm_channel,
                person.word,
                person.chosen,
                person.event_level,
            ),
        )

    @read
    @staticmethod
    def has_other_name(connection: Connection, user_id: int, guild_id: int, name: str, called: str) -> bool:
        """Return whether a table or league of a server shows another name of a user; see `rename`."""
        found = connection.execute(
            f"select exists (select 1 {_AT_TABLES} union all select 1 {_IN_LEAGUES})",
            {"user": user_id, "guild": guild_id, "name": name},
        ).fetchone()
        return bool(found[0]) or bool(_list_lines_to_rename(connection, user_id, guild_id, called))

    @write
    @staticmethod
    def rename(connection: Connection, user_id: int, guild_id: int, name: str, called: str, now: str) -> RenamedPerson:
        """Change a user's displayed name at all tables and in all leagues of a server.

        The messages of running tables are refreshed.

        Args:
            user_id: the user with a new name.
            guild_id: the server in which they have it.
            name: the new name.
            called: the same name, as log lines about their vacant seat show it.
            now: the current time.
        """
        where = {"user": user_id, "guild": guild_id, "name": name}
        games = connection.execute(f"select game_id, status, real_name {_AT_TABLES} order by game_id", where).fetchall()
        seasons = connection.execute(f"select season_id {_IN_LEAGUES} order by season_id", where).fetchall()
        for game_id, status, real_name in games:
            for statement in (_RENAME_ALIAS, _RENAME):
                connection.execute(statement, (name, game_id, user_id))
            if status == "running" and real_name is None:  # otherwise its time would tell whose seat it is
                letter_rows.OutboxRows.add(connection, game_id, [NewLetter("board")], now)
        for (season_id,) in seasons:
            connection.execute(
                "update entrants set name = ? where season_id = ? and user_id = ?", (name, season_id, user_id)
            )
        for letter_id, said in _list_lines_to_rename(connection, user_id, guild_id, called):
            words = str(said.get("text") or "").replace(str(said["called"]), called)
            body = json.dumps({**said, "text": words, "called": called})
            connection.execute("update letters set body = ? where letter_id = ?", (body, letter_id))
        running = [game_id for game_id, status, real_name in games if status == "running" and real_name is None]
        return RenamedPerson([game_id for game_id, *_ in games], running, [season_id for (season_id,) in seasons])


def _list_lines_to_rename(
    connection: Connection, user_id: int, guild_id: int, called: str
) -> list[tuple[int, Mapping[str, object]]]:
    """Return the log lines of a server that show another name of a former player, with their letter ids."""
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
        if said.get("who") == user_id and said.get("called") not in (None, "", called, told_apart):
            found.append((letter_id, said))
    return found
