"""Prepared turns: what a seat has decided for its next turn while others are on theirs.

A game says how the table looks when a seat's turn begins right now. From there the seat goes on as far as nothing is
drawn or shown: each choice is made from its own view of the table as the choices before it leave it. What is prepared
lies beside the table, as standing orders do. When the turn comes, it is played move by move while each is still legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Generic, Literal, TypeVar

from pydantic import TypeAdapter

from bot.engine import play
from bot.engine.orders import Order
from bot.engine.questions import Question
from bot.engine.records import Card, Move, News, Seat
from bot.engine.table import Table

T = TypeVar("T", bound=Table)
V = TypeVar("V")
_ANYTHING: TypeAdapter[Any] = TypeAdapter(Any)


class PreparedMove(Card):
    """One move of a prepared turn."""

    move: dict[str, Any]
    """As the game's own moves are saved."""
    words: str
    """How it read when it was chosen; seats are marks."""


class PreparedTurn(Order):
    """What a seat has prepared; it is gone once it was played or has stopped."""

    kind: Literal["prepared turn"] = "prepared turn"
    moves: tuple[PreparedMove, ...] = ()
    unless: str = ""
    """The name of what must not change before the turn comes; empty: it is played whatever happens."""
    seen: str = ""
    """What that was when the turn was prepared, as a digest."""
    begun: bool = False
    """Whether the first moves have been played."""


@dataclass(frozen=True)
class Unless(Generic[V]):
    """Something that its player may want to be as it was, or else decide anew."""

    name: str
    """Stored with what is prepared."""
    title: str
    """Ends the sentence "Play it only if ..."."""
    changed: str
    """What is said when it has changed, as a sentence."""
    part: Callable[[V], Any]
    """The part of the view that it is about; of what can be written as JSON."""

    def digest(self, view: V) -> str:
        """Return what the part is now, in a few characters."""
        return sha256(_ANYTHING.dump_json(self.part(view))).hexdigest()[:16]


@dataclass(frozen=True)
class Turns(Generic[T, V]):
    """All that a game says so that turns can be prepared."""

    is_own: Callable[[T, Seat], bool]
    """Whether it is this seat's turn, so that what it prepared is played."""
    begin: Callable[[T, Seat], None]
    """Change a table to the one at which this seat's turn begins now; uses no chance, and shows nothing hidden."""
    unless: Sequence[Unless[V]] = ()
    plays_on: Callable[[T, Seat], bool] | None = None
    """Whether this seat will have another turn; None: always."""
    learns: Callable[[T, Seat, News], bool] | None = None
    """Whether a seat that hears this news can prepare no further; None: all that reveal something are of this kind."""

    def condition(self, name: str) -> Unless[V] | None:
        """Return the condition of this name; None: there is none."""
        return next((one for one in self.unless if one.name == name), None)


@dataclass(frozen=True)
class Foreseen(Generic[T]):
    """Where a seat stands that has prepared some moves."""

    table: T
    """As its last move leaves it; where that draws or shows something, as it was before."""
    possible: int
    """How many of the moves can be made, were it the seat's turn now."""
    question: Question | None
    """What can be prepared next; None: nothing more."""
    over: bool
    """Whether the turn is over with the last move."""


def foresee(turns: Turns[T, Any], table: T, seat: Seat, moves: Sequence[Move]) -> Foreseen[T]:
    """Return where a seat stands after these moves, were it its turn now.

    Args:
        turns: what the game says of its turns.
        table: as it stands; it stays as it is.
        seat: who prepares.
        moves: what is prepared so far; it ends before the first that is impossible.

    Raises:
        ValueError: the game draws something as a turn begins, so that its turns cannot be foreseen.
    """
    drawn, table = table.chance.drawn, play.copy(table)
    turns.begin(table, seat)
    told = play.go_on(table)
    if table.chance.drawn != drawn or any(piece.news.reveals for piece in told):
        raise ValueError("a turn that begins by drawing or showing something cannot be prepared")
    for number, move in enumerate(moves):
        question = _question(table, seat)
        if question is None or not question.allows(move):
            return Foreseen(table, number, None, over=False)
        played = play.play(table, seat, move, question=question)
        over = not turns.is_own(played.table, seat)
        ahead = None if over or _shows(turns, played, table, seat) else _let_pass(turns, played.table, seat)
        if ahead is None:
            return Foreseen(table, number + 1, None, over)
        table = ahead
    return Foreseen(table, len(moves), _question(table, seat), over=False)


def _shows(turns: Turns[T, Any], played: play.Played[T], before: T, seat: Seat) -> bool:
    """Whether a move has drawn by chance, or shown this seat what it did not know."""
    if turns.learns is None:
        return played.fence
    learns = turns.learns
    heard = [told.news for told in played.told if told.heard_by(seat)]
    by_chance = played.table.chance.drawn > before.chance.drawn
    return by_chance or any(learns(played.table, seat, news) for news in heard)


def _let_pass(turns: Turns[T, Any], table: T, seat: Seat) -> T | None:
    """Return the table when all others have given their default where nobody may know whether they are asked.

    None: something is drawn or shown by that.
    """
    while (asked := play.asked(table)) and seat not in asked and table.agenda[0].waiting_is_secret:
        move = play.default_move(table, asked[0])
        if move is None:
            break
        played = play.play(table, asked[0], move)
        if _shows(turns, played, table, seat):
            return None
        table = played.table
    return table


def _question(table: Table, seat: Seat) -> Question | None:
    return play.question_for(table, seat) if seat in play.asked(table) else None
