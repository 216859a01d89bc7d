"""Standing: who stands where when a game is over.

What the rules count is the table's, also what bots and defaults have made of a seat. But nobody who gave up, and no
chair that was left, stands above somebody who stayed to the end: else it would pay to quit early. At a table of a
league this holds as well for whoever was silent to the end, as it does in the season.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.engine.records import Seat
from bot.engine.table import Outcome
from bot.leagues.rules import silence_is_absence
from bot.leagues.scoring import below_all_who_stayed
from storage.interface import LeagueGame, SeatRow


def did_not_play(seat_row: SeatRow, league: LeagueGame | None) -> bool:
    """Whether a bot has held somebody's seat to the end, at a table of a league that counts by it."""
    held = seat_row.away and seat_row.user_id is not None and not seat_row.conceded
    return held and league is not None and silence_is_absence(league.edition)


def gone(seats: Sequence[SeatRow], league: LeagueGame | None, left: Collection[Seat] = ()) -> set[Seat]:
    """Return the seats whose player has conceded, has left, or did not play.

    Args:
        seats: who sat there when it ended.
        league: of which season it is a table, if of any.
        left: the seats at which somebody plays on for who has left, where that counts for who has left.
    """
    return {
        seat_row.seat
        for seat_row in seats
        if seat_row.conceded or seat_row.is_chair_left or did_not_play(seat_row, league) or seat_row.seat in left
    }


def places(
    outcome: Outcome, seats: Sequence[SeatRow], league: LeagueGame | None, left: Collection[Seat] = ()
) -> Mapping[Seat, int]:
    """Return everybody's place in a game that is over; all who did not stay share the one below those who did.

    Where all stayed, or nobody did, places are as the rules have counted; in a league, nobody has won then.

    Args:
        outcome: what the rules have counted.
        seats: who sat there when it ended.
        league: of which season it is a table, if of any.
        left: see `gone`.
    """
    away = gone(seats, league, left)
    if not away or (league is None and len(away) == len(outcome.places)):
        return outcome.places
    return below_all_who_stayed(outcome.places, away)


def winners(
    outcome: Outcome, seats: Sequence[SeatRow], league: LeagueGame | None, left: Collection[Seat] = ()
) -> list[Seat]:
    """Return who has won a game that is over; nobody, at a table of a league to whose end nobody has stayed."""
    if league is not None and len(gone(seats, league, left)) == len(outcome.places):
        return []
    return [seat for seat, place in places(outcome, seats, league, left).items() if place == 1]
