"""Building and Action phase: tiles, order, payments, spaces, job market, assets, appeal and partners."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.questions import Choose, Option
from bot.engine.search import Worlds
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import BOX, CityBox
from bot.games.big_shoulders.moves import Act, ChooseTiles, PlacePartner
from bot.games.big_shoulders.news import PartnersIdle, TilesPlayed
from bot.games.big_shoulders.table import City
from bot.testing.random_games import Case, play_random_game
from tests.games.big_shoulders.dealing import Town, town


def city(decade: int = 1, treasury: int = 300, **options: Any) -> Town:
    """Ann directs Swift, Ben Elgin and Cleo Libby; Ann acts first."""
    street = town(**options).founded("Ann", "Swift", 50, treasury).founded("Ben", "Elgin", 40, treasury)
    street.founded("Cleo", "Libby", 40, treasury).turns("Ann", "Ben", "Cleo")
    street.table.decade = decade
    return street


# Building phase


def test_tiles_are_chosen_in_secret_and_shown_together() -> None:
    street = city().hand("Ann", 1, 2, 6).hand("Ben", 3, 9, 10).hand("Cleo", 5, 7, 11).begin("building")
    assert street.asked == ["Ann", "Ben", "Cleo"]
    street.does("Ann", "Play tile 2, discard tile 6")
    assert street.player("Ann").tiles == []
    assert "tile 2" not in repr(street.view("Ben"))
    street.does("Ben", "Play tile 9, discard tile 3")
    street.does("Cleo", "Play tile 11, discard tile 5")
    assert [street.player(name).tiles for name in street.names] == [[2], [9], [11]]
    assert [street.player(name).hand for name in street.names] == [[1], [10], [7]]
    assert [(news.before, news.after) for news in street.news(TilesPlayed)] == [(4, 7)]


def test_discarded_tiles_stay_secret() -> None:
    """CB-29"""
    street = city().hand("Ann", 1, 2, 6).begin("building").does("Ann", "Play tile 2, discard tile 6")
    for name in ("Ben", "Cleo"):
        street.plays(name, street.default(name))
    assert street.view("Ann").discarded == [6]
    assert 6 not in street.view("Ben").discarded
    assert not street.view(None).discarded
    assert not any("tile 6" in line for line in street.reads)


def test_whether_an_older_tile_was_kept_or_discarded_nobody_else_can_feel() -> None:
    """CB-29: Ann considers the same possible for both tiles that Ben may have kept; no tile is older than its era."""
    eras, compared = {tile.number: tile.era for tile in BOX.tiles}, 0
    could_keep = set()
    for turn in play_random_game(Case(GAME, 3, GAME.options()), "kept"):
        assert isinstance(turn.before, City)
        ben = turn.before.everybody[2]
        if turn.after.describe_part() == turn.before.describe_part() or len(ben.hand) != 1 or not ben.discarded:
            continue
        twin = play.copy(turn.before)
        other = twin.everybody[2]
        other.hand[0], other.discarded[-1] = ben.discarded[-1], ben.hand[0]
        assert GAME.view(twin, 1) == GAME.view(turn.before, 1)
        for number in range(8):
            truth, same = (Worlds(GAME, table, 1).deal_world(number, "x") for table in (turn.before, twin))
            assert truth == same
            assert isinstance(truth, City)
            truth.audit()
            kept, discarded = truth.everybody[2].hand[0], truth.everybody[2].discarded
            could_keep.add((turn.before.decade, eras[kept]))
            assert all(eras[tile] <= BOX.decades[at].era for at, tile in enumerate(discarded))
        compared += eras[ben.hand[0]] != eras[ben.discarded[-1]]
    assert compared, "the two are of different eras now and then"
    assert len(could_keep) > len({decade for decade, _ in could_keep}), "and Ann cannot tell which he has"


def test_a_tile_that_is_played_later_was_kept() -> None:
    """CB-29: as everybody can compute it, also players who consider it possible."""
    street = city(decade=2).hand("Ann", 1, 2, 6)
    ann, eras = street.player("Ann"), {tile.number: tile.era for tile in BOX.tiles}
    newer = [number for number, era in eras.items() if era == 2]

    def kept() -> set[int]:
        truths = [GAME.redeal(street.table, 2, Chance(seed=f"{number}")).everybody[1] for number in range(20)]
        return {eras[truth.hand[0]] for truth in truths}

    ann.tiles, ann.discarded, ann.hand = [1, 2], [6, newer[0]], [newer[1]]
    assert kept() == {2}, "two of the first era were played: one of them in 1885, so no other was left then"
    ann.tiles, ann.discarded, ann.hand = [1, newer[2]], [6, newer[0]], [2]
    assert kept() == {1, 2}, "either may have gone in 1885"


def test_a_choice_can_be_taken_back_until_all_have_chosen() -> None:
    street = city().hand("Ann", 1, 2, 6).begin("building").does("Ann", "Play tile 2, discard tile 6")
    assert play.describe_sealed_answer(street.table, 1) == "Play tile 2, discard tile 6"
    assert play.list_asked_seats(play.take_back_answer(street.table, 1).table) == [1, 2, 3]


def test_the_job_market_holds_twelve() -> None:
    street = city().hand("Ann", 1, 2, 6).hand("Ben", 3, 9, 10)
    street.table.job_market = 11
    street.begin("building").does("Ann", "Play tile 1, discard tile 2")
    for name in ("Ben", "Cleo"):
        street.plays(name, street.default(name))
    assert street.table.job_market == 12


def test_in_the_third_decade_everybody_gains_a_partner_who_can_be_placed_at_once() -> None:
    street = city().begin("building", 3)
    for name in list(street.asked):
        street.plays(name, street.default(name))
    assert [street.player(name).partners for name in street.names] == [3, 3, 3]
    assert [street.player(name).ready for name in street.names] == [3, 3, 3]


def test_a_player_who_is_late_plays_the_lowest_tile_and_discards_the_next() -> None:
    street = city().hand("Ann", 6, 2, 11).begin("building")
    assert street.default("Ann") == ChooseTiles(play=2, discard=6)


# Order


def test_one_partner_a_turn_until_nobody_has_one() -> None:
    street = city().partners("Ben", 1).partners("Cleo", 1).begin("action")
    order = []
    while street.table.agenda[0].kind == "action phase":
        order += street.asked
        street.does(street.asked[0], "Fundraising $40")
    assert order == ["Ann", "Ben", "Cleo", "Ann"]
    assert all(street.player(name).ready == 0 for name in street.names)


def test_a_player_without_a_company_gets_money_for_idle_partners() -> None:
    street = town(advanced=True).founded("Ann", "Swift", 50).founded("Ann", "Elgin", 40).founded("Cleo", "Libby", 40)
    street.cash("Ben", 0).turns("Ann", "Ben", "Cleo").begin("action", 2).does("Ann", "Fundraising $40, for Swift")
    assert [news.got for news in street.news(PartnersIdle)] == [50]
    assert street.asked == ["Cleo"]


def test_a_player_who_is_late_raises_funds_for_the_poorest_company() -> None:
    street = city().founded("Ann", "Fairbank", 40, 10).begin("action", 2)
    assert street.default("Ann") == Act(parts=(PlacePartner(space="fundraising_40", company="fairbank"),))


def test_a_player_who_goes_first_already_is_not_asked_whether_to() -> None:
    street = city().begin("action")
    assert street.labels("Ann", "Advertising") == []


# Payments


def test_only_the_company_pays_and_what_it_cannot_pay_is_not_offered() -> None:
    street = city(treasury=65).cash("Ann", 500).begin("action")
    assert street.offers("Ann", "Hire a manager")
    assert not street.offers("Ann", "Hire a salesperson")
    assert not street.offers("Ann", "Extra dividends")


def test_a_company_pays_the_owner_of_a_tile_who_may_be_its_director() -> None:
    street = city().track("Ben", 2).track("Ann", 9).cash("Ann", 0).cash("Ben", 0).begin("action")
    street.does("Ann", "Tile 2")
    assert (street.firm("Swift").cash, street.player("Ben").cash) == (280, 20)
    assert street.firm("Swift").salespeople == 1
    street.does("Ben", "Fundraising").does("Cleo", "Fundraising")
    street.does("Ann", "Tile 9", "salesperson")
    assert (street.firm("Swift").cash, street.player("Ann").cash) == (250, 30)


def test_the_bank_pays_the_owner_of_a_tile_with_cubes() -> None:
    street = city().track("Ben", 3).cash("Ben", 0).haymarket("wood").begin("action").does("Ann", "Tile 3")
    assert (street.firm("Swift").cash, street.player("Ben").cash) == (300, 20)
    assert street.firm("Swift").cubes == {"wood": 1}


def test_a_tile_takes_one_partner_a_decade_and_so_do_some_spaces() -> None:
    street = city().track("Ben", 2).begin("action").does("Ann", "Tile 2")
    assert not street.offers("Ben", "Tile 2")
    street.does("Ben", "Hire a manager", "factory 1")
    assert not street.offers("Cleo", "Hire a manager")
    assert street.offers("Cleo", "Fundraising $40")


def test_fundraising_spaces_open_with_the_decades() -> None:
    for decade, there in ((2, [True, False, False]), (3, [True, True, False]), (5, [True, True, True])):
        street = city(decade).begin("action", decade)
        assert [street.offers("Ann", f"Fundraising ${amount}") for amount in (40, 60, 80)] == there


def test_an_action_without_effect_is_legal_and_costs_all() -> None:
    street = city().staff("Swift", managers=[1, 2], salespeople=2).haymarket("").track("Ben", 3).begin("action")
    street.does("Ann", "Hire a salesperson")
    assert (street.firm("Swift").salespeople, street.firm("Swift").cash) == (2, 230)
    street.does("Ben", "Fundraising").does("Cleo", "Tile 3")
    assert street.firm("Libby").cubes == {}


def test_the_owner_of_a_tile_with_cubes_is_paid_even_if_haymarket_square_is_empty() -> None:
    street = city().track("Ben", 3).cash("Ben", 0).haymarket("").begin("action").does("Ann", "Tile 3")
    assert street.firm("Swift").cubes == {}
    assert street.player("Ben").cash == 20
    assert street.asked == ["Ben"]


def test_a_manager_is_paid_for_even_where_all_slots_are_full() -> None:
    street = city().staff("Swift", managers=[1, 2]).begin("action").does("Ann", "Hire a manager")
    assert street.firm("Swift").cash == 300 - 60
    assert street.asked == ["Ben"]


def test_a_worker_of_a_tile_finds_no_place_where_all_spots_are_filled() -> None:
    street = town("Ann Ben Cleo Dan").founded("Ann", "Swift", 50, 300).founded("Ben", "Elgin", 40)
    street.founded("Cleo", "Libby", 40).founded("Dan", "Anglo", 40).turns("Ann", "Ben", "Cleo", "Dan")
    street.staff("Swift", 2, 3).track("Ben", 43).cash("Ben", 0).begin("action", 5)
    street.does("Ann", "Tile 43", "A manager for factory 2")
    assert [factory.workers for factory in street.firm("Swift").factories] == [2, 3]
    assert street.player("Ben").cash == 40


def test_an_automation_of_a_tile_finds_no_place_where_nobody_works() -> None:
    street = city().track("Ben", 6).cash("Ben", 0).begin("action").does("Ann", "Tile 6")
    assert [factory.automated for factory in street.firm("Swift").factories] == [0, 0]
    assert street.player("Ben").cash == 40


# Spaces


def test_workers_are_hired_from_the_market_for_any_factory_of_the_company() -> None:
    street = city()
    street.table.job_market = 6
    street.begin("action").does("Ann", "Job market", "2 for factory 1 and 1 for factory 2: $100")
    assert [factory.workers for factory in street.firm("Swift").factories] == [2, 1]
    assert street.table.job_market == 3


def test_the_job_market_needs_an_open_spot() -> None:
    street = city().staff("Swift", 2, 3).begin("action")
    assert not street.offers("Ann", "Job market")
    assert street.offers("Ann", "Fundraising")


def test_extra_dividends_cost_ten_dollars_a_share() -> None:
    street = city().holds("Ben", "Swift", common=2).pool("Swift", common=1).cash("Ann", 0).cash("Ben", 0)
    street.begin("action").does("Ann", "Extra dividends")
    assert (street.player("Ann").cash, street.player("Ben").cash) == (30, 20)
    assert street.firm("Swift").cash == 300 - 100 + 40
    assert street.firm("Swift").price == 80


def test_two_like_cubes_are_one_when_only_one_is_left() -> None:
    street = town("Ann Ben Cleo Dan").founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40)
    street.founded("Cleo", "Libby", 40).founded("Dan", "Spalding", 40).track("Ben", 12).haymarket("coal wood wood")
    street.turns("Ann", "Ben", "Cleo", "Dan").begin("action")
    assert street.labels("Ann", "Tile 12") == ["1 coal", "2 wood"]


def test_two_unlike_cubes() -> None:
    street = city(2).track("Ben", 18).haymarket("coal coal wood steel").begin("action", 2)
    assert street.labels("Ann", "Tile 18") == ["1 steel, 1 coal", "1 steel, 1 wood", "1 coal, 1 wood"]


def test_goods_made_by_an_action_are_no_production() -> None:
    street = city().track("Ben", 10).begin("action").does("Ann", "Tile 10")
    assert street.firm("Swift").goods == 1


def test_the_second_automation_of_a_tile_may_be_declined() -> None:
    """CB-11"""
    street = city(4).staff("Swift", 1, 0).track("Ben", 42).begin("action", 4)
    to_another = "Automate factory 1, its worker to another spot of it"
    assert "Automate nothing" not in street.labels("Ann", "Tile 42")
    assert "Automate nothing" in street.labels("Ann", "Tile 42", to_another)
    street.does("Ann", "Tile 42", to_another, "Automate nothing")
    assert (street.firm("Swift").factories[0].workers, street.firm("Swift").factories[0].automated) == (1, 1)


def hints(street: Town, *labels: str) -> dict[str, str]:
    asked = street.stage("Ann", *labels).question
    assert isinstance(asked, Choose)
    return {option.label: option.hint for option in asked.options}


def test_each_place_of_an_automation_says_whether_the_factory_makes_more() -> None:
    street = city(4).staff("Swift", 1, 0).track("Ben", 42).begin("action", 4)
    to_another = "Automate factory 1, its worker to another spot of it"
    first, then = hints(street, "Tile 42")[to_another], hints(street, "Tile 42", to_another)
    assert first == "Machines 1/2 (all: 1 good more); factory 1 is fully staffed."
    assert any(words.startswith("Machines on all its spots: 3 goods instead of 2") for words in then.values())


def test_each_place_of_a_manager_says_what_it_brings() -> None:
    street = city().begin("action")
    assert hints(street, "Hire a manager") == {
        f"A manager for factory {number}": f"Each run of it then brings {brings} as well. It lacks {lacks} workers, "
        "so it does not run yet."
        for number, brings, lacks in ((1, "any cube and appeal +1", 2), (2, "1 good and appeal +1", 3))
    }


# Assets


def test_an_asset_is_bought_and_its_bonus_taken() -> None:
    street = (
        city().row("Refrigeration", "Foundry").begin("action").does("Ann", "Capital investment", "Foundry: $40", "$25")
    )
    assert street.firm("Swift").asset == "foundry"
    assert street.firm("Swift").appeal == 5
    assert street.firm("Swift").cash == 300 - 40 + 25
    row = street.table.asset_row
    assert row[4] == "refrigeration"
    assert None not in row


def test_a_charter_without_a_slot_takes_the_bonus_only() -> None:
    street = city().row("Refrigeration").begin("action").does("Ann", "Fundraising")
    street.does("Ben", "Capital investment", "Refrigeration", "$25")
    assert street.firm("Elgin").asset is None
    assert street.firm("Elgin").appeal == 4
    assert "refrigeration" in street.table.assets_gone


@pytest.mark.parametrize(
    ("choice", "kept", "gone"), [("Keep Workshop", "workshop", "abattoir"), ("Keep Abattoir", "abattoir", "workshop")]
)
def test_with_a_full_slot_one_of_the_two_stays(choice: str, kept: str, gone: str) -> None:
    street = city().asset("Swift", "Abattoir").row("Workshop").begin("action")
    street.firm("Swift").used = True
    street.does("Ann", "Capital investment", choice, "$25")
    assert street.firm("Swift").asset == kept
    assert street.firm("Swift").used is (kept == "abattoir"), "a new asset is ready"
    assert street.table.assets_gone == [gone]
    assert street.firm("Swift").appeal == 5


@pytest.mark.parametrize(("name", "workers"), [("Color Catalog", (2, 3)), ("Brand Recognition", ())])
def test_the_bonus_of_an_asset_that_finds_no_place_brings_nothing(name: str, workers: tuple[int, ...]) -> None:
    street = city().staff("Swift", *workers).row(name).begin("action").does("Ann", "Capital investment")
    assert street.firm("Swift").asset == name.lower().replace(" ", "_")
    assert street.firm("Swift").cash == 300 - 40
    assert street.asked == ["Ben"]


def test_a_discount_tile_needs_an_asset_that_can_be_paid() -> None:
    street = city(treasury=20).track("Ben", 1).begin("action")
    assert not street.offers("Ann", "Tile 1")
    street = city(treasury=30).track("Ben", 1).cash("Ben", 0).row("Workshop").begin("action")
    street.does("Ann", "Tile 1", "$25")
    assert street.player("Ben").cash == 20
    assert street.firm("Swift").asset == "workshop"


def test_an_asset_is_used_once_a_decade_before_or_after_an_action() -> None:
    street = city().asset("Swift", "Union Stockyards").haymarket("livestock").begin("action")
    street.does("Ann", "Use Union Stockyards", "Fundraising")
    assert street.firm("Swift").cubes == {"livestock": 1}
    assert street.firm("Swift").cash == 300 - 10 + 40
    assert street.firm("Swift").used
    street.does("Ben", "Fundraising").does("Cleo", "Fundraising")
    assert not street.offers("Ann", "Union Stockyards")


def test_an_asset_that_would_change_nothing_is_not_offered() -> None:
    """CB-15"""
    street = city().asset("Swift", "Union Stockyards").haymarket("coal").begin("action")
    assert not street.offers("Ann", "Union Stockyards")


def test_catalogs_are_not_used_in_the_action_phase() -> None:
    """CB-16"""
    street = city().asset("Swift", "Catalog Empire").begin("action")
    assert not street.offers("Ann", "Catalog Empire")


def test_a_trade_gives_two_equal_cubes_for_another_that_lies_there() -> None:
    """CB-26"""
    street = city().has("Swift", "coal coal").haymarket("wood").begin("action")
    assert [label for label in street.labels("Ann") if " for 1 " in label] == ["Swift: 2 coal for 1 wood"]
    street.does("Ann", "Fundraising", "Swift: 2 coal for 1 wood")
    assert street.firm("Swift").cubes == {"wood": 1}
    assert street.table.haymarket == {"livestock": 0, "steel": 0, "coal": 2, "wood": 0}


def test_the_bonuses_of_price_protection() -> None:
    """CB-14: the marker moves, a spot is automated, then come the bonuses of the track."""
    street = city().staff("Swift", 1, 1).appeal("Swift", 4).row("Price Protection").begin("action")
    parts = ("Capital investment",)
    tried = street.composing("Ann").tried
    assert tried is not None
    first = tried(street.put_together("Ann", *parts))
    assert first.companies[street.id("Swift")].appeal == 6
    assert any("Automate factory 1" in label for label in street.labels("Ann", *parts))
    assert any(
        "salesperson" in label for label in street.labels("Ann", *parts, "Automate factory 1, its worker to factory 2")
    )


# Appeal


def test_bonuses_on_the_way_come_in_order() -> None:
    street = city(4).appeal("Swift", 2).staff("Swift", 1, 0).track("Ben", 28)
    street.table.decade = 4
    street.begin("action", 4)
    worker = street.labels("Ann", "Tile 28")
    assert worker == ["A worker for factory 1", "A worker for factory 2", "$25 instead, for Swift: $250 → $275"]
    salesperson = street.labels("Ann", "Tile 28", "A worker for factory 1")
    assert salesperson == ["A salesperson: $50 → $60 per good", "$25 instead, for Swift: $250 → $275"]


def test_the_starting_space_gives_nothing() -> None:
    assert all(factory.workers == 0 for factory in city().firm("Swift").factories)


def test_a_bonus_that_cannot_be_carried_out_is_money() -> None:
    street = city().appeal("Swift", 4).staff("Swift", salespeople=2).begin("action").does("Ann", "Advertising")
    assert street.firm("Swift").cash == 300 - 20 + 25


def test_a_company_that_moves_goes_ahead_on_its_space() -> None:
    street = city().appeal("Elgin", 4).begin("action")
    street.does("Ann", "Advertising")
    assert street.table.appeal_order[:2] == ["swift", "elgin"]


def test_at_the_end_of_the_appeal_track_a_company_keeps_its_place() -> None:
    """CB-12"""
    street = city().appeal("Elgin", 16).appeal("Swift", 16).begin("action")
    assert street.table.appeal_order[:2] == ["elgin", "swift"]
    street.does("Ann", "Advertising")
    assert street.table.appeal_order[:2] == ["elgin", "swift"]
    assert street.firm("Swift").cash == 280


def test_at_the_end_of_the_appeal_track_advertising_still_brings_the_first_place() -> None:
    street = city().appeal("Elgin", 16).begin("action").does("Ann", "Fundraising")
    street.does("Ben", "Advertising", "Go first in the next round").does("Cleo", "Fundraising")
    assert street.firm("Elgin").appeal == 16
    assert street.order() == ["Ben", "Ann", "Cleo"]
    assert street.asked == ["Ben"]


def test_who_may_go_first_reads_in_which_round_and_which_place_is_kept() -> None:
    street = city().appeal("Elgin", 16).begin("action").does("Ann", "Fundraising")
    last = street.table.box.terms.last_decade
    rounds = [
        (2, 2, "this decade's next round"),
        (1, 2, "the next round, or decade"),
        (1, last, "the next round, if any"),
    ]
    for partners, decade, words in rounds:
        street.player("Ben").ready, street.table.decade = partners, decade
        asked = street.stage("Ben", "Advertising").question
        assert isinstance(asked, Choose)
        assert asked.prompt == f"Do you go first in {words}?"
        assert [option.label for option in asked.options] == ["Go first in the next round", "Keep your place (2 of 3)"]


def test_the_partner_of_the_appeal_track_comes_once_and_can_be_placed_at_once() -> None:
    street = city().appeal("Swift", 8).begin("action").does("Ann", "Advertising", "A partner for you: 2 → 3")
    assert (street.player("Ann").partners, street.player("Ann").ready) == (3, 2)
    street.founded("Ann", "Fairbank", 40).appeal("Fairbank", 8)
    street.does("Ben", "Fundraising").does("Cleo", "Fundraising")
    street.does("Ann", "Advertising, for Fairbank")
    assert street.player("Ann").partners == 3
    assert street.firm("Fairbank").cash == 125, "the money in its place"


def test_in_a_game_that_began_earlier_a_second_company_gets_neither_partner_nor_money() -> None:
    street = city(box=BOX.model_copy(update={"edition": 1})).appeal("Swift", 8).begin("action")
    street.does("Ann", "Advertising", "A partner for you: 2 → 3").founded("Ann", "Fairbank", 40).appeal("Fairbank", 8)
    street.does("Ben", "Fundraising").does("Cleo", "Fundraising").does("Ann", "Advertising, for Fairbank")
    assert (street.player("Ann").partners, street.firm("Fairbank").cash) == (3, 100)


def test_a_declined_partner_can_still_be_gained() -> None:
    """CB-10"""
    street = city().appeal("Swift", 8).begin("action").does("Ann", "Advertising", "$25")
    assert (street.player("Ann").partners, street.firm("Swift").cash) == (2, 305)
    street.founded("Ann", "Fairbank", 40).appeal("Fairbank", 8)
    street.does("Ben", "Fundraising").does("Cleo", "Fundraising")
    assert any("A partner for you" in label for label in street.labels("Ann", "Advertising, for Fairbank"))


def test_goods_tokens_run_out() -> None:
    street = (
        city().appeal("Swift", 10).has("Libby", tokens=9).begin("action").does("Ann", "Advertising", "A goods token")
    )
    assert street.table.tokens_left == 0
    street.appeal("Elgin", 10).does("Ben", "Advertising", "Keep your place")
    assert street.firm("Elgin").cash == 305


def test_a_price_step_at_the_end_of_the_track_may_be_declined() -> None:
    street = city().appeal("Swift", 12)
    street.firm("Swift").price = 450
    street.begin("action").does("Ann", "Advertising", "$25")
    assert (street.firm("Swift").price, street.firm("Swift").cash) == (450, 305)


def test_an_action_says_beforehand_what_it_would_bring() -> None:
    street = city().staff("Swift", 1, 0).track("Ben", 34).haymarket("coal").begin("action", 4)
    asked = street.composing("Ann").get_stage(()).question
    assert isinstance(asked, Choose)
    hints = {option.label.partition(":")[0]: option.hint for option in asked.options}
    assert hints["Job market"] == "Swift has $300. Workers: 1 for $40, 4 for $160; 4 spots open."
    assert hints["Hire a salesperson"] == "Swift $300 → $230. Goods then sell at $60, not $50."
    assert hints["Extra dividends"] == "$10 a share: you get $30, treasury $300 → $270, price $50 → $80."
    assert hints["Advertising"] == "Swift $300 → $280. Appeal 3 → 4 (at 5: a salesperson)."
    assert hints["Tile 34"] == "Swift $300 → $260. Gets 1 coal; no more are left. Pays $40 to <seat:2>."


def option(street: Town, name: str, words: str) -> Option:
    """Return the only option that begins so."""
    asked = street.composing(name).get_stage(()).question
    assert isinstance(asked, Choose)
    return next(option for option in asked.options if option.label.startswith(words))


def test_advertising_says_what_a_bonus_is_or_what_comes_in_its_place() -> None:
    street = city().appeal("Swift", 4).begin("action")
    assert option(street, "Ann", "Advertising").hint == "Swift $300 → $280. Appeal 4 → 5 brings a salesperson."
    street = city().appeal("Swift", 4).staff("Swift", salespeople=2).begin("action")
    found = option(street, "Ann", "Advertising")
    assert (found.label, found.hint) == (
        "Advertising",
        "Swift $300 → $305. Appeal 4 → 5 brings $25 (no sales slot).",
    )


def test_only_who_could_gain_the_first_place_reads_of_it() -> None:
    street = city().begin("action").does("Ann", "Fundraising")
    assert option(street, "Ben", "Advertising").hint.endswith(
        "Appeal 2 → 3 brings a worker. You then place the first partner of the next round."
    )


def test_advertising_for_a_second_company_promises_no_second_partner() -> None:
    street = city().appeal("Swift", 8).founded("Ann", "Fairbank", 40).appeal("Fairbank", 8).begin("action")
    assert (
        option(street, "Ann", "Advertising, for Fairbank").hint
        == "Fairbank $120 → $100. Appeal 8 → 9 brings a partner."
    )
    street.does("Ann", "Advertising, for Swift", "A partner for you")
    street.does("Ben", "Fundraising").does("Cleo", "Fundraising")
    found = option(street, "Ann", "Advertising, for Fairbank")
    assert (found.label, found.hint) == (
        "Advertising, for Fairbank",
        "Fairbank $120 → $125. Appeal 8 → 9 brings $25 (no second partner).",
    )


def test_a_price_step_past_the_end_of_the_track_is_promised_as_money() -> None:
    street = city().appeal("Swift", 12)
    street.firm("Swift").price = 450
    street.begin("action")
    assert option(street, "Ann", "Advertising").hint.endswith("Appeal 12 → 13 brings $25 (no price step).")


def test_an_action_that_would_do_nothing_says_so_first() -> None:
    street = city(2).track("Ben", 6, 11, 28).staff("Swift", 0, 0, managers=[1, 2], salespeople=2).appeal("Swift", 16)
    street.begin("action", 2)
    for words, hint in (
        ("tile 6: automate 1 spot", "No spot can be automated. Swift $300 → $260. Pays $40 to <seat:2>."),
        ("tile 11: 1 manager", "No slot is free. Swift $300 → $280. Pays $20 to <seat:2>."),
        ("tile 28: appeal +3", "Appeal stays at its end. Swift $300 → $250. Pays $50 to <seat:2>."),
        ("hire a salesperson", "No slot is free. Swift $300 → $230."),
    ):
        assert option(street, "Ann", f"Does nothing now: {words}").hint == hint


def test_an_own_tile_without_an_effect_says_that_it_only_pays_its_owner() -> None:
    street = city(2).track("Ann", 11, 28).staff("Swift", 0, 0, managers=[1, 2]).begin("action", 2)
    found = option(street, "Ann", "Tile 11: 1 manager")
    assert (found.label, found.caption) == ("Tile 11: 1 manager: only pays you $20", "Tile 11: only pays you $20")
    assert found.hint == "Pays you $20. Swift $300 → $280. No slot is free."
    assert not street.offers("Ann", "Does nothing now: tile 11")


def test_what_would_do_nothing_is_shown_last_and_stays_legal() -> None:
    street = city(2).track("Ben", 6, 9).staff("Swift", 0, 0, salespeople=2).begin("action", 2)
    asked = street.composing("Ann").get_stage(()).question
    assert isinstance(asked, Choose)
    labels = [asked.options[at].label for at in asked.shown]
    nothing = [label for label in labels if label.startswith("Does nothing now: ")]
    assert nothing == ["Does nothing now: hire a salesperson", "Does nothing now: tile 6: automate 1 spot"]
    assert labels[-2:] == nothing
    assert sorted(asked.shown) == list(range(len(asked.options)))


def test_the_treasury_below_an_action_is_what_it_leaves() -> None:
    street = city(3).track("Ann", 10).begin("action", 3)
    assert "treasury $300 → $270" in option(street, "Ann", "Extra dividends").hint
    assert option(street, "Ann", "Fundraising $60").hint.startswith("Swift $300 → $360.")
    assert option(street, "Ann", "Tile 10: 1 good").hint.startswith("Pays you $20. Swift $300 → $280.")


def test_an_asset_says_what_its_use_brings_now() -> None:
    street = city().asset("Swift", "Brand Recognition").appeal("Swift", 15).haymarket("livestock").begin("action")
    assert "Use Brand Recognition: appeal 15 → 16, price $50 → $60" in street.labels("Ann", "Fundraising")
    street = city().asset("Swift", "Refrigeration").haymarket("livestock").begin("action")
    assert "Use Refrigeration: gets 1 livestock; no more are left" in street.labels("Ann", "Fundraising")


def test_everything_can_be_changed_until_it_is_sent_and_says_what_it_leaves() -> None:
    street = city().begin("action")
    before = street.table.model_dump_json()
    assert "Swift: treasury $300 → $240" in street.stage("Ann", "Hire a manager", "factory 2").leaves
    assert street.table.model_dump_json() == before


def poor(box: CityBox = BOX) -> Town:
    """Return the Action phase in which Ann comes first, whose only company has no money; Ben's has."""
    street = town("Ann Ben", box=box).founded("Ann", "Swift", 40, 0).founded("Ben", "Elgin", 40, 100)
    for company in ("Swift", "Elgin"):
        street.firm(company).cubes.clear()
    return street.turns("Ann", "Ben").begin("action", 2)


