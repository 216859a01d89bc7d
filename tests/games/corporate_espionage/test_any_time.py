"""Actions open to everybody at any time: savvy that responds to no other play, and audits; the game does not wait."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.games.corporate_espionage.moves import Audit, LetItPass, UseSavvy
from tests.games.corporate_espionage.dealing import FOUR, THREE, Evening, meeting


def may(game: Evening, name: str) -> list[str]:
    """Actions of a player without a question."""
    assert name not in game.asked
    return game.labels(name) if play.find_question(game.table, game.seat(name)) is not None else []


def test_savvy_on_somebody_elses_turn() -> None:
    """CE-35."""
    game = meeting(THREE).hand("Bob", "Bridge Loan", "Networking Lunch", "Injunction")
    assert may(game, "Bob") == ["Bridge Loan for 0: gain 6 points", "Networking Lunch for 1: draw 2 cards"]
    game.use("Bob", "Bridge Loan")
    assert game.account("Bob") == 26
    assert game.is_on("Ada")


def test_the_others_may_respond_to_it() -> None:
    """CE-35."""
    game = meeting(THREE).hand("Bob", "Bridge Loan").hand("Ada", "Loophole").hand("Cid", "Loophole")
    game.use("Bob", "Bridge Loan")
    assert game.asked == ["Cid", "Ada"]
    game.let_pass("Cid").respond("Ada", "Loophole").all_pass()
    assert game.account("Bob") == 20
    assert game.is_on("Ada")


def test_savvy_in_a_window_of_others() -> None:
    """CE-35: Bob is not asked about the Lawsuit at Cid; what he uses comes before it."""
    game = meeting(THREE).hand("Ada", "Lawsuit").hand("Cid", "Injunction").hand("Bob", "Bridge Loan")
    game.spy("Ada", "Lawsuit", at="Cid")
    assert game.asked == ["Cid"]
    game.use("Bob", "Bridge Loan")
    assert game.asked == ["Cid"], "who could answer savvy, and then about the Lawsuit"
    game.let_pass("Cid").respond("Cid", "Injunction").all_pass()
    assert (game.account("Bob"), game.account("Cid")) == (26, 17)


def test_points_gained_in_a_window_may_pay_for_an_answer() -> None:
    """CE-14, CE-35: as all can see, Bob can pay an Injunction now."""
    game = meeting(THREE).hand("Ada", "Lawsuit").hand("Bob", "Bridge Loan", "Injunction").accounts(Bob=1)
    game.hand("Cid", "Founder").used("Cid", "Loophole").spy("Ada", "Lawsuit", at="Bob")
    assert game.asked == ["Bob"], "other cards could pay for an answer"
    game.respond("Bob", "Bridge Loan")
    while "Lawsuit" not in game.waiting:
        game.let_pass(game.asked[0])
    game.respond("Bob", "Injunction").all_pass()
    assert game.account("Bob") == 1 + 6 - 3
    game = meeting(FOUR, reactions="everyone").hand("Ada", "Lawsuit").hand("Bob", "Bridge Loan", "Injunction")
    game.hand("Cid", "Founder").accounts(Bob=1).spy("Ada", "Lawsuit", at="Bob")
    assert [option for option in game.labels("Bob") if "Injunction" in option] == []
    game.do("Bob", LetItPass())
    game.all_pass()
    assert game.account("Bob") == 0


def test_a_player_whose_answer_lies_sealed_takes_it_back_first() -> None:
    """CE-35."""
    game = meeting(THREE, reactions="discreet").hand("Ada", "Intern").hand("Bob", "Bridge Loan").hand("Cid", "Poach")
    assert game.hire("Ada", "Intern").asked == ["Bob", "Cid"]
    game.let_pass("Bob")
    assert may(game, "Bob") == []


def test_a_player_who_nobody_waits_for_may_use_savvy_in_any_window() -> None:
    """CE-35, CE-42: Bob has let Cid's Injunction pass by itself, while Ada still thinks."""
    game = meeting(THREE).hand("Ada", "Lawsuit", "Loophole").hand("Bob", "Bridge Loan").hand("Cid", "Injunction")
    game.spy("Ada", "Lawsuit", at="Cid").respond("Cid", "Injunction")
    assert game.asked == ["Ada", "Bob"]
    game.let_pass("Bob")
    assert may(game, "Bob") == ["Bridge Loan for 0: gain 6 points"]


@pytest.mark.parametrize("account", [0, 1])
def test_it_must_be_paid(account: int) -> None:
    game = meeting(THREE).hand("Bob", "Networking Lunch").accounts(Bob=account)
    assert bool(may(game, "Bob")) == bool(account)


def test_audits_on_somebody_elses_turn() -> None:
    """CE-32: each other company once between two own turns; everybody sees the answer."""
    game = meeting(THREE, accounts="on audit").hand("Bob", "Founder").accounts(Cid=13)
    assert may(game, "Bob") == ["Audit <seat:3>", "Audit <seat:1>"]
    game.do("Bob", Audit(target=3))
    assert "13" in " ".join(game.read_by("Ada"))
    assert may(game, "Bob") == ["Audit <seat:1>"]
    assert game.is_on("Ada")


def test_with_open_accounts_nobody_audits() -> None:
    """CE-32: the board shows them."""
    assert may(meeting(THREE), "Bob") == []


def test_nothing_is_possible_while_something_is_carried_out() -> None:
    """CE-35: Ada chooses what the Wiretap discards; Bob's debt stops everything else."""
    game = meeting(THREE).hand("Ada", "Wiretap").hand("Bob", "Poach", "Founder").hand("Cid", "Bridge Loan")
    game.spy("Ada", "Wiretap", at="Bob").all_pass()
    assert game.asked == ["Ada"]
    assert may(game, "Cid") == []
    game = (
        meeting(THREE).accounts(Bob=0).in_play("Bob", "Office Tower").hand("Ada", "Lawsuit").hand("Cid", "Bridge Loan")
    )
    game.spy("Ada", "Lawsuit", at="Bob").all_pass()
    assert game.waiting == "<seat:2> is insolvent"
    assert may(game, "Cid") == []


def test_a_player_who_is_out_does_nothing_any_more() -> None:
    game = meeting(THREE).accounts(Bob=0).hand("Ada", "Lawsuit").hand("Bob", "Intern").spy("Ada", "Lawsuit", at="Bob")
    game.default()
    while not game.is_on("Ada"):
        game.default()
    assert not game.alive("Bob")
    assert may(game, "Bob") == []


def test_a_player_who_is_not_asked_may_do_nothing_else() -> None:
    game = meeting(THREE).hand("Bob", "Bridge Loan", "Intern")
    with pytest.raises(play.IllegalMove):
        play.play(game.table, 2, UseSavvy(card="SV08", mode=0))
    with pytest.raises(play.IllegalMove):
        play.play(game.table, 3, UseSavvy(card="SV04", mode=0))
