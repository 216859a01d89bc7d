"""The only entry point to a game: it lists who is asked, and applies answers.

Each move is played on a copy of the table, made through JSON, which proves that the table can be saved. A move that
gave anybody information is never undone. Three cases block undo even if nothing is announced: opened answers
(`Step.has_answers_to_open`), information the mover has seen (`secrecy.has_seen`), and rules that read hidden
information, with or
without an effect (`Table.block_undo`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.engine.chance import Draw, compute_digest
from bot.engine.questions import Question
from bot.engine.questions import compute_etag as name_of
from bot.engine.records import Move, News, Seat, Told
from bot.engine.secrecy import has_seen
from bot.engine.table import (
    BotsCharacter,
    Box,
    ChanceAdded,
    ChanceRenewed,
    Conceded,
    EasyBots,
    LeftStanding,
    SaltShown,
    SeatsGiven,
    SeedCommitted,
    SeedShown,
    Step,
    StrongBots,
    Table,
)

T = TypeVar("T", bound=Table)


class IllegalMove(Exception):
    """A move that no question allows; our screens cannot produce it."""


@dataclass(frozen=True)
class Played(Generic[T]):
    """The new table, the announced news, and whether undo is blocked."""

    table: T
    told: Sequence[Told]
    blocks_undo: bool
    """Whether undo is blocked: chance was used, sealed answers were opened, or hidden information was shown or read."""
    unforeseeable: bool = False
    """Whether a rule read hidden information, so that the consequences reveal some of it."""
    at_once: Sequence[Told] = ()
    """The news of the move itself, before the table goes on or chance is used; empty if they depended on hidden
    information."""
    only_opened: bool = False
    """Whether undo is blocked only because sealed answers were opened or hidden information was read; older records
    do not block it there."""


def load(kind: type[T], saved: str | bytes, box: Box) -> T:
    """Return the table saved as JSON, with the box it is played with."""
    table = kind.model_validate_json(saved)
    table._box = box
    return table


def copy(table: T, saved: str | None = None) -> T:
    """Return an independent copy, made through JSON, so that every move proves that the table can be saved.

    Args:
        table: the table to copy.
        saved: the table as JSON, if it is already serialised.
    """
    return load(type(table), saved or table.__pydantic_serializer__.to_json(table), table._box)


def list_questions(table: Table) -> dict[Seat, Question]:
    """Return the pending decisions by seat; empty when the game is over."""
    if table.outcome is not None or not table.agenda:
        return {}
    step: Step = table.agenda[0]
    return {seat: step.build_question(table, seat) for seat in step.list_asked_seats(table)}


def find_question(table: Table, seat: Seat) -> Question | None:
    """Return the seat's pending decision or, if it has none, the question it may answer out of turn."""
    if table.outcome is not None or not table.agenda or seat not in table.seats:
        return None
    step: Step = table.agenda[0]
    return (
        step.build_question(table, seat)
        if seat in step.list_asked_seats(table)
        else table.build_out_of_turn_question(seat)
    )


def compute_etag(table: Table, seat: Seat, question: Question, times: int) -> str:
    """Return the id of the seat's present question, for a seat with this number of earlier moves."""
    step: Step | None = table.agenda[0] if table.agenda else None
    asks = step is not None and seat in step.list_asked_seats(table)
    return name_of(question, times, step.get_identity(table, seat) if step is not None and asks else "")


def list_asked_seats(table: Table) -> list[Seat]:
    """Return the seats with a pending decision."""
    if table.outcome is not None or not table.agenda:
        return []
    return list(table.agenda[0].list_asked_seats(table))


def play(table: T, seat: Seat, move: Move, saved: str | None = None, question: Question | None = None) -> Played[T]:
    """Return the result of a seat's answer; the given table is not modified.

    Args:
        table: the current table.
        seat: the seat that answers.
        move: the answer; raises IllegalMove when no question allows it.
        saved: the table as JSON, if it is already serialised.
        question: the seat's question, if it is already known.
    """
    question = question or find_question(table, seat)
    if question is None or not question.is_legal(move):
        raise IllegalMove(f"seat {seat}: {move!r}")
    after = copy(table, saved)
    after._drawn = after.chance.drawn
    if seat in list_asked_seats(table):
        after.agenda[0].answer(after, seat, move)
    else:
        after.answer_out_of_turn(seat, move)
    return _finish_move(table, after, seat)


def play_here(table: Table, seat: Seat, move: Move) -> list[Told]:
    """Play a legal move of an asked seat on the table itself, and return the announced news.

    For bots and benchmarks: the caller owns the table and has taken the move from the seat's present question.
    """
    table.agenda[0].answer(table, seat, move)
    return run_agenda(table)


def play_out_of_turn_here(table: Table, seat: Seat, move: Move) -> list[Told]:
    """Play a legal move of a seat that is not asked on the table itself, as `play_here` does for asked ones."""
    table.answer_out_of_turn(seat, move)
    return run_agenda(table)


def begin(table: T, draw: Draw | None = None) -> Played[T]:
    """Return a new table advanced to its first question; the origin of its randomness is announced first.

    Args:
        table: a table set up with the draw's seed; without a draw, the seed is the secret itself.
        draw: the origin of the seed and the seats, with the strengths of its bots, whose characters are drawn from it.
    """
    about: list[News] = []
    if draw is not None:
        table.chance.secret = draw.secret
        about.append(ChanceAdded(added=list(draw.added), joined=list(draw.joined)))
        about.extend([SeatsGiven()] if draw.given else [])
        about.extend([EasyBots(seats=list(draw.easy))] if draw.easy else [])
        about.extend([StrongBots(seats=list(draw.strong))] if draw.strong else [])
        table.chance.easy, table.chance.strong = list(draw.easy), list(draw.strong)
        for seat, drawn in draw.deal_to_bots(table._box.characters).items():
            table.chance.characters[seat] = drawn.name
            about.append(BotsCharacter(seat=seat, character=drawn.name, does=drawn.does))
    about.insert(0, SeedCommitted(digest=table.chance.compute_digest()))
    table.told[:0] = [Told(news) for news in about]
    return Played(table, run_agenda(table), blocks_undo=True)


