"""Sentences that every game needs: no repetition, and no omission."""

from __future__ import annotations

import pytest

from bot.engine.words import MAX_FACTS_CHARS, MAX_FACTS_WORDS, format_change, list_fitting_facts


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


def test_of_the_versions_of_a_line_in_small_print_those_that_fit_are_kept_each_shorter_than_the_last() -> None:
    words, letters = "a " * (MAX_FACTS_WORDS + 1), "a" * (MAX_FACTS_CHARS + 1)
    longest = letters[1:]
    assert list_fitting_facts([words, letters, "", longest, "as long", "as much", "less"]) == [
        longest,
        "as long",
        "less",
    ]
