"""Who goes up and down."""

from __future__ import annotations

from bot.leagues.log_entries import Withdrew
from bot.leagues.promotion import compute_levels, count_moving
from bot.leagues.rules import Rules
from bot.leagues.season import add_entries
from bot.leagues.standings import compute_standings
from tests.leagues.seasons import chances, drawn, play


def test_a_sixth_goes_up_and_as_many_down() -> None:
    rules = Rules(title="fair", seats=4)
    assert [count_moving(rules, entrants) for entrants in (4, 6, 7, 12, 13)] == [1, 1, 2, 2, 3]
    assert count_moving(Rules(title="fair", seats=2, moving=3), 2) == 1, "nobody is at once first and last"


def test_the_first_go_up_the_last_go_down_and_none_beyond_the_top_or_the_bottom() -> None:
    season = play(drawn(21), chances(4))
    found = compute_levels(season)
    for division in season.list_divisions():
        for row in compute_standings(season, division):
            up, down = row.place <= 2 and division > 1, row.place > 5 and division < 3
            assert found[row.number] == division - up + down


def test_a_player_who_shares_the_border_goes_up_or_stays() -> None:
    season = drawn(8, Rules(title="fair", seats=4, moving=1))
    assert set(compute_levels(season).values()) == {1}
    season = drawn(14, Rules(title="fair", seats=4, moving=1))
    assert {compute_levels(season)[one.number] for one in season.list_entrants(2)} == {2}, (
        "all share the first place before the start"
    )


def test_a_player_who_has_left_does_not_come_up() -> None:
    season = play(drawn(14), chances(4))
    first = compute_standings(season, 2)[0].number
    add_entries(season, Withdrew(entrant=first))
    assert first not in compute_levels(season)
