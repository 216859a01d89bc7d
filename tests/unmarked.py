"""Labels without the letter of a place on a board, and amounts without their difference from a fair one."""

from __future__ import annotations

import re

MARK = re.compile(r"^[A-Z]{1,2} · | \([A-Z]{1,2}\N{EN DASH}[A-Z]{1,2}\)$")
FROM_FAIR = re.compile(r"^(\$\d+) (?:fair|\([+-]\d+\))$")


def unmarked(label: str) -> str:
    """Return what can be chosen as it reads without letters, and an amount alone."""
    return FROM_FAIR.sub(r"\1", MARK.sub("", label))
