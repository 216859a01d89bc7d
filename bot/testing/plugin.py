"""A pytest plugin that selects the games for the common suite.

In `pyproject.toml`, `boardroom_games` names the folders with a `tested.py`, and `testpaths` the suite itself:

    [tool.pytest.ini_options]
    addopts = "--pyargs"
    testpaths = ["tests", "bot.testing"]
    boardroom_games = ["tests"]
    asyncio_mode = "auto"
"""

from __future__ import annotations

from typing import Any

import pytest

GAMES = "boardroom_games"
CASES = "bot.testing.random_games"
"""The module of the cases; importing it here would load all games before any test needs them."""


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of each case one after another, after all others.

    They share the case's random game, which is played once for them and then forgotten.
    """
    cases: dict[str, list[pytest.Item]] = {}
    others: list[pytest.Item] = []
    for item in items:
        case = _find_case(item)
        (others if case is None else cases.setdefault(repr(case), [])).append(item)
    items[:] = [*others, *(item for tests in cases.values() for item in tests)]


def _find_case(item: pytest.Item) -> Any:
    case = item.callspec.params.get("case") if isinstance(item, pytest.Function) and hasattr(item, "callspec") else None
    return case if type(case).__module__ == CASES else None
