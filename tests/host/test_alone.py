"""One person alone at a table, where the game allows it: from the lobby to the proven record."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine import play
from bot.engine.questions import Question
from bot.host.errors import Refusal
from bot.host.record.export import export, read
from bot.host.record.proof import verify
from bot.ui import screens
from tests.house import ANN, House, house
from tests.stroll import STROLL, Push, Walk
from tests.ui.limits import sendable

GAMES = {"toy": replace(STROLL, key="toy")}


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


def picking(*picks: str) -> Callable[[Question], Sequence[str]]:
    return lambda question: picks


async def alone(home: House) -> int:
    number = await home.opened(wanted=1)
    await home.lobby.start(number, ANN)
    return number


async def test_the_lobby_says_that_it_can_begin(home: House) -> None:
    number = await home.opened(wanted=1)
    table = await home.lobby.table(number)
    sendable(screens.lobby(table))
    sendable(screens.lobby_options(table))
    words = " ".join(screens.lobby(table).strings())
    assert "It is for you alone: press **Start** whenever you like." in words
    assert "Waiting" not in words
    assert "1 seat" in list(screens.lobby_options(table).strings())
    assert "1 seats" not in list(screens.lobby_options(table).strings())


async def test_a_game_for_more_still_needs_them(tmp_path: Path) -> None:
    async with house(tmp_path / "other.db") as home:
        with pytest.raises(Refusal, match="is for 2 to 5 players"):
            await home.opened(wanted=1)


async def test_a_whole_game_alone_is_proven(home: House) -> None:
    number = await alone(home)
    for picks in (["0", "0", "1"], ["0_1", "2_0", "1"]):
        desk = await home.desk(number, 1)
        await home.host.press(number, ANN, str(desk.etag), picking(*picks))
    running = await home.host.running(number)
    assert running.row.status == "finished"
    assert "wins" in " ".join(screens.final(running, ()).strings())
    entries = await home.entries(number)
    assert [entry.kind for entry in entries] == ["setup", "move", "move"], "each answer is one entry"
    assert json.loads(str(entries[1].move)) == Walk(
        parts=(Push(cart="red"), Push(cart="red"), Push(cart="blue"))
    ).model_dump(mode="json")
    report = verify(read((await export(home.storage, number)).model_dump_json()), GAMES)
    assert [check.text for check in report.checks if not check.ok] == []


async def test_who_plays_alone_may_concede_pause_and_undo(home: House) -> None:
    number = await alone(home)
    desk = await home.desk(number, 1)
    await home.host.press(number, ANN, str(desk.etag), picking("0"))
    await home.host.undo(number, ANN)
    assert play.asked((await home.host.running(number)).table) == [1]
    await home.motions.propose(number, ANN, "pause")
    assert (await home.host.running(number)).row.paused_at is not None
    await home.motions.propose(number, ANN, "resume")
    assert (await home.host.running(number)).row.paused_at is None
    await home.services.absence.concede(number, ANN)
    running = await home.host.running(number)
    assert running.row.status == "finished"
    assert "nobody wins" in " ".join(screens.final(running, ()).strings())


async def test_one_may_play_with_bots_instead(home: House) -> None:
    number = await home.opened(wanted=2)
    await home.lobby.add_bot(number, ANN)
    await home.lobby.start(number, ANN)
    await home.settle()
    for picks in (["0"], ["0", "1_0", "0"]):
        desk = await home.host.desk(number, ANN)
        await home.host.press(number, ANN, str(desk.etag), picking(*picks))
        await home.settle()
    assert (await home.host.running(number)).row.status == "finished"
