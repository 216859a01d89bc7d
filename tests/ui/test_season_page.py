"""A season's page: complete, self-contained, and with names only by consent."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO

import pytest
from PIL import Image

from bot.host.leagues.plan import Plan
from bot.leagues.log_entries import Adjudicated, Voided
from bot.leagues.pictures import draw_rating_curve
from bot.leagues.pictures.compact import compact
from bot.leagues.rules import Rules
from bot.leagues.season import add_entries
from bot.leagues.standings import compute_standings
from bot.ui.screens.leagues.season import format_points
from bot.ui.screens.leagues.season_page import SeasonParts, list_public_names, render_season_file
from tests.leagues.seasons import chances, drawn, one_table, play, played_cup
from tests.ui.hostile import HOSTILE
from tests.ui.season_pages import PEOPLE, about, known

TAGS = {
    *("html", "head", "meta", "title", "style", "body", "header", "main", "footer", "nav", "section", "details"),
    *("summary", "div", "p", "h1", "h2", "h3", "a", "ul", "li", "span", "strong", "code", "img"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td", "bdi"),
}
EMPTY = {"meta", "img"}


class Reader(HTMLParser):
    """A parser that reads a page as a browser would, and keeps its contents."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open[-1:] != ["style"]:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def test_a_page_has_standings_who_met_whom_results_and_the_proof_of_the_draw() -> None:
    found = known()
    read = Reader(render_season_file(about(found)))
    names = list_public_names(found)
    for division in (1, 2):
        for row in compute_standings(found.season, division):
            name, won = re.escape(names[row.number]), re.escape(format_points(row.points))
            line = rf" {row.place} {name} (\([^)]*\) )?{won} 4/4 ([0-9.]+ )?{row.wins} {row.seconds} "
            assert re.search(line, read.text), line
    assert read.text.count("Who met whom") == 2
    assert read.text.count(" Name A B C D E F G A · 1. ") == 2
    assert all(f"Table {number} :" in read.text for number in found.season.tables)
    assert found.season.digest in read.text
    assert found.season.rounds[0].seed in read.text
    assert "✔ Line" in read.text
    assert "✘" not in read.text


def test_the_command_that_draws_again_stands_apart_from_the_words_before_it() -> None:
    assert "holds the whole log; <code>python -m bot verify season-1.json" in render_season_file(about(known()))


def test_a_page_has_no_script_and_asks_nobody_for_anything() -> None:
    text = render_season_file(about(known(), charts=True))
    read = Reader(text)
    assert {tag for tag, _ in read.tags} <= TAGS
    for tag, attributes in read.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
        assert str(attributes.get("href", "#")).startswith("#")
        assert str(attributes.get("src", "data:image/webp;base64,")).startswith("data:image/webp;base64,")
    assert "@import" not in text
    assert "url(" not in text
    assert "default-src 'none'" in text


def test_only_those_who_have_agreed_are_named() -> None:
    found = known()
    entrants = {number: replace(one, named=number == 2) for number, one in found.entrants.items()}
    text = render_season_file(about(replace(found, entrants=entrants)))
    assert "Benedikt the Unready" in text
    assert not any(name in Reader(text).text.split() for name in PEOPLE if " " not in name)
    assert "Dorothea" not in text
    assert "Player 4" in text


def test_nobody_is_named_unless_they_say_so_nor_after_they_were_forgotten() -> None:
    assert "Benedikt" not in render_season_file(about(known(agreed=False)))
    found = known()
    forgotten = {number: replace(one, user_id=None, name="") for number, one in found.entrants.items()}
    assert list_public_names(replace(found, entrants=forgotten))[1] == "Player 1"


def test_two_of_the_same_name_are_told_apart() -> None:
    names = list_public_names(known(("Ann", "ann", "Ben", "Cleo", "Dora")))
    assert list(names.values()) == ["Ann (1)", "ann (2)", "Ben (3)", "Cleo (4)", "Dora (5)"]


@pytest.mark.parametrize(
    "name",
    ["Player 3", "player 3", "Player \N{FULLWIDTH DIGIT THREE}", "\u0420layer 3", "Player\u200b 3", "Player 3 (3)"],
)
def test_somebody_called_player_3_is_told_apart_from_the_third_who_has_not_agreed(name: str) -> None:
    found = known((name, "Ben", "Cleo", "Dora", "Emil"))
    entrants = {number: replace(one, named=number != 3) for number, one in found.entrants.items()}
    found = replace(found, entrants=entrants)
    names = list_public_names(found)
    assert names[3] == "Player 3"
    assert names[1].endswith(" (1)")
    assert len({*names.values()}) == 5
    text = Reader(render_season_file(about(found))).text
    assert text.count("Player 3") > text.count("Player 3 (3)") >= 0
    assert f"{names[1]}" in text


