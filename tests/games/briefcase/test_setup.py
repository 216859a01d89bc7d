"""Setup: the layout for each number of players, and the companies on offer."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.engine import play
from bot.games.briefcase import GAME
from bot.games.briefcase.components import BASIC, BOX, DECISIONS, SETS
from bot.games.briefcase.moves import PickPortfolio
from bot.games.briefcase.table import Briefcase
from tests.games.briefcase.dealing import office

PRINTED = {
    "simple": "3 13 15 14 10 7 4 11 16 19 18 21 29 17",
    "faster": "15 11 2 14 5 8 9 6 18 19 29 22 16 28",
    "complex": "9 4 10 7 12 2 3 5 18 23 26 20 24 21",
    "light interaction": "6 2 11 7 14 13 9 4 23 22 19 27 17 16",
    "heavy interaction": "9 2 15 8 5 12 4 13 27 25 30 19 18 24",
}
"""The printed company sets, by the companies' numbers."""


def begun(players: int, seed: str = "setup", **options: str) -> Briefcase:
    table: Briefcase = GAME.set_up(GAME.options(**options), players, seed, BOX)
    play.begin(table)
    return table


@pytest.mark.parametrize(
    ("players", "personnel", "others", "buys", "activates", "obstacles", "points", "company_blocks"),
    [(2, 12, 10, 18, 24, 40, 10, 2), (3, 18, 15, 27, 21, 34, 15, 1), (4, 24, 20, 36, 18, 28, 20, 1)],
)
def test_the_table_is_laid_for_the_number_of_players(
    players: int,
    personnel: int,
    others: int,
    buys: int,
    activates: int,
    obstacles: int,
    points: int,
    company_blocks: int,
) -> None:
    """BC-1 and BC-2: the starting decks come out of the bank. BC-3: all imported resources are there."""
    table = begun(players)
    assert table.market == {
        "personnel": personnel,
        "steel": others,
        "concrete": others,
        "paper": others,
        "imported": 20,
    }
    assert table.bank == {"buy": buys, "activate": activates, "obstacle": obstacles, "hire": 18}
    assert table.central_bank == points
    assert table.company_blocks == [None] * company_blocks
    assert len(set(table.resource_blocks)) == 2
    assert set(table.resource_blocks) <= set(BASIC)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_with_a_power_plant_twelve_cards_and_a_hand_of_four(players: int) -> None:
    table = begun(players)
    for player in table.everybody.values():
        assert [(owned.company, owned.activated) for owned in player.companies] == [("power_plant", False)]
        assert Counter([*player.deck, *player.hand]) == {"buy": 3, "activate": 3, "obstacle": 6}
        assert len(player.hand) == 4
        assert not player.storage


def test_the_starting_player_is_drawn_by_lot_or_is_the_first_seat() -> None:
    assert {begun(4, f"lot {n}").first for n in range(40)} == {1, 2, 3, 4}
    assert {begun(4, f"lot {n}", starting_player="first seat").first for n in range(10)} == {1}


def test_the_blocked_piles_are_drawn_by_lot() -> None:
    assert len({tuple(begun(2, f"blocks {n}").resource_blocks) for n in range(60)}) == 6


@pytest.mark.parametrize("name", SETS)
def test_printed_company_sets(name: str) -> None:
    table = begun(3, portfolio=name)
    assert {str(table.card(company).number) for company in table.portfolio} == set(PRINTED[name].split())


def test_the_box_holds_97_company_cards_of_30_companies() -> None:
    assert len(BOX.companies) == 30
    assert sum(company.copies[4] for company in BOX.companies) == 97
    assert [c.number for c in BOX.companies if c.level == 1] == list(range(1, 16))
    assert [c.number for c in BOX.companies if c.level == 2] == list(range(16, 31))


def test_there_is_a_randomizer_for_each_company_but_the_power_plant() -> None:
    assert len(BOX.choices(1)) + len(BOX.choices(2)) == 29
    assert "power_plant" not in {company.id for company in BOX.choices(1)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_portfolio_has_eight_and_six_companies_in_piles(players: int) -> None:
    found = set()
    for seed in range(12):
        table = begun(players, f"random {seed}", portfolio="random")
        levels = Counter(table.card(company).level for company in table.portfolio)
        assert levels == {1: 8, 2: 6}
        assert "power_plant" not in table.portfolio
        assert all(left == table.card(company).copies[players] for company, left in table.portfolio.items())
        found.add(tuple(table.portfolio))
    assert len(found) > 10


def test_a_portfolio_chosen_by_hand() -> None:
    desk = office("Ann Bob", portfolio="by hand")
    assert desk.asked == ["Ann"]
    first = [company.id for company in BOX.choices(1)][:8]
    second = [company.id for company in BOX.choices(2)][-6:]
    desk.do("Ann", PickPortfolio(companies=tuple(first)))
    assert desk.asked == ["Ann"]
    desk.do("Ann", PickPortfolio(companies=tuple(second)))
    assert list(desk.table.portfolio) == [*first, *second]
    assert desk.waiting == "Ann's turn"
    assert desk.asked == ["Ann"]


def test_a_player_who_does_not_choose_in_time_gets_the_simple_set() -> None:
    desk = office("Ann Bob", portfolio="by hand")
    for _ in range(2):
        move = play.get_default_move(desk.table, 1)
        assert move is not None
        desk.do("Ann", move)
    assert set(desk.table.portfolio) == set(BOX.sets["simple"])


def test_the_bank_and_the_decks_hold_all_cards_of_the_box() -> None:
    table = begun(4)
    held = Counter(table.bank)
    for player in table.everybody.values():
        held += Counter([*player.deck, *player.hand])
    assert {card: held[card] for card in DECISIONS} == {"buy": 48, "activate": 30, "obstacle": 52, "hire": 18}
