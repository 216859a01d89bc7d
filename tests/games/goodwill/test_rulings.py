"""Rulings: each number is named by a test of this folder, and nobody speaks of a ruling that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import bot.games.goodwill

RULING = re.compile(r"\bGW-(\d+)\b")
GAME_FOLDER = Path(bot.games.goodwill.__file__).parent
TESTS_FOLDER = Path(__file__).parent


def written() -> list[int]:
    text = (GAME_FOLDER / "rulings.md").read_text(encoding="utf-8")
    return [int(number) for number in re.findall(r"^\**GW-(\d+) ", text, re.MULTILINE)]


def named_by_tests() -> dict[int, list[str]]:
    """Which tests name which ruling, in their own docstring."""
    named: dict[int, list[str]] = {}
    for path in sorted(TESTS_FOLDER.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in RULING.findall(ast.get_docstring(node) or ""):
                    named.setdefault(int(number), []).append(node.name)
    return named


def test_rulings_are_numbered_one_after_the_other() -> None:
    assert written() == list(range(1, len(written()) + 1))
    assert len(written()) >= 30


def test_every_ruling_is_named_by_a_test() -> None:
    named = named_by_tests()
    missing = [f"GW-{number}" for number in written() if number not in named]
    assert not missing, f"no test names {', '.join(missing)}"


def test_nobody_speaks_of_a_ruling_that_is_not_written() -> None:
    named = {
        int(number)
        for folder in (GAME_FOLDER, TESTS_FOLDER)
        for path in folder.rglob("*.py")
        for number in RULING.findall(path.read_text(encoding="utf-8"))
    }
    assert named
    assert named <= set(written())


def test_every_ruling_says_where_it_comes_from() -> None:
    text = (GAME_FOLDER / "rulings.md").read_text(encoding="utf-8")
    rulings = re.split(r"^\*\*GW-\d+ ", text, flags=re.MULTILINE)[1:]
    assert len(rulings) == len(written())
    for ruling in rulings:
        assert re.search(r"\*[^*]*(Rulebook|Ours|ours)[^*]*\*", ruling), ruling
