"""Handlers for the teams of a season."""

from __future__ import annotations

from bot.host.errors import NotYours
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.team_registration import TeamRegistration, code_of
from bot.leagues.log_entries import PutIn
from bot.ui.handlers.answering import OpensForm, Verbs, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl, is_number
from bot.ui.screens.leagues import league_teams as screens
from bot.ui.screens.screen import Form


class LeagueTeamHandlers:
    """Handles teams until the first draw, and their substitutes afterwards."""

    def __init__(self, leagues: SeasonHandlers) -> None:
        self._presses = leagues
        self._teams = TeamRegistration(leagues.leagues.ledger)
        self.verbs: Verbs = {
            "lg-team": self._look,
            "lg-team-open": self._open,
            "lg-team-code": OpensForm(self._code),
            "lg-team-joined": self._joined,
            "lg-team-leave": self._leave,
            "lg-team-out": self._out,
            "lg-team-by": OpensForm(self._by),
            "lg-team-stood": self._stood,
            "lg-team-ask": self._ask,
            "lg-team-in": self._in,
            "lg-team-put": self._put,
        }

    async def _look(self, interaction: Interaction, season_id: int, _: Press) -> None:
        await self._show(interaction, await self._presses.admitted(interaction, season_id))

    async def _show(self, interaction: Interaction, known: KnownSeason, note: str = "") -> None:
        number = known.number_of(interaction.user.id)
        if number is None:
            raise NotYours("Press **Join** on the sign-up message first: teams are formed by those who take part.")
        team = known.season.belongs_to(number)
        code = "" if team is None else code_of(known, team)
        found = await self._presses.leagues.ledger.read_beside(known, lambda _: screens.own(known, number, code, note))
        await show(interaction, found)

    async def _open(self, interaction: Interaction, season_id: int, _: Press) -> None:
        await self._presses.admitted(interaction, season_id)
        known = await self._teams.open(season_id, interaction.user.id)
        await self._show(interaction, known, "Your team is open.")

    async def _code(self, interaction: Interaction, season_id: int, _: Press) -> Form:
        await self._presses.admitted(interaction, season_id)
        return screens.asks_for_code(season_id)

    async def _joined(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._presses.admitted(interaction, season_id)
        known = await self._teams.join(season_id, interaction.user.id, "".join(press.typed)[: screens.LONGEST_CODE])
        await self._show(interaction, known, "You are in.")

    async def _leave(self, interaction: Interaction, season_id: int, _: Press) -> None:
        await self._presses.admitted(interaction, season_id)
        known = await self._teams.leave(season_id, interaction.user.id)
        await self._show(interaction, known, "You have left your team.")

    async def _out(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._presses.admitted(interaction, season_id)
        known = await self._teams.put_out(season_id, interaction.user.id, press.value_number())
        await self._show(
            interaction, known, "They are out of the team, and its code is another one now. They are told."
        )

    async def _by(self, interaction: Interaction, season_id: int, _: Press) -> Form:
        await self._presses.admitted(interaction, season_id)
        return screens.asks_for_code_of_substitute(season_id)

    async def _stood(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._presses.admitted(interaction, season_id)
        known = await self._teams.stand_by(season_id, interaction.user.id, "".join(press.typed)[: screens.LONGEST_CODE])
        await self._show(interaction, known, "You stand by for that team.")

    async def _ask(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._presses.admitted(interaction, season_id)
        asks = press.part(1) == "yes"
        known = await self._teams.ask_out(season_id, interaction.user.id, asks=asks)
        await self._show(interaction, known, "Your captain is told." if asks else "You play on.")

    async def _in(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._presses.admitted(interaction, season_id)
        left, _, entrant = press.value().partition(".")
        exchange = _exchange(known, left, entrant)
        await show(interaction, screens.puts_in(known, exchange))

    async def _put(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._presses.admitted(interaction, season_id)
        exchange = _exchange(known, press.part(1), press.part(2))
        known = await self._teams.put_in(season_id, interaction.user.id, exchange)
        await self._show(interaction, known, "They play for your team from the next draw on.")


def _exchange(known: KnownSeason, left: str, entrant: str) -> PutIn:
    """Build the substitution from the numbers in an id; raise UnknownControl if they are forged."""
    if not (is_number(left) and is_number(entrant)) or not {int(left), int(entrant)} <= known.season.entrants.keys():
        raise UnknownControl
    return PutIn(left=int(left), entrant=int(entrant))
