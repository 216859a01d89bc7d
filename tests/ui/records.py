"""The recorded games of all our games, for tests of screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games import OURS
from bot.testing.random_games import choose_marks

GAMES = Path(__file__).parents[1] / "games"
RECORDS = {
    f"{key}/{path.stem}": (game, path)
    for key, game in OURS.items()
    for path in sorted((GAMES / key.replace("-", "_") / "records").glob("*.json"))
}
FIRST = {next(name for name in RECORDS if name.startswith(f"{key}/")) for key in OURS}
"""One record of each game, for the quick tests."""
EVERY_RECORD = [pytest.param(name, marks=choose_marks(quick=name in FIRST)) for name in RECORDS]
"""The names of all records as parameters of a test; all but the first of each game are thorough."""
