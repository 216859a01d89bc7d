"""What the local table refuses, each time with one sentence and before anything is changed."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.client import Boardroom
from bot.games import GAMES
from bot.local import world
from bot.local.__main__ import main
from bot.settings import Settings
from tests.browser.sitting import LONGEST, ROOT, local_table

Refused = Callable[..., str]


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run the program, which must refuse in one line, and return that line."""
    monkeypatch.setattr("bot.logs.set_up", lambda settings: None)

    def refuse(*arguments: str | Path) -> str:
        assert main(["--no-browser", *map(str, arguments)]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        return said.err.strip()

    return refuse


def test_a_game_nobody_knows(refused: Refused, tmp_path: Path) -> None:
    assert refused("--data", tmp_path, "--game", "chess").startswith(
        'There is no game called "chess". The games are: goodwill'
    )


@pytest.mark.parametrize(("people", "bots"), [(1, 0), (4, 9), (1, -1)])
def test_too_few_or_too_many_at_the_table(refused: Refused, tmp_path: Path, people: int, bots: int) -> None:
    text = refused("--data", tmp_path, "--game", "goodwill", "--people", str(people), "--bots", str(bots))
    assert text.startswith("There can be no Goodwill with ")
    assert text.endswith(" players.")


def test_bots_of_a_strength_that_the_game_has_none_of(refused: Refused, tmp_path: Path) -> None:
    key = next(key for key, game in GAMES.items() if game.box.strong is None)
    text = refused("--data", tmp_path, "--game", key, "--strength", "strong")
    assert text == f"{GAMES[key].title} has no strong bots. There are: easy, steady."


def test_more_people_than_chairs(refused: Refused, tmp_path: Path) -> None:
    assert "1 to 8 people can sit at the local table, but not 9." in refused("--data", tmp_path, "--people", "9")


def test_a_port_that_is_taken(refused: Refused, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused("--data", tmp_path, "--port", str(port))
        assert said.startswith(f"Port {port} cannot be used")
        assert f"--port, which `make play` takes as PORT={port + 10}," in said


async def test_direct_messages_come_on_any_port_where_the_next_one_is_taken(tmp_path: Path) -> None:
    bot = Boardroom(Settings(database=tmp_path / "local.db"), spacing=0)
    with free_before_a_taken_one() as port:
        async with world.run_world(world.create_world(bot), bot, 1, port, lambda *_: None) as pages:
            (letters,) = pages.letters
            assert f":{port}/" in pages.table.url
            assert f":{port + 1}/" not in letters.url


@contextmanager
def free_before_a_taken_one() -> Iterator[int]:
    """A port that is free, while another program has the next one."""
    while True:
        with socket.socket() as taken, socket.socket() as free:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1] - 1
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            free.close()
            yield port
            return


@pytest.mark.parametrize("port", ["99999", "65530", "0", "-1", "http"])
def test_a_port_that_cannot_be_one(tmp_path: Path, port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--no-browser", "--data", str(tmp_path), "--port", port])
    assert ended.value.code == 2
    assert f"{port} cannot be the page's port. Choose one from 1 to 65527" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_one(refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert str(file) in refused("--data", file)


@pytest.mark.thorough
def test_another_game_is_being_kept(refused: Refused, tmp_path: Path) -> None:
    with local_table("--data", tmp_path) as table:
        said = refused("--data", tmp_path)
        assert said.startswith("This game is already running, in another window perhaps")
        assert "Ctrl-C" in said
        assert table.stop()[0] == 0
    assert refused("--data", tmp_path, "--people", "2") == (
        "A game of Goodwill with 1 person and 3 bots is being kept. Without --people and --bots it goes on; "
        "with --new it is closed and another one begins."
    )


def test_without_simcord() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import sys; sys.modules['simcord'] = None; import bot.local.__main__"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr.startswith("The local table needs SimCord: `make play` brings it along")
