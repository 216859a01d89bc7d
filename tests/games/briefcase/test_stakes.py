"""Lines of menus name the companies that a play brings nearer or takes from, and the players whom a block hurts."""

from __future__ import annotations

from bot.engine.questions import Choose
from bot.games.briefcase import GAME
from bot.games.briefcase.last_plays import find_last_plays
from bot.games.briefcase.moves import BuyCompany, BuyResources
from bot.testing.seated import build_desk, seat_people
from bot.ui import screens
from bot.ui.screens.forms import MAX_FORM_LABEL_CHARS
from bot.ui.screens.screen import Button, Menu, Row
from tests.games.briefcase.dealing import Desk, office
from tests.games.briefcase.test_bears import below, note


def captions(desk: Desk, name: str = "Ann") -> dict[str, str]:
    """What stands on the lines of the menus, with what stands below."""
    return {option.caption: option.hint for option in desk.options(name)}


def list_panel_controls(desk: Desk) -> list[Button | Menu]:
    """The controls of Ann's panel, from top to bottom."""
    screen = screens.render_panel(build_desk(seat_people(desk.table, game=GAME), 1))
    return [control for row in screen.blocks if isinstance(row, Row) for control in row.controls]


# Purchases


def test_a_purchase_says_which_company_it_lets_activate_with_its_points() -> None:
    desk = office(blocks=[]).hand("Ann", "Buy Activate").store("Ann", "Personnel")
    assert desk.hint("Ann", "Buy 1 Steel").startswith("Then you can activate Power Plant (1 point). ")


def test_of_two_companies_with_one_activate_only_one_is_promised() -> None:
    desk = office(blocks=[]).owns("Ann", "Warehouses", activated=False).hand("Ann", "Buy Activate")
    desk.store("Ann", "Personnel Concrete")
    hint = desk.hint("Ann", "Buy 1 Steel")
    assert hint.startswith("Then you can activate Power Plant (1 point) or Warehouses (3 points).")
    assert " or Warehouses" in desk.hand("Ann", "Activate").hint("Ann", "Buy 1 Steel"), "both need the Steel"
    assert " and Warehouses" in desk.hand("Ann", "Buy").hint("Ann", "Buy 2 Steel")


def test_a_purchase_without_an_activate_says_that_only_this_is_lacking_then() -> None:
    desk = office(blocks=[]).owns("Ann", "Warehouses", activated=False).hand("Ann", "Buy").store("Ann", "Concrete")
    assert desk.hint("Ann", "Buy 1 Steel").startswith("Warehouses then only lacks an Activate (3 points).")


def test_a_purchase_says_what_the_company_that_it_brings_nearer_still_lacks() -> None:
    desk = office(blocks=[]).owns("Ann", "Theme Parks", activated=False).hand("Ann", "Buy Activate")
    desk.store("Ann", "Concrete Energy").owns("Ann", "Power Plant")
    assert desk.hint("Ann", "Buy 1 Steel").startswith("Theme Parks then lacks only 1 Personnel (7 points).")


def test_a_purchase_of_what_no_own_company_lacks_says_so() -> None:
    desk = office(blocks=[]).hand("Ann", "Buy")
    assert "None of your companies lacks it." in desk.hint("Ann", "Buy 1 Paper")
    assert "None of your companies" not in desk.hint("Ann", "Buy 1 Steel")


def test_a_purchase_that_completes_a_company_names_it_rather_than_a_hire() -> None:
    desk = office(blocks=[]).owns("Ann", "Warehouses", activated=False).owns("Bob", "Power Plant")
    desk.hand("Ann", "Buy Hire").store("Ann", "Concrete")
    assert desk.hint("Ann", "Buy 1 Steel").startswith("Warehouses then only lacks an Activate")
    hire = desk.owns("Ann", "Warehouses", "Power Plant").hint("Ann", "Buy 1 Steel")
    assert "Then you can hire <seat:2>'s Power Plant: you get 2 Energy." in hire


def test_an_obstacle_that_can_do_nothing_is_not_left() -> None:
    desk = office().hand("Ann", "Buy Obstacle")
    assert "Leaves nothing to play." in desk.hint("Ann", "Buy 1 Paper")
    assert "Leaves 2 Obstacles." in desk.hand("Ann", "Obstacle").hint("Ann", "Buy 1 Paper")


# Companies


def test_a_company_on_offer_says_what_of_its_needs_is_lacking_and_whether_that_can_be_bought_too() -> None:
    desk = office(blocks=[]).offer("Cargo Company").hand("Ann", "Buy Activate").store("Ann", "Energy")
    hint = "2 points. Needs Steel, Energy; you lack Steel"
    assert desk.hint("Ann", "Buy Cargo Company for 1 Buy").startswith(f"{hint}. ")
    both = desk.hand("Ann", "Buy").hint("Ann", "Buy Cargo Company for 1 Buy")
    assert both.startswith(f"{hint}: buy it, too. Each turn, ")
    blocked = office(blocks=["Steel"]).offer("Cargo Company").hand("Ann", "Buy Buy Activate").store("Ann", "Energy")
    assert blocked.hint("Ann", "Buy Cargo Company for 1 Buy").startswith(f"{hint} (blocked). ")


