"""The line below a question's heading: workers, money, disks and what an income pays."""

from __future__ import annotations

from bot.engine.multi_step import Compose
from bot.engine.questions import Choose
from bot.engine.records import Move
from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX, Gain
from bot.games.carnegie.moves import TakeBack
from bot.games.carnegie.news import CannotDonate, IncomeTaken, NothingToUse, RoundBegan, RowPicked
from bot.games.carnegie.rules.paid_by_income import TakingIncome
from bot.games.carnegie.rules.planning import ask_for_a_plan
from bot.host.table.running import sort_news_for_seat
from bot.testing.seated import build_desk, seat_people
from bot.ui import screens
from bot.ui.screens.controls import name_answer
from bot.ui.screens.parts import UNSENT
from bot.ui.screens.pick_encoding import PART
from bot.ui.screens.screen import Button, Row
from tests.games.carnegie.dealing import Desk, office


def below(desk: Desk, name: str) -> str:
    assert GAME.teaching.bears is not None
    return GAME.teaching.bears(GAME.view(desk.table, desk.seat(name)), desk.question(name))


def test_a_row_is_picked_with_the_active_workers_of_each() -> None:
    assert below(office().workers("Ann", "a1", standing=3), "Ann") == (
        "Your active workers: Human Resources 2, Management 4, Construction 1, R&D 1. "
        "No income pays you. Donating costs $5."
    )


def test_a_row_is_picked_with_what_the_incomes_bring_this_player() -> None:
    desk = office().away("Ann", "west", 2).at_box("Ann", "west", 1).idle("Ann").next_event("hr", "west")
    line = below(desk.next_event("management", "donation"), "Ann")
    assert "Income: West $6." in line
    assert "Donating costs $5." in line
    assert "nobody in Management, Construction and R&D." in line


def test_a_row_without_effect_is_the_last_one_and_warns_before_it_is_picked() -> None:
    desk = office().idle("Ann").workers("Ann", "b1", lying=2).next_event("hr", "west")
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    rows = [question.options[at] for at in question.shown]
    assert rows[0].label.startswith("Human Resources")
    assert rows[0].hint == "You use 1 worker to move your workers, others 6. No income: nobody of yours waits there."
    assert all(one.hint.startswith("Nobody of yours is active there: you use nothing.") for one in rows[1:])


def test_a_row_that_was_picked_in_vain_is_told_with_the_reason() -> None:
    desk = office("Ann Bob").all_idle_but().workers("Bob", "c2", standing=1).has("Bob", cubes=0)
    desk.next_event("construction", "west").pick("construction")
    assert "Nobody is active in Construction for Ann: nothing to use." in desk.words
    assert (
        "Bob is not asked in Construction: no project is ready, or cubes are short. A tab step in R&D makes one ready."
        in desk.words
    )


def test_departments_are_used_with_ones_workers() -> None:
    desk = office().workers("Ann", "a1", standing=3).has("Ann", money=18, cubes=6)
    assert below(desk.next_event("management", "west").pick("management"), "Ann") == (
        "4 active workers. Each earns, or places a department for 2 cubes (1 where your worker is). "
        "Next incomes: South."
    )


def test_a_donation_says_what_it_leaves() -> None:
    desk = office().has("Ann", money=13).donated("Ann", "B5").next_event("hr", "donation").pick("hr")
    assert (
        below(desk, "Ann") == "It leaves you $3 and 20 disks. It scores at the end, 12 VP at most. Your next costs $15."
    )


def test_a_donation_that_takes_cubes_says_how_many() -> None:
    desk = office().has("Ann", money=7, cubes=4).donated("Ann", "B5").next_event("hr", "donation").pick("hr")
    assert below(desk, "Ann").startswith("You are $3 short: selling 3 cubes leaves you 1 cube. It scores at the end")


def test_an_income_says_what_each_worker_and_the_slots_bring() -> None:
    desk = office().away("Ann", "west", 2).at_box("Ann", "west", 1).built("Ann", "housing", "denver", "los_angeles")
    desk.next_event("hr", "west").pick("hr")
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    assert question.options[0].label == "2 workers back: $6, and your projects pay $3"
    assert (
        below(desk, "Ann")
        == "Each worker brings $3. Your projects pay $3. Workers back in the lobby are inactive. You lead with 12 VP."
    )


