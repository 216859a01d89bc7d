"""The payment that is proposed spoils nothing that another one would leave."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.engine.questions import Choose
from bot.games.briefcase import GAME
from bot.games.briefcase.components import BOX, BriefcaseBox
from bot.games.briefcase.moves import ActivateCompany, BuyCompany, BuyResources, HireCompany
from bot.games.briefcase.rules.paying_otherwise import ways_with_cards
from bot.games.briefcase.table import Briefcase
from tests.games.briefcase.dealing import Desk, office
from tests.games.every_game.random_games import Case, random_game

OLDER = BOX.model_copy(update={"edition": 1})
"""The box of games that began when the cheapest payment was proposed, whatever it spoilt."""


def accounting(box: BriefcaseBox = BOX) -> Desk:
    """Ann can activate her Power Plant with an Activate, or with three Obstacles, which might be a Buy instead."""
    desk = office(box=box).owns("Ann", "Accounting Firm").hand("Ann", "Activate Obstacle Obstacle Obstacle")
    return desk.store("Ann", "Personnel Steel")


def test_an_activation_leaves_the_cards_that_can_still_buy_something() -> None:
    desk = accounting().activate("Ann", "Power Plant")
    assert desk.holds("Ann") == "Obstacle Obstacle Obstacle"
    assert "Warehouses" in desk.buy_company("Ann", "Warehouses").companies("Ann")


def test_cards_that_can_do_nothing_else_still_pay_first() -> None:
    desk = office().owns("Ann", "Marketing Company").hand("Ann", "Buy Obstacle Obstacle").buy("Ann", "Paper")
    assert desk.holds("Ann") == "Buy"


def test_resources_are_bought_so_that_a_company_can_be_bought_too() -> None:
    """Two equal cards of the Logistics Company buy resources only, so the one of the Financial Services is kept."""
    desk = office().offer("Financial Services").owns("Ann", "Logistics Company", "Financial Services")
    desk.hand("Ann", "Obstacle Obstacle Obstacle").buy("Ann", "Paper")
    assert desk.holds("Ann") == "Obstacle"
    assert "Warehouses" in desk.for_sale("Ann")


def test_an_activation_leaves_the_resources_that_activate_another_company() -> None:
    desk = office().offer("Paper Mill").owns("Ann", "Steel Factory").owns("Ann", "Paper Mill", activated=False)
    desk.hand("Ann", "Activate Activate").store("Ann", "Personnel Personnel Paper Paper Energy Energy Energy")
    desk.activate("Ann", "Power Plant")
    assert "Paper Mill" in desk.can_activate("Ann")


def test_energy_is_not_given_for_energy_as_long_as_something_else_does() -> None:
    desk = office().owns("Ann", "Power Plant", "Steel Factory", "University").hand("Ann", "Activate")
    desk.store("Ann", "Energy Energy Paper Paper Imported").activate("Ann", "Power Plant")
    assert desk.stored("Ann") == "Imported Energy Energy Energy Energy"


def test_a_game_that_began_earlier_proposes_what_it_did() -> None:
    desk = accounting(OLDER).activate("Ann", "Power Plant")
    assert desk.holds("Ann") == "Activate"


def possible(table: Briefcase) -> set[str]:
    """What could be bought, activated or hired now."""
    question = play.question_for(table, table.active)
    assert isinstance(question, Choose)
    kinds = BuyCompany | ActivateCompany | HireCompany
    return {f"{move.kind} {move.company}" for move in question.moves if isinstance(move, kinds)}


def other_ways(table: Briefcase, move: BuyResources) -> list[set[str]]:
    """What would be possible after this purchase, for each way to pay for it."""
    found = []
    for cards in ways_with_cards(table, table.active, move):
        other = move.model_copy(update={"cards": cards})
        found.append(possible(play.play(table, table.active, other).table))
    return found


@pytest.mark.parametrize("portfolio", ["complex", "heavy interaction"])
def test_no_other_payment_for_resources_would_leave_everything_and_more(portfolio: str) -> None:
    looked_at = 0
    for turn in random_game(Case(GAME, 3, GAME.options(portfolio=portfolio)), "spoilt"):
        table = turn.before
        assert isinstance(table, Briefcase)
        question = play.question_for(table, table.active)
        if looked_at > 40 or not isinstance(question, Choose) or not table.means(table.active).cards.turned:
            continue
        for move in question.moves:
            if isinstance(move, BuyResources) and len(ways_with_cards(table, table.active, move)) > 1:
                looked_at += 1
                proposed = possible(play.play(table, table.active, move).table)
                assert not any(other > proposed for other in other_ways(table, move)), move
    assert looked_at > 10
