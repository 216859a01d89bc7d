"""Settings of measured tables, and date and commit of the pages that the tools generate."""

from __future__ import annotations

import re
import subprocess
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from bot.engine.game import AnyGame
from bot.engine.options import Options, build_default_options

ROOT = Path(__file__).resolve().parents[1]
STAMP = re.compile(r"^Measured on \d{4}-\d\d-\d\d, at commit [0-9a-z-]+\.\n\n", re.MULTILINE)
"""A line below the heading of a measured chapter."""

USUAL_HOURS = 24
"""Hours for each answer at a table whose opener changes nothing."""


def as_a_table_begins(game: AnyGame, hours: float | None = USUAL_HOURS) -> Options:
    """Return the options with which a table of this pace begins; all that is measured is played with them."""
    found: Options = build_default_options(game.options, hours)
    return found


@cache
def read_commit() -> str:
    """Return the short hash of the checked-out commit, with `-dirty` if files other than pages of `docs` were changed.

    The tools write those pages, one after the other.
    """
    try:
        commit = _run_git("describe", "--always", "--exclude", "*")
        changed = _run_git("diff", "--name-only", "HEAD", "--", ".", ":!docs")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{commit}-dirty" if changed else commit


def _run_git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603


def format_stamp() -> str:
    """Return the line that says when something was measured, and at which commit."""
    return f"Measured on {datetime.now(UTC):%Y-%m-%d}, at commit {read_commit()}."


def add_stamp(chapter: str) -> str:
    """Return a chapter with today's stamp below its heading, in place of an older one."""
    heading, _, text = remove_stamp(chapter).partition("\n\n")
    return f"{heading}\n\n{format_stamp()}\n\n{text}"


def remove_stamp(chapter: str) -> str:
    """Return a chapter without its stamp."""
    return STAMP.sub("", chapter)


def chapters_of(text: str) -> dict[str, str]:
    """Return the chapters of a page by their titles, in the order of the page."""
    return {
        found[1]: found[0].rstrip("\n") + "\n"
        for found in re.finditer(r"^## (.*)\n(?:(?!## ).*\n)*", text, re.MULTILINE)
    }
