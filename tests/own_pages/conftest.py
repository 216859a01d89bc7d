"""A site of own pages for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.own_pages.site import PlaySite, play_site


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[PlaySite]:
    async with play_site(tmp_path) as there:
        yield there
