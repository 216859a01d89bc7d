"""What strong bots change in the steady answers of first turns is judged again, and they think no longer than said."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest

from bot.engine import play
from bot.engine.records import Move, Seat
from bot.engine.search import Worlds, evaluate_table, play_out
from bot.engine.table import Table
from bot.engine.thinking import Lead, Thinking
from bot.games import OURS
from bot.testing.random_games import Case, build_random
from tests.ladder.__main__ import HEAD
from tests.ladder.rungs import SEATS
from tests.ladder.thoughts import measure_thought, sample_thoughts
from tests.measured import as_a_table_begins

STRONG = [key for key, game in OURS.items() if game.box.strong is not None]
LEADS = {"goodwill": 30.0, "briefcase": 5.0, "big-shoulders": 500.0, "carnegie": 20.0}
"""A lead that makes winning e times as likely as losing; other than a search, a judge here looks at whole games."""
AGAIN = 8
"""Whole games from other worlds than those of the thought, with each answer."""


def limit_playouts(how: Thinking) -> int:
    """Return the most playouts of a thought: each round keeps half of the candidates, and the plain answer."""
    alive, at, played, upto = how.plans, 0, 0, min(how.first, how.worlds)
    while True:
        played, at = played + alive * (upto - at), upto
        if upto >= how.worlds:
            return played + 2 * (how.confirm or 0)
        alive, upto = (alive + 1) // 2 + 1, min(how.worlds, 2 * upto)


def judge_again(key: str, table: Table, seat: Seat, moves: tuple[Move, Move]) -> list[float]:
    """Return the advantage of the second move in each of several other worlds, played to the end."""
    game, found = OURS[key], []
    worlds = Worlds(game, table, seat)
    for number in range(AGAIN):
        truth = worlds.deal_world(number, "judged again")
        ends = [play_out(game, truth, seat, move, f"judged again {number}") for move in moves]
        usual, other = (evaluate_table(game, Lead(scale=LEADS[key]), end, seat) for end in ends)
        found.append(other - usual)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("key", STRONG)
def test_first_answers_that_a_strong_bot_changes_are_not_worse_when_they_are_judged_again(key: str) -> None:
    """In whole games between two, from worlds that the thought did not sample."""
    game, gains = OURS[key], list[float]()
    for deal in range(2):
        table, random = Case(game, 2, as_a_table_begins(game)).begin(f"first turns {deal}").table, build_random(deal)
        thoughts = 0
        while thoughts < 3:
            seat = play.list_asked_seats(table)[0]
            question = play.find_question(table, seat)
            assert question is not None
            if question.is_free:
                thoughts += 1
                found = measure_thought(game, table, seat, thoughts, f"{deal}").thought
                if found.move != found.plain:
                    gains += judge_again(key, table, seat, (found.plain, found.move))
            play.play_here(table, seat, game.choose(game.view(table, seat), question, random))
    if gains:
        assert fmean(gains) > -2 * stdev(gains) / len(gains) ** 0.5, f"{fmean(gains):+.3f} in {len(gains)} worlds"


@pytest.mark.thorough
@pytest.mark.parametrize("key", STRONG)
def test_no_thought_of_a_sample_needs_more_playouts_than_its_ceiling(key: str) -> None:
    how = OURS[key].box.strong
    assert how is not None
    for one in sample_thoughts(OURS[key], 2, "a sample", most=4):
        assert one.thought.played <= limit_playouts(how)


def test_the_page_says_how_long_each_game_s_strong_bots_think() -> None:
    for key in STRONG:
        for players in SEATS:
            assert (
                f"| {OURS[key].title} | {players} | " in HEAD.partition("| playouts |")[2].partition("Measured on")[0]
            )
