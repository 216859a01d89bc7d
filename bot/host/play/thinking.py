"""Thinking: strong bots think their answers through in the worker, and nothing waits for them but their table.

Without a worker, late, or after something has gone wrong, the bot answers as a steady one does. The log holds the move
as that of any bot; what was drawn from follows from the seed and the revision, so that it can be thought again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.engine import play
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.host.play.auto_answers import bots_move, thinks, thought_move
from bot.host.signals import Signal
from bot.host.table.running import RunningGame
from bot.host.worker import NoWorker, Worker

Came: TypeAlias = Literal["thought", "late", "refused", "failed"]
"""What has come of a thought: an answer, or none, as it took too long, too much else waited or something went wrong."""
LATE = 90.0
"""Seconds after which a table waits for a thought no longer."""


@dataclass
class _Thought:
    """What a bot thinks about, or has thought."""

    revision: int
    seat: Seat
    over: bool = False
    move: str | None = None
    """As JSON; None: it could not think."""
    give_up: Callable[[], object] = bool
    """Lets nothing come of it any more, and does not even begin where it waits for others."""


class Thoughts:
    """Finds what bots answer; who thinks is not waited for.

    Args:
        worker: where strong bots think; None: nowhere, so they answer as steady ones.
        over: what is done at a table when a bot there has thought.
    """

    def __init__(self, worker: Worker | None, over: Callable[[int], None]) -> None:
        self._worker = worker
        self._over = over
        self._thoughts: dict[int, _Thought] = {}
        """By table, of which one bot thinks at a time."""
        self.came: Signal[Came] = Signal()
        """Tells what has come of each thought, but for those that nobody needs any more."""

    def thinker(self, running: RunningGame) -> Seat | None:
        """Return the seat whose bot thinks about a table, or has thought: it answers before others.

        What was thought about the table as it was before, or about a game that has ended, is given up.
        """
        thought = self._thoughts.get(running.row.game_id)
        if thought is None:
            return None
        if running.row.status == "running" and thought.revision == running.row.revision:
            return thought.seat
        self._forget(running.row.game_id)
        return None

    async def answer(self, running: RunningGame, seat: Seat, question: Question) -> Move | None:
        """Return what the bot on a seat answers; None: it thinks about it, and `over` follows."""
        game, table, revision, game_id = running.game, running.table, running.row.revision, running.row.game_id
        if self._worker is not None and thinks(table, seat, question):
            known = self.thinker(running) == seat
            thought = self._thoughts[game_id] if known else self._begun(self._worker, running, seat)
            if not thought.over:
                return None
            self._forget(game_id)
            if thought.move is not None:
                move: Move = game.moves.validate_json(thought.move)
                return move
        return await asyncio.to_thread(bots_move, game, table, revision, seat, question)

    def close(self) -> None:
        """Let nothing come of what is being thought; what was asked is answered after the next start."""
        for game_id in list(self._thoughts):
            self._forget(game_id)

    def _forget(self, game_id: int) -> None:
        thought = self._thoughts.pop(game_id, None)
        if thought is not None:
            thought.over = True
            thought.give_up()

    def _begun(self, worker: Worker, running: RunningGame, seat: Seat) -> _Thought:
        """Let a bot begin to think, and nobody else at its table."""
        game_id, revision = running.row.game_id, running.row.revision
        self._forget(game_id)
        thought = self._thoughts[game_id] = _Thought(revision, seat)

        def then(move: str | None, came: Came | None = None) -> None:
            if not thought.over:
                thought.over, thought.move = True, move
                thought.give_up()
                self.came.tell(came or ("failed" if move is None else "thought"))
                self._over(game_id)

        state, box = running.state or running.table.model_dump_json(), running.table._box.model_dump_json()
        try:
            take_back = worker.begin(then, thought_through, running.game.key, state, box, revision, seat)
        except NoWorker:
            thought.over = True
            self.came.tell("refused")
            return thought
        late = asyncio.get_running_loop().call_later(LATE, then, None, "late")

        def give_up() -> None:
            late.cancel()
            take_back()

        thought.give_up = give_up
        return thought


def thought_through(key: str, state: str, box: str, revision: int, seat: Seat) -> str:
    """Return what a strong bot answers, as JSON; for the worker, where nothing else is known of the game.

    Args:
        key: of the game.
        state: the table as JSON.
        box: what it is played with, as JSON.
        revision: of the table.
        seat: where the bot sits, which is asked something.

    Raises:
        LookupError: it is asked nothing.
    """
    from bot.games import GAMES  # only the worker needs them here

    game = GAMES[key]
    table = play.load(game.table, state, type(game.box).model_validate_json(box))
    question = play.question_for(table, seat)
    if question is None:
        raise LookupError(f"seat {seat} is asked nothing")
    return thought_move(game, table, revision, seat, question).move.model_dump_json()
