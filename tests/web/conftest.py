"""A site of its own for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.web.site import Site
from tests.web.site import site as opened


@pytest.fixture(autouse=True)
def long_worker_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, the worker is the last to do anything."""
    monkeypatch.setattr("bot.web.page_worker.FIRST_RENDER_SECONDS", 300.0)
    monkeypatch.setattr("bot.web.page_worker.REFRESH_SECONDS", 300.0)


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with opened(tmp_path) as there:
        yield there
