"""Seasons: the service that keeps them, from their first line to their last.

A season is what its log makes of it, and the log is the store's: it is read, folded and remembered here, and nothing is
remembered that the log does not say. Whoever writes a line says on which one it follows, so that two never write the
same; what happens at a table is written in its own transaction (see `lines`), and only heard of here.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias, TypeVar
from weakref import WeakValueDictionary

from bot.engine.chance import digest
from bot.engine.records import Seat
from bot.engine.words import listed
from bot.host import charging
from bot.host.commits import Commit
from bot.host.delivery.letters import PromiseBody, letter_of
from bot.host.errors import NotYours, Refusal, Unreadable
from bot.host.host import Host
from bot.host.leagues import calendar
from bot.host.leagues.lines import as_it_stands, line_of, opened_wishes
from bot.host.leagues.plan import Plan, rules_of
from bot.host.play import timekeeping
from bot.host.play.motions import Motions
from bot.host.table.lobby import Lobby, empty_seat
from bot.host.table.open_table import CONFIRMING
from bot.host.table.running import AnyGame
from bot.leagues import closing, entries, stewards
from bot.leagues.drafts import Draft, draft
from bot.leagues.draw import MOST_APART, Pair, Proposed, draws_so_far, promise, seed_of, taking_part
from bot.leagues.entries import (
    Adjudicated,
    Brought,
    Carded,
    Closed,
    Disqualified,
    Drawn,
    Ended,
    Entry,
    Extended,
    Joined,
    Line,
    Opened,
    Protested,
    Reverted,
    Voided,
    Withdrew,
)
from bot.leagues.opening import chairs_for_late, may_open, who_comes
from bot.leagues.rounds import draw_next, goes_on
from bot.leagues.season import DoesNotFit, LeagueTable, Season
from storage.interface import (
    Conflict,
    Entrant,
    LeagueRow,
    LogLine,
    NewLeagueTable,
    SeasonRow,
    SeasonStatus,
    SeatRow,
)

log = logging.getLogger(__name__)

KEPT = 200
"""How many seasons are remembered as folded, those that were looked at last; others are read again."""
AT_ONCE = 20_000
"""Characters of new lines that are read and folded where others wait; more, such as a large draw, beside them."""
CONCERNED: Mapping[stewards.Interest, str] = {
    "oneself": "This is about yourself, so another steward must decide it.",
    "own table": "You sit at that table, or have helped out there, so another steward must decide about it.",
    "own open table": "A table at which you sit, or have helped out, is still open, and this decides about it, too; so "
    "another steward must do it.",
    "rival": "You compete with them in this season, so another steward must decide it.",
}
"""Why a steward who plays does not decide something."""
NOBODY_CAN = (
    "No other steward can: a server manager whom it does not concern can do it, or appoint somebody with "
    "**/league steward**."
)
OVER = "The season is over, and this table was decided as it stood."
NOBODY_LEAVES = "This season is over; nobody has to leave it any more."
MEANWHILE = "The season has gone on meanwhile. Please look at it again."


@dataclass(frozen=True)
class Known:
    """A season as it stands."""

    league: LeagueRow
    row: SeasonRow
    plan: Plan
    season: Season
    entrants: Mapping[int, Entrant]
    tables: Mapping[int, int]
    """The tables that were opened, by number, with their games."""

    def number_of(self, user_id: int) -> int | None:
        """Return under which number somebody takes part; None: they do not."""
        return next((number for number, one in self.entrants.items() if one.user_id == user_id), None)


Made = TypeVar("Made")
Follower: TypeAlias = Callable[[int], None]
"""Is told of a season whose log has gone on, and returns at once."""


class Leagues:
    """Keeps leagues and their seasons."""

    def __init__(self, host: Host, lobby: Lobby, motions: Motions) -> None:
        self._host = host
        self._lobby = lobby
        self._motions = motions
        self.storage = host.storage
        self._folded: OrderedDict[int, Season] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._attending: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._looked: dict[int, int] = {}
        """How long the log of each season was when it was looked after last."""
        self._season_of: dict[int, int] = {}
        """The seasons of games that are tables of theirs."""
        self._due: dict[int, datetime] = {}
        """When each season is to be looked at next because of the time."""
        self._to_tell: set[int] = set()
        self._followers: list[Follower] = []
        host.commits.follow(self._after)

    def follow(self, follower: Follower) -> None:
        """Tell this follower, too, of every season whose log has gone on."""
        self._followers.append(follower)

    # -- as it stands ----------------------------------------------------------------------------------

    async def known(self, season_id: int) -> Known:
        """Return a season as it stands.

        Raises:
            Refusal: there is none of this number.
        """
        row = await self.storage.leagues.season(season_id)
        league = None if row is None else await self.storage.leagues.get(row.league_id)
        if row is None or league is None:
            raise Refusal("There is no such season here. **/league list** shows the leagues of this server.")
        tables = await self.storage.leagues.tables(season_id)
        self._season_of |= dict.fromkeys(tables.values(), season_id)
        async with self._lock(season_id):
            entrants = await self.storage.leagues.entrants(season_id)
            season = await self._fold(season_id)
            if len(entrants) < len(season.entrants):  # somebody has joined just now
                entrants = await self.storage.leagues.entrants(season_id)
            row = replace(row, lines=len(season.lines))
        return Known(league, row, Plan.read(row.plan), season, {one.entrant: one for one in entrants}, tables)

    async def _fold(self, season_id: int) -> Season:
        """Return what a season's log makes; what is new in it is added to what is remembered."""
        season = self._folded.get(season_id) or Season()
        stored = await self.storage.leagues.log(season_id, after=len(season.lines))
        if sum(len(line.entry) for line in stored) > AT_ONCE:
            season = await charging.beside(_grown, season.lines, stored)
        else:
            new = [_read(line) for line in stored]
            if any(isinstance(line.entry, Reverted) for line in new):
                season = await charging.beside(Season, [*season.lines, *new])
            else:
                for line in new:
                    season.add(line)
        self._folded[season_id] = season
        self._folded.move_to_end(season_id)
        while len(self._folded) > KEPT:
            self._folded.popitem(last=False)
        return season

    async def forget(self, user_id: int) -> None:
        """Read the logs again that name somebody whom the store has forgotten."""
        for season_id in [*self._folded]:
            async with self._lock(season_id):
                season = self._folded.get(season_id)
                if season is not None and await asyncio.to_thread(_names, season, user_id):
                    self._folded.pop(season_id, None)

    def _lock(self, season_id: int) -> asyncio.Lock:
        lock = self._locks.get(season_id)
        if lock is None:
            lock = self._locks[season_id] = asyncio.Lock()
        return lock

    async def beside(self, known: Known, work: Callable[[Season], Made]) -> Made:
        """Return what is made of a season of its own, beside whatever else happens: a long one takes a while."""
        lines = list(known.season.lines)
        return await charging.beside(lambda: work(Season(lines)))

    async def read_beside(self, known: Known, work: Callable[[Season], Made]) -> Made:
        """Return what can be read from a season, beside whatever else happens; meanwhile it does not go on."""
        async with self._lock(known.row.season_id):
            return await charging.beside(work, known.season)

    def game(self, known: Known) -> AnyGame | None:
        """Return the game that a season plays; None: this program does not know it any more."""
        return self._host.games.get(known.plan.title)

    # -- writing ---------------------------------------------------------------------------------------

    async def write(
        self,
        season_id: int,
        make: Callable[[Known], Sequence[Entry]],
        *,
        by: int | None = None,
        reason: str = "",
        joins: Callable[[Known], Entrant] | None = None,
        status: SeasonStatus | None = None,
        seen: int | None = None,
        apart: Sequence[Pair] = (),
    ) -> Known:
        """Add to a season's log what follows from how it stands, and return it as it stands then.

        Args:
            season_id: which season.
            make: makes the entries; called again if somebody else was faster.
            by: which person decides it.
            reason: why, for everybody to read.
            joins: who joins by it.
            status: what the season is from then on.
            seen: the newest line that whoever decides has seen; with a newer one, nothing is written.
            apart: the wishes with which a draw among the entries was made.

        Raises:
            Refusal: it does not fit the season, or there is a newer line than the one that was seen.
        """
        while True:
            known = await self.known(season_id)
            if seen is not None and known.row.lines != seen:
                raise Refusal(MEANWHILE)
            made = make(known)
            number = None if by is None else await self.number(known, by)
            secret = apart if known.season.opens_wishes else ()
            try:
                await self._must_fit(known.season, made)
            except Refusal:
                if await self._has_gone_on(known):
                    continue
                raise
            try:
                await self.storage.leagues.append(
                    season_id,
                    known.row.lines,
                    [line_of(entry, by, reason, number, secret if isinstance(entry, Drawn) else ()) for entry in made],
                    self._host.now_text(),
                    joins=None if joins is None else joins(known),
                    status=status,
                )
            except Conflict:
                continue
            self._attend(season_id)
            return await self.known(season_id)

    async def _has_gone_on(self, known: Known) -> bool:
        """Whether something was written since a season was looked at."""
        row = await self.storage.leagues.season(known.row.season_id)
        return row is not None and row.lines != known.row.lines

    async def _must_fit(self, season: Season, made: Sequence[Entry]) -> None:
        lines = list(season.lines)
        lines += [Line(number=number, entry=entry) for number, entry in enumerate(made, len(lines) + 1)]
        try:
            await charging.beside(Season, lines)
        except DoesNotFit as wrong:
            raise Refusal(str(wrong)) from wrong

    # -- from the draft to sign-up ---------------------------------------------------------------------

    async def make(self, *, name: str, guild_id: int, channel_id: int, user_id: int, plan: Plan) -> Known:
        """Make a league with the draft of its first season.

        Raises:
            Refusal: the server has a league of this name.
        """
        others = await self.storage.leagues.in_server(guild_id)
        if any(other.name.casefold() == name.casefold() for other in others):
            raise Refusal(f"This server has a league called **{name}** already. Please choose another name.")
        self._must_be_playable(plan)
        now = self._host.now_text()
        league_id = await self.storage.leagues.make(
            guild_id=guild_id, channel_id=channel_id, name=name, made_by=user_id, now=now
        )
        return await self._draft(league_id, plan)

    async def next_season(self, league_id: int, plan: Plan) -> Known:
        """Make the draft of a league's next season.

        Raises:
            Refusal: the one before is not over.
        """
        return await self._draft(league_id, plan)

    async def _draft(self, league_id: int, plan: Plan) -> Known:
        try:
            season_id = await self.storage.leagues.plan_season(league_id, plan.model_dump_json(), self._host.new_seed())
        except Conflict:
            raise Refusal("The season before is not over yet. **/league manage** finishes it.") from None
        return await self.known(season_id)

    async def change_plan(self, season_id: int, change: Callable[[Plan], Plan]) -> Known:
        """Change what a draft is to be played by.

        Raises:
            Refusal: it is no draft any more, or what is wanted does not go together.
        """
        known = await self.known(season_id)
        plan = change(known.plan)
        self._must_be_playable(plan)
        try:
            await self.storage.leagues.put_plan(season_id, plan.model_dump_json())
        except Conflict:
            raise Refusal("Sign-up has begun, so what the season is played by is settled.") from None
        return await self.known(season_id)

    async def drop_draft(self, season_id: int) -> None:
        """Take a draft away.

        Raises:
            Refusal: sign-up has begun.
        """
        try:
            await self.storage.leagues.drop_draft(season_id)
        except Conflict:
            raise Refusal("Sign-up has begun, so this is no draft any more.") from None

    def _must_be_playable(self, plan: Plan) -> None:
        game = self._host.games.get(plan.title)
        if game is None:
            raise Refusal("There is no game of that name here.")
        self._lobby.must_seat(game, plan.seats)

    async def open(self, season_id: int, user_id: int) -> Known:
        """Open sign-up: from now on, what the season is played by is settled, and the secret of its draw promised.

        Raises:
            Refusal: it is open already.
        """

        def opened(known: Known) -> Sequence[Entry]:
            return [Opened(rules=rules_of(known.plan), digest=promise(known.row.secret), opens_wishes=True)]

        if (await self.known(season_id)).row.status != "draft":
            raise Refusal("Sign-up is open already. **/league manage** shows what comes next.")
        return await self.write(season_id, opened, by=user_id, status="sign-up", seen=0)

    # -- people ----------------------------------------------------------------------------------------

    async def join(self, season_id: int, user_id: int, name: str, ticket: str) -> Known:
        """Sign somebody up; who has signed up already stays so, and who comes late waits for a chair.

        Raises:
            Refusal: the season takes nobody, or they have left it.
        """

        def joined(known: Known) -> Sequence[Entry]:
            if known.row.status not in ("sign-up", "running") or takes_nobody(known):
                raise Refusal(_no_sign_up(known))
            if known.number_of(user_id) is not None:
                raise _AlreadyThere
            return [Joined(entrant=len(known.entrants) + 1, ticket=ticket)]

        def joins(known: Known) -> Entrant:
            return Entrant(len(known.entrants) + 1, user_id, name)

        if await self.storage.leagues.left(season_id, user_id) is not None:
            raise Refusal(
                "You took part in this season before you were forgotten, and nobody joins the same season twice. You "
                "can join the next one."
            )
        try:
            return await self.write(season_id, joined, joins=joins)
        except _AlreadyThere:
            known = await self.known(season_id)
            number = known.number_of(user_id)
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

    async def leave(self, season_id: int, user_id: int) -> Known:
        """Take somebody out of a season; their chairs at its tables are empty then.

        Raises:
            Refusal: they do not take part.
        """

        def left(known: Known) -> Sequence[Entry]:
            number = known.number_of(user_id)
            if number is None or known.season.entrants[number].status != "plays":
                raise Refusal("You do not take part in this season, so there is nothing to leave.")
            if known.row.status == "over":
                raise Refusal(NOBODY_LEAVES)
            return [Withdrew(entrant=number)]

        known = await self.write(season_id, left)
        await self._empty_chairs(known, user_id)
        return known

    async def _empty_chairs(self, known: Known, user_id: int) -> None:
        for table, game_id in known.tables.items():
            if known.season.tables[table].is_open:
                await self._empty_chair(game_id, user_id)

    async def _empty_chair(self, game_id: int, user_id: int) -> None:
        found = await self._host.known(game_id)
        if found is None:
            return
        row, seats = found
        seat = next((other.seat for other in seats if other.user_id == user_id), None)
        try:
            if seat is not None and row.status == "open":
                await self._lobby.empty_chair(game_id, user_id)
            elif seat is not None and row.status == "running":
                words = f"<seat:{seat}> has left the season."
                await self._motions.empty_chair(game_id, seat, user_id, words)
        except Refusal as over:
            log.info("no chair had to be emptied: %s", over, extra={"game": game_id})

    async def set_wishes(
        self,
        season_id: int,
        user_id: int,
        *,
        cap: int | None = None,
        apart: Sequence[int] | None = None,
        named: bool | None = None,
    ) -> Known:
        """Change what somebody wishes.

        Args:
            season_id: in which season.
            user_id: who.
            cap: at how many tables they want to play at once; 0: at all of theirs.
            apart: whom they avoid.
            named: whether the season's files name them.

        Raises:
            NotYours: they do not take part.
            Refusal: whom to avoid is settled with the draw.
        """
        known = await self.known(season_id)
        number = known.number_of(user_id)
        if number is None:
            raise NotYours("You do not take part in this season. **Join** on its message signs you up.")
        entrant = known.entrants[number]
        if cap is not None:
            entrant = replace(entrant, cap=cap or None)
        if apart is not None:
            if known.row.status != "sign-up":
                raise Refusal("The season was drawn already, so this wish comes too late.")
            entrant = replace(entrant, apart=tuple(other for other in apart if other != user_id)[:MOST_APART])
        if named is not None:
            entrant = replace(entrant, named=named)
        await self.storage.leagues.put_wishes(season_id, entrant)
        self._looked.pop(season_id, None)  # there may be tables to open now
        self._attend(season_id)
        return await self.known(season_id)

    # -- drawing ---------------------------------------------------------------------------------------

    async def proposed(self, known: Known) -> Proposed:
        """Return the draw as it would be now; the same people and wishes always give the same one.

        Raises:
            Refusal: too few have signed up, or everything was drawn already.
        """
        if known.row.status not in ("sign-up", "running"):
            raise Refusal("This season is over." if known.row.status == "over" else "Open sign-up first.")
        if known.row.status == "running" and known.plan.format != "division":
            raise Refusal("The next round is drawn by itself, as soon as all tables of this one are decided.")
        seats, there = known.plan.seats, len(taking_part(known.season))
        if known.row.status == "running" and not there:
            raise Refusal("This season was drawn already, and nobody who came late waits to be drawn.")
        if there < seats:
            has, are = ("has", "is") if there < 2 else ("have", "are")
            have = f"{has} signed up" if known.row.status == "sign-up" else f"who came late {are} waiting"
            raise Refusal(f"A table needs {seats}, and {there or 'nobody'} {have}. Wait for more, or invite somebody.")
        try:
            return await self._draw(known)
        except ValueError as wrong:
            raise Refusal(f"{wrong} One more or one fewer player helps.") from wrong

    async def _draw(self, known: Known, first: Sequence[Entry] = ()) -> Proposed:
        """Return the next draw, after these entries."""
        brought = await self._brought(known)
        seed = seed_of(known.row.secret, draws_so_far(known.season) + 1)
        salt = _salt(known)
        apart = _apart(known)

        def drawn(season: Season) -> Proposed:
            for entry in first:
                season.add(Line(number=len(season.lines) + 1, entry=entry))
            return draw_next(season, seed, brought=brought, apart=apart, salt=salt)

        return await self.beside(known, drawn)

    async def _brought(self, known: Known) -> dict[int, Brought]:
        """Return what people bring from the season before."""
        seasons = await self.storage.leagues.seasons(known.league.league_id)
        before = next((other for other in seasons if other.number == known.row.number - 1), None)
        if before is None:
            return {}
        last = await self.known(before.season_id)
        was = {}
        for number, one in known.entrants.items():
            then = None if one.user_id is None else last.number_of(one.user_id)
            if then is not None:
                was[number] = then
        return await self.beside(last, lambda season: closing.brought(season, was))

    async def draw(self, season_id: int, user_id: int, seen: int) -> Known:
        """Draw a season's divisions and tables, which begin to open; `seen` is the line that the preview went up to.

        Raises:
            Refusal: somebody has joined or left meanwhile, or nothing can be drawn.
        """
        known = await self.known(season_id)
        if known.row.lines != seen:
            raise Refusal(MEANWHILE)
        proposed = await self.proposed(known)
        return await self.write(
            season_id, lambda _: [proposed.entry], by=user_id, status="running", seen=seen, apart=proposed.apart
        )

    # -- steward's decisions ---------------------------------------------------------------------------

    async def decide(self, season_id: int, user_id: int, entry: Entry, reason: str, seen: int) -> Known:
        """Write down what a steward decides, who has seen what it changes.

        Raises:
            NotYours: it is about a table of theirs, or somebody with whom they compete.
            Refusal: it does not fit, or the season has gone on since they looked.
        """
        await self._must_decide(await self.known(season_id), user_id, entry)
        decided = await self.write(season_id, lambda _: [entry], by=user_id, reason=reason, seen=seen)
        await self._end_games(decided)
        if isinstance(entry, Disqualified):
            put_out = decided.entrants[entry.entrant].user_id
            if put_out is not None:
                await self._empty_chairs(decided, put_out)
        return decided

    async def what_if(self, known: Known, user_id: int, entry: Entry) -> Draft:
        """Return what a steward's decision would change; nothing is written.

        Raises:
            NotYours: it is about a table of theirs, or somebody with whom they compete.
            Refusal: it does not fit.
        """
        await self._must_decide(known, user_id, entry)
        try:
            return await self.beside(known, lambda season: draft(season, entry))
        except DoesNotFit as wrong:
            raise Refusal(str(wrong)) from wrong

    async def _must_decide(self, known: Known, user_id: int, entry: Entry) -> None:
        about = stewards.decision(known.season, entry)
        if about is None:
            raise Refusal("Only what a steward has decided can be taken back. **/league log** numbers the lines.")
        if isinstance(about, Extended) and (known.plan.weeks is None or known.row.status != "running"):
            raise Refusal(_no_last_day(known))
        table = getattr(about, "table", None)
        if table is not None:
            self.table(known, table)
        await self._must_not_concern(known, user_id, about)

    async def _must_not_concern(self, known: Known, user_id: int, about: stewards.Decision | Ended) -> None:
        """Raise NotYours, with who can, when a steward who plays wants to decide what concerns them."""
        why = stewards.interest(known.season, await self.number(known, user_id), about)
        if why is None:
            return
        able = [
            other
            for other in await self.storage.leagues.stewards(known.league.league_id)
            if stewards.interest(known.season, await self.number(known, other), about) is None
        ]
        who = f"{listed(f'<@{other}>' for other in able[:5])} can do it." if able else NOBODY_CAN
        raise NotYours(f"{CONCERNED[why]} {who}")

    async def may_manage(self, game_id: int, user_id: int, freed: Seat | None = None) -> bool:
        """Return whether a server manager who decides about a running table plays in its season.

        Args:
            game_id: which game; of one that is no league's, nobody asks.
            user_id: who decides.
            freed: the seat from which they would take somebody.

        Raises:
            NotYours: it is a table of theirs, or they would take somebody out with whom they compete.
        """
        found = await self.storage.games.saved(game_id)
        if found is None or found.league is None:
            return False
        known, league = await self.known(found.league.season_id), found.league
        await self._must_not_concern(known, user_id, Voided(table=league.number))
        if freed is not None and freed in league.seats:
            await self._must_not_concern(known, user_id, Carded(entrant=league.seats[freed], table=league.number))
        return await self.number(known, user_id) is not None

    async def must_not_be_put_out(self, game_id: int, user_id: int) -> None:
        """Raise NotYours when somebody wants a chair at a table of a season from which a steward has put them out."""
        found = await self.storage.games.saved(game_id)
        if found is None or found.league is None:
            return
        known = await self.known(found.league.season_id)
        number = await self.number(known, user_id)
        if number is not None and known.season.entrants[number].status == "disqualified":
            raise NotYours(
                "A steward has put you out of this season, so you take no chair at its tables. **/league log** says "
                "why."
            )

    async def number(self, known: Known, user_id: int) -> int | None:
        """Return under which number somebody takes part, or did until they were forgotten; None: they do not."""
        number = known.number_of(user_id)
        return await self.storage.leagues.left(known.row.season_id, user_id) if number is None else number

    def table(self, known: Known, number: int) -> LeagueTable:
        """Return a table of a season.

        Raises:
            Refusal: it has none of this number.
        """
        if not known.season.tables:
            raise Refusal("This season was not drawn yet, so it has no tables.")
        if number not in known.season.tables:
            raise Refusal(f"This season has no table {number}; it has {len(known.season.tables)}.")
        return known.season.tables[number]

    async def finish(self, season_id: int, user_id: int | None, seen: int) -> Known:
        """End a season: open tables come out as its rules say, and places, promotion and relegation are settled.

        Args:
            season_id: which season.
            user_id: who ends it; None: its last day has come.
            seen: the newest line of what was looked at before.

        Raises:
            NotYours: it decides about a table of theirs.
            Refusal: it is not being played, or has gone on since somebody looked.
        """
        known = await self.known(season_id)
        await self._must_end(known, user_id)
        made = await self._ending(known)
        over = await self.write(season_id, lambda _: made, by=user_id, status="over", seen=seen)
        await self._end_games(over)
        return over

    async def _end_games(self, known: Known) -> None:
        """Close the tables that are decided, or void, though nobody plays there yet; end what its last day decided."""
        over = known.row.status == "over"
        newest = known.season.rounds[-1].number if known.season.rounds else 0
        for number, game_id in known.tables.items():
            table = known.season.tables[number]
            ends = (over or table.round < newest) and known.season.given().last_day == "as it stands"
            if table.is_open:
                continue
            found = await self._host.known(game_id)
            with suppress(Refusal):  # it has begun, or ended, just now
                if found is not None and found[0].status == "open":
                    await self._lobby.close_of_league(game_id)
                elif found is not None and found[0].status == "running" and ends:
                    await self._motions.abandon(game_id, OVER)

    async def foreseen(self, known: Known, user_id: int) -> closing.Foreseen:
        """Return what it would mean if somebody ended a season now; nobody learns by it how a table stands.

        Raises:
            NotYours: it would decide about a table of theirs.
            Refusal: it is not being played.
        """
        await self._must_end(known, user_id)
        return await self.beside(known, closing.foreseen)

    async def _must_end(self, known: Known, user_id: int | None) -> None:
        if known.row.status != "running":
            raise Refusal("Only a season that is being played can be finished.")
        if user_id is not None:
            await self._must_not_concern(known, user_id, Ended(levels={}))

    async def _ending(self, known: Known) -> Sequence[Entry]:
        """Return what is written when a season is ended as it stands; to be written at once, and shown to nobody."""
        stand = await self._as_they_stand(known)
        wishes = opened_wishes(await self.storage.leagues.sealed(known.row.season_id), _salt(known))

        def ended(season: Season) -> Sequence[Entry]:
            decided = closing.last_day(season, stand)
            for entry in decided:
                season.add(Line(number=len(season.lines) + 1, entry=entry))
            return [*decided, closing.end(season), *wishes]

        return await self.beside(known, ended)

    async def _as_they_stand(self, known: Known) -> Mapping[int, Adjudicated]:
        """Return how the tables that are being played would end now; one that cannot be read is left out.

        It follows from what is secret at these tables, so it goes nowhere but into the log of a season that ends.
        """
        found = {}
        for number, game_id in known.tables.items():
            if known.season.tables[number].fate != "running" or known.season.given().last_day != "as it stands":
                continue
            with suppress(Refusal, Unreadable):
                running = await self._host.running(game_id)
                if running.league is not None:
                    found[number] = as_it_stands(running.league, running.table)
        return found

    # -- protests --------------------------------------------------------------------------------------

    async def protest(self, season_id: int, user_id: int, table: int, reason: str) -> Known:
        """Write down that somebody doubts the result of a table of theirs.

        Raises:
            NotYours: they do not sit there.
            Refusal: it has no result yet, or has had it for too long, or they have protested already.
        """

        def protested(known: Known) -> Sequence[Entry]:
            number = self.must_be_doubtful(known, user_id, table)
            return [Protested(table=table, entrant=number)]

        return await self.write(season_id, protested, reason=reason)

    def must_be_doubtful(self, known: Known, user_id: int, table: int) -> int:
        """Return under which number somebody can protest against the result of a table.

        Raises:
            NotYours: they do not sit there.
            Refusal: it has no result yet, or has had it for too long, or they have protested already.
        """
        number, found = known.number_of(user_id), known.season.tables.get(table)
        if found is None or number is None or number not in found.seats:
            raise NotYours("You do not sit at that table. **/league me** shows yours with their numbers.")
        if not found.counts:
            raise Refusal(f"Table {table} has no result yet, so there is nothing to protest against.")
        if not calendar.may_be_doubted(known.season, found, self.now()):
            raise Refusal("That result is more than a week old, and stands. A steward can still put it right.")
        mine = [one for one in known.season.protests.values() if one.table == table and one.entrant == number]
        if any(one.upheld is None for one in mine):
            raise Refusal("You have protested already; the stewards know and have to rule on it.")
        if any(one.line > calendar.decided_by(known.season, found) for one in mine):
            raise Refusal("A steward has ruled on your protest against this result. **/league log** says how and why.")
        return number

    # -- what happens because time has passed ----------------------------------------------------------

    def now(self) -> datetime:
        """Return the present time."""
        return self._host.now()

    def tick(self) -> None:
        """Look after the seasons for which something is to be done because time has passed; returns at once."""
        for season_id, at in self._due.items():
            if at <= self.now():
                self._looked.pop(season_id, None)
                self._attend(season_id)

    async def _go_on(self, known: Known) -> Known:
        """End a season, or its round, whose last day has come; else seat who came late, and draw what comes next."""
        end = calendar.last_day(known.season, known.plan)
        try:
            if end is not None and end <= self.now():
                await self._end(known)
            else:
                await self._next_round(await self._seat_late(known))
        except Refusal as meanwhile:  # whatever has just happened lets the season be looked after again
            log.info("a season did not go on by itself: %s", meanwhile, extra={"season": known.row.season_id})
            return known
        return await self.known(known.row.season_id)

    async def _end(self, known: Known) -> None:
        """End a season, or the round that is played, of which the last day has come."""
        stand = await self._as_they_stand(known)
        decided = await self.beside(known, lambda season: closing.last_day(season, stand))

        def follows(season: Season) -> bool:
            for entry in decided:
                season.add(Line(number=len(season.lines) + 1, entry=entry))
            return goes_on(season)

        if not await self.beside(known, follows):
            await self.finish(known.row.season_id, None, known.row.lines)
            return
        drawn = await self._draw(known, decided)
        await self._write_round(known, decided, drawn)

    async def _write_round(self, known: Known, decided: Sequence[Entry], drawn: Proposed) -> None:
        made, seen = [*decided, drawn.entry], known.row.lines
        await self._end_games(await self.write(known.row.season_id, lambda _: made, seen=seen, apart=drawn.apart))

    async def _next_round(self, known: Known) -> None:
        """Draw the next round where all tables of the one before are decided."""
        if goes_on(known.season):
            await self._write_round(known, (), await self._draw(known))

    def _arrange(self, known: Known) -> None:
        """Remember when a season is to be looked at next because of the time."""
        at = calendar.next_moment(known.season, known.plan, self.now())
        self._due.pop(known.row.season_id, None)
        if at is not None:
            self._due[known.row.season_id] = at

    def to_tell(self) -> Sequence[int]:
        """Return the seasons of which there may be something to tell though nothing was written."""
        return sorted(self._to_tell)

    def show_anew(self, season_id: int) -> None:
        """Let a season be shown anew, also where nothing was written: time has passed, or somebody is named no more."""
        self.has_to_be_told(season_id)
        self._follow(season_id)

    def has_to_be_told(self, season_id: int) -> None:
        """Note that there may be something to tell of a season."""
        self._to_tell.add(season_id)

    def was_told(self, season_id: int) -> None:
        """Note that what there was to tell of a season has been told."""
        self._to_tell.discard(season_id)

    # -- tables that open by themselves ----------------------------------------------------------------

    async def resume(self) -> None:
        """Go on where a stopped process left off: seasons that are played may have tables to open."""
        for row in await self.storage.leagues.going_on():
            known = await self.known(row.season_id)
            if known.plan.format != "division":  # a round may have ended just before
                await self._end_games(known)
            self._attend(row.season_id)
        for row in await self.storage.leagues.with_open_tables():
            await self._end_games(await self.known(row.season_id))

    async def settle(self) -> None:
        """Wait until no season is looked after any more."""
        while self._attending:
            await asyncio.gather(*self._attending.values(), return_exceptions=True)

    def _after(self, commit: Commit) -> None:
        """Look after the season of a table about which something was saved."""
        running = self._host.loaded(commit.game_id)
        if running is not None and running.league is not None:
            self._season_of[commit.game_id] = running.league.season_id
        if commit.game_id in self._season_of:
            self._attend(self._season_of[commit.game_id])

    def _attend(self, season_id: int) -> None:
        if season_id in self._attending:
            self._again.add(season_id)
            return
        self._attending[season_id] = asyncio.create_task(self._look_after(season_id), name=f"season {season_id}")

    async def _look_after(self, season_id: int) -> None:
        try:
            while True:
                self._again.discard(season_id)
                await self.look(season_id)
                if season_id not in self._again:
                    break
        except Exception:
            self._looked.pop(season_id, None)
            log.exception("a season could not be looked after", extra={"season": season_id})
        finally:
            del self._attending[season_id]  # here and not in a callback, so that no call in between is lost

    async def look(self, season_id: int) -> None:
        """Open the tables of a season that can be opened, and let those hear of it who show it."""
        row = await self.storage.leagues.season(season_id)
        if row is None:  # its server was forgotten
            self._due.pop(season_id, None)
            return
        if row.lines == self._looked.get(season_id):
            return
        self._looked[season_id] = row.lines  # before anything is read, so that what changes meanwhile is seen as well
        known = await self.known(season_id)
        if known.row.status == "running":
            known = await self._go_on(known)
        if known.row.status == "running":
            caps = {number: one.cap for number, one in known.entrants.items()}
            opened = known.tables
            for table in await self.read_beside(known, lambda season: may_open(season, opened, caps)):
                await self._open(known, table)
        self._arrange(known)
        self.show_anew(season_id)

    def _follow(self, season_id: int) -> None:
        for follower in self._followers:
            follower(season_id)

    async def _seat_late(self, known: Known) -> Known:
        """Give chairs that nobody will sit on to those who came late."""

        def seated(known: Known) -> Sequence[Entry]:
            return chairs_for_late(known.season, known.tables, _apart(known))

        return await self.write(known.row.season_id, seated) if seated(known) else known

    async def _open(self, known: Known, table: LeagueTable) -> None:
        """Open a table, which begins as soon as all who were drawn have said that they are here."""
        coming = set(who_comes(known.season, table))
        seats = [self._seat(known, seat, number, number in coming) for seat, number in enumerate(table.seats, 1)]
        seed = self._host.new_seed()
        until = timekeeping.text(self._host.now() + CONFIRMING)
        new = NewLeagueTable(
            season_id=known.row.season_id,
            number=table.number,
            entrants=dict(enumerate(table.seats, 1)),
            if_closed=Closed(table=table.number).model_dump_json(),
            title=known.plan.title,
            guild_id=known.league.guild_id,
            channel_id=known.league.channel_id,
            options=self._host.game(known.plan.title).options.model_validate(known.plan.options).model_dump_json(),
            pact=known.plan.pact.model_dump_json(),
            thread=f"{known.league.name} {known.row.number} · division {table.division} · table {table.number}",
            confirm_until=until,
            seed=seed,
            letters=[letter_of(PromiseBody(digest=digest(seed)))],
        )
        try:
            game_id = await self.storage.leagues.open_table(new, seats, self._host.now_text())
        except Conflict:
            return  # a moment ago
        self._host.committed(game_id, answered_for=False)

    def _seat(self, known: Known, seat: int, number: int, comes: bool) -> SeatRow:
        one = known.entrants.get(number)
        if one is None or one.user_id is None or not comes:
            return empty_seat(seat)
        return SeatRow(seat, one.user_id, one.name)


