"""The board and the charts: content in words, and robustness.

Nothing here compares pixels with a kept picture: the tests check words, and the changes that alter the picture.
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import cast

import pytest
from PIL import Image

from bot.drawing.lettering import SMALLEST, fit_text, measure_width, wrap_text
from bot.engine.option_labels import Place, mark_question
from bot.engine.pages import MOST_ALT, Picture
from bot.engine.questions import Choose, Subset
from bot.games.briefcase import GAME
from bot.games.briefcase.components import BOX, Company
from bot.games.briefcase.picture import PICTURES, WHERE, charts
from bot.games.briefcase.picture.charts import CHART, parts_of
from bot.games.briefcase.picture.companies import NAME_ROOM, TEXT_ROOM, draw_companies
from bot.games.briefcase.picture.hand import draw_hand
from bot.games.briefcase.picture.own import draw_own
from bot.games.briefcase.picture.players import in_turn
from bot.games.briefcase.picture.portfolio import companies_by_what_is_left
from bot.games.briefcase.picture.question import SPARE, draw_question
from bot.games.briefcase.picture.style import MARGIN, NORMAL, SMALL, WIDTH
from bot.games.briefcase.picture.table import by_what_is_left, describe_closed_pile, draw, shown, table_sheet
from bot.games.briefcase.table import Briefcase
from bot.games.briefcase.text import companies, own_companies
from bot.games.briefcase.view import BriefcaseView
from bot.testing.legibility import record_sheets
from bot.testing.random_games import Case, format_page_lines, play_random_game
from bot.testing.thorough import mark_thorough
from tests.games.briefcase.dealing import Desk, office

BROKERAGE = next(company for company in BOX.companies if company.name == "Brokerage Firm")
HOSTILE = (
    "W" * 200,
    "\x00\ud83d",
    "漢字かな交じり文の名前です한국어이름",
    "",
    " \n\t ",
    "🦄🦄🦄",
    "\u202egnitirw\u202c <@1> **bold**",
)


def names(seat: int) -> str:
    return ["Ann", "Bob", "Cid", "Dan"][seat - 1]


def opened(picture: Picture) -> Image.Image:
    image = Image.open(BytesIO(picture.png))
    image.load()
    return image


def finished(players: int) -> BriefcaseView:
    *_, last = play_random_game(Case(GAME, players, GAME.options()), "a picture")
    return GAME.view(cast("Briefcase", last.after), None)


def office_with_everything() -> Desk:
    desk = office("Ann Bob Cid").owns("Ann", "Power Plant", "Bank").owns("Bob", "Warehouses", activated=False)
    desk.store("Ann", "Steel Paper Energy").sold_out("Personnel")
    desk.table.company_blocks = ["theme_parks"]
    return desk


@pytest.mark.parametrize("players", mark_thorough([4, 2, 3]))
def test_the_board_is_as_wide_as_it_should_be_at_any_moment(players: int) -> None:
    turns = list(play_random_game(Case(GAME, players, GAME.options()), "a picture"))
    for turn in turns[:: max(1, len(turns) // 4)]:
        picture = draw(GAME.view(cast("Briefcase", turn.before), None), names)
        image = opened(picture)
        assert image.width == WIDTH
        assert image.height <= 2 * WIDTH, "a phone shows it whole"
        assert len(picture.png) < 250_000
        assert 0 < len(picture.alt) <= MOST_ALT


def test_the_board_is_no_higher_with_more_companies_than_anybody_has_had() -> None:
    desk = office("Ann Bob Cid Dan")
    for name in desk.names:
        for company in list(desk.table.portfolio)[:11]:
            desk.owns(name, BOX.company[company].name, activated=name != "Dan")
    assert opened(draw(desk.view(None), names)).height <= 2 * WIDTH


def test_the_fullest_piles_come_first_and_those_sold_out_last() -> None:
    view = office().sold_out("Personnel").view(None)
    assert by_what_is_left(view)[0] == "imported"
    assert by_what_is_left(view)[-1] == "personnel"
    desk = office("Ann Bob Cid")
    desk.table.portfolio.update(warehouses=0, bank=1, marketing_company=3)
    assert companies_by_what_is_left(desk.view(None), 1)[-1] == "warehouses"
    assert companies_by_what_is_left(desk.view(None), 2)[-1] == "bank"


@pytest.mark.parametrize("portfolio", ["simple", "complex", "heavy interaction"])
def test_the_companies_on_offer_are_a_picture_with_all_that_they_do(portfolio: str) -> None:
    desk = office("Ann Bob Cid", portfolio=portfolio)
    picture = draw_companies(desk.view(None), names)
    image = opened(picture)
    assert image.width == WIDTH
    assert image.height <= 2 * WIDTH
    assert len(picture.png) < 250_000
    words = "\n".join(format_page_lines(companies(desk.view(None))))
    for company in desk.table.portfolio:
        card = BOX.company[company]
        assert f"**{card.name}** (" in words
        assert card.text in words


@pytest.mark.parametrize("text", [company.text for company in BOX.companies])
def test_what_a_company_does_is_written_whole(text: str) -> None:
    found = wrap_text(text, "text", SMALL, TEXT_ROOM)
    assert " ".join(found) == text
    assert all(measure_width(line, "text", SMALL) <= WIDTH - 2 * MARGIN for line in found)


def test_a_block_and_a_purchase_change_the_picture_of_the_companies() -> None:
    desk = office().hand("Ann", "Buy Obstacle Obstacle")
    pictures = [draw_companies(desk.view(None), names).png]
    pictures.append(draw_companies(desk.buy_company("Ann", "Warehouses").view(None), names).png)
    pictures.append(draw_companies(desk.move_block("Ann", None, "Bank").view(None), names).png)
    assert len(set(pictures)) == 3


def test_the_board_in_words() -> None:
    alt = draw(office_with_everything().view(None), names).alt
    assert "Personnel 0 (sold out), Steel 14 (blocked), Concrete 15 (blocked), Paper 14, Imported 20" in alt
    assert "Blocked companies: Theme Parks." in alt
    assert "Ann 4 points, 2 activated, stored 1 Steel, 1 Paper, 1 Energy" in alt


def test_a_storage_is_drawn_with_its_limit_for_which_energy_does_not_count() -> None:
    def written() -> set[str]:
        return {element.words for element in table_sheet(desk.view(None), {1: "Ann", 2: "Bob"}, SPARE).elements}

    desk = office().store("Ann", "Steel Paper Energy")
    assert {"2 of 5 places used", "0 of 5 places used"} <= written()
    desk.owns("Ann", "Warehouses")
    assert "2 of 8 places used" in written()


def test_imported_resources_are_marked_until_they_are_for_sale() -> None:
    assert describe_closed_pile(office().view(None), "imported") == "not yet"
    assert describe_closed_pile(office().sold_out("Paper").view(None), "imported") == ""


@pytest.mark.parametrize("name", mark_thorough(HOSTILE, 4))
def test_no_name_breaks_the_board(name: str) -> None:
    assert opened(draw(office_with_everything().view(None), lambda _: name)).width == WIDTH
    assert all(opened(chart).width == WIDTH for chart in charts(finished(2), lambda _: name))


def test_the_board_shows_the_seats_in_the_order_of_their_turns() -> None:
    desk = office("Ann Bob Cid")
    desk.table.first = 2
    assert in_turn(desk.view(None)) == [2, 3, 1]


def test_what_is_not_in_the_picture_does_not_draw_it_anew() -> None:
    """Hands, and what the others know of them."""
    desk = office().hand("Ann", "Buy Activate")
    assert shown(desk.view("Ann")) == shown(desk.view("Bob")) == shown(desk.view(None))
    before = shown(desk.view(None))
    desk.buy("Ann", "Paper")
    assert shown(desk.view(None)) != before


def test_the_board_is_the_same_for_everybody() -> None:
    desk = office_with_everything().hand("Ann", "Buy Buy")
    assert draw(desk.view("Ann"), names).png == draw(desk.view(None), names).png


@pytest.mark.parametrize("change", ["block", "storage", "activation", "turn"])
def test_what_changes_on_the_table_changes_the_picture(change: str) -> None:
    desk = office_with_everything()
    before = draw(desk.view(None), names).png
    match change:
        case "block":
            desk.table.resource_blocks = []
        case "storage":
            desk.store("Bob", "Paper")
        case "activation":
            desk.owns("Bob", "Warehouses")
        case _:
            desk.end_turn("Ann")
    assert draw(desk.view(None), names).png != before


@pytest.mark.parametrize("players", mark_thorough([4, 2, 3]))
def test_the_chart_tells_the_points_by_source(players: int) -> None:
    view = finished(players)
    sources, growth = charts(view, names)
    assert opened(sources).width == opened(growth).width == WIDTH
    assert opened(growth).size == CHART
    for score in view.scores:
        parts = ", ".join(f"{source} {points}" for source, points in parts_of(score).items())
        assert f"{score.place}. {names(score.seat)} {score.total} ({parts})" in sources.alt
        assert sum(parts_of(score).values()) == score.total


@pytest.mark.parametrize("players", mark_thorough([4, 2, 3]))
def test_the_lines_of_the_chart_end_on_the_final_score(players: int) -> None:
    """What others did after somebody's last turn counts, too: payments, losses."""
    view = finished(players)
    words = charts(view, names)[1].alt
    for score in view.scores:
        assert f" {score.total};" in words[words.index(names(score.seat)) :].replace(".", ";").partition(";")[0] + ";"


