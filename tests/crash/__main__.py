"""`make crash`: kill the whole bot repeatedly, print the results, and fail if a promise was broken.

With `--processes 3` it runs three processes on one PostgreSQL server and kills one of them at a time. With `--claiming`
they claim shards by themselves, including those of a killed process.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.crash.evenings import evenings

KILLS = 200


def main() -> int:
    """Play, print, and return the process's result."""
    parser = argparse.ArgumentParser(prog="make crash", description="Kills the bot at random moments of its games.")
    parser.add_argument("--kills", type=int, default=KILLS, help="how often")
    parser.add_argument("--seed", default="1", help="what decides who presses what, and when the bot is killed")
    parser.add_argument("--processes", type=int, choices=[1, 3], default=1, help="how many there are")
    parser.add_argument("--claiming", action="store_true", help="let them take shards by themselves")
    given = parser.parse_args()
    if given.claiming and given.processes == 1:
        parser.error("--claiming needs --processes 3")
    with TemporaryDirectory() as folder:
        if given.processes > 1:
            return _of_several(Path(folder), given.kills, int(given.seed), claiming=given.claiming)
        counts = asyncio.run(evenings(Path(folder), given.kills, given.seed))
    print(counts.words())
    return 0 if counts.kept else 1


def _of_several(folder: Path, kills: int, seed: int, *, claiming: bool) -> int:
    from tests.ops.sharded_evening import run_night  # imported late because it needs psycopg
    from tests.storage.server import running

    begun = perf_counter()
    with running() as server, server.database() as place:
        found = asyncio.run(run_night(folder, place, kills, seed, claiming=claiming))
    print(found.words())
    print(f"{perf_counter() - begun:.0f} s")
    return 0 if found.kept else 1


if __name__ == "__main__":
    sys.exit(main())
