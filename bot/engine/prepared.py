"""Prepared turns: what a seat has decided for its next turn while others are on theirs.

A game says how the table looks when a seat's turn begins right now. From there the seat goes on as far as nothing is
drawn or shown: each choice is made from its own view of the table as the choices before it leave it. What is prepared
lies beside the table, as standing orders do. When the turn comes, it is played move by move while each is still legal,
and still what it was shown to be: it reads the same, stands in the same place among the options of its question, and
tells everybody the same.

What is left of a prepared turn is saved in the transaction of each move it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
    """What a move would do, as its player is shown it."""

    words: str
    """How it reads."""
    tells: str
    """What everybody would hear first of it, such as target, card and price; as a digest."""
    answered: Answered
    """The question that it answers."""


class PreparedMove(Card):
    """One move of a prepared turn."""

    move: dict[str, Any]
    """As the game's own moves are saved."""
    words: str
    """How it read when it was chosen; seats are marks."""
    tells: str = ""
    """What everybody would have heard of it then, as a digest; empty: an older program kept only the words."""
    answered: Answered | None = None
    """The question that it was the answer to; None: an older program did not keep it."""

    @classmethod
    def as_shown(cls, move: Move, shown: Shown) -> PreparedMove:
        """Return a move with all that it was shown to be."""
        return cls(move=move.model_dump(mode="json"), words=shown.words, tells=shown.tells, answered=shown.answered)

    def why_not(self, now: Shown) -> str | None:
        """Return why the move would not do what it was shown to do, as a sentence; None: it would."""
        if self.words != now.words:
            return f"“{self.words}” would be “{now.words}” now."
        if self.tells not in ("", now.tells):
            return f"“{self.words}” would not do the same now."
        return None if self.answered is None else self.answered.why_not(now.answered)


class OnlyIf(Card):
    """A condition that a player has set."""

    name: str
    about: str = ""
    """What it is about, such as a number or a card; the game alone reads it."""
    words: str
    """How it read; ends the sentence "Only if ..."."""
    since: int | None = None
    """The table's revision at which it was set; None: an older program set it."""

    @property
    def key(self) -> str:
        """A few characters by which it is told from all others."""
        return sha256(f"{self.name}:{self.about}".encode()).hexdigest()[:10]


class PreparedTurn(Order, kind="prepared turn"):
    """What a seat has prepared; it is gone once it was played or has stopped."""

    moves: tuple[PreparedMove, ...] = ()
    only_if: OnlyIf | None = None
    """What must be so when the turn comes; None: it is played whatever happens."""
    unless: str = ""
    """The name of a condition as older programs had them, which nobody can judge any more: it is never played."""
    seen: str = ""
    """Belongs to `unless`."""
    begun: bool = False
    """Whether the first moves have been played."""


@dataclass(frozen=True)
class Condition(Generic[V]):
    """Something that its player may want to be so when the turn comes, or else decide anew.

    It is judged when the seat is asked first in its turn, after all that happens by itself, such as an income: by what
    the seat sees then, or, where it says that something has not happened, by all that the seat has heard since.
    """

    name: str
    """Stored with what is prepared."""
    offers: Callable[[V], Sequence[str]]
    """What it can be about, from the seat's view of the table as its turn would begin now."""
    words: Callable[[V, str], str]
    """Ends the sentence "Only if ..."."""
    holds: Callable[[V, str], bool] = lambda _view, _about: True
    """Whether the view is as it has to be."""
    broken_by: Callable[[str, Seat, News], bool] | None = None
    """Whether this seat's condition is not met any more after it has heard these news; None: of none."""


@dataclass(frozen=True)
class Turns(Generic[T, V]):
    """All that a game says so that turns can be prepared."""

    is_own: Callable[[T, Seat], bool]
    """Whether it is this seat's turn, so that what it prepared is played."""
    begin: Callable[[T, Seat], None]
    """Change a table to the one at which this seat's turn begins now; uses no chance, and shows nothing hidden."""
    conditions: Sequence[Condition[V]] = ()
    plays_on: Callable[[T, Seat], bool] | None = None
    """Whether this seat will have another turn; None: always."""
    learns: Callable[[T, Seat, News], bool] | None = None
    """Whether a seat that hears this news did not know what it reveals; None: of all that reveal something."""
    is_uncertain: Callable[[News], bool] | None = None
    """Whether it depends too much on the others what comes of this news to prepare beyond it; None: of none."""
    known_by_then: str = ""
    """What a seat knows of its next turn as soon as the last one is over, as a sentence: why to prepare it right then.

    Its panel offers that from then on. Empty: there is seldom anything to prepare, so a button is enough."""

    def offered(self, view: V) -> list[OnlyIf]:
        """Return the conditions that can be set for a turn at the beginning of which the seat has this view."""
        return [
            OnlyIf(name=one.name, about=about, words=one.words(view, about))
            for one in self.conditions
            for about in one.offers(view)
        ]

    def known(self, only_if: OnlyIf) -> Condition[V] | None:
        """Return the game's condition of this name; None: it cannot be judged any more."""
        found = next((one for one in self.conditions if one.name == only_if.name), None)
        return None if found is None or (found.broken_by is not None and only_if.since is None) else found

    def hold(self, only_if: OnlyIf, view: V, seat: Seat, heard: Sequence[News]) -> bool | None:
        """Return whether a condition of the game is so; None: it cannot be judged any more.

        Args:
            only_if: what was set.
            view: of the seat, as its turn begins.
            seat: who set it.
            heard: what the seat has heard since.
        """
        known = self.known(only_if)
        if known is None:
            return None
        broken = known.broken_by is not None and any(known.broken_by(only_if.about, seat, news) for news in heard)
        return not broken and known.holds(view, only_if.about)