def test_what_is_settled_after_the_last_turn_is_in_the_chart() -> None:
    desk = (
        office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel").store("Bob", "Paper Paper Paper")
    )
    desk.end_turn("Ann").end_turn("Bob").hand("Ann", "Hire")
    desk.table.ending = "the bank has no Buy left"
    desk.table.first, desk.table.active = 1, 1
    before = desk.view(None).everybody[2].score.total
    desk.hire("Ann", "Bob", "Warehouses").end_turn("Ann").end_turn("Bob")
    view = desk.view(None)
    assert view.everybody[2].score.total == before + 1
    assert charts(view, names)[1].alt.endswith(f" {before + 1}.")


def test_there_is_no_chart_before_the_end_and_no_growth_of_a_game_that_hardly_began() -> None:
    desk = office()
    assert charts(desk.view(None), names) == []
    desk.table.ending = "the bank has no Buy left"
    desk.end_turn("Ann").end_turn("Bob")
    assert len(charts(desk.view(None), names)) == 1


def test_a_hand_is_drawn_card_by_card_with_deck_discard_and_storage() -> None:
    desk = office().hand("Ann", "Buy Buy Activate").store("Ann", "Steel Paper")
    picture = draw_hand(desk.view("Ann"), names)
    assert "Your hand: 2 Buys, 1 Activate; to draw (" in picture.alt
    assert "): 1 Steel, 1 Paper." in picture.alt
    assert opened(picture).width == WIDTH
    more = draw_hand(desk.hand("Ann", "Buy Buy Buy Activate Activate Obstacle").view("Ann"), names)
    assert opened(more).height > opened(picture).height, "six cards take two rows"
    none = draw_hand(replace(desk.view("Ann"), hand=()), names)
    assert "Your hand: nothing;" in none.alt
    assert opened(none).height < opened(picture).height