class _AlreadyThere(Exception):
    """Somebody has signed up before."""


def takes_nobody(known: Known) -> bool:
    """Whether a season that is played takes nobody any more: no round follows that they could play."""
    if known.row.status != "running" or known.plan.format == "division":
        return False
    return known.plan.format == "cup" or known.season.rounds[-1].number >= known.season.given().rounds


def _no_sign_up(known: Known) -> str:
    match known.row.status:
        case "running":
            drawn = "This cup was drawn" if known.plan.format == "cup" else "The last round was drawn"
            return f"{drawn}, and nobody can join any more. You can help out where a chair is empty."
        case "draft":
            return "Sign-up has not begun yet."
        case _:
            return "This season is over. When the next one opens, its message stands in the league's channel."


def _no_last_day(known: Known) -> str:
    match known.row.status:
        case "over":
            return "This season is over, so its last day cannot be put off any more."
        case "running":
            return "This season has no last day that could be put off: a steward finishes it."
        case _:
            return "This season was not drawn yet. Its last day is reckoned from the draw."


def _salt(known: Known) -> str:
    """Return the salt of the digests of a season's wishes."""
    return digest(f"wishes:{known.row.secret}")


def _apart(known: Known) -> Sequence[Pair]:
    """Return who wants to be kept apart from whom, of those who have both signed up."""
    pairs = set()
    for number, one in known.entrants.items():
        for other in one.apart:
            met = known.number_of(other)
            if met is not None and met != number:
                pairs.add(frozenset({number, met}))
    return sorted(pairs, key=sorted)


def _names(season: Season, user_id: int) -> bool:
    """Whether a log names somebody: as who decided, or in a reason."""
    return any(line.by == user_id or f"<@{user_id}>" in line.reason for line in season.lines)


def _grown(lines: Sequence[Line], stored: Sequence[LogLine]) -> Season:
    return Season([*lines, *map(_read, stored)])


def _read(line: LogLine) -> Line:
    return Line(
        number=line.number,
        entry=entries.entry_of(line.entry),
        made_at=line.made_at,
        by=line.by,
        reason=line.reason,
        by_entrant=line.by_entrant,
    )
