"""Makes the subsets of the Noto fonts in `bot/drawing/fonts` from the fonts as Debian packs them.

They hold the letters, marks and digits of one script each, as `bot.drawing.typefaces` names them, with the tables that
join and stack them; without hints, and without Latin letters, which come from other fonts. `pyftsubset` is fonttools'
command: neither the bot nor its tests need it, so it is installed apart, in a folder of its own:

    apt-get download fonts-noto-core fonts-noto-ui-core
    for package in *.deb; do dpkg -x "$package" .; done
    python3 -m venv fonttools && fonttools/bin/pip install fonttools==4.68.0

and run from the root of the checkout, where FOLDER is that folder:

    python -m tests.drawing.subset_fonts FOLDER/usr/share/fonts/truetype/noto FOLDER/fonttools/bin/pyftsubset

What lies there was made of 20201225-1, the version of Debian 12.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bot.drawing.typefaces import FOLDER, SCRIPTS

EVERYWHERE = "0020,200C,200D,25CC"
"""A space, the signs that join and part letters, and the circle that carries a mark without a letter."""


def subset(noto: Path, command: str) -> None:
    """Make every subset from the bold font of its script."""
    for script in SCRIPTS:
        target = FOLDER / script.file
        letters = ",".join(f"{block[0]:04X}-{block[-1]:04X}" for block in script.blocks)
        subprocess.run(  # noqa: S603  # the command is the caller's
            [
                command,
                str(noto / target.name),
                f"--unicodes={letters},{EVERYWHERE}",
                f"--output-file={target}",
                "--no-hinting",
                "--name-IDs=0,1,2,5,7,13,14",  # who made it, what it is called, its licence
                "--drop-tables+=DSIG,MVAR,STAT",
            ],
            check=True,
        )
        print(target.name, target.stat().st_size)


if __name__ == "__main__":
    subset(Path(sys.argv[1]), sys.argv[2])
