"""The five kinds of question.

One object serves three users: the screen shows what it offers, the rules accept only what `is_legal` accepts, and bots
choose from it. A question turns raw picks (option numbers, typed text) into a legal move with `read`. Invalid picks get
a sentence that describes the expected input.

A question's id depends on its step, its rule, its legal answers in their order, and `about`, not on its wording. New
wording leaves buttons valid; other legal answers do not. A step whose fields are secret, or change while it is asked,
overrides `Step.get_identity`; an out-of-turn question puts its context into `about`. Options that cannot be paid
together share a `Budget`. `Option.hint` is for a menu, `Option.full` for the text above it. A question whose answer has
parts that do not depend on each other can describe them as an `AnswerForm`, so that they are filled in at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Any, TypeVar, overload

from bot.engine.records import Move
from bot.engine.words import format_count, normalize_width

E = TypeVar("E")


class BadAnswer(ValueError):
    """An answer that cannot be read as a legal move; the text names the expected answer."""

    kept: Sequence[str] = ()
    """The valid picks before the invalid one, where the player can keep them."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A decision that a seat must make now."""

    prompt: str
    """The question itself, in one sentence."""
    rule: str
    """The rulebook paragraph it comes from, e.g. "2-I Transactions"."""
    help: str = ""
    """An explanation of the answer's effect, for new players."""
    about: tuple[object, ...] = ()
    """Further plain values that identify the question, beside its step, its rule and its legal answers."""
    form: Callable[[], AnswerForm] | None = field(default=None, compare=False, repr=False)
    """Returns the form for a whole answer; None: it has none. It is called when the question is shown."""

    @property
    def is_free(self) -> bool:
        """Whether there is more than one legal answer, so that a missing answer is a lost choice."""
        raise NotImplementedError

    def is_legal(self, move: Move) -> bool:
        """Whether the move is a legal answer."""
        raise NotImplementedError

    def read(self, picks: Sequence[str]) -> Move:
        """Return the move these picks mean; raise BadAnswer with a sentence if they are invalid."""
        raise NotImplementedError

    def choose_random_move(self, random: Random) -> Move:
        """Return a random legal move."""
        raise NotImplementedError

    def describe(self, move: Any) -> str:
        """Return a legal answer in the words of the question."""
        raise NotImplementedError

    def get_fingerprint(self) -> Sequence[object]:
        """Return the data that identifies the legal answers, in their order and without wording."""
        raise NotImplementedError


def compute_etag(question: Question, times: int, step: str = "") -> str:
    """Return a question's id of ten characters.

    It depends on what is asked, not on the wording: new words change nothing, another legal answer does.

    Args:
        question: the question; prompt, help, labels and hints do not count.
        times: the number of earlier moves of the seat, so that the same question asked again has a new id.
        step: the identity of the step that asks, if any; see `Step.get_identity`.
    """
    asked = (step, type(question).__name__, question.rule, question.about, *question.get_fingerprint())
    return sha256(f"{times}:{asked!r}".encode()).hexdigest()[:10]


def _to_json(move: Move) -> str:
    """Return a move as saved JSON; several times faster than its repr."""
    return move.model_dump_json()


def _parse_whole_number(text: str, unit: str = "") -> int | None:
    """Return the whole number written in `text`, perhaps after its unit and in full-width digits, or None."""
    text = normalize_width(text).strip().removeprefix(unit).strip()
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= 9 else None


def _parse_positions(picks: Sequence[str], count: int) -> list[int]:
    """Return picks as distinct positions below `count`."""
    positions = [_parse_whole_number(pick) for pick in picks]
    known = [position for position in positions if position is not None and 0 <= position < count]
    if len(known) != len(picks) or len(set(known)) != len(known):
        raise BadAnswer("That choice is not on offer any more. Please choose from the present list.")
    return known


