"""A game's declaration for the common suite: a record in the `tested.py` of its tests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.games import GAMES
from bot.testing.secrets import Secret

if TYPE_CHECKING:
    from bot.testing.effects import Vocabulary

FILE = "tested.py"
"""The file name; the file defines `TESTED`."""


def return_nothing(table: Any) -> Sequence[Any]:
    """Return no secrets, for games in which everything is public."""
    return ()


def return_no_truths(table: Any, seat: Seat, seed: str) -> Sequence[Any]:
    """Return no further tables; those that `redeal` makes suffice."""
    return ()


@dataclass(frozen=True)
class Tested:
    """A game, with facts that the common suite cannot derive."""

    game: AnyGame
    card_names: Sequence[str] = ()
    """The names of the cards in its box, as printed in the rulebook."""
    uncounted: Sequence[str] = ()
    """Cards in unlimited supply."""
    vocabularies: Sequence[Vocabulary] = ()
    """The kinds of effect of its cards, with an example of each."""
    secrets: Callable[[Any], Iterable[Secret]] = return_nothing
    """The words that would reveal hidden information of a table, except the seed."""
    hides_after: int = 40
    """The number of moves after which much is hidden, if the game hides anything."""
    asks_nobody: Sequence[str] = ()
    """Steps that inherit questions but never ask, or ask only in games of earlier editions."""
    looks_at_hidden: bool = False
    """Whether its rules read hidden information and then always block undo."""
    hidden: Callable[[Any], Sequence[str]] = return_nothing
    """Information known to seat 2, or to nobody, and hidden from seat 1: cards, in a meaningful order."""
    more_truths: Callable[[Any, Seat, str], Sequence[Any]] = return_no_truths
    """Further tables, made of a resampled one with a seed, that a seat may be unable to distinguish from it."""
    rarely_as_prepared: bool = False
    """Whether a random prepared turn can hardly ever be played."""
    turns_end_with_changes: bool = False
    """Whether draws and due events while others end their turns may change a prepared turn."""
    discreet: Mapping[str, Any] = field(default_factory=dict)
    """Options with which most is hidden, or the table waits for others after each play."""


_folders: list[Path] = []


def choose_folders(folders: Iterable[Path]) -> None:
    """Set the folders of the games to test."""
    _folders[:] = folders
    load_tested.cache_clear()


def find_folder(game: AnyGame) -> Path:
    """Return the folder of a game's tests, with its records and saves."""
    return next(folder for folder in _folders if load(folder).game is game)


@cache
def load_tested() -> Mapping[str, Tested]:
    """Return the declarations of the games to test, by their keys."""
    said = [load(folder) for folder in _folders]
    order = [*GAMES, *(each.game.key for each in said)]
    return {each.game.key: each for each in sorted(said, key=lambda each: order.index(each.game.key))}


def list_games() -> Mapping[str, AnyGame]:
    """Return the games to test; by default all that can be played."""
    return {key: tested.game for key, tested in load_tested().items()} if _folders else GAMES


@cache
def load(folder: Path) -> Tested:
    """Return the declaration in a folder."""
    name = f"boardroom_tested_{folder.name}"
    spec = spec_from_file_location(name, folder / FILE)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Tested = module.TESTED
    return found


def get_package(game: AnyGame) -> str:
    """Return the package of a game's classes, with a trailing dot."""
    top, *below = game.table.__module__.split(".")
    return ".".join([top, *below[:2], ""]) if top == "bot" else f"{top}."
