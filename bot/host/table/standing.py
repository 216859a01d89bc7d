"""Standing: who stands where when a game is over.

What the rules count is the table's, also what bots and defaults have made of a seat. But nobody who gave up, and no
chair that was left, stands above somebody who stayed to the end: else it would pay to quit early.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.records import Seat
from bot.engine.table import Outcome
from bot.leagues.scoring import below_all_who_stayed
from storage.interface import SeatRow


def gone(seats: Sequence[SeatRow]) -> set[Seat]:
    """Return the seats whose player has conceded, or has left so that nobody sits there."""
    return {seat_row.seat for seat_row in seats if seat_row.conceded or seat_row.is_chair_left}


def places(outcome: Outcome, seats: Sequence[SeatRow]) -> Mapping[Seat, int]:
    """Return everybody's place in a game that is over; all who did not stay share the one below those who did.

    Where all stayed, or nobody did, places are as the rules have counted.
    """
    away = gone(seats)
    return below_all_who_stayed(outcome.places, away) if 0 < len(away) < len(outcome.places) else outcome.places


def winners(outcome: Outcome, seats: Sequence[SeatRow]) -> list[Seat]:
    """Return who has won a game that is over."""
    return [seat for seat, place in places(outcome, seats).items() if place == 1]
