"""Every game has the same shape, so that who knows one knows all; and every ruling has its test."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.sources import GAMES_FOLDER, ROOT, game_folders

REQUIRED = {"components", "table", "moves", "news", "view", "text", "bots", "upgrades"}
OPTIONAL = {
    "advice",
    "at_hand",
    "bears",
    "cards",
    "chances",
    "comparison",
    "example",
    "first_plan",
    "last_plays",
    "plans",
    "lesson",
    "orders",
    "prepared",
    "private_facts",
    "picture",
    "thinking",
    "tips",
}
OPTIONAL |= {"words"}
"""Modules of a game. Each may become a package when it is too long for one sitting."""
FILES = {"__init__.py", "rules", "rulings.md", "box.json", "chances.json", "length.json", "rulebook.md"}
"""What else lies there; the rules are a package in any case, a chapter each."""

RULING = re.compile(r"^(?:#+ |\| *|[-*] +)?\**([A-Z]{2,3})-(\d+)\b", re.MULTILINE)
"""A ruling's number, at the beginning of a heading, a table row, a list item or a line."""

GAMES = [pytest.param(folder, id=folder.name) for folder in game_folders()]


def test_there_are_games() -> None:
    assert GAMES
    loose = {path.name for path in GAMES_FOLDER.glob("*.py")}
    assert loose == {"__init__.py"}, "a module in bot/games belongs to a game, or into the engine"


def out_of_shape(folder: Path) -> list[str]:
    """What a game's folder lacks, has too much of, or has twice."""
    there = [path for path in folder.iterdir() if path.name != "__pycache__"]
    modules = [path.stem for path in there if path.suffix == ".py" or (path / "__init__.py").is_file()]
    wrong = [f"{name} is missing" for name in REQUIRED - set(modules)]
    wrong += [f"{name} is missing" for name in ("__init__.py", "rules", "rulings.md") if not (folder / name).exists()]
    wrong += [f"{name} is a module and a package" for name in modules if modules.count(name) > 1]
    for path in there:
        known = path.name in FILES or path.name in REQUIRED | OPTIONAL or path.stem in REQUIRED | OPTIONAL
        if not known or (path.is_file() and path.suffix != ".py" and path.name not in FILES):
            wrong.append(f"{path.name} is no part of a game")
        elif path.is_dir() and not (path / "__init__.py").is_file():
            wrong.append(f"{path.name} is no package")
    return sorted(set(wrong))


@pytest.mark.parametrize("folder", GAMES)
def test_shape(folder: Path) -> None:
    assert not out_of_shape(folder), f"{folder.name}: {', '.join(out_of_shape(folder))}"


def badly_told(folder: Path) -> list[str]:
    """List the faults of a game's chapters, which are modules of `rules` or packages that open with the chapter."""
    rules = folder / "rules"
    chapters = [path for path in sorted(rules.iterdir()) if path.suffix == ".py" and path.name != "__init__.py"]
    chapters += [path / "__init__.py" for path in sorted(rules.iterdir()) if (path / "__init__.py").is_file()]
    contents = (rules / "__init__.py").read_text(encoding="utf-8")
    wrong = [] if len(chapters) >= 3 else ["these are no chapters of a rulebook"]
    for path in chapters:
        name = path.parent.name if path.name == "__init__.py" else path.stem
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))):
            wrong.append(f"{name} does not begin with its chapter in our own words")
        if not re.search(rf"\b{name}\b", contents):
            wrong.append(f"rules/__init__.py, the table of contents, does not name {name}")
    return wrong


@pytest.mark.parametrize("folder", GAMES)
def test_rules_are_chapters_and_begin_with_the_chapter(folder: Path) -> None:
    assert not badly_told(folder)


def ruling_numbers(folder: Path) -> list[str]:
    text = (folder / "rulings.md").read_text(encoding="utf-8")
    return [f"{prefix}-{number}" for prefix, number in RULING.findall(text)]


@pytest.mark.parametrize("folder", GAMES)
def test_rulings_are_numbered_without_a_gap(folder: Path) -> None:
    numbers = ruling_numbers(folder)
    assert len(numbers) >= 3
    assert len({number.partition("-")[0] for number in numbers}) == 1
    assert [int(number.partition("-")[2]) for number in numbers] == list(range(1, len(numbers) + 1))


@cache
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


@cache
def named_in_tests() -> frozenset[str]:
    """Return all numbers of rulings that stand in a test."""
    return frozenset(re.findall(r"(?<![A-Za-z0-9])[A-Z]+-[0-9]+", "\n".join(written_tests())))


@pytest.mark.parametrize("folder", GAMES)
def test_every_ruling_is_named_by_a_test(folder: Path) -> None:
    assert len(written_tests()) >= 20
    unnamed = [number for number in ruling_numbers(folder) if number not in named_in_tests()]
    assert not unnamed, f"no test names {', '.join(unnamed)}"
