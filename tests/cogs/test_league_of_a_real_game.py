"""A league of a real game, from its draft to its files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.host.leagues.export import verify
from tests.cogs.leagues import tables
from tests.cogs.real_season import REAL, played_season
from tests.cogs.town import Player, Town, town


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=REAL) as opened:
        yield opened


@pytest.mark.thorough
async def test_a_season_of_goodwill_is_played_and_given_with_its_charts_and_proof(
    here: Town, boss: Player, people: list[Player]
) -> None:
    files = await played_season(here, boss, people[:3])
    assert files["html"].count("<img") >= 2 * len(await tables(here))
    assert all(check.ok for check in verify(files["json"].encode()))
    assert len(files["csv"].splitlines()) == 1 + 3
