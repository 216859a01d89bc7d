"""Final ranking of a finished game, with players who left below those who stayed.

Scores are the table's, including the play of bots and defaults. But no seat whose player conceded or left ranks above a
player who stayed to the end: otherwise it would pay to quit early. At a league's table this also applies to players who
were silent to the end, as it does in the season.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.engine.records import Seat
from bot.engine.table import Outcome
from bot.leagues.rules import silence_is_absence
from bot.leagues.scoring import below_all_who_stayed
from storage.interface import LeagueGame, SeatRow


def did_not_play(seat_row: SeatRow, league: LeagueGame | None) -> bool:
    """Whether a bot held a player's seat to the end, at a table of a league that counts this."""
    held = seat_row.away and seat_row.user_id is not None and not seat_row.conceded
    return held and league is not None and silence_is_absence(league.edition)


def gone(seats: Sequence[SeatRow], league: LeagueGame | None, left: Collection[Seat] = ()) -> set[Seat]:
    """Return the seats whose player has conceded, has left, or did not play.

    Args:
        seats: the seats at the end.
        league: the season of its table, if any.
        left: seats played by a substitute, where the result counts for the player who left.
    """
    return {
        seat_row.seat
        for seat_row in seats
        if seat_row.conceded or seat_row.is_chair_left or did_not_play(seat_row, league) or seat_row.seat in left
    }


def places(
    outcome: Outcome, seats: Sequence[SeatRow], league: LeagueGame | None, left: Collection[Seat] = ()
) -> Mapping[Seat, int]:
    """Return everybody's place in a finished game; all who did not stay share the place below those who did.

    If all stayed, or nobody did, places follow the scores; in a league, nobody has won in the latter case.

    Args:
        outcome: the result by the rules.
        seats: the seats at the end.
        league: the season of its table, if any.
        left: see `gone`.
    """
    away = gone(seats, league, left)
    if not away or (league is None and len(away) == len(outcome.places)):
        return outcome.places
    return below_all_who_stayed(outcome.places, away)


def winners(
    outcome: Outcome, seats: Sequence[SeatRow], league: LeagueGame | None, left: Collection[Seat] = ()
) -> list[Seat]:
    """Return the winners of a finished game; empty at a league's table where nobody stayed to the end."""
    if league is not None and len(gone(seats, league, left)) == len(outcome.places):
        return []
    return [seat for seat, place in places(outcome, seats, league, left).items() if place == 1]
