"""CPU cost of the bots: a whole game among four of them, beside a trick game in plain Python."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import process_time

from bot.engine import play
from bot.engine.game import AnyGame
from bot.games import GAMES
from tests.bench.engine import tricks
from tests.bench.filled_databases import chance
from tests.bench.report import Part, Row, spread
from tests.measured import as_a_table_begins

SEATS = 4
MOVES = 1_000
"""Of the trick game, whose cost stands beside each game's."""


def among_bots(game: AnyGame, random: Random) -> int:
    """Play a game among four bots, with the options it begins with; return how many answers they gave."""
    seed = f"{random.getrandbits(256):064x}"
    table = play.begin(game.set_up(as_a_table_begins(game), SEATS, seed, game.box)).table
    answers = 0
    while asked := play.list_asked_seats(table):
        question = play.find_question(table, asked[0])
        assert question is not None
        move = game.choose(game.view(table, asked[0]), question, random)
        play.play_here(table, asked[0], move)
        answers += 1
    return answers


def cost(work: Callable[[Random], int], number: int, least: int) -> tuple[float, int]:
    """Return the CPU seconds of repeated work until it gave `least` answers, and the number of answers."""
    random, answers = chance(number), 0
    gc.collect()
    began = process_time()
    while answers < least:
        answers += work(random)
    return process_time() - began, answers


def measure(rounds: int) -> Part:
    """Measure a game of each kind in each round, and the trick game right after it."""
    rows = []
    for game in GAMES.values():
        seconds, answers, ratios = [], [], []
        for number in range(rounds + 1):
            took, given = cost(partial(among_bots, game), number, 1)
            beside, moves = cost(tricks, number, 20 * MOVES)
            if number:
                seconds.append(took)
                answers.append(given)
                ratios.append(took / (beside / moves * MOVES))
        rows.append(
            Row(
                f"{game.title}: a game among four bots",
                f"{median(seconds):.2f} s CPU, {median(answers):.0f} answers",
                f"{MOVES:,} moves of the trick game",
                median(ratios),
                noise=spread(ratios),
            )
        )
    return Part(
        "Bots",
        "A whole game among four bots that play their best, one core, in seconds of the processor: views, questions, "
        "what they weigh, and their moves in place. Other rounds are other deals, so the noise is theirs, too. A hint "
        "costs what an answer does, and a little more for its reason. No bar: bots think in a thread beside the loop.",
        rows,
    )
