"""Motions: what a table decides together: going back past others' moves, pauses, replacing somebody, ending.

Everybody who sits there in person has a vote. To go back or to end the game takes all of them; a
pause, its end and a replacement take more than half.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.engine.records import Seat
from bot.host.absence import Absence, must_be_in_reach
from bot.host.errors import GameOver, NotYours, Refusal
from bot.host.host import Host
from bot.host.tables import Running, standing
from bot.host.way_back import FAR_ENOUGH
from storage.interface import Conflict, Entry, Motion, MotionFate, MotionKind, NewLetter, NewMotion

UNANIMOUS: frozenset[MotionKind] = frozenset({"undo", "abandon"})


class Motions:
    """Proposals and votes at running tables, and what follows from them."""

    def __init__(self, host: Host, absence: Absence) -> None:
        self._host = host
        self._absence = absence
        self._storage = host.storage

    # -- proposing and voting ------------------------------------------------------------------

    async def propose(self, game_id: int, user_id: int, kind: MotionKind, target: Seat | None = None) -> str:
        """Propose something to the table; return in a sentence what has come of it."""
        running = await self._host.running(game_id)
        seat = self._voter(running, user_id)
        revision: int | None = target
        if kind == "undo":
            revision = await self._way_back(running, seat)
        if kind == "replace" and (target is None or target == seat or running.chair(target).user_id is None):
            raise Refusal("Choose somebody else at this table who does not answer.")
        if kind == "replace" and target is not None:
            _must_be_replaceable(running, target)
        if kind in ("pause", "resume") and (kind == "pause") == (running.row.paused_at is not None):
            raise Refusal("The clocks of this table stand still already." if kind == "pause" else "They are running.")
        if kind == "resume":
            must_be_in_reach(running)
        motion = NewMotion(game_id, kind, seat, running.row.revision, revision)
        try:
            opened = await self._storage.open_motion(motion, self._host.now_text())
        except Conflict:
            raise Refusal("Your table is voting on just that already; its message has the buttons.") from None
        self._host.told(game_id, attend=False)
        return await self._count(opened)

    async def vote(self, motion_id: int, user_id: int, yes: bool) -> str:
        """Count somebody's vote; return in a sentence what has come of it."""
        motion = await self._storage.motion(motion_id)
        if motion is None or motion.fate != "open":
            raise Refusal("This vote is over.")
        running = await self._host.running(motion.game_id)
        seat = self._voter(running, user_id)
        if seat not in voters(running, motion):
            raise NotYours("This vote is about your own seat, so the others decide.")
        try:
            return await self._count(await self._storage.vote(motion_id, seat, yes))
        except Conflict:
            raise Refusal("This vote is over.") from None

    async def _count(self, motion: Motion) -> str:
        running = await self._host.running(motion.game_id)
        having = voters(running, motion)
        yes = sum(motion.votes.get(seat, False) for seat in having)
        no = sum(not motion.votes.get(seat, True) for seat in having)
        needed = len(having) if motion.kind in UNANIMOUS else len(having) // 2 + 1
        if yes >= needed:
            return await self._carry_out(motion)
        if no > len(having) - needed:
            await self._close(motion, "refused", f"The table has refused it: {describe(motion)}.")
            return "Your vote decided it: the table refuses."
        return f"Your vote counts: {yes} of the {needed} that are needed are in favour so far."

    def _voter(self, running: Running, user_id: int) -> Seat:
        self._host.must_run(running)
        seat = running.must_seat(user_id)
        if running.chair(seat).conceded:
            raise NotYours("You have conceded this game, so you have no vote any more.")
        return seat

    # -- carrying out --------------------------------------------------------------------------

    async def _carry_out(self, motion: Motion) -> str:
        try:
            words = await self._done(motion)
        except GameOver:
            raise
        except Refusal as refused:  # something has happened since it was proposed
            await self._close(motion, "lapsed", f"The vote is off. {refused}")
            return str(refused)
        await self._close(motion, "passed", words)
        return "Your vote decided it: so be it."

    async def _done(self, motion: Motion) -> str:
        """Do what was agreed on; return what is still to be told to the table."""
        words = f"The table has agreed: {describe(motion)}."
        match motion.kind:
            case "undo":
                await self._go_back(motion)
            case "pause" | "resume":
                await self._absence.pause(motion.game_id, stopped=motion.kind == "pause", words=words)
                return ""
            case "replace":
                await self._free(motion.game_id, motion.target or 0, "The table has voted for it.")
            case "abandon":
                await self.abandon(motion.game_id, words)
                return ""
        return words

    async def _close(self, motion: Motion, fate: MotionFate, words: str) -> None:
        await self._storage.close_motion(motion, fate, words, self._host.now_text())
        self._host.told(motion.game_id)

    async def _way_back(self, running: Running, seat: Seat) -> int:
        """Return the revision before the seat's last move, when nothing since was drawn or revealed."""
        if running.pact.undo != "with consent":
            raise Refusal("This table has agreed that everybody undoes only their own unseen moves.")
        entries = standing(await self._storage.last_entries(running.row.game_id, FAR_ENOUGH))
        for entry in reversed(entries):
            if entry.fence or entry.kind in ("setup", "concede"):
                break
            if entry.seat == seat and entry.kind == "move":
                return entry.revision - 1
        raise Refusal(
            "Your last move cannot be undone: since then a card was drawn or something hidden was shown, "
            "and nobody can forget what they have seen."
        )

    async def _go_back(self, motion: Motion) -> None:
        """Return to the table before the move, unless somebody has moved since it was proposed."""
        async with self._host.lock(motion.game_id):
            running = await self._host.running(motion.game_id)
            entries = await self._storage.last_entries(motion.game_id, FAR_ENOUGH + 1, states=True)
            before = _entry(entries, motion.target)
            if running.row.revision != motion.revision or before is None or before.state is None:
                raise Refusal("The table has moved on meanwhile, so nothing is undone.")
            await self._host.go_back(running, motion.seat, before.revision, before.state)

    # -- empty chairs ----------------------------------------------------------------------------

    async def vacate(self, game_id: int, seat: Seat, reason: str) -> None:
        """Free a seat for somebody else; a bot holds it until then. A vote on just that is off."""
        await self._free(game_id, seat, reason)
        for motion in await self._storage.open_motions(game_id):
            if motion.kind == "replace" and motion.target == seat:
                await self._close(motion, "lapsed", "")  # it was about who sat there, not about who comes

    async def _free(self, game_id: int, seat: Seat, reason: str) -> None:
        async with self._host.lock(game_id):
            running = await self._host.running(game_id)
            self._host.must_run(running)
            _must_be_replaceable(running, seat)
            words = f"**{running.name(seat)}** has left their seat. {reason}"
            await self._put_empty_chair(running, seat, words)
        self._host.told(game_id)

    async def empty_chair(self, game_id: int, seat: Seat, user_id: int, words: str) -> bool:
        """Put an empty chair where this person sits; without anybody in person the game is abandoned.

        Returns:
            False when somebody else sits there by now.
        """
        async with self._host.lock(game_id):
            running = await self._host.running(game_id)
            self._host.must_run(running)
            if running.chair(seat).user_id != user_id:
                return False
            running = await self._put_empty_chair(running, seat, words)
        if all(chair.user_id is None or chair.conceded for chair in running.seats):
            with suppress(GameOver):  # bots may just have played it to its end
                await self.abandon(game_id, "This game is over without a result, as everybody has left it.")
            return True
        self._host.told(game_id)
        await self._count_without(game_id, seat)
        return True

    async def _put_empty_chair(self, running: Running, seat: Seat, words: str) -> Running:
        """Put an empty chair, which keeps no name, on a seat; `words` tell the table why.

        The caller holds the game's lock.
        """
        free = replace(running.chair(seat), user_id=None, name=f"Empty chair {seat}", misses=0, away=True)
        words = f"{words} Whoever wants to play on may take the seat."
        letters = [NewLetter("vacancy", seat, json.dumps({"text": words}))]
        return await self._absence.seat(running, free, letters, keep_orders=False)

    async def _count_without(self, game_id: int, seat: Seat) -> None:
        """Count the open votes of a table anew that this seat has left; what it was to gain or lose lapses."""
        for motion in await self._storage.open_motions(game_id):
            if motion.seat == seat or (motion.kind == "replace" and motion.target == seat):
                words = f"The vote is off, as somebody has left it: {describe(motion)}."
                await self._close(motion, "lapsed", words)
            else:
                await self._count(motion)

    async def take(self, game_id: int, seat: Seat, user_id: int, name: str) -> None:
        """Let somebody take an empty chair; they see its secrets from now on, and its clock begins anew."""
        async with self._host.lock(game_id):
            running = await self._host.running(game_id)
            self._host.must_run(running)
            chair = running.chair(seat)
            if running.seat_of(user_id) is not None:
                raise Refusal("You are playing at this table already; one person has one seat.")
            if chair.user_id is not None or not chair.away:
                raise Refusal("This seat is not free any more.")
            taken = replace(chair, user_id=user_id, name=name, away=False, misses=0)
            words = json.dumps({"text": f"<seat:{seat}> plays on in the empty chair. Welcome!"})
            await self._absence.seat(running, taken, [NewLetter("notice", body=words)], keep_orders=False)
        self._host.told(game_id)

    async def abandon(self, game_id: int, words: str) -> None:
        """End a running game without a result."""
        async with self._host.lock(game_id):
            running = await self._host.running(game_id)
            self._host.must_run(running)
            notice = NewLetter("notice", body=json.dumps({"text": words}))
            await self._storage.abandon(game_id, self._host.now_text(), [notice])
            self._host.forget_loaded(game_id)
        self._host.told(game_id, attend=False)


def _must_be_replaceable(running: Running, seat: Seat) -> None:
    if running.chair(seat).conceded:
        raise Refusal("They have given up this game, so their seat answers by itself and nobody can take it over.")


def voters(running: Running, motion: Motion) -> Sequence[Seat]:
    """Return the seats that have a vote: everybody there in person, but not who would be replaced."""
    present = [seat for seat in running.table.seats if not running.plays_itself(seat)]
    return [seat for seat in present if motion.kind != "replace" or seat != motion.target]


def describe(motion: Motion) -> str:
    """Return what is proposed, in words; seats are marks."""
    match motion.kind:
        case "undo":
            return f"to go back to before the last move of <seat:{motion.seat}>"
        case "pause":
            return "to stop the clocks"
        case "resume":
            return "to let the clocks run again"
        case "replace":
            return f"to look for somebody else for the seat of <seat:{motion.target}>"
        case "abandon":
            return "to end this game without a result"


def _entry(entries: Sequence[Entry], revision: int | None) -> Entry | None:
    return next((entry for entry in entries if entry.revision == revision), None)
