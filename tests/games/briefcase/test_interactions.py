"""What companies do together, to each other, and to those who are struck by them."""

from __future__ import annotations

import pytest

from bot.games.briefcase.moves import DeactivateCompany, ThrowAway
from bot.games.briefcase.news import CardLost, HandSeen
from bot.games.briefcase.rules.game_end import score
from tests.games.briefcase.dealing import Desk, office

# Converting resources


def test_two_converting_companies_serve_one_activation() -> None:
    desk = office().owns("Ann", "Steel Factory").offer("University").owns("Ann", "University").hand("Ann", "Activate")
    desk.store("Ann", "Paper Concrete").activate("Ann", "Power Plant")
    assert desk.thrown() == "Concrete Paper"
    assert desk.stored("Ann") == "Energy Energy"


def test_import_company_adds_to_a_converting_company() -> None:
    desk = office().owns("Ann", "Steel Factory").offer("Import Company").hand("Ann", "Activate")
    desk.owns("Ann", "Import Company").store("Ann", "Paper Paper").activate("Ann", "Power Plant")
    assert "Power Plant" in desk.activated("Ann")
    assert desk.thrown() == "Paper Paper"


def test_energy_that_stands_for_steel_returns_to_its_supply() -> None:
    desk = office().owns("Ann", "Steel Factory").hand("Ann", "Activate").store("Ann", "Personnel Energy")
    desk.activate("Ann", "Power Plant")
    assert desk.thrown() == "Personnel"
    assert desk.stored("Ann") == "Energy Energy"


def test_recycling_plant_lets_even_an_imported_resource_be_energy() -> None:
    desk = office().offer("Recycling Plant", "Oil Refinery").owns("Ann", "Oil Refinery", activated=False)
    desk.hand("Ann", "Activate").store("Ann", "Steel Imported")
    assert "Oil Refinery" not in desk.can_activate("Ann")
    desk.owns("Ann", "Recycling Plant").activate("Ann", "Oil Refinery")
    assert desk.thrown() == "Steel Imported"


# Converting resources in a hire


def test_import_company_is_used_up_by_a_hire() -> None:
    """Fine point 1: and the owner gets the real thing, here from the market."""
    desk = office().offer("Import Company").owns("Ann", "Import Company").owns("Bob", "Power Plant")
    desk.hand("Ann", "Hire Hire").store("Ann", "Paper Paper").hire("Ann", "Bob", "Power Plant")
    assert desk.can_hire("Ann") == set()
    assert desk.thrown() == "Paper"
    desk.end_turn("Ann")
    assert desk.stored("Bob") in ("Personnel", "Steel")


def test_recycling_plant_pays_a_hire_with_energy_from_the_supply() -> None:
    desk = office().offer("Recycling Plant", "Paper Mill").owns("Ann", "Recycling Plant").owns("Bob", "Paper Mill")
    desk.hand("Ann", "Hire").store("Ann", "Concrete").hire("Ann", "Bob", "Paper Mill").takes("Bob", "Energy")
    assert desk.stored("Bob") == "Energy"
    assert desk.thrown() == "Concrete"


def test_energy_that_stands_for_steel_in_a_hire_returns_to_its_supply() -> None:
    desk = office().owns("Ann", "Steel Factory").owns("Bob", "Power Plant").hand("Ann", "Hire").store("Ann", "Energy")
    steel = desk.table.market["steel"]
    desk.hire("Ann", "Bob", "Power Plant").takes("Bob", "Steel")
    assert desk.stored("Bob") == "Steel"
    assert desk.thrown() == ""
    assert desk.table.market["steel"] == steel - 1


def test_a_hire_that_takes_the_last_of_a_pile_is_told_before_what_comes_of_it() -> None:
    desk = office(blocks=["Steel"]).owns("Ann", "Steel Factory").owns("Bob", "Power Plant").hand("Ann", "Hire")
    desk.sold_out("Paper", "Personnel").sold_out("Steel", but=1).store("Ann", "Concrete")
    desk.table.everybody[2].storage["steel"] = desk.table.resource_discard.pop("steel")
    desk.hire("Ann", "Bob", "Power Plant")
    told = desk.read_by("Ann")
    assert (
        told[0]
        == "<seat:1> hires <seat:2>'s Power Plant for 1 Concrete in place of Steel (Steel Factory) and gets 2 Energy."
    )
    assert told[1].startswith("Steel is sold out.")
    assert told[2].startswith("Only 2 piles of the market are left: the game ends with this round")


