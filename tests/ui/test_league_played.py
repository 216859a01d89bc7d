"""League screens of tables at which bots held seats to the end."""

from __future__ import annotations

from dataclasses import replace

from bot.host.leagues.season_log import KnownSeason
from bot.leagues.log_entries import Began, Carded, Resulted, Returned
from bot.leagues.ranking_criteria import explain_tie_breaks
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.season_end import build_end
from bot.leagues.standings import compute_standings
from bot.ui.screens.leagues.player_place import render_place
from bot.ui.screens.leagues.podium import render_podium
from bot.ui.screens.leagues.rulings import describe_entry
from bot.ui.screens.leagues.season import render_standings
from tests.leagues.seasons import chances, drawn, play
from tests.ui.season_pages import known


def after(*bots: int, over: bool = True) -> tuple[KnownSeason, Resulted]:
    """A season of one table for four, where bots held the first seats to the end with these scores."""
    season = drawn(4, Rules(title="goodwill", seats=4))
    for table in season.tables.values():
        scores = dict(zip(table.seats, (*bots, 12, 8, 7, 6), strict=False))
        places = {number: 1 + sum(other > score for other in scores.values()) for number, score in scores.items()}
        held = tuple(table.seats[: len(bots)])
        entry = Resulted(table=table.number, places=places, scores=scores, held=held)
        add_entries(season, Began(table=table.number, game_id=table.number), entry)
    if over:
        add_entries(season, build_end(season))
    return replace(known(["Ann", "Ben", "Cleo", "Dora"], played=False), season=season), entry


def test_the_log_and_the_podium_do_not_tell_how_a_bot_did_on_an_absent_seat() -> None:
    (one, first), (other, second) = after(1), after(99)
    assert describe_entry(one, first) == describe_entry(other, second)
    assert render_podium(one, None) == render_podium(other, None)


def test_a_podium_says_what_decided_between_players_with_the_same_points() -> None:
    people = known(["Ann", "Ben", "Cleo", "Dora"], played=False)
    told = 0
    for chance in range(12):
        season = play(drawn(4, Rules(title="goodwill", seats=4)), chances(chance))
        rows = compute_standings(season, 1)
        decided = explain_tie_breaks(rows)
        words = str(render_podium(replace(people, season=season), None))
        on_it = [row.number for row in rows if row.place <= 3 and row.can_win]
        assert all((decided[number] in words) == (number in on_it) for number in decided)
        told += len(decided.keys() & set(on_it))
    assert told, "else this test sees nothing"


def test_the_podium_of_a_season_that_nobody_played_to_its_end_is_empty() -> None:
    season, entry = after(9, 8, 7, 6)
    assert "Nobody has finished a game yet." in str(render_podium(season, None))
    assert describe_entry(season, entry).endswith("ends, and counts for nothing: nobody played it to its end.")


def test_the_log_tells_that_a_player_is_back() -> None:
    season: Season = drawn(4, Rules(title="goodwill", seats=4))
    there = replace(known(["Ann", "Ben", "Cleo", "Dora"], played=False), season=season)
    assert describe_entry(there, Returned(table=1, entrant=1)).endswith("is back at table 1 and plays on.")


def test_only_its_owner_reads_that_they_bring_a_warning_from_an_earlier_season() -> None:
    there = known(["Ann", "Ben", "Cleo", "Dora"], played=False)
    there = replace(there, row=replace(there.row, status="running"), season=drawn(4, Rules(title="goodwill", seats=4)))
    warned = replace(there, entrants={**there.entrants, 1: replace(there.entrants[1], warned=True)})
    own, before = (str(render_place(one, 1, (), None)) for one in (warned, there))
    assert "You bring a warning from an earlier season; only you see this." in own
    assert "warning" not in before
    assert render_place(warned, 2, (), None) == render_place(there, 2, (), None)
    assert render_standings(warned, None) == render_standings(there, None)


def test_who_was_barred_reads_that_the_next_season_begins_with_a_warning() -> None:
    season = drawn(4, Rules(title="goodwill", seats=4))
    add_entries(season, Carded(entrant=1), Carded(entrant=1), build_end(season))
    there = replace(known(["Ann", "Ben", "Cleo", "Dora"], played=False), season=season)
    there = replace(there, row=replace(there.row, status="over"))
    assert "you begin the next season with one" in str(render_place(there, 1, (), None))
    assert "you begin the next season with one" not in str(render_place(there, 2, (), None))
