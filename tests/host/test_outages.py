"""What costs nobody any time: a table that is damaged, a machine that slept, a Discord out of reach, an upgrade."""

from __future__ import annotations

import asyncio
import shutil
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.engine import play
from bot.games import GAMES
from bot.host import timekeeping
from bot.host.absence import Absence
from bot.host.clock import Clock
from bot.host.departures import Departures
from bot.host.errors import Unreadable
from bot.host.host import Host
from bot.host.lobby import Lobby
from bot.host.motions import Motions
from storage.sqlite import open_storage
from tests.house import BEN, GUILD, NOON, House, house
from tests.storage.release import RELEASED

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


class Nowhere:
    """A Discord in which we are in no server any more."""

    def knows(self, guild_id: int) -> bool:
        return False

    async def has_channel(self, guild_id: int, channel_id: int) -> bool | None:
        return None

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        return None


@dataclass
class Watch:
    """A house, a clock on its wall, and whether Discord can be reached."""

    home: House
    clock: Clock
    wall: list[datetime]
    connected: bool = True

    async def due(self, number: int) -> datetime:
        """Until when seat 1, who is asked, has time."""
        due_at = (await self.home.host.running(number)).clocks[1].due_at
        assert due_at is not None
        return timekeeping.moment(due_at)

    async def rings_after(self, asleep: timedelta) -> None:
        """Let the clock's timer ring so much later than it should have."""
        self.clock.notice(timekeeping.text(self.wall[0]))
        self.wall[0] += asleep
        for _ in range(2):
            await asyncio.sleep(0)  # the timer rings
        await self.clock.close()  # what it does is finished

    async def damage(self, number: int, state: bytes = b"?") -> None:
        """Spoil what is stored of a table, and forget what is known of it."""
        await self.home.storage.database.write(
            lambda rows: rows.execute("update states set state = ? where game_id = ?", (state, number))
        )
        async with self.home.host.lock(number):
            self.home.host.forget_loaded(number)


@pytest.fixture
async def watch(tmp_path: Path) -> AsyncIterator[Watch]:
    wall = [NOON]
    async with house(tmp_path / "boardroom.db", now=lambda: wall[0]) as home:
        clock = Clock(home.host, Absence(home.host), home.lobby, connected=lambda: there.connected)
        home.host.clock = clock
        there = Watch(home, clock, wall)
        await clock.start()
        yield there
        await clock.close()


async def test_a_damaged_table_is_no_reason_to_stop_the_clocks_of_the_others(watch: Watch) -> None:
    damaged, sound = [await watch.home.at_first_turn(BEN) for _ in range(2)]
    await watch.damage(damaged)
    watch.wall[0] += 25 * HOUR
    await watch.clock.tick()
    assert play.asked(await watch.home.table(sound)) == [2], "the default ended seat 1's turn"
    with pytest.raises(Unreadable, match="operator can bring it back from a backup"):
        await watch.home.host.running(damaged)


async def test_a_damaged_table_does_not_keep_an_outage_from_being_given_back_to_the_others(watch: Watch) -> None:
    damaged, sound = [await watch.home.at_first_turn(BEN) for _ in range(2)]
    due = await watch.due(sound)
    await watch.clock.tick()
    await watch.damage(damaged)
    watch.wall[0] += 48 * HOUR
    await Clock(watch.home.host, Absence(watch.home.host), watch.home.lobby).start()
    assert await watch.due(sound) == due + 48 * HOUR


async def test_a_damaged_table_does_not_hold_up_what_happens_to_the_others_of_its_server(watch: Watch) -> None:
    damaged, sound = [await watch.home.at_first_turn(BEN) for _ in range(2)]
    await watch.damage(damaged)
    departures = Departures(watch.home.host, Absence(watch.home.host), Nowhere())
    await departures.look_around()
    await departures.server_gone(GUILD)
    assert (await watch.home.host.running(sound)).row.lost == "server"
    watch.wall[0] += 31 * DAY
    await departures.abandon_the_lost()
    assert (await watch.home.host.running(sound)).row.status == "abandoned"


