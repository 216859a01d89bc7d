"""A disk that refuses writes: each refusal names the unsaved thing, and changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from discord import AppCommandType, app_commands

from bot.ui.handlers.command_aliases import get_command_name
from bot.ui.handlers.save_failures import COMMANDS, NOT_SHOWN, OPERATOR, UNCLEAR
from storage.group_commit import QueuedTransaction
from storage.interface.errors import StoreFailed, UnknownOutcome
from storage.sqlite import SqliteStorage
from storage.store import Storage
from tests.cogs.town import Player, Town, make_bot, town


@asynccontextmanager
async def nothing_written(storage: Storage) -> AsyncIterator[None]:
    """Let no write succeed for a while."""
    assert isinstance(storage, SqliteStorage)
    connection = storage.database._writing
    await connection.execute("pragma query_only = 1")
    yield
    await connection.execute("pragma query_only = 0")


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db") as opened:
        yield opened


Does = Callable[[Town, Player, Player], Awaitable[str]]


async def opens(_: Town, __: Player, ben: Player) -> str:
    return await ben.slash("game new", game="toy", place="here")


async def joins(here: Town, _: Player, ben: Player) -> str:
    return await ben.press("Join", on=await here.board())


async def leaves(_: Town, ann: Player, __: Player) -> str:
    return await ann.slash("game leave")


async def changes_the_pace(_: Town, ann: Player, __: Player) -> str:
    return await ann.slash("table pace", hours="24")


async def wants_quiet(_: Town, ann: Player, __: Player) -> str:
    return await ann.slash("settings change", quiet_hours="22:00-8:00")


@pytest.mark.parametrize(
    ("does", "what"),
    [
        (opens, "The table could not be saved"),
        (joins, "Your seat could not be saved"),
        (leaves, "Leaving the table could not be saved"),
        (changes_the_pace, "The table's settings could not be saved"),
        (wants_quiet, "Your settings could not be saved"),
    ],
)
async def test_at_an_open_table(here: Town, does: Does, what: str) -> None:
    ann, ben = here.person("Ann"), here.person("Ben")
    await here.opened(host=ann)
    before = await rows(here)
    async with nothing_written(here.bot.storage):
        assert await does(here, ann, ben) == f"{what}, so nothing was changed. {OPERATOR}"
    assert await rows(here) == before
    assert "could not be saved" not in await does(here, ann, ben)


async def moves(_: Town, ann: Player, __: Player) -> str:
    return await ann.slash("bid", price="5")


async def proposes(_: Town, ann: Player, __: Player) -> str:
    return await ann.slash("table propose", what="pause")


async def gives_up(_: Town, ann: Player, __: Player) -> str:
    return await ann.slash("table concede", sure="yes")


async def wants_letters(_: Town, ann: Player, __: Player) -> str:
    await ann.slash("hand")
    await ann.press_id("dm:1:on")
    return ann.sees  # the sentence below the panel, which stays


@pytest.mark.parametrize(
    ("does", "what"),
    [
        (moves, "Your move could not be saved"),
        (proposes, "Your proposal could not be saved"),
        (gives_up, "Giving up could not be saved"),
        (wants_letters, "Your settings could not be saved"),
    ],
)
async def test_at_a_running_table(here: Town, does: Does, what: str) -> None:
    ann, ben = here.person("Ann"), here.person("Ben")
    await here.started(ben, host=ann)
    before = await rows(here)
    async with nothing_written(here.bot.storage):
        assert await does(here, ann, ben) == f"{what}, so nothing was changed. {OPERATOR}"
    assert await rows(here) == before
    assert "could not be saved" not in await does(here, ann, ben)


async def rows(here: Town) -> tuple[object, ...]:
    """Stored rows of tables and of people."""
    storage = here.bot.storage
    people = [await storage.people.get(number) for number in here.people]
    return await storage.games.load(1), await storage.games.load(2), people


async def test_a_player_who_is_away_can_still_look(here: Town) -> None:
    ann, ben = here.person("Ann"), here.person("Ben")
    await here.started(ben, host=ann)
    await here.bot.storage.database.write(lambda rows: rows.execute("update seats set away = 1"))
    here.bot.host.forget_loaded(1)
    async with nothing_written(here.bot.storage):
        assert "could not" not in await ann.act()


async def test_every_button_and_every_command_has_its_words(here: Town) -> None:
    found = [command for command in here.bot.tree.walk_commands() if isinstance(command, app_commands.Command)]
    menus = [
        *here.bot.tree.get_commands(type=AppCommandType.user),
        *here.bot.tree.get_commands(type=AppCommandType.message),
    ]
    commands = {get_command_name(command) for command in found} | {menu.name for menu in menus}
    assert len(commands) > 20
    assert commands == set(COMMANDS)
    assert all(isinstance(found.saves, str) for found in here.bot.router.routes.values())


async def test_a_start_at_which_the_store_fails_is_made_up_for(here: Town, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    await here.bot.close()
    with closing(sqlite3.connect(here.path)) as rows, rows:
        rows.execute("alter table asks rename to gone")
    await here.env.restart_bot(make_bot(here.path, here.games))
    assert "looking after what was missed did not succeed; it is tried again in 15 seconds" in caplog.text
    caplog.clear()
    database = here.bot.storage.database
    await database.write(lambda rows: rows.execute("alter table gone rename to asks") and None)
    await here.env.advance_time(15)
    assert "ready as " in caplog.text


async def test_where_nobody_can_tell_what_was_saved_that_is_said_and_what_was_counts(
    here: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a server goes just while it saves something, and another one takes its place."""
    ann, ben = here.person("Ann"), here.person("Ben")
    await here.opened(host=ann)
    assert isinstance(here.bot.storage, SqliteStorage)
    queue = here.bot.storage.database._queue
    commit = queue._commit

    async def breaks_off(group: Sequence[QueuedTransaction]) -> None:
        await commit(group)
        raise UnknownOutcome("The connection broke while something was being saved.")

    with monkeypatch.context() as broken:
        broken.setattr(queue, "_commit", breaks_off)
        assert UNCLEAR in await joins(here, ann, ben)
    saved = await here.bot.storage.games.load(1)
    assert saved is not None
    assert [seat_row.user_id for seat_row in saved.seats] == [ann.id, ben.id]
    assert "You sit at table 1" in await joins(here, ann, ben)


async def test_what_was_saved_before_nothing_could_be_read_any_more_counted_and_that_is_said(
    here: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a server goes between a commit and the next look."""
    ann = here.person("Ann")
    await here.opened(host=ann)
    before = await rows(here)
    assert isinstance(here.bot.storage, SqliteStorage)
    database = here.bot.storage.database
    queue = database._queue
    commit = queue._commit

    async def breaks_off(_: Callable[..., object]) -> None:
        raise StoreFailed("The server is gone.")

    async def is_the_last(group: Sequence[QueuedTransaction]) -> None:
        await commit(group)
        broken.setattr(database, "read", breaks_off)

    with monkeypatch.context() as broken:
        broken.setattr(queue, "_commit", is_the_last)
        assert await changes_the_pace(here, ann, ann) == NOT_SHOWN
    assert await rows(here) != before
