"""`python -m tests.ladder.fit`: fit the evaluation of positions to games of bots, and report its calibration.

Bots play each game with each number of seats, every fourth seat easily, so that positions vary. Of each game some
positions are taken, each as one seat sees it, or now and then as everybody does. The weights maximise the likelihood of
the results (a logistic regression by Newton's method, with a little pull towards zero); one set for each number of
seats. Their quality is measured on other deals, by the log loss: of uniform probabilities, of a lead in points alone,
and of the fitted probabilities.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from statistics import mean

from bot.engine import play
from bot.engine.evaluation import (
    KNOTS,
    Evaluation,
    Position,
    Tried,
    Weights,
    compute_knot_weights,
    get_final_probabilities,
)
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.games import OURS
from bot.testing.random_games import Case, build_random
from tests.ladder.__main__ import TARGET, document
from tests.ladder.truth import GAMES, folder_of, how_true
from tests.measured import as_a_table_begins, chapters_of

MOST_SEATS = 4
EASY, EVERYBODY = 0.25, 0.15
"""How many seats play easily, and how many of the views are those of everybody."""
POSITIONS = 12
"""Positions taken of one game."""
TRIED = 0.2
"""So much of the time is for the deals on which the chances are tried."""
PULL, TOGETHER = 1.0, 8.0
"""How much the weights of all numbers of seats are pulled towards zero, and how much those of each towards them."""
STEPS, LONGEST, SMALL = 25, 3.0, 1e-3
"""Limits of Newton's method: number of steps, length of a step, and the small step that ends it."""
CLOSEST = 0.001
"""Lower bound of a probability in the log loss."""


@dataclass(frozen=True)
class Example:
    """A position, and what came of it."""

    position: Position
    won: Mapping[Seat, float]

    @property
    def rows(self) -> list[tuple[list[float], float]]:
        """For each seat that could win: its numbers, each at every knot, and its part of the victory."""
        near = compute_knot_weights(self.position.over)
        return [
            ([value * part for value in counts.values() for part in near], self.won.get(seat, 0.0))
            for seat, counts in self.position.seats.items()
            if counts is not None
        ]


def examples(key: str, players: int, deal: str) -> list[Example]:
    """Play a game of bots, and return some of its positions with what came of them."""
    game = OURS[key]
    evaluation = evaluation_of(game)
    table, random = Case(game, players, as_a_table_begins(game)).begin(deal).table, build_random(f"{deal}, bots")
    easy = {seat for seat in table.seats if random.random() < EASY}
    kept: list[Position] = []
    seen = 0
    while table.outcome is None:
        asked = play.list_asked_seats(table)[0]
        question = play.find_question(table, asked)
        assert question is not None
        seen += 1
        place = len(kept) if len(kept) < POSITIONS else random.randrange(seen)
        if place < POSITIONS:
            viewer = None if random.random() < EVERYBODY else random.choice(table.seats)
            kept[place : place + 1] = [evaluation.position(game.view(table, viewer))]
        choose = game.bots.choose_easily if asked in easy and game.bots.choose_easily is not None else game.choose
        play.play_here(table, asked, choose(game.view(table, asked), question, random))
    won = get_final_probabilities(table.outcome)
    return [Example(position, won) for position in kept]


def evaluation_of(game: AnyGame) -> Evaluation[object]:
    """Return a game's evaluation."""
    assert game.bots.evaluation is not None, f"{game.title} has no evaluation"
    return game.bots.evaluation


def played(key: str, players: int, seed: str, seconds: float, pool: Executor, cores: int) -> list[Example]:
    """Return the positions of as many games as fit into so much time."""
    until, number, found = time.monotonic() + seconds, 0, list[Example]()
    while time.monotonic() < until or not number:
        deals = [f"fit {seed}: {key}, {players}, {number + more}" for more in range(4 * cores)]
        number += len(deals)
        for some in pool.map(examples, [key] * len(deals), [players] * len(deals), deals):
            found += some
    return found


# Fitting


def fitted(found: Sequence[Example], pull: float = PULL, near: Sequence[float] | None = None) -> list[float]:
    """Return the weights that make what came of these positions most likely, pulled a little towards others.

    Args:
        found: the positions.
        pull: how much.
        near: what the weights are pulled to, such as those of other numbers of seats; None: to zero.
    """
    rows = [rows for example in found if len(rows := example.rows) > 1]
    size = len(rows[0][0][0])
    near = [0.0] * size if near is None else near
    weights = [*near]
    for _ in range(STEPS):
        slope = [pull * (middle - weight) for middle, weight in zip(near, weights, strict=True)]
        curve = [[pull * (at == other) for other in range(at + 1)] for at in range(size)]
        for row in rows:
            _add(row, weights, slope, curve)
        change = solved(curve, slope)
        longest = max(abs(step) for step in change)
        weights = [weight + step * min(1.0, LONGEST / longest) for weight, step in zip(weights, change, strict=True)]
        if longest < SMALL:
            break
    return weights


def _add(
    row: Sequence[tuple[Sequence[float], float]],
    weights: Sequence[float],
    slope: list[float],
    curve: Sequence[list[float]],
) -> None:
    """Add a position to the log likelihood's slope and curvature."""
    worth = [sum(weight * value for weight, value in zip(weights, values, strict=True)) for values, _ in row]
    powers = [exp(each - max(worth)) for each in worth]
    parts = [power / sum(powers) for power in powers]
    middle = [sum(part * values[at] for part, (values, _) in zip(parts, row, strict=True)) for at in range(len(slope))]
    for part, (values, won) in zip(parts, row, strict=True):
        off = [(at, value - middle[at]) for at, value in enumerate(values) if value != middle[at]]
        for at, value in off:
            slope[at] += (won - part) * value
            line, much = curve[at], part * value
            for other, more in off:
                if other > at:
                    break
                line[other] += much * more


