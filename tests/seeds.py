"""The secrets that games are dealt from in tests: the same in every run, so that what passes today passes tomorrow."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from itertools import count


def seeds() -> Callable[[], str]:
    """Secrets as long as real ones, one after another, each a different deal.

    Returns:
        what draws the next one.
    """
    numbers = count(1)
    return lambda: sha256(f"test {next(numbers)}".encode()).hexdigest()
