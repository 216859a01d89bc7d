"""Composed moves: several small choices, made in private, that form one move.

For instance, a seat spends eight worker moves, fills a basket and pays for it, or aims an attack. Each choice depends
on those before it, and only the whole is announced, as one move. Until it is sent, nothing is saved and nobody else
notices anything: the choices so far are stored in the ids of the player's controls.

A `stage` is a pure function of the choices so far; the table data that it reads belongs in `about`. The ids contain the
choices and a checksum, so the server keeps no state between presses. The result is one move, one entry and one line of
the log. A move that can be sent unchanged counts as a choice if others can be composed (`ChooseOrCompose.is_free`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from bot.engine.questions import Arrange, BadAnswer, Choose, Number, Question, Split, Subset
from bot.engine.records import Move

CHECK = "k"
"""Prefix of the pick that holds the checksum of the earlier choices; see `Compose.compute_check`."""
OPEN = "o"
"""The pick that leads from a list of moves to the composed ones; see `ChooseOrCompose`."""
NO_CHOICES = "nothing"
"""The description of a composed move without any choice."""
TRIES = 100
OUTDATED = "What you had put together does not fit the table as it stands now. Please begin again; nothing was changed."


@dataclass(frozen=True)
class Topic:
    """The topic of a whole answer: its prompt, and an explanation for new players."""

    prompt: str
    help: str


@dataclass(frozen=True)
class Stage:
    """The state after some choices of a composed move."""

    question: Question | None
    """The next choice; None: there is none."""
    leaves: str = ""
    """The effect of the choices so far, in words."""
    complete: bool = True
    """Whether they form a complete answer."""
    heading: str | Topic = ""
    """The new topic, if a choice has changed it; empty: the question's own. A plain string has no explanation, and the
    question's explanation is then omitted because it was about something else."""
    asks_detail: bool = False
    """Whether the next choice is a detail of the last one, such as the place of a building."""


