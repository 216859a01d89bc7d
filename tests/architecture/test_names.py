"""Outside the games, which have their rulebooks' words, a name means one thing: no two modules define the same."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from tests.architecture.sources import PACKAGES, Source, sources


def public_types(source: Source) -> Iterator[str]:
    """The names of a module's classes and of its other names for types."""
    for node in source.tree.body:
        if isinstance(node, ast.ClassDef) and node.name[0] != "_":
            yield node.name
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            yield ast.unparse(node.target)


def test_no_two_types_outside_the_games_have_the_same_name() -> None:
    where = defaultdict(list)
    for source in sources(*PACKAGES, at_least=150):
        if not source.where.startswith("bot/games/"):
            for name in public_types(source):
                where[name].append(source.where)
    assert len(where) > 300, "else this test sees too little"
    assert [f"{name}: {' and '.join(files)}" for name, files in where.items() if len(files) > 1] == []


def test_a_record_says_its_kind_as_a_keyword_of_its_class() -> None:
    """As `class Buy(Move, kind="buy")`; see `bot.engine.records.Record`."""
    written = [
        f"{source.where}:{node.lineno}"
        for source in [*sources(*PACKAGES, at_least=150), *sources("tests/example_game", at_least=5)]
        for node in ast.walk(source.tree)
        if isinstance(node, ast.AnnAssign) and ast.unparse(node).startswith("kind: Literal[") and node.value
    ]
    assert written == []
