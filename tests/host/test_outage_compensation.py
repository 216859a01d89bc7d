"""What costs nobody any time: a table that is damaged, a machine that slept, a Discord out of reach, an upgrade."""

from __future__ import annotations

import asyncio
import shutil
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.engine import play
from bot.games import GAMES
from bot.host.clock import HEARTBEAT, Clock
from bot.host.errors import Unreadable
from bot.host.lost_channels import LostChannels
from bot.host.services import TimeSource, build_services
from bot.host.signals import Commit
from bot.host.table import deadlines
from storage.interface.errors import StoreFailed
from storage.interface.shards import ALL_SHARDS
from storage.shards import note_alive
from storage.sqlite import open_storage
from tests.full_disk import fill, make_room
from tests.house import BEN, GUILD, NOON, House, house
from tests.storage.release import RELEASED

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


class Nowhere:
    """A Discord without any server of ours."""

    def has_server(self, guild_id: int) -> bool:
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
    elapsed: list[float]
    """What a clock shows that nobody sets."""
    connected: bool = True

    def passes(self, time: timedelta) -> None:
        """Let time pass."""
        self.wall[0] += time
        self.elapsed[0] += time.total_seconds()

    async def rings(self, *, every: timedelta = HEARTBEAT, times: int = 1) -> None:
        """Let time pass, and the clock check due tables whenever its timer rings."""
        for _ in range(times):
            self.passes(every)
            await self.clock.start()

    async def words(self, number: int) -> list[str]:
        """Service messages to the table, beside its news."""
        return [text for _, text in await self.home.storage.outbox.list_notices(number)]

    async def due(self, number: int) -> datetime:
        """The end of the time of seat 1, which has a question."""
        due_at = (await self.home.host.get_running_game(number)).clocks[1].due_at
        assert due_at is not None
        return deadlines.parse_time(due_at)

    async def rings_after(self, asleep: timedelta, *, running: bool = False) -> None:
        """Let the clock's timer ring so much later than it should have, by a machine that is asleep or runs on."""
        self.home.host.commits.notify(Commit(0, deadlines.format_time(self.wall[0])))
        self.wall[0] += asleep
        self.elapsed[0] += asleep.total_seconds() if running else 0
        for _ in range(2):
            await asyncio.sleep(0)  # the timer rings
        await self.clock.close()  # what it does is finished

    async def damage(self, number: int, state: bytes = b"?") -> None:
        """Damage the stored rows of a table, and drop its cached state."""
        await self.home.storage.database.write(
            lambda rows: rows.execute("update states set state = ? where game_id = ?", (state, number))
        )
        async with self.home.host.lock_game(number):
            self.home.host.forget_loaded(number)


@pytest.fixture
async def watch(tmp_path: Path) -> AsyncIterator[Watch]:
    wall, elapsed = [NOON], [1_000.0]
    path = tmp_path / "boardroom.db"
    async with house(
        path, now=lambda: wall[0], monotonic=lambda: elapsed[0], connected=lambda: there.connected
    ) as home:
        clock = home.clock
        there = Watch(home, clock, wall, elapsed)
        await clock.start()
        yield there
        await clock.close()


async def test_a_damaged_table_is_no_reason_to_stop_the_clocks_of_the_others(watch: Watch) -> None:
    damaged, sound = [await watch.home.at_first_turn(BEN) for _ in range(2)]
    await watch.damage(damaged)
    watch.wall[0] += 25 * HOUR
    await watch.clock.tick()
    assert play.list_asked_seats(await watch.home.table(sound)) == [2], "the default ended seat 1's turn"
    with pytest.raises(Unreadable, match="Ask the bot's operator to restore a backup"):
        await watch.home.host.get_running_game(damaged)


async def test_a_damaged_table_does_not_keep_an_outage_from_being_given_back_to_the_others(watch: Watch) -> None:
    damaged, sound = [await watch.home.at_first_turn(BEN) for _ in range(2)]
    due = await watch.due(sound)
    await watch.clock.tick()
    await watch.damage(damaged)
    watch.wall[0] += 48 * HOUR
    await watch.home.new_clock().start()
    assert await watch.due(sound) == due + 48 * HOUR


