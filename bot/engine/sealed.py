"""Sealed: everybody decides secretly and at the same time.

Sealed answers are committed: their digest is told at once, with a salt derived from the seed. Only where waiting is
secret it comes with the record at the end, for its number and its moment would tell who was asked; only sealed steps
may wait so.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bot.engine.records import Seat
from bot.engine.secrecy import EachOwn
from bot.engine.table import AnswerTakenBack, Step


class Sealed(Step):
    """Nothing is shown until the last answer is in; until then each may be taken back.

    That somebody has answered is told with the digest of the answer; where the waiting is secret nobody hears of
    either while the game runs, for it would tell who was asked. When its end opens the answers, the way back is closed,
    whatever is told of them: else whoever answers last could read the others' answers and change their own.

    A game's step narrows `answers` to its own move and reads them in `end`.
    """

    answers: EachOwn[dict[Seat, Any]] = {}

    def takers(self, table: Any) -> Collection[Seat]:
        """Return who takes part; everybody, unless the rule says otherwise."""
        seats: Collection[Seat] = table.seats
        return seats

    def asked(self, table: Any) -> Collection[Seat]:
        """Return those who have not answered yet."""
        return [seat for seat in self.takers(table) if seat not in self.answers]

    def answer(self, table: Any, seat: Seat, move: Any) -> None:
        """Lay the answer down, face down."""
        self.answers[seat] = move
        table.commit(seat, move, to=self._witnesses)

    def can_retract(self, seat: Seat) -> bool:
        """Whether the seat's answer lies here unseen."""
        return seat in self.answers

    def laid_down(self, table: Any, seat: Seat) -> str:
        """Return the answer in the words of its question; empty where that would not offer it any more."""
        question, move = self.question(table, seat), self.answers[seat]
        return question.describe(move) if question.allows(move) else ""

    def retract(self, table: Any, seat: Seat) -> None:
        """Give the answer back."""
        del self.answers[seat]
        table.tell(AnswerTakenBack(seat=seat), to=self._witnesses)

    def opens(self) -> bool:
        """Whether anybody has answered."""
        return bool(self.answers)

    @property
    def _witnesses(self) -> Collection[Seat] | None:
        """Who hears that an answer lies here, or does not any more; None: everybody."""
        return () if self.waiting_is_secret else None
