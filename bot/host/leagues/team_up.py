"""Teaming up: people of a season with teams open one, join one by its code, and leave it, until the first draw."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.chance import digest
from bot.host.errors import NotYours, Refusal
from bot.host.leagues.ledger import KnownSeason, Ledger
from bot.leagues.entries import Entry, JoinedTeam, LeftTeam
from bot.leagues.scoring import EntrantNumber

DIGITS = 6
"""Of a team's code, behind its number."""


def code_of(known: KnownSeason, team: int) -> str:
    """Return what lets people join a team; when somebody has left it, it is another."""
    left = known.season.left_team.get(team, 0)
    return f"{team}-{digest(f'team:{known.row.secret}:{team}:{left}')[:DIGITS]}"


class TeamUp:
    """Lets people form teams."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def open(self, season_id: int, user_id: int) -> KnownSeason:
        """Open a team with somebody as its captain.

        Raises:
            NotYours: they do not play in the season.
            Refusal: they are in a team already, or teams are not formed now.
        """
        return await self._write(
            season_id, user_id, lambda known, mine: JoinedTeam(entrant=mine, team=len(known.season.teams) + 1)
        )

    async def join(self, season_id: int, user_id: int, code: str) -> KnownSeason:
        """Let somebody into the team that has this code.

        Raises:
            NotYours: they do not play in the season.
            Refusal: none has it, it is full, or they are in one already.
        """
        typed = code.strip().casefold()

        def joined(known: KnownSeason, mine: EntrantNumber) -> Entry:
            number = typed.partition("-")[0]
            team = int(number) if number.isascii() and number.isdecimal() and len(number) <= DIGITS else 0
            if team not in known.season.teams or code_of(known, team) != typed:
                raise Refusal(
                    "No team of this season has this code. Ask the captain: when somebody has left a team, its code is "
                    "another one. It stands under **My team**."
                )
            if len(known.season.teams[team]) >= known.plan.team:
                raise Refusal(f"That team has its {known.plan.team} people already.")
            return JoinedTeam(entrant=mine, team=team)

        return await self._write(season_id, user_id, joined)

    async def leave(self, season_id: int, user_id: int) -> KnownSeason:
        """Take somebody out of their team.

        Raises:
            NotYours: they do not play in the season.
            Refusal: they are in none, or the season was drawn.
        """
        return await self._write(season_id, user_id, lambda _, mine: LeftTeam(entrant=mine), in_team=True)

    async def put_out(self, season_id: int, user_id: int, other: EntrantNumber) -> KnownSeason:
        """Let a captain put somebody out of their team.

        Raises:
            NotYours: they are not that team's captain.
            Refusal: the season was drawn.
        """

        def out(known: KnownSeason, mine: EntrantNumber) -> Entry:
            members = known.season.teams[known.season.team_of[mine]]
            if members[0] != mine or other not in members[1:]:
                raise NotYours("Only a team's captain puts somebody out of it.")
            return LeftTeam(entrant=other)

        return await self._write(season_id, user_id, out, in_team=True)

    async def _write(
        self,
        season_id: int,
        user_id: int,
        make: Callable[[KnownSeason, EntrantNumber], Entry],
        *,
        in_team: bool = False,
    ) -> KnownSeason:
        def made(known: KnownSeason) -> list[Entry]:
            number = known.number_of(user_id)
            if number is None or known.season.entrants[number].status != "plays":
                raise NotYours("Press **Join** on the sign-up message first: teams are formed by those who take part.")
            if not known.plan.team:
                raise Refusal("In this season everybody plays for themselves.")
            if known.row.status != "sign-up":
                raise Refusal("The season was drawn, so teams are settled.")
            if in_team and number not in known.season.team_of:
                raise Refusal("You are in no team.")
            if not in_team and number in known.season.team_of:
                raise Refusal("You are in a team already. Leave it first: **My team**.")
            return [make(known, number)]

        return await self._ledger.write(season_id, made)
