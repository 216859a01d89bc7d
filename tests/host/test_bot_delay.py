"""Bots that take a moment for their answers, so that people can follow their moves, and take a move back before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.engine import play
from bot.engine.play import Played
from bot.engine.records import Seat
from bot.host.errors import Refusal
from bot.host.lobby.settings import get_default_settings
from bot.host.play import bot_delay
from bot.host.play.move_records import TableCommand
from bot.host.table.deadlines import TableSettings
from bot.ui import screens
from tests.house import ANN, BEN, NOON, House, asked, house
from tests.toy import WILD, Growls, Name, Pick, Turn

END = Pick(what="end")


@dataclass
class Hall:
    """A table, the time on the wall, and how many seconds the next bots that are asked take, one after the other."""

    home: House
    wall: list[datetime]
    seconds: list[float]
    number: int = 0

    async def opens(self, *guests: int, with_bots: int = 1, bots: str = "") -> None:
        """Begin a game of Ann, these guests and some bots, at a usual table but for how soon bots answer."""
        self.number = await self.home.opened(*guests, wanted=1 + len(guests) + with_bots)
        for _ in range(with_bots):
            await self.home.lobby.add_bot(self.number, ANN)
        if bots:
            await self.home.lobby.set_options(self.number, ANN, {"bots": bots})
        for guest in guests:
            await self.home.lobby.confirm_presence(self.number, guest)
        await self.home.lobby.start(self.number, ANN)
        await self.home.settle()

    async def later(self, seconds: float) -> None:
        """Let so much time pass; bots are looked at as their timer would let them."""
        self.wall[0] += timedelta(seconds=seconds)
        self.home.services.autoplay.start_answering(self.number)
        await self.home.settle()

    async def seat(self, user: int) -> Seat:
        """Where this person sits."""
        return (await self.home.host.get_running_game(self.number)).get_own_seat(user)

    async def bots(self) -> list[Seat]:
        """Where bots sit."""
        running = await self.home.host.get_running_game(self.number)
        return [seat_row.seat for seat_row in running.seats if seat_row.user_id is None]

    async def waiting(self) -> list[Seat]:
        """The asked players."""
        return asked(await self.home.host.get_running_game(self.number))

    async def comes_to(self, *steps: Turn | Growls) -> None:
        """Let the table come to these steps next, and then to a turn of Ann's."""
        table = play.copy(await self.home.table(self.number))
        table.agenda = [*steps, Turn(seat=await self.seat(ANN))]
        await self.home.host.save_move(
            await self.home.host.get_running_game(self.number),
            TableCommand("repair", 1),
            Played(table, play.run_agenda(table), blocks_undo=False),
        )
        await self.home.settle()

    async def at_anns_turn(self) -> None:
        """Let it be Ann's turn, and a bot's after hers."""
        await self.comes_to(Turn(seat=await self.seat(ANN)), *[Turn(seat=seat) for seat in await self.bots()])

    async def ends_anns_turn(self) -> None:
        """Let Ann end her turn."""
        await self.home.plays(self.number, await self.seat(ANN), END)
        await self.home.settle()


@asynccontextmanager
async def hall_in(path: Path) -> AsyncIterator[Hall]:
    """Open a hall in which each bot takes 30 seconds, unless a test says otherwise."""
    wall, seconds = [NOON], list[float]()
    async with house(path, now=lambda: wall[0], moment=lambda: seconds.pop(0) if seconds else 30.0) as home:
        yield Hall(home, wall, seconds)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with hall_in(tmp_path / "boardroom.db") as opened:
        yield opened


async def test_where_two_people_play_a_bot_answers_after_a_moment(hall: Hall) -> None:
    await hall.opens(BEN)
    await hall.at_anns_turn()
    await hall.ends_anns_turn()
    (bot,) = await hall.bots()
    assert await hall.waiting() == [bot]
    seen = await hall.home.host.get_view_of_person(hall.number, BEN)
    assert "Bots take 20 to 90 seconds for an answer here." in str(screens.render_why_waiting(seen))
    await hall.later(29)
    assert await hall.waiting() == [bot]
    await hall.later(1)
    assert await hall.waiting() != [bot]


async def test_a_player_who_plays_alone_finds_everything_played_at_once(hall: Hall) -> None:
    await hall.opens(with_bots=2)
    await hall.at_anns_turn()
    await hall.ends_anns_turn()
    assert not set(await hall.bots()) & set(await hall.waiting())


async def test_a_player_who_plays_alone_can_let_bots_take_their_moment_as_well(hall: Hall) -> None:
    await hall.opens(bots="after a moment")
    await hall.at_anns_turn()
    await hall.ends_anns_turn()
    assert await hall.waiting() == await hall.bots()


async def test_a_table_can_agree_that_bots_answer_at_once(hall: Hall) -> None:
    await hall.opens(BEN, bots="at once")
    await hall.at_anns_turn()
    await hall.ends_anns_turn()
    assert not set(await hall.bots()) & set(await hall.waiting())


async def test_a_move_can_be_undone_until_the_bot_has_answered(hall: Hall) -> None:
    await hall.opens(BEN)
    await hall.at_anns_turn()
    await hall.ends_anns_turn()
    assert "Undo my last move" in str(screens.render_panel(await hall.home.host.build_panel(hall.number, ANN)))
    await hall.home.host.undo_for_person(hall.number, ANN)
    await hall.later(60)
    assert await hall.waiting() == [await hall.seat(ANN)]
    await hall.ends_anns_turn()
    assert await hall.waiting() == await hall.bots(), "the bot takes its moment again"
    await hall.later(30)
    assert not (await hall.home.host.build_panel(hall.number, ANN)).can_undo
    with pytest.raises(Refusal, match="Nothing to undo"):
        await hall.home.host.undo_for_person(hall.number, ANN)


