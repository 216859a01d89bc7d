"""The rulebook's five fine points, and the rulings on what it leaves open."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.games.briefcase import GAME
from bot.games.briefcase.components import BOX
from bot.games.briefcase.moves import MakeDiscard, MoveBlock, PlaceProduction, TakeFromOpponent
from bot.games.briefcase.news import Activated, EndTriggered, PaymentTaken, PileExhausted, ResourceLost
from bot.games.briefcase.rules.company_sets import outline
from bot.games.briefcase.view import redeal
from tests.games.briefcase.dealing import Desk, office

# The fine points


def test_fine_point_1_a_converted_resource_is_only_announced_in_an_activation() -> None:
    desk = office().owns("Ann", "Steel Factory").hand("Ann", "Activate").store("Ann", "Personnel Paper")
    steel = desk.table.market["steel"]
    desk.activate("Ann", "Power Plant")
    assert desk.thrown() == "Personnel Paper"
    assert desk.table.market["steel"] == steel


def hiring_with_paper_for_steel() -> Desk:
    """Ann has a Steel Factory and only Paper, and can hire Bob's Power Plant for a Steel."""
    return office().owns("Ann", "Steel Factory").owns("Bob", "Power Plant").hand("Ann", "Hire").store("Ann", "Paper")


def test_fine_point_1_in_a_hire_the_converted_resource_comes_from_the_discarded_ones() -> None:
    desk = hiring_with_paper_for_steel().discarded("Steel")
    steel = desk.table.market["steel"]
    desk.hire("Ann", "Bob", "Power Plant").takes("Bob", "Steel")
    assert desk.stored("Bob") == "Steel"
    assert desk.thrown() == "Paper"
    assert desk.table.market["steel"] == steel


def test_fine_point_1_else_it_comes_from_the_market_whether_blocked_or_not() -> None:
    """BC-26: Steel is blocked here."""
    desk = hiring_with_paper_for_steel()
    steel = desk.table.market["steel"]
    desk.hire("Ann", "Bob", "Power Plant").takes("Bob", "Steel")
    assert desk.table.market["steel"] == steel - 1
    assert desk.thrown() == "Paper"


def test_fine_point_1_if_neither_has_it_the_company_cannot_be_hired_so() -> None:
    desk = hiring_with_paper_for_steel().sold_out("Steel")
    steel = desk.table.resource_discard.pop("steel")
    desk.table.everybody[2].storage["steel"] = steel
    assert desk.can_hire("Ann") == set()


def test_fine_point_1_taking_it_from_the_market_can_exhaust_a_pile() -> None:
    """BC-32: the block leaves at once."""
    desk = hiring_with_paper_for_steel().sold_out("Steel", but=1)
    steel = desk.table.resource_discard.pop("steel")
    desk.table.everybody[2].storage["steel"] = steel
    desk.hire("Ann", "Bob", "Power Plant")
    assert desk.news(PileExhausted)[0].resource == "steel"
    assert len(desk.table.resource_blocks) == 1


def test_fine_point_2_example_irika_cannot_save_her_personnel_from_a_media_company() -> None:
    desk = office("Ann Irika").offer("Media Company").owns("Ann", "Media Company", activated=False)
    desk.hand("Ann", "Activate").store("Ann", "Paper Paper Energy").owns("Irika", "Steel Factory")
    desk.store("Irika", "Personnel").activate("Ann", "Media Company")
    assert desk.asked == ["Ann"]
    desk.do("Ann", TakeFromOpponent(take=True))
    assert desk.stored("Irika") == ""
    assert desk.stored("Ann") == "Personnel"


def test_fine_point_3_the_central_bank_takes_only_real_buys_but_any_activate() -> None:
    desk = office().owns("Ann", "Power Plant", "Accounting Firm", "Financial Services")
    desk.hand("Ann", "Obstacle Obstacle Obstacle Buy Hire")
    assert desk.investments("Ann") == [1]
    desk.invest("Ann", 1)
    assert desk.holds("Ann") == "Hire"
    assert desk.table.removed == {"buy": 1}
    assert desk.player("Ann").points == 1


