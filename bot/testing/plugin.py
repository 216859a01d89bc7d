"""A pytest plugin that selects the games for the common suite.

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
    """Register the setting `boardroom_games`."""
    parser.addini(
        GAMES, "folders, or patterns of folders, with a tested.py that declares a game for the common suite", "args"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Find the folders of the games; none is loaded before a test of the suite is."""
    config.addinivalue_line(
        "markers", "thorough: slow, and a deeper check of behaviour that another test covers already (`make thorough`)"
    )
    patterns = config.getini(GAMES)
    if not patterns:
        return
    from bot.testing.tested import (
        FILE,
        choose_folders,
    )  # imported late: pytest loads the plugin in every environment with Boardroom

    found = [path.parent for pattern in patterns for path in sorted(config.rootpath.glob(f"{pattern}/{FILE}"))]
    if not found:
        raise pytest.UsageError(f"{GAMES}: none of these folders has a {FILE}: {', '.join(patterns)}")
    choose_folders(found)
