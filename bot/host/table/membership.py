"""Who sits at a table, and what they have agreed on: what every look at a game has in common."""

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
from storage.interface import GameRow, SeatRow


@dataclass(frozen=True)
class Membership:
    """A game, its row, and its seats in clockwise order."""

    game: Game[Any, Any]
    row: GameRow
    seats: tuple[SeatRow, ...]

    @cached_property
    def pact(self) -> TableSettings:
        """What the table agreed on beside the rules."""
        return TableSettings.read(self.row.pact)

    def seat_of(self, user_id: int) -> Seat | None:
        """Return where this person sits, or None."""
        return next((seat_row.seat for seat_row in self.seats if seat_row.user_id == user_id), None)

    def must_seat(self, user_id: int) -> Seat:
        """Return where this person sits; raise NotYours when they only watch."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise NotYours(
                "You are not playing at this table, so there is nothing for you to do here. "
                "With /game new you can open a table of your own."
            )
        return seat

    def seat_row(self, seat: Seat) -> SeatRow:
        """Return who sits on a seat; raise Refusal when there is none of this number."""
        if not 1 <= seat <= len(self.seats):
            raise Refusal("This table has no such seat.")
        return self.seats[seat - 1]

    def name(self, seat: Seat) -> str:
        """Return what the player on this seat is called here, so that nobody can be taken for another."""
        return self._called[self.seat_row(seat).seat]

    @cached_property
    def _called(self) -> Mapping[Seat, str]:
        people = {seat_row.seat: seat_row.name for seat_row in self.seats if seat_row.user_id is not None}
        ours = {seat_row.seat: seat_row.name for seat_row in self.seats if seat_row.user_id is None}
        return ours | sanitize.told_apart(people, ours.values(), "(seat {})")

    def plays_itself(self, seat: Seat) -> bool:
        """Whether nobody sits here who could be asked: a bot, or somebody who has conceded or is away."""
        seat_row = self.seat_row(seat)
        return seat_row.user_id is None or seat_row.conceded or seat_row.away
