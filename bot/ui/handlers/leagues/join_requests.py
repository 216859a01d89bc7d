"""Handlers for requests to join a season: their people take them back, and stewards decide them."""

from __future__ import annotations

from bot.host.leagues.season_log import KnownSeason
from bot.ui.handlers.answering import reply, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import DISCORDS_ID, SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.routes import NOTHING, SEASON, STEWARD, form_route, route
from bot.ui.screens.forms import Form
from bot.ui.screens.leagues import join_requests as screens

TAKEN_BACK = "Your request is taken back. **Join** on the season's message asks again."
NOT_THERE = "You have no request there: the stewards have decided it, or the draw came first. **Join** says more."
DECISION = "Your decision"


class JoinRequestHandlers:
    """Takes requests back, and shows them to stewards to approve or decline."""

    def __init__(self, seasons: SeasonHandlers) -> None:
        self._seasons = seasons
        self._requests = seasons.leagues.join_requests

    @route("lg-unask", access=SEASON, saves="Your request")
    async def _take_back(self, interaction: Interaction, season_id: int) -> None:
        await self._seasons.get_visible_season(interaction, season_id)
        there = await self._requests.take_back(season_id, interaction.user.id)
        await reply(interaction, TAKEN_BACK if there else NOT_THERE)

    @route("lg-waiting", access=STEWARD, saves=NOTHING)
    async def _show_waiting(self, interaction: Interaction, season_id: int) -> None:
        """Show stewards the oldest request."""
        await self._show(interaction, await self._seasons.get_managed_season(interaction, season_id))

    @route("lg-asked", access=STEWARD, saves=NOTHING)
    async def _choose(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        if not DISCORDS_ID.fullmatch(press.read_choice()):
            raise UnknownControl
        await self._show(interaction, known, chosen=int(press.read_choice()))

    async def _show(self, interaction: Interaction, known: KnownSeason, note: str = "", chosen: int = 0) -> None:
        waiting = await self._requests.list_waiting(known)
        await show(interaction, screens.render_waiting(known, waiting, chosen, note))

    @route("lg-approve", access=STEWARD, saves=DECISION)
    async def _approve(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._seasons.get_managed_season(interaction, season_id)
        request = await self._requests.approve(season_id, press.read_user_id(1), interaction.user.id)
        known = await self._seasons.get_managed_season(interaction, season_id)
        await self._show(interaction, known, f"<@{request.user_id}> is in.")

    @form_route("lg-declineform", access=STEWARD)
    async def _open_form(self, interaction: Interaction, season_id: int, press: Press) -> Form:
        known = await self._seasons.get_managed_season(interaction, season_id)
        return screens.build_decline_form(known, press.read_user_id(1))

    @route("lg-decline", access=STEWARD, saves=DECISION)
    async def _decline(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        reason = "".join(press.read_field(0))[: screens.MAX_REASON_CHARS].strip()
        request = await self._requests.decline(season_id, press.read_user_id(1), reason)
        await self._show(interaction, known, f"Declined. I tell <@{request.user_id}>, and nobody else.")
