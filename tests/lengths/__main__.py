"""`make lengths`: play games as people do who look in now and then, and write how many days they take."""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, quantiles
from time import perf_counter
from typing import Any, Literal, NamedTuple

from bot.engine.game import AnyGame
from bot.engine.options import Options, with_value
from bot.engine.words import format_count
from bot.games import GAMES
from bot.testing.random_games import Case, build_random, list_values
from tests.lengths.people import (
    A_MOVE,
    AWAKE,
    AWAY_EVERY,
    AWAY_FOR,
    HOLDS,
    MEDIAN,
    PLAYED,
    Played,
    played,
    played_with_absences,
)
from tests.measured import USUAL_HOURS, add_stamp, as_a_table_begins, chapters_of

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "docs" / "how-long.md"
PACES = (12, 24, 48, 72)
USUAL = USUAL_HOURS
SEATS = 4
"""Numbers of seats at which options and paces are compared, where the game allows it."""
LITTLE = 0.1
"""An option that changes less than this part of the length is left out."""


@dataclass(frozen=True)
class Mean:
    """How long a kind of game took, on average and from game to game."""

    games: Sequence[Played]
    """The games of this kind; those of the same number have the same cards and people in every kind."""

    def of(self, what: Callable[[Played], float]) -> float:
        """Return the mean of something that each game has."""
        return mean(what(one) for one in self.games)

    @property
    def days(self) -> float:
        """How many days it takes."""
        return self.of(lambda one: one.days)

    @property
    def spread(self) -> tuple[float, float]:
        """Between how many days the middle eight of ten games lie."""
        if len(self.games) < 2:
            return self.days, self.days
        tenths = quantiles([one.days for one in self.games], n=10, method="inclusive")
        return tenths[0], tenths[-1]

    def times(self, usual: Mean) -> float:
        """Return how many times as long it takes as the usual game, in as many games of either."""
        count = min(len(self.games), len(usual.games))
        return Mean(self.games[:count]).days / Mean(usual.games[:count]).days

    @property
    def held(self) -> Mapping[tuple[str, str], int]:
        """Of all these games together, what became of prepared moves and conditions; see `Preparing.held`."""
        return sum((Counter(one.held) for one in self.games), Counter())


@dataclass(frozen=True)
class Kind:
    """A kind of played games, which differ only in their cards and people."""

    key: str
    players: int
    options: Options
    pace: float = USUAL
    beforehand: bool = False
    """Whether every second player prepares turns, or gives orders for them."""
    away: bool = False
    """Whether people are away now and then."""
    uses_offers: bool = True
    """Whether people decide ahead on their panels where they are sure, and name partners with a price."""
    looks_for_idle: bool = False
    """Whether it is noted at which stops there was nothing to decide."""

    def play(self, number: int) -> Played:
        """Play a game of this kind; the same people answer as fast in each kind."""
        case, people = Case(GAMES[self.key], self.players, self.options), build_random(f"people {number}")
        if self.away:
            return played_with_absences(case, f"how long {number}", people, self.pace)
        preparing = range(1, self.players + 1, 2) if self.beforehand else ()
        return played(
            case,
            f"how long {number}",
            people,
            self.pace,
            preparing,
            looks_for_idle=self.looks_for_idle,
            uses_offers=self.uses_offers,
        )


def variants(game: AnyGame) -> list[tuple[str, Any, Options]]:
    """Return each value of each option that a table does not begin with."""
    usual = as_a_table_begins(game)
    return [
        (name, value, options)
        for name in game.options.model_fields
        for value in list_values(game, name)
        if value != getattr(usual, name) and (options := with_value(usual, name, value)) is not None
    ]


class Line(NamedTuple):
    """A line of a game's tables."""

    table: Literal["seats", "option", "beforehand", "away", "pace", "offers"]
    """Table that shows the line; the figures of "beforehand" and "away" follow those of the same option."""
    first: str
    second: str = ""