def solved(curve: Sequence[Sequence[float]], slope: Sequence[float]) -> list[float]:
    """Return x of `curve` x = `slope`, where the curve is symmetric and given below its diagonal (Cholesky)."""
    size = len(slope)
    root = [[0.0] * size for _ in range(size)]
    for at in range(size):
        for other in range(at + 1):
            left = curve[at][other] - sum(root[at][k] * root[other][k] for k in range(other))
            root[at][other] = left**0.5 if at == other else left / root[other][other]
    half: list[float] = []
    for at in range(size):
        half.append((slope[at] - sum(root[at][k] * half[k] for k in range(at))) / root[at][at])
    found = [0.0] * size
    for at in reversed(range(size)):
        found[at] = (half[at] - sum(root[k][at] * found[k] for k in range(at + 1, size))) / root[at][at]
    return found


def named(found: Sequence[Example], weights: Sequence[float]) -> dict[str, tuple[float, ...]]:
    """Return the weights by name, in three digits."""
    names = next(iter(one for one in found[0].position.seats.values() if one is not None))
    knots = len(KNOTS)
    return {
        name: tuple(round(weight, 3) for weight in weights[at * knots : (at + 1) * knots])
        for at, name in enumerate(names)
    }


def only(found: Sequence[Example], name: str) -> list[Example]:
    """Return the positions with nothing but this number."""
    return [
        Example(
            Position(
                example.position.over,
                {seat: one and {name: one[name]} for seat, one in example.position.seats.items()},
            ),
            example.won,
        )
        for example in found
    ]


# How true it is


def said(evaluation: Evaluation[object], found: Sequence[Example]) -> Iterator[tuple[float, float]]:
    """Yield each seat's chance, and its part of the victory that came."""
    for example in found:
        for seat, chance in evaluation.compute_win_probabilities(example.position).items():
            yield chance, example.won.get(seat, 0.0)


def loss(pairs: Sequence[tuple[float, float]], positions: int) -> float:
    """Return the log loss of a position."""
    return -sum(won * log(max(CLOSEST, chance)) for chance, won in pairs) / positions


def tried(players: int, learned: Sequence[Example], fresh: Sequence[Example], weights: Weights, points: str) -> Tried:
    """Return how true chances are on fresh deals; `points` is the number that says what each has so far."""

    def with_only(found: Weights, of: Sequence[Example]) -> list[tuple[float, float]]:
        return list(said(Evaluation(lambda view: of[0].position, found), of))

    lead = Weights(seats={players: named(only(learned, points), fitted(only(learned, points)))})
    pairs = with_only(weights, fresh)
    bins = []
    for tenth in range(10):
        inside = [pair for pair in pairs if min(9, int(pair[0] * 10)) == tenth]
        if inside:
            part = mean(chance for chance, _ in inside), mean(won for _, won in inside)
            bins.append((round(part[0], 3), round(part[1], 3), len(inside)))
    return Tried(
        learned=len(learned),
        positions=len(fresh),
        fair=round(mean(log(len(example.position.seats)) for example in fresh), 3),
        lead=round(loss(with_only(lead, only(fresh, points)), len(fresh)), 3),
        chances=round(loss(pairs, len(fresh)), 3),
        said=tuple(bins),
    )


POINTS = {
    "goodwill": "now",
    "corporate-espionage": "worth",
    "briefcase": "points",
    "big-shoulders": "net worth",
    "carnegie": "points",
}
"""What each seat has so far, by game."""


def fit(key: str, seconds: float, seed: str, pool: Executor, cores: int) -> Weights:
    """Play so long, and return what a game's numbers weigh with each number of seats, and how true that is."""
    counts = [players for players in OURS[key].seats if players <= MOST_SEATS]
    learned, fresh = (
        {
            players: played(key, players, deals, part * seconds * players / sum(counts), pool, cores)
            for players in counts
        }
        for part, deals in ((1 - TRIED, seed), (TRIED, f"{seed}, fresh"))
    )
    return weighed(learned, fresh, POINTS[key])


def weighed(learned: Mapping[int, Sequence[Example]], fresh: Mapping[int, Sequence[Example]], points: str) -> Weights:
    """Return what numbers weigh with each number of seats, as in positions that are learned, and how true that is."""
    of_all = fitted([example for found in learned.values() for example in found])
    weights = {players: named(found, fitted(found, TOGETHER, of_all)) for players, found in learned.items()}
    trials = {
        players: tried(players, learned[players], found, Weights(seats=weights), points)
        for players, found in fresh.items()
    }
    return Weights(seats=weights, tried=trials)


def write(key: str, weights: Weights, games: Path = GAMES) -> None:
    """Write a game's weights, a line each, into its `chances.json`."""
    text = json.dumps(weights.model_dump(), indent=1)
    flat = re.sub(
        r"\[[^\[\]{}]*\]", lambda found: " ".join(found[0].split()).replace("[ ", "[").replace(" ]", "]"), text
    )
    (folder_of(key, games) / "chances.json").write_text(f"{flat}\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.ladder.fit", description="Fits what counts in a position, and says how true it is."
    )
    parser.add_argument("--minutes", type=float, default=5.0, help="of play, for each game")
    parser.add_argument("--only", choices=sorted(OURS), action="append", help="only this game")
    parser.add_argument("--cores", type=int, default=1, help="as many processes")
    parser.add_argument("--seed", default="1", help="of the deals")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.cores) as pool:
        for key in given.only or OURS:
            weights = fit(key, given.minutes * 60, given.seed, pool, given.cores)
            write(key, weights)
            print("\n".join(how_true(key, weights)), flush=True)
    TARGET.write_text(document(chapters_of(TARGET.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()
