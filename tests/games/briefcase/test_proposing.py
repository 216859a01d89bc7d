"""The payment that is proposed spoils nothing that another one would leave."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.engine import play
from bot.engine.questions import Choose
from bot.games.briefcase.components import BOX, BriefcaseBox
from bot.games.briefcase.moves import ActivateCompany, BuyCompany, BuyResources, HireCompany
from bot.games.briefcase.rules.paying_otherwise import ways_with_cards
from bot.games.briefcase.rules.proposing import reach
from bot.games.briefcase.table import Briefcase
from bot.testing.random_games import build_random
from tests.games.briefcase.dealing import Desk, office

OLDER = BOX.model_copy(update={"edition": 1})
"""The box of games that began when the cheapest payment was proposed regardless of the damage."""


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


def possible(table: Briefcase) -> Counter[str]:
    """What could be bought, activated or hired now, and with how many cards of each kind."""
    question = play.find_question(table, table.active)
    assert isinstance(question, Choose)
    kinds = BuyCompany | ActivateCompany | HireCompany
    plays = Counter(f"{move.kind} {move.company}" for move in question.moves if isinstance(move, kinds))
    return plays + Counter(reach(table.means(table.active).cards)._asdict())


def after_each_payment(table: Briefcase, move: BuyResources) -> list[Counter[str]]:
    """What would be possible after this purchase, for each way to pay for it."""
    found = []
    for cards in ways_with_cards(table, table.active, move):
        other = move.model_copy(update={"cards": cards})
        found.append(possible(play.play(table, table.active, other).table))
    return found


TURNING = (
    "Accounting Firm",
    "Marketing Company",
    "Logistics Company",
    "Financial Services",
    "Steel Factory",
    "University",
)
"""Companies that turn cards or resources into others."""


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 4))])
def test_no_other_payment_for_resources_would_leave_everything_and_more(seed: int) -> None:
    random = build_random(seed)
    looked_at = 0
    for _ in range(15):
        desk = (
            office(blocks=["Concrete"])
            .offer(*TURNING)
            .owns("Ann", *random.sample(TURNING, 3))
            .owns("Bob", "Warehouses")
        )
        desk.hand("Ann", " ".join(random.choices(("Buy", "Activate", "Obstacle", "Hire"), (1, 1, 3, 2), k=5)))
        desk.store("Ann", " ".join(random.choices(("Personnel", "Steel", "Paper", "Energy"), k=3)))
        for option in desk.options("Ann"):
            if isinstance(option.move, BuyResources) and len(ways_with_cards(desk.table, 1, option.move)) > 1:
                looked_at += 1
                proposed = possible(play.play(desk.table, 1, option.move).table)
                assert not any(other > proposed for other in after_each_payment(desk.table, option.move)), option.label
    assert looked_at > 10
