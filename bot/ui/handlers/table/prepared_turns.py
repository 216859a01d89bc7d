"""Preparing one's next turn while others are on theirs."""

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
    """The panel in which a player prepares a turn."""

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
        """Return what somebody has prepared, and what they can prepare next."""
        return await self.turns.desk(game_id, user_id)

    def overview(self, desk: PreparationContext, note: str) -> Screen:
        """Return the panel with what is prepared, and what can be prepared next."""
        return screens.preparing(desk, note=note)

    def asking(self, desk: PreparationContext, question: Question, picks: Sequence[str] = (), note: str = "") -> Screen:
        """Return the same after these picks on the way."""
        return screens.preparing(desk, picks, note)

    async def show_all(self, interaction: Interaction, game_id: int, note: str = "") -> None:
        """Show a person what they have prepared, and what they had put together of the next move."""
        user_id = interaction.user.id
        desk = await self.desk(game_id, user_id)
        picks = await self._plans.of(game_id, user_id, desk.then.tag, desk.next) if desk.next is not None else ()
        try:
            screen = self.asking(desk, desk.next, picks, note) if desk.next is not None else self.overview(desk, note)
        except BadAnswer:  # what was picked does not fit any more
            screen = self.overview(desk, note)
        await show(interaction, screen)

    async def keep(self, game_id: int, user_id: int, tag: str, question: Question, picks: Sequence[str]) -> None:
        """Keep what was picked of the next move."""
        await self._plans.keep(game_id, user_id, tag, question, picks)

    def form(self, desk: PreparationContext, question: Question, picks: Sequence[str]) -> Form | None:
        """Return the form of what can be prepared next, when it has one."""
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
