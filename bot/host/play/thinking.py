"""Compute strong bots' answers in the worker; only their own table waits for them.

Without a worker, after a timeout, or after an error, the bot answers as a steady one does. The log records the move as
any bot's. Its randomness follows from the seed and the revision, so it can be computed again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.engine import play
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.host.play.auto_answers import choose_bot_move, compute_strong_move, should_think
from bot.host.signals import Signal
from bot.host.table.running import RunningGame
from bot.host.worker import NoWorker, Worker

Came: TypeAlias = Literal["thought", "late", "refused", "failed"]
"""Outcome of a computation: an answer, or none because of a timeout, a full queue or an error."""
LATE_SECONDS = 90.0
"""Timeout in seconds for which a table waits for an answer."""


@dataclass
class _Search:
    """A running or finished computation for a bot."""

    revision: int
    seat: Seat
    over: bool = False
    move: str | None = None
    """The answer as JSON; None: the computation failed."""
    give_up: Callable[[], object] = bool
    """Discards the result, and cancels the job if it is still queued."""


class Searches:
    """Answers for bots; strong ones are computed in the background.

    Args:
        worker: computes strong bots' answers; None: they answer as steady ones.
        over: called with the table's id when a computation for its bot is over.
    """

    def __init__(self, worker: Worker | None, over: Callable[[int], None]) -> None:
        self._worker = worker
        self._over = over
        self._thoughts: dict[int, _Search] = {}
        """Computations by table; one bot of a table thinks at a time."""
        self.came: Signal[Came] = Signal()
        """Signals the outcome of each computation, except obsolete ones."""

    def find_thinker(self, running: RunningGame) -> Seat | None:
        """Return the seat whose bot is thinking or has an answer ready; it answers before others.

        Computations for an earlier state of the table, or for an ended game, are discarded.
        """
        thought = self._thoughts.get(running.row.game_id)
        if thought is None:
            return None
        if running.row.status == "running" and thought.revision == running.row.revision:
            return thought.seat
        self._forget(running.row.game_id)
        return None

    async def get_answer(self, running: RunningGame, seat: Seat, question: Question) -> Move | None:
        """Return the answer of the bot on a seat; None: it is being computed, and `over` follows."""
        game, table, revision, game_id = running.game, running.table, running.row.revision, running.row.game_id
        if self._worker is not None and should_think(table, seat, question):
            known = self.find_thinker(running) == seat
            thought = self._thoughts[game_id] if known else self._start_thinking(self._worker, running, seat)
            if not thought.over:
                return None
            self._forget(game_id)
            if thought.move is not None:
                move: Move = game.moves.validate_json(thought.move)
                return move
        return await asyncio.to_thread(choose_bot_move, game, table, revision, seat, question)

    def close(self) -> None:
        """Discard all computations; the questions are answered after the next start."""
        for game_id in list(self._thoughts):
            self._forget(game_id)

    def _forget(self, game_id: int) -> None:
        thought = self._thoughts.pop(game_id, None)
        if thought is not None:
            thought.over = True
            thought.give_up()

    def _start_thinking(self, worker: Worker, running: RunningGame, seat: Seat) -> _Search:
        """Start the computation for a bot, the only one at its table."""
        game_id, revision = running.row.game_id, running.row.revision
        self._forget(game_id)
        thought = self._thoughts[game_id] = _Search(revision, seat)

        def handle_outcome(move: str | None, came: Came | None = None) -> None:
            if not thought.over:
                thought.over, thought.move = True, move
                thought.give_up()
                self.came.notify(came or ("failed" if move is None else "thought"))
                self._over(game_id)

        state, box = running.state or running.table.model_dump_json(), running.table._box.model_dump_json()
        try:
            take_back = worker.start(handle_outcome, compute_answer, running.game.key, state, box, revision, seat)
        except NoWorker:
            thought.over = True
            self.came.notify("refused")
            return thought
        late = asyncio.get_running_loop().call_later(LATE_SECONDS, handle_outcome, None, "late")

        def give_up() -> None:
            late.cancel()
            take_back()

        thought.give_up = give_up
        return thought


def compute_answer(key: str, state: str, box: str, revision: int, seat: Seat) -> str:
    """Compute a strong bot's answer as JSON, in the worker, from these values alone.

    Args:
        key: the game's key.
        state: the table as JSON.
        box: the box as JSON.
        revision: the table's revision.
        seat: the bot's seat, which has a question.

    Raises:
        LookupError: the seat has no question.
    """
    from bot.games import GAMES  # only the worker needs them here

    game = GAMES[key]
    table = play.load(game.table, state, type(game.box).model_validate_json(box))
    question = play.find_question(table, seat)
    if question is None:
        raise LookupError(f"seat {seat} is asked nothing")
    return compute_strong_move(game, table, revision, seat, question).move.model_dump_json()
