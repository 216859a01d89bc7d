"""Documents that say which test shows something name tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

NAMED = re.compile(r"`((?:tests|bot/testing)/[\w/]+\.py)::(\w+)`")
DOCUMENTS = sorted(path for path in (ROOT / "docs").glob("*.md") if NAMED.search(path.read_text(encoding="utf-8")))


def test_some_document_names_tests() -> None:
    assert ROOT / "docs" / "living-with-async.md" in DOCUMENTS


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_test_that_a_document_names_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    missing = [f"{file}::{name}" for file, name in NAMED.findall(text) if name not in functions_of(file)]
    assert not missing


@cache
def functions_of(file: str) -> set[str]:
    """Return the names of the tests in a file; none when there is no such file."""
    path = ROOT / file
    if not path.exists():
        return set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