async def test_a_damaged_table_can_be_ended_by_an_organiser(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    await watch.damage(number)
    await Motions(watch.home.host, Absence(watch.home.host)).abandon(number, "It is damaged.")
    assert [row.status for row in await watch.home.storage.games_of(BEN, statuses=("running", "abandoned"))] == [
        "abandoned"
    ]


async def test_a_table_that_does_not_fit_this_version_is_named_in_the_log_without_what_it_holds(
    watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    number = await watch.home.at_first_turn(BEN)
    strange = zlib.compress(b'{"players": "a secret", "chance": {"seed": "a secret"}}')
    await watch.damage(number, strange)
    with pytest.raises(Unreadable):
        await watch.home.host.running(number)
    assert "does not fit this version" in caplog.text
    assert "a secret" not in caplog.text


async def test_a_machine_that_was_asleep_gives_the_time_back(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    await watch.clock.tick()
    await watch.rings_after(48 * HOUR)
    running = await watch.home.host.running(number)
    assert play.asked(running.table) == [1]
    assert running.chair(1).misses == 0
    assert await watch.due(number) == due + 48 * HOUR


async def test_a_timer_that_rings_a_little_late_changes_no_deadline(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    await watch.rings_after(HOUR / 6)
    assert await watch.due(number) == due


async def test_while_discord_is_out_of_reach_nobodys_time_runs_out(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    await watch.clock.tick()
    watch.connected = False
    watch.wall[0] += 30 * HOUR
    await watch.clock.start()
    assert play.asked(await watch.home.table(number)) == [1]
    watch.connected = True
    await watch.clock.start()
    assert play.asked(await watch.home.table(number)) == [1]
    assert await watch.due(number) == due + 30 * HOUR


async def test_an_outage_is_given_back_whole_or_not_at_all(watch: Watch) -> None:
    first, second = [await watch.home.at_first_turn(BEN) for _ in range(2)]
    due = await watch.due(first), await watch.due(second)
    await watch.clock.tick()
    watch.wall[0] += 48 * HOUR
    trigger = (
        f"create trigger full before update on asks when new.game_id = {second} begin select raise(abort, 'x'); end"
    )
    await watch.home.storage.database.write(lambda rows: rows.execute(trigger))
    fresh = Clock(watch.home.host, Absence(watch.home.host), watch.home.lobby)
    await fresh.start()
    assert (await watch.due(first), await watch.due(second)) == due, "the disk failed in the middle of it"
    await watch.home.storage.database.write(lambda rows: rows.execute("drop trigger full"))
    await fresh.start()
    assert (await watch.due(first), await watch.due(second)) == (due[0] + 48 * HOUR, due[1] + 48 * HOUR)
    await fresh.start()
    assert await watch.due(first) == due[0] + 48 * HOUR, "once is enough"
    await fresh.close()


async def test_questions_that_were_open_before_there_were_clocks_get_one_with_the_upgrade(tmp_path: Path) -> None:
    path = tmp_path / "boardroom.db"
    shutil.copy(RELEASED / "0.1.0.sqlite", path)
    storage = await open_storage(path)
    now = datetime(2026, 12, 1, tzinfo=UTC)
    host = Host(storage, GAMES, now=lambda: now)
    clock = Clock(host, Absence(host), Lobby(host))
    host.clock = clock
    await clock.start()
    await host.resume()
    await host.settle()
    waiting = 0
    for row in await storage.games(statuses=("running",)):
        running = await host.running(row.game_id)
        people = [seat for seat in running.asks() if not running.plays_itself(seat)]
        waiting += len(people)
        assert [running.clocks[seat].due_at for seat in people] == [timekeeping.text(now + DAY)] * len(people)
    assert waiting
    assert len(await storage.to_look_at("9")) == waiting, "their clocks are saved"
    await clock.close()
    await storage.close()
