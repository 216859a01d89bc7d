"""Ladders: who wants a game, and the tables that open for them; see `bot.leagues.ladder` for who meets whom.

Who waits stands beside the log and is told to nobody: not by a message, not by the log, and not by a count. A draw
takes those who get a game from there in the transaction that writes it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.engine.chance import digest
from bot.host import cpu_accounting
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.leagues import calendar
from bot.host.leagues.draws import kept_apart
from bot.host.leagues.player_records import PlayerRecords
from bot.host.leagues.season_events import seal
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.host.table import deadlines
from bot.leagues import ladder
from bot.leagues.draw import Pair, Proposed, seed_of
from bot.leagues.log_entries import Added, Carded, Entry, Joined, Seeker, Strength, entry_of
from bot.leagues.season import Season
from storage.interface import EntrantRow, WantedGame

log = logging.getLogger(__name__)

MOST_GAMES = 3
"""How many games somebody can want at once."""
DAYS = (1, 3, 7, 14)
"""For how long somebody can be ready to wait."""
USUAL_DAYS = 7
HOUR = timedelta(hours=1)
REMEMBERED = timedelta(days=14)
"""For how long it is kept that somebody has waited in vain."""
NOT_IN = "You are not in this ladder yet. **Join** on its message lets you in."
BARRED = (
    "You have as many warnings as the rules allow, so you get no more tables before the next period. **/league log** "
    "says why."
)


class Ladders:
    """Lets people want games, and opens tables for them."""

    def __init__(self, host: Host, ledger: SeasonLog, careers: PlayerRecords) -> None:
        self._host = host
        self._ledger = ledger
        self._careers = careers
        self._storage = host.storage

    # -- who wants a game --------------------------------------------------------------------------

    async def wish(self, known: KnownSeason, user_id: int) -> WantedGame | None:
        """Return what somebody waits for, or has waited for in vain; None: for nothing."""
        wanted = await self._storage.leagues.wanted(known.league.league_id)
        return next((one for one in wanted if one.user_id == user_id), None)

    async def waited_in_vain(self, user_id: int) -> Sequence[tuple[KnownSeason, WantedGame]]:
        """Return the ladders in which somebody has waited in vain without knowing it yet, with what they wanted."""
        found = await self._storage.leagues.waited_in_vain(user_id)
        newest = [((await self._storage.leagues.seasons(league_id))[0], wanted) for league_id, wanted in found.items()]
        return [(await self._ledger.known(row.season_id), wanted) for row, wanted in newest]

    async def knows(self, known: KnownSeason, wanted: WantedGame) -> None:
        """Note that somebody knows that they have waited in vain."""
        await self._storage.leagues.wait_is_over(known.league.league_id, wanted.user_id, wanted.until, 2)

    async def want(
        self, season_id: int, user_id: int, ticket: str, *, games: int | None = None, days: int | None = None
    ) -> WantedGame:
        """Let somebody wait for a game, or wait otherwise than they do; what is not said stays as it was.

        Args:
            season_id: of which ladder.
            user_id: who.
            ticket: what they add to the draw; who waits already has added something.
            games: how many they want at once.
            days: how long they are ready to wait, counted from now.

        Raises:
            NotYours: they are not in the ladder.
            Refusal: it is closed, or they get no more tables in this period.
        """
        known = await self._ledger.known(season_id)
        self._must_play(known, user_id)
        self._host.must_own(known.league.guild_id)
        now = self._host.now()
        before = await self.wish(known, user_id)
        waits = before is not None and not before.over
        if before is not None and not known.season.rounds and before.since < known.season.lines[0].made_at:
            waits = False  # what they add now is new to the promise of this period
        usual = WantedGame(user_id, ticket, 1, USUAL_DAYS, deadlines.text(now), "")
        wish = usual if before is None else before if waits else replace(usual, games=before.games, days=before.days)
        wish = replace(wish, games=games or wish.games, days=days or wish.days)
        if days is not None or not waits:
            wish = replace(wish, until=deadlines.text(now + timedelta(days=wish.days)))
        if wish.games not in range(1, MOST_GAMES + 1) or wish.days not in DAYS:
            raise Refusal(f"You can want up to {MOST_GAMES} games at once, and wait for up to {max(DAYS)} days.")
        await self._storage.leagues.want(known.league.league_id, wish)
        self._ledger.changes.tell(season_id)
        return wish

    async def want_no_more(self, season_id: int, user_id: int) -> bool:
        """Let somebody wait no more; return whether they did."""
        known = await self._ledger.known(season_id)
        self._host.must_own(known.league.guild_id)
        found = await self._storage.leagues.want_no_more(known.league.league_id, user_id)
        self._ledger.changes.tell(season_id)
        return found

    def _must_play(self, known: KnownSeason, user_id: int) -> None:
        if known.plan.format != "ladder":
            raise Refusal("In this league tables are drawn for everybody; there is nothing to ask for.")
        if known.row.status not in ("sign-up", "running") or known.season.cancelled:
            raise Refusal("This ladder is closed. When it opens again, its message stands in the league's channel.")
        number = known.number_of(user_id)
        if number is None or known.season.entrants[number].helper:
            raise NotYours(NOT_IN)
        if known.season.entrants[number].status != "plays":
            raise NotYours("You have left this ladder; you can join again when its next period begins.")
        if known.season.is_barred(number):
            raise Refusal(BARRED)

    async def strength(self, known: KnownSeason, user_id: int) -> Strength | None:
        """Return with which rating somebody begins who joins now: with what this ladder has seen of them before."""
        if known.plan.format != "ladder":
            return None
        found = (await self._careers.strengths(known.league.league_id, known.plan.title)).get(user_id)
        return None if found is None else ladder.strength(found)

    # -- tables for them ---------------------------------------------------------------------------

    async def look(self, known: KnownSeason) -> KnownSeason:
        """Open the tables that can be opened for who waits, note whose time is over, and return the season then."""
        wanted = await self._storage.leagues.wanted(known.league.league_id)
        if known.row.status == "over":
            if calendar.opens_next(known.season, None) is None:  # somebody has closed it
                for one in wanted:  # who is told so, as whose time is over
                    await self._storage.leagues.wait_is_over(known.league.league_id, one.user_id, one.until, 1)
            return known
        waiting = [one for one in wanted if await self._waits(known, one)]
        if len(waiting) < known.plan.seats or self.has_to_end(known):
            return known
        try:
            return await self._match(known, waiting)
        except Refusal as meanwhile:  # a wish was just taken back, or the season has gone on: it is looked at again
            log.info("no table of a ladder has opened: %s", meanwhile, extra={"season": known.row.season_id})
            return await self._ledger.known(known.row.season_id)

    async def _waits(self, known: KnownSeason, one: WantedGame) -> bool:
        """Whether somebody waits for a game now; who cannot get one any more waits for none."""
        league_id, now = known.league.league_id, self._host.now()
        until = deadlines.moment(one.until)
        number = known.number_of(one.user_id)
        if until + REMEMBERED < now or number is None or await self._may_not(known, number, one):
            await self._storage.leagues.want_no_more(league_id, one.user_id, one.ticket)
            return False
        if not one.over and until <= now:
            await self._storage.leagues.wait_is_over(league_id, one.user_id, one.until, 1)
        return not one.over and until > now

    async def _may_not(self, known: KnownSeason, number: int, one: WantedGame) -> bool:
        """Whether somebody gets no more games, or has not come to one since they wished for them."""
        if known.season.is_barred(number):
            return True
        if not known.season.entrants[number].cards:
            return False
        return any(
            isinstance(entry := entry_of(line.entry), Carded)
            and not (entry.held or entry.left)
            and entry.table is not None
            and line.made_at > one.since
            for line in await self._storage.leagues.cards(known.row.season_id, number)
        )

    async def _match(self, known: KnownSeason, wanted: Sequence[WantedGame]) -> KnownSeason:
        now, draw = self._host.now(), len(known.season.rounds) + 1
        by_number = {known.number_of(one.user_id) or 0: one for one in wanted}
        waiting = [
            Seeker(entrant=number, ticket=one.ticket, hours=max(0, (now - deadlines.moment(one.since)) // HOUR))
            for number, one in sorted(by_number.items())
        ]
        seed, apart = seed_of(known.row.secret, draw, ladder.LINKS), kept_apart(known)
        salt = digest(f"wishes:{known.row.secret}:{draw}")  # of its own, else equal digests would tell of equal waiters

        def drawn(season: Season) -> Proposed | None:
            return ladder.draw(season, seed, waiting, apart=apart, salt=salt)

        proposed = await self._ledger.read_beside(known, drawn)
        if proposed is None:
            return known
        served = {by_number[one.entrant].user_id: one.ticket for one in proposed.entry.matched}
        added = self._added(known, [by_number[one.entrant] for one in proposed.entry.matched])
        made: list[Entry] = [*added, proposed.entry]
        if not added and not known.season.can_be_drawn([one.entrant for one in proposed.entry.matched]):
            return known  # all have wished before the period's secret was promised; whoever presses next helps
        return await self._ledger.write(
            known.row.season_id,
            lambda _: made,
            status="running",
            seen=known.row.lines,
            sealed=_sealed(proposed, salt),
            served=served,
        )

    def _added(self, known: KnownSeason, matched: Sequence[WantedGame]) -> list[Added]:
        """Return, of the first tables of a period, who of those who were in it by themselves has pressed since."""
        if known.season.rounds:
            return []
        opened = known.season.lines[0].made_at
        return [
            Added(entrant=number, ticket=one.ticket)
            for one in matched
            if (number := known.number_of(one.user_id)) is not None
            and not known.season.entrants[number].adds
            and one.since >= opened
        ]

    # -- periods -----------------------------------------------------------------------------------

    def has_to_end(self, known: KnownSeason) -> bool:
        """Whether a period takes no more tables: its last day has come, or its promise is used up."""
        end = calendar.last_day(known.season, known.plan)
        return (end is not None and end <= self._host.now()) or not ladder.can_be_drawn(known.season)

    def is_over(self, known: KnownSeason) -> bool:
        """Whether a season, or its round, ends now; a ladder's waits for tables that wait for their people."""
        if known.plan.format != "ladder":
            end = calendar.last_day(known.season, known.plan)
            return end is not None and end <= self._host.now()
        return self.has_to_end(known) and all(one.fate != "planned" for one in known.season.tables.values())

    async def next_look(self, known: KnownSeason) -> datetime | None:
        """Return when a ladder is to be looked at next because somebody waits; None: nobody does."""
        if known.row.status not in ("sign-up", "running"):
            return None
        wanted = await self._storage.leagues.wanted(known.league.league_id)
        until = [deadlines.moment(one.until) for one in wanted if not one.over]
        again = [self._host.now() + HOUR] if len(until) >= known.plan.seats else []
        return min([*until, *again], default=None)

    async def carried(self, known: KnownSeason) -> tuple[Sequence[Joined], Sequence[EntrantRow]]:
        """Return who is in the next period of a ladder from its beginning, and with which ratings; else nobody.

        It is everybody who is in this one and has not left it.
        """
        if known.plan.format != "ladder":
            return (), ()
        ratings = await self._careers.strengths(known.league.league_id, known.plan.title)

        def made() -> tuple[Sequence[Joined], Sequence[EntrantRow]]:
            joined, rows = list[Joined](), list[EntrantRow]()
            for number, one in known.entrants.items():
                entrant = known.season.entrants[number]
                if one.user_id is None or entrant.helper or entrant.status != "plays":
                    continue
                rating = ratings.get(one.user_id)
                strength = None if rating is None else ladder.strength(rating)
                new = len(rows) + 1
                joined.append(Joined(entrant=new, ticket=entrant.ticket, plays_on=True, strength=strength))
                rows.append(replace(one, entrant=new))
            return joined, rows

        return await cpu_accounting.beside(made)


def _sealed(proposed: Proposed, salt: str) -> str:
    apart: Sequence[Pair] = proposed.apart
    return seal(apart, salt, proposed.waiting)
