"""Who may import whom: CONTRIBUTING.md, "Layers"."""

from __future__ import annotations

import re
import sys
import tomllib

from tests.architecture.sources import PACKAGES, ROOT, TESTING, Source, game_folders, sources

OURS = {"bot", "cogs", "storage", "tests"}

LAYERS: dict[str, tuple[str, ...]] = {
    # folder: its allowed imports, beside itself and the standard library
    "bot/engine": ("pydantic",),
    "bot/drawing": ("PIL",),
    "bot/leagues": ("bot.engine.chance", "bot.engine.records", "pydantic"),
    "bot/leagues/pictures": ("bot.leagues", "bot.engine.pages", "bot.engine.words", "bot.drawing", "PIL"),
    # and each game only itself; its picture also PIL and bot.drawing
    "bot/games": ("bot.engine", "bot.game_plugins", "pydantic"),
    "bot/host": (
        *("bot.__version__", "bot.games.GAMES", "bot.engine", "bot.leagues"),
        *("storage.store", "storage.interface", "orjson", "pydantic"),
    ),
    "bot/ui": (
        *("bot.host", "bot.leagues", "bot.engine", "storage.store", "storage.interface"),
        *("discord", "aiohttp", "jinja2", "markupsafe", "pydantic_core"),
    ),
    "bot/web": (
        *("bot.games.GAMES", "bot.host", "bot.leagues", "bot.engine", "bot.ui.screens"),
        *("storage.interface", "aiohttp", "jinja2", "markupsafe", "pydantic", "pydantic_core"),
    ),
    "bot/own_pages": (
        *("bot.drawing.compact", "bot.host", "bot.engine", "bot.ui.screens", "bot.web", "storage.interface"),
        *("aiohttp", "jinja2", "markupsafe"),
    ),
    "bot/ops": (
        *(
            "bot.__version__",
            "bot.logs",
            "bot.settings",
            "bot.games.GAMES",
            "bot.games.INSTALLED",
            "bot.game_plugins",
            "bot.discord_api",
            "bot.ui.handlers.instrumentation",
            "bot.host",
        ),
        *("bot.engine", "storage", "discord", "aiohttp", "prometheus_client", "pydantic"),
    ),
    "bot/local": ("bot", "cogs", "storage", "discord", "simcord", "aiohttp"),
    "storage": ("aiosqlite", "filelock", "orjson", "psycopg"),
    "cogs": ("bot.ui", "bot.host", "discord"),
}
"""The longest folder that fits a file counts."""

TOP = (
    *("bot", "cogs", "storage", "discord", "aiohttp"),
    *("pydantic", "pydantic_core", "pydantic_settings", "platformdirs", "uvloop"),
)
"""The modules that stand directly in bot/ put everything together."""

DISTRIBUTIONS = {
    "PIL": "pillow",
    "discord": "discord.py",
    "markupsafe": "jinja2",  # which pins it
    "prometheus_client": "prometheus-client",
    "pydantic_core": "pydantic",  # which pins it
    "pydantic_settings": "pydantic-settings",
}


def may_import(source: Source) -> tuple[str, ...]:
    folder = source.where.rpartition("/")[0]
    if folder == "bot":
        return TOP
    layers = [layer for layer in LAYERS if folder == layer or folder.startswith(f"{layer}/")]
    assert layers, f"{source.where} lies in no layer: give its folder a line in LAYERS"
    layer = max(layers, key=len)
    if layer != "bot/games":
        return (layer.replace("/", "."), *LAYERS[layer])
    game = folder.removeprefix("bot/games").strip("/").partition("/")[0]
    if not game:
        return ("bot.games", *LAYERS[layer])  # the list of games knows them all
    return (f"bot.games.{game}", *LAYERS[layer], *(["PIL", "bot.drawing"] if source.in_game == "picture" else []))


def imported_from_above(source: Source) -> list[str]:
    allowed = may_import(source)
    return [
        f"{source.where}:{imported.line} imports {imported.name}"
        for imported in source.imports
        if imported.top not in sys.stdlib_module_names and not imported.within(allowed)
    ]


def test_each_layer_imports_only_what_lies_below_it() -> None:
    every = sources(*PACKAGES, at_least=60)
    wrong = [line for source in every for line in imported_from_above(source)]
    assert sum(len(source.imports) for source in every) > 300
    assert not wrong, "\n".join(wrong)


def test_the_program_runs_without_what_games_are_tested_with() -> None:
    wrong = [
        f"{source.where}:{imported.line} imports {imported.name}"
        for source in sources(*PACKAGES)
        for imported in source.imports
        if imported.within(["bot.testing"])
    ]
    assert not wrong, "\n".join(wrong)


