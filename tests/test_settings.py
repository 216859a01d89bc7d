"""Settings: their sources, and an operator's error messages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.games import GAMES
from bot.settings import Settings, SettingsProblem, load_settings, read_boxes
from bot.shard_claims import run
from storage.interface.processes import Share
from storage.interface.shards import ALL_SHARDS, Shards

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / ".env.example"


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work where a test can have a .env of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def problem(*, with_token: bool = False) -> str:
    with pytest.raises(SettingsProblem) as raised:
        load_settings(with_token=with_token)
    return str(raised.value)


def test_which_servers_a_process_looks_after(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().shards == ALL_SHARDS
    monkeypatch.setenv("BOARDROOM_SHARDS", "0-3/16")
    assert load_settings().shards == Shards(0, 3, 16)
    assert load_settings().own_shards == Shards(0, 3, 16)
    for wrong in ("all", "4 of 3", "-1 of 4", "1 of 1", "four of 16", " of "):
        monkeypatch.setenv("BOARDROOM_SHARDS", wrong)
        assert problem() == (
            "BOARDROOM_SHARDS: expected some of Discord's shards and how many there are, e.g. 0-3/16; or how many of "
            "them to take, e.g. 4 of 16."
        )


@pytest.mark.parametrize("wanted", [0, 4, 16])
async def test_how_many_shards_a_process_takes(monkeypatch: pytest.MonkeyPatch, wanted: int) -> None:
    monkeypatch.setenv("BOARDROOM_TOKEN", TOKEN)
    monkeypatch.setenv("BOARDROOM_SHARDS", f"{wanted} of 16")
    settings = load_settings()
    assert settings.shards == Share(wanted, 16)
    with pytest.raises(SettingsProblem, match="BOARDROOM_SHARDS: several processes need PostgreSQL"):
        await run(settings)


async def test_a_process_for_some_servers_needs_a_store_for_several(empty_folder: Path) -> None:
    path = empty_folder / "boardroom.db"
    settings = Settings(token=SecretStr(TOKEN), database=path, shards=Shards(0, 0, 2), _env_file=None)
    with pytest.raises(SettingsProblem, match="BOARDROOM_SHARDS: several processes need PostgreSQL"):
        await run(settings)
    assert not path.exists()


@pytest.mark.parametrize(
    ("web", "place"),
    [("127.0.0.1:8080", ("127.0.0.1", 8080)), ("[::1]:80", ("::1", 80)), ("0.0.0.0:65535", ("0.0.0.0", 65535))],  # noqa: S104
)
def test_where_pages_are_served(monkeypatch: pytest.MonkeyPatch, web: str, place: tuple[str, int]) -> None:
    monkeypatch.setenv("BOARDROOM_WEB", web)
    monkeypatch.setenv("BOARDROOM_WEB_ADDRESS", "https://games.example.org/")
    assert load_settings().web_place == place
    assert load_settings().web_address == "https://games.example.org"


@pytest.mark.parametrize("web", ["8080", "127.0.0.1", "localhost:8080", "127.0.0.1:0", "127.0.0.1:65536", "[::1]"])
def test_an_invalid_address_for_pages(monkeypatch: pytest.MonkeyPatch, web: str) -> None:
    monkeypatch.setenv("BOARDROOM_WEB", web)
    assert problem().startswith("BOARDROOM_WEB: an address of this computer")


@pytest.mark.parametrize("address", ["games.example.org", "https://games.example.org/x", "ftp://x", 'https://x"><b'])
def test_an_address_that_is_not_of_pages(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("BOARDROOM_WEB_ADDRESS", address)
    assert problem().startswith("BOARDROOM_WEB_ADDRESS: an address without anything behind its name")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("", ["127.0.0.0/8", "::1/128"]),
        ("none", []),
        ("172.16.0.0/12, 10.0.0.5", ["172.16.0.0/12", "10.0.0.5/32"]),
    ],
)
def test_only_proxies_that_are_named_are_believed(
    monkeypatch: pytest.MonkeyPatch, written: str, read: list[str]
) -> None:
    monkeypatch.setenv("BOARDROOM_WEB_PROXIES", written)
    assert [str(each) for each in load_settings().web_proxies] == read


@pytest.mark.parametrize("written", ["caddy", "10.0.0.1/8", "127.0.0.1;::1"])
def test_an_invalid_proxy_address_is_refused(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("BOARDROOM_WEB_PROXIES", written)
    assert problem().startswith("BOARDROOM_WEB_PROXIES: addresses or networks with commas between them")


def test_without_any_setting() -> None:
    settings = load_settings()
    assert settings.token is None
    assert settings.boxes is None
    assert settings.log_level == "INFO"
    assert settings.file.name == "boardroom.db"
    assert settings.file.parent.is_dir(), "the default folder is made, so that the store can be opened in it"


@pytest.mark.skipif(os.name != "posix", reason="Windows knows homes in another way")
@pytest.mark.parametrize("known", [True, False], ids=["a home that is none", "a user nobody knows"])
def test_without_a_home_one_is_told_to_say_where_the_database_is(
    known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    (tmp_path / "file").touch()
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    if not known:
        monkeypatch.delenv("HOME")
        monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    said = problem()
    assert said.startswith("There is no folder of your user's own in which to keep the database (")
    assert "Set BOARDROOM_DATABASE to a file in a folder that the bot may write to." in said
    monkeypatch.setenv("BOARDROOM_DATABASE", "here.db")
    assert load_settings().database == Path("here.db")


def test_the_environment_wins_over_the_file(empty_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (empty_folder / ".env").write_text("BOARDROOM_LOG_LEVEL=debug\nBOARDROOM_DATABASE=~/here.db\n")
    monkeypatch.setenv("BOARDROOM_DATABASE", "there.db")
    settings = load_settings()
    assert settings.log_level == "DEBUG"
    assert settings.database == Path("there.db")


def test_home_folder_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDROOM_DATABASE", "~/here.db")
    assert load_settings().database == Path.home() / "here.db"


def test_the_example_is_a_good_file(empty_folder: Path) -> None:
    (empty_folder / ".env").write_text(EXAMPLE.read_text("utf-8"), "utf-8")
    assert load_settings() == Settings(_env_file=None)


def test_a_file_from_a_windows_editor(empty_folder: Path) -> None:
    (empty_folder / ".env").write_text("BOARDROOM_LOG_LEVEL=ERROR\r\n", "utf-8-sig")
    assert load_settings().log_level == "ERROR"
    (empty_folder / ".env").write_text("BOARDROOM_LOG_LEVEL=ERROR\n", "utf-16")
    assert problem() == ".env is not UTF-8 text. Save it anew as UTF-8."


def test_missing_token_is_only_a_problem_where_it_is_needed() -> None:
    assert load_settings().token is None
    said = problem(with_token=True)
    assert "set BOARDROOM_TOKEN in .env" in said
    assert "README" in said


def test_a_token_is_taken_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDROOM_TOKEN", f"  {TOKEN}\n")
    settings = load_settings(with_token=True)
    assert settings.token is not None
    assert settings.token.get_secret_value() == TOKEN
    assert TOKEN not in f"{settings!r} {settings} {settings.model_dump_json()}"


@pytest.mark.parametrize(
    "wrong",
    [
        "1234567890123456789",
        "your-token-here",
        TOKEN + ".more",
        f'"{TOKEN}',
        TOKEN.replace("G", "G "),
        f"Bot {TOKEN}",
        "..",
    ],
)
def test_an_obviously_invalid_token(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDROOM_TOKEN", wrong)
    said = problem()
    assert said.startswith("BOARDROOM_TOKEN: ")
    assert wrong not in said
    assert "MTIz" not in said


def test_a_wrong_value_says_what_is_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDROOM_LOG_LEVEL", "loud")
    assert problem() == "BOARDROOM_LOG_LEVEL: Input should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'."


def test_a_typing_mistake_in_the_file_is_named(empty_folder: Path) -> None:
    (empty_folder / ".env").write_text("BOARDROOM_TOKN=x\nBOARDROOM_COLOUR=red\nCOMPOSE_PROJECT_NAME=y\n")
    said = problem().splitlines()
    assert said[0] == ".env sets BOARDROOM_TOKN, which is no setting. Did you mean BOARDROOM_TOKEN?"
    assert said[1].startswith(".env sets BOARDROOM_COLOUR, which is no setting.")
    assert len(said) == 2, "settings of other programs are left alone"


def test_the_environment_may_hold_other_names_that_begin_like_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDROOM_PORT", "tcp://10.0.0.1:80")
    assert load_settings().log_level == "INFO"


# -- boxes -----------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "boxes"
    folder.mkdir()
    return folder


def boxes_problem(folder: Path) -> str:
    with pytest.raises(SettingsProblem) as raised:
        read_boxes(folder, GAMES)
    return str(raised.value)


def test_no_folder_no_boxes(folder: Path) -> None:
    assert read_boxes(None, GAMES) == {}
    assert read_boxes(folder, GAMES) == {}


def test_a_box_of_ones_own(folder: Path) -> None:
    game = GAMES["goodwill"]
    (folder / "goodwill.json").write_text(game.box.model_dump_json(), "utf-8")
    (folder / ".DS_Store").write_bytes(b"\0")
    assert read_boxes(folder, GAMES) == {"goodwill": game.box}


def test_what_is_wrong_in_a_box_is_named_with_its_place(folder: Path) -> None:
    raw = json.loads(GAMES["goodwill"].box.model_dump_json())
    raw["resources"]["price"] = "cheap"
    raw["colour"] = "red"
    (folder / "goodwill.json").write_text(json.dumps(raw), "utf-8")
    said = boxes_problem(folder)
    assert f"{folder / 'goodwill.json'}: at resources.price: Input should be a valid integer" in said
    assert "at colour: Extra inputs are not permitted." in said
    assert "https://" not in said


def test_a_box_that_is_no_json(folder: Path) -> None:
    (folder / "goodwill.json").write_text('{"cash": ', "utf-8")
    assert re.search(r"goodwill\.json: Invalid JSON: .*line 1", boxes_problem(folder))


def test_a_file_of_no_game(folder: Path) -> None:
    (folder / "goodwil.json").write_text("{}", "utf-8")
    said = boxes_problem(folder)
    assert "goodwil.json belongs to no game" in said
    assert "goodwill.json" in said


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    assert boxes_problem(tmp_path / "nowhere") == f"BOARDROOM_BOXES: {tmp_path / 'nowhere'} is not a folder."


def test_a_box_that_never_ends_is_not_read(folder: Path) -> None:
    (folder / "goodwill.json").symlink_to("/dev/zero")
    assert boxes_problem(folder) == f"{folder / 'goodwill.json'} is no ordinary file."


def test_a_pipe_in_the_place_of_a_box_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "goodwill.json")
    assert "is no ordinary file" in boxes_problem(folder)


def test_a_box_that_is_far_too_large_is_refused_by_its_size(folder: Path) -> None:
    with (folder / "goodwill.json").open("wb") as file:
        file.truncate(10**10)  # takes no room on the disk
    assert "is larger than a box can be, which is 1,000 kB" in boxes_problem(folder)


# -- the user running the tests --------------------------------------------------------------------


@pytest.mark.thorough
def test_the_settings_of_a_bot_run_from_the_checkout_reach_no_test(empty_folder: Path, tmp_path: Path) -> None:
    (empty_folder / ".env").write_text("BOARDROOM_LOG_LEVEL=loud\n")
    one = ROOT / "tests" / "local" / "test_refusals.py::test_a_game_nobody_knows"
    where = ["--rootdir", ROOT, "-c", ROOT / "pyproject.toml", "--basetemp", tmp_path / "inner"]
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, [*where, one])],
        env={**os.environ, "BOARDROOM_METRICS_PORT": "many"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("http://proxy:8080", "http://proxy:8080"),
        ("http://10.0.0.7", "http://10.0.0.7"),
        ("http://[fd00::1]:8080", "http://[fd00::1]:8080"),
        ("http://nirn.games.svc.cluster.local:8080", "http://nirn.games.svc.cluster.local:8080"),
        ("https://discord.example.org", "https://discord.example.org"),
    ],
)
def test_a_proxy_for_what_is_asked_of_discord(monkeypatch: pytest.MonkeyPatch, written: str, used: str) -> None:
    assert load_settings().discord_api is None
    monkeypatch.setenv("BOARDROOM_DISCORD_API", written)
    assert load_settings().discord_api == used


@pytest.mark.parametrize("written", ["proxy:8080", "ftp://proxy", "http://proxy/api/v10", "http://a@proxy", "http://"])
def test_an_invalid_address_of_a_proxy(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("BOARDROOM_DISCORD_API", written)
    assert problem().startswith("BOARDROOM_DISCORD_API: an address with nothing behind its name and port, as http://")


@pytest.mark.parametrize("written", ["http://discord.example.org", "http://8.8.8.8:8080", "http://[2001:4860::8888]"])
def test_the_token_does_not_cross_the_internet_for_everybody_to_read(
    monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("BOARDROOM_DISCORD_API", written)
    assert "the token is sent there, so either https:// or a private address" in problem()