@pytest.mark.parametrize(
    ("company", "turned"),
    [
        ("Accounting Firm", "Obstacle Obstacle Obstacle"),
        ("Logistics Company", "Obstacle Obstacle"),
        ("Marketing Company", "Obstacle Obstacle"),
        ("Financial Services", "Obstacle"),
    ],
)
def test_fine_point_3_no_company_makes_a_buy_for_the_central_bank(company: str, turned: str) -> None:
    desk = office().owns("Ann", "Power Plant", "Warehouses", company).hand("Ann", f"Activate {turned}")
    assert "Paper" in desk.baskets("Ann")
    assert desk.investments("Ann") == []
    assert desk.hand("Ann", "Buy").investments("Ann") == [1]


@pytest.mark.parametrize(
    ("card", "company", "costs"),
    [
        ("Activate", "Steel Factory", "Concrete Energy"),
        ("Hire", "Warehouses", "Steel Concrete"),
        ("Obstacle", "Logistics Company", "Paper Energy"),
    ],
)
def test_fine_point_4_without_an_activate_a_hire_or_an_obstacle_the_rest_is_received(
    card: str, company: str, costs: str
) -> None:
    desk = office().owns("Ann", company, activated=False).hand("Ann", "Activate").store("Ann", costs)
    desk.bank(card, 0).activate("Ann", company)
    assert desk.discard_pile("Ann") == "Buy"
    assert desk.news(Activated)[0].missing == [card.lower()]
    assert desk.table.ending is None
    assert desk.asked == ["Ann"]


def test_fine_point_4_a_company_is_activated_even_if_the_bank_gives_nothing() -> None:
    desk = office().owns("Ann", "Real Estate Agency", activated=False).hand("Ann", "Activate").bank("Hire", 0)
    desk.store("Ann", "Personnel Concrete Paper Energy").activate("Ann", "Real Estate Agency")
    assert desk.activated("Ann") == ["Real Estate Agency"]
    assert desk.discard_pile("Ann") == ""
    assert any("gets nothing (1 Hire fewer: the bank has run out)" in line for line in desk.read_by("Bob"))


def test_fine_point_4_in_a_hire() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel").bank("Hire", 0)
    desk.hire("Ann", "Bob", "Warehouses")
    assert desk.discard_pile("Ann") == "Buy"
    assert any(line.endswith("gets 1 Buy (1 Hire fewer: the bank has run out).") for line in desk.read_by("Bob"))


def test_fine_point_4_a_card_that_has_run_out_is_not_received_and_the_game_goes_on() -> None:
    desk = office().hand("Ann", "Activate").store("Ann", "Steel Concrete").owns("Ann", "Warehouses", activated=False)
    desk.bank("Hire", 0).activate("Ann", "Warehouses")
    assert desk.discard_pile("Ann") == "Buy"
    assert desk.news(Activated)[0].missing == ["hire"]
    assert any("1 Hire fewer: the bank has run out" in line for line in desk.read_by("Bob"))
    assert desk.table.ending is None


def test_fine_point_5_resources_and_a_company_can_be_bought_in_one_turn() -> None:
    desk = office().hand("Ann", "Buy Buy Buy").buy("Ann", "Paper").buy_company("Ann", "Warehouses").buy("Ann", "Paper")
    assert desk.stored("Ann") == "Paper Paper"
    assert "Warehouses" in desk.companies("Ann")


# Rulings


def test_imported_resources_stand_for_basic_ones_but_not_for_energy() -> None:
    """BC-4."""
    desk = office().hand("Ann", "Activate Activate").store("Ann", "Imported Imported")
    desk.activate("Ann", "Power Plant")
    assert desk.thrown() == "Imported Imported"
    none = (
        office().hand("Ann", "Activate").store("Ann", "Imported Imported").owns("Ann", "Steel Factory", activated=False)
    )
    assert none.can_activate("Ann") == {"Power Plant"}


