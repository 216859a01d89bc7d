"""What people read of the game: whole sentences in the rulebook's words, with what it was about and why."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.engine import play
from bot.engine.news_text import format_news
from bot.engine.questions import Choose
from bot.engine.records import News
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.at_hand import at_hand
from bot.games.corporate_espionage.components import BOX
from bot.games.corporate_espionage.example import ANN, BOB, EXAMPLE
from bot.games.corporate_espionage.moves import Accept, Lend, Points, Refuse, Trade, TradeAnyCard, Turns
from bot.games.corporate_espionage.news import (
    CardLeft,
    EmbargoDecided,
    GameOpened,
    PlayCancelled,
    RoundBegan,
    SavvyUsed,
    Standing,
    StatusPut,
)
from bot.games.corporate_espionage.orders import CardOrder, describe
from bot.games.corporate_espionage.rules.in_words import mode_words, plainly
from bot.games.corporate_espionage.text import hand
from bot.testing.random_games import Case, format_page_lines, list_option_sets, list_words, sample_positions
from tests.games.corporate_espionage.dealing import THREE, meeting

STANDS = Standing(account=9, worth=12)
HIDDEN = Standing(account=None, worth=None)


def said(news: News) -> str:
    return format_news(GAME, news, None)


def test_the_example_of_the_rulebook_comes_out_as_it_is_told() -> None:
    chapter = next(one.text for one in GAME.rulebook if one.title == EXAMPLE.chapter)
    words, table = " ".join(chapter.split()), EXAMPLE.played()
    table.audit()
    ann, bob = table.companies[ANN], table.companies[BOB]
    assert f"*Ann: {ann.account}, Bob: {bob.account}.*" in words
    assert f"Ann's net worth is {table.worth(ANN)}" in words
    assert (len(ann.hand), "with one card in her hand" in words) == (1, True)


def test_the_rulebook_tells_which_cards_stop_which_kind_of_espionage() -> None:
    chapter = next(one.text for one in GAME.rulebook if one.title == "Espionage")
    rows = {row.split(" | ")[0].strip("| "): row for row in chapter.splitlines() if row.startswith("| ")}
    for kind in {card.tag for card in BOX.cards if card.tag}:
        stops = {card for card, tags in BOX.guards.items() if kind in tags}
        assert all(BOX.card[card].name in rows[kind.capitalize()] for card in stops), kind


def test_what_a_savvy_card_does_is_said_with_its_nouns() -> None:
    does = {
        card.name: [plainly(mode_words(mode.ops)) for mode in card.modes] for card in BOX.cards if card.type == "savvy"
    }
    assert does == {
        "Injunction": ["cancel it"],
        "Counter-Intelligence": ["cancel it; its player loses 2 points"],
        "Loophole": ["cancel it"],
        "Bridge Loan": ["gain 6 points"],
        "Counter-Offer": ["cancel it"],
        "Poison Pill": ["cancel it; its player loses 6 points", "gain 3 points"],
        "Scapegoat": ["send it to another target"],
        "Networking Lunch": ["draw 2 cards"],
    }


def test_savvy_that_is_used_meanwhile_is_not_said_to_answer_the_play() -> None:
    """CE-15: it gains its points all the same."""
    game = meeting(THREE, reactions="everyone").hand("Ada", "Price War").hand("Bob", "Bridge Loan", "Loophole")
    game.hand("Cid", "Loophole").accounts(Ada=20, Bob=20, Cid=20).spy("Ada", "Price War")
    game.respond("Bob", "Bridge Loan").let_pass("Cid")
    assert game.question("Cid").prompt == "<seat:2> uses Bridge Loan: gain 6 points. Respond?"


def test_a_play_is_named_after_its_company() -> None:
    used = SavvyUsed(
        company=2, card="Counter-Intelligence", text="cancel, it loses 2", cost=3, answers="Union Drive", of=1
    )
    assert said(used) == (
        "<seat:2> answers <seat:1>'s Union Drive with Counter-Intelligence for 3: cancel it; its player loses 2 points."
    )
    assert said(PlayCancelled(company=1, card="Intern", back_in_hand=True, refund=1)) == (
        "<seat:1>'s Intern is cancelled; <seat:1> gets the card and 1 point back."
    )
    assert said(StatusPut(company=1, status="overhead_plus", amount=4, turns=3)) == (
        "<seat:1>: 4 more overhead in its next 3 turns."
    )


def test_a_card_that_leaves_says_why() -> None:
    why = {
        left: said(CardLeft.model_validate({"company": 1, "card": "Intern", "why": left}))
        for left in ("fired", "fired by espionage", "too expensive", "no place")
    }
    assert why == {
        "fired": "<seat:1> fires Intern.",
        "fired by espionage": "<seat:1>'s Intern is fired.",
        "too expensive": "<seat:1> can no longer afford Intern.",
        "no place": "<seat:1> has no room for Intern.",
    }


def test_hidden_accounts_are_named_once_where_a_round_begins() -> None:
    some = RoundBegan(round=3, standings={1: STANDS, 2: HIDDEN, 3: HIDDEN})
    assert said(some) == "Round 3. <seat:1> 9 points, worth 12; hidden: <seat:2> and <seat:3>."
    assert said(RoundBegan(round=4, standings={1: HIDDEN, 2: HIDDEN})) == "Round 4. All accounts are hidden."


def test_what_was_agreed_reads_as_one_says_it() -> None:
    opened = GameOpened(first=1, points={1: 20, 2: 20}, agreed=["preset quick", "trading: yes", "first draw: no"])
    assert said(opened).endswith("Agreed: preset quick; trading; no first draw.")


def test_an_embargo_that_fails_says_what_it_lacked() -> None:
    votes = {1: True, 2: False, 3: False}
    assert said(EmbargoDecided(target=4, votes=votes, passed=False, last_round=9)) == (
        "The embargo against <seat:4> fails: 1 of 3 in favour (<seat:1>), and it takes more than half."
    )
    votes = {1: True, 2: True, 3: False}
    assert said(EmbargoDecided(target=4, votes=votes, passed=True, last_round=9)) == (
        "The embargo against <seat:4> holds through round 9: 2 of 3 in favour (<seat:1> and <seat:2>)."
    )


def test_an_offer_for_any_card_is_asked_in_one_sentence() -> None:
    game = meeting(THREE, trading=True).hand("Bob", "Intern").accounts(Ada=20)
    game.announce("Ada", Trade(partner=2, selling=False), Points(points=11), TradeAnyCard())
    assert game.question("Bob").prompt == "<seat:1> offers 11 points for a card of yours. Agree?"
    assert game.question("Bob").is_legal(Accept(card=game.card_id("Intern")))


def test_a_loan_says_what_is_due_back_and_when() -> None:
    game = meeting(THREE, loans=True).accounts(Ada=20)
    game.announce("Ada", Lend(partner=2, lending=True), Points(points=5), Points(points=8), Turns(turns=2))
    question = game.question("Bob")
    assert question.prompt == "<seat:1> offers you a loan of 5 points. Agree?"
    assert isinstance(question, Choose)
    hints = {option.label: option.hint for option in question.options}
    assert hints["Accept"] == "8 due back at your Expenses in 2 turns."
    game.do("Bob", Refuse())
    assert "<seat:2> refuses <seat:1>'s offer." in game.read_by(None)


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ({"against": "hire"}, "when an opponent hires anyone"),
        ({"against": "hire", "executive": True}, "when an opponent hires an executive"),
        ({"against": "hire", "least": 3}, "when an opponent hires anyone for 3 or more"),
        ({"against": "hire", "by": 2}, "when <seat:2> hires anyone"),
        ({"against": "purchase"}, "when an opponent purchases an asset"),
        ({"against": "savvy"}, "when an opponent uses savvy"),
        ({"against": "savvy", "own": True}, "when savvy answers my play"),
        ({"against": "takeover"}, "against a takeover of my company"),
    ],
)
def test_when_a_card_that_was_laid_ready_is_used(case: dict[str, object], words: str) -> None:
    order = CardOrder.model_validate({"card": "SV05", "name": "Counter-Offer", "mode": 0, **case})
    assert describe(order) == f"Use Counter-Offer {words}."


def test_equal_cards_in_play_say_that_their_numbers_are_of_each() -> None:
    game = meeting(THREE).in_play("Bob", "Sales Rep", "Sales Rep", "Temp Worker", "Night Watchman")
    board = game.board(None)
    assert "Sales Rep x2 (each cost 3, +2)" in board
    assert "Night Watchman (cost 2, no physical espionage)" in board, "what nets nothing says nothing of it"


STRAY = re.compile(
    r"[,.;:]\s*[,.;:]|\s[,.;:!?]|\(\s*\)|  |(?<!\d)[+-]0\b|\b1 (points|cards|turns|companies)\b|<seat:\d+>'s The "
)
"""What no text may have: two marks in a row, a blank before one, empty brackets, a sign before nothing, "1 points"."""


def read(case: Case) -> Iterator[str]:
    """Yield all that anybody reads at many moments of a game."""
    for turn in sample_positions(case, "texts", 25):
        for seat in turn.after.seats:
            view = case.game.view(turn.after, seat)
            yield from format_page_lines(case.game.page(view))
            yield from format_page_lines(hand(view))
            yield from (format_news(case.game, piece.news, seat) for piece in turn.played.told)
            if (question := play.find_question(turn.after, seat)) is not None:
                yield from (*list_words(question), *at_hand(view, question))


@pytest.mark.parametrize("number", range(4))
def test_no_text_has_stray_marks_or_a_wrong_plural(number: int) -> None:
    case = Case(GAME, 2 + number, list_option_sets(GAME.key)[number])
    assert [text for text in read(case) if STRAY.search(text)] == []
