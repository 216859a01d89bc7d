"""Hints: a bot's suggestion with its reason, private to the player, without effect on the table.

It is computed at another table that the seat could not distinguish from its own (`redeal`), so it reveals nothing the
seat does not know. Its randomness is reproducible, so asking again gives the same hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.engine import play
from bot.engine.multi_step import Stage
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.host.cpu_accounting import run_in_thread
from bot.host.delivery.guard import get_guarded_view
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.table.audience_view import get_compose
from bot.host.table.running import RunningGame


class Hints:
    """Computes hints for players.

    Args:
        host: runs their tables.
    """

    def __init__(self, host: Host) -> None:
        self._host = host

    async def get_hint(self, game_id: int, user_id: int, etag: str, parts: Sequence[Move] | None) -> str:
        """Return a bot's suggestion and its reason; seats are marks.

        Args:
            game_id: the table.
            user_id: the player.
            etag: version tag of the displayed question.
            parts: the choices of a multi-step move so far; None: no such move.

        Raises:
            Refusal: the table has no hints, or its question has changed.
        """
        running = await self._host.get_running_game(game_id)
        seat = running.get_own_seat(user_id)
        seen = get_guarded_view(running, seat)
        if seen.etag != etag:
            raise Refusal("That decision has changed. **Act** shows the present one.")
        if not seen.has_hints:
            raise Refusal("This table plays without hints.")
        return f"💡 **Hint**: {await run_in_thread(build_hint, running, seat, etag, parts)}"


def build_hint(running: RunningGame, seat: Seat, chance: str, parts: Sequence[Move] | None) -> str:
    """Return a bot's suggestion for a seat, and its reason.

    Args:
        running: the game.
        seat: the asked seat.
        chance: seed of the bot's randomness, if it needs any.
        parts: the choices of a multi-step move so far; None: no such move.

    Raises:
        LookupError: the seat has no question, or the game has no advice.
    """
    table = running.resample_for_seat(seat)
    question = play.find_question(table, seat)
    if question is None or running.game.bots.advise is None:
        raise LookupError("there is nothing to advise on")
    stage = find_stage(question, parts)
    if stage.question is not None and not stage.complete and not stage.question.is_free:
        only = stage.question.describe(stage.question.choose_random_move(Random(0)))  # noqa: S311 - there is only one
        return f"**{only}**. Only this answer is allowed."
    random = Random(f"hint {chance}")  # noqa: S311 - no security depends on it
    advice = running.game.bots.advise(running.game.view(table, seat), stage, tuple(parts or ()), random)
    if advice.move is None or stage.question is None:
        return f"**Send it as it stands.** {advice.why}"
    words = f"**{stage.question.describe(advice.move)}**. {advice.why}"
    if advice.nearly is not None:
        words += f" It was close: “{stage.question.describe(advice.nearly)}” is nearly as good."
    return words


def find_stage(question: Question, parts: Sequence[Move] | None) -> Stage:
    """Return the stage of a multi-step move after these choices; None: no such move."""
    compose = get_compose(question)
    if compose is None or (parts is None and compose is not question):
        return Stage(question, complete=False)
    return compose.get_stage(tuple(parts or ()))