def test_a_player_without_a_company_to_activate_is_told_to_buy_one() -> None:
    desk = office().hand("Ann", "Buy")
    assert "All your companies" not in below(desk, "Ann")
    assert "All your companies are activated. Cheapest company: " in below(desk.owns("Ann", "Power Plant"), "Ann")


def test_a_company_that_can_be_bought_and_activated_in_one_turn_is_suggested_if_it_scores_more() -> None:
    desk = office(blocks=["Concrete"]).offer("Cargo Company").hand("Ann", "Buy Buy Activate").store("Ann", "Energy")
    assert "You can buy Cargo Company and 1 Steel and activate it now: 2 points." in below(desk, "Ann")
    desk.buy_company("Ann", "Cargo Company").buy("Ann", "Steel").activate("Ann", "Cargo Company")
    assert desk.table.everybody[1].is_activated("cargo_company")


def test_a_company_is_not_suggested_where_the_cards_do_not_reach_for_all_of_it() -> None:
    for hand, blocks in (("Buy Activate", []), ("Buy Buy", []), ("Buy Buy Activate", ["Steel"])):
        desk = office(blocks=blocks).offer("Cargo Company").hand("Ann", hand).store("Ann", "Energy")
        desk.table.portfolio = {"cargo_company": 20}
        assert "activate it now" not in below(desk, "Ann"), hand


# Hires and activations


def test_a_hire_that_takes_what_a_company_needs_says_so() -> None:
    desk = office().owns("Ann", "Warehouses", activated=False).owns("Bob", "Power Plant").hand("Ann", "Hire")
    hire = "Hire <seat:2>'s Power Plant"
    assert "Warehouses then lacks only 1 Steel." in desk.store("Ann", "Steel Concrete").hint("Ann", hire)
    assert "Warehouses then lacks" not in desk.store("Ann", "Steel").hint("Ann", hire)


def test_an_activation_that_takes_what_another_needs_says_so() -> None:
    desk = office().owns("Ann", "Warehouses", activated=False).hand("Ann", "Activate")
    desk.store("Ann", "Personnel Steel Concrete")
    assert "Warehouses then lacks only 1 Steel." in desk.hint("Ann", "Activate Power Plant: 1 point")
    assert "Power Plant then lacks only 1 Steel." in desk.hint("Ann", "Activate Warehouses: 3 points")


def test_a_hire_that_only_one_player_offers_says_its_price_on_its_button() -> None:
    desk = office("Ann Bob Cid").owns("Bob", "Power Plant").hand("Ann", "Hire").store("Ann", "Steel")
    assert captions(desk)["Hire Power Plant for Steel"].startswith("Half its cost, to <seat:2>. Gives 2 Energy.")
    desk.owns("Cid", "Power Plant")
    assert {"Hire <seat:2>'s Power Plant", "Hire <seat:3>'s Power Plant"} <= set(captions(desk))


def test_of_equal_hires_the_one_that_pays_the_weakest_rival_stands_first() -> None:
    desk = office("Ann Bob Cid").owns("Bob", "Power Plant", "Warehouses").owns("Cid", "Power Plant")
    question = desk.hand("Ann", "Hire").store("Ann", "Personnel").question("Ann")
    assert isinstance(question, Choose)
    shown = [question.options[at].label for at in question.shown or range(len(question.options))]
    assert shown[:2] == ["Hire <seat:3>'s Power Plant", "Hire <seat:2>'s Power Plant"]


def test_on_the_last_turn_cards_that_a_hire_or_another_activation_brings_are_called_too_late() -> None:
    desk = office().owns("Ann", "University", "Power Plant").owns("Bob", "Warehouses").hand("Ann", "Hire Activate")
    desk.store("Ann", "Steel Concrete Paper")
    assert not any("Too late" in hint for hint in captions(desk).values())
    desk.table.ending = "the bank has no Buy left"
    late = [caption for caption, hint in captions(desk).items() if "Too late for its cards: your last turn." in hint]
    assert len(late) == 2, captions(desk)


# Blocks


def test_a_blocked_company_says_whom_it_keeps_from_how_many_points() -> None:
    desk = office("Ann Bob Cid").offer("Warehouses", "Theme Parks").hand("Ann", "Obstacle Obstacle")
    assert desk.hint("Ann", "Block Warehouses").startswith("Keeps you and 2 rivals from it: 3 points. ")
    desk.owns("Ann", "Warehouses").owns("Bob", "Warehouses")
    assert desk.hint("Ann", "Block Warehouses").startswith("Keeps 1 rival from it: 3 points. ")
    assert desk.hint("Ann", "Block Theme Parks").startswith("Nobody could buy it now. "), "it is of level 2"


def test_a_block_that_costs_better_cards_than_obstacles_says_so_first() -> None:
    dear = captions(office().hand("Ann", "Activate Activate"))
    assert all(hint.startswith("Pays 2 Activates. ") for caption, hint in dear.items() if caption.startswith("Block"))
    cheap = captions(office().hand("Ann", "Obstacle Obstacle"))
    assert not any(hint.startswith("Pays") for hint in cheap.values())


