"""Compose: several small choices, put together in private, that make one move.

A seat spends eight moves of its workers, fills a basket and pays for it, or aims an attack: each choice depends on
those before it, and only the whole is told, once, as one move. Until it is sent nothing is saved and nobody else
notices anything: the choices so far stand in the ids of the controls of whoever makes them.

A `stage` is a pure function of the choices so far, and what it reads of the table belongs into `about`. The parts stand
in the ids with a check; so nothing is remembered between presses, and it is one move, one entry and one line of the
log. A move that can be sent as it is counts as a choice where others can be put together (`ChooseOrCompose.is_free`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from bot.engine.questions import BadAnswer, Choose, Question
from bot.engine.records import Move

CHECK = "k"
"""Begins the pick that tells which choices the others were made after; see `Compose.check`."""
OPEN = "o"
"""The pick that leads from a list of moves to those that are put together; see `ChooseOrCompose`."""
TRIES = 100
OUTDATED = "What you had put together does not fit the table as it stands now. Please begin again; nothing was changed."


@dataclass(frozen=True)
class Topic:
    """What a whole answer is about: what is asked, and what that means for somebody who has never played."""

    prompt: str
    help: str


@dataclass(frozen=True)
class Stage:
    """Where somebody stands who has put some choices together."""

    question: Question | None
    """What can be chosen next; None: nothing more."""
    leaves: str = ""
    """What the choices so far leave, in words."""
    complete: bool = True
    """Whether they are a whole answer."""
    heading: str | Topic = ""
    """What all of it is about from here on, where a choice has changed that; empty: the question still says it.

    A plain heading explains nothing, and what the question explains is left out: it was about something else."""


@dataclass(frozen=True, kw_only=True)
class Compose(Question):
    """A move made of several choices, each the answer to a question that follows from those before it.

    Picks: one for each choice, in order: the picks of its own question, joined by `_`. Before them may stand the
    `check` of what they were made after.
    """

    move: type[Move] = Move
    field: str = ""
    """Of the move: the list of choices, which are moves themselves; empty where there is `apart`."""
    apart: Callable[[Move], Sequence[Move] | None] | None = dataclasses.field(default=None, compare=False, repr=False)
    """Where each choice is the move as far as it is known, so that the last one is the whole: return the choices that
    lead to a move; None: there are none."""
    stage: Callable[[tuple[Move, ...]], Stage] = dataclasses.field(compare=False, repr=False)
    """What follows from choices; a pure function of these, and of the table at which it was made.

    It is only called with choices that its own questions allow. What it reads of the table beyond the first question
    belongs into `about`, so that an old answer is not taken for one of now.
    """
    tried: Callable[[tuple[Move, ...]], Any] | None = dataclasses.field(default=None, compare=False, repr=False)
    """Returns the table as legal choices would leave it, where they are tried on one; only the host looks at it."""
    most: int = 40
    """How many choices an answer may have; as many fit into an id where each is one of up to sixty."""

    def at(self, parts: Sequence[Move]) -> Stage:
        """Return where somebody stands after these choices."""
        stage = self.stage(tuple(parts))
        return stage if len(parts) < self.most else dataclasses.replace(stage, question=None)

    def topic(self, parts: Sequence[Move]) -> Topic:
        """Return what all of it is about after these choices."""
        heading = self.at(parts).heading or Topic(self.prompt, self.help)
        return heading if isinstance(heading, Topic) else Topic(heading, "")

    @property
    def is_free(self) -> bool:
        """Whether there is more than one way through it."""
        parts: tuple[Move, ...] = ()
        while (stage := self.at(parts)).question is not None:
            if stage.complete or stage.question.is_free:
                return True
            parts = (*parts, stage.question.any_move(Random(0)))  # noqa: S311 - there is only one
        return False

    def make(self, parts: Sequence[Move]) -> Move:
        """Return the move with these choices."""
        if self.apart is not None:
            return parts[-1]
        return self.move.model_validate({self.field: list(parts)})

    def allows(self, move: Move) -> bool:
        """Whether each choice is legal after those before it, and the whole is complete."""
        parts = self.choices(move)
        if parts is None or self.possible(parts) < len(parts):
            return False
        return self.at(parts).complete and self.make(parts) == move

    def possible(self, parts: Sequence[Move]) -> int:
        """Return how many of these choices are legal, each after those before it."""
        for number, part in enumerate(parts):
            question = self.at(parts[:number]).question
            if question is None or not question.allows(part):
                return number
        return len(parts)

    def choices(self, move: Move) -> Sequence[Move] | None:
        """Return the choices that a move is made of, legal or not; None: it is not made of any."""
        if self.apart is not None:
            return self.apart(move)
        return tuple(getattr(move, self.field)) if isinstance(move, self.move) else None

    def check(self, parts: Sequence[Move]) -> str:
        """Return four characters that follow from the choices so far and from what can be chosen next.

        They stand beside the picks, which are only positions in lists: if those lists are others by now, it shows.
        """
        question = self.at(parts).question
        offered = None if question is None else question.offered()
        seen = [part.model_dump_json() for part in parts], offered
        return sha256(repr(seen).encode()).hexdigest()[:4]

    def parts(self, picks: Sequence[str]) -> tuple[Move, ...]:
        """Return the choices that these picks mean, as far as they go; raise BadAnswer where they mean none."""
        check = picks[0][len(CHECK) :] if picks and picks[0].startswith(CHECK) else None
        parts: tuple[Move, ...] = ()
        for pick in picks if check is None else picks[1:]:
            question = self.at(parts).question
            if question is None:
                raise BadAnswer("You cannot add more to this answer. Nothing was changed.")
            parts = (*parts, question.read(pick.split("_") if pick else []))
        if check is not None and check != self.check(parts):
            raise BadAnswer(OUTDATED)
        return parts

    def read(self, picks: Sequence[str]) -> Move:
        """Return the move of the picked choices.

        Raises:
            BadAnswer: one of them is not legal after those before it, they are not complete, or they are outdated.
        """
        parts = self.parts(picks)
        stage = self.at(parts)
        if not stage.complete:
            wanted = "" if stage.question is None else f" Still to be chosen: {stage.question.prompt}"
            raise BadAnswer(f"This answer is not complete yet.{wanted} Nothing was changed.")
        return self.make(parts)

    def any_move(self, random: Random) -> Move:
        """Return any choices, made one after the other until they are complete.

        Raises:
            LookupError: no way through was found that is complete, which is a fault of the game.
        """
        for _ in range(TRIES):  # a way may end before it is complete
            parts: tuple[Move, ...] = ()
            while (question := (stage := self.at(parts)).question) is not None:
                if stage.complete and random.random() < 1 / 3:
                    break
                parts = (*parts, question.any_move(random))
            if stage.complete:
                return self.make(parts)
        raise LookupError(f"no complete answer to {self.prompt!r} was found")

    def words(self, parts: Sequence[Move]) -> list[tuple[str, str]]:
        """Return for each choice how it reads, and what all up to it leave."""
        found = []
        for number, part in enumerate(parts):
            question = self.at(parts[:number]).question
            found.append(("" if question is None else question.describe(part), self.at(parts[: number + 1]).leaves))
        return found

    def describe(self, move: Any) -> str:
        """Return the choices in their order."""
        return "; ".join(said for said, _ in self.words(self.choices(move) or ())) or "nothing"

    def offered(self) -> Sequence[object]:
        """Return the kind of move, and what can be chosen first."""
        first = self.at(())
        beginning = None if first.question is None else (type(first.question).__name__, *first.question.offered())
        return self.move.__name__, self.field, beginning, first.complete, self.most


@dataclass(frozen=True, kw_only=True)
class ChooseOrCompose(Choose):
    """One of the given moves; or one that is put together, of those that are too many or too special for the list.

    Picks: the option's position; or `OPEN`, and then those of what is put together. Whoever takes any move takes one of
    the list.
    """

    otherwise: Compose
    """What is put together. Not looked into before somebody wants to know; its `about` belongs to this question's."""
    opens: str
    """What leads there, in a few words."""

    @property
    def is_open(self) -> bool:
        """Whether anything can be put together now."""
        return self.otherwise.at(()).question is not None

    @property
    def is_free(self) -> bool:
        """Whether there is more than one move, or one in the list and others that can be put together."""
        return super().is_free or self.is_open

    def allows(self, move: Move) -> bool:
        """Whether it is one of the moves, or can be put together."""
        return super().allows(move) or self.otherwise.allows(move)

    def read(self, picks: Sequence[str]) -> Move:
        """Return the option at the picked position, or what was put together.

        Raises:
            BadAnswer: no option stands there, or what was put together is no legal answer.
        """
        return self.otherwise.read(picks[1:]) if picks and picks[0] == OPEN else super().read(picks)

    def describe(self, move: Any) -> str:
        """Return the option's label, or the choices."""
        return super().describe(move) if move in self.moves else self.otherwise.describe(move)

    def offered(self) -> Sequence[object]:
        """Return the moves in the list, and what the others are about."""
        return (*super().offered(), self.otherwise.about)
