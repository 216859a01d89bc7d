"""Turns of Briefcase that are prepared while others are on turn."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.engine import play
from bot.engine.records import Move
from bot.games.briefcase import GAME
from bot.games.briefcase.moves import ActivateCompany, EndTurn, HireCompany
from bot.games.briefcase.news import CardLost, ResourceLost
from bot.games.briefcase.table import Briefcase
from bot.testing.random_games import build_random
from tests.games.briefcase.dealing import Desk, office
from tests.preparing import condition, holds, prepared, stops


def waiting() -> Desk:
    """Ann is on turn; Bob waits with two Buys."""
    return office("Ann Bob").hand("Bob", "Buy Buy")


def is_so(words: str, before: Briefcase, after: Briefcase) -> bool | None:
    """Whether a condition that Bob set at one table is so at another."""
    return holds(GAME, after, 2, condition(GAME, before, 2, words))


def test_a_company_is_still_on_offer() -> None:
    desk = waiting()
    company = next(company for company, left in desk.table.portfolio.items() if left)
    desk.table.portfolio[company] = 1
    words, after = f"{desk.table.box.company[company].name} is still on offer", play.copy(desk.table)
    assert is_so(words, desk.table, after)
    after.portfolio[company] = 0
    assert not is_so(words, desk.table, after)


def test_the_market_still_has_so_much() -> None:
    desk = waiting()
    desk.table.market["paper"] = 2
    words, after = "the market has at least 2 Paper", play.copy(desk.table)
    assert is_so(words, desk.table, after)
    after.market["paper"] = 1
    assert not is_so(words, desk.table, after)


def test_nobody_has_taken_anything_from_me() -> None:
    table = waiting().table
    mine = condition(GAME, table, 2, "nobody has taken a card or a resource from me")
    paper = ResourceLost(seat=1, victim=2, company="Tapping", resource="paper")
    buy = CardLost(seat=1, victim=2, company="Audit", card="buy", among=[])
    assert holds(GAME, table, 2, mine)
    assert not holds(GAME, table, 2, mine, paper), "also if as many resources lie there again"
    assert not holds(GAME, table, 2, mine, buy)
    assert holds(GAME, table, 2, mine, buy.model_copy(update={"card": None})), "there was none to take"
    assert holds(GAME, table, 2, mine, paper.model_copy(update={"victim": 1}))


def test_what_production_brings_less_than_shown_is_asked_about() -> None:
    """Where the bank runs out of a card meanwhile, the same activation gives less."""
    desk = (
        office("Ann Bob")
        .hand("Bob", "Activate")
        .owns("Bob", "Warehouses", activated=False)
        .store("Bob", "Steel Concrete")
    )
    question = play.find_question(next_turn(desk), 2)
    assert question is not None
    move = next(move for move in question.moves if type(move).__name__ == "ActivateCompany")  # type: ignore[attr-defined]
    turn = prepared(GAME, desk.table, 2, move)
    assert stops(GAME, next_turn(desk), 2, turn) == ""
    empty = play.copy(desk.table)
    made = Counter(desk.table.box.company[move.company].production)
    for card in made:
        empty.bank[card] = 0
    assert "would not do the same now" in stops(GAME, next_turn_of(empty), 2, turn)


def next_turn(desk: Desk) -> Briefcase:
    return next_turn_of(desk.table)


def next_turn_of(table: Briefcase) -> Briefcase:
    return play.play(table, 1, EndTurn()).table


def hired() -> Desk:
    """Ann has hired Cid's Power Plant; Cid's storage is full. Bob can hire Cid's, too, and use a Shipping Company."""
    desk = (
        office("Ann Bob Cid")
        .hand("Ann", "Hire")
        .store("Ann", "Steel")
        .hand("Bob", "Hire Activate")
        .owns("Cid", "Power Plant")
        .owns("Bob", "Shipping Company", activated=False)
        .store("Bob", "Steel Steel Energy")
        .discarded("Paper Paper")
    )
    return desk.store("Cid", "Paper " * desk.table.room(3)).hire("Ann", "Cid", "Power Plant")


@pytest.mark.parametrize(("kind", "company"), [(HireCompany, "power_plant"), (ActivateCompany, "shipping_company")])
def test_anothers_open_payment_has_no_part_in_what_was_prepared(kind: type[Move], company: str) -> None:
    """Neither one that was open when it was prepared and is settled now, nor one that is open only now."""
    open_, settled, before = hired(), hired(), hired()
    settled.do("Cid", settled.question("Cid").moves[-1])  # type: ignore[attr-defined]  # all ways are listed
    before.table.payments.clear()
    before.table.throw("steel")
    question = play.find_question(next_turn(open_), 2)
    assert question is not None
    move = next(one for one in question.moves if isinstance(one, kind) and one.company == company)  # type: ignore[attr-defined]
    for planned, played in ((open_, settled), (open_, open_), (before, open_), (before, settled)):
        turn = prepared(GAME, planned.table, 2, move)
        assert stops(GAME, next_turn(played), 2, turn) == ""


def test_what_is_open_of_the_own_payments_has_no_part_in_what_was_prepared_after_them() -> None:
    desk = hired()
    desk.hand("Bob", "Hire")
    plant = next(one for one in play.find_question(next_turn(desk), 2).moves if isinstance(one, HireCompany))  # type: ignore[union-attr]
    turn = prepared(GAME, desk.table, 2, plant, plant)
    table = play.play(next_turn(desk), 2, plant).table
    assert play.find_question(table, 3) is not None, "Cid can still say what to take"
    while (answer := play.find_question(table, 3)) is not None:
        table = play.play(table, 3, answer.choose_random_move(build_random(1))).table
    rest = turn.model_copy(update={"moves": turn.moves[1:], "begun": True})
    assert stops(GAME, table, 2, rest) == ""
