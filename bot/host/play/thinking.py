"""Thinking: strong bots think their answers through in the worker, and nothing waits for them but their table.

Without a worker, late, or after something has gone wrong, the bot answers as a steady one does. The log holds the move
as that of any bot; what was drawn from follows from the seed and the revision, so that it can be thought again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from bot.engine import play
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.host.play.automatic import bots_move, thinks, thought_move
from bot.host.table.running import RunningGame
from bot.host.worker import NoWorker, Worker

log = logging.getLogger(__name__)

LATE = 90.0
"""Seconds after which a table waits for no thought any more."""


@dataclass(frozen=True)
class _Thought:
    """What a bot thinks about, or has thought."""

    revision: int
    seat: Seat
    task: asyncio.Task[Move | None]
    """Comes to nothing where it could not think."""


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

    async def answer(self, running: RunningGame, seat: Seat, question: Question) -> Move | None:
        """Return what the bot on a seat answers; None: it thinks about it, and `over` follows."""
        game, table, revision = running.game, running.table, running.row.revision
        if self._worker is not None and thinks(game, table, seat, question):
            thought = self._thoughts.get(running.row.game_id)
            if thought is None or (thought.revision, thought.seat) != (revision, seat):
                thought = self._begun(self._worker, running, seat)
            if not thought.task.done():
                return None
            self._forget(running.row.game_id)
            if (move := thought.task.result()) is not None:
                return move
        return await asyncio.to_thread(bots_move, game, table, revision, seat, question)

    def close(self) -> None:
        """Think no more; what was asked is answered after the next start."""
        for game_id in list(self._thoughts):
            self._forget(game_id)

    def _begun(self, worker: Worker, running: RunningGame, seat: Seat) -> _Thought:
        """Let a bot begin to think; what one has thought there about an earlier table does not count any more."""
        game_id = running.row.game_id
        self._forget(game_id)
        task = asyncio.create_task(_think(worker, running, seat), name=f"thinking at table {game_id}")
        task.add_done_callback(lambda done: None if done.cancelled() else self._over(game_id))
        thought = self._thoughts[game_id] = _Thought(running.row.revision, seat, task)
        return thought

    def _forget(self, game_id: int) -> None:
        if (thought := self._thoughts.pop(game_id, None)) is not None:
            thought.task.cancel()


async def _think(worker: Worker, running: RunningGame, seat: Seat) -> Move | None:
    state = running.state or running.table.model_dump_json()
    box = running.table._box.model_dump_json()
    try:
        thought = await asyncio.wait_for(
            worker.do(thought_through, running.game.key, state, box, running.row.revision, seat), LATE
        )
        move: Move = running.game.moves.validate_json(thought)
    except (NoWorker, TimeoutError):
        log.info("a strong bot answers without thinking", extra={"game": running.row.game_id})
    except Exception:
        log.exception("a strong bot could not think", extra={"game": running.row.game_id})
    else:
        return move
    return None


def thought_through(key: str, state: str, box: str, revision: int, seat: Seat) -> str:
    """Return what a strong bot answers, as JSON; for the worker, where nothing else is known of the game.

    Args:
        key: of the game.
        state: the table as JSON.
        box: what it is played with, as JSON.
        revision: of the table.
        seat: where the bot sits, which is asked something.
    """
    from bot.games import GAMES  # only the worker needs them here

    game = GAMES[key]
    table = play.load(game.table, state, type(game.box).model_validate_json(box))
    question = play.question_for(table, seat)
    if question is None:
        raise LookupError(f"seat {seat} is asked nothing")
    return thought_move(game, table, revision, seat, question).move.model_dump_json()
