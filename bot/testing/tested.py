"""What a game's own tests say of it to the common suite: a record in the `tested.py` of their folder."""

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
"""What the file is called; it holds a `TESTED`."""


def nothing(table: Any) -> Sequence[Any]:
    """Return what is hidden where all lies open: nothing."""
    return ()


def no_more(table: Any, seat: Seat, seed: str) -> Sequence[Any]:
    """Return no other truths than those that `redeal` makes."""
    return ()


@dataclass(frozen=True)
class Tested:
    """A game, and what the common suite cannot find out by itself."""

    game: AnyGame
    card_names: Sequence[str] = ()
    """What the cards of its box are called, as the rulebook prints them."""
    uncounted: Sequence[str] = ()
    """Cards of which there are as many as it takes."""
    vocabularies: Sequence[Vocabulary] = ()
    """The kinds of effect that its cards can have, with an example of each."""
    secrets: Callable[[Any], Iterable[Secret]] = nothing
    """The words that would tell what only some may know of a table, but for the seed."""
    hides_after: int = 40
    """So many moves after which much is hidden, where the game hides anything."""
    asks_nobody: Sequence[str] = ()
    """Steps that could ask like others of their kind, but only go round, or ask in games of earlier editions alone."""
    looks_at_hidden: bool = False
    """Whether its rules look at what is hidden and close the way back then, whatever they find."""
    hidden: Callable[[Any], Sequence[str]] = nothing
    """What seat 2, or nobody, knows and seat 1 does not: cards, in an order that means something."""
    more_truths: Callable[[Any, Seat, str], Sequence[Any]] = no_more
    """Tables, made of a redealt one with a seed, that a seat can perhaps not tell from it either."""
    rarely_as_prepared: bool = False
    """Whether what is prepared at random can hardly ever be played."""
    turns_end_with_changes: bool = False
    """Whether what is drawn or falls due as others end their turns may change what is prepared."""
    discreet: Mapping[str, Any] = field(default_factory=dict)
    """Options with which most is hidden, or the table waits for others after each play."""


_folders: list[Path] = []


def choose(folders: Iterable[Path]) -> None:
    """Say in which folders the tests of the games lie that are to be tested."""
    _folders[:] = folders
    under_test.cache_clear()


def folder_of(game: AnyGame) -> Path:
    """Return where a game's tests lie, with its records and saves."""
    return next(folder for folder in _folders if load(folder).game is game)


@cache
def under_test() -> Mapping[str, Tested]:
    """Return what is said of the games that are to be tested, by their keys."""
    said = [load(folder) for folder in _folders]
    order = [*GAMES, *(each.game.key for each in said)]
    return {each.game.key: each for each in sorted(said, key=lambda each: order.index(each.game.key))}


def games() -> Mapping[str, AnyGame]:
    """Return the games that are to be tested; if nobody has chosen, all that can be played."""
    return {key: tested.game for key, tested in under_test().items()} if _folders else GAMES


@cache
def load(folder: Path) -> Tested:
    """Return what the tests in a folder say of their game."""
    name = f"boardroom_tested_{folder.name}"
    spec = spec_from_file_location(name, folder / FILE)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Tested = module.TESTED
    return found


def package_of(game: AnyGame) -> str:
    """Return the package in which a game's classes lie, with a dot behind it."""
    top, *below = game.table.__module__.split(".")
    return ".".join([top, *below[:2], ""]) if top == "bot" else f"{top}."
