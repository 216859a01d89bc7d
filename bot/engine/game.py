"""Game: the interface that a game implements to be hosted.

A game's box holds its cards as data. Each game is saved with the digest of the box it began with, so running games keep
their cards when the program or the operator changes them. The box carries the `edition` of our rulings, of the bots'
weights and of proposed answers. A game begun with an older edition keeps it, so that its record replays. A change of
one of these raises the number and keeps the older behaviour.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from bot.engine.advice import Advice
from bot.engine.cards import CardEntry
from bot.engine.chance import Chance
from bot.engine.evaluation import Evaluation
from bot.engine.example import Example
from bot.engine.first_plan import FirstPlan
from bot.engine.lengths import Length
from bot.engine.lesson import Lesson
from bot.engine.multi_step import Stage
from bot.engine.option_labels import Where
from bot.engine.orders import Orders
from bot.engine.pages import Page, Picture
from bot.engine.prepared import Turns
from bot.engine.questions import Question
from bot.engine.records import Move, News, Seat
from bot.engine.secrecy import find_unmarked_fields, has_private_hands
from bot.engine.table import Box, Table
from bot.engine.thinking import FittedChances, OfTheGame

T = TypeVar("T", bound=Table)
V = TypeVar("V")

Names: TypeAlias = Callable[[Seat], str]
"""Returns the plain-text display name of a seat's player."""


@dataclass(frozen=True)
class Drawing(Generic[V]):
    """A picture that a game can draw, with the metadata to show it to the right audience.

    A public picture is drawn from the public view, for every reader. A private one is drawn from a seat's own view and
    shown to its player alone; the first private picture that is ready stands on the hand's panel.
    """

    name: str
    """The stable name in button ids and the file name, e.g. "board": small letters and hyphens."""
    title: str
    """The button label."""
    draw: Callable[[V, Names], Picture]
    """Draws the picture; the file is called `name` plus ".png"."""
    page: Callable[[V], Page]
    """The text alternative, with everything the picture shows."""
    looks: Callable[[V], Any] | None = None
    """The cache key: the part of the view that it shows. None: the whole view."""
    ready: Callable[[V], bool] | None = None
    """Whether there is anything to show yet; None: always."""
    private: bool = False

    def is_ready(self, view: V) -> bool:
        """Return whether this view has anything to show."""
        return self.ready is None or self.ready(view)


Upgrade: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Converts a saved table from one version to the next."""


class Options(BaseModel):
    """The table's settings, chosen before the start.

    Each field is a bool or a Literal of short strings, with a `title` and a `description`. The lobby builds its menus
    from them, with a sentence for a value where `get_explanations` has one. A validator refuses combinations that do
    not work
    together; its message says why and what to do.

    A field may name another default for slow tables (`slow`). It may also name values that new tables are no longer
    offered, though tables that use them continue (`withdrawn`).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)


def get_explanations(field: FieldInfo) -> Mapping[str, str]:
    """Return the explanations of an option's values, by value, where the field has them."""
    extra = field.json_schema_extra
    found = extra.get("explained", {}) if isinstance(extra, dict) else {}
    return {str(value): str(words) for value, words in found.items()} if isinstance(found, dict) else {}


def has_slow_form(field: FieldInfo) -> bool:
    """Whether slow tables have another default for this option."""
    return isinstance(field.json_schema_extra, dict) and "slow" in field.json_schema_extra


def list_offered_values(field: FieldInfo, present: object) -> list[Any]:
    """Return the values of an option that can be chosen; withdrawn ones are left out unless currently set."""
    if field.annotation is bool:
        return [False, True]
    extra = field.json_schema_extra
    withdrawn = extra.get("withdrawn", []) if isinstance(extra, dict) else []
    gone = withdrawn if isinstance(withdrawn, list) else []
    return [value for value in get_args(field.annotation) if value == present or value not in gone]


def has_no_teams(field: FieldInfo) -> bool:
    """Whether every value of this option ranks players individually.

    Leagues use only the default of other options.
    """
    extra = field.json_schema_extra
    return not (isinstance(extra, dict) and extra.get("teams"))


Chosen = TypeVar("Chosen", bound=Options)


def with_value(options: Chosen, name: str, value: object) -> Chosen | None:
    """Return the options with one value changed, or None if the combination is invalid."""
    try:
        return type(options).model_validate({**options.model_dump(), name: value})
    except ValidationError:
        return None


SLOW = 12
"""Hours for each answer from which on a pace is slow."""


def build_default_options(kind: type[Chosen], hours: float | None) -> Chosen:
    """Return the default options of a table with this many hours for each answer; None: no limit."""
    if hours is not None and hours < SLOW:
        return kind()
    fields = {name: field.json_schema_extra for name, field in kind.model_fields.items()}
    return kind.model_validate(
        {name: extra["slow"] for name, extra in fields.items() if isinstance(extra, dict) and "slow" in extra}
    )


