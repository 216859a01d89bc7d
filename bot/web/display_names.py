"""Naming: what people are called on the web. By their names only where they have agreed that files may name them.

That is an agreement for one season of a league; at all other tables everybody is the player of a seat. It is asked for
at each look, so that it can be taken back at once, as everything is that is forgotten.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.engine.records import Seat
from bot.host import sanitize
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.leagues.season_page import entrants_in_files
from storage.interface import EntrantRow, SeatRow


def names_on_the_web(seats: Sequence[SeatRow], entrants: Collection[EntrantRow] | None) -> Mapping[Seat, str]:
    """Return what everybody at a table is called.

    Args:
        seats: who sits there.
        entrants: who takes part in the season whose table it is; None: it is none of a league.
    """
    if entrants is None:
        return {seat_row.seat: _called(seat_row, "Player") for seat_row in seats}
    names = entrants_in_files(entrants)
    by_person = {one.user_id: names[one.entrant] for one in entrants if one.user_id is not None}
    return {seat_row.seat: by_person.get(seat_row.user_id or 0) or _called(seat_row, "Seat") for seat_row in seats}


def _called(seat_row: SeatRow, kind: str) -> str:
    """Return what somebody is called who has not agreed to be named; a bot, by its name."""
    if seat_row.user_id is None:
        return f"Seat {seat_row.seat}" if seat_row.is_chair_left else sanitize.plain(seat_row.name)
    return f"{kind} {seat_row.seat}"


def named(seen: AudienceView, names: Mapping[Seat, str]) -> AudienceView:
    """Return what is seen of a table with these names on it, with nobody's number or other name anywhere.

    Nothing leads from it to the running game either.
    """
    seats = tuple(
        SeatRow(seat_row.seat, None, names[seat_row.seat], conceded=seat_row.conceded, away=seat_row.away)
        for seat_row in seen.seats
    )
    return replace(seen, row=replace(seen.row, opened_by=0), seats=seats, made_view=seen.view, seldom=None, stages={})
