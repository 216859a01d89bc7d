"""Write the golden records of a game anew: `python -m tests.rerecord goodwill`.

With `--save`, save tables of the game's present version once, before it is released.
"""

from __future__ import annotations

import sys

from bot.games import GAMES
from tests.games.every_game.recording import rerecord, write_save


def main(arguments: list[str]) -> int:
    """Record every game that is named; return the exit code."""
    keys = [argument for argument in arguments if argument != "--save"]
    unknown = [key for key in keys if key not in GAMES]
    if unknown or not keys:
        print(f"Please name one or more of: {', '.join(GAMES)}", file=sys.stderr)
        return 2
    for key in keys:
        for path in [write_save(key)] if "--save" in arguments else rerecord(key):
            print(f"written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
