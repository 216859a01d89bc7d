"""What a table decides together: going back, pauses, empty chairs, ends."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.engine import play
from bot.host.clock import Clock
from bot.host.errors import GameOver, NotYours, Refusal
from bot.host.play.votes import Votes
from storage.interface.games import LeftSeat
from storage.interface.letters import NewLetter
from storage.interface.motions import MotionFate
from tests.house import ANN, BEN, CLEO, NOON, STRANGER, House, house
from tests.toy import Name


@dataclass
class Assembly:
    """A house whose tables can vote."""

    home: House
    votes: Votes
    clock: Clock
    wall: list[datetime]

    async def later(self, hours: float) -> None:
        """Let time pass; the clock rings whenever it has to, as its timer would let it."""
        await self.home.later(self.clock, self.wall, hours)

    async def opening(self, *guests: int, **pact: str) -> int:
        """Start a game with this pact; all are asked for their first price."""
        number = await self.home.opened(*guests, wanted=1 + len(guests))
        await self.home.lobby.set_options(number, ANN, {"length": "long", **pact})
        for guest in guests:
            await self.home.lobby.confirm_presence(number, guest)
        await self.home.lobby.start(number, ANN)
        return number

    async def falls_silent(self, number: int, seat: int) -> None:
        """Let a bot hold somebody's seat, as after two answers that came too late."""
        async with self.home.host.lock_game(number):
            running = await self.home.host.get_running_game(number)
            away = replace(running.get_seat_row(seat), away=True)
            await self.home.seating.assign_seat(running, away, [], keep_orders=True)

    async def propose(self, number: int, seat: int, kind: str, target: int | None = None) -> str:
        return await self.votes.propose(number, await self.home.user(number, seat), kind, target)  # type: ignore[arg-type]

    async def vote(self, number: int, seat: int, *, yes: bool) -> str:
        motion = (await self.home.storage.motions.list_open(number))[0]
        return await self.votes.cast_vote(motion.motion_id, await self.home.user(number, seat), yes)

    async def notices(self, number: int) -> list[str]:
        letters = await self.home.storage.outbox.list_unsent(number)
        return [json.loads(letter.body)["text"] for letter in letters if letter.kind == "notice"]


@pytest.fixture
async def assembly(tmp_path: Path) -> AsyncIterator[Assembly]:
    wall = [NOON]
    async with house(tmp_path / "boardroom.db", now=lambda: wall[0]) as home:
        clock = home.clock
        yield Assembly(home, home.votes, clock, wall)
        await clock.close()


