"""The command line: effects, output and exit code of each command."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import json
import logging
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.__main__ import main
from bot.games import GAMES
from bot.host.services import build_services
from storage.interface.errors import StoreFailed
from storage.interface.people import Person
from storage.sqlite import open_storage

ROOT = Path(__file__).resolve().parents[1]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
ANNA = 111222333444555666
SEED = "5eed" * 16
DRAWN_ANEW = "From here on, each game draws new luck, so nobody can use what they saw after the backup.\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with nothing set but the place of the database."""
    monkeypatch.setenv("BOARDROOM_DATABASE", "boardroom.db")
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def _play(*, to_the_end: bool, against_a_bot: bool = True) -> None:
    storage = await open_storage(Path("boardroom.db"))
    tables = build_services(storage, GAMES, new_seed=lambda: SEED)
    lobby = tables.lobby
    table = await lobby.open_table(
        title="goodwill", guild_id=1, channel_id=2, user_id=ANNA, name="Anna Anonymous", seats_wanted=2
    )
    if against_a_bot:
        await lobby.add_bot(table.row.game_id, ANNA)
    else:
        await lobby.join(table.row.game_id, ANNA + 1, "Ben Benevolent")
    await lobby.start(table.row.game_id, ANNA)
    await tables.autoplay.wait_for_all()
    if to_the_end:
        await tables.absence.give_up_seat(table.row.game_id, ANNA)
        await tables.autoplay.wait_for_all()
    await lobby.open_table(
        title="goodwill", guild_id=1, channel_id=2, user_id=ANNA, name="Anna Anonymous", seats_wanted=2
    )
    await storage.close()


@pytest.fixture
def running() -> None:
    """A database with game 1, which is not over, and table 2, which has not begun."""
    asyncio.run(_play(to_the_end=False))


@pytest.fixture
def finished() -> None:
    """A database with game 1, which is over, and table 2, which has not begun."""
    asyncio.run(_play(to_the_end=True))


