"""Files with hands, seeds and people's ids can be read by their owner alone, for any umask."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.interface.errors import StoreFailed
from storage.interface.people import Person
from storage.offline import restore
from storage.sqlite import open_storage
from tests.storage.samples import ADA, put, start_new

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows keeps a user's files private by other means")

SCHEMAS = Path(__file__).parent / "schemas"


@pytest.fixture(params=[0o000, 0o022, 0o277], autouse=True)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """What others, and the owner, may do with each file."""
    return {path.name: f"{path.stat().st_mode & 0o777:o}" for path in folder.iterdir()}


def let_others_read(path: Path) -> None:
    path.chmod(0o644)


async def test_a_new_database_with_its_log_and_its_backup(path: Path) -> None:
    storage = await open_storage(path)
    await start_new(storage)
    await storage.backup(path.with_name("backup.db"))
    names = ("boardroom.db", "boardroom.db-wal", "boardroom.db-shm", "boardroom.db.lock", "backup.db")
    assert modes(path.parent) == dict.fromkeys(names, "600")
    await storage.close()


async def test_one_that_others_could_read_and_the_copy_made_before_it_is_brought_up_to_date(path: Path) -> None:
    shutil.copyfile(SCHEMAS / "2.sqlite", path)
    let_others_read(path)
    storage = await open_storage(path)
    await storage.people.put(Person(ADA, "Ada"))
    found = modes(path.parent)
    assert {"boardroom.db-wal", "boardroom.db.before-3"} <= set(found)
    assert set(found.values()) == {"600"}
    await storage.close()


async def test_what_a_restored_backup_replaces_is_kept_as_private(path: Path) -> None:
    await (await open_storage(path)).close()
    storage = await open_storage(path.with_name("other.db"))
    await storage.backup(path.with_name("backup.db"))
    await storage.close()
    let_others_read(path)
    restore(path.with_name("backup.db"), path, keep_as=path.with_name("kept.db"))
    assert "kept.db" in modes(path.parent)
    assert set(modes(path.parent).values()) == {"600"}


async def test_the_database_of_another_program_is_left_as_it_is(path: Path) -> None:
    put(path, b"somebody's own text")
    let_others_read(path)
    with pytest.raises(StoreFailed, match="is not a database"):
        await open_storage(path)
    assert modes(path.parent)["boardroom.db"] == "644"
