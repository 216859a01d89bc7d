"""A turn put together in private: small choices, each played on a copy of the table, which make one move.

What a company does in a turn hides nothing: cubes are drawn and assets are turned up only when the turn is over. So the
whole turn can be played beforehand, changed, and sent when it is as one likes it. The rules are the same for the copy
and for the table. (How it is asked is ours.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Self

from bot.engine.composed import Compose, Stage, Tries
from bot.engine.play import copy
from bot.engine.questions import Choose, Option
from bot.engine.records import Move, Seat

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


@dataclass(frozen=True)
class Pending:
    """Something that has to be settled before the turn goes on; its options may be none, or only one."""

    company: str

    def prompt(self, turn: Turn) -> str:
        """Return what is asked."""
        raise NotImplementedError

    def options(self, turn: Turn) -> Sequence[Option]:
        """Return what can be chosen; empty: nothing is to be decided."""
        return ()

    def take(self, turn: Turn, part: Any) -> None:
        """Do what was chosen."""
        raise NotImplementedError

    def settle(self, turn: Turn) -> None:
        """Do what happens where nothing is to be decided."""


@dataclass
class Turn:
    """A turn as far as it was chosen, on the table or on a copy of it."""

    table: City
    seat: Seat
    pending: list[Pending] = field(default_factory=list)
    rule: str = ""

    # What each kind of turn says

    def prompt(self) -> str:
        """Return what is asked when nothing is pending."""
        raise NotImplementedError

    def options(self) -> Sequence[Option]:
        """Return what can be chosen when nothing is pending."""
        raise NotImplementedError

    def do(self, part: Any) -> None:
        """Do what was chosen when nothing was pending."""
        raise NotImplementedError

    def is_complete(self) -> bool:
        """Whether the turn may end here, when nothing is pending."""
        raise NotImplementedError

    def leaves(self, before: City) -> str:
        """Return what is different from before, in words."""
        raise NotImplementedError

    # What is the same for all

    def first(self, *pending: Pending) -> None:
        """Settle these before all else, in this order."""
        self.pending[:0] = pending

    def copied(self) -> Self:
        """Return the same on a copy of the table."""
        return replace(self, table=copy(self.table), pending=list(self.pending))

    def take(self, part: Move) -> None:
        """Make a choice, and settle what follows from it without another."""
        if self.pending:
            self.pending.pop(0).take(self, part)
        else:
            self.do(part)
        self.go_on()

    def go_on(self) -> None:
        """Settle what needs no decision, or leaves none: one legal answer is never asked."""
        while self.pending:
            options = self.pending[0].options(self)
            if len(options) > 1:
                return
            now = self.pending.pop(0)
            if options:
                now.take(self, options[0].move)
            else:
                now.settle(self)

    def play(self, parts: Sequence[Move]) -> None:
        """Make all these choices."""
        self.go_on()
        for part in parts:
            self.take(part)

    def question(self) -> Choose | None:
        """Return what can be chosen now; None: nothing more."""
        if self.pending:
            now = self.pending[0]
            return Choose(prompt=now.prompt(self), rule=self.rule, options=tuple(now.options(self)))
        options = tuple(self.options())
        return Choose(prompt=self.prompt(), rule=self.rule, options=options) if options else None

    def can_end(self) -> bool:
        """Whether what was chosen is a whole turn."""
        return not self.pending and self.is_complete()


def compose(turn: Turn, move: type[Move], prompt: str, help_: str) -> Compose:
    """Ask for a turn; `turn`: at the table as it stands, with nothing chosen."""

    def begin() -> Turn:
        now = turn.copied()
        now.go_on()
        return now

    def then(before: Turn, part: Move) -> Turn:
        now = before.copied()
        now.take(part)
        return now

    tries = Tries(begin, then)

    @cache
    def stage(parts: tuple[Move, ...]) -> Stage:
        now = tries.after(parts)
        return Stage(now.question(), now.leaves(turn.table) if parts else "", now.can_end())

    return Compose(
        prompt=prompt,
        rule=turn.rule,
        help=help_,
        about=(turn.table.stamp(),),
        move=move,
        field="parts",
        stage=stage,
    )
