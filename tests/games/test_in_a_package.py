"""A game in a package of its own: built, installed, found, played through Discord, and put to the common suite."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.game_plugins import ENTRY_POINT_GROUP, InstalledGames, discover_games
from bot.games import OURS
from tests.end_to_end.playing import asked
from tests.end_to_end.town import Town, begun, said, town

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "tests" / "example_game"
WITHOUT_WHAT_IS_BUILT = shutil.ignore_patterns("__pycache__", ".*")


def ran(*command: str | Path, folder: Path, site: Path | None = None) -> str:
    """Return the output of a command with the packages installed there and this checkout."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BOARDROOM_")}
    if site is not None:
        environment["PYTHONPATH"] = f"{site}{os.pathsep}{ROOT}"
    done = subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(package: Path, site: Path) -> None:
    """Build a package with the backend that stands beside us, and install it into a folder."""
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-cache"]
    ran(*uv, "--no-deps", "--no-build-isolation", "--target", site, package, folder=package.parent)


def suite(package: Path, site: Path, *arguments: str) -> str:
    """Run pytest in a package as its author does; of what Boardroom would install, the plugin is named here."""
    plain = ["-q", "-p", "no:cacheprovider", "-p", "bot.testing.plugin"]
    return ran(sys.executable, "-m", "pytest", *plain, *arguments, folder=package, site=site)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, somewhere else."""
    folder = tmp_path_factory.mktemp("elsewhere") / "orchard"
    shutil.copytree(EXAMPLE, folder, ignore=WITHOUT_WHAT_IS_BUILT)
    return folder


@pytest.fixture(scope="module")
def site(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where it is installed."""
    folder = tmp_path_factory.mktemp("site")
    install(package, folder)
    return folder