def test_a_media_company_does_not_take_imported_resources() -> None:
    """BC-4."""
    desk = office().offer("Media Company").owns("Ann", "Media Company", activated=False).hand("Ann", "Activate")
    desk.store("Ann", "Paper Paper Energy").store("Bob", "Imported").activate("Ann", "Media Company")
    assert "End turn" in desk.labels("Ann")
    assert desk.news(ResourceLost) == []


def test_company_blocks_lie_beside_the_portfolio_at_first() -> None:
    """BC-7: the first move brings one in."""
    desk = office().hand("Ann", "Obstacle Obstacle Hire Hire")
    assert desk.table.company_blocks == [None, None]
    desk.move_block("Ann", None, "Bank").move_block("Ann", None, "Warehouses")
    assert set(desk.table.company_blocks) == {"bank", "warehouses"}


def test_a_company_block_may_leave_the_portfolio_only_if_it_has_nowhere_to_go() -> None:
    """BC-8."""
    desk = office().hand("Ann", "Obstacle Obstacle").hand("Bob", "Obstacle")
    desk.table.company_blocks = ["bank", "warehouses"]
    assert all(to is not None for _, to in desk.block_moves("Ann"))
    for company in desk.table.portfolio:
        if company not in ("bank", "warehouses"):
            owners = desk.table.portfolio[company]
            for name in ["Ann", "Bob"][:owners]:
                desk.owns(name, desk.table.card(company).name, activated=False)
    assert ("bank", None) in desk.block_moves("Ann")
    desk.move_block("Ann", "Bank", None)
    assert desk.table.company_blocks == [None, "warehouses"]


def test_a_resource_block_with_nowhere_to_go_stays() -> None:
    """BC-8."""
    desk = office(blocks=["Steel", "Paper"]).sold_out("Personnel", "Concrete").hand("Ann", "Obstacle Obstacle")
    assert not {start for start, _ in desk.block_moves("Ann")} & {"steel", "paper"}


def test_a_block_drawn_by_lot_leaves_the_game_when_a_pile_is_empty() -> None:
    """BC-9: it may stay on the empty pile, and be moved from there."""
    gone = set()
    for seed in range(20):
        desk = office(blocks=["Steel", "Concrete"]).sold_out("Paper", but=1).hand("Ann", "Buy")
        desk.table.chance = Chance(seed=str(seed))
        desk.buy("Ann", "Paper")
        gone.add(desk.news(PileExhausted)[0].block)
        assert desk.fenced
    assert gone == {"steel", "concrete"}
    desk = office(blocks=["Paper"]).owns("Ann", "Cargo Company").hand("Ann", "Obstacle Obstacle")
    desk.sold_out("Paper")
    assert ("paper", "steel") in desk.block_moves("Ann")


def test_the_end_by_resources_comes_with_the_third_empty_pile_and_imported_ones_count() -> None:
    """BC-10."""
    desk = office(blocks=[]).sold_out("Paper", "Steel").sold_out("Imported", but=1).hand("Ann", "Buy Buy")
    desk.buy("Ann", "Imported")
    assert desk.table.ending == "only 2 piles of the market are left"
    assert len(desk.news(EndTriggered)) == 1
    second = office(blocks=[]).sold_out("Paper").sold_out("Steel", but=1).hand("Ann", "Buy").buy("Ann", "Steel")
    assert second.table.ending is None


def test_a_company_that_is_blocked_still_counts_as_on_offer() -> None:
    """BC-11."""
    desk = office().hand("Ann", "Buy Buy")
    for company in desk.table.portfolio:
        name = desk.table.card(company).name
        left = desk.table.portfolio[company] - (2 if name == "Warehouses" else 0)
        for owner in ["Bob", "Ann"][: max(0, left)]:
            desk.owns(owner, name, activated=False)
    desk.table.company_blocks = ["warehouses", None]
    assert desk.table.ending is None
    desk.table.company_blocks = [None, None]
    desk.owns("Bob", "Warehouses", activated=False).buy_company("Ann", "Warehouses")
    assert desk.table.ending == "no company is left to buy"


