"""Search for strong bots: playouts of candidate moves on sampled tables.

The seat cannot distinguish these tables from the real one. The candidates are the bot's answer, its answers as an easy
bot, and all answers of a question with few; or the game's own suggestions (`Bots.plans`). Each is played on the same
sampled tables by bots in all seats, to the end or for a limited number of answers. The worse half is dropped after each
round, and the rest is tried on more tables (sequential halving). Another move replaces the bot's own answer only if it
is better by more than the remaining uncertainty, and better again on fresh tables: of many candidates, the best so far
owes part of its lead to luck.

The search reads nothing of the real table. The view and the question are the seat's, and `Worlds` resamples the rest,
so indistinguishable tables give the same answer. Some games prefer tables that match the others' public actions
(`Bots.imagine`). Sealed answers of others are removed and given again by bots, because real answers are not random. The
effort is counted in sampled tables, never in seconds: the same randomness gives the same answer on every machine.
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
from bot.engine.thinking import ChancesAndLead, FittedChances, Judge, Lead, OfTheGame, Thinking
from bot.engine.what_if import copy_for_trial
from bot.engine.win_probability import compute_win_probabilities

Choosing: TypeAlias = Callable[[Any, Question, Random], Move]
"""A bot's answer to a question, from its view."""


class Worlds:
    """Sampled tables that a seat cannot distinguish from the real one: a search's only access to a table."""

    def __init__(self, game: AnyGame, truth: Table, seat: Seat) -> None:
        def deal(number: int, chance: str) -> Table:
            other: Table = (game.bots.imagine or game.redeal)(truth, seat, Chance(seed=f"{chance}: world {number}"))
            return other

        self._deal = deal
        self.seat = seat

    def deal_world(self, number: int, chance: str) -> Table:
        """Return one of them, without sealed answers of other seats."""
        table = self._deal(number, chance)
        for step in table.agenda:
            if isinstance(step, Sealed):
                step.answers = {seat: answer for seat, answer in step.answers.items() if seat == self.seat}
        return table


@dataclass(frozen=True)
class Thought:
    """The result of a search."""

    move: Move
    plain: Move
    """The bot's answer without a search."""
    tried: int
    """The number of candidates."""
    played: int
    """The number of playouts."""
    gain: float = 0.0
    """The estimated advantage of the answer over the plain one."""


def search_move(
    game: AnyGame, how: Thinking, view: Any, question: Question, plain: Move, worlds: Worlds, chance: str
) -> Thought:
    """Return the result of a search for a seat's answer.

    Args:
        game: the game whose bot plays all seats in playouts.
        how: the search settings.
        view: the seat's view.
        question: the seat's question.
        plain: the bot's answer without a search.
        worlds: the sampled tables.
        chance: the seed of all randomness; the search is deterministic.
    """
    found = list_candidates(game, view, question, plain, Random(f"{chance}: plans"), how.plans)  # noqa: S311
    if how.confirm is not None:
        found = drop_refusals(game, found)
    if len(found) < 2:
        return Thought(plain, plain, 1, 0)

    def try_moves(number: int, moves: Sequence[Move]) -> list[float]:
        truth = worlds.deal_world(number, chance)
        return [evaluate_move(game, how, truth, worlds.seat, move, f"{chance}: bots {number}") for move in moves]

    best, gain, played = find_best(how, found, try_moves)
    if best and how.confirm is not None:
        gain, more = confirm_gain(how.confirm, how.worlds, plain, found[best], try_moves)
        played += more
        best = best if gain > how.margin else 0
    return Thought(found[best], plain, len(found), played, gain if best else 0.0)


Trying: TypeAlias = Callable[[int, Sequence[Move]], list[float]]
"""The values of moves on the sampled table of a number."""


def find_best(how: Thinking, found: Sequence[Move], try_moves: Trying) -> tuple[int, float, int]:
    """Return the place of the best candidate, its advantage over the first, and the number of playouts.

    It is the first, the bot's plain answer, where no other is surely better.
    """
    values: dict[int, list[float]] = {at: [] for at in range(len(found))}
    alive, played, upto = list(values), 0, min(how.first, how.worlds)
    while True:
        for number in range(len(values[0]), upto):
            for at, value in zip(alive, try_moves(number, [found[at] for at in alive]), strict=True):
                values[at].append(value)
            played += len(alive)
        best = max(alive, key=lambda at: (fmean(values[at]), -at))
        if upto >= how.worlds:
            break
        alive = drop_worse_half(alive, values)
        if len(alive) < 2:
            break
        upto = min(how.worlds, 2 * upto)
    gain, doubt = measure_gain(values[best], values[0])
    return (0, 0.0, played) if best == 0 or gain <= how.sure * doubt else (best, gain, played)


def confirm_gain(count: int, first: int, plain: Move, move: Move, try_moves: Trying) -> tuple[float, int]:
    """Return a move's mean advantage over the plain answer on fresh sampled tables, and the number of playouts.

    After half of the tables it is given up if it is not better by then.

    Args:
        count: the number of tables.
        first: the number of the first of them.
        plain: the bot's answer without a search.
        move: the move.
        try_moves: plays moves on a table.
    """
    gains: list[float] = []
    for number in range(first, first + count):
        if len(gains) == (count + 1) // 2 and fmean(gains) <= 0:
            break
        usual, other = try_moves(number, [plain, move])
        gains.append(other - usual)
    return fmean(gains), 2 * len(gains)


