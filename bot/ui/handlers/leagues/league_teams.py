"""Handlers for the teams of a season."""

from __future__ import annotations

from bot.host.errors import NotYours
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.team_registration import TeamRegistration, derive_code
from bot.leagues.log_entries import PutIn
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl, is_number
from bot.ui.handlers.routes import NOTHING, SEASON, form_route, route
from bot.ui.screens.forms import Form
from bot.ui.screens.leagues import league_teams as screens

TEAM = "Your team"


class LeagueTeamHandlers:
    """Handles teams until the first draw, and their substitutes afterwards."""

    def __init__(self, seasons: SeasonHandlers) -> None:
        self._seasons = seasons
        self._teams = TeamRegistration(seasons.leagues.season_log)

    @route("lg-team", access=SEASON, saves=NOTHING)
    async def _show_team(self, interaction: Interaction, season_id: int) -> None:
        await self._show(interaction, await self._seasons.get_visible_season(interaction, season_id))

    async def _show(self, interaction: Interaction, known: KnownSeason, note: str = "") -> None:
        number = known.find_number(interaction.user.id)
        if number is None:
            raise NotYours("Press **Join** on the sign-up message first: teams are formed by those who take part.")
        team = known.season.find_team(number)
        code = "" if team is None else derive_code(known, team)
        found = await self._seasons.leagues.season_log.run_reading(
            known, lambda _: screens.render_own_team(known, number, code, note)
        )
        await show(interaction, found)

    @route("lg-team-open", access=SEASON, saves=TEAM)
    async def _open_team(self, interaction: Interaction, season_id: int) -> None:
        await self._seasons.get_visible_season(interaction, season_id)
        known = await self._teams.open_team(season_id, interaction.user.id)
        await self._show(interaction, known, "Your team is open.")

    @form_route("lg-team-code", access=SEASON)
    async def _ask_code(self, interaction: Interaction, season_id: int) -> Form:
        await self._seasons.get_visible_season(interaction, season_id)
        return screens.build_code_form(season_id)

    @route("lg-team-joined", access=SEASON, saves=TEAM)
    async def _join_team(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._seasons.get_visible_season(interaction, season_id)
        known = await self._teams.join_team(
            season_id, interaction.user.id, "".join(press.typed)[: screens.MAX_CODE_CHARS]
        )
        await self._show(interaction, known, "You are in.")

    @route("lg-team-leave", access=SEASON, saves=TEAM)
    async def _leave(self, interaction: Interaction, season_id: int) -> None:
        await self._seasons.get_visible_season(interaction, season_id)
        known = await self._teams.leave_team(season_id, interaction.user.id)
        await self._show(interaction, known, "You have left your team.")

    @route("lg-team-out", access=SEASON, saves=TEAM)
    async def _remove_member(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._seasons.get_visible_season(interaction, season_id)
        known = await self._teams.remove_member(season_id, interaction.user.id, press.read_choice_number())
        await self._show(
            interaction, known, "They are out of the team, and its code is another one now. They are told."
        )

    @form_route("lg-team-by", access=SEASON)
    async def _ask_substitute_code(self, interaction: Interaction, season_id: int) -> Form:
        await self._seasons.get_visible_season(interaction, season_id)
        return screens.build_substitute_code_form(season_id)

    @route("lg-team-stood", access=SEASON, saves=TEAM)
    async def _register_substitute(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._seasons.get_visible_season(interaction, season_id)
        known = await self._teams.add_substitute(
            season_id, interaction.user.id, "".join(press.typed)[: screens.MAX_CODE_CHARS]
        )
        await self._show(interaction, known, "You stand by for that team.")

    @route("lg-team-ask", access=SEASON, saves=TEAM)
    async def _ask_out(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._seasons.get_visible_season(interaction, season_id)
        asks = press.read_part(1) == "yes"
        known = await self._teams.ask_for_replacement(season_id, interaction.user.id, asks=asks)
        await self._show(interaction, known, "Your captain is told." if asks else "You play on.")

    @route("lg-team-in", access=SEASON, saves=NOTHING)
    async def _show_exchange(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._seasons.get_visible_season(interaction, season_id)
        left, _, entrant = press.read_choice().partition(".")
        exchange = _read_exchange(known, left, entrant)
        await show(interaction, screens.render_exchange(known, exchange))

    @route("lg-team-put", access=SEASON, saves=TEAM)
    async def _put_in(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._seasons.get_visible_season(interaction, season_id)
        exchange = _read_exchange(known, press.read_part(1), press.read_part(2))
        known = await self._teams.replace_member(season_id, interaction.user.id, exchange)
        await self._show(interaction, known, "They play for your team from the next draw on.")


def _read_exchange(known: KnownSeason, left: str, entrant: str) -> PutIn:
    """Build the substitution from the numbers in an id; raise UnknownControl if they are forged."""
    if not (is_number(left) and is_number(entrant)) or not {int(left), int(entrant)} <= known.season.entrants.keys():
        raise UnknownControl
    return PutIn(left=int(left), entrant=int(entrant))
