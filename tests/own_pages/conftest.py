"""A site of own pages for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.own_pages.site import PlaySite, play_site


@pytest.fixture(autouse=True)
def long_draw_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, pictures take long."""
    monkeypatch.setattr("bot.own_pages.pages.PAGE_DRAW_SECONDS", 300.0)
    monkeypatch.setattr("bot.own_pages.pages.DRAW_SECONDS", 300.0)


@pytest.fixture(autouse=True)
def short_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody wants to wait for an event."""
    monkeypatch.setattr("bot.own_pages.state_tags.TICK_SECONDS", 0.01)


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[PlaySite]:
    async with play_site(tmp_path) as there:
        yield there