@dataclass(frozen=True)
class Option:
    """One of several moves: its label, its group, and a hint."""

    move: Move
    label: str
    group: str = ""
    hint: str = ""
    """The line below the label, at most a hundred characters."""
    full: str = ""
    """The complete description, where a hint is too short."""
    short: str = ""
    """The label on a button or a line of a menu, where the whole one has more than 38 characters."""
    brief: str = ""
    """Its words on a line of a menu that names another choice, too; see `Compose.paired`."""
    is_minor: bool = False
    """Whether it does little or loses something, so that useful choices stand before it in a menu of pairs."""

    @property
    def caption(self) -> str:
        """The label on a button or a line of a menu."""
        return self.short or self.label


class Unread(Option):
    """An option whose texts are built on first access, for speed: bots never read them.

    Args:
        move: the move of this option.
        words: returns the option with its texts. It is called once or never, and must read a table that does not
            change.
        said: known texts in place of `words`, as passed by `dataclasses.replace`.
    """

    def __init__(self, move: Move, words: Callable[[], Option] | None = None, **said: Any) -> None:
        self.__dict__.update(move=move, _words=words or (lambda: Option(move, **said)))

    @cached_property
    def _read(self) -> Option:
        words: Callable[[], Option] = self.__dict__["_words"]
        option = words()
        if option.move != self.move:
            raise ValueError(f"{self.move!r} is offered with the words of {option.move!r}")
        return option

    @property
    def was_read(self) -> bool:
        """Whether its texts were built."""
        return "_read" in self.__dict__

    @property
    def label(self) -> str:
        """The label."""
        return self._read.label

    @property
    def group(self) -> str:
        """The group of similar moves."""
        return self._read.group

    @property
    def hint(self) -> str:
        """The line below the label."""
        return self._read.hint

    @property
    def full(self) -> str:
        """The complete description."""
        return self._read.full

    @property
    def short(self) -> str:
        """The label on a button, where the whole one is long."""
        return self._read.short

    @property
    def brief(self) -> str:
        """The words beside another choice."""
        return self._read.brief

    @property
    def is_minor(self) -> bool:
        """Whether it does little or loses something."""
        return self._read.is_minor

    def __eq__(self, other: object) -> bool:
        return self._read == (other._read if isinstance(other, Unread) else other)

    def __hash__(self) -> int:
        return self._read.__hash__()


class LazySequence(Sequence[E]):
    """A sequence that is built on first access, for speed, such as a menu order: bots never read it.

    Args:
        find: returns the elements. It is called once or never, and must read a table that does not change.
    """

    def __init__(self, find: Callable[[], Sequence[E]]) -> None:
        self._find = find

    @cached_property
    def _found(self) -> tuple[E, ...]:
        return tuple(self._find())

    @property
    def was_read(self) -> bool:
        """Whether it was built."""
        return "_found" in self.__dict__

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, at: int) -> E: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[E]: ...

    def __getitem__(self, at: int | slice) -> E | Sequence[E]:
        return self._found[at]

    def __eq__(self, other: object) -> bool:
        return self._found == (other._found if isinstance(other, LazySequence) else other)

    def __hash__(self) -> int:
        return self._found.__hash__()


@dataclass(frozen=True, kw_only=True)
class Choose(Question):
    """One of the given moves. Picks: the option's position."""

    options: tuple[Option, ...]
    shown: Sequence[int] = ()
    """The positions of the options in menu order; empty: in list order.

    One can be left out if it makes no difference which of it and another with the same caption is chosen."""

    @property
    def moves(self) -> Sequence[Move]:
        """The legal answers, in the order of the options."""
        return [option.move for option in self.options]

    @property
    def is_free(self) -> bool:
        """Whether there is more than one move."""
        return len(self.moves) > 1

    def is_legal(self, move: Move) -> bool:
        """Whether it is one of the moves."""
        return move in self.moves

    def read(self, picks: Sequence[str]) -> Move:
        """Return the option at the picked position.

        Raises:
            BadAnswer: there is not exactly one pick, or no option has that position.
        """
        if len(picks) != 1:
            raise BadAnswer("Please choose exactly one option.")
        return self.options[_parse_positions(picks, len(self.options))[0]].move

    def choose_random_move(self, random: Random) -> Move:
        """Return a random one of the moves."""
        return random.choice(self.moves)

    def describe(self, move: Any) -> str:
        """Return the option's label."""
        return next(option.label for option in self.options if option.move == move)

    def get_fingerprint(self) -> Sequence[object]:
        """Return the moves in list order."""
        return [_to_json(option.move) for option in self.options]