AS_IT_BEGINS = Line("option", "")
"""The line of the game as a table begins, against which options and paces are compared."""
NO_OFFERS = Line("offers", "none")
"""The line of the same game where nobody uses any offer."""


@dataclass(frozen=True)
class Plan:
    """The kinds played of a game, one for each line."""

    game: AnyGame
    seats: int
    """With how many seats options and paces are compared."""
    kinds: Mapping[Line, Kind]

    @staticmethod
    def of(game: AnyGame) -> Plan:
        """Return every number of seats, every value of an option and every pace."""
        seats = SEATS if SEATS in game.seats else max(game.seats)
        usual = Kind(game.key, seats, as_a_table_begins(game))
        kinds = {Line("seats", str(one)): replace(usual, players=one, looks_for_idle=True) for one in game.seats}
        with_option = [(AS_IT_BEGINS, usual)] + [
            (Line("option", name, str(value)), replace(usual, options=options))
            for name, value, options in variants(game)
        ]
        for line, kind in with_option:
            kinds[line] = kind
            kinds[line._replace(table="beforehand")] = replace(kind, beforehand=True)
            kinds[line._replace(table="away")] = replace(kind, away=True)
        kinds[NO_OFFERS] = replace(usual, uses_offers=False)
        for pace in PACES:
            options = as_a_table_begins(game, pace)
            kinds[Line("pace", str(pace))] = replace(usual, options=options, pace=pace)
        return Plan(game, seats, kinds)

    def games(self, line: Line, each: int, usual: int) -> range:
        """Return the numbers of the games to be played of a line: more where a table begins so."""
        as_it_begins = line.table in ("seats", "offers") or line[1:] == AS_IT_BEGINS[1:]
        as_it_begins |= line == Line("pace", str(USUAL))
        return range(usual if as_it_begins else each)


@dataclass(frozen=True)
class Measured:
    """All about one game."""

    plan: Plan
    means: Mapping[Line, Mean]

    @property
    def usual(self) -> Mean:
        """The game against which options and paces are compared."""
        return self.means[AS_IT_BEGINS]

    def of(self, table: str) -> dict[Line, Mean]:
        """Return the lines of a table, the usual game left out."""
        return {line: one for line, one in self.means.items() if line.table == table and line != AS_IT_BEGINS}

    def changing(self) -> dict[Line, Mean]:
        """Return the options that change enough to be told."""
        return {
            line: one for line, one in self.of("option").items() if abs(round(one.times(self.usual), 2) - 1) >= LITTLE
        }

    def as_json(self) -> str:
        """Return what the game keeps of it."""
        options: dict[str, dict[str, float]] = {}
        for line, one in self.changing().items():
            options.setdefault(line.first, {})[line.second] = round(one.times(self.usual), 2)
        figures = {
            "days": {line.first: round(one.days, 1) for line, one in self.of("seats").items()},
            "options": options,
            "paces": {line.first: round(one.times(self.usual), 2) for line, one in self.of("pace").items()},
        }
        return json.dumps(figures, indent=2) + "\n"


def row(first: str, one: Mean) -> str:
    """Return a line of a table: the subject, the number of games, each player's actions, and the days."""
    low, high = one.spread
    answers, sittings = one.of(lambda game: game.answers), one.of(lambda game: game.sittings)
    return f"| {first} | {len(one.games)} | {answers:.0f} | {sittings:.0f} | {one.days:.1f} | {low:.0f} to {high:.0f} |"


def row_of_seats(line: Line, one: Mean) -> str:
    """Return a line of the table of numbers of seats, with how often a stop was not needed."""
    idle, held_back = one.of(lambda game: game.idle), one.of(lambda game: game.held_back)
    return f"{row(line.first, one)} {idle:.1%} | {held_back:.1%} |"


