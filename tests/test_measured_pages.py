"""Measured pages state when, and at which commit, they were measured."""

from __future__ import annotations

import re

import pytest

from bot.games import OURS
from tests.measured import ROOT, STAMP, add_stamp, as_a_table_begins, chapters_of, format_stamp, remove_stamp
from tests.stale_chapters import find_previous_release, list_headings, list_stale_chapters


@pytest.mark.parametrize("page", ["how-long.md", "opponents.md", "benchmarks.md"])
def test_every_chapter_says_when_it_was_measured(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    chapters = [
        part for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:] if "win probabilit" not in part[:60]
    ]
    assert len(chapters) >= 5
    for chapter in chapters:
        assert STAMP.search(chapter), chapter.partition("\n")[0]


def test_the_page_of_a_season_says_at_its_top_when_it_was_played() -> None:
    top = (ROOT / "docs" / "season.md").read_text("utf-8")[:1500]
    assert re.search(r"20\d\d-\d\d-\d\d", top)
    assert re.search(r"commit [0-9a-f]{7,}", top)


def test_a_chapter_that_is_measured_again_has_one_stamp() -> None:
    chapter = "## Goodwill\n\n| a |\n\n| b |\n"
    stamped = add_stamp(add_stamp(chapter))
    assert stamped == f"## Goodwill\n\n{format_stamp()}\n\n| a |\n\n| b |\n"
    assert STAMP.search(stamped)
    assert remove_stamp(stamped) == chapter


def test_a_release_refuses_chapters_that_are_not_newer_than_the_previous_one() -> None:
    changes = "## [Unreleased]\n\n## [1.2.0] - 2026-12-20\n\n## [1.1.0] - 2026-11-28\n\n## [0.1.0] - 2026-11-21\n"
    previous = find_previous_release(changes, "1.2.0")
    assert previous == "2026-11-28"
    runs = {"Old": ("11-28", "A full"), "New": ("12-19", "A full"), "Quick": ("12-19", "A quick")}
    page = "\n".join(
        f"## {heading}\n\nMeasured on 2026-{day}, at commit 0a1b2c3d.\n\n{kind} run of 9 s.\n"
        for heading, (day, kind) in runs.items()
    )
    assert list_stale_chapters(page, ["Old", "New", "Quick", "Other"], previous) == [
        "Old: measured on 2026-11-28, not after the release of 2026-11-28",
        "Quick: measured in a quick run",
        "Other: missing",
    ]
    assert not list_stale_chapters(page, ["New"], previous)


def test_a_release_asks_for_every_chapter_that_is_measured() -> None:
    page = chapters_of((ROOT / "docs" / "benchmarks.md").read_text("utf-8"))
    assert {*page} - {*list_headings()} == {"Peers"}


def test_all_that_is_measured_is_played_as_a_table_begins() -> None:
    """Goodwill's tables are swift from 12 hours on; with bare default options, another game would be measured."""
    assert as_a_table_begins(OURS["goodwill"]) != OURS["goodwill"].options()
    tools = [path for name in ("bench", "ladder", "lengths", "season") for path in (ROOT / "tests" / name).glob("*.py")]
    bare = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tools
        if not path.name.startswith("test_")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(r"\boptions\(\)|build_default_options\(", line)
    ]
    assert not bare, f"these play with bare default options: {bare}"