def says(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code, and what stood on standard output and standard error."""
    code = main(arguments)
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out, said.err


# -- calling it ------------------------------------------------------------------------------------


def python_m_bot(*arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "bot", *arguments], env=environ, capture_output=True, text=True, check=False
    )


def test_as_a_module_without_a_token() -> None:
    ran = python_m_bot()
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.startswith("There is no bot token. Please set BOARDROOM_TOKEN in .env;")
    assert len(ran.stderr.splitlines()) == 1


def test_verify_needs_neither_settings_nor_discord(folder: Path) -> None:
    (folder / ".env").write_text("BOARDROOM_LOG_LEVEL=loud\n")
    (folder / "x.json").write_text("[]")
    ran = python_m_bot("verify", "x.json")
    assert (ran.returncode, ran.stderr) == (2, "This file is not an exported game.\n")


@pytest.mark.parametrize(
    "command", [[], ["run"], ["doctor"], ["export"], ["verify"], ["backup"], ["drill"], ["forget"], ["restore"]]
)
def test_help(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])
    assert ended.value.code == 0
    assert "usage: python -m bot" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["export", "--help"], ["export", "one"], ["dance"]])
def test_help_and_wrong_calls_load_neither_games_nor_settings(arguments: list[str]) -> None:
    """They take a moment, where the games take seconds to load."""
    look = (
        "import sys; from bot.__main__ import main\n"
        "try: main(sys.argv[1:])\n"
        "finally: print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", look, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    loaded = ran.stderr.splitlines()[-1].split()
    assert "argparse" in loaded
    assert not {"pydantic", "discord", "storage", "sqlite3"} & {*loaded}


@pytest.mark.usefixtures("running")
def test_a_backup_loads_no_game() -> None:
    look = "import sys; from bot.__main__ import main; main(['backup', 'copy.db']); print('bot.games' in sys.modules)"
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", look], env=environ, capture_output=True, text=True, check=False
    )
    assert ran.stdout.splitlines() == ["The database is copied to copy.db.", "False"]


@pytest.mark.parametrize(
    "wrong", [["dance"], ["export"], ["export", "one"], ["verify"], ["forget"], ["forget", "Anna"]]
)
def test_wrong_calls(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err


# -- running the bot -------------------------------------------------------------------------------


@pytest.fixture
def with_token(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set a token, and restore the logging of the other tests."""
    monkeypatch.setenv("BOARDROOM_TOKEN", TOKEN)
    handlers, level = logging.root.handlers, logging.root.level
    logging.root.handlers = []
    yield
    logging.captureWarnings(capture=False)
    logging.root.handlers = handlers
    logging.root.setLevel(level)
    for name in ("discord", "aiosqlite"):
        logging.getLogger(name).setLevel(logging.NOTSET)


def discord_answers(monkeypatch: pytest.MonkeyPatch, answer: BaseException) -> None:
    """Let Discord answer to the token in this way."""

    async def static_login(*_: Any) -> Any:
        raise answer

    monkeypatch.setattr("discord.http.HTTPClient.static_login", static_login)


NO_GATEWAY: Any = discord.GatewayNotFound  # which has no types
UNAVAILABLE: Any = SimpleNamespace(status=503, reason="Service Unavailable")


@pytest.mark.parametrize(
    ("answer", "code", "sentence"),
    [
        (discord.LoginFailure("Improper token"), 2, "Discord does not accept this token."),
        (discord.PrivilegedIntentsRequired(None), 2, "Discord refuses an intent"),
        (discord.DiscordServerError(UNAVAILABLE, "down"), 1, "Discord cannot be reached (DiscordServerError)."),
        (NO_GATEWAY(), 1, "Discord cannot be reached (GatewayNotFound)."),
        (ConnectionRefusedError("no"), 1, "Discord cannot be reached (ConnectionRefusedError)."),
        (TimeoutError(), 1, "Discord cannot be reached (TimeoutError)."),
        (StoreFailed("The disk is full."), 1, "The disk is full."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
@pytest.mark.usefixtures("with_token")
def test_what_can_go_wrong_is_one_sentence(
    answer: Exception,
    code: int,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    discord_answers(monkeypatch, answer)
    ended, _, said = says(capsys)
    assert ended == code
    assert said.splitlines()[-1].startswith(sentence)
    assert TOKEN not in said


@pytest.mark.usefixtures("with_token")
def test_a_fault_of_ours_is_logged_without_secrets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    discord_answers(monkeypatch, RuntimeError(f"{TOKEN} {SEED}"))
    assert main([]) == 1
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert "please report this" in said
    assert TOKEN not in said
    assert SEED not in said


def test_a_start_says_nothing_of_voice_that_a_bot_without_voice_lacks() -> None:
    start = """
import logging
logging.basicConfig(level="INFO")
from bot.client import Boardroom
from bot.settings import Settings
Boardroom(Settings(_env_file=None))
"""
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", start],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="Windows sends no signal to itself")
@pytest.mark.usefixtures("with_token")
def test_ctrl_c_ends_it_cleanly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    async def static_login(*_: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        await asyncio.Event().wait()

    monkeypatch.setattr("discord.http.HTTPClient.static_login", static_login)
    code, _, said = says(capsys, "run")
    assert code == 0
    assert said.endswith("stopped\n")


# -- export and verify -----------------------------------------------------------------------------


@pytest.mark.usefixtures("finished")
def test_a_finished_game_is_exported_and_proven(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert says(capsys, "export", "1", "-o", "game.json") == (0, "", "")
    text = (folder / "game.json").read_text("utf-8")
    assert "Anna" not in text
    assert str(ANNA) not in text
    code, said, problems = says(capsys, "verify", "game.json")
    assert (code, problems) == (0, "")
    lines = said.splitlines()
    assert len(lines) == 8
    assert "2 moves" in lines[4]
    assert all(line.startswith("ok  ") for line in lines[:-2])
    assert "can read every hand" in lines[-2]
    assert lines[-1].startswith("PROVEN")


@pytest.mark.usefixtures("finished")
def test_a_game_is_compared_with_the_digest_that_was_posted(capsys: pytest.CaptureFixture[str]) -> None:
    assert says(capsys, "export", "1", "-o", "game.json")[0] == 0
    posted = hashlib.sha256(SEED.encode()).hexdigest()
    assert says(capsys, "verify", "game.json", "--digest", posted)[0] == 0
    code, said, _ = says(capsys, "verify", "game.json", "--digest", "0" * 64)
    assert code == 1
    assert f"What was published before anybody joined is {'0' * 64}, and the digest told at the start is " in said


def test_a_single_move_is_not_counted_as_several(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(_play(to_the_end=True, against_a_bot=False))
    assert says(capsys, "export", "1", "-o", "game.json")[0] == 0
    assert "played again: 1 move, with this program's own cards." in says(capsys, "verify", "game.json")[1]


@pytest.mark.usefixtures("finished")
def test_a_changed_file_is_not_proven(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = says(capsys, "export", "1")
    raw = json.loads(text)
    raw["seed"] = "f" * 64
    (folder / "game.json").write_text(json.dumps(raw), "utf-8")
    code, said, _ = says(capsys, "verify", "game.json")
    assert code == 1
    assert "NO  The seed is the one committed before the deal: NO." in said
    assert said.splitlines()[-1].startswith("NOT PROVEN")


@pytest.mark.usefixtures("running")
def test_export_of_a_running_game_shows_public_information_only(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text, said = says(capsys, "export", "1")
    assert (code, said) == (0, "")
    assert SEED not in text
    (folder / "game.json").write_text(text, "utf-8")
    code, said, _ = says(capsys, "verify", "game.json")
    assert code == 0
    assert said.splitlines()[-1].startswith("NOT YET")


@pytest.mark.usefixtures("running")
def test_a_full_export_of_a_running_game_warns(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, said = says(capsys, "export", "1", "--full")
    assert code == 0
    assert SEED in text
    assert said.startswith("Warning: FOR THE OPERATOR ALONE")


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps a user's files private by other means")
@pytest.mark.usefixtures("running")
def test_an_export_can_be_read_by_its_owner_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "game.json").write_text("an older one, which everybody could read")
    assert says(capsys, "export", "1", "--full", "-o", "game.json")[0] == 0
    assert SEED in (folder / "game.json").read_text("utf-8")
    assert (folder / "game.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("before", [None, "an older export"])
@pytest.mark.usefixtures("running")
def test_an_export_on_a_full_disk_leaves_no_half_file(
    before: str | None, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if before is not None:
        (folder / "game.json").write_text(before)
    files = sorted(folder.iterdir())

    def fills_up(file: Path, text: str, *_: object) -> int:
        with file.open("w") as half:
            half.write(text[: len(text) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", fills_up)
    expected = "game.json cannot be used: No space left on device.\n"
    assert says(capsys, "export", "1", "-o", "game.json") == (1, "", expected)
    assert sorted(folder.iterdir()) == files
    assert before is None or (folder / "game.json").read_text() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.usefixtures("running")
def test_an_export_to_a_device_says_what_went_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    expected = (1, "", "/dev/full cannot be used: No space left on device.\n")
    assert says(capsys, "export", "1", "-o", "/dev/full") == expected
    assert Path("/dev/full").is_char_device()


@pytest.mark.parametrize("command", ["export", "forget"])
@pytest.mark.parametrize(
    ("number", "why"), [("9" * 23, "Nothing has so large a number as 999"), ("-7", "-7 is not a ")]
)
@pytest.mark.usefixtures("running")
def test_a_number_that_nothing_can_have(
    command: str, number: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, number])
    assert ended.value.code == 2
    assert why in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.usefixtures("running")
def test_what_cannot_be_exported(capsys: pytest.CaptureFixture[str]) -> None:
    assert says(capsys, "export", "9") == (2, "", "There is no game with the number 9.\n")
    assert says(capsys, "export", "2") == (2, "", "Game 2 has not begun, so there is nothing to export.\n")
    code, _, said = says(capsys, "export", "1", "-o", "nowhere/game.json")
    assert (code, said) == (1, "nowhere/game.json cannot be used: No such file or directory.\n")


def test_without_a_database_none_is_made(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = (2, "", "There is no database boardroom.db. BOARDROOM_DATABASE says where it is.\n")
    assert says(capsys, "export", "1") == expected
    assert says(capsys, "backup", "copy.db") == expected
    assert list(folder.iterdir()) == []


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert says(capsys, "verify", "x.json") == (1, "", "x.json cannot be used: No such file or directory.\n")


def test_wrong_settings_are_one_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".env").write_text("BOARDROOM_DATABAS=x\n")
    code, _, said = says(capsys, "export", "1")
    assert code == 2
    assert said == ".env sets BOARDROOM_DATABAS, which is no setting. Did you mean BOARDROOM_DATABASE?\n"


# -- backup and restore ----------------------------------------------------------------------------


@pytest.mark.usefixtures("running")
def test_backup_and_restore(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert says(capsys, "backup", "copy.db") == (0, "The database is copied to copy.db.\n", "")
    code, _, said = says(capsys, "backup", "copy.db")
    assert code == 1
    assert "copy.db exists already" in said

    Path("boardroom.db").write_bytes(b"ruined")
    code, said, problems = says(capsys, "restore", "copy.db")
    assert (code, problems) == (0, "")
    assert said.startswith("boardroom.db is restored from copy.db. What was there is kept as boardroom.db.2")
    assert [path.read_bytes() for path in folder.glob("boardroom.db.2*Z")] == [b"ruined"]
    assert says(capsys, "export", "1")[0] == 0


@pytest.mark.usefixtures("running")
def test_restore_where_nothing_was(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    says(capsys, "backup", "copy.db")
    monkeypatch.setenv("BOARDROOM_DATABASE", "fresh.db")
    assert says(capsys, "restore", "copy.db") == (0, f"fresh.db is restored from copy.db.\n{DRAWN_ANEW}", "")
    assert says(capsys, "export", "1")[0] == 0


@pytest.mark.usefixtures("running")
def test_restore_refuses_a_file_that_is_no_backup(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path("boardroom.db").read_bytes()
    (folder / "letter.txt").write_text("Dear board")
    assert says(capsys, "restore", "letter.txt")[0] == 1
    assert says(capsys, "restore", "nothing.db")[0] == 1
    assert Path("boardroom.db").read_bytes() == before


@pytest.mark.usefixtures("running")
def test_while_the_bot_is_running(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with asyncio.Runner() as bot:
        storage = bot.run(open_storage(Path("boardroom.db")))
        for arguments in (["doctor"], ["export", "1", "-o", "game.json"], ["backup", "copy.db"], ["drill", "copy.db"]):
            code, _, problems = says(capsys, *arguments)
            assert (code, problems) == (0, ""), arguments
        code, _, said = says(capsys, "restore", "copy.db")
        assert code == 1
        assert "boardroom.db is in use by another running bot. Stop that one first." in said
        bot.run(storage.people.put(Person(ANNA, "Anna")))
        bot.run(storage.close())


# -- forgetting ------------------------------------------------------------------------------------


@pytest.mark.parametrize("database", ["running", "finished"])
def test_a_person_is_forgotten(
    database: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    request.getfixturevalue(database)
    assert str(ANNA) in "".join(dump())
    code, said, problems = says(capsys, "forget", str(ANNA))
    assert (code, problems) == (0, "")
    assert said == f"{ANNA} is forgotten. Backups keep their data until they are deleted.\n"
    assert says(capsys, "forget", str(ANNA)) == (0, f"Nothing is kept of {ANNA}.\n", "")
    assert not any(trace in line for line in dump() for trace in (str(ANNA), "Anna"))
    assert says(capsys, "export", "1")[0] == 0, "the game is still there"
    assert says(capsys, "doctor")[0] == 0


def dump() -> list[str]:
    """The whole database as text."""
    with closing(sqlite3.connect("boardroom.db")) as rows:
        return list(rows.iterdump())


@pytest.mark.usefixtures("running")
def test_a_running_bot_is_asked_to_forget_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    with asyncio.Runner() as bot:
        storage = bot.run(open_storage(Path("boardroom.db")))
        code, said, problems = says(capsys, "forget", str(ANNA))
        assert (code, problems) == (0, "")
        assert said.startswith(f"The running bot is asked to forget {ANNA}; it does so within five minutes. ")
        assert bot.run(storage.privacy.list_to_forget()) == [ANNA]
        bot.run(storage.privacy.forget(ANNA))
        assert bot.run(storage.privacy.list_to_forget()) == []
        assert says(capsys, "forget", str(ANNA)) == (0, f"Nothing is kept of {ANNA}.\n", "")
        bot.run(storage.close())


# -- doctor and drill ------------------------------------------------------------------------------


@pytest.mark.usefixtures("running")
def test_the_doctor_finds_all_well(capsys: pytest.CaptureFixture[str]) -> None:
    says(capsys, "backup")
    code, said, problems = says(capsys, "doctor")
    assert (code, problems) == (0, "")
    not_well = [line for line in said.splitlines() if not line.startswith("ok ")]
    assert len(said.splitlines()) == 10
    assert [line.partition(".")[0] for line in not_well] == [
        "warning  Bot: it has not run with this database yet",
        "warning  Discord: not checked, for there is no token: neither intents nor permissions",
    ]


@pytest.mark.usefixtures("running")
def test_the_doctor_finds_a_problem(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("boardroom.db").write_bytes(b"ruined " * 1000)
    code, said, _ = says(capsys, "doctor")
    assert code == 1
    assert "problem  Database: boardroom.db is not a database." in said


def test_the_doctor_names_every_wrong_setting(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".env").write_text("BOARDROOM_BACKUP_HOUR=25\nBOARDROOM_TOKEN=secret\n")
    code, said, _ = says(capsys, "doctor")
    assert code == 1
    assert [line.startswith("problem  Settings: BOARDROOM_") for line in said.splitlines()] == [True, True]
    assert "secret" not in said


@pytest.mark.usefixtures("running")
def test_the_newest_backup_is_drilled(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, said = says(capsys, "drill")
    assert (code, said) == (2, "There is no backup in backups. Make one: python -m bot backup\n")
    code, said, _ = says(capsys, "backup")
    assert code == 0
    (made,) = (folder / "backups").iterdir()
    assert said == f"The database is copied to backups/{made.name}.\n"
    code, said, _ = says(capsys, "drill")
    assert code == 0
    assert said.startswith(f"backups/{made.name}: games 1, open tables 1, open questions ")
    assert said.endswith("All of them could go on from this backup.\n")


@pytest.mark.usefixtures("running")
def test_a_drill_that_fails(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    says(capsys, "backup", "copy.db")
    monkeypatch.setattr("bot.games.GAMES", {})
    code, said, _ = says(capsys, "drill", "copy.db")
    assert code == 1
    assert "NO  Game 1 (goodwill): I do not have the game of this table here now" in said
    assert said.endswith("NOT ALL of them could go on from this backup; failures: 2\n")
