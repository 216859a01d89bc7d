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
