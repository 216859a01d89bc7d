"""The engine, the games and the leagues are pure: no clock, no chance of their own, no files, no network, no logging.

The same table and the same answers give the same game, on every machine and in every year.
"""

from __future__ import annotations

import ast
import sys

from tests.architecture.sources import Source, sources

PURE_STANDARD_LIBRARY = (
    "__future__",
    "abc",
    "bisect",
    "collections",
    "copy",
    "dataclasses",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "hmac",
    "io.BytesIO",
    "itertools",
    "json",
    "math",
    "operator",
    "random.Random",  # a generator that is handed in; never one that is made here, nor the module's own
    "re",
    "statistics",
    "string",
    "textwrap",
    "types",
    "typing",
)

IMPURE_CALLS = {
    "__import__",
    "breakpoint",
    "eval",
    "exec",
    "globals",
    "hash",  # of a text: another in each process
    "id",
    "input",
    "open",
    "print",
}
FILE_METHODS = {"open", "read_bytes", "read_text", "write_bytes", "write_text", "unlink", "mkdir", "iterdir", "glob"}
READS_ITS_OWN_DATA = ("__init__", "chances", "components", "picture")
"""They read the box, weights, the rules text or a font, which lie beside them, once, when they are imported."""


def pure_sources() -> list[Source]:
    return sources("bot/engine", "bot/games", "bot/leagues", at_least=25)


def reads_its_own_data(source: Source) -> bool:
    return source.in_game in READS_ITS_OWN_DATA


def impure_imports(source: Source) -> list[str]:
    allowed = (*PURE_STANDARD_LIBRARY, *(("pathlib",) if reads_its_own_data(source) else ()))
    return [
        f"{source.where}:{imported.line} imports {imported.name}"
        for imported in source.imports
        if imported.top in sys.stdlib_module_names and not imported.within(allowed)
    ]


def test_only_pure_parts_of_the_standard_library_are_used() -> None:
    every = pure_sources()
    wrong = [line for source in every for line in impure_imports(source)]
    assert sum(i.top in sys.stdlib_module_names for source in every for i in source.imports) > 100
    assert not wrong, "\n".join(wrong)


def impure_calls(source: Source) -> list[str]:
    wrong = []
    for node in source.calls:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if (
            name in IMPURE_CALLS
            or (name == "Random" and not node.args)
            or (method in FILE_METHODS and not reads_its_own_data(source))
        ):
            wrong.append(f"{source.where}:{node.lineno} calls {name or method}")
    return wrong


def test_nothing_impure_is_called() -> None:
    every = pure_sources()
    wrong = [line for source in every for line in impure_calls(source)]
    assert sum(len(source.calls) for source in every) > 500
    assert not wrong, "\n".join(wrong)


def called_after_import(source: Source, name: str) -> bool:
    """Whether a function of this module is used in another function, or not at all at the top level."""
    uses = [node for node in ast.walk(source.tree) if isinstance(node, ast.Name) and node.id == name]
    inside = {id(node) for function in functions(source) for node in ast.walk(function)}
    return not uses or any(id(use) in inside for use in uses)


def functions(source: Source) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef)]


def reads_while_playing(source: Source) -> list[str]:
    reading = [
        (function, call)
        for function in functions(source)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in FILE_METHODS
    ]
    return [
        f"{source.where}:{call.lineno} reads a file within {function.name}"
        for function, call in reading
        if called_after_import(source, function.name)
    ]


def test_files_are_read_only_while_importing() -> None:
    """A module that reads its own data does so at its top level, not in the middle of a game."""
    wrong = [line for source in pure_sources() for line in reads_while_playing(source)]
    assert not wrong, "\n".join(wrong)


def test_nothing_waits() -> None:
    wrong = [
        f"{source.where}:{node.lineno}"
        for source in pure_sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.AsyncFor | ast.AsyncWith)
    ]
    assert not wrong, "\n".join(wrong)