def letters(desk: Desk) -> list[str]:
    """Return the labels of Ann's question with the letters of their places, and draw these."""
    question = desk.question("Ann")
    assert isinstance(question, Choose | Subset)
    marked = mark_question(WHERE, desk.view("Ann"), question)
    assert marked is not None
    assert draw_question(desk.view("Ann"), names, marked.marks)
    return [entry.label for entry in marked.entries]


def test_cards_to_remove_have_letters_on_the_hand() -> None:
    desk = office().owns("Ann", "Oil Refinery").hand("Ann", "Activate Obstacle Hire Hire").store("Ann", "Steel Energy")
    desk.activate("Ann", "Oil Refinery")
    assert letters(desk) == ["A · Remove 1 Obstacle", "B · Remove 1 Hire", "Remove no card"]


def test_resources_to_throw_away_have_letters_on_the_storage() -> None:
    desk = (
        office().hand("Ann", "Buy").store("Ann", "Personnel Personnel Steel Steel Paper Paper Energy").end_turn("Ann")
    )
    labels = ["A · Personnel", "A · Personnel 2", "B · Steel", "B · Steel 2", "C · Paper", "C · Paper 2"]
    assert letters(desk) == labels


def test_companies_to_deactivate_have_letters_also_where_others_own_them() -> None:
    desk = office("Ann Bob Cid").offer("Brokerage Firm").owns("Ann", "Brokerage Firm").hand("Ann", "Activate")
    desk.owns("Bob", "Warehouses", "University").owns("Cid", "Warehouses", "University")
    desk.store("Ann", " ".join(unit.capitalize() for unit in BROKERAGE.units)).activate("Ann", "Brokerage Firm")
    for label in ("Deactivate Warehouses", "Deactivate nothing"):
        assert letters(desk) == ["A · Deactivate Warehouses", "B · Deactivate University", "Deactivate nothing"]
        desk.choose("Ann", label)


def test_nobody_who_watches_has_a_hand_to_be_drawn() -> None:
    desk = office()
    assert [drawing.is_ready(desk.view(None)) for drawing in PICTURES] == [True, True, False, False]
    assert all(drawing.is_ready(desk.view("Ann")) for drawing in PICTURES)
    with pytest.raises(ValueError, match="has no hand"):
        draw_hand(desk.view(None), names)


@pytest.mark.parametrize("card", BOX.companies, ids=lambda card: card.name)
def test_among_the_companies_each_name_is_whole(card: Company) -> None:
    assert fit_text(card.name, "strong", NORMAL, NAME_ROOM, SMALLEST).text == card.name


def test_my_companies_are_drawn_large_with_what_they_do() -> None:
    desk = office().owns("Ann", "Warehouses", activated=True).owns("Ann", "Bank", activated=False)
    with record_sheets() as sheets:
        alt = draw_own(desk.view("Ann"), names).alt
    written = {element.words for element in sheets()[0].elements}
    assert {"Warehouses", "gives", "Bank", "needs"} <= written
    assert "Warehouses: You can store 8 resources instead of 5." in alt
    assert "Bank, not activated: " in alt
    page = format_page_lines(own_companies(desk.view("Ann")))
    assert any(line.startswith("Warehouses") for line in page)
    assert any(line.startswith("Bank (not activated") for line in page)


def test_the_picture_of_a_question_cuts_no_name_of_a_company_on_offer() -> None:
    names_of = [company.name for company in BOX.companies if company.cost is not None]
    for start in range(0, len(names_of), 8):
        there = names_of[start : start + 8]
        view = office().offer(*there).hand("Ann", "Buy Buy Buy").view("Ann")
        marks: dict[Place, str] = {("offer", one.id): "A" for one in BOX.companies if one.name in there}
        with record_sheets() as sheets:
            draw_question(view, names, marks)
        words = {element.words for element in table_sheet(view, {1: "Ann", 2: "Bob"}, SPARE).elements}
        assert sheets()
        for name in there:
            assert name in words or name.replace(" Company", " Co.") in words, name
