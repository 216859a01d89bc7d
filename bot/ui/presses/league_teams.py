"""Teams of a season: what is pressed to form them."""

from __future__ import annotations

from bot.host.errors import NotYours
from bot.host.leagues.ledger import KnownSeason
from bot.host.leagues.team_up import TeamUp, code_of
from bot.ui.presses.answering import Verbs, open_form, show
from bot.ui.presses.hook import Interaction
from bot.ui.presses.leagues import LeaguePresses
from bot.ui.presses.press import Press
from bot.ui.screens import league_teams as screens


class LeagueTeams:
    """What can be done about teams until the first draw."""

    def __init__(self, leagues: LeaguePresses) -> None:
        self._presses = leagues
        self._teams = TeamUp(leagues.leagues.ledger)
        self.verbs: Verbs = {
            "lg-team": self._look,
            "lg-team-open": self._open,
            "lg-team-code": self._code,
            "lg-team-joined": self._joined,
            "lg-team-leave": self._leave,
            "lg-team-out": self._out,
        }

    async def _look(self, interaction: Interaction, season_id: int, _: Press) -> None:
        await self._show(interaction, await self._presses.admitted(interaction, season_id))

    async def _show(self, interaction: Interaction, known: KnownSeason, note: str = "") -> None:
        number = known.number_of(interaction.user.id)
        if number is None:
            raise NotYours("Press **Join** on the sign-up message first: teams are formed by those who take part.")
        team = known.season.team_of.get(number)
        code = "" if team is None else code_of(known, team)
        found = await self._presses.leagues.ledger.read_beside(known, lambda _: screens.own(known, number, code, note))
        await show(interaction, found)

    async def _open(self, interaction: Interaction, season_id: int, _: Press) -> None:
        await self._presses.admitted(interaction, season_id)
        known = await self._teams.open(season_id, interaction.user.id)
        await self._show(interaction, known, "Your team is open.")

    async def _code(self, interaction: Interaction, season_id: int, _: Press) -> None:
        await self._presses.admitted(interaction, season_id)
        await open_form(interaction, screens.asks_for_code(season_id))

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
        await self._show(interaction, known, "They are out of the team, and its code is another one now.")
