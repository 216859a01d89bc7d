"""Prepared turns: choosing in private, while others are on turn, what one will do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bot.engine import play
from bot.engine.prepared import ALL_OF_IT, Foreseen, OnlyIf, PreparedMove, PreparedTurn, Turns, foresee
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.play.automatic import knows_no_condition, read_moves, would_be
from bot.host.play.standing_orders import StandingOrders
from bot.host.table.running import RunningGame

MOVES = 20
"""So many moves can be prepared."""
ALL_OF_IT_WORDS = "all of it can be done just as it stands here"
CANNOT_BE_CHOSEN = "This condition cannot be chosen now; the panel shows those that can."
OUTDATED = "The table has changed since then, so this was not added. This is how your turn would go on now."


@dataclass(frozen=True)
class PreparingDesk:
    """What one person needs to prepare their next turn."""

    running: RunningGame
    seat: Seat
    prepared: PreparedTurn

    def foresee(self, moves: Sequence[Move]) -> Foreseen[Any]:
        """Return where this seat would stand after these moves, by nothing but what it may know."""
        return foresee(_turns(self.running), self.running.in_another_truth(self.seat), self.seat, moves)

    @cached_property
    def _moves(self) -> Sequence[Move]:
        return read_moves(self.running.game, self.prepared)

    @cached_property
    def _foreseen(self) -> Foreseen[Any]:
        return self.foresee(self._moves)

    @property
    def ahead(self) -> RunningGame:
        """The game as it would stand after what is prepared, were it this seat's turn now."""
        return replace(self.running, table=self._foreseen.table)

    @property
    def possible(self) -> int:
        """How many of the prepared moves would be possible now, and do what they were shown to do."""
        return self._foreseen.still(self.prepared.moves)

    @property
    def why_no_further(self) -> str:
        """Why the first move that is not possible now stops the turn, as a sentence; empty: it is not possible."""
        at = self.possible
        return would_be(self.prepared.moves[at], self._foreseen.shown[at]) if at < self._foreseen.possible else ""

    @property
    def is_over(self) -> bool:
        """Whether the turn ends with the last prepared move."""
        return self._foreseen.over

    @cached_property
    def conditions(self) -> Sequence[OnlyIf]:
        """The conditions that can be set now, and the one that is set."""
        start = self.running.game.view(self.foresee(()).table, self.seat)
        offered = [OnlyIf(name=ALL_OF_IT, words=ALL_OF_IT_WORDS), *_turns(self.running).offered(start)]
        chosen = self.prepared.only_if
        known = chosen is None or any(one.key == chosen.key for one in offered)
        return offered if chosen is None or known else [chosen, *offered]

    @property
    def is_never_played(self) -> bool:
        """Whether a condition is set that nobody can judge any more."""
        return knows_no_condition(self.running.game, self.prepared)

    @property
    def next(self) -> Question | None:
        """What can be prepared next; None: nothing more."""
        prepared = len(self.prepared.moves)
        return self._foreseen.question if self.possible == prepared < MOVES else None

    @property
    def tag(self) -> str:
        """The name of what can be prepared next; empty: nothing can."""
        question = self.next
        if question is None:
            return ""
        return play.etag(self._foreseen.table, self.seat, question, len(self.prepared.moves))

    def at(self, state: RunningGame) -> PreparingDesk:
        """Return the same at another state of the game."""
        return PreparingDesk(state, self.seat, state.prepared(self.seat) or PreparedTurn())

    def question(self, tag: str) -> Question | None:
        """Return what can be prepared next, if it is the one of this name."""
        return self.next if tag and tag == self.tag else None


class PreparedTurns:
    """The prepared turns of all tables.

    Args:
        host: whose tables they are.
        orders: the standing orders, beside which they are kept.
    """

    def __init__(self, host: Host, orders: StandingOrders) -> None:
        self._host = host
        self._orders = orders

    async def desk(self, game_id: int, user_id: int) -> PreparingDesk:
        """Return what this person has prepared, and what they can prepare next.

        Raises:
            Refusal: it is their turn, the game is over, or its turns cannot be prepared.
            NotYours: they have conceded.
        """
        running = await self._host.running(game_id)
        seat = running.must_seat(user_id)
        self._host.must_run(running)
        if running.seat_row(seat).conceded:
            raise NotYours("You have conceded, so no turn of yours comes any more.")
        if _turns(running).is_own(running.table, seat):
            raise Refusal("Your turn has come, so there is nothing to prepare. Press **Act** to take it.")
        return PreparingDesk(running, seat, running.prepared(seat) or PreparedTurn())

    async def add(self, game_id: int, user_id: int, tag: str, picks: Sequence[str]) -> str:
        """Prepare one more move; return it in words, in which seats are marks.

        Raises:
            BadAnswer: the picks are no legal answer.
            Refusal: the table has changed since it was offered.
        """
        async with self._host.lock(game_id):
            desk = await self.desk(game_id, user_id)
            question = desk.question(tag)
            if question is None:
                raise Refusal(OUTDATED)
            move = question.read(picks)
            shown = desk.foresee([*read_moves(desk.running.game, desk.prepared), move]).shown[-1]
            added = PreparedMove(move=move.model_dump(mode="json"), words=shown.words, tells=shown.tells)
            await self._keep(desk, moves=(*desk.prepared.moves, added))
        return added.words

    async def take_back(self, game_id: int, user_id: int, *, every: bool = False) -> None:
        """Take back the move that was prepared last, or all of them with their condition."""
        async with self._host.lock(game_id):
            desk = await self.desk(game_id, user_id)
            if every:
                await self._orders.put(desk.running, desk.seat, PreparedTurn(), given=False)
            else:
                await self._keep(desk, moves=desk.prepared.moves[:-1])

    async def only_if(self, game_id: int, user_id: int, key: str) -> None:
        """Let what is prepared be played only if this condition is met; empty: whatever happens.

        Raises:
            Refusal: there is no such condition.
        """
        async with self._host.lock(game_id):
            desk = await self.desk(game_id, user_id)
            chosen = next((one for one in desk.conditions if one.key == key), None) if key else None
            if key and chosen is None:
                raise Refusal(CANNOT_BE_CHOSEN)
            await self._keep(desk, only_if=chosen, unless="", seen="")

    async def _keep(self, desk: PreparingDesk, **changed: Any) -> None:
        """Save what is prepared with what is changed about it."""
        prepared = desk.prepared.model_copy(update={**changed, "begun": False})
        kept = bool(prepared.moves or prepared.only_if or prepared.unless)
        await self._orders.put(desk.running, desk.seat, prepared, given=kept)


def _turns(running: RunningGame) -> Turns[Any, Any]:
    turns: Turns[Any, Any] | None = running.game.turns
    if turns is None:
        raise Refusal(f"In {running.game.title} turns cannot be prepared.")
    return turns
