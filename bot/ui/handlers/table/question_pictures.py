"""Pictures that mark where a question's options lie."""

from __future__ import annotations

from collections.abc import Sequence

from bot.host.errors import Leak
from bot.host.table.panel_context import PanelContext
from bot.host.table.people import People
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.table.option_labels import label_options
from bot.ui.screens.table.question_panel import DrawnQuestion


class QuestionPictures:
    """Draws a person's question, unless they want words only."""

    def __init__(self, people: People, pictures: Pictures) -> None:
        self._people = people
        self._pictures = pictures

    async def draw(self, context: PanelContext, user_id: int, picks: Sequence[str]) -> DrawnQuestion | None:
        """Draw the question after these picks; None if it has no picture, or if the person wants none.

        Raises:
            BadAnswer: the picks do not fit.
        """
        if context.question is None or context.seen.game.pictures.where is None:
            return None
        if not (await self._people.get_wishes(user_id)).pictures:
            return None
        try:
            asked = label_options(context.seen, context.question, picks)
        except Leak:  # logged already; the panel goes on without the picture
            return None
        picture = None if asked is None else await self._pictures.draw_question(context.seen, asked)
        return None if asked is None or picture is None else DrawnQuestion(asked.question, picture)
