"""`make lengths`: play games as people do who look in now and then, and write how many days they take."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Collection, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from bot.engine.game import Options, with_value
from bot.games import GAMES
from tests.games.every_game.random_games import AnyGame, Case, dice, values
from tests.lengths.people import AWAKE, MEDIAN, Played, played

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "docs" / "how-long.md"
PACES = (12, 24, 48, 72)
USUAL = 24
SEATS = 4
"""With so many seats options and paces are compared, where the game allows it."""
LITTLE = 0.1
"""An option that changes less than this part of the length is left out."""


@dataclass(frozen=True)
class Mean:
    """How long a kind of game took, on average."""

    days: float
    answers: float
    sittings: float


def average(
    games: int, key: str, players: int, options: Options, pace: float = USUAL, preparing: Collection[int] = ()
) -> Mean:
    """Play some games of a kind; the same people answer as fast in each kind."""
    case = Case(GAMES[key], players, options)
    found: list[Played] = [
        played(case, f"how long {number}", dice(f"people {number}"), pace, preparing) for number in range(games)
    ]
    return Mean(
        mean(one.days for one in found), mean(one.answers for one in found), mean(one.sittings for one in found)
    )


def variants(game: AnyGame) -> list[tuple[str, Any, Options]]:
    """Return each value of each option that a table does not begin with."""
    usual = game.options()
    return [
        (name, value, options)
        for name in game.options.model_fields
        for value in values(game, name)
        if value != getattr(usual, name) and (options := with_value(usual, name, value)) is not None
    ]


@dataclass(frozen=True)
class Measured:
    """All about one game."""

    game: AnyGame
    by_seats: dict[int, Mean]
    by_option: dict[tuple[str, str], Mean]
    by_pace: dict[int, Mean]
    beforehand: Mean
    """Where every second of the players prepares turns, or gives orders for them."""
    seats: int
    """With how many seats options and paces were compared."""

    @property
    def usual(self) -> Mean:
        """The game against which options and paces are compared."""
        return self.by_seats[self.seats]

    def as_json(self) -> str:
        """Return what the game keeps of it."""
        options: dict[str, dict[str, float]] = {}
        for (name, value), one in self.by_option.items():
            times = round(one.days / self.usual.days, 2)
            if abs(times - 1) >= LITTLE:
                options.setdefault(name, {})[value] = times
        figures = {
            "days": {seats: round(one.days, 1) for seats, one in self.by_seats.items()},
            "options": options,
            "paces": {pace: round(one.days / self.usual.days, 2) for pace, one in self.by_pace.items()},
        }
        return json.dumps(figures, indent=2) + "\n"


def measured(game: AnyGame, games: int, pool: ProcessPoolExecutor) -> Measured:
    """Play a game with every number of seats, every value of its options and every pace."""

    def play(players: int, options: Options, pace: float = USUAL) -> Future[Mean]:
        return pool.submit(average, games, game.key, players, options, pace)

    seats = SEATS if SEATS in game.seats else max(game.seats)
    by_seats = {number: play(number, game.options()) for number in game.seats}
    by_option = {(name, str(value)): play(seats, options) for name, value, options in variants(game)}
    beforehand = pool.submit(average, games, game.key, seats, game.options(), preparing=range(1, seats + 1, 2))
    by_pace = {pace: play(seats, game.options(), pace) for pace in PACES}
    return Measured(
        game,
        {number: each.result() for number, each in by_seats.items()},
        {key: each.result() for key, each in by_option.items()},
        {pace: each.result() for pace, each in by_pace.items()},
        beforehand.result(),
        seats,
    )


def row(first: str, one: Mean) -> str:
    """Return a line of a table."""
    return f"| {first} | {one.answers:.0f} | {one.sittings:.0f} | {one.days:.1f} |"


def chapter(of: Measured) -> list[str]:
    """Return what the document says of a game."""
    head = ["| answers | sittings | days |", "| ---: | ---: | ---: |"]

    def table(first: str, rows: Sequence[str]) -> list[str]:
        return [f"| {first} {head[0]}", f"| --- {head[1]}", *rows, ""]

    titles = {name: field.title or name for name, field in of.game.options.model_fields.items()}
    options = [
        row(f"{titles[name]}: {value}", one)
        for (name, value), one in of.by_option.items()
        if abs(one.days / of.usual.days - 1) >= LITTLE
    ]
    return [
        f"## {of.game.title}",
        "",
        *table("players", [row(str(seats), one) for seats, one in of.by_seats.items()]),
        f"With {of.seats}, and one option chosen otherwise; what changes less than a tenth is left out:",
        "",
        *table("option", [row("as a table begins", of.usual), *options]),
        *table(
            "decided beforehand",
            [row("by nobody", of.usual), row("by every second player, where that can be done", of.beforehand)],
        ),
        *table("pace", [row(f"{pace} hours", one) for pace, one in of.by_pace.items()]),
    ]


def document(every: Sequence[Measured], games: int) -> str:
    """Return the document."""
    return "\n".join(
        [
            "# How long a game takes",
            "",
            f"Measured with bots that think as long as people: half of the answers come within {MEDIAN:g} hours, some",
            f"much later (log-normal), and all of them in the {AWAKE} hours of a day in which people are awake.",
            "Whoever is asked again at once goes on at once. After the pace of the table, time is up. *Answers* and",
            "*sittings* are each player's; a sitting is one or more answers in a row.",
            "",
            "Whoever decides *beforehand* prepares the next turn when they look in between two turns, or orders with",
            "one answer all that the game lets them order for the year or round. What has become impossible meanwhile,",
            "they are asked for as usual.",
            "",
            f"Each line is the mean of {games} games. `make lengths` plays them, writes this page, and gives each game",
            "the figures from which a lobby says how long it may take.",
            "",
            *[line for of in every for line in chapter(of)],
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="make lengths", description="Measures how many days games take, and writes docs/how-long.md."
    )
    parser.add_argument("--games", type=int, default=12, help="how many of each kind")
    given = parser.parse_args()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        every = [measured(game, given.games, pool) for game in GAMES.values()]
    for of in every:
        (ROOT / "bot" / "games" / of.game.key.replace("-", "_") / "length.json").write_text(of.as_json(), "utf-8")
    TARGET.write_text(document(every, given.games), encoding="utf-8")
    print(document(every, given.games))


if __name__ == "__main__":
    main()
