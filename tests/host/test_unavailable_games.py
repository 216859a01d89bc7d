"""A game that is gone, as when its package was taken out: its tables stand still, and nothing else does."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.engine import play
from bot.engine.game import AnyGame
from bot.host.delivery.outbox_worker import OutboxWorker
from bot.host.errors import UnknownGame
from bot.host.table import deadlines
from storage.interface.letters import Letter
from storage.interface.shards import ALL_SHARDS
from tests.house import ANN, BEN, CLEO, GUILD, NAMES, NOON, House, house
from tests.toy import TOY

HOUR = timedelta(hours=1)
OTHER = replace(TOY, key="other", title="Another Fair")
BOTH: Mapping[str, AnyGame] = {"toy": TOY, "other": OTHER}
WITHOUT: Mapping[str, AnyGame] = {"other": OTHER}


@dataclass
class Days:
    """A house that is opened again and again, with a clock on its wall."""

    path: Path
    wall: timedelta = timedelta()

    async def runs(self, games: Mapping[str, AnyGame], hours: float) -> None:
        """Let the program run with these games, for so long."""
        async with house(self.path, games=games, now=lambda: NOON + self.wall) as home:
            clock = home.new_clock()
            await clock.start()
            await home.services.resume()
            for _ in range(int(hours * 2)):
                self.wall += timedelta(minutes=30)
                await clock.tick()
                await home.settle()
            await clock.close()

    async def due(self, number: int) -> timedelta:
        """How long after the beginning the first seat's time ends."""
        async with house(self.path, games=BOTH, now=lambda: NOON + self.wall) as home:
            clock = (await home.host.get_running_game(number)).clocks[1]
            assert clock.due_at is not None
            assert clock.next_at is not None
            assert clock.next_at <= clock.due_at, "the clock looks no later than it has to"
            return deadlines.parse_time(clock.due_at) - NOON


async def opened(home: House, title: str) -> int:
    """Open a table of Ann and Ben."""
    table = await home.lobby.open_table(
        title=title, guild_id=GUILD, channel_id=2, user_id=ANN, name="Ann", seats_wanted=2, options=None
    )
    await home.lobby.join(table.row.game_id, BEN, NAMES[BEN])
    return table.row.game_id


@pytest.fixture
async def days(tmp_path: Path) -> Days:
    """Two tables that have begun, 1 of the toy and 2 of another game, and two that have not."""
    there = Days(tmp_path / "boardroom.db")
    async with house(there.path, games=BOTH) as home:
        for title in BOTH:
            await home.lobby.start(await opened(home, title), ANN)
        for title in BOTH:
            await opened(home, title)
    return there


async def test_a_table_whose_game_is_gone_says_so_in_a_sentence(days: Days) -> None:
    async with house(days.path, games=WITHOUT) as home:
        for number in (1, 3):
            with pytest.raises(UnknownGame, match="Nothing is lost: the table stands still, and goes on when"):
                await (home.host.build_panel(number, ANN) if number == 1 else home.lobby.get_open_table(number))
        with pytest.raises(UnknownGame):
            await home.lobby.join(3, CLEO, "Cleo")


async def test_its_clock_stands_still_and_goes_on_when_the_game_is_back(days: Days) -> None:
    before = await days.due(1)
    await days.runs(BOTH, 2)
    await days.runs(WITHOUT, 60)
    await days.runs(BOTH, 1)
    assert days.wall == 63 * HOUR
    assert timedelta(0) <= await days.due(1) - before - 60 * HOUR <= HOUR / 6, "nobody lost time, or was given any"
    async with house(days.path, games=BOTH) as home:
        table = (await home.host.get_running_game(1)).table
        assert play.list_asked_seats(table) == [1, 2], "nobody's time was over"
        notices = [text for _, text in await home.storage.outbox.list_notices(1)]
        assert notices == ["The game of this table is back. All clocks stood still meanwhile."]


async def test_it_gets_the_time_back_once(days: Days) -> None:
    await days.runs(BOTH, 1)
    await days.runs(WITHOUT, 30)
    await days.runs(BOTH, 1)
    due = await days.due(1)
    await days.runs(BOTH, 1)
    assert await days.due(1) == due


async def test_an_outage_before_or_after_is_not_given_back_twice(days: Days) -> None:
    before = await days.due(1)
    await days.runs(BOTH, 1)
    days.wall += 10 * HOUR
    await days.runs(WITHOUT, 20)
    days.wall += 10 * HOUR
    await days.runs(BOTH, 1)
    assert abs(await days.due(1) - before - 40 * HOUR) <= HOUR / 6


async def test_other_tables_go_on_meanwhile(days: Days) -> None:
    """Also when an open table of the game has expired, which the clock looks at before it re-arms."""
    await days.runs(WITHOUT, 24 * 16)
    async with house(days.path, games=BOTH, now=lambda: NOON + days.wall) as home:
        assert play.list_asked_seats((await home.host.get_running_game(2)).table) != [1, 2], "whose time was over"
        row, _ = await home.host.find_table(4) or (None, ())
        assert row is not None
        assert row.status == "abandoned", "it was open for too long"


async def test_the_log_says_once_at_the_start_which_tables_stand_still(
    days: Days, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        await days.runs(WITHOUT, 30)
    told = [record for record in caplog.records if record.name.startswith("bot.")]
    assert [
        record.getMessage().partition(" is unavailable since ")[0] for record in told if record.name.endswith("games")
    ] == ["tables stand still, for their game toy"]
    assert not [record for record in told if record.exc_info], "no fault of ours"


async def test_its_letters_wait_and_arrive_when_the_game_is_back(days: Days) -> None:
    class Gone:
        """Carries nothing of a table whose game is gone."""

        def __init__(self, home: House) -> None:
            self.home = home
            self.tried: list[Letter] = []

        async def carry(self, letter: Letter) -> None:
            self.tried.append(letter)
            await self.home.host.get_running_game(letter.game_id)

        async def sweep(self, game_id: int) -> None:
            pass

    async with house(days.path, games=WITHOUT) as home:
        waiting = await home.storage.outbox.list_unsent(1)
        carrier = Gone(home)
        outbox_worker = OutboxWorker(home.storage, ALL_SHARDS, carrier, now=lambda: NOON, spacing=0)
        await outbox_worker.resume()
        await outbox_worker.wait_for_all()
        assert carrier.tried
        await outbox_worker.close()
        left = await home.storage.outbox.list_unsent(1)
    assert [letter.letter_id for letter in left] == [letter.letter_id for letter in waiting]
