"""The line below a question's heading: own points, what an attack would take, and what answers it."""

from __future__ import annotations

import pytest

from bot.engine.questions import Choose
from bot.games.corporate_espionage import GAME
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting


def below(game: Evening, name: str) -> str:
    assert GAME.teaching.bears is not None
    return GAME.teaching.bears(game.view(name), game.question(name))


def test_a_turn_begins_with_ones_points_and_who_leads() -> None:
    game = meeting().in_play("Ada", "Programmer", "Office Tower").accounts(Ada=1, Bob=50)
    assert below(game, "Ada") == "You have 1 point, +5 each turn; net worth 14. <seat:2> leads with net worth 50."


def test_who_cannot_know_who_leads_is_not_told() -> None:
    game = meeting().in_play("Bob", "Offshore Account").accounts(Ada=20, Bob=50)
    assert below(game, "Ada") == "You have 20 points, 0 each turn; net worth 20."


@pytest.mark.parametrize(
    ("account", "assets", "words"),
    [
        (12, (), "You would lose 5 points; 7 points left."),
        (3, ("Office Tower",), "You would lose 5 points, and be 2 in debt."),
        (12, ("Insurance Policy",), "You would lose 3 points; 9 points left."),
    ],
)
def test_an_attack_is_answered_with_what_it_would_take(account: int, assets: tuple[str, ...], words: str) -> None:
    game = meeting(THREE).hand("Ada", "Lawsuit").in_play("Bob", "Intern", "Intern", *assets).accounts(Bob=account)
    game.hand("Bob", "Injunction").spy("Ada", "Lawsuit", at="Bob")
    assert below(game, "Bob").startswith(f"{words} Injunction answers it.")


def test_what_is_lost_beside_points_is_told() -> None:
    game = meeting(THREE).hand("Ada", "Smear Campaign").in_play("Bob", "Intern", "Intern").accounts(Bob=10)
    game.hand("Bob", "Scapegoat").spy("Ada", "Smear Campaign", at="Bob", which="Intern")
    assert below(game, "Bob").startswith("You would lose 2 points and an employee; 8 points left. You hold no answer")


def test_who_holds_no_answer_is_told_why_they_are_asked() -> None:
    game = meeting(THREE).hand("Ada", "Lawsuit").accounts(Bob=12).hand("Bob", "Intern").spy("Ada", "Lawsuit", at="Bob")
    assert "You hold no answer; you are asked so that nobody learns that." in below(game, "Bob")


def test_an_answer_to_ones_play_is_asked_about_with_its_effect() -> None:
    game = meeting(THREE).hand("Ada", "Class Action", "Loophole").hand("Bob", "Counter-Intelligence").accounts(Ada=20)
    game.accounts(Bob=20, Cid=0).spy("Ada", "Class Action", at="Bob").respond("Bob", "Counter-Intelligence")
    assert game.question("Ada").prompt == "<seat:2>'s Counter-Intelligence answers <seat:1>'s Class Action. Respond?"
    assert below(game, "Ada").startswith(
        "Unless stopped: your Class Action is cancelled; you lose 2 points. Loophole answers it."
    )


def test_a_takeover_is_answered_with_what_one_is_paid() -> None:
    game = meeting(THREE).accounts(Ada=60, Bob=2).in_play("Bob", "Intern").hand("Bob", "Poison Pill")
    assert below(game.take_over("Ada", "Bob"), "Bob").startswith(
        "Your company would be out: <seat:1> pays 3 for it. Poison Pill answers it."
    )


def test_a_debt_is_settled_with_what_the_assets_would_bring() -> None:
    game = meeting(round_number=12, levy="after round 8").in_play("Ada", "Office Tower", "Key Patent").accounts(Ada=2)
    assert below(game.end_turn("Ada").end_turn("Bob"), "Ada").startswith(
        "All your assets would bring 7, which is too little."
    )


def test_who_can_only_go_bankrupt_reads_why_they_are_asked() -> None:
    game = meeting(round_number=12, levy="after round 8").hand("Ada", "Intern").accounts(Ada=2)
    assert below(game.end_turn("Ada").end_turn("Bob"), "Ada").startswith(
        "You have no assets to sell. You are asked so that nobody learns your hand."
    )


def test_a_card_for_any_time_is_not_called_an_answer() -> None:
    game = meeting(THREE).hand("Ada", "Lawsuit").accounts(Bob=12).hand("Bob", "Networking Lunch")
    line = below(game.spy("Ada", "Lawsuit", at="Bob"), "Bob")
    assert "None of your cards stops it; you can still use Networking Lunch." in line
    assert "answers it" not in line


def test_a_hire_is_asked_about_with_what_it_brings() -> None:
    game = meeting(THREE).hand("Ada", "Programmer").accounts(Ada=20, Bob=20).hand("Bob", "Counter-Offer")
    assert below(game.hire("Ada", "Programmer"), "Bob").startswith(
        "It brings <seat:1> +3 each turn. Counter-Offer answers it."
    )


def test_who_holds_an_answer_reads_what_letting_it_pass_keeps() -> None:
    game = meeting(THREE).hand("Ada", "Lawsuit").accounts(Bob=12).hand("Bob", "Injunction")
    question = game.spy("Ada", "Lawsuit", at="Bob").question("Bob")
    assert isinstance(question, Choose)
    assert question.options[0].hint == "You keep your cards and points for later, and nobody learns that you hold them."
