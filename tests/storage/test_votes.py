"""Votes of a table, as rows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.interface.errors import Conflict
from storage.interface.letters import NewLetter
from storage.interface.motions import ClosedVotes, Motion, NewMotion
from storage.store import Storage
from tests.storage.samples import LATER, NOW, entry, start_new


async def kinds(storage: Storage, game_id: int) -> list[str]:
    return [letter.kind for letter in await storage.outbox.list_unsent(game_id)]


async def test_a_vote_opens_with_its_proposer_in_favour_and_asks_for_votes(storage: Storage) -> None:
    game_id = await start_new(storage)
    motion = await storage.motions.open(NewMotion(game_id, "undo", 1, 1, 0), NOW)
    assert motion == Motion(motion.motion_id, game_id, "undo", 1, 0, 1, {1: True}, "open")
    assert await storage.motions.get(motion.motion_id) == motion
    assert await storage.motions.list_open(game_id) == [motion]
    assert (await kinds(storage, game_id))[-1] == "motion"


async def test_a_table_votes_on_one_such_thing_at_a_time(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.motions.open(NewMotion(game_id, "pause", 1, 1), NOW)
    with pytest.raises(Conflict):
        await storage.motions.open(NewMotion(game_id, "pause", 2, 1), NOW)
    assert len(await storage.motions.list_open(game_id)) == 1


async def test_the_last_vote_of_a_seat_counts(storage: Storage) -> None:
    game_id = await start_new(storage)
    motion = await storage.motions.open(NewMotion(game_id, "pause", 1, 1), NOW)
    await storage.motions.vote(motion.motion_id, 2, yes=True)
    voted = await storage.motions.vote(motion.motion_id, 2, yes=False)
    assert voted.votes == {1: True, 2: False}


async def test_a_closed_motion_is_told_once_and_takes_no_votes(storage: Storage) -> None:
    game_id = await start_new(storage)
    motion = await storage.motions.open(NewMotion(game_id, "pause", 1, 1), NOW)
    await storage.motions.close(motion, "passed", "The clocks are paused.", LATER)
    await storage.motions.close(motion, "refused", "They do not.", LATER)
    closed = await storage.motions.get(motion.motion_id)
    assert closed == replace(motion, fate="passed")
    assert await storage.motions.list_open(game_id) == []
    assert await storage.outbox.list_notices(game_id) == [(1, "The clocks are paused.")]
    assert (await kinds(storage, game_id))[-1] == "board", "with it goes the message that asked for votes"
    with pytest.raises(Conflict):
        await storage.motions.vote(motion.motion_id, 2, yes=True)


async def test_a_move_ends_the_votes_that_it_overtakes_and_no_others(storage: Storage) -> None:
    game_id = await start_new(storage)
    undo = await storage.motions.open(NewMotion(game_id, "undo", 1, 1, 0), NOW)
    pause = await storage.motions.open(NewMotion(game_id, "pause", 2, 1), NOW)
    off = [ClosedVotes(kind, None, NewLetter("notice", body=f'{{"text": "{kind}"}}')) for kind in ("undo", "abandon")]
    await storage.games.append(replace(entry(game_id, 2), closed_votes=off))
    assert await storage.motions.list_open(game_id) == [pause]
    assert await storage.motions.get(undo.motion_id) == replace(undo, fate="lapsed")
    assert await storage.outbox.list_notices(game_id) == [(2, "undo")]
