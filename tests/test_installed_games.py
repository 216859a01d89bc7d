"""Games in packages of their own: loaded where they fit, else left out with a sentence, without stopping the rest."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, distributions
from pathlib import Path

import pytest

from bot.__main__ import log_refused_games
from bot.game_plugins import API_VERSION, ENTRY_POINT_GROUP, InstalledGames, discover_games
from bot.games import OURS
from bot.logs import Lines
from bot.ops import doctor
from bot.settings import SettingsProblem, read_boxes

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "tests" / "example_game"
STATES_IT = f"BOARDROOM_API = {API_VERSION}\n"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with packages on Python's path; their modules are forgotten afterwards."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    for name in [name for name in sys.modules if name.partition(".")[0] == "orchard"]:  # the example, from another test
        monkeypatch.delitem(sys.modules, name)
    before = set(sys.modules)
    yield folder
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], "__file__", "") or "").startswith(str(folder)):
            del sys.modules[name]


def installed(site: Path, package: str, *files: tuple[str, str], key: str = "", value: str = "") -> None:
    """Install the example under another package's name, with these texts in its files, each with what replaces it."""
    shutil.copytree(EXAMPLE / "orchard", site / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file, text in files:
        old, _, new = text.partition(" -> ")
        path = site / package / file
        said = path.read_text("utf-8")
        assert not old or old in said
        path.write_text(said.replace(old, new) if old else new, "utf-8")
    about = site / f"boardroom_{package}-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: boardroom-{package}\nVersion: 0.1\n", "utf-8")
    named = f"[{ENTRY_POINT_GROUP}]\n{key or 'orchard'} = {value or f'{package}.game:GAME'}\n"
    (about / "entry_points.txt").write_text(named, "utf-8")


def found(site: Path) -> InstalledGames:
    """The packages found there."""
    points: list[EntryPoint] = []
    for distribution in distributions(path=[str(site)]):
        points += distribution.entry_points.select(group=ENTRY_POINT_GROUP)
    return discover_games(OURS.values(), points)


def why(site: Path) -> str:
    """Why the one game that is installed there is left out."""
    (refused,) = found(site).refused
    return str(refused)


def test_an_installed_game_stands_beside_ours(site: Path) -> None:
    installed(site, "orchard")
    there = found(site)
    assert [(key, game.title) for key, game in there.games.items()] == [("orchard", "The Orchard")]
    assert there.packages == {"orchard": "boardroom-orchard 0.1"}
    assert there.refused == []


UNMARKED = "Market.hands does not say who may know it"
WRONG = {
    "an import": ("__init__.py", " -> import missing_module", "cannot be imported (ModuleNotFoundError: No mod"),
    "it ends itself": ("game.py", " -> raise SystemExit('bye')", "cannot be loaded (SystemExit: bye)"),
    "no such name": ("game.py", "GAME: -> OTHER:", "cannot be loaded (AttributeError"),
    "no game": ("game.py", "GAME: Game[Market, OrchardView] = Game( -> GAME = dict(", "is no Game"),
    "a newer version": (
        "__init__.py",
        f"BOARDROOM_API = {API_VERSION} -> BOARDROOM_API = 99",
        "written for version 99 of",
    ),
    "no version": ("__init__.py", f"BOARDROOM_API = {API_VERSION} -> ", "written for none that it states"),
    "a box's field": ("box.json", '"hand": 4 -> "hand": "many"', "cannot be loaded (ValidationError"),
    "a box's rule": ("box.json", '"days": 10 -> "days": 90', "or the crowd runs out of them"),
    "another key": ("game.py", 'key="orchard" -> key="garden"', "its key is 'garden'"),
    "our title": ("game.py", 'title="The Orchard" -> title="Goodwill"', "another game is called Goodwill"),
    "a field of a group": (
        "game.py",
        "choose=choose, -> choose=choose, aim=str,",
        "a group, teaching=Teaching(aim=...)",
    ),
    "a list as a group": (
        "game.py",
        "choose=choose, -> choose=choose, pictures=[],",
        "pictures have to be a GamePictures",
    ),
    "an unmarked field": (
        "table.py",
        "hands: EachOwn[dict[Seat, list[str]]] -> hands: dict[Seat, list[str]]",
        UNMARKED,
    ),
    "a fault": ("table.py", "days=box.days -> days=box.nights", "cannot be set up (AttributeError"),
    "no other truth": (
        "view.py",
        "    other = play.copy(table) ->     other = 1 / 0",
        "cannot be set up (ZeroDivision",
    ),
    "it shows the pile": ("view.py", "gone=tuple(table.gone) -> gone=tuple(table.pile)", "somebody can tell a redealt"),
}
"""Changes to the example, and the messages about them."""


