"""Scaffold a new game: a package with a small complete game and its tests, copied from our example."""

from __future__ import annotations

import keyword
import re
import shutil
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from bot.game_plugins import MAX_KEY_CHARS

EXAMPLES = (Path(__file__).with_name("example_game"), Path(__file__).parents[1] / "tests" / "example_game")
"""Folders of the example: in an installation, or in a checkout."""
NAME = re.compile(r"[A-Za-z]+( [A-Za-z]+)*")


class CannotLayOut(Exception):
    """Raised when no game can be scaffolded; the text is a sentence that says why."""


def create_package(name: str, into: Path, taken: Mapping[str, object]) -> Path:
    """Write a package with a game of this name.

    Args:
        name: the game's title.
        into: the folder in which the package's folder is made.
        taken: the existing games by key.

    Returns:
        the package's folder.

    Raises:
        CannotLayOut: the name is unsuitable, or the folder exists.
    """
    name = " ".join(name.split())
    if not NAME.fullmatch(name) or len(name) > MAX_KEY_CHARS:
        raise CannotLayOut(
            f"A game's name is at most {MAX_KEY_CHARS} letters from A to Z, with spaces between its words."
        )
    key, package = name.lower().replace(" ", "-"), name.lower().replace(" ", "_")
    if key in taken:
        raise CannotLayOut(f"There is a game with the key {key} already. Choose another name.")
    if keyword.iskeyword(package) or package in sys.stdlib_module_names or find_spec(package) is not None:
        raise CannotLayOut(f"Python has something called {package} already. Choose another name, such as The {name}.")
    folder = into / key
    if folder.exists():
        raise CannotLayOut(f"{folder} is there already. Choose another name, or another folder with --into.")
    example = next((path for path in EXAMPLES if path.is_dir()), None)
    if example is None:
        raise CannotLayOut("This installation has no example of a game, as in a container. Do it from a checkout.")
    words = _build_replacements(name, key, package)
    for path in sorted(example.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and ".pytest_cache" not in path.parts:
            to = folder / _replace_names(path.relative_to(example).as_posix(), {"orchard": package})
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(_replace_names(path.read_text(encoding="utf-8"), words), encoding="utf-8")
            shutil.copymode(path, to)
    return folder


def _build_replacements(name: str, key: str, package: str) -> Mapping[str, str]:
    """Return the replacements for the example's names, the longest first."""
    return {
        'orchard = "orchard.game:GAME"': f'{key} = "{package}.game:GAME"',
        "boardroom-orchard": f"boardroom-{key}",
        'key="orchard"': f'key="{key}"',
        "The Orchard": name,
        "Orchard": "".join(word.capitalize() for word in name.split()),
        "orchard": package,
    }


def _replace_names(text: str, words: Mapping[str, str]) -> str:
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], text)