def test_production_takes_the_buys_that_are_left_and_triggers_the_end() -> None:
    """BC-12, BC-33: what happens at each activation still happens."""
    desk = office().offer("Media Company").owns("Ann", "Media Company", activated=False).hand("Ann", "Activate")
    desk.store("Ann", "Paper Paper Energy").store("Bob", "Personnel").bank("Buy", 1).activate("Ann", "Media Company")
    assert desk.table.ending == "the bank has no Buy left"
    assert desk.labels("Ann") == ["Take 1 Personnel", "Take nothing"]
    desk.do("Ann", TakeFromOpponent(take=True))
    short = office().owns("Ann", "Shopping Mall").hand("Ann", "Activate").store("Ann", "Personnel Concrete")
    short.bank("Buy", 1).activate("Ann", "Shopping Mall")
    assert short.discard_pile("Ann") == "Buy"
    assert short.news(Activated)[0].missing == ["buy"]


def test_the_end_is_announced_once_and_never_called_off() -> None:
    """BC-13."""
    desk = office(blocks=[]).store("Ann", "Steel").sold_out("Paper", "Steel").sold_out("Concrete", but=1)
    desk.hand("Ann", "Buy Buy").buy("Ann", "Concrete")
    assert [news.last for news in desk.news(EndTriggered)] == [2]
    desk.buy("Ann", "Personnel").hand("Ann", "Activate").activate("Ann", "Power Plant")
    desk.hand("Ann", "Buy").buy_company("Ann", "Warehouses")
    assert len([told for told in desk.everything if isinstance(told.news, EndTriggered)]) == 1
    assert desk.table.ending == "only 2 piles of the market are left"


def test_the_two_level_1_companies_must_be_activated_now() -> None:
    """BC-14 and BC-15; the Power Plant is one of them."""
    desk = office().owns("Ann", "Power Plant", "Warehouses").hand("Ann", "Buy Buy Activate")
    assert "Marketing Company" in desk.for_sale("Ann")
    assert desk.investments("Ann") == [1, 2]
    desk.owns("Ann", "Warehouses", activated=False)
    assert "Marketing Company" not in desk.for_sale("Ann")
    assert desk.investments("Ann") == []


def test_an_owned_level_2_company_can_be_activated_without_level_1_companies() -> None:
    """BC-16."""
    desk = office().owns("Ann", "Marketing Company", activated=False).hand("Ann", "Activate")
    desk.store("Ann", "Personnel Paper").activate("Ann", "Marketing Company")
    assert desk.activated("Ann") == ["Marketing Company"]


def test_what_was_turned_is_not_turned_again_and_moves_no_block() -> None:
    """BC-18."""
    desk = office().owns("Ann", "Marketing Company").hand("Ann", "Obstacle Hire Hire Hire")
    assert {option.move.card for option in desk.options("Ann") if isinstance(option.move, MoveBlock)} == {"hire"}
    four = office().owns("Ann", "Marketing Company").hand("Ann", "Obstacle Obstacle Hire Hire Activate")
    assert max(len(basket.split()) for basket in four.baskets("Ann")) == 2
    chained = office().owns("Ann", "Accounting Firm").hand("Ann", "Obstacle Obstacle Hire")
    assert chained.baskets("Ann") == set()


def test_cards_are_not_turned_into_what_they_are() -> None:
    """BC-19."""
    desk = office().owns("Ann", "Marketing Company").hand("Ann", "Buy Buy")
    assert desk.ways_to_pay("Ann") == []
    assert desk.buy("Ann", "Paper").holds("Ann") == "Buy"


def test_a_hire_gives_production_and_no_ability() -> None:
    """BC-22."""
    desk = office().offer("Law Firm").owns("Bob", "Law Firm").hand("Ann", "Hire").hand("Bob", "Buy Activate")
    desk.store("Ann", "Paper").hire("Ann", "Bob", "Law Firm")
    assert desk.discard_pile("Ann") == "Buy Activate"
    assert desk.holds("Bob") == "Buy Activate"
    assert "Law Firm" not in desk.activated("Ann")


