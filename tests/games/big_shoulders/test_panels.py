"""Panels of the game as they are really rendered: menus, buttons and the lines above them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine import play
from bot.engine.multi_step import ChooseOrCompose
from bot.engine.records import Seat
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.moves import Operate, RunFactory
from bot.games.big_shoulders.rules.obstacles import find_obstacle
from bot.games.big_shoulders.table import City
from bot.testing.random_games import Case, build_random
from bot.testing.seated import build_desk, seat_people
from bot.testing.thorough import mark_thorough
from bot.ui import screens
from bot.ui.screens.screen import Button, Menu, MenuLine, Row, Screen
from tests.games.big_shoulders.dealing import Town, town


def city(decade: int = 2, **options: Any) -> Town:
    """Ann directs Swift, Ben Elgin and Cleo Libby; Ann acts first."""
    street = town(**options).founded("Ann", "Swift", 50, 300).founded("Ben", "Elgin", 40, 300)
    street.founded("Cleo", "Libby", 40, 300).turns("Ann", "Ben", "Cleo")
    street.table.decade = decade
    return street


def show_panel(street: Town, who: str) -> Screen:
    """Return the panel of a player."""
    return screens.render_panel(build_desk(seat_people(street.table, game=GAME), street.seat(who)))


def list_menus(street: Town, who: str) -> dict[str, list[MenuLine]]:
    """Return the menus of a player's panel by their names, without More."""
    rows = [row for row in show_panel(street, who).blocks if isinstance(row, Row)]
    menus = [one for row in rows for one in row.controls if isinstance(one, Menu)]
    return {menu.placeholder: list(menu.entries) for menu in menus[:-1]}


# Actions of no use


def test_actions_of_no_use_stand_in_a_menu_of_their_own_behind_all_others_with_the_reason_first() -> None:
    street = city().track("Ben", 6, 9, 11).staff("Swift", 0, 0, salespeople=2, managers=[1, 2]).begin("action", 2)
    menus = list_menus(street, "Ann")
    *_, last = menus
    assert last == "No use now… (4)"
    assert [line.label for line in menus[last]] == [
        "No use: hire a manager",
        "No use: hire a salesperson",
        "No use: tile 6, automate 1 spot",
        "No use: tile 11, 1 manager",
    ]
    for line in menus[last]:
        assert line.hint.startswith(("No slot is free. Swift $", "No spot can be automated. Swift $"))
    assert not any("No use" in line.label for name in menus if name != last for line in menus[name])


def test_a_single_action_of_no_use_is_the_last_line_of_its_companys_menu_and_no_button() -> None:
    street = city().staff("Swift", 1, 1, salespeople=2).begin("action", 2)
    (lines,) = list_menus(street, "Ann").values()
    assert (
        [line.label for line in lines if "No use" in line.label] == [lines[-1].label] == ["No use: hire a salesperson"]
    )


def test_with_two_companies_and_assets_what_is_of_no_use_stands_in_the_last_menu_and_names_its_company() -> None:
    street = city().founded("Ann", "Doggett", 40, 300).track("Ben", 6, 11).asset("Swift", "Refrigeration")
    street.staff("Swift", 0, 0, salespeople=2).haymarket("livestock livestock livestock").begin("action", 2)
    menus = list_menus(street, "Ann")
    *first, last = menus
    assert last.endswith("No use now… (3)"), [*menus]
    useless = [line.label for line in menus[last] if "No use" in line.label]
    assert useless[:1] == ["No use, Swift: hire a salesperson"]
    assert useless == [line.label for line in menus[last]][-len(useless) :]
    assert not any("No use" in line.label for name in first for line in menus[name])


def test_with_three_companies_what_is_of_no_use_stands_last_in_the_menu_of_each() -> None:
    street = city().founded("Ann", "Doggett", 40, 300).founded("Ann", "Fairbank", 40, 300).track("Ben", 6, 11)
    street.asset("Swift", "Refrigeration").haymarket("livestock").begin("action", 2)
    menus = list_menus(street, "Ann")
    assert len(menus) == 3
    for lines in menus.values():
        useless = ["No use" in line.label for line in lines if "efrigeration" not in line.label]
        assert any(useless)
        assert useless == sorted(useless)