@dataclass(frozen=True, kw_only=True)
class Number(Question):
    """A move with one number from `low` to `high` in steps of `step`. Picks: the number as text."""

    move: type[Move]
    field: str
    low: int
    high: int
    step: int = 1
    unit: str = ""
    noun: str = ""
    """The counted noun, in the singular, for the confirmation text."""
    given: tuple[tuple[str, str], ...] = ()
    """Other fields of the move, which do not depend on the number."""
    suggestions: tuple[int, ...] = ()
    """Likely answers, offered as buttons beside the form."""
    why_steps: str = ""
    """The purpose of the steps, as a clause ("so that …") for a refused number."""

    @property
    def is_free(self) -> bool:
        """Whether more than one number is valid."""
        return self.low + self.step <= self.high

    def make(self, number: int) -> Move:
        """Return the move with this number."""
        return self.move.model_validate({**dict(self.given), self.field: number})

    def is_in_range(self, number: int) -> bool:
        """Whether the number is within the bounds and on a step."""
        return self.low <= number <= self.high and (number - self.low) % self.step == 0

    def is_legal(self, move: Move) -> bool:
        """Whether the move is of the right kind and its number is valid."""
        if not isinstance(move, self.move) or not self.is_in_range(getattr(move, self.field)):
            return False
        return all(getattr(move, name) == value for name, value in self.given)

    def describe_bounds(self) -> str:
        """Return a description of the valid numbers, with the purpose of the steps."""
        return _explain_steps(_describe_range(self.low, self.high, self.step, self.unit), self.why_steps)

    def read(self, picks: Sequence[str]) -> Move:
        """Return the move with the typed number.

        Raises:
            BadAnswer: it is no number, or an invalid one.
        """
        number = _parse_whole_number(picks[0], self.unit) if len(picks) == 1 else None
        if number is None or not self.is_in_range(number):
            raise _refuse_amount(self.describe_bounds())
        return self.make(number)

    def choose_random_move(self, random: Random) -> Move:
        """Return a move with a random valid number."""
        return self.make(random.randrange(self.low, self.high + 1, self.step))

    def describe(self, move: Any) -> str:
        """Return the number with its unit, or with the counted noun."""
        number = getattr(move, self.field)
        return format_count(number, self.noun) if self.noun else f"{self.unit}{number}"

    def get_fingerprint(self) -> Sequence[object]:
        """Return the kind of move and the bounds."""
        return self.move.__name__, self.field, self.low, self.high, self.step, self.given


def _refuse_amount(bounds: str) -> BadAnswer:
    """Return the error for an invalid amount."""
    return BadAnswer(f"Please give {bounds}. Nothing was changed.")


def _explain_steps(bounds: str, why_steps: str) -> str:
    return f"{bounds}, {why_steps}" if why_steps else bounds


def _describe_range(low: int, high: int, step: int, unit: str) -> str:
    kind = {1: "a whole number"}.get(step, f"a whole number in steps of {step}")
    if step == 2 and low % 2 == 0:
        kind = "an even whole number"
    return f"{kind} from {unit}{low} to {unit}{high}"


@dataclass(frozen=True)
class Budget:
    """The maximum total cost of an answer."""

    most: int
    unit: str = "$"

    def format_cost(self, cost: int) -> str:
        """Return a sentence with the cost and the remaining money."""
        return f"It costs {self.unit}{cost} and leaves {self.unit}{self.most - cost}."

    def check_cost(self, cost: int) -> None:
        """Raise BadAnswer if the cost exceeds the budget."""
        if cost > self.most:
            raise BadAnswer(
                f"That costs {self.unit}{cost}, and there is only {self.unit}{self.most} to spend. Nothing was changed."
            )


