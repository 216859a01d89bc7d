"""Handlers for the teams of a season."""

from __future__ import annotations

from bot.host.errors import NotYours
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.team_registration import TeamRegistration, derive_code
from bot.leagues.log_entries import PutIn
from bot.ui.handlers.answering import ControlHandlers, OpensForm, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl, is_number
from bot.ui.screens.leagues import league_teams as screens
from bot.ui.screens.screen import Form


class LeagueTeamHandlers:
    """Handles teams until the first draw, and their substitutes afterwards."""

    def __init__(self, leagues: SeasonHandlers) -> None:
        self._presses = leagues
        self._teams = TeamRegistration(leagues.leagues.season_log)
        self.verbs: ControlHandlers = {
            "lg-team": self._show_team,
            "lg-team-open": self._open_team,
            "lg-team-code": OpensForm(self._ask_code),
            "lg-team-joined": self._join_team,
            "lg-team-leave": self._leave,
            "lg-team-out": self._remove_member,
            "lg-team-by": OpensForm(self._ask_substitute_code),
            "lg-team-stood": self._register_substitute,
            "lg-team-ask": self._ask_out,
            "lg-team-in": self._show_exchange,
            "lg-team-put": self._put_in,
        }

    async def _show_team(self, interaction: Interaction, season_id: int, _: Press) -> None:
        await self._show(interaction, await self._presses.get_visible_season(interaction, season_id))

    async def _show(self, interaction: Interaction, known: KnownSeason, note: str = "") -> None:
        number = known.find_number(interaction.user.id)
        if number is None:
            raise NotYours("Press **Join** on the sign-up message first: teams are formed by those who take part.")
        team = known.season.find_team(number)
        code = "" if team is None else derive_code(known, team)
        found = await self._presses.leagues.season_log.run_reading(
            known, lambda _: screens.render_own_team(known, number, code, note)
        )
        await show(interaction, found)

    async def _open_team(self, interaction: Interaction, season_id: int, _: Press) -> None:
        await self._presses.get_visible_season(interaction, season_id)
        known = await self._teams.open_team(season_id, interaction.user.id)
        await self._show(interaction, known, "Your team is open.")

    async def _ask_code(self, interaction: Interaction, season_id: int, _: Press) -> Form:
        await self._presses.get_visible_season(interaction, season_id)
        return screens.build_code_form(season_id)

    async def _join_team(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._presses.get_visible_season(interaction, season_id)
        known = await self._teams.join_team(
            season_id, interaction.user.id, "".join(press.typed)[: screens.MAX_CODE_CHARS]
        )
        await self._show(interaction, known, "You are in.")

    async def _leave(self, interaction: Interaction, season_id: int, _: Press) -> None:
        await self._presses.get_visible_season(interaction, season_id)
        known = await self._teams.leave_team(season_id, interaction.user.id)
        await self._show(interaction, known, "You have left your team.")

    async def _remove_member(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._presses.get_visible_season(interaction, season_id)
        known = await self._teams.remove_member(season_id, interaction.user.id, press.read_choice_number())
        await self._show(
            interaction, known, "They are out of the team, and its code is another one now. They are told."
        )

    async def _ask_substitute_code(self, interaction: Interaction, season_id: int, _: Press) -> Form:
        await self._presses.get_visible_season(interaction, season_id)
        return screens.build_substitute_code_form(season_id)

    async def _register_substitute(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._presses.get_visible_season(interaction, season_id)
        known = await self._teams.add_substitute(
            season_id, interaction.user.id, "".join(press.typed)[: screens.MAX_CODE_CHARS]
        )
        await self._show(interaction, known, "You stand by for that team.")

    async def _ask_out(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._presses.get_visible_season(interaction, season_id)
        asks = press.read_part(1) == "yes"
        known = await self._teams.ask_for_replacement(season_id, interaction.user.id, asks=asks)
        await self._show(interaction, known, "Your captain is told." if asks else "You play on.")

    async def _show_exchange(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._presses.get_visible_season(interaction, season_id)
        left, _, entrant = press.read_choice().partition(".")
        exchange = _read_exchange(known, left, entrant)
        await show(interaction, screens.render_exchange(known, exchange))

    async def _put_in(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._presses.get_visible_season(interaction, season_id)
        exchange = _read_exchange(known, press.read_part(1), press.read_part(2))
        known = await self._teams.replace_member(season_id, interaction.user.id, exchange)
        await self._show(interaction, known, "They play for your team from the next draw on.")


def _read_exchange(known: KnownSeason, left: str, entrant: str) -> PutIn:
    """Build the substitution from the numbers in an id; raise UnknownControl if they are forged."""
    if not (is_number(left) and is_number(entrant)) or not {int(left), int(entrant)} <= known.season.entrants.keys():
        raise UnknownControl
    return PutIn(left=int(left), entrant=int(entrant))
