"""Team registration: open, join by code, and leave teams until the first draw.

Substitutes stand by with the same code, also later, and the captain lets them replace members.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.chance import digest
from bot.engine.words import normalized
from bot.host.errors import NotYours, Refusal
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.host.leagues.sign_up import takes_nobody
from bot.leagues.log_entries import AskedOut, Entry, JoinedTeam, LeftTeam, PutIn, StandsBy
from bot.leagues.scoring import EntrantNumber
from bot.leagues.teams import exchanges

DIGITS = 6
"""Digits of a team's code after its number."""
SETTLED = "The season was drawn, so teams are settled."
ALREADY = "You are in a team already. Leave it first: **My team**."
NOBODY_IS_PUT_IN = (
    "Nobody can be put in for them now: they play on and have not asked for it, or the substitute plays no more, or "
    "all rounds are drawn. **My team** shows how it stands."
)


def code_of(known: KnownSeason, team: int) -> str:
    """Return the code for joining a team; it changes when somebody leaves."""
    left = known.season.left_team.get(team, 0)
    return f"{team}-{digest(f'team:{known.row.secret}:{team}:{left}')[:DIGITS]}"


class TeamRegistration:
    """Lets people form teams."""

    def __init__(self, ledger: SeasonLog) -> None:
        self._ledger = ledger

    async def open(self, season_id: int, user_id: int) -> KnownSeason:
        """Open a team with this person as its captain.

        Raises:
            NotYours: they do not play in the season.
            Refusal: they are in a team already, or teams are not formed now.
        """

        def opened(known: KnownSeason, mine: EntrantNumber) -> Entry:
            _must_be_free(known, mine)
            return JoinedTeam(entrant=mine, team=len(known.season.teams) + 1)

        return await self._write(season_id, user_id, opened)

    async def join(self, season_id: int, user_id: int, code: str) -> KnownSeason:
        """Add a person to the team with this code.

        Raises:
            NotYours: they do not play in the season.
            Refusal: no team has it, the team is full, or they are in one already.
        """

        def joined(known: KnownSeason, mine: EntrantNumber) -> Entry:
            _must_be_free(known, mine)
            team = _team_with(known, code)
            if len(known.season.teams[team]) >= known.plan.team:
                raise Refusal(f"That team has its {known.plan.team} people already.{_may_stand_by(known)}")
            return JoinedTeam(entrant=mine, team=team)

        return await self._write(season_id, user_id, joined)

    async def stand_by(self, season_id: int, user_id: int, code: str) -> KnownSeason:
        """Make a person a substitute of the team with this code, also during the season.

        Raises:
            NotYours: they do not play in the season.
            Refusal: no team has it, it has its substitutes, or they have played for themselves or another team.
        """

        def stands_by(known: KnownSeason, mine: EntrantNumber) -> Entry:
            most = known.season.given().substitutes()
            if not most:
                raise Refusal("Teams of this season have no substitutes: it was opened by an older version.")
            if takes_nobody(known):
                raise Refusal("The last round was drawn, so no substitute can be put in any more.")
            _must_be_free(known, mine)
            if known.season.entrants[mine].division is not None:
                raise Refusal("You play for yourself this season. A substitute is somebody who was not drawn yet.")
            team = _team_with(known, code)
            if len(known.season.ready(team)) >= most:
                raise Refusal(f"That team has its {'substitute' if most == 1 else f'{most} substitutes'} already.")
            return StandsBy(entrant=mine, team=team)

        return await self._write(season_id, user_id, stands_by, late=True)

    async def leave(self, season_id: int, user_id: int) -> KnownSeason:
        """Remove a person from their team, as member or substitute.

        Raises:
            NotYours: they do not play in the season.
            Refusal: they are in none, or the season was drawn and they have played for it.
        """

        def left(known: KnownSeason, mine: EntrantNumber) -> Entry:
            _must_belong(known, mine)
            if not _may_go(known, mine):
                raise Refusal(f"{SETTLED} **Leave the season** is in **My place**.")
            return LeftTeam(entrant=mine)

        return await self._write(season_id, user_id, left, late=True)

    async def put_out(self, season_id: int, user_id: int, other: EntrantNumber) -> KnownSeason:
        """Let a captain remove a member or substitute.

        Raises:
            NotYours: they are not that team's captain.
            Refusal: the season was drawn and the other has played for the team.
        """

        def out(known: KnownSeason, mine: EntrantNumber) -> Entry:
            team = _captains(known, mine, "puts somebody out of it")
            if other == mine or known.season.belongs_to(other) != team:
                raise NotYours("Only a team's captain puts somebody out of it.")
            if not _may_go(known, other):
                raise Refusal(SETTLED)
            return LeftTeam(entrant=other, put_out=True)

        return await self._write(season_id, user_id, out, late=True)

    async def ask_out(self, season_id: int, user_id: int, *, asks: bool) -> KnownSeason:
        """Record or withdraw a member's request to be replaced.

        Raises:
            NotYours: they do not play in the season.
            Refusal: they play for no team, no substitute can join, or the request is unchanged.
        """

        def asked(known: KnownSeason, mine: EntrantNumber) -> Entry:
            if known.row.status != "running" or takes_nobody(known):
                raise Refusal("Nobody is replaced before the first draw, nor once the last round is drawn.")
            if mine not in known.season.team_of:
                raise Refusal("You play for no team, so nobody can replace you.")
            if known.season.entrants[mine].asks_out == asks:
                raise Refusal("You have asked for that already." if asks else "You have not asked to be replaced.")
            return AskedOut(entrant=mine, asks=asks)

        return await self._write(season_id, user_id, asked, late=True)

    async def put_in(self, season_id: int, user_id: int, exchange: PutIn) -> KnownSeason:
        """Let a captain replace a member by a substitute, from the next draw on.

        Raises:
            NotYours: they are not that team's captain.
            Refusal: this member cannot be replaced now.
        """

        def put(known: KnownSeason, mine: EntrantNumber) -> Entry:
            team = _captains(known, mine, "puts its substitute in")
            if exchange not in exchanges(known.season, team):
                raise Refusal(NOBODY_IS_PUT_IN)
            return exchange

        return await self._write(season_id, user_id, put, late=True)

    async def _write(
        self,
        season_id: int,
        user_id: int,
        make: Callable[[KnownSeason, EntrantNumber], Entry],
        *,
        late: bool = False,
    ) -> KnownSeason:
        """Write a player's entry about teams; `late` also allows it during the season."""

        def made(known: KnownSeason) -> list[Entry]:
            number = known.number_of(user_id)
            if number is None or known.season.entrants[number].status != "plays":
                raise NotYours("Press **Join** on the sign-up message first: teams are formed by those who take part.")
            if not known.plan.team:
                raise Refusal("In this season everybody plays for themselves.")
            if known.season.entrants[number].helper:
                raise Refusal("You have helped out in this season, and nobody plays in one in which they help out.")
            if known.row.status == "over":
                raise Refusal("This season is over, so nothing changes in its teams any more.")
            if known.row.status != "sign-up" and not late:
                raise Refusal(SETTLED)
            return [make(known, number)]

        return await self._ledger.write(season_id, made)


