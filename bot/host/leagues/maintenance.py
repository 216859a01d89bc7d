"""Automatic maintenance of seasons after log updates and clock ticks.

It opens tables when their people have room for them, ends rounds and seasons on their last day, and draws the next
round. It notifies views of seasons, and subscribes to the season log and to table commits.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from bot.engine.chance import compute_digest
from bot.host import cpu_accounting
from bot.host.delivery.outbox import PromiseBody, build_letter
from bot.host.errors import Refusal
from bot.host.keyed_tasks import KeyedTasks
from bot.host.leagues import calendar
from bot.host.leagues.draws import Draws, list_kept_apart
from bot.host.leagues.ladders import Ladders
from bot.host.leagues.remembered_warnings import apply_remembered_warnings
from bot.host.leagues.rulings import Rulings
from bot.host.leagues.season_events import seal_own_wishes
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.host.leagues.seat_assignment import build_seats, format_thread_name
from bot.host.leagues.seat_offers import SeatOffers
from bot.host.leagues.sign_up import SignUp
from bot.host.lost_channels import Servers
from bot.host.signals import Commit, Signal
from bot.host.table import deadlines
from bot.host.table.open_table import CONFIRMATION_PERIOD
from bot.leagues.draw import ProposedDraw
from bot.leagues.log_entries import Closed, Entry, LogLine, Postponed
from bot.leagues.rounds import describe_part, has_next_round
from bot.leagues.season import Season
from bot.leagues.season_records import LeagueTable
from bot.leagues.table_opening import assign_late_seats, list_openable
from storage.interface.errors import Conflict
from storage.interface.games import SeatRow
from storage.interface.leagues import NewLeagueTable

log = logging.getLogger(__name__)


class Maintenance:
    """Maintains seasons after updates and clock ticks."""

    def __init__(
        self,
        season_log: SeasonLog,
        seat_offers: SeatOffers,
        draws: Draws,
        rulings: Rulings,
        sign_up: SignUp,
        ladders: Ladders,
        servers: Servers,
    ) -> None:
        self._host = season_log.host
        self._season_log = season_log
        self._seat_offers = seat_offers
        self._draws = draws
        self._rulings = rulings
        self._sign_up = sign_up
        self._ladders = ladders
        self._servers = servers
        self._storage = season_log.storage
        self._checks = KeyedTasks(self._check_safely, "season")
        self._checked_lengths: dict[int, int] = {}
        """Log length of each season at its last maintenance."""
        self._due_at: dict[int, datetime] = {}
        """Next maintenance time of each season."""
        self._to_announce: set[int] = set()
        self.season_checked: Signal[int] = Signal()
        """Signals a season whose messages may be out of date."""
        season_log.changes.subscribe(self._check_again)
        season_log.host.commits.subscribe(self._check_after_commit)
        season_log.host.ticks.subscribe(self.check_due)

    # -- scheduling -----------------------------------------------------------------------------------

    def _check_again(self, season_id: int) -> None:
        """Maintain a season, even without a new line."""
        self._checked_lengths.pop(season_id, None)
        self._checks.request(season_id)

    def _check_after_commit(self, commit: Commit) -> None:
        """Maintain the season of a committed table."""
        season_id = self._season_log.find_season_id(commit.game_id)
        if season_id is not None:
            self._checks.request(season_id)

    async def check_due(self) -> None:
        """Start maintenance of the seasons that are due; return immediately."""
        for season_id, at in self._due_at.items():
            if at <= self._host.now():
                self._check_again(season_id)

    async def settle(self) -> None:
        """Wait until no maintenance is running."""
        await self._checks.wait_for_all()

    async def close(self) -> None:
        """Finish running maintenance; later events are handled after the next start."""
        await self._checks.close()

    async def _check_safely(self, season_id: int) -> None:
        try:
            await self.check_season(season_id)
        except Exception:
            self._checked_lengths.pop(season_id, None)
            log.exception("season maintenance failed", extra={"season": season_id})

    async def resume(self) -> None:
        """Resume after a restart: running seasons may have tables to open."""
        for row in await self._storage.leagues.list_current_seasons(self._host.shards):
            known = await self._season_log.get_season(row.season_id)
            if known.plan.format != "division":  # a round may have ended just before
                await self._rulings.end_games(known)
            await self._rulings.apply_all_effects(known)
            self._checks.request(row.season_id)
        for row in await self._storage.leagues.list_drafts(self._host.shards):
            self._checks.request(row.season_id)
        for row in await self._storage.leagues.list_seasons_to_follow(self._host.shards):
            self._checks.request(row.season_id)
        for row in await self._storage.leagues.list_over_with_open_tables(self._host.shards):
            await self._rulings.end_games(await self._season_log.get_season(row.season_id))

    # -- tasks ----------------------------------------------------------------------------------------

    async def check_season(self, season_id: int) -> None:
        """Open the tables of a season that can be opened, and notify its views."""
        row = await self._storage.leagues.get_season(season_id)
        if row is None:  # the server was erased
            self._due_at.pop(season_id, None)
            return
        if row.lines == self._checked_lengths.get(season_id):
            return
        self._checked_lengths[season_id] = (
            row.lines
        )  # before any read, so that a concurrent change triggers another pass
        known = await self._season_log.get_season(season_id)
        if known.row.status == "draft":
            await self._open_on_date(known)
            return
        is_ladder = known.plan.format == "ladder"
        if is_ladder:
            known = await self._ladders.open_tables(known)
        elif known.row.status == "sign-up":
            await self._sign_up.sign_up_automatically(known, self._servers)
            known = await self._draw_on_date(known)
        await self._follow(known)
        self.refresh_messages(season_id)

    async def _follow(self, known: KnownSeason) -> None:
        """Do what follows from the state of a season, and schedule its next maintenance."""
        if known.row.status == "over":
            await self._open_next(known)
        if known.row.status == "running":
            known = await self._advance_season(await apply_remembered_warnings(self._season_log, known))
        if known.row.status == "running":
            known = await self._offer_seats(known)
        if known.row.status == "running" and calendar.has_started(known.season, self._host.now()):
            caps = {number: one.cap for number, one in known.entrants.items()}
            opened = known.tables
            for table in await self._season_log.run_reading(known, lambda season: list_openable(season, opened, caps)):
                await self._open_table(known, table)
        is_ladder = known.plan.format == "ladder"
        self._schedule_check(known, await self._ladders.get_next_check(known) if is_ladder else None)

    async def _open_on_date(self, known: KnownSeason) -> None:
        """Open the sign-up of a draft on its date, or come back to it then."""
        season_id, dates = known.row.season_id, known.plan.dates
        self._due_at.pop(season_id, None)
        if dates is None or not dates.opens_at:
            return
        at = deadlines.parse_time(dates.opens_at)
        if at > self._host.now():
            self._due_at[season_id] = at
            return
        try:
            await self._sign_up.open_sign_up(season_id, None)
        except Refusal as meanwhile:
            log.info("sign-up did not open on its date: %s", meanwhile, extra={"season": season_id})

    async def _draw_on_date(self, known: KnownSeason) -> KnownSeason:
        """Draw a season on its date; with too few entrants, move its dates instead."""
        season_id = known.row.season_id
        if not calendar.is_draw_due(known.season, self._host.now()):
            return known
        known = await self._season_log.get_season(season_id)  # with those who were just signed up
        rated_by = await self._list_rated_by(known)
        try:
            try:
                await self._draws.propose_draw(known, rated_by)
            except Refusal:
                moved = Postponed(days=calendar.WEEK.days)
                return await self._season_log.write(season_id, lambda _: [moved], seen=known.row.lines)
            return await self._draws.write_draw(season_id, None, known.row.lines, rated_by)
        except Refusal as meanwhile:  # the conflicting update triggers another pass
            log.info("the draw on its date failed: %s", meanwhile, extra={"season": season_id})
            return known

    async def _list_rated_by(self, known: KnownSeason) -> list[int]:
        """Return the leagues whose ratings a draw may use: those of the same channel."""
        found = await self._storage.leagues.list_in_server(known.league.guild_id)
        return [one.league_id for one in found if one.channel_id == known.league.channel_id]

    async def _offer_seats(self, known: KnownSeason) -> KnownSeason:
        """Offer empty seats of running tables to waiting candidates."""
        try:
            return await self._seat_offers.update_offers(known)
        except Refusal as meanwhile:  # the conflicting update triggers another pass
            log.info("no seat was offered: %s", meanwhile, extra={"season": known.row.season_id})
            return known

    async def _open_next(self, known: KnownSeason) -> None:
        """Open the season after a finished one, if that is automatic and due."""
        at = calendar.compute_next_opening(known.season, known.league.opens_after)
        newest = (await self._storage.leagues.list_seasons(known.league.league_id))[0]
        if at is None or at > self._host.now() or newest.season_id != known.row.season_id:
            return
        try:
            joined, joins = await self._ladders.list_carried_over(known)
            await self._sign_up.open_next(known, joined, joins)
        except Refusal as meanwhile:
            log.info("automatic season opening failed: %s", meanwhile, extra={"season": known.row.season_id})

    async def _advance_season(self, known: KnownSeason) -> KnownSeason:
        """End a season or round on its last day; otherwise seat late entrants and make the next draw."""
        try:
            if self._ladders.is_over(known):
                await self._end(known)
            else:
                await self._draw_next_round(await self._assign_late_seats(known))
        except Refusal as meanwhile:  # the conflicting update triggers another pass
            log.info("automatic season update failed: %s", meanwhile, extra={"season": known.row.season_id})
            return known
        return await self._season_log.get_season(known.row.season_id)

    async def _end(self, known: KnownSeason) -> None:
        """End a season, or its current round, on its last day."""
        decided = await self._rulings.build_current_result_entries(known)

        def should_continue(season: Season) -> bool:
            for entry in decided:
                season.add(LogLine(number=len(season.lines) + 1, entry=entry))
            return has_next_round(season)

        if not await self._season_log.run_on_copy(known, should_continue):
            await self._rulings.finish(known.row.season_id, None, known.row.lines)
            return
        drawn = await self._draws.prepare_next_draw(known, decided)
        await self._write_round(known, decided, drawn)

    async def _write_round(self, known: KnownSeason, decided: Sequence[Entry], drawn: ProposedDraw) -> None:
        made, seen = [*decided, drawn.entry], known.row.lines
        sealed = await cpu_accounting.run_in_thread(seal_own_wishes, drawn)
        written = await self._season_log.write(
            known.row.season_id, lambda _: made, seen=seen, apart=drawn.apart, sealed=sealed
        )
        await self._rulings.end_games(written)

    async def _draw_next_round(self, known: KnownSeason) -> None:
        """Draw the next round once all tables of the current one are decided."""
        if await self._season_log.run_reading(known, has_next_round):
            await self._write_round(known, (), await self._draws.prepare_next_draw(known))

    async def _assign_late_seats(self, known: KnownSeason) -> KnownSeason:
        """Assign vacant seats to late entrants."""
        opened = known.tables
        chairs = await self._season_log.run_reading(
            known, lambda season: assign_late_seats(season, opened, list_kept_apart(known))
        )
        if not chairs:
            return known
        return await self._season_log.write(known.row.season_id, lambda _: chairs, seen=known.row.lines)

    async def _open_table(self, known: KnownSeason, table: LeagueTable) -> None:
        """Open a table, which begins when all its drawn entrants have confirmed."""
        seats, plays = build_seats(known, table), known.plan.games[table.game]
        seed = self._host.new_seed()
        new = NewLeagueTable(
            season_id=known.row.season_id,
            number=table.number,
            part=describe_part(known.season, table),
            entrants=table.list_drawn_seats(),
            if_closed=Closed(table=table.number).model_dump_json(),
            title=plays.title,
            guild_id=known.league.guild_id,
            channel_id=known.league.channel_id,
            options=self._host.get_game(plays.title).options.model_validate(plays.options).model_dump_json(),
            pact=known.plan.pact.model_dump_json(),
            thread=format_thread_name(known, table),
            confirm_until=await self._compute_waiting_deadline(seats),
            seed=seed,
            letters=[build_letter(PromiseBody(digest=compute_digest(seed)))],
            newest=known.row.lines,
        )
        try:
            game_id = await self._storage.leagues.open_table(new, seats, self._host.format_now())
        except Conflict:
            return  # just now, or the season was updated and gets another pass
        self._host.announce_commit(game_id, answered_for=False)

    async def _compute_waiting_deadline(self, seats: Sequence[SeatRow]) -> str:
        """Return how long a table waits for confirmations: the latest deadline of its people, as for a question."""
        now = self._host.now()
        found = [deadlines.format_time(now + CONFIRMATION_PERIOD)]
        for seat_row in seats:
            wishes = await self._host.people.get_wishes(seat_row.user_id)
            found.append(deadlines.start_clock(now, CONFIRMATION_PERIOD, wishes).due_at or "")
        return max(found)

    def _schedule_check(self, known: KnownSeason, sooner: datetime | None) -> None:
        """Schedule the next maintenance of a season; `sooner` is an additional due time."""
        now = self._host.now()
        moments = (
            calendar.compute_next_time(known.season, known.plan, now),
            self._seat_offers.get_next_deadline(known.season),
        )
        at = min(filter(None, moments), default=None)
        if known.row.status == "over":
            at = calendar.compute_next_opening(known.season, known.league.opens_after)
            at = None if at is not None and at <= now else at  # it was opened, or cannot be
        self._due_at.pop(known.row.season_id, None)
        at = min((moment for moment in (at, sooner) if moment is not None), default=None)
        if at is not None:
            self._due_at[known.row.season_id] = at

    # -- notification ---------------------------------------------------------------------------------

    def list_due_announcements(self) -> Sequence[int]:
        """Return the seasons with due announcements that have no new line."""
        return sorted(self._to_announce)

    def refresh_messages(self, season_id: int) -> None:
        """Refresh a season's messages without a new line: time has passed, or a person's name was removed."""
        self.mark_announcement_due(season_id)
        self.season_checked.notify(season_id)

    def mark_announcement_due(self, season_id: int) -> None:
        """Mark the season's announcement as due."""
        self._to_announce.add(season_id)

    def mark_announced(self, season_id: int) -> None:
        """Mark the season's announcement as delivered."""
        self._to_announce.discard(season_id)
