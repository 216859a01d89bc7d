"""`make lengths`: play games as people do who look in now and then, and write how many days they take."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from bot.engine.game import AnyGame, Options, with_value
from bot.games import GAMES
from bot.testing.random_games import Case, dice, values
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

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "docs" / "how-long.md"
PACES = (12, 24, 48, 72)
USUAL = 24
SEATS = 4
"""With so many seats options and paces are compared, where the game allows it."""
LITTLE = 0.1
"""An option that changes less than this part of the length is left out."""
AS_IT_BEGINS = ("", "")
"""What stands for no option chosen otherwise."""


@dataclass(frozen=True)
class Mean:
    """How long a kind of game took, on average."""

    days: float
    answers: float
    sittings: float
    missed: float
    left_to_bots: float
    held: Mapping[tuple[str, str], int]
    """Of all these games together, what became of prepared moves and conditions; see `Preparing.held`."""

    @staticmethod
    def of(found: Sequence[Played]) -> Mean:
        """Return the mean of these games."""
        return Mean(
            mean(one.days for one in found),
            mean(one.answers for one in found),
            mean(one.sittings for one in found),
            mean(one.missed for one in found),
            mean(one.left_to_bots for one in found),
            sum((Counter(one.held) for one in found), Counter()),
        )


def average(
    games: int, key: str, players: int, options: Options, pace: float = USUAL, preparing: Collection[int] = ()
) -> Mean:
    """Play some games of a kind; the same people answer as fast in each kind."""
    case = Case(GAMES[key], players, options)
    each = range(games)
    return Mean.of([played(case, f"how long {one}", dice(f"people {one}"), pace, preparing) for one in each])


def average_with_absences(games: int, key: str, players: int, options: Options) -> Mean:
    """Play some games of a kind with people who are away now and then."""
    case = Case(GAMES[key], players, options)
    each = range(games)
    return Mean.of([played_with_absences(case, f"how long {one}", dice(f"people {one}"), USUAL) for one in each])


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
    beforehand: dict[tuple[str, str], Mean]
    """Where every second player prepares turns, or gives orders for them: by option, as `by_option`; under
    `AS_IT_BEGINS` the usual game."""
    away: dict[tuple[str, str], Mean]
    """Of people who are away now and then, likewise."""
    by_pace: dict[int, Mean]
    seats: int
    """With how many seats options and paces were compared."""
    games: int
    """How many of each kind were played."""

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
    otherwise = {(name, str(value)): options for name, value, options in variants(game)}
    by_option = {key: play(seats, options) for key, options in otherwise.items()}
    with_usual = {AS_IT_BEGINS: game.options(), **otherwise}
    beforehand = {
        key: pool.submit(average, games, game.key, seats, options, preparing=range(1, seats + 1, 2))
        for key, options in with_usual.items()
    }
    away = {
        key: pool.submit(average_with_absences, games, game.key, seats, options) for key, options in with_usual.items()
    }
    by_pace = {pace: play(seats, game.options(), pace) for pace in PACES}
    return Measured(
        game,
        {number: each.result() for number, each in by_seats.items()},
        {key: each.result() for key, each in by_option.items()},
        {key: each.result() for key, each in beforehand.items()},
        {key: each.result() for key, each in away.items()},
        {pace: each.result() for pace, each in by_pace.items()},
        seats,
        games,
    )


def row(first: str, one: Mean) -> str:
    """Return a line of a table."""
    return f"| {first} | {one.answers:.0f} | {one.sittings:.0f} | {one.days:.1f} |"


def longer_row(first: str, one: Mean, beforehand: Mean, away: Mean) -> str:
    """Return a line of a table with what becomes of it where people decide beforehand, or are away now and then."""
    return f"{row(first, one)} {beforehand.days:.1f} | {away.missed:.1f} | {away.left_to_bots:.1f} |"


def chapter(of: Measured) -> str:
    """Return what the document says of a game."""
    head = ["| answers | sittings | days |", "| ---: | ---: | ---: |"]
    more = [f"{head[0]} half beforehand | missed | left to bots |", f"{head[1]} ---: | ---: | ---: |"]

    def table(first: str, rows: Sequence[str], head: Sequence[str] = head) -> list[str]:
        return [f"| {first} {head[0]}", f"| --- {head[1]}", *rows, ""]

    titles = {name: field.title or name for name, field in of.game.options.model_fields.items()}
    options = [
        longer_row(f"{titles[name]}: {value}", one, of.beforehand[name, value], of.away[name, value])
        for (name, value), one in of.by_option.items()
        if abs(one.days / of.usual.days - 1) >= LITTLE
    ]
    usual = longer_row("as a table begins", of.usual, of.beforehand[AS_IT_BEGINS], of.away[AS_IT_BEGINS])
    lines = [
        f"## {of.game.title}",
        "",
        f"Each line is the mean of {of.games} games.",
        "",
        *table("players", [row(str(seats), one) for seats, one in of.by_seats.items()]),
        f"With {of.seats}, and one option chosen otherwise; what changes less than a tenth is left out:",
        "",
        *table("option", [usual, *options], more),
        *table("pace", [row(f"{pace} hours", one) for pace, one in of.by_pace.items()]),
        *came_true(of.beforehand[AS_IT_BEGINS].held),
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

Measured with bots that think as long as people: half of the answers come within {MEDIAN:g} hours, some
much later (log-normal), and all of them in the {AWAKE} hours of a day in which people are awake.
Whoever is asked again at once goes on at once. After the pace of the table, time is up; for a response
to somebody's play, after half of it. *Answers* and *sittings* are each player's; a sitting is one or more
answers in a row. Everybody decides ahead what their panel offers, where they are sure of it: a pass of the Stock phase
when they can buy nothing, an operation by the offered plan, an income as it is shown, a donation that they can pay for.

*Half beforehand* are the days where every second player decides beforehand, where the game allows it: they prepare
the next turn when they look in between two turns, or order with one answer all that the game lets them order for
the year or round. What has become impossible meanwhile, they are asked for as usual, and so they are where a move would
do something else than it was shown to do. *Only if* are the conditions that they could have set for a turn, and how
often each was met as the turn began; *all of it* is that every move can be made as it was shown.

*Missed* and *left to bots* are of other games, whose people also are away for {AWAY_FOR:g} days now and then, every
{AWAY_EVERY:g} days on average: how many answers each of them misses in a game, and how often a bot takes a seat,
until its player is back, because two in a row were missed.

`make lengths` plays all this, writes this page, and gives each game the figures from which a lobby says how long
it may take; `ARGS='--game carnegie'` does so for one game.
"""


def document(chapters: Sequence[str]) -> str:
    """Return the document."""
    return "\n".join([HEAD, *chapters])


def chapters_of(text: str) -> dict[str, str]:
    """Return the chapters of a document by their titles, as `chapter` wrote them."""
    return {
        found[1]: found[0].rstrip("\n") + "\n"
        for found in re.finditer(r"^## (.*)\n(?:(?!## ).*\n)*", text, re.MULTILINE)
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="make lengths", description="Measures how many days games take, and writes docs/how-long.md."
    )
    parser.add_argument("--games", type=int, default=12, help="how many of each kind")
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="only this game")
    given = parser.parse_args()
    chapters = chapters_of(TARGET.read_text("utf-8"))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for key in given.game or GAMES:
            of = measured(GAMES[key], given.games, pool)
            chapters[of.game.title] = chapter(of)
            (ROOT / "bot" / "games" / key.replace("-", "_") / "length.json").write_text(of.as_json(), "utf-8")
            TARGET.write_text(
                document([chapters[game.title] for game in GAMES.values() if game.title in chapters]), "utf-8"
            )
            print(chapter(of))


if __name__ == "__main__":
    main()
