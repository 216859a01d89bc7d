"""What a text says of its reader, said to them."""

from __future__ import annotations

import pytest

from bot.engine.second_person import rewrite_for_player


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ("<seat:2> buys one Amber share at $9.", "You buy one Amber share at $9."),
        (
            "<seat:2> begins in St. Louis and reserves Engineering.",
            "You begin in St. Louis and reserve Engineering.",
        ),
        ("<seat:2> has $9; <seat:3> has $4; <seat:2> gets it.", "You have $9; <seat:3> has $4; you get it."),
        ("Round 3. Points: <seat:3> 4, <seat:2> 2.", "Round 3. Points: <seat:3> 4, you 2."),
        ("<seat:3> hires <seat:2>'s Bank for 1 Steel.", "<seat:3> hires your Bank for 1 Steel."),
        ("<seat:3> gives <seat:2> a share and directs it now.", "<seat:3> gives you a share and directs it now."),
        ("<seat:2>'s Bank is full.", "Your Bank is full."),
        ("<seat:2> and <seat:3> share the victory.", "You and <seat:3> share the victory."),
        ("The game is over: <seat:2> wins.\n<seat:2>: 9 VP", "The game is over: you win.\nYou: 9 VP"),
        ("<seat:2>: no income in its next turn.", "You: no income in your next turn."),
        ("<seat:2> undid their last move.", "You undid your last move."),
        ("<seat:3> pays 9 and takes over <seat:2>, who is out.", "<seat:3> pays 9 and takes over you, who are out."),
        ("<seat:2> sells shares and derivatives.", "You sell shares and derivatives."),
        ("What do you do, <seat:2>?", "What do you do, <seat:2>?"),
        ("<seat:22> sells one share.", "<seat:22> sells one share."),
    ],
)
def test_a_seat_reads_you_where_everybody_else_reads_its_name(told: str, read: str) -> None:
    assert rewrite_for_player(told, 2) == read


def test_a_spectator_reads_names_only() -> None:
    assert rewrite_for_player("<seat:2> buys one share.", None) == "<seat:2> buys one share."
