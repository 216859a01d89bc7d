"""Offer empty seats of running tables to one candidate after another.

Entrants waiting to be drawn come first, in order of sign-up; then helpers. A candidate who ignored an offer moves
behind the others of their group until they answer one. Each candidate is asked once about a seat, and about one seat at
a time. After all candidates were asked, the first to press takes the seat.

Playing on only helps out: the table's result belongs to the drawn entrants. A seat taken during a game gives no points,
rating or card. Waiting entrants keep waiting.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from bot.leagues.log_entries import LogLine, PassedOn
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.season_records import SeatOffer
from bot.leagues.table_opening import list_waiting

VacantSeat: TypeAlias = tuple[int, EntrantNumber]
"""Table number and owner of the seat."""


def list_candidates(season: Season) -> list[EntrantNumber]:
    """Return the candidates for empty seats, in order; empty in older seasons."""
    if not season.get_rules().should_offer_seats():
        return []
    helpers = [one.number for one in season.entrants.values() if one.helper and not season.is_barred(one.number)]
    silent = _find_silent(season)
    first = sorted(list_waiting(season), key=lambda number: (number in silent, number))
    return [*first, *sorted(helpers, key=lambda number: (number in silent, number))]


def _find_silent(season: Season) -> set[EntrantNumber]:
    """Return the candidates who ignored their newest offer that could be answered."""
    newest = {offer.entrant: offer.fate for offer in season.offers.values() if offer.fate not in ("open", "off")}
    return {number for number, fate in newest.items() if fate == "silent"}


def list_open_offers(season: Season) -> list[SeatOffer]:
    """Return the pending offers, the oldest first."""
    return [offer for offer in season.offers.values() if offer.fate == "open"]


def find_offer_to(season: Season, number: EntrantNumber) -> SeatOffer | None:
    """Return the open offer to an entrant; None if there is none."""
    return next((offer for offer in list_open_offers(season) if offer.entrant == number), None)


def find_offer_of_seat(season: Season, table: int, left: EntrantNumber) -> SeatOffer | None:
    """Return the open offer of a seat; None if there is none."""
    return next((offer for offer in list_open_offers(season) if offer.is_for(table, left)), None)


def can_be_taken(season: Season, offer: SeatOffer) -> bool:
    """Whether both the seat and the candidate of an offer are still available."""
    return _is_left(season, (offer.table, offer.left)) and not season.is_barred(offer.entrant)


def _is_left(season: Season, chair: VacantSeat) -> bool:
    table = season.tables[chair[0]]
    return season.next_divisions is None and table.fate == "running" and chair[1] in table.gone | table.absent


def list_seats_left(season: Season) -> list[VacantSeat]:
    """Return the seats at running tables whose owners do not play on; helpers may occupy some."""
    return [
        (table.number, number)
        for table in season.tables.values()
        if table.fate == "running" and season.next_divisions is None
        for number in table.seats
        if number in table.gone | table.absent
    ]


def list_due_offers(season: Season, empty: Iterable[VacantSeat]) -> list[tuple[VacantSeat, EntrantNumber]]:
    """Return the offers of empty seats to make now.

    Args:
        season: current season, without outdated open offers.
        empty: the seats, in the order of offers.
    """
    line = list_candidates(season)
    offered = {(offer.table, offer.left) for offer in list_open_offers(season)}
    busy = {offer.entrant for offer in list_open_offers(season)}
    found = []
    for chair in empty:
        number = None if chair in offered else _find_next_candidate(season, chair, line, busy)
        if number is not None:
            found.append((chair, number))
            busy.add(number)
    return found


def _find_next_candidate(
    season: Season, chair: VacantSeat, line: Sequence[EntrantNumber], busy: Collection[EntrantNumber]
) -> EntrantNumber | None:
    table, left = chair
    asked = {
        offer.entrant
        for offer in season.offers.values()
        if offer.is_for(table, left) and offer.fate not in ("open", "off")
    }
    asked |= {*season.tables[table].seats, *season.tables[table].played_on, *busy}
    return next((number for number in line if number not in asked), None)


def find_reserved_for(season: Season, table: int, left: EntrantNumber) -> EntrantNumber | None:
    """Return the only entrant who may take an empty seat now: by a current or imminent offer; None: anybody."""
    if not _is_left(season, (table, left)):
        return None
    offer = find_offer_of_seat(season, table, left)
    return find_first_candidate(season, table, left) if offer is None else offer.entrant


def find_first_candidate(season: Season, table: int, left: EntrantNumber) -> EntrantNumber | None:
    """Return the next candidate for a seat if it were empty now; None if there is none."""
    if season.next_divisions is not None or season.tables[table].fate != "running":
        return None
    return _find_next_candidate(
        season, (table, left), list_candidates(season), {offer.entrant for offer in list_open_offers(season)}
    )


def simulate_ended_offers(
    season: Season, over: Iterable[PassedOn], empty: Collection[VacantSeat]
) -> tuple[list[tuple[VacantSeat, EntrantNumber]], list[VacantSeat]]:
    """Return the new offers after some offers end, and the seats that anybody may take then.

    Args:
        season: a copy that may be changed.
        over: offers that end.
        empty: the empty seats, in the order of offers.
    """
    passed = []
    for entry in over:
        season.add(LogLine(number=len(season.lines) + 1, entry=entry))
        passed.append((season.offers[entry.offer].table, season.offers[entry.offer].left))
    made = list_due_offers(season, empty)
    offered = {chair for chair, _ in made}
    return made, [chair for chair in passed if chair in empty and chair not in offered]
