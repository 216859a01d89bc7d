"""List the chapters of `docs/benchmarks.md` that a release must measure again: `python -m tests.stale_chapters`.

This is a step of the release recipe, not a test: between releases the page may be old.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from bot import __version__
from tests.bench.report import TARGET
from tests.measured import ROOT, STAMP, chapters_of

RELEASE = re.compile(r"^## \[(.+?)\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)
"""The heading of a release in the change log: its version and its date."""
QUICK = "\nA quick run"
PART = re.compile(r'\bPart\(\s*"([^"]+)"')


def list_headings() -> Sequence[str]:
    """Return the headings of the chapters that `make bench` writes."""
    tools = sorted(path for path in TARGET.parents[1].glob("tests/bench/*.py") if not path.name.startswith("test_"))
    return [heading for path in tools for heading in PART.findall(path.read_text("utf-8"))]


def find_previous_release(changes: str, version: str) -> str:
    """Return the date of the newest release in the change log before this version; empty: there was none."""
    return max((date for released, date in RELEASE.findall(changes) if released != version), default="")


def list_stale_chapters(page: str, headings: Sequence[str], previous: str) -> Sequence[str]:
    """Return what a release must measure anew, in words.

    Args:
        page: the text of the page.
        headings: the chapters that it should have.
        previous: the date of the previous release.
    """
    chapters, found = chapters_of(page), []
    for heading in headings:
        chapter = chapters.get(heading, "")
        stamp = STAMP.search(chapter)
        measured = "" if stamp is None else stamp[0].split()[2].rstrip(",")
        if not chapter:
            found.append(f"{heading}: missing")
        elif measured <= previous:
            found.append(f"{heading}: measured on {measured or 'an unknown day'}, not after the release of {previous}")
        elif QUICK in chapter:
            found.append(f"{heading}: measured in a quick run")
    return found


def main() -> int:
    """Print what is stale."""
    previous = find_previous_release((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)
    found = list_stale_chapters(TARGET.read_text("utf-8"), list_headings(), previous)
    for line in found:
        print(line)
    since = f"for version {__version__}, after the release of {previous or 'none'}"
    print(f"{len(found)} chapters of docs/benchmarks.md must be measured again {since}.")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
