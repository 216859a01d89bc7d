"""A first company and a turn of the stock phase as forms: the same moves as by steps."""

from __future__ import annotations

import pytest

from bot.engine.questions import BadAnswer, Choose, Question
from bot.engine.records import Move
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.moves import Buy, Found, Sell, StockTurn
from bot.testing.seated import seat_people, view_as
from bot.ui.screens.forms import ChoiceField
from bot.ui.screens.table.answer_forms import build_question_form
from bot.ui.screens.table.panels import build_prompt
from tests.games.big_shoulders.test_stock_phase import market
from tests.ui.trips import count_trips


def fill_in(question: Question, **chosen: str) -> Move:
    """Return the answer of a form: its fields by the first word of their label, chosen by the words of a line."""
    assert question.form is not None
    form = question.form()
    answers: list[Move | None] = []
    for part in form.parts:
        assert isinstance(part.question, Choose)
        words = chosen.pop(part.label.partition(" ")[0], "")
        fitting = [option.move for option in part.question.options if words and words in option.label]
        assert part.skip or part.default or fitting
        answers.append(fitting[0] if fitting else part.default)
    assert not chosen, f"{chosen} are not on the form"
    (move,) = form.combine(answers)
    return move


def test_a_turn_of_a_sale_and_a_purchase_is_one_answer() -> None:
    street = market().holds("Ann", "Elgin", common=1).cash("Ann", 100).begin("stock", 2, first="Ann")
    question = street.question("Ann")
    move = fill_in(question, Sell="Elgin: 1", Buy="Libby common")
    assert isinstance(move, StockTurn)
    assert [type(part) for part in move.parts] == [Sell, Buy]
    assert question.is_legal(move)


def test_a_form_of_a_turn_left_as_it_is_means_a_pass() -> None:
    street = market().cash("Ann", 200).begin("stock", 2, first="Ann")
    assert fill_in(street.question("Ann")) == StockTurn()


def test_a_company_is_founded_with_a_form() -> None:
    street = market().cash("Ann", 300).begin("stock", 2, first="Ann")
    question = street.question("Ann")
    move = fill_in(question, Found="", Its="$")
    assert move == StockTurn(), "a price alone founds nothing"
    assert question.form is not None
    card = next(part for part in question.form().parts if part.label == "Found a company").question
    assert isinstance(card, Choose)
    move = fill_in(question, Found=card.options[1].label)
    assert isinstance(move, StockTurn)
    (found,) = move.parts
    assert isinstance(found, Found)
    assert question.is_legal(move)


def test_a_purchase_and_a_founding_do_not_go_together() -> None:
    street = market().cash("Ann", 300).begin("stock", 2, first="Ann")
    question = street.question("Ann")
    assert question.form is not None
    card = next(part for part in question.form().parts if part.label == "Found a company").question
    assert isinstance(card, Choose)
    with pytest.raises(BadAnswer, match="not both"):
        fill_in(question, Buy="Libby common", Found=card.options[0].label)


def test_a_purchase_of_what_was_just_sold_is_no_legal_turn() -> None:
    street = market().holds("Ann", "Elgin", common=1).cash("Ann", 100).begin("stock", 2, first="Ann")
    question = street.question("Ann")
    assert not question.is_legal(fill_in(question, Sell="Elgin: 1", Buy="Elgin common"))


def test_the_companies_of_a_form_have_their_emoji_and_its_prices_have_none() -> None:
    street = market().cash("Ann", 300).begin("stock", 2, first="Ann")
    seen = view_as(seat_people(street.table, game=GAME), street.seat("Ann"))
    assert seen.question is not None
    form = build_question_form(build_prompt(seen, seen.question, "tag"), {})
    assert form is not None
    emoji = {
        field.label: {entry.emoji for entry in field.entries} - {""}
        for field in form.fields
        if isinstance(field, ChoiceField)
    }
    assert {"bs_elgin", "bs_libby"} <= emoji["Buy"]
    assert len(emoji["Found a company"]) > 1
    assert emoji["Its price, if you found one"] == set()


def test_a_new_company_without_a_price_is_refused_with_what_is_missing() -> None:
    street = market().cash("Ann", 300).begin("stock", 2, first="Ann")
    form = street.question("Ann").form
    assert form is not None
    parts = form().parts
    card = next(part for part in parts if part.label == "Found a company")
    assert isinstance(card.question, Choose)
    assert all(part.skip for part in parts), "nothing must be filled in to pass"
    with pytest.raises(BadAnswer, match="needs a price"):
        form().combine([card.question.options[0].move if part is card else None for part in parts])


def test_every_founding_of_a_stock_turn_is_one_line_of_a_menu_beside_the_shares() -> None:
    for cash in (110, 150, 180, 300):
        question = market().cash("Ann", cash).begin("stock", 2, first="Ann").question("Ann")
        assert isinstance(question, Choose)
        moves = [move for move in question.moves if isinstance(move, StockTurn)]
        found = [move for move in moves if any(isinstance(part, Found) for part in move.parts)]
        assert {count_trips(question, move) for move in (found[0], found[-1])} == {1}
        groups = {option.group for option in question.options if option.group.startswith("Found")}
        assert groups == {"Found at $35"} if cash == 110 else len(groups) == 2
