"""An organiser's corrections of mistakes: each is a line, which can be taken back."""

from __future__ import annotations

import pytest

from bot.leagues.draw import draw_divisions
from bot.leagues.log_entries import Cancelled, InvalidEntry, Joined, Moved, Placed, Replanned, Reverted
from bot.leagues.log_lookups import find_channel, find_plan
from bot.leagues.proof import check
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from tests.leagues.seasons import drawn, next_draw, opened, seed


def test_a_cancelled_sign_up_takes_nobody_and_is_open_again_when_that_is_taken_back() -> None:
    season = opened(5)
    before = Season(season.lines)
    (line,) = add_entries(season, Cancelled())
    for refused in (Joined(entrant=6, ticket="late"), Cancelled(), Placed(entrant=1, division=1)):
        with pytest.raises(InvalidEntry, match="cancelled"):
            add_entries(season, refused)
    add_entries(season, Reverted(line=line.number))
    assert season == before
    add_entries(season, Joined(entrant=6, ticket="late"))


def test_what_is_played_by_changes_before_the_draw_and_never_after() -> None:
    season = opened(8, Rules(title="fair", seats=4))
    changed = Replanned(rules=Rules(title="fair", seats=3), plan={"seats": 3}, before={"seats": 4})
    (line,) = add_entries(season, changed)
    assert season.get_rules().seats == 3
    assert find_plan(season, {"seats": 3}) == {"seats": 3}
    add_entries(season, Reverted(line=line.number))
    assert season.get_rules().seats == 4
    assert find_plan(season, {"seats": 3}) == {"seats": 4}
    with pytest.raises(InvalidEntry, match="keeps its game"):
        add_entries(season, Replanned(rules=Rules(title="other", seats=3), plan={}, before={}))
    with pytest.raises(InvalidEntry, match="drawn already"):
        add_entries(drawn(8), changed)


def test_a_player_who_is_put_into_a_division_plays_there_and_the_draw_is_proven_with_it() -> None:
    season = opened(14)
    plain = draw_divisions(season, seed(season)).entry.divisions
    down, up = plain[1][0], plain[2][0]
    add_entries(
        season,
        Placed(entrant=down, division=2),
        Placed(entrant=up, division=1),
        Placed(entrant=plain[1][1], division=9),
    )
    add_entries(season, next_draw(season))
    assert season.entrants[down].division == 2
    assert season.entrants[up].division == 1
    assert season.entrants[plain[1][1]].division == 1, "where there is no such division, the draw has its way"
    assert all(found.ok for found in check(season.lines))


def test_a_season_stands_in_the_channel_to_which_it_was_moved_last() -> None:
    season = drawn(8)
    assert find_channel(season, 1) == 1
    first, second = add_entries(season, Moved(channel_id=2, before=1), Moved(channel_id=3, before=2))
    assert find_channel(season, 3) == 3
    add_entries(season, Reverted(line=second.number))
    assert find_channel(season, 3) == 2
    add_entries(season, Reverted(line=first.number))
    assert find_channel(season, 2) == 1
