"""Sign-up of a season, from its draft to its draw, and the wishes of its people."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.host import cpu_accounting
from bot.host.errors import NotYours, Refusal
from bot.host.leagues import calendar
from bot.host.leagues.game_selection import must_fit_format
from bot.host.leagues.plan import Plan, build_rules
from bot.host.leagues.remembered_warnings import update_remembered_warnings
from bot.host.leagues.season_dates import delay_dates, move_dates
from bot.host.leagues.season_events import build_line
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.host.leagues.seat_assignment import SeatAssignment
from bot.host.lobby.lobby import Lobby
from bot.host.lobby.settings import must_seat
from bot.host.lost_channels import Servers
from bot.host.table import deadlines
from bot.host.table.deadlines import Wishes
from bot.leagues import ladder
from bot.leagues.draw import DRAWS_PER_COMMITMENT, MAX_APART, count_chain_draws, derive_commitment
from bot.leagues.log_entries import (
    Added,
    Chain,
    Drawn,
    Entry,
    Joined,
    Opened,
    Replanned,
    Reverted,
    Scheduled,
    Strength,
    Withdrew,
)
from bot.leagues.reverts import find_reverted
from bot.leagues.rules import GROUPS_EDITION, SEVERAL_GAMES_EDITION
from bot.leagues.ruling_effects import complete, list_affected_tables
from bot.leagues.season import Season
from storage.interface.errors import Conflict
from storage.interface.leagues import EntrantRow, StandingWishes
from storage.interface.people import Person

_NOT_THERE = "You do not take part in this season. **Join** on its message signs you up."
DRAWS_LEFT_FOR_SEASON = 24
"""Seeds that a chain must have left for another season: its rounds, and later draws."""
NOBODY_LEAVES = "This season is over; nobody has to leave it any more."


class SignUp:
    """Prepares seasons, and lets people join and leave them."""

    def __init__(self, lobby: Lobby, seat_assignment: SeatAssignment, season_log: SeasonLog) -> None:
        self._host = season_log.host
        self._lobby = lobby
        self._seat_assignment = seat_assignment
        self._season_log = season_log
        self._storage = season_log.storage

    # -- from draft to sign-up ------------------------------------------------------------------------

    async def create_league(
        self, *, name: str, guild_id: int, channel_id: int, user_id: int, plan: Plan
    ) -> KnownSeason:
        """Create a league with the draft of its first season.

        Raises:
            Refusal: the server has a league of this name.
        """
        others = await self._storage.leagues.list_in_server(guild_id)
        if any(other.name.casefold() == name.casefold() for other in others):
            raise Refusal(f"This server has a league called **{name}** already. Please choose another name.")
        self._must_be_playable(plan)
        now = self._host.format_now()
        league_id = await self._storage.leagues.make(
            guild_id=guild_id, channel_id=channel_id, name=name, made_by=user_id, now=now
        )
        return await self._create_draft(league_id, plan.model_copy(update={"dates": None}))

    async def create_next_season(self, league_id: int, plan: Plan) -> KnownSeason:
        """Create the draft of a league's next season.

        Raises:
            Refusal: the previous season is not over.
        """
        return await self._create_draft(league_id, plan)

    async def _create_draft(self, league_id: int, plan: Plan) -> KnownSeason:
        try:
            season_id = await self._storage.leagues.plan_season(
                league_id, plan.model_dump_json(), self._host.new_seed()
            )
        except Conflict:
            raise Refusal("The season before is not over yet. **/league manage** finishes it.") from None
        return await self._season_log.get_season(season_id)

    async def change_plan(self, season_id: int, change: Callable[[Plan], Plan]) -> KnownSeason:
        """Change the plan of a draft.

        Raises:
            Refusal: it is no longer a draft, or the change conflicts with the plan.
        """
        known = await self._season_log.get_season(season_id)
        plan = change(known.plan)
        self._must_be_playable(plan)
        try:
            await self._storage.leagues.put_plan(season_id, plan.model_dump_json())
        except Conflict:
            raise Refusal("Sign-up has begun, so the season's rules are settled.") from None
        return await self._season_log.get_season(season_id)

    def build_replanned(self, known: KnownSeason, change: Callable[[Plan], Plan]) -> Replanned:
        """Return the entry that changes a season's plan during sign-up; nothing is written.

        Raises:
            Refusal: the change conflicts with the plan, or changes nothing.
        """
        plan = change(known.plan)
        self._must_be_playable(plan)
        if plan == known.plan:
            raise Refusal("Those are the rules already.")
        if "ladder" in {plan.format, known.plan.format} and plan.format != known.plan.format:
            raise Refusal(
                "A ladder's promise is of another kind than a season's. Cancel this sign-up, and prepare the next one."
            )
        edition = known.season.get_rules().edition
        if edition < GROUPS_EDITION and (plan.format == "groups" or plan.per_division is not None):
            raise Refusal("This season was opened by an older version. The next one can have groups and own sizes.")
        if plan.further and edition < SEVERAL_GAMES_EDITION:
            raise Refusal("This season was opened by an older version, and plays one game. The next one can play more.")
        if plan.title != known.plan.title:
            raise Refusal("A season keeps its first game, for which people have signed up.")
        if plan.team != known.plan.team:
            raise Refusal(_explain_team_size(known.plan))
        rules = build_rules(plan).model_copy(update={"edition": edition})
        before, after = (one.model_dump(mode="json") for one in (known.plan, plan))
        return Replanned(rules=rules, plan=after, before=before)

    async def drop_draft(self, season_id: int) -> None:
        """Delete a draft.

        Raises:
            Refusal: sign-up has begun.
        """
        try:
            await self._storage.leagues.drop_draft(season_id)
        except Conflict:
            raise Refusal("Sign-up has begun, so this is no draft any more.") from None

    def _must_be_playable(self, plan: Plan) -> None:
        for planned in plan.games:
            game = self._host.games.get(planned.title)
            if game is None:
                raise Refusal("There is no game of that name here.")
            must_seat(game, planned.seats)
        if plan.team and plan.format != "swiss":
            raise Refusal("Teams play rounds of Swiss: in divisions and cups, team mates would meet.")
        must_fit_format(plan)

    async def open_sign_up(self, season_id: int, user_id: int | None) -> KnownSeason:
        """Open sign-up: fix the plan, and commit to the secret of the draw.

        Args:
            season_id: id of the season.
            user_id: organiser who opens it; None: it opens on its date.

        Raises:
            Refusal: it is already open.
        """
        now = self._host.now()

        def get_plan(known: KnownSeason) -> Plan:
            dates = known.plan.dates
            if user_id is not None or dates is None or not dates.opens_at:
                return known.plan
            return known.plan.model_copy(update={"dates": delay_dates(dates, now)})

        def build_entries(known: KnownSeason) -> Sequence[Entry]:
            return _build_opening(get_plan(known), known.row.secret if chain is None else chain.secret, chain)

        if (await self._season_log.get_season(season_id)).row.status != "draft":
            raise Refusal("Sign-up is open already. **/league manage** shows what comes next.")
        draft = await self._season_log.get_season(season_id)
        await self._let_periods_follow(draft)
        await self._update_warnings(draft)
        chain = await self._find_chain(draft.league.league_id, draft.row.number, draft.plan)
        secret = None if chain is None else chain.secret
        plan = get_plan(draft)
        return await self._season_log.write(
            season_id,
            build_entries,
            by=user_id,
            status="sign-up",
            seen=0,
            secret=secret,
            plan=None if plan == draft.plan else plan,
        )

    async def _find_chain(self, league_id: int, number: int, plan: Plan) -> ContinuedChain | None:
        """Return the chain of seeds that a season goes on with; None if it begins a new one.

        Only seasons that are drawn on a date need one: everybody in them may have been signed up automatically.
        """
        if plan.dates is None or not plan.dates.draws_at or plan.format == "ladder":
            return None
        for row in await self._storage.leagues.list_seasons(league_id):
            if row.number < number:
                before = await self._season_log.get_season(row.season_id)
                if not before.season.cancelled:
                    return _continue_chain(before)
        return None

    async def _update_warnings(self, known: KnownSeason) -> None:
        """Store the warnings that players bring into the season after the ended ones."""
        if known.row.number > 1 or known.row.status == "over":
            await update_remembered_warnings(self._season_log, known.league.league_id)

    async def _let_periods_follow(self, known: KnownSeason) -> None:
        """Record that a ladder's periods follow automatically (`calendar.compute_next_opening`); later ones do not."""
        league_id, is_ladder = known.league.league_id, known.plan.format == "ladder"
        past = [row for row in await self._storage.leagues.list_seasons(league_id) if row.number < known.row.number]
        was_ladder = bool(past) and Plan.read(past[0].plan).format == "ladder"
        if is_ladder or was_ladder:
            await self._storage.leagues.set_opens_after(league_id, 1 if is_ladder else None)

    async def set_opens_after(self, season_id: int, days: int | None) -> KnownSeason:
        """Set the days after which a league's next season opens automatically; None disables this.

        Raises:
            Refusal: that day has already passed.
        """
        known = await self._season_log.get_season(season_id)
        newest = (await self._storage.leagues.list_seasons(known.league.league_id))[0]
        at = calendar.compute_next_opening((await self._season_log.get_season(newest.season_id)).season, days)
        if at is not None and at <= self._host.now():
            raise Refusal("That day is over already. **Prepare the next season** opens it when you like.")
        await self._storage.leagues.set_opens_after(known.league.league_id, days)
        self._season_log.changes.notify(newest.season_id)
        return await self._season_log.get_season(season_id)

    async def open_next(
        self, known: KnownSeason, joined: Sequence[Joined] = (), joins: Sequence[EntrantRow] = ()
    ) -> KnownSeason:
        """Open the season after a finished one automatically, with the same plan.

        Args:
            known: the previous season.
            joined: initial players of a ladder.
            joins: their rows.

        Raises:
            Refusal: a draft exists already, or its game is no longer available.
        """
        plan, secret = known.plan, self._host.new_seed()
        self._must_be_playable(plan)
        if plan.dates is not None:
            opened = deadlines.parse_time(known.season.lines[0].made_at)
            plan = plan.model_copy(update={"dates": move_dates(plan.dates, opened, self._host.now())})
        chain = await self._find_chain(known.league.league_id, known.row.number + 1, plan)
        secret = secret if chain is None else chain.secret
        first = [build_line(entry) for entry in _build_opening(plan, secret, chain)]
        lines = await cpu_accounting.run_in_thread(lambda: [*first, *map(build_line, joined)])  # thousands, in a ladder
        try:
            season_id = await self._storage.leagues.open_season(
                known.league.league_id, plan.model_dump_json(), secret, lines, self._host.format_now(), joins=joins
            )
        except Conflict:
            raise Refusal("The next season was prepared already.") from None
        self._season_log.changes.notify(season_id)
        return await self._season_log.get_season(season_id)

    async def sign_up_automatically(self, known: KnownSeason, servers: Servers) -> None:
        """Sign up everybody who asked to be in each next season, with their wishes from the last one.

        People who left the server, or were excluded from their last season, are skipped.
        """
        league_id = known.league.league_id
        standing = await self._storage.leagues.list_standing_wishes(league_id)
        missing = {
            user_id: ticket
            for user_id, wishes in standing.items()
            if (ticket := wishes.plays_on) is not None and known.find_number(user_id) is None
        }
        last = await self._find_last_rows(known, missing)
        for user_id, ticket in missing.items():
            if user_id not in last or await servers.is_member(known.league.guild_id, user_id) is False:
                await self._stop_automatic_sign_up(league_id, user_id)
                continue
            chain, since = known.season.continues, standing[user_id].plays_on_since
            with suppress(Refusal):  # they were erased, or the season was drawn, just now
                await self.join(
                    known.row.season_id,
                    user_id,
                    last[user_id].name,
                    ticket,
                    plays_on=last[user_id],
                    is_fresh=chain is not None and since >= chain.since,
                )

    async def _find_last_rows(self, known: KnownSeason, people: Collection[int]) -> Mapping[int, EntrantRow]:
        """Return each person's row from their last season of a league, unless they left it."""
        found: dict[int, EntrantRow | None] = {}
        for row in await self._storage.leagues.list_seasons(known.league.league_id) if people else ():
            if row.number < known.row.number and not found.keys() >= set(people):
                before = await self._season_log.get_season(row.season_id)
                for number, one in before.entrants.items():
                    if one.user_id is not None and one.user_id in people:
                        stayed = before.season.entrants[number].status == "plays"
                        found.setdefault(one.user_id, one if stayed else None)
        return {user_id: one for user_id, one in found.items() if one is not None}

    async def _stop_automatic_sign_up(self, league_id: int, user_id: int) -> None:
        """Stop signing a person up automatically."""
        wishes = (await self._storage.leagues.list_standing_wishes(league_id)).get(user_id)
        if wishes is not None and wishes.plays_on is not None:
            fewer = replace(wishes, plays_on=None, plays_on_since="")
            await self._storage.leagues.put_standing_wishes(league_id, user_id, fewer)

    # -- people --------------------------------------------------------------------------------------

    async def join(
        self,
        season_id: int,
        user_id: int,
        name: str,
        ticket: str,
        *,
        plays_on: EntrantRow | None = None,
        strength: Strength | None = None,
        is_fresh: bool = False,
        approved_by: int | None = None,
    ) -> KnownSeason:
        """Sign a person up. An existing sign-up is unchanged; after the draw, they wait for a seat.

        Who left while people sign up is back as before, with the same contribution to the draw.

        Args:
            season_id: id of the season.
            user_id: the person.
            name: their name.
            ticket: their contribution to the draw.
            plays_on: their last row, if they are signed up automatically; pressing later adds a new contribution.
            strength: in a ladder, their initial rating.
            is_fresh: whether someone signed up automatically chose that after the promise of the season's seeds.
            approved_by: the steward who approves their request to join; None: they need no approval.

        Raises:
            Refusal: the season takes nobody, or they have left it.
        """

        def build_entries(known: KnownSeason) -> Sequence[Entry]:
            joining = _build_joining(known, user_id, ticket, plays_on=plays_on is not None, strength=strength)
            return [
                one.model_copy(update={"is_fresh": is_fresh}) if isinstance(one, Joined) else one for one in joining
            ]

        def build_row(known: KnownSeason) -> EntrantRow | None:
            if known.find_number(user_id) is not None:
                return None
            wishes = EntrantRow(0, user_id, name) if plays_on is None else plays_on
            return replace(wishes, entrant=len(known.entrants) + 1, name=name)

        await self._must_be_new(season_id, user_id)
        approved = None if approved_by is None else user_id
        try:
            return await self._season_log.write(
                season_id, build_entries, by=approved_by, joins=build_row, approved=approved
            )
        except _AlreadyThere:
            known = await self._season_log.get_season(season_id)
            number = known.find_number(user_id)
            entrant = None if number is None else known.season.entrants[number]
            if entrant is not None and entrant.helper:
                raise Refusal(
                    "You have helped out in this season, and nobody plays in one in which they help out. You can join "
                    "the next one."
                ) from None
            if entrant is not None and entrant.status != "plays":
                raise Refusal(
                    "You have left this season, and nobody joins the same season twice. You can join the next one."
                ) from None
            return known

    async def _must_be_new(self, season_id: int, user_id: int) -> None:
        if await self._storage.leagues.find_former_entrant(season_id, user_id) is not None:
            raise Refusal(
                "You took part in this season before you were forgotten, and nobody joins the same season twice. You "
                "can join the next one."
            )

    async def must_be_open_to(self, known: KnownSeason, user_id: int) -> None:
        """Raise Refusal when a season takes nobody, or not a person who has not signed up."""
        if known.row.status not in ("sign-up", "running") or is_closed_to_newcomers(known):
            raise Refusal(_explain_no_sign_up(known))
        await self._must_be_new(known.row.season_id, user_id)

    async def leave(self, season_id: int, user_id: int) -> KnownSeason:
        """Withdraw a person from a season; their seats at its tables become empty.

        Raises:
            Refusal: they do not take part.
        """

        def build_entries(known: KnownSeason) -> Sequence[Entry]:
            number = known.find_number(user_id)
            if number is None or known.season.entrants[number].status != "plays":
                raise Refusal("You do not take part in this season, so there is nothing to leave.")
            if known.row.status == "over":
                raise Refusal(NOBODY_LEAVES)
            return [Withdrew(entrant=number)]

        known = await self._season_log.write(season_id, build_entries)
        await self._stop_automatic_sign_up(known.league.league_id, user_id)
        number = known.find_number(user_id)
        if number is not None:
            await self._seat_assignment.update_seats(
                known, list_affected_tables(known.season, Withdrew(entrant=number))
            )
        return known

    async def set_wishes(
        self,
        season_id: int,
        user_id: int,
        *,
        cap: int | None = None,
        apart: Sequence[int] | None = None,
        named: bool | None = None,
    ) -> KnownSeason:
        """Change a person's wishes for a season.

        Args:
            season_id: id of the season.
            user_id: the person.
            cap: largest number of tables at once; 0: no limit.
            apart: people to avoid.
            named: whether the season's files name them.

        Raises:
            NotYours: they do not take part.
            Refusal: people to avoid are fixed by the draw.
        """
        known = await self._season_log.get_season(season_id)
        number = known.find_number(user_id)
        if number is None:
            raise NotYours(_NOT_THERE)
        entrant = known.entrants[number]
        if cap is not None and known.plan.format == "ladder":  # their opponents would have to wait
            raise Refusal("In a ladder you say how many games you want when you want them: **I want a game**.")
        if cap is not None:
            entrant = replace(entrant, cap=cap or None)
        if apart is not None:
            if known.row.status != "sign-up" and known.plan.format != "ladder":
                raise Refusal("The season was drawn already, so this wish comes too late.")
            entrant = replace(entrant, apart=tuple(other for other in apart if other != user_id)[:MAX_APART])
        if named is not None:
            entrant = replace(entrant, named=named)
        await self._storage.leagues.put_wishes(season_id, entrant)
        self._season_log.changes.notify(season_id)  # there may be tables to open now
        return await self._season_log.get_season(season_id)

    async def set_own_page(self, season_id: int, user_id: int, *, wanted: bool) -> None:
        """Enable or disable a person's own web page for a league.

        It shows the seasons that may name them. Enabling it includes consent to be named in this season.

        Args:
            season_id: a season of the league, in which they take part.
            user_id: the person.
            wanted: whether to enable it.

        Raises:
            NotYours: they do not take part.
        """
        known = await self._season_log.get_season(season_id)
        number = known.find_number(user_id)
        if number is None:
            raise NotYours(_NOT_THERE)
        if wanted:
            known = await self.set_wishes(season_id, user_id, named=True)
        people, league_id = self._host.people, known.league.league_id
        person = await people.get(user_id) or Person(user_id, known.entrants[number].name)

        def change_wishes(wishes: Wishes) -> Wishes:
            others = {*wishes.own_pages} - {league_id}
            return wishes.model_copy(update={"own_pages": sorted(others | {league_id} if wanted else others)})

        await people.change_wishes(person, change_wishes)

    async def has_own_page(self, league_id: int, user_id: int) -> bool:
        """Whether a person wants their own web page for a league."""
        return league_id in (await self._host.people.get_wishes(user_id)).own_pages

    async def set_standing_wishes(
        self,
        season_id: int,
        user_id: int,
        *,
        kept: bool | None = None,
        letters: bool | None = None,
        plays_on: str | None = None,
    ) -> None:
        """Change a person's wishes for all seasons of a league.

        Args:
            season_id: one of its seasons, in which they take part.
            user_id: the person.
            kept: whether its seasons keep their name forever.
            letters: whether they get a weekly message.
            plays_on: contribution to each draw, for automatic sign-up; empty disables it.

        Raises:
            NotYours: they do not take part.
        """
        known = await self._season_log.get_season(season_id)
        if known.find_number(user_id) is None:
            raise NotYours(_NOT_THERE)
        standing = await self._storage.leagues.list_standing_wishes(known.league.league_id)
        wishes = standing.get(user_id, StandingWishes())
        if kept is not None:
            wishes = replace(wishes, kept=kept)
        if letters is not None:
            wishes = replace(wishes, letters=letters)
        if plays_on is not None:
            since = self._host.format_now() if plays_on else ""
            wishes = replace(wishes, plays_on=plays_on or None, plays_on_since=since)
        await self._storage.leagues.put_standing_wishes(known.league.league_id, user_id, wishes)
        self._season_log.changes.notify(season_id)  # there may be a message to send


