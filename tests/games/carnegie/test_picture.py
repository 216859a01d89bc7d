"""The four pictures and the charts of Carnegie."""

from __future__ import annotations

import re

import pytest

from bot.engine import play
from bot.engine.multi_step import Compose
from bot.engine.option_labels import Place, mark_question
from bot.engine.questions import Choose
from bot.engine.records import Move
from bot.games.carnegie import GAME
from bot.games.carnegie.components import ANDREW, BOX, Row
from bot.games.carnegie.moves import TakeReserve
from bot.games.carnegie.picture import charts, shown
from bot.games.carnegie.picture.display import display_sheet
from bot.games.carnegie.rules.timeline import in_words
from bot.games.carnegie.table import Carnegie
from bot.games.carnegie.view import CarnegieView
from bot.testing.legibility import record_sheets
from bot.testing.random_games import Case, format_page_lines
from bot.testing.seated import build_desk, seat_people
from bot.ui.screens.table.option_labels import label_options
from tests.games.carnegie.dealing import Desk, office


def called(seat: int) -> str:
    return f"Player {seat}"


def evening() -> Desk:
    """Ann has a chain from New York to Chicago; Bob is on mission in the West."""
    desk = office().built("Ann", "housing", "new_york", "pittsburgh").built("Ann", "industry", "chicago")
    return desk.away("Bob", "west", 2).donated("Bob", "D4").placed("Ann", "purchasing", "a4", 1)


def words_of(view: CarnegieView) -> dict[str, str]:
    return {
        drawing.name: drawing.draw(view, called).alt for drawing in GAME.pictures.drawings if drawing.is_ready(view)
    }


def test_each_picture_says_in_words_what_it_shows() -> None:
    words = words_of(GAME.view(evening().table, None))
    assert "Player 1: Chicago, Pittsburgh, New York, best chain 3 VP" in words["map"]
    assert "on mission: 2 in the West" in words["map"]
    assert "Player 2: D4, next $10" in words["donations"]
    assert "Player 1: 6 active workers, placed Purchasing" in words["companies"]
    assert words["timeline"].startswith("Timeline. Human Resources: ")


def test_each_picture_has_all_of_it_in_text() -> None:
    view = GAME.view(evening().table, None)
    pages = {drawing.name: "\n".join(format_page_lines(drawing.page(view))) for drawing in GAME.pictures.drawings}
    assert "New York: <seat:1> Housing (1 of 5)" in pages["map"]
    assert "<seat:2> cart, $1 per worker, 2 on mission" in pages["map"]
    assert "Health: 2 VP per project in the West (<seat:2>)" in pages["donations"]
    assert "a4 Purchasing: 1 active" in pages["companies"]
    assert "Human Resources: next " in pages["timeline"]


def test_a_project_on_the_map_shows_whose_and_of_which_kind_it_is() -> None:
    with record_sheets() as sheets:
        GAME.pictures.drawings[0].draw(GAME.view(office().built("Ann", "industry", "seattle").table, None), called)
    plate = next(element.box for element in sheets()[0].elements if element.words.startswith("Seattle"))
    written = [element for element in sheets()[0].elements if element.words]
    below = [element.words for element in written if plate.top < element.box.top < plate.top + 60
             and plate.left - 20 < element.box.left < plate.right]  # fmt: skip
    assert below == ["1", "I"]


def test_my_company_is_drawn_large_with_what_each_slot_pays() -> None:
    own = next(drawing for drawing in GAME.pictures.drawings if drawing.name == "company")
    table = evening().table
    assert not own.is_ready(GAME.view(table, None)), "who watches has none"
    with record_sheets() as sheets:
        alt = own.draw(GAME.view(table, 1), called).alt
    assert "a4 Purchasing: 1 active" in alt
    assert {"Purchasing", "Housing", "Commerce", "Industry", "Infrastructure"} <= {
        element.words for element in sheets()[0].elements
    }
    page = format_page_lines(own.page(GAME.view(table, 1)))
    assert "a4 Purchasing: 1 active" in page
    tabs = [line for line in page if " tab, step " in line]
    assert len(tabs) == 4
    assert all(line.count("(later)") >= 1 for line in tabs), "also what is not out yet pays something"


