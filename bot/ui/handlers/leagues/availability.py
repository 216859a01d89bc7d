"""Handlers for the form of rounds that an entrant skips."""

from __future__ import annotations

from functools import partial

from bot.host.errors import Refusal
from bot.host.leagues.availability import Availability, can_skip, count_skips_left
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl, is_number
from bot.ui.handlers.refused_forms import refusing_on
from bot.ui.handlers.routes import SEASON, form_route, route
from bot.ui.screens.forms import Form
from bot.ui.screens.leagues import availability as screens

DONE = "Done."


class AvailabilityHandlers:
    """Opens and takes the form of skipped rounds."""

    def __init__(self, seasons: SeasonHandlers) -> None:
        self._seasons = seasons
        self._availability = Availability(seasons.leagues.season_log)

    @form_route("lg-skipform", access=SEASON)
    async def _open_form(self, interaction: Interaction, season_id: int) -> Form:
        known = await self._seasons.get_visible_season(interaction, season_id)
        number = await self._seasons.get_number(known, interaction.user.id)
        if not can_skip(known, number):
            raise Refusal("There is no round that you could skip: all are drawn, or you do not play any more.")
        if not count_skips_left(known, number):
            raise Refusal("You have skipped as many rounds of this season as anybody may.")
        return screens.build_skip_form(known, number)

    @route("lg-skipsent", access=SEASON, saves="The rounds that you skip")
    async def _take_form(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Record the ticked rounds."""
        await self._seasons.get_visible_season(interaction, season_id)
        ticked = press.read_field(screens.ROUNDS)
        if not all(is_number(value) for value in ticked):
            raise UnknownControl
        with refusing_on(partial(self._seasons.show_place, interaction, season_id)):
            await self._availability.set_skipped(season_id, interaction.user.id, {int(value) for value in ticked})
        await self._seasons.show_place(interaction, season_id, DONE)
