"""Panels of the game as they are really rendered: menus, buttons and the lines above them."""

from __future__ import annotations

from typing import Any

from bot.games.big_shoulders import GAME
from bot.testing.seated import build_desk, seat_people
from bot.ui import screens
from bot.ui.screens.screen import Menu, MenuLine, Row, Screen
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