def test_the_button_that_ends_without_using_anybody_says_what_is_given_up() -> None:
    desk = office().workers("Ann", "a1", standing=3).next_event("management", "west").pick("management")
    running = seat_people(desk.table, game=GAME)
    panel = screens.render_panel(build_desk(running, desk.seat("Ann")))
    labels = [
        control.label
        for row in panel.blocks
        if isinstance(row, Row)
        for control in row.controls
        if isinstance(control, Button)
    ]
    assert "End here (4 workers unused)" in labels


def test_the_button_that_sends_a_plan_says_how_much_it_is_and_what_it_gives_up() -> None:
    desk = office().workers("Ann", "a1", standing=2).has("Ann", cubes=0).next_event("management", "west")
    question = desk.pick("management").question("Ann")
    assert isinstance(question, Compose)
    labels, orders = [], list[Move]()
    while isinstance(asked := question.get_stage(orders).question, Choose):
        orders.append(asked.moves[0])
        labels.append(name_answer(question, orders))
    assert labels == ["Send this step (2 workers unused)", "Send these 2 steps"]


def test_a_project_and_its_place_are_one_step() -> None:
    desk = office().workers("Ann", "c2", standing=2).next_event("construction", "west").pick("construction")
    question, orders = desk.question("Ann"), list[Move]()
    assert isinstance(question, Compose)
    for _ in range(2):
        asked = question.get_stage(orders).question
        assert isinstance(asked, Choose)
        orders.append(asked.moves[0])
    assert name_answer(question, orders).startswith("Send this step")
    ((first, said, leaves),) = question.list_steps(orders)
    project, place = (words for words, _ in question.describe_parts(orders))
    assert (first, said) == (orders[0], f"{project} → {place}")
    assert leaves == question.get_stage(orders).leaves


def test_why_does_not_repeat_the_question_that_the_panel_asks() -> None:
    desk = office().workers("Ann", "c2", standing=2).next_event("construction", "west").pick("construction")
    context = build_desk(seat_people(desk.table, game=GAME), desk.seat("Ann"))
    question = context.question
    assert isinstance(question, Compose)
    asked = question.get_stage(()).question
    assert asked is not None
    words = "\n".join(block for block in screens.render_reasons(context).blocks if isinstance(block, str))
    assert asked.prompt not in words
    assert UNSENT not in words
    assert "A ★ in the picture is a worker who is always active there." in words
    begun = screens.render_reasons(context, [f"{PART}0"])
    assert "**Next:** Where do you build" in "\n".join(block for block in begun.blocks if isinstance(block, str))


def test_a_row_that_builds_says_which_projects_are_ready() -> None:
    desk = office().workers("Ann", "c2", standing=2).next_event("construction", "west").pick("construction")
    assert "Projects ready: Housing 1" in below(desk, "Ann")


def test_projects_of_two_departments_can_be_told_apart_in_the_menu() -> None:
    desk = office().workers("Ann", "c2", standing=1).placed("Ann", "engineering", "d1", standing=1)
    question = desk.next_event("construction", "west").pick("construction").question("Ann")
    assert isinstance(question, Compose)
    first = question.get_stage(()).question
    assert isinstance(first, Choose)
    captions = [one.caption for one in first.options]
    assert len(set(captions)) == len(captions), captions
    assert any("Engineering" in caption for caption in captions)


def test_an_income_with_a_choice_of_payments_is_shown_as_a_sum() -> None:
    desk = office().built("Ann", "commerce", "denver", "los_angeles").away("Ann", "west", 1)
    question = desk.next_event("hr", "west").pick("hr").question("Ann")
    assert isinstance(question, Choose)
    assert [option.caption for option in question.options][:2] == ["1 back: $3 and 1 cube", "1 back: $6"]


def test_the_last_round_promises_no_income() -> None:
    desk = office().workers("Ann", "c2", standing=2).done(hr=5, management=5, construction=4, rd=5)
    assert below(desk, "Ann").startswith("Last round. Money and cubes score only through donations.")
    desk.pick("construction").late_until("use departments")
    assert below(desk, "Ann").startswith("Last round.")
    assert "waits" not in below(desk, "Ann")
    assert all("Its slot then pays" not in text for text in desk.offers("Ann"))
    question = desk.question("Ann")
    assert isinstance(question, Compose)
    first = question.get_stage(()).question
    assert isinstance(first, Choose)
    assert all("pays" not in option.caption for option in first.options)
    where = question.get_stage([first.moves[0]]).question
    assert where is not None
    assert "waits" not in where.prompt


