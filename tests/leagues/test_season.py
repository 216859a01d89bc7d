"""The log of a season and its fold: the only way to a standing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues import log_entries
from bot.leagues.log_entries import (
    Adjudicated,
    Began,
    Carded,
    Corrected,
    Disqualified,
    Drawn,
    Ended,
    InvalidEntry,
    Joined,
    Left,
    LogLine,
    Opened,
    Penalty,
    Protested,
    Resulted,
    Reverted,
    Ruled,
    SeatTaken,
    Settled,
    Substituted,
    UnknownLine,
    Voided,
    Withdrew,
)
from bot.leagues.ratings import list_rated_games
from bot.leagues.reverts import find_reverted
from bot.leagues.rules import EDITION, SIXTIETHS, Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from tests.leagues.seasons import (
    SEEDS,
    chances,
    drawn,
    meddles,
    next_draw,
    one_table,
    opened,
    places,
    play,
    result,
    seed,
    tables,
)


def points(season: Season, division: int = 1) -> dict[int, float]:
    return {row.number: row.points / SIXTIETHS for row in compute_standings(season, division)}


def mixed(seed: int, times: int) -> Season:
    """A season in which everything happens that can."""
    random = chances(seed)
    season = drawn(9, Rules(title="fair", seats=3), helpers=1)
    for _ in range(times):
        play(season, random, times=1)
        entry = meddles(season, random)
        if entry is not None and random.random() < 0.3:
            add_entries(season, entry)
    return season


@given(SEEDS)
@settings(max_examples=20)
def test_a_log_read_again_gives_the_same_season(seed: int) -> None:
    season = mixed(seed, 30)
    again = Season(log_entries.parse_line(line.model_dump_json()) for line in season.lines)
    assert again == season
    assert again.lines == season.lines
    assert all(
        compute_standings(again, division) == compute_standings(season, division)
        for division in season.list_divisions()
    )


@given(SEEDS, st.integers(0, 25))
@settings(max_examples=20)
def test_a_fold_of_the_first_lines_goes_on_as_if_nothing_had_been_between(seed: int, upto: int) -> None:
    """A crash between any two entries loses nothing."""
    whole = mixed(seed, 30)
    again = Season(whole.lines[: 12 + upto])
    for line in whole.lines[12 + upto :]:
        again.add(line)
    assert again == whole


@given(SEEDS)
@settings(max_examples=20)
def test_a_revert_restores_the_season_bit_for_bit(seed: int) -> None:
    season = mixed(seed, 20)
    before = Season(season.lines)
    entry = meddles(season, chances(seed))
    if entry is None:
        return
    (line,) = add_entries(season, entry)
    changed = Season(season.lines)
    (revert,) = add_entries(season, Reverted(line=line.number))
    assert season == before
    assert all(compute_standings(season, one) == compute_standings(before, one) for one in season.list_divisions())
    add_entries(season, Reverted(line=revert.number))
    assert season == changed, "and the revert of a revert brings it back"


def test_an_earlier_line_can_be_reverted_while_later_ones_stand() -> None:
    season = one_table(Penalty(entrant=1, points=2), result(1, 1, 2, 3, 4))
    penalty = next(line.number for line in season.lines if isinstance(line.entry, Penalty))
    assert points(season)[1] == 8
    add_entries(season, Reverted(line=penalty))
    assert points(season)[1] == 10


def test_what_others_rest_upon_cannot_be_reverted_and_nothing_changes() -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    before = Season(season.lines)
    with pytest.raises(InvalidEntry, match="Line 3 cannot be reverted, for later ones rest upon it"):
        add_entries(season, Reverted(line=3))
    assert season == before
    assert len(season.lines) == len(before.lines)


@pytest.mark.parametrize("wrong", [(6, 6, 6, 6), (1, 3, 4, 4), (0, 1, 2, 3), (2, 3, 4, 4), (1, 2, 2, 3)])
def test_places_with_a_gap_are_no_result(wrong: tuple[int, ...]) -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    seats = season.tables[1].seats
    before = Season(season.lines)
    with pytest.raises(InvalidEntry, match="The places of table 1 have a gap"):
        add_entries(season, Corrected(table=1, places=dict(zip(seats, wrong, strict=True))))
    assert season == before


@pytest.mark.parametrize("points", [0, 101, -101, 9999])
def test_one_decision_takes_or_gives_at_most_100_points(points: int) -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    with pytest.raises(InvalidEntry, match="1 to 100 points"):
        add_entries(season, Penalty(entrant=1, points=points))


def test_lines_that_do_not_count() -> None:
    lines = [
        LogLine(number=1, entry=Penalty(entrant=1, points=1)),
        LogLine(number=2, entry=Reverted(line=1)),
        LogLine(number=3, entry=Reverted(line=2)),
        LogLine(number=4, entry=Penalty(entrant=1, points=1)),
        LogLine(number=5, entry=Reverted(line=4)),
    ]
    assert find_reverted(lines) == {2, 4}


def test_lines_come_without_a_gap() -> None:
    season = one_table()
    with pytest.raises(InvalidEntry, match=f"Line {len(season.lines) + 1} was expected"):
        season.add(LogLine(number=99, entry=Penalty(entrant=1, points=1)))


def test_a_player_who_concedes_stands_below_all_who_stayed() -> None:
    season = one_table(Began(table=1, game_id=7), Left(table=1, entrant=2), result(1, 2, 1, 3, 4))
    assert points(season) == {1: 10, 3: 6, 4: 3, 2: 0}


def test_the_last_one_standing_wins_and_those_who_gave_up_get_nothing() -> None:
    season = one_table(result(1, 1, (2, 3, 4), gone=(2, 3, 4)))
    assert points(season) == {1: 10, 2: 0, 3: 0, 4: 0}


def test_a_substitute_is_thanked_and_risks_nothing() -> None:
    season = one_table(Began(table=1, game_id=7), Substituted(table=1, left=1, entrant=5), result(1, 1, 2, 3, 4))
    assert points(season) == {2: 10, 3: 6, 4: 3, 1: 0}, "the substitute has won for nobody"
    assert season.entrants[5].helped == 1


def test_nobody_substitutes_at_a_table_of_their_own() -> None:
    with pytest.raises(InvalidEntry, match="has a seat of their own"):
        one_table(Substituted(table=1, left=1, entrant=2))


def test_a_result_comes_once() -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    with pytest.raises(InvalidEntry, match="has its result already"):
        add_entries(season, result(1, 4, 3, 2, 1))
    assert points(season)[1] == 10


def test_a_result_names_everybody_who_sits_there() -> None:
    with pytest.raises(InvalidEntry, match="not those of the entrants"):
        one_table(result(1, 1, 2, 3))


def test_a_correction_replaces_a_result_and_who_was_gone() -> None:
    season = one_table(Left(table=1, entrant=2), Began(table=1, game_id=7), result(1, 1, 3, 4, 2, gone=(4,)))
    assert points(season)[4] == 0
    add_entries(season, Corrected(table=1, places=places(4, 3, 1, 2)))
    assert points(season) == {4: 10, 3: 6, 1: 3, 2: 0}


def test_a_player_who_does_not_come_earns_nothing_and_the_others_what_their_places_are_worth() -> None:
    came_to = (Left(table=1, entrant=2), Left(table=1, entrant=3), Began(table=1, game_id=7), result(1, 2, 1, 4, 3))
    season = one_table(*came_to)
    assert points(season) == {1: 10, 4: 6, 2: 0, 3: 0}
    assert season.compute_places(season.tables[1]) == {1: 1, 4: 2, 2: 3, 3: 3}
    left_later = one_table(Began(table=1, game_id=7), Left(table=1, entrant=2), result(1, 2, 1, 3, 4))
    assert points(left_later)[2] == 0, "who came, and left, has not played either"


def test_among_those_who_are_level_too_who_does_not_come_earns_nothing() -> None:
    season = tables(opened(3, Rules(title="fair", seats=3)), (1, 2, 3), (1, 2, 3))
    add_entries(season, Left(table=1, entrant=2), result(1, 1, 3, 2), result(2, 2, 3, 1), Penalty(entrant=1, points=2))
    assert points(season) == {1: 10, 2: 10, 3: 10}
    assert [(row.number, row.place) for row in compute_standings(season, 1)] == [(1, 1), (2, 2), (3, 3)], (
        "12, 10 and 10"
    )


def test_in_seasons_of_the_editions_before_who_did_not_come_had_the_last_place() -> None:
    season = opened(4, Rules(title="fair", seats=4, edition=2))
    table = {"division": 1, "seats": (1, 2, 3, 4)}
    drawn_so = {"round": 1, "seed": seed(season), "divisions": {1: (1, 2, 3, 4)}, "tables": [table]}
    add_entries(season, Drawn.model_validate(drawn_so), Left(table=1, entrant=2), Began(table=1, game_id=7))
    add_entries(season, result(1, 2, 1, 3, 4))
    assert points(season) == {1: 10, 3: 6, 4: 3, 2: 1}


def test_an_order_that_a_steward_writes_stands_as_it_is_also_for_who_came_late() -> None:
    season = one_table(Left(table=1, entrant=2), Began(table=1, game_id=7), result(1, 2, 1, 3, 4))
    assert points(season)[2] == 0, "a program writes no such order, and who came late is last"
    add_entries(season, Corrected(table=1, places=places(2, 1, 3, 4), as_written=True))
    assert points(season) == {2: 10, 1: 6, 3: 3, 4: 1}
    add_entries(season, Reverted(line=len(season.lines)))
    assert points(season)[2] == 0


def test_a_steward_who_decides_an_open_table_decides_about_who_has_left_it_too() -> None:
    gone = (Began(table=1, game_id=7), Left(table=1, entrant=2))
    season = one_table(*gone, Adjudicated(table=1, places=places(2, 1, 3, 4), as_written=True))
    assert points(season)[2] == 10
    season = one_table(*gone, Adjudicated(table=1, places=places(2, 1, 3, 4)))
    assert points(season)[2] == 0, "the last day does not"


def test_a_corrected_order_of_an_older_log_stands_as_it_did() -> None:
    season = one_table(Left(table=1, entrant=2), Began(table=1, game_id=7), result(1, 1, 3, 4, 2))
    add_entries(season, Corrected.model_validate_json('{"table": 1, "places": {"1": 2, "2": 1, "3": 3, "4": 4}}'))
    assert points(season)[2] == 0


def test_a_season_is_settled_once_and_only_when_it_is_over() -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    with pytest.raises(InvalidEntry, match="settled once"):
        add_entries(season, Settled(levels={1: 1}))
    add_entries(season, Ended(levels={1: 1}), Settled(levels={1: 1}))
    with pytest.raises(InvalidEntry, match="settled once"):
        add_entries(season, Settled(levels={1: 1}))


def held_to_the_end(rules: Rules | None = None) -> Season:
    """A season of one table, whose game a bot has won for the first entrant."""
    season = opened(4, rules)
    table = {"division": 1, "seats": (1, 2, 3, 4)}
    drawn_so = {"round": 1, "seed": seed(season), "divisions": {1: (1, 2, 3, 4)}, "tables": [table]}
    add_entries(season, Drawn.model_validate(drawn_so), Began(table=1, game_id=7))
    add_entries(season, Resulted(table=1, places=places(1, 2, 3, 4), held=(1,)), Carded(entrant=1, table=1, held=True))
    return season


def test_a_player_whose_seat_a_bot_held_to_the_end_did_not_play_and_what_it_won_counts_for_nobody() -> None:
    season = held_to_the_end()
    assert points(season) == {2: 10, 3: 6, 4: 3, 1: 0}
    assert season.entrants[1].cards == 1
    assert [game.places for game in list_rated_games(season)] == [{2: 1, 3: 2, 4: 3}]


CONCEDED = (Began(table=1, game_id=7), Left(table=1, entrant=1), Carded(entrant=1, table=1, left=True))
"""The first entrant gives a table up."""


def test_silence_is_not_better_than_conceding_and_conceding_not_better_than_silence() -> None:
    conceded, silent = one_table(*CONCEDED, result(1, 1, 2, 3, 4)), held_to_the_end()
    assert points(silent) == points(conceded)
    assert silent.entrants[1].cards == conceded.entrants[1].cards == 1
    assert [game.places for game in list_rated_games(silent)] == [game.places for game in list_rated_games(conceded)]
    assert [game.places for game in list_rated_games(conceded)] == [{2: 1, 3: 2, 4: 3}]


def test_at_a_table_for_two_giving_up_a_lost_game_is_a_loss_as_any_other() -> None:
    season = drawn(4, Rules(title="fair", seats=2))
    table = season.tables[1]
    first, second = table.seats
    add_entries(
        season,
        Began(table=1, game_id=7),
        Left(table=1, entrant=first),
        Carded(entrant=first, table=1, left=True),
        Resulted(table=1, places={first: 2, second: 1}, scores={first: 0, second: 9}, gone=(first,)),
    )
    assert season.entrants[first].cards == 0
    assert [game.places for game in list_rated_games(season)] == [{second: 1, first: 2}]


def test_in_a_season_of_an_older_edition_conceding_is_no_card_and_is_rated_as_last() -> None:
    season = one_table(*CONCEDED, result(1, 1, 2, 3, 4), edition=2)
    assert season.entrants[1].cards == 0
    assert list_rated_games(season)[0].places == {2: 1, 3: 2, 4: 3, 1: 4}


def test_a_chair_that_is_emptied_again_is_no_second_card_and_none_for_who_never_came() -> None:
    again = (Substituted(table=1, left=1, entrant=5), *CONCEDED[1:])
    assert one_table(*CONCEDED, *again).entrants[1].cards == 1
    missed = (Left(table=1, entrant=1), Carded(entrant=1, table=1), Began(table=1, game_id=7))
    assert one_table(*missed, *again).entrants[1].cards == 1, "a helper of theirs has left"


def test_a_player_who_gives_up_a_game_whose_table_is_decided_already_gets_no_card() -> None:
    assert one_table(Voided(table=1), *CONCEDED).entrants[1].cards == 0


def missed(*same_as: int | None, edition: int = EDITION) -> Season:
    """A season in which the first entrant has come to none of their tables, which were all drawn at once."""
    season = drawn(7, Rules(title="fair", seats=4, edition=edition))
    mine = [table.number for table in season.tables.values() if 1 in table.seats]
    for table, before in zip(mine, same_as, strict=False):
        missed_before = None if before is None else mine[before]
        add_entries(season, Left(table=table, entrant=1), Carded(entrant=1, table=table, same_as=missed_before))
    return season


def test_one_absence_is_one_card_however_many_tables_of_a_draw_were_missed() -> None:
    assert missed(None, 0, 1).entrants[1].cards == 1
    assert missed(None, 0, None).entrants[1].cards == 2, "they were there in between"
    assert missed(None, 0, 1, edition=2).entrants[1].cards == 3


def test_a_player_who_misses_the_next_draw_as_well_gets_another_card() -> None:
    season = opened(4, Rules(title="fair", seats=4, format="swiss", rounds=3))
    for table in (1, 2):
        add_entries(season, next_draw(season))
        add_entries(season, Left(table=table, entrant=1), Carded(entrant=1, table=table, same_as=table - 1 or None))
        add_entries(season, result(table, 1, 2, 3, 4))
    assert season.entrants[1].cards == 2
    assert season.is_barred(1)


def test_in_a_season_of_the_first_edition_a_bot_has_played_for_whose_seat_it_held() -> None:
    season = held_to_the_end(Rules(title="fair", seats=4, edition=1))
    assert points(season)[1] == 10
    assert season.entrants[1].cards == 0
    assert len(list_rated_games(season)[0].places) == 4


def test_a_player_who_had_left_before_gets_no_card_because_a_helper_fell_silent() -> None:
    season = one_table(Began(table=1, game_id=7), Substituted(table=1, left=1, entrant=5))
    add_entries(season, Resulted(table=1, places=places(1, 2, 3, 4), held=(1,)), Carded(entrant=1, table=1, held=True))
    assert season.entrants[1].cards == 0


def test_a_steward_can_say_that_somebody_has_played_after_all() -> None:
    season = held_to_the_end()
    add_entries(season, Corrected(table=1, places=places(1, 2, 3, 4), as_written=True))
    assert points(season)[1] == 10


def test_what_is_decided_as_it_stands_is_not_changed_by_how_it_ends() -> None:
    season = one_table(Adjudicated(table=1, places=places(1, 2, 3, 4)), result(1, 4, 3, 2, 1), Left(table=1, entrant=1))
    assert points(season) == {1: 10, 2: 6, 3: 3, 4: 1}


def test_a_void_table_counts_for_nothing_even_when_it_is_played_on() -> None:
    season = one_table(Voided(table=1), result(1, 4, 3, 2, 1))
    assert set(points(season).values()) == {0}
    with pytest.raises(InvalidEntry, match="no result that could be corrected"):
        add_entries(season, Corrected(table=1, places=places(1, 2, 3, 4)))


def test_a_player_who_withdraws_with_half_their_tables_finished_keeps_those() -> None:
    season = tables(one_table(), (1, 2, 3, 4))
    add_entries(season, result(1, 1, 2, 3, 4), Withdrew(entrant=1), result(2, 1, 2, 3, 4))
    assert points(season) == {1: 10, 2: 16, 3: 9, 4: 4}
    assert not season.entrants[1].struck


def test_a_player_who_withdraws_earlier_stands_last_at_those_too_so_that_all_met_the_same() -> None:
    season = tables(one_table(), (1, 2, 3, 4), (1, 2, 3, 4))
    add_entries(season, result(1, 1, 2, 3, 4), Withdrew(entrant=1))
    add_entries(season, result(2, 2, 3, 4, 1), result(3, 1, 2, 3, 4))
    assert points(season) == {2: 30, 3: 18, 4: 9, 1: 1}
    assert compute_standings(season, 1)[-1].number == 1


def test_in_swiss_the_results_of_who_withdraws_stand() -> None:
    season = drawn(8, Rules(title="fair", seats=4, format="swiss", rounds=3))
    first, second, *_ = season.tables[1].seats
    add_entries(season, Withdrew(entrant=second))
    table = season.tables[1]
    add_entries(season, result(1, *table.seats))
    assert not season.entrants[second].struck
    assert points(season)[first] == 10
    assert points(season)[second] == 0


def test_a_player_who_is_disqualified_stands_last_everywhere() -> None:
    season = one_table(result(1, 1, 2, 3, 4), Disqualified(entrant=1))
    assert points(season) == {2: 10, 3: 6, 4: 3, 1: 1}
    assert [row.number for row in compute_standings(season, 1)] == [2, 3, 4, 1]


def test_a_player_who_comes_late_takes_the_chairs_of_a_player_who_has_withdrawn() -> None:
    season = one_table(Withdrew(entrant=2), Joined(entrant=7, ticket="late"), SeatTaken(table=1, left=2, entrant=7))
    add_entries(season, result(1, 7, 1, 3, 4))
    assert points(season)[7] == 10
    assert season.entrants[7].division == 1


def test_a_chair_is_taken_only_where_one_is_free_and_the_game_has_not_begun() -> None:
    season = one_table(Joined(entrant=7, ticket="late"))
    with pytest.raises(InvalidEntry, match="No seat of entrant 2 is free"):
        add_entries(season, SeatTaken(table=1, left=2, entrant=7))
    add_entries(season, Began(table=1, game_id=3), Withdrew(entrant=2))
    with pytest.raises(InvalidEntry, match="No seat of entrant 2 is free"):
        add_entries(season, SeatTaken(table=1, left=2, entrant=7))


def test_with_two_cards_nobody_gets_another_table() -> None:
    season = one_table(Carded(entrant=1, table=1))
    assert not season.is_barred(1)
    add_entries(season, Carded(entrant=1))
    assert season.is_barred(1)


def test_a_protest_is_open_until_somebody_rules_on_it() -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    (protest,) = add_entries(season, Protested(table=1, entrant=4))
    assert season.protests[protest.number].upheld is None
    add_entries(season, Ruled(protest=protest.number, upheld=False))
    assert season.protests[protest.number].upheld is False
    with pytest.raises(InvalidEntry, match="No protest"):
        add_entries(season, Ruled(protest=protest.number, upheld=True))


def test_only_who_sat_there_protests_and_only_against_a_result() -> None:
    with pytest.raises(InvalidEntry, match="has no result yet"):
        one_table(Protested(table=1, entrant=4))
    with pytest.raises(InvalidEntry, match="does not sit"):
        one_table(result(1, 1, 2, 3, 4), Protested(table=1, entrant=5))


def test_no_steward_rules_on_a_table_they_sit_or_have_helped_at() -> None:
    season = one_table(Substituted(table=1, left=1, entrant=5))
    assert [season.can_rule(1, steward) for steward in (1, 5, 6, None)] == [False, False, True, True]


def test_after_its_end_a_season_takes_corrections_and_no_newcomers() -> None:
    season = one_table(result(1, 1, 2, 3, 4), Ended(levels={1: 1}))
    add_entries(season, Corrected(table=1, places=places(2, 1, 3, 4)))
    with pytest.raises(InvalidEntry, match="is over"):
        add_entries(season, Joined(entrant=7, ticket="late"))


def test_a_season_gets_its_rules_first_and_once() -> None:
    with pytest.raises(InvalidEntry, match="begins with its rules"):
        add_entries(Season(), Joined(entrant=1, ticket="x"))
    with pytest.raises(InvalidEntry, match="gets them once"):
        add_entries(one_table(), Opened(rules=Rules(title="fair", seats=3), digest=""))
    with pytest.raises(InvalidEntry, match="a season keeps its rules"):
        add_entries(one_table(), Reverted(line=1))


def test_a_line_is_reverted_once() -> None:
    season = one_table(Penalty(entrant=1, points=1))
    (penalty,) = [line.number for line in season.lines if isinstance(line.entry, Penalty)]
    add_entries(season, Reverted(line=penalty))
    with pytest.raises(InvalidEntry, match="does not count already"):
        add_entries(season, Reverted(line=penalty))
    with pytest.raises(InvalidEntry, match="Only a line that is written"):
        add_entries(season, Reverted(line=99))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 2, "number": 1}', '{"version": 0, "number": 1}', '{"version": 1, "number": 1}'],
)
def test_a_line_that_nobody_can_read_is_refused(text: str) -> None:
    with pytest.raises(UnknownLine):
        log_entries.parse_line(text)


def test_no_entry_of_the_log_holds_anybodys_name() -> None:
    """So that to be forgotten means to empty one row beside it."""
    season = mixed(1, 30)
    for line in season.lines:
        kept = line.entry.model_dump()
        assert not {"name", "user", "user_id"} & kept.keys()
