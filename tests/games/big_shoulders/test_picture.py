"""The four pictures and the charts of City of the Big Shoulders."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine import play
from bot.engine.pictures import Drawing
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.picture import charts, shown
from bot.games.big_shoulders.picture.charts import money_from
from bot.games.big_shoulders.picture.city import draw_city
from bot.games.big_shoulders.view import CityView
from bot.testing.legibility import record_sheets
from bot.testing.random_games import format_page_lines
from tests.games.big_shoulders.dealing import Town, town


def called(seat: int) -> str:
    return f"Player {seat}"


def street() -> Town:
    found = town("Ann Ben").founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40)
    return found.staff("Swift", 2, 1, managers=[1]).has("Swift", "coal wood", goods=2, tokens=1)


@pytest.mark.parametrize(
    ("phase", "picture"),
    [("stock", "stock"), ("building", "city"), ("action", "city"), ("operation", "companies")],
)
def test_the_tables_message_shows_the_picture_that_matters_in_the_phase(phase: str, picture: str) -> None:
    found = street().has("Elgin", "coal coal").begin(phase, 2)
    assert shown(found.view()) == picture
    assert picture in [drawing.name for drawing in GAME.pictures.drawings]


def test_each_picture_says_in_words_what_it_shows() -> None:
    view = street().begin("operation", 2).view()
    words = {drawing.name: drawing.draw(view, called).alt for drawing in GAME.pictures.drawings if not drawing.private}
    assert "Swift $40 directed by Player 1" in words["stock"]
    assert "Job market: 4 workers" in words["city"]
    assert "Swift of Player 1: treasury $120, price $40, appeal 3, 2 goods" in words["companies"]
    assert words["demand"].startswith("Demand, 1885")


def test_pictures_of_a_table_without_companies() -> None:
    view = town().view()
    for drawing in GAME.pictures.drawings:
        if drawing.is_ready(view):
            assert drawing.draw(view, called).png
    assert "You have $" in own_picture().draw(GAME.view(town().table, 1), called).alt


def own_picture() -> Drawing[CityView]:
    return next(drawing for drawing in GAME.pictures.drawings if drawing.name == "own-companies")


def test_my_companies_are_drawn_large_with_all_that_lies_on_their_charters() -> None:
    table = street().begin("operation", 2).table
    with record_sheets() as sheets:
        alt = own_picture().draw(GAME.view(table, 1), called).alt
    written = {element.words for element in sheets()[0].elements}
    assert "Swift" in written
    assert "Elgin" not in written, "that is another's"
    assert "any cube and appeal +1" in written, "what its manager brings"
    assert "Factory 1: " in alt
    assert any(line.startswith("Factory 1: ") for line in format_page_lines(own_picture().page(GAME.view(table, 1))))


def test_charts_of_a_finished_game_add_up() -> None:
    found = street()
    first: Any = found.table.agenda[0]
    first.left = []
    assert charts(found.view(), called) == []
    view = finished_after(found)
    drawn = charts(view, called)
    assert [picture.name for picture in drawn] == ["worth.png", "prices.png", "sources.png"]
    for score in view.scores:
        assert sum(money_from(view, score).values()) == score.total


def test_a_price_is_drawn_from_the_decade_in_which_its_company_was_founded() -> None:
    found = street()
    first: Any = found.table.agenda[0]
    first.left = []
    view = finished_after(found)
    swift = view.companies[found.id("Swift")]
    swift.history[:2] = [0, 0]
    worth, prices, _ = charts(view, called)
    assert f"Swift from 1895 ${swift.history[2]}, " in prices.alt
    assert "$0" not in prices.alt
    assert worth.alt.startswith("Net worth without public goals by decade: ")


def test_what_was_lost_with_shares_stands_beside_the_bar_that_cannot_show_it() -> None:
    found = street()
    first: Any = found.table.agenda[0]
    first.left = []
    view = finished_after(found)
    plain = charts(view, called)[-1]
    earned: Any = view.everybody[1].earned
    earned["shares"] = -5000
    lost = charts(view, called)[-1]
    assert "shares -$" in lost.alt
    assert lost.png != plain.png


def finished_after(found: Town) -> CityView:
    play.run_agenda(found.table)
    table = found.table
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        move = play.get_default_move(table, seat)
        assert move is not None
        table = play.play(table, seat, move).table
    return GAME.view(table, None)


def test_a_city_looks_the_same_whatever_was_drawn_before_it() -> None:
    """Spaces and the appeal track are kept from one picture to the next; what lies on them is not."""
    quiet, busy = street(), street()
    busy.begin("action", 2)
    space = busy.view().box.spaces[0].id
    busy.table.partners_on[space] = [1]
    cities = [draw_city(found.view(), called).png for found in (quiet, busy, quiet, busy)]
    assert cities[0] == cities[2] != cities[1] == cities[3]