def test_the_last_round_says_what_still_scores() -> None:
    desk = office().workers("Ann", "b1", lying=2).workers("Ann", "a2", standing=1, lying=1)
    desk.done(hr=5, management=5, construction=5, rd=4).pick("rd").late_until("use departments")
    question = desk.question("Ann")
    assert isinstance(question, Compose)
    assert "No income follows." in question.help
    first = question.get_stage(()).question
    assert isinstance(first, Choose)
    assert {"2 VP at the end."} == {option.hint for option in first.options if "tab" in option.label}
    assert all("No income follows" in option.hint for option in first.options if "track" in option.label)
    desk.nothing("Ann").late_until("activation")
    assert "Each active worker scores 1 VP at the end." in desk.question("Ann").help


def test_an_income_of_the_last_round_says_that_a_step_lets_build_only_if_anything_can_still_be_built() -> None:
    def last_round() -> Desk:
        desk = office("Ann Bob").away("Ann", "midwest", 1).at_box("Ann", "midwest", 2)
        return desk.done(hr=5, management=5, construction=4, rd=5).next_event("construction", "midwest")

    def list_tab_hints(desk: Desk) -> set[str]:
        income = ask_for_a_plan(desk.table, TakingIncome(seat=1, region="midwest"), "How many return?", "Income")
        asked = income.get_stage([TakeBack(count=1)]).question
        assert isinstance(asked, Choose)
        return {option.hint for option in asked.options if "tab" in option.label}

    assert list_tab_hints(last_round().pick("hr")) == {"2 VP at the end."}
    assert list_tab_hints(last_round().pick("construction")) == {
        "2 VP at the end; one more project to build this round."
    }


def test_the_last_donation_is_foretold_with_who_chooses_before() -> None:
    desk = office("Ann Bob").away("Bob", "east", 1).done(hr=4)
    free = [one.id for one in BOX.donations if not desk.table.chart[one.id]]
    for number, one in enumerate(free[1:]):
        desk.donated("Bob" if number % 2 else "Ann", one)
    assert "1 donation left: <seat:1> chooses before you." in below(desk.pick("hr"), "Bob")


def test_who_finds_no_donation_left_reads_it_first() -> None:
    news = CannotDonate(seat=2, price=5, why="spaces")
    assert sort_news_for_seat(2, [RoundBegan(round=3, first=1, points={}), news])[0] == news


def test_news_that_touch_the_reader_come_before_those_of_everybody() -> None:
    began = RoundBegan(round=3, first=1, points={})
    picked = RowPicked(seat=1, row="hr", event_row="hr", region="west", donation=False)
    idle = NothingToUse(row="hr", nobody=[2], unable=[])
    paid = IncomeTaken(seat=2, region="west", back=1, gain=Gain(money=3))
    assert sort_news_for_seat(2, [began, picked, idle, paid]) == [idle, paid, picked, began]
    assert sort_news_for_seat(3, [began, picked, idle, paid]) == [picked, began, idle, paid]


def test_an_income_with_choices_says_all_that_is_certain_and_how_many_choices_follow() -> None:
    desk = office().built("Ann", "housing", "denver").away("Ann", "midwest", 1).at_box("Ann", "midwest", 2)
    desk.built("Ann", "commerce", "omaha", "fargo").has("Ann", vp=0)
    asked = TakingIncome(seat=1, region="midwest").build_choice(desk.table, "")
    assert isinstance(asked, Choose)
    assert asked.options[0].hint == "$3, 3 points; then you choose what 1 project pays."


def test_where_every_donation_is_taken_none_is_priced() -> None:
    desk = office("Ann Bob").next_event("hr", "donation")
    for number, one in enumerate(BOX.donations):
        if not desk.table.chart[one.id]:
            desk.donated("Bob" if number % 2 else "Ann", one.id)
    assert "No donation is left." in below(desk, "Ann")
