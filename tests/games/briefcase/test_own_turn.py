"""What stands above the options of an own turn: it is true, and what matters most is never left out."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import cast

import pytest

from bot.engine import play
from bot.engine.questions import Choose, Option
from bot.games.briefcase import GAME
from bot.games.briefcase.bears.line_fitting import Piece, fit_pieces, list_shorter
from bot.games.briefcase.components import BOX, Company
from bot.games.briefcase.moves import ActivateCompany, BuyCompany, BuyResources, EndTurn
from bot.games.briefcase.news import Activated
from bot.games.briefcase.rules.brief_abilities import describe_ability_briefly
from bot.games.briefcase.rules.short_labels import abbreviate, drop_companies, drop_ones, list_briefly
from bot.games.briefcase.rules.vocabulary import amounts
from bot.games.briefcase.table import Briefcase
from bot.testing.random_games import Case, play_bot_game
from tests.games.briefcase.dealing import Desk, office

GAMES = ((2, "simple"), (3, "complex"), (4, "faster"), (3, "heavy interaction"))
PURCHASE = re.compile(r"(?:You can buy|Buy) ([^.]+?), (?:then )?activate ([^:]+): (\d+) points?")
ACTIVATION = re.compile(r"(?:You can activate|Activate) ([^:]+): (\d+) points?(?: for ([^.;]+))?")


@cache
def play_games() -> list[tuple[Briefcase, Choose]]:
    """The own turns of bots in whole games, with what they are asked."""
    found = []
    for players, portfolio in GAMES:
        case = Case(GAME, players, GAME.options.model_validate({"portfolio": portfolio}))
        for turn in play_bot_game(case, "own turns"):
            question = play.find_question(turn.before, turn.seat)
            if isinstance(question, Choose) and EndTurn() in question.moves:
                found.append((cast("Briefcase", turn.before), question))
    return found


def below(table: Briefcase, question: Choose) -> str:
    assert GAME.teaching.bears is not None
    return GAME.teaching.bears(GAME.view(table, table.active), question)


def list_notes(table: Briefcase, question: Choose) -> list[str]:
    assert GAME.teaching.private_facts is not None
    return list(GAME.teaching.private_facts(GAME.view(table, table.active), question))


def note(desk: Desk, name: str) -> str:
    question = desk.question(name)
    assert isinstance(question, Choose)
    return next(iter(list_notes(desk.table, question)), "")


def list_menu(question: Choose) -> list[Option]:
    """The options in menu order."""
    return [question.options[at] for at in question.shown or range(len(question.options))]


def find_company(name: str) -> Company:
    return next(company for company in BOX.companies if name in (company.name, abbreviate(company.name)))


def list_waiting(table: Briefcase) -> list[Company]:
    return [table.card(one.company) for one in table.everybody[table.active].companies if not one.activated]


def activate(table: Briefcase, company: str) -> Activated:
    """Activate a company of the active player as it is offered."""
    question = play.find_question(table, table.active)
    assert isinstance(question, Choose)
    (move,) = [one for one in question.moves if isinstance(one, ActivateCompany) and one.company == company]
    (news,) = [told.news for told in play.play(table, table.active, move).told if isinstance(told.news, Activated)]
    return news


def test_an_activation_that_is_named_scores_and_costs_what_is_said() -> None:
    checked = priced = 0
    for table, question in play_games():
        for name, points, price in ACTIVATION.findall(below(table, question)):
            news = activate(table, find_company(name).id)
            assert news.first
            assert news.points == int(points)
            assert price in ("", news.paid, drop_ones(drop_companies(news.paid)))
            checked += 1
            priced += bool(price)
    assert priced > 0.7 * checked > 30


def test_a_purchase_that_is_named_makes_the_named_activation_possible_with_its_points() -> None:
    checked = 0
    for table, question in play_games():
        for bought, name, points in PURCHASE.findall(below(table, question)):
            purchase = next(
                move
                for move in question.moves
                if isinstance(move, BuyResources) and bought in (amounts(move.resources), list_briefly(move.resources))
            )
            menu = (option.move for option in list_menu(question))
            assert purchase == next(move for move in menu if isinstance(move, BuyResources)), "it is the first line"
            after = play.play(table, table.active, purchase).table
            assert activate(after, find_company(name).id).points == int(points)
            checked += 1
    assert checked > 30


def test_a_player_with_a_company_that_is_not_activated_always_reads_what_it_needs() -> None:
    seen = 0
    for table, question in play_games():
        waiting = list_waiting(table)
        if waiting:
            line = below(table, question)
            if table.ending is not None and "Give Central Bank " in line:
                said = line[line.index("Give Central Bank ") :].partition(".")[0]
                assert said in [option.label for option in question.options]
                continue
            assert "ctivate " in line or any(abbreviate(card.name) in line and " lacks " in line for card in waiting), (
                line
            )
            seen += 1
    assert seen > 300


def test_the_only_first_activation_is_described_with_its_price() -> None:
    seen = 0
    for table, question in play_games():
        waiting = {card.id for card in list_waiting(table)}
        first = [move for move in question.moves if isinstance(move, ActivateCompany) and move.company in waiting]
        if len(first) == 1:
            text = f"{below(table, question)} {' '.join(list_notes(table, question))}"
            price = activate(table, first[0].company).paid
            assert price in text or drop_ones(drop_companies(price)) in text, text
            seen += 1
    assert seen > 30


def test_the_first_line_of_a_menu_is_the_purchase_that_is_named() -> None:
    desk = office(blocks=[]).owns("Ann", "Theme Parks", activated=False).hand("Ann", "Buy Activate Obstacle")
    desk.store("Ann", "Concrete Steel Energy")
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    assert "buy 1 Personnel, then activate Theme Parks: 7 points" in below(desk.table, question)
    assert list_menu(question)[0].label == "Buy 1 Personnel"


def test_energy_that_is_lacking_is_said_to_come_from_the_power_plant() -> None:
    desk = office().owns("Ann", "Steel Factory", activated=False).hand("Ann", "Buy").store("Ann", "Concrete")
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    line = below(desk.table, question)
    assert "Your Power Plant (1 point) lacks 1 Personnel, 1 Steel." in line, "Energy comes from it alone"
    desk.owns("Ann", "Power Plant")
    again = desk.question("Ann")
    assert isinstance(again, Choose)
    assert "Your Steel Factory (2 points) lacks 1 Energy (activate Power Plant)." in below(desk.table, again)
    assert "Steel Factory lacks 1 Energy (activate Power Plant)" in desk.hand("Ann", "Activate").question("Ann").help


def test_a_company_that_helps_to_pay_is_said_with_what_it_does() -> None:
    desk = office().owns("Ann", "Marketing Company").hand("Ann", "Obstacle Obstacle Hire")
    assert "Marketing Company: 2 equal cards count as Buy, Activate or Hire." in note(desk, "Ann")
    assert "Marketing" not in note(office().owns("Ann", "Marketing Company").hand("Ann", "Obstacle Hire"), "Ann")


def test_on_the_last_turn_why_the_game_ends_and_the_points_are_always_said() -> None:
    desk = office("Ann Bob").owns("Bob", "Warehouses").hand("Ann", "Buy Activate Hire Obstacle")
    desk.table.ending = "the bank has no Buy left"
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    notes = list_notes(desk.table, question)
    assert len(notes) > 1
    for version in notes:
        assert version.startswith("The bank has no Buy left: the game ends with this round. Points: you 0, <seat:2> 3.")


@pytest.mark.parametrize("company", [one for one in BOX.companies if one.ability is not None], ids=lambda one: one.id)
def test_every_ability_has_a_short_text(company: Company) -> None:
    text = describe_ability_briefly(company.ability)
    assert text.endswith(".")
    assert text[0] == text[0].upper()
    assert len(text) <= 48


def test_hires_of_equal_companies_are_next_to_each_other_and_those_that_give_most_buys_first() -> None:
    desk = office("Ann Bob Cid").offer("Bank").hand("Ann", "Hire").store("Ann", "Steel Concrete Personnel Energy")
    desk.owns("Bob", "Warehouses", "Bank").owns("Cid", "Bank", "Warehouses")
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    labels = [question.options[at].label for at in question.shown]
    assert [label for label in labels if label.startswith("Hire")] == [
        "Hire <seat:2>'s Bank",
        "Hire <seat:3>'s Bank",
        "Hire <seat:2>'s Warehouses",
        "Hire <seat:3>'s Warehouses",
    ]


def test_important_pieces_are_shortened_before_one_of_them_is_left_out() -> None:
    def fit(most: int) -> str:
        pieces = [Piece(0, ("aaaaaa", "a")), Piece(9, ("cccc",)), Piece(1, ("bbbbbb", "b"))]
        return fit_pieces(pieces, lambda text: len(text) <= most, firm=5)

    assert [fit(most) for most in (1, 3, 8, 13, 18)] == ["a", "a b", "aaaaaa b", "aaaaaa bbbbbb", "aaaaaa cccc bbbbbb"]


def test_versions_with_fewer_pieces_are_each_shorter_than_the_one_before() -> None:
    pieces = [Piece(1, ("first",)), Piece(3, ("third",)), Piece(2, ("second",))]
    assert list(list_shorter(pieces, lambda text: len(text) < 20)) == ["first third second", "first second", "first"]


def test_every_hint_of_a_menu_of_companies_says_what_the_company_does() -> None:
    checked = 0
    for table, question in play_games()[::5]:
        for option in question.options:
            if isinstance(option.move, BuyCompany):
                card = table.card(option.move.company)
                does = (card.text, describe_ability_briefly(card.ability))
                assert card.ability is None or any(text in option.hint for text in does), option.hint
                checked += 1
    assert checked > 100


def test_the_end_of_a_turn_is_explained_until_it_is_known() -> None:
    desk = office().hand("Ann", "Buy")
    assert desk.hint("Ann", "End turn") == "You discard your hand and draw 4 cards."
    desk.player("Ann").turns = 4
    assert desk.hint("Ann", "End turn") == ""
    desk.store("Ann", 6 * " Paper")
    assert desk.hint("Ann", "End turn").startswith("First you throw away 1 resource.")


def test_many_hires_do_not_hide_what_scores_behind_a_press() -> None:
    names = ["Steel Factory", "University", "Warehouses", "Shopping Mall", "Cargo Company", "Accounting Firm", "Bank"]
    desk = office("Ann Bob Cid Dan").offer(*names).hand("Ann", "Buy Activate Hire Hire")
    for name in ("Bob", "Cid", "Dan"):
        desk.owns(name, "Power Plant", *names)
    desk.owns("Ann", "Theme Parks", activated=False).owns("Ann", *names)
    desk.store("Ann", "Personnel Concrete Steel Energy Energy Paper")
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    (scores,) = [option for option in question.options if option.label == "Activate Theme Parks: 7 points"]
    assert scores.group == "Activate"
    groups = Counter(option.group for option in question.options)
    assert groups["Hire"] > 15
    assert max(groups.values()) <= 25


def test_among_few_plays_the_activation_that_scores_stands_first() -> None:
    desk = office().owns("Ann", "Power Plant", "Warehouses").owns("Ann", "Theme Parks", activated=False)
    question = desk.hand("Ann", "Activate").store("Ann", "Personnel Steel Concrete Energy").question("Ann")
    assert isinstance(question, Choose)
    assert {option.group for option in question.options} == {"Activate", "End turn"}
    assert question.options[question.shown[0]].label == "Activate Theme Parks: 7 points"


def test_an_activation_that_ends_the_game_says_its_price_however_it_is_paid() -> None:
    desk = office().owns("Ann", "University", "Power Plant").owns("Ann", "Consulting Firm", activated=False)
    desk.bank("Buy", 2).hand("Ann", "Activate Hire").owns("Bob", "Warehouses", "Power Plant")
    desk.store("Ann", "Paper Energy Energy Steel Concrete")
    (option,) = [option for option in desk.options("Ann") if option.label == "Activate Consulting Firm: 4 points"]
    assert option.hint.startswith("Takes the last Buys: this round is the last. Pays ")
    assert "as Personnel" in option.hint
