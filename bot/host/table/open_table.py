"""Open table: a lobby as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.engine.game import AnyGame, Options
from bot.host.table import deadlines
from bot.host.table.deadlines import TableSettings
from storage.interface import GameRow, LeagueGame, SeatRow

CONFIRMING = timedelta(hours=24)
"""How long a table that is to begin waits for people to say that they are here; a league's not counting days off."""
STILL_HERE = timedelta(hours=1)
"""Who joined or said so within this time is here, and is not asked."""


@dataclass(frozen=True)
class OpenTable:
    """A lobby as it stands."""

    game: AnyGame
    row: GameRow
    seats: tuple[SeatRow, ...]
    options: Options
    pact: TableSettings
    league: LeagueGame | None = None
    """Of which season it is a table, if of any; then everybody's seat is settled."""
    strong_bots: bool = False
    """Whether there are bots that think, as the box says with which it would begin."""
    characters: bool = False
    """Whether bots draw characters, as that box says."""

    def has(self, user_id: int) -> bool:
        """Whether this person has joined."""
        return any(seat_row.user_id == user_id for seat_row in self.seats)

    @property
    def players(self) -> Sequence[SeatRow]:
        """Who will play; the others are in reserve and move up when somebody leaves."""
        return self.seats[: self.row.seats_wanted]

    @property
    def reserve(self) -> Sequence[SeatRow]:
        """Who joined after all seats were taken."""
        return self.seats[self.row.seats_wanted :]

    @property
    def full(self) -> bool:
        """Whether every wanted seat is taken."""
        return len(self.seats) >= self.row.seats_wanted

    def awaited(self, now: datetime) -> Sequence[SeatRow]:
        """Return the players who have not said lately that they are here; who joins says so."""
        since = self._waits_since(now)
        return [
            seat_row
            for seat_row in self.players
            if seat_row.user_id is not None
            and (seat_row.here_at is None or deadlines.moment(seat_row.here_at) < since - STILL_HERE)
        ]

    def _waits_since(self, now: datetime) -> datetime:
        """Return since when people are waited for: at a table of a league, from the start."""
        if self.league is not None:
            return deadlines.moment(self.row.opened_at)
        until = self.row.confirm_until
        return now if until is None else deadlines.moment(until) - CONFIRMING

    @property
    def can_start(self) -> bool:
        """Whether enough have joined for the game to begin."""
        return len(self.players) in self.game.seats