def test_a_player_who_can_place_a_partner_in_one_way_only_is_not_asked() -> None:
    """CB-27"""
    street = poor()
    assert street.firm("Swift").cash == 40
    assert street.asked == ["Ben"]


def test_in_a_game_begun_before_everybody_is_asked_for_the_only_way_to_place_a_partner() -> None:
    """CB-27, of edition 2."""
    assert poor(BOX.model_copy(update={"edition": 2})).asked == ["Ann"]


def test_a_worker_that_appeal_brings_says_what_the_factory_lacks_then() -> None:
    street = city().appeal("Swift", 2).staff("Swift", 1, 0).begin("action")
    assert hints(street, "Advertising") == {
        "A worker for factory 1": "It then has all its workers.",
        "A worker for factory 2": "It then lacks 2 more.",
        "$25 instead, for Swift: $280 → $305": "",
    }


def test_which_of_two_assets_stays_says_what_each_is_used_for() -> None:
    street = city(2).begin("action", 2)
    street.firm("Swift").asset = "michigan_lumber"
    asked = hints(street, "Capital investment", street.labels("Ann", "Capital investment")[0])
    assert any(words.startswith("Once a decade 2 wood for $10. ") for words in asked.values())


def test_appeal_and_goals_are_explained_where_a_partner_is_placed() -> None:
    street = city().appeal("Swift", 3).begin("action")
    assert GAME.teaching.at_hand is not None
    facts = GAME.teaching.at_hand(street.view("Ann"), street.question("Ann"))
    assert any(line.startswith("Swift, appeal 3: at 5 it brings a salesperson. Who has most appeal") for line in facts)