def test_what_games_are_tested_with_knows_none_of_ours_and_nothing_of_the_tests() -> None:
    games = [f"bot.games.{folder.name}" for folder in game_folders()]
    files = [Source(path) for path in sorted((ROOT / TESTING).rglob("*.py"))]
    wrong = [
        f"{source.where}:{imported.line} imports {imported.name}"
        for source in files
        for imported in source.imports
        if imported.within([*games, "tests"])
    ]
    assert len(files) >= 20
    assert not wrong, "\n".join(wrong)


def test_only_storage_speaks_to_sqlite() -> None:
    wrong = [
        f"{source.where}:{imported.line} imports {imported.name}"
        for source in sources("bot", "cogs", at_least=50)
        for imported in source.imports
        if imported.top in {"sqlite3", "aiosqlite"}
    ]
    assert not wrong, "\n".join(wrong)
    assert any(imported.top == "aiosqlite" for source in sources("storage") for imported in source.imports)


def test_what_another_kind_of_database_shares_knows_nothing_of_sqlite() -> None:
    """Rows and operations go over `storage.interface.database`; see tests/storage/test_statements.py."""
    own = {f"storage.{module}" for module in ("sqlite", "offline", "files", "failures", "connect")}
    every = sources("storage", at_least=20)
    assert own <= {source.module for source in every}
    wrong = [
        f"{source.where}:{imported.line} imports {imported.name}"
        for source in every
        if source.module not in own and not source.where.startswith("storage/postgres/")
        for imported in source.imports
        if imported.top in {"sqlite3", "aiosqlite", "filelock", "psycopg"}
        or imported.within([*sorted(own), "storage.postgres"])
    ]
    assert not wrong, "\n".join(wrong)


def test_nobody_but_a_game_and_the_list_of_games_knows_a_game() -> None:
    games = [f"bot.games.{folder.name}" for folder in game_folders()]
    assert games
    wrong = [
        f"{source.where}:{imported.line} imports {imported.name}"
        for source in sources(*PACKAGES)
        if not source.where.startswith("bot/games/")
        for imported in source.imports
        if imported.within(games)
    ]
    assert not wrong, "\n".join(wrong)


def test_modules_are_imported_by_name_and_not_by_a_computed_one() -> None:
    """Else this file would prove nothing. Extensions of the client are loaded by discord.py itself."""
    wrong = []
    games_of_others = ["bot/game_plugins.py", "bot/new_game.py"]
    for source in [source for source in sources(*PACKAGES) if source.where not in games_of_others]:
        wrong += [f"{source.where}:{i.line}" for i in source.imports if i.within(["importlib"])]
        wrong += [
            f"{source.where}:{node.lineno}"
            for node in source.calls
            if getattr(node.func, "id", "") in {"__import__", "exec", "eval"}
        ]
    assert not wrong, "\n".join(wrong)


def test_every_other_import_is_declared_in_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = {re.split(r"[=<>\[; ]", line)[0] for line in project["dependencies"]}
    assert any(line.startswith("psycopg") for line in extras["postgres"])
    for_play = declared | {re.split(r"[=<>\[; ]", line)[0] for line in extras["play"]}
    assert len(declared) >= 5
    wrong = [
        f"{source.where}:{imported.line} imports {imported.name}"
        for source in sources(*PACKAGES)
        for imported in source.imports
        if imported.top not in OURS | sys.stdlib_module_names
        and DISTRIBUTIONS.get(imported.top, imported.top)
        not in (for_play if source.where.startswith("bot/local/") else declared)
        and not (imported.top == "psycopg" and source.where.startswith(("storage/postgres/", "storage/connect")))
    ]
    assert not wrong, "\n".join(wrong)


SQL = re.compile(
    r"\s*(?:select\b.+\bfrom\b|insert\s+(?:or\s+\w+\s+)?into\b|update\s+\w+\s+set\b|delete\s+from\b|replace\s+into\b"
    r"|(?:create|drop|alter)\s+(?:unique\s+)?(?:table|index|trigger|view)\b|pragma\s+\w|vacuum\b|begin\s+(?:immediate|exclusive)\b"
    r"|with\s+\w+\s+as\s*\()",
    re.DOTALL,
)
"""What SQL begins with, in lower case or capitals; a sentence for people begins otherwise."""


def sql_in(source: Source) -> list[str]:
    found = []
    for node in source.texts:
        text = str(node.value)
        if SQL.match(text) or (text.lstrip()[:4].isupper() and SQL.match(text.lower())):
            found.append(f"{source.where}:{node.lineno} {text.strip()[:60]!r}")
    return found


def test_sql_stands_in_storage_alone() -> None:
    in_storage = [found for source in sources("storage") for found in sql_in(source)]
    assert len(in_storage) >= 20, "this test no longer recognises SQL"
    wrong = [found for source in sources("bot", "cogs") for found in sql_in(source)]
    assert not wrong, "\n".join(wrong)
