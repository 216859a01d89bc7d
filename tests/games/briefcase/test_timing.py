"""When a company's ability works: from its activation on, as often as its card says, and never while deactivated."""

from __future__ import annotations

import pytest

from bot.games.briefcase.rules.game_end import score
from tests.games.briefcase.dealing import Desk, office

# "Once a company card is activated, the player can use the special ability of this card right away"


@pytest.mark.parametrize(
    ("company", "costs", "more", "target"),
    [
        ("Steel Factory", "Concrete Energy", "Personnel Paper", "Power Plant"),
        ("University", "Concrete Paper", "Steel Steel", "Power Plant"),
        ("Paper Mill", "Personnel Energy", "Personnel Concrete", "Newspaper"),
        ("Construction Company", "Steel Paper", "Steel Paper", "Warehouses"),
        ("Recycling Plant", "Steel Concrete", "Steel Paper", "Oil Refinery"),
        ("Import Company", "Steel Concrete Paper", "Steel Paper", "Power Plant"),
    ],
)
def test_a_company_that_converts_resources_does_so_right_away(company: str, costs: str, more: str, target: str) -> None:
    desk = office().offer(company).owns("Ann", company, target, activated=False).hand("Ann", "Activate Activate")
    desk.store("Ann", f"{costs} {more}")
    assert desk.can_activate("Ann") == {company}
    desk.activate("Ann", company).activate("Ann", target)
    assert desk.activated("Ann") == [name for name in desk.companies("Ann") if name in (company, target)]


@pytest.mark.parametrize(
    ("company", "costs", "hand", "opens"),
    [
        ("Accounting Firm", "Personnel Paper", "Obstacle Obstacle Obstacle", "Paper"),
        ("Logistics Company", "Paper Energy", "Obstacle Obstacle", "Paper"),
        ("Cargo Company", "Steel Energy", "Buy", "Steel"),
        ("Marketing Company", "Personnel Paper", "Obstacle Obstacle", "Paper"),
        ("Financial Services", "Personnel Paper Energy", "Obstacle", "Paper"),
    ],
)
def test_a_company_that_helps_to_buy_does_so_right_away(company: str, costs: str, hand: str, opens: str) -> None:
    desk = office().offer(company).owns("Ann", company, activated=False).hand("Ann", f"Activate {hand}")
    desk.store("Ann", costs)
    assert opens not in desk.baskets("Ann")
    desk.activate("Ann", company).buy("Ann", opens)
    assert desk.stored("Ann") == opens
    assert desk.holds("Ann") == ""


def test_warehouses_store_more_at_the_end_of_the_turn_of_their_activation() -> None:
    desk = office().owns("Ann", "Warehouses", activated=False).hand("Ann", "Activate")
    desk.store("Ann", "Steel Concrete" + 8 * " Paper").activate("Ann", "Warehouses").end_turn("Ann")
    assert desk.asked == ["Bob"]
    assert desk.stored("Ann") == " ".join(8 * ["Paper"])


def test_bank_draws_already_in_the_turn_of_its_activation() -> None:
    """BC-23."""
    desk = office().owns("Ann", "Bank", activated=False).hand("Ann", "Activate")
    desk.store("Ann", "Personnel Concrete Energy").activate("Ann", "Bank").end_turn("Ann")
    assert len(desk.player("Ann").hand) == 5


def test_consulting_firm_works_at_the_end_of_the_turn_of_its_activation() -> None:
    desk = office().offer("Consulting Firm").owns("Ann", "Consulting Firm", activated=False).hand("Ann", "Activate")
    desk.store("Ann", "Personnel Personnel Paper").activate("Ann", "Consulting Firm").end_turn("Ann", "Activate")
    assert "activate" in desk.player("Ann").hand
    assert "Activate" not in desk.discard_pile("Ann")


@pytest.mark.parametrize(
    ("company", "costs"), [("Newspaper", "Personnel Paper"), ("Contractor Firm", "Personnel Concrete")]
)
def test_newspaper_and_contractor_firm_wait_for_the_start_of_the_next_turn(company: str, costs: str) -> None:
    """BC-21."""
    desk = office().offer(company).owns("Ann", company, activated=False).hand("Ann", "Activate Obstacle")
    desk.store("Ann", costs).deck("Ann", "Obstacle Obstacle Obstacle Obstacle").activate("Ann", company)
    assert at_start(desk, company) == []
    desk.pass_turns("Ann", "Bob")
    assert at_start(desk, company)


def at_start(desk: Desk, company: str) -> list[str]:
    """What Ann can do through a company at the start of her turn."""
    return [label for label in desk.labels("Ann") if label.startswith(f"{company}:")]


# Activation costs are paid before the company is turned over


def test_import_company_does_not_help_to_pay_its_own_first_activation() -> None:
    desk = office().offer("Import Company").owns("Ann", "Import Company", activated=False).hand("Ann", "Activate")
    desk.store("Ann", "Steel Concrete Personnel")
    assert desk.can_activate("Ann") == {"Power Plant"}
    desk.owns("Ann", "Import Company").activate("Ann", "Import Company")
    assert desk.thrown() == "Personnel Steel Concrete"


# How often


@pytest.mark.parametrize("company", ["Newspaper", "Contractor Firm"])
def test_start_of_turn_abilities_work_once_in_each_turn(company: str) -> None:
    desk = office().offer(company).owns("Ann", company).hand("Ann", "Obstacle")
    desk.deck("Ann", "Obstacle Obstacle Obstacle Obstacle Obstacle").choose("Ann", at_start(desk, company)[0])
    assert at_start(desk, company) == []
    desk.pass_turns("Ann", "Bob")
    assert len(desk.player("Ann").hand) == 4
    assert at_start(desk, company)