def test_an_imported_resource_that_pays_a_hire_is_handed_over_as_such() -> None:
    """BC-26."""
    desk = office().owns("Bob", "Power Plant").hand("Ann", "Hire").store("Ann", "Imported")
    desk.hire("Ann", "Bob", "Power Plant").takes("Bob", "Imported")
    assert desk.stored("Bob") == "Imported"


def full_owner(names: str = "Ann Bob") -> Desk:
    """Bob is full and has an activated Warehouses-free company that Ann can hire for a Concrete or a Personnel."""
    desk = office(names).owns("Bob", "Shopping Mall").store("Bob", "Paper Paper Paper Paper Paper")
    return desk.hand("Ann", "Hire Hire Obstacle").store("Ann", "Concrete Personnel")


def test_an_owner_who_is_full_takes_nothing_or_throws_something_away() -> None:
    """BC-27."""
    desk = full_owner().hire("Ann", "Bob", "Shopping Mall")
    labels = desk.labels("Bob")
    assert labels[0] == "Take nothing"
    assert any(label.endswith("throw away 1 Paper") for label in labels)
    desk.choose("Bob", labels[1])
    assert desk.stored("Bob").split().count("Paper") == 4
    assert len(desk.stored("Bob").split()) == 5


def test_energy_always_fits() -> None:
    """BC-27."""
    desk = office().offer("Paper Mill").owns("Bob", "Paper Mill").store("Bob", "Steel Steel Steel Steel Steel")
    desk.hand("Ann", "Hire").store("Ann", "Energy").hire("Ann", "Bob", "Paper Mill")
    assert desk.labels("Bob")[0] == "Take 1 Energy"


def test_discard_piles_and_what_a_player_owns_are_public_and_a_shuffle_shows_the_hand() -> None:
    """BC-28."""
    desk = office().hand("Bob", "Buy Activate").end_turn("Ann")
    assert desk.view("Ann").everybody[2].hidden == {"buy": 3, "activate": 3, "obstacle": 6}
    desk.deck("Bob", "Hire").end_turn("Bob")
    assert desk.view("Ann").everybody[2].known == ["hire"]
    assert Counter(desk.view("Ann").everybody[2].discard) == Counter()


def test_a_power_plant_can_be_hired_for_one_resource() -> None:
    """BC-34."""
    desk = (
        office().owns("Bob", "Power Plant").hand("Ann", "Hire").store("Ann", "Steel").hire("Ann", "Bob", "Power Plant")
    )
    assert desk.stored("Ann") == "Energy Energy"
    desk.takes("Bob", "Steel")
    assert desk.stored("Bob") == "Steel"


def test_a_game_in_which_nobody_does_anything_ends() -> None:
    """BC-35: after five rounds."""
    desk = office("Ann Bob Cid")
    for _ in range(5):
        assert desk.table.outcome is None
        desk.pass_turns("Ann", "Bob", "Cid")
    assert desk.table.outcome is not None
    assert desk.table.ending == "nobody has done anything for 5 rounds"


def test_the_hirer_goes_on_at_once_and_the_payment_waits_for_the_owner() -> None:
    """BC-36: at the latest when the own turn comes, the owner takes what fits."""
    desk = full_owner("Ann Bob Cid").hire("Ann", "Bob", "Shopping Mall")
    assert desk.asked == ["Ann"]
    desk.end_turn("Ann")
    assert desk.news(PaymentTaken)[0].taken == []
    assert desk.asked == ["Bob"]
    assert desk.table.payments == []


