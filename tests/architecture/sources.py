"""Our own Python files, parsed; what the tests of this folder look at."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("bot", "cogs", "storage")
TESTING = "bot/testing"
GAMES_FOLDER = ROOT / "bot" / "games"


@dataclass(frozen=True)
class Import:
    """One imported name, absolute and complete: `from a import b` is "a.b"."""

    name: str
    line: int

    @property
    def top(self) -> str:
        return self.name.partition(".")[0]

    def within(self, names: Sequence[str]) -> bool:
        """Whether it is one of these names, or lies in a package of that name."""
        return any(self.name == name or self.name.startswith(f"{name}.") for name in names)


@dataclass(frozen=True)
class Source:
    """One Python file."""

    path: Path
    root: Path = ROOT

    @property
    def where(self) -> str:
        """The path from the root of the project, with slashes."""
        return self.path.relative_to(self.root).as_posix()

    @property
    def in_game(self) -> str | None:
        """The module or package of a game that it is or lies in, e.g. "rules"; None: it belongs to no game."""
        match self.where.split("/"):
            case ["bot", "games", _, part, *_]:
                return part.removesuffix(".py")
        return None

    @property
    def module(self) -> str:
        parts = self.path.relative_to(self.root).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, filename=str(self.path))

    @cached_property
    def imports(self) -> list[Import]:
        """Every import of a file: at the top, inside a function, or for the type checker only."""
        found: list[Import] = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found += [Import(alias.name, node.lineno) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = self._base(node)
                found += [Import(f"{base}.{alias.name}", node.lineno) for alias in node.names]
        return found

    @cached_property
    def calls(self) -> list[ast.Call]:
        return [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]

    @cached_property
    def texts(self) -> list[ast.Constant]:
        """Every text of the program, without docstrings; an f-string counts piece by piece."""
        docstrings = {
            id(node.value)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        return [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
        ]

    def _base(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.module.split(".")
        if self.path.name != "__init__.py":
            package.pop()
        package = package[: len(package) - node.level + 1]
        return ".".join([*package, node.module] if node.module else package)


def sources(*folders: str, at_least: int = 1, root: Path = ROOT) -> list[Source]:
    """Return all Python files of the program below these folders; fewer than `at_least` mean that a test sees nothing.

    `bot/testing` is installed, but no part of the program.
    """
    paths = (path for folder in folders for path in sorted((root / folder).rglob("*.py")))
    found = [_source(path, root) for path in paths if not path.is_relative_to(root / TESTING)]
    assert len(found) >= at_least, f"only {len(found)} Python files in {', '.join(folders)}: is the path still right?"
    return found


def _source(path: Path, root: Path) -> Source:
    return _our_own(path) if root == ROOT else Source(path, root)


@cache
def _our_own(path: Path) -> Source:
    """Return one of our own files, parsed once because it does not change while the tests run."""
    return Source(path)


def game_folders() -> Iterator[Path]:
    """Yield the folder of each game."""
    for path in sorted(GAMES_FOLDER.iterdir()):
        if path.is_dir() and path.name != "__pycache__":
            yield path