def test_financial_services_work_once_in_each_turn() -> None:
    desk = office().owns("Ann", "Financial Services").hand("Ann", "Obstacle Obstacle").buy("Ann", "Paper")
    assert desk.baskets("Ann") == set()
    desk.deck("Ann", "Obstacle Hire Hire Hire").pass_turns("Ann", "Bob")
    assert desk.baskets("Ann") == {"Personnel", "Paper"}


def test_import_company_works_once_in_each_turn() -> None:
    desk = office().offer("Import Company").owns("Ann", "Import Company").hand("Ann", "Activate Activate")
    desk.store("Ann", "Steel Steel Paper Paper").activate("Ann", "Power Plant")
    assert desk.can_activate("Ann") == set()
    desk.deck("Ann", "Activate Obstacle Obstacle Obstacle").pass_turns("Ann", "Bob")
    assert desk.can_activate("Ann") == {"Power Plant"}


@pytest.mark.parametrize(
    ("company", "hand", "most"),
    [
        ("Accounting Firm", "Obstacle Obstacle Obstacle Hire Hire Hire", "Paper Paper"),
        ("Logistics Company", "Obstacle Obstacle Hire Hire Hire Hire", "Paper Paper Paper"),
        ("Marketing Company", "Obstacle Obstacle Hire Hire Hire Hire", "Paper Paper Paper"),
    ],
)
def test_equal_cards_can_be_turned_as_often_as_there_are_any(company: str, hand: str, most: str) -> None:
    desk = office().owns("Ann", company).hand("Ann", hand)
    assert max(desk.baskets("Ann"), key=len).replace("Personnel", "Paper") == most
    desk.buy("Ann", most)
    assert desk.holds("Ann") == ""


def test_cargo_company_lets_any_number_be_bought_from_the_one_blocked_pile() -> None:
    desk = office(blocks=["Steel", "Concrete"]).owns("Ann", "Cargo Company").hand("Ann", "Buy Buy Buy Buy")
    desk.buy("Ann", "Steel").buy("Ann", "Steel Paper").buy("Ann", "Steel")
    assert desk.stored("Ann") == "Steel Steel Steel Paper"
    assert set(desk.table.resource_blocks) == {"steel", "concrete"}


@pytest.mark.parametrize(
    ("company", "costs"), [("Law Firm", "Personnel Paper"), ("Media Company", "Paper Paper Energy")]
)
def test_a_per_activation_ability_works_anew_each_time(company: str, costs: str) -> None:
    desk = office().offer(company).owns("Ann", company, activated=False).hand("Ann", "Activate Activate Activate")
    desk.store("Ann", f"{costs} {costs}").hand("Bob", "Buy Buy Buy").store("Bob", "Personnel Personnel Personnel")
    for left in (2, 1):
        desk.activate("Ann", company)
        if company == "Media Company":
            desk.choose("Ann", "Take 1 Personnel")
            assert desk.stored("Bob") == " ".join(left * ["Personnel"])
        else:
            assert desk.holds("Bob") == " ".join(left * ["Buy"])
    assert "End turn" in desk.labels("Ann")


def test_a_power_plant_gives_two_energy_each_time() -> None:
    desk = office().owns("Ann", "Power Plant").hand("Ann", "Activate Activate").store("Ann", "Personnel Steel")
    desk.activate("Ann", "Power Plant").store("Ann", "Personnel Steel").activate("Ann", "Power Plant")
    assert desk.stored("Ann") == "Energy Energy Energy Energy"
    assert score(desk.table, 1).companies == 1


# Deactivated


@pytest.mark.parametrize("company", ["Real Estate Agency", "Investment Company", "Venture Capital Firm"])
def test_a_company_scores_nothing_at_the_end_while_it_is_deactivated(company: str) -> None:
    desk = office().offer(company).owns("Ann", "Power Plant", "Warehouses").owns("Ann", company, activated=False)
    assert score(desk.table, 1).abilities == 0
    desk.owns("Ann", company)
    assert score(desk.table, 1).abilities > 0


@pytest.mark.parametrize(
    ("company", "hand", "never"),
    [
        ("Newspaper", "Obstacle", "Newspaper: draw a card"),
        ("Contractor Firm", "Obstacle", "Contractor Firm: discard 1 Obstacle and draw a card"),
        ("Accounting Firm", "Obstacle Obstacle Obstacle", "Buy 1 Paper"),
        ("Logistics Company", "Obstacle Obstacle", "Buy 1 Paper"),
        ("Cargo Company", "Buy", "Buy 1 Steel"),
        ("Marketing Company", "Obstacle Obstacle", "Buy 1 Paper"),
        ("Financial Services", "Obstacle", "Buy 1 Paper"),
    ],
)
def test_a_deactivated_company_does_not_help_its_owner(company: str, hand: str, never: str) -> None:
    desk = office().offer(company).owns("Ann", company).hand("Ann", hand)
    assert never in desk.labels("Ann")
    desk.owns("Ann", company, activated=False)
    assert never not in desk.labels("Ann")


def test_a_deactivated_insurance_company_or_bank_draws_no_card_more() -> None:
    desk = office().owns("Ann", "Insurance Company", "Bank", activated=False).end_turn("Ann")
    assert len(desk.player("Ann").hand) == 4


def test_a_deactivated_biology_lab_or_consulting_firm_puts_nothing_on_top() -> None:
    desk = office().offer("Biology Lab", "Consulting Firm").owns("Ann", "Warehouses").hand("Ann", "Activate")
    desk.owns("Ann", "Biology Lab", "Consulting Firm", activated=False).store("Ann", "Steel Concrete")
    desk.activate("Ann", "Warehouses")
    assert desk.discard_pile("Ann") == "Buy Hire"
    assert [label for label in desk.labels("Ann") if "top" in label] == []
