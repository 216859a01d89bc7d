"""The line below a question's heading: the hand, the room in the storage, and what companies lack."""

from __future__ import annotations

from bot.games.briefcase import GAME
from bot.games.briefcase.components import BOX
from tests.games.briefcase.dealing import Desk, office


def below(desk: Desk, name: str) -> str:
    assert GAME.teaching.bears is not None
    return GAME.teaching.bears(desk.view(name), desk.question(name))


def note(desk: Desk, name: str) -> str:
    assert GAME.teaching.private_facts is not None
    return next(iter(GAME.teaching.private_facts(desk.view(name), desk.question(name))), "")


def test_a_turn_begins_with_the_hand_and_the_company_that_lacks_least() -> None:
    desk = office().owns("Ann", "Warehouses", "Steel Factory", activated=False).hand("Ann", "Buy Buy Hire")
    line = below(desk.store("Ann", "Concrete"), "Ann")
    assert (
        line
        == "Your cards: 2 Buys, Hire. Your Warehouses (3 points) lacks 1 Steel. Steel is blocked: nobody can buy it."
    )


def test_a_missing_resource_is_called_blocked_unless_the_block_can_be_ignored() -> None:
    desk = office(blocks=["Steel"]).owns("Ann", "Warehouses", activated=False).hand("Ann", "Buy Obstacle Obstacle")
    desk.store("Ann", "Concrete")
    assert "Your Warehouses (3 points) lacks 1 Steel. Steel is blocked: nobody can buy it." in below(desk, "Ann")
    line = below(desk.owns("Ann", "Cargo Company"), "Ann")
    assert "Your Warehouses (3 points) lacks 1 Steel." in line
    assert "blocked" not in line


def test_what_a_company_lacks_is_said_where_other_resources_can_stand_for_it() -> None:
    desk = office(blocks=[]).owns("Ann", "Construction Company").owns("Ann", "Theme Parks", activated=False)
    desk.hand("Ann", "Buy").store("Ann", "Steel Energy Paper")
    assert "Your Theme Parks (7 points) lacks 1 Personnel." in below(desk, "Ann")


def test_a_company_that_can_be_paid_is_named() -> None:
    desk = office().owns("Ann", "Warehouses", activated=False).hand("Ann", "Activate").store("Ann", "Steel Concrete")
    assert below(desk, "Ann") == (
        "Your cards: Activate. You can activate Warehouses: 3 points for 1 Steel, 1 Concrete."
    )


def test_what_is_stored_is_said_before_who_leads_and_below_where_there_is_no_room() -> None:
    desk = office(blocks=[]).owns("Bob", "Warehouses").hand("Ann", "Buy").store("Ann", "Steel Energy")
    assert below(desk, "Ann").endswith("Stored: 1 Steel, 1 Energy.")
    assert "Stored" not in note(desk, "Ann")
    desk.hand("Ann", "Buy Activate Obstacle Hire").store("Ann", "Steel Imported Paper Concrete Energy")
    assert "Stored" not in below(desk, "Ann")
    assert "Stored: " in note(desk, "Ann")


def test_a_hire_is_explained_with_the_reason_if_it_cannot_be_used() -> None:
    desk = office().hand("Ann", "Hire").owns("Bob", "Power Plant", activated=False)
    explained = "Hire: pay a rival half of a company's cost, get its cards"
    assert note(desk, "Ann").startswith(f"{explained}; nobody has one yet.")
    desk.owns("Bob", "Warehouses")
    assert note(desk, "Ann").startswith(f"{explained}; you lack the resources.")
    assert note(desk.store("Ann", "Steel"), "Ann").startswith(f"{explained}. ")


def test_a_company_that_only_waits_for_a_card_is_named() -> None:
    desk = office().owns("Ann", "Warehouses", activated=False).hand("Ann", "Buy").store("Ann", "Steel Concrete")
    assert "Warehouses only lacks an Activate." in below(desk, "Ann")


def test_a_company_that_can_be_bought_is_named_with_its_price() -> None:
    desk = office().offer("Warehouses", "Steel Factory").hand("Ann", "Buy Buy Buy").owns("Ann", "Power Plant")
    assert "Cheapest company: Warehouses, 1 Buy; one a turn." in below(desk, "Ann")


def test_the_leader_is_named_but_not_who_is_level_with_all() -> None:
    desk = office(blocks=[]).owns("Bob", "Warehouses").hand("Ann", "Obstacle")
    assert "<seat:2> leads with 3 points." in below(desk, "Ann")
    assert "lead" not in below(office().hand("Ann", "Obstacle"), "Ann")


def test_who_may_take_a_payment_is_told_the_room() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel").store("Bob", "Paper")
    desk.hire("Ann", "Bob", "Warehouses")
    assert below(desk, "Bob") == (
        "You have room for 7 more. Power Plant lacks 1 Personnel, 1 Steel. You lead with 3 points."
    )