def test_the_timeline_says_what_a_finished_row_brings() -> None:
    view = GAME.view(office("Ann Bob").done(hr=5).table, None)
    page = next(drawing.page(view) for drawing in GAME.pictures.drawings if drawing.name == "timeline")
    assert "Human Resources: used up; picked, it brings the next event of Management" in format_page_lines(page)


@pytest.mark.parametrize(
    ("row", "picture"),
    [("hr", "companies"), ("management", "companies"), ("construction", "map"), ("rd", "map")],
)
def test_the_tables_message_shows_what_the_departments_change(row: Row, picture: str) -> None:
    desk = office("Ann Bob").next_event(row, "west")
    assert shown(GAME.view(desk.table, None)) == "timeline"
    desk.pick(row)
    assert desk.step == "use departments"
    assert shown(GAME.view(desk.table, None)) == picture


def test_while_donations_are_made_the_message_shows_the_chart() -> None:
    desk = office("Ann Bob").next_event("hr", "donation").pick("hr")
    assert shown(GAME.view(desk.table, None)) == "donations"


def test_every_city_lies_on_the_map_and_no_plate_covers_another_city() -> None:
    for one in BOX.cities:
        for other in BOX.cities:
            if one != other:
                across, down = abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1])
                assert across > 70 or down > 70, f"{one.name} and {other.name}"


def finished(players: int) -> Carnegie:
    """Everybody is always late."""
    table: Carnegie = GAME.set_up(GAME.options(), players, "charts", BOX)
    play.begin(table)
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        move = play.get_default_move(table, seat)
        assert move is not None
        play.play_here(table, seat, move)
    return table


def test_charts_of_a_finished_game_name_every_source_and_how_points_grew() -> None:
    assert charts(GAME.view(office("Ann Bob").table, None), called) == []
    table = finished(3)
    drawn = {picture.name: picture.alt for picture in charts(GAME.view(table, None), called)}
    assert list(drawn) == ["points.png", "growth.png"]
    for score in table.scores:
        assert f"Player {score.seat} {score.total} VP" in drawn["points.png"]
        assert f"Player {score.seat}" in drawn["growth.png"]


def test_andrew_stands_in_both_charts_of_a_game_alone_and_on_its_page_with_all_of_his_points() -> None:
    table = finished(1)
    (his,) = (score.total for score in table.scores if score.seat == ANDREW)
    view = GAME.view(table, None)
    drawn = [picture.alt for picture in charts(view, called)]
    assert f"Andrew {his} VP" in drawn[0]
    assert re.search(rf"Andrew \d+, \d+, \d+, {his}\b", drawn[1]), drawn[1]
    page = "\n".join(format_page_lines(GAME.page(view)))
    cards = re.search(rf"In all: {his} VP \((\d+) from cards", page)
    assert cards is not None
    assert f"Cards laid aside: {cards[1]} VP; 0 to come" in page, "the last card among them"


def test_each_round_alone_says_how_many_points_andrew_has() -> None:
    desk = office("Ann").next_event("management", "west").pick("management").late_until("action selection")
    view = GAME.view(desk.table, 1)
    assert view.andrew is not None
    assert f"Andrew {view.andrew.so_far.total}, Ann" in desk.words
    assert f"So far: {view.andrew.so_far.total} VP" in "\n".join(format_page_lines(GAME.page(view)))


def mark_options(desk: Desk, name: str, *orders: Move) -> dict[str, Place]:
    """Return where the options of a question lie, by letter."""
    assert GAME.pictures.where is not None
    question = desk.question(name)
    view = GAME.view(desk.table, desk.seat(name))
    asked = question.get_stage(orders).question if isinstance(question, Compose) else question
    assert isinstance(asked, Choose)
    marked = mark_question(GAME.pictures.where, view, asked)
    assert marked is not None
    assert GAME.pictures.where.draw(view, called, marked.marks)
    return {letter: place for place, letter in marked.marks.items()}


