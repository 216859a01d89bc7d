"""What was deleted of a person, or said in a private note, does not stay in the bytes of the database file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage.interface.games import SeatRow
from storage.interface.letters import LetterKind, NewLetter
from storage.interface.people import Person
from storage.interface.shards import ALL_SHARDS
from storage.sqlite import SqliteStorage
from tests.storage.samples import ADA, BEN, GUILD, LATER, NOW, content, entry, open_lobby

NAME = "Wolpertinger"
SEATS = (SeatRow(1, ADA, NAME), SeatRow(2, BEN, "Ben"))


async def with_their_name_everywhere(storage: SqliteStorage) -> None:
    """Let a name fill more than a page of the file, in settings, seats, private notes and lines of logs."""
    await storage.people.put(Person(ADA, NAME, wishes=json.dumps({"zone": NAME * 1000})))
    for _ in range(30):
        game_id = await open_lobby(storage, opened_by=ADA, seats=SEATS)
        setup = replace(entry(game_id, 1), kind="setup", seat=None, move=None, asks={1: "etag-1"})
        await storage.lobbies.start(setup, seats=SEATS, options="{}", box="digest", box_json="{}")
        left = {"text": f"**{NAME}** has left.", "who": ADA, "called": f"**{NAME}**"}
        note = {"text": f"{NAME}: " + "your turn. " * 400}
        letters = [NewLetter("vacancy", 1, json.dumps(left)), NewLetter("note", 1, json.dumps(note))]
        await storage.outbox.add(game_id, letters, NOW)
        for letter in await storage.outbox.list_unsent(game_id):
            await storage.outbox.mark_sent(letter, LATER)
        await storage.games.close_without_result(game_id, NOW)


async def forget(storage: SqliteStorage) -> None:
    await storage.privacy.forget(ADA)


async def retire(storage: SqliteStorage) -> None:
    await storage.privacy.retire(ALL_SHARDS, LATER)


async def erase_server(storage: SqliteStorage) -> None:
    await storage.privacy.erase_server(GUILD)


@pytest.mark.parametrize("erase", [forget, retire, erase_server])
async def test_a_name_that_was_deleted_stands_nowhere_in_the_raw_database_file(
    sqlite: SqliteStorage, path: Path, erase: Callable[[SqliteStorage], Awaitable[None]]
) -> None:
    await with_their_name_everywhere(sqlite)
    await erase(sqlite)
    for file in (path, path.with_name(f"{path.name}-wal")):
        assert NAME.encode() not in content(file), f"{file.name} while the program runs"
    await sqlite.close()
    assert NAME.encode() not in content(path)


@pytest.mark.parametrize("kind", ["hand", "note", "order"])
@pytest.mark.parametrize("fate", ["delivered", "given up", "expired"])
async def test_of_a_private_note_that_waits_no_more_no_word_is_kept(
    sqlite: SqliteStorage, path: Path, kind: LetterKind, fate: str
) -> None:
    game_id = await open_lobby(sqlite)
    await sqlite.outbox.add(game_id, [NewLetter(kind, 1, json.dumps({"text": f"{NAME} growls."}))] * 20, NOW)
    letters = [letter for letter in await sqlite.outbox.list_unsent(game_id) if letter.kind == kind]
    for letter in letters:
        if fate == "delivered":
            await sqlite.outbox.mark_sent(letter, LATER)
        elif fate == "given up":
            await sqlite.outbox.record_failure(letter, "no connection", LATER, given_up=False)
            assert letter.body in [each.body for each in await sqlite.outbox.list_unsent(game_id)], "it is tried again"
            await sqlite.outbox.record_failure(letter, "no such channel", LATER, given_up=True)
        else:
            await sqlite.outbox.mark_expired([letter], "a newer one followed", LATER)
    await sqlite.close()
    with closing(sqlite3.connect(path)) as rows:
        assert rows.execute("select distinct body from letters where kind = ?", (kind,)).fetchall() == [("{}",)]
    assert NAME.encode() not in content(path)


@pytest.mark.parametrize("kind", ["notice", "vacancy"])
async def test_what_everybody_was_told_stays_in_the_log(sqlite: SqliteStorage, kind: LetterKind) -> None:
    game_id = await open_lobby(sqlite)
    await sqlite.outbox.add(game_id, [NewLetter(kind, 1, json.dumps({"text": "We paused."}))], NOW)
    for letter in await sqlite.outbox.list_unsent(game_id):
        await sqlite.outbox.mark_sent(letter, LATER)
    assert [text for _, text in await sqlite.outbox.list_notices(game_id)] == ["We paused."]
