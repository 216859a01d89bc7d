"""League pages fit into a message for any number of players, and name all who share a place."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.engine.pages import Picture
from bot.host.leagues.plan import Plan, PlannedGame
from bot.host.leagues.player_tables import OwnTable
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.draw import draw_divisions
from bot.leagues.entry_preview import simulate_entry
from bot.leagues.head_to_head import count_division_meetings
from bot.leagues.log_entries import Brought, Closed, Corrected, Disqualified, Protested, Reverted
from bot.leagues.pictures import draw_crosstable as drawn_crosstable
from bot.leagues.pictures import draw_standings as drawn_table
from bot.leagues.ranking_criteria import explain_tie_breaks, get_first_measure
from bot.leagues.rules import Format, Ranking, Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import Standing, compute_standings
from bot.testing.limits import check_screen, list_labels, read_text
from bot.ui.screens.leagues import league_lookups as screens
from bot.ui.screens.leagues import league_news, rulings
from bot.ui.screens.leagues.league_management import render_draw_preview
from bot.ui.screens.leagues.player_place import describe_own_table, render_place
from bot.ui.screens.leagues.season import format_entrant, list_remarks, render_leagues, render_standings
from bot.ui.screens.parts import get_place_suffix
from bot.ui.screens.screen import MAX_TEXT_CHARS
from storage.interface.leagues import LeagueRow
from tests.leagues.seasons import chances, drawn, next_draw, play, played_cup, result, seed
from tests.ui.season_pages import dated, known


@pytest.mark.parametrize(("people", "seats"), [(4, 4), (16, 2), (31, 6), (60, 4)])
def test_a_division_and_who_met_whom_fit_into_a_message(people: int, seats: int) -> None:
    found = known([f"Player called {number}" for number in range(people)], seats=seats)
    for division in found.season.list_divisions():
        picture = drawn_table(found.season, division, str, "Winter Cup")
        table = screens.render_division(found, found.season, division, picture)
        check_screen(table)
        assert len(read_text(table)) < MAX_TEXT_CHARS
        crosstable = screens.render_crosstable(
            found, found.season, division, drawn_crosstable(found.season, division, str, "Winter Cup")
        )
        check_screen(crosstable)
        assert len(read_text(crosstable)) < MAX_TEXT_CHARS
        assert "Standings" in list_labels(crosstable)
        assert "Who met whom" in list_labels(table)


def test_of_more_leagues_than_a_message_holds_it_says_how_many_are_left_out() -> None:
    stewards = [10**18 + number for number in range(5)]
    found = [
        (LeagueRow(number, 1, 10**18, f"{number} {'x' * 36}", 1, ""), None, stewards) for number in range(100, 140)
    ]
    listed = render_leagues(found)
    check_screen(listed)
    shown = read_text(listed).count("no season yet")
    assert 10 < shown < 40
    assert f"and {40 - shown} more" in read_text(listed)
    assert "more, which" not in read_text(render_leagues(found[:5]))


def test_who_met_whom_of_many_in_many_rounds_is_told_where_it_is_found() -> None:
    rules = Rules(title="goodwill", seats=6, format="swiss", rounds=5)
    season, random = drawn(31, rules), chances(1)
    for _ in range(4):
        play(season, random)
        add_entries(season, next_draw(season))
    people = known([f"Player called {number}" for number in range(31)], played=False)
    screen = screens.render_crosstable(people, play(season, random), 1, None)
    check_screen(screen)
    assert "31 play here, and have met too often to be listed: the page of **/league export** has it" in read_text(
        screen
    )


def doubted_everywhere() -> KnownSeason:
    """A season in which every result was doubted, and put right, at great length."""
    found = known(played=True)
    season = Season(found.season.lines)
    for table in [each for each in season.tables.values() if each.counts]:
        places = {number: at for at, number in enumerate(table.seats, 1)}
        add_entries(season, Corrected(table=table.number, places=places), by=99, reason="_*" * 100)
        add_entries(season, Protested(table=table.number, entrant=table.seats[0]), reason="**" * 100)
    return replace(found, season=dated(season))


def test_every_line_of_a_log_stands_whole_on_one_of_its_pages() -> None:
    found = doubted_everywhere()
    pages = int(read_text(rulings.render_season_log(found, 0)).split(" of ")[1].split("\n")[0])
    told = []
    for page in range(pages):
        screen = rulings.render_season_log(found, page)
        check_screen(screen)
        text = read_text(screen)
        assert f"page {page + 1} of {pages}" in text
        assert "…" not in text
        told += [int(line.split("`")[1]) for line in text.splitlines()[1:]]
    assert told == [line.number for line in found.season.lines[::-1]]
    assert read_text(rulings.render_season_log(found, pages + 5)) == read_text(
        rulings.render_season_log(found, pages - 1)
    )


def test_as_many_protests_are_shown_as_fit_and_how_many_more_there_are() -> None:
    found = doubted_everywhere()
    screen = rulings.render_protests(found)
    shown = [label for label in list_labels(screen) if label.startswith("Rule on table")]
    lines = read_text(screen).splitlines()[1:]
    there = len(rulings.list_open_protests(found.season))
    assert lines[-1] == f"- … and {there - len(shown)} more, shown when these are ruled on"
    assert len(lines) == len(shown) + 1
    assert all(line.endswith("\\*.") for line in lines[:-1])


def test_a_week_in_which_much_has_happened_fits_into_its_message() -> None:
    found = known([f"Player called {number}" for number in range(60)], seats=6)
    told = league_news.render_week(found, datetime(2026, 1, 16, 3, tzinfo=UTC))
    assert told is not None
    text = read_text(told[1])
    assert len(text) < MAX_TEXT_CHARS
    assert "more: **/league log**" in text
    assert "tables decided" in text or "tables are decided" in text


def test_each_meeting_stands_there_once_from_either_side_by_letters_of_their_own() -> None:
    found = known(seats=4)
    text = read_text(screens.render_crosstable(found, found.season, 1, None))
    letters = [line[2] for line in text.splitlines() if line.startswith("**")]
    assert letters == ["A", "B", "C", "D", "E", "F", "G"]
    pairs = sum(line.count("\N{EN DASH}") for line in text.splitlines() if line.startswith("**"))
    assert pairs == len(count_division_meetings(found.season, 1))


def test_without_a_picture_the_text_is_left() -> None:
    found = known(seats=4)
    screen = screens.render_division(found, found.season, 1, None)
    assert not any(isinstance(block, Picture) for block in screen.blocks)
    assert "1. <@" in read_text(screen)


def test_a_cup_is_told_round_by_round_and_the_newest_rounds_where_there_is_no_room() -> None:
    for people, whole in ((11, True), (200, False)):
        found = replace(known(("Ann", "Ben"), seats=2), season=played_cup(people, 2))
        screen = screens.render_rounds(found, found.season, None)
        check_screen(screen)
        text = read_text(screen)
        assert len(text) < MAX_TEXT_CHARS
        assert f"**Round {len(found.season.rounds)}**" in text
        assert ("**Round 1**" in text) == whole
        assert ("of it: **/league log**" in text) != whole
        assert "The rounds" in list_labels(screens.render_division(found, found.season, 1, None))
        assert "round reached" in read_text(screens.render_division(found, found.season, 1, None))


def test_a_preview_says_by_last_seasons_places_who_plays_elsewhere_than_they_have_earned() -> None:
    found = known([f"Player {number}" for number in range(18)], played=False, status="sign-up")
    brought = {number: Brought(level=1, was=1, place=number) for number in range(1, 5)}
    brought |= {number: Brought(level=2, was=2, place=number - 2) for number in range(5, 12)}
    brought[12] = Brought(level=2, was=3, place=1)
    proposed = draw_divisions(found.season, seed(found.season), brought=brought)
    preview = render_draw_preview(found, proposed)
    check_screen(preview)
    assert "- division 1 instead of 2: the 3rd of division 2" in read_text(preview)
    assert "Player" not in read_text(preview), "a draw is previewed without names"
    assert "earned" not in read_text(render_draw_preview(found, draw_divisions(found.season, seed(found.season))))


def test_however_many_play_elsewhere_the_preview_fits_into_a_message() -> None:
    found = known([f"Player {number}" for number in range(300)], played=False, status="sign-up")
    brought = {
        number: Brought(level=number // 3 + 1, was=number // 3 + 1, place=number % 3) for number in range(1, 301)
    }
    preview = render_draw_preview(found, draw_divisions(found.season, seed(found.season), brought=brought))
    check_screen(preview)
    assert len(read_text(preview)) < MAX_TEXT_CHARS


@pytest.mark.parametrize("kind", ["swiss", "division"])
def test_the_message_shows_what_a_season_ranks_by_and_what_tells_apart_who_is_level(kind: Ranking) -> None:
    season = play(drawn(8, Rules(title="goodwill", seats=2, format=kind, rounds=3)), chances(1))
    found = replace(known(), season=season, plan=Plan(title="goodwill", seats=2, format=kind, rounds=3))
    rows = compute_standings(season, 1)
    apart = explain_tie_breaks(rows)
    assert apart
    dot = get_place_suffix([row.place for row in rows])
    for shown in (read_text(screens.render_division(found, season, 1, None)), read_text(render_standings(found, None))):
        for row in rows:
            line = f"· **{get_first_measure(kind).format_sentence(row)}** · {row.counted}/{row.counted + row.open}"
            told = f" · {apart[row.number]}" if row.number in apart else ""
            assert f"{row.place}{dot} {format_entrant(found, row.number)} {line}{told}\n" in f"{shown}\n"
    number = next(iter(apart))
    place = read_text(render_place(found, number, [], None))
    assert f"The tie-break with those level with you: {apart[number]}." in place


def test_a_game_that_is_closed_after_a_decision_is_not_said_to_end_without_a_result() -> None:
    decided = known()
    assert decided.season.tables[1].counts
    assert "The table counts as it was decided." in rulings.describe_entry(decided, Closed(table=1))
    waits = replace(decided, season=dated(drawn(4, Rules(title="goodwill", seats=4))))
    assert rulings.describe_entry(waits, Closed(table=1)) == "The game of table 1 ends without a result."


@pytest.mark.parametrize(
    ("counted", "still_open", "says"),
    [(0, 1, "no table decided yet"), (1, 2, "too few tables so far"), (1, 0, "too few tables")],
)
def test_a_player_who_has_tables_to_come_has_not_played_too_few_of_them(
    counted: int, still_open: int, says: str
) -> None:
    assert list_remarks(Standing(number=1, below=1, counted=counted, open=still_open)) == [says]


def test_ones_own_table_is_named_after_its_game_once() -> None:
    games = Plan(title="goodwill", seats=4, further=(PlannedGame(title="briefcase", seats=4),))
    found = replace(known(status="running"), plan=games)
    table = found.season.tables[1]
    here = describe_own_table(found, table.seats[0], OwnTable(table, 1001, 77))
    assert here.startswith("- <#77>: "), "the thread's name says which game it is"
    elsewhere = describe_own_table(found, table.seats[0], OwnTable(table, 1001, 77), linked=True)
    assert "(Goodwill): " in elsewhere


def test_a_standing_that_leaves_no_room_for_tie_breaks_does_without() -> None:
    season = drawn(56, Rules(title="goodwill", seats=2, format="swiss", rounds=3))
    add_entries(season, *[result(number, *table.seats) for number, table in list(season.tables.items())])
    found = replace(known(), season=season, plan=Plan(title="goodwill", seats=2, format="swiss", rounds=3))
    check_screen(render_standings(found, None))


@pytest.mark.parametrize(("kind", "says"), [("swiss", ""), ("division", "next season in division **2**")])
def test_a_player_who_was_put_out_and_is_back_is_promised_no_division_called_none(kind: Format, says: str) -> None:
    season = drawn(14, Rules(title="goodwill", seats=4, format=kind, rounds=3))
    number = season.list_entrants(season.list_divisions()[-1])[0].number
    (line,) = add_entries(season, Disqualified(entrant=number))
    found = replace(known(), season=season, plan=Plan(title="goodwill", seats=4, format=kind, rounds=3))
    shown = read_text(
        rulings.render_ruling_preview(
            found, simulate_entry(season, Reverted(line=line.number)), "back.1", datetime.now(UTC)
        )
    )
    assert "None" not in shown
    assert ("division" in shown) == bool(says)
    assert says in shown
