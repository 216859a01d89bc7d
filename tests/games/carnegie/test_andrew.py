"""The solo game: Andrew's actions, and the moves of his card."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.games.carnegie.components import BOX, END_BOX, NEUTRAL, Row
from bot.games.carnegie.rules.andrew import act
from bot.games.carnegie.rules.pieces import Disk
from tests.games.carnegie.dealing import office


def shifted(steps: int, box: int, ends: Sequence[int] = ()) -> int:
    """Let Andrew move this number of steps on a track from this box; return the distance his card moves."""
    table = office("Ann").table
    assert table.andrew is not None
    card = next(card for card in BOX.solo.cards if card.steps == steps)
    table.andrew.card, table.andrew.column = card.id, 0
    table.andrew.tracks[card.region], table.ends[card.region] = box, list(ends)
    act(table, table.andrew, "rd")
    return table.andrew.column


def test_andrews_card_moves_one_space_for_each_step_that_he_cannot_do() -> None:
    """Each thing that he cannot do moves it, so several steps move it several spaces."""
    assert shifted(3, END_BOX) == 3
    assert shifted(3, END_BOX - 1) == 2, "the first step brings him into the last box"
    assert shifted(3, END_BOX - 2, ends=[1]) == 2, "somebody is in the last box"
    assert shifted(3, 0) == 0


@pytest.mark.parametrize("row", ["construction", "management"])
def test_andrews_card_moves_one_space_for_each_city_and_each_tile_that_he_cannot_have(row: Row) -> None:
    table = office("Ann").table
    assert table.andrew is not None
    card = next(card for card in BOX.solo.cards if len(card.cities) == 2 and len(card.departments) == 2)
    table.andrew.card, table.display = card.id, []
    for city in card.cities:
        table.spaces[city] = [Disk(owner=NEUTRAL) for _ in table.spaces[city]]
    act(table, table.andrew, row)
    assert table.andrew.column == 2
