"""Offers: who is asked, one after the other, whether they play on in the empty chair of a running table.

First those who wait to be drawn, in the order in which they signed up; then those who have helped out before. Whoever
has let an offer pass in silence stands behind the others of their kind until they answer one. Nobody is asked twice
about the same chair, and nobody about two at once. When everybody was asked, whoever comes first takes it.

Who plays on helps out, whoever they are: the table's result is that of those who were drawn, so a chair taken in the
middle of a game gives nobody points, a rating or a card. Who waits to be drawn goes on waiting.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from bot.leagues.log_entries import LogLine, PassedOn
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import ChairOffer, Season
from bot.leagues.table_opening import waiting

Chair: TypeAlias = tuple[int, EntrantNumber]
"""Whose chair at which table."""


def in_line(season: Season) -> list[EntrantNumber]:
    """Return whom empty chairs are offered to, in their order; in older seasons, nobody."""
    if not season.given().offers_chairs():
        return []
    helpers = [one.number for one in season.entrants.values() if one.helper and not season.is_barred(one.number)]
    silent = _silent(season)
    first = sorted(waiting(season), key=lambda number: (number in silent, number))
    return [*first, *sorted(helpers, key=lambda number: (number in silent, number))]


def _silent(season: Season) -> set[EntrantNumber]:
    """Return who has not answered the newest offer on which they could decide."""
    newest = {offer.entrant: offer.fate for offer in season.offers.values() if offer.fate not in ("open", "off")}
    return {number for number, fate in newest.items() if fate == "silent"}


def open_offers(season: Season) -> list[ChairOffer]:
    """Return the offers that wait for an answer, the oldest first."""
    return [offer for offer in season.offers.values() if offer.fate == "open"]


def offer_to(season: Season, number: EntrantNumber) -> ChairOffer | None:
    """Return what somebody is offered; None: nothing."""
    return next((offer for offer in open_offers(season) if offer.entrant == number), None)


def offer_of(season: Season, table: int, left: EntrantNumber) -> ChairOffer | None:
    """Return to whom a chair is offered; None: to nobody."""
    return next((offer for offer in open_offers(season) if offer.is_for(table, left)), None)


def can_be_taken(season: Season, offer: ChairOffer) -> bool:
    """Whether the season still has the chair of an offer, and whom it is offered to."""
    return _is_left(season, (offer.table, offer.left)) and not season.is_barred(offer.entrant)


def _is_left(season: Season, chair: Chair) -> bool:
    table = season.tables[chair[0]]
    return season.levels is None and table.fate == "running" and chair[1] in table.gone | table.absent


def chairs_left(season: Season) -> list[Chair]:
    """Return the chairs at running tables whose people do not play on; helpers may sit on some of them."""
    return [
        (table.number, number)
        for table in season.tables.values()
        if table.fate == "running" and season.levels is None
        for number in table.seats
        if number in table.gone | table.absent
    ]


def due(season: Season, empty: Iterable[Chair]) -> list[tuple[Chair, EntrantNumber]]:
    """Return which of some empty chairs is offered to whom now.

    Args:
        season: as it stands, in which no open offer is out of date.
        empty: the chairs, in the order in which they are offered.
    """
    line = in_line(season)
    offered = {(offer.table, offer.left) for offer in open_offers(season)}
    busy = {offer.entrant for offer in open_offers(season)}
    found = []
    for chair in empty:
        number = None if chair in offered else _next(season, chair, line, busy)
        if number is not None:
            found.append((chair, number))
            busy.add(number)
    return found


def _next(
    season: Season, chair: Chair, line: Sequence[EntrantNumber], busy: Collection[EntrantNumber]
) -> EntrantNumber | None:
    table, left = chair
    asked = {
        offer.entrant
        for offer in season.offers.values()
        if offer.is_for(table, left) and offer.fate not in ("open", "off")
    }
    asked |= {*season.tables[table].seats, *season.tables[table].played_on, *busy}
    return next((number for number in line if number not in asked), None)


def whose(season: Season, table: int, left: EntrantNumber) -> EntrantNumber | None:
    """Return who alone may take an empty chair now: who is offered it, or is about to be; None: whoever comes first."""
    if not _is_left(season, (table, left)):
        return None
    offer = offer_of(season, table, left)
    return first_for(season, table, left) if offer is None else offer.entrant


def first_for(season: Season, table: int, left: EntrantNumber) -> EntrantNumber | None:
    """Return who is to be offered a chair next, were it empty now; None: nobody."""
    if season.levels is not None or season.tables[table].fate != "running":
        return None
    return _next(season, (table, left), in_line(season), {offer.entrant for offer in open_offers(season)})


def follows(
    season: Season, over: Iterable[PassedOn], empty: Collection[Chair]
) -> tuple[list[tuple[Chair, EntrantNumber]], list[Chair]]:
    """Return who is offered which chairs after some offers are over, and which of those chairs anyone may take then.

    Args:
        season: one to work on.
        over: which offers are over.
        empty: the chairs that are empty, in the order in which they are offered.
    """
    passed = []
    for entry in over:
        season.add(LogLine(number=len(season.lines) + 1, entry=entry))
        passed.append((season.offers[entry.offer].table, season.offers[entry.offer].left))
    made = due(season, empty)
    offered = {chair for chair, _ in made}
    return made, [chair for chair in passed if chair in empty and chair not in offered]
