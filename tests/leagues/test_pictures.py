"""Pictures of leagues: each says in words what it shows, draws any name and any division, and fits a phone."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.drawing.canvas import Canvas
from bot.drawing.lettering import measure_width
from bot.engine.pages import MOST_ALT, Picture
from bot.leagues.head_to_head import Meeting, count_division_meetings
from bot.leagues.log_entries import Disqualified, Withdrew
from bot.leagues.pictures import draw_crosstable, draw_rating_curve, draw_review, draw_standings
from bot.leagues.pictures.crosstable import DASH, MOST_COLUMNS, format_score
from bot.leagues.pictures.sheets import EntrantNames
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from bot.testing.legibility import find_faults, record_sheets
from tests.leagues.seasons import chances, drawn, one_table, play, result

BELOW = "Winter Cup · season 1"
HOSTILE = ("", "<script>alert(1)</script>", "**Bob**", "日本の人", "W" * 40, "\u202eevil", "🦊", "a\nb")


def named(number: int) -> str:
    return f"Player {number}"


def size(picture: Picture) -> tuple[int, int]:
    return Image.open(BytesIO(picture.png)).size


def season_of(people: int, seats: int, *, times: int | None = None) -> Season:
    return play(drawn(people, Rules(title="fair", seats=seats)), chances(people), times=times)


def test_the_standings_say_place_name_points_and_who_goes_up_or_down() -> None:
    season = season_of(16, 4)
    assert len(season.list_divisions()) == 2
    words = draw_standings(season, 1, named, BELOW).alt + draw_standings(season, 2, named, BELOW).alt
    for division in (1, 2):
        for row in compute_standings(season, division):
            assert f"{named(row.number)}, {round(row.points / 60, 2):g} point" in words
    assert words.count("goes up") == words.count("goes down") == 2


def test_nobody_goes_up_or_down_before_a_table_is_decided() -> None:
    words = draw_standings(drawn(16), 2, named, BELOW).alt
    assert "goes" not in words
    assert "0 of 4 tables" in words


def test_a_place_that_counts_otherwise_is_drawn_as_it_counts() -> None:
    season = one_table(result(1, 1, 2, 3, 4))
    before = draw_standings(season, 1, named, BELOW)
    add_entries(season, Disqualified(entrant=1))
    after = draw_standings(season, 1, named, BELOW)
    assert "1st Player 1, 10 points" in before.alt
    assert "4th Player 1, put out, 1 point," in after.alt
    assert before.png != after.png


def test_a_crosstable_says_who_came_before_whom() -> None:
    season = one_table(result(1, 2, (1, 3), 4))
    met = count_division_meetings(season, 1)
    assert met[2, 4] == Meeting(ahead=1)
    assert met[4, 2] == Meeting(behind=1)
    assert met[1, 3] == Meeting(level=1)
    assert met[1, 3].tables == 1
    picture = draw_crosstable(season, 1, named, BELOW)
    assert picture is not None
    assert f"Player 2 1{DASH}0 against Player 1" in picture.alt
    assert f"0{DASH}0 against Player 3" in picture.alt


def test_columns_are_told_apart_by_letters_where_places_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    draw = Canvas.draw_text

    def noted(canvas: Canvas, x: int, middle: int, text: str, **how: Any) -> int:
        written.append(text)
        return draw(canvas, x, middle, text, **how)

    monkeypatch.setattr(Canvas, "draw_text", noted)
    assert draw_crosstable(one_table(result(1, 1, (2, 3, 4))), 1, named, BELOW) is not None
    assert [written.count(letter) for letter in "ABCDE"] == [2, 2, 2, 2, 0], "each as a column and as a row"
    assert written.count("2") == 3, "the place that is shared, of the rows alone"


def test_a_player_who_has_not_met_yet_has_no_numbers() -> None:
    picture = draw_crosstable(drawn(5), 1, named, BELOW)
    assert picture is not None
    assert picture.alt.count("has met nobody yet") == 5
    assert format_score(None) == "·"


def test_a_table_that_is_void_is_no_meeting() -> None:
    season = one_table(Withdrew(entrant=1))
    assert count_division_meetings(season, 1) == {}


@pytest.mark.parametrize(("people", "seats"), [(2, 2), (5, 2), (7, 4), (11, 5), (16, 2), (16, 6)])
def test_every_division_is_drawn_as_wide_as_a_telephone_can_show(people: int, seats: int) -> None:
    season = season_of(people, seats)
    for division in season.list_divisions():
        for picture in (
            draw_standings(season, division, named, BELOW),
            draw_crosstable(season, division, named, BELOW),
        ):
            assert picture is not None
            assert size(picture)[0] == 1080
            assert len(picture.alt) <= MOST_ALT


def test_the_numbers_of_a_wide_crosstable_keep_their_size() -> None:
    """Opponents stand in two bands instead of being drawn smaller."""
    cell = (1080 - 2 * 32 - 330) // MOST_COLUMNS
    assert measure_width(f"2{DASH}1", "strong", 32) < cell - 4


@pytest.mark.parametrize(("people", "seats"), [(2, 2), (11, 5), (16, 2), (16, 6)])
@pytest.mark.parametrize("names", [named, lambda number: "W" * 32 if number % 2 else "Maximiliana von Habenichts"])
def test_every_letter_can_be_read_on_a_phone(people: int, seats: int, names: EntrantNames) -> None:
    season = season_of(people, seats)
    with record_sheets() as sheets:
        for division in season.list_divisions():
            draw_standings(season, division, names, BELOW)
            draw_crosstable(season, division, names, BELOW)
        draw_rating_curve([1500, 1612, 1580], names(1), "Goodwill")
        draw_review([("Champion", names(1)), ("Closest game", f"{names(2)} with 9, {names(1)} with 8")] * 3, BELOW)
        assert [fault for sheet in sheets() for fault in find_faults(sheet)] == []


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_is_drawn_and_said(name: str) -> None:
    season = season_of(5, 4)
    for picture in (
        draw_standings(season, 1, lambda _: name, BELOW),
        draw_crosstable(season, 1, lambda _: name, BELOW),
    ):
        assert picture is not None
        assert "\n" not in picture.alt
        assert "\u202e" not in picture.alt
    assert draw_rating_curve([1500, 1520], name, "The Fair").alt.endswith("1500, 1520.")


def test_a_player_whose_name_is_not_known_is_drawn_by_their_number() -> None:
    assert "1st Entrant" in draw_standings(season_of(5, 4), 1, lambda _: "", BELOW).alt


def test_more_than_a_picture_holds_are_counted() -> None:
    season = drawn(50, Rules(title="fair", seats=4, format="swiss", rounds=3))
    assert draw_crosstable(season, 1, named, BELOW) is None
    picture = draw_standings(season, 1, named, BELOW)
    assert "The same stands beside it as text" in picture.alt


def test_a_rating_curve_says_each_rating_or_where_it_began_and_ended() -> None:
    assert draw_rating_curve([1500, 1612, 1580], "Ann", "Goodwill").alt == "Ann's rating, Goodwill: 1500, 1612, 1580."
    long = draw_rating_curve([1500 + at % 7 for at in range(400)], "Ann", "Goodwill")
    assert long.alt.endswith("in 399 games.")
    assert size(long)[0] == 1080
