"""Discovery and validation of games that are installed as separate packages.

A package names its game in the entry-point group `boardroom.games`, as `KEY = "PACKAGE.MODULE:GAME"`, and states in
`PACKAGE/__init__.py`, which imports nothing, the version of the plugin API it was written for:

    BOARDROOM_API = 5

`docs/new-game.md` lists the contents of this API. A game that fails validation is left out, with a sentence that says
why; the others are loaded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import AnyGame, Game

API_VERSION = 5
"""Version of the plugin API, raised for every change that may break a package."""
ENTRY_POINT_GROUP = "boardroom.games"
KEY_PATTERN = re.compile(r"[a-z]+(-[a-z]+)*")
MAX_KEY_CHARS = 30
"""Maximum length of a key or a title: keys are part of custom_ids, titles appear in menus."""
MAX_REASON_CHARS = 300
GROUPS: Mapping[str, Any] = {
    each.name: each.default_factory for each in fields(Game) if each.default_factory is not MISSING
}
"""The record of each group of optional fields, by its name in `Game`."""
UNKNOWN_FIELD = re.compile(r"\bGame\.__init__\(\) got an unexpected keyword argument '(\w+)'")


class InvalidPlugin(Exception):
    """Raised for a game that cannot be loaded; the text is the end of a sentence that says why."""


@dataclass(frozen=True)
class RefusedPlugin:
    """An installed game that is left out."""

    key: str
    """The key that its package gives it."""
    package: str
    """Name and version of its distribution."""
    why: str

    def __str__(self) -> str:
        return f"{self.key} of {self.package} is left out: {self.why}"


@dataclass(frozen=True)
class InstalledGames:
    """The games of separate packages."""

    games: Mapping[str, AnyGame] = field(default_factory=lambda: MappingProxyType({}))
    packages: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Name and version of each game's distribution, by the game's key."""
    folders: Sequence[str] = ()
    """Folders of their packages."""
    refused: Sequence[RefusedPlugin] = ()


def discover_games(ours: Iterable[AnyGame], found: Iterable[EntryPoint] | None = None) -> InstalledGames:
    """Load and validate the installed plugin games.

    Args:
        ours: the program's own games, whose keys and titles are reserved.
        found: the entry points; None: those of all installed packages.
    """
    own = list(ours)
    points = sorted(
        entry_points(group=ENTRY_POINT_GROUP) if found is None else found, key=lambda point: (point.name, point.value)
    )
    called = Counter([game.key for game in own] + [point.name for point in points])
    titles = {game.title.casefold() for game in own}
    taken: dict[str, AnyGame] = {}
    folders: list[str] = []
    refused: list[RefusedPlugin] = []
    for point in points:
        try:
            if called[point.name] > 1:
                raise InvalidPlugin("another game has the same key, and nobody could tell whose tables are whose")
            game, folder = _load_game(point)
            _validate_game(game, point.name)
            if game.title.casefold() in titles:
                raise InvalidPlugin(f"another game is called {game.title}, too")
        except InvalidPlugin as why:
            refused.append(RefusedPlugin(point.name, _format_distribution(point), str(why)))
        else:
            taken[point.name] = game
            titles.add(game.title.casefold())
            folders.append(folder)
    packages = {point.name: _format_distribution(point) for point in points if point.name in taken}
    return InstalledGames(taken, packages, folders, refused)


def _format_distribution(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else "a package without a name"


def _load_game(point: EntryPoint) -> tuple[AnyGame, str]:
    """Load the game of an entry point; return it with its package's folder."""
    top = point.module.partition(".")[0]
    try:
        package = import_module(top)
    except (Exception, SystemExit) as failed:
        raise InvalidPlugin(f"it cannot be imported ({_describe_failure(failed)})") from failed
    stated = getattr(package, "BOARDROOM_API", None)
    if stated != API_VERSION:
        written = f"for version {stated!r}" if stated is not None else "for none that it states"
        raise InvalidPlugin(
            f"it was written {written} of what games may rely on (BOARDROOM_API); this program has {API_VERSION}"
        )
    try:
        game = point.load()
    except (Exception, SystemExit) as failed:
        raise InvalidPlugin(f"it cannot be loaded ({_describe_failure(failed)})") from failed
    if not isinstance(game, Game):
        raise InvalidPlugin(f"{point.value} is no Game")
    return game, str(Path(package.__file__ or "").parent)


def _validate_game(game: AnyGame, name: str) -> None:
    """Raise InvalidPlugin unless a table of this game can be set up, saved and shown."""
    if game.key != name or not KEY_PATTERN.fullmatch(game.key) or len(game.key) > MAX_KEY_CHARS:
        raise InvalidPlugin(f"its key is {game.key!r}: small letters and hyphens, and the name of its entry point")
    if not game.title.strip() or len(game.title) > MAX_KEY_CHARS or "\n" in game.title:
        raise InvalidPlugin(f"its title has to be one line of at most {MAX_KEY_CHARS} characters")
    if not game.seats or game.seats[0] < 1:
        raise InvalidPlugin("nobody can sit at it")
    for group, record in GROUPS.items():
        if not isinstance(getattr(game, group), record):
            raise InvalidPlugin(f"its {group} have to be a {record.__name__} of bot.engine.game_groups")
    if set(game.saved.upgrades) != set(range(1, game.saved.version)):
        raise InvalidPlugin(
            f"it lacks upgrades, one from each version of its table to the next, up to {game.saved.version}"
        )
    try:
        _try_out(game)
    except (Exception, SystemExit) as failed:
        raise InvalidPlugin(f"a table of it cannot be set up ({_describe_failure(failed)})") from failed


def _try_out(game: AnyGame) -> None:
    """Set up a table with the fewest players and show it; check that no reader can tell a resampled one apart."""
    box = type(game.box).model_validate_json(game.box.model_dump_json())
    if box != game.box:
        raise ValueError("its box does not come back as it was saved")
    table = play.begin(game.set_up(game.options(), min(game.seats), "tried out", box)).table
    play.copy(table)
    for reader in (None, *table.seats):
        view = game.view(table, reader)
        if game.view(game.redeal(table, reader, Chance(seed="another truth")), reader) != view:
            raise ValueError("somebody can tell a redealt table from the real one")
        game.page(view)
        game.hand(view)
    play.list_questions(table)


def _describe_failure(failed: BaseException) -> str:
    """Return the type and the first line of an error. No table is played yet, so it reveals nothing."""
    words = " ".join(str(failed).split())
    unknown = UNKNOWN_FIELD.search(words)
    for group, record in GROUPS.items():
        if unknown is not None and unknown[1] in {each.name for each in fields(record)}:
            return f"Game has no field {unknown[1]}; it is part of a group, {group}={record.__name__}({unknown[1]}=...)"
    told = f"{type(failed).__name__}: {words}" if words else type(failed).__name__
    return told if len(told) <= MAX_REASON_CHARS else f"{told[: MAX_REASON_CHARS - 1]}…"