# Short of money


def test_who_can_buy_nothing_reads_why_and_is_first_offered_to_pass_until_something_can_be_bought() -> None:
    street = city().cash("Ann", 30).holds("Ann", "Elgin", common=1).begin("stock", 2, first="Ann")
    panel = show_panel(street, "Ann")
    heading = next(block for block in panel.blocks if isinstance(block, str) and block.startswith("### "))
    assert heading.endswith("1885: sell or pass (you can buy nothing with $30)?")
    why = panel.blocks[panel.blocks.index(heading) + 1]
    assert isinstance(why, str)
    assert why.startswith("You have $30; the cheapest share costs $40.")
    first, *rows = [row for row in panel.blocks if isinstance(row, Row)]
    (menu,) = first.controls
    assert isinstance(menu, Menu)
    assert menu.placeholder == "Pass until I can buy, or until …"
    assert menu.entries[0].label == "… until I can buy something"
    labels = [one.label for row in rows for one in row.controls if isinstance(one, Button)]
    assert labels[:3] == ["Fill in my turn…", "Pass", "Sell first…"]


def test_who_can_buy_something_is_asked_for_that_before_any_pass() -> None:
    street = city().cash("Ann", 90).holds("Ann", "Elgin", common=1).begin("stock", 2, first="Ann")
    *_, last = list_menus(street, "Ann")
    assert last == "Pass until …"


# A company's first operation


def play_first_operations(deal: int, decades: int, *, follows: bool) -> Iterator[tuple[City, Seat, ChooseOrCompose]]:
    """Yield the question of each company's first operation; players follow the suggestions, or play as easy bots."""
    assert GAME.teaching.first_plan is not None
    assert GAME.bots.choose_easily is not None
    table = Case(GAME, 2 + deal % 3, GAME.options()).begin(f"d{deal}").table
    random, operated = build_random(deal), set[str]()
    while table.outcome is None:
        assert isinstance(table, City)
        if table.decade > decades:
            return
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        view = GAME.view(table, seat)
        if view.phase == "operation phase" and view.company is not None and view.company not in operated:
            assert isinstance(question, ChooseOrCompose)
            operated.add(view.company)
            yield table, seat, question
        plan = GAME.teaching.first_plan(view, question) if follows else None
        choose = GAME.choose if follows else GAME.bots.choose_easily
        table = play.play(table, seat, choose(view, question, random) if plan is None else plan.move).table


def runs(question: ChooseOrCompose) -> bool:
    """Whether an offered plan runs a factory."""
    moves = [move for move in question.moves if isinstance(move, Operate)]
    return any(isinstance(part, RunFactory) for move in moves for part in move.parts)


@pytest.mark.parametrize("deal", mark_thorough(range(60), 4))
def test_the_first_operation_of_a_company_runs_a_factory_if_its_director_took_the_suggested_turns(deal: int) -> None:
    firsts = list(play_first_operations(deal, 1, follows=True))
    assert len(firsts) == 2 + deal % 3
    for table, _, question in firsts:
        assert runs(question), table.appeal_order


@pytest.mark.parametrize("deal", mark_thorough(range(30), 3))
def test_a_first_operation_runs_a_factory_wherever_the_rules_allow_it_and_else_says_why_and_what_would_have_helped(
    deal: int,
) -> None:
    assert GAME.teaching.bears is not None
    for table, seat, question in play_first_operations(deal, 5, follows=False):
        view = GAME.view(table, seat)
        assert view.company is not None
        obstacle = find_obstacle(table, view.company)
        assert obstacle or runs(question)
        if not runs(question):
            words = GAME.teaching.bears(view, question)
            assert any(version in words for version in obstacle)
            assert "would have helped" in words
