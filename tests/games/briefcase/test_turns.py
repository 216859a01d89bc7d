"""Playing the game: effects of decision cards, the end of a turn, and forbidden moves."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.games.briefcase import GAME
from bot.games.briefcase.components import BOX
from bot.games.briefcase.example import EXAMPLE
from bot.games.briefcase.moves import BuyResources, ThrowAway, Use
from bot.games.briefcase.news import Activated, BoughtCompany, CardLost, DrewCards, PileExhausted, TurnEnded
from tests.games.briefcase.dealing import office

# Buy: resources


def test_each_basic_resource_costs_a_buy() -> None:
    desk = office().hand("Ann", "Buy Buy Obstacle").buy("Ann", "Personnel Paper")
    assert desk.stored("Ann") == "Personnel Paper"
    assert desk.holds("Ann") == "Obstacle"
    assert desk.asked == ["Ann"]


def test_a_blocked_pile_cannot_be_bought_from() -> None:
    desk = office(blocks=["Steel", "Paper"]).hand("Ann", "Buy")
    assert desk.baskets("Ann") == {"Personnel", "Concrete"}
    assert "Steel: blocked" in desk.view("Ann").out_of_reach


def test_imported_resources_are_refused_while_every_basic_pile_has_cards() -> None:
    desk = office().hand("Ann", "Buy Buy")
    assert not any("Imported" in basket for basket in desk.baskets("Ann"))


def test_imported_resources_cost_two_buys_once_a_basic_pile_is_empty() -> None:
    """BC-5: in the very turn in which it empties."""
    desk = office(blocks=["Steel"]).hand("Ann", "Buy Buy Buy").sold_out("Paper", but=1).buy("Ann", "Paper")
    assert desk.news(PileExhausted)[0].opens_imported
    desk.buy("Ann", "Imported")
    assert desk.holds("Ann") == ""
    assert desk.stored("Ann") == "Paper Imported"


def test_energy_is_not_sold() -> None:
    desk = office(blocks=[]).sold_out("Steel").hand("Ann", "Buy Buy")
    assert {name for basket in desk.baskets("Ann") for name in basket.split()} == {
        "Personnel",
        "Concrete",
        "Paper",
        "Imported",
    }


def test_an_imported_resource_and_a_basic_one_can_be_bought_in_one_go() -> None:
    desk = office(blocks=[]).sold_out("Steel").hand("Ann", "Buy Buy Buy").buy("Ann", "Paper Imported")
    assert desk.stored("Ann") == "Paper Imported"
    assert desk.holds("Ann") == ""


def test_nothing_can_be_bought_from_an_empty_pile() -> None:
    desk = office(blocks=[]).sold_out("Steel").hand("Ann", "Buy")
    assert "Steel" not in desk.baskets("Ann")
    assert "Steel: the pile is empty" in desk.view("Ann").out_of_reach


def test_the_storage_limit_may_be_exceeded_in_the_own_turn_and_not_at_its_end() -> None:
    desk = office().store("Ann", "Paper Paper Paper Personnel Personnel").hand("Ann", "Buy Buy")
    desk.buy("Ann", "Paper Paper")
    assert desk.stored("Ann") == "Personnel Personnel Paper Paper Paper Paper Paper"
    desk.end_turn("Ann")
    assert desk.asked == ["Ann"]
    desk.do("Ann", ThrowAway(resources=("personnel", "paper")))
    assert desk.stored("Ann") == "Personnel Paper Paper Paper Paper"
    assert desk.thrown() == "Personnel Paper"
    assert desk.asked == ["Bob"]


def test_energy_does_not_count_for_the_storage_limit() -> None:
    desk = office().store("Ann", "Paper Paper Paper Paper Paper Energy Energy Energy").end_turn("Ann")
    assert desk.asked == ["Bob"]
    assert desk.stored("Ann").count("Energy") == 3


def test_a_player_who_does_not_throw_away_in_time_loses_what_there_is_most_of_and_imported_ones_last() -> None:
    desk = office().store("Ann", "Steel Steel Steel Imported Imported Imported Imported").end_turn("Ann")
    move = play.get_default_move(desk.table, 1)
    assert move is not None
    desk.do("Ann", move)
    assert desk.stored("Ann") == "Steel Imported Imported Imported Imported"


# Buy: companies


def test_a_company_is_bought_deactivated_for_exactly_its_cost() -> None:
    desk = office().hand("Ann", "Buy Buy Buy").buy_company("Ann", "Shopping Mall")
    assert desk.holds("Ann") == "Buy"
    assert desk.activated("Ann") == []
    assert desk.companies("Ann") == ["Power Plant", "Shopping Mall"]
    assert desk.news(BoughtCompany)[0].left == 0


def test_only_one_company_in_a_turn_but_another_one_in_the_next() -> None:
    desk = office().hand("Ann", "Buy Buy Buy").buy_company("Ann", "Warehouses")
    assert desk.for_sale("Ann") == set()
    desk.deck("Ann", "Buy Buy Buy Activate").pass_turns("Ann", "Bob")
    assert desk.holds("Ann") == "Buy Buy Buy Activate"
    assert "Steel Factory" in desk.for_sale("Ann")


def test_the_same_company_cannot_be_bought_twice() -> None:
    desk = office().owns("Ann", "Warehouses", activated=False).hand("Ann", "Buy")
    assert "Warehouses" not in desk.for_sale("Ann")
    assert "Steel Factory" in desk.for_sale("Ann")


def test_level_2_needs_two_activated_companies_of_level_1() -> None:
    desk = office().hand("Ann", "Buy Buy Buy").owns("Ann", "Warehouses", activated=False)
    assert "Marketing Company" not in desk.for_sale("Ann")
    desk.owns("Ann", "Power Plant")
    assert "Marketing Company" not in desk.for_sale("Ann")
    why = next(line for line in desk.view("Ann").out_of_reach if "Marketing Company" in line)
    assert why.endswith(": level 2 needs 2 activated level 1 companies")
    desk.owns("Ann", "Warehouses")
    assert "Marketing Company" in desk.for_sale("Ann")


def test_companies_of_level_2_do_not_open_level_2_or_the_central_bank() -> None:
    desk = office().owns("Ann", "Power Plant", "Marketing Company", "Bank").hand("Ann", "Buy Buy Activate")
    assert not {"Theme Parks", "Real Estate Agency", "Financial Services"} & desk.for_sale("Ann")
    assert desk.investments("Ann") == []


def test_a_company_that_costs_more_than_there_are_buys_is_out_of_reach_and_says_why() -> None:
    desk = office().hand("Ann", "Buy").owns("Ann", "Power Plant", "Warehouses")
    why = next(line for line in desk.view("Ann").out_of_reach if "Bank" in line)
    assert why.startswith("Buy ")
    assert why.endswith(": costs 3, and you have 1 Buy")


def test_nobody_pays_too_much() -> None:
    """BC-17: three Buys do not buy a company that costs two."""
    desk = office().hand("Ann", "Buy Buy Buy")
    question = desk.question("Ann")
    buy = Use(card="buy")
    assert question.is_legal(BuyResources(resources=("paper",), cards=(buy,)))
    assert not question.is_legal(BuyResources(resources=("paper",), cards=(buy, buy)))


# Activate


def test_an_activation_pays_turns_the_company_over_and_produces() -> None:
    desk = office().hand("Ann", "Activate").store("Ann", "Steel Concrete").owns("Ann", "Warehouses", activated=False)
    desk.activate("Ann", "Warehouses")
    assert desk.activated("Ann") == ["Warehouses"]
    assert desk.discard_pile("Ann") == "Buy Hire"
    assert desk.stored("Ann") == ""
    assert desk.thrown() == "Steel Concrete"
    assert desk.table.bank["hire"] == 17
    assert desk.asked == ["Ann"]


def test_a_company_can_be_activated_again_in_the_same_turn_for_production() -> None:
    desk = office().hand("Ann", "Activate Activate").store("Ann", "Steel Steel Concrete Concrete")
    desk.owns("Ann", "Warehouses", activated=False).activate("Ann", "Warehouses").activate("Ann", "Warehouses")
    assert not desk.news(Activated)[0].first
    assert desk.discard_pile("Ann") == "Buy Buy Hire Hire"
    assert desk.view("Ann").everybody[1].score.companies == 3


def test_a_company_can_be_bought_and_activated_in_one_turn() -> None:
    desk = office().hand("Ann", "Buy Activate").store("Ann", "Steel Concrete")
    desk.buy_company("Ann", "Warehouses").activate("Ann", "Warehouses")
    assert desk.activated("Ann") == ["Warehouses"]


def test_an_activation_that_cannot_be_paid_is_not_offered_and_says_what_is_missing() -> None:
    desk = office().hand("Ann", "Activate").store("Ann", "Steel")
    assert desk.can_activate("Ann") == set()
    assert "Activate Power Plant: lacks 1 Personnel" in desk.view("Ann").out_of_reach


def test_energy_returns_to_its_supply_and_never_to_the_discarded_resources() -> None:
    desk = office().hand("Ann", "Activate").store("Ann", "Steel Energy").offer("Oil Refinery")
    desk.owns("Ann", "Oil Refinery", activated=False).activate("Ann", "Oil Refinery")
    assert desk.thrown() == "Steel"


# The Central Bank


def test_the_central_bank_gives_a_point_for_each_buy_which_leaves_the_game() -> None:
    desk = office().owns("Ann", "Power Plant", "Warehouses").hand("Ann", "Buy Buy Buy Activate").invest("Ann", 2)
    assert desk.player("Ann").points == 2
    assert desk.table.central_bank == 8
    assert desk.table.removed == {"buy": 2}
    assert desk.table.bank["buy"] == 18
    assert desk.holds("Ann") == "Buy"


def test_the_central_bank_can_be_activated_again_with_another_activate() -> None:
    desk = office().owns("Ann", "Power Plant", "Warehouses").hand("Ann", "Buy Buy Activate Activate")
    desk.invest("Ann", 1).invest("Ann", 1)
    assert desk.player("Ann").points == 2


def test_the_central_bank_needs_two_activated_companies_of_level_1() -> None:
    desk = office().owns("Ann", "Power Plant").hand("Ann", "Buy Activate")
    assert desk.investments("Ann") == []
    assert (
        "Central Bank (1 point for each Buy paid in; 10 left): it needs 2 activated level 1 companies"
        in desk.view("Ann").out_of_reach
    )


def test_no_more_can_be_invested_than_there_are_points() -> None:
    desk = office().owns("Ann", "Power Plant", "Warehouses").hand("Ann", "Buy Buy Buy Activate")
    desk.table.central_bank, desk.player("Bob").points = 2, 8
    assert desk.investments("Ann") == [1, 2]
    desk.table.central_bank, desk.player("Bob").points = 0, 10
    assert desk.investments("Ann") == []


# Obstacle: blocks


def test_two_equal_cards_move_a_resource_block() -> None:
    desk = office().hand("Ann", "Obstacle Obstacle").move_block("Ann", "Steel", "Paper")
    assert set(desk.table.resource_blocks) == {"paper", "concrete"}
    assert desk.holds("Ann") == ""
    assert desk.asked == ["Ann"]


@pytest.mark.parametrize("card", ["Buy", "Activate", "Obstacle", "Hire"])
def test_any_two_equal_cards_move_a_block(card: str) -> None:
    desk = office().hand("Ann", f"{card} {card}").move_block("Ann", "Concrete", "Personnel")
    assert set(desk.table.resource_blocks) == {"steel", "personnel"}
    assert desk.player("Ann").played == [card.lower()] * 2


def test_a_block_cannot_be_moved_onto_an_empty_pile() -> None:
    desk = office(blocks=["Steel"]).sold_out("Paper").hand("Ann", "Obstacle Obstacle")
    desk.owns("Ann", "Bank", activated=False)
    assert desk.table.portfolio["bank"] == 0
    places = {to for _, to in desk.block_moves("Ann")}
    assert not {"paper", "bank"} & places
    assert {"concrete", "warehouses"} <= places


def test_a_company_can_be_bought_again_once_its_block_has_moved() -> None:
    desk = office("Ann Bob Cid").hand("Ann", "Obstacle Obstacle Buy")
    desk.table.company_blocks = ["warehouses"]
    assert "Warehouses" not in desk.for_sale("Ann")
    desk.move_block("Ann", "Warehouses", "Bank").buy_company("Ann", "Warehouses")
    assert desk.table.company_blocks == ["bank"]


def test_two_different_cards_move_no_block() -> None:
    assert office().hand("Ann", "Obstacle Buy").block_moves("Ann") == set()


def test_example_in_order_to_unblock_steel_the_block_goes_onto_concrete_or_personnel() -> None:
    """BC-6: with Steel and Paper blocked, only the two other basic piles are left."""
    desk = office(blocks=["Steel", "Paper"]).hand("Ann", "Obstacle Obstacle")
    assert {to for start, to in desk.block_moves("Ann") if start == "steel"} == {"concrete", "personnel"}


def test_imported_resources_cannot_be_blocked() -> None:
    desk = office(blocks=["Steel"]).sold_out("Paper").hand("Ann", "Obstacle Obstacle")
    assert {to for start, to in desk.block_moves("Ann") if start == "steel"} == {"concrete", "personnel"}


def test_a_company_block_moves_onto_a_company_and_nobody_can_buy_it() -> None:
    desk = office().hand("Ann", "Hire Hire").hand("Bob", "Buy").move_block("Ann", None, "Warehouses").end_turn("Ann")
    assert "Warehouses" not in desk.for_sale("Bob")
    assert "Steel Factory" in desk.for_sale("Bob")
    assert "Buy Warehouses: blocked" in desk.view("Bob").out_of_reach


def test_a_company_block_never_lies_on_a_resource_and_no_resource_block_on_a_company() -> None:
    desk = office().hand("Ann", "Obstacle Obstacle")
    resources = {"personnel", "steel", "concrete", "paper"}
    for start, to in desk.block_moves("Ann"):
        assert (start in resources) == (to in resources)


def test_a_block_must_move_to_another_place() -> None:
    desk = office().hand("Ann", "Obstacle Obstacle Obstacle Obstacle").move_block("Ann", None, "Warehouses")
    moves = desk.block_moves("Ann")
    assert all(start != to for start, to in moves)
    assert ("warehouses", "bank") in moves
    assert (None, "warehouses") not in moves


def test_any_number_of_blocks_can_be_moved_in_a_turn() -> None:
    desk = office().hand("Ann", "Obstacle Obstacle Buy Buy")
    desk.move_block("Ann", "Steel", "Paper").move_block("Ann", "Concrete", "Steel")
    assert set(desk.table.resource_blocks) == {"steel", "paper"}


def test_owners_may_use_a_company_whose_pile_is_blocked() -> None:
    desk = office().owns("Ann", "Warehouses").hand("Ann", "Activate").store("Ann", "Steel Concrete")
    desk.table.company_blocks = ["warehouses", None]
    assert "Warehouses" in desk.can_activate("Ann")


# Hire


def test_hiring_pays_half_the_cost_and_gives_the_whole_production() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Concrete")
    desk.hire("Ann", "Bob", "Warehouses")
    assert desk.discard_pile("Ann") == "Buy Hire"
    assert desk.asked == ["Ann"]
    desk.takes("Bob", "Concrete")
    assert desk.stored("Bob") == "Concrete"
    assert desk.activated("Bob") == ["Warehouses"]
    assert desk.asked == ["Ann"]


def test_half_the_activation_cost_is_rounded_up() -> None:
    """A cost of three: two of its units, and not two equal ones if it has only one of the kind."""
    desk = office().offer("Biology Lab").owns("Bob", "Biology Lab").hand("Ann", "Hire")
    desk.store("Ann", "Steel Steel")
    assert desk.can_hire("Ann") == set()
    desk.store("Ann", "Paper").hire("Ann", "Bob", "Biology Lab").takes("Bob", "Steel Paper")
    assert desk.stored("Bob") == "Steel Paper"


@pytest.mark.parametrize(
    ("stored", "enough"),
    [
        ("Personnel Steel", False),
        ("Personnel Steel Paper", True),
        ("Energy Energy Steel", True),
        ("Steel Steel Steel", False),
    ],
)
def test_three_units_pay_for_a_cost_of_five_none_more_often_than_it_is_asked(stored: str, enough: bool) -> None:
    desk = office().owns("Bob", "High-Tech Company").hand("Ann", "Hire").store("Ann", stored)
    assert (desk.can_hire("Ann") == {"High-Tech Company"}) == enough


def test_nobody_hires_an_own_company() -> None:
    desk = office().owns("Ann", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel Concrete")
    assert desk.can_hire("Ann") == set()


def test_a_hire_needs_a_hire_and_no_activate() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Activate Buy Obstacle").store("Ann", "Steel Concrete")
    assert desk.can_hire("Ann") == set()


def test_a_level_2_company_can_be_hired_without_any_own_one() -> None:
    desk = office().owns("Bob", "Marketing Company").hand("Ann", "Hire").store("Ann", "Paper")
    assert desk.hire("Ann", "Bob", "Marketing Company").discard_pile("Ann") == "Buy Hire"


def test_an_owner_with_warehouses_has_room_for_what_is_paid() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel").store("Bob", 7 * "Paper ")
    desk.hire("Ann", "Bob", "Warehouses").end_turn("Ann")
    assert desk.stored("Bob") == "Steel" + 7 * " Paper"


def test_a_deactivated_company_cannot_be_hired() -> None:
    desk = office().owns("Bob", "Warehouses", activated=False).hand("Ann", "Hire").store("Ann", "Steel Concrete")
    assert desk.can_hire("Ann") == set()


def test_the_owner_may_refuse_what_was_paid_which_is_discarded() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel").hire("Ann", "Bob", "Warehouses")
    desk.takes("Bob", "")
    assert desk.stored("Bob") == ""
    assert desk.thrown() == "Steel"


def test_several_hires_in_a_turn_also_of_the_same_company() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire Hire").store("Ann", "Steel Steel")
    desk.hire("Ann", "Bob", "Warehouses").hire("Ann", "Bob", "Warehouses")
    assert desk.discard_pile("Ann") == "Buy Buy Hire Hire"
    assert desk.stored("Bob") == "Steel"


def test_the_hirer_chooses_which_units_to_pay() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel Concrete")
    assert desk.ways_to_pay("Ann", "Hire <seat:2>'s Warehouses") == ["Pay 1 Concrete", "Pay 1 Steel"]
    desk.pay_otherwise("Ann", "Hire <seat:2>'s Warehouses", "Pay 1 Steel")
    assert desk.stored("Ann") == "Concrete"
    assert desk.stored("Bob") == ""
    desk.takes("Bob", "Steel")
    assert desk.stored("Bob") == "Steel"


# Discard and draw


def test_played_and_unplayed_cards_are_discarded_and_four_are_drawn() -> None:
    desk = office().hand("Ann", "Buy Obstacle Obstacle Activate").buy("Ann", "Paper").end_turn("Ann")
    assert desk.discard_pile("Ann") == "Buy Activate Obstacle Obstacle"
    assert len(desk.player("Ann").hand) == 4
    assert desk.news(TurnEnded)[0].unplayed == ["activate", "obstacle", "obstacle"]
    assert desk.asked == ["Bob"]


def test_a_deck_that_is_too_small_is_drawn_and_then_the_discard_pile_is_shuffled() -> None:
    desk = office().hand("Ann", "Buy").deck("Ann", "Activate Activate").end_turn("Ann")
    assert desk.news(DrewCards)[0].shuffled
    assert len(desk.player("Ann").hand) == 4
    assert desk.player("Ann").hand[:2] == ["activate", "activate"]
    assert len(desk.player("Ann").deck) == 8
    assert desk.discard_pile("Ann") == ""


def test_cards_in_the_hand_are_not_shuffled_into_the_deck() -> None:
    desk = (
        office().offer("Newspaper").owns("Ann", "Newspaper").hand("Ann", "Obstacle Obstacle Activate").deck("Ann", "")
    )
    desk.draw_extra("Ann")
    assert len(desk.player("Ann").hand) == 4
    assert len(desk.player("Ann").deck) == 8


def test_if_both_run_dry_fewer_cards_are_drawn() -> None:
    desk = office().hand("Ann", "Buy Activate")
    player = desk.player("Ann")
    for card in player.deck:
        desk.table.removed[card] = desk.table.removed.get(card, 0) + 1
    player.deck = []
    desk.end_turn("Ann")
    assert desk.holds("Ann") == "Buy Activate"
    assert desk.asked == ["Bob"]


def test_turns_go_clockwise() -> None:
    desk = office("Ann Bob Cid")
    for name in ("Ann", "Bob", "Cid", "Ann"):
        assert desk.asked == [name]
        desk.end_turn(name)
    assert desk.table.round == 2


def test_nothing_is_compulsory() -> None:
    desk = office().hand("Ann", "Buy Activate Hire Obstacle").end_turn("Ann")
    assert desk.asked == ["Bob"]
    assert desk.news(CardLost) == []


def test_the_numbers_of_a_turn_are_those_of_the_box() -> None:
    longer = BOX.model_copy(update={"terms": BOX.terms.model_copy(update={"hand": 6, "storage": 1})})
    desk = office(box=longer).store("Ann", "Paper Paper").end_turn("Ann").do("Ann", ThrowAway(resources=("paper",)))
    assert len(desk.player("Ann").hand) == 6


def test_the_example_of_the_rulebook_comes_out_as_it_is_told() -> None:
    chapter = next(one.text for one in GAME.rulebook if one.title == EXAMPLE.chapter)
    words, table = " ".join(chapter.split()), EXAMPLE.played()
    table.audit()
    ann = table.everybody[1]
    scores = table.compute_current_scores()
    assert f"Ann has {scores[1]} point, and {ann.storage['energy']} Energy" in words
    assert (len(ann.discard), len(ann.hand), play.list_asked_seats(table)) == (4, 4, [2])
