"""Paying otherwise: a play and its payment are put together in private and are one move."""

from __future__ import annotations

import json
from random import Random

import pytest

from bot.engine import play
from bot.engine.multi_step import OPEN, ChooseOrCompose
from bot.engine.play import IllegalMove
from bot.engine.questions import BadAnswer, Choose, compute_etag
from bot.engine.records import Move
from bot.games.briefcase import GAME
from bot.games.briefcase.components import BOX
from bot.games.briefcase.moves import ActivateCompany, BuyResources, ChoosePayment, EndTurn, PayByHand, Use
from bot.games.briefcase.rules.paying import ways_to_pay
from bot.games.briefcase.table import Briefcase
from bot.games.briefcase.upgrades import UPGRADES
from bot.testing.random_games import Case, build_random, play_random_game
from tests.games.briefcase.dealing import Desk, office

BUY, TURNED = "Play 1 Buy", "Play 2 Obstacles (Marketing Company)"


def marketing() -> Desk:
    """Ann can buy with a Buy or with two Obstacles."""
    return office().owns("Ann", "Marketing Company").hand("Ann", "Buy Obstacle Obstacle")


def factory() -> Desk:
    """Ann can activate her Power Plant with either of two cards, and with either of two resources."""
    desk = office().owns("Ann", "Marketing Company", "Steel Factory").hand("Ann", "Activate Obstacle Obstacle")
    return desk.store("Ann", "Personnel Steel Paper")


def parks() -> Desk:
    """Ann can pay the activation of her Theme Parks in very many ways."""
    desk = office().owns("Ann", "Steel Factory", "Import Company").owns("Ann", "Theme Parks", activated=False)
    desk.offer("University", "Recycling Plant").owns("Ann", "University", "Recycling Plant").hand("Ann", "Activate")
    return desk.store("Ann", "Personnel Personnel Steel Concrete Paper Paper Imported Energy")


def asked(desk: Desk) -> ChooseOrCompose:
    question = desk.question("Ann")
    assert isinstance(question, ChooseOrCompose)
    return question


def test_a_play_is_paid_otherwise_in_one_move_with_one_line_in_the_log() -> None:
    desk = marketing()
    assert desk.ways_to_pay("Ann", "Buy 1 Paper") == [TURNED, BUY]
    desk.pay_otherwise("Ann", "Buy 1 Paper", BUY)
    assert desk.holds("Ann") == "Obstacle Obstacle"
    assert desk.stored("Ann") == "Paper"
    assert len(desk.read_by("Bob")) == 1
    assert "1 Buy" in desk.read_by("Bob")[0]
    assert desk.asked == ["Ann"]


def test_a_usual_play_is_still_one_press_and_the_list_holds_nothing_else() -> None:
    desk = marketing()
    assert not any("pay" in label.casefold() for label in desk.labels("Ann"))
    desk.choose("Ann", "Buy 1 Paper")
    assert desk.holds("Ann") == "Buy"


def test_cards_come_first_and_then_resources_each_with_what_it_leaves() -> None:
    desk = factory()
    play = "Activate Power Plant"
    assert desk.ways_to_pay("Ann", play) == [TURNED, "Play 1 Activate"]
    cards = desk.ways("Ann", desk.composing("Ann", play)[1])
    assert [way.hint for way in cards] == ["Leaves 1 Activate.", "Leaves 2 Obstacles."]
    assert not desk.composing("Ann", play)[0].complete
    exact, turned = "Pay 1 Personnel, 1 Steel", "Pay 1 Personnel, 1 Paper as Steel (Steel Factory)"
    assert desk.ways_to_pay("Ann", play, "Play 1 Activate") == [exact, turned]
    stage, picks = desk.composing("Ann", play, "Play 1 Activate", turned)
    assert stage.complete
    assert stage.question is None
    assert stage.leaves == f"Play 1 Activate. Leaves 2 Obstacles. {turned}. Leaves 1 Steel stored."
    assert asked(desk).describe(asked(desk).read(picks)) == f"{play}; Play 1 Activate; {turned}"
    desk.pay_otherwise("Ann", play, "Play 1 Activate", turned)
    assert desk.stored("Ann") == "Steel Energy Energy"
    assert desk.holds("Ann") == "Obstacle Obstacle"


