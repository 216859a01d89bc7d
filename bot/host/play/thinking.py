"""Thinking: strong bots think their answers through in the worker, so that nothing waits for them but their table.

Without a worker, late, or after something has gone wrong, the bot answers as a steady one does. The log holds the move
as that of any bot; what was drawn from follows from the seed and the revision, so that it can be thought again.
"""

from __future__ import annotations

import asyncio
import logging

from bot.engine import play
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.host.play.automatic import bots_move, thinks, thought_move
from bot.host.table.running import RunningGame
from bot.host.worker import NoWorker, Worker

log = logging.getLogger(__name__)

LATE = 90.0
"""Seconds after which a table waits for no thought any more."""


class Thinker:
    """Finds what bots answer.

    Args:
        worker: where strong ones think; None: nowhere, so they answer as steady ones.
    """

    def __init__(self, worker: Worker | None) -> None:
        self._worker = worker

    async def move(self, running: RunningGame, seat: Seat, question: Question) -> Move:
        """Return what the bot on a seat answers."""
        game, table, revision = running.game, running.table, running.row.revision
        if self._worker is not None and thinks(game, table, seat, question):
            state = running.state or table.model_dump_json()
            box = table._box.model_dump_json()
            try:
                thought = await asyncio.wait_for(
                    self._worker.do(thought_through, game.key, state, box, revision, seat), LATE
                )
                return game.moves.validate_json(thought)  # type: ignore[no-any-return]
            except (NoWorker, TimeoutError):
                log.info("a strong bot answers without thinking", extra={"game": running.row.game_id})
            except Exception:
                log.exception("a strong bot could not think", extra={"game": running.row.game_id})
        return await asyncio.to_thread(bots_move, game, table, revision, seat, question)


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
