"""The commands and the doctor where the games are in a database of a PostgreSQL server."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from bot.__main__ import main
from bot.ops import doctor
from bot.ops.nightly_jobs import NightlyJobs
from bot.settings import Settings, load_settings
from storage.connect import open_storage
from storage.database_url import Server
from tests.ops.process import ROOT
from tests.storage.samples import entry, revision_of, start_new
from tests.storage.server import Running

NEWEST = max((ROOT / "tests" / "storage" / "schemas").glob("*.sqlite"), key=lambda path: int(path.stem))
"""With running games of each kind, and a league."""


async def test_games_are_kept_in_a_database_of_a_server(database_of_a_server: Server) -> None:
    storage = await open_storage(database_of_a_server)
    number = await start_new(storage)
    await storage.close()
    storage = await open_storage(database_of_a_server)
    await storage.games.append(entry(number, 2))
    assert await revision_of(storage, number) == 2
    await storage.close()


@pytest.fixture
def server(database_of_a_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """An empty database, which the settings name."""
    monkeypatch.setenv("BOARDROOM_DATABASE", database_of_a_server.address)
    monkeypatch.setenv("BOARDROOM_BACKUPS", str(tmp_path / "backups"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return database_of_a_server


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with running games of each kind, and a league."""
    return Path(shutil.copy(NEWEST, tmp_path / "boardroom.db"))


def called(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    """Call a command; return its code and what it says, in which no password stands."""
    code = main([str(word) for word in words])
    told = capsys.readouterr()
    assert "host=" not in told.out + told.err
    return code, told.out + told.err


@pytest.mark.thorough
def test_games_are_moved_there_and_back_and_play_again_as_they_were(
    server: Server, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = called(capsys, "move", file, server.address)
    assert code == 0, said
    assert "games that have begun play again as they were" in said
    assert "with its password; " in said
    code, said = called(capsys, "move", file, server.address)
    assert (code, "is not empty" in said) == (1, True)
    code, said = called(capsys, "move", server.address, tmp_path / "back.db")
    assert code == 0, said
    assert f"Set BOARDROOM_DATABASE to {tmp_path / 'back.db'}; " in said
    assert "password" not in said, "a file has none"


@pytest.mark.thorough
def test_a_backup_is_drilled_and_restored(
    server: Server, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(capsys, "move", file, server.address)[0] == 0
    code, said = called(capsys, "backup")
    assert code == 0, said
    (backup,) = (tmp_path / "backups").iterdir()
    assert backup.suffix == ".dump"
    assert backup.stat().st_mode & 0o077 == 0
    code, said = called(capsys, "drill")
    assert code == 0, said
    assert "All of them could go on from this backup." in said
    code, said = called(capsys, "restore", backup)
    assert code == 0, said
    assert "What was there is kept as" in said
    code, said = called(capsys, "export", "1")
    assert code == 0, said
    code, said = called(capsys, "forget", "999999")
    assert (code, said) == (0, "Nothing is kept of 999999.\n")


async def findings(settings: Settings, about: str) -> str:
    return "\n".join(
        [str(each) async for each in doctor.run_checks(settings, datetime.now(UTC)) if each.text.startswith(about)]
    )


@pytest.mark.thorough
async def test_the_doctor_looks_at_the_server(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load_settings()
    assert "is empty. The bot makes its tables" in await findings(settings, "Database")
    storage = await open_storage(server)
    await start_new(storage)
    said = await findings(settings, "Database")
    assert "ok       Database: PostgreSQL " in said
    assert "a bot holds its lock, its tables are number" in said
    assert "is sound; games that run: 1" in said
    nightly = NightlyJobs(storage, settings, lambda: datetime.now(UTC))
    assert await nightly.create_backup()
    assert "ok       Backups: the newest is" in await findings(settings, "Backups")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not await nightly.create_backup()
    assert "problem  Backups: There is no pg_dump here" in await findings(settings, "Backups")
    await storage.close()


@pytest.mark.thorough
async def test_the_doctor_warns_of_a_server_that_answers_before_a_move_is_on_its_disk(
    server: Server, postgresql: Running
) -> None:
    name = conninfo_to_dict(server.address)["dbname"]
    advice = f"alter role postgres in database {name} set synchronous_commit = on;"
    assert "synchronous_commit" not in await findings(load_settings(), "Database")
    postgresql.execute(f"alter database {name} set synchronous_commit = off")
    said = await findings(load_settings(), "Database")
    assert "warning  Database: synchronous_commit is off, so a power cut can lose moves that were answered." in said
    assert advice in said
    postgresql.execute(advice)
    assert "synchronous_commit" not in await findings(load_settings(), "Database")
    asked = Settings(_env_file=None, database=Server(f"{server.address}&options=-csynchronous_commit%3Doff"))
    assert "Take it out of the database's address" in await findings(asked, "Database")


@pytest.mark.thorough
async def test_the_doctor_says_when_the_server_is_gone(server: Server, postgresql: Running, tmp_path: Path) -> None:
    gone = Settings(_env_file=None, database=Server(f"postgresql://ada:precious@/b?host={tmp_path}"))
    said = await findings(gone, "Database")
    assert "problem  Database: postgresql:///b cannot be reached" in said
    assert "precious" not in said + repr(gone)


@pytest.mark.thorough
async def test_an_acknowledged_move_survives_a_kill_and_the_lock_is_free(server: Server) -> None:
    storage = await open_storage(server)
    number = await start_new(storage)
    await storage.close()
    code = f"""
import asyncio, sys
from storage.connect import open_storage
from storage.database_url import Server
from tests.storage.samples import entry
async def main():
    storage = await open_storage(Server({server.address!r}))
    for revision in range(2, 1000):
        await storage.games.append(entry({number}, revision))
        print(revision, flush=True)
asyncio.run(main())
"""
    for _ in range(3):
        environ = {**os.environ, "PYTHONPATH": str(ROOT)}
        reached = 0
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            code.replace("range(2,", f"range({await now_at(server, number)} + 1,"),
            stdout=subprocess.PIPE,
            env=environ,
        )
        assert process.stdout is not None
        for _ in range(20):
            reached = int(await process.stdout.readline())
        process.kill()
        while line := await process.stdout.readline():
            reached = int(line)
        await process.wait()
        assert await now_at(server, number) in (reached, reached + 1), "the last one may be saved and not yet told"


async def now_at(server: Server, number: int) -> int:
    storage = await open_storage(server)
    revision = await revision_of(storage, number)
    assert [line.revision for line in await storage.games.list_entries(number)] == list(range(1, revision + 1))
    assert await storage.check() == []
    await storage.close()
    return revision
