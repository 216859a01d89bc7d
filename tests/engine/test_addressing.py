"""Texts that say both persons: their reader is addressed, and everybody else reads a name."""

from __future__ import annotations

import pytest

from bot.engine.addressing import address, address_if_paired, pair
from bot.engine.pages import with_names

SHARES = "<seat:2> <buys|buy> one share and <chooses|choose> the seller."


@pytest.mark.parametrize(
    ("text", "told", "read"),
    [
        (SHARES, "<seat:2> buys one share and chooses the seller.", "You buy one share and choose the seller."),
        (
            "<seat:3> <gives|give> <seat:2> a share and <directs|direct> it now.",
            "<seat:3> gives <seat:2> a share and directs it now.",
            "<seat:3> gives you a share and directs it now.",
        ),
        (
            "<seat:3> <pays|pay> 9; <seat:2> <gets|get> it.",
            "<seat:3> pays 9; <seat:2> gets it.",
            "<seat:3> pays 9; you get it.",
        ),
        (
            f"<seat:3> <takes|take> over <seat:2>, who {pair(2, 'is', 'are')} out.",
            "<seat:3> takes over <seat:2>, who is out.",
            "<seat:3> takes over you, who are out.",
        ),
        ("Round 3. Points: <seat:3> 4, <seat:2> 2.",) * 2 + ("Round 3. Points: <seat:3> 4, you 2.",),
        ("<seat:3> <hires|hire> <seat:2>'s Bank.", "<seat:3> hires <seat:2>'s Bank.", "<seat:3> hires your Bank."),
        ("<seat:2>'s Bank is full.", "<seat:2>'s Bank is full.", "Your Bank is full."),
        ("<seat:2> and <seat:3> win.\n<seat:2>: 9 VP",) * 2 + ("You and <seat:3> win.\nYou: 9 VP",),
        ("The game is over! <seat:2> <wins|win>.", "The game is over! <seat:2> wins.", "The game is over! You win."),
        ("<seat:22> <sells|sell> one.", "<seat:22> sells one.", "<seat:22> sells one."),
        ("Andrew <builds|build> in Reno.", "Andrew builds in Reno.", "Andrew builds in Reno."),
    ],
)
def test_a_seat_reads_you_where_everybody_else_reads_its_name(text: str, told: str, read: str) -> None:
    assert address(text, 2) == read
    assert address(text, None) == told


@pytest.mark.parametrize("hostile", ["<x|y>", "<seat:2>", "<seat:1|a|b>", "{x|y}", "<buys|buy>"])
def test_a_players_name_is_never_read_as_markup(hostile: str) -> None:
    assert with_names(SHARES, lambda _: hostile) == f"{hostile} buys one share and chooses the seller."
    assert with_names(address(SHARES, 3), lambda _: hostile) == f"{hostile} buys one share and chooses the seller."


def test_a_text_that_was_decided_stays_as_it_is() -> None:
    read = address(SHARES, 2)
    assert address(read, 2) == read


def test_a_seat_that_is_called_by_name_keeps_it() -> None:
    assert address("What do you do, <seat:1>?", 1) == "What do you do, <seat:1>?"
    assert address("It is over, thanks to <seat:1>!", 1) == "It is over, thanks to you!"


def test_a_stored_text_without_pairs_stays_in_the_third_person() -> None:
    assert address_if_paired("<seat:1> has their seat back.", 1) == "<seat:1> has their seat back."
    assert address_if_paired("<seat:1> <has their|have your> seat back.", 1) == "You have your seat back."
