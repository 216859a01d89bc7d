"""Optional groups of `bot.engine.game.Game`, one record for each subject.

A first game leaves them all out. Each field has a default that says what the host does without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from bot.engine.advice import Advice, Comparison
from bot.engine.cards import CardEntry
from bot.engine.chance import Chance
from bot.engine.evaluation import Evaluation
from bot.engine.example import Example
from bot.engine.first_plan import FirstPlan
from bot.engine.last_answers import LastAnswers
from bot.engine.lesson import Lesson
from bot.engine.multi_step import Stage
from bot.engine.option_labels import Where
from bot.engine.orders import Orders
from bot.engine.pages import Picture
from bot.engine.pictures import Drawing, Emoji, Names
from bot.engine.prepared import Turns
from bot.engine.questions import Question
from bot.engine.records import Move, News, Seat
from bot.engine.table import Table
from bot.engine.whole_plans import WholePlan

T = TypeVar("T", bound=Table)
V = TypeVar("V")

Upgrade: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Converts a saved table from one version to the next."""


@dataclass(frozen=True)
class SavedTables:
    """The version of the saved table format, with the upgrades of older tables."""

    version: int = 1
    upgrades: Mapping[int, Upgrade] = field(default_factory=dict)
    """From which version -> the function that leads to the next, one for each older version."""


@dataclass(frozen=True)
class Bots(Generic[T, V]):
    """Bots beyond the steady one, win probabilities, and hints."""

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
    refuses_income: Callable[[Move], bool] | None = None
    """Whether an answer refuses an income that costs nothing; a search tries none that does, unless the bot's direct
    answer does so. None: there is no such income."""
    evaluation: Evaluation[V] | None = None
    """The evaluation from which `bot.engine.win_probability` computes win probabilities; None if there is none.

    The views of a game that has one contain the `outcome`.
    """
    played_on: int = 24
    """The number of nightly playouts after each of two answers at a turning point of a review; fewer for games with
    slow playouts, because a worker handles one turning point at a time."""
    advise: Callable[[V, Stage, Sequence[Move], Random], Advice] | None = None
    """The bot's answer with its reason, for a player who asks for a hint; None: there are no hints.

    For a composed move it advises the next choice: its input is the current stage and the choices so far. Any other
    question is a stage with that question and no choices. It reads nothing else.
    """
    compare: Callable[[V, Question, Move, Move], Comparison | None] | None = None
    """Compares two answers to a question, the better and the given one, by the same estimates as the bot's.

    Reviews find a player's turning points by it. None as a result: the bot has no estimate of such answers. It depends
    on the view and the question alone, and is deterministic. None: reviews compare win probabilities.
    """


@dataclass(frozen=True)
class PlayAhead(Generic[T, V]):
    """Answers that players give before they are asked."""

    orders: Orders[V] | None = None
    """Standing orders; None: there are none."""
    turns: Turns[T, V] | None = None
    """Support for prepared turns; None: turns cannot be prepared."""
    last_answers: Callable[[V, Question], LastAnswers | None] | None = None
    """The answers to a question of a list after which only one other answer is left, such as the end of a turn.

    Panels offer both in one press. It depends on the seat's own view and the question alone and is deterministic. None
    as a result: the question has no such answers. None: the game has none."""


