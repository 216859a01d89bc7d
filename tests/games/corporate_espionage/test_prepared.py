"""Turns of Corporate Espionage that are prepared while others are on turn."""

from __future__ import annotations

from bot.engine.prepared import Foreseen, foresee
from bot.engine.records import Move
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.moves import Aim, Announce, EndTurn, Hire, Purchase, Spy
from bot.games.corporate_espionage.table import Espionage
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting

HIRE, BUY = Hire(card="EM01"), Purchase(card="AS04")


def prepares(game: Evening, name: str, *moves: Move) -> Foreseen[Espionage]:
    assert GAME.turns is not None
    return foresee(GAME.turns, game.table, game.seat(name), moves)


def office() -> Evening:
    game = meeting(THREE).in_play("Bob", "Programmer").in_play("Cid", "Lobbyist", "Intern").accounts(Bob=4)
    return game.hand("Bob", "Intern", "Firewall", "Lawsuit").hand("Ada", "Counter-Offer").hand("Cid", "Injunction")


def test_income_and_expenses_are_reckoned_with_and_the_card_to_draw_is_unknown() -> None:
    seen = prepares(office(), "Bob")
    assert seen.table.companies[2].account == 4 + 5 - 2
    assert len(seen.table.companies[2].hand) == 3
    assert (seen.question is not None, seen.over) == (True, False)


def test_a_whole_turn_can_be_prepared() -> None:
    """CE-43: with an attack as its end, for whatever comes of that is not foreseen."""
    attack = Announce(parts=(Spy(card="ES01"), Aim(target=3), EndTurn()))
    seen = prepares(office(), "Bob", HIRE, BUY, attack)
    assert (seen.possible, seen.question) == (3, None)
    assert prepares(office(), "Bob", HIRE, BUY, EndTurn()).over


def test_what_the_others_hold_or_have_laid_ready_is_not_foreseen() -> None:
    game = office().hand("Cid", "Bridge Loan")
    game.company("Cid").prepare("SV04", "before the next play")
    assert prepares(game, "Bob", HIRE).table.companies[3].account == 20
    assert game.company("Cid").prepared, "the table itself stays as it is"


def test_a_lobbyist_takes_nothing_before_the_turn_has_come() -> None:
    assert prepares(office(), "Cid").table.companies[2].account == 4


def test_who_is_out_prepares_nothing() -> None:
    game = office().concede("Cid").until_turn("Bob").accounts(Ada=60, Bob=0)
    assert GAME.turns is not None
    assert GAME.turns.plays_on is not None
    game.company("Cid").alive = False
    assert not GAME.turns.plays_on(game.table, 3)
    assert prepares(game, "Cid").question is None
