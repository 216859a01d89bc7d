"""The stores that have to keep the contract."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

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


@pytest.fixture(params=["sqlite"])
async def storage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Storage]:
    """Each store, for tests of the contract; another kind of store is added to the params."""
    assert request.param == "sqlite"
    opened = await open_storage(tmp_path / "contract.db")
    yield opened
    await opened.close()
