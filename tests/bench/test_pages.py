"""The benchmark rows that measure pages without a bot still run; `make bench` runs the others."""

from __future__ import annotations

from tests.bench import league_pages, web_pages


def test_building_a_seasons_page_is_measured() -> None:
    row = web_pages.measure_season_page(1)
    assert row.value is not None
    assert row.value > 0


def test_the_pages_of_a_league_are_measured() -> None:
    rows = league_pages.measure(1).rows
    assert rows
    assert all(row.measured for row in rows)
