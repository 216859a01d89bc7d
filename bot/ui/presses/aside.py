"""Questions that are put to somebody aside from the game: standing orders to give, moves to prepare.

They are answered with the same controls as those of the game; a prefix tells them apart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from bot.engine.questions import BadAnswer, Question
from bot.engine.records import Seat
from bot.host.delivery.guard import guarded
from bot.host.table.running import RunningGame
from bot.ui.presses.answering import Interaction, Verbs, open_form, show
from bot.ui.presses.press import Press
from bot.ui.screens import controls
from bot.ui.screens.names import as_markdown
from bot.ui.screens.screen import Form, Screen


class AsideDesk(Protocol):
    """What one person needs to answer such questions."""

    @property
    def running(self) -> RunningGame:
        """The game."""

    @property
    def seat(self) -> Seat:
        """Where they sit."""

    def at(self, state: RunningGame) -> Self:
        """Return the same at another state of the game: what is offered follows from that one."""

    def question(self, tag: str) -> Question | None:
        """Return what is asked by this name; None: it is not asked any more."""


D = TypeVar("D", bound=AsideDesk)
Reading: TypeAlias = Callable[[Question, Sequence[str]], Sequence[str]]
"""Returns picks as they go on; raises BadAnswer with what is wrong about them."""


def as_they_are(_: Question, picks: Sequence[str]) -> Sequence[str]:
    """Return picks that are right so far."""
    return picks


def refused(question: Question, picks: Sequence[str]) -> Sequence[str]:
    """Read picks as a whole answer to find out what is wrong about them; what follows shows nothing of them."""
    question.read(controls.answer(question, picks))
    return ()


class AsidePresses(ABC, Generic[D]):
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
            f"{self.prefix}form": self._form,
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
        await show(interaction, guarded(desk.running, desk.seat, lambda state: self.overview(desk.at(state), note)))

    async def ask(
        self, interaction: Interaction, game_id: int, tag: str, picks: Sequence[str], read: Reading = as_they_are
    ) -> None:
        """Ask after these picks, or say what is wrong about them."""
        desk = await self.desk(game_id, interaction.user.id)

        def make(state: RunningGame) -> Screen:
            there = desk.at(state)
            question = there.question(tag)
            if question is None:
                return self.overview(there, self.gone)
            try:
                return self.asking(there, question, read(question, picks))
            except BadAnswer as wrong:
                return self.asking(there, question, note=f"⚠️ {as_markdown(str(wrong))}")

        await show(interaction, guarded(desk.running, desk.seat, make))

    async def _part(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self.ask(interaction, game_id, press.part(1), press.picked())

    async def _form(self, interaction: Interaction, game_id: int, press: Press) -> None:
        desk = await self.desk(game_id, interaction.user.id)

        def make(state: RunningGame) -> Form | None:
            there = desk.at(state)
            question = there.question(press.part(1))
            return None if question is None else self.form(there, question, press.picks())

        window = guarded(desk.running, desk.seat, make)
        if window is None:
            await self.show_all(interaction, game_id, self.gone)
            return
        await open_form(interaction, window)

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
