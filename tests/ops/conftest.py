"""A database with live games in it, and settings for it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot.settings import Settings
from storage.sqlite import open_storage
from tests.storage.release import RELEASED


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a bot without a token, with everything in one folder."""
    return Settings(_env_file=None, token=None, database=tmp_path / "boardroom.db")


@pytest.fixture
async def database(settings: Settings) -> Path:
    """The database of release 0.1.0, migrated: four games that run, one that is over, and a lobby."""
    shutil.copy(RELEASED / "0.1.0.sqlite", settings.file)
    await (await open_storage(settings.file)).close()
    for kept in settings.file.parent.glob("*.before-*"):
        kept.unlink()
    return settings.file
