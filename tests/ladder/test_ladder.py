"""The simple strategies play by the rules, and the page has all of them."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.engine.questions import Choose, Option
from bot.engine.thinking import FittedChances, Thinking
from bot.games import OURS
from bot.games.briefcase.moves import DrawExtra
from bot.testing.thorough import mark_thorough
from tests.ladder.__main__ import TARGET, document, rungs, shared_out, whole_rounds, write
from tests.ladder.rungs import (
    BOT,
    EASY,
    RANDOM,
    SEATS,
    SIMPLE,
    STRONG,
    Result,
    Rung,
    Standing,
    played,
    strategies,
    wilson,
)
from tests.ladder.strategies import only
from tests.ladder.truth import TITLE
from tests.measured import chapters_of


def results(rung: Rung, number: int) -> tuple[float, int, float, int]:
    """What follows from the deal and the strategy, without how long it took."""
    one = played(rung, number, "a test")
    return one.won, one.points, one.points_of_bots, one.answers


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "strategy"), [(key, name) for key, simple in SIMPLE.items() for name in simple])
def test_a_strategy_plays_by_the_rules_and_takes_chance_only_from_what_it_is_given(key: str, strategy: str) -> None:
    """An illegal move of it is an error."""
    state = random.getstate()
    once = results(Rung(key, 2, strategy), 0)
    assert random.getstate() == state
    assert results(Rung(key, 2, strategy), 0) == once


@pytest.mark.parametrize("key", mark_thorough(OURS))
def test_a_strategy_with_a_name_of_its_own_does_something_else_than_the_bot(key: str) -> None:
    """With four seats, in two games at most: else it would be the bot under another name."""
    bot = [results(Rung(key, 4, "the bot"), number) for number in range(2)]
    for strategy in SIMPLE[key]:
        if strategy != "always pays out":  # as the bot nearly always does
            assert [results(Rung(key, 4, strategy), number) for number in range(2)] != bot, strategy


def test_another_box_says_how_bots_think_also_where_they_do_not_yet() -> None:
    little = Thinking(worlds=1, first=1, plans=2, answers=1, sure=0.0, judge=FittedChances())
    box = OURS["goodwill"].box.model_copy(update={"strong": little})
    assert STRONG in strategies("goodwill", box)
    thinks = played(Rung("goodwill", 2, STRONG), 0, "a test", box=box)
    does_not = played(Rung("goodwill", 2, BOT), 0, "a test")
    assert thinks.points != does_not.points


def test_every_game_has_simple_strategies_beside_chance_and_the_bot() -> None:
    for key in OURS:
        assert len(SIMPLE[key]) >= 3, f"tests/ladder has too few of {key}"
        assert set(strategies(key)) == {
            RANDOM,
            *SIMPLE[key],
            EASY,
            "the bot",
            *([STRONG] if OURS[key].box.strong else []),
        }


@pytest.mark.thorough
def test_two_games_of_each_are_played_and_every_strategy_has_its_row(tmp_path: Path) -> None:
    target = tmp_path / "opponents.md"
    counts = {rung: whole_rounds(2, rung.players) for rung in rungs(["goodwill"])}
    with ThreadPoolExecutor(1) as pool:
        write(["goodwill"], counts, "a test", pool, target)
    rows = [line for line in target.read_text("utf-8").splitlines() if line.startswith("| ")]
    for strategy in strategies("goodwill"):
        assert [row.split(" | ")[1] for row in rows if row.startswith(f"| {strategy} |")] == ["2", "4"], strategy


def test_one_game_is_played_anew_and_the_others_stay_as_they_are(tmp_path: Path) -> None:
    target = tmp_path / "opponents.md"
    old = {"Goodwill": "## Goodwill\n\nold\n", "Carnegie": "## Carnegie\n\nas it was\n"}
    target.write_text(document(old), "utf-8")
    counts = {Rung("goodwill", players, RANDOM): players for players in SEATS}
    with ThreadPoolExecutor(1) as pool:
        write(["goodwill"], counts, "a test", pool, target)
    chapters = chapters_of(target.read_text("utf-8"))
    assert [*chapters] == ["Goodwill", "Carnegie", TITLE]
    assert chapters["Carnegie"] == old["Carnegie"]
    assert "old" not in chapters["Goodwill"]


@pytest.mark.thorough
def test_one_row_is_played_anew_and_the_others_stay_as_they_are(tmp_path: Path) -> None:
    target = tmp_path / "opponents.md"
    rest = {Rung("goodwill", players, name): players for players in SEATS for name in (RANDOM, "the bot")}
    easy = {Rung("goodwill", players, EASY): players for players in SEATS}
    with ThreadPoolExecutor(1) as pool:
        write(["goodwill"], rest, "a test", pool, target)
        before = target.read_text("utf-8")
        for _ in range(2):
            write(["goodwill"], easy, "a test", pool, target, rows=True)
    lines = target.read_text("utf-8").splitlines()
    rows = [line for line in lines if line.startswith(f"| {EASY} |")]
    assert len(rows) == len(SEATS)
    assert [line for line in lines if line not in rows] == before.splitlines()
    assert all(lines[lines.index(row) + 1].startswith("| the bot |") for row in rows)


def test_the_page_has_every_strategy_of_every_game_as_the_command_writes_it() -> None:
    text = TARGET.read_text("utf-8")
    chapters = chapters_of(text)
    assert [*chapters] == [*(game.title for game in OURS.values()), TITLE]
    assert document(chapters) == text
    for key, game in OURS.items():
        for strategy in strategies(key):
            tables = range(1, 3) if strategy == STRONG else (len(SEATS),)  # it takes long: not with all seats yet
            assert chapters[game.title].count(f"| {strategy} |") in tables, strategy


def test_dear_games_are_played_less_often_and_all_together_fit_into_the_time() -> None:
    cheap, dear = Rung("goodwill", 2, RANDOM), Rung("carnegie", 4, RANDOM)
    counts = shared_out({cheap: 0.1, dear: 0.9}, seconds=120)
    assert counts == {cheap: 300, dear: 100}


def test_each_seat_is_taken_equally_often() -> None:
    assert [whole_rounds(games, 4) for games in (1, 4, 5, 7)] == [4, 4, 4, 8]


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1)]
)
def test_the_interval_is_wilsons(won: float, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=1e-4)


def test_better_or_worse_is_said_only_where_luck_does_not_explain_it() -> None:
    def said(won: float) -> str:
        games = [Result(won, 1, 1, 1, 1)] * 100
        return Standing.of(Rung("goodwill", 4, RANDOM), games).against_the_bot

    assert [said(0), said(0.2), said(0.25), said(0.3), said(1)] == ["worse", "", "", "", "better"]


def test_a_bot_is_left_the_answers_that_are_wanted_and_all_where_there_are_none() -> None:
    moves = [DrawExtra(company="a"), DrawExtra(company="b")]
    question = Choose(prompt="Which?", rule="", options=tuple(Option(move, "") for move in moves))
    fewer = only(question, lambda move: move == moves[1])
    assert isinstance(fewer, Choose)
    assert fewer.moves == moves[1:]
    assert only(question, lambda move: False) == question
