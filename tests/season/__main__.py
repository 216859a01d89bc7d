"""`make season`: play a season, print its counts, and fail when a promise was broken."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from pathlib import Path
from time import perf_counter

from bot.testing.tested import FILE, choose_folders
from tests.season import report
from tests.season.league_ledger import LeagueLedger
from tests.season.league_people import LEAGUE, SMALL_LEAGUE, LeagueSize, league
from tests.season.ledger import Ledger
from tests.season.stage import memory
from tests.season.weeks import SMALL, WHOLE, Size, season

GAMES_TESTED = Path(__file__).parents[1] / "games"


async def played(seed: str, size: Size) -> Ledger:
    """Play a season in a folder of its own."""
    with memory() as folder:
        async with season(folder, seed, size) as ledger:
            return ledger


async def played_in_a_league(seed: str, size: LeagueSize) -> LeagueLedger:
    """Play a league's season in a folder of its own."""
    with memory() as folder:
        async with league(folder, seed, size) as there:
            return await there.run()


def main() -> int:
    """Play, print, and return the process's result."""
    parser = argparse.ArgumentParser(prog="make season", description="Plays weeks of games on a simulated Discord.")
    parser.add_argument("--seed", default="1", help="what decides everything")
    parser.add_argument("--small", action="store_true", help="as the test suite plays it")
    parser.add_argument("--write", type=Path, help="also write the result to this file")
    given = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)
    choose_folders(path.parent for path in sorted(GAMES_TESTED.glob(f"*/{FILE}")))
    begun = perf_counter()
    size = SMALL if given.small else WHOLE
    ledger = asyncio.run(played(given.seed, size))
    in_league = asyncio.run(played_in_a_league(given.seed, SMALL_LEAGUE if given.small else LEAGUE))
    text = report.markdown(ledger, given.seed, size, perf_counter() - begun) + report.of_league(in_league)
    print(text)
    if given.write is not None:
        given.write.write_text(text, encoding="utf-8")
    return 1 if ledger.broken or in_league.broken else 0


if __name__ == "__main__":
    sys.exit(main())
