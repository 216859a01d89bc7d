"""The line below a question's heading, which each of our own games says for every question."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.engine.addressing import address
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.engine.words import MAX_LINE_CHARS, MAX_LINE_WORDS, fit_sentences, fits_on_line, format_leader
from bot.games import OURS
from bot.testing.random_games import GAMES, MANY, Case, list_option_sets, play_bot_game
from bot.testing.thorough import mark_thorough


def describe(case: Case, table: Table, seat: Seat, question: Question) -> str:
    """What this seat reads below the heading; it is checked that it is one short line, the same each time."""
    assert case.game.teaching.bears is not None
    view = case.game.view(table, seat)
    line = case.game.teaching.bears(view, question)
    assert line == case.game.teaching.bears(view, question)
    assert fits_on_line(line), line
    assert address(line, seat) == line, "it speaks to its own player from the beginning"
    return line


CASES = [
    Case(GAMES[key], list(GAMES[key].seats)[number % len(GAMES[key].seats)], options)
    for number in range(MANY)
    for key in OURS
    for options in list_option_sets(key)[number : number + 1]
]


@pytest.mark.parametrize("case", mark_thorough(CASES, quick=2 * len(OURS)), ids=repr)
def test_bots_are_asked_nothing_without_a_line_of_what_is_decisive(case: Case) -> None:
    for turn in play_bot_game(case, "bears"):
        for seat, question in play.list_questions(turn.after).items():
            assert describe(case, turn.after, seat, question), f"nothing is said below “{question.prompt}”"


def test_of_several_sentences_those_that_fit_are_said_in_their_order() -> None:
    long = "So many words that no other sentence of the same length fits behind this one."
    assert fit_sentences(["You have $48.", "", long, long, "Ann leads."]) == f"You have $48. {long} Ann leads."
    assert fit_sentences([long, (f"{long} {long}", "It is short."), "Nobody leads here."]) == f"{long} It is short."
    assert fit_sentences([]) == ""


@pytest.mark.parametrize("count", [MAX_LINE_WORDS, MAX_LINE_WORDS + 1])
def test_a_line_has_only_so_many_words(count: int) -> None:
    assert fits_on_line(" ".join(["word"] * count)) == (count <= MAX_LINE_WORDS)


@pytest.mark.parametrize("count", [MAX_LINE_CHARS, MAX_LINE_CHARS + 1])
def test_a_line_has_only_so_many_characters(count: int) -> None:
    assert fits_on_line("W" * count) == (count <= MAX_LINE_CHARS)


def test_a_name_that_is_not_known_yet_is_taken_for_a_long_one() -> None:
    assert fits_on_line(f"{'W' * 100}<seat:12>")
    assert not fits_on_line(f"{'W' * 110}<seat:12>")


@pytest.mark.parametrize(
    ("totals", "words"),
    [
        ({1: 5, 2: 3, 3: 4}, ["You lead with $5, <seat:3> has $4.", "You lead with $5."]),
        ({1: 3, 2: 5, 3: 4}, ["<seat:2> leads with $5, you have $3.", "<seat:2> leads with $5."]),
        ({1: 5, 2: 5, 3: 4}, ["You and <seat:2> lead with $5."]),
        ({1: 3, 2: 5, 3: 5}, []),
        ({1: 5, 2: 5}, []),
        ({1: 5, 2: None, 3: 4}, []),
        ({2: 5, 3: 4}, ["<seat:2> leads with $5.", "<seat:2> leads with $5."]),
        ({1: 5}, []),
    ],
)
def test_who_leads_is_said_where_it_is_one(totals: dict[Seat, int | None], words: list[str]) -> None:
    assert list(format_leader(1, totals, lambda total: f"${total}")) == words
