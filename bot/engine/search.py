"""Search: what comes of an answer, tried in other truths that a seat could not tell from the real one.

The seat's own plans are candidates: what the bot answers, what it answers when it plays easily, and the answers of the
question where they are few; or what the game says that is worth trying (`Game.plans`). Each is played in the same
worlds, by bots in all seats, to the end or so far; those that do worse are left out, half of them at a time, and those
that stay are tried in more worlds (sequential halving). The bot's own answer is left only for one that is better by
more than the doubt that is left.

Nothing of the real table is looked at: the view and the question are the seat's, and `Worlds` deals the rest anew, so
that tables which the seat cannot tell apart lead to the same answer; some games rather deal what goes with what others
have done openly (`Game.imagine`). What is laid down sealed by others is taken out, and answered by bots, for they do
not answer at random. How long it thinks is counted in worlds, never in seconds: the same chance leads to the same
answer everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, TypeAlias

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import AnyGame
from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.table import Table
from bot.engine.thinking import FittedChances, Judge, Lead, OfTheGame, Thinking
from bot.engine.what_if import trial
from bot.engine.win_probability import chances

Choosing: TypeAlias = Callable[[Any, Question, Random], Move]
"""How a bot answers, from its view."""


class Worlds:
    """Truths that a seat could not tell from the real one: all that a search learns of a table."""

    def __init__(self, game: AnyGame, truth: Table, seat: Seat) -> None:
        def deal(number: int, chance: str) -> Table:
            other: Table = (game.imagine or game.redeal)(truth, seat, Chance(seed=f"{chance}: world {number}"))
            return other

        self._deal = deal
        self.seat = seat

    def world(self, number: int, chance: str) -> Table:
        """Return one of them, on which nothing lies sealed but what the seat has laid down itself."""
        table = self._deal(number, chance)
        for step in table.agenda:
            if isinstance(step, Sealed):
                step.answers = {seat: answer for seat, answer in step.answers.items() if seat == self.seat}
        return table


@dataclass(frozen=True)
class Thought:
    """What a search came to."""

    move: Move
    plain: Move
    """What the bot would have answered without it."""
    tried: int
    """So many candidates."""
    played: int
    """So many games were tried."""
    gain: float = 0.0
    """By how much the answer is better than the plain one, as the search sees it."""


def think(
    game: AnyGame, how: Thinking, view: Any, question: Question, plain: Move, worlds: Worlds, chance: str
) -> Thought:
    """Return a seat's answer, thought through.

    Args:
        game: whose bot plays all seats of what is tried.
        how: how much is tried.
        view: the seat's.
        question: what it is asked.
        plain: what the bot answers without a search.
        worlds: what may be true.
        chance: what all is drawn from; the same leads to the same.
    """
    found = candidates(game, view, question, plain, Random(f"{chance}: plans"), how.plans)  # noqa: S311
    if len(found) < 2:
        return Thought(plain, plain, 1, 0)
    values: dict[int, list[float]] = {at: [] for at in range(len(found))}
    alive, played, upto = list(values), 0, min(how.first, how.worlds)
    while True:
        for number in range(len(values[0]), upto):
            truth = worlds.world(number, chance)
            for at in alive:
                values[at].append(outcome(game, how, truth, worlds.seat, found[at], f"{chance}: bots {number}"))
                played += 1
        best = max(alive, key=lambda at: (fmean(values[at]), -at))
        if upto >= how.worlds:
            break
        alive = halved(alive, values)
        if len(alive) < 2:
            break
        upto = min(how.worlds, 2 * upto)
    gain, doubt = better(values[best], values[0])
    if best == 0 or gain <= how.sure * doubt:
        return Thought(plain, plain, len(found), played)
    return Thought(found[best], plain, len(found), played, gain)


def halved(alive: Sequence[int], values: dict[int, list[float]]) -> list[int]:
    """Return the better half of the candidates, and the plain one, unless none can be better than it any more."""
    order = sorted(alive, key=lambda at: (-fmean(values[at]), at))
    kept = [at for at in order[: (len(order) + 1) // 2] if at]
    hopeful = [at for at in kept if hopes(*better(values[at], values[0]))]
    return [0, *hopeful] if hopeful else [0]


def hopes(gain: float, doubt: float) -> bool:
    """Whether something may well be better yet."""
    return gain + 2 * doubt > 0 and (gain, doubt) != (0.0, 0.0)


def better(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return by how much one is better than the other in the same worlds, and the standard error of that."""
    gains = [a - b for a, b in zip(one, other, strict=False)]
    if len(gains) < 2:
        return (fmean(gains) if gains else 0.0), 1.0
    return fmean(gains), stdev(gains) / sqrt(len(gains))