@pytest.fixture(scope="module")
def installed(site: Path) -> Iterator[InstalledGames]:
    """What the program finds there."""
    points = [
        point for each in distributions(path=[str(site)]) for point in each.entry_points.select(group=ENTRY_POINT_GROUP)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        yield discover_games(OURS.values(), points)


def test_it_is_found_by_its_entry_point(site: Path, tmp_path: Path) -> None:
    look = "from bot.games import GAMES, INSTALLED; print(*GAMES); print(INSTALLED.packages, INSTALLED.refused)"
    keys, found = ran(sys.executable, "-c", look, folder=tmp_path, site=site).splitlines()
    assert keys.split() == [*OURS, "orchard"]
    assert found == "{'orchard': 'boardroom-orchard 0.1'} []"


async def play_on(there: Town) -> None:
    """Let each asked player answer once; the first baskets and the first ways to be paid are good enough."""
    for who in await asked(there):
        assert "on our side" not in said(await who.slash(there.place, "play", answer="#0"))


async def test_it_is_played_through_discord_to_the_end(tmp_path: Path, installed: InstalledGames) -> None:
    """On the real host, with a restart of the program on the way."""
    async with town(tmp_path, "Ann", "Ben", "Cleo", games={**OURS, **installed.games}) as there:
        await begun(there, game="orchard", bots=1)
        await there.settled()
        for number in range(60):
            if (await there.running()).row.status != "running":
                break
            await play_on(there)
            await there.settled()
            if number == 5:
                await there.restart()
        running = await there.running()
        assert running.row.status == "finished"
        assert running.table.outcome is not None
        assert sorted(running.table.outcome.scores) == [1, 2, 3]
        assert running.table.outcome.winners


async def test_its_tables_stand_still_while_its_package_is_gone_and_go_on_when_it_is_back(
    tmp_path: Path, installed: InstalledGames
) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", games={**OURS, **installed.games}) as there:
        await begun(there, game="orchard")
        await there.settled()
        await play_on(there)
        await there.settled()
        before = await there.snapshot()
        with_it, there.games = there.games, OURS
        await there.restart()
        await there.settled()
        ann = there.people["Ann"]
        assert "the table stands still, and goes on when" in said(
            await ann.click(there.table_message(), custom_id="act:1")
        )
        assert "the table stands still, and goes on when" in said(await ann.slash(there.place, "play", answer="#0"))
        listed = said(await ann.slash(there.channel, "game list"))
        assert "· orchard, a game that is not here now · running ·" in listed
        assert await there.snapshot() == before
        there.games = with_it
        await there.restart()
        await there.settled()
        await play_on(there)
        saved, entries = await there.snapshot()
        assert saved is not None
        assert len(entries) > len(before[1])


@pytest.mark.thorough
def test_its_own_tests_and_the_common_suite_run_in_its_folder(package: Path, site: Path) -> None:
    """Here two modules of the suite; `make thorough` runs all of them."""
    told = suite(
        package, site, "-vv", "tests", "bot.testing.every_game.test_saves", "bot.testing.every_game.test_cards"
    )
    assert "tests/test_rules.py::test_of_equal_baskets_that_of_the_lower_seat_wins PASSED" in told
    assert "test_saved_tables_load_and_are_shown_to_everybody[orchard-v1] PASSED" in told
    assert "goodwill" not in told
    assert "failed" not in told


@pytest.mark.thorough
def test_the_whole_suite_passes_in_its_folder(package: Path, site: Path) -> None:
    told = suite(package, site).splitlines()[-1]
    assert " passed" in told
    assert int(told.split(" passed")[0].split()[-1]) >= 180


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("line", "leaky", "found_by"),
    [
        (
            "self.tell(Picked(seat=seat, baskets=drawn), to=[seat])",
            "self.tell(Picked(seat=seat, baskets=drawn))",
            "test_what_is_told_as_a_game_begins_tells_nothing_that_is_hidden[orchard-2-options 0]",
        ),
        (
            "    hands: EachOwn[dict[Seat, list[str]]]",
            "    hands: Open[dict[Seat, list[str]]]",
            "test_what_chance_decides_in_the_open_is_marked_as_such[orchard-2-options 0]",
        ),
    ],
    ids=["told to all", "marked open"],
)
def test_the_common_suite_finds_a_hand_that_is_no_secret(tmp_path: Path, line: str, leaky: str, found_by: str) -> None:
    folder = tmp_path / "orchard"
    shutil.copytree(EXAMPLE, folder, ignore=WITHOUT_WHAT_IS_BUILT)
    table = folder / "orchard" / "table.py"
    proper = table.read_text("utf-8")
    assert line in proper
    table.write_text(proper.replace(line, leaky), "utf-8")
    with pytest.raises(AssertionError) as failed:
        suite(folder, folder, "bot.testing.every_game.test_news", "-k", "begins or marked")
    assert f"::{found_by}" in str(failed.value)


@pytest.mark.thorough
def test_a_new_game_is_laid_out_with_tests_that_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "Harvest Fair", "--into", str(tmp_path)]) == 0
    folder, site = tmp_path / "harvest-fair", tmp_path / "site"
    assert f"The game is laid out in {folder}." in capsys.readouterr().out
    left = [path for path in folder.rglob("*") if path.is_file() and "orchard" in path.read_text("utf-8").casefold()]
    assert left == [], "nothing of the example's name is left"
    install(folder, site)
    look = "from bot.games import GAMES; print(GAMES['harvest-fair'].title)"
    assert ran(sys.executable, "-c", look, folder=tmp_path, site=site) == "Harvest Fair\n"
    suites = [f"bot.testing.every_game.{name}" for name in ("test_saves", "test_records", "test_option_records")]
    told = suite(folder, site, "tests", *suites)
    assert " passed" in told


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Goodwill", "There is a game with the key goodwill already."),
        ("Json", "Python has something called json already."),
        ("4 Winds!", "letters from A to Z"),
        ("A" * 40, "letters from A to Z"),
        ("Taken", "is there already"),
    ],
)
def test_a_name_that_does_not_do_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, why: str
) -> None:
    (tmp_path / "taken").mkdir()
    assert main(["new-game", name, "--into", str(tmp_path)]) == 2
    assert why in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
