"""Questions that are put to somebody aside from the game: standing orders to give, moves to prepare.

They are answered with the same controls as those of the game; a prefix tells them apart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

from bot.engine.questions import BadAnswer, Question
from bot.host.table.audience_view import AudienceView
from bot.ui.handlers.answering import OpensForm, Verbs, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.screens import controls
from bot.ui.screens.names import as_markdown
from bot.ui.screens.screen import Form, Screen


class SideQuestionContext(Protocol):
    """What one person needs to answer such questions."""

    @property
    def seen(self) -> AudienceView:
        """The game as they see it."""

    def question(self, tag: str) -> Question | None:
        """Return what is asked by this name; None: it is not asked any more."""


D = TypeVar("D", bound=SideQuestionContext)
Checking: TypeAlias = Callable[[Question, Sequence[str]], Sequence[str]]
"""Returns picks as they go on; raises BadAnswer with what is wrong about them."""


def as_they_are(_: Question, picks: Sequence[str]) -> Sequence[str]:
    """Return picks that are right so far."""
    return picks


def refused(question: Question, picks: Sequence[str]) -> Sequence[str]:
    """Read picks as a whole answer to find out what is wrong about them; what follows shows nothing of them."""
    question.read(controls.answer(question, picks))
    return ()


class SideQuestionHandlers(ABC, Generic[D]):
    """The panels of one kind of such questions."""

    prefix: str
    gone: str
    """What is said when a question is not asked any more."""

    @property
    def answers(self) -> Verbs:
        """The verbs with which the questions are answered."""
        return {
            f"{self.prefix}play": self._give,
            f"{self.prefix}menu": self._give,
            f"{self.prefix}sent": self._give,
            f"{self.prefix}part": self._part,
            f"{self.prefix}more": self._part,
            f"{self.prefix}form": OpensForm(self._form),
        }

    @abstractmethod
    async def desk(self, game_id: int, user_id: int) -> D:
        """Return what this person needs."""

    @abstractmethod
    def overview(self, desk: D, note: str) -> Screen:
        """Return the panel with all of it."""

    @abstractmethod
    def asking(self, desk: D, question: Question, picks: Sequence[str] = (), note: str = "") -> Screen:
        """Return the panel that asks a question, after these picks on the way."""

    @abstractmethod
    def form(self, desk: D, question: Question, picks: Sequence[str]) -> Form | None:
        """Return the form for the next amounts, when the question has one."""

    @abstractmethod
    async def give(self, game_id: int, user_id: int, tag: str, answer: Sequence[str]) -> str:
        """Take an answer; return what came of it, in Markdown."""

    async def show_all(self, interaction: Interaction, game_id: int, note: str = "") -> None:
        """Show a person all they have given and can give."""
        desk = await self.desk(game_id, interaction.user.id)
        await show(interaction, self.overview(desk, note))

    async def ask(
        self, interaction: Interaction, game_id: int, tag: str, picks: Sequence[str], read: Checking = as_they_are
    ) -> None:
        """Ask after these picks, or say what is wrong about them."""
        user_id = interaction.user.id
        desk = await self.desk(game_id, user_id)
        question = desk.question(tag)
        if question is None:
            await show(interaction, self.overview(desk, self.gone))
            return
        try:
            picks = read(question, picks)
            asking = self.asking(desk, question, picks)
        except BadAnswer as wrong:
            await show(interaction, self.asking(desk, question, note=f"⚠️ {as_markdown(str(wrong))}"))
            return
        await show(interaction, asking)
        await self.keep(game_id, user_id, tag, question, picks)

    async def keep(self, game_id: int, user_id: int, tag: str, question: Question, picks: Sequence[str]) -> None:
        """Keep what was picked of an answer, where one takes long to put together."""

    async def _part(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self.ask(interaction, game_id, press.part(1), press.picked())

    async def _form(self, interaction: Interaction, game_id: int, press: Press) -> Form | None:
        desk = await self.desk(game_id, interaction.user.id)
        question = desk.question(press.part(1))
        window = None if question is None else self.form(desk, question, press.picks())
        if window is None:
            await self.show_all(interaction, game_id, self.gone)
        return window

    async def _give(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Take the picks as an answer, or as a part of one that is still too short."""
        desk = await self.desk(game_id, interaction.user.id)
        question = desk.question(press.part(1))
        picks = [*press.picked(), *press.typed]
        if question is None:
            await self.show_all(interaction, game_id, self.gone)
            return
        try:
            if not controls.is_complete(question, picks):
                await self.ask(interaction, game_id, press.part(1), picks, controls.checked)
                return
            words = await self.give(game_id, interaction.user.id, press.part(1), controls.answer(question, picks))
        except BadAnswer:
            await self.ask(interaction, game_id, press.part(1), picks, refused)
            return
        await self.show_all(interaction, game_id, words)