def test_who_may_take_a_payment_is_told_nothing_of_what_the_active_player_has_bought() -> None:
    desk = office().offer("Warehouses", "Steel Factory").owns("Bob", "Warehouses").hand("Ann", "Buy Hire")
    desk.hand("Bob", "Buy Buy").store("Ann", "Steel").buy_company("Ann", "Steel Factory")
    assert "only one company a turn" not in below(desk.hire("Ann", "Bob", "Warehouses"), "Bob")


def test_who_may_take_from_somebody_is_told_what_that_one_stores() -> None:
    desk = office().offer("Media Company").owns("Ann", "Media Company").hand("Ann", "Activate")
    media = next(company for company in BOX.companies if company.name == "Media Company")
    desk.store("Ann", " ".join(unit.capitalize() for unit in media.units)).store("Bob", "Personnel Steel")
    line = below(desk.activate("Ann", "Media Company"), "Ann")
    assert line.startswith("You have room for 5 more. <seat:2> stores 1 Personnel, 1 Steel.")


def test_who_chooses_the_companies_is_told_from_how_many() -> None:
    desk = office(portfolio="by hand")
    assert below(desk, "Ann") == "There are 14 to choose from, and all 2 players can buy them."


def test_the_end_is_announced_before_the_last_buys_are_gone() -> None:
    desk = office().hand("Ann", "Obstacle").bank("Buy", 3)
    assert "End near: 3 Buys left." in below(desk, "Ann")
    assert note(desk, "Ann") == "If that runs out this round, this is your last turn. Points: you 0, <seat:2> 0."
    assert "End near" not in below(desk.bank("Buy", 9), "Ann")


def test_the_last_turn_is_called_the_last_with_what_breaks_ties() -> None:
    desk = office().hand("Ann", "Obstacle")
    desk.table.ending = "the bank has no Buy left"
    assert below(desk, "Ann") == (
        "Your cards: Obstacle. Your last turn. Power Plant lacks 1 Personnel, 1 Steel. Steel is blocked."
    )
    assert note(desk, "Ann") == (
        "The bank has no Buy left: the game ends with this round. Points: you 0, <seat:2> 0. "
        "Ties: most resources left over."
    )


def test_on_the_last_turn_the_central_bank_is_named_rather_than_what_a_company_lacks() -> None:
    desk = office().owns("Ann", "Warehouses", "University").hand("Ann", "Activate Buy Buy")
    assert "Your Power Plant" in below(desk, "Ann")
    desk.table.ending = "the bank has no Buy left"
    assert "Give Central Bank 2 Buys: 2 points." in below(desk, "Ann")
    assert "Give Central Bank 2 Buys: 2 points" in desk.labels("Ann")


def test_a_second_company_in_a_turn_is_ruled_out_in_words() -> None:
    desk = office().offer("Warehouses", "Steel Factory").hand("Ann", "Buy Buy").buy_company("Ann", "Steel Factory")
    desk.store("Ann", "Concrete Energy")
    assert "You may buy only one company a turn." in below(desk, "Ann")


def test_a_hand_that_pays_for_nothing_is_said_to_move_a_block_at_most() -> None:
    desk = office().hand("Ann", "Obstacle Obstacle Activate")
    assert below(desk, "Ann").endswith("Power Plant lacks 1 Personnel, 1 Steel. Move a block or end the turn.")
    waiting = office(blocks=[]).hand("Ann", "Obstacle Obstacle Activate")
    assert below(waiting, "Ann").endswith("lacks 1 Personnel, 1 Steel. Move a block or end the turn.")


def test_the_end_is_said_to_be_near_shortly_where_a_company_can_be_activated() -> None:
    desk = office().hand("Ann", "Buy Activate Activate Obstacle").bank("Buy", 3).store("Ann", "Personnel Steel")
    assert below(desk, "Ann").startswith(
        "Your cards: Buy, 2 Activates, Obstacle. End near: 3 Buys left. "
        "Activate Power Plant: 1 point for Personnel, Steel."
    )


def test_a_company_that_can_be_activated_is_named_with_all_that_it_scores() -> None:
    """Real Estate Agency has no points of its own, but one for each activated company."""
    desk = office().owns("Ann", "Power Plant", "Marketing Company").owns("Ann", "Real Estate Agency", activated=False)
    desk.hand("Ann", "Activate").store("Ann", "Personnel Concrete Paper Energy")
    line = below(desk, "Ann")
    assert "You can activate Real Estate Agency: 3 points for 1 Personnel, 1 Concrete, 1 Paper, 1 Energy." in line
    assert "Activate Real Estate Agency: +3" in desk.labels("Ann")