def test_an_income_shows_the_box_that_pays_and_those_who_stay_without_letters() -> None:
    desk = office().away("Ann", "west", 2).at_box("Ann", "west", 1).next_event("hr", "west").pick("hr")
    context = build_desk(seat_people(desk.table, game=GAME), desk.seat("Ann"))
    marking = label_options(context.seen, desk.question("Ann"), [])
    assert marking is not None
    assert marking.marks == {("box", "west", 1): "", ("missions", "west"): ""}
    assert marking.question == desk.question("Ann")
    assert GAME.pictures.where is not None
    assert GAME.pictures.where.draw(marking.view, called, marking.marks)


def test_an_activation_lies_at_the_workers_and_at_the_money_that_is_kept() -> None:
    desk = office("Ann Bob").workers("Ann", "a1", lying=1).workers("Ann", "c2", lying=1).next_event("hr", "west")
    desk.pick("hr").nothing("Ann", "Bob")
    assert mark_options(desk, "Ann") == {"A": ("cells", 1, "a1", "c2"), "B": ("money", 1)}


def test_departments_that_can_be_placed_lie_on_the_display() -> None:
    desk = office("Ann Bob").idle("Ann").workers("Ann", "b2", standing=1).has("Ann", cubes=4)
    places = mark_options(desk.next_event("management", "west").pick("management"), "Ann").values()
    assert {place[0] for place in places} == {"tile"}
    assert {place[1] for place in places} == set(desk.table.display)


def test_departments_to_reserve_lie_on_the_display() -> None:
    table = Case(GAME, 3, GAME.options()).begin("reserve").table
    assert isinstance(table, Carnegie)
    (seat,) = play.list_asked_seats(table)
    question, view = play.find_question(table, seat), GAME.view(table, seat)
    assert isinstance(question, Compose)
    first = question.get_stage(()).question
    assert isinstance(first, Choose)
    asked = question.get_stage(first.moves[:1]).question
    assert isinstance(asked, Choose)
    assert GAME.pictures.where is not None
    marked = mark_question(GAME.pictures.where, view, asked)
    assert marked is not None
    assert marked.places == [("tile", move.department) for move in asked.moves if isinstance(move, TakeReserve)]
    assert set(marked.places) <= set(display_sheet(view, {}).places)


def test_the_reserve_lies_beside_the_display_for_its_owner_alone() -> None:
    desk = office("Ann Bob").reserves("Ann", "sales")
    for place in [*desk.table.display]:
        if place == "sales":
            desk.table.display.remove(place)
            desk.table.removed.append(place)
    shown = {
        name: ("tile", "sales") in display_sheet(GAME.view(desk.table, seat), {}).places
        for name, seat in (("Ann", desk.seat("Ann")), ("Bob", desk.seat("Bob")), ("everybody", None))
    }
    assert shown == {"Ann": True, "Bob": False, "everybody": False}


def test_the_timeline_shows_the_event_after_this_round_once_departments_are_used() -> None:
    desk = office("Ann Bob").next_event("management", "west").pick("management")
    view = GAME.view(desk.table, None)
    assert view.phase == "use departments"
    timeline = next(drawing for drawing in GAME.pictures.drawings if drawing.name == "timeline")
    after = in_words(view.timeline["management"][1])
    assert f"Management: {after}" in timeline.draw(view, called).alt
    assert any(line.startswith(f"Management: next {after};") for line in format_page_lines(timeline.page(view)))


def test_the_timeline_is_drawn_anew_after_an_event_that_changed_nothing_else() -> None:
    desk = office("Ann Bob").away("Ann", "west", 1).next_event("management", "west").pick("management")
    timeline = next(drawing for drawing in GAME.pictures.drawings if drawing.name == "timeline")
    assert timeline.looks is not None
    before = GAME.view(desk.table, None)
    after = GAME.view(desk.nothing("Ann").table, None)
    assert (before.phase, after.phase) == ("income event", "use departments")
    assert timeline.draw(before, called).alt != timeline.draw(after, called).alt
    assert timeline.looks(before) != timeline.looks(after)