def test_a_name_from_right_to_left_turns_no_number_beside_it() -> None:
    text = render_season_file(about(known(("\u05e9\u05dd", "Ben", "Cleo", "Dora", "Emil"))))
    assert "<bdi>\u05e9\u05dd</bdi> (1)" in text


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "\"><img src=x onerror='alert(1)'>", "</title>", *HOSTILE]
)
def test_whatever_somebody_is_called_is_letters_and_nothing_else(name: str) -> None:
    read = Reader(render_season_file(about(known((name, "Ben", "Cleo", "Dora", "Emil")))))
    plain = Reader(render_season_file(about(known(("Ann", "Ben", "Cleo", "Dora", "Emil")))))
    assert [tag for tag, _ in read.tags if tag != "bdi"] == [tag for tag, _ in plain.tags if tag != "bdi"]
    assert "\u202e" not in read.text


def test_charts_stand_with_their_table_and_say_what_they_show() -> None:
    found = known()
    read = Reader(render_season_file(about(found, charts=True)))
    images = [attributes for tag, attributes in read.tags if tag == "img"]
    assert len(images) == 2 * len(found.season.tables)
    assert all(str(one["alt"]).startswith(("Share values", "Wealth")) for one in images)


def test_a_compact_chart_is_the_same_to_the_last_dot() -> None:
    drawn = draw_rating_curve([1500, 1600, 1550], "Ann", "Goodwill")
    small = compact(drawn)
    assert small.name == "rating.webp"
    assert len(small.png) < len(drawn.png) * 0.7
    with Image.open(BytesIO(drawn.png)) as one, Image.open(BytesIO(small.png)) as other:
        assert one.convert("RGB").tobytes() == other.convert("RGB").tobytes()


def test_what_is_left_out_for_room_is_said() -> None:
    text = render_season_file(replace(about(known()), left_out=3))
    assert "The charts of 3 tables are left out" in text
    on_the_web = SeasonParts(replace(about(known()), left_out=3, in_file=False))
    assert on_the_web.left_out == "The charts of 3 tables that ended earlier stand on their own pages."


def test_a_table_that_counts_for_nothing_or_runs_says_so() -> None:
    found = known(played=True)
    add_entries(found.season, Voided(table=1))
    assert re.search(r"Table 1 : [^;]*counts for nothing", Reader(render_season_file(about(found))).text)


def test_a_season_that_was_not_drawn_shows_who_has_signed_up() -> None:
    text = Reader(render_season_file(about(known(("Ann", "Ben"), played=False, status="sign-up")))).text
    assert "Signed up (2): Ann (1), Ben (2)" in text
    assert "sign-up is open" in text


def test_a_page_of_a_whole_season_is_far_smaller_than_what_discord_takes() -> None:
    found = known([f"Player called {number}" for number in range(33)])
    assert len(found.season.tables) == 33
    size = len(render_season_file(about(found, charts=True)).encode())
    assert size < 2_000_000


def test_a_table_that_was_decided_without_being_played_out_says_so() -> None:
    found = known(("Ann", "Ben", "Cleo", "Dora"), played=False)
    season = one_table(Adjudicated(table=1, places={1: 1, 2: 2, 3: 3, 4: 4}))
    text = Reader(render_season_file(about(replace(found, season=season)))).text
    places = "1. Ann (1), 10 points; 2. Ben (2), 6 points; 3. Cleo (3), 3 points; 4. Dora (4), 1 point"
    assert f"{places} (not played to its end)" in text


def test_a_cup_has_rounds_instead_of_points_and_of_who_met_whom() -> None:
    found = replace(known(("Ann", "Ben"), seats=2), season=played_cup(11, 4))
    text = Reader(render_season_file(replace(about(found), season=found.season))).text
    assert "Table 1, round 1 :" in text
    assert "Place Name Round Tables" in text
    assert "Who met whom" not in text
    assert "Division" not in text


def test_every_table_of_a_page_has_a_caption_and_its_heads_say_whether_they_are_of_a_column_or_a_row() -> None:
    read = Reader(render_season_file(about(known())))
    names = [tag for tag, _ in read.tags]
    assert names.count("caption") == names.count("table") == 5
    assert all(read.tags[at + 1][0] == "caption" for at, tag in enumerate(names) if tag == "table")
    scopes = [given.get("scope") for tag, given in read.tags if tag == "th"]
    assert set(scopes) == {"col", "row"}
    rows = sum(len(compute_standings(known().season, division)) for division in known().season.list_divisions())
    assert scopes.count("row") == 3 * rows, "of standings, who met whom, and tickets"


def test_the_standings_of_a_swiss_season_show_all_that_they_rank_by() -> None:
    season = play(drawn(8, Rules(title="goodwill", seats=4, format="swiss", rounds=2)), chances(1))
    found = replace(known(), season=season, plan=Plan(title="goodwill", seats=4, format="swiss", rounds=2))
    text = Reader(render_season_file(about(found))).text
    assert "Place Name Per table Tables Opponents Wins 2nds Share" in text
    assert "Per table: points per table; Opponents: opponents per table; 2nds: second places" in text
