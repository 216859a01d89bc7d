"""Prepared turns: choosing in private, while others are on turn, what one will do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bot.engine import play
from bot.engine.prepared import Foreseen, PreparedMove, PreparedTurn, Turns, foresee
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.play.automatic import read_moves
from bot.host.play.standing_orders import StandingOrders
from bot.host.table.running import RunningGame

MOVES = 20
"""So many moves can be prepared."""
OUTDATED = "The table has changed since then, so this was not added. This is how your turn would go on now."


@dataclass(frozen=True)
class PreparingDesk:
    """What one person needs to prepare their next turn."""

    running: RunningGame
    seat: Seat
    prepared: PreparedTurn

    @cached_property
    def _foreseen(self) -> Foreseen[Any]:
        return foresee(
            _turns(self.running), self.running.table, self.seat, read_moves(self.running.game, self.prepared)
        )

    @property
    def ahead(self) -> RunningGame:
        """The game as it would stand after what is prepared, were it this seat's turn now."""
        return replace(self.running, table=self._foreseen.table)

    @property
    def possible(self) -> int:
        """How many of the prepared moves would be possible now; none after them is."""
        return self._foreseen.possible

    @property
    def is_over(self) -> bool:
        """Whether the turn ends with the last prepared move."""
        return self._foreseen.over

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
            words = question.describe(move)
            added = PreparedMove(move=move.model_dump(mode="json"), words=words)
            await self._keep(desk, [*desk.prepared.moves, added], desk.prepared.unless)
        return words

    async def take_back(self, game_id: int, user_id: int, *, every: bool = False) -> None:
        """Take back the move that was prepared last, or all of them."""
        async with self._host.lock(game_id):
            desk = await self.desk(game_id, user_id)
            await self._keep(desk, () if every else desk.prepared.moves[:-1], desk.prepared.unless)

    async def only_unless(self, game_id: int, user_id: int, name: str) -> None:
        """Let what is prepared be played only if the thing of this name has not changed; empty: whatever happens.

        Raises:
            Refusal: there is no such condition.
        """
        async with self._host.lock(game_id):
            desk = await self.desk(game_id, user_id)
            if name and _turns(desk.running).condition(name) is None:
                raise Refusal("This condition cannot be chosen.")
            await self._keep(desk, desk.prepared.moves, name)

    async def _keep(self, desk: PreparingDesk, moves: Sequence[PreparedMove], unless: str) -> None:
        """Save what is prepared; conditions are about the table as it stands now."""
        condition = _turns(desk.running).condition(unless)
        seen = "" if condition is None else condition.digest(desk.running.view(desk.seat))
        prepared = PreparedTurn(moves=tuple(moves), unless=unless, seen=seen)
        await self._orders.put(desk.running, desk.seat, prepared, given=bool(moves or unless))


def _turns(running: RunningGame) -> Turns[Any, Any]:
    turns: Turns[Any, Any] | None = running.game.turns
    if turns is None:
        raise Refusal(f"In {running.game.title} turns cannot be prepared.")
    return turns