@dataclass(frozen=True)
class Item:
    """An item to pick or to put in order: its stored value, its label, a hint, and its cost."""

    value: str
    label: str
    hint: str = ""
    cost: int = 0

    @property
    def caption(self) -> str:
        """The label on a line of a menu."""
        return self.label


@dataclass(frozen=True, kw_only=True)
class Subset(Question):
    """A move with some of the items, at least `fewest`, at most `most`. Picks: their positions."""

    move: type[Move]
    field: str
    items: tuple[Item, ...]
    fewest: int = 0
    most: int
    budget: Budget | None = None
    """The limit for their total cost; the cheapest `fewest` must be within it."""

    @property
    def is_free(self) -> bool:
        """Whether there is a choice of items."""
        return self.most > 0 and self.fewest < len(self.items)

    def compute_cost(self, values: Sequence[str]) -> int:
        """Return the total cost of these items."""
        return sum(item.cost for item in self.items if item.value in values)

    def make(self, values: Sequence[str]) -> Move:
        """Return the move with these values, in the order of the items."""
        wanted = set(values)
        return self.move.model_validate({self.field: [item.value for item in self.items if item.value in wanted]})

    def is_legal(self, move: Move) -> bool:
        """Whether the move holds a valid number of different items, in the order of the items."""
        if not isinstance(move, self.move):
            return False
        values = getattr(move, self.field)
        if self.budget is not None and self.compute_cost(values) > self.budget.most:
            return False
        return self.fewest <= len(values) <= self.most and move == self.make(values)

    def read(self, picks: Sequence[str]) -> Move:
        """Return the move with the picked items.

        Raises:
            BadAnswer: there are too few or too many of them, or some are not on offer.
        """
        if not self.fewest <= len(picks) <= self.most:
            raise BadAnswer(f"Please choose from {self.fewest} to {self.most} of them. Nothing was changed.")
        values = [self.items[at].value for at in _parse_positions(picks, len(self.items))]
        if self.budget is not None:
            self.budget.check_cost(self.compute_cost(values))
        return self.make(values)

    def choose_random_move(self, random: Random) -> Move:
        """Return a move with a random valid selection of items."""
        count = random.randint(self.fewest, self.most)
        items = random.sample(self.items, count if self.budget is None else len(self.items))
        return self.make(
            [item.value for item in (items if self.budget is None else self._take_affordable(items, count))]
        )

    def _take_affordable(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return up to `count` affordable items, in this order, that leave enough money for `fewest`."""
        taken: list[Item] = []
        left = 0 if self.budget is None else self.budget.most
        for at, item in enumerate(items):
            still = max(0, self.fewest - len(taken) - 1)
            cheapest = sorted(other.cost for other in items[at + 1 :])[:still]
            if len(taken) < count and len(cheapest) == still and item.cost + sum(cheapest) <= left:
                taken.append(item)
                left -= item.cost
        return taken

    def describe(self, move: Any) -> str:
        """Return the labels of the chosen items."""
        values = getattr(move, self.field)
        return ", ".join(item.label for item in self.items if item.value in values) or "none of them"

    def get_fingerprint(self) -> Sequence[object]:
        """Return the kind of move, the items in list order, and the limits."""
        items = [(item.value, item.cost) for item in self.items]
        return self.move.__name__, self.field, items, self.fewest, self.most, self.budget


@dataclass(frozen=True)
class Line:
    """One amount of a split: its stored name, label, bounds, and cost per unit."""

    name: str
    label: str
    low: int
    high: int
    step: int = 1
    unit: str = ""
    cost: int = 0
    why_steps: str = ""
    """See `Number.why_steps`."""

    def is_in_range(self, amount: int) -> bool:
        """Whether the amount is within the bounds and on a step."""
        return self.low <= amount <= self.high and (amount - self.low) % self.step == 0

    def can_accept(self, amount: int | None) -> bool:
        """Whether a number was given and is valid."""
        return amount is not None and self.is_in_range(amount)


@dataclass(frozen=True, kw_only=True)
class Split(Question):
    """A move with an amount for each line; with `total` they must add up to it. Picks: the amounts.

    If lines must add up, their steps divide one another. A line with the smallest step is then wide enough for the
    remainder of the others.
    """

    move: type[Move]
    field: str
    lines: tuple[Line, ...]
    total: int | None = None
    budget: Budget | None = None
    """The limit for their total cost; the minimum of each line must be within it. Not together with a total."""
    given: tuple[tuple[str, Any], ...] = ()
    """Other fields of the move."""

    def __post_init__(self) -> None:
        if self.budget is not None and self.total is not None:
            raise ValueError("amounts have either a total or a budget")

    @property
    def is_free(self) -> bool:
        """Whether any line has a choice."""
        return any(line.low < line.high for line in self.lines)

    def compute_cost(self, amounts: Sequence[int]) -> int:
        """Return the cost of the first lines' amounts, with the minimum of the others."""
        lows = [line.low for line in self.lines[len(amounts) :]]
        return sum(line.cost * amount for line, amount in zip(self.lines, (*amounts, *lows), strict=True))

    def make(self, amounts: Sequence[int]) -> Move:
        """Return the move with these amounts, one for each line."""
        named = {line.name: amount for line, amount in zip(self.lines, amounts, strict=True)}
        return self.move.model_validate({**dict(self.given), self.field: named})

    def is_legal(self, move: Move) -> bool:
        """Whether every line has a valid amount and the total is right."""
        if not isinstance(move, self.move):
            return False
        amounts = getattr(move, self.field)
        return (
            set(amounts) == {line.name for line in self.lines}
            and all(line.is_in_range(amounts[line.name]) for line in self.lines)
            and self.total in (None, sum(amounts.values()))
            and all(getattr(move, name) == value for name, value in self.given)
            and (
                self.budget is None
                or self.compute_cost([amounts[line.name] for line in self.lines]) <= self.budget.most
            )
        )

    def describe_bounds(self) -> str:
        """Return a description of the valid amounts."""
        wanted = "; ".join(
            f"{line.label}: {_describe_range(line.low, line.high, line.step, line.unit)}" for line in self.lines
        )
        in_all = wanted if self.total is None else f"{wanted}; together {self.total}"
        return _explain_steps(in_all, self.lines[0].why_steps)

    def read(self, picks: Sequence[str]) -> Move:
        """Return the move with the typed amounts.

        Raises:
            BadAnswer: an amount is missing or invalid, or the total is wrong.
        """
        amounts = self.parse_amounts(picks)
        if len(amounts) == len(self.lines):
            move = self.make(amounts)
            if self.is_legal(move):
                return move
        raise _refuse_amount(self.describe_bounds())

    def parse_amounts(self, picks: Sequence[str]) -> list[int]:
        """Return the typed amounts of the first lines; raise BadAnswer if one is invalid or they cost too much."""
        amounts = [_parse_whole_number(pick, line.unit) for pick, line in zip(picks, self.lines, strict=False)]
        fitting = [amount for amount, line in zip(amounts, self.lines, strict=False) if line.can_accept(amount)]
        known = [amount for amount in fitting if amount is not None]
        if len(known) != len(picks):
            raise _refuse_amount(self.describe_bounds())
        if self.budget is not None:
            self.budget.check_cost(self.compute_cost(known))
        return known

    def choose_random_move(self, random: Random) -> Move:
        """Return a move with random valid amounts."""
        if self.budget is not None:
            return self._draw_within_budget(self.budget.most, random)
        amounts: dict[str, int] = {}
        coarse_first = sorted(self.lines, key=lambda line: -line.step)
        for number, line in enumerate(coarse_first):
            choices = range(line.low, line.high + 1, line.step)
            if self.total is not None:  # leave a rest that the later lines can make up
                left, behind = self.total - sum(amounts.values()), coarse_first[number + 1 :]
                most = left - sum(other.low for other in behind)
                least = left - sum(other.high for other in behind)
                first = max(0, -(-(least - line.low) // line.step))
                choices = choices[first : max(first, (most - line.low) // line.step + 1)]
            amounts[line.name] = random.choice(choices)
        return self.make([amounts[line.name] for line in self.lines])

    def _draw_within_budget(self, most: int, random: Random) -> Move:
        """Return a move with random amounts whose total cost is at most this."""
        amounts = [line.low for line in self.lines]
        for at in random.sample(range(len(amounts)), len(amounts)):
            line, left = self.lines[at], most - self.compute_cost(amounts)
            affordable = line.low + left // line.cost if line.cost else line.high
            amounts[at] = random.choice(range(line.low, min(line.high, affordable) + 1, line.step))
        return self.make(amounts)

    def describe(self, move: Any) -> str:
        """Return each line with its amount."""
        amounts = getattr(move, self.field)
        return ", ".join(f"{line.label} {line.unit}{amounts[line.name]}" for line in self.lines)

    def get_fingerprint(self) -> Sequence[object]:
        """Return the kind of move, the bounds of each line, and the total."""
        lines = [(line.name, line.low, line.high, line.step, line.cost) for line in self.lines]
        return self.move.__name__, self.field, lines, self.total, self.budget


@dataclass(frozen=True, kw_only=True)
class Arrange(Question):
    """A move with all items in an order. Picks: their positions, first to last."""

    move: type[Move]
    field: str
    items: tuple[Item, ...]

    @property
    def is_free(self) -> bool:
        """Whether there is more than one order."""
        return len(self.items) > 1

    def make(self, values: Sequence[str]) -> Move:
        """Return the move with the values in this order."""
        return self.move.model_validate({self.field: list(values)})

    def is_legal(self, move: Move) -> bool:
        """Whether the move holds every item once."""
        if not isinstance(move, self.move):
            return False
        return sorted(getattr(move, self.field)) == sorted(item.value for item in self.items)

    def read(self, picks: Sequence[str]) -> Move:
        """Return the move with the items in the picked order.

        Raises:
            BadAnswer: an item is missing, unknown, or named twice.
        """
        if len(picks) != len(self.items):
            raise BadAnswer("Please put every item in order. Nothing was changed.")
        return self.make([self.items[at].value for at in _parse_positions(picks, len(self.items))])

    def choose_random_move(self, random: Random) -> Move:
        """Return a move with a random order."""
        return self.make([item.value for item in random.sample(self.items, len(self.items))])

    def describe(self, move: Any) -> str:
        """Return the labels in their order."""
        labels = {item.value: item.label for item in self.items}
        return ", ".join(labels[value] for value in getattr(move, self.field))

    def get_fingerprint(self) -> Sequence[object]:
        """Return the kind of move, and the items in list order."""
        return self.move.__name__, self.field, [item.value for item in self.items]


@dataclass(frozen=True)
class FormPart:
    """A part of an answer that a form asks for."""

    question: Choose | Number | Split | Subset
    label: str = ""
    """The question in a few words; a `Split` names its lines instead."""
    skip: str = ""
    """The meaning of leaving it out, in a few words; empty: it must be filled in."""
    default: Move | None = None
    """The answer that it opens with."""


@dataclass(frozen=True)
class AnswerForm:
    """The parts of an answer that do not depend on each other, to be filled in at once.

    The form is another way to the same moves: what it makes must be legal answers.
    """

    opens: str
    """The label of the button that opens it."""
    parts: tuple[FormPart, ...]
    combine: Callable[[Sequence[Move | None]], Sequence[Move]]
    """Parts, None where one was left out -> the answer, and those to the questions that follow; may raise BadAnswer."""
    then: str = ""
    """The label of a further field for the first order on offer, given after the answer; empty: no such field."""
    divide: Callable[[Move], Sequence[Move | None]] | None = None
    """An answer that was given before -> its parts, with which the form opens; empty: not an answer of this form. None:
    it always opens with its defaults."""
