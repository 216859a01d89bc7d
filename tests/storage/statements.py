"""Every statement of the store, read from its source without running it."""

from __future__ import annotations

import ast
import importlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

STORAGE = Path(__file__).resolve().parents[2] / "storage"
OF_SQLITE_ALONE = {"connect", "failures", "files", "offline", "sqlite"}
"""Modules about files; another kind of database has others in their place."""
LIST = (1, 2)
"""Stands for a list of parameters, whose length is all that a statement depends on."""


@dataclass(frozen=True)
class Statement:
    """A statement, with the module and function that makes it."""

    where: str
    text: str


def statements() -> list[Statement]:
    """Every statement of the store, as each way through its expression makes it.

    Raises:
        AssertionError: a statement is made of something else than words of the module.
    """
    return [
        Statement(f"{path.stem}.{function.name}", text)
        for path in sorted(STORAGE.glob("*.py"))
        if path.stem not in OF_SQLITE_ALONE
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef)
        for text in in_function(function, importlib.import_module(f"storage.{path.stem}"))
    ]


def in_function(function: ast.FunctionDef, module: ModuleType) -> Iterator[str]:
    loops = {
        loop.target.id: loop.iter
        for loop in ast.walk(function)
        if isinstance(loop, ast.For) and isinstance(loop.target, ast.Name)
    }
    for call in ast.walk(function):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if call.func.attr in ("execute", "executemany", "executescript"):
            made_of = call.args[0]
            if isinstance(made_of, ast.Name) and made_of.id in loops:
                made_of = loops[made_of.id]
            yield from _texts(made_of, module)


def _texts(expression: ast.expr, module: ModuleType) -> Iterator[str]:
    """Evaluate it with what the module has, and with `LIST` for all that only a running function knows."""
    for each in _without_choices(expression):
        code = compile(ast.fix_missing_locations(ast.Expression(each)), module.__name__, "eval")
        known: Mapping[str, object] = defaultdict(lambda: LIST, vars(module))
        made = eval(code, {"__builtins__": {}}, known)  # noqa: S307 - our own source
        for text in made if isinstance(made, tuple) else (made,):
            assert isinstance(text, str), f"{module.__name__}: a statement is not of the module's own words"
            assert str(LIST) not in text, f"{module.__name__}: something else than a list's marks comes into {text}"
            yield " ".join(text.split())


def _without_choices(expression: ast.expr) -> Iterator[ast.expr]:
    """Yield the expression once for each way through its `a if b else c`."""
    for node in ast.walk(expression):
        if isinstance(node, ast.IfExp):
            for way in (node.body, node.orelse):
                yield from _without_choices(_Put(node, way).visit(ast.parse(ast.unparse(expression), mode="eval").body))
            return
    yield expression


class _Put(ast.NodeTransformer):
    """Puts one way of a choice in the place of the choice."""

    def __init__(self, choice: ast.IfExp, way: ast.expr) -> None:
        self._choice = ast.unparse(choice)
        self._way = way

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        return self._way if ast.unparse(node) == self._choice else node
