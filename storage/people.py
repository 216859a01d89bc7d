"""Rows of people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from storage.interface import Connection, Person
from storage.operations import Group, read, write
from storage.shards import one_at_a_time


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
