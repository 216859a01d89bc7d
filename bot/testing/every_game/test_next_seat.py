"""The seat whose turn follows depends on public facts alone."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.testing.random_games import TABLES, Case, sample_positions


def says_who_is_next(case: object) -> bool:
    turns = case.game.play_ahead.turns if isinstance(case, Case) else None
    return turns is not None and turns.next_seat is not None


@pytest.mark.parametrize("case", [case for case in TABLES if says_who_is_next(case.values[0])])
def test_who_is_next_follows_from_public_facts(case: Case) -> None:
    turns = case.game.play_ahead.turns
    assert turns is not None
    assert turns.next_seat is not None
    for turn in sample_positions(case, "next", 30):
        if turn.before.outcome is not None or turn.before.agenda[0].waiting_is_secret:
            continue
        seat = turns.next_seat(turn.before)
        assert seat is None or seat in turn.before.seats
        for reader in (None, *play.list_asked_seats(turn.before)):
            twin = case.game.redeal(turn.before, reader, Chance(seed="twin"))
            assert turns.next_seat(twin) == seat
