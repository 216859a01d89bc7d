"""Whether somebody is waited for although there is nothing to decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from bot.engine import play
from bot.engine.questions import Choose, Number, Question
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.table import Table

WAYS = 100
"""So many times the others' sealed answers are made up before they count as leaving nothing to decide."""
SOME = 40
"""So many answers are drawn where they are too many to try all; those that come again count once."""


def is_idle(table: Table, seat: Seat) -> bool:
    """Whether a seat that is waited for may answer in one way only, or in several that all lead to the same table.

    What is told of an answer does not count, and neither does chance. Where nobody may know who is asked, to be
    asked keeps the secret: that is never idle. To sealed answers the others' are made up, in many ways: if in one of
    them it matters what the seat says, there is something to decide.

    Args:
        table: as it is; it is left so.
        seat: who is asked.
    """
    step, question = table.agenda[0], play.question_for(table, seat)
    if question is None or step.waiting_is_secret:
        return False
    if not question.is_free:
        return True
    random = Random(table.seals)  # noqa: S311
    moves = _answers(question, random)
    ways = WAYS if isinstance(step, Sealed) else 1
    return all(_lead_to_the_same(table, seat, moves, random) for _ in range(ways))


def _answers(question: Question, random: Random) -> Sequence[Move]:
    """Return all answers, or some that are unlike each other."""
    match question:
        case Choose():
            return question.moves
        case Number():
            return [question.make(number) for number in dict.fromkeys((question.low, question.high))]
        case _:
            drawn = [question.any_move(random) for _ in range(SOME)]
            return list({move.model_dump_json(): move for move in drawn}.values())


def _lead_to_the_same(table: Table, seat: Seat, moves: Sequence[Move], random: Random) -> bool:
    """Whether all of these answers lead to the same, whatever the others, if any, are just made to answer."""
    before = play.copy(table)
    step = before.agenda[0]
    if isinstance(step, Sealed):
        for other in [other for other in step.answers if other != seat]:
            del step.answers[other]  # it has not been seen yet
        for other in [other for other in play.asked(before) if other != seat]:
            question = play.question_for(before, other)
            if question is not None:
                step.answer(before, other, question.any_move(random))
    reached = _reached(before, seat, moves)
    first = next(reached)
    return all(other == first for other in reached)


def _reached(before: Table, seat: Seat, moves: Sequence[Move]) -> Iterator[str]:
    """Yield what is on the table after each of these answers."""
    for move in moves:
        after = play.copy(before)
        play.play_here(after, seat, move)
        yield after.model_dump_json(exclude={"chance", "seals"})
