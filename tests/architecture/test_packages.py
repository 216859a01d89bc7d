"""A game's modules may be packages, and all tests of this folder agree about it: shown at a game that is made up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.architecture.sources import Source, sources
from tests.architecture.test_games import badly_told, out_of_shape
from tests.architecture.test_imports import imported_from_above
from tests.architecture.test_purity import impure_calls, impure_imports, reads_while_playing

SINGLE: Mapping[str, str] = {
    "__init__.py": "from bot.games.fair.view import view",
    "rulings.md": "",
    "rulebook.md": "",
    **{f"{name}.py": '"""A module."""' for name in ("table", "moves", "news", "text", "bots", "upgrades")},
    "view.py": "from bot.engine.table import Table",
    "components.py": "from pathlib import Path\nBOX = Path(__file__).with_name('box.json').read_text()",
    "box.json": "{}",
    "picture.py": "from PIL import Image\nfrom bot.drawing.canvas import Canvas",
    "rules/__init__.py": '"""setup, turns, end."""',
    "rules/setup.py": '"""Setup."""',
    "rules/turns.py": '"""Turns."""',
    "rules/end.py": '"""The end."""',
}
PACKAGES: Mapping[str, str | None] = {
    "components.py": None,
    "components/__init__.py": "from pathlib import Path\nBOX = Path(__file__).with_name('box.json').read_text()",
    "components/cities.py": "from pathlib import Path\nMAP = (Path(__file__).parent / 'map.json').read_text()",
    "components/map.json": "{}",
    "picture.py": None,
    "picture/__init__.py": "from bot.games.fair.picture.map import draw",
    "picture/map.py": "from PIL import Image\nfrom bot.drawing.maps import draw_routes",
    "text.py": None,
    "text/__init__.py": "from bot.games.fair.text.page import page",
    "text/page.py": "from bot.engine.pages import Page",
    "rules/turns.py": None,
    "rules/turns/__init__.py": '"""Turns."""',
    "rules/turns/trading.py": '"""Trading."""\nfrom bot.engine.table import Step',
}


def made_up(root: Path, changes: Mapping[str, str | None]) -> list[str]:
    """Write a game with these files, and return all that the tests of this folder have against it."""
    folder = root / "bot" / "games" / "fair"
    for name, text in {**SINGLE, **changes}.items():
        if text is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    looks: tuple[Callable[[Source], list[str]], ...] = (
        imported_from_above,
        impure_imports,
        impure_calls,
        reads_while_playing,
    )
    found = [line for source in sources("bot/games", root=root) for look in looks for line in look(source)]
    return [*out_of_shape(folder), *badly_told(folder), *found]


def test_a_game_of_single_modules_is_one(tmp_path: Path) -> None:
    assert made_up(tmp_path, {}) == []


def test_a_game_of_packages_is_one(tmp_path: Path) -> None:
    assert made_up(tmp_path, PACKAGES) == []


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"picture/__init__.py": "", "picture/map.py": ""}, "picture is a module and a package"),
        ({"text.py": None, "text/page.py": ""}, "text is missing"),
        ({"text.py": None, "text/page.py": ""}, "text is no package"),
        ({"news.py": None}, "news is missing"),
        ({"helpers.py": ""}, "helpers.py is no part of a game"),
        ({"helpers/__init__.py": ""}, "helpers is no part of a game"),
        ({"view.json": ""}, "view.json is no part of a game"),
        ({"rules/turns.py": None, "rules/turns/__init__.py": ""}, "turns does not begin with its chapter"),
        ({"rules/selling/__init__.py": '"""Selling."""'}, "the table of contents, does not name selling"),
        ({"text.py": "from PIL import Image"}, "bot/games/fair/text.py:1 imports PIL.Image"),
        ({"picture.py": None, "picture/map.py": "import discord", "picture/__init__.py": ""}, "imports discord"),
        ({"rules/turns.py": '"""Turns."""\nfrom bot.drawing import maps'}, "imports bot.drawing.maps"),
        ({"rules/turns.py": '"""Turns."""\nfrom pathlib import Path'}, "imports pathlib.Path"),
        ({"components.py": None, "components/__init__.py": "import random"}, "imports random"),
        (
            {"components.py": None, "components/__init__.py": "def read(path):\n    return path.read_text()"},
            "reads a file within read",
        ),
        ({"view.py": "open('box.json')"}, "calls open"),
    ],
)
def test_what_is_wrong_is_found_in_modules_and_packages(
    tmp_path: Path, changes: Mapping[str, str | None], wrong: str
) -> None:
    assert any(wrong in line for line in made_up(tmp_path, changes))
