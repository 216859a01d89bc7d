"""Handlers for a lesson, a private first minute of a game.

Its state is in the custom_ids, so nothing is stored. Their number is that of the table whose panel led to it, or 0.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from bot.engine.questions import BadAnswer, Number, Question
from bot.host import cpu_accounting
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.table.lessons import Scene, play_lesson
from bot.ui import screens
from bot.ui.handlers.answering import get_display_name, show, show_separately
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, UnknownControl, is_number
from bot.ui.handlers.routes import GAME, NOTHING, ONESELF, form_route, route
from bot.ui.screens import answer_picks, pick_encoding
from bot.ui.screens.forms import Form
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.screen import Screen

Showing: TypeAlias = Callable[[Interaction, Screen], Awaitable[int | None]]


class LessonHandlers:
    """Guides a learner through the beginning of a game."""

    def __init__(self, host: Host, pictures: Pictures) -> None:
        self.host = host
        self._pictures = pictures

    @route(
        "learn",
        access=GAME,
        saves=NOTHING,
        reads=lambda press: (show_separately if len(press.parts) > 1 else show, _read_origin(press)),
    )
    async def begin_lesson(
        self, interaction: Interaction, title: str, showing: Showing = show, came_from: int = 0
    ) -> None:
        """Begin a game's lesson; `show_separately` keeps the present panel."""
        if title not in self.host.games:
            raise Refusal(f"There is no game of that name here. The games are: {', '.join(self.host.games)}.")
        await self._show(interaction, title, showing=showing, came_from=came_from)

    @route("lplay", "lmenu", "lsent", access=ONESELF, saves=NOTHING)
    async def _give_answer(self, interaction: Interaction, came_from: int, press: Press) -> None:
        """Take the picks as an answer, or as a part of an incomplete one."""
        tag = press.read_part(1)
        present = await self._get_scene(interaction, tag)
        question = present.question
        picks = [*press.read_all_picks(), *press.typed]
        if question is None:
            await self._show(interaction, tag, came_from=came_from)
            return
        try:
            if not answer_picks.is_complete(question, picks):
                await self._show(interaction, tag, answer_picks.check_amounts(question, picks), came_from=came_from)
                return
            picks = answer_picks.list_answer_picks(question, picks)
            question.read(picks)
        except BadAnswer as wrong:
            await self._show(interaction, tag, note=f"⚠️ {wrong}", came_from=came_from)
            return
        await self._show(interaction, f"{tag},{_encode_answer(question, picks)}", came_from=came_from)

    @route("lpart", "lmore", access=ONESELF, saves=NOTHING)
    async def _ask_next(self, interaction: Interaction, came_from: int, press: Press) -> None:
        await self._show(interaction, press.read_part(1), press.read_all_picks(), came_from=came_from)

    @route("lwhy", access=ONESELF, saves=NOTHING)
    async def _explain(self, interaction: Interaction, came_from: int, press: Press) -> None:
        """Show the question's help, its options in full, and the hand."""
        tag = press.read_part(1)
        scene = await self._get_scene(interaction, tag)
        await show(interaction, screens.render_lesson_reasons(scene, tag, came_from))

    @form_route("lform", access=ONESELF)
    async def _open_form(self, interaction: Interaction, came_from: int, press: Press) -> Form | None:
        tag = press.read_part(1)
        scene = await self._get_scene(interaction, tag)
        window = screens.build_lesson_form(scene, tag, press.read_picks(), came_from)
        if window is None:
            await self._show(interaction, tag, came_from=came_from)
        return window

    async def _show(
        self,
        interaction: Interaction,
        tag: str,
        picks: Sequence[str] = (),
        note: str = "",
        showing: Showing = show,
        came_from: int = 0,
    ) -> None:
        present = await self._get_scene(interaction, tag)
        picture = None
        if present.question is None or (present.given == 0 and not picks):
            picture = await self._pictures.draw_past_board(present.seen)
        screen = screens.render_lesson(present, tag, picks, note, picture, came_from=came_from)
        await showing(interaction, screen)

    async def _get_scene(self, interaction: Interaction, tag: str) -> Scene:
        """Return the lesson's present scene; the tag holds the game's key and the answers, separated by commas."""
        key, *given = tag.split(",")
        game = self.host.games.get(key)
        if game is None:
            raise UnknownControl
        try:
            answers = [pick_encoding.unpack_picks(answer) for answer in given]
            return await cpu_accounting.run_in_thread(
                play_lesson, game, answers, get_display_name(interaction) or "You"
            )
        except (BadAnswer, ValueError):  # the game has changed since this panel was shown
            raise UnknownControl from None


def _read_origin(press: Press) -> int:
    """Return the number of the table whose panel led to a lesson; 0 where none did."""
    return press.read_number(1) if len(press.parts) > 1 and is_number(press.read_part(1)) else 0


def _encode_answer(question: Question, picks: Sequence[str]) -> str:
    """Encode an answer for a custom_id; of typed text only the number is kept."""
    if isinstance(question, Number):
        return re.sub(r"[^-0-9]", "", picks[0])
    return pick_encoding.pack_picks(question, picks)
