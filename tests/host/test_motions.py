"""What a table decides together: going back, pauses, empty chairs, ends."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.engine import play
from bot.host.absence import Absence
from bot.host.errors import GameOver, NotYours, Refusal
from bot.host.motions import Motions
from tests.house import ANN, BEN, CLEO, STRANGER, House, house


@dataclass
class Assembly:
    """A house whose tables can vote."""

    home: House
    motions: Motions

    async def propose(self, number: int, seat: int, kind: str, target: int | None = None) -> str:
        return await self.motions.propose(number, await self.home.user(number, seat), kind, target)  # type: ignore[arg-type]

    async def vote(self, number: int, seat: int, *, yes: bool) -> str:
        motion = (await self.home.storage.open_motions(number))[0]
        return await self.motions.vote(motion.motion_id, await self.home.user(number, seat), yes)

    async def notices(self, number: int) -> list[str]:
        letters = await self.home.storage.waiting_letters(number)
        return [json.loads(letter.body)["text"] for letter in letters if letter.kind == "notice"]


@pytest.fixture
async def assembly(tmp_path: Path) -> AsyncIterator[Assembly]:
    async with house(tmp_path / "boardroom.db") as home:
        yield Assembly(home, Motions(home.host, Absence(home.host)))


async def test_when_everybody_agrees_the_table_goes_back_past_the_moves_of_others(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    before = await assembly.home.table(number)
    await assembly.home.says(number, 1, "End my turn")
    await assembly.home.says(number, 2, "Poke <seat:3>")
    assert "1 of the 3" in await assembly.propose(number, 1, "undo")
    assert "2 of the 3" in await assembly.vote(number, 2, yes=True)
    assert await assembly.vote(number, 3, yes=True) == "Your vote decided it: so be it."
    assert await assembly.home.table(number) == before
    assert await assembly.home.again().table(number) == before, "also after a restart"
    assert play.asked(await assembly.home.table(number)) == [1]
    lines = await assembly.home.host.log(number, ANN)
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
    assert await assembly.vote(number, 3, yes=True) == "Your vote decided it: so be it."
    assert await assembly.home.table(number) == before


async def test_one_refusal_is_enough_to_keep_what_was_done(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.home.says(number, 1, "End my turn")
    revision = await assembly.home.revision(number)
    await assembly.propose(number, 1, "undo")
    assert "refuses" in await assembly.vote(number, 2, yes=False)
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
    with pytest.raises(Refusal, match="something hidden was shown"):
        await assembly.propose(number, 1, "undo")


async def test_a_vote_to_go_back_lapses_when_somebody_moves_meanwhile(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN)
    await assembly.home.says(number, 1, "End my turn")
    await assembly.propose(number, 1, "undo")
    await assembly.home.says(number, 2, "Try the fruit")
    revision = await assembly.home.revision(number)
    assert "has moved on" in await assembly.vote(number, 2, yes=True)
    assert await assembly.home.revision(number) == revision


async def test_a_table_that_agreed_on_own_moves_only_does_not_vote_on_going_back(assembly: Assembly) -> None:
    number = await assembly.home.opened(BEN, wanted=2)
    await assembly.home.lobby.set_options(number, ANN, {"undo": "own moves"})
    await assembly.home.lobby.confirm(number, BEN)
    await assembly.home.lobby.start(number, ANN)
    with pytest.raises(Refusal, match="only their own unseen moves"):
        await assembly.propose(number, 1, "undo")


async def test_more_than_half_stop_the_clocks_and_let_them_run_again(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 1, "pause")
    await assembly.vote(number, 2, yes=True)
    assert (await assembly.home.host.running(number)).row.paused_at is not None
    with pytest.raises(Refusal, match="stand still already"):
        await assembly.propose(number, 3, "pause")
    await assembly.propose(number, 3, "resume")
    await assembly.vote(number, 1, yes=True)
    assert (await assembly.home.host.running(number)).row.paused_at is None


async def test_the_same_proposal_is_not_made_twice(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 1, "pause")
    with pytest.raises(Refusal, match="voting on just that already"):
        await assembly.propose(number, 2, "pause")


async def test_somebody_else_takes_the_seat_of_who_is_replaced(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    leaver = await assembly.home.user(number, 3)
    await assembly.propose(number, 1, "replace", target=3)
    with pytest.raises(NotYours, match="your own seat"):
        await assembly.vote(number, 3, yes=False)
    motion = (await assembly.home.storage.open_motions(number))[0]
    await assembly.vote(number, 2, yes=True)
    decided = await assembly.home.storage.motion(motion.motion_id)
    assert decided is not None
    assert decided.fate == "passed"
    running = await assembly.home.host.running(number)
    assert running.seat_of(leaver) is None
    assert running.plays_itself(3), "a bot holds the chair"
    await assembly.motions.take(number, 3, STRANGER, "Stranger")
    running = await assembly.home.host.running(number)
    assert running.seat_of(STRANGER) == 3
    assert not running.plays_itself(3)
    with pytest.raises(NotYours):
        (await assembly.home.again().host.running(number)).must_seat(leaver)
    with pytest.raises(Refusal, match="not free"):
        await assembly.motions.take(number, 3, leaver, "again")


async def test_nobody_takes_the_seat_of_who_has_given_up(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.home.host.concede(number, await assembly.home.user(number, 3))
    with pytest.raises(Refusal, match="answers by itself"):
        await assembly.propose(number, 1, "replace", target=3)
    with pytest.raises(Refusal, match="answers by itself"):
        await assembly.motions.vacate(number, 3, "An organiser decided.")


async def test_a_vote_on_somebody_who_gives_up_meanwhile_is_off(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 1, "replace", target=3)
    await assembly.home.host.concede(number, await assembly.home.user(number, 3))
    assert "answers by itself" in await assembly.vote(number, 2, yes=True)
    assert await assembly.home.storage.open_motions(number) == []
    assert (await assembly.notices(number))[-1].startswith("The vote is off.")


async def test_a_vote_on_somebody_who_has_left_meanwhile_does_not_hit_who_came_in_their_place(
    assembly: Assembly,
) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 1, "replace", target=3)
    await assembly.motions.vacate(number, 3, "An organiser decided.")
    await assembly.motions.take(number, 3, STRANGER, "Stranger")
    assert await assembly.home.storage.open_motions(number) == []
    assert (await assembly.home.host.running(number)).seat_of(STRANGER) == 3


async def test_a_vote_for_what_an_organiser_has_done_meanwhile_is_off(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.propose(number, 1, "pause")
    await Absence(assembly.home.host).pause(number, stopped=True, words="An organiser decided.")
    assert "stand still already" in await assembly.vote(number, 2, yes=True)
    assert await assembly.home.storage.open_motions(number) == []


async def test_a_player_cannot_take_a_second_chair(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN, CLEO)
    await assembly.motions.vacate(number, 2, "An organiser decided.")
    with pytest.raises(Refusal, match="one person has one seat"):
        await assembly.motions.take(number, 2, await assembly.home.user(number, 1), "Ann")


async def test_a_taken_seat_can_act_and_its_clock_began_anew(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN)
    await assembly.motions.vacate(number, 1, "An organiser decided.")
    await assembly.home.host.settle()
    asked = play.asked(await assembly.home.table(number))
    seat = 1 if asked == [1] else None
    await assembly.motions.take(number, 1, STRANGER, "Stranger")
    running = await assembly.home.host.running(number)
    if seat is not None:
        assert running.clocks[1].due_at is not None
    desk = await assembly.home.host.desk(number, STRANGER)
    assert desk.seat == 1


async def test_when_everybody_agrees_the_game_ends_without_a_result(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN)
    await assembly.propose(number, 1, "abandon")
    await assembly.vote(number, 2, yes=True)
    saved = await assembly.home.storage.saved(number)
    assert saved is not None
    assert saved.game.status == "abandoned"
    with pytest.raises(GameOver):
        await assembly.propose(number, 1, "pause")


async def test_a_stranger_has_no_vote(assembly: Assembly) -> None:
    number = await assembly.home.at_first_turn(BEN)
    await assembly.propose(number, 1, "abandon")
    motion = (await assembly.home.storage.open_motions(number))[0]
    with pytest.raises(NotYours):
        await assembly.motions.vote(motion.motion_id, STRANGER, True)