async def test_a_damaged_table_does_not_hold_up_what_happens_to_the_others_of_its_server(watch: Watch) -> None:
    damaged, sound = [await watch.home.at_first_turn(BEN) for _ in range(2)]
    await watch.damage(damaged)
    lost_channels = LostChannels(watch.home.host, watch.home.votes, Nowhere())
    await lost_channels.check_all()
    await lost_channels.handle_server_removed(GUILD)
    assert (await watch.home.host.get_running_game(sound)).row.lost == "server"
    watch.wall[0] += 31 * DAY
    await watch.home.host.ticks.run()
    assert (await watch.home.host.get_running_game(sound)).row.status == "abandoned"


async def test_a_damaged_table_can_be_ended_by_an_organiser(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    await watch.damage(number)
    await watch.home.votes.close_without_result(number, "It is damaged.")
    assert [
        row.status for row in await watch.home.storage.games.list_by_player(BEN, statuses=("running", "abandoned"))
    ] == ["abandoned"]


async def test_a_table_that_does_not_fit_this_version_is_named_in_the_log_without_what_it_holds(
    watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    number = await watch.home.at_first_turn(BEN)
    strange = zlib.compress(b'{"players": "a secret", "chance": {"seed": "a secret"}}')
    await watch.damage(number, strange)
    with pytest.raises(Unreadable):
        await watch.home.host.get_running_game(number)
    assert "does not fit this version" in caplog.text
    assert "a secret" not in caplog.text


async def test_a_machine_that_was_asleep_gives_the_time_back(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    await watch.clock.tick()
    await watch.rings_after(48 * HOUR)
    running = await watch.home.host.get_running_game(number)
    assert play.list_asked_seats(running.table) == [1]
    assert running.get_seat_row(1).misses == 0
    assert await watch.due(number) == due + 48 * HOUR


# -- a machine's clock that is set -------------------------------------------------------------------


async def test_a_clock_that_is_set_forward_costs_nobody_their_time(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    await watch.rings(times=3)
    watch.wall[0] += 30 * HOUR
    await watch.rings()
    running = await watch.home.host.get_running_game(number)
    assert (play.list_asked_seats(running.table), running.get_seat_row(1).misses) == ([1], 0)
    assert await watch.due(number) == due + 30 * HOUR
    assert "my clock was set forward by as much; all clocks were moved with it" in (await watch.words(number))[-1]
    await watch.rings(times=3)
    assert await watch.due(number) == due + 30 * HOUR, "once is enough"


async def test_a_clock_that_is_set_back_leaves_everybody_as_much_time_as_they_had(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    await watch.rings(times=3)
    watch.wall[0] -= 30 * HOUR
    await watch.rings()
    assert await watch.due(number) == due - 30 * HOUR
    assert "My clock was set back by 30 hours" in (await watch.words(number))[-1]
    await watch.rings(times=3)
    assert await watch.due(number) == due - 30 * HOUR, "once is enough"


async def test_a_clock_that_was_wrong_for_a_moment_has_changed_nothing(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    for set_by in (40 * DAY, -40 * DAY):
        watch.wall[0] += set_by
        await watch.rings()
    assert await watch.due(number) == due


async def test_a_clock_that_is_set_again_and_again_by_a_little_is_noticed_in_the_end(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    for _ in range(200):
        watch.wall[0] += timedelta(minutes=10)
        await watch.rings()
    assert play.list_asked_seats(await watch.home.table(number)) == [1], "33 of these 50 hours were none"
    assert timedelta(0) <= due + 200 * timedelta(minutes=10) - await watch.due(number) <= timedelta(minutes=15)


@pytest.mark.parametrize("hours", [30, -30])
async def test_a_player_who_is_asked_after_the_clock_was_set_has_the_time_they_read(watch: Watch, hours: int) -> None:
    """The clock is set, a question opens, and only then it is noticed."""
    before = await watch.home.at_first_turn(BEN)
    was_due = await watch.due(before)
    await watch.rings()
    watch.wall[0] += hours * HOUR
    watch.passes(HEARTBEAT / 2)
    after = await watch.home.at_first_turn(BEN)
    reads = await watch.due(after)
    assert reads == watch.wall[0] + DAY
    await watch.rings(every=HEARTBEAT / 2)
    assert timedelta(0) <= await watch.due(after) - reads <= HEARTBEAT / 2
    assert await watch.due(before) == was_due + hours * HOUR


@pytest.mark.parametrize("hours", [30, -30])
async def test_a_clock_that_was_set_while_the_program_was_restarted_costs_nobody_their_time(
    watch: Watch, hours: int
) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    await watch.rings()
    await watch.clock.close()
    watch.wall[0] += hours * HOUR
    watch.elapsed[0] = 3.0  # the machine was restarted, too
    fresh = watch.home.new_clock()
    await fresh.start()
    await fresh.close()
    assert play.list_asked_seats(await watch.home.table(number)) == [1]
    assert await watch.due(number) == due + hours * HOUR


async def test_a_program_that_stood_still_gives_the_time_back(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    await watch.clock.tick()
    await watch.rings_after(48 * HOUR, running=True)
    assert play.list_asked_seats(await watch.home.table(number)) == [1]
    assert await watch.due(number) == due + 48 * HOUR


# -- a disk on which nothing can be written ----------------------------------------------------------


async def no_room(watch: Watch) -> None:
    await fill(watch.home.storage)


async def read_only(watch: Watch) -> None:
    await watch.home.storage.database.write(lambda rows: rows.execute("pragma query_only = on").fetchone())


async def mended(watch: Watch) -> None:
    await watch.home.storage.database._writing.execute("pragma query_only = off")
    await make_room(watch.home.storage)


@pytest.mark.parametrize("trouble", [no_room, read_only])
async def test_days_in_which_nothing_could_be_saved_are_given_back(
    watch: Watch, trouble: Callable[[Watch], Awaitable[None]]
) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    await watch.rings(times=2)
    await trouble(watch)
    await watch.rings(every=HOUR, times=70)
    with pytest.raises(StoreFailed):
        await watch.home.storage.metadata.prove_alive(ALL_SHARDS, watch.home.host.format_now())
    await mended(watch)
    await watch.rings()
    running = await watch.home.host.get_running_game(number)
    assert (play.list_asked_seats(running.table), running.get_seat_row(1).misses, running.get_seat_row(1).away) == (
        [1],
        0,
        False,
    )
    assert await watch.due(number) == due + 70 * HOUR + HEARTBEAT
    assert [words for words in await watch.words(number) if "offline for 70.1 hours" in words]
    await watch.home.says(number, 1, "Try the fruit")


async def test_a_program_started_anew_after_days_on_a_full_disk_gives_them_back(watch: Watch) -> None:
    number = await watch.home.at_first_turn(BEN)
    due = await watch.due(number)
    await watch.rings()
    await fill(watch.home.storage)
    await watch.rings(every=HOUR, times=30)
    await watch.clock.close()
    await make_room(watch.home.storage)
    fresh = watch.home.new_clock()
    await fresh.start()
    await fresh.close()
    assert play.list_asked_seats(await watch.home.table(number)) == [1]
    assert await watch.due(number) == due + 30 * HOUR


async def test_a_note_that_still_fits_on_a_full_disk_is_no_proof_that_a_move_does(watch: Watch) -> None:
    await fill(watch.home.storage)
    noted = await watch.home.storage.shards.get_last_alive(ALL_SHARDS)
    await watch.home.storage.database.write(lambda connection: note_alive(connection, ALL_SHARDS, str(noted)))
    with pytest.raises(StoreFailed, match="disk is full"):
        await watch.home.storage.metadata.prove_alive(ALL_SHARDS, "2030-01-01T00:00:00+00:00")
    assert await watch.home.storage.shards.get_last_alive(ALL_SHARDS) == noted


async def test_it_is_not_proved_again_with_each_look_that_something_can_be_saved(watch: Watch) -> None:
    database = watch.home.storage.database
    await watch.clock.tick()
    before = database.commits
    for _ in range(20):
        await watch.clock.tick()
    assert database.commits == before
    watch.passes(HEARTBEAT)
    await watch.clock.tick()
    assert database.commits == before + 1


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
    assert play.list_asked_seats(await watch.home.table(number)) == [1]
    watch.connected = True
    await watch.clock.start()
    assert play.list_asked_seats(await watch.home.table(number)) == [1]
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
    fresh = watch.home.new_clock()
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
    tables = build_services(storage, GAMES, times=TimeSource(now=lambda: now))
    host, clock = tables.host, tables.clock
    await clock.start()
    await tables.resume()
    await tables.autoplay.wait_for_all()
    waiting = 0
    for row in await storage.games.list_in_shards(ALL_SHARDS, statuses=("running",)):
        running = await host.get_running_game(row.game_id)
        people = [seat for seat in running.get_etags() if not running.is_automatic(seat)]
        waiting += len(people)
        assert [running.clocks[seat].due_at for seat in people] == [deadlines.format_time(now + DAY)] * len(people)
    assert waiting
    assert len(await storage.clocks.list_due_questions(ALL_SHARDS, "9")) == waiting, "their clocks are saved"
    await clock.close()
    await storage.close()
