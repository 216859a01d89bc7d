"""Prepared turns: moves that a seat plans for its next turn, or the next few, during the turns of others.

A game defines the table at which a seat's turn would begin now. From there the seat plans until something is drawn or
revealed: each choice is made from its own view of the table after the choices before it. The plan is stored beside the
table, as standing orders are. When the turn comes, it is played move by move while each move is still legal and
unchanged: its text, its place among the options of its question and its public news are as planned.

The rest of a prepared turn is saved in the transaction of each move it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Generic, TypeVar

from bot.engine import play
from bot.engine.answered import Answered, answered
from bot.engine.orders import Order
from bot.engine.questions import Choose, Question
from bot.engine.records import Card, Move, News, Seat
from bot.engine.table import Table

T = TypeVar("T", bound=Table)
V = TypeVar("V")
ALL_OF_IT = "all of it"
"""The condition that every game has; see `Condition`."""


@dataclass(frozen=True)
class Shown:
    """The effect of a move as shown to its player."""

    words: str
    """Its text."""
    tells: str
    """A digest of the first public news it causes, such as target, card and price."""
    answered: Answered
    """The question it answers."""


class PreparedMove(Card):
    """One move of a prepared turn."""

    move: dict[str, Any]
    """The move as saved by the game."""
    words: str
    """Its text when it was planned; seats are marks."""
    tells: str = ""
    """A digest of its public news at that time; empty in records of older programs, which saved only the text."""
    answered: Answered | None = None
    """The question it answered; None in records of older programs."""

    @classmethod
    def as_shown(cls, move: Move, shown: Shown) -> PreparedMove:
        """Return a move together with the effect that was shown."""
        return cls(move=move.model_dump(mode="json"), words=shown.words, tells=shown.tells, answered=shown.answered)

    def why_not(self, now: Shown) -> str | None:
        """Return why the move no longer has the planned effect, as a sentence; None: it has."""
        if self.words != now.words:
            return f"“{self.words}” would be “{now.words}” now."
        if self.tells not in ("", now.tells):
            return f"“{self.words}” would not do the same now."
        return None if self.answered is None else self.answered.why_not(now.answered)


class OnlyIf(Card):
    """A condition set by a player."""

    name: str
    about: str = ""
    """The subject, such as a number or a card, in a format of the game."""
    words: str
    """Its text; it ends the sentence "Only if ..."."""
    since: int | None = None
    """The table's revision when it was set; None in records of older programs."""

    @property
    def key(self) -> str:
        """A short unique id."""
        return sha256(f"{self.name}:{self.about}".encode()).hexdigest()[:10]


class PreparedTurn(Order, kind="prepared turn"):
    """A seat's prepared turn; it is deleted when it was played or has stopped."""

    moves: tuple[PreparedMove, ...] = ()
    only_if: OnlyIf | None = None
    """The condition that must hold when the turn begins; None: it is played unconditionally."""
    unless: str = ""
    """The name of an obsolete condition of older programs, which cannot be evaluated: such a turn is never played."""
    seen: str = ""
    """Belongs to `unless`."""
    begun: bool = False
    """Whether the first moves have been played."""


@dataclass(frozen=True)
class Condition(Generic[V]):
    """A condition that a player may require when the turn comes, instead of deciding again.

    It is evaluated at the seat's first question of the turn, after automatic events such as an income. `holds` tests
    the seat's view then, and `broken_by` the news that the seat has heard since it was set.
    """

    name: str
    """Stored with the prepared turn."""
    offers: Callable[[V], Sequence[str]]
    """The possible subjects, from the seat's view of the table as its turn would begin now."""
    words: Callable[[V, str], str]
    """Returns the end of the sentence "Only if ..."."""
    holds: Callable[[V, str], bool] = lambda _view, _about: True
    """Whether the condition holds for a view."""
    broken_by: Callable[[str, Seat, News], bool] | None = None
    """Whether a piece of news that this seat has heard breaks the condition; None: no news does."""


