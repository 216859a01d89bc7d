"""Handlers for a lesson, a private first minute of a game. Its state is in the custom_ids, so nothing is stored."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from bot.engine.questions import BadAnswer, Number, Question
from bot.host import cpu_accounting
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.table.lessons import Scene, scene
from bot.ui import screens
from bot.ui.handlers.answering import OpensForm, Verbs, name_of, show, show_beside
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.screens import controls
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.screen import Form, Screen

Showing: TypeAlias = Callable[[Interaction, Screen], Awaitable[int | None]]


class LessonHandlers:
    """Guides a learner through the beginning of a game."""

    def __init__(self, host: Host, pictures: Pictures) -> None:
        self.host = host
        self._pictures = pictures
        self.verbs: Verbs = {
            "lplay": self._give,
            "lmenu": self._give,
            "lsent": self._give,
            "lpart": self._part,
            "lmore": self._part,
            "lform": OpensForm(self._form),
        }

    async def learn(self, interaction: Interaction, title: str, *, beside: bool = False) -> None:
        """Begin a game's lesson; `beside` opens it in a separate message, so that the present panel stays."""
        if title not in self.host.games:
            raise Refusal(f"There is no game of that name here. The games are: {', '.join(self.host.games)}.")
        await self._show(interaction, title, showing=show_beside if beside else show)

    async def _give(self, interaction: Interaction, _: int, press: Press) -> None:
        """Take the picks as an answer, or as a part of an incomplete one."""
        tag = press.part(1)
        present = await self._scene(interaction, tag)
        question = present.question
        picks = [*press.picked(), *press.typed]
        if question is None:
            await self._show(interaction, tag)
            return
        try:
            if not controls.is_complete(question, picks):
                await self._show(interaction, tag, controls.checked(question, picks))
                return
            picks = controls.answer(question, picks)
            question.read(picks)
        except BadAnswer as wrong:
            await self._show(interaction, tag, note=f"⚠️ {wrong}")
            return
        await self._show(interaction, f"{tag},{_written(question, picks)}")

    async def _part(self, interaction: Interaction, _: int, press: Press) -> None:
        await self._show(interaction, press.part(1), press.picked())

    async def _form(self, interaction: Interaction, _: int, press: Press) -> Form | None:
        tag = press.part(1)
        window = screens.lesson_form(await self._scene(interaction, tag), tag, press.picks())
        if window is None:
            await self._show(interaction, tag)
        return window

    async def _show(
        self,
        interaction: Interaction,
        tag: str,
        picks: Sequence[str] = (),
        note: str = "",
        showing: Showing = show,
    ) -> None:
        present = await self._scene(interaction, tag)
        picture = None
        if present.question is None or (present.given == 0 and not picks):
            picture = await self._pictures.once(present.seen)
        await showing(interaction, screens.lesson(present, tag, picks, note, picture))

    async def _scene(self, interaction: Interaction, tag: str) -> Scene:
        """Return the lesson's present scene; the tag holds the game's key and the answers, separated by commas."""
        key, *given = tag.split(",")
        game = self.host.games.get(key)
        if game is None:
            raise UnknownControl
        try:
            answers = [controls.unpacked(answer) for answer in given]
            return await cpu_accounting.beside(scene, game, answers, name_of(interaction) or "You")
        except (BadAnswer, ValueError):  # the game has changed since this panel was shown
            raise UnknownControl from None


def _written(question: Question, picks: Sequence[str]) -> str:
    """Encode an answer for a custom_id; of typed text only the number is kept."""
    if isinstance(question, Number):
        return re.sub(r"[^-0-9]", "", picks[0])
    return controls.packed(question, picks)
