"""Handlers for tables as pages: a new link, and the browsers in which a person's tables are open."""

from __future__ import annotations

from bot.host.play.own_pages import OwnPages
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.handlers.routes import NOTHING, ONESELF, PLAY, route
from bot.ui.screens.settings import own_pages as screens

SAVED = "Ending it"


class OwnPageHandlers:
    """Gives a person a link to their table, and shows and ends their sessions.

    Args:
        own_pages: creates links and ends sessions.
        address: base URL of the pages to play on; empty if there are none.
    """

    def __init__(self, own_pages: OwnPages, address: str) -> None:
        self._own_pages = own_pages
        self._address = address

    @route("board", access=PLAY, saves=NOTHING)
    async def _give_link(self, interaction: Interaction, game_id: int) -> None:
        """Give a player a link to their table, which works once."""
        secret = await self._own_pages.create_link(interaction.user.id, game_id)
        await show(interaction, screens.render_link(game_id, f"{self._address}/open/{secret}"))

    async def show_sessions(self, interaction: Interaction, note: str = "") -> None:
        """Show a person where their tables are open."""
        sessions = await self._own_pages.list_sessions(interaction.user.id)
        await show(interaction, screens.render_sessions(sessions, is_on=self._own_pages.is_on, note=note))

    @route("pageend", access=ONESELF, saves=SAVED)
    async def _end_session(self, interaction: Interaction, _: int, press: Press) -> None:
        ended = await self._own_pages.end_session(interaction.user.id, press.read_choice_number())
        await self.show_sessions(interaction, "Ended." if ended else "It had ended before.")

    @route("pagesend", access=ONESELF, saves=SAVED)
    async def _end_all(self, interaction: Interaction, _: int) -> None:
        await self._own_pages.end_all(interaction.user.id)
        await self.show_sessions(interaction, "All of them are ended.")
