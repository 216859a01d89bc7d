"""Every game has the same shape, so that who knows one knows all; and every ruling has its test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.sources import GAMES_FOLDER, ROOT, game_folders

MODULES = ("table", "moves", "news", "view", "text", "bots", "upgrades")
REQUIRED = {"__init__.py", "components.py", "rulings.md", "rules", *(f"{module}.py" for module in MODULES)}
OPTIONAL = {"lesson.py", "picture.py", "orders.py", "box.json", "rulebook.md", "__pycache__"}

RULING = re.compile(r"^(?:#+ |\| *|[-*] +)?\**([A-Z]{2,3})-(\d+)\b", re.MULTILINE)
"""A ruling's number, at the beginning of a heading, a table row, a list item or a line."""

GAMES = [pytest.param(folder, id=folder.name) for folder in game_folders()]


def test_there_are_games() -> None:
    assert GAMES
    loose = {path.name for path in GAMES_FOLDER.glob("*.py")}
    assert loose == {"__init__.py"}, "a module in bot/games belongs to a game, or into the engine"


@pytest.mark.parametrize("folder", GAMES)
def test_shape(folder: Path) -> None:
    names = {path.name for path in folder.iterdir()}
    assert not REQUIRED - names, f"{folder.name} lacks {', '.join(sorted(REQUIRED - names))}"
    assert names <= REQUIRED | OPTIONAL, f"{folder.name} has more: {', '.join(sorted(names - REQUIRED - OPTIONAL))}"


@pytest.mark.parametrize("folder", GAMES)
def test_rules_are_chapters_and_begin_with_the_chapter(folder: Path) -> None:
    chapters = [path for path in (folder / "rules").glob("*.py") if path.name != "__init__.py"]
    assert len(chapters) >= 3
    contents = (folder / "rules" / "__init__.py").read_text(encoding="utf-8")
    for chapter in chapters:
        docstring = ast.get_docstring(ast.parse(chapter.read_text(encoding="utf-8")))
        assert docstring, f"{chapter.name} does not begin with its chapter in our own words"
        assert chapter.stem in contents, f"rules/__init__.py, the table of contents, does not name {chapter.stem}"


def ruling_numbers(folder: Path) -> list[str]:
    text = (folder / "rulings.md").read_text(encoding="utf-8")
    return [f"{prefix}-{number}" for prefix, number in RULING.findall(text)]


@pytest.mark.parametrize("folder", GAMES)
def test_rulings_are_numbered_without_a_gap(folder: Path) -> None:
    numbers = ruling_numbers(folder)
    assert len(numbers) >= 3
    assert len({number.partition("-")[0] for number in numbers}) == 1
    assert [int(number.partition("-")[2]) for number in numbers] == list(range(1, len(numbers) + 1))


def written_tests() -> list[str]:
    """Return each test function of the project, from its first decorator to its last line."""
    found = []
    for path in (ROOT / "tests").rglob("test_*.py"):
        if path.parent == Path(__file__).parent:
            continue
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                found.append("\n".join(lines[first - 1 : node.end_lineno]))
    return found


@pytest.mark.parametrize("folder", GAMES)
def test_every_ruling_is_named_by_a_test(folder: Path) -> None:
    tests = written_tests()
    assert len(tests) >= 20
    unnamed = [
        number
        for number in ruling_numbers(folder)
        if not any(re.search(rf"(?<![A-Za-z0-9]){number}(?![0-9])", test) for test in tests)
    ]
    assert not unnamed, f"no test names {', '.join(unnamed)}"
