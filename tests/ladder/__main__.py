"""`make ladder`: play simple strategies against each game's bot, and write who wins how often."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from math import sqrt
from pathlib import Path

from bot.engine.table import Box
from bot.games import OURS
from tests.ladder.rungs import BOT, SEATS, STRONG, Result, Rung, Standing, played, strategies
from tests.ladder.truth import section
from tests.measured import add_stamp, chapters_of, remove_stamp

TARGET = Path(__file__).resolve().parents[2] / "docs" / "opponents.md"

MINUTES = 6.0
THINKS = 150
"""Factor of a game's duration with a bot that thinks, approximately."""

TRIED = Path(__file__).with_name("tried.md").read_text("utf-8")
THOUGHTS = Path(__file__).with_name("thoughts.md").read_text("utf-8")
CHARACTERS = Path(__file__).with_name("characters.md").read_text("utf-8")

HEAD = f"""# How strong the bots are

No simple strategy that was tried is better than the steady bot. Strong bots are, but for Goodwill in its swift mode,
where forty games do not tell. Each chapter says when it was measured and at which commit. `make ladder` plays
these games, says first how long it will take, and writes this page. `ARGS='--minutes 60'` makes the
intervals narrower, `--only carnegie` plays one game, `--row "the bot"` one strategy. Use another `--seed` to confirm a
change of a bot.

Each strategy takes one seat, a different one from game to game, and the game's steady bot takes the others. Options
are those with which a table begins, unless a chapter names others.

- *Wins* is the strategy's share of the games, a shared win counting in part, with a 95 % interval (Wilson). A
  strategy as strong as the bot wins one game of two with two seats, and one of four with four.
- *Than the bot* is better or worse where the interval excludes that share. Of forty equally strong strategies, two
  are called so by chance.
- *Points* are the strategy's mean, and that of the bots it played against.
- *CPU* is the CPU time of a whole game, all seats together.
- *Deals* is the seed. Strategies with the same seed play the same deals.

A strategy is the bot except for the named rule: "always pays out" is the bot that always pays out. A strategy that
does better shows where the bot can improve. "The bot" against itself shows the influence of luck.

"The bot that thinks" is the strong bot of a lobby. It tries its answers in possible tables, which bots play on. It
is too slow to be played with the others; `--row "the bot that thinks"` plays it, and its rows stay otherwise
unchanged. It leaves the steady bot's answer only for one that is better again in fresh tables, not for a near-tie, and
tries none that refuses an income for nothing.

{THOUGHTS}
{TRIED}
"The bot that plays easily" is the easy bot of a lobby. It must win a quarter less often than the bot, and more
often than chance.

{CHARACTERS}"""


def rungs(keys: Sequence[str], box: Box | None = None) -> list[Rung]:
    """Return who plays what, in the order of the page."""
    return [Rung(key, players, name) for key in keys for players in SEATS for name in strategies(key, box)]


def shared_out(costs: Mapping[Rung, float], seconds: float) -> dict[Rung, int]:
    """Return how many games of each fit into so much of the processor's time, dear ones less often.

    As one over the root of what a game costs, so that the intervals together become as narrow as the time allows.
    """
    often = seconds / sum(sqrt(cost) for cost in costs.values())
    return {rung: whole_rounds(often / sqrt(cost), rung.players) for rung, cost in costs.items()}


def whole_rounds(games: float, players: int) -> int:
    """Return about this number of games, with each seat taken equally often."""
    return max(1, round(games / players)) * players


def table_of(standings: Sequence[Standing], seed: str) -> list[str]:
    """Return the rows of one game with one number of seats."""
    return [
        "| strategy | games | wins | than the bot | points | bots' points | CPU a game | deals |",
        "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |",
        *(
            f"| {one.rung.strategy} | {one.games} | {one.won:.0%} ({one.interval[0]:.0%} to {one.interval[1]:.0%}) "
            f"| {one.against_the_bot} | {one.points:.1f} | {one.points_of_bots:.1f} "
            f"| {one.seconds:.2f} s | {seed} |"
            for one in standings
        ),
        "",
    ]


def chapter(key: str, standings: Sequence[Standing], seed: str) -> str:
    """Return what the page says of a game."""
    lines = [f"## {OURS[key].title}", ""]
    for players in SEATS:
        lines += [f"{players} seats; fair is {1 / players:.0%}.", ""]
        lines += table_of([one for one in standings if one.rung.players == players], seed)
    return "\n".join(lines)


def document(chapters: Mapping[str, str]) -> str:
    """Return the page, of its chapters by their titles; last it says how true the chances are that were fitted."""
    titles = [game.title for game in OURS.values() if game.title in chapters]
    return "\n".join([HEAD, *(chapters[title] for title in titles), section()])


