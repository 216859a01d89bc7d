"""Final ranking of a finished game, with players who left below those who stayed.

Scores are the table's, including the play of bots and defaults. But no seat whose player conceded or left ranks above a
player who stayed to the end: otherwise it would pay to quit early. At a league's table this also applies to players who
were silent to the end, as it does in the season.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.engine.records import Seat
from bot.engine.table import Outcome
from bot.leagues.rules import is_silence_absence_in
from bot.leagues.scoring import rank_leavers_last
from storage.interface.games import SeatRow
from storage.interface.leagues import LeagueGame


def has_not_played(seat_row: SeatRow, league: LeagueGame | None) -> bool:
    """Whether a bot held a player's seat to the end, at a table of a league that counts this."""
    held = seat_row.away and seat_row.user_id is not None and not seat_row.conceded
    return held and league is not None and is_silence_absence_in(league.edition)


def find_seats_gone(seats: Sequence[SeatRow], league: LeagueGame | None, left: Collection[Seat] = ()) -> set[Seat]:
    """Return the seats whose player has conceded, has left, or did not play.

    Args:
        seats: the seats at the end.
        league: the season of its table, if any.
        left: seats played by a substitute, where the result counts for the player who left.
    """
    return {
        seat_row.seat
        for seat_row in seats
        if seat_row.conceded or seat_row.is_left or has_not_played(seat_row, league) or seat_row.seat in left
    }


def rank_seats(
    outcome: Outcome, seats: Sequence[SeatRow], league: LeagueGame | None, left: Collection[Seat] = ()
) -> Mapping[Seat, int]:
    """Return everybody's place in a finished game; all who did not stay share the place below those who did.

    If all stayed, or nobody did, places follow the scores; in a league, nobody has won in the latter case.

    Args:
        outcome: the result by the rules.
        seats: the seats at the end.
        league: the season of its table, if any.
        left: see `find_seats_gone`.
    """
    away = find_seats_gone(seats, league, left)
    if not away or (league is None and len(away) == len(outcome.places)):
        return outcome.places
    return rank_leavers_last(outcome.places, away)


def list_winners(
    outcome: Outcome, seats: Sequence[SeatRow], league: LeagueGame | None, left: Collection[Seat] = ()
) -> list[Seat]:
    """Return the winners of a finished game; empty at a league's table where nobody stayed to the end."""
    if league is not None and len(find_seats_gone(seats, league, left)) == len(outcome.places):
        return []
    return [seat for seat, place in rank_seats(outcome, seats, league, left).items() if place == 1]
