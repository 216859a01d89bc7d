"""No two of our files need each other: each can be read, and loaded, after those it imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from tests.architecture.sources import PACKAGES, Source, sources


def imported(source: Source, names: frozenset[str], *, for_types: bool) -> frozenset[str]:
    """Which of our modules a file imports; with `for_types` also those that only the type checker loads."""

    def looked_at(node: ast.AST) -> Iterator[ast.ImportFrom | ast.Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):  # in which nothing is imported
                continue
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING" and not for_types:
                continue
            if isinstance(child, ast.Import | ast.ImportFrom):
                yield child
            yield from looked_at(child)

    found = set()
    for node in looked_at(source.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return frozenset((found & names) - {source.module})


def circle(graph: Mapping[str, frozenset[str]]) -> str:
    """The first circle in it, in words; nothing when there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return " -> ".join(found.args[1])
    return ""


def graph(*, for_types: bool, games: bool) -> Mapping[str, frozenset[str]]:
    """Map each module to the modules it imports, without packages, which only gather their contents."""
    files = [source for source in sources(*PACKAGES, at_least=150) if source.path.name != "__init__.py"]
    files = [source for source in files if games or not source.where.startswith("bot/games/")]
    names = frozenset(source.module for source in files)
    return {source.module: imported(source, names, for_types=for_types) for source in files}


def test_no_circle_is_loaded() -> None:
    assert not circle(graph(for_types=False, games=True))


def test_outside_the_games_there_is_none_for_the_type_checker_either() -> None:
    """Inside a game the table and its steps know each other, as in the rulebook."""
    assert not circle(graph(for_types=True, games=False))
    assert circle(graph(for_types=True, games=True)).count("bot.games."), "else this test sees nothing"
