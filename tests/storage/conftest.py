"""The stores that have to keep the contract."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import connect
from storage.sqlite import SqliteStorage, open_storage
from storage.store import Storage


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boardroom.db"


@pytest.fixture
async def sqlite(path: Path) -> AsyncIterator[SqliteStorage]:
    """The SQLite store, for tests of what only it does."""
    storage = await open_storage(path)
    yield storage
    await storage.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
async def storage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Storage]:
    """Each store, for tests of the contract."""
    if request.param == "sqlite":
        opened: Storage = await open_storage(tmp_path / "contract.db")
    else:
        opened = await connect.open_storage(request.getfixturevalue("database_of_a_server"))
    yield opened
    await opened.close()
