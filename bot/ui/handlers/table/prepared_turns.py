"""Handlers for preparing the next turn while others move."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import BadAnswer, Question
from bot.host.play.prepared_turns import OUTDATED, PreparationContext, PreparedTurns
from bot.ui import screens
from bot.ui.handlers.answering import Verbs, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.handlers.table.draft_answers import DraftAnswers
from bot.ui.handlers.table.side_questions import SideQuestionHandlers
from bot.ui.screens.names import as_markdown, in_plain
from bot.ui.screens.screen import Form, Screen
from storage.store import Storage


class PreparedTurnHandlers(SideQuestionHandlers[PreparationContext]):
    """Handles the panel in which a player prepares a turn."""

    prefix = "p"
    gone = OUTDATED

    def __init__(self, turns: PreparedTurns, storage: Storage) -> None:
        self.turns = turns
        self._plans = DraftAnswers(storage, self.prefix)
        self.verbs: Verbs = {
            "prepare": self._prepare,
            "unprepare": self._take_back,
            "unless": self._unless,
            **self.answers,
        }

    async def desk(self, game_id: int, user_id: int) -> PreparationContext:
        """Return a person's prepared moves, and the next one that they can prepare."""
        return await self.turns.desk(game_id, user_id)

    def overview(self, desk: PreparationContext, note: str) -> Screen:
        """Build the panel with the prepared moves and the next one."""
        return screens.preparing(desk, note=note)

    def asking(self, desk: PreparationContext, question: Question, picks: Sequence[str] = (), note: str = "") -> Screen:
        """Build the panel after these picks of the next move."""
        return screens.preparing(desk, picks, note)

    async def show_all(self, interaction: Interaction, game_id: int, note: str = "") -> None:
        """Show a person their prepared moves, and their draft of the next one."""
        user_id = interaction.user.id
        desk = await self.desk(game_id, user_id)
        picks = await self._plans.of(game_id, user_id, desk.then.tag, desk.next) if desk.next is not None else ()
        try:
            screen = self.asking(desk, desk.next, picks, note) if desk.next is not None else self.overview(desk, note)
        except BadAnswer:  # the draft no longer fits
            screen = self.overview(desk, note)
        await show(interaction, screen)

    async def keep(self, game_id: int, user_id: int, tag: str, question: Question, picks: Sequence[str]) -> None:
        """Save the picks of the next move as a draft."""
        await self._plans.keep(game_id, user_id, tag, question, picks)

    def form(self, desk: PreparationContext, question: Question, picks: Sequence[str]) -> Form | None:
        """Return the form of the next move, if it has one."""
        return screens.preparing_form(desk, question, picks)

    async def give(self, game_id: int, user_id: int, tag: str, answer: Sequence[str]) -> str:
        """Prepare one more move."""
        words = await self.turns.add(game_id, user_id, tag, answer)
        desk = await self.desk(game_id, user_id)
        return f"Prepared: {as_markdown(in_plain(desk.seen, words))}"

    async def _prepare(self, interaction: Interaction, game_id: int, _: Press) -> None:
        await self.show_all(interaction, game_id)

    async def _take_back(self, interaction: Interaction, game_id: int, press: Press) -> None:
        every = press.part(1) == "all"
        await self.turns.take_back(game_id, interaction.user.id, every=every)
        await self.show_all(interaction, game_id, "Plan discarded." if every else "")

    async def _unless(self, interaction: Interaction, game_id: int, press: Press) -> None:
        key = press.value()
        await self.turns.only_if(game_id, interaction.user.id, "" if key == screens.ANYWAY else key)
        await self.show_all(interaction, game_id)
