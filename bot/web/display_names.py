"""Display names on the web: real names only with consent, placeholders for everybody else.

Consent covers one season of a league and allows files to name the player. At all other tables a player is called by the
seat, such as "Player 2". Consent is read at each request, so a withdrawal or an erasure works at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.engine.records import Seat
from bot.host import sanitize
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.leagues.season_page import list_entrant_names
from storage.interface.games import SeatRow
from storage.interface.leagues import EntrantRow


def get_web_names(seats: Sequence[SeatRow], entrants: Collection[EntrantRow] | None) -> Mapping[Seat, str]:
    """Return the display name of each seat of a table.

    Args:
        seats: the seats of the table.
        entrants: the entrants of the table's season; None if the table belongs to no league.
    """
    if entrants is None:
        return {seat_row.seat: _format_anonymous_name(seat_row, "Player") for seat_row in seats}
    names = list_entrant_names(entrants)
    by_person = {one.user_id: names[one.entrant] for one in entrants if one.user_id is not None}
    shown = {one.seat: by_person.get(one.user_id or 0) for one in seats if one.real_name is None}
    return {seat_row.seat: shown.get(seat_row.seat) or _format_anonymous_name(seat_row, "Seat") for seat_row in seats}


def _format_anonymous_name(seat_row: SeatRow, kind: str) -> str:
    """Return the name of a bot, the alias of a hidden player, or a placeholder for a player without consent."""
    if seat_row.real_name is not None:
        return sanitize.sanitize(seat_row.name)
    if seat_row.user_id is None:
        return f"Seat {seat_row.seat}" if seat_row.is_left else sanitize.sanitize(seat_row.name)
    return f"{kind} {seat_row.seat}"


def replace_names(seen: AudienceView, names: Mapping[Seat, str]) -> AudienceView:
    """Return an audience view that shows these names, without user ids, other names or the running game."""
    seats = tuple(
        SeatRow(seat_row.seat, None, names[seat_row.seat], conceded=seat_row.conceded, away=seat_row.away)
        for seat_row in seen.seats
    )
    return replace(
        seen, row=replace(seen.row, opened_by=0), seats=seats, made_view=seen.view, lazy_fields=None, stages={}
    )
