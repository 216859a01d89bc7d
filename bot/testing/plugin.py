"""The pytest plugin of a game's tests: it says to the common suite which games it is to be let loose on.

In `pyproject.toml`, `boardroom_games` names the folders with a `tested.py`, and `testpaths` the suite itself:

    [tool.pytest.ini_options]
    addopts = "--pyargs"
    testpaths = ["tests", "bot.testing"]
    boardroom_games = ["tests"]
    asyncio_mode = "auto"
"""

from __future__ import annotations

import pytest

GAMES = "boardroom_games"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `boardroom_games` be set."""
    parser.addini(GAMES, "folders, or patterns of them, in which a game's tests say of it what is to be known", "args")


def pytest_configure(config: pytest.Config) -> None:
    """Look where the games are; none is loaded before a test of the suite is."""
    config.addinivalue_line(
        "markers", "thorough: takes long and goes further into what another test guards already (`make thorough`)"
    )
    patterns = config.getini(GAMES)
    if not patterns:
        return
    from bot.testing.tested import FILE, choose  # only here: pytest loads plugins wherever Boardroom is installed

    found = [path.parent for pattern in patterns for path in sorted(config.rootpath.glob(f"{pattern}/{FILE}"))]
    if not found:
        raise pytest.UsageError(f"{GAMES}: none of these folders has a {FILE}: {', '.join(patterns)}")
    choose(found)