def _explain_team_size(plan: Plan) -> str:
    """Explain why the team size is fixed; another format or menu would change it."""
    signed_up = f"teams of {plan.team}, which play rounds of Swiss" if plan.team else "a season without teams"
    return (
        f"People have signed up for {signed_up}. For anything else, **Cancel sign-up** first, under **More …**, and "
        "prepare the next season."
    )


class _AlreadyThere(Exception):
    """The person has already signed up."""


@dataclass(frozen=True)
class ContinuedChain:
    """The chain of seeds of the season before."""

    secret: str
    chain: Chain
    digest: str
    """The last seed that was revealed, which promises the next one."""


def _continue_chain(before: KnownSeason) -> ContinuedChain | None:
    """Return the chain of a finished season; None if it was never drawn, or too few of its seeds are left."""
    seeds = [line.entry.seed for line in before.season.lines if isinstance(line.entry, Drawn)]
    used = count_chain_draws(before.season)
    if before.plan.format == "ladder" or not seeds or used + DRAWS_LEFT_FOR_SEASON > DRAWS_PER_COMMITMENT:
        return None
    begun = before.season.continues
    since = before.season.lines[0].made_at if begun is None else begun.since
    return ContinuedChain(before.row.secret, Chain(draws=used, since=since), seeds[-1])