def drop_refusals(game: AnyGame, found: Sequence[Move]) -> list[Move]:
    """Return the candidates without those that refuse a free income, unless the bot's plain answer does so, too."""
    refuses = game.bots.refuses_income
    if refuses is None or refuses(found[0]):
        return list(found)
    return [found[0], *(move for move in found[1:] if not refuses(move))]


def drop_worse_half(alive: Sequence[int], values: dict[int, list[float]]) -> list[int]:
    """Return the better half of the candidates, and the plain one, without those that cannot beat it."""
    order = sorted(alive, key=lambda at: (-fmean(values[at]), at))
    kept = [at for at in order[: (len(order) + 1) // 2] if at]
    hopeful = [at for at in kept if can_still_improve(*measure_gain(values[at], values[0]))]
    return [0, *hopeful] if hopeful else [0]


def can_still_improve(gain: float, doubt: float) -> bool:
    """Whether a candidate may still turn out better."""
    return gain + 2 * doubt > 0 and (gain, doubt) != (0.0, 0.0)


def measure_gain(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the mean advantage of one over the other on the same sampled tables, and its standard error."""
    gains = [a - b for a, b in zip(one, other, strict=False)]
    if len(gains) < 2:
        return (fmean(gains) if gains else 0.0), 1.0
    return fmean(gains), stdev(gains) / sqrt(len(gains))


def evaluate_move(game: AnyGame, how: Thinking, truth: Table, seat: Seat, move: Move, chance: str) -> float:
    """Return a seat's value of a move after a playout."""
    answers = how.longest.get(len(truth.seats), how.answers)
    return evaluate_table(game, how.judge, play_out(game, truth, seat, move, chance, answers), seat)


def play_out(
    game: AnyGame,
    truth: Table,
    seat: Seat,
    move: Move,
    chance: str,
    answers: int | None = None,
    *,
    choose: Choosing | None = None,
) -> Table:
    """Return the table after a move and a playout by bots.

    Args:
        game: the game whose bot plays all seats.
        truth: the table; it is not modified.
        seat: the seat that moves.
        move: its move.
        chance: the seed of the bots' randomness; the playout is deterministic.
        answers: the maximum number of answers; None: to the end of the game.
        choose: the bot that answers; None: the game's bot.

    Raises:
        LookupError: a seat is asked but has no question, which is a bug in the game.
    """
    table, random, choose = copy_for_trial(truth), Random(chance), choose or game.choose  # noqa: S311
    here = play.play_here if seat in play.list_asked_seats(table) else play.play_out_of_turn_here
    here(table, seat, move)
    left = answers
    while table.outcome is None and left != 0:
        asked = play.list_asked_seats(table)[0]
        question = play.find_question(table, asked)
        if question is None:
            raise LookupError(f"seat {asked} is asked nothing")
        play.play_here(table, asked, choose(game.view(table, asked), question, random))
        left = None if left is None else left - 1
    return table


def evaluate_table(game: AnyGame, judge: Judge, table: Table, seat: Seat) -> float:
    """Return a table's value for a seat, about from 0 to 1, during or after the game.

    Raises:
        TypeError: the settings use the game's own evaluation, and it has none.
    """
    match judge:
        case Lead(scale=scale):
            return _score_lead(scale, table, seat)
        case ChancesAndLead(scale=scale) if table.outcome is not None:
            return _score_lead(scale, table, seat)
        case FittedChances(weights=weights) | ChancesAndLead(weights=weights):
            return compute_win_probabilities(game, game.view(table, seat), weights)[seat]
        case OfTheGame():
            if game.bots.judge is None:
                raise TypeError(f"{game.title} has no judge of its own")
            return game.bots.judge(table, seat)


def _score_lead(scale: float, table: Table, seat: Seat) -> float:
    over = table.outcome
    scores = table.compute_current_scores() if over is None else over.scores
    others = [score for other, score in scores.items() if other != seat]
    ahead = scores[seat] - max([*others, *({} if over is None else over.rivals).values()], default=0)
    leads = round(1 / (1 + exp(-max(-30.0, min(30.0, ahead / scale)))), 6)  # rounded: the same on every machine
    if over is None:
        return leads
    return (leads + ((seat in over.winners) / len(over.winners) if over.winners else 0.0)) / 2


def list_candidates(game: AnyGame, view: Any, question: Question, plain: Move, random: Random, most: int) -> list[Move]:
    """Return the legal candidates without duplicates, the plain answer first."""
    found = [plain]
    for move in _generate_answers(game, view, question, plain, random, most):
        if len(found) == most:
            break
        if move not in found and question.is_legal(move):
            found.append(move)
    return found


def _generate_answers(
    game: AnyGame, view: Any, question: Question, plain: Move, random: Random, most: int
) -> Iterator[Move]:
    if game.bots.plans is not None:
        yield from game.bots.plans(view, question, plain)
        return
    if isinstance(question, Choose) and len(question.moves) <= most:
        yield from question.moves
    if isinstance(question, ChooseOrCompose | Compose):
        yield from list_compositions(question.otherwise if isinstance(question, ChooseOrCompose) else question, random)
    if game.bots.choose_easily is not None:
        for _ in range(most):
            yield game.bots.choose_easily(view, question, random)


def list_compositions(question: Compose, random: Random) -> list[Move]:
    """Return one composed answer for each possible first choice, completed at random."""
    first = question.get_stage(()).question
    if not isinstance(first, Choose):
        return []
    found = []
    for begun in first.moves:
        parts: tuple[Move, ...] = (begun,)
        stage = question.get_stage(parts)
        while not stage.complete and stage.question is not None:
            parts = (*parts, stage.question.choose_random_move(random))
            stage = question.get_stage(parts)
        if stage.complete:
            found.append(question.make(parts))
    return found
