"""Pictures: looking privately at those that the table's message does not show."""

from __future__ import annotations

from bot.host.host import Host
from bot.ui import screens
from bot.ui.presses.answering import Verbs, show
from bot.ui.presses.hook import Interaction
from bot.ui.presses.press import Press
from bot.ui.screens.pictures import Pictures


class PicturePresses:
    """Showing somebody one picture of a table, with the same in text."""

    def __init__(self, host: Host, pictures: Pictures) -> None:
        self._host = host
        self._pictures = pictures
        self.verbs: Verbs = {"picture": self._picture}

    async def _picture(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Show the picture whose name stands in the id, or was chosen in the menu."""
        name = press.value() if press.values else press.part(1)
        desk = await self._host.desk(game_id, interaction.user.id, catch_up=False)
        drawn = await self._pictures.named(desk.seen, name)
        await show(interaction, screens.picture(desk, name, drawn))
