"""Base of the handlers for side questions: standing orders and prepared moves.

Side questions are answered with the same controls as the game's; a prefix tells their verbs apart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

from bot.engine.questions import BadAnswer, Question
from bot.host.table.audience_view import AudienceView
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.handlers.routes import NOTHING, PLAY, PREFIX, form_route, route
from bot.ui.screens import answer_picks
from bot.ui.screens.forms import Form
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.screen import Screen


class SideQuestionContext(Protocol):
    """Context of a person's side questions."""

    @property
    def seen(self) -> AudienceView:
        """The game as the person sees it."""

    def get_question(self, tag: str) -> Question | None:
        """Return the question with this tag; None if it is closed."""


D = TypeVar("D", bound=SideQuestionContext)
Checking: TypeAlias = Callable[[Question, Sequence[str]], Sequence[str]]
"""Checks picks and returns them; raises BadAnswer if they are invalid."""


def accept_picks(_: Question, picks: Sequence[str]) -> Sequence[str]:
    """Return picks unchecked."""
    return picks


def raise_answer_error(question: Question, picks: Sequence[str]) -> Sequence[str]:
    """Parse picks as a whole answer to raise its error; otherwise return none."""
    question.read(answer_picks.list_answer_picks(question, picks))
    return ()


class SideQuestionHandlers(ABC, Generic[D]):
    """Handles the panels of one kind of side question."""

    prefix: str
    """Begins the verbs that answer the questions."""
    saves: str
    """Subject that an answer saves."""
    gone: str
    """Note for a question that is closed."""

    @abstractmethod
    async def get_context(self, game_id: int, user_id: int) -> D:
        """Return this person's context."""

    @abstractmethod
    def build_overview(self, context: D, note: str) -> Screen:
        """Build the panel with everything given so far."""

    @abstractmethod
    def build_question(self, context: D, question: Question, picks: Sequence[str] = (), note: str = "") -> Screen:
        """Build the panel of a question after these picks."""

    @abstractmethod
    def build_form(self, context: D, question: Question, picks: Sequence[str]) -> Form | None:
        """Return the form for the next amounts, if the question has one."""

    @abstractmethod
    async def take_answer(self, game_id: int, user_id: int, tag: str, answer: Sequence[str]) -> str:
        """Take an answer; return the result in Markdown."""

    async def show_all(self, interaction: Interaction, game_id: int, note: str = "") -> None:
        """Show a person everything that they have given and can give."""
        context = await self.get_context(game_id, interaction.user.id)
        await show(interaction, self.build_overview(context, note))

    async def show_question(
        self, interaction: Interaction, game_id: int, tag: str, picks: Sequence[str], read: Checking = accept_picks
    ) -> None:
        """Show a question after these picks, or their error."""
        user_id = interaction.user.id
        context = await self.get_context(game_id, user_id)
        question = context.get_question(tag)
        if question is None:
            await show(interaction, self.build_overview(context, self.gone))
            return
        try:
            picks = read(question, picks)
            asking = self.build_question(context, question, picks)
        except BadAnswer as wrong:
            await show(interaction, self.build_question(context, question, note=f"⚠️ {escape_markdown(str(wrong))}"))
            return
        await show(interaction, asking)
        await self.save_draft(game_id, user_id, tag, question, picks)

    async def save_draft(self, game_id: int, user_id: int, tag: str, question: Question, picks: Sequence[str]) -> None:
        """Save picks as a draft, where an answer takes long to compose."""

    @route("*part", "*more", access=PLAY, saves=NOTHING)
    async def _show_next_part(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self.show_question(interaction, game_id, press.read_part(1), press.read_all_picks())

    @form_route("*form", access=PLAY)
    async def _open_form(self, interaction: Interaction, game_id: int, press: Press) -> Form | None:
        context = await self.get_context(game_id, interaction.user.id)
        question = context.get_question(press.read_part(1))
        window = None if question is None else self.build_form(context, question, press.read_picks())
        if window is None:
            await self.show_all(interaction, game_id, self.gone)
        return window

    @route("*play", "*menu", "*sent", access=PLAY, saves=PREFIX)
    async def _handle_answer(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Take the picks as an answer, or as a part of an incomplete one."""
        context = await self.get_context(game_id, interaction.user.id)
        question = context.get_question(press.read_part(1))
        picks = [*press.read_all_picks(), *press.typed]
        if question is None:
            await self.show_all(interaction, game_id, self.gone)
            return
        try:
            if not answer_picks.is_complete(question, picks):
                await self.show_question(interaction, game_id, press.read_part(1), picks, answer_picks.check_amounts)
                return
            words = await self.take_answer(
                game_id, interaction.user.id, press.read_part(1), answer_picks.list_answer_picks(question, picks)
            )
        except BadAnswer:
            await self.show_question(interaction, game_id, press.read_part(1), picks, raise_answer_error)
            return
        await self.show_all(interaction, game_id, words)
