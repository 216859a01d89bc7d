"""Clocks at running tables, driven by a clock that only the test moves."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.engine import play
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, Seat
from bot.host.clock import Clock
from bot.host.errors import Refusal
from bot.host.leagues.season_events import build_line
from bot.host.play.absence import Absence
from bot.host.table import deadlines
from bot.host.table.deadlines import TableSettings
from bot.leagues.log_entries import Outage
from storage.interface.letters import LetterKind, NewLetter
from storage.interface.questions import DueQuestion
from storage.interface.shards import ALL_SHARDS
from tests.house import ANN, BEN, CHANNEL, CLEO, GUILD, NOON, House, house
from tests.toy import TOY, Name, Pick, ToyTable, ToyView, Tried

HOUR = timedelta(hours=1)


@dataclass
class Hall:
    """A house with a clock on its wall."""

    home: House
    absence: Absence
    clock: Clock
    wall: list[datetime]

    async def later(self, hours: float) -> None:
        """Let time pass; the clock rings whenever it has to, as its timer would let it."""
        await self.home.later(self.clock, self.wall, hours)

    async def restarted_after(self, away: timedelta) -> None:
        """Stop the program, and start it again so much later."""
        await self.home.restarted_after(self.clock, self.wall, away)

    async def stands_still(self, number: int, away: str) -> None:
        """Let nobody play for two days: for a break that the table takes, or an outage."""
        if away == "a break":
            await self.home.seating.pause_clocks(number, stopped=True, words="A break.")
            await self.later(48)
            await self.home.seating.pause_clocks(number, stopped=False, words="On we go.")
        else:
            await self.restarted_after(48 * HOUR)

    async def undo(self, number: int, seat: int) -> str | None:
        """Let the person on this seat undo; return until when they are asked now, by memory and store alike."""
        await self.home.host.undo_for_person(number, await self.home.user(number, seat))
        return await self.due(number, seat)

    async def due(self, number: int, seat: int) -> str | None:
        """Until when this seat is asked."""
        due = (await self.home.host.get_running_game(number)).clocks[seat].due_at
        assert (await self.home.again().host.get_running_game(number)).clocks[seat].due_at == due
        return due

    async def letters(self, number: int, kind: LetterKind) -> list[tuple[int | None, str]]:
        """Pending letters of this kind: recipients and texts."""
        waiting = await self.home.storage.outbox.list_unsent(number)
        return [(letter.seat, json.loads(letter.body)["text"]) for letter in waiting if letter.kind == kind]


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    wall = [NOON]
    async with house(tmp_path / "boardroom.db", now=lambda: wall[0]) as home:
        absence = home.absence
        clock = home.clock
        yield Hall(home, absence, clock, wall)
        await clock.close()


async def test_at_the_deadline_the_default_is_played_and_told_first_to_whom_it_concerns(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.later(23.9)
    assert play.list_asked_seats(await hall.home.table(number)) == [1]
    await hall.later(0.2)
    assert play.list_asked_seats(await hall.home.table(number)) == [2], "the default ended seat 1's turn"
    letters = await hall.home.storage.outbox.list_unsent(number)
    told = [letter for letter in letters if letter.kind in ("note", "notice")]
    assert [(letter.kind, letter.seat) for letter in told][-2:] == [("note", 1), ("notice", None)]
    assert "Your time at table" in json.loads(told[-2].body)["text"]
    assert "rule Turns" in json.loads(told[-1].body)["text"]
    again = hall.home.again()
    assert play.list_asked_seats(await again.table(number)) == [2]


async def test_reminders_come_at_half_and_nine_tenths_and_only_to_a_player_who_is_asked(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.later(11.9)
    assert await hall.letters(number, "note") == []
    await hall.later(0.2)
    assert [seat for seat, _ in await hall.letters(number, "note")] == [1]
    await hall.later(9.6)
    assert [seat for seat, _ in await hall.letters(number, "note")] == [1, 1]
    words = (await hall.letters(number, "note"))[-1][1]
    assert "waits for you" in words
    assert f"<t:{int((NOON + 24 * HOUR).timestamp())}:R>" in words


async def test_after_two_answers_too_late_a_bot_holds_the_seat_until_its_player_is_back(hall: Hall) -> None:
    number = await hall.home.started(BEN, options={"length": "long"})
    await hall.home.plays(number, 2, Name(price=5))
    await hall.later(24.1)
    running = await hall.home.host.get_running_game(number)
    assert [seat_row.misses for seat_row in running.seats] == [1, 0]
    await hall.later(24.1)
    running = await hall.home.host.get_running_game(number)
    assert [(seat_row.misses, seat_row.away) for seat_row in running.seats] == [(2, True), (0, False)]
    words = (await hall.letters(number, "notice"))[-1][1]
    assert "A bot plays this seat" in words
    user = await hall.home.user(number, 1)
    await hall.absence.return_seat(number, user)
    running = await hall.home.host.get_running_game(number)
    assert [(seat_row.misses, seat_row.away) for seat_row in running.seats] == [(0, False), (0, False)]


async def test_a_player_who_comes_back_before_the_bot_has_moved_is_asked_with_all_of_their_time_and_the_table_reads_it(
    hall: Hall,
) -> None:
    number = await hall.home.at_first_turn(BEN)
    user, running = await hall.home.user(number, 1), await hall.home.host.get_running_game(number)
    async with hall.home.host.lock_game(number):
        await hall.home.seating.assign_seat(running, replace(running.get_seat_row(1), away=True), [], keep_orders=True)
    await hall.later(23.9)
    for _ in range(2):
        await hall.absence.return_seat(number, user)
    assert (await hall.home.host.build_panel(number, user)).is_asked
    assert await hall.due(number, 1) == deadlines.format_time(hall.wall[0] + 24 * HOUR)
    back = [words for _, words in await hall.letters(number, "notice") if " back." in words]
    assert back == ["<seat:1> <is|are> back."]


async def test_a_bot_that_still_thinks_when_its_player_is_back_does_not_move(tmp_path: Path) -> None:
    thinks, go_on = threading.Event(), threading.Event()

    def slow(view: ToyView, question: Question, random: Random) -> Move:
        thinks.set()
        assert go_on.wait(10)
        return TOY.choose(view, question, random)

    async with house(tmp_path / "boardroom.db", games={"toy": replace(TOY, choose=slow)}) as home:
        seating = home.seating
        number = await home.at_first_turn(BEN)
        user, running = await home.user(number, 1), await home.host.get_running_game(number)
        async with home.host.lock_game(number):
            await seating.assign_seat(running, replace(running.get_seat_row(1), away=True), [], keep_orders=True)
        home.host.announce_commit(number)
        assert await asyncio.to_thread(thinks.wait, 10)
        await home.absence.return_seat(number, user)
        go_on.set()
        await home.settle()

        assert (await home.host.build_panel(number, user)).is_asked
        assert (await home.says(number, 1, "Try the fruit")).question is not None


async def test_a_move_of_ones_own_clears_what_was_missed(hall: Hall) -> None:
    number = await hall.home.started(BEN, options={"length": "long"})
    await hall.home.plays(number, 2, Name(price=5))
    await hall.later(24.1)
    await hall.home.says(number, 1, "End my turn")
    running = await hall.home.host.get_running_game(number)
    assert [seat_row.misses for seat_row in running.seats] == [0, 0]


async def test_more_time_is_as_much_again_as_often_as_the_pact_allows(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    user = await hall.home.user(number, 1)
    for left in (2, 1, 0):
        context = await hall.absence.extend_time(number, user)
        assert context.seen.settings.extensions - context.seen.get_seat_row(1).extensions == left
    with pytest.raises(Refusal, match="3 times already"):
        await hall.absence.extend_time(number, user)
    await hall.later(95.9)
    assert play.list_asked_seats(await hall.home.table(number)) == [1]
    await hall.later(0.2)
    assert play.list_asked_seats(await hall.home.table(number)) == [2]


async def test_a_player_who_is_not_asked_gets_no_more_time_and_loses_none(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    user = await hall.home.user(number, 2)
    with pytest.raises(Refusal, match="You have no clock running"):
        await hall.absence.extend_time(number, user)
    assert (await hall.home.host.get_running_game(number)).get_seat_row(2).extensions == 0


async def test_while_the_clocks_stand_still_nothing_runs_out_and_afterwards_the_rest_is_left(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.later(20)
    await hall.home.seating.pause_clocks(number, stopped=True, words="A break.")
    await hall.later(100)
    assert play.list_asked_seats(await hall.home.table(number)) == [1]
    await hall.home.seating.pause_clocks(number, stopped=False, words="On we go.")
    await hall.later(3.9)
    assert play.list_asked_seats(await hall.home.table(number)) == [1]
    await hall.later(0.2)
    assert play.list_asked_seats(await hall.home.table(number)) == [2]


async def test_a_press_and_the_deadline_at_the_same_moment_move_once(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    due = (await hall.home.storage.clocks.list_due_questions(ALL_SHARDS, "9"))[0]
    await hall.home.says(number, 1, "End my turn")
    revision = await hall.home.revision(number)
    hall.wall[0] = NOON + 30 * HOUR
    await hall.absence.handle_timeout(due)
    assert await hall.home.revision(number) == revision, "the question was answered, so nothing was missed"
    assert (await hall.home.host.get_running_game(number)).get_seat_row(1).misses == 0


async def test_a_player_who_takes_more_time_at_the_last_moment_is_not_late(hall: Hall) -> None:
    """The clock has seen that time is up, but the press comes before it has done anything about it."""
    number = await hall.home.at_first_turn(BEN)
    hall.wall[0] = NOON + 24 * HOUR
    (due,) = await hall.home.storage.clocks.list_due_questions(ALL_SHARDS, deadlines.format_time(hall.wall[0]))
    await hall.absence.extend_time(number, await hall.home.user(number, 1))
    await hall.absence.handle_timeout(due)
    running = await hall.home.host.get_running_game(number)
    assert play.list_asked_seats(running.table) == [1]
    assert running.get_seat_row(1).misses == 0


async def test_an_outage_gives_everybody_the_time_back(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.later(20)
    await hall.restarted_after(48 * HOUR)
    assert play.list_asked_seats(await hall.home.table(number)) == [1]
    assert "offline for 48 hours" in (await hall.letters(number, "notice"))[0][1]
    await hall.later(3.9)
    assert play.list_asked_seats(await hall.home.table(number)) == [1]
    await hall.later(0.2)
    assert play.list_asked_seats(await hall.home.table(number)) == [2]


async def test_a_player_who_answers_while_the_time_is_given_back_keeps_the_clock_of_their_next_question(
    hall: Hall,
) -> None:
    number = await hall.home.at_first_turn(BEN)
    running = await hall.home.host.get_running_game(number)
    due = DueQuestion(number, 1, running.get_etags()[1], running.clocks[1])
    hall.wall[0] += HOUR
    await hall.home.says(number, 1, "Try the fruit")
    await hall.home.says(number, 1, "Pear")
    moved = await hall.absence.shift_question(due, 48 * HOUR)
    notice = NewLetter("notice", body='{"text":"I was not reachable."}')
    await hall.home.storage.clocks.restore_time(
        ALL_SHARDS,
        48 * 3600,
        [moved],
        notice,
        build_line(Outage(seconds=48 * 3600)),
        deadlines.format_time(hall.wall[0]),
    )
    clocks = (await hall.home.host.get_running_game(number)).clocks
    assert clocks[1].due_at == deadlines.format_time(NOON + (1 + 24) * HOUR)
    assert (await hall.home.again().host.get_running_game(number)).clocks == clocks
    assert await hall.letters(number, "notice") == []


async def test_a_break_during_which_the_machines_clock_was_set_back_takes_nobodys_time(hall: Hall) -> None:
    number = await hall.home.started(BEN)
    await hall.later(20)
    await hall.home.plays(number, 1, Name(price=7))
    await hall.home.seating.pause_clocks(number, stopped=True, words="A break.")
    hall.wall[0] -= HOUR
    await hall.home.seating.pause_clocks(number, stopped=False, words="On we go.")
    await hall.home.host.undo_for_person(number, await hall.home.user(number, 1))
    due = (await hall.home.host.get_running_game(number)).clocks[1].due_at
    assert due == deadlines.format_time(NOON + (24 - 1) * HOUR), "what was left of it when the break began"


async def test_a_bot_that_fails_when_time_is_up_does_not_hold_up_other_tables(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> Name:
        raise LookupError("no idea")

    wall = [NOON]
    games = {"toy": TOY, "other": replace(TOY, key="other", choose=fails)}
    async with house(tmp_path / "boardroom.db", games=games, now=lambda: wall[0]) as home:
        clock = home.clock
        stuck = await begun(home, "other")
        await home.says(stuck, 1, "Try the fruit")
        number = await begun(home, "toy")
        wall[0] += 25 * HOUR
        await clock.start()
        assert play.list_asked_seats(await home.table(stuck)) == [1]
        assert play.list_asked_seats(await home.table(number)) == [2]
        assert "a question could not be looked at" in caplog.text
        await clock.close()


async def test_a_game_this_program_does_not_know_does_not_stop_the_clock_after_an_outage(tmp_path: Path) -> None:
    wall = [NOON]
    games = {"other": replace(TOY, key="other"), "toy": TOY}
    async with house(tmp_path / "boardroom.db", games=games, now=lambda: wall[0]) as home:
        await begun(home, "other")
        number = await begun(home, "toy")
        before = home.clock
        await before.start()
        await before.close()
    wall[0] += 48 * HOUR
    async with house(tmp_path / "boardroom.db", now=lambda: wall[0]) as home:
        clock = home.clock
        await clock.start()
        assert play.list_asked_seats(await home.table(number)) == [1], "the time of the outage was given back"
        wall[0] += 25 * HOUR
        await clock.tick()
        assert play.list_asked_seats(await home.table(number)) == [2]
        await clock.close()


async def begun(home: House, title: str) -> int:
    """Start a game of this title for Ann and Ben, so that seat 1 has its turn."""
    table = await home.lobby.open_table(
        title=title, guild_id=GUILD, channel_id=CHANNEL, user_id=ANN, name="Ann", seats_wanted=2
    )
    await home.lobby.join(table.row.game_id, BEN, "Ben")
    await home.lobby.start(table.row.game_id, ANN)
    for seat in (1, 2):
        await home.plays(table.row.game_id, seat, Name(price=seat))
    return table.row.game_id


async def test_a_short_restart_changes_no_deadline(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.later(20)
    await hall.restarted_after(timedelta(minutes=5))
    await hall.later(4)
    assert play.list_asked_seats(await hall.home.table(number)) == [2]


async def test_a_question_that_an_update_has_reworded_keeps_its_clock(hall: Hall) -> None:
    number = await hall.home.started(BEN)
    await hall.later(10)
    await hall.home.storage.database.write(lambda rows: rows.execute("update asks set etag = 'as it read'"))
    hall.home.host.forget_loaded(number)
    await hall.home.plays(number, 2, Name(price=5))
    await hall.later(13.9)
    assert play.list_asked_seats(await hall.home.table(number)) == [1]
    await hall.later(0.2)
    assert (await hall.home.host.get_running_game(number)).get_seat_row(1).misses == 1, "the default was played"


async def test_a_question_that_an_update_has_reworded_runs_out_in_time(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.home.storage.database.write(lambda rows: rows.execute("update asks set etag = 'as it read'"))
    hall.home.host.forget_loaded(number)
    await hall.later(24.1)
    assert play.list_asked_seats(await hall.home.table(number)) == [2], "the default ended seat 1's turn"


async def test_undoing_does_not_start_the_clock_anew(hall: Hall) -> None:
    number = await hall.home.started(BEN)
    await hall.later(20)
    await hall.home.plays(number, 1, Name(price=7))
    await hall.home.host.undo_for_person(number, await hall.home.user(number, 1))
    await hall.later(4.1)
    running = await hall.home.host.get_running_game(number)
    assert running.get_seat_row(1).misses == 1


@pytest.mark.parametrize("away", ["a break", "an outage"])
async def test_a_player_who_takes_an_answer_back_after_a_standstill_has_what_was_left_of_their_time(
    hall: Hall, away: str
) -> None:
    number = await hall.home.started(BEN)
    await hall.later(20)
    await hall.home.plays(number, 1, Name(price=7))
    await hall.stands_still(number, away)
    await hall.home.host.undo_for_person(number, await hall.home.user(number, 1))
    due = (await hall.home.host.get_running_game(number)).clocks[1].due_at
    assert due == deadlines.format_time(NOON + (24 + 48) * HOUR)
    assert (await hall.home.again().host.get_running_game(number)).clocks[1].due_at == due


async def test_undoing_a_move_gives_none_of_the_time_back_that_the_next_question_has(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.home.says(number, 1, "Try the fruit")
    await hall.later(20)
    await hall.home.says(number, 1, "Pear")
    assert await hall.due(number, 1) == deadlines.format_time(NOON + (20 + 24) * HOUR)
    await hall.later(3)
    assert await hall.undo(number, 1) == deadlines.format_time(NOON + 24 * HOUR)


async def test_a_player_who_undoes_when_the_time_was_over_has_ten_minutes(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.home.says(number, 1, "Try the fruit")
    await hall.later(20)
    await hall.home.says(number, 1, "Pear")
    await hall.later(20)
    assert await hall.undo(number, 1) == deadlines.format_time(hall.wall[0] + timedelta(minutes=10))


async def test_a_player_who_undoes_several_moves_has_each_question_back_with_the_time_it_had(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    had = []
    for label in ("Try the fruit", "Pear", "Try the fruit", "Apple", "Try the street"):
        had.append(await hall.due(number, 1))
        await hall.later(2)
        await hall.home.says(number, 1, label)
    assert len(set(had)) == 3
    for due in reversed(had):
        assert await hall.undo(number, 1) == due
        hall.home.host.forget_loaded(number)


@pytest.mark.parametrize("away", ["a break", "an outage"])
async def test_a_standstill_is_no_part_of_the_time_of_any_question_that_is_gone_back_to(hall: Hall, away: str) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.home.says(number, 1, "Try the fruit")
    await hall.later(5)
    await hall.home.says(number, 1, "Pear")
    await hall.stands_still(number, away)
    await hall.home.says(number, 1, "Try the street")
    assert await hall.undo(number, 1) == deadlines.format_time(NOON + (5 + 24 + 48) * HOUR)
    for _ in range(2):
        assert await hall.undo(number, 1) == deadlines.format_time(NOON + (24 + 48) * HOUR)


async def test_the_older_question_has_its_ten_minutes_once_too(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.later(20)
    for label in ("Try the fruit", "Pear"):
        await hall.home.says(number, 1, label)
    await hall.later(10)
    once = deadlines.format_time(hall.wall[0] + timedelta(minutes=10))
    for _ in range(2):
        assert await hall.undo(number, 1) == once, "the time of both was over six hours ago"
    await hall.home.says(number, 1, "Try the fruit")
    assert await hall.undo(number, 1) == once
    await hall.home.says(number, 1, "Try the fruit")
    hall.wall[0] += timedelta(minutes=11)
    with pytest.raises(Refusal, match="its time is up"):
        await hall.undo(number, 1)


class WavingTable(ToyTable):
    """A player with a named price may wave at any time."""

    def build_out_of_turn_question(self, seat: Seat) -> Question | None:
        return Choose(prompt="Wave?", rule="Waves", options=(Option(Pick(what="wave"), "Wave"),))

    def answer_out_of_turn(self, seat: Seat, move: Move) -> None:
        self.tell(Tried(seat=seat, stall="air"))


def waving(*given: Any) -> ToyTable:
    table = TOY.set_up(*given)
    table.__class__ = WavingTable
    return table


async def test_what_somebody_does_unasked_gives_their_sealed_answer_no_more_time(tmp_path: Path) -> None:
    wall = [NOON]
    games = {"toy": replace(TOY, table=WavingTable, set_up=waving)}
    async with house(tmp_path / "boardroom.db", games=games, now=lambda: wall[0]) as home:
        number = await home.started(BEN)
        user = await home.user(number, 1)
        due = (await home.host.get_running_game(number)).clocks[1].due_at
        await home.plays(number, 1, Name(price=7))
        wall[0] += 5 * HOUR
        await home.says(number, 1, "Wave")
        await home.host.undo_for_person(number, user)
        running = await home.host.get_running_game(number)
        assert play.list_asked_seats(running.table) == [1, 2]
        assert running.clocks[1].due_at == due


async def test_nobody_holds_a_table_up_by_playing_and_undoing(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.home.says(number, 1, "Try the fruit")
    await hall.later(20)
    for _ in range(3):
        await hall.home.says(number, 1, "Pear")
        await hall.undo(number, 1)
        await hall.later(1)
    await hall.later(1.1)
    assert (await hall.home.host.get_running_game(number)).get_seat_row(1).misses == 1


async def test_nobody_holds_a_table_up_by_playing_and_undoing_several_moves(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.home.says(number, 1, "Try the fruit")
    for hours, undone in ((20, 3), (0, 2)):
        await hall.later(hours)
        await hall.home.says(number, 1, "Pear")
        await hall.home.says(number, 1, "Try the fruit")
        await hall.later(20)
        await hall.home.says(number, 1, "Pear")
        for _ in range(undone):
            await hall.undo(number, 1)
    with pytest.raises(Refusal, match="its time is up"):
        await hall.undo(number, 1)
    await hall.later(24)
    assert (await hall.home.host.get_running_game(number)).get_seat_row(1).misses == 1


async def test_a_player_who_undoes_two_moves_and_a_restart_in_between_has_no_more_time_for_it(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    for label in ("Try the fruit", "Pear", "Try the fruit"):
        await hall.home.says(number, 1, label)
    before = await hall.due(number, 1)
    await hall.later(2)
    await hall.home.says(number, 1, "Pear")
    assert await hall.undo(number, 1) == before
    hall.home.host.forget_loaded(number)
    assert await hall.undo(number, 1) == before


async def test_the_ten_minutes_come_once_however_often_an_answer_is_taken_back(hall: Hall) -> None:
    number = await hall.home.started(BEN)
    await hall.absence.extend_time(number, await hall.home.user(number, 2))
    await hall.later(23.9)
    await hall.home.plays(number, 1, Name(price=7))
    once = deadlines.format_time(hall.wall[0] + timedelta(minutes=10))
    assert await hall.undo(number, 1) == once
    for _ in range(2):
        await hall.home.plays(number, 1, Name(price=7))
        await hall.later(4 / 60)
        assert await hall.undo(number, 1) == once
    await hall.home.plays(number, 1, Name(price=7))
    await hall.later(4 / 60)
    with pytest.raises(Refusal, match="its time is up"):
        await hall.undo(number, 1)
    assert play.list_asked_seats(await hall.home.table(number)) == [2], "the answer stands"


async def test_a_move_undone_by_consent_is_asked_for_again_for_ten_minutes_if_its_time_was_over(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN, CLEO)
    votes = hall.home.votes
    await hall.later(20)
    await hall.home.says(number, 1, "End my turn")
    await hall.later(20)
    await hall.home.says(number, 2, "Poke <seat:1>")
    await hall.later(10)
    await votes.propose(number, await hall.home.user(number, 1), "undo")
    for seat in (2, 3):
        (motion,) = await hall.home.storage.motions.list_open(number)
        await votes.cast_vote(motion.motion_id, await hall.home.user(number, seat), True)
    assert play.list_asked_seats(await hall.home.table(number)) == [1]
    assert await hall.due(number, 1) == deadlines.format_time(hall.wall[0] + timedelta(minutes=10))


async def test_a_player_who_undoes_is_reminded_once_more(hall: Hall) -> None:
    number = await hall.home.started(BEN)
    await hall.later(10)
    await hall.home.plays(number, 1, Name(price=7))
    await hall.undo(number, 1)
    await hall.later(13.9)
    assert [seat for seat, _ in await hall.letters(number, "note")].count(1) == 1


@pytest.mark.parametrize("hours", [2, 48])
async def test_a_player_who_takes_an_answer_back_during_a_break_has_what_was_left_of_their_time(
    hall: Hall, hours: float
) -> None:
    number = await hall.home.started(BEN)
    await hall.later(20)
    await hall.home.plays(number, 1, Name(price=7))
    await hall.home.seating.pause_clocks(number, stopped=True, words="A break.")
    await hall.later(hours)
    await hall.undo(number, 1)
    await hall.later(hours)
    await hall.home.seating.pause_clocks(number, stopped=False, words="On we go.")
    assert await hall.due(number, 1) == deadlines.format_time(NOON + (24 + 2 * hours) * HOUR)


async def test_a_player_who_is_asked_during_a_break_has_the_whole_time_after_it(hall: Hall) -> None:
    number = await hall.home.at_first_turn(BEN)
    await hall.home.seating.pause_clocks(number, stopped=True, words="A break.")
    await hall.later(30)
    await hall.home.says(number, 1, "Try the fruit")
    await hall.later(30)
    await hall.home.seating.pause_clocks(number, stopped=False, words="On we go.")
    assert await hall.due(number, 1) == deadlines.format_time(hall.wall[0] + 24 * HOUR)
    await hall.later(23.9)
    assert (await hall.home.host.get_running_game(number)).get_seat_row(1).misses == 0


async def test_a_table_without_a_clock_waits_for_ever(hall: Hall) -> None:
    number = await hall.home.opened(BEN, wanted=2)
    await hall.home.lobby.set_options(number, ANN, {"pace": "no clock"})
    await hall.home.lobby.confirm_presence(number, BEN)
    await hall.home.lobby.start(number, ANN)
    await hall.later(24 * 365)
    assert play.list_asked_seats(await hall.home.table(number)) == [1, 2]


async def test_bots_have_no_clock(hall: Hall) -> None:
    number = await hall.home.started(bots=1)
    await hall.home.settle()
    running = await hall.home.host.get_running_game(number)
    bot = next(seat_row.seat for seat_row in running.seats if seat_row.user_id is None)
    assert bot not in running.clocks


async def test_a_lobby_that_never_begins_is_closed_after_a_week(hall: Hall) -> None:
    number = await hall.home.opened(BEN)
    hall.wall[0] += timedelta(days=6)
    await hall.clock.tick()
    assert (await hall.home.lobby.get_open_table(number)).row.status == "open"
    hall.wall[0] += timedelta(days=2)
    await hall.clock.tick()
    with pytest.raises(Refusal, match="was closed"):
        await hall.home.lobby.get_open_table(number)


async def test_an_outage_is_no_part_of_the_week_a_lobby_has(hall: Hall) -> None:
    number = await hall.home.opened(BEN)
    hall.wall[0] += timedelta(days=6)
    await hall.restarted_after(timedelta(days=3))
    assert (await hall.home.lobby.get_open_table(number)).row.status == "open"
    hall.wall[0] += 23 * HOUR
    await hall.clock.tick()
    assert (await hall.home.lobby.get_open_table(number)).row.status == "open"
    hall.wall[0] += 2 * HOUR
    await hall.clock.tick()
    with pytest.raises(Refusal, match="was closed"):
        await hall.home.lobby.get_open_table(number)


async def test_a_player_who_joins_a_full_table_is_in_reserve_and_moves_up(hall: Hall) -> None:
    number = await hall.home.opened(BEN, CLEO, wanted=2)
    table = await hall.home.lobby.get_open_table(number)
    assert [seat_row.user_id for seat_row in table.reserve] == [CLEO]
    await hall.home.lobby.leave(number, BEN)
    running = await hall.home.lobby.start(number, ANN)
    assert running is not None
    assert sorted(seat_row.user_id or 0 for seat_row in running.seats) == [ANN, CLEO]


async def test_the_pact_is_chosen_in_the_lobby_and_kept(hall: Hall) -> None:
    number = await hall.home.opened(BEN, wanted=2)
    await hall.home.lobby.set_options(number, ANN, {"pace": "72 hours", "poking": False})
    await hall.home.lobby.confirm_presence(number, BEN)
    await hall.home.lobby.start(number, ANN)
    running = await hall.home.host.get_running_game(number)
    assert running.settings == TableSettings(pace="72 hours", bots="after a moment if several play", hints=True)
    assert running.table.model_dump()["poking"] is False


async def test_how_often_somebody_was_reminded_is_saved_with_a_question_that_is_open_again(hall: Hall) -> None:
    number = await hall.home.started(BEN)
    await hall.later(20)
    await hall.home.plays(number, 1, Name(price=7))
    await hall.home.host.undo_for_person(number, await hall.home.user(number, 1))
    saved = {ask.seat: ask.times for ask in await hall.home.storage.open_questions.list_in_game(number)}
    assert saved == (await hall.home.host.get_running_game(number)).clocks
