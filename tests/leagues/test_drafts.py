"""What a correction would change, before anybody writes it; and which tables may begin."""

from __future__ import annotations

import pytest

from bot.leagues.entry_preview import simulate_entry
from bot.leagues.log_entries import Began, Corrected, InvalidEntry, LogLine, Penalty, Reverted, Withdrew
from bot.leagues.rules import EDITION, Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.season_end import build_end, build_settlement, collect_brought
from bot.leagues.standings import compute_standings
from bot.leagues.table_opening import list_openable
from tests.leagues.seasons import chances, drawn, one_table, places, play, result


def test_a_correction_shows_places_and_promotions_before_and_after() -> None:
    season = play(drawn(14), chances(2))
    before = Season(season.lines)
    first, second, *_ = compute_standings(season, 2)
    penalty = Penalty(entrant=first.number, points=30)
    found = simulate_entry(season, penalty)
    assert season == before, "nothing is written yet"
    change = found.changes[first.number]
    assert change.before is not None
    assert change.after is not None
    assert (change.before.place, change.after.place > 2) == (1, True)
    assert (change.level_before, change.level_after) == (1, 2)
    assert second.number in found.changes
    assert not {row.number for row in compute_standings(season, 1)} & found.changes.keys()
    season.add(found.line)
    assert {row.number: row for row in compute_standings(season, 2)}[first.number] == change.after


def test_what_is_put_right_in_the_week_of_protests_moves_who_goes_up_and_down() -> None:
    season = play(drawn(14), chances(2))
    first, *_ = compute_standings(season, 2)
    add_entries(season, build_end(season))
    penalty = Penalty(entrant=first.number, points=30)
    change = simulate_entry(season, penalty).changes[first.number]
    assert (change.level_before, change.level_after) == (1, 2)
    add_entries(season, penalty)
    assert collect_brought(season, {1: first.number})[1].level == 2, "as the next draw has it"
    add_entries(season, Reverted(line=len(season.lines)))
    assert collect_brought(season, {1: first.number})[1].level == 1


@pytest.mark.parametrize("edition", [1, EDITION])
def test_once_the_next_season_is_drawn_what_is_put_right_changes_places_and_nobodys_division(edition: int) -> None:
    season = play(drawn(14, Rules(title="fair", seats=4, edition=edition)), chances(2))
    first, *_ = compute_standings(season, 2)
    add_entries(season, build_end(season))
    if edition > 1:  # in the first, the end has settled it
        add_entries(season, build_settlement(season))
    change = simulate_entry(season, Penalty(entrant=first.number, points=30)).changes[first.number]
    assert change.before is not None
    assert change.after is not None
    assert change.before.place < change.after.place
    assert change.level_before == change.level_after == 1


def test_a_draft_of_a_revert_shows_what_comes_back() -> None:
    season = one_table(result(1, 1, 2, 3, 4), Penalty(entrant=1, points=5))
    found = simulate_entry(season, Reverted(line=len(season.lines)))
    change = found.changes[1]
    assert change.before is not None
    assert change.after is not None
    assert change.after.points - change.before.points == 300


def test_a_draft_is_written_only_while_it_is_the_next_line() -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    found = simulate_entry(season, Penalty(entrant=1, points=5))
    add_entries(season, Penalty(entrant=2, points=1))
    with pytest.raises(InvalidEntry, match="was expected"):
        season.add(found.line)
    assert isinstance(found.line, LogLine)


def test_what_does_not_fit_gives_no_draft() -> None:
    with pytest.raises(InvalidEntry):
        simulate_entry(one_table(), Corrected(table=1, places=places(4, 2, 3, 1)))


def test_without_caps_all_tables_open_at_once() -> None:
    assert len(list_openable(drawn(7))) == 7


def test_nobody_plays_more_games_at_once_than_they_want() -> None:
    season = drawn(7, cap=2)
    while waiting := [table for table in season.tables.values() if table.is_open]:
        for table in list_openable(season):
            add_entries(season, Began(table=table.number, game_id=table.number))
        running = [table for table in waiting if table.fate == "running"]
        playing = [one for table in running for one in table.seats]
        assert max(playing.count(one) for one in playing) <= 2
        assert list_openable(season) == []
        add_entries(season, result(running[0].number, *running[0].seats))


def test_a_table_whose_chair_is_free_opens_and_one_where_all_are_gone_does_not() -> None:
    season = one_table(Withdrew(entrant=1))
    assert [table.number for table in list_openable(season)] == [1]
    add_entries(season, *[Withdrew(entrant=number) for number in (2, 3, 4)])
    assert list_openable(season) == []
