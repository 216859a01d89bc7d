"""`make crash`: kill the whole bot again and again, print what came of it, and fail if a promise was broken."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.crash.evenings import evenings

KILLS = 200


def main() -> int:
    """Play, print, and return the process's result."""
    parser = argparse.ArgumentParser(prog="make crash", description="Kills the bot at random moments of its games.")
    parser.add_argument("--kills", type=int, default=KILLS, help="how often")
    parser.add_argument("--seed", default="1", help="what decides who presses what, and when the bot is killed")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        counts = asyncio.run(evenings(Path(folder), given.kills, given.seed))
    print(counts.words())
    return 0 if counts.kept else 1


if __name__ == "__main__":
    sys.exit(main())
