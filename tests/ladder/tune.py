"""`python -m tests.ladder.tune GAME`: find out which way what a bot weighs should go, and whether it is better there.

Without `--try`, one seat of each game weighs everything a little otherwise, all at once and by lot, and a regression
tells for each weight how much more it wins for each doubling. Each game so tells something about every weight; two
standard errors from nothing, a slope is worth trying. With `--try envy.2=1 --try care=2`, the seat plays with these
against bots with the present ones, on deals that nobody has looked at: they may go into `box.json` as `weighs` where
the interval lies above fair with two seats and with four.

With `--character eager` the seat plays so. A character may stand in a box that wins not much less than its share
(`BEHIND`), and whose sentence is true (`tests/ladder/test_characters.py`).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from math import exp, log, sqrt
from random import Random
from statistics import mean, pstdev
from typing import Any

from bot.engine.questions import Question
from bot.engine.records import Move
from bot.engine.table import Box
from bot.games import OURS
from bot.testing.random_games import build_random
from tests.ladder.fit import solved
from tests.ladder.rungs import BOT, Result, Rung, Standing, played

STRAY = 0.4
"""How far weights stray, as the standard deviation of the logarithm."""
PULL = 1.0
BEHIND = 0.10
"""So much less than its share of the games a bot may win because of its character."""


def flat(box: Any) -> dict[str, float]:
    """Return what a box says that bots weigh, by name; of what goes by something, as `envy.2`."""
    found: dict[str, float] = {}
    for name, value in box.weighs.model_dump().items():
        found.update(
            {f"{name}.{key}": each for key, each in value.items()} if isinstance(value, dict) else {name: value}
        )
    return found


def with_weights(box: Any, weights: Mapping[str, float]) -> Box:
    """Return the box with these weights instead of its own; a whole number stays one."""
    said = box.weighs.model_dump()
    for path, value in weights.items():
        name, _, key = path.partition(".")
        inside, at = (said[name], type(next(iter(said[name])))(key)) if key else (said, name)
        inside[at] = round(value) if isinstance(inside[at], int) else value
    changed: Box = box.model_copy(update={"weighs": type(box.weighs).model_validate(said)})
    return changed


def weighing(key: str, box: Box, view: Any, question: Question, random: Random) -> Move:
    """Answer as the game's bot does that plays with another box."""
    return OURS[key].choose(replace(view, box=box), question, random)


def one_game(key: str, players: int, number: int, seed: str, weights: Mapping[str, float]) -> Result:
    """Play a game in which one seat has these weights."""
    box = with_weights(OURS[key].box, weights)
    return played(Rung(key, players, BOT), number, f"tune {seed}", partial(weighing, key, box))


def astray(key: str, seed: str, number: int, names: Sequence[str]) -> dict[str, float]:
    """Return by how much each weight strays in this game, as a logarithm."""
    random = build_random(f"tune {seed}: {key}, {number}, astray")
    return {name: random.gauss(0, STRAY) for name in names}


def slopes(key: str, players: int, games: int, seed: str, pool: Executor) -> list[tuple[str, float, float, float]]:
    """Return for each weight what a doubling wins, its error, and by how many of its errors the lead grows."""
    now = flat(OURS[key].box)
    names = [name for name, value in now.items() if value]
    moved = [astray(key, seed, number, names) for number in range(games)]
    weights = [{name: now[name] * exp(by) for name, by in each.items()} for each in moved]
    found = list(pool.map(partial(one_game, key, players), range(games), [seed] * games, weights))
    wins = regressed(names, moved, [one.won for one in found])
    leads = regressed(names, moved, [one.points - one.points_of_bots for one in found])
    return [
        (name, won * log(2), error * log(2), lead / spread)
        for (name, won, error), (_, lead, spread) in zip(wins, leads, strict=True)
    ]


def regressed(
    names: Sequence[str], moved: Sequence[Mapping[str, float]], came: Sequence[float]
) -> list[tuple[str, float, float]]:
    """Return the slope of what came by each weight, with its standard error (least squares)."""
    middle = mean(came)
    rows = [[each[name] for name in names] for each in moved]
    size = range(len(names))
    curve = [[sum(row[a] * row[b] for row in rows) + PULL * (a == b) for b in range(a + 1)] for a in size]
    slope = [sum(row[a] * (value - middle) for row, value in zip(rows, came, strict=True)) for a in size]
    error = pstdev(came)
    return [
        (name, found, error / sqrt(curve[at][at]))
        for at, (name, found) in enumerate(zip(names, solved(curve, slope), strict=True))
    ]


def duel(key: str, players: int, games: int, seed: str, weights: Mapping[str, float], pool: Executor) -> Standing:
    """Return what these weights come to against the present ones."""
    found = pool.map(partial(one_game, key, players, seed=seed, weights=weights), range(games))
    return Standing.of(Rung(key, players, BOT), list(found))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.ladder.tune", description=__doc__)
    parser.add_argument("game", choices=sorted(OURS))
    parser.add_argument("--seats", type=int, action="append", help="2 and 4, if nothing is said")
    parser.add_argument("--games", type=int, default=400, help="with each number of seats")
    parser.add_argument("--cores", type=int, default=1, help="as many processes")
    parser.add_argument("--seed", default="1", help="of the deals")
    parser.add_argument("--try", dest="tried", action="append", default=[], help="a weight, as `envy.2=1`")
    parser.add_argument("--character", help="one that the game's box names, instead of weights")
    given = parser.parse_args()
    weights = {name: float(value) for name, _, value in (each.partition("=") for each in given.tried)}
    if given.character is not None:
        weights |= flat(OURS[given.game].box.apply_character(given.character))
    with ProcessPoolExecutor(given.cores) as pool:
        for players in given.seats or (2, 4):
            if weights:
                one = duel(given.game, players, given.games, given.seed, weights, pool)
                low, high = one.interval
                wins = f"{one.won:.1%} ({low:.1%} to {high:.1%}), fair {1 / players:.0%} {one.against_the_bot}"
                points = f"points {one.points:.1f} to {one.points_of_bots:.1f}"
                print(f"{players} seats, {one.games} games: {wins}; {points}", flush=True)
                continue
            print(f"{players} seats, {given.games} games: wins for each doubling, and the lead in standard errors")
            for name, won, error, lead in slopes(given.game, players, given.games, given.seed, pool):
                print(f"  {name:20} {won:+.1%} ± {error:.1%}  {lead:+.1f}", flush=True)


if __name__ == "__main__":
    main()