def test_what_can_be_paid_in_one_way_only_is_not_asked_for() -> None:
    desk = office().owns("Ann", "Marketing Company").hand("Ann", "Buy Obstacle")
    assert desk.ways_to_pay("Ann") == []
    assert not asked(desk).is_open
    assert asked(marketing()).is_open


def test_plays_are_named_without_their_cheapest_payment_and_with_how_many_ways_there_are() -> None:
    desk = factory()
    ways = {way.label: way.hint for way in desk.ways("Ann", [OPEN])}
    assert ways["Activate Power Plant"] == "2 ways to pay with cards, 2 ways to pay with resources."


@pytest.mark.thorough
def test_every_one_of_very_many_ways_to_pay_is_offered_and_can_be_taken() -> None:
    desk = parks()
    units = desk.table.card(desk.company("Theme Parks")).units
    every = ways_to_pay(desk.table.means(1).resources, units)
    ways = desk.ways("Ann", desk.composing("Ann", "Activate Theme Parks")[1])
    assert {way.move.pay for way in ways if isinstance(way.move, ActivateCompany)} == set(every)
    assert len(ways) == len(every) > 24
    assert len({way.label.casefold() for way in ways}) == len(ways)
    for way in ways:
        assert "Theme Parks" in parks().pay_otherwise("Ann", "Activate Theme Parks", way.label).activated("Ann")


def test_ways_that_read_alike_when_cut_short_are_all_offered() -> None:
    """Seventeen ways; two used to be lost, because without the companies they read like others."""
    desk = office().offer("Paper Mill", "Import Company", "Real Estate Agency").hand("Ann", "Activate")
    desk.owns("Ann", "Paper Mill", "Import Company").owns("Ann", "Real Estate Agency", activated=False)
    desk.store("Ann", "Personnel Concrete Concrete Imported Imported Energy Energy")
    ways = desk.ways("Ann", desk.composing("Ann", "Activate Real Estate Agency")[1])
    assert len({way.label.casefold() for way in ways}) == len({way.move for way in ways}) == len(ways) == 17
    assert all(len(way.label) <= 80 for way in ways)
    read = {desk.composing("Ann", "Activate Real Estate Agency", way.label)[0].leaves for way in ways}
    assert len(read) == 17, "each is read in full before it is sent"


@pytest.mark.thorough
@pytest.mark.parametrize("portfolio", ["simple", "faster", "complex", "light interaction", "heavy interaction"])
def test_every_way_to_pay_is_offered_once_and_reads_unlike_the_others(portfolio: str) -> None:
    """With every set of companies: no way is lost, because none differs from another only in its cut part."""
    looked_at = 0
    for turn in list(
        play_random_game(Case(GAME, 2, GAME.options.model_validate({"portfolio": portfolio})), "every way")
    )[::3]:
        question = play.find_question(turn.before, turn.seat)
        if not isinstance(question, ChooseOrCompose) or not isinstance(turn.before, Briefcase):
            continue
        first = question.otherwise.get_stage(()).question
        for option in first.options if isinstance(first, Choose) else ():
            parts: tuple[Move, ...] = (option.move,)
            while isinstance(asks := question.otherwise.get_stage(parts).question, Choose):
                labels = [way.label.casefold() for way in asks.options]
                assert len(set(labels)) == len(labels) == len({way.move for way in asks.options})
                assert max(map(len, labels)) <= 80
                parts = (*parts, asks.options[-1].move)
                looked_at += 1
            assert question.is_legal(parts[-1])
    assert looked_at > 10


def test_what_does_not_fit_a_label_stands_in_the_text() -> None:
    desk = parks()
    ways = desk.ways("Ann", desk.composing("Ann", "Activate Theme Parks")[1])
    cut = [way for way in ways if way.label[0].isdigit()]
    assert cut
    assert all(way.full.startswith("Pay ") and "stored." in way.full for way in cut)
    assert not any(way.full for way in ways if way.label.startswith("Pay 1 Personnel, 1 Steel, 1 Concrete, 1 Energy"))
    stage, _ = desk.composing("Ann", "Activate Theme Parks", cut[-1].label)
    assert stage.leaves.count(" as ") == len([spent for spent in cut[-1].move.pay if spent.unit != spent.resource])  # type: ignore[attr-defined]


