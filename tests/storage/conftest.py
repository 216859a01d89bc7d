"""The stores that have to keep the contract."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.testing.new_database import open_new_storage
from storage import connect
from storage.sqlite import SqliteStorage
from storage.store import Storage
from tests.storage.server import Running


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boardroom.db"


@pytest.fixture
async def sqlite(path: Path) -> AsyncIterator[SqliteStorage]:
    """The SQLite store, for tests of what only it does."""
    storage = await open_new_storage(path)
    yield storage
    await storage.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
async def storage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Storage]:
    """Each store, for tests of the contract."""
    if request.param == "sqlite":
        sqlite = await open_new_storage(tmp_path / "contract.db")
        yield sqlite
        await sqlite.close()
        return
    server: Running = request.getfixturevalue("own_postgresql")
    async with server.migrated_database() as database:
        opened = await connect.open_storage(database)
        yield opened
        await opened.close()
