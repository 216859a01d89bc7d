"""Rewrite the golden records of games: `python -m bot.testing FOLDER...`, with the folders of their `tested.py`.

`python -m bot.testing tests/games/*/` rewrites those of all our games. With `--save`, save tables of the game's present
version once, before its release.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.testing.tested import FILE, choose_folders, load


def main(arguments: list[str] | None = None) -> int:
    """Record the games whose tests lie in these folders; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot.testing", description=__doc__)
    parser.add_argument("folders", metavar="FOLDER", type=Path, nargs="+")
    parser.add_argument("--save", action="store_true", help="save tables of this version; refuses to overwrite them")
    given = parser.parse_args(arguments)
    folders = [folder.resolve() for folder in given.folders if (folder / FILE).is_file()]
    if not folders:
        parser.error(f"none of these folders has a {FILE}")
    choose_folders(folders)
    from bot.testing.option_records import write_option_records  # imported late: these read
    from bot.testing.recording import record_again, write_save  # the chosen games on import

    for game in (load(folder).game for folder in folders):
        for path in [write_save(game)] if given.save else [*record_again(game), write_option_records(game)]:
            print(f"written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
