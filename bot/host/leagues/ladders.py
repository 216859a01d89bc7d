"""Ladder requests, and tables opened for them; see `bot.leagues.ladder` for the matching.

Requests are stored outside the log and kept secret: no message, log line or count reveals who waits. A draw removes the
matched requests in the transaction that writes it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.engine.chance import compute_digest
from bot.host import cpu_accounting
from bot.host.errors import NotYours, Refusal
from bot.host.leagues import calendar
from bot.host.leagues.draws import list_kept_apart
from bot.host.leagues.player_records import PlayerRecords
from bot.host.leagues.season_events import seal_draw
from bot.host.leagues.season_log import KnownSeason
from bot.host.table import deadlines
from bot.leagues import ladder
from bot.leagues.draw import Pair, ProposedDraw, derive_seed
from bot.leagues.log_entries import Added, Carded, Entry, Joined, Seeker, Strength, parse_entry
from bot.leagues.season import Season
from storage.interface.leagues import EntrantRow, WantedGame

log = logging.getLogger(__name__)

MAX_GAMES = 3
"""Largest number of games a player can request at once."""
DAYS = (1, 3, 7, 14)
"""Waiting times, in days, that a player can choose."""
DEFAULT_DAYS = 7
PAUSES = (1, 3, 7, 14)
"""Lengths of a pause, in days, that a player can choose."""
HOUR = timedelta(hours=1)
REQUEST_RETENTION = timedelta(days=14)
"""How long an expired request is kept."""
NOT_IN = "You are not in this ladder yet. **Join** on its message lets you in."
BARRED = (
    "You have as many warnings as the rules allow, so you get no more tables before the next period. **/league log** "
    "says why."
)


class Ladders:
    """Handles requests for games, and opens tables for them."""

    def __init__(self, player_records: PlayerRecords) -> None:
        self._player_records = player_records
        self._season_log = player_records.season_log
        self._host = self._season_log.host
        self._storage = self._season_log.storage

    # -- requests ------------------------------------------------------------------------------------

    async def find_request(self, known: KnownSeason, user_id: int) -> WantedGame | None:
        """Return a player's current or expired request; None if there is none."""
        wanted = await self._storage.leagues.list_wanted_games(known.league.league_id)
        return next((one for one in wanted if one.user_id == user_id), None)

    async def list_expired_requests(self, user_id: int) -> Sequence[tuple[KnownSeason, WantedGame]]:
        """Return the ladders in which a player's request expired without their knowledge, with the request."""
        found = await self._storage.leagues.list_expired_waits(user_id)
        newest = [
            ((await self._storage.leagues.list_seasons(league_id))[0], wanted) for league_id, wanted in found.items()
        ]
        return [(await self._season_log.get_season(row.season_id), wanted) for row, wanted in newest]

    async def mark_expiry_known(self, known: KnownSeason, wanted: WantedGame) -> None:
        """Record that a player knows of their expired request."""
        await self._storage.leagues.mark_wait_over(known.league.league_id, wanted.user_id, wanted.until, 2)

    async def request_game(
        self,
        season_id: int,
        user_id: int,
        ticket: str,
        *,
        games: int | None = None,
        days: int | None = None,
        pause: int | None = None,
    ) -> WantedGame:
        """Request a game, or change the existing request; omitted values stay unchanged.

        Args:
            season_id: id of the ladder's period.
            user_id: the player.
            ticket: contribution to the draw; ignored if the player waits already.
            games: number of games at once.
            days: days to wait from now, or from the end of a pause.
            pause: days without a game from now; 0 ends a pause.

        Raises:
            NotYours: they are not in the ladder.
            Refusal: it is closed, or they get no further tables in this period.
        """
        known = await self._season_log.get_season(season_id)
        self._must_play(known, user_id)
        self._host.must_own(known.league.guild_id)
        now = self._host.now()
        before = await self.find_request(known, user_id)
        waits = before is not None and not before.over
        if before is not None and not known.season.rounds and before.since < known.season.lines[0].made_at:
            waits = False  # the new ticket postdates this period's commitment
        usual = WantedGame(user_id, ticket, 1, DEFAULT_DAYS, deadlines.format_time(now), "")
        wish = usual if before is None else before if waits else replace(usual, games=before.games, days=before.days)
        wish = replace(wish, games=games or wish.games, days=days or wish.days)
        if pause is not None:
            wish = replace(wish, paused_until=deadlines.format_time(now + timedelta(days=pause)) if pause else "")
        if days is not None or pause is not None or not waits:
            wish = replace(wish, until=deadlines.format_time(_get_start(wish, now) + timedelta(days=wish.days)))
        if wish.games not in range(1, MAX_GAMES + 1) or wish.days not in DAYS:
            raise Refusal(f"You can want up to {MAX_GAMES} games at once, and wait for up to {max(DAYS)} days.")
        if pause not in (None, 0, *PAUSES):
            raise Refusal(f"You can pause for up to {max(PAUSES)} days.")
        await self._storage.leagues.put_wanted_game(known.league.league_id, wish)
        self._season_log.changes.notify(season_id)
        return wish

    async def cancel_request(self, season_id: int, user_id: int) -> bool:
        """Cancel a player's request; return whether there was one."""
        known = await self._season_log.get_season(season_id)
        self._host.must_own(known.league.guild_id)
        found = await self._storage.leagues.drop_wanted_game(known.league.league_id, user_id)
        self._season_log.changes.notify(season_id)
        return found

    def _must_play(self, known: KnownSeason, user_id: int) -> None:
        if known.plan.format != "ladder":
            raise Refusal("In this league tables are drawn for everybody; there is nothing to ask for.")
        if known.row.status not in ("sign-up", "running") or known.season.cancelled:
            raise Refusal("This ladder is closed. When it opens again, its message stands in the league's channel.")
        number = known.find_number(user_id)
        if number is None or known.season.entrants[number].helper:
            raise NotYours(NOT_IN)
        if known.season.entrants[number].status != "plays":
            raise NotYours("You have left this ladder; you can join again when its next period begins.")
        if known.season.is_barred(number):
            raise Refusal(BARRED)

    async def find_strength(self, known: KnownSeason, user_id: int) -> Strength | None:
        """Return the initial rating of a new player, from this ladder's earlier games."""
        if known.plan.format != "ladder":
            return None
        found = (await self._player_records.get_all_ratings(known.league.league_id, known.plan.title)).get(user_id)
        return None if found is None else ladder.to_strength(found)

    # -- tables --------------------------------------------------------------------------------------

    async def open_tables(self, known: KnownSeason) -> KnownSeason:
        """Open tables for waiting players, record expired requests, and return the resulting season."""
        wanted = await self._storage.leagues.list_wanted_games(known.league.league_id)
        if known.row.status == "over":
            if calendar.compute_next_opening(known.season, None) is None:  # somebody has closed it
                for one in wanted:  # they are notified as for an expired request
                    await self._storage.leagues.mark_wait_over(known.league.league_id, one.user_id, one.until, 1)
            return known
        waiting = [one for one in wanted if await self._is_waiting(known, one)]
        if len(waiting) < known.plan.seats or self.should_end(known):
            return known
        try:
            return await self._match(known, waiting)
        except Refusal as meanwhile:  # a request was cancelled or the season was updated; it will be checked again
            log.info("no ladder table was opened: %s", meanwhile, extra={"season": known.row.season_id})
            return await self._season_log.get_season(known.row.season_id)

    async def _is_waiting(self, known: KnownSeason, one: WantedGame) -> bool:
        """Whether a request is still waiting; an impossible one is deleted."""
        league_id, now = known.league.league_id, self._host.now()
        until = deadlines.parse_time(one.until)
        number = known.find_number(one.user_id)
        if until + REQUEST_RETENTION < now or number is None or await self._is_excluded(known, number, one):
            await self._storage.leagues.drop_wanted_game(league_id, one.user_id, one.ticket)
            return False
        if not one.over and until <= now:
            await self._storage.leagues.mark_wait_over(league_id, one.user_id, one.until, 1)
        return not one.over and until > now and not is_paused(one, now)

    async def _is_excluded(self, known: KnownSeason, number: int, one: WantedGame) -> bool:
        """Whether a player gets no further games, or missed one since their request."""
        if known.season.is_barred(number):
            return True
        if not known.season.entrants[number].cards:
            return False
        return any(
            isinstance(entry := parse_entry(line.entry), Carded)
            and not (entry.held or entry.left)
            and entry.table is not None
            and line.made_at > one.since
            for line in await self._storage.leagues.list_cards(known.row.season_id, number)
        )

    async def _match(self, known: KnownSeason, wanted: Sequence[WantedGame]) -> KnownSeason:
        now, draw = self._host.now(), len(known.season.rounds) + 1
        by_number = {known.find_number(one.user_id) or 0: one for one in wanted}
        waiting = [
            Seeker(entrant=number, ticket=one.ticket, hours=_count_hours(one, now))
            for number, one in sorted(by_number.items())
        ]
        seed = derive_seed(known.row.secret, draw, ladder.DRAWS_PER_COMMITMENT)
        salt = compute_digest(
            f"wishes:{known.row.secret}:{draw}"
        )  # a separate salt, because equal digests would reveal that the same players wait

        def draw_tables(season: Season) -> ProposedDraw | None:
            return ladder.draw(season, seed, waiting, apart=list_kept_apart(known), salt=salt)

        proposed = await self._season_log.run_reading(known, draw_tables)
        if proposed is None:
            return known
        served = {by_number[one.entrant].user_id: one.ticket for one in proposed.entry.matched}
        added = self._list_added(known, [by_number[one.entrant] for one in proposed.entry.matched])
        made: list[Entry] = [*added, proposed.entry]
        if not added and not known.season.can_be_drawn([one.entrant for one in proposed.entry.matched]):
            return known  # all requests precede this period's commitment; the next press helps
        return await self._season_log.write(
            known.row.season_id,
            lambda _: made,
            status="running",
            seen=known.row.lines,
            sealed=_seal_draw(proposed, salt),
            served=served,
        )

    def _list_added(self, known: KnownSeason, matched: Sequence[WantedGame]) -> list[Added]:
        """Return the new contributions of automatically entered players, for the first tables of a period."""
        if known.season.rounds:
            return []
        opened = known.season.lines[0].made_at
        return [
            Added(entrant=number, ticket=one.ticket)
            for one in matched
            if (number := known.find_number(one.user_id)) is not None
            and not known.season.entrants[number].adds
            and one.since >= opened
        ]

    # -- periods -------------------------------------------------------------------------------------

    def should_end(self, known: KnownSeason) -> bool:
        """Whether a period opens no further tables: its last day has come, or its commitment is used up."""
        end = calendar.compute_last_day(known.season, known.plan)
        return (end is not None and end <= self._host.now()) or not ladder.can_be_drawn(known.season)

    def is_over(self, known: KnownSeason) -> bool:
        """Whether a season or its round ends now; a ladder's first lets its opened tables start."""
        if known.plan.format != "ladder":
            end = calendar.compute_last_day(known.season, known.plan)
            return end is not None and end <= self._host.now()
        return self.should_end(known) and all(one.fate != "planned" for one in known.season.tables.values())

    async def get_next_check(self, known: KnownSeason) -> datetime | None:
        """Return when a ladder's waiting players need attention next; None if nobody waits."""
        if known.row.status not in ("sign-up", "running"):
            return None
        wanted = await self._storage.leagues.list_wanted_games(known.league.league_id)
        now, there = self._host.now(), [one for one in wanted if not one.over]
        until = [_get_start(one, now) if is_paused(one, now) else deadlines.parse_time(one.until) for one in there]
        again = [now + HOUR] if len(there) >= known.plan.seats else []
        return min([*until, *again], default=None)

    async def list_carried_over(self, known: KnownSeason) -> tuple[Sequence[Joined], Sequence[EntrantRow]]:
        """Return the initial players of a ladder's next period, with their ratings; empty for other formats.

        These are all players of the current period who have not left.
        """
        if known.plan.format != "ladder":
            return (), ()
        ratings = await self._player_records.get_all_ratings(known.league.league_id, known.plan.title)

        def build_joined() -> tuple[Sequence[Joined], Sequence[EntrantRow]]:
            joined, rows = list[Joined](), list[EntrantRow]()
            for number, one in known.entrants.items():
                entrant = known.season.entrants[number]
                if one.user_id is None or entrant.helper or entrant.status != "plays":
                    continue
                rating = ratings.get(one.user_id)
                strength = None if rating is None else ladder.to_strength(rating)
                new = len(rows) + 1
                joined.append(Joined(entrant=new, ticket=entrant.ticket, plays_on=True, strength=strength))
                rows.append(replace(one, entrant=new))
            return joined, rows

        return await cpu_accounting.run_in_thread(build_joined)


def is_paused(one: WantedGame, now: datetime) -> bool:
    """Whether a player with a request gets no game now."""
    return bool(one.paused_until) and deadlines.parse_time(one.paused_until) > now


def _get_start(one: WantedGame, now: datetime) -> datetime:
    """Return from when a request waits, counted from now: the end of its pause, if that is later."""
    return max(now, deadlines.parse_time(one.paused_until)) if one.paused_until else now


def _count_hours(one: WantedGame, now: datetime) -> int:
    """Return the whole hours of waiting for the next game; a pause is no waiting."""
    began = [deadlines.parse_time(moment) for moment in (one.since, one.paused_until) if moment]
    return max(0, (now - max(began)) // HOUR)


def _seal_draw(proposed: ProposedDraw, salt: str) -> str:
    apart: Sequence[Pair] = proposed.apart
    return seal_draw(apart, salt, proposed.waiting)