@dataclass(frozen=True)
class Foreseen(Generic[T]):
    """Where a seat stands that has prepared some moves."""

    table: T
    """As its last move leaves it; where that draws or shows something, as it was before."""
    shown: Sequence[Shown]
    """What each move would do, up to the first that cannot be made were it the seat's turn now."""
    question: Question | None
    """What can be prepared next; None: nothing more."""
    over: bool
    """Whether the turn is over with the last move; never said where others may still answer it."""

    @property
    def possible(self) -> int:
        """How many of the moves can be made."""
        return len(self.shown)

    def still(self, moves: Sequence[PreparedMove]) -> int:
        """Return how many of the prepared moves can be made and would do what they were shown to do."""
        pairs = zip(moves, self.shown, strict=False)
        return next((at for at, (one, now) in enumerate(pairs) if one.why_not(now) is not None), self.possible)


def foresee(
    turns: Turns[T, Any], table: T, seat: Seat, moves: Sequence[Move], words: Sequence[str] = ()
) -> Foreseen[T]:
    """Return where a seat stands after these moves, were it its turn now.

    Args:
        turns: what the game says of its turns.
        table: as it stands; it stays as it is. To be one of those that the seat could not tell from the real one, so
            that nothing that comes of it can tell of what is hidden.
        seat: who prepares.
        moves: what is prepared so far; it ends before the first that is impossible.
        words: how the first of them read when they were prepared, or nothing; see `as_it_read`.

    Raises:
        ValueError: the game draws something as a turn begins, so that its turns cannot be foreseen.
    """
    drawn, table = table.chance.drawn, play.copy(table)
    turns.begin(table, seat)
    told = play.go_on(table)
    if table.chance.drawn != drawn or any(piece.news.reveals for piece in told):
        raise ValueError("a turn that begins by drawing or showing something cannot be prepared")
    shown: list[Shown] = []
    for number, move in enumerate(moves):
        question = _question(table, seat)
        if question is not None and number < len(words):
            move = as_it_read(question, move, words[number])
        if question is None or not question.allows(move):
            return Foreseen(table, shown, None, over=False)
        played = play.play(table, seat, move, question=question)
        shown.append(_shown(turns, played, seat, question, move))
        open_end = _is_open(turns, played)
        over = not open_end and not turns.is_own(played.table, seat)
        ahead = None if over or open_end or _shows(turns, played, table, seat) else _let_pass(turns, played.table, seat)
        if ahead is None:
            return Foreseen(table, shown, None, over)
        table = ahead
    return Foreseen(table, shown, _question(table, seat), over=False)


def as_it_read(question: Question, move: Move, words: str) -> Move:
    """Return the one option that reads so, where it has become another move; else the move as it is.

    What has come into play is told apart by its number, and that depends on how much others have played before.
    """
    options = question.options if isinstance(question, Choose) else ()
    alike = [option.move for option in options if option.label == words]
    return alike[0] if len(alike) == 1 else move


def shown_now(turns: Turns[T, Any], table: T, seat: Seat, question: Question, move: Move) -> Shown:
    """Return what a legal move would do now.

    Args:
        turns: what the game says of its turns.
        table: one of those that the seat could not tell from the real one.
        seat: who is asked.
        question: what it is asked.
        move: a legal answer.
    """
    return _shown(turns, play.play(table, seat, move), seat, question, move)


def _shown(turns: Turns[T, Any], played: play.Played[T], seat: Seat, question: Question, move: Move) -> Shown:
    heard = [
        told.news.model_dump_json(exclude=set(told.news.besides))
        for told in played.at_once
        if told.to is None and not told.news.footnote and not told.news.goes_without_saying()
        if not told.news.settles_earlier_move and not _learns(turns, played.table, seat, told.news)
    ]
    tells = sha256("\n".join(heard).encode()).hexdigest()[:16]
    return Shown(question.describe(move), tells, answered(question, move))


def _learns(turns: Turns[T, Any], table: T, seat: Seat, news: News) -> bool:
    return news.reveals if turns.learns is None else turns.learns(table, seat, news)


def _is_open(turns: Turns[T, Any], played: play.Played[T]) -> bool:
    """Whether what comes of a move depends on what only others know, or will do."""
    if played.unforeseeable:
        return True
    return turns.is_uncertain is not None and any(turns.is_uncertain(told.news) for told in played.told)


def _shows(turns: Turns[T, Any], played: play.Played[T], before: T, seat: Seat) -> bool:
    """Whether a move has drawn by chance, or shown this seat what it did not know."""
    if turns.learns is None:
        return played.fence
    heard = [told.news for told in played.told if told.heard_by(seat)]
    by_chance = played.table.chance.drawn > before.chance.drawn
    return by_chance or any(_learns(turns, played.table, seat, news) for news in heard)


def _let_pass(turns: Turns[T, Any], table: T, seat: Seat) -> T | None:
    """Return the table when all others have given their default where nobody may know whether they are asked.

    None: something is drawn or shown by that, or it depends on what is hidden.
    """
    while (asked := play.asked(table)) and seat not in asked and table.agenda[0].waiting_is_secret:
        move = play.default_move(table, asked[0])
        if move is None:
            break
        played = play.play(table, asked[0], move)
        if _is_open(turns, played) or _shows(turns, played, table, seat):
            return None
        table = played.table
    return table


def _question(table: Table, seat: Seat) -> Question | None:
    return play.question_for(table, seat) if seat in play.asked(table) else None
