"""The house in which leagues are tried, with a clock that the tests set."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import pytest

from tests.house import NOON, House, house


@pytest.fixture
def wall() -> list[datetime]:
    """What the clock on the wall shows."""
    return [NOON]


@pytest.fixture
def secret() -> str:
    """The secret from which each table's deal comes; a module that needs other lots has a fixture of this name."""
    return "seed"


@pytest.fixture
async def home(tmp_path: Path, wall: list[datetime], secret: str) -> AsyncIterator[House]:
    async with house(tmp_path / "leagues.db", now=lambda: wall[0], seed=secret) as opened:
        yield opened