async def test_when_everybody_agrees_the_table_goes_back_past_the_moves_of_others(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    before = await assembly.home.table(number)
    await assembly.home.says(number, 1, "End my turn")
    await assembly.home.says(number, 2, "Poke <seat:3>")
    assert "1 in favour so far, of 3 needed" in await assembly.propose(number, 1, "undo")
    assert "2 in favour so far, of 3 needed" in await assembly.vote(number, 2, yes=True)
    assert "Your vote decided it." in await assembly.vote(number, 3, yes=True)
    assert await assembly.home.table(number) == before
    assert await assembly.home.again().table(number) == before, "also after a restart"
    assert play.list_asked_seats(await assembly.home.table(number)) == [1]
    lines = await assembly.home.host.get_history(number, ANN)
    assert [line.text for line in lines if line.undone] != []
    assert (await assembly.notices(number))[-1].startswith("The table has agreed: to go back")


async def poked(assembly: Assembly, number: int, by: int, times: int) -> None:
    """Let a seat poke the third one, which laughs: two moves each time."""
    for _ in range(times):
        await assembly.home.says(number, by, "Poke <seat:3>")
        await assembly.home.says(number, 3, "Laugh")


@pytest.mark.parametrize("earlier", range(4))
async def test_the_table_goes_back_twenty_five_moves_whenever_older_tables_were_dropped(
    assembly: Assembly, earlier: int
) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    for seat, label in ((1, "Poke <seat:3>"), (3, "Poke back"), (1, "Laugh")):  # so that the number of moves comes out
        await assembly.home.says(number, seat, label)
    await poked(assembly, number, 1, earlier)
    before = await assembly.home.table(number)
    await assembly.home.says(number, 1, "End my turn")
    await poked(assembly, number, 2, 12)
    await assembly.propose(number, 1, "undo")
    await assembly.vote(number, 2, yes=True)
    assert "Your vote decided it." in await assembly.vote(number, 3, yes=True)
    assert await assembly.home.table(number) == before


async def test_one_refusal_is_enough_to_keep_what_was_done(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.home.says(number, 1, "End my turn")
    revision = await assembly.home.revision(number)
    await assembly.propose(number, 1, "undo")
    assert "rejected" in await assembly.vote(number, 2, yes=False)
    assert await assembly.home.revision(number) == revision
    with pytest.raises(IndexError):
        await assembly.vote(number, 3, yes=True)


async def test_nobody_goes_back_past_a_draw(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN)
    await assembly.home.says(number, 1, "Draw an animal")
    with pytest.raises(Refusal, match="a card was drawn"):
        await assembly.propose(number, 1, "undo")


async def test_nobody_goes_back_past_a_revelation(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN)
    with pytest.raises(Refusal, match="something hidden was revealed"):
        await assembly.propose(number, 1, "undo")


async def test_a_vote_to_go_back_lapses_when_somebody_moves_meanwhile(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN)
    await assembly.home.says(number, 1, "End my turn")
    await assembly.propose(number, 1, "undo")
    (motion,) = await assembly.home.storage.motions.list_open(number)
    await assembly.home.says(number, 2, "Try the fruit")
    assert await assembly.home.storage.motions.list_open(number) == []
    assert [words for words in await assembly.notices(number) if "vote is off" in words] == [
        "The vote is off. The table has moved on meanwhile, so nothing is undone."
    ]
    revision = await assembly.home.revision(number)
    with pytest.raises(Refusal, match="This vote is over"):
        await assembly.votes.cast_vote(motion.motion_id, await assembly.home.user(number, 2), True)
    assert await assembly.home.revision(number) == revision


async def test_a_vote_to_go_back_that_has_lapsed_does_not_keep_the_table_from_voting_on_another(
    assembly: Assembly,
) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.home.says(number, 1, "End my turn")
    await assembly.propose(number, 1, "undo")
    await assembly.home.says(number, 2, "End my turn")
    assert "1 in favour so far, of 3 needed" in await assembly.propose(number, 2, "undo")
    assert [motion.seat for motion in await assembly.home.storage.motions.list_open(number)] == [2]
    assert [words for words in await assembly.notices(number) if "vote is off" in words] == [
        "The vote is off. The table has moved on meanwhile, so nothing is undone."
    ]


async def test_a_table_that_agreed_on_own_moves_only_does_not_vote_on_going_back(assembly: Assembly) -> None:
    number = await assembly.home.opened(BEN, wanted=2)
    await assembly.home.lobby.set_options(number, ANN, {"undo": "own moves"})
    await assembly.home.lobby.confirm_presence(number, BEN)
    await assembly.home.lobby.start(number, ANN)
    with pytest.raises(Refusal, match="only their own unseen moves"):
        await assembly.propose(number, 1, "undo")


async def test_more_than_half_stop_the_clocks_and_let_them_run_again(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 1, "pause")
    await assembly.vote(number, 2, yes=True)
    assert (await assembly.home.host.get_running_game(number)).row.paused_at is not None
    with pytest.raises(Refusal, match="are already paused"):
        await assembly.propose(number, 3, "pause")
    await assembly.propose(number, 3, "resume")
    await assembly.vote(number, 1, yes=True)
    assert (await assembly.home.host.get_running_game(number)).row.paused_at is None


async def test_the_same_proposal_is_not_made_twice(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 1, "pause")
    with pytest.raises(Refusal, match=r"voting on that already: to stop the clocks\..* <#2>.*/game status"):
        await assembly.propose(number, 2, "pause")


async def test_somebody_else_takes_the_seat_of_a_player_who_is_replaced(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    leaver = await assembly.home.user(number, 3)
    await assembly.falls_silent(number, 3)
    await assembly.propose(number, 1, "replace", target=3)
    with pytest.raises(NotYours, match="your own seat"):
        await assembly.vote(number, 3, yes=False)
    motion = (await assembly.home.storage.motions.list_open(number))[0]
    await assembly.vote(number, 2, yes=True)
    decided = await assembly.home.storage.motions.get(motion.motion_id)
    assert decided is not None
    assert decided.fate == "passed"
    running = await assembly.home.host.get_running_game(number)
    assert running.find_seat_of(leaver) is None
    assert running.is_automatic(3), "a bot holds the chair"
    await assembly.votes.take_seat(number, 3, STRANGER, "Stranger")
    running = await assembly.home.host.get_running_game(number)
    assert running.find_seat_of(STRANGER) == 3
    assert not running.is_automatic(3)
    with pytest.raises(NotYours):
        (await assembly.home.again().host.get_running_game(number)).get_own_seat(leaver)
    with pytest.raises(Refusal, match="not free"):
        await assembly.votes.take_seat(number, 3, leaver, "again")


async def test_nobody_takes_the_seat_of_a_player_who_has_given_up(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.home.absence.give_up_seat(number, await assembly.home.user(number, 3))
    with pytest.raises(Refusal, match="plays by itself"):
        await assembly.propose(number, 1, "replace", target=3)
    with pytest.raises(Refusal, match="plays by itself"):
        await assembly.votes.free_seat(number, 3, "An organiser decided.")


async def test_a_vote_on_somebody_who_gives_up_meanwhile_is_off(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.falls_silent(number, 3)
    await assembly.propose(number, 1, "replace", target=3)
    await assembly.home.absence.give_up_seat(number, await assembly.home.user(number, 3))
    assert await assembly.home.storage.motions.list_open(number) == []
    assert (await assembly.notices(number))[-1].startswith("The vote to replace somebody is off")


async def test_a_vote_on_somebody_who_has_left_meanwhile_does_not_hit_who_came_in_their_place(
    assembly: Assembly,
) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.falls_silent(number, 3)
    await assembly.propose(number, 1, "replace", target=3)
    await assembly.votes.free_seat(number, 3, "An organiser decided.")
    await assembly.votes.take_seat(number, 3, STRANGER, "Stranger")
    assert await assembly.home.storage.motions.list_open(number) == []
    assert (await assembly.home.host.get_running_game(number)).find_seat_of(STRANGER) == 3


async def test_a_vote_that_waited_for_a_player_who_is_replaced_is_decided(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 2, "abandon")
    await assembly.vote(number, 1, yes=True)
    await assembly.votes.free_seat(number, 3, "They had to go.")
    assert (await assembly.home.host.get_running_game(number)).row.status == "abandoned"
    assert "The table has agreed: to end this game without a result" in (await assembly.notices(number))[-1]


async def test_a_vote_that_waited_for_a_player_who_is_replaced_by_a_vote_is_decided(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 2, "abandon")
    await assembly.vote(number, 1, yes=True)
    await assembly.falls_silent(number, 3)
    await assembly.propose(number, 1, "replace", target=3)
    replacing = (await assembly.home.storage.motions.list_open(number))[1]
    await assembly.votes.cast_vote(replacing.motion_id, await assembly.home.user(number, 2), yes=True)
    assert (await assembly.home.host.get_running_game(number)).row.status == "abandoned"
    decided = await assembly.home.storage.motions.get(replacing.motion_id)
    assert decided is not None
    assert decided.fate == "passed"
    assert not [words for words in await assembly.notices(number) if "is off" in words]


@pytest.mark.parametrize("by", ["an organiser", "a vote"])
async def test_what_somebody_proposed_who_is_replaced_is_off_and_the_table_reads_so(
    assembly: Assembly, by: str
) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.home.says(number, 1, "End my turn")
    await assembly.propose(number, 1, "undo")
    await assembly.vote(number, 2, yes=True)
    if by == "an organiser":
        await assembly.votes.free_seat(number, 1, "They had to go.")
    else:
        await assembly.falls_silent(number, 1)
        await assembly.propose(number, 2, "replace", target=1)
        replacing = (await assembly.home.storage.motions.list_open(number))[1]
        await assembly.votes.cast_vote(replacing.motion_id, await assembly.home.user(number, 3), yes=True)
    assert await assembly.home.storage.motions.list_open(number) == []
    assert [words for words in await assembly.notices(number) if "vote" in words] == [
        "The vote is off, because its proposer no longer plays here: to go back to before the last move of seat 1."
    ]


async def test_a_player_who_takes_a_seat_has_not_voted_yet_whatever_its_player_before_said(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 1, "abandon")
    await assembly.vote(number, 3, yes=True)
    await assembly.votes.free_seat(number, 3, "They had to go.")
    await assembly.votes.take_seat(number, 3, STRANGER, "Stranger")
    assert "2 in favour so far, of 3 needed" in await assembly.vote(number, 2, yes=True)
    assert (await assembly.home.host.get_running_game(number)).row.status == "running"


async def test_when_who_is_left_has_no_vote_nothing_is_decided(assembly: Assembly) -> None:
    """A bot holds the proposer's seat: they may come back, so their proposal stands."""
    number = await assembly.home.at_first_turn(BEN)
    await assembly.propose(number, 1, "abandon")
    await assembly.falls_silent(number, 1)
    await assembly.votes.free_seat(number, 2, "They had to go.")
    assert [motion.kind for motion in await assembly.home.storage.motions.list_open(number)] == ["abandon"]


async def test_a_seat_is_freed_once(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.votes.free_seat(number, 3, "They had to go.")
    with pytest.raises(Refusal, match="That seat is already empty"):
        await assembly.votes.free_seat(number, 3, "They had to go.")


async def test_a_vote_for_what_an_organiser_has_done_meanwhile_is_off(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 1, "pause")
    await assembly.home.seating.pause_clocks(number, stopped=True, words="An organiser decided.")
    assert "are already paused" in await assembly.vote(number, 2, yes=True)
    assert await assembly.home.storage.motions.list_open(number) == []


# -- who may be replaced by a vote -------------------------------------------------------------------


async def test_one_of_two_players_cannot_throw_the_other_out(assembly: Assembly) -> None:
    number = await assembly.opening(BEN, absent="a vote")
    await assembly.home.plays(number, 2, Name(price=5))
    with pytest.raises(Refusal, match=r"2 answers of theirs in a row came too late \(so far: 0\)\. A server manager"):
        await assembly.propose(number, 2, "replace", target=1)
    await assembly.later(24.1)
    with pytest.raises(Refusal, match="so far: 1"):
        await assembly.propose(number, 2, "replace", target=1)
    assert await assembly.home.storage.motions.list_open(number) == []
    await assembly.home.user(number, 1)  # sits there still


async def test_the_table_votes_on_who_was_late_twice_in_a_row(assembly: Assembly) -> None:
    number = await assembly.opening(BEN, absent="a vote")
    leaver = await assembly.home.user(number, 1)
    await assembly.home.plays(number, 2, Name(price=5))
    await assembly.later(48.2)
    assert (await assembly.home.host.get_running_game(number)).get_seat_row(1).misses >= 2
    assert "Your vote decided it." in await assembly.propose(number, 2, "replace", target=1)
    assert (await assembly.home.host.get_running_game(number)).find_seat_of(leaver) is None


async def test_where_no_clock_runs_the_table_votes_on_who_has_not_answered_for_three_days(assembly: Assembly) -> None:
    number = await assembly.opening(BEN, pace="no clock")
    day = timedelta(days=1)
    with pytest.raises(Refusal, match=f"not answered by <t:{int((NOON + 3 * day).timestamp())}:f>"):
        await assembly.propose(number, 2, "replace", target=1)
    await assembly.home.plays(number, 2, Name(price=5))
    with pytest.raises(Refusal, match="asked for 3 days"):  # nobody waits for them
        await assembly.propose(number, 1, "replace", target=2)
    assembly.wall[0] += 3 * day - timedelta(minutes=1)
    with pytest.raises(Refusal, match="not silent"):
        await assembly.propose(number, 2, "replace", target=1)
    assembly.wall[0] += timedelta(minutes=1)
    with pytest.raises(Refusal, match="not silent"):
        await assembly.propose(number, 1, "replace", target=2)
    assert "Your vote decided it." in await assembly.propose(number, 2, "replace", target=1)


async def test_time_in_which_the_table_stands_still_makes_nobody_silent(assembly: Assembly) -> None:
    number = await assembly.opening(BEN, pace="no clock")
    await assembly.home.seating.pause_clocks(number, stopped=True, words="An organiser decided.")
    assembly.wall[0] += timedelta(days=5)
    with pytest.raises(Refusal, match="asked for 3 days"):
        await assembly.propose(number, 2, "replace", target=1)


async def test_time_in_which_the_table_stood_still_makes_nobody_silent_afterwards_either(assembly: Assembly) -> None:
    number = await assembly.opening(BEN, pace="no clock")
    seating, day = assembly.home.seating, timedelta(days=1)
    assembly.wall[0] += day
    await seating.pause_clocks(number, stopped=True, words="An organiser decided.")
    assembly.wall[0] += 5 * day
    await seating.pause_clocks(number, stopped=False, words="An organiser decided.")
    await assembly.clock.tick()
    assembly.wall[0] += 7 * day
    await assembly.clock.close()
    await assembly.home.new_clock().start()  # after an outage
    until = int((NOON + (3 + 5 + 7) * day).timestamp())
    with pytest.raises(Refusal, match=f"not answered by <t:{until}:f>"):
        await assembly.propose(number, 2, "replace", target=1)
    again = assembly.home.again().votes
    with pytest.raises(Refusal, match=f"not answered by <t:{until}:f>"):
        await again.propose(number, await assembly.home.user(number, 2), "replace", 1)


async def test_a_player_who_is_asked_during_a_break_is_silent_three_days_after_it_and_not_later(
    assembly: Assembly,
) -> None:
    number = await assembly.opening(BEN, pace="no clock")
    seating, day = assembly.home.seating, timedelta(days=1)
    await seating.pause_clocks(number, stopped=True, words="An organiser decided.")
    assembly.wall[0] += 5 * day
    for seat in (1, 2):
        await assembly.home.plays(number, seat, Name(price=5))
    assembly.wall[0] += 5 * day
    await seating.pause_clocks(number, stopped=False, words="An organiser decided.")
    assembly.wall[0] += 3 * day
    assert "Your vote decided it." in await assembly.propose(number, 2, "replace", target=1)


async def test_a_replace_vote_lapses_when_its_target_plays_again(assembly: Assembly) -> None:
    number = await assembly.opening(BEN, CLEO, pace="no clock")
    assembly.wall[0] += timedelta(days=3)
    await assembly.propose(number, 1, "replace", target=3)
    (motion,) = await assembly.home.storage.motions.list_open(number)
    await assembly.home.plays(number, 1, Name(price=5))
    assert await assembly.home.storage.motions.list_open(number) == [motion], "that is not whom it is about"
    commits = assembly.home.storage.database.commits
    await assembly.home.plays(number, 3, Name(price=5))
    assert assembly.home.storage.database.commits == commits + 1, "with the move, or not at all"
    assert await assembly.home.storage.motions.list_open(number) == []
    assert (await assembly.notices(number))[-1] == "The vote is off: <seat:3> is not silent any more."
    assert (await assembly.home.storage.outbox.list_unsent(number))[-1].kind == "board", "with it goes its message"
    with pytest.raises(Refusal, match="This vote is over"):
        await assembly.votes.cast_vote(motion.motion_id, await assembly.home.user(number, 2), yes=True)
    await assembly.home.user(number, 3)  # sits there still


async def test_where_it_is_secret_who_is_asked_no_vote_that_lapses_tells_who_has_answered(assembly: Assembly) -> None:
    number = await assembly.opening(BEN, CLEO, pace="no clock")
    for seat in (1, 2, 3):
        await assembly.home.plays(number, seat, Name(price=5))
    for seat in (1, 2, 3, 1, 2, 3):
        await assembly.home.says(number, seat, "End my turn")
    running = await assembly.home.host.get_running_game(number)
    assert running.table.agenda[0].waiting_is_secret
    asked, *_ = play.list_asked_seats(running.table)
    assembly.wall[0] += timedelta(days=3)
    await assembly.propose(number, asked % 3 + 1, "replace", target=asked)
    before = await assembly.notices(number)
    await assembly.home.says(number, asked, "Growl")
    assert await assembly.notices(number) == before


async def test_what_a_vote_undoes_for_somebody_who_is_away_ends_no_vote_on_their_seat(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.home.says(number, 1, "End my turn")
    await assembly.propose(number, 1, "undo")
    await assembly.falls_silent(number, 1)
    await assembly.propose(number, 2, "replace", target=1)
    for seat in (2, 3):
        await assembly.vote(number, seat, yes=True)
    assert [entry.kind for entry in await assembly.home.entries(number)].count("undo") == 1
    assert [motion.kind for motion in await assembly.home.storage.motions.list_open(number)] == ["replace"]


async def test_a_vote_on_something_else_goes_on_when_somebody_plays(assembly: Assembly) -> None:
    number = await assembly.opening(BEN, CLEO)
    for seat, kind in ((1, "pause"), (3, "abandon")):
        await assembly.propose(number, seat, kind)
    for seat in (1, 2, 3):
        await assembly.home.plays(number, seat, Name(price=5))
    assert [motion.kind for motion in await assembly.home.storage.motions.list_open(number)] == ["pause", "abandon"]
    assert not [words for words in await assembly.notices(number) if "vote" in words]


async def test_a_replace_vote_lapses_when_its_target_takes_their_seat_back_from_the_bot(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    user = await assembly.home.user(number, 3)
    await assembly.falls_silent(number, 3)
    await assembly.propose(number, 1, "replace", target=3)
    await assembly.home.absence.return_seat(number, user)
    assert await assembly.home.storage.motions.list_open(number) == []
    assert (await assembly.notices(number))[-1] == "The vote is off: <seat:3> is not silent any more."
    assert await assembly.home.user(number, 3) == user


async def test_a_player_who_comes_back_is_called_by_the_open_votes_again(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    user = await assembly.home.user(number, 3)
    await assembly.propose(number, 1, "abandon")
    await assembly.falls_silent(number, 3)
    (motion,) = await assembly.home.storage.motions.list_open(number)
    await assembly.home.absence.return_seat(number, user)
    letters = await assembly.home.storage.outbox.list_unsent(number)
    asking = [json.loads(letter.body) for letter in letters if letter.kind == "motion"]
    assert asking == [{"motion": motion.motion_id}] * 2


async def test_a_vote_on_who_plays_again_does_not_keep_the_table_from_voting_on_somebody_else(
    assembly: Assembly,
) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    user = await assembly.home.user(number, 3)
    await assembly.falls_silent(number, 3)
    await assembly.propose(number, 1, "replace", target=3)
    await assembly.home.absence.return_seat(number, user)
    await assembly.falls_silent(number, 2)
    await assembly.propose(number, 1, "replace", target=2)
    assert [motion.target for motion in await assembly.home.storage.motions.list_open(number)] == [2]


async def test_a_vote_that_is_over_already_is_not_called_off_too(assembly: Assembly) -> None:
    """Two who press at the same moment both find that theirs decided it; the table reads of it once."""
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 1, "pause")
    (motion,) = await assembly.home.storage.motions.list_open(number)
    fates: list[tuple[MotionFate, str]] = [("passed", "So it is."), ("lapsed", "The vote is off.")]
    for fate, words in fates:
        await assembly.home.storage.motions.close(motion, fate, words, assembly.home.host.format_now())
    assert await assembly.notices(number) == ["So it is."]


# -- who concedes ------------------------------------------------------------------------------------


async def test_a_vote_that_waited_for_who_concedes_is_decided(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 2, "abandon")
    await assembly.vote(number, 1, yes=True)
    context = await assembly.home.absence.give_up_seat(number, await assembly.home.user(number, 3))
    assert context.seen.row.status == "abandoned"
    assert "The table has agreed: to end this game without a result" in (await assembly.notices(number))[-1]


async def test_what_somebody_proposed_who_concedes_is_off_and_the_others_votes_go_on(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 1, "abandon")
    await assembly.propose(number, 2, "pause")
    (_, paused) = await assembly.home.storage.motions.list_open(number)
    shown = {"motion": paused.motion_id}
    await assembly.home.absence.give_up_seat(number, await assembly.home.user(number, 1))
    assert await assembly.home.storage.motions.list_open(number) == [paused]
    assert (await assembly.notices(number))[-1].startswith("The vote is off, because its proposer no longer plays here")
    letters = await assembly.home.storage.outbox.list_unsent(number)
    asking = [json.loads(letter.body) for letter in letters if letter.kind == "motion"]
    assert asking[-1] == shown
    assert asking.count(shown) == 2, "its message calls the others only"


async def test_a_vote_to_replace_needs_no_vote_of_who_concedes(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.falls_silent(number, 3)
    await assembly.propose(number, 2, "replace", target=3)
    await assembly.home.absence.give_up_seat(number, await assembly.home.user(number, 1))
    assert (await assembly.home.host.get_running_game(number)).get_seat_row(3).user_id is None


# -- taking a chair ----------------------------------------------------------------------------------


async def test_a_player_who_takes_a_seat_may_take_more_time_as_often_as_everybody(assembly: Assembly) -> None:
    number, _ = await freed_after_three_extensions(assembly)
    await assembly.votes.take_seat(number, 1, STRANGER, "Stranger")
    assert await used_up(assembly, number) == (0, None)


async def test_a_player_who_takes_their_own_seat_again_has_used_up_what_they_had(assembly: Assembly) -> None:
    number, leaver = await freed_after_three_extensions(assembly)
    assert await used_up(assembly, number) == (0, None)
    await assembly.votes.take_seat(number, 1, leaver, "Leaver")
    assert await used_up(assembly, number) == (3, None)
    for seat in (2, 3):
        await assembly.home.plays(number, seat, Name(price=5))
    with pytest.raises(Refusal, match="this table allows no more"):
        await assembly.home.absence.extend_time(number, leaver)


async def freed_after_three_extensions(assembly: Assembly) -> tuple[int, int]:
    """A table whose seat 1 is free, and who left it; a bot has named the price they had taken more time for."""
    number = await assembly.opening(BEN, CLEO)
    leaver = await assembly.home.user(number, 1)
    await assembly.home.plays(number, 1, Name(price=5))
    await assembly.home.host.undo_for_person(number, leaver)
    for _ in range(3):
        await assembly.home.absence.extend_time(number, leaver)
    assert (await used_up(assembly, number))[1] is not None
    await assembly.votes.free_seat(number, 1, "They had to go.")
    await assembly.home.settle()
    return number, leaver


async def used_up(assembly: Assembly, number: int) -> tuple[int, str | None]:
    """Extensions of seat 1, and until when what it answered was open; by memory and store alike."""
    known = (await assembly.home.host.get_running_game(number)).get_seat_row(1)
    assert (await assembly.home.again().host.get_running_game(number)).get_seat_row(1) == known
    entries = await assembly.home.storage.games.list_entries(number)
    return known.extensions, max((entry.was_due or "" for entry in entries if entry.seat == 1), default="") or None


async def test_a_player_who_left_a_seat_does_not_look_into_another_hand(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    leaver = await assembly.home.user(number, 1)
    await assembly.votes.free_seat(number, 1, "They had to go.")
    await assembly.votes.free_seat(number, 3, "They had to go.")
    with pytest.raises(Refusal, match="seat 1 of this table and know what it holds"):
        await assembly.votes.take_seat(number, 3, leaver, "Leaver")
    assert (await assembly.home.host.get_running_game(number)).find_seat_of(leaver) is None
    await assembly.votes.take_seat(number, 1, leaver, "Leaver")
    assert (await assembly.home.host.get_running_game(number)).find_seat_of(leaver) == 1
    other = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.votes.free_seat(other, 2, "They had to go.")
    await assembly.votes.take_seat(other, 2, STRANGER, "Stranger")  # their actions elsewhere do not count


async def test_a_player_who_left_a_seat_and_is_forgotten_is_recognised_there_by_nothing_that_names_them(
    assembly: Assembly,
) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    leaver, other = await assembly.home.user(number, 1), await assembly.home.user(number, 2)
    for seat in (1, 2):
        await assembly.votes.free_seat(number, seat, "They had to go.")
    await assembly.home.storage.privacy.forget(leaver)
    assert not await assembly.home.storage.privacy.is_kept(leaver)
    assert await assembly.home.storage.privacy.is_kept(other)
    for user_id, seat in ((leaver, 1), (other, 2)):
        assert await assembly.home.storage.seats.find_seat_left(number, user_id) == LeftSeat(seat, 0)
    with pytest.raises(Refusal, match="seat 1 of this table and know what it holds"):
        await assembly.votes.take_seat(number, 2, leaver, "Leaver")
    await assembly.votes.take_seat(number, 1, leaver, "Leaver")


async def test_a_player_who_takes_a_seat_gets_no_letters_that_were_for_the_player_before(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    private = [NewLetter(kind, seat, '{"text":"for Ann"}') for seat in (1, 2) for kind in ("order", "note", "hand")]
    await assembly.home.storage.outbox.add(number, private, assembly.home.host.format_now())
    await assembly.votes.free_seat(number, 1, "They had to go.")
    await assembly.home.settle()  # a bot has had the turn
    await assembly.votes.take_seat(number, 1, STRANGER, "Stranger")
    waiting = await assembly.home.storage.outbox.list_unsent(number)
    assert [(letter.kind, letter.body) for letter in waiting if letter.seat == 1 and letter.kind != "vacancy"] == [
        ("hand", "{}")
    ], "a copy of the newcomer's hand"
    assert len([letter for letter in waiting if letter.seat == 2]) >= 3, "the others get theirs"
    context = await assembly.home.host.build_panel(number, STRANGER)
    assert context.seat == 1
    assert context.seen.game.hand(context.seen.view) is not None


async def test_a_player_cannot_take_a_second_chair(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.votes.free_seat(number, 2, "An organiser decided.")
    with pytest.raises(Refusal, match="already have a seat at this table"):
        await assembly.votes.take_seat(number, 2, await assembly.home.user(number, 1), "Ann")


async def test_a_taken_seat_can_act_and_its_clock_began_anew(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN)
    async with assembly.home.host.lock_game(number):  # and no bot has answered for the seat yet
        running = await assembly.home.host.get_running_game(number)
        empty = replace(running.get_seat_row(1), user_id=None, name="Empty chair 1", away=True)
        await assembly.home.seating.assign_seat(running, empty, [], keep_orders=False)
    assembly.wall[0] += timedelta(hours=5)
    await assembly.votes.take_seat(number, 1, STRANGER, "Stranger")
    for home in (assembly.home, assembly.home.again()):
        clock = (await home.host.get_running_game(number)).clocks[1]
        assert clock.asked_at == (NOON + timedelta(hours=5)).isoformat()
        assert clock.due_at == (NOON + timedelta(hours=29)).isoformat()
    assert await assembly.home.user(number, 1) == STRANGER
    await assembly.home.says(number, 1, "End my turn")
    assert play.list_asked_seats(await assembly.home.table(number)) == [2]


async def test_when_everybody_agrees_the_game_ends_without_a_result(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN)
    await assembly.propose(number, 1, "abandon")
    await assembly.vote(number, 2, yes=True)
    saved = await assembly.home.storage.games.load(number)
    assert saved is not None
    assert saved.game.status == "abandoned"
    with pytest.raises(GameOver):
        await assembly.propose(number, 1, "pause")


async def test_a_stranger_has_no_vote(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN)
    await assembly.propose(number, 1, "abandon")
    motion = (await assembly.home.storage.motions.list_open(number))[0]
    with pytest.raises(NotYours):
        await assembly.votes.cast_vote(motion.motion_id, STRANGER, True)
