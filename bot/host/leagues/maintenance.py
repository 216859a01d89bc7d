"""Upkeep: what a season needs when its log has gone on or time has passed, done by itself.

Its tables open as their people have room for them, rounds and seasons end on their last day, the next round is drawn,
and those hear of it who show it. Follows the ledger, and the commits of tables.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from bot.engine.chance import digest
from bot.host.delivery.outbox import PromiseBody, letter_of
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.keyed_tasks import KeyedTasks
from bot.host.leagues import calendar
from bot.host.leagues.draws import Draws, kept_apart
from bot.host.leagues.ladders import Ladders
from bot.host.leagues.rulings import Rulings
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.host.leagues.seat_assignment import name_of_thread, seats_of
from bot.host.leagues.seat_offers import Offers
from bot.host.leagues.sign_up import SignUp
from bot.host.lost_channels import Servers
from bot.host.signals import Commit, Signal
from bot.host.table import deadlines
from bot.host.table.open_table import CONFIRMING
from bot.leagues.draw import Proposed
from bot.leagues.log_entries import Closed, Entry, LogLine
from bot.leagues.rounds import goes_on, part_of
from bot.leagues.season import LeagueTable, Season
from bot.leagues.table_opening import chairs_for_late, may_open
from storage.interface import Conflict, NewLeagueTable, SeatRow

log = logging.getLogger(__name__)


class Maintenance:
    """Looks after seasons whenever something has happened to them, or time has passed."""

    def __init__(
        self,
        host: Host,
        ledger: SeasonLog,
        offers: Offers,
        draws: Draws,
        decisions: Rulings,
        sign_up: SignUp,
        ladders: Ladders,
        servers: Servers,
    ) -> None:
        self._host = host
        self._ledger = ledger
        self._offers = offers
        self._draws = draws
        self._decisions = decisions
        self._sign_up = sign_up
        self._ladders = ladders
        self._servers = servers
        self._storage = host.storage
        self._looking = KeyedTasks(self._look_after, "season")
        self._looked: dict[int, int] = {}
        """How long the log of each season was when it was looked after last."""
        self._due: dict[int, datetime] = {}
        """When each season is to be looked at next because of the time."""
        self._to_tell: set[int] = set()
        self.looked_after: Signal[int] = Signal()
        """Tells which season may have to be shown anew."""
        ledger.changes.follow(self._look_again)
        host.commits.follow(self._after)
        host.ticks.follow(self.look_at_due)

    # -- when --------------------------------------------------------------------------------------

    def _look_again(self, season_id: int) -> None:
        """Look after a season, also where nothing was written."""
        self._looked.pop(season_id, None)
        self._looking.ask(season_id)

    def _after(self, commit: Commit) -> None:
        """Look after the season of a table about which something was saved."""
        season_id = self._ledger.season_of(commit.game_id)
        if season_id is not None:
            self._looking.ask(season_id)

    async def look_at_due(self) -> None:
        """Look after the seasons for which something is to be done because time has passed; returns at once."""
        for season_id, at in self._due.items():
            if at <= self._host.now():
                self._look_again(season_id)

    async def settle(self) -> None:
        """Wait until no season is looked after any more."""
        await self._looking.settle()

    async def close(self) -> None:
        """Finish what is being looked after; what happens from now on is looked at after the next start."""
        await self._looking.close()

    async def _look_after(self, season_id: int) -> None:
        try:
            await self.look(season_id)
        except Exception:
            self._looked.pop(season_id, None)
            log.exception("a season could not be looked after", extra={"season": season_id})

    async def resume(self) -> None:
        """Go on where a stopped process left off: seasons that are played may have tables to open."""
        for row in await self._storage.leagues.going_on(self._host.shards):
            known = await self._ledger.known(row.season_id)
            if known.plan.format != "division":  # a round may have ended just before
                await self._decisions.end_games(known)
            await self._decisions.carry_out_all(known)
            self._looking.ask(row.season_id)
        for row in await self._storage.leagues.to_follow(self._host.shards):
            self._looking.ask(row.season_id)
        for row in await self._storage.leagues.with_open_tables(self._host.shards):
            await self._decisions.end_games(await self._ledger.known(row.season_id))

    # -- what --------------------------------------------------------------------------------------

    async def look(self, season_id: int) -> None:
        """Open the tables of a season that can be opened, and let those hear of it who show it."""
        row = await self._storage.leagues.season(season_id)
        if row is None:  # its server was forgotten
            self._due.pop(season_id, None)
            return
        if row.lines == self._looked.get(season_id):
            return
        self._looked[season_id] = row.lines  # before anything is read, so that what changes meanwhile is seen as well
        known = await self._ledger.known(season_id)
        is_ladder = known.plan.format == "ladder"
        if is_ladder and known.row.status != "draft":
            known = await self._ladders.look(known)
        elif known.row.status == "sign-up":
            await self._sign_up.sign_up_who_plays_on(known, self._servers)
        if known.row.status == "over":
            await self._open_next(known)
        if known.row.status == "running":
            known = await self._go_on(known)
        if known.row.status == "running":
            known = await self._offer_chairs(known)
        if known.row.status == "running":
            caps = {number: one.cap for number, one in known.entrants.items()}
            opened = known.tables
            for table in await self._ledger.read_beside(known, lambda season: may_open(season, opened, caps)):
                await self._open(known, table)
        self._arrange(known, await self._ladders.next_look(known) if is_ladder else None)
        self.show_anew(season_id)

    async def _offer_chairs(self, known: KnownSeason) -> KnownSeason:
        """Offer the empty chairs of running tables to those who wait for one."""
        try:
            return await self._offers.look_after(known)
        except Refusal as meanwhile:  # whatever has just happened lets the season be looked after again
            log.info("no chair was offered: %s", meanwhile, extra={"season": known.row.season_id})
            return known

    async def _open_next(self, known: KnownSeason) -> None:
        """Open the season after one that is over, where that is to be by itself, and its day has come."""
        at = calendar.opens_next(known.season, known.league.opens_after)
        newest = (await self._storage.leagues.seasons(known.league.league_id))[0]
        if at is None or at > self._host.now() or newest.season_id != known.row.season_id:
            return
        try:
            joined, joins = await self._ladders.carried(known)
            await self._sign_up.open_next(known, joined, joins)
        except Refusal as meanwhile:
            log.info("no season opened by itself: %s", meanwhile, extra={"season": known.row.season_id})

    async def _go_on(self, known: KnownSeason) -> KnownSeason:
        """End a season, or its round, whose last day has come; else seat who came late, and draw what comes next."""
        try:
            if self._ladders.is_over(known):
                await self._end(known)
            else:
                await self._next_round(await self._seat_late(known))
        except Refusal as meanwhile:  # whatever has just happened lets the season be looked after again
            log.info("a season did not go on by itself: %s", meanwhile, extra={"season": known.row.season_id})
            return known
        return await self._ledger.known(known.row.season_id)

    async def _end(self, known: KnownSeason) -> None:
        """End a season, or the round that is played, of which the last day has come."""
        decided = await self._decisions.decided_on_last_day(known)

        def follows(season: Season) -> bool:
            for entry in decided:
                season.add(LogLine(number=len(season.lines) + 1, entry=entry))
            return goes_on(season)

        if not await self._ledger.beside(known, follows):
            await self._decisions.finish(known.row.season_id, None, known.row.lines)
            return
        drawn = await self._draws.next_draw(known, decided)
        await self._write_round(known, decided, drawn)

    async def _write_round(self, known: KnownSeason, decided: Sequence[Entry], drawn: Proposed) -> None:
        made, seen = [*decided, drawn.entry], known.row.lines
        written = await self._ledger.write(known.row.season_id, lambda _: made, seen=seen, apart=drawn.apart)
        await self._decisions.end_games(written)

    async def _next_round(self, known: KnownSeason) -> None:
        """Draw the next round where all tables of the one before are decided."""
        if await self._ledger.read_beside(known, goes_on):
            await self._write_round(known, (), await self._draws.next_draw(known))

    async def _seat_late(self, known: KnownSeason) -> KnownSeason:
        """Give chairs that nobody will sit on to those who came late."""
        opened, apart = known.tables, kept_apart(known)
        chairs = await self._ledger.read_beside(known, lambda season: chairs_for_late(season, opened, apart))
        if not chairs:
            return known
        return await self._ledger.write(known.row.season_id, lambda _: chairs, seen=known.row.lines)

    async def _open(self, known: KnownSeason, table: LeagueTable) -> None:
        """Open a table, which begins as soon as all who were drawn have said that they are here."""
        seats, plays = seats_of(known, table), known.plan.games[table.game]
        seed = self._host.new_seed()
        new = NewLeagueTable(
            season_id=known.row.season_id,
            number=table.number,
            part=part_of(known.season, table),
            entrants=dict(enumerate(table.seats, 1)),
            if_closed=Closed(table=table.number).model_dump_json(),
            title=plays.title,
            guild_id=known.league.guild_id,
            channel_id=known.league.channel_id,
            options=self._host.game(plays.title).options.model_validate(plays.options).model_dump_json(),
            pact=known.plan.pact.model_dump_json(),
            thread=name_of_thread(known, table),
            confirm_until=await self._waits_until(seats),
            seed=seed,
            letters=[letter_of(PromiseBody(digest=digest(seed)))],
            newest=known.row.lines,
        )
        try:
            game_id = await self._storage.leagues.open_table(new, seats, self._host.now_text())
        except Conflict:
            return  # a moment ago; or the season has gone on, and is looked at again
        self._host.committed(game_id, answered_for=False)

    async def _waits_until(self, seats: Sequence[SeatRow]) -> str:
        """Return until when a table waits for its people: until the time of each is up, as that of a question is."""
        now = self._host.now()
        found = [deadlines.text(now + CONFIRMING)]
        for seat_row in seats:
            wishes = await self._host.people.wishes(seat_row.user_id)
            found.append(deadlines.times(now, CONFIRMING, wishes).due_at or "")
        return max(found)

    def _arrange(self, known: KnownSeason, sooner: datetime | None) -> None:
        """Remember when a season is to be looked at next because of the time; `sooner` is when it is in any case."""
        now = self._host.now()
        moments = calendar.next_moment(known.season, known.plan, now), self._offers.next_moment(known.season)
        at = min(filter(None, moments), default=None)
        if known.row.status == "over":
            at = calendar.opens_next(known.season, known.league.opens_after)
            at = None if at is not None and at <= now else at  # it was opened, or cannot be
        self._due.pop(known.row.season_id, None)
        at = min((moment for moment in (at, sooner) if moment is not None), default=None)
        if at is not None:
            self._due[known.row.season_id] = at

    # -- who shows it ------------------------------------------------------------------------------

    def to_tell(self) -> Sequence[int]:
        """Return the seasons of which there may be something to tell though nothing was written."""
        return sorted(self._to_tell)

    def show_anew(self, season_id: int) -> None:
        """Let a season be shown anew, also where nothing was written: time has passed, or somebody is named no more."""
        self.has_to_be_told(season_id)
        self.looked_after.tell(season_id)

    def has_to_be_told(self, season_id: int) -> None:
        """Note that there may be something to tell of a season."""
        self._to_tell.add(season_id)

    def was_told(self, season_id: int) -> None:
        """Note that what there was to tell of a season has been told."""
        self._to_tell.discard(season_id)
