"""Handlers for preparing the next turn while others move."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import BadAnswer, Question
from bot.host.play.draft_answers import DraftAnswers
from bot.host.play.prepared_turns import OUTDATED, PreparationContext, PreparedTurns
from bot.ui import screens
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.handlers.routes import NOTHING, PLAY, route
from bot.ui.handlers.table.side_questions import SideQuestionHandlers
from bot.ui.screens.answer_picks import can_be_drafted
from bot.ui.screens.draft_picks import build_draft, read_draft
from bot.ui.screens.forms import Form
from bot.ui.screens.names import escape_markdown, format_plain
from bot.ui.screens.screen import Screen
from storage.store import Storage


class PreparedTurnHandlers(SideQuestionHandlers[PreparationContext]):
    """Handles the panel in which a player prepares a turn."""

    prefix, saves = "p", "What you prepare"
    gone = OUTDATED

    def __init__(self, turns: PreparedTurns, storage: Storage) -> None:
        self.turns = turns
        self._drafts = DraftAnswers(storage, self.prefix)

    async def get_context(self, game_id: int, user_id: int) -> PreparationContext:
        """Return a person's prepared moves, and the next one that they can prepare."""
        return await self.turns.build_panel(game_id, user_id)

    def build_overview(self, context: PreparationContext, note: str) -> Screen:
        """Build the panel with the prepared moves and the next one."""
        return screens.render_preparation(context, note=note)

    def build_question(
        self, context: PreparationContext, question: Question, picks: Sequence[str] = (), note: str = ""
    ) -> Screen:
        """Build the panel after these picks of the next move."""
        return screens.render_preparation(context, picks, note)

    async def show_all(self, interaction: Interaction, game_id: int, note: str = "") -> None:
        """Show a person their prepared moves, and their draft of the next one."""
        user_id = interaction.user.id
        context = await self.get_context(game_id, user_id)
        picks: Sequence[str] = ()
        if context.next is not None and can_be_drafted(context.next):
            draft = await self._drafts.get_draft(game_id, user_id)
            picks = read_draft(draft, context.then.tag, context.next)
        try:
            screen = (
                self.build_question(context, context.next, picks, note)
                if context.next is not None
                else self.build_overview(context, note)
            )
        except BadAnswer:  # the draft no longer fits
            screen = self.build_overview(context, note)
        await show(interaction, screen)

    async def save_draft(self, game_id: int, user_id: int, tag: str, question: Question, picks: Sequence[str]) -> None:
        """Save the picks of the next move as a draft."""
        if can_be_drafted(question):
            await self._drafts.save_draft(game_id, user_id, build_draft(tag, question, picks))

    def build_form(self, context: PreparationContext, question: Question, picks: Sequence[str]) -> Form | None:
        """Return the form of the next move, if it has one."""
        return screens.build_preparation_form(context, question, picks)

    async def take_answer(self, game_id: int, user_id: int, tag: str, answer: Sequence[str]) -> str:
        """Prepare one more move."""
        words = await self.turns.add(game_id, user_id, tag, answer)
        context = await self.get_context(game_id, user_id)
        return f"Prepared: {escape_markdown(format_plain(context.seen, words))}"

    @route("prepare", access=PLAY, saves=NOTHING)
    async def _prepare(self, interaction: Interaction, game_id: int) -> None:
        await self.show_all(interaction, game_id)

    @route("unprepare", access=PLAY, saves=saves)
    async def _take_back(self, interaction: Interaction, game_id: int, press: Press) -> None:
        every = press.read_part(1) == "all"
        await self.turns.take_back(game_id, interaction.user.id, every=every)
        await self.show_all(interaction, game_id, "Plan discarded." if every else "")

    @route("unless", access=PLAY, saves=saves)
    async def _set_condition(self, interaction: Interaction, game_id: int, press: Press) -> None:
        key = press.read_choice()
        await self.turns.set_condition(game_id, interaction.user.id, "" if key == screens.ANYWAY else key)
        await self.show_all(interaction, game_id)