def test_an_owner_can_still_answer_in_a_third_players_turn() -> None:
    """BC-36."""
    desk = office("Ann Bob Cid").owns("Cid", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel")
    desk.hire("Ann", "Cid", "Warehouses").end_turn("Ann")
    assert desk.asked == ["Bob"]
    desk.takes("Cid", "")
    assert desk.thrown() == "Steel"
    assert desk.asked == ["Bob"]


def test_a_player_who_has_given_up_takes_what_fits() -> None:
    """BC-36."""
    desk = office("Ann Bob Cid").owns("Cid", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel")
    desk.hire("Ann", "Cid", "Warehouses")
    desk.table = play.concede(desk.table, desk.seat("Cid")).table
    assert desk.pass_turns("Ann", "Bob").stored("Cid") == "Steel"


def test_a_payment_is_taken_before_another_hire_and_before_the_end() -> None:
    """BC-36."""
    desk = office().owns("Bob", "Warehouses", "Shopping Mall").hand("Ann", "Hire Hire").store("Ann", "Steel Personnel")
    desk.hire("Ann", "Bob", "Warehouses").hire("Ann", "Bob", "Shopping Mall")
    assert desk.stored("Bob") == "Steel"
    assert [payment.company for payment in desk.table.payments] == ["shopping_mall"]
    last = office("Bob Ann").owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel").end_turn("Bob")
    last.table.ending = "the bank has no Buy left"
    last.hire("Ann", "Bob", "Warehouses").end_turn("Ann")
    assert last.table.outcome is not None
    assert last.stored("Bob") == "Steel"


def test_what_is_put_on_top_of_a_deck_is_seen_by_all_in_its_order() -> None:
    """BC-37."""
    desk = office().offer("Biology Lab", "Recycling Plant").owns("Ann", "Biology Lab").hand("Ann", "Activate")
    desk.owns("Ann", "Recycling Plant", activated=False).store("Ann", "Steel Concrete")
    desk.activate("Ann", "Recycling Plant").do("Ann", PlaceProduction(cards=("buy", "obstacle")))
    assert desk.view("Bob").everybody[1].open_top == ["buy", "obstacle"]
    desk.end_turn("Ann")
    assert desk.view("Bob").everybody[1].known == ["buy", "obstacle"]


def test_what_a_law_firm_tells_everybody_stays_true_in_every_other_truth() -> None:
    """BC-38."""
    desk = office("Ann Bob Cid").offer("Law Firm").owns("Ann", "Law Firm", activated=False)
    desk.hand("Ann", "Activate").store("Ann", "Personnel Paper").hand("Bob", "Buy Activate Obstacle")
    desk.hand("Cid", "Obstacle Obstacle").activate("Ann", "Law Firm")
    assert desk.view("Cid").everybody[2].known == ["buy", "activate"]
    assert desk.view("Ann").everybody[2].known == ["buy", "activate", "obstacle"]
    desk.do("Ann", MakeDiscard(card="buy"))
    assert desk.view("Bob").everybody[3].known == []
    for seed in range(20):
        other = redeal(desk.table, 2, Chance(seed=str(seed)))
        assert not {"buy", "activate"} & set(other.everybody[3].hand)


def test_the_numbers_of_the_companies_are_data_that_can_be_replaced() -> None:
    """BC-39."""
    raw = BOX.model_dump(mode="json")
    mill = next(company for company in raw["companies"] if company["id"] == "warehouses")
    mill.update(cost=2, activation={"paper": 2}, production={"activate": 1}, points=9)
    box = type(BOX).model_validate(raw)
    desk = office(box=box).hand("Ann", "Buy Buy Activate").store("Ann", "Paper Paper").buy_company("Ann", "Warehouses")
    desk.activate("Ann", "Warehouses")
    assert desk.discard_pile("Ann") == "Activate"
    assert desk.view("Ann").everybody[1].score.companies == 9
    assert outline(box.company["warehouses"]).endswith("Costs 2 Buys. 9 points. Needs 2 Paper. Gives 1 Activate.")


def test_a_game_keeps_the_box_it_began_with() -> None:
    raw = BOX.model_dump(mode="json")
    raw["terms"]["hand"] = 7
    table = GAME.set_up(GAME.options(), 2, "another box", type(BOX).model_validate(raw))
    play.begin(table)
    assert len(table.everybody[1].hand) == 7
    assert play.copy(table).box.terms.hand == 7