def row_of_option(of: Measured, line: Line, first: str) -> str:
    """Return a line of a table with the results where people decide ahead, or are away now and then."""
    beforehand, away = (of.means[Line(table, *line[1:])] for table in ("beforehand", "away"))
    missed, left = away.of(lambda game: game.missed), away.of(lambda game: game.left_to_bots)
    return f"{row(first, of.means[line])} {beforehand.days:.1f} | {missed:.1f} | {left:.1f} |"


def rows_of_offers(of: Measured) -> list[str]:
    """Return the lines about what people use, each with what it assumes."""
    lines = {
        "nobody uses any offer": NO_OFFERS,
        "all use what they are sure of": AS_IT_BEGINS,
        "and every second prepares": AS_IT_BEGINS._replace(table="beforehand"),
    }
    return [row(words, of.means[line]) for words, line in lines.items()]


HEADS = ("games", "answers", "sittings", "days", "eight of ten")
NOT_NEEDED = ("nothing to decide", "held back for nothing")


def table(first: str, rows: Sequence[str], *more: str) -> list[str]:
    """Return a table, what stands first in it and, behind what each has, more columns."""
    heads = (*HEADS, *more)
    return [f"| {first} | {' | '.join(heads)} |", f"| --- |{' ---: |' * len(heads)}", *rows, ""]


def chapter(of: Measured) -> str:
    """Return what the document says of a game."""
    game = of.plan.game
    titles = {name: field.title or name for name, field in game.options.model_fields.items()}
    options = [row_of_option(of, line, f"{titles[line.first]}: {line.second}") for line in of.changing()]
    usual = row_of_option(of, AS_IT_BEGINS, "as a table begins")
    lines = [
        f"## {game.title}",
        "",
        f"As a table begins, at {USUAL} hours; nobody is away; all decide ahead where they are sure, nobody prepares:",
        "",
        *table("players", [row_of_seats(line, one) for line, one in of.of("seats").items()], *NOT_NEEDED),
        f"The same with {of.plan.seats}, by what they use of the offers to decide ahead:",
        "",
        *table("offers", rows_of_offers(of)),
        f"With {of.plan.seats}, and one option chosen otherwise; what changes less than a tenth is left out. Nobody "
        "prepares but in *half beforehand*, and nobody is away but in *missed* and *left to bots*:",
        "",
        *table("option", [usual, *options], "half beforehand", "missed", "left to bots"),
        f"With {of.plan.seats}, and another pace; otherwise as in the first table:",
        "",
        *table("pace", [row(f"{line.first} hours", one) for line, one in of.of("pace").items()]),
        *came_true(of.means[AS_IT_BEGINS._replace(table="beforehand")].held),
    ]
    return "\n".join(lines)


def came_true(held: Mapping[tuple[str, str], int]) -> list[str]:
    """Return what became of the moves that were prepared, and how often each condition held; nothing without any."""
    whole: Counter[str] = Counter()
    for (name, _), count in held.items():
        whole[name] += count
    moves = whole.pop(A_MOVE, 0)
    if not moves:
        return []
    became = [f"{count / moves:.0%} {what}" for (name, what), count in sorted(held.items()) if name == A_MOVE]
    conditions = [
        f"| {name} | {count} | {held.get((name, HOLDS), 0) / count:.0%} |" for name, count in sorted(whole.items())
    ]
    return [
        f"Of {moves} prepared moves whose time came: {', '.join(sorted(became, key=lambda one: PLAYED not in one))}.",
        "",
        "| only if | could be set | held |",
        "| --- | ---: | ---: |",
        *conditions,
        "",
    ]


