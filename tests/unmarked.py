"""What stands on a control without the letter that says where it lies, for tests about something else."""

from __future__ import annotations

import re

MARK = re.compile(r"^[A-Z]{1,2} · | \([A-Z]{1,2}\N{EN DASH}[A-Z]{1,2}\)$")


def unmarked(label: str) -> str:
    """Return what can be chosen as it reads without letters."""
    return MARK.sub("", label)
