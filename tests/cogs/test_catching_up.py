"""News since a person's last look at a table, by any way of looking, and the stored read marks."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable

import pytest

from storage.sqlite import SqliteDatabase, SqliteStorage
from tests.cogs.town import Player, Town

Way = Callable[[Town, Player], Awaitable[str]]


async def on_the_board(here: Town, player: Player, label: str) -> str:
    return await player.press(label, on=await here.board())


async def refreshed(here: Town, player: Player) -> str:
    """By a panel that was opened before anything had happened."""
    return await player.press("Look again")


WAYS: dict[str, Way] = {
    "Act": lambda here, player: on_the_board(here, player, "Act"),
    "My hand": lambda here, player: on_the_board(here, player, "My hand"),
    "Log": lambda here, player: on_the_board(here, player, "Log"),
    "/play": lambda here, player: player.slash("play"),
    "/hand": lambda here, player: player.slash("hand"),
    "/table log": lambda here, player: player.slash("table log"),
    "/bid": lambda here, player: player.slash("bid", price="1"),
    "Look again": refreshed,
}


@pytest.fixture
async def other(other: Player) -> Player:
    """Who waits has looked at the table before the turn began."""
    await other.act()
    return other


async def tries(player: Player, stall: str, what: str) -> None:
    await player.act()
    await player.choose(f"Try the {stall}")
    await player.press(what)


def database(here: Town) -> SqliteDatabase:
    store = here.bot.storage
    assert isinstance(store, SqliteStorage)
    return store.database


async def looks(here: Town, player: Player) -> dict[int, int]:
    return dict(await here.bot.storage.read_marks.get_all_seen(player.id))


# -- since when --------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
async def test_what_somebody_has_looked_at_is_not_told_again(
    here: Town, asked: Player, other: Player, way: Way
) -> None:
    await tries(asked, "fruit", "Pear")
    assert "tries the fruit" in await way(here, other)
    await tries(asked, "price", "$4")
    await here.restart()
    seen = await other.act()
    assert "Since you last looked: " in seen
    assert "tries the price" in seen
    assert "tries the fruit" not in seen
    assert "Since you last looked" not in await other.act()


async def test_going_to_a_table_from_the_inbox_is_a_look(here: Town, asked: Player, other: Player) -> None:
    await tries(asked, "fruit", "Pear")
    await asked.act()
    await asked.choose(f"Poke {other.actor.user.global_name}")
    await other.slash("inbox")
    seen = await other.press("Act")
    assert "tries the fruit" in seen
    assert "Since you last looked" not in await other.act()


async def test_ones_own_move_is_a_look_that_costs_no_note(here: Town, asked: Player, other: Player) -> None:
    before = await looks(here, asked)
    await asked.slash("play", answer="Try the fruit")
    await asked.slash("play", answer="Pear")
    assert await looks(here, asked) == before
    assert "tries the fruit" not in await asked.act()
    assert await looks(here, asked) == before


async def test_looking_again_writes_nothing(here: Town, asked: Player, other: Player) -> None:
    await tries(asked, "fruit", "Pear")
    for way in ("Act", "Log"):
        await WAYS[way](here, other)
        commits = database(here).commits
        await WAYS[way](here, other)
        assert database(here).commits == commits, way


async def test_a_newcomers_panel_with_news_takes_two_reads(here: Town, asked: Player, other: Player) -> None:
    """One is for all panels, and one tells whether they are new to this game; a press waits for each in turn."""
    await tries(asked, "fruit", "Pear")
    reads = database(here).reads
    assert "tries the fruit" in await other.act()
    assert database(here).reads == reads + 2


async def test_that_something_one_has_seen_was_undone_is_told(here: Town, asked: Player, other: Player) -> None:
    await asked.choose(f"Poke {other.actor.user.global_name}")
    assert "pokes" in await other.act()
    await asked.slash("table undo")
    seen = await other.act()
    assert f"**{asked.actor.user.global_name}** undid their last move." in seen
    assert "undid" not in await other.act()


async def test_with_a_full_disk_one_looks_all_the_same_and_is_told_again(
    here: Town, asked: Player, other: Player, caplog: pytest.LogCaptureFixture
) -> None:
    await tries(asked, "fruit", "Pear")
    connection = database(here)._writing
    await connection.execute("pragma query_only = 1")
    for way in ("Act", "Log", "My hand"):
        assert "tries the fruit" in await WAYS[way](here, other)
    await connection.execute("pragma query_only = 0")
    warned = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert {record.name for record in warned} == {"bot.ui.handlers.answering"}
    caplog.clear()
    assert "tries the fruit" in await other.act()
    assert "tries the fruit" not in await other.act()


# -- whose -------------------------------------------------------------------------------------------


async def test_a_player_who_takes_a_seat_over_reads_what_the_seat_may_know_and_nobody_elses_secrets(
    here: Town, asked: Player, other: Player, stranger: Player
) -> None:
    otto = here.person("Otto", manages=True)
    await tries(asked, "fruit", "Pear")
    await other.act()
    left_at = await looks(here, other)
    await tries(asked, "price", "$4")
    await otto.slash("table propose", what="replace", player=other.actor, reason="Gone")
    seat = next(seat_row.seat for seat_row in (await here.bot.host.get_running_game(1)).seats if seat_row.away)
    first = await stranger.press("Take this seat", on=await here.message(1, f"vacancy:{seat}"))
    assert "tries the price" in first, "the seat has not looked since, whoever sat there"
    await asked.act()
    await asked.choose("Draw an animal")
    await tries(asked, "fruit", "Plum")
    seen = await stranger.act()
    assert "tries the fruit" in seen
    assert "tries the price" not in seen
    assert "You draw" not in seen, "that was for the other seat"
    await other.slash("table log")
    await other.press("My hand", on=await here.board())
    assert await looks(here, other) == left_at, "who has left looks on as anybody"


async def test_a_player_who_only_watches_leaves_no_trace(here: Town, asked: Player, stranger: Player) -> None:
    for label in ("Act", "My hand", "Log"):
        await stranger.press(label, on=await here.board())
    assert await looks(here, stranger) == {}


# -- stored read marks -------------------------------------------------------------------------------


async def test_looks_are_shown_with_ones_data_and_go_when_one_is_forgotten(
    here: Town, asked: Player, other: Player
) -> None:
    await tries(asked, "fruit", "Pear")
    await other.act()
    revision, lines = await here.revision(), len(await here.bot.host.get_history(1, other.id))
    await other.slash("settings my-data")
    (attachment,) = other.answer.attachments
    assert json.loads(await attachment.read())["last_looks"] == [{"table": 1, "lines_of_the_log": lines}]
    await here.bot.router.lost_channel_handlers.erasure.forget(other.id)
    assert await looks(here, other) == {}
    await here.bot.storage.read_marks.record_look(1, other.id, revision + 1)
    assert await looks(here, other) == {}, "a look that was on its way brings nothing back"


async def test_when_the_game_is_over_no_look_is_kept(here: Town, asked: Player, other: Player) -> None:
    await tries(asked, "fruit", "Pear")
    await other.act()
    assert await looks(here, other) == {1: await here.revision()}
    await asked.slash("table concede", sure="yes")
    assert await looks(here, other) == {}
    for command in ("hand", "table log"):
        await other.slash(command)
    assert await looks(here, other) == {}
