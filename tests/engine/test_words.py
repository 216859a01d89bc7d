"""Sentences that every game needs: no repetition, and no omission."""

from __future__ import annotations

import pytest

from bot.engine.words import format_change


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        ("net worth 24", "net worth 27", "net worth 24 → 27"),
        ("$204", "$227", "$204 → $227"),
        ("0 points", "1 point", "0 points → 1 point"),
        ("net worth 24", "net worth 24", "net worth 24 → 24"),
        ("0 points", "0 points", "0 points → 0 points"),
    ],
)
def test_what_stands_before_an_amount_is_said_once(before: str, now: str, words: str) -> None:
    assert format_change(before, now) == words