def change_pace(options: Chosen, before: float | None, after: float | None) -> Chosen:
    """Return the options after a change of pace: untouched defaults are replaced by those of the new pace.

    Options that the table chose itself are kept.
    """
    began, begins = (build_default_options(type(options), hours).model_dump() for hours in (before, after))
    changed = {
        name: begins[name]
        for name, value in options.model_dump().items()
        if began[name] != begins[name] and value == began[name]
    }
    return options if not changed else type(options).model_validate({**options.model_dump(), **changed})


@dataclass(frozen=True)
class Chapter:
    """A rulebook chapter in our own words, as Markdown."""

    title: str
    text: str


def parse_chapters(rules: str, options: type[Options] | None = None) -> list[Chapter]:
    """Return the chapters of a Markdown rulebook, which begin with second-level headings.

    Lines of a paragraph or a list item that were only wrapped in the file are joined, because Discord shows each line
    break. Headings, tables, quotes and list items keep a line of their own.

    Args:
        rules: the rulebook. A line `{options}` is replaced by the list of options.
        options: the game's options; the list is generated from their descriptions.

    Raises:
        ValueError: the rulebook has no place for that list.
    """
    if options is not None:
        if OPTIONS_LINE not in rules:
            raise ValueError(f"the rulebook has no line {OPTIONS_LINE.strip()} where the options are to be listed")
        rules = rules.replace(OPTIONS_LINE, f"\n{format_options_list(options)}\n")
    parts = [part.split("\n", 1) for part in rules.split("\n## ")[1:]]
    return [Chapter(title.strip(), _BROKEN.sub(" ", body.strip())) for title, body in parts]


def format_options_list(kind: type[Options]) -> str:
    """Return a list item for each option: its effect, the meaning of each value, and the default."""
    return "\n".join(
        f"- **{field.title}**: {_describe_option(kind, name)}" for name, field in kind.model_fields.items()
    )


def _describe_option(kind: type[Options], name: str) -> str:
    field = kind.model_fields[name]
    if field.annotation is bool:
        return f"{field.description} Usually {'on' if field.default else 'off'}."
    quick, slow = (getattr(build_default_options(kind, hours), name) for hours in (0, None))
    new, meaning = list_offered_values(field, None), get_explanations(field)
    found = [field.description or ""]
    for value in get_args(field.annotation):
        notes = {quick: "usual", slow: "usual"} if quick == slow else {quick: "usual", slow: "usual at a slow pace"}
        note = notes.get(value, "") if value in new else "older tables only"
        called = f"*{value}*" + (f" ({note})" if note else "")
        found.append(f"{called}: {meaning[value]}" if value in meaning else f"{called}.")
    return " ".join(found)


def build_card_chapters(cards: Sequence[CardEntry]) -> list[Chapter]:
    """Return the card reference as chapters to append to the rules: one or more for each kind of card."""
    found = []
    for kind in dict.fromkeys(card.kind for card in cards):
        parts: list[list[str]] = [[]]
        for line in (f"- {card.line}" for card in cards if card.kind == kind):
            if sum(len(other) + 1 for other in parts[-1]) + len(line) > ON_A_SCREEN:
                parts.append([])
            parts[-1].append(line)
        for number, part in enumerate(parts, 1):
            of = f" ({number} of {len(parts)})" if len(parts) > 1 else ""
            found.append(Chapter(f"Cards: {kind}{of}", "\n".join(part)))
    return found


ON_A_SCREEN = 3500
"""Maximum characters in a chapter of cards."""
OPTIONS_LINE = "\n{options}\n"
_BROKEN = re.compile(r"(?<!\n)\n *(?!\s|[-*+] |\d+[.)] |#+ |\||>)")
"""A line break within a sentence; the next line may begin with a number or bold text."""