HEAD = f"""# How long a game takes

A game with four players takes between ten days (Goodwill) and three weeks (City of the Big Shoulders) at the pace
with which a table begins. Each chapter says when it was measured and at which commit. `make lengths` plays these
games, writes this page, and writes the figures that lobbies show; `ARGS='--game carnegie'` does so for one game.

The games are played by bots that take as long as people. Half of the answers come within {MEDIAN:g} hours, some
much later (log-normal), and all of them in the {AWAKE} hours of a day in which people are awake. A player who is
asked again at once answers at once. The time is up after the table's pace, or after half of it for a response to
another player's move. All figures are means:

- *Games* is how many games were played.
- *Answers* and *sittings* are per player. A sitting is one or more answers in a row.
- *Eight of ten* is the range of days of the middle eight of ten games.
- *Nothing to decide* is the share of sittings that began with a question with only one legal answer, or whose legal
  answers all lead to the same table. Questions that follow at once do not count, since nobody waited. Neither do
  questions that must be asked because omitting them would reveal a hand, or who is asked.
- *Held back for nothing* is the share of sittings of players who had to wait for others in the same step, since they
  could have taken the same thing, and who then took nothing that others could have taken. Only Carnegie holds players
  back so.
- *Half beforehand* is the number of days if every second player decides ahead wherever the game allows it: they
  prepare the next turn between two turns, or give standing orders. A prepared move that became impossible, or would
  do something other than it was shown to do, is asked again.
- *Only if* is a condition that players could have set for a prepared turn, and how often it held; *all of it* means
  that every move was possible.
- *Missed* and *left to bots* are from other games, whose players are also away for {AWAY_FOR:g} days every
  {AWAY_EVERY:g} days on average: missed answers per player and game, and how often a bot held a seat after two
  misses in a row.

What the figures assume is said above each table. Where nobody uses any offer, every question waits for its player.
Otherwise all players decide ahead on their panel where they are sure: a pass of the Stock phase when they can buy
nothing, an operation by the offered plan, an income as shown, a donation they can pay. Where a game lets players name
a trading partner with a price, they do.
"""


def document(chapters: Sequence[str]) -> str:
    """Return the document."""
    return "\n".join([HEAD, *chapters])


def how_long(plans: Sequence[Plan], each: int, usual: int, cores: int) -> float:
    """Return about how many minutes it takes to play all this, as a game of each takes here and now."""
    seconds = 0.0
    for plan in plans:
        began = perf_counter()
        plan.kinds[AS_IT_BEGINS].play(0)
        seconds += (perf_counter() - began) * sum(len(plan.games(line, each, usual)) for line in plan.kinds)
    return seconds / cores / 60


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="make lengths", description="Measures how many days games take, and writes docs/how-long.md."
    )
    parser.add_argument("--games", type=int, default=12, help="how many of each kind")
    parser.add_argument("--usual", type=int, default=40, help="how many of those that a table begins with")
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="only this game")
    given = parser.parse_args()
    plans = [Plan.of(GAMES[key]) for key in given.game or GAMES]
    cores = os.cpu_count() or 1
    minutes = how_long(plans, given.games, given.usual, cores)
    print(
        f"On {format_count(cores, 'core')} this takes about {format_count(max(1, round(minutes)), 'minute')}.",
        flush=True,
    )
    chapters = chapters_of(TARGET.read_text("utf-8"))
    with ProcessPoolExecutor(cores) as pool:
        playing = [  # all at once, so that no core waits for the end of a game's chapter
            {
                line: [pool.submit(kind.play, number) for number in plan.games(line, given.games, given.usual)]
                for line, kind in plan.kinds.items()
            }
            for plan in plans
        ]
        for plan, lines in zip(plans, playing, strict=True):
            of = Measured(plan, {line: Mean([one.result() for one in games]) for line, games in lines.items()})
            write(of, chapters)
            print(chapter(of), flush=True)


def write(of: Measured, chapters: dict[str, str]) -> None:
    """Write a game's chapter among those of the others, and its figures for lobbies."""
    game = of.plan.game
    chapters[game.title] = add_stamp(chapter(of))
    (ROOT / "bot" / "games" / game.key.replace("-", "_") / "length.json").write_text(of.as_json(), "utf-8")
    TARGET.write_text(document([chapters[game.title] for game in GAMES.values() if game.title in chapters]), "utf-8")


if __name__ == "__main__":
    main()
