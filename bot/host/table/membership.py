"""Seats and settings of a table: the common base of running games and audience views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.engine.game import Game
from bot.engine.records import Seat
from bot.host import sanitize
from bot.host.errors import NotYours, Refusal
from bot.host.table.deadlines import TableSettings
from storage.interface.games import GameRow, SeatRow


@dataclass(frozen=True)
class Membership:
    """A game, its row, and its seats in clockwise order."""

    game: Game[Any, Any]
    row: GameRow
    seats: tuple[SeatRow, ...]

    @cached_property
    def settings(self) -> TableSettings:
        """The table's settings beside the rules."""
        return TableSettings.read(self.row.pact)

    @property
    def is_anonymous(self) -> bool:
        """Whether nobody may read now who plays here."""
        return self.settings.anonymous and (self.row.status == "running" or self.settings.unrevealed)

    def find_seat_of(self, user_id: int) -> Seat | None:
        """Return this person's seat, or None."""
        return next((seat_row.seat for seat_row in self.seats if seat_row.user_id == user_id), None)

    def get_own_seat(self, user_id: int) -> Seat:
        """Return this person's seat; raise NotYours for a spectator."""
        seat = self.find_seat_of(user_id)
        if seat is None:
            raise NotYours(
                "You are not playing at this table, so there is nothing for you to do here. "
                "With /game new you can open a table of your own."
            )
        return seat

    def get_seat_row(self, seat: Seat) -> SeatRow:
        """Return a seat's row; raise Refusal when there is none of this number."""
        if not 1 <= seat <= len(self.seats):
            raise Refusal("This table has no such seat.")
        return self.seats[seat - 1]

    def get_name(self, seat: Seat) -> str:
        """Return the name of a seat's player, disambiguated from the others at this table."""
        return self._called[self.get_seat_row(seat).seat]

    @cached_property
    def _called(self) -> Mapping[Seat, str]:
        people = {seat_row.seat: seat_row.name for seat_row in self.seats if seat_row.user_id is not None}
        ours = {seat_row.seat: seat_row.name for seat_row in self.seats if seat_row.user_id is None}
        return ours | sanitize.disambiguate(people, ours.values(), "(seat {})")

    def is_automatic(self, seat: Seat) -> bool:
        """Whether no player answers for this seat: a bot holds it, or its player has conceded or is away."""
        seat_row = self.get_seat_row(seat)
        return seat_row.user_id is None or seat_row.conceded or seat_row.away