def test_a_resource_that_any_other_can_stand_for_is_said_to_be_any() -> None:
    desk = office().owns("Ann", "Construction Company").owns("Ann", "Shopping Mall", activated=False)
    desk.hand("Ann", "Buy Obstacle").store("Ann", "Personnel")
    assert "Shopping Mall lacks 1 more resource: any will do as Concrete (Construction Company)." in below(desk, "Ann")
    lacks = "lacks 1 more resource: any will do as Concrete (Construction Company)"
    assert f"Shopping Mall {lacks}" in desk.hand("Ann", "Activate").question("Ann").help


def test_what_the_stored_resources_score_stands_beside_them_and_counts_energy() -> None:
    desk = office(blocks=[]).hand("Ann", "Buy").store("Ann", "Steel Energy Energy")
    assert "Stored: 1 Steel, 2 Energy." in below(desk, "Ann")
    scored = "Stored: 1 Steel, 3 Energy (4 stored resources: 1 point at the end)."
    assert scored in note(desk.store("Ann", "Energy"), "Ann")


def test_resources_without_room_do_not_count_among_what_scores() -> None:
    desk = office(blocks=[]).hand("Ann", "Buy").store("Ann", "Steel Steel Steel Paper Paper Energy Energy")
    assert "Stored: 3 Steel, 2 Paper, 2 Energy (4 stored resources: 1 point at the end)." in note(desk, "Ann")
    assert "3 Paper, 2 Energy (4 stored resources: 1 point at the end)." in note(desk.store("Ann", "Paper"), "Ann")
    assert "3 Energy (8 stored resources: 2 points at the end)." in note(desk.store("Ann", "Energy"), "Ann")


def test_that_no_second_company_can_be_bought_stands_before_all_else_while_there_is_a_buy() -> None:
    desk = office().offer("Warehouses", "Steel Factory").hand("Ann", "Buy Buy Obstacle").bank("Buy", 3)
    desk.store("Ann", "Personnel Paper").buy_company("Ann", "Steel Factory")
    assert below(desk, "Ann").startswith("Your cards: Buy, Obstacle. Only one company a turn. ")


def test_an_activation_that_opens_level_2_says_so() -> None:
    desk = office().owns("Ann", "Power Plant").owns("Ann", "Warehouses", activated=False).hand("Ann", "Activate")
    desk.store("Ann", "Steel Concrete")
    assert "Activate Warehouses: 3 points for Steel, Concrete; opens level 2." in below(desk, "Ann")
    assert "activate Warehouses: 3 points for 1 Steel, 1 Concrete. " in below(desk.owns("Ann", "University"), "Ann")


def test_the_company_that_brings_most_for_what_it_lacks_is_named_not_the_nearest() -> None:
    desk = office(blocks=[]).owns("Ann", "Warehouses", "Insurance Company").hand("Ann", "Buy Obstacle")
    desk.store("Ann", "Steel")
    assert "Your Power Plant (1 point) lacks 1 Personnel." in below(desk, "Ann")
    desk.owns("Ann", "Theme Parks", activated=False)
    assert "Your Theme Parks (7 points) lacks " in below(desk, "Ann"), "7 points for three rather than 1 for one"


def test_the_central_bank_is_explained_where_it_is_first_named_and_until_it_was_used() -> None:
    explained = "Central Bank: with an Activate, give up any number of Buys for 1 point each."
    desk = office().owns("Ann", "Power Plant").owns("Ann", "Warehouses", activated=False).hand("Ann", "Activate")
    assert "Central Bank" not in note(desk, "Ann")
    desk.owns("Ann", "University").hand("Ann", "Activate Buy Buy")
    assert explained in note(desk, "Ann")
    desk.invest("Ann", 1).end_turn("Ann").end_turn("Bob")
    assert "Central Bank:" not in note(desk.hand("Ann", "Activate Buy Buy"), "Ann")


def test_a_company_that_needs_energy_waits_for_the_one_that_gives_it() -> None:
    desk = office(blocks=[]).owns("Ann", "Steel Factory", activated=False).hand("Ann", "Buy Obstacle")
    assert "Your Power Plant (1 point) lacks 1 Personnel, 1 Steel." in below(desk, "Ann"), "Energy is not for sale"
    assert "Steel Factory (2 points) lacks 1 Concrete." in below(desk.store("Ann", "Energy"), "Ann")


def test_a_turn_that_can_only_be_ended_says_so() -> None:
    desk = office(blocks=[]).hand("Ann", "Buy")
    assert desk.question("Ann").prompt == "Your turn: what do you do?"
    assert desk.buy("Ann", "Steel").question("Ann").prompt == "You can play nothing more this turn."
    assert below(desk, "Ann").startswith("Your hand is empty. ")
