"""Team registration: open, join by code, and leave teams until the first draw.

Substitutes stand by with the same code, also later, and the captain lets them replace members.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.chance import compute_digest
from bot.engine.words import normalize_width
from bot.host.errors import NotYours, Refusal
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.host.leagues.sign_up import is_closed_to_newcomers
from bot.leagues.log_entries import AskedOut, Entry, JoinedTeam, LeftTeam, PutIn, StandsBy
from bot.leagues.scoring import EntrantNumber
from bot.leagues.teams import list_exchanges

CODE_DIGITS = 6
"""Digits of a team's code after its number."""
TEAMS_SETTLED = "The season was drawn, so teams are settled."
ALREADY_IN_TEAM = "You are in a team already. Leave it first: **My team**."
NOBODY_IS_PUT_IN = (
    "Nobody can be put in for them now: they play on and have not asked for it, or the substitute plays no more, or "
    "all rounds are drawn. **My team** shows how it stands."
)


def derive_code(known: KnownSeason, team: int) -> str:
    """Return the code for joining a team; it changes when somebody leaves."""
    left = known.season.left_team.get(team, 0)
    return f"{team}-{compute_digest(f'team:{known.own_secret}:{team}:{left}')[:CODE_DIGITS]}"


class TeamRegistration:
    """Lets people form teams."""

    def __init__(self, season_log: SeasonLog) -> None:
        self._season_log = season_log

    async def open_team(self, season_id: int, user_id: int) -> KnownSeason:
        """Open a team with this person as its captain.

        Raises:
            NotYours: they do not play in the season.
            Refusal: they are in a team already, or teams are not formed now.
        """

        def build_entry(known: KnownSeason, mine: EntrantNumber) -> Entry:
            _must_be_free(known, mine)
            return JoinedTeam(entrant=mine, team=len(known.season.teams) + 1)

        return await self._write(season_id, user_id, build_entry)

    async def join_team(self, season_id: int, user_id: int, code: str) -> KnownSeason:
        """Add a person to the team with this code.

        Raises:
            NotYours: they do not play in the season.
            Refusal: no team has it, the team is full, or they are in one already.
        """

        def build_entry(known: KnownSeason, mine: EntrantNumber) -> Entry:
            _must_be_free(known, mine)
            team = _find_team(known, code)
            if len(known.season.teams[team]) >= known.plan.team:
                raise Refusal(f"That team has its {known.plan.team} people already.{_format_substitute_hint(known)}")
            return JoinedTeam(entrant=mine, team=team)

        return await self._write(season_id, user_id, build_entry)

    async def add_substitute(self, season_id: int, user_id: int, code: str) -> KnownSeason:
        """Make a person a substitute of the team with this code, also during the season.

        Raises:
            NotYours: they do not play in the season.
            Refusal: no team has it, it has its substitutes, or they have played for themselves or another team.
        """

        def build_entry(known: KnownSeason, mine: EntrantNumber) -> Entry:
            most = known.season.get_rules().get_substitute_limit()
            if not most:
                raise Refusal("Teams of this season have no substitutes: it was opened by an older version.")
            if is_closed_to_newcomers(known):
                raise Refusal("The last round was drawn, so no substitute can be put in any more.")
            _must_be_free(known, mine)
            if known.season.entrants[mine].division is not None:
                raise Refusal("You play for yourself this season. A substitute is somebody who was not drawn yet.")
            team = _find_team(known, code)
            if len(known.season.list_ready_substitutes(team)) >= most:
                raise Refusal(f"That team has its {'substitute' if most == 1 else f'{most} substitutes'} already.")
            return StandsBy(entrant=mine, team=team)

        return await self._write(season_id, user_id, build_entry, late=True)

    async def leave_team(self, season_id: int, user_id: int) -> KnownSeason:
        """Remove a person from their team, as member or substitute.

        Raises:
            NotYours: they do not play in the season.
            Refusal: they are in none, or the season was drawn and they have played for it.
        """

        def build_entry(known: KnownSeason, mine: EntrantNumber) -> Entry:
            _must_belong(known, mine)
            if not _can_leave(known, mine):
                raise Refusal(f"{TEAMS_SETTLED} **Leave the season** is in **My place**.")
            return LeftTeam(entrant=mine)

        return await self._write(season_id, user_id, build_entry, late=True)

    async def remove_member(self, season_id: int, user_id: int, other: EntrantNumber) -> KnownSeason:
        """Let a captain remove a member or substitute.

        Raises:
            NotYours: they are not that team's captain.
            Refusal: the season was drawn and the other has played for the team.
        """

        def build_entry(known: KnownSeason, mine: EntrantNumber) -> Entry:
            team = _get_captained_team(known, mine, "puts somebody out of it")
            if other == mine or known.season.find_team(other) != team:
                raise NotYours("Only a team's captain puts somebody out of it.")
            if not _can_leave(known, other):
                raise Refusal(TEAMS_SETTLED)
            return LeftTeam(entrant=other, put_out=True)

        return await self._write(season_id, user_id, build_entry, late=True)

    async def ask_for_replacement(self, season_id: int, user_id: int, *, asks: bool) -> KnownSeason:
        """Record or withdraw a member's request to be replaced.

        Raises:
            NotYours: they do not play in the season.
            Refusal: they play for no team, no substitute can join, or the request is unchanged.
        """

        def build_entry(known: KnownSeason, mine: EntrantNumber) -> Entry:
            if known.row.status != "running" or is_closed_to_newcomers(known):
                raise Refusal("Nobody is replaced before the first draw, nor once the last round is drawn.")
            if mine not in known.season.team_of:
                raise Refusal("You play for no team, so nobody can replace you.")
            if known.season.entrants[mine].asks_out == asks:
                raise Refusal("You have asked for that already." if asks else "You have not asked to be replaced.")
            return AskedOut(entrant=mine, asks=asks)

        return await self._write(season_id, user_id, build_entry, late=True)

    async def replace_member(self, season_id: int, user_id: int, exchange: PutIn) -> KnownSeason:
        """Let a captain replace a member by a substitute, from the next draw on.

        Raises:
            NotYours: they are not that team's captain.
            Refusal: this member cannot be replaced now.
        """

        def build_entry(known: KnownSeason, mine: EntrantNumber) -> Entry:
            team = _get_captained_team(known, mine, "puts its substitute in")
            if exchange not in list_exchanges(known.season, team):
                raise Refusal(NOBODY_IS_PUT_IN)
            return exchange

        return await self._write(season_id, user_id, build_entry, late=True)

    async def _write(
        self,
        season_id: int,
        user_id: int,
        make: Callable[[KnownSeason, EntrantNumber], Entry],
        *,
        late: bool = False,
    ) -> KnownSeason:
        """Write a player's entry about teams; `late` also allows it during the season."""

        def build_entries(known: KnownSeason) -> list[Entry]:
            number = known.find_number(user_id)
            if number is None or known.season.entrants[number].status != "plays":
                raise NotYours("Press **Join** on the sign-up message first: teams are formed by those who take part.")
            if not known.plan.team:
                raise Refusal("In this season everybody plays for themselves.")
            if known.season.entrants[number].helper:
                raise Refusal("You have helped out in this season, and nobody plays in one in which they help out.")
            if known.row.status == "over":
                raise Refusal("This season is over, so nothing changes in its teams any more.")
            if known.row.status != "sign-up" and not late:
                raise Refusal(TEAMS_SETTLED)
            return [make(known, number)]

        return await self._season_log.write(season_id, build_entries)


