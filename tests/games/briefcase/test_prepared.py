"""Turns of Briefcase that are prepared while others are on turn."""

from __future__ import annotations

from collections import Counter

from bot.engine import play
from bot.games.briefcase import GAME
from bot.games.briefcase.moves import EndTurn
from bot.games.briefcase.table import Briefcase
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
    desk = waiting()
    desk.table.everybody[2].storage["steel"] = 1
    words, richer = "nobody has taken a card or a resource from me", play.copy(desk.table)
    richer.everybody[2].storage["paper"] = 1
    robbed = play.copy(desk.table)
    del robbed.everybody[2].storage["steel"]
    poorer = play.copy(desk.table)
    poorer.everybody[2].hand.remove("buy")
    assert [is_so(words, desk.table, after) for after in (richer, robbed, poorer)] == [True, False, False]


def test_what_production_brings_less_than_shown_is_asked_about() -> None:
    """Where the bank runs out of a card meanwhile, the same activation gives less."""
    desk = (
        office("Ann Bob")
        .hand("Bob", "Activate")
        .owns("Bob", "Warehouses", activated=False)
        .store("Bob", "Steel Concrete")
    )
    question = play.question_for(next_turn(desk), 2)
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
