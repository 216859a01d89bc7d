"""Plans: what somebody has put together so far and not sent, which is there again whatever they look at meanwhile.

An id holds all that was picked, so a panel that is still open needs none of this; a plan is kept for whoever opens
another one, also days later.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import BadAnswer, Question
from bot.ui.handlers.answering import best_effort
from bot.ui.handlers.press import UnknownControl, picks_in
from bot.ui.screens import controls
from storage.interface import KeptPlan
from storage.store import Storage

PUT_ASIDE = "The question you were working on is not open any more, so what you had picked was put aside."


class DraftAnswers:
    """Where plans are kept, each for the question that it answers."""

    def __init__(self, storage: Storage, kind: str = "") -> None:
        self._plans = storage.draft_answers
        self._kind = kind

    async def keep(self, game_id: int, user_id: int, etag: str, question: Question, picks: Sequence[str]) -> None:
        """Keep what was picked of an answer; nothing, where that is nothing yet or is begun again.

        Raises:
            BadAnswer: it does not fit, as what stands on an old panel; the plan there was is kept.
        """
        if planned := controls.planned(question, picks):
            with best_effort():
                await self._plans.keep(game_id, user_id, self._kind, KeptPlan(etag, controls.packed(question, planned)))
        elif controls.can_be_planned(question):
            await self.put_aside(game_id, user_id)

    async def put_aside(self, game_id: int, user_id: int) -> bool:
        """Forget a plan that was begun again, or whose question is not open any more; return whether there was one.

        One that is sent goes with the move, in its transaction.
        """
        with best_effort():
            if await self._plans.of(game_id, user_id, self._kind) is not None:
                await self._plans.drop(game_id, user_id, self._kind)
                return True
        return False

    async def of(self, game_id: int, user_id: int, etag: str, question: Question) -> Sequence[str]:
        """Return what somebody has picked of the answer to this question."""
        if not controls.can_be_planned(question):
            return ()
        plan = await self._plans.of(game_id, user_id, self._kind)
        if plan is None or plan.etag != etag:
            return ()
        try:
            return controls.planned(question, picks_in(plan.picks))
        except (UnknownControl, BadAnswer):  # an older program wrote it
            return ()
