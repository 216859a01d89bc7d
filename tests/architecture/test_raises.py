"""Public functions document the exceptions they raise."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.architecture.sources import Source, sources

FOLDERS = ("bot/engine", "bot/host", "bot/leagues", "storage")
NOT_SAID = {"NotImplementedError"}
"""What an abstract method raises is no promise."""
SEE = re.compile(r"See `(\w+\.\w+)`")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def public_functions(body: list[ast.stmt], inside: str = "") -> Iterator[tuple[str, Function]]:
    """Yield public functions and methods of public classes, by their names."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node.body, f"{inside}{node.name}.")
        elif isinstance(node, Function) and not node.name.startswith("_"):
            yield f"{inside}{node.name}", node


def raised(node: ast.AST) -> Iterator[str]:
    """Yield the names of the exceptions that are made here, but not in functions within."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(child, ast.Raise):
            made = child.exc.func if isinstance(child.exc, ast.Call) else child.exc
            name = made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", "")
            if name[:1].isupper():
                yield name
        yield from raised(child)


def unsaid(source: Source, elsewhere: dict[str, str]) -> Iterator[str]:
    """Yield what functions of a file raise without saying it, in their own words or those that they refer to."""
    for name, function in public_functions(source.tree.body):
        words = ast.get_docstring(function) or ""
        words += "".join(elsewhere.get(other, "") for other in SEE.findall(words))
        for error in sorted(set(raised(function)) - NOT_SAID):
            if not re.search(rf"\b{error}\b", words):
                yield f"{source.where}:{function.lineno} {name} does not say when it raises {error}"


def test_public_functions_say_what_they_raise() -> None:
    files = sources(*FOLDERS, at_least=40)
    said = {
        name: ast.get_docstring(function) or ""
        for source in files
        for name, function in public_functions(source.tree.body)
    }
    raising = sum(1 for source in files for _, function in public_functions(source.tree.body) if set(raised(function)))
    assert raising > 40, "this test no longer recognises what is raised"
    wrong = [line for source in files for line in unsaid(source, said)]
    assert not wrong, "\n".join(wrong)