@dataclass(frozen=True)
class Teaching(Generic[T, V]):
    """Help for players who learn the game, beside its rulebook."""

    lesson: Lesson | None = None
    """A practice of one minute; None: there is none."""
    example: Example[T] | None = None
    """The turn that a chapter of the rulebook describes, for the chapter's picture."""
    aim: Callable[[V], str] | None = None
    """The goal and the end of the game, in two sentences, shown by Why?. The first, of at most `MAX_LINE_WORDS` words,
    is also on the first panel of a player who is new to the game."""
    basics: Callable[[V, Question], str] | None = None
    """Two short sentences on what the answers do, at most `MAX_BASICS_CHARS` characters, as Markdown.

    They stand below the aim, on the first panel of a player who is new to the game, in place of recent events. They
    depend on the seat's view and the question alone. Empty: the answers need no explanation."""
    first_plan: Callable[[V, Question], FirstPlan | None] | None = None
    """A sound answer to an opening question, for a new player; None: the question is no opening, or has no such answer.
    It depends on the view and the question alone and is deterministic."""
    tip: Callable[[V, Question], str] | None = None
    """How the answers compare by open figures, where there is no first plan; it names no best answer.

    At most `MAX_TIP_WORDS` words (`bot.engine.words`), as Markdown in the second person. It is shown where hints are,
    and depends on the view and the question alone. Empty: there is nothing to compare."""
    plans: Callable[[V, Question], Sequence[WholePlan]] | None = None
    """Whole plans for a question of several steps, at most `MAX_PLANS`, the best first; empty: none are offered.

    They are shown where hints are. They depend on the view and the question alone and are deterministic."""
    at_hand: Callable[[V, Question], Sequence[str]] | None = None
    """Facts about the seat's own situation that matter for this question, a line each, shown by Why?. They come from
    the seat's view, which must not be the public one."""
    bears: Callable[[V, Question], str] | None = None
    """The one line below a question's heading, with the facts that decide the answer, such as own money or a price.

    At most `MAX_LINE_WORDS` words and `MAX_LINE_CHARS` characters (`bot.engine.words`), as Markdown with seat marks, in
    the second person (`bot.engine.addressing`). For a composed move it is about the whole answer. It depends on the
    seat's own view and the question alone, and is deterministic. Empty: nothing bears on the answer.
    """
    private_facts: Callable[[V, Question], Sequence[str]] | None = None
    """Versions of the line in small print below `bears`, such as the effect of the seat's own secrets on the answer.

    The longest comes first; a panel shows the first one for which it has room, or none. Each has at most
    `MAX_FACTS_WORDS` words and `MAX_FACTS_CHARS` characters, and is otherwise like `bears`. The first sentence of the
    help gives way to it, and is left out for a player who has moved. Empty: there is nothing to tell.
    """
    fair_amount: Callable[[V, Question], int | None] | None = None
    """The amount with which an answer neither gains nor loses anything, by a forecast from the seat's view.

    The buttons of a question for an amount say how far below or above it they are, and a form says the amount. It
    depends on the view and the question alone. None: the question asks for no such amount, or there is no forecast."""
    cards: Callable[[Any], Sequence[CardEntry]] | None = None
    """Every card of a box, kind by kind, with its count and effect. None: the game has no cards."""


@dataclass(frozen=True)
class GamePictures(Generic[V]):
    """Pictures of the table, of a question's options, and of a finished game."""

    drawings: Sequence[Drawing[V]] = ()
    """Pictures of the table, the first of them for everybody."""
    where: Where[V] | None = None
    """The board locations of options, for the picture part on a panel. None: options have no locations."""
    shown: Callable[[V], str] | None = None
    """The name of the public picture that the table's message shows in this phase, from the public view. None: always
    the first one. The others are shown by buttons."""
    charts: Callable[[V, Names], Sequence[Picture]] | None = None
    """Charts of a finished game."""
    seat_colors: Sequence[str] = ()
    """The colours of the seats on these pictures, as "#1f5a96", for charts that hosts draw; empty: they choose."""
    emoji: Emoji[V] | None = None
    """Small pictures before labels. None: there are none."""


@dataclass(frozen=True)
class Wording(Generic[V]):
    """Short texts and figures of the table's message, the panels and the log."""

    score: Callable[[int], str] = str
    """The text of a final score with its unit."""
    hand_title: str = "My hand"
    """The label of the control that shows `Game.hand`."""
    worth: Callable[[V], int | None] | None = None
    """A seat's current score as far as the seat can know it; None if it cannot."""
    explain_worth: Callable[[V, Sequence[News]], str] | None = None
    """The changes of a seat's score by the news heard since, in a few words; empty: there are none."""
    standing: Callable[[V], Sequence[str]] | None = None
    """The current standings and events, from the public view, in a few lines that fit on a phone. The first, and those
    of the others that fit, stand below the picture on the table's message. None: the page without its details."""
    condense: Callable[[Sequence[News]], Sequence[News]] | None = None
    """Returns consecutive news without those that later ones of the same kind include; nothing stored changes."""
    together: Callable[[News, News], str] | None = None
    """The text of two consecutive pieces of news in one line; empty: they stay separate."""
    aliases: Sequence[str] = ()
    """Names of the seats at anonymous tables, one for each seat that the game can have. They are like no person's name,
    and like no name in the game."""
