"""Games in packages of their own: found by the entry points of what is installed, looked at, and taken or refused.

A package names its game in the entry-point group `boardroom.games`, as `KEY = "PACKAGE.MODULE:GAME"`, and states in
`PACKAGE/__init__.py`, which imports nothing, for which version of this agreement it was written:

    BOARDROOM_API = 4

What belongs to the agreement is what `docs/new-game.md` lists. A game that cannot be taken is left out, with a sentence
that says why; nothing else is stopped by it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import MappingProxyType

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import AnyGame, Game

API = 4
"""Raised when a package that was written for it might not be right any more."""
GROUP = "boardroom.games"
KEY = re.compile(r"[a-z]+(-[a-z]+)*")
LONGEST = 30
"""Characters of a key or a title: keys stand in the ids of buttons, titles in menus."""
LONGEST_WHY = 300


class InvalidPlugin(Exception):
    """Why a game cannot be taken, as the end of a sentence."""


@dataclass(frozen=True)
class Refused:
    """A game that is installed and left out."""

    key: str
    """As its package calls it."""
    package: str
    """The distribution that brings it, with its version."""
    why: str

    def __str__(self) -> str:
        return f"{self.key} of {self.package} is left out: {self.why}"


@dataclass(frozen=True)
class Installed:
    """What packages of their own bring."""

    games: Mapping[str, AnyGame] = field(default_factory=lambda: MappingProxyType({}))
    packages: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By a game's key, the distribution that brings it, with its version."""
    folders: Sequence[str] = ()
    """Where their rules lie."""
    refused: Sequence[Refused] = ()


def look_for(ours: Iterable[AnyGame], found: Iterable[EntryPoint] | None = None) -> Installed:
    """Return the games that are installed beside ours.

    Args:
        ours: the program's own games, which no other game may be mistaken for.
        found: the entry points; None: those of everything that is installed.
    """
    own = list(ours)
    points = sorted(entry_points(group=GROUP) if found is None else found, key=lambda point: (point.name, point.value))
    called = Counter([game.key for game in own] + [point.name for point in points])
    titles = {game.title.casefold() for game in own}
    taken: dict[str, AnyGame] = {}
    folders: list[str] = []
    refused: list[Refused] = []
    for point in points:
        try:
            if called[point.name] > 1:
                raise InvalidPlugin("another game has the same key, and nobody could tell whose tables are whose")
            game, folder = _loaded(point)
            _must_fit(game, point.name)
            if game.title.casefold() in titles:
                raise InvalidPlugin(f"another game is called {game.title}, too")
        except InvalidPlugin as why:
            refused.append(Refused(point.name, _package(point), str(why)))
        else:
            taken[point.name] = game
            titles.add(game.title.casefold())
            folders.append(folder)
    packages = {point.name: _package(point) for point in points if point.name in taken}
    return Installed(taken, packages, folders, refused)


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else "a package without a name"


def _loaded(point: EntryPoint) -> tuple[AnyGame, str]:
    """Return the game of an entry point, and the folder its package lies in."""
    top = point.module.partition(".")[0]
    try:
        package = import_module(top)
    except (Exception, SystemExit) as failed:
        raise InvalidPlugin(f"it cannot be imported ({_said(failed)})") from failed
    stated = getattr(package, "BOARDROOM_API", None)
    if stated != API:
        written = f"for version {stated!r}" if stated is not None else "for none that it states"
        raise InvalidPlugin(
            f"it was written {written} of what games may rely on (BOARDROOM_API); this program has {API}"
        )
    try:
        game = point.load()
    except (Exception, SystemExit) as failed:
        raise InvalidPlugin(f"it cannot be loaded ({_said(failed)})") from failed
    if not isinstance(game, Game):
        raise InvalidPlugin(f"{point.value} is no Game")
    return game, str(Path(package.__file__ or "").parent)


def _must_fit(game: AnyGame, name: str) -> None:
    """Raise NotFit unless a table of this game can be set up, saved and shown."""
    if game.key != name or not KEY.fullmatch(game.key) or len(game.key) > LONGEST:
        raise InvalidPlugin(f"its key is {game.key!r}: small letters and hyphens, and the name of its entry point")
    if not game.title.strip() or len(game.title) > LONGEST or "\n" in game.title:
        raise InvalidPlugin(f"its title has to be one line of at most {LONGEST} characters")
    if not game.seats or game.seats[0] < 1:
        raise InvalidPlugin("nobody can sit at it")
    if set(game.upgrades or {}) != set(range(1, game.version)):
        raise InvalidPlugin(f"it lacks upgrades, one from each version of its table to the next, up to {game.version}")
    try:
        _try_out(game)
    except (Exception, SystemExit) as failed:
        raise InvalidPlugin(f"a table of it cannot be set up ({_said(failed)})") from failed


def _try_out(game: AnyGame) -> None:
    """Set up a table with the fewest players and show it, in another truth as well, as the guard will."""
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
    play.questions(table)


def _said(failed: BaseException) -> str:
    """Return the kind and the first line of an error, for the operator; no table is played yet, so it tells nothing."""
    words = " ".join(str(failed).split())
    told = f"{type(failed).__name__}: {words}" if words else type(failed).__name__
    return told if len(told) <= LONGEST_WHY else f"{told[: LONGEST_WHY - 1]}…"
