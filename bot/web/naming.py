"""Naming: what people are called on the web. By their names only where they have agreed that files may name them.

That is an agreement for one season of a league; at all other tables everybody is the player of a seat. It is asked for
at each look, so that it can be taken back at once, as everything is that is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.records import Seat
from bot.host import inert
from bot.host.leagues.ledger import KnownSeason
from bot.host.table.seen import Seen
from bot.ui.screens.season_page import names_in_files
from storage.interface import SeatRow


def names_on_the_web(seen: Seen, known: KnownSeason | None) -> Mapping[Seat, str]:
    """Return what everybody at a table is called; `known`: the season whose table it is, if it is one of a league."""
    return {seat_row.seat: _called(seat_row, known) for seat_row in seen.seats}


def _called(seat_row: SeatRow, known: KnownSeason | None) -> str:
    if seat_row.user_id is None:  # a bot, or a chair that names nobody any more
        return f"Seat {seat_row.seat}" if seat_row.is_chair_left else inert.plain(seat_row.name)
    if known is None:
        return f"Player {seat_row.seat}"
    number = known.number_of(seat_row.user_id)
    return f"Seat {seat_row.seat}" if number is None else names_in_files(known)[number]


def named(seen: Seen, names: Mapping[Seat, str]) -> Seen:
    """Return what everybody sees of a table with these names on it, and with nobody's number or other name anywhere."""
    seats = tuple(
        SeatRow(seat_row.seat, None, names[seat_row.seat], conceded=seat_row.conceded, away=seat_row.away)
        for seat_row in seen.seats
    )
    return replace(seen, row=replace(seen.row, opened_by=0), seats=seats)
