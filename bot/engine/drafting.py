"""Composed moves whose choices are ordinary steps of the game.

While a player composes the move, its steps run on copies of the table with nothing else on the agenda. So a choice's
preview is exact, and undoing a choice means continuing from the copy before it. When the move is sent, the same steps
run on the table itself. It is one move, one entry and one line of the log.
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
from bot.engine.what_if import copy_for_trial, copy_record

T = TypeVar("T", bound=Table)


class Part(Step):
    """A step of a composed move; it asks only its own seat and uses no randomness."""

    lasts: ClassVar[bool] = False
    """Whether the step ends only when the move is sent, because until then more can be chosen or changed."""

    is_detail: ClassVar[bool] = False
    """Whether it asks for a detail of the choice before it, which a reader counts as one step with it."""

    seat: Open[Seat]
    made: Open[bool] = False
    """Whether a choice was made in this step."""

    def list_asked_seats(self, table: Any) -> Collection[Seat]:
        """Ask its seat until it has chosen."""
        return () if self.made and not self.lasts else (self.seat,)

    def prompt(self, table: Any) -> str:
        """Return the prompt of the question."""
        raise NotImplementedError(f"{type(self).__name__} asks {self.seat} nothing")

    def list_options(self, table: Any) -> Iterable[Option]:
        """Return the options of the next choice."""
        raise NotImplementedError(f"{type(self).__name__} has no choice for {self.seat}")

    def build_choice(self, table: Any, rule: str) -> Question | None:
        """Return the next choice as a question under this rule, or None if there is none."""
        options = tuple(self.list_options(table))
        return Choose(prompt=self.prompt(table), rule=rule, options=options) if options else None

    def can_end(self, table: Any) -> bool:
        """Whether the move can be sent while this step asks."""
        return False

    def answer(self, table: Any, seat: Seat, move: Any) -> None:
        """Apply the choice; required follow-up choices go to the front of the agenda."""
        self.made = True
        self.take(table, move)

    def take(self, table: Any, move: Any) -> None:
        """Apply a legal choice."""
        raise NotImplementedError(f"{type(self).__name__} does nothing with {move!r}")


class OneOf(Part):
    """A choice that follows from another one; a single option is taken without asking."""

    def begin(self, table: Any) -> None:
        """Take the only option, or settle if there is none."""
        options = list(self.list_options(table))
        if len(options) > 1:
            return
        self.made = True
        if options:
            self.take(table, options[0].move)
        else:
            self.settle(table)

    def settle(self, table: Any) -> None:
        """Handle the case that there are no options."""


@dataclass
class Draft(Generic[T]):
    """A composed move at a table; its `stage` is that of a `Compose`."""

    table: T
    """The current table; it is not modified."""
    first: Part
    """The first step of the move, created for this draft alone."""
    rule: str
    """The rulebook paragraph of all its questions."""
    leaves: Callable[[T], str]
    """Describes the effect of the choices so far."""
    heading: Callable[[T], str | Topic] = lambda _: ""
    """The topic after a choice that has changed it; see `Stage.heading`."""
    copy: Callable[[T], T] = copy_for_trial
    """Copies everything that the parts can change; the agenda is copied here."""
    _chosen: tuple[Move, ...] = ()
    _path: list[tuple[T, list[Stage]]] = field(default_factory=list)
    """The table before the first and after each of the latest choices, with the stage once computed."""

    def stage(self, parts: tuple[Move, ...]) -> Stage:
        """Return the stage after legal choices.

        Raises:
            ValueError: one of them draws or reveals something, so that it could not be undone.
        """
        there, found = self._get_path_entry(parts)
        if not found:
            found.append(self._stage(there))
        return found[0]

    def get_table_after(self, parts: tuple[Move, ...]) -> T:
        """Return the table after legal choices, which must not be modified; raises ValueError as `stage` does."""
        return self._get_path_entry(parts)[0]

    def _get_path_entry(self, parts: tuple[Move, ...]) -> tuple[T, list[Stage]]:
        same = _count_common(parts, self._chosen)
        if same < len(parts) or not self._path:
            del self._path[same + 1 :]
            self._chosen = parts[:same]
            for number in range(len(self._path), len(parts) + 1):
                there = self._play_part(parts[number - 1]) if number else self._begin_copy()
                self._path.append((there, []))
                self._chosen = parts[:number]
        return self._path[len(parts)]

    def _begin_copy(self) -> T:
        return _require_nothing_shown(begin_on_copy(self.table, self.first, self.copy), self.table.chance.drawn)

    def _play_part(self, part: Move) -> T:
        before = self._path[-1][0]
        there, drawn = self.copy(before), before.chance.drawn
        there.agenda = [copy_record(step) for step in before.agenda]
        make_choice(there, part)
        return _require_nothing_shown(there, drawn)

    def _stage(self, there: T) -> Stage:
        leaves, heading = self.leaves(there), self.heading(there)
        if not there.agenda:
            return Stage(None, leaves, complete=True, heading=heading)
        now = get_asked_part(there)
        return Stage(now.build_choice(there, self.rule), leaves, now.can_end(there), heading, now.is_detail)


def begin_on_copy(table: T, first: Part, copy: Callable[[T], T] = copy_for_trial) -> T:
    """Return a copy of a table with only a move on its agenda, to try choices on.

    Args:
        table: the current table; it is not modified.
        first: the first step of the move.
        copy: copies the table.
    """
    there = copy(table)
    there.agenda = [first]
    play.advance(there)
    return there


def get_asked_part(table: Table) -> Part:
    """Return the step that asks on a table with only a move on its agenda."""
    now: Part = table.agenda[0]
    return now


def make_choice(table: Table, part: Move) -> None:
    """Make a legal choice on such a table, with its automatic consequences."""
    now = get_asked_part(table)
    now.answer(table, now.seat, part)
    play.advance(table)


def play_parts(table: Table, first: Part, parts: Sequence[Move]) -> None:
    """Play a composed move during an answer; the table's own agenda is suspended until it ends.

    Args:
        table: the table itself.
        first: the first step of the move.
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


def _require_nothing_shown(table: T, drawn: int) -> T:
    """Return the table after checking that nothing was drawn or revealed since chance had been used `drawn` times."""
    if table._blocks_undo or table.chance.drawn != drawn or any(one.news.reveals for one in table.told):
        raise ValueError("what is put together in private may neither draw nor show anything")
    table.told.clear()
    return table


def _count_common(one: Sequence[Move], other: Sequence[Move]) -> int:
    """Return the number of leading choices that both have in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (here, there) in pairs if here is not there and here != there), min(len(one), len(other)))
