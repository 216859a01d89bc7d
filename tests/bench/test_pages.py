"""The benchmark rows that measure pages without a bot still run; `make bench` runs the others."""

from __future__ import annotations

from pathlib import Path

from tests.bench import league_pages, own_pages, web_pages
from tests.bench.__main__ import write_part
from tests.bench.report import Part, Row
from tests.measured import STAMP, chapters_of


def test_building_a_seasons_page_is_measured() -> None:
    row = web_pages.measure_season_page(1)
    assert row.value is not None
    assert row.value > 0


def test_the_pages_of_a_league_are_measured() -> None:
    rows = league_pages.measure(1).rows
    assert rows
    assert all(row.measured for row in rows)


async def test_a_decision_on_a_page_is_measured_beside_the_same_on_a_panel(tmp_path: Path) -> None:
    costs = await own_pages.measure_game(tmp_path, "carnegie", 2)
    rows = own_pages.build_rows("carnegie", costs)
    assert costs.page.taps <= costs.panel.taps
    assert all(row.value for row in rows)


def test_a_part_that_is_measured_anew_leaves_the_other_chapters(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    chapters = {"Engine": "## Engine\n\nas it was\n", "Requests": "## Requests\n\nas it was\n"}
    part = Part("Engine", "Games to their end.", [Row("a game", "3 ms")])
    write_part([part], chapters, page, seconds=2, quick=True)
    written = chapters_of(page.read_text("utf-8"))
    assert [*written] == ["Engine", "Requests", "Peers"]
    assert written["Requests"] == "## Requests\n\nas it was\n"
    assert "| a game | 3 ms" in written["Engine"]
    assert "A quick run of 2 s" in written["Engine"]
    assert STAMP.search(written["Engine"])