def costs_of(keys: Sequence[str], seed: str, pool: Executor, box: Box | None = None) -> dict[Rung, float]:
    """Return what a game of each costs, by one game of bots with as many seats."""
    kinds = [Rung(key, players, BOT) for key in keys for players in SEATS]
    tried = dict(zip(kinds, pool.map(played, kinds, [0] * len(kinds), [f"{seed}, tried"] * len(kinds)), strict=True))
    costs = {rung: tried[Rung(rung.key, rung.players, BOT)].seconds for rung in rungs(keys, box)}
    return {rung: cost * (THINKS if rung.strategy == STRONG else 1) for rung, cost in costs.items()}


def standings(counts: Mapping[Rung, int], seed: str, pool: Executor, box: Box | None = None) -> list[Standing]:
    """Play this number of games of each; with another box than the game's, if one is given."""
    each = [(rung, number) for rung, count in counts.items() for number in range(count)]
    results: dict[Rung, list[Result]] = {rung: [] for rung in counts}
    one = partial(played, box=box)
    found = pool.map(one, [rung for rung, _ in each], [number for _, number in each], [seed] * len(each))
    for (rung, _), result in zip(each, found, strict=True):
        results[rung].append(result)
    return [Standing.of(rung, ended) for rung, ended in results.items()]


def with_rows(before: str, written: str) -> str:
    """Return a game's chapter with the new rows in place of the older ones, or behind the others.

    The bot's own row stays the last of each table.
    """
    old, new = before.split("\n\n"), written.split("\n\n")
    for at, table in enumerate(new):
        rows = {_named(row): row for row in table.split("\n") if row.startswith("| ")}
        kept = [row for row in old[at].split("\n") if _named(row) not in rows or _named(row) in HEADS]
        if rows:
            last = next((number for number, row in enumerate(kept) if _named(row) == BOT), len(kept))
            kept[last:last] = [row for name, row in rows.items() if name not in HEADS]
            old[at] = "\n".join(kept)
    return "\n\n".join(old)


def only_row(chapter: str, name: str) -> str:
    """Return a chapter with this row alone in its tables."""
    return "\n".join(row for row in chapter.split("\n") if not row.startswith("| ") or _named(row) in (name, *HEADS))


HEADS = ("strategy", "---")


def _named(row: str) -> str:
    return row.removeprefix("| ").partition(" |")[0]


def write(
    keys: Sequence[str],
    counts: Mapping[Rung, int],
    seed: str,
    pool: Executor,
    target: Path = TARGET,
    *,
    rows: bool = False,
) -> None:
    """Play this number of games of each, and write the chapters of these games; those of others stay unchanged.

    With `rows`, the other rows of these chapters stay, too.
    """
    chapters = chapters_of(target.read_text("utf-8")) if target.exists() else {}
    for key in keys:
        of_game = {rung: count for rung, count in counts.items() if rung.key == key}
        written = chapter(key, standings(of_game, seed, pool), seed)
        title = OURS[key].title
        before = remove_stamp(chapters[title]) if title in chapters else None
        if rows and before is not None:
            written = with_rows(before, written)
        elif before is not None and f"| {STRONG} |" in before:
            written = with_rows(written, only_row(before, STRONG))
        chapters[title] = add_stamp(written)
        target.write_text(document(chapters), "utf-8")
        print(written, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="make ladder", description="Plays simple strategies against the bots, and writes docs/opponents.md."
    )
    parser.add_argument("--minutes", type=float, default=MINUTES, help="as many games as fit into so much time")
    parser.add_argument("--games", type=int, help="so many games of each instead, rounded to whole rounds of seats")
    parser.add_argument("--only", choices=sorted(OURS), action="append", help="only this game")
    parser.add_argument("--row", help="only this strategy; the other rows stay as they are")
    parser.add_argument("--seats", type=int, choices=SEATS, help="only with so many seats")
    parser.add_argument("--box", type=Path, help="with `--only`: play with this box, and write nothing to the page")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="as many processes")
    parser.add_argument("--seed", default="1", help="of the deals")
    given = parser.parse_args()
    keys, cores = given.only or list(OURS), given.cores
    if given.box is not None and len(keys) != 1:
        parser.error("a box is of one game: name it with --only")
    box = None if given.box is None else type(OURS[keys[0]].box).model_validate_json(given.box.read_bytes())
    with ProcessPoolExecutor(cores) as pool:
        costs = costs_of(keys, given.seed, pool, box)
        if given.games is None:
            counts = shared_out(costs, given.minutes * 60 * cores)
        else:
            counts = {rung: whole_rounds(given.games, rung.players) for rung in costs}
        wanted = set(counts) - {rung for rung in counts if rung.strategy == STRONG and given.row is None}
        counts = {rung: counts[rung] for rung in counts if rung in wanted and given.row in (None, rung.strategy)}
        counts = {rung: count for rung, count in counts.items() if given.seats in (None, rung.players)}
        takes = sum(costs[rung] * count for rung, count in counts.items()) / cores / 60
        print(
            f"{sum(counts.values())} games, about {takes:.1f} minutes on {cores} cores with nothing else to do",
            flush=True,
        )
        if box is not None:
            print(chapter(keys[0], standings(counts, given.seed, pool, box), given.seed))
        else:
            write(keys, counts, given.seed, pool, rows=given.row is not None)


if __name__ == "__main__":
    main()
