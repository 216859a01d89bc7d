"""A snapshot of a lobby."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.engine.game import AnyGame
from bot.engine.options import Options
from bot.host.table import deadlines
from bot.host.table.deadlines import TableSettings
from storage.interface.games import GameRow, SeatRow
from storage.interface.leagues import LeagueGame

CONFIRMATION_PERIOD = timedelta(hours=24)
"""How long a table that is to begin waits for confirmations; a league's table excludes days off."""
CONFIRMATION_LIFETIME = timedelta(hours=1)
"""Maximum age of joining or a confirmation at the start of the wait; older ones must be repeated."""


@dataclass(frozen=True)
class OpenTable:
    """A snapshot of a lobby."""

    game: AnyGame
    row: GameRow
    seats: tuple[SeatRow, ...]
    options: Options
    settings: TableSettings
    league: LeagueGame | None = None
    """The season of its table, if any; then the seats are assigned."""
    strong_bots: bool = False
    """Whether the game has strong bots, with the box it would begin with."""
    characters: bool = False
    """Whether bots draw characters, with that box."""

    def has(self, user_id: int) -> bool:
        """Whether this person has joined."""
        return any(seat_row.user_id == user_id for seat_row in self.seats)

    def is_known_in(self, user_id: int) -> bool:
        """Whether everybody may read that this person has joined."""
        return any(seat_row.user_id == user_id and seat_row.real_name is None for seat_row in self.seats)

    @property
    def hides_players(self) -> bool:
        """Whether nobody may read who has joined; a league's draw has named the players of its tables."""
        return self.settings.anonymous and self.league is None

    @property
    def players(self) -> Sequence[SeatRow]:
        """The players with a seat; the others are in reserve, and move up when a player leaves."""
        return self.seats[: self.row.seats_wanted]

    @property
    def reserve(self) -> Sequence[SeatRow]:
        """People who joined after all seats were taken."""
        return self.seats[self.row.seats_wanted :]

    @property
    def full(self) -> bool:
        """Whether every wanted seat is taken."""
        return len(self.seats) >= self.row.seats_wanted

    def list_awaited(self, now: datetime) -> Sequence[SeatRow]:
        """Return the players without a valid confirmation; joining is one."""
        since = self._get_wait_start(now)
        return [
            seat_row
            for seat_row in self.players
            if seat_row.user_id is not None
            and (seat_row.here_at is None or deadlines.parse_time(seat_row.here_at) < since - CONFIRMATION_LIFETIME)
        ]

    def _get_wait_start(self, now: datetime) -> datetime:
        """Return the start of the wait for confirmations; at a league's table, its opening."""
        if self.league is not None:
            return deadlines.parse_time(self.row.opened_at)
        until = self.row.confirm_until
        return now if until is None else deadlines.parse_time(until) - CONFIRMATION_PERIOD

    @property
    def can_start(self) -> bool:
        """Whether enough have joined for the game to begin."""
        return len(self.players) in self.game.seats
