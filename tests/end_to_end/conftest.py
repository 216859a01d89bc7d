"""A table to begin with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.end_to_end.town import Town, begun, town


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    """Ann and Ben at the beginning of a game; Dora watches."""
    async with town(tmp_path, "Ann", "Ben", "Dora") as opened:
        await begun(opened)
        yield opened


@pytest.fixture
async def dated(tmp_path: Path) -> AsyncIterator[Town]:
    """The same town, with the bot on the clock that Discord uses to date messages and threads."""
    async with town(tmp_path, "Ann", "Ben", "Dora", by_discords_clock=True) as opened:
        await begun(opened)
        yield opened
