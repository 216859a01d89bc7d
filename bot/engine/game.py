"""Game: everything a game must supply to be hosted.

A game's box holds its cards as data, and each game is saved with the digest of the box it began with: running games
keep their cards when the program or the operator changes them. The box carries the `edition` of our rulings, of what
bots weigh and of what is proposed; a game begun with an older one keeps it, so that its record plays again. Whoever
changes one of these raises the number and keeps the older way.
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
from bot.engine.secrecy import deals_hands, unsaid
from bot.engine.table import Box, Table
from bot.engine.thinking import FittedChances, OfTheGame

T = TypeVar("T", bound=Table)
V = TypeVar("V")

Names: TypeAlias = Callable[[Seat], str]
"""How a seat's player is called, as plain text."""


@dataclass(frozen=True)
class Drawing(Generic[V]):
    """A picture that a game can draw, and all that the others need to show it to the right people.

    One for everybody is drawn from the view of everybody, whoever looks at it. A private one is drawn from a seat's
    own view and shown to its player alone; the first of those that are ready stands on the panel of the hand.
    """

    name: str
    """What the ids of its buttons and its file are called, e.g. "board": small letters and hyphens, stored for ever."""
    title: str
    """What stands on its button."""
    draw: Callable[[V, Names], Picture]
    """Draws it; the file is called `name` with ".png" behind it."""
    page: Callable[[V], Page]
    """The same in text, for those who cannot see it: all of what the picture shows."""
    looks: Callable[[V], Any] | None = None
    """The part of the view that is in it: while it is equal, the picture is used again. None: all of the view."""
    ready: Callable[[V], bool] | None = None
    """Whether there is something to be seen yet; None: always."""
    private: bool = False

    def is_ready(self, view: V) -> bool:
        """Return whether there is something to be seen in this view."""
        return self.ready is None or self.ready(view)


Upgrade: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns a saved table of one version into one of the next."""


class Options(BaseModel):
    """What the table agrees on before the start.

    Each field is a bool or a Literal of short strings, with a `title` and a `description`; the
    lobby builds its menus from them, with a sentence for a value where `explained` has one. What does
    not go together is refused by a validator whose message says why and what to do.

    A field may say which value a table of a slow pace begins with (`slow`), instead of its default, and which values no
    table is offered any more, though those that began with them play on (`withdrawn`).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)


def explained(field: FieldInfo) -> Mapping[str, str]:
    """Return what an option's values mean, by value, where that is written down with the field."""
    extra = field.json_schema_extra
    found = extra.get("explained", {}) if isinstance(extra, dict) else {}
    return {str(value): str(words) for value, words in found.items()} if isinstance(found, dict) else {}


def has_slow_form(field: FieldInfo) -> bool:
    """Whether a table of a slow pace begins with another value than a quick one."""
    return isinstance(field.json_schema_extra, dict) and "slow" in field.json_schema_extra


def offered(field: FieldInfo, present: object) -> list[Any]:
    """Return the values that can be chosen of an option, of which one is the present one."""
    if field.annotation is bool:
        return [False, True]
    extra = field.json_schema_extra
    withdrawn = extra.get("withdrawn", []) if isinstance(extra, dict) else []
    gone = withdrawn if isinstance(withdrawn, list) else []
    return [value for value in get_args(field.annotation) if value == present or value not in gone]


def ranks_single_players(field: FieldInfo) -> bool:
    """Whether everybody plays for themselves, whatever is chosen here; of others, leagues take the usual value only."""
    extra = field.json_schema_extra
    return not (isinstance(extra, dict) and extra.get("teams"))


Chosen = TypeVar("Chosen", bound=Options)


def with_value(options: Chosen, name: str, value: object) -> Chosen | None:
    """Return the options with another value for one of them; None: they would not go together."""
    try:
        return type(options).model_validate({**options.model_dump(), name: value})
    except ValidationError:
        return None


SLOW = 12
"""Hours for each answer from which on a pace is slow."""


def begins_with(kind: type[Chosen], hours: float | None) -> Chosen:
    """Return the options that a table begins with which gives everybody so many hours; None: for ever."""
    if hours is not None and hours < SLOW:
        return kind()
    fields = {name: field.json_schema_extra for name, field in kind.model_fields.items()}
    return kind.model_validate(
        {name: extra["slow"] for name, extra in fields.items() if isinstance(extra, dict) and "slow" in extra}
    )


