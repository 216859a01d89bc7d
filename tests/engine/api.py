"""The interface that games may rely on: `python -m tests.engine.api` records it for `bot.game_plugins.API_VERSION`.

It covers the imports of our own games and the example from `bot.engine` and `bot.drawing`: signatures of functions, and
public members of classes. Record it again only with another number, unless something has only been added.
"""

from __future__ import annotations

import inspect
import json
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from pydantic import BaseModel

from bot.game_plugins import API_VERSION
from tests.architecture.sources import ROOT, sources

FILE = Path(__file__).with_name(f"api-{API_VERSION}.json")
PUBLIC = ("bot.engine", "bot.drawing")


def used() -> set[str]:
    """Return the full names that games import."""
    return {
        imported.name
        for source in [*sources("bot/games", at_least=60), *sources("tests/example_game/orchard", at_least=5)]
        for imported in source.imports
        if imported.within(PUBLIC)
    }


def api() -> dict[str, list[str]]:
    """Return, for each of these names that there is, what can be relied on."""
    return {name: looks(thing) for name in sorted(used()) if (thing := found(name)) is not None}


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
    """Write it down."""
    FILE.write_text(json.dumps(api(), indent=1) + "\n", "utf-8")
    print(f"written: {FILE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
