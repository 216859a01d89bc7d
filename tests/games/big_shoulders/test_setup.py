"""Contents of the box, and the initial table for each number of players."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.engine import play
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import BOX, CUBES, CityBox
from bot.games.big_shoulders.rules.job_market import hiring_cost
from bot.games.big_shoulders.rules.stock_track import moved, payout_steps
from tests.games.big_shoulders.dealing import town

SOME = {2: "Ann Ben", 3: "Ann Ben Cleo", 4: "Ann Ben Cleo Dan"}


def test_the_box_holds_what_the_rules_count() -> None:
    assert [len(part) for part in (BOX.companies, BOX.tiles, BOX.assets, BOX.demand_tiles, BOX.goals)] == [
        10,
        44,
        16,
        24,
        10,
    ]
    assert BOX.cubes == {"livestock": 20, "steel": 18, "coal": 16, "wood": 16}
    assert sum(len(company.factories) for company in BOX.companies) == 21
    assert sum(asset.start for asset in BOX.assets) == 5
    assert [decade.refill for decade in BOX.decades] == [3, 4, 4, 5, 6]
    assert [decade.year for decade in BOX.decades] == [1875, 1885, 1895, 1905, 1915]


@pytest.mark.parametrize(("players", "counts"), [(2, (6, 8, 8)), (3, (9, 12, 12)), (4, (12, 16, 16))])
def test_building_tiles_by_era_and_players(players: int, counts: tuple[int, int, int]) -> None:
    assert tuple(len(BOX.tiles_of(era, players)) for era in (1, 2, 3)) == counts


@pytest.mark.parametrize(("players", "left"), [(2, 3), (3, 7), (4, 12)])
def test_the_table_is_laid(players: int, left: int) -> None:
    table = town(SOME[players]).table
    assert len(table.demand_pile) == left
    assert sum(space.tile is not None for row in table.demand.values() for space in row) == 12
    assert len(table.asset_pile) == 11
    assert table.asset_row[0] == "brilliant_marketing"
    assert sum(table.bag.values()) == 50
    assert [sum(group.values()) for group in table.supply] == [3, 3, 3, 3]
    assert table.haymarket == dict.fromkeys(CUBES, 2)
    assert table.job_market == 4
    assert len(table.goals) == 5
    for player in table.everybody.values():
        assert (player.cash, player.partners, len(player.hand)) == (175, 2, 3)


def test_demand_tiles_come_by_rising_pips() -> None:
    """CB-21"""
    table = town(SOME[4]).table
    pips = [BOX.demand_tile[tile].pips for tile in table.demand_pile]
    assert pips == sorted(pips)
    on_board = [table.demand[row][column].tile for column in range(3) for row in table.demand]
    assert [BOX.demand_tile[tile or 0].pips for tile in on_board] == [1] * 6 + [2] * 6


def test_first_companies_are_chosen_counter_clockwise_and_the_last_acts_first() -> None:
    street = town(SOME[4])
    first: Any = street.table.agenda[0]
    choosing = first.left
    assert choosing == [(choosing[0] - 1 - n) % 4 + 1 for n in range(4)]
    assert street.table.order == choosing[::-1]
    assert street.table.priority == choosing[-1]


def test_a_first_company_is_founded_at_what_one_can_pay() -> None:
    """CB-1"""
    street = town()
    name = street.asked[0]
    prices = {label.split(" at ")[1].split(":")[0] for label in street.labels(name)}
    assert prices == {"$35", "$40", "$50"}
    assert len(street.labels(name)) == 30
    street.does(name, "Found Swift at $50")
    assert not street.offers(street.asked[0], "Swift")


def test_a_player_who_is_late_founds_the_company_furthest_on_the_appeal_track_at_35() -> None:
    street = town()
    move: Any = street.default(street.asked[0])
    assert (BOX.company[move.company].appeal, move.price) == (3, 35)


def test_worker_prices() -> None:
    assert hiring_cost(BOX, 12, 12) == 360
    assert hiring_cost(BOX, 12, 13) == 410
    assert hiring_cost(BOX, 6, 3) == 100


def test_steps_on_the_stock_track() -> None:
    assert moved(BOX, 35, 10) == 220
    assert moved(BOX, 40, -3) == 20
    assert moved(BOX, 10, -1) == 10
    assert moved(BOX, 450, 2) == 450


@pytest.mark.parametrize(
    ("price", "revenue", "steps"),
    [(100, 99, 0), (100, 100, 1), (100, 200, 2), (100, 300, 3), (50, 49, 0), (50, 50, 1), (50, 100, 2), (50, 400, 2)],
)
def test_steps_of_a_payout(price: int, revenue: int, steps: int) -> None:
    assert payout_steps(BOX, price, revenue) == steps


def changed(change: Any) -> dict[str, Any]:
    box: dict[str, Any] = json.loads(BOX.model_dump_json())
    change(box)
    return box


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda box: box["tiles"].pop(), "era 3 has not the tiles"),
        (lambda box: box["track"].reverse(), "the stock prices rise"),
        (lambda box: box["worker_prices"].pop(), "a worker has a price"),
        (lambda box: box["assets"].pop(0), "the row has spaces"),
        (lambda box: box["companies"].append(box["companies"][0]), "a name of its own"),
        (lambda box: box.update(demand_tiles=box["demand_tiles"][:10]), "too few demand tiles"),
        (lambda box: box["terms"].update(cash=100), "afford a first company"),
        (lambda box: box.update(spaces=box["spaces"][:3]), "open to everybody"),
    ],
)
def test_an_operators_box_that_cannot_be_played_says_why(change: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        CityBox.model_validate(changed(change))


def test_all_tiles_are_dealt_by_the_last_decade() -> None:
    """Piles are empty after the deals of the third and the fifth decade."""
    for players, names in SOME.items():
        street = town(names)
        table = street.table
        while table.outcome is None:
            seat = play.list_asked_seats(table)[0]
            move = play.get_default_move(table, seat)
            assert move is not None
            table = play.play(table, seat, move).table
            if table.agenda and table.agenda[0].kind == "action phase":
                assert bool(table.tile_piles[2]) == (table.decade < 3), players
                assert bool(table.tile_piles[3]) == (table.decade < 5), players
        assert all(len(player.tiles) == 5 for player in table.everybody.values())


def test_the_same_seed_gives_the_same_table() -> None:
    assert GAME.set_up(GAME.options(), 3, "x", BOX) == GAME.set_up(GAME.options(), 3, "x", BOX)
    assert GAME.set_up(GAME.options(), 3, "x", BOX) != GAME.set_up(GAME.options(), 3, "y", BOX)