@dataclass(frozen=True)
class Turns(Generic[T, V]):
    """A game's support for prepared turns."""

    is_own: Callable[[T, Seat], bool]
    """Whether it is this seat's turn, so that its prepared moves are played."""
    begin: Callable[[T, Seat], None]
    """Changes a table to the start of this seat's turn; uses no chance, and reveals nothing hidden."""
    conditions: Sequence[Condition[V]] = ()
    plays_on: Callable[[T, Seat], bool] | None = None
    """Whether this seat will have another turn; None: always."""
    acts_again: Callable[[T, Seat], bool] | None = None
    """Whether a seat that is not on turn has another turn in the present phase, which one preparation covers as well;
    None: each covers a single turn."""
    learns: Callable[[T, Seat, News], bool] | None = None
    """Whether this news reveals something new to the seat; None: true for all news that reveal something."""
    is_uncertain: Callable[[News], bool] | None = None
    """Whether the consequences of this news depend too much on the others to plan beyond it; None: never."""
    next_seat: Callable[[T], Seat | None] | None = None
    """Returns the seat whose turn follows the present one, from public facts, or None if it is not known."""
    known_by_then: str = ""
    """The information about its next turn that a seat has as soon as its last one ends, as a sentence: the reason to
    plan at once, which its panel then offers. Empty: planning is seldom possible then, so a button suffices."""

    def is_done(self, table: T, seat: Seat) -> bool:
        """Return whether a preparation that has begun is over, because its seat has no turn left that it covers."""
        if self.is_own(table, seat):
            return False
        return self.acts_again is None or not self.acts_again(table, seat)

    def list_conditions(self, view: V) -> list[OnlyIf]:
        """Return the conditions available for a turn that begins with this view."""
        return [
            OnlyIf(name=one.name, about=about, words=one.words(view, about))
            for one in self.conditions
            for about in one.offers(view)
        ]

    def known(self, only_if: OnlyIf) -> Condition[V] | None:
        """Return the game's condition of this name; None if it can no longer be evaluated."""
        found = next((one for one in self.conditions if one.name == only_if.name), None)
        return None if found is None or (found.broken_by is not None and only_if.since is None) else found

    def check_condition(self, only_if: OnlyIf, view: V, seat: Seat, heard: Sequence[News]) -> bool | None:
        """Return whether a condition holds; None if it can no longer be evaluated.

        Args:
            only_if: the condition that was set.
            view: the seat's view as its turn begins.
            seat: the seat that set it.
            heard: the news the seat has heard since.
        """
        known = self.known(only_if)
        if known is None:
            return None
        broken = known.broken_by is not None and any(known.broken_by(only_if.about, seat, news) for news in heard)
        return not broken and known.holds(view, only_if.about)


@dataclass(frozen=True)
class Foreseen(Generic[T]):
    """The position of a seat after its prepared moves."""

    table: T
    """The table after the last move; before it, if that move draws or reveals something."""
    shown: Sequence[Shown]
    """The effect of each move, up to the first that would be illegal if the seat's turn began now."""
    question: Question | None
    """The next question that can be planned; None: there is none."""
    over: bool
    """Whether the last move ends the turn, and the preparation; never where others may still respond to it."""

    @property
    def possible(self) -> int:
        """The number of legal moves."""
        return len(self.shown)

    def count_unchanged(self, moves: Sequence[PreparedMove]) -> int:
        """Return how many of the prepared moves are legal and still have the planned effect."""
        pairs = zip(moves, self.shown, strict=False)
        return next((at for at, (one, now) in enumerate(pairs) if one.why_not(now) is not None), self.possible)


def simulate_turn(
    turns: Turns[T, Any], table: T, seat: Seat, moves: Sequence[Move], words: Sequence[str] = ()
) -> Foreseen[T]:
    """Return the position of a seat after these moves, if its turn began now.

    Args:
        turns: the game's support for prepared turns.
        table: a table that the seat cannot distinguish from the real one, so that the result reveals nothing hidden.
            It is not modified.
        seat: the seat that prepares.
        moves: the prepared moves; the first that is impossible ends the turn.
        words: texts of the first moves when they were prepared, if known; see `as_it_read`.

    Raises:
        ValueError: a turn of this game begins with a draw, so it cannot be planned.
    """
    foreseen = begin_simulated_turn(turns, table, seat)
    for number, move in enumerate(moves):
        if foreseen.question is None:
            break
        foreseen = simulate_next_move(turns, foreseen, seat, move, words[number] if number < len(words) else None)
    return foreseen


def begin_simulated_turn(turns: Turns[T, Any], table: T, seat: Seat) -> Foreseen[T]:
    """Return the position of a seat that has prepared nothing yet; see `simulate_turn`.

    Raises:
        ValueError: a turn of this game begins with a draw, so it cannot be planned.
    """
    begun = _begin_again(turns, table, seat)
    if begun is None:
        raise ValueError("a turn that begins by drawing or showing something cannot be prepared")
    return Foreseen(begun, (), _find_question(begun, seat), over=False)