# Turning decision cards


def test_logistics_company_pays_for_what_cargo_company_opens() -> None:
    desk = office().offer("Logistics Company").owns("Ann", "Logistics Company", "Cargo Company")
    desk.hand("Ann", "Obstacle Obstacle").buy("Ann", "Steel")
    assert desk.stored("Ann") == "Steel"


def test_cargo_company_ignores_no_company_block() -> None:
    desk = office().owns("Ann", "Cargo Company").hand("Ann", "Buy")
    desk.table.company_blocks = ["warehouses", None]
    assert "Warehouses" not in desk.for_sale("Ann")


def test_marketing_company_can_make_the_activate_for_the_central_bank_of_two_buys() -> None:
    """Fine point 3: the payment must be real Buys, and two of them are gone."""
    desk = office().owns("Ann", "Power Plant", "Warehouses", "Marketing Company").hand("Ann", "Buy Buy Buy")
    assert desk.investments("Ann") == [1]
    desk.invest("Ann", 1)
    assert desk.discard_pile("Ann") == ""
    assert desk.player("Ann").played == ["buy", "buy"]
    assert desk.table.removed == {"buy": 1}


def test_contractor_firm_can_discard_a_buy_so_that_newspaper_draws() -> None:
    """BC-21: Newspaper counts the Buys when it is used."""
    desk = office().offer("Newspaper", "Contractor Firm").owns("Ann", "Newspaper", "Contractor Firm")
    desk.hand("Ann", "Buy Buy").deck("Ann", "Obstacle Obstacle")
    assert "Newspaper: draw a card" not in desk.labels("Ann")
    desk.exchange("Ann", "Buy").draw_extra("Ann")
    assert desk.holds("Ann") == "Buy Obstacle Obstacle"


# Cards on top of the deck


def tops(desk: Desk) -> list[str]:
    """Which played cards Ann can put on top of her deck."""
    ends = [label for label in desk.labels("Ann") if label.startswith("End turn, ")]
    return [label.removeprefix("End turn, ").removesuffix(" on top of the deck") for label in ends]


def test_consulting_firm_takes_cards_that_moved_a_block_or_were_turned() -> None:
    """BC-30."""
    desk = office().offer("Consulting Firm").owns("Ann", "Consulting Firm", "Marketing Company")
    desk.hand("Ann", "Obstacle Obstacle Hire Hire Activate").move_block("Ann", "Steel", "Paper")
    assert tops(desk) == ["Obstacle"]
    desk.buy("Ann", "Personnel")
    assert tops(desk) == ["Obstacle", "Hire"]


def test_consulting_firm_takes_no_card_that_has_left_the_game() -> None:
    """BC-30: neither what the Central Bank got nor what an Oil Refinery removed."""
    desk = office().offer("Consulting Firm", "Oil Refinery").owns("Ann", "Power Plant", "Consulting Firm")
    desk.owns("Ann", "Oil Refinery").hand("Ann", "Activate Activate Buy Obstacle").store("Ann", "Steel Energy")
    desk.invest("Ann", 1).activate("Ann", "Oil Refinery").choose("Ann", "Remove 1 Obstacle")
    assert tops(desk) == ["Activate"]


def test_biology_lab_puts_on_top_only_what_the_bank_could_give() -> None:
    """Fine point 4."""
    desk = office().offer("Biology Lab", "Recycling Plant").owns("Ann", "Biology Lab").hand("Ann", "Activate")
    desk.owns("Ann", "Recycling Plant", activated=False).store("Ann", "Steel Concrete").bank("Obstacle", 0)
    desk.activate("Ann", "Recycling Plant")
    assert desk.labels("Ann") == ["On top of the deck: Buy", "On the discard pile"]
    nothing = office().offer("Biology Lab").owns("Ann", "Biology Lab", "Real Estate Agency").hand("Ann", "Activate")
    nothing.store("Ann", "Personnel Concrete Paper Energy").bank("Hire", 0).activate("Ann", "Real Estate Agency")
    assert nothing.labels("Ann") == ["End turn"]


# Shipping Company, Media Company: more than fits