def test_every_way_can_be_played_and_nothing_else() -> None:
    desk = marketing()
    question = asked(desk)
    wrong = BuyResources(resources=("paper",), cards=(Use(card="hire"),))
    assert not question.is_legal(wrong)
    assert not question.is_legal(BuyResources(resources=("steel",), cards=(Use(card="buy"),)))
    with pytest.raises(IllegalMove):
        play.play(desk.table, 1, wrong)
    with pytest.raises(BadAnswer, match="not complete yet"):
        question.read([OPEN, "0"])
    with pytest.raises(BadAnswer, match="not complete yet"):
        question.read([OPEN])
    for picks in ([OPEN, "99"], [OPEN, "0", "0", "0", "0"], [OPEN, "x"], [OPEN, OPEN]):
        with pytest.raises(BadAnswer):
            question.read(picks)


def test_it_is_the_same_question_until_something_else_can_be_done_or_paid() -> None:
    desk = factory()
    tags = [compute_etag(asked(desk), 0), compute_etag(asked(factory()), 0)]
    assert tags[0] == tags[1]
    desk.store("Ann", "Concrete")
    assert compute_etag(asked(desk), 0) != tags[0]


def test_bots_and_those_who_are_late_choose_from_the_list() -> None:
    desk = marketing()
    listed = asked(desk).moves
    random = Random(5)  # noqa: S311
    assert all(asked(desk).choose_random_move(random) in listed for _ in range(50))
    assert GAME.choose(desk.view("Ann"), asked(desk), random) in listed
    assert play.get_default_move(desk.table, 1) == EndTurn()


def test_random_payments_that_were_put_together_are_played() -> None:
    paid = 0
    random = build_random("otherwise")
    for turn in play_random_game(Case(GAME, 3, GAME.options()), "otherwise"):
        question = play.find_question(turn.before, turn.seat)
        if isinstance(question, ChooseOrCompose) and question.is_open and paid < 60:
            move = question.otherwise.choose_random_move(random)
            assert question.is_legal(move)
            assert question.describe(move)
            after = play.play(turn.before, turn.seat, move).table
            after.audit()
            paid += 1
    assert paid >= 20


# What earlier versions have left


def of_version_1(desk: Desk, *, midway: bool) -> str:
    """The table as version 1 saved it while Ann was choosing a payment, before she named the play or after that."""
    raw = json.loads(desk.table.model_dump_json())
    for step in raw["agenda"]:
        if step["kind"] == "actions":
            del step["chosen"]
            step["by_hand"] = not midway
    if midway:
        action = {"kind": "buy resources", "resources": ["paper"], "cards": [{"card": "buy", "via": None}]}
        step = {"kind": "payment by hand", "seat": 1, "action": action, "settled": [], "begun": True}
        raw["agenda"].insert(
            0, {**{name: raw["agenda"][0][name] for name in raw["agenda"][0] if name == "begun"}, **step}
        )
    return json.dumps(raw)


@pytest.mark.parametrize("midway", [False, True])
def test_a_game_saved_while_somebody_chose_a_payment_asks_for_the_play_again(midway: bool) -> None:
    desk = marketing()
    raw = json.loads(of_version_1(desk, midway=midway))
    table = play.load(Briefcase, json.dumps(UPGRADES[1](raw)), BOX)
    assert table == desk.table
    assert play.list_asked_seats(table) == [1]
    desk.table = table
    desk.pay_otherwise("Ann", "Buy 1 Paper", BUY)
    assert desk.stored("Ann") == "Paper"


def test_the_moves_of_version_1_in_records_are_still_understood() -> None:
    desk = factory()
    plant = desk.company("Power Plant")
    one = next(option.move for option in desk.options("Ann") if isinstance(option.move, ActivateCompany))
    three = asked(desk).read(
        desk.composing("Ann", "Activate Power Plant", "Play 1 Activate", "Pay 1 Personnel, 1 Steel")[1]
    )
    assert isinstance(three, ActivateCompany)
    two = three.model_copy(update={"pay": one.pay})
    assert one.company == plant
    for move in (ChoosePayment(by_hand=True), PayByHand(action=one), PayByHand(action=two)):
        desk.do("Ann", move)
        assert desk.latest == []
    desk.do("Ann", PayByHand(action=three))
    assert len(desk.latest) == len(factory().do("Ann", three).latest)
    assert desk.activated("Ann")[-1:] == factory().do("Ann", three).activated("Ann")[-1:]
    assert desk.table.agenda == factory().do("Ann", three).table.agenda