def _find_team(known: KnownSeason, code: str) -> int:
    """Return the team with this code, or raise Refusal."""
    typed = normalize_width(code).strip().casefold()
    number = typed.partition("-")[0]
    team = int(number) if number.isascii() and number.isdecimal() and len(number) <= CODE_DIGITS else 0
    if team not in known.season.teams or derive_code(known, team) != typed:
        raise Refusal(
            "No team of this season has this code. Ask the captain: when somebody has left a team, its code is "
            "another one. It stands under **My team**."
        )
    return team


def _format_substitute_hint(known: KnownSeason) -> str:
    return (
        " You can be its substitute: **My team**, **Stand by …**."
        if known.season.get_rules().get_substitute_limit()
        else ""
    )


def _must_be_free(known: KnownSeason, mine: EntrantNumber) -> None:
    if known.season.find_team(mine) is not None:
        raise Refusal(ALREADY_IN_TEAM)


def _must_belong(known: KnownSeason, mine: EntrantNumber) -> None:
    if known.season.find_team(mine) is None:
        raise Refusal("You are in no team.")


def _can_leave(known: KnownSeason, number: EntrantNumber) -> bool:
    """Whether a person can still leave their team: until the first draw, or later as a substitute without a draw."""
    stands_by = number in known.season.substitute_of and known.season.entrants[number].division is None
    return known.row.status == "sign-up" or stands_by


def _get_captained_team(known: KnownSeason, mine: EntrantNumber, does: str) -> int:
    """Return the team a person is captain of, or raise NotYours."""
    _must_belong(known, mine)
    team = known.season.team_of.get(mine)
    if team is None or known.season.find_captain(team) != mine:
        raise NotYours(f"Only a team's captain {does}.")
    return team
