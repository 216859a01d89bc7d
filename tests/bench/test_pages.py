"""The benchmark rows that measure pages without a bot still run; `make bench` runs the others."""

from __future__ import annotations

from pathlib import Path

from tests.bench import league_pages, own_pages, web_pages


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
