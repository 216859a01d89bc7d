"""The interface for packaged games stays as recorded until its number is raised."""

from __future__ import annotations

import json

import pytest

from bot.game_plugins import API_VERSION
from tests.engine.api import FILE, found, looks, used

WRITTEN: dict[str, list[str]] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
RAISE = (
    f"packages written for {API_VERSION} may break: raise it in bot/game_plugins.py, and run python -m tests.engine.api"
)


def test_it_is_written_down() -> None:
    assert len(WRITTEN) > 60, "run python -m tests.engine.api"
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


def test_what_our_games_use_is_written_down() -> None:
    """Otherwise the objects passed to games could change under the others."""
    assert not used() - set(WRITTEN), "only added: run python -m tests.engine.api"
