"""What others know of a hand, another deal of it, and counted and listed things."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.engine import hidden_hands
from bot.engine.chance import Chance
from bot.engine.words import format_count, format_list, format_seats

HAND = ["buy", "buy", "hire"]
DECK = ["buy", "activate", "activate", "obstacle"]


def test_what_is_shown_everybody_knows_also_who_knows_more() -> None:
    known: dict[int, list[str]] = {2: ["hire"]}
    hidden_hands.show_cards(known, ["buy"])
    assert known == {hidden_hands.EVERYBODY: ["buy"], 2: ["hire", "buy"]}
    assert hidden_hands.list_known_cards(known, 2) == ["hire", "buy"]
    assert hidden_hands.list_known_cards(known, 3) == hidden_hands.list_known_cards(known, None) == ["buy"]


def test_a_card_that_leaves_is_known_no_longer() -> None:
    known = {hidden_hands.EVERYBODY: ["buy"], 2: ["buy", "buy"]}
    hidden_hands.forget_card(known, "buy")
    assert known == {hidden_hands.EVERYBODY: [], 2: ["buy"]}


def test_an_audit_finds_who_knows_what_is_not_there() -> None:
    assert not list(hidden_hands.find_unheld_cards({2: ["buy", "buy"]}, HAND))
    (wrong,) = hidden_hands.find_unheld_cards({1: ["hire"], 2: ["hire", "hire"]}, HAND)
    assert wrong.startswith("2 knows")


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_another_deal_keeps_what_is_seen_and_lacks_what_is_known_to_be_lacking(seed: str) -> None:
    hand, deck = hidden_hands.resample_hand(HAND, DECK, ["hire"], Chance(seed=seed), lacks=["activate"])
    assert Counter([*hand, *deck]) == Counter([*HAND, *DECK])
    assert len(hand) == 3
    assert "hire" in hand
    assert "activate" not in hand


def test_deals_differ() -> None:
    assert len({tuple(sorted(hidden_hands.resample_hand(HAND, DECK, [], Chance(seed=s))[0])) for s in "abcdef"}) > 1


def test_others_know_as_many_cards_of_the_new_hand_and_the_viewer_the_same() -> None:
    known = {hidden_hands.EVERYBODY: ["buy"], 2: ["buy", "hire"], 3: ["buy", "hire"]}
    hidden_hands.resample_knowledge(known, ["buy", "activate", "activate"], 2, Chance(seed="anew"))
    assert known == {hidden_hands.EVERYBODY: ["buy"], 2: ["buy", "hire"], 3: ["buy", "activate"]}


def test_counted_and_listed_things() -> None:
    assert [format_list([]), format_list([], "nobody"), format_list("a"), format_list("ab"), format_list("abc")] == [
        *("", "nobody", "a", "a and b", "a, b and c")
    ]
    assert [format_count(1, "card"), format_count(0, "card"), format_count(2, "company", "companies")] == [
        *("1 card", "0 cards", "2 companies")
    ]
    assert [format_seats([]), format_seats([2, 1])] == ["nobody", "<seat:2> and <seat:1>"]
