"""Drafts: a move put together of several choices, each of them an ordinary step of the game.

While somebody puts it together its steps are played on copies of the table, with nothing else on the agenda: so what a
choice leaves is what it will leave, and taking it back is going on from the copy before. When the move is sent, the
same steps are played on the table itself. It is one move, one entry and one line of the log.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from bot.engine import play
from bot.engine.multi_step import Stage, Topic
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step, Table
from bot.engine.what_if import copied, trial

T = TypeVar("T", bound=Table)


class Part(Step):
    """A step of a move that is put together; nobody but its seat is asked, and no chance is used."""

    lasts: ClassVar[bool] = False
    """Whether it is over only when the move is sent, for until then more can be chosen, or all of it anew."""

    seat: Open[Seat]
    made: Open[bool] = False
    """Whether something was chosen here."""

    def asked(self, table: Any) -> Collection[Seat]:
        """Ask its seat, until it has chosen."""
        return () if self.made and not self.lasts else (self.seat,)

    def prompt(self, table: Any) -> str:
        """Return what is asked."""
        raise NotImplementedError(f"{type(self).__name__} asks {self.seat} nothing")

    def options(self, table: Any) -> Iterable[Option]:
        """Return what can be chosen next."""
        raise NotImplementedError(f"{type(self).__name__} has no choice for {self.seat}")

    def choice(self, table: Any, rule: str) -> Question | None:
        """Return what can be chosen next as a question, under this rule; None: nothing more."""
        options = tuple(self.options(table))
        return Choose(prompt=self.prompt(table), rule=rule, options=options) if options else None

    def may_end(self, table: Any) -> bool:
        """Whether the move can be sent while this is asked."""
        return False

    def answer(self, table: Any, seat: Seat, move: Any) -> None:
        """Do what was chosen; what must be chosen next goes in front."""
        self.made = True
        self.take(table, move)

    def take(self, table: Any, move: Any) -> None:
        """Do what a legal choice does."""
        raise NotImplementedError(f"{type(self).__name__} does nothing with {move!r}")


class OneOf(Part):
    """A choice that follows from another one; a single answer is not asked for, but made."""

    def begin(self, table: Any) -> None:
        """Do what leaves nothing to choose."""
        options = list(self.options(table))
        if len(options) > 1:
            return
        self.made = True
        if options:
            self.take(table, options[0].move)
        else:
            self.settle(table)

    def settle(self, table: Any) -> None:
        """Do what happens where nothing can be chosen."""


@dataclass
class Draft(Generic[T]):
    """A move as it can be put together at a table; its `stage` is that of a `Compose`."""

    table: T
    """As it stands; it stays as it is."""
    first: Part
    """What the move begins with; made for this draft alone."""
    rule: str
    """Of the rulebook, for all that is asked."""
    leaves: Callable[[T], str]
    """Says what the choices so far leave."""
    heading: Callable[[T], str | Topic] = lambda _: ""
    """Says what all of it is about now, where a choice has changed that; see `Stage.heading`."""
    copy: Callable[[T], T] = trial
    """Copies all that the parts can change; their agenda is copied here."""
    _chosen: tuple[Move, ...] = ()
    _path: list[tuple[T, list[Stage]]] = field(default_factory=list)
    """After each of the choices looked at last, and before the first; with the stage there, once it was looked at."""

    def stage(self, parts: tuple[Move, ...]) -> Stage:
        """Return what follows from legal choices.

        Raises:
            ValueError: one of them draws or shows something, so that it could not be taken back.
        """
        there, found = self._at(parts)
        if not found:
            found.append(self._stage(there))
        return found[0]

    def tried(self, parts: tuple[Move, ...]) -> T:
        """Return the table as legal choices leave it, which nobody may change; raises the same."""
        return self._at(parts)[0]

    def _at(self, parts: tuple[Move, ...]) -> tuple[T, list[Stage]]:
        same = _in_common(parts, self._chosen)
        if same < len(parts) or not self._path:
            del self._path[same + 1 :]
            self._chosen = parts[:same]
            for number in range(len(self._path), len(parts) + 1):
                there = self._after(parts[number - 1]) if number else self._begun()
                self._path.append((there, []))
                self._chosen = parts[:number]
        return self._path[len(parts)]

    def _begun(self) -> T:
        return _unseen(begun(self.table, self.first, self.copy), self.table.chance.drawn)

    def _after(self, part: Move) -> T:
        before = self._path[-1][0]
        there, drawn = self.copy(before), before.chance.drawn
        there.agenda = [copied(step) for step in before.agenda]
        make_choice(there, part)
        return _unseen(there, drawn)

    def _stage(self, there: T) -> Stage:
        leaves, heading = self.leaves(there), self.heading(there)
        if not there.agenda:
            return Stage(None, leaves, complete=True, heading=heading)
        now = asking(there)
        return Stage(now.choice(there, self.rule), leaves, now.may_end(there), heading)


def begun(table: T, first: Part, copy: Callable[[T], T] = trial) -> T:
    """Return a copy of a table where nothing but a move is on the agenda, for all that can be tried there.

    Args:
        table: as it stands; it stays as it is.
        first: what the move begins with.
        copy: copies the table.
    """
    there = copy(table)
    there.agenda = [first]
    play.advance(there)
    return there


def asking(table: Table) -> Part:
    """Return what is asked at a table where nothing but a move is on the agenda."""
    now: Part = table.agenda[0]
    return now


def make_choice(table: Table, part: Move) -> None:
    """Make a legal choice at such a table, with all that follows from it by itself."""
    now = asking(table)
    now.answer(table, now.seat, part)
    play.advance(table)


def carry_out(table: Table, first: Part, parts: Sequence[Move]) -> None:
    """Play a move that was put together, in the middle of an answer: the table's agenda waits until it is over.

    Args:
        table: the table itself.
        first: what the move begins with.
        parts: its choices, each legal after those before it; together they are complete.
    """
    agenda, table.agenda = table.agenda, [first]
    play.advance(table)
    for part in parts:
        make_choice(table, part)
    while table.agenda:
        table.agenda.pop(0).end(table)
        play.advance(table)
    table.agenda = agenda


def _unseen(table: T, drawn: int) -> T:
    """Return the table as something has left it that draws and shows nothing; chance had been used so often before."""
    if table._no_way_back or table.chance.drawn != drawn or any(one.news.reveals for one in table.told):
        raise ValueError("what is put together in private may neither draw nor show anything")
    table.told.clear()
    return table


def _in_common(one: Sequence[Move], other: Sequence[Move]) -> int:
    """Return with how many choices both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (here, there) in pairs if here is not there and here != there), min(len(one), len(other)))
