"""Layout of rulebook tables as monospaced columns that fit on a telephone; Discord has no tables."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

WIDE = 26
"""Maximum characters of a line: a narrow telephone shows these without scrolling."""
_TABLE = re.compile(r"(?:^\|.*\|$\n?)+", re.MULTILINE)
_RULER = re.compile(r"[|:\- ]+")


def format_tables(text: str) -> str:
    """Return a chapter with its tables laid out in columns; long cells wrap."""
    return _TABLE.sub(lambda found: _format_table(found[0]) + "\n", text).rstrip()


def _format_table(table: str) -> str:
    rows = [
        [cell.strip().replace("**", "") for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if not _RULER.fullmatch(line)
    ]
    columns = list(zip_longest(*rows, fillvalue=""))
    widths = [max(map(len, column)) for column in columns]
    least = [max(len(word) for cell in column for word in ["", *cell.split()]) for column in columns]
    while sum(widths) + 2 * (len(widths) - 1) > WIDE and widths != least:
        widest = max((at for at, width in enumerate(widths) if width > least[at]), key=lambda at: widths[at])
        widths[widest] -= 1
    return "```\n" + "\n".join(line for row in rows for line in _wrap_row(row, widths)) + "\n```"


def _wrap_row(row: Sequence[str], widths: Sequence[int]) -> Sequence[str]:
    """Return a row as lines; a long cell continues below itself."""
    cells = [textwrap.wrap(cell, width) for cell, width in zip(row, widths, strict=False)]
    return [
        "  ".join(part.ljust(width) for part, width in zip(parts, widths, strict=False)).rstrip()
        for parts in zip_longest(*cells, fillvalue="")
    ]