def at_another_pace(options: Chosen, before: float | None, after: float | None) -> Chosen:
    """Return the options of a table of which the pace changes: what it began with is what it would begin with now.

    What was chosen otherwise stays.
    """
    began, begins = (begins_with(type(options), hours).model_dump() for hours in (before, after))
    changed = {
        name: begins[name]
        for name, value in options.model_dump().items()
        if began[name] != begins[name] and value == began[name]
    }
    return options if not changed else type(options).model_validate({**options.model_dump(), **changed})


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rules in our own words, as Markdown."""

    title: str
    text: str


def chapters(rules: str, options: type[Options] | None = None) -> list[Chapter]:
    """Return the chapters of a rulebook in Markdown, which begin with headings of the second level.

    Lines of a paragraph or a list item that were only broken to fit a file are joined: where it is read, each line
    break counts. Headings, tables, quotes and list items begin a line of their own.

    Args:
        rules: the rulebook. A line `{options}` stands for the list of what a table can choose.
        options: the game's options, of whose own descriptions that list is made.

    Raises:
        ValueError: the rulebook has no place for that list.
    """
    if options is not None:
        if OPTIONS_LINE not in rules:
            raise ValueError(f"the rulebook has no line {OPTIONS_LINE.strip()} where the options are to be listed")
        rules = rules.replace(OPTIONS_LINE, f"\n{options_list(options)}\n")
    parts = [part.split("\n", 1) for part in rules.split("\n## ")[1:]]
    return [Chapter(title.strip(), _BROKEN.sub(" ", body.strip())) for title, body in parts]


def options_list(kind: type[Options]) -> str:
    """Return a list item for each option: what it changes, what each value means, and with which a table begins."""
    return "\n".join(f"- **{field.title}**: {_option_words(kind, name)}" for name, field in kind.model_fields.items())


def _option_words(kind: type[Options], name: str) -> str:
    field = kind.model_fields[name]
    if field.annotation is bool:
        return f"{field.description} Usually {'on' if field.default else 'off'}."
    quick, slow = (getattr(begins_with(kind, hours), name) for hours in (0, None))
    new, meaning = offered(field, None), explained(field)
    found = [field.description or ""]
    for value in get_args(field.annotation):
        notes = {quick: "usual", slow: "usual"} if quick == slow else {quick: "usual", slow: "usual at a slow pace"}
        note = notes.get(value, "") if value in new else "older tables only"
        called = f"*{value}*" + (f" ({note})" if note else "")
        found.append(f"{called}: {meaning[value]}" if value in meaning else f"{called}.")
    return " ".join(found)


def card_chapters(cards: Sequence[CardEntry]) -> list[Chapter]:
    """Return the card reference as chapters behind those of the rules: one for each kind of card, or several."""
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
"""Characters of a chapter of cards at most."""
OPTIONS_LINE = "\n{options}\n"
_BROKEN = re.compile(r"(?<!\n)\n *(?!\s|[-*+] |\d+[.)] |#+ |\||>)")
"""A line break within a sentence; what follows it may well be a number or something in bold."""


@dataclass(frozen=True)
class Game(Generic[T, V]):
    """A game's visiting card."""

    key: str
    """Stored for ever, e.g. "goodwill"."""
    title: str
    tagline: str
    """What kind of game it is, in one sentence for the lobby."""
    version: int
    """Of the saved table; one upgrade leads from each version to the next."""
    seats: range
    options: type[Options]
    box: Box
    """The box of this program; an operator's own box is of the same type."""
    table: type[T]
    moves: TypeAdapter[Any]
    news: TypeAdapter[Any]
    set_up: Callable[[Any, int, str, Any], T]
    """Options, players, seed and box -> a table whose agenda has not begun."""
    view: Callable[[T, Seat | None], V]
    """What a seat may know, built up from nothing; None: a spectator."""
    redeal: Callable[[T, Seat | None, Chance], T]
    """Another truth that this seat could not tell from the real one; the guard compares what it would be shown then.

    It differs in everything else: the seed, cards, sealed answers, who has answered where nobody may know.
    """
    say: Callable[[News, Seat | None], str]
    """The text of the game's own news for a seat that heard it; `bot.engine.news_text` adds the common ones."""
    page: Callable[[V], Page]
    """The table as everybody, or this seat, sees it."""
    hand: Callable[[V], Page]
    """What only this seat knows."""
    choose: Callable[[V, Question, Random], Move]
    """The bot; it gets the view, never the table."""
    rulebook: Sequence[Chapter]
    choose_easily: Callable[[V, Question, Random], Move] | None = None
    """The bot as it plays easily, when what is nearly as good may be played, too; None: it always plays its best."""
    plans: Callable[[V, Question, Move], Iterable[Move]] | None = None
    """What a seat that thinks tries beside the bot's answer, the likeliest first; nothing: it answers as the bot.

    What the question does not allow is left out. None: `bot.engine.search` finds something to try in every question."""
    imagine: Callable[[T, Seat, Chance], T] | None = None
    """As `redeal`, but rather what goes with what others have done openly: in such truths a seat that thinks tries its
    answers. None: in any that it could not tell from the real one."""
    judge: Callable[[T, Seat], float] | None = None
    """How good a table is for a seat, about from 0 to 1, all that lies hidden there known: what was tried may be judged
    by it, for a search knows the truths that it tries. None: it is judged by the lead, or by chances."""
    advise: Callable[[V, Stage, Sequence[Move], Random], Advice] | None = None
    """What the bot would answer, and why, for a person who asks for a hint; None: nobody can.

    Of what is put together it says what comes next: the stage where somebody stands, and their choices before it; what
    is not put together is a stage with its question, and no choices. It looks at nothing but these."""
    example: Example[T] | None = None
    """The turn that a chapter of the rulebook tells, of which its picture is drawn."""
    aim: Callable[[V], str] | None = None
    """What one has to do to win, and when the game ends, in two sentences; a player's first panel begins with it."""
    first_plan: Callable[[V, Question], FirstPlan | None] | None = None
    """A sound answer to an opening question, for somebody who has never played; None: this is none, or has none.

    It looks at nothing but the view and the question, and the same leads to the same."""
    at_hand: Callable[[V, Question], Sequence[str]] | None = None
    """What a seat has and knows that bears on what it is asked, worked out, a line each; it stands above the question.

    From its view, which must not be the one of everybody."""
    worth: Callable[[V], int | None] | None = None
    """What a seat has so far, in the measure of the final score, as far as it can know; None: it cannot."""
    evaluation: Evaluation[V] | None = None
    """The evaluation from which `bot.engine.win_probability` computes win probabilities; None if there is none.

    The views of a game that has one say the `outcome`."""
    played_on: int = 24
    """So many games bots play, in the night, after each of two answers at a turning point of a review; fewer where a
    game takes them long: a worker that is at one point is at nothing else."""
    cards: Callable[[Any], Sequence[CardEntry]] | None = None
    """Every card of a box of this game, kind by kind: how many there are, and what it does. None: it has none."""
    orders: Orders[V] | None = None
    turns: Turns[T, V] | None = None
    """How somebody can prepare their next turn; None: they cannot."""
    lesson: Lesson | None = None
    pictures: Sequence[Drawing[V]] = ()
    where: Where[V] | None = None
    """Where the options of its questions lie on its boards, of which a panel then shows that part. None: nowhere."""
    shown: Callable[[V], str] | None = None
    """Which picture for everybody the table's message shows in this phase, by its name, from the view of everybody.

    None: always the first. The others are shown by buttons."""
    standing: Callable[[V], Sequence[str]] | None = None
    """How it stands, from the view of everybody, in two lines that fit on a telephone, and what is going on right now.

    They stand below the picture on the table's message. None: the page without its details does."""
    charts: Callable[[V, Names], Sequence[Picture]] | None = None
    """Pictures that tell the story of a finished game."""
    together: Callable[[News, News], str] | None = None
    """How two pieces of news that follow each other read in one line; empty: they stay two."""
    score: Callable[[int], str] = str
    """How a final score reads, with what is counted."""
    length: Length | None = None
    """How long it takes, as it was measured."""
    upgrades: Mapping[int, Upgrade] | None = None
    """From which version -> the function that leads to the next."""

    def __post_init__(self) -> None:
        """Refuse a game of which some field does not say who may know it, or whose bots judge by chances it has not."""
        if unsaid(self.table):
            raise TypeError(f"{self.title}: {'; '.join(unsaid(self.table))}. See bot/engine/secrecy.py.")
        how = self.box.strong
        if how is not None and isinstance(how.judge, FittedChances) and self.evaluation is None:
            raise TypeError(f"{self.title}: strong bots judge by chances, and there is no evaluation.")
        if how is not None and isinstance(how.judge, OfTheGame) and self.judge is None:
            raise TypeError(f"{self.title}: strong bots judge by what the game says, and it says nothing.")

    @property
    def deals_hands(self) -> bool:
        """Whether players hold what the others may not know."""
        return deals_hands(self.table)


AnyGame: TypeAlias = Game[Any, Any]
