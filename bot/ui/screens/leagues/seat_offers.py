"""Offers of free seats: the direct message, the panel and the log entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.records import Seat
from bot.engine.words import listed
from bot.host.leagues.season_log import KnownSeason
from bot.host.table import deadlines
from bot.leagues.log_entries import Offered, PassedOn
from bot.leagues.season import ChairOffer
from bot.leagues.seat_offers import offer_to
from bot.ui.screens.leagues.season import called, who
from bot.ui.screens.names import as_markdown
from bot.ui.screens.parts import BLUE, address_of_channel, pact_in_words
from bot.ui.screens.screen import Block, Button, Row, Screen, buttons
from storage.interface import SeatRow


def offered(known: KnownSeason, offer: ChairOffer, title: str) -> Screen:
    """Return the direct message that offers a seat.

    Args:
        known: the season.
        offer: the offer.
        title: title of the game.
    """
    channel = address_of_channel(known.league.guild_id, known.league.channel_id)
    where = f"-# The same buttons are in **My place**, on the league's message in [its channel]({channel})."
    return Screen(
        (
            f"### {called(known)}: a seat is free",
            _what(known, offer, f" ({title})"),
            f"Table settings (you agree by taking the seat): {'; '.join(pact_in_words(known.plan.pact))}.",
            where,
            _answers(known, offer),
        ),
        colour=BLUE,
    )


def in_my_place(known: KnownSeason, number: int) -> list[Block]:
    """Return an entrant's open offer with its buttons; empty if there is none."""
    offer = offer_to(known.season, number)
    return [] if offer is None else [_what(known, offer), _answers(known, offer)]


def _what(known: KnownSeason, offer: ChairOffer, title: str = "") -> str:
    table, waits = known.season.tables[offer.table], not known.season.entrants[offer.entrant].helper
    others = [_called(known, number) for number in table.seats if number != offer.left]
    until = int(deadlines.moment(offer.until).timestamp())
    stay = ", and you stay on the waiting list" if waits else ""
    return (
        f"You are offered the seat of {_called(known, offer.left)} at table {offer.table}{title}, with "
        f"{listed(others)}. You take over its hand and play on from where the game stands. A bot holds the seat until "
        "then.\n"
        "It counts for you as helping out: no points and no rating, whatever becomes of the game, no warning if you "
        f"leave it{stay}. At the table, {_called(known, offer.left)} finishes last.\n"
        f"Please answer by <t:{until}:f> (<t:{until}:R>). After that the next one is asked."
    )


def _answers(known: KnownSeason, offer: ChairOffer) -> Row:
    about = f"lg-chair:{known.row.season_id}:{offer.line}"
    (row,) = buttons(Button(f"{about}:yes", "Take the seat", "success"), Button(f"{about}:no", "No, thank you"))
    return row


def _called(known: KnownSeason, number: int) -> str:
    one = known.entrants.get(number)
    return f"entrant {number}" if one is None or one.user_id is None else f"**{as_markdown(one.name)}**"


def whose_places(known: KnownSeason, table: int, seats: Sequence[SeatRow]) -> Mapping[Seat, str]:
    """Return, for seats taken over by a substitute, a note on whose place it is, at the end of a game that counts.

    Args:
        known: the season.
        table: number of the table.
        seats: the seats and their players.
    """
    played = known.season.tables[table]
    found: dict[Seat, str] = {}
    for seat_row in seats if played.fate == "finished" else ():
        number = played.seats[seat_row.seat - 1]
        if number in played.away and seat_row.user_id is not None and not (seat_row.conceded or seat_row.away):
            back = seat_row.user_id == known.entrants[number].user_id
            found[seat_row.seat] = " (had left before)" if back else f" (for {_called(known, number)}, who had left)"
    return found


def said(known: KnownSeason, entry: Offered | PassedOn) -> str:
    """Return a log entry about an offer as a sentence."""
    if isinstance(entry, Offered):
        until = int(deadlines.moment(entry.until).timestamp())
        return (
            f"{who(known, entry.entrant)} is offered the seat of {who(known, entry.left)} at table {entry.table}, "
            f"until <t:{until}:f>."
        )
    offer = known.season.lines[entry.offer - 1].entry
    if not isinstance(offer, Offered):
        raise TypeError(f"line {entry.offer} is no offer")
    name, table = who(known, offer.entrant), offer.table
    match entry.why:
        case "declined":
            return f"{name} does not want the seat at table {table}."
        case "silent":
            return f"{name} has not answered in time whether they want the seat at table {table}."
        case "off":
            return f"The seat at table {table} is offered to {name} no more: it is taken, or they cannot take it."
