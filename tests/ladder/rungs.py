"""A strategy in one seat against the bot in all others: what comes of one game, and of many."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from random import Random
from statistics import mean

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.search import Worlds, search_move
from bot.engine.table import Box, Table
from bot.engine.thinking import Thinking
from bot.games import OURS
from bot.testing.random_games import build_random
from tests.ladder.strategies import Strategies, Strategy, at_random
from tests.measured import as_a_table_begins

SEATS = (2, 4)
"""Numbers of seats with which all is played."""
RANDOM, BOT = "any legal move", "the bot"
EASY = "the bot that plays easily"
STRONG = "the bot that thinks"
"""The strong bot, whose games take a minute or more."""


def simple(key: str) -> Strategies:
    """Return the simple strategies of a game, which are in a module of its name; none where there is no such module."""
    module = f"tests.ladder.{key.replace('-', '_')}"
    found: Strategies = import_module(module).STRATEGIES if find_spec(module) is not None else {}
    return found


SIMPLE: dict[str, Strategies] = {key: simple(key) for key in OURS}
SURE = 1.96
"""Standard deviations of a 95 % interval."""


def strategies(key: str, box: Box | None = None) -> Strategies:
    """Return the competitors of a game: random moves, simple strategies, and the bot itself, easy and full.

    The game's box, or another given one, sets whether and how it thinks.
    """
    game = OURS[key]
    easily = {} if game.bots.choose_easily is None else {EASY: game.bots.choose_easily}
    strong = {} if (box or game.box).strong is None else {STRONG: game.choose}  # `answered` lets it think beside
    return {RANDOM: at_random, **SIMPLE[key], **easily, **strong, BOT: game.choose}


@dataclass(frozen=True, order=True)
class Rung:
    """Which strategy plays against how many bots."""

    key: str
    """Of the game."""
    players: int
    strategy: str


@dataclass(frozen=True)
class Result:
    """What came of one game."""

    won: float
    """A part of it, where several have won together."""
    points: int
    points_of_bots: float
    seconds: float
    """Of the processor, for the whole game."""
    answers: int
    """Of the strategy."""


def played(rung: Rung, number: int, seed: str, otherwise: Strategy | None = None, box: Box | None = None) -> Result:
    """Play the game with this number, in which the strategy, or another one, sits one seat further than in the last.

    All play with the game's box or another one, such as one in which bots think otherwise.

    Raises:
        IllegalMove: the strategy made one.
    """
    game = OURS[rung.key]
    deal = f"ladder {seed}: {rung.key}, {rung.players}, {number}"
    table = play.begin(game.set_up(as_a_table_begins(game), rung.players, deal, box or game.box)).table
    seat, strategy = number % rung.players + 1, otherwise or strategies(rung.key, box)[rung.strategy]
    own, others = build_random(f"{deal}, {rung.strategy}"), build_random(f"{deal}, bots")
    began, answers = time.process_time(), 0
    while table.outcome is None:
        asked = play.list_asked_seats(table)[0]
        question = play.find_question(table, asked)
        assert question is not None
        view = game.view(table, asked)
        if asked != seat:
            move = game.choose(view, question, others)
        elif rung.strategy == STRONG:
            move = thought_through(game, table, seat, question, own)
        else:
            move = strategy(view, question, own)
        if asked == seat:
            answers += 1
            if not question.is_legal(move):
                raise play.IllegalMove(f"{rung}: {move!r}")
        play.play_here(table, asked, move)
    winners, scores = table.outcome.winners, table.outcome.scores
    return Result(
        won=(seat in winners) / len(winners),
        points=scores[seat],
        points_of_bots=mean(score for other, score in scores.items() if other != seat),
        seconds=time.process_time() - began,
        answers=answers,
    )


def thought_through(game: AnyGame, table: Table, seat: Seat, question: Question, own: Random) -> Move:
    """Return what a strong bot answers."""
    how: Thinking | None = table._box.strong
    assert how is not None
    view = game.view(table, seat)
    plain = game.choose(view, question, own)
    if not question.is_free:
        return plain
    found = search_move(game, how, view, question, plain, Worlds(game, table, seat), f"{own.random()}")
    return found.move


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a strategy's win rate, from its number of wins."""
    part, spread = won / games, SURE**2 / games
    middle = (part + spread / 2) / (1 + spread)
    half = SURE * sqrt(part * (1 - part) / games + spread / games / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Standing:
    """What came of all games of a strategy."""

    rung: Rung
    games: int
    won: float
    """Which part of them."""
    interval: tuple[float, float]
    points: float
    points_of_bots: float
    seconds: float
    """For a game."""

    @classmethod
    def of(cls, rung: Rung, results: Sequence[Result]) -> Standing:
        """Return what these games come to."""
        won = sum(one.won for one in results)
        return cls(
            rung,
            len(results),
            won / len(results),
            wilson(won, len(results)),
            mean(one.points for one in results),
            mean(one.points_of_bots for one in results),
            mean(one.seconds for one in results),
        )

    @property
    def against_the_bot(self) -> str:
        """Whether it is shown to be better or worse than the bot in its place; empty: it is not."""
        low, high = self.interval
        fair = 1 / self.rung.players
        return "better" if low > fair else "worse" if high < fair else ""