def _team_with(known: KnownSeason, code: str) -> int:
    """Return the team with this code, or raise Refusal."""
    typed = normalized(code).strip().casefold()
    number = typed.partition("-")[0]
    team = int(number) if number.isascii() and number.isdecimal() and len(number) <= DIGITS else 0
    if team not in known.season.teams or code_of(known, team) != typed:
        raise Refusal(
            "No team of this season has this code. Ask the captain: when somebody has left a team, its code is "
            "another one. It stands under **My team**."
        )
    return team


def _may_stand_by(known: KnownSeason) -> str:
    return " You can be its substitute: **My team**, **Stand by …**." if known.season.given().substitutes() else ""


def _must_be_free(known: KnownSeason, mine: EntrantNumber) -> None:
    if known.season.belongs_to(mine) is not None:
        raise Refusal(ALREADY)


def _must_belong(known: KnownSeason, mine: EntrantNumber) -> None:
    if known.season.belongs_to(mine) is None:
        raise Refusal("You are in no team.")


def _may_go(known: KnownSeason, number: EntrantNumber) -> bool:
    """Whether a person can still leave their team: until the first draw, or later as a substitute without a draw."""
    stands_by = number in known.season.substitute_of and known.season.entrants[number].division is None
    return known.row.status == "sign-up" or stands_by


def _captains(known: KnownSeason, mine: EntrantNumber, does: str) -> int:
    """Return the team a person is captain of, or raise NotYours."""
    _must_belong(known, mine)
    team = known.season.team_of.get(mine)
    if team is None or known.season.captain(team) != mine:
        raise NotYours(f"Only a team's captain {does}.")
    return team