@dataclass(frozen=True)
class Game(Generic[T, V]):
    """A game's interface to the host."""

    key: str
    """The permanent key, e.g. "goodwill"."""
    title: str
    tagline: str
    """The kind of game, in one sentence for the lobby."""
    version: int
    """The version of the saved table format; one upgrade leads from each version to the next."""
    seats: range
    options: type[Options]
    box: Box
    """This program's box; an operator's own box has the same type."""
    table: type[T]
    moves: TypeAdapter[Any]
    news: TypeAdapter[Any]
    set_up: Callable[[Any, int, str, Any], T]
    """Options, players, seed and box -> a table whose agenda has not begun."""
    view: Callable[[T, Seat | None], V]
    """The information available to a seat, built from scratch; None: a spectator."""
    redeal: Callable[[T, Seat | None, Chance], T]
    """Returns a resampled table that this seat cannot distinguish from the real one; the guard compares what both show.

    It differs in everything else: the seed, cards, sealed answers, and, where that is secret, who has answered.
    """
    say: Callable[[News, Seat | None], str]
    """The text of the game's own news for a seat that heard it; `bot.engine.news_text` adds the common ones."""
    page: Callable[[V], Page]
    """The table as everybody, or this seat, sees it."""
    hand: Callable[[V], Page]
    """The private information of this seat."""
    choose: Callable[[V, Question, Random], Move]
    """The bot; it gets the view, never the table."""
    rulebook: Sequence[Chapter]
    choose_easily: Callable[[V, Question, Random], Move] | None = None
    """The easy bot, which may also play moves that are nearly as good; None: easy bots play like the others."""
    plans: Callable[[V, Question, Move], Iterable[Move]] | None = None
    """Candidates that a searching bot tries beside its direct answer, the likeliest first; empty: no search. Illegal
    ones are ignored. None: `bot.engine.search` generates candidates for every question."""
    imagine: Callable[[T, Seat, Chance], T] | None = None
    """Like `redeal`, but prefers tables consistent with the others' public actions (determinization); a searching bot
    tries its answers on them. None: `redeal` is used."""
    judge: Callable[[T, Seat], float] | None = None
    """Evaluates a table for a seat, about from 0 to 1, with all hidden information known: a search knows its own
    sampled tables. None: a search judges by the lead or by win probabilities."""
    advise: Callable[[V, Stage, Sequence[Move], Random], Advice] | None = None
    """The bot's answer with its reason, for a player who asks for a hint; None: there are no hints.

    For a composed move it advises the next choice: its input is the current stage and the choices so far. Any other
    question is a stage with that question and no choices. It reads nothing else.
    """
    example: Example[T] | None = None
    """The turn that a chapter of the rulebook describes, for the chapter's picture."""
    aim: Callable[[V], str] | None = None
    """The goal and the end of the game, in two sentences, at the top of a player's first panel."""
    first_plan: Callable[[V, Question], FirstPlan | None] | None = None
    """A sound answer to an opening question, for a new player; None: the question is no opening, or has no such answer.
    It depends on the view and the question alone and is deterministic."""
    at_hand: Callable[[V, Question], Sequence[str]] | None = None
    """Facts about the seat's own situation that matter for this question, a line each, shown above it. They come from
    the seat's view, which must not be the public one."""
    bears: Callable[[V, Question], str] | None = None
    """The one line below a question's heading, with the facts that decide the answer, such as own money or a price.

    At most `MAX_LINE_WORDS` words and `MAX_LINE_CHARS` characters (`bot.engine.words`), as Markdown with seat marks, in
    the second person (`bot.engine.addressing`). For a composed move it is about the whole answer. It depends on the
    seat's own view and the question alone, and is deterministic. Empty: nothing bears on the answer.
    """
    hand_title: str = "My hand"
    """The label of the control that shows `hand`."""
    worth: Callable[[V], int | None] | None = None
    """A seat's current score as far as the seat can know it; None if it cannot."""
    evaluation: Evaluation[V] | None = None
    """The evaluation from which `bot.engine.win_probability` computes win probabilities; None if there is none.

    The views of a game that has one contain the `outcome`.
    """
    played_on: int = 24
    """The number of nightly playouts after each of two answers at a turning point of a review; fewer for games with
    slow playouts, because a worker handles one turning point at a time."""
    cards: Callable[[Any], Sequence[CardEntry]] | None = None
    """Every card of a box, kind by kind, with its count and effect. None: the game has no cards."""
    orders: Orders[V] | None = None
    turns: Turns[T, V] | None = None
    """Support for prepared turns; None: turns cannot be prepared."""
    lesson: Lesson | None = None
    pictures: Sequence[Drawing[V]] = ()
    where: Where[V] | None = None
    """The board locations of options, for the picture part on a panel. None: options have no locations."""
    shown: Callable[[V], str] | None = None
    """The name of the public picture that the table's message shows in this phase, from the public view. None: always
    the first one. The others are shown by buttons."""
    standing: Callable[[V], Sequence[str]] | None = None
    """The current standings and events, from the public view, in two lines that fit on a phone. They stand below the
    picture on the table's message. None: the page without its details is used."""
    charts: Callable[[V, Names], Sequence[Picture]] | None = None
    """Charts of a finished game."""
    together: Callable[[News, News], str] | None = None
    """The text of two consecutive pieces of news in one line; empty: they stay separate."""
    score: Callable[[int], str] = str
    """The text of a final score with its unit."""
    length: Length | None = None
    """The measured duration."""
    upgrades: Mapping[int, Upgrade] | None = None
    """From which version -> the function that leads to the next."""

    def __post_init__(self) -> None:
        """Reject a game with a field that lacks a secrecy mark, or with bots judging by an evaluation that it lacks."""
        if find_unmarked_fields(self.table):
            raise TypeError(f"{self.title}: {'; '.join(find_unmarked_fields(self.table))}. See bot/engine/secrecy.py.")
        how = self.box.strong
        if how is not None and isinstance(how.judge, FittedChances) and self.evaluation is None:
            raise TypeError(f"{self.title}: strong bots judge by chances, and there is no evaluation.")
        if how is not None and isinstance(how.judge, OfTheGame) and self.judge is None:
            raise TypeError(f"{self.title}: strong bots judge by what the game says, and it says nothing.")

    @property
    def deals_hands(self) -> bool:
        """Whether players hold information hidden from the others."""
        return has_private_hands(self.table)


AnyGame: TypeAlias = Game[Any, Any]