@pytest.mark.parametrize(("file", "change", "said"), WRONG.values(), ids=WRONG)
def test_a_game_that_cannot_be_taken_says_why(site: Path, file: str, change: str, said: str) -> None:
    installed(site, "orchard", (file, change))
    assert why(site).startswith("orchard of boardroom-orchard 0.1 is left out: ")
    assert said in why(site)


def test_a_game_with_a_later_version_of_its_tables_needs_upgrades(site: Path) -> None:
    imported = "import Teaching, Wording -> import SavedTables, Teaching, Wording"
    installed(
        site, "orchard", ("game.py", imported), ("game.py", "choose=choose, -> choose=choose, saved=SavedTables(3),")
    )
    assert "it lacks upgrades, one from each version of its table to the next, up to 3" in why(site)


def test_a_game_cannot_take_the_place_of_one_of_ours(site: Path) -> None:
    installed(site, "orchard", ("game.py", 'key="orchard" -> key="goodwill"'), key="goodwill")
    assert "goodwill of boardroom-orchard 0.1 is left out: another game has the same key" in why(site)
    assert found(site).games == {}


def test_of_two_games_with_one_key_neither_is_taken_for_the_other(site: Path) -> None:
    installed(site, "orchard")
    installed(site, "garden")
    there = found(site)
    assert there.games == {}
    assert [refused.package for refused in there.refused] == ["boardroom-garden 0.1", "boardroom-orchard 0.1"]


def test_what_is_wrong_with_one_stops_no_other(site: Path) -> None:
    installed(site, "broken", ("game.py", " -> raise RuntimeError('rotten')"), key="broken")
    installed(site, "orchard")
    there = found(site)
    assert list(there.games) == ["orchard"]
    assert [str(refused) for refused in there.refused] == [
        "broken of boardroom-broken 0.1 is left out: it cannot be loaded (RuntimeError: rotten)"
    ]


def test_the_doctor_says_what_is_there_and_what_is_left_out(site: Path) -> None:
    installed(site, "broken", ("game.py", " -> raise RuntimeError('rotten')"), key="broken")
    installed(site, "orchard")
    problem, fine = map(str, doctor.check_installed_games(found(site)))
    assert problem.startswith("problem  Games: broken of boardroom-broken 0.1 is left out: it cannot be loaded (")
    assert fine == "ok       Games: beside the program's own, orchard of boardroom-orchard 0.1"
    assert list(doctor.check_installed_games(InstalledGames())) == []


def ran(site: Path, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the program from this checkout, with the packages installed there."""
    environment = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "bot", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, check=False)  # noqa: S603


def test_a_broken_package_stops_neither_the_program_nor_a_good_one(site: Path, tmp_path: Path) -> None:
    installed(site, "broken", ("game.py", " -> raise RuntimeError('rotten')"), key="broken")
    installed(site, "orchard")
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "broken.json").write_text("{}")
    (tmp_path / ".env").write_text("BOARDROOM_BOXES=boxes\nBOARDROOM_DATABASE=boardroom.db\n")
    done = ran(site, "doctor", folder=tmp_path)
    assert "problem  Games: broken of boardroom-broken 0.1 is left out: it cannot be loaded (Runtim" in done.stdout
    assert "ok       Games: beside the program's own, orchard of boardroom-orchard 0.1" in done.stdout
    assert "ok       Boxes: the program's own cards" in done.stdout, "an operator's box for it waits, too"
    assert (done.returncode, done.stderr) == (1, "")


def test_the_log_says_which_game_is_left_out(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    installed(site, "broken", ("game.py", " -> raise RuntimeError('rotten')"), key="broken")
    log_refused_games(found(site))
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        (
            "WARNING",
            "a game cannot be played: broken of boardroom-broken 0.1 is left out: it cannot be loaded "
            "(RuntimeError: rotten)",
        )
    ]


def test_an_operators_box_for_no_game_at_all_is_still_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "orchrd.json").write_text("{}")
    with pytest.raises(SettingsProblem, match="belongs to no game"):
        read_boxes(tmp_path, OURS)


def test_what_an_error_says_in_its_rules_stays_out_of_the_log(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with ours: it may tell a hand."""
    installed(
        site, "orchard", ("components.py", "return int(basket -> raise RuntimeError(basket)\n    return int(basket")
    )
    there = found(site)
    monkeypatch.setattr("bot.logs._RULES", tuple(there.folders))
    worth = sys.modules["orchard.components"].get_number
    try:
        worth(" ".join(["Apples", "7"]))
    except RuntimeError as failed:
        record = logging.LogRecord(
            "bot", logging.ERROR, "", 0, "a bot could not move", (), (RuntimeError, failed, failed.__traceback__)
        )
        written = Lines().format(record)
    assert "RuntimeError" in written
    assert "Apples 7" not in written
