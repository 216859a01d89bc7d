"""Handlers for private pictures of a table that its message does not show."""

from __future__ import annotations

from bot.host.host import Host
from bot.ui import screens
from bot.ui.handlers.answering import show, show_separately
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.handlers.routes import NOTHING, PLAY, route
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.screen import Screen


class PictureHandlers:
    """Shows one picture of a table, with the same information as text."""

    def __init__(self, host: Host, pictures: Pictures) -> None:
        self._host = host
        self._pictures = pictures

    @route("picture", access=PLAY, saves=NOTHING)
    async def _show_picture(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Show the picture named in the id or chosen in the menu."""
        await show(interaction, await self._build_panel(interaction, game_id, press))

    @route("look", access=PLAY, saves=NOTHING)
    async def _show_picture_separately(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Show the picture in a separate message, so that the present panel stays."""
        await show_separately(interaction, await self._build_panel(interaction, game_id, press))

    async def _build_panel(self, interaction: Interaction, game_id: int, press: Press) -> Screen:
        name = press.read_choice() if press.values else press.read_part(1)
        context = await self._host.build_panel(game_id, interaction.user.id, catch_up=False)
        drawn = await self._pictures.draw_by_name(context.seen, name)
        return screens.render_picture(context, name, drawn)
