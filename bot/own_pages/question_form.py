"""A question as a page puts it: options by group, amounts, sets and orders, and the parts chosen so far."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Literal, TypeAlias

from bot.engine.addressing import address
from bot.engine.multi_step import OPEN, ChooseOrCompose, Compose
from bot.engine.questions import Arrange, Budget, Choose, Number, Option, Question, Split, Subset
from bot.engine.records import Move
from bot.host.table.audience_view import AudienceView
from bot.ui.screens import answer_picks, list_layout
from bot.ui.screens.controls import list_offered_amounts, name_amount, name_answer, name_empty_answer
from bot.ui.screens.html_text import Words
from bot.ui.screens.names import get_plain_name
from bot.ui.screens.parts import find_fair_amount, get_topic
from bot.web.text_html import format_text

FormKind: TypeAlias = Literal["options", "amounts", "set", "order", ""]
MAX_BUTTON_AMOUNTS = 12
"""Maximum number of amounts that are buttons without being suggested."""


@dataclass(frozen=True)
class ShownOption:
    """An option or item: the pick that chooses it, what it does, and its effect."""

    pick: str
    label: Words
    hint: Words
    letter: str = ""
    """The letter of its place on the picture; empty: it has none."""
    is_chosen: bool = False
    """Whether it is chosen so far, of a set."""


@dataclass(frozen=True)
class OptionGroup:
    """Options under one heading; empty: none."""

    heading: Words
    options: Sequence[ShownOption]


@dataclass(frozen=True)
class AmountField:
    """A field for an amount."""

    label: Words
    low: int
    high: int
    step: int
    unit: str
    value: int | None = None


@dataclass(frozen=True)
class QuestionForm:
    """The next part of a question, and the parts chosen before it."""

    prompt: Words
    help: Sequence[Words]
    chosen: Sequence[Words] = ()
    """The parts chosen so far, each with what it leaves."""
    left: Words | None = None
    """Resources left before the first part is chosen."""
    next_prompt: Words | None = None
    """The prompt of the next part, if it is not that of the whole."""
    done: str = ""
    """The picks so far, for the address."""
    back: str | None = None
    """The picks without the last part; None: there is none."""
    sends: bool = False
    """Whether the next pick answers the question, instead of being a part of the answer."""
    kind: FormKind = ""
    groups: Sequence[OptionGroup] = ()
    fields: Sequence[AmountField] = ()
    limits: str = ""
    """What may be given or chosen, in a sentence."""
    opens: str = ""
    """The label of the way to an answer of several parts; empty: there is none."""
    send: str = ""
    """The label of the button that sends the parts so far; empty: they are not a whole answer."""
    is_narrowed: bool = False
    """Whether only the options at some places are shown."""

    def list_by_letter(self) -> Mapping[str, Sequence[str]]:
        """Return the picks of the options or items at each place."""
        found: dict[str, list[str]] = {}
        for group in self.groups if self.kind in ("options", "set") else ():
            for option in group.options:
                if option.letter:
                    found.setdefault(option.letter, []).append(option.pick)
        return found

    def list_chosen(self) -> Sequence[str]:
        """Return the picks of the items that are chosen so far."""
        return [option.pick for group in self.groups for option in group.options if option.is_chosen]

    def narrow(self, letters: Collection[str]) -> QuestionForm:
        """Return the form with the options at these places alone; the same form if there are none."""
        groups = [
            OptionGroup(group.heading, [option for option in group.options if option.letter in letters])
            for group in self.groups
        ]
        groups = [group for group in groups if group.options]
        return replace(self, groups=groups, is_narrowed=True) if groups and self.kind == "options" else self


class FormBuilder:
    """Builds the form of a question for its reader.

    Args:
        seen: the game as the reader may see it.
        letters: the letters of places, with which the labels of their options begin.
    """

    def __init__(self, seen: AudienceView, letters: Collection[str] = ()) -> None:
        self._seen = seen
        self._letters = frozenset(letters)

    def format(self, text: str) -> Words:
        """Return a game's text for the reader."""
        return format_text(address(text, self._seen.audience), self.name)

    def format_lines(self, text: str) -> list[Words]:
        """Return the lines of a game's text for the reader."""
        return [self.format(line.removeprefix("- ")) for line in text.split("\n") if line.strip()]

    def name(self, seat: int) -> str:
        """Return the name of a seat's player."""
        return get_plain_name(self._seen, seat)

    def build(self, question: Question, picks: Sequence[str]) -> QuestionForm:
        """Return the form after these picks.

        Raises:
            BadAnswer: the picks do not fit.
        """
        here, way = answer_picks.resolve_picks(question, picks)
        topic = get_topic(here, way)
        shown = QuestionForm(prompt=self.format(topic.prompt), help=self.format_lines(topic.help))
        if not isinstance(here, Compose):
            return self._add_choices(replace(shown, sends=True), here, way)
        parts, begun = answer_picks.read_parts(here, way)
        stage = here.get_stage(parts)
        opened = OPEN if here is not question else ""
        shown = replace(
            shown,
            chosen=[self.format(" · ".join(filter(None, pair))) for pair in here.describe_parts(parts)],
            left=self.format("" if parts else stage.leaves),
            done=_join_parts(here, parts, way) or opened,
            back=(_join_parts(here, parts[:-1], way) or opened) if parts else "" if opened else None,
            send="" if not stage.complete else name_answer(here, parts) if parts else name_empty_answer(here),
        )
        if stage.question is None:
            return shown
        if stage.question.prompt not in (topic.prompt, here.prompt):
            shown = replace(shown, next_prompt=self.format(stage.question.prompt))
        return self._add_choices(shown, stage.question, begun)

    def _add_choices(self, shown: QuestionForm, asked: Question, begun: Sequence[str]) -> QuestionForm:
        """Return the form with the controls of the next part, filled in with the choices so far."""
        begun = [pick for pick in begun if pick.isdecimal()]
        match asked:
            case Choose():
                return self._add_options(shown, asked)
            case Number():
                return self._add_number(shown, asked)
            case Split():
                return self._add_amounts(shown, asked, begun)
            case Subset():
                few = f"{asked.fewest} to {asked.most}" if asked.fewest < asked.most else f"{asked.most}"
                limits = f"Choose {few} of them.{_describe_budget(asked.budget)}"
                return replace(shown, kind="set", groups=self._show_items(asked, begun), limits=limits)
            case Arrange():
                return replace(shown, kind="order", groups=self._show_items(asked, begun))
            case _:
                raise TypeError(f"no form for {type(asked).__name__}")

    def _add_options(self, shown: QuestionForm, asked: Choose) -> QuestionForm:
        groups = [
            OptionGroup(self.format(name), [self._show_option(str(at), option) for at, option in members])
            for name, members in list_layout.group_options(asked).items()
        ]
        opens = asked.opens if isinstance(asked, ChooseOrCompose) and asked.is_open else ""
        return replace(shown, kind="options", groups=groups, opens=opens)

    def _add_number(self, shown: QuestionForm, asked: Number) -> QuestionForm:
        every = range(asked.low, asked.high + 1, asked.step)
        fair = find_fair_amount(self._seen, asked)
        offered = every if len(every) <= MAX_BUTTON_AMOUNTS else list_offered_amounts(asked, fair)
        buttons = [self._show(str(number), name_amount(asked, number, fair)) for number in offered]
        field = AmountField(self.format("Your answer"), asked.low, asked.high, asked.step, asked.unit)
        return replace(
            shown,
            kind="amounts",
            groups=[OptionGroup(self.format(""), buttons)] if buttons else [],
            fields=[] if len(buttons) == len(every) else [field],
            limits=f"{asked.describe_bounds()}.".capitalize(),
        )

    def _add_amounts(self, shown: QuestionForm, asked: Split, begun: Sequence[str]) -> QuestionForm:
        fields = []
        for line, value in zip_longest(asked.lines, begun[: len(asked.lines)]):
            price = f" ({asked.budget.unit}{line.cost} each)" if asked.budget is not None and line.cost else ""
            label = self.format(f"{line.label}{price}")
            fields.append(
                AmountField(label, line.low, line.high, line.step, line.unit, line.low if value is None else int(value))
            )
        total = f"Together {asked.total}." if asked.total is not None else ""
        return replace(shown, kind="amounts", fields=fields, limits=f"{total}{_describe_budget(asked.budget)}".strip())

    def _show_items(self, asked: Subset | Arrange, begun: Sequence[str]) -> list[OptionGroup]:
        """Return the items of a set or an order, with their prices; those of an order as far as it is chosen."""
        unit = asked.budget.unit if isinstance(asked, Subset) and asked.budget is not None else ""
        items = []
        for at, item in enumerate(asked.items):
            price = f"{unit}{item.cost}" if unit and item.cost else ""
            shown = self._show(str(at), item.label, " · ".join(filter(None, (price, item.hint))))
            items.append(replace(shown, is_chosen=shown.pick in begun))
        if isinstance(asked, Arrange):
            items.sort(key=lambda item: begun.index(item.pick) if item.is_chosen else len(begun))
        return [OptionGroup(self.format(""), items)]

    def _show_option(self, pick: str, option: Option) -> ShownOption:
        words = option.full or option.hint
        return self._show(pick, option.label, "" if words == option.label else words)

    def _show(self, pick: str, label: str, hint: str = "") -> ShownOption:
        letter = label.partition(" · ")[0]
        return ShownOption(
            pick, self.format(label), self.format(hint), letter=letter if letter in self._letters else ""
        )


def _join_parts(question: Compose, parts: Sequence[Move], picks: Sequence[str]) -> str:
    """Return the picks of these parts as they stand in an address; empty if there are none."""
    return ".".join(answer_picks.list_done_parts(question, parts, picks)) if parts else ""


def _describe_budget(budget: Budget | None) -> str:
    return "" if budget is None else f" You can spend {budget.unit}{budget.most}."