def test_shipping_company_takes_at_most_two_also_imported_ones_and_beyond_the_storage_limit() -> None:
    desk = office().offer("Shipping Company").owns("Ann", "Shipping Company").hand("Ann", "Activate")
    desk.store("Ann", "Steel Energy Concrete Concrete Concrete Concrete Concrete").discarded("Paper Paper Imported")
    desk.activate("Ann", "Shipping Company")
    assert desk.labels("Ann") == [
        "Take 2 Paper",
        "Take 1 Paper, 1 Imported",
        "Take 1 Paper",
        "Take 1 Imported",
        "Take nothing",
    ]
    desk.choose("Ann", "Take 1 Paper, 1 Imported").end_turn("Ann")
    desk.do("Ann", ThrowAway(resources=("concrete", "concrete 2")))
    assert desk.stored("Ann") == "Concrete Concrete Concrete Paper Imported"
    assert desk.asked == ["Bob"]


def test_media_company_may_take_more_than_fits_until_the_turn_ends() -> None:
    desk = office().offer("Media Company").owns("Ann", "Media Company").hand("Ann", "Activate")
    desk.store("Ann", "Paper Paper Energy Steel Steel Steel Steel Steel").store("Bob", "Personnel")
    desk.activate("Ann", "Media Company").choose("Ann", "Take 1 Personnel").end_turn("Ann")
    assert desk.asked == ["Ann"]
    desk.do("Ann", ThrowAway(resources=("steel",)))
    assert desk.stored("Ann") == "Personnel Steel Steel Steel Steel"


# Law Firm


def test_law_firm_looks_at_the_hands_clockwise_one_form_for_each_opponent() -> None:
    desk = office("Ann Bob Cid Dan", first="Cid").offer("Law Firm").owns("Cid", "Law Firm", activated=False)
    desk.hand("Cid", "Activate").store("Cid", "Personnel Paper")
    for name in ("Ann", "Bob", "Dan"):
        desk.hand(name, "Buy Activate")
    desk.activate("Cid", "Law Firm")
    for victim, kept in (("Dan", "Activate"), ("Ann", "Buy"), ("Bob", "Activate")):
        assert desk.asked == ["Cid"]
        assert desk.question("Cid").prompt == f"Law Firm: what must <seat:{desk.seat(victim)}> discard?"
        assert [news.victim for news in desk.news(HandSeen)] == [desk.seat(victim)]
        desk.choose("Cid", "1 Buy" if kept == "Activate" else "1 Activate")
        assert desk.holds(victim) == kept
    assert "End turn" in desk.labels("Cid")


def test_law_firm_finds_nothing_in_an_empty_hand() -> None:
    desk = office().offer("Law Firm").owns("Ann", "Law Firm").hand("Ann", "Activate").store("Ann", "Personnel Paper")
    desk.activate("Ann", "Law Firm")
    assert [news.card for news in desk.news(CardLost)] == [None]
    assert "<seat:1>'s Law Firm finds no Buy and no Activate in your hand." in desk.read_by("Bob")


def test_fine_point_2_no_card_can_be_turned_to_escape_a_law_firm() -> None:
    desk = office().offer("Law Firm").owns("Ann", "Law Firm").hand("Ann", "Activate").store("Ann", "Personnel Paper")
    desk.owns("Bob", "Marketing Company", "Accounting Firm").hand("Bob", "Buy Obstacle Obstacle Obstacle")
    desk.activate("Ann", "Law Firm")
    assert desk.asked == ["Ann"]
    assert desk.holds("Bob") == "Obstacle Obstacle Obstacle"


# Brokerage Firm


def strike(company: str) -> Desk:
    """Ann's Brokerage Firm has deactivated a company of Bob, the player on turn now."""
    desk = office().owns("Bob", "Power Plant", company).offer("Brokerage Firm").owns("Ann", "Brokerage Firm")
    desk.hand("Ann", "Activate").store("Ann", "Personnel Paper Energy").activate("Ann", "Brokerage Firm")
    return desk.choose("Ann", f"Deactivate {company}").end_turn("Ann")


def test_a_player_who_lost_a_level_1_company_to_a_brokerage_firm_is_cut_off_from_level_2_and_the_central_bank() -> None:
    desk = strike("Warehouses").hand("Bob", "Buy Buy Buy Activate Activate").store("Bob", "Steel Concrete")
    assert "Marketing Company" not in desk.for_sale("Bob")
    assert desk.investments("Bob") == []
    desk.activate("Bob", "Warehouses")
    assert "Marketing Company" in desk.for_sale("Bob")
    assert desk.investments("Bob") == [1, 2, 3]


