"""A backup is restored: newer messages are deleted, and later ones are posted as new."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord

from bot.client import Boardroom
from storage.interface.metadata_keys import RESTORE_KEY
from storage.offline import restore
from tests.end_to_end.playing import a_year_passes, everybody_answers, letters
from tests.end_to_end.town import Town, begun, town, words


async def put_back(there: Town, backup: Path) -> None:
    """Stop the bot, restore this backup an hour later as an operator does, and start it again."""
    await there.bot.close()
    database = there.settings.file
    restore(backup, database, keep_as=database.with_suffix(".before"))
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat(timespec="seconds")
    with closing(sqlite3.connect(database)) as rows, rows:
        rows.execute("update notes set text = json_set(text, '$[1]', ?) where key = ?", (later, RESTORE_KEY))
    await there.env.restart_bot(Boardroom(there.settings, games=there.games, spacing=0))
    await there.settled()


def nonces(there: Town) -> list[str]:
    """What everything was posted under, oldest first."""
    posted = [entry.json for entry in there.env.http_requests if entry.method == "POST" and entry.json]
    return [str(body["nonce"]) for body in posted if isinstance(body, dict) and body.get("nonce")]


def numbers(messages: Sequence[discord.Message]) -> set[int]:
    return {message.id for message in messages}


async def test_what_was_posted_after_the_backup_is_swept_away_and_nothing_else(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        backend = there.env.backend
        backend.advance_clock((datetime.now(UTC) - there.env.now()).total_seconds())  # Discord lives in our year
        await begun(there)
        ann = there.people["Ann"]
        await ann.slash(there.place, "settings change", secrets="direct message")
        await everybody_answers(there)
        await there.settled()
        before = numbers(there.public())
        copies = numbers(ann.user.dm_channel.history())
        await there.store.backup(tmp_path / "backup.db")
        revision = (await there.running()).row.revision
        backend.advance_clock(60)

        await a_year_passes(there)
        said_by_dora = backend.create_message(there.place.id, there.people["Dora"].id, "What a year!")
        await there.people["Dora"].slash(there.place, "game new", game="goodwill", place="in a thread")
        (thread,) = there.channel.threads
        assert thread.history()
        later = numbers(there.public()) - before - {said_by_dora.id}
        assert later
        assert numbers(ann.user.dm_channel.history()) - copies
        known = set(nonces(there))

        await put_back(there, tmp_path / "backup.db")
        assert (await there.running()).row.revision == revision + 1  # the salt that it draws with from now on
        assert not later & numbers(there.public())
        assert said_by_dora.id in numbers(there.public())
        assert numbers(ann.user.dm_channel.history()) == copies
        assert thread.history() == []
        closed = backend.get_thread(thread.id).thread_metadata
        assert closed is not None
        assert closed.archived
        assert "second price" in words(there.table_message())
        assert len(there.calls()) == 1
        await everybody_answers(there)
        assert await letters(there) == []
        fresh = nonces(there)[len(known) :]
        assert fresh
        assert not known & set(fresh)
