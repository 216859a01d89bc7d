"""The interface that games may rely on: `python -m tests.engine.api` records it for `bot.game_plugins.API_VERSION`.

The recorded file is the list of promised names, with the signatures of functions and the public members of classes. A
name is promised when somebody adds it with `python -m tests.engine.api bot.engine.NAME`, not because a game of ours
imports it. What the example imports is promised. Of a module, only the names in its list are: delete the others once,
when you add it. Record with the same number only if something has only been added.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from pydantic import BaseModel

from bot.game_plugins import API_VERSION
from tests.architecture.sources import ROOT, sources

FILE = Path(__file__).with_name(f"api-{API_VERSION}.json")
PUBLIC = ("bot.engine", "bot.drawing")


def read_promised() -> dict[str, list[str]]:
    """Return the recorded names, each with what can be relied on; of the number before, if this one has no file yet."""
    older = FILE.with_name(f"api-{API_VERSION - 1}.json")
    found: dict[str, list[str]] = json.loads((FILE if FILE.exists() else older).read_text("utf-8"))
    return found


def list_example_imports() -> set[str]:
    """Return the full names that the example imports, which authors of games copy."""
    return {
        imported.name
        for source in sources("tests/example_game/orchard", at_least=5)
        for imported in source.imports
        if imported.within(PUBLIC)
    }


def record(promised: Mapping[str, Sequence[str]], more: Iterable[str] = ()) -> dict[str, list[str]]:
    """Return what can be relied on of the promised names, and of further ones, as far as they are there."""
    things = {name: found(name) for name in sorted({*promised, *more})}
    return {name: _choose(thing, promised.get(name)) for name, thing in things.items() if thing is not None}


def _choose(thing: object, promised: Sequence[str] | None) -> list[str]:
    """Return what can be relied on; of a module only what was promised before, for it has names of its own use."""
    there = looks(thing)
    return [name for name in there if name in promised] if isinstance(thing, ModuleType) and promised else there


def found(name: str) -> object | None:
    """Return the object with this name; None: there is none."""
    module, _, last = name.rpartition(".")
    try:
        return getattr(import_module(module), last, None) or import_module(name)
    except ModuleNotFoundError:
        return None


def looks(thing: object) -> list[str]:
    """Return what can be relied on of something, in words."""
    if isinstance(thing, ModuleType):
        return sorted(name for name in vars(thing) if name[0] != "_" and _is_own(thing, name))
    if isinstance(thing, type):
        inherited = {*dir(BaseModel if issubclass(thing, BaseModel) else object)}
        fields = getattr(thing, "model_fields", {}) or getattr(thing, "__dataclass_fields__", {})
        return sorted({name for name in [*dir(thing), *fields] if name[0] != "_"} - inherited)
    if inspect.isfunction(thing):
        given = inspect.signature(thing).parameters.values()
        return [f"{each.name}{'' if each.default is each.empty else ' or nothing'}, {each.kind.name}" for each in given]
    return []


def _is_own(module: ModuleType, name: str) -> bool:
    return getattr(getattr(module, name), "__module__", module.__name__) == module.__name__


def main() -> int:
    """Record the promised names as they are now, and further ones that are given."""
    promised, more = read_promised(), sys.argv[1:]
    recorded = record(promised, more)
    FILE.write_text(json.dumps(recorded, indent=1) + "\n", "utf-8")
    print(f"written: {FILE.relative_to(ROOT)}")
    for name in sorted({*promised, *more} - {*recorded}):
        print(f"there is no {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