def outcome(game: AnyGame, how: Thinking, truth: Table, seat: Seat, move: Move, chance: str) -> float:
    """Return how good what comes of a move is for a seat, where bots play on."""
    return judged(game, how.judge, tried(game, truth, seat, move, chance, how.answers), seat)


def tried(
    game: AnyGame,
    truth: Table,
    seat: Seat,
    move: Move,
    chance: str,
    answers: int | None = None,
    *,
    choose: Choosing | None = None,
) -> Table:
    """Return what becomes of a table after a move, where bots play on.

    Args:
        game: whose bot plays all seats.
        truth: the table; it stays as it is.
        seat: who makes the move.
        move: which.
        chance: what bots draw from; the same leads to the same.
        answers: so many they give at most; None: they play to the end.
        choose: how they answer; None: as the game's bot does.

    Raises:
        LookupError: somebody is asked who has no question, which is a fault of the game.
    """
    table, random, choose = trial(truth), Random(chance), choose or game.choose  # noqa: S311
    here = play.play_here if seat in play.asked(table) else play.aside_here
    here(table, seat, move)
    left = answers
    while table.outcome is None and left != 0:
        asked = play.asked(table)[0]
        question = play.question_for(table, asked)
        if question is None:
            raise LookupError(f"seat {asked} is asked nothing")
        play.play_here(table, asked, choose(game.view(table, asked), question, random))
        left = None if left is None else left - 1
    return table


def judged(game: AnyGame, judge: Judge, table: Table, seat: Seat) -> float:
    """Return how good a table is for a seat, about from 0 to 1, where it was broken off or is over.

    Raises:
        TypeError: it is judged by what the game says, and the game says nothing.
    """
    match judge:
        case Lead(scale=scale):
            return _by_the_lead(scale, table, seat)
        case FittedChances(weights=weights):
            return chances(game, game.view(table, seat), weights)[seat]
        case OfTheGame():
            if game.judge is None:
                raise TypeError(f"{game.title} has no judge of its own")
            return game.judge(table, seat)


def _by_the_lead(scale: float, table: Table, seat: Seat) -> float:
    over = table.outcome
    scores = table.scores_so_far() if over is None else over.scores
    others = [score for other, score in scores.items() if other != seat]
    ahead = scores[seat] - max([*others, *({} if over is None else over.rivals).values()], default=0)
    leads = round(1 / (1 + exp(-max(-30.0, min(30.0, ahead / scale)))), 6)  # to a digit: the same everywhere
    if over is None:
        return leads
    return (leads + ((seat in over.winners) / len(over.winners) if over.winners else 0.0)) / 2


def candidates(game: AnyGame, view: Any, question: Question, plain: Move, random: Random, most: int) -> list[Move]:
    """Return what may be answered, the plain answer first, without one that is not legal or comes twice."""
    found = [plain]
    for move in _answers(game, view, question, plain, random, most):
        if len(found) == most:
            break
        if move not in found and question.allows(move):
            found.append(move)
    return found


def _answers(game: AnyGame, view: Any, question: Question, plain: Move, random: Random, most: int) -> Iterator[Move]:
    if game.plans is not None:
        yield from game.plans(view, question, plain)
        return
    if isinstance(question, Choose) and len(question.moves) <= most:
        yield from question.moves
    if isinstance(question, ChooseOrCompose | Compose):
        yield from compositions(question.otherwise if isinstance(question, ChooseOrCompose) else question, random)
    if game.choose_easily is not None:
        for _ in range(most):
            yield game.choose_easily(view, question, random)


def compositions(question: Compose, random: Random) -> list[Move]:
    """Return one answer for each choice with which one that is put together can begin, completed by chance."""
    first = question.at(()).question
    if not isinstance(first, Choose):
        return []
    found = []
    for begun in first.moves:
        parts: tuple[Move, ...] = (begun,)
        stage = question.at(parts)
        while not stage.complete and stage.question is not None:
            parts = (*parts, stage.question.any_move(random))
            stage = question.at(parts)
        if stage.complete:
            found.append(question.make(parts))
    return found