def test_a_player_who_lost_an_insurance_company_to_a_brokerage_firm_draws_four_again() -> None:
    assert len(strike("Insurance Company").end_turn("Bob").player("Bob").hand) == 4


def test_a_company_that_a_brokerage_firm_deactivated_cannot_be_hired() -> None:
    desk = strike("Warehouses").end_turn("Bob").hand("Ann", "Hire").store("Ann", "Steel Concrete")
    assert desk.can_hire("Ann") == {"Power Plant"}


def test_brokerage_firm_reaches_only_activated_companies_of_level_1() -> None:
    desk = office().offer("Brokerage Firm").owns("Ann", "Brokerage Firm").hand("Ann", "Activate Activate")
    desk.owns("Bob", "Power Plant", "Bank").owns("Bob", "Warehouses", activated=False)
    desk.owns("Bob", "Steel Factory", "Cargo Company").store("Ann", "Personnel Paper Energy Personnel Paper Energy")
    desk.activate("Ann", "Brokerage Firm")
    assert desk.labels("Ann") == ["Deactivate Steel Factory", "Deactivate Cargo Company", "Deactivate nothing"]
    desk.choose("Ann", "Deactivate Steel Factory").activate("Ann", "Brokerage Firm")
    assert desk.labels("Ann") == ["Deactivate Cargo Company", "Deactivate nothing"]
    desk.do("Ann", DeactivateCompany(company="cargo_company"))
    assert desk.activated("Bob") == ["Power Plant", "Bank"]


# What a hirer has paid, and what then strikes its owner


def hired(company: str, owned: str, pays: str, rest: str) -> Desk:
    """Ann has hired a company of Bob without his choice yet, and can activate another one of her own."""
    desk = office().offer(company).owns("Ann", company).owns("Bob", owned).hand("Ann", "Hire Activate")
    return desk.store("Ann", pays).hire("Ann", "Bob", owned).store("Ann", rest)


def test_a_media_company_takes_the_personnel_that_was_just_paid_for_a_hire() -> None:
    """BC-36."""
    desk = hired("Media Company", "Shopping Mall", "Personnel", "Paper Paper Energy")
    desk.activate("Ann", "Media Company").choose("Ann", "Take 1 Personnel")
    assert desk.stored("Ann") == "Personnel"
    assert desk.stored("Bob") == ""


def test_what_was_paid_goes_into_the_warehouses_before_a_brokerage_firm_deactivates_them() -> None:
    """BC-36."""
    desk = hired("Brokerage Firm", "Warehouses", "Steel", "Personnel Paper Energy")
    desk.store("Bob", 7 * "Paper ").activate("Ann", "Brokerage Firm").choose("Ann", "Deactivate Warehouses")
    assert desk.stored("Bob") == "Steel" + 7 * " Paper"


def test_a_shipping_company_may_take_what_an_owner_had_no_room_for() -> None:
    """BC-36."""
    desk = hired("Shipping Company", "Shopping Mall", "Concrete", "Steel Energy").store("Bob", 5 * "Paper ")
    desk.activate("Ann", "Shipping Company").choose("Ann", "Take 1 Concrete")
    assert desk.stored("Ann") == "Concrete"


# Scoring


def test_all_three_scoring_companies_count_each_other() -> None:
    desk = office().offer("Venture Capital Firm", "Investment Company").owns("Ann", "Venture Capital Firm")
    desk.owns("Ann", "Investment Company", "Real Estate Agency")
    buys_owned, companies, buys_produced = 3, 3, 1 + 1
    assert score(desk.table, 1).abilities == buys_owned + companies + buys_produced


@pytest.mark.parametrize("gone", ["Central Bank", "Oil Refinery"])
def test_investment_company_counts_no_buy_that_left_the_game(gone: str) -> None:
    desk = office().offer("Investment Company", "Oil Refinery").owns("Ann", "Investment Company", "Power Plant")
    desk.owns("Ann", "Oil Refinery").hand("Ann", "Activate Buy").store("Ann", "Steel Energy")
    before = score(desk.table, 1).abilities
    if gone == "Central Bank":
        desk.invest("Ann", 1)
        assert score(desk.table, 1).abilities == before - 1
    else:
        desk.activate("Ann", "Oil Refinery").choose("Ann", "Remove 1 Buy")
        assert score(desk.table, 1).abilities == before, "it produced one Buy"