def _build_opening(plan: Plan, secret: str, chain: ContinuedChain | None) -> list[Entry]:
    """Return the first entries of a season: its rules with the promise of its seeds, and its dates."""
    links = ladder.DRAWS_PER_COMMITMENT if plan.format == "ladder" else DRAWS_PER_COMMITMENT
    digest = derive_commitment(secret, links) if chain is None else chain.digest
    continues = None if chain is None else chain.chain
    opened = Opened(rules=build_rules(plan), digest=digest, opens_wishes=True, continues=continues)
    if plan.dates is None or not plan.dates.draws_at or plan.format == "ladder":
        return [opened]
    return [opened, Scheduled(draws_at=plan.dates.draws_at, begins_at=plan.dates.begins_at)]


def _build_joining(
    known: KnownSeason, user_id: int, ticket: str, *, plays_on: bool, strength: Strength | None
) -> Sequence[Entry]:
    """Return the entry for joining, or for adding a contribution after automatic sign-up."""
    if known.row.status not in ("sign-up", "running") or is_closed_to_newcomers(known):
        raise Refusal(_explain_no_sign_up(known))
    number = known.find_number(user_id)
    if number is None:
        number = len(known.entrants) + 1
        return [Joined(entrant=number, ticket=ticket, plays_on=plays_on, strength=strength)]
    entrant = known.season.entrants[number]
    if known.row.status == "sign-up" and entrant.status == "withdrawn" and not plays_on:
        return [complete(known.season, Reverted(line=_find_withdrawal(known.season, number)))]
    if (
        plays_on
        or known.plan.format == "ladder"
        or entrant.adds
        or entrant.status != "plays"
        or known.row.status != "sign-up"
    ):
        raise _AlreadyThere
    return [Added(entrant=number, ticket=ticket)]