@dataclass(frozen=True, kw_only=True)
class Compose(Question):
    """A move composed of several choices, each the answer to a question that depends on those before it.

    Picks: one for each choice, in order: the picks of its own question, joined by `_`. They may be preceded by the
    `compute_check` of the earlier choices.
    """

    move: type[Move] = Move
    field: str = ""
    """The move's field with the list of choices, which are moves themselves; empty if `apart` is set."""
    apart: Callable[[Move], Sequence[Move] | None] | None = dataclasses.field(default=None, compare=False, repr=False)
    """For moves where each choice is a partial move and the last one is the whole: returns the
    choices that lead to a move, or None."""
    stage: Callable[[tuple[Move, ...]], Stage] = dataclasses.field(compare=False, repr=False)
    """The stage after these choices; a pure function of them and of the table at which the question was made.

    It is only called with choices that its own questions allow. Table data that it reads beyond the first question
    belongs in `about`, so that an outdated answer is not taken for a current one.
    """
    tried: Callable[[tuple[Move, ...]], Any] | None = dataclasses.field(default=None, compare=False, repr=False)
    """Returns the table after legal choices, where they are tried on a copy, which must not be modified.

    It is the whole table. So a text for a player may only use what its seat may know of it.
    """
    gives_up: Callable[[tuple[Move, ...]], str] | None = dataclasses.field(default=None, compare=False, repr=False)
    """Returns what an answer with only these choices gives up, in a short sentence; None: nothing worth saying."""
    nothing: Callable[[], str] | None = dataclasses.field(default=None, compare=False, repr=False)
    """Returns the same for an answer without any choice; for packages whose questions have no `gives_up`."""
    paired: tuple[type[Move], ...] = ()
    """The kinds of choices that must be continued, such as a card that needs a target: where they have room, menus list
    each together with the next choice."""
    words_say_all: bool = False
    """Whether the texts of the choices say all that they mean. An answer to an earlier version of the question then
    counts while they read the same; otherwise `about` must be the same, too."""
    most: int = 40
    """The maximum number of choices; as many fit into an id where each is one of up to sixty."""

    def describe_given_up(self, parts: Sequence[Move]) -> str:
        """Return what an answer with only these choices gives up, in a short sentence; empty: nothing worth saying."""
        if self.gives_up is not None:
            return self.gives_up(tuple(parts))
        return "" if parts or self.nothing is None else self.nothing()

    def get_stage(self, parts: Sequence[Move]) -> Stage:
        """Return the stage after these choices."""
        stage = self.stage(tuple(parts))
        return stage if len(parts) < self.most else dataclasses.replace(stage, question=None)

    def get_topic(self, parts: Sequence[Move]) -> Topic:
        """Return the topic after these choices."""
        heading = self.get_stage(parts).heading or Topic(self.prompt, self.help)
        return heading if isinstance(heading, Topic) else Topic(heading, "")

    @property
    def is_free(self) -> bool:
        """Whether there is more than one way through it."""
        parts: tuple[Move, ...] = ()
        while (stage := self.get_stage(parts)).question is not None:
            if stage.complete or stage.question.is_free:
                return True
            parts = (*parts, stage.question.choose_random_move(Random(0)))  # noqa: S311 - there is only one move
        return False

    def make(self, parts: Sequence[Move]) -> Move:
        """Return the move with these choices."""
        if self.apart is not None:
            return parts[-1]
        return self.move.model_validate({self.field: list(parts)})

    def is_legal(self, move: Move) -> bool:
        """Whether each choice is legal after those before it, and the whole is complete."""
        parts = self.split_move(move)
        if parts is None or self.count_legal_parts(parts) < len(parts):
            return False
        return self.get_stage(parts).complete and self.make(parts) == move

    def count_legal_parts(self, parts: Sequence[Move]) -> int:
        """Return how many of these choices are legal, each after those before it."""
        for number, part in enumerate(parts):
            question = self.get_stage(parts[:number]).question
            if question is None or not question.is_legal(part):
                return number
        return len(parts)

    def split_move(self, move: Move) -> Sequence[Move] | None:
        """Return the choices of a move, legal or not, or None if it has none."""
        if self.apart is not None:
            return self.apart(move)
        return tuple(getattr(move, self.field)) if isinstance(move, self.move) else None

    def compute_check(self, parts: Sequence[Move]) -> str:
        """Return a four-character checksum of the choices so far and of the next question's options.

        Picks are only positions in lists; the checksum detects that those lists have changed.
        """
        question = self.get_stage(parts).question
        offered = None if question is None else question.get_fingerprint()
        seen = [part.model_dump_json() for part in parts], offered
        return sha256(repr(seen).encode()).hexdigest()[:4]

    def read_parts(self, picks: Sequence[str]) -> tuple[Move, ...]:
        """Return the choices that these picks mean, as far as they go; raise BadAnswer if a pick is invalid."""
        check = picks[0][len(CHECK) :] if picks and picks[0].startswith(CHECK) else None
        parts: tuple[Move, ...] = ()
        for pick in picks if check is None else picks[1:]:
            question = self.get_stage(parts).question
            if question is None:
                raise BadAnswer("You cannot add more to this answer. Nothing was changed.")
            parts = (*parts, question.read(pick.split("_") if pick else []))
        if check is not None and check != self.compute_check(parts):
            raise BadAnswer(OUTDATED)
        return parts

    def read(self, picks: Sequence[str]) -> Move:
        """Return the move of the picked choices.

        Raises:
            BadAnswer: one of them is not legal after those before it, they are not complete, or they are outdated.
        """
        parts = self.read_parts(picks)
        stage = self.get_stage(parts)
        if not stage.complete:
            wanted = "" if stage.question is None else f" Still to be chosen: {stage.question.prompt}"
            raise BadAnswer(f"This answer is not complete yet.{wanted} Nothing was changed.")
        return self.make(parts)

    def choose_random_move(self, random: Random) -> Move:
        """Return a move of random choices.

        Raises:
            LookupError: no complete sequence was found, which is a bug in the game.
        """
        for _ in range(TRIES):  # a random sequence may end before it is complete
            parts: tuple[Move, ...] = ()
            while (question := (stage := self.get_stage(parts)).question) is not None:
                if stage.complete and random.random() < 1 / 3:
                    break
                parts = (*parts, question.choose_random_move(random))
            if stage.complete:
                return self.make(parts)
        raise LookupError(f"no complete answer to {self.prompt!r} was found")

    def describe_parts(self, parts: Sequence[Move]) -> list[tuple[str, str]]:
        """Return each choice's text, with the effect of all choices up to it."""
        found = []
        for number, part in enumerate(parts):
            question = self.get_stage(parts[:number]).question
            found.append(
                ("" if question is None else question.describe(part), self.get_stage(parts[: number + 1]).leaves)
            )
        return found

    def list_steps(self, parts: Sequence[Move]) -> list[tuple[Move, str, str]]:
        """Return the steps of these choices: each with its details, as its first choice, its text and its effect."""
        steps: list[tuple[Move, str, str]] = []
        for number, (part, (said, leaves)) in enumerate(zip(parts, self.describe_parts(parts), strict=True)):
            if steps and self.get_stage(parts[:number]).asks_detail:
                first, before, _ = steps[-1]
                steps[-1] = (first, f"{before} → {said}", leaves)
            else:
                steps.append((part, said, leaves))
        return steps

    def describe(self, move: Any) -> str:
        """Return the choices in their order."""
        return "; ".join(said for said, _ in self.describe_parts(self.split_move(move) or ())) or NO_CHOICES

    def get_fingerprint(self) -> Sequence[object]:
        """Return the kind of move and the options of the first choice."""
        first = self.get_stage(())
        beginning = (
            None if first.question is None else (type(first.question).__name__, *first.question.get_fingerprint())
        )
        return self.move.__name__, self.field, beginning, first.complete, self.most


