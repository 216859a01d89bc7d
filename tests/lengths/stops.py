"""Detect questions that stop the game although there is nothing to decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import AnyGame
from bot.engine.multi_step import ChooseOrCompose
from bot.engine.questions import Choose, Number, Question
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.table import Table

WAYS = 100
"""Samples of hidden information, such as sealed answers, needed to conclude that there is nothing to decide."""
SOME = 40
"""Answers drawn where they are too many to try all; repeated ones count once."""


def is_idle(game: AnyGame, table: Table, seat: Seat) -> bool:
    """Whether a waiting seat has nothing to decide, and everybody could know that.

    Where it follows from a hidden hand, skipping the question would reveal the hand: the question keeps the secret, and
    so it does where the asked players are secret.

    Args:
        game: the table's game.
        table: the present table; it is not changed.
        seat: the asked one.
    """
    if table.agenda[0].waiting_is_secret or not decides_nothing(table, seat):
        return False
    truths = (game.redeal(table, None, Chance(seed=f"{table.seals}, {number}")) for number in range(WAYS))
    return all(decides_nothing(truth, seat) for truth in truths)


def decides_nothing(table: Table, seat: Seat) -> bool:
    """Whether a seat may answer in one way only, or in several that all lead to the same table.

    News of an answer does not count, and neither does chance. To sealed answers the others' are made up, in many ways:
    if in one of them it matters what the seat says, there is something to decide.

    Args:
        table: the present table; it is not changed.
        seat: the asked one.
    """
    step, question = table.agenda[0], play.find_question(table, seat)
    if question is None:
        return False
    random = Random(table.seals)  # noqa: S311
    moves = _answers(question, random)
    ways = WAYS if isinstance(step, Sealed) and len(moves) > 1 else 1
    return all(_lead_to_the_same(table, seat, moves, random) for _ in range(ways))


def _answers(question: Question, random: Random) -> Sequence[Move]:
    """Return all answers, or some that are unlike each other."""
    match question:
        case ChooseOrCompose():  # before those that only choose: it is one of them
            return [*question.moves, *(_drawn(question.otherwise, random) if question.is_open else ())]
        case Choose():
            return question.moves
        case Number():
            return [question.make(number) for number in dict.fromkeys((question.low, question.high))]
        case _:
            return _drawn(question, random)


def _drawn(question: Question, random: Random) -> Sequence[Move]:
    drawn = [question.choose_random_move(random) for _ in range(SOME)]
    return list({move.model_dump_json(): move for move in drawn}.values())


def _lead_to_the_same(table: Table, seat: Seat, moves: Sequence[Move], random: Random) -> bool:
    """Whether all of these answers lead to the same table, for any simulated answers of the others."""
    before = play.copy(table)
    step = before.agenda[0]
    if isinstance(step, Sealed):
        for other in [other for other in step.answers if other != seat]:
            del step.answers[other]  # it has not been seen yet
        for other in [other for other in play.list_asked_seats(before) if other != seat]:
            question = play.find_question(before, other)
            if question is not None:
                step.answer(before, other, question.choose_random_move(random))
    reached = _reached(before, seat, moves)
    first = next(reached)
    return all(other == first for other in reached)


def _reached(before: Table, seat: Seat, moves: Sequence[Move]) -> Iterator[str]:
    """Yield the table after each of these answers."""
    for move in moves:
        after = play.copy(before)
        play.play_here(after, seat, move)
        yield after.model_dump_json(exclude={"chance", "seals"})
