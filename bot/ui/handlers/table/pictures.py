"""Handlers for private pictures of a table that its message does not show."""

from __future__ import annotations

from bot.host.host import Host
from bot.ui import screens
from bot.ui.handlers.answering import Verbs, show, show_beside
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.screen import Screen


class PictureHandlers:
    """Shows one picture of a table, with the same information as text."""

    def __init__(self, host: Host, pictures: Pictures) -> None:
        self._host = host
        self._pictures = pictures
        self.verbs: Verbs = {"picture": self._picture, "look": self._look}

    async def _picture(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Show the picture named in the id or chosen in the menu."""
        await show(interaction, await self._panel(interaction, game_id, press))

    async def _look(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Show the picture in a separate message, so that the present panel stays."""
        await show_beside(interaction, await self._panel(interaction, game_id, press))

    async def _panel(self, interaction: Interaction, game_id: int, press: Press) -> Screen:
        name = press.value() if press.values else press.part(1)
        desk = await self._host.desk(game_id, interaction.user.id, catch_up=False)
        drawn = await self._pictures.named(desk.seen, name)
        return screens.picture(desk, name, drawn)
