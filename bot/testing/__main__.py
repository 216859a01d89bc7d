"""Write the golden records of a game anew: `python -m bot.testing FOLDER`, where its `tested.py` lies.

With `--save`, save tables of the game's present version once, before it is released.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.testing.tested import choose, load


def main(arguments: list[str] | None = None) -> int:
    """Record the game whose tests lie in the folder; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot.testing", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--save", action="store_true", help="save tables of this version, once and for all")
    given = parser.parse_args(arguments)
    folder = given.folder.resolve()
    choose([folder])
    from bot.testing.recording import rerecord, write_save  # which play the games that are chosen when they are loaded

    game = load(folder).game
    for path in [write_save(game)] if given.save else rerecord(game):
        print(f"written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