def simulate_next_move(
    turns: Turns[T, Any], foreseen: Foreseen[T], seat: Seat, move: Move, words: str | None = None
) -> Foreseen[T]:
    """Return the position of a seat after one more prepared move.

    Args:
        turns: the game's support for prepared turns.
        foreseen: the position before the move, with a question; it stays unchanged.
        seat: the seat that prepares.
        move: the answer to the question; an illegal one ends the preparation.
        words: the move's text when it was prepared; see `as_it_read`.
    """
    table, question = foreseen.table, foreseen.question
    if question is not None and words is not None:
        move = as_it_read(question, move, words)
    if question is None or not question.is_legal(move):
        return replace(foreseen, question=None)
    played = play.play(table, seat, move, question=question)
    shown = (*foreseen.shown, _describe_played(turns, played, seat, question, move))
    open_end = _is_open(turns, played)
    over = not open_end and turns.is_done(played.table, seat)
    ahead = None if over or open_end or _has_revealed(turns, played, table, seat) else played.table
    if ahead is not None:
        ahead = _let_pass(turns, ahead, seat) if turns.is_own(ahead, seat) else _begin_again(turns, ahead, seat)
    if ahead is None:
        return Foreseen(table, shown, None, over)
    return Foreseen(ahead, shown, _find_question(ahead, seat), over=False)


def as_it_read(question: Question, move: Move, words: str) -> Move:
    """Return the only option with this text, if its move has changed; else the move itself.

    Things that come into play are numbered, and the numbers depend on what others have played before.
    """
    options = question.options if isinstance(question, Choose) else ()
    alike = [option.move for option in options if option.label == words]
    return alike[0] if len(alike) == 1 else move


def describe_effect(turns: Turns[T, Any], table: T, seat: Seat, question: Question, move: Move) -> Shown:
    """Return the present effect of a legal move.

    Args:
        turns: the game's support for prepared turns.
        table: a table that the seat cannot distinguish from the real one.
        seat: the asked seat.
        question: its question.
        move: a legal answer.
    """
    return _describe_played(turns, play.play(table, seat, move), seat, question, move)


def _describe_played(turns: Turns[T, Any], played: play.Played[T], seat: Seat, question: Question, move: Move) -> Shown:
    heard = [
        told.news.to_digest_json()
        for told in played.at_once
        if told.to is None and not told.news.footnote and not told.news.is_record_only()
        if not told.news.is_later and not told.news.settles_earlier_move
        if not _is_new_to(turns, played.table, seat, told.news)
    ]
    tells = sha256("\n".join(heard).encode()).hexdigest()[:16]
    return Shown(question.describe(move), tells, answered(question, move))


def _is_new_to(turns: Turns[T, Any], table: T, seat: Seat, news: News) -> bool:
    return news.reveals if turns.learns is None else turns.learns(table, seat, news)


def _is_open(turns: Turns[T, Any], played: play.Played[T]) -> bool:
    """Whether the consequences of a move depend on hidden information or on the others' future decisions."""
    if played.unforeseeable:
        return True
    return turns.is_uncertain is not None and any(turns.is_uncertain(told.news) for told in played.told)


def _has_revealed(turns: Turns[T, Any], played: play.Played[T], before: T, seat: Seat) -> bool:
    """Whether a move has used chance or revealed something new to this seat."""
    if turns.learns is None:
        return played.blocks_undo
    heard = [told.news for told in played.told if told.is_visible_to(seat)]
    by_chance = played.table.chance.drawn > before.chance.drawn
    return by_chance or any(_is_new_to(turns, played.table, seat, news) for news in heard)


def _let_pass(turns: Turns[T, Any], table: T, seat: Seat) -> T | None:
    """Return the table after all others gave their default answers where waiting is secret.

    None: that draws or reveals something, or depends on hidden information.
    """
    while (asked := play.list_asked_seats(table)) and seat not in asked and table.agenda[0].waiting_is_secret:
        move = play.get_default_move(table, asked[0])
        if move is None:
            break
        played = play.play(table, asked[0], move)
        if _is_open(turns, played) or _has_revealed(turns, played, table, seat):
            return None
        table = played.table
    return table


def _begin_again(turns: Turns[T, Any], table: T, seat: Seat) -> T | None:
    """Return the table as a seat's next turn begins, if the others do nothing before it; None: it reveals something."""
    drawn, table = table.chance.drawn, play.copy(table)
    turns.begin(table, seat)
    told = play.run_agenda(table)
    return None if table.chance.drawn != drawn or any(piece.news.reveals for piece in told) else table


def _find_question(table: Table, seat: Seat) -> Question | None:
    return play.find_question(table, seat) if seat in play.list_asked_seats(table) else None