async def test_each_bot_that_is_asked_takes_a_moment_of_its_own(hall: Hall) -> None:
    hall.seconds += [40.0, 25.0]
    await hall.opens(BEN, with_bots=2)
    slow, quick = await hall.bots()
    await hall.later(25)
    assert quick not in await hall.waiting()
    assert slow in await hall.waiting()
    await hall.later(15)
    assert sorted(await hall.waiting()) == sorted([await hall.seat(ANN), await hall.seat(BEN)])


async def test_what_others_answer_meanwhile_makes_nobody_wait_longer_for_a_bot(hall: Hall) -> None:
    await hall.opens(BEN)
    await hall.later(20)
    await hall.home.plays(hall.number, await hall.seat(ANN), Name(price=3))
    await hall.later(10)
    assert await hall.waiting() == [await hall.seat(BEN)]


async def test_a_bot_plays_its_whole_turn_in_one_go(hall: Hall) -> None:
    await hall.opens(BEN)
    await hall.at_anns_turn()
    await hall.ends_anns_turn()
    before = await hall.home.revision(hall.number)
    await hall.later(30)
    assert await hall.waiting() == [await hall.seat(ANN)]
    moves = [entry for entry in await hall.home.entries(hall.number) if entry.revision > before]
    assert len(moves) > 1, "this turn has several moves"
    assert {entry.kind for entry in moves} == {"bot"}


async def test_a_bot_that_thinks_between_two_moves_of_its_turn_takes_no_other_moment_for_the_second(
    hall: Hall,
) -> None:
    await hall.opens(BEN)
    await hall.at_anns_turn()
    await hall.ends_anns_turn()
    running, (bot,) = await hall.home.host.get_running_game(hall.number), await hall.bots()
    kept = bot_delay.BotDelays(hall.home.host, lambda: 30.0, lambda _: None)
    assert kept.find_ready_seat(running) is None, "it is somebody else's move before"
    kept.record_answer(running, bot)
    assert [kept.find_ready_seat(running) for _ in range(2)] == [bot, bot], "however often one looks while it thinks"
    kept.close()


async def test_after_a_restart_the_bot_begins_its_moment_anew(tmp_path: Path) -> None:
    async with hall_in(tmp_path / "boardroom.db") as before:
        await before.opens(BEN)
        await before.at_anns_turn()
        await before.ends_anns_turn()
        number, wall = before.number, before.wall
    async with house(tmp_path / "boardroom.db", now=lambda: wall[0], moment=lambda: 30.0) as home:
        after = Hall(home, wall, [], number)
        await home.services.resume()
        await home.settle()
        assert await after.waiting() == await after.bots()
        await after.later(30)
        assert await after.waiting() != await after.bots()


async def test_a_timer_wakes_the_bot_when_its_moment_is_over(tmp_path: Path) -> None:
    async with house(tmp_path / "boardroom.db", monotonic=time.monotonic, moment=lambda: 0.01) as home:
        hall, saved = Hall(home, [NOON], []), asyncio.Event()
        home.host.commits.subscribe(lambda _: saved.set())
        await hall.opens(BEN)
        while set(await hall.bots()) & set(await hall.waiting()):
            await asyncio.wait_for(saved.wait(), 60)
            saved.clear()


async def test_where_waiting_is_secret_a_bot_answers_at_once(hall: Hall) -> None:
    """Else a table that waits while no person is asked would tell that the bot holds a wild animal."""
    await hall.opens(BEN)
    (bot,) = await hall.bots()
    table = await hall.home.table(hall.number)
    wild = next(animal for animal in table.deck if animal in WILD)
    table.deck.remove(wild)
    table.deck += table.hands[bot]
    table.hands[bot] = [wild]
    tame = [animal for animal in table.deck if animal not in WILD]
    for seat in (await hall.seat(ANN), await hall.seat(BEN)):
        table.deck += table.hands[seat]
        table.hands[seat] = [tame.pop()]
        table.deck.remove(table.hands[seat][0])
    await hall.comes_to(Growls())
    assert await hall.waiting() == [await hall.seat(ANN)]


async def test_a_bot_that_holds_the_seat_of_somebody_away_takes_its_moment_and_gives_way_to_a_player_who_is_back(
    hall: Hall,
) -> None:
    await hall.opens(BEN)
    ben = await hall.seat(BEN)
    await hall.comes_to(Turn(seat=ben))
    running = await hall.home.host.get_running_game(hall.number)
    async with hall.home.host.lock_game(hall.number):
        await hall.home.seating.assign_seat(
            running, replace(running.get_seat_row(ben), away=True), [], keep_orders=True
        )
    await hall.home.settle()
    assert await hall.waiting() == [ben]
    await hall.home.absence.return_seat(hall.number, BEN)
    await hall.later(3600)
    assert await hall.waiting() == [ben], "who is back is not played for"


async def test_nobodys_clock_runs_while_a_bot_takes_its_moment(hall: Hall) -> None:
    await hall.opens(BEN)
    await hall.at_anns_turn()
    await hall.ends_anns_turn()
    assert (await hall.home.host.get_running_game(hall.number)).clocks == {}


def test_moments_last_from_20_to_90_seconds_as_the_lobby_says() -> None:
    assert all(20 <= bot_delay.draw_delay() <= 90 for _ in range(100))
    assert "20 to 90 seconds" in str(TableSettings.model_fields["bots"].json_schema_extra)


def test_tables_of_before_and_of_leagues_have_bots_that_answer_at_once() -> None:
    assert TableSettings.read("{}").bots == "at once"
    assert TableSettings().bots == "at once"
    assert get_default_settings(4).bots == "after a moment if several play"
