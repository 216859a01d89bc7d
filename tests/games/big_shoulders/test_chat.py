"""How the game is played in a chat: few presses, standing orders, what stands above a question, and bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from bot.engine import play
from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.prepared import simulate_turn
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.bots import Mind, table_of
from bot.games.big_shoulders.components import BOX
from bot.games.big_shoulders.moves import Act, Buy, Found, Operate, PlacePartner, Settle, StockTurn, UseAsset
from bot.games.big_shoulders.news import DividendPaid
from bot.games.big_shoulders.orders import BuyUpTo, OperateByPlan, Pass
from bot.games.big_shoulders.table import City
from bot.host.table.lessons import play_lesson
from bot.testing.random_games import build_random
from tests import preparing
from tests.games.big_shoulders.dealing import Town, town
from tests.games.first_edition import first_box, played_digest
from tests.games.presses import decisions_of_bots, presses

USUAL = {"stock phase": 3, "action phase": 4, "operation phase": 6}
"""Presses that a usual decision takes at most."""


@pytest.mark.thorough
def test_a_usual_decision_takes_few_presses() -> None:
    taken: dict[str, list[int]] = {}
    for number in range(2):
        for table, question, move in decisions_of_bots(GAME, 3, f"presses {number}"):
            taken.setdefault(table.agenda[0].kind, []).append(presses(question, move))
    for phase, most in USUAL.items():
        few = [count <= most for count in taken[phase]]
        assert sum(few) >= 0.9 * len(few), (phase, Counter(taken[phase]))


# Standing orders


def market() -> Town:
    street = town().founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 40)
    for name in ("Ann", "Ben", "Cleo"):
        street.cash(name, 200)
    return street.begin("stock", 2, first="Ann")


def followed(street: Town, name: str, order: Pass | BuyUpTo | OperateByPlan) -> Move | None:
    assert GAME.play_ahead.orders is not None
    return GAME.play_ahead.orders.follow(order, street.view(name), street.question(name))


def stopped(street: Town, name: str, order: Pass | BuyUpTo | OperateByPlan) -> str | None:
    """Why an order is over that was given before the latest move."""
    return preparing.why_over(GAME, street.table, street.seat(name), order, street.latest)


def test_pass_until_somebody_sells_buys_or_founds() -> None:
    street = market()
    order = Pass(decade=2, until="anything")
    assert followed(street, "Ann", order) == StockTurn()
    street.passes("Ann")
    assert stopped(street, "Ann", order) is None
    street.does("Ben", "Swift common")
    assert stopped(street, "Ann", order) == "Somebody has sold, bought or founded."
    whatever = Pass(decade=2, until=None)
    assert stopped(street, "Ann", whatever) is None
    assert stopped(town(), "Ann", whatever) == "The Stock phase is over."


def test_a_share_that_was_sold_and_bought_again_ends_a_pass_though_the_certificates_lie_as_before() -> None:
    street = market().holds("Ben", "Swift", common=1)
    order = Pass(decade=2, until="anything")
    street.passes("Ann").does("Ben", "Swift: 1 common")
    street.holds("Ben", "Swift", common=1)
    assert stopped(street, "Ann", order) == "Somebody has sold, bought or founded."


def test_a_pass_that_an_older_program_kept_is_read_and_its_player_asked() -> None:
    assert GAME.play_ahead.orders is not None
    older = GAME.play_ahead.orders.kinds.validate_json(
        '{"kind": "pass", "decade": 2, "until": "elgin:0403 swift:0403"}'
    )
    street = market()
    assert "given before an update" in (
        GAME.play_ahead.orders.why_over(older, street.view("Ann"), street.seat("Ann"), []) or ""
    )
    whatever = GAME.play_ahead.orders.kinds.validate_json('{"kind": "pass", "decade": 2, "until": null}')
    assert stopped(street, "Ann", whatever) is None


def test_buy_when_it_is_cheap_enough_else_pass() -> None:
    street = market()
    order = BuyUpTo(decade=2, company="elgin", name="Elgin", piece="common", price=40)
    street.firm("Elgin").price = 50
    assert followed(street, "Ann", order) == StockTurn()
    street.firm("Elgin").price = 40
    bought = followed(street, "Ann", order)
    assert bought == StockTurn(parts=(Buy(company="elgin", piece="common"),))
    street.plays("Ann", bought)
    assert stopped(street, "Ann", order) == "You have bought Elgin."


def test_a_company_operates_by_the_offered_plan() -> None:
    street = town("Ann Ben").founded("Ann", "Swift", 50, 0).founded("Ben", "Elgin", 40, 0).staff("Swift", 2, 0)
    street.has("Swift", "steel livestock").has("Elgin", "coal coal").begin("operation", 2)
    question = street.question("Ann")
    assert isinstance(question, Choose)
    assert followed(street, "Ann", OperateByPlan(company="", name="")) == question.options[0].move
    assert followed(street, "Ann", OperateByPlan(company="elgin", name="Elgin")) is None
    assert stopped(street, "Ann", OperateByPlan(company="elgin", name="Elgin")) == "You no longer direct Elgin."


def test_the_offered_plan_uses_what_is_left_after_the_payout() -> None:
    """CB-31"""
    street = town("Ann Ben").founded("Ann", "Swift", 50, 0).founded("Ben", "Elgin", 40, 0).staff("Swift", 2, 0)
    street.has("Swift", "steel livestock").has("Elgin", "coal coal").asset("Swift", "Union Stockyards")
    street.demand("meat", 0, 3).haymarket("livestock livestock steel").begin("operation", 2)
    move = followed(street, "Ann", OperateByPlan(company="", name=""))
    assert isinstance(move, Operate)
    assert move.parts[-2:] == (Settle(pay=True), UseAsset(company="swift"))
    assert street.plays("Ann", move).asked == ["Ben"]
    assert street.firm("Swift").cubes == {"livestock": 2}


@pytest.mark.parametrize("last", [(), (UseAsset(company="elgin"),)])
def test_an_operation_that_was_prepared_is_played_whether_it_ends_with_the_payout_or_behind_it(last: Any) -> None:
    """CB-31"""
    assert GAME.play_ahead.turns is not None
    street = town("Ann Ben").founded("Ann", "Swift", 50, 0).founded("Ben", "Libby", 40, 0).has("Swift", "coal coal")
    street.asset("Libby", "Refrigeration").haymarket("livestock livestock").begin("operation", 2)
    used = tuple(part.model_copy(update={"company": "libby"}) for part in last)
    move = Operate(parts=(Settle(pay=False), *used))
    assert simulate_turn(GAME.play_ahead.turns, street.table, 2, [move]).over
    assert street.does("Ann", "Sell nothing").asked == ["Ben"]
    street.plays("Ben", move)
    assert street.table.companies["libby"].has("livestock") == 2 * len(last)


def test_orders_are_offered_in_their_phase() -> None:
    assert GAME.play_ahead.orders is not None
    prompts = [question.prompt for question in GAME.play_ahead.orders.list_questions(market().view("Ann"), "list")]
    assert prompts == ["Buy when it is cheap enough this Stock phase?", prompts[1]]
    acting = town().founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 40).begin("action")
    assert len(GAME.play_ahead.orders.list_questions(acting.view("Ann"), "list")) == 1
    assert GAME.play_ahead.orders.list_questions(acting.view(None)) == []


# What stands above a question


def test_above_a_question_stands_what_bears_on_it() -> None:
    street = market().holds("Ann", "Elgin", common=1)
    assert GAME.teaching.at_hand is not None
    lines = GAME.teaching.at_hand(street.view("Ann"), street.question("Ann"))
    assert lines[0].startswith("You have $200 and 2 of 12 certificates")
    assert (
        "Elgin, directed by <seat:2>: $40 a share, you have 10 %; in its treasury the preferred and 4 common." in lines
    )


def test_above_an_operation_stand_the_companys_factories_and_what_is_asked_for() -> None:
    street = town().founded("Ann", "Swift", 40).staff("Swift", 1, 0).founded("Ben", "Elgin", 40).begin("operation")
    assert GAME.teaching.at_hand is not None
    lines = GAME.teaching.at_hand(street.view("Ann"), street.question("Ann"))
    assert (
        "Swift, Factory 1: 1 livestock, 1 steel → 2 goods; 1 worker, 1 spot open; "
        "a manager would bring any cube and appeal +1." in lines
    )
    (demand,) = [line for line in lines if line.startswith("Demand, Meat: ")]
    assert "filled 0 of " in demand, "a count of what?"
    assert not [line for line in lines if "Elgin" in line], "it is Swift that operates"


def test_a_hire_says_whether_the_factory_has_all_its_workers_then() -> None:
    street = town().founded("Ann", "Swift", 50).founded("Ben", "Elgin", 40).begin("action")
    question = street.question("Ann")
    assert isinstance(question, Compose)
    (market,) = [option for option in _offered(question, ()) if option.label.startswith("Job market")]
    hints = {one.label.partition(":")[0]: one.hint for one in _offered(question, (market,))}
    assert hints["1 for factory 1"] == "Leaves $110: factory 1 still lacks 1."
    assert hints["2 for factory 1"] == "Leaves $70: factory 1 has all its workers."


def _offered(question: Compose, chosen: Sequence[Option]) -> Sequence[Option]:
    """Return what can be chosen after this, one by one."""
    picks: list[str] = []
    for option in chosen:
        picks.append(str(_asked_after(question, picks).index(option)))
    return _asked_after(question, picks)


def _asked_after(question: Compose, picks: Sequence[str]) -> Sequence[Option]:
    asked = question.get_stage(question.read_parts(picks)).question
    assert isinstance(asked, Choose)
    return asked.options


def test_above_the_choice_of_a_tile_stands_where_its_workers_go() -> None:
    (tiles,) = GAME.hand(play_lesson(GAME, []).seen.view).sections
    assert "Tile 11, 1 manager: the company pays you $20; brings 1 worker to the job market." in tiles.parts


def test_a_sound_first_company_is_named_where_its_reason_is_told() -> None:
    began = play_lesson(GAME, [])
    assert began.question is not None
    assert GAME.teaching.first_plan is not None
    plan = GAME.teaching.first_plan(began.seen.view, began.question)
    assert plan is not None
    assert isinstance(plan.move, Found)
    assert plan.why.startswith(f"{BOX.company[plan.move.company].short}'s first factory needs ")


def test_the_plans_of_the_first_decade_lead_to_a_running_factory() -> None:
    assert GAME.teaching.first_plan is not None
    for deal in range(4):
        table = play.begin(GAME.set_up(GAME.options(), 2 + deal % 3, f"first decade {deal}", BOX)).table
        ran = False
        while table.decade == 1:
            (seat, *_) = play.list_asked_seats(table)
            question = play.find_question(table, seat)
            assert question is not None
            plan = GAME.teaching.first_plan(GAME.view(table, seat), question)
            if isinstance(question, Compose):
                assert plan is not None, "every partner of the first decade has a plan"
                assert len(plan.label) <= 38
            move = GAME.choose(GAME.view(table, seat), question, build_random(deal)) if plan is None else plan.move
            assert question.is_legal(move)
            played = play.play(table, seat, move)
            table, ran = played.table, ran or any(isinstance(one.news, DividendPaid) for one in played.told)
        assert ran


def test_a_plan_that_hires_nobody_says_why_the_lacking_worker_comes_another_way_or_can_wait() -> None:
    assert GAME.teaching.first_plan is not None
    street = town("Ann Ben").founded("Ann", "Swift", 40, 100).founded("Ben", "Elgin", 40).turns("Ann", "Ben")
    street.staff("Swift", 1, 0).appeal("Swift", 2).partners("Ann", 1).begin("action", 1)
    plan = GAME.teaching.first_plan(street.view("Ann"), street.question("Ann"))
    assert plan is not None
    assert plan.label.startswith("Advertising")
    assert (
        plan.why == "For $20 it brings the worker that Swift lacks; cheaper than the job market ($40). "
        "Extra dividends pays you $30, but then nothing runs and the price falls."
    )
    street.staff("Swift", 2, 0).appeal("Swift", 3)
    plan = GAME.teaching.first_plan(street.view("Ann"), street.question("Ann"))
    assert plan is not None
    assert not plan.label.startswith("Hire")
    assert " Factory 1 has all its workers; those of factory 2 ($120) can wait." in plan.why


def test_a_plan_on_an_own_tile_says_that_its_payment_comes_back_to_its_owner() -> None:
    street = town("Ann Ben").founded("Ann", "Fairbank", 50, 120).founded("Ben", "Elgin", 40).turns("Ann", "Ben")
    street.staff("Fairbank", 1, 0).track("Ann", 6).partners("Ann", 1).begin("action", 1)
    assert GAME.teaching.first_plan is not None
    plan = GAME.teaching.first_plan(street.view("Ann"), street.question("Ann"))
    assert plan is not None
    assert plan.why.startswith("For $40 it brings the worker that Fairbank lacks; you get $40 of it.")


def test_a_plan_that_brings_money_in_place_of_an_appeal_bonus_says_why() -> None:
    street = town().founded("Ann", "Swift", 50, 90).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 40)
    street.staff("Swift", 2, 3).appeal("Swift", 2).track("Ann", 9).has("Swift", "steel livestock steel steel livestock")
    street.turns("Ann", "Ben", "Cleo").partners("Ann", 1).begin("action", 1)
    assert GAME.teaching.first_plan is not None
    plan = GAME.teaching.first_plan(street.view("Ann"), street.question("Ann"))
    assert plan is not None
    assert plan.label == "Tile 9: appeal +2"
    assert plan.why.endswith(" Swift takes $25, as there is no worker spot.")
    street.plays("Ann", plan.move)
    assert "Swift takes $25 in place of its appeal bonus (worker)." in street.reads


def test_no_plan_is_offered_after_the_first_decade() -> None:
    street = town("Ann Ben").founded("Ann", "Swift", 40, 200).founded("Ben", "Elgin", 40).turns("Ann", "Ben")
    street.partners("Ann", 1).begin("action", 2)
    assert GAME.teaching.first_plan is not None
    assert GAME.teaching.first_plan(street.view("Ann"), street.question("Ann")) is None


# The lesson


def test_the_lesson_leads_to_a_first_dividend() -> None:
    answers: list[Sequence[str]] = []
    for wanted in (
        ["Found Cracker Jack at $50"],
        ["Play tile 1"],
        ["Job market", "1 for factory 1:"],
        ["Hire a salesperson"],
        ["Pay out"],
    ):
        question = play_lesson(GAME, answers).question
        picks: list[str] = []
        for label in wanted:
            asked = (
                question.get_stage(question.read_parts(picks)).question if isinstance(question, Compose) else question
            )
            assert isinstance(asked, Choose)
            picks.append(next(str(at) for at, option in enumerate(asked.options) if option.label.startswith(label)))
        answers.append(picks)
    end = play_lesson(GAME, answers)
    assert end.question is None
    assert [news for news in end.news if isinstance(news, DividendPaid) and news.players.get(1)]


# Bots


def test_a_bot_sets_up_what_lies_open_and_nothing_else() -> None:
    street = market()
    table = table_of(street.view("Ann"))
    assert table.companies == street.table.companies
    assert [player.hand for player in table.everybody.values()] == [[], [], []]
    assert table.demand_pile == []
    assert table.net_worth(1) == street.table.net_worth(1)


def test_a_bot_fills_a_factory_that_makes_money() -> None:
    street = town("Ann Ben").founded("Ann", "Swift", 40, 200).founded("Ben", "Elgin", 40).turns("Ann", "Ben")
    street.staff("Swift", 1, 0).partners("Ann", 1).begin("action")
    mind = Mind(street.view("Ann"))
    move = mind.action(build_random(1))
    assert isinstance(move, Act)
    placed = move.parts[0]
    assert isinstance(placed, PlacePartner)
    assert mind.worth(played(street, move)) > mind.worth(played(street, fundraising()))


def fundraising() -> Act:
    return Act(parts=(PlacePartner(space="fundraising_40", company="swift"),))


def played(street: Town, move: Act) -> City:
    return table_of(GAME.view(play.play(street.table, 1, move).table, 1))


def anything(question: Question, random: Random) -> Move:
    """Move at random."""
    return question.choose_random_move(random)


def offered_plan(question: Question, random: Random) -> Move:
    """Take the first offered plan for an operation; choose the rest at random."""
    plans = question.options if isinstance(question, Choose) else ()
    first = plans[0].move if plans and isinstance(plans[0].move, Operate) else None
    return question.choose_random_move(random) if first is None else first


def wins(games: int, players: int, others: Callable[[Question, Random], Move]) -> int:
    """Return how many games the bot wins, on each seat in turn, against others who play so."""
    won = 0
    for number in range(games):
        table = play.begin(GAME.set_up(GAME.options(), players, f"a duel {number}", BOX)).table
        random, me = build_random(number), number % players + 1
        while table.outcome is None:
            seat = play.list_asked_seats(table)[0]
            question = play.find_question(table, seat)
            assert question is not None
            chosen = GAME.choose(GAME.view(table, seat), question, random) if seat == me else others(question, random)
            table = play.play(table, seat, chosen, question=question).table
        won += table.outcome.places[me] == 1
    return won


@pytest.mark.thorough
def test_a_bot_beats_the_random_seat() -> None:
    assert wins(4, 2, anything) == 4


@pytest.mark.thorough
def test_a_bot_beats_three_who_take_the_plan_that_is_offered() -> None:
    assert wins(8, 4, offered_plan) / 8 > 0.6


@pytest.mark.parametrize(
    ("players", "options", "digest"),
    [(2, {}, "e7085f8275d67221"), (4, {"advanced": True, "supply_rows": True}, "f3d2f89b076d0158")],
)
def test_a_game_of_the_first_edition_comes_out_as_it_was_played_then(
    players: int, options: dict[str, Any], digest: str
) -> None:
    """So its record can still be proven: its bots are played again, and everything that was told is compared."""
    assert played_digest(GAME, players, options, first_box(GAME)) == digest, "as recorded with the program of that time"


# Words


def test_a_player_who_can_buy_nothing_reads_why_and_is_offered_first_to_pass_until_they_can() -> None:
    street = town().founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 40)
    street.cash("Ann", 15).holds("Ann", "Elgin", common=1).begin("stock", 2, first="Ann")
    view, question = street.view("Ann"), street.question("Ann")
    assert GAME.teaching.bears is not None
    assert GAME.play_ahead.orders is not None
    assert GAME.teaching.bears(view, question).startswith("You have $15; the cheapest share costs $40.")
    (offer,) = [one.question for one in GAME.play_ahead.orders.offers(view) if one.on == "panel"]
    assert isinstance(offer, Choose)
    assert offer.prompt == "Pass until I can buy, or until …"
    assert offer.options[0].label == "… until I can buy something"
    assert isinstance(question, ChooseOrCompose), "selling stays within reach"


def test_headings_have_at_most_ten_words_and_plans_fit_a_telephone() -> None:
    table, random = play.begin(GAME.set_up(GAME.options(), 3, "words", BOX)).table, build_random(5)
    while table.outcome is None:
        (seat, *_) = play.list_asked_seats(table)
        question = play.find_question(table, seat)
        assert question is not None
        assert len(question.prompt.split()) <= 10, question.prompt
        if isinstance(question, Choose) and isinstance(question.moves[0], Operate):
            assert max(len(option.label) for option in question.options) <= 40
        table = play.play(table, seat, question.choose_random_move(random), question=question).table
