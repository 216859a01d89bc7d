"""What `pip install .` and `pipx install .` bring: the command, and every file that the program reads."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot import __version__

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("bot", "cogs", "storage")
EXAMPLE = ROOT / "tests" / "example_game"
"""What a new game begins as."""

LOOKS_AT_EVERYTHING = """
import asyncio, sys
from pathlib import Path
import bot, storage
from bot.games import GAMES
from bot.drawing.lettering import measure_width
from storage.sqlite import open_storage

async def made() -> None:
    await (await open_storage(Path("new.db"))).close()

asyncio.run(made())
assert measure_width("Boardroom", "strong", 30) > 0
assert all(game.rulebook and game.teaching.lesson for game in GAMES.values())
print(Path(bot.__file__).parent, len(GAMES))
"""


def ran(*command: str | Path, folder: Path, **more: str) -> str:
    """Return what a command prints, in a folder and an environment without our checkout."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BOARDROOM_")}
    environment.update(more)
    done = subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, built from a clean copy."""
    copy = tmp_path_factory.mktemp("clean copy")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(EXAMPLE, copy / "tests" / EXAMPLE.name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, copy / name)
    ran(sys.executable, "-m", "hatchling", "build", "--target", "wheel", folder=copy)
    (built,) = (copy / "dist").iterdir()
    return built


def test_a_wheel_holds_every_file_of_the_program_and_nothing_else(wheel: Path) -> None:
    files = {
        path.relative_to(ROOT).as_posix()
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    files |= {
        f"bot/example_game/{path.relative_to(EXAMPLE).as_posix()}"
        for path in EXAMPLE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {Path(file).suffix for file in files} >= {".py", ".json", ".md", ".sql", ".ttf", ".otf"}
    about = f"boardroom-{__version__}.dist-info/"
    with zipfile.ZipFile(wheel) as held:
        assert {name for name in held.namelist() if not name.startswith(about)} == files


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of a fresh environment with the wheel, which borrows everything else from ours."""
    home = tmp_path_factory.mktemp("elsewhere") / "venv"
    ran(sys.executable, "-m", "venv", "--without-pip", home, folder=home.parent)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-cache", "--no-deps"]
    ran(*uv, "--python", scripts / "python", wheel, folder=home.parent)
    (packages,) = home.glob("lib/python*/site-packages")
    packages.joinpath("borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return scripts


@pytest.mark.thorough
def test_it_is_a_command(installed: Path, tmp_path: Path) -> None:
    assert ran(installed / "boardroom", "--version", folder=tmp_path) == f"Boardroom {__version__}\n"
    said = ran(installed / "boardroom", "--help", folder=tmp_path)
    assert said.startswith("usage: boardroom ")
    assert "doctor" in said


def test_the_doctor_finds_it_well(installed: Path, tmp_path: Path) -> None:
    at: Mapping[str, str] = {"BOARDROOM_DATABASE": str(tmp_path / "boardroom.db")}
    said = ran(installed / "boardroom", "doctor", folder=tmp_path, **at)
    assert f"Versions: Boardroom {__version__}," in said
    assert "ok       Boxes: the program's own cards" in said
    assert "problem" not in said


def test_everything_that_it_reads_is_there(installed: Path, tmp_path: Path) -> None:
    """Cards, rulebooks, lessons, fonts and migrations, from where it is installed."""
    where, games = ran(installed / "python", "-c", LOOKS_AT_EVERYTHING, folder=tmp_path).rsplit(maxsplit=1)
    assert Path(where).is_relative_to(installed.parent)
    assert int(games) == len([path for path in (ROOT / "bot" / "games").iterdir() if (path / "box.json").exists()])


@pytest.mark.thorough
def test_a_new_game_can_be_made_with_it_and_put_to_the_common_suite(installed: Path, tmp_path: Path) -> None:
    """With the plugin that comes by itself where Boardroom is installed."""
    at = {"BOARDROOM_DATABASE": str(tmp_path / "boardroom.db")}
    assert "laid out in harvest-fair" in ran(installed / "boardroom", "new-game", "Harvest Fair", folder=tmp_path)
    game = tmp_path / "harvest-fair"
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-cache", "--no-deps"]
    ran(*uv, "--no-build-isolation", "--python", installed / "python", game, folder=tmp_path)
    said = ran(installed / "boardroom", "doctor", folder=tmp_path, **at)
    assert "ok       Games: beside the program's own, harvest-fair of boardroom-harvest-fair 0.1" in said
    suite = ["tests", "bot.testing.every_game.test_records", "bot.testing.every_game.test_saves"]
    said = ran(installed / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *suite, folder=game)
    assert " passed" in said


WITHOUT_A_SYSTEMS_TIME_ZONES = {"PYTHONTZPATH": ""}


def test_there_are_time_zones_where_the_system_has_none() -> None:
    """Else every question with a clock would raise."""
    look = "from bot.ops import doctor; print(doctor.check_time_zones())"
    said = ran(sys.executable, "-c", look, folder=ROOT, **WITHOUT_A_SYSTEMS_TIME_ZONES)
    assert said.startswith("ok       Time zones: ")
    reckon = "from zoneinfo import ZoneInfo; print(ZoneInfo('UTC'), ZoneInfo('Europe/Berlin'))"
    assert ran(sys.executable, "-c", reckon, folder=ROOT, **WITHOUT_A_SYSTEMS_TIME_ZONES) == "UTC Europe/Berlin\n"


def test_the_doctor_says_that_there_are_none() -> None:
    look = "import sys; sys.modules['tzdata'] = None; from bot.ops import doctor; print(doctor.check_time_zones())"
    said = ran(sys.executable, "-c", look, folder=ROOT, **WITHOUT_A_SYSTEMS_TIME_ZONES)
    assert said.startswith("problem  Time zones: none is known here")
