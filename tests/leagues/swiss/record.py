"""Record `pairings.json` again: the pairs of py4swiss 0.3.1 for rounds from seasons of ours.

    python -m venv py4swiss && py4swiss/bin/pip install py4swiss==0.3.1
    python -m tests.leagues.swiss.record py4swiss/bin/py4swiss

Its engine "dutch" is the FIDE Dutch system in its version until February 2026, which it pairs as bbpPairings does. It
is recorded rather than installed with our tests, for it has a part in C++ that is not there for every Python we run on.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.leagues.log_entries import Resulted
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from tests.leagues.seasons import chances, next_draw, opened, result

RECORDED = Path(__file__).parent / "pairings.json"
SEASONS = [(people, chance) for people in (8, 9, 12, 15, 20, 26) for chance in (1, 2, 3)]
ROUNDS = 5


def main(py4swiss: str) -> None:
    """Record what the reference implementation makes of every round but the first."""
    found = [recorded(py4swiss, people, chance) for people, chance in SEASONS]
    RECORDED.write_text("[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in found) + "\n]\n")


def recorded(py4swiss: str, people: int, chance: int) -> dict[str, Any]:
    """One season: its rounds as they were played, and before each how the reference would pair it."""
    season, random = opened(people, Rules(title="fair", seats=2, format="swiss", rounds=ROUNDS)), chances(chance)
    rounds: list[dict[str, Any]] = []
    for number in range(1, ROUNDS + 1):
        theirs = pairs(py4swiss, season) if number > 1 else []
        entry = next_draw(season)
        add_entries(season, entry)
        tables = []
        for table in [each for each in season.tables.values() if each.is_open]:
            one, other = table.seats
            won = random.choice([0, 1, 2])
            add_entries(season, played(table.number, one, other, won))
            tables.append([one, other, won])
        rounds.append({"tables": tables, "byes": entry.byes, "theirs": theirs})
    return {"people": people, "rounds": rounds}


def played(table: int, one: int, other: int, won: int) -> Resulted:
    """The result of a table: its first seat has won, its second, or (0) neither."""
    orders: dict[int, list[int | list[int]]] = {0: [[one, other]], 1: [one, other], 2: [other, one]}
    return result(table, *orders[won])


def pairs(py4swiss: str, season: Season) -> list[list[int]]:
    """The reference's pairs of the next round: the first seat's player comes first; 0 is a bye."""
    with TemporaryDirectory() as folder:
        history, paired = Path(folder, "season.trf"), Path(folder, "pairs.txt")
        history.write_text(trf(season))
        subprocess.run([py4swiss, "-t", history, "-p", paired, "-s"], check=True)  # noqa: S603 - as it was told
        return [[int(one) for one in line.split()] for line in paired.read_text().splitlines()[1:]]


def trf(season: Season) -> str:
    """The season as a tournament's report; a bye of ours is one for which somebody gets nothing."""
    lines = ["012 Season", f"XXR {ROUNDS}"]
    ranked = {row.number: row.place for row in compute_standings(season, 1)}
    for number in season.entrants:
        points, games = 0.0, ""
        for drawn in season.rounds:
            table = next((t for t in season.tables.values() if t.round == drawn.number and number in t.seats), None)
            if table is None:
                games += "  0000 - U"
                points += 1
                continue
            (other,) = {*table.seats} - {number}
            level = table.places[number] == table.places[other]
            mark = "=" if level else "1" if table.places[number] == 1 else "0"
            points += {"=": 0.5, "1": 1.0, "0": 0.0}[mark]
            games += f"  {other:4} {'w' if table.seats[0] == number else 'b'} {mark}"
        name = f"Player {number}"
        head = f"001 {number:4}      {name:<33} {2000 - ranked.get(number, number):4}{'':28}"
        lines.append(f"{head}{points:4.1f} {ranked.get(number, number):4}{games}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(sys.argv[1])
