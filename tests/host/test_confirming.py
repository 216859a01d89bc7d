"""Before a game begins, everybody has lately said that they are here and agree to how it is played."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.host.clock import Clock
from bot.host.errors import NotYours, Refusal
from bot.host.table import deadlines
from storage.interface.games import GameStatus
from tests.house import ANN, BEN, CLEO, NAMES, NOON, STRANGER, House, house


@dataclass
class PresenceCheck:
    """A house before the game, with a clock that only the test moves."""

    home: House
    clock: Clock
    wall: list[datetime]

    async def later(self, hours: float) -> None:
        """Let time pass and the clock ring."""
        self.wall[0] += timedelta(hours=hours)
        await self.clock.tick()

    async def restarted_after(self, hours: float) -> None:
        """Stop the program, and start it again so much later."""
        await self.home.restarted_after(self.clock, self.wall, timedelta(hours=hours))

    async def status(self, number: int) -> GameStatus:
        """Whether the table is open, running or closed."""
        saved = await self.home.storage.games.load(number)
        assert saved is not None
        return saved.game.status

    async def awaited(self, number: int) -> list[int | None]:
        """Players who have to check in."""
        return [
            seat_row.user_id for seat_row in (await self.home.lobby.get_open_table(number)).list_awaited(self.wall[0])
        ]

    async def calls(self, number: int) -> int:
        """How many calls wait to be sent."""
        return [letter.kind for letter in await self.home.storage.outbox.list_unsent(number)].count("ask")


@pytest.fixture
async def presence_check(tmp_path: Path) -> AsyncIterator[PresenceCheck]:
    wall = [NOON]
    async with house(tmp_path / "boardroom.db", now=lambda: wall[0]) as home:
        clock = home.clock
        yield PresenceCheck(home, clock, wall)
        await clock.close()


async def about_to_begin(presence_check: PresenceCheck, *guests: int, wanted: int = 3) -> int:
    """A table that Ann wants to start three hours after everybody joined."""
    number = await presence_check.home.opened(*guests, wanted=wanted)
    await presence_check.later(3)
    assert await presence_check.home.lobby.start(number, ANN) is None
    return number


async def test_a_player_who_has_just_joined_is_not_asked_again(presence_check: PresenceCheck) -> None:
    number = await presence_check.home.opened(BEN)
    await presence_check.later(0.9)
    assert await presence_check.home.lobby.start(number, ANN) is not None


async def test_a_player_who_joined_long_ago_is_called_and_the_last_one_who_is_here_begins_the_game(
    presence_check: PresenceCheck,
) -> None:
    number = await about_to_begin(presence_check, BEN, CLEO)
    assert await presence_check.status(number) == "open"
    assert await presence_check.awaited(number) == [BEN, CLEO], "Ann pressed Start, so she is here"
    assert await presence_check.calls(number) == 1
    await presence_check.later(20)
    assert await presence_check.home.lobby.confirm_presence(number, BEN) is None
    assert await presence_check.awaited(number) == [CLEO]
    running = await presence_check.home.lobby.confirm_presence(number, CLEO)
    assert running is not None
    assert sorted(seat_row.user_id or 0 for seat_row in running.seats) == [ANN, BEN, CLEO]


async def test_a_player_who_says_nothing_for_a_day_loses_the_seat_and_the_table_is_open_again(
    presence_check: PresenceCheck,
) -> None:
    number = await about_to_begin(presence_check, BEN, CLEO)
    await presence_check.home.lobby.confirm_presence(number, BEN)
    await presence_check.later(23.9)
    assert await presence_check.awaited(number) == [CLEO]
    await presence_check.later(0.2)
    table = await presence_check.home.lobby.get_open_table(number)
    assert [seat_row.user_id for seat_row in table.seats] == [ANN, BEN]
    assert table.row.confirm_until is None
    assert await presence_check.calls(number) == 0
    await presence_check.home.lobby.join(number, STRANGER, NAMES[STRANGER])
    assert await presence_check.home.lobby.start(number, ANN) is not None, "Ben was here a moment ago"


async def test_at_half_the_time_who_is_still_missing_is_called_once_more(presence_check: PresenceCheck) -> None:
    number = await about_to_begin(presence_check, BEN, CLEO)
    await presence_check.home.lobby.confirm_presence(number, BEN)
    first = await newest_call(presence_check, number)
    await presence_check.later(11)
    assert await newest_call(presence_check, number) == first
    await presence_check.later(2)
    again = await newest_call(presence_check, number)
    assert again > first
    await presence_check.later(2)
    assert await newest_call(presence_check, number) == again


async def test_an_outage_costs_nobody_the_seat_and_a_player_who_was_waited_for_has_what_was_left_of_the_day(
    presence_check: PresenceCheck,
) -> None:
    number = await about_to_begin(presence_check, BEN, CLEO)
    await presence_check.later(2)
    await presence_check.home.lobby.confirm_presence(number, BEN)
    await presence_check.later(18)
    call = await newest_call(presence_check, number)
    await presence_check.restarted_after(48)
    assert await presence_check.awaited(number) == [CLEO], "Ben has said so already"
    assert await newest_call(presence_check, number) > call, "the one before names a moment that is past"
    await presence_check.later(3.9)
    assert await presence_check.awaited(number) == [CLEO]
    await presence_check.later(0.2)
    assert [seat_row.user_id for seat_row in (await presence_check.home.lobby.get_open_table(number)).seats] == [
        ANN,
        BEN,
    ]


async def test_after_an_outage_the_second_call_still_comes_once_at_half_the_time(presence_check: PresenceCheck) -> None:
    number = await about_to_begin(presence_check, BEN)
    await presence_check.later(2)
    await presence_check.restarted_after(48)
    first = await newest_call(presence_check, number)
    await presence_check.later(9)
    assert await newest_call(presence_check, number) == first
    await presence_check.later(2)
    second = await newest_call(presence_check, number)
    assert second > first
    await presence_check.later(1)
    assert await newest_call(presence_check, number) == second


async def test_a_player_who_presses_while_the_time_of_an_outage_is_given_back_is_here_and_so_is_who_was(
    presence_check: PresenceCheck,
) -> None:
    number = await about_to_begin(presence_check, BEN, CLEO, STRANGER, wanted=4)
    await presence_check.home.lobby.confirm_presence(number, BEN)
    await presence_check.later(2)
    await presence_check.clock.close()
    presence_check.wall[0] += timedelta(hours=48)
    fresh = presence_check.home.new_clock()
    await asyncio.gather(fresh.start(), *(presence_check.home.lobby.confirm_presence(number, CLEO) for _ in range(20)))
    await fresh.close()
    assert (await presence_check.home.lobby.get_open_table(number)).row.confirm_until == deadlines.format_time(
        NOON + timedelta(hours=75)
    )
    assert await presence_check.awaited(number) == [STRANGER]


async def test_a_short_restart_gives_no_time_and_calls_nobody(presence_check: PresenceCheck) -> None:
    number = await about_to_begin(presence_check, BEN)
    call, until = (
        await newest_call(presence_check, number),
        (await presence_check.home.lobby.get_open_table(number)).row.confirm_until,
    )
    await presence_check.restarted_after(0.2)
    assert await newest_call(presence_check, number) == call
    assert (await presence_check.home.lobby.get_open_table(number)).row.confirm_until == until


async def newest_call(presence_check: PresenceCheck, number: int) -> int:
    waiting = await presence_check.home.storage.outbox.list_unsent(number)
    return max(letter.letter_id for letter in waiting if letter.kind == "ask")


async def test_a_reserve_moves_up_and_only_the_reserve_is_asked(presence_check: PresenceCheck) -> None:
    number = await about_to_begin(presence_check, BEN, CLEO, wanted=2)
    await presence_check.later(24)
    table = await presence_check.home.lobby.get_open_table(number)
    assert [seat_row.user_id for seat_row in table.seats] == [ANN, CLEO], "Ben did not come"
    assert await presence_check.awaited(number) == [CLEO]
    assert await presence_check.calls(number) == 1
    await presence_check.later(23)
    running = await presence_check.home.lobby.confirm_presence(number, CLEO)
    assert running is not None, "Ann is not asked a second time"


async def test_when_somebody_leaves_meanwhile_the_reserve_is_called_at_once(presence_check: PresenceCheck) -> None:
    number = await about_to_begin(presence_check, BEN, CLEO, wanted=2)
    await presence_check.home.lobby.leave(number, BEN)
    assert await presence_check.awaited(number) == [CLEO]
    await presence_check.home.lobby.join(number, CLEO, "Cleo")
    assert await presence_check.status(number) == "running", "pressing Join says it as well"


async def test_when_too_few_are_left_nobody_is_waited_for_any_more(presence_check: PresenceCheck) -> None:
    number = await about_to_begin(presence_check, BEN, CLEO)
    await presence_check.home.lobby.leave(number, CLEO)
    table = await presence_check.home.lobby.get_open_table(number)
    assert table.row.confirm_until is None
    assert table.row.opened_by == ANN
    assert await presence_check.calls(number) == 0


async def test_when_even_the_opener_is_gone_the_table_goes_to_a_player_who_is_here(
    presence_check: PresenceCheck,
) -> None:
    number = await presence_check.home.opened(BEN, CLEO)
    await presence_check.later(3)
    assert await presence_check.home.lobby.start(number, STRANGER, organiser=True) is None
    await presence_check.home.lobby.confirm_presence(number, CLEO)
    await presence_check.later(24)
    table = await presence_check.home.lobby.get_open_table(number)
    assert [seat_row.user_id for seat_row in table.seats] == [CLEO]
    assert table.row.opened_by == CLEO


async def test_when_nobody_comes_the_table_is_closed(presence_check: PresenceCheck) -> None:
    number = await presence_check.home.opened(BEN)
    await presence_check.later(3)
    await presence_check.home.lobby.start(number, STRANGER, organiser=True)
    await presence_check.later(25)
    assert await presence_check.status(number) == "abandoned"


async def test_a_player_who_agreed_to_something_else_is_asked_again(presence_check: PresenceCheck) -> None:
    number = await presence_check.home.opened(BEN)
    await presence_check.home.lobby.set_options(number, ANN, {"pace": "72 hours"})
    assert await presence_check.home.lobby.start(number, ANN) is None
    assert await presence_check.awaited(number) == [BEN]
    await presence_check.home.lobby.set_options(number, ANN, {"news": "everything"})
    assert await presence_check.home.lobby.confirm_presence(number, BEN) is not None


async def test_a_change_while_people_confirm_asks_them_anew(presence_check: PresenceCheck) -> None:
    number = await about_to_begin(presence_check, BEN, CLEO)
    await presence_check.home.lobby.confirm_presence(number, BEN)
    await presence_check.home.lobby.set_pace(number, ANN, "48 h")
    assert await presence_check.awaited(number) == [BEN, CLEO]


async def test_pressing_twice_late_or_as_a_stranger_changes_nothing(presence_check: PresenceCheck) -> None:
    number = await about_to_begin(presence_check, BEN, CLEO)
    with pytest.raises(NotYours, match="You have not joined this table"):
        await presence_check.home.lobby.confirm_presence(number, STRANGER)
    await presence_check.home.lobby.confirm_presence(number, BEN)
    await presence_check.home.lobby.confirm_presence(number, BEN)
    assert await presence_check.home.lobby.start(number, ANN) is None
    assert await presence_check.awaited(number) == [CLEO]
    await presence_check.home.lobby.confirm_presence(number, CLEO)
    with pytest.raises(Refusal, match="already begun"):
        await presence_check.home.lobby.confirm_presence(number, CLEO)


async def test_the_waiting_survives_a_restart(presence_check: PresenceCheck) -> None:
    number = await about_to_begin(presence_check, BEN, CLEO)
    again = presence_check.home.again()
    assert [
        seat_row.user_id
        for seat_row in (await again.lobby.get_open_table(number)).list_awaited(NOON + timedelta(hours=4))
    ] == [
        BEN,
        CLEO,
    ]


@pytest.mark.parametrize("typed", ["0", "337", "1.5", "-3", "a day", "", "99999999999"])
async def test_a_pace_that_is_no_number_of_hours_is_refused(presence_check: PresenceCheck, typed: str) -> None:
    number = await presence_check.home.opened()
    with pytest.raises(Refusal, match="whole hours, from 1 to 336"):
        await presence_check.home.lobby.set_pace(number, ANN, typed)
    assert (await presence_check.home.lobby.get_open_table(number)).settings.pace == "24 hours"


async def test_a_pace_of_ones_own_is_the_time_everybody_gets(presence_check: PresenceCheck) -> None:
    number = await presence_check.home.opened(BEN)
    table = await presence_check.home.lobby.set_pace(number, ANN, "\uff13\uff16 hours")
    assert table.settings.allowed == timedelta(hours=36)