# Menus


def test_many_purchases_are_two_menus_what_is_needed_and_companies_first() -> None:
    desk = office(blocks=[]).owns("Ann", "Warehouses", activated=False).hand("Ann", "Buy Buy Activate")
    groups = {option.label: option.group for option in desk.options("Ann")}
    assert groups["Buy 1 Steel"] == groups["Buy 1 Steel, 1 Concrete"] == "Buy"
    assert groups["Buy 2 Paper"] == groups["Buy 1 Steel, 1 Paper"] == "Buy other resources"
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    moves = [question.options[at].move for at in question.shown if question.options[at].group == "Buy"]
    companies = [isinstance(move, BuyCompany) for move in moves]
    assert companies == sorted(companies)
    assert all(isinstance(move, BuyResources | BuyCompany) for move in moves)
    assert 0 < sum(companies) < len(moves)


def test_few_purchases_stay_in_one_menu() -> None:
    desk = office().hand("Ann", "Buy")
    desk.table.portfolio = {}
    assert {option.group for option in desk.options("Ann")} == {"Buy", "End turn"}


def test_the_central_bank_alone_is_called_by_its_name() -> None:
    desk = office().owns("Ann", "Power Plant", "Warehouses").hand("Ann", "Buy Activate")
    assert "Central Bank" in {option.group for option in desk.options("Ann")}
    desk.store("Ann", "Personnel Steel")
    assert "Central Bank" not in {option.group for option in desk.options("Ann")}


# The end of the turn


def list_last(desk: Desk) -> set[str]:
    found = find_last_plays(desk.view("Ann"), desk.question("Ann"))
    return set() if found is None else {option.label for option in desk.options("Ann") if option.move in found.answers}


def test_where_a_company_can_score_no_other_play_is_offered_together_with_the_end_of_the_turn() -> None:
    desk = office().owns("Ann", "Warehouses", activated=False).hand("Ann", "Activate Activate").store("Ann", "Steel")
    assert any(label.startswith("Block") for label in list_last(desk))
    assert not any(label.startswith("Block") for label in list_last(desk.store("Ann", "Concrete")))
    buys = office(blocks=[]).owns("Ann", "Warehouses", activated=False).hand("Ann", "Buy Activate")
    assert "Buy 1 Paper" in list_last(buys)
    assert "Buy 1 Paper" not in list_last(buys.store("Ann", "Steel")), "after buying Concrete, Warehouses scores"


def test_a_line_that_ends_the_turn_does_not_say_what_could_still_be_played() -> None:
    desk = office().owns("Ann", "Power Plant").hand("Ann", "Obstacle Obstacle Activate")
    menus = [one for one in list_panel_controls(desk) if isinstance(one, Menu) and "and end turn" in one.placeholder]
    (menu,) = menus
    assert all(line.hint.endswith("Ends your turn for good.") for line in menu.entries)
    assert not any("Leaves" in line.hint for line in menu.entries)
    assert any("Leaves 1 Activate." in option.hint for option in desk.options("Ann"))


def test_the_end_of_the_turn_stands_before_the_order_that_ends_such_turns() -> None:
    end, order = list_panel_controls(office().hand("Ann", "Obstacle"))[:2]
    assert isinstance(end, Button)
    assert isinstance(order, Button)
    assert (end.label, end.style) == ("End turn", "primary")
    assert (order.label, order.style) == ("End my turn for me if I can't play", "secondary")


# Above the options


def test_few_stored_resources_are_said_to_score_at_the_end() -> None:
    desk = office().owns("Ann", "Power Plant").hand("Ann", "Buy").store("Ann", "Steel")
    assert "At the end, every 4 stored resources score 1 point." in note(desk, "Ann")
    assert "every 4" not in note(desk.store("Ann", "Paper Paper Paper"), "Ann")


def test_how_far_the_end_of_the_game_is_can_be_read() -> None:
    desk = office().owns("Ann", "Power Plant").hand("Ann", "Obstacle")
    assert f"Bank: {desk.table.bank['buy']} Buys; at 0 the game ends." in note(desk, "Ann")


def test_a_payment_that_its_owner_refuses_is_called_lost() -> None:
    desk = office("Ann Bob Cid").owns("Bob", "Power Plant").hand("Ann", "Hire").store("Ann", "Steel")
    desk.hire("Ann", "Bob", "Power Plant").takes("Bob", "")
    assert "<seat:2> refuses 1 Steel of what <seat:1> paid for Power Plant, which is lost." in desk.read_by("Cid")


def test_questions_of_orders_fit_the_label_of_a_form() -> None:
    orders = GAME.play_ahead.orders
    assert orders is not None
    prompts = [offer.question.prompt for offer in orders.offers(office().view("Ann"))]
    assert len(prompts) == 2
    assert max(map(len, prompts)) <= MAX_FORM_LABEL_CHARS
