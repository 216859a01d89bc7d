"""Decisions taken ahead on the panel: the possible next incomes, and the next donation."""

from __future__ import annotations

import pytest

from bot.engine.multi_step import Compose
from bot.engine.orders import Order
from bot.engine.questions import Choose, Question
from bot.engine.records import Move
from bot.games.carnegie import GAME
from bot.games.carnegie.moves import Donate, Plan, TabStep, TakeBack
from bot.games.carnegie.orders import TakeBackOrder
from bot.games.carnegie.orders.next_event import NextDonation, NextIncome
from bot.games.carnegie.view import view
from tests import preparing
from tests.games.carnegie.dealing import Desk, office


def waiting() -> Desk:
    """Return a table at which Bob picks the next row, and Ann has workers in the West, whose income may come."""
    desk = office("Ann Bob").next_event("hr", "donation").next_event("rd", "west").away("Ann", "west", 2)
    return desk.pick("hr").late_until("action selection")


def ahead(desk: Desk, name: str) -> list[Question]:
    assert GAME.play_ahead.orders is not None
    return GAME.play_ahead.orders.list_questions(view(desk.table, desk.seat(name)), "panel")


def prompts(desk: Desk, name: str) -> list[str]:
    return [question.prompt for question in ahead(desk, name)]


def offered(desk: Desk, name: str, prompt: str) -> dict[str, Order]:
    """Return what can be ordered under this prompt, by how it reads."""
    question = next(question for question in ahead(desk, name) if question.prompt.startswith(prompt))
    assert isinstance(question, Choose)
    found = {}
    for option in question.options:
        assert isinstance(option.move, Order)
        found[option.label] = option.move
    return found


def followed(desk: Desk, name: str, given: Order) -> Move | None:
    assert GAME.play_ahead.orders is not None
    return GAME.play_ahead.orders.follow(given, view(desk.table, desk.seat(name)), desk.question(name))


def why_over(desk: Desk, name: str, given: Order) -> str | None:
    """Why an order is over that was given before the latest move."""
    return preparing.why_over(GAME, desk.table, desk.seat(name), given, desk.told)


def test_while_another_picks_the_row_the_income_that_may_come_is_ordered_as_it_is_shown() -> None:
    desk = waiting()
    given = offered(desk, "Ann", "Next income in the West")["West: 2 workers back: $2"]
    assert why_over(desk, "Ann", given) is None
    desk.pick("rd", "Bob")
    assert (desk.step, desk.asked) == ("income event", ["Ann"])
    assert followed(desk, "Ann", given) == Plan(orders=(TakeBack(count=2),))
    desk.plan("Ann", TakeBack(count=2))
    assert why_over(desk, "Ann", given) == "", "nobody need be told that it was taken"


def test_an_income_of_another_region_is_not_answered() -> None:
    desk = waiting().away("Ann", "east", 1)
    given = offered(desk, "Ann", "Next income in the West")["West: 2 workers back: $2"]
    desk.next_event("hr", "east").next_event("rd", "east").pick("rd", "Bob")
    assert desk.step == "income event"
    assert followed(desk, "Ann", given) is None
    assert why_over(desk, "Ann", given) is None, "the West may come later"


def test_an_income_that_would_pay_something_else_is_asked() -> None:
    desk = waiting()
    given = offered(desk, "Ann", "Next income in the West")["West: 2 workers back: $2"]
    desk.at_box("Ann", "west", 1).pick("rd", "Bob")
    assert followed(desk, "Ann", given) is None
    assert why_over(desk, "Ann", given) == "It would pay something else now."


def test_an_income_with_points_is_ordered_with_the_steps_they_are_spent_on() -> None:
    """CG-21."""
    desk = office("Ann Bob").next_event("hr", "donation").next_event("rd", "midwest")
    desk.away("Ann", "midwest", 1).at_box("Ann", "midwest", 2).pick("hr").late_until("action selection")
    question = next(one for one in ahead(desk, "Ann") if one.prompt.startswith("Next income in the Midwest"))
    assert isinstance(question, Compose)
    given = question.make([TakeBack(count=1), TabStep(project="housing")])
    assert question.is_legal(given)
    assert isinstance(given, NextIncome)
    desk.pick("rd", "Bob")
    assert followed(desk, "Ann", given) == Plan(orders=(TakeBack(count=1), TabStep(project="housing")))


def test_an_order_for_the_next_income_comes_before_the_one_to_take_all_back() -> None:
    assert NextIncome.comes_first
    assert not TakeBackOrder.comes_first


def test_only_incomes_that_may_come_next_are_offered_to_those_who_have_workers_there() -> None:
    desk = waiting().next_event("hr", "east").next_event("management", "east").next_event("construction", "south")
    assert [prompt for prompt in prompts(desk, "Ann") if "income" in prompt] == ["Next income in the West …"]
    assert prompts(desk, "Bob") == [], "he picks the row himself"
    assert [prompt for prompt in prompts(desk.next_event("rd", "south"), "Ann") if "income" in prompt] == []