@dataclass(frozen=True, kw_only=True)
class ChooseOrCompose(Choose):
    """One of the given moves, or a composed one that is too special or too varied for the list.

    Picks: the option's position; or `OPEN`, and then the picks of the composed move. A random move is one of the list.
    """

    otherwise: Compose
    """The composed alternative. It is evaluated on demand; its `about` belongs to this question's."""
    opens: str
    """The label of the button that leads there, in a few words."""

    @property
    def is_open(self) -> bool:
        """Whether anything can be composed now."""
        return self.otherwise.get_stage(()).question is not None

    @property
    def is_free(self) -> bool:
        """Whether there is more than one move, or one listed and others that can be composed."""
        return super().is_free or self.is_open

    def is_legal(self, move: Move) -> bool:
        """Whether it is one of the moves, or can be composed."""
        return super().is_legal(move) or self.otherwise.is_legal(move)

    def read(self, picks: Sequence[str]) -> Move:
        """Return the option at the picked position, or the composed move.

        Raises:
            BadAnswer: no option has that position, or the composed move is not legal.
        """
        return self.otherwise.read(picks[1:]) if picks and picks[0] == OPEN else super().read(picks)

    def describe(self, move: Any) -> str:
        """Return the option's label, or the choices."""
        return super().describe(move) if move in self.moves else self.otherwise.describe(move)

    def get_fingerprint(self) -> Sequence[object]:
        """Return the listed moves, and the `about` of the others."""
        return (*super().get_fingerprint(), self.otherwise.about)


def list_picks(question: Question, move: Any) -> list[str]:
    """Return the picks that mean this legal answer: the inverse of `Question.read`.

    Raises:
        TypeError: it is a question of an unknown kind.
    """
    match question:
        case ChooseOrCompose() if move not in question.moves:
            return [OPEN, *list_picks(question.otherwise, move)]
        case Compose():
            parts = question.split_move(move) or ()
            asked = (question.get_stage(parts[:number]).question for number in range(len(parts)))
            return ["_".join(list_picks(one, part)) for one, part in zip(asked, parts, strict=True) if one is not None]
        case Choose():
            return [str(question.moves.index(move))]
        case Number():
            return [str(getattr(move, question.field))]
        case Split():
            return [str(getattr(move, question.field)[line.name]) for line in question.lines]
        case Subset() | Arrange():
            values = [item.value for item in question.items]
            return [str(values.index(value)) for value in getattr(move, question.field)]
        case _:
            raise TypeError(f"no picks for {type(question).__name__}")
