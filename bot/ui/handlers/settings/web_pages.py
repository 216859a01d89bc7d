"""Handlers for the public web pages of servers and leagues."""

from __future__ import annotations

from bot.host.errors import NotYours, Refusal
from bot.host.leagues.season_log import KnownSeason
from bot.ui.delivery.web_links import WebLinks
from bot.ui.handlers.answering import is_manager, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.routes import NOTHING, ONESELF, STEWARD, route
from bot.ui.screens.settings import web_pages as screens

PUBLIC = "What is public"


class WebPageHandlers:
    """Handles the publication of tables and leagues on the web.

    Args:
        links: the stored visibility, and the base URL of the pages.
        seasons: checks who manages a league.
    """

    def __init__(self, links: WebLinks, seasons: SeasonHandlers) -> None:
        self._visibility = links.visibility
        self._seasons = seasons
        self._address = links.address

    async def show_server(self, interaction: Interaction, note: str = "") -> None:
        """Show a server's manager whether its tables are public."""
        guild_id = self._get_managed_server(interaction)
        public = await self._visibility.has_public_tables(guild_id)
        await show(interaction, screens.render_server_visibility(self._address, public, note))

    def _get_managed_server(self, interaction: Interaction) -> int:
        guild_id = interaction.guild_id
        if guild_id is None or not is_manager(interaction, guild_id):
            raise NotYours("Only server managers decide whether the tables of a server can be looked at on the web.")
        if not self._address:
            raise Refusal(screens.NO_PAGES)
        return guild_id

    @route("web-tables", access=ONESELF, saves=PUBLIC)
    async def _set_tables_public(self, interaction: Interaction, number: int) -> None:
        """Publish (1) or hide (0) a server's tables."""
        public = _read_flag(number)
        await self._visibility.set_tables_public(self._get_managed_server(interaction), public=public)
        await self.show_server(interaction, "They are public now." if public else "They are hidden now.")

    @route("lg-web", access=STEWARD, saves=NOTHING)
    async def _open_league_settings(self, interaction: Interaction, season_id: int) -> None:
        await self._show_league_settings(interaction, await self._seasons.get_managed_season(interaction, season_id))

    @route("lg-public", access=STEWARD, saves=PUBLIC)
    async def _set_league_public(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known, public = await self._seasons.get_managed_season(interaction, season_id), _read_flag(press.read_number(1))
        if not self._address:
            raise Refusal(screens.NO_PAGES)
        await self._visibility.set_league_public(known.league.league_id, public=public)
        for each in await self._visibility.list_seasons(known.league.league_id):
            self._seasons.leagues.maintenance.refresh_messages(
                each.season_id
            )  # its standings link to the page, or no longer do
        known = await self._seasons.get_managed_season(interaction, season_id)
        await self._show_league_settings(interaction, known, "It is public now." if public else "It is hidden now.")

    @route("lg-found", access=STEWARD, saves=PUBLIC)
    async def _set_league_indexed(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Allow (1) or ask search engines not (0) to index a public league."""
        known, found = await self._seasons.get_managed_season(interaction, season_id), _read_flag(press.read_number(1))
        if not self._address:
            raise Refusal(screens.NO_PAGES)
        if not known.league.public:
            raise Refusal(
                "Nobody can look at this league on the web, so nobody can find it there. Make it public first."
            )
        await self._visibility.set_findable(known.league.league_id, found=found)
        done = "Search engines may find it now." if found else "Search engines are asked to leave it out now."
        await self._show_league_settings(interaction, known, done)

    async def _show_league_settings(self, interaction: Interaction, known: KnownSeason, note: str = "") -> None:
        if not self._address:
            raise Refusal(screens.NO_PAGES)
        is_open = self._visibility.is_open(known.league)
        is_found = await self._visibility.is_found(known.league.league_id)
        screen = screens.render_league_visibility(known, self._address, is_open=is_open, is_found=is_found, note=note)
        await show(interaction, screen)


def _read_flag(number: int) -> bool:
    if number not in (0, 1):
        raise UnknownControl
    return bool(number)