def add_salt(table: T, salt: str) -> Played[T]:
    """Return the table with a fresh salt in its chance, so that nobody could have predicted its further draws.

    Earlier sealed answers stay committed with the old seed. Nothing before this point can be undone afterwards.
    """
    after = copy(table)
    after.chance.add_salt(salt)
    after.tell(ChanceRenewed(digest=compute_digest(salt)))
    return _finish_move(table, after, None)


def can_take_back_answer(table: Table, seat: Seat) -> bool:
    """Whether the seat has an unopened sealed answer."""
    return table.outcome is None and bool(table.agenda) and table.agenda[0].can_take_back_answer(seat)


def describe_sealed_answer(table: Table, seat: Seat) -> str:
    """Return the text of the seat's unopened sealed answer; for that seat only. Empty if there is none."""
    step: Step | None = table.agenda[0] if table.agenda else None
    return "" if step is None or not can_take_back_answer(table, seat) else step.describe_sealed_answer(table, seat)


def take_back_answer(table: T, seat: Seat) -> Played[T]:
    """Return the table after the seat took back its unopened answer.

    Raises:
        IllegalMove: the seat has no unopened answer.
    """
    if not can_take_back_answer(table, seat):
        raise IllegalMove(f"seat {seat} has nothing to take back")
    after = copy(table)
    after.agenda[0].take_back_answer(after, seat)
    return _finish_move(table, after, seat)


def concede(table: T, seat: Seat) -> Played[T]:
    """Return the table after the seat conceded; the last remaining seat wins.

    Raises:
        IllegalMove: the seat has conceded already, or the game is over.
    """
    if seat in table.conceded or table.outcome is not None:
        raise IllegalMove(f"seat {seat} cannot concede")
    after = copy(table)
    after.conceded.append(seat)
    after.tell(Conceded(seat=seat))
    if len(after.conceded) >= after.players - 1:  # in a solo game, nobody is left
        after.outcome = after.build_concession_outcome()
        after.tell(LeftStanding(winners=after.outcome.winners))
    return _finish_move(table, after, seat)


def get_default_move(table: Table, seat: Seat) -> Move | None:
    """Return the default answer for an asked seat whose time ran out; None: let its bot choose."""
    default: Move | None = table.agenda[0].get_default_move(table, seat)
    return default


def run_agenda(table: Table) -> list[Told]:
    """Run the agenda up to the next question or the end of the game, and return the announced news."""
    return _finish_run(table).told


def advance(table: Table) -> None:
    """Run the agenda up to the next question or the end of the game during a move; its news are announced later."""
    for _ in _iterate_agenda(table):
        pass


def _iterate_agenda(table: Table) -> Iterator[Step | None]:
    """Run the agenda; yield None before each step begins, and each step before its end."""
    agenda = table.agenda
    while agenda and table.outcome is None:
        step: Step = agenda[0]
        if not step.begun:
            yield None
            step.begun = True
            step.begin(table)  # may put other steps in front of itself
        elif step.list_asked_seats(table):
            return
        else:
            yield step
            del agenda[0]
            step.end(table)


@dataclass(frozen=True)
class _Run:
    """The result of running the agenda."""

    told: list[Told]
    opened: bool
    """Whether sealed answers were opened, or a rule blocked undo."""
    unforeseeable: bool
    first: int
    """The number of news announced before any step ended; 0 if they depended on hidden information."""


def _finish_run(table: Table) -> _Run:
    """Run the agenda as `run_agenda` does."""
    opened, first = False, _count_first_news(table)
    for over in _iterate_agenda(table):
        first = _count_first_news(table) if first is None else first
        if over is not None:
            first = first or 0  # later news are automatic, not part of the move
            opened = over.has_answers_to_open() or opened  # before its end, which may delete answers
    if table.outcome is not None:
        table.agenda.clear()
        for salt in table.chance.salts:
            table.tell(SaltShown(salt=salt))
        table.tell(SeedShown(seed=table.chance.get_published_secret()))
    first = _count_first_news(table) if first is None else first
    run = _Run(list(table.told), opened or table._blocks_undo, table._unforeseeable, first or 0)
    table._blocks_undo = table._unforeseeable = False
    table._drawn = table._certain = None
    table.told.clear()
    return run


def _count_first_news(table: Table) -> int | None:
    """Return how many of the news so far belong to the move itself; None if there are none yet."""
    told = len(table.told)
    if not told:
        return None
    if table._blocks_undo:
        return 0
    return told if table._certain is None else table._certain


def _finish_move(before: Table, after: T, seat: Seat | None) -> Played[T]:
    run = _finish_run(after)
    shown = after.chance.drawn > before.chance.drawn or any(piece.news.reveals for piece in run.told)
    opened = run.opened or (not shown and has_seen(before, after, seat))  # a draw blocks undo anyway
    return Played(
        after,
        run.told,
        blocks_undo=shown or opened,
        unforeseeable=run.unforeseeable,
        at_once=run.told[: run.first],
        only_opened=opened and not shown,
    )
