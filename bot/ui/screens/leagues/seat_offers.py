"""Offers of free seats: the direct message, the panel and the log entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.records import Seat
from bot.engine.words import format_list
from bot.host.leagues import calendar
from bot.host.leagues.season_log import KnownSeason
from bot.host.table import deadlines
from bot.leagues.log_entries import Offered, PassedOn
from bot.leagues.season_records import SeatOffer
from bot.leagues.seat_offers import find_offer_to
from bot.ui.screens.leagues.season import format_entrant, format_season_name
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.parts import BLUE, build_channel_url, describe_table_settings
from bot.ui.screens.screen import Block, Button, Row, Screen, build_button_rows
from storage.interface.games import SeatRow
from storage.interface.leagues import LeagueGame


def render_seat_offer(known: KnownSeason, offer: SeatOffer, title: str) -> Screen:
    """Return the direct message that offers a seat.

    Args:
        known: the season.
        offer: the offer.
        title: title of the game.
    """
    channel = build_channel_url(known.league.guild_id, known.league.channel_id)
    where = f"-# The same buttons are in **My place**, on the league's message in [its channel]({channel})."
    return Screen(
        (
            f"### {format_season_name(known)}: a seat is free",
            _describe_offer(known, offer, f" ({title})"),
            f"Table settings (you agree by taking the seat): {'; '.join(describe_table_settings(known.plan.pact))}.",
            where,
            _build_answer_row(known, offer),
        ),
        colour=BLUE,
    )


def build_open_offer(known: KnownSeason, number: int) -> list[Block]:
    """Return an entrant's open offer with its buttons; empty if there is none."""
    offer = find_offer_to(known.season, number)
    return [] if offer is None else [_describe_offer(known, offer), _build_answer_row(known, offer)]


def _describe_offer(known: KnownSeason, offer: SeatOffer, title: str = "") -> str:
    table, waits = known.season.tables[offer.table], not known.season.entrants[offer.entrant].helper
    others = [_format_name(known, number) for number in table.seats if number != offer.left]
    until = int(calendar.get_offer_deadline(known.season, offer).timestamp())
    stay = ", and you stay on the waiting list" if waits else ""
    return (
        f"You are offered the seat of {_format_name(known, offer.left)} at table {offer.table}{title}, with "
        f"{format_list(others)}: you play on from where the game stands. A bot holds the seat until then.\n"
        f"You would help out: no points, no rating, and no warning if you leave{stay}. "
        f"{_format_name(known, offer.left)} finishes last there.\n"
        f"Please answer by <t:{until}:f>; then the next one is asked."
    )


def _build_answer_row(known: KnownSeason, offer: SeatOffer) -> Row:
    about = f"lg-chair:{known.row.season_id}:{offer.line}"
    (row,) = build_button_rows(
        Button(f"{about}:yes", "Take the seat", "success"), Button(f"{about}:no", "No, thank you")
    )
    return row


def _format_name(known: KnownSeason, number: int) -> str:
    one = known.entrants.get(number)
    return f"entrant {number}" if one is None or one.user_id is None else f"**{escape_markdown(one.name)}**"


def describe_place_owners(known: KnownSeason, league: LeagueGame, seats: Sequence[SeatRow]) -> Mapping[Seat, str]:
    """Return, for seats taken over by a substitute, a note on whose place it is, at the end of a game that counts.

    Args:
        known: the season.
        league: the table.
        seats: the seats and their players.
    """
    played = known.season.tables[league.number]
    found: dict[Seat, str] = {}
    for seat_row in seats if played.decided_at and played.fate != "adjudicated" else ():
        number = league.seats[seat_row.seat]
        if number in played.away and seat_row.user_id is not None and not (seat_row.conceded or seat_row.away):
            back = seat_row.user_id == known.entrants[number].user_id
            found[seat_row.seat] = (
                " (had left before)" if back else f" (for {_format_name(known, number)}, who had left)"
            )
    return found


def describe_offer_entry(known: KnownSeason, entry: Offered | PassedOn) -> str:
    """Return a log entry about an offer as a sentence."""
    if isinstance(entry, Offered):
        until = int(deadlines.parse_time(entry.until).timestamp())
        return (
            f"{format_entrant(known, entry.entrant)} is offered the seat of {format_entrant(known, entry.left)} "
            f"at table {entry.table}, "
            f"until <t:{until}:f>."
        )
    offer = known.season.lines[entry.offer - 1].entry
    if not isinstance(offer, Offered):
        raise TypeError(f"line {entry.offer} is no offer")
    name, table = format_entrant(known, offer.entrant), offer.table
    match entry.why:
        case "declined":
            return f"{name} does not want the seat at table {table}."
        case "silent":
            return f"{name} has not answered in time whether they want the seat at table {table}."
        case "off":
            return f"The seat at table {table} is offered to {name} no more: it is taken, or they cannot take it."
