"""The interface for packaged games stays as recorded until its number is raised."""

from __future__ import annotations

import json

import pytest

from bot.game_plugins import API_VERSION
from tests.engine.api import FILE, found, list_example_imports, looks, record

WRITTEN: dict[str, list[str]] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
PROMISED = 154
"""Number of names, so that none is dropped from the list by mistake; raise it with the list."""
RAISE = (
    f"packages written for {API_VERSION} may break: raise it in bot/game_plugins.py, and run python -m tests.engine.api"
)


def test_it_is_written_down() -> None:
    assert len(WRITTEN) >= PROMISED, RAISE
    assert "bot.engine.game.Game" in WRITTEN


@pytest.mark.parametrize("name", WRITTEN)
def test_what_games_may_rely_on_is_still_there(name: str) -> None:
    thing = found(name)
    assert thing is not None, RAISE
    there, written = looks(thing), WRITTEN[name]
    if callable(thing) and not isinstance(thing, type):
        assert there[: len(written)] == written, RAISE
        assert all("or nothing" in added for added in there[len(written) :]), RAISE
    else:
        assert set(written) <= set(there), RAISE


def test_only_what_somebody_names_is_promised() -> None:
    """Whatever a module defines or imports for its own use is not."""
    of_module = {"bot.drawing.closeup": ["COLORS", "crop_closeup"]}
    assert record(of_module) == of_module
    assert [*record(of_module, ["bot.engine.play.play"])] == ["bot.drawing.closeup", "bot.engine.play.play"]


def test_what_the_example_uses_is_promised() -> None:
    """Authors of games copy it. Our own games may import what is not promised, for they change with the engine."""
    missing = list_example_imports() - set(WRITTEN)
    assert not missing, f"only added: run python -m tests.engine.api {' '.join(sorted(missing))}"
