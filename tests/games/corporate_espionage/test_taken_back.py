"""A move that can be taken back reveals nothing to its mover, over whole games with any hidden cards.

CE-19 keeps accounts in another truth, for everybody may add them up; here the hidden ones are others, too.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.engine import play
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.table import Espionage
from bot.testing.every_game.test_secrecy import can_be_taken_back, check_taken_back, list_shown
from bot.testing.other_draws import list_heard
from bot.testing.random_games import Case, Turn, build_random, list_option_sets, play_random_game
from bot.testing.thorough import mark_thorough
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting


def raided(account: int, *, hidden: bool = True) -> Evening:
    """Return a table at which Ada has just announced that she takes over Bob, who cannot be seen to answer."""
    game = meeting(THREE).accounts(Ada=40, Bob=account).in_play("Bob", "Offshore Account" if hidden else "Firewall")
    return game.take_over("Ada", "Bob")


def test_a_takeover_of_a_hidden_account_cannot_be_taken_back() -> None:
    """CE-17: both the possibility and the impossibility reveal something about the account."""
    for account in (1, 50):
        assert raided(account).fenced


def test_an_audit_cannot_be_taken_back() -> None:
    """CE-32: revealed information cannot be undone."""
    game = meeting(THREE, accounts="on audit")
    assert game.audit("Ada", "Bob").fenced


def cases() -> Iterator[Case]:
    """Yield tables of many options, with three companies at least, so that takeovers are possible."""
    for number, options in enumerate(list_option_sets(GAME.key)):
        yield Case(GAME, (3, 4, 5, 6)[number % 4], options)


def other_accounts(table: Table, seat: Seat, seed: str) -> Table:
    """Return the same table with other accounts where the seat does not see them."""
    other = play.copy(table)
    assert isinstance(other, Espionage)
    luck = build_random(seed)
    for company, seen in GAME.view(other, seat).companies.items():
        owner = other.companies[company]
        if seen.account is None and owner.alive and owner.account >= 0:  # else all know that it is in debt
            owner.account = max(0, owner.account + luck.choice((-10, -3, 3, 10, 30)))
    return other


def check_accounts(case: Case, turn: Turn, seed: str) -> bool:
    """Play a move that can be taken back where hidden accounts are others; whether there were any."""
    other = other_accounts(turn.before, turn.seat, seed)
    if not can_be_taken_back(turn.played) or other == turn.before:
        return False
    if list_shown(case, other, turn.seat) != list_shown(case, turn.before, turn.seat):
        return False  # what its question offered has told it already
    played = play.play(other, turn.seat, turn.move)
    assert can_be_taken_back(played), "whether it can be taken back tells something about an account"
    assert list_heard(played.told, turn.seat) == list_heard(turn.played.told, turn.seat)
    assert list_shown(case, played.table, turn.seat) == list_shown(case, turn.after, turn.seat)
    return True


@pytest.mark.parametrize("case", mark_thorough(cases(), 3))
def test_in_no_game_a_move_that_can_be_taken_back_tells_anything(case: Case) -> None:
    compared = 0
    for number, turn in enumerate(play_random_game(case, "taken back")):
        compared += check_taken_back(case, turn, str(number))
        compared += check_accounts(case, turn, str(number))
    assert compared