def test_a_donation_is_ordered_for_what_it_costs_and_played_when_its_event_comes() -> None:
    desk = waiting().next_event("management", "donation").has("Ann", money=20)
    given = next(
        one for label, one in offered(desk, "Ann", "Your next donation, $5").items() if label == "7 VP at the end"
    )
    desk.pick("management", "Bob").donate("Bob", None)
    assert desk.asked == ["Ann"]
    assert followed(desk, "Ann", given) == Donate(donation="C1")
    desk.donate("Ann", "C1")
    assert why_over(desk, "Ann", given) == "", "nobody need be told that it was made"


@pytest.mark.parametrize(
    ("who", "space", "why"),
    [("Bob", "C1", "Welfare (7 VP at the end) is taken."), ("Ann", "A1", "A donation costs $10 now.")],
)
def test_a_donation_that_is_taken_or_costs_more_by_then_is_asked(who: str, space: str, why: str) -> None:
    desk = waiting().next_event("management", "donation").has("Ann", money=20)
    given = next(one for label, one in offered(desk, "Ann", "Your next donation").items() if label == "7 VP at the end")
    desk.donated(who, space).pick("management", "Bob").donate("Bob", None)
    assert followed(desk, "Ann", given) is None
    assert why_over(desk, "Ann", given) == why


def test_no_donation_is_ordered_for_one_event_only() -> None:
    desk = waiting().next_event("management", "donation").has("Ann", money=20)
    given = offered(desk, "Ann", "Your next donation")["No donation at the next event"]
    desk.pick("management", "Bob").donate("Bob", None)
    assert followed(desk, "Ann", given) == Donate()
    desk.donate("Ann", None)
    assert why_over(desk, "Ann", given) == ""


def test_with_the_income_the_donation_of_the_same_space_is_decided() -> None:
    desk = office("Ann Bob").away("Ann", "east", 1).done(hr=4).pick("hr")
    assert (desk.step, desk.asked) == ("income event", ["Ann"])
    given = offered(desk, "Ann", "Your next donation")["No donation at the next event"]
    assert isinstance(given, NextDonation)
    desk.plan("Ann", TakeBack(count=1))
    assert (desk.step, desk.asked) == ("donation event", ["Ann"])
    assert followed(desk, "Ann", given) == Donate()


def test_a_player_who_activates_can_decide_the_next_event_and_one_who_uses_departments_cannot() -> None:
    desk = office("Ann Bob").next_event("hr", "donation").next_event("rd", "west").away("Bob", "west", 1)
    desk.workers("Bob", "a1", lying=1).pick("hr").late_until("use departments")
    assert prompts(desk, "Bob") == []
    desk.plan("Bob")
    assert "Bob" in desk.asked, "whom he activates"
    assert prompts(desk, "Bob") == ["Next income in the West …", "Your next donation, $5, in advance …"]
    assert prompts(desk, "Ann") == []


def test_after_the_last_round_nothing_is_decided_ahead() -> None:
    desk = office("Ann Bob").done(hr=5, management=5, construction=4, rd=5)
    desk.table.round = 20
    desk.away("Ann", "south", 1).pick("hr").late_until("use departments")
    while desk.asked:
        assert prompts(desk, "Ann") == prompts(desk, "Bob") == []
        desk.nothing(desk.asked[0])


def test_all_workers_back_is_not_carried_out_when_another_was_sent_since() -> None:
    desk = waiting()
    given = offered(desk, "Ann", "Next income in the West")["West: 2 workers back: $2"]
    desk.away("Ann", "west", 1).pick("rd", "Bob")
    assert followed(desk, "Ann", given) is None
    assert why_over(desk, "Ann", given) == "Beside “2 workers back: $2” there is “3 workers back: $3” now."


def test_some_workers_back_are_taken_whatever_more_are_there() -> None:
    desk = waiting().away("Ann", "west", 1)
    given = offered(desk, "Ann", "Next income in the West")["West: 2 workers back: $2"]
    desk.away("Ann", "west", 1).pick("rd", "Bob")
    assert followed(desk, "Ann", given) == Plan(orders=(TakeBack(count=2),))


def test_an_income_that_a_bot_took_is_over_for_its_order() -> None:
    desk = waiting()
    given = offered(desk, "Ann", "Next income in the West")["West: 2 workers back: $2"]
    desk.pick("rd", "Bob").nothing("Ann")
    assert why_over(desk, "Ann", given) == "", "the next income in the West is another one"


def test_an_income_that_an_older_program_ordered_is_read_and_taken_if_it_reads_the_same() -> None:
    assert GAME.play_ahead.orders is not None
    older = (
        '{"kind": "next income", "region": "west", "orders": [{"kind": "take back", "count": 2}], '
        '"words": "2 workers back: $2", "workers": 2}'
    )
    given = GAME.play_ahead.orders.kinds.validate_json(older)
    desk = waiting()
    assert why_over(desk, "Ann", given) is None
    assert followed(desk.pick("rd", "Bob"), "Ann", given) == Plan(orders=(TakeBack(count=2),))
