"""The hall of fame: winners of seasons, and records."""

from __future__ import annotations

from bot.leagues.careers import Participant, Volume, build_careers, build_contribution
from bot.leagues.hall_of_fame import (
    find_highest_score,
    find_longest_streak,
    list_highest_scores,
    list_longest_streaks,
    list_winners,
)
from bot.leagues.log_entries import Corrected, Disqualified, Ended, Entry, Left, Penalty, Reverted
from tests.leagues.seasons import one_table, places, result
from tests.leagues.test_player_records import ANN, BEN, CLEO, DORA, ENDS, PEOPLE, dated, volume


def won(*entries: Entry) -> dict[int, list[Participant]]:
    """The winner of season 1 after these events."""
    return {season: [*people] for season, people in list_winners(build_careers([volume(1, *entries)])).items()}


def test_a_season_has_a_champion_when_it_is_over_and_not_before() -> None:
    assert won(result(1, 1, 2, 3, 4)) == {}
    assert won(result(1, 1, 2, 3, 4), ENDS) == {1: [ANN]}


def test_a_player_who_shares_the_first_place_shares_the_title() -> None:
    assert won(result(1, (1, 2), 3, 4), ENDS) == {1: [ANN, BEN]}


def test_a_season_in_which_no_table_was_finished_has_no_champion() -> None:
    assert won(ENDS) == {}


def test_the_champion_is_of_the_best_division() -> None:
    season = dated(one_table(result(1, 3, 1, 2, 4), ENDS), 1)
    assert build_contribution(season).champions == [3]


def test_a_title_goes_to_whom_a_later_correction_puts_first_and_comes_back() -> None:
    """A ruling after the end: nothing is mended by hand."""
    happened = (result(1, 1, 2, 3, 4), ENDS, Corrected(table=1, places=places(2, 1, 3, 4)))
    assert won(*happened) == {1: [BEN]}
    assert won(*happened, Reverted(line=len(one_table(*happened).lines))) == {1: [ANN]}
    assert won(result(1, 1, 2, 3, 4), ENDS, Penalty(entrant=1, points=9)) == {1: [BEN]}
    assert won(result(1, 1, 2, 3, 4), ENDS, Disqualified(entrant=1)) == {1: [BEN]}


def test_titles_are_counted_over_seasons_in_the_order_in_which_they_ended() -> None:
    found = build_careers([volume(2, result(1, 1, 2, 3, 4), ENDS), volume(1, result(1, 1, 2, 3, 4), ENDS)])
    assert found[ANN].titles == [1, 2]


def test_a_champion_who_was_forgotten_keeps_the_title_without_a_name() -> None:
    """Each of their seasons is somebody else's then: nothing says that two were of one person."""
    known = {2: BEN, 3: CLEO, 4: DORA}
    found = build_careers([volume(at, result(1, 1, 2, 3, 4), ENDS, people=known) for at in (1, 2)])
    assert list_winners(found) == {1: [(1, 1)], 2: [(2, 1)]}
    assert ANN not in found


def test_wins_in_a_row_go_on_over_seasons_and_end_with_a_game_that_was_not_won() -> None:
    volumes = [
        volume(1, result(1, 1, 2, 3, 4)),
        volume(2, result(1, (1, 2), 3, 4)),
        volume(3, result(1, 2, 1, 3, 4)),
        volume(4, result(1, 1, 2, 3, 4)),
    ]
    found = build_careers(volumes)
    mine = find_longest_streak(ANN, found[ANN])
    assert mine is not None
    assert (mine.number, mine.played.season_id) == (2, 2)
    assert find_longest_streak(CLEO, found[CLEO]) is None, "one win, or none, is not worth telling"
    assert [(feat.person, feat.number) for feat in list_longest_streaks(found)] == [(ANN, 2), (BEN, 2)]


def test_the_highest_score_names_its_table_and_all_who_share_it() -> None:
    first = volume(1, result(1, 1, 2, 3, 4, scores={1: 30, 2: 20, 3: 10, 4: 5}))
    second = volume(2, result(1, 2, 1, 3, 4, scores={2: 30, 1: 29, 3: 28, 4: 0}))
    found = build_careers([second, first])
    assert [(feat.person, feat.number, feat.played.season_id) for feat in list_highest_scores(found)] == [
        (ANN, 30, 1),
        (BEN, 30, 2),
    ]
    best = find_highest_score(CLEO, found[CLEO])
    assert best is not None
    assert (best.number, best.played.season_id) == (28, 2)


def test_scores_of_a_game_that_was_not_played_to_its_end_by_all_are_no_record() -> None:
    """Where somebody concedes, the others' scores are those of that moment; a bot's, or a steward's, are nobody's."""
    scores = {1: 90, 2: 20, 3: 10, 4: 5}
    for happened in (
        (result(1, 1, 2, 3, 4, scores=scores, gone=[4]),),
        (Left(table=1, entrant=4), result(1, 1, 2, 3, 4, scores=scores)),
        (result(1, 1, 2, 3, 4, scores=scores).model_copy(update={"held": (4,)}),),
        (result(1, 1, 2, 3, 4, scores=scores), Corrected(table=1, places=places(1, 2, 3, 4))),
    ):
        found = build_careers([volume(1, *happened)])
        assert list_highest_scores(found) == []
        assert found[ANN].played[0].places[ANN] == 1


def test_a_record_stays_when_who_holds_it_is_forgotten() -> None:
    happened = result(1, 1, 2, 3, 4, scores={1: 30, 2: 20, 3: 10, 4: 5}), Ended(levels={})
    there = dict(PEOPLE)
    there.pop(1)
    found = build_careers([Volume(1, build_contribution(dated(one_table(*happened), 1)), there)])
    assert [(feat.person, feat.number) for feat in list_highest_scores(found)] == [((1, 1), 30)]
