"""Offer empty seats of running tables to waiting candidates, one after the other.

The season's log contains each offer with its deadline and outcome. After a restart, pending work follows from the log.
Until the seat is taken, a bot holds it, and nobody has to wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from bot.engine.records import Seat
from bot.host.delivery.outbox import VacancyBody, build_letter
from bot.host.errors import NotYours, Refusal, Unreadable
from bot.host.leagues import calendar
from bot.host.leagues.season_events import build_line
from bot.host.leagues.season_log import KnownSeason, SeasonChanged, SeasonLog
from bot.host.table import deadlines
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import RunningGame
from bot.leagues import seat_offers
from bot.leagues.log_entries import Entry, Offered, PassedOn
from bot.leagues.season import Season
from bot.leagues.season_records import SeatOffer
from storage.interface.leagues import NewLine
from storage.interface.letters import NewLetter

ANSWER_PERIOD = timedelta(hours=12)
"""Time to answer an offer; days off do not count, and it never ends in quiet hours."""
ANYBODY = "Anyone who wants to play on may take the seat."
IN_LINE = (
    "A bot holds the seat. It is offered to those who wait for one, one after the other; when nobody of them wants "
    "it, anyone may take it."
)
ANOTHERS = "This seat is offered to somebody else. When nobody who waits wants it, anyone may take it."
OFFER_OVER = (
    "This offer is over. If the seat is still free, the others who wait are asked, and then anyone may take it."
)


class SeatOffers:
    """Makes offers, passes them on, and reserves seats meanwhile."""

    def __init__(self, season_log: SeasonLog) -> None:
        self._host = season_log.host
        self.season_log = season_log

    # -- permission -----------------------------------------------------------------------------------

    async def must_be_allowed(self, seen: RunningGame | AudienceView, seat: Seat, user_id: int) -> Sequence[NewLine]:
        """Return a season's lines about its offers for a person who takes an empty seat.

        The seat's owner may always return while they play in the season; then the seat is not offered.

        Raises:
            Refusal: it is offered to another person, or this person's offer has expired.
        """
        league = seen.league
        if league is None:
            return ()
        known = await self.season_log.get_season(league.season_id)
        left, mine = league.seats[seat], await self.season_log.find_number(known, user_id)
        wanted = seat_offers.find_reserved_for(known.season, league.number, left)
        if wanted is None:
            return ()
        offer = seat_offers.find_offer_of_seat(known.season, league.number, left)
        if mine == left and known.season.entrants[left].status == "plays":
            return [] if offer is None else [build_line(PassedOn(offer=offer.line, why="off"))]
        if mine != wanted:
            raise Refusal(
                "This seat is offered to those who wait for one, one after the other, and it is somebody else's turn. "
                "When nobody of them wants it, anyone may take it. **/league log** says who was asked."
            )
        if offer is not None and _is_late(known.season, offer, self._host.now()):
            raise Refusal(OFFER_OVER)
        return ()

    async def is_open_to_anybody(self, seen: RunningGame | AudienceView, seat: Seat, *, leaves: bool = False) -> bool:
        """Whether anybody may take an empty seat.

        Args:
            seen: the table.
            seat: the seat.
            leaves: whether it is being emptied now, before the season has a line about it.
        """
        league = seen.league
        if league is None:
            return True
        known = await self.season_log.get_season(league.season_id)
        number, left = league.number, league.seats[seat]
        wanted = (
            seat_offers.find_first_candidate(known.season, number, left)
            if leaves
            else seat_offers.find_reserved_for(known.season, number, left)
        )
        return wanted is None

    # -- answers --------------------------------------------------------------------------------------

    async def must_be_open(self, season_id: int, line: int, user_id: int) -> tuple[KnownSeason, SeatOffer]:
        """Return an open offer to this person.

        Raises:
            NotYours: it is another person's.
            Refusal: it is over.
        """
        known = await self.season_log.get_season(season_id)
        entry = known.season.lines[line - 1].entry if 0 < line <= len(known.season.lines) else None
        if not isinstance(entry, Offered) or entry.entrant != known.find_number(user_id):
            raise NotYours(ANOTHERS)
        offer = known.season.offers.get(line)
        if offer is None:  # the cause of the empty seat was reverted
            raise Refusal(OFFER_OVER)
        if offer.fate == "accepted":
            raise Refusal("You have taken this seat already. **/inbox** shows what waits for you.")
        is_late = _is_late(known.season, offer, self._host.now())
        if offer.fate == "open" and not is_late and await self._can_be_taken(known, offer):
            return known, offer
        raise Refusal(OFFER_OVER)

    async def reject_offer(self, season_id: int, line: int, user_id: int) -> KnownSeason:
        """Decline an offer, and ask the next candidate.

        Raises:
            NotYours: it is another person's.
            Refusal: it is over.
        """
        while True:
            known, offer = await self.must_be_open(season_id, line, user_id)
            with suppress(SeasonChanged):
                return await self._write_ended(known, [PassedOn(offer=offer.line, why="declined")])

    # -- timeouts -------------------------------------------------------------------------------------

    async def update_offers(self, known: KnownSeason) -> KnownSeason:
        """Pass on expired offers, and offer empty seats.

        Raises:
            Refusal: the season was updated, and gets another pass.
        """
        return await self._write_ended(known, await self._list_ended(known))

    def get_next_deadline(self, season: Season) -> datetime | None:
        """Return the earliest deadline of an open offer; None if there is none."""
        return min(
            (calendar.get_offer_deadline(season, offer) for offer in seat_offers.list_open_offers(season)), default=None
        )

    async def _list_ended(self, known: KnownSeason) -> Sequence[PassedOn]:
        """Return the ends of offers that were not answered."""
        found, now = [], self._host.now()
        for offer in seat_offers.list_open_offers(known.season):
            if not await self._can_be_taken(known, offer):
                found.append(PassedOn(offer=offer.line, why="off"))
            elif _is_late(known.season, offer, now):
                found.append(PassedOn(offer=offer.line, why="silent"))
        return found

    async def _write_ended(self, known: KnownSeason, over: Sequence[PassedOn]) -> KnownSeason:
        """Write ended offers and the resulting new ones, with their deadlines, in one transaction."""
        if not over and not seat_offers.list_candidates(known.season):
            return known
        empty = [chair for chair in seat_offers.list_seats_left(known.season) if await self._is_empty(known, *chair)]
        if not over and not seat_offers.list_due_offers(known.season, empty):
            return known
        made, freed = await self.season_log.run_on_copy(
            known, lambda season: seat_offers.simulate_ended_offers(season, over, empty)
        )
        offered = [
            Offered(table=table, left=left, entrant=number, until=await self._compute_deadline(known, number))
            for (table, left), number in made
        ]
        entries: Sequence[Entry] = [*over, *offered]
        tells: dict[int, list[NewLetter]] = {}
        for table, left in freed:
            seat = await self.season_log.get_seat_of(known, table, left)
            letter = build_letter(VacancyBody(text=f"<seat:{seat}> is free. {ANYBODY}"), seat)
            tells.setdefault(known.tables[table], []).append(letter)
        return await self.season_log.write(known.row.season_id, lambda _: entries, seen=known.row.lines, tells=tells)

    async def _can_be_taken(self, known: KnownSeason, offer: SeatOffer) -> bool:
        here = known.entrants[offer.entrant].user_id is not None
        return (
            here
            and seat_offers.can_be_taken(known.season, offer)
            and await self._is_empty(known, offer.table, offer.left)
        )

    async def _is_empty(self, known: KnownSeason, number: int, left: int) -> bool:
        game_id, found = known.tables.get(number), None
        with suppress(Unreadable):  # a damaged table gets no offers
            found = None if game_id is None else await self._host.find_table(game_id)
        if found is None or found[0].status != "running":
            return False
        seat = await self.season_log.get_seat_of(known, number, left)
        return any(seat_row.seat == seat and seat_row.is_free for seat_row in found[1])

    async def _compute_deadline(self, known: KnownSeason, number: int) -> str:
        wishes = await self._host.people.get_wishes(known.entrants[number].user_id)
        return deadlines.start_clock(self._host.now(), ANSWER_PERIOD, wishes).due_at or ""


def _is_late(season: Season, offer: SeatOffer, now: datetime) -> bool:
    return calendar.get_offer_deadline(season, offer) <= now