def _find_withdrawal(season: Season, number: int) -> int:
    """Return the line with which an entrant left."""
    off = find_reverted(season.lines)
    return next(
        line.number
        for line in reversed(season.lines)
        if isinstance(line.entry, Withdrew) and line.entry.entrant == number and line.number not in off
    )


def is_closed_to_newcomers(known: KnownSeason) -> bool:
    """Whether a running season takes nobody, because no later round is open to them."""
    if known.row.status != "running" or known.plan.format in {"division", "ladder"}:
        return False
    return known.plan.format in {"cup", "groups"} or known.season.rounds[-1].number >= known.season.get_rules().rounds


def _name_cup(known: KnownSeason) -> str:
    return "This cup was" if known.plan.format == "cup" else "The groups were"


def _explain_no_sign_up(known: KnownSeason) -> str:
    match known.row.status:
        case "running":
            drawn = "The last round was drawn" if known.plan.format == "swiss" else f"{_name_cup(known)} drawn"
            return f"{drawn}, and nobody can join any more. You can help out where a seat is free."
        case "draft":
            return "Sign-up has not begun yet."
        case "over" if known.season.cancelled:
            return "The sign-up of this season was cancelled. **/league log** says why."
        case _:
            return "This season is over. When the next one opens, its message stands in the league's channel."
