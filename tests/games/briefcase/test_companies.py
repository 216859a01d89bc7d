"""The thirty companies, each with its timing and limits, and the examples of their descriptions."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.games.briefcase.components import BOX
from bot.games.briefcase.moves import (
    DeactivateCompany,
    MakeDiscard,
    PlaceProduction,
    RemoveCard,
    TakeDiscardedResources,
    TakeFromOpponent,
    ThrowAway,
)
from bot.games.briefcase.news import CardLost, Deactivated, HandSeen, ResourceLost
from bot.games.briefcase.rules.game_end import score
from tests.games.briefcase.dealing import Desk, office

# 1. Power Plant


def test_power_plant_gives_two_energy_to_the_storage_and_no_cards() -> None:
    desk = office().hand("Ann", "Activate").store("Ann", "Personnel Steel").activate("Ann", "Power Plant")
    assert desk.stored("Ann") == "Energy Energy"
    assert desk.discard_pile("Ann") == ""
    assert desk.activated("Ann") == ["Power Plant"]


def test_power_plant_can_never_be_deactivated() -> None:
    desk = ready("Brokerage Firm", "Personnel Paper Energy").owns("Bob", "Power Plant")
    desk.activate("Ann", "Brokerage Firm")
    assert desk.waiting == "Ann's turn"
    assert "Power Plant" in desk.activated("Bob")
    assert not any(label.startswith("Deactivate") for label in desk.labels("Ann"))


def test_power_plant_is_not_sold() -> None:
    assert BOX.company["power_plant"].cost is None
    assert all("power_plant" not in companies for companies in BOX.sets.values())


def ready(company: str, resources: str, names: str = "Ann Bob", hand: str = "Activate") -> Desk:
    """Return a table at which Ann can activate a company for the first time."""
    return office(names).offer(company).owns("Ann", company, activated=False).hand("Ann", hand).store("Ann", resources)


# 2. Newspaper


@pytest.mark.parametrize(("hand", "may"), [("Obstacle Activate", True), ("Buy Obstacle", True), ("Buy Buy", False)])
def test_newspaper_draws_a_card_at_the_start_with_at_most_one_buy(hand: str, may: bool) -> None:
    """BC-20: real Buys in the hand count."""
    desk = office().offer("Newspaper").owns("Ann", "Newspaper").hand("Ann", hand)
    assert ("Newspaper: draw a card" in desk.labels("Ann")) == may
    if may:
        desk.draw_extra("Ann")
        assert len(desk.player("Ann").hand) == len(hand.split()) + 1
        assert "Newspaper: draw a card" not in desk.labels("Ann")


def test_newspaper_works_only_before_a_card_is_played() -> None:
    desk = office().offer("Newspaper").owns("Ann", "Newspaper").hand("Ann", "Buy Obstacle").buy("Ann", "Paper")
    assert "Newspaper: draw a card" not in desk.labels("Ann")


def test_newspaper_activated_in_this_turn_cannot_be_used_in_it() -> None:
    """BC-21."""
    desk = ready("Newspaper", "Personnel Paper").activate("Ann", "Newspaper")
    assert "Newspaper: draw a card" not in desk.labels("Ann")


# 3. Steel Factory, 6. University, 8. Paper Mill, 13. Construction Company, 26. Recycling Plant


def test_steel_factory_example_mike_activates_a_power_plant_with_paper_for_steel() -> None:
    desk = office().owns("Ann", "Steel Factory").hand("Ann", "Activate").store("Ann", "Personnel Paper")
    desk.activate("Ann", "Power Plant")
    assert desk.stored("Ann") == "Energy Energy"
    assert desk.thrown() == "Personnel Paper"
    assert any("1 Paper in place of Steel (Steel Factory)" in line for line in desk.read_by("Bob"))


@pytest.mark.parametrize(
    ("company", "target", "resources"),
    [
        ("University", "Power Plant", "Concrete Steel"),
        ("Paper Mill", "Accounting Firm", "Personnel Energy"),
        ("Construction Company", "Warehouses", "Steel Imported"),
        ("Recycling Plant", "Logistics Company", "Paper Paper"),
    ],
)
def test_university_paper_mill_construction_company_and_recycling_plant(
    company: str, target: str, resources: str
) -> None:
    desk = office().offer(company).owns("Ann", target, activated=False).hand("Ann", "Activate").store("Ann", resources)
    desk.owns("Ann", company, activated=False)
    if "Imported" not in resources:
        assert target not in desk.can_activate("Ann")
    desk.owns("Ann", company)
    desk.activate("Ann", target)
    assert target in desk.activated("Ann")


def test_a_converting_company_serves_any_number_of_cards() -> None:
    desk = office().offer("University", "Consulting Firm").owns("Ann", "University").hand("Ann", "Activate")
    desk.owns("Ann", "Consulting Firm", activated=False).store("Ann", "Steel Concrete Paper")
    desk.activate("Ann", "Consulting Firm")
    assert desk.thrown() == "Steel Concrete Paper"


def test_a_deactivated_converting_company_converts_nothing() -> None:
    desk = (
        office().owns("Ann", "Steel Factory", activated=False).hand("Ann", "Activate").store("Ann", "Personnel Paper")
    )
    assert desk.can_activate("Ann") == set()


# 4. Accounting Firm


def test_accounting_firm_example_sandra_has_two_buys() -> None:
    hand = "Obstacle Obstacle Obstacle Buy"
    two = office(blocks=[]).owns("Ann", "Accounting Firm").hand("Ann", hand).buy("Ann", "Steel Paper")
    assert two.stored("Ann") == "Steel Paper"
    assert two.holds("Ann") == ""
    company = office().owns("Ann", "Accounting Firm").hand("Ann", hand).buy_company("Ann", "Shopping Mall")
    assert company.holds("Ann") == ""
    both = (
        office().owns("Ann", "Accounting Firm").hand("Ann", hand).buy_company("Ann", "Warehouses").buy("Ann", "Paper")
    )
    assert both.holds("Ann") == ""
    assert both.stored("Ann") == "Paper"


def test_accounting_firm_makes_an_activate_of_three_equal_cards() -> None:
    desk = office().owns("Ann", "Accounting Firm").hand("Ann", "Hire Hire Hire").store("Ann", "Personnel Steel")
    desk.activate("Ann", "Power Plant")
    assert desk.activated("Ann") == ["Power Plant", "Accounting Firm"]
    assert desk.holds("Ann") == ""


# 5. Oil Refinery


def test_oil_refinery_example_dimitris_removes_both_obstacles() -> None:
    desk = ready("Oil Refinery", "Steel Steel Energy Energy", hand="Obstacle Obstacle Activate Activate")
    for left in ("Activate Obstacle", ""):
        desk.activate("Ann", "Oil Refinery").do("Ann", RemoveCard(card="obstacle"))
        assert desk.holds("Ann") == left
    assert desk.table.removed == {"obstacle": 2}
    assert "obstacle" not in desk.player("Ann").discard


def test_oil_refinery_may_remove_nothing_and_asks_nothing_with_an_empty_hand() -> None:
    """BC-31."""
    desk = ready("Oil Refinery", "Steel Energy", hand="Activate Buy").activate("Ann", "Oil Refinery")
    desk.do("Ann", RemoveCard(card=None))
    assert desk.holds("Ann") == "Buy"
    empty = ready("Oil Refinery", "Steel Energy").activate("Ann", "Oil Refinery")
    assert "End turn" in empty.labels("Ann")


# 7. Warehouses


def test_warehouses_store_eight_resources() -> None:
    eight = "Paper Paper Paper Steel Steel Steel Concrete Concrete"
    desk = office().owns("Ann", "Warehouses").store("Ann", eight).end_turn("Ann")
    assert desk.asked == ["Bob"]
    limited = office().owns("Ann", "Warehouses", activated=False).store("Ann", eight).end_turn("Ann")
    assert limited.asked == ["Ann"]


# 9. Contractor Firm


def test_contractor_firm_example_vangelis_discards_an_obstacle_and_draws() -> None:
    desk = (
        office().offer("Contractor Firm").owns("Ann", "Contractor Firm").hand("Ann", "Obstacle Obstacle Buy Activate")
    )
    desk.deck("Ann", "Buy").exchange("Ann", "Obstacle")
    assert desk.holds("Ann") == "Buy Buy Activate Obstacle"
    assert not any(label.startswith("Contractor Firm") for label in desk.labels("Ann"))


def test_contractor_firm_and_newspaper_in_either_order() -> None:
    """BC-21."""
    for first in ("Newspaper", "Contractor Firm"):
        desk = office().offer("Newspaper", "Contractor Firm").owns("Ann", "Newspaper", "Contractor Firm")
        desk.hand("Ann", "Obstacle").deck("Ann", "Obstacle Obstacle")
        if first == "Newspaper":
            desk.draw_extra("Ann").exchange("Ann", "Obstacle")
        else:
            desk.exchange("Ann", "Obstacle").draw_extra("Ann")
        assert desk.holds("Ann") == "Obstacle Obstacle"


# 10. Logistics Company


def test_logistics_company_example_giota_buys_a_steel_with_two_obstacles() -> None:
    desk = office(blocks=[]).owns("Ann", "Logistics Company").hand("Ann", "Obstacle Obstacle")
    assert desk.for_sale("Ann") == set()
    desk.buy("Ann", "Steel")
    assert desk.stored("Ann") == "Steel"
    assert desk.holds("Ann") == ""


# 11. Insurance Company, 18. Bank


@pytest.mark.parametrize(
    ("companies", "drawn"), [(["Insurance Company"], 5), (["Bank"], 5), (["Insurance Company", "Bank"], 6)]
)
def test_insurance_company_and_bank_draw_a_card_more_each(companies: list[str], drawn: int) -> None:
    desk = office().owns("Ann", *companies).end_turn("Ann")
    assert len(desk.player("Ann").hand) == drawn


def test_insurance_company_draws_already_in_the_turn_of_its_activation() -> None:
    """BC-23."""
    desk = ready("Insurance Company", "Personnel Paper Paper").activate("Ann", "Insurance Company").end_turn("Ann")
    assert len(desk.player("Ann").hand) == 5


# 12. Shipping Company


def test_shipping_company_takes_two_discarded_resources_but_not_what_was_just_paid() -> None:
    desk = ready("Shipping Company", "Steel Energy").discarded("Paper Concrete").activate("Ann", "Shipping Company")
    assert "Take 1 Steel" not in desk.labels("Ann")
    desk.do("Ann", TakeDiscardedResources(resources=("concrete", "paper")))
    assert desk.stored("Ann") == "Concrete Paper"
    assert desk.thrown() == "Steel"


def test_shipping_company_counts_what_it_paid_by_type() -> None:
    """BC-29: a Steel lay there before, so one Steel may be taken, not two."""
    desk = ready("Shipping Company", "Steel Energy").discarded("Steel").activate("Ann", "Shipping Company")
    assert desk.labels("Ann") == ["Take 1 Steel", "Take nothing"]
    desk.choose("Ann", "Take 1 Steel")
    assert desk.stored("Ann") == "Steel"


def test_shipping_company_asks_nothing_when_nothing_was_discarded() -> None:
    desk = ready("Shipping Company", "Steel Energy").activate("Ann", "Shipping Company")
    assert "End turn" in desk.labels("Ann")


# 14. Shopping Mall, 16. Theme Parks, 21. High-Tech Company


@pytest.mark.parametrize(
    ("company", "resources", "production"),
    [
        ("Shopping Mall", "Personnel Concrete", "Buy Buy"),
        ("Theme Parks", "Personnel Concrete Steel Energy", "Buy Buy Buy Obstacle"),
        ("High-Tech Company", "Personnel Steel Paper Energy Energy", "Buy Buy Hire"),
    ],
)
def test_shopping_mall_theme_parks_and_high_tech_company_only_produce(
    company: str, resources: str, production: str
) -> None:
    desk = ready(company, resources).activate("Ann", company)
    assert desk.discard_pile("Ann") == production
    assert BOX.company[desk.company(company)].ability is None
    assert desk.labels("Ann") == ["End turn"]


# 15. Cargo Company


def test_cargo_company_example_spyros_buys_two_steel_and_not_one_of_each() -> None:
    desk = office(blocks=["Steel", "Concrete"]).owns("Ann", "Cargo Company").hand("Ann", "Buy Buy Obstacle Activate")
    baskets = desk.baskets("Ann")
    assert {"Steel Steel", "Concrete Concrete"} <= baskets
    assert "Steel Concrete" not in baskets
    desk.buy("Ann", "Steel")
    assert "Steel" in desk.baskets("Ann")
    assert "Concrete" not in desk.baskets("Ann")
    desk.buy("Ann", "Steel")
    assert desk.stored("Ann") == "Steel Steel"


def test_cargo_company_ignores_another_block_in_the_next_turn() -> None:
    desk = office(blocks=["Steel", "Concrete"]).owns("Ann", "Cargo Company").hand("Ann", "Buy").deck("Ann", "Buy Buy")
    desk.buy("Ann", "Steel").pass_turns("Ann", "Bob").buy("Ann", "Concrete")
    assert desk.stored("Ann") == "Steel Concrete"


# 17. Real Estate Agency, 24. Investment Company, 28. Venture Capital Firm


def test_real_estate_agency_scores_each_activated_company_itself_included() -> None:
    desk = office().owns("Ann", "Power Plant", "Real Estate Agency").owns("Ann", "Warehouses", activated=False)
    assert score(desk.table, 1).abilities == 2


def test_investment_company_scores_each_buy_owned() -> None:
    """BC-25: in the deck, the discard pile and the hand; those at the Central Bank do not count."""
    desk = office().offer("Investment Company").owns("Ann", "Investment Company", "Power Plant", "Warehouses")
    desk.hand("Ann", "Buy Buy Activate")
    assert score(desk.table, 1).abilities == 3
    desk.invest("Ann", 2)
    assert score(desk.table, 1).abilities == 1


def test_venture_capital_firm_scores_each_buy_that_activated_companies_produce() -> None:
    desk = office().offer("Venture Capital Firm", "Newspaper").owns("Ann", "Venture Capital Firm", "Newspaper")
    desk.owns("Ann", "Shopping Mall", activated=False)
    assert score(desk.table, 1).abilities == 1 + 2


# 19. Marketing Company


@pytest.mark.parametrize("given", ["Obstacle Obstacle", "Hire Hire", "Buy Buy"])
def test_marketing_company_makes_an_activate_of_two_equal_cards(given: str) -> None:
    """BC-19: any kind of card can be turned."""
    desk = office().owns("Ann", "Marketing Company").hand("Ann", given).store("Ann", "Personnel Steel")
    desk.activate("Ann", "Power Plant")
    assert desk.holds("Ann") == ""


def test_marketing_company_makes_a_buy_or_a_hire_too() -> None:
    desk = office().owns("Ann", "Marketing Company").owns("Bob", "Warehouses").store("Ann", "Steel")
    desk.hand("Ann", "Obstacle Obstacle Obstacle Obstacle").buy_company("Ann", "Warehouses")
    desk.hire("Ann", "Bob", "Warehouses")
    assert desk.holds("Ann") == ""


# 20. Biology Lab


def test_biology_lab_example_manos_puts_a_buy_and_an_obstacle_on_top() -> None:
    desk = ready("Recycling Plant", "Steel Concrete").offer("Biology Lab").owns("Ann", "Biology Lab")
    desk.activate("Ann", "Recycling Plant")
    assert desk.labels("Ann") == [
        "On top of the deck: Buy, then Obstacle",
        "On top of the deck: Obstacle, then Buy",
        "On the discard pile",
    ]
    desk.choose("Ann", "On top of the deck: Obstacle, then Buy")
    assert desk.player("Ann").deck[-2:] == ["buy", "obstacle"]
    assert desk.discard_pile("Ann") == ""
    desk.end_turn("Ann")
    assert desk.player("Ann").hand[:2] == ["obstacle", "buy"]


def test_biology_lab_works_at_its_own_first_activation_and_all_or_nothing() -> None:
    """BC-24."""
    desk = ready("Biology Lab", "Steel Paper Energy").activate("Ann", "Biology Lab")
    assert desk.labels("Ann") == ["On top of the deck: Buy, then Buy", "On the discard pile"]
    desk.do("Ann", PlaceProduction(cards=()))
    assert desk.discard_pile("Ann") == "Buy Buy"


def test_biology_lab_does_nothing_for_energy_or_for_a_hire() -> None:
    desk = office().offer("Biology Lab").owns("Ann", "Biology Lab").owns("Bob", "Warehouses")
    desk.hand("Ann", "Activate Hire").store("Ann", "Personnel Steel Steel").activate("Ann", "Power Plant")
    assert desk.stored("Ann") == "Steel Energy Energy"
    desk.hire("Ann", "Bob", "Warehouses")
    assert desk.discard_pile("Ann") == "Buy Hire"


# 22. Consulting Firm


def test_consulting_firm_example_nikos_puts_a_buy_on_top_that_bought_a_recycling_plant() -> None:
    """BC-30: for any use of the card, but only if it was played."""
    desk = office().offer("Recycling Plant", "Consulting Firm").owns("Ann", "Power Plant", "Warehouses")
    desk.owns("Ann", "Consulting Firm").hand("Ann", "Buy Buy Buy Obstacle").buy_company("Ann", "Recycling Plant")
    assert [label for label in desk.labels("Ann") if label.startswith("End turn")] == [
        "End turn",
        "End turn, Buy on top of the deck",
    ]
    desk.end_turn("Ann", "Buy")
    assert "buy" in desk.player("Ann").hand
    assert desk.discard_pile("Ann") == "Buy Buy Obstacle"


def test_consulting_firm_needs_a_played_card() -> None:
    desk = office().offer("Consulting Firm").owns("Ann", "Consulting Firm").hand("Ann", "Buy")
    assert [label for label in desk.labels("Ann") if label.startswith("End turn")] == ["End turn"]


# 23. Import Company


def test_import_company_lets_one_resource_a_turn_stand_for_another() -> None:
    desk = office().offer("Import Company").owns("Ann", "Import Company").hand("Ann", "Activate Activate")
    desk.store("Ann", "Steel Paper")
    desk.activate("Ann", "Power Plant")
    assert desk.thrown() == "Steel Paper"
    desk.store("Ann", "Steel Paper")
    assert "Power Plant" not in desk.can_activate("Ann")


def test_import_company_serves_only_one_card_of_a_payment_and_never_energy() -> None:
    desk = office().offer("Import Company").owns("Ann", "Import Company").hand("Ann", "Activate")
    desk.store("Ann", "Paper Paper")
    assert "Power Plant" not in desk.can_activate("Ann")
    energy = office().offer("Import Company").owns("Ann", "Import Company").hand("Ann", "Activate")
    energy.store("Ann", "Steel Energy").owns("Ann", "Warehouses", activated=False)
    assert energy.can_activate("Ann") == set()
    energy.store("Ann", "Paper").owns("Ann", "Warehouses", activated=False)
    assert energy.can_activate("Ann") == {"Warehouses", "Power Plant"}


# 25. Law Firm


def test_law_firm_makes_every_opponent_discard_a_buy_or_an_activate() -> None:
    """BC-31: it is forced. Without a choice there is no question."""
    desk = ready("Law Firm", "Personnel Paper", "Ann Bob Cid Dan")
    desk.hand("Bob", "Buy Activate Obstacle").hand("Cid", "Activate Obstacle").hand("Dan", "Obstacle Hire")
    desk.activate("Ann", "Law Firm")
    assert desk.asked == ["Ann"]
    assert desk.labels("Ann") == ["1 Buy", "1 Activate"]
    desk.do("Ann", MakeDiscard(card="activate"))
    assert desk.holds("Bob") == "Buy Obstacle"
    assert desk.discard_pile("Bob") == "Activate"
    assert desk.holds("Cid") == "Obstacle"
    assert desk.holds("Dan") == "Obstacle Hire"
    assert [(news.victim, news.card) for news in desk.news(CardLost)] == [(2, "activate"), (3, "activate"), (4, None)]
    assert "End turn" in desk.labels("Ann")


def test_law_firm_tells_the_victim_what_was_lost_and_why_and_only_the_owner_sees_the_hand() -> None:
    desk = ready("Law Firm", "Personnel Paper").hand("Bob", "Buy Obstacle Obstacle").activate("Ann", "Law Firm")
    assert "<seat:1>'s Law Firm makes you discard 1 Buy from hand." in desk.read_by("Bob")
    assert any("<seat:2>'s hand: 1 Buy, 2 Obstacles" in line for line in desk.read_by("Ann"))
    assert not any("2 Obstacles" in line for name in ("Bob", None) for line in desk.read_by(name))
    assert len(desk.news(HandSeen)) == 1
    assert desk.fenced


def test_law_firm_left_open_takes_the_buy() -> None:
    desk = ready("Law Firm", "Personnel Paper").hand("Bob", "Buy Activate").activate("Ann", "Law Firm")
    assert play.get_default_move(desk.table, 1) == MakeDiscard(card="buy")


def test_law_firm_victims_do_not_draw_before_the_end_of_their_own_turn() -> None:
    desk = ready("Law Firm", "Personnel Paper").hand("Bob", "Buy Obstacle").activate("Ann", "Law Firm").end_turn("Ann")
    assert desk.holds("Bob") == "Obstacle"


# 27. Media Company


def test_media_company_takes_a_personnel_from_every_opponent_one_form_each() -> None:
    desk = ready("Media Company", "Paper Paper Energy", "Ann Bob Cid Dan")
    desk.store("Bob", "Personnel Personnel").store("Cid", "Steel").store("Dan", "Personnel")
    desk.activate("Ann", "Media Company")
    desk.do("Ann", TakeFromOpponent(take=True))
    assert any("takes 1 Personnel from you (Media Company)" in line for line in desk.read_by("Bob"))
    desk.do("Ann", TakeFromOpponent(take=False))
    assert desk.stored("Ann") == "Personnel"
    assert desk.stored("Bob") == desk.stored("Dan") == "Personnel"
    assert "End turn" in desk.labels("Ann")


# 29. Financial Services


def test_financial_services_lets_any_card_be_a_buy_once_in_a_turn() -> None:
    desk = office().owns("Ann", "Financial Services").hand("Ann", "Obstacle Hire")
    assert desk.baskets("Ann") == {"Personnel", "Paper"}
    desk.buy("Ann", "Paper")
    assert desk.holds("Ann") == "Hire"
    assert desk.baskets("Ann") == set()


def test_financial_services_also_pays_for_companies() -> None:
    desk = office().owns("Ann", "Financial Services").hand("Ann", "Obstacle Buy").buy_company("Ann", "Shopping Mall")
    assert desk.holds("Ann") == ""


# 30. Brokerage Firm


def test_brokerage_firm_deactivates_a_level_1_company_of_each_opponent() -> None:
    desk = ready("Brokerage Firm", "Personnel Paper Energy", "Ann Bob Cid")
    desk.owns("Bob", "Power Plant", "Warehouses", "Bank").owns("Cid", "Steel Factory").activate("Ann", "Brokerage Firm")
    assert desk.labels("Ann") == ["Deactivate Warehouses", "Deactivate nothing"]
    desk.do("Ann", DeactivateCompany(company="warehouses"))
    assert "<seat:1> deactivates your Warehouses (Brokerage Firm)" in desk.read_by("Bob")[0]
    desk.do("Ann", DeactivateCompany(company=None))
    assert desk.activated("Bob") == ["Power Plant", "Bank"]
    assert desk.activated("Cid") == ["Steel Factory"]
    assert [news.victim for news in desk.news(Deactivated)] == []
    assert "End turn" in desk.labels("Ann")


def test_a_deactivated_company_does_nothing_until_it_is_activated_again_at_full_cost() -> None:
    desk = ready("Brokerage Firm", "Personnel Paper Energy", hand="Activate").owns("Bob", "Warehouses")
    desk.store("Bob", "Steel Steel Concrete Concrete Paper Paper Paper").hand("Bob", "Activate")
    desk.activate("Ann", "Brokerage Firm").do("Ann", DeactivateCompany(company="warehouses")).end_turn("Ann")
    assert score(desk.table, 2).companies == 0
    assert "Warehouses" not in desk.for_sale("Bob")
    desk.activate("Bob", "Warehouses")
    assert desk.activated("Bob") == ["Warehouses"]
    assert desk.discard_pile("Bob") == "Buy Hire"
    desk.end_turn("Bob")
    assert desk.asked == ["Ann"]


def test_brokerage_firm_that_takes_warehouses_leaves_the_excess_until_the_end_of_the_owners_next_turn() -> None:
    """BC-27."""
    desk = ready("Brokerage Firm", "Personnel Paper Energy").owns("Bob", "Warehouses")
    desk.store("Bob", "Steel Steel Steel Concrete Concrete Concrete Paper")
    desk.activate("Ann", "Brokerage Firm").do("Ann", DeactivateCompany(company="warehouses")).end_turn("Ann")
    assert len(desk.stored("Bob").split()) == 7
    desk.end_turn("Bob")
    assert desk.asked == ["Bob"]
    desk.do("Bob", ThrowAway(resources=("concrete", "paper")))
    assert len(desk.stored("Bob").split()) == 5


def test_insurance_company_taken_by_a_brokerage_firm_does_not_shrink_a_hand_already_drawn() -> None:
    desk = ready("Brokerage Firm", "Personnel Paper Energy").owns("Bob", "Insurance Company")
    desk.hand("Bob", "Buy Buy Activate Obstacle Obstacle").activate("Ann", "Brokerage Firm")
    desk.do("Ann", DeactivateCompany(company="insurance_company"))
    assert len(desk.player("Bob").hand) == 5


def test_different_companies_serve_one_payment() -> None:
    desk = office().offer("Accounting Firm").owns("Ann", "Power Plant", "Accounting Firm", "Financial Services")
    desk.hand("Ann", "Buy Obstacle Obstacle Obstacle Hire").buy_company("Ann", "Bank")
    assert desk.holds("Ann") == ""
    assert "Bank" in desk.companies("Ann")


def test_two_abilities_at_one_activation_come_one_after_the_other() -> None:
    """BC-33: production first, and where it goes, then what the company does."""
    desk = ready("Media Company", "Paper Paper Energy").offer("Biology Lab").owns("Ann", "Biology Lab")
    desk.store("Bob", "Personnel").activate("Ann", "Media Company")
    assert desk.labels("Ann")[-1] == "On the discard pile"
    desk.do("Ann", PlaceProduction(cards=()))
    assert desk.labels("Ann") == ["Take 1 Personnel", "Take nothing"]
    desk.do("Ann", TakeFromOpponent(take=True))
    assert desk.news(ResourceLost)[0].victim == 2
