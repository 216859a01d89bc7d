"""Facts above a question: own goods, effects of a play, and public knowledge about possible targets."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.engine.questions import Choose
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.components import BOX
from bot.games.corporate_espionage.news import EspionageAnnounced
from bot.games.corporate_espionage.rules.effects import AnyPassive
from bot.games.corporate_espionage.rules.in_words import in_brief
from bot.host.table.lessons import play_lesson
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting


def above(game: Evening, name: str) -> list[str]:
    assert GAME.teaching.at_hand is not None
    return list(GAME.teaching.at_hand(game.view(name), game.question(name)))


def test_the_aim_says_when_the_game_ends() -> None:
    assert GAME.teaching.aim is not None
    words = GAME.teaching.aim(meeting(levy="as preset").view("Ada"))
    assert words.startswith(
        "be the last company standing; one that cannot pay a debt, or that a richer one buys, is out"
    )
    assert "From the end of round 9 on, everybody pays a growing levy" in words
    assert "levy" not in GAME.teaching.aim(meeting(levy="off").view("Ada"))
    assert GAME.teaching.aim(meeting(preset="league").view("Ada")).startswith(
        "have the highest net worth after round 10, or be"
    )


def test_the_practice_comes_to_an_attack_that_can_be_answered_and_to_one_of_ones_own() -> None:
    """The hirer of the Programmer sees Ada poach it, and stops her."""
    begun = play_lesson(GAME, [])
    assert isinstance(begun.question, Choose)
    answers = [[str([option.label for option in begun.question.options].index("Hire Programmer for 5"))]]
    wanted = ["End my turn", "Injunction (costs 3)", "Let it pass"]
    for label in wanted:
        asked = play_lesson(GAME, answers).question
        assert isinstance(asked, Choose)
        answers.append([str([option.label for option in asked.options].index(label))])
    here = play_lesson(GAME, answers)
    assert here.question is not None
    assert here.kind == "actions"
    (attack,) = [news for news in play_lesson(GAME, answers[:2]).news if isinstance(news, EspionageAnnounced)]
    assert (attack.card, attack.named) == ("Poach", "Programmer")
    done = play_lesson(GAME, [*answers, ["o", "0"]])
    assert [news.card for news in done.news if isinstance(news, EspionageAnnounced)] == ["Patent Troll"]
    assert done.lesson.answers == len(answers) + 2


def test_the_words_for_what_one_has_are_explained_in_the_first_round_only() -> None:
    game = meeting(round_number=1)
    for words in ("your cards bring their income and cost their overhead", "Your net worth is your points and"):
        assert any(words in line for line in above(game, "Ada"))
    later = meeting(round_number=2)
    assert not any("Your net worth is" in line for line in above(later, "Ada"))


def test_what_one_has() -> None:
    game = meeting().in_play("Ada", "Programmer", "Office Tower").accounts(Ada=1)
    assert above(game, "Ada")[0] == "You have 1 point, +5 each turn (7 income, 2 overhead); net worth 14."
    assert GAME.wording.worth is not None
    assert GAME.wording.worth(game.view("Ada")) == 14


@pytest.mark.parametrize(
    ("account", "assets", "words"),
    [
        (12, (), "Let it pass, and you lose 5: 7 points left."),
        (3, ("Office Tower",), "Let it pass, and you lose 5: 2 in debt, for which you must sell assets "),
        (3, ("Firewall",), "Let it pass, and you lose 5: 2 in debt, and all your assets bring only 1: "),
        (12, ("Insurance Policy",), "Let it pass, and you lose 3: 9 points left."),
    ],
)
def test_what_an_attack_would_take(account: int, assets: tuple[str, ...], words: str) -> None:
    game = meeting(THREE).hand("Ada", "Lawsuit").in_play("Bob", "Intern", "Intern", *assets).accounts(Bob=account)
    game.hand("Bob", "Injunction").spy("Ada", "Lawsuit", at="Bob")
    assert any(line.startswith(words) for line in above(game, "Bob")), above(game, "Bob")
    assert "Target loses 1 plus 2 per card in its team" in game.question("Bob").help


def test_what_a_takeover_would_do() -> None:
    game = meeting(THREE).accounts(Ada=60, Bob=2).in_play("Bob", "Intern").hand("Bob", "Poison Pill")
    game.take_over("Ada", "Bob")
    assert above(game, "Bob")[-1] == (
        "Let it pass, and your company is out: <seat:1> pays your net worth of 3 and has 57 left."
    )


def test_what_is_known_of_those_who_can_be_attacked() -> None:
    """Only where somebody can be: in a round of peace, or without espionage in hand, it bears on nothing."""
    game = meeting(THREE, levy="after round 8").hand("Ada", "Lawsuit", "Wiretap").hand("Cid", "Scapegoat")
    game.in_play("Bob", "Sales Rep", "Firewall", "Legal Retainer").accounts(Bob=6)
    game.spy("Ada", "Wiretap", at="Cid").all_pass()
    game.hand("Cid", "Founder")
    game.table.let_see_hand(3, 1)
    assert above(game, "Ada")[1:] == [
        "The levy at the end of this round: everybody loses 1.",
        "<seat:2>: 6 points, team of 1, 2 assets, Firewall (no cyber espionage), Legal Retainer (legal losses -4).",
        "<seat:3>: 20 points, no team, no assets, holds Founder.",
    ]
    assert len(above(meeting(THREE).in_play("Bob", "Firewall"), "Ada")) == 1


def test_what_all_assets_would_bring_in_a_debt() -> None:
    game = meeting(round_number=12, levy="after round 8").in_play("Ada", "Office Tower", "Key Patent").accounts(Ada=2)
    game.end_turn("Ada").end_turn("Bob")
    assert above(game, "Ada")[-1] == "All your assets would bring 7."


def test_every_card_that_does_something_says_it_in_a_few_words() -> None:
    for card in BOX.cards:
        assert bool(in_brief(card)) == bool(card.passives), card.name
        assert len(in_brief(card)) <= 50, card.name
    kinds = {passive.kind for card in BOX.cards for passive in card.passives}
    assert kinds == {kind.model_fields["kind"].default for kind in get_args(get_args(AnyPassive)[0])}
