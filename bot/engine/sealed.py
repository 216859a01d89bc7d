"""Simultaneous secret decisions.

Sealed answers are committed: their digest is announced at once, with a salt derived from the seed. Where waiting is
secret, the digest is announced only with the record at the end, because its number and time would reveal who was asked.
Only sealed steps may be secret in this way.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bot.engine.records import Seat
from bot.engine.secrecy import EachOwn
from bot.engine.table import AnswerTakenBack, Step


class Sealed(Step):
    """A step whose answers stay hidden until the last one is in; until then each may be taken back.

    Each answer is announced with its digest. Where waiting is secret, neither is announced while the game runs, because
    it would reveal who was asked. Opening the answers at its end always blocks undo. Otherwise the last player could
    read the others' answers and change their own.

    A game's step narrows `answers` to its own move and reads them in `end`.
    """

    answers: EachOwn[dict[Seat, Any]] = {}

    def list_participants(self, table: Any) -> Collection[Seat]:
        """Return the participants; all seats unless a rule says otherwise."""
        seats: Collection[Seat] = table.seats
        return seats

    def list_asked_seats(self, table: Any) -> Collection[Seat]:
        """Return the participants that have not answered yet."""
        return [seat for seat in self.list_participants(table) if seat not in self.answers]

    def answer(self, table: Any, seat: Seat, move: Any) -> None:
        """Store the answer face down."""
        self.answers[seat] = move
        table.commit_answer(seat, move, to=self._witnesses)

    def can_take_back_answer(self, seat: Seat) -> bool:
        """Whether the seat's answer is stored here unopened."""
        return seat in self.answers

    def describe_sealed_answer(self, table: Any, seat: Seat) -> str:
        """Return the answer in the words of its question; empty if the question no longer offers it."""
        question, move = self.build_question(table, seat), self.answers[seat]
        return question.describe(move) if question.is_legal(move) else ""

    def take_back_answer(self, table: Any, seat: Seat) -> None:
        """Delete the answer and announce that it was taken back."""
        del self.answers[seat]
        table.tell(AnswerTakenBack(seat=seat), to=self._witnesses)

    def has_answers_to_open(self) -> bool:
        """Whether anybody has answered."""
        return bool(self.answers)

    @property
    def _witnesses(self) -> Collection[Seat] | None:
        """The seats that hear of sealed or withdrawn answers; None: everybody."""
        return () if self.waiting_is_secret else None
