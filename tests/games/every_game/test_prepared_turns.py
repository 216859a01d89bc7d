"""Prepared turns of every game that has them: made from what a seat may know, and played as they were prepared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.prepared import PreparedMove, PreparedTurn, Turns, foresee
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.table import Table
from bot.host.play.prepared_turns import PreparingDesk
from bot.ui import screens
from bot.ui.screens.names import in_markdown
from bot.ui.screens.screen import TEXT_IN_MESSAGE
from tests.games.every_game.random_games import KEPT, OPTIONS, Case, dice, positions
from tests.games.every_game.test_secrecy import shown
from tests.table_talk import seated
from tests.ui.limits import sendable

POSITIONS = 12
MOVES = 6
PREPARED = [case for case in OPTIONS if case.values[0].game.turns is not None]


def turns_of(case: Case) -> Turns[Table, object]:
    assert case.game.turns is not None
    return case.game.turns


def waiting(case: Case, count: int = POSITIONS) -> Iterator[tuple[Table, Seat]]:
    """Yield so many tables of a random game with the seats that are not on turn."""
    for turn in positions(case, "preparing", count):
        for seat in turn.before.seats:
            if not turns_of(case).is_own(turn.before, seat):
                yield turn.before, seat


def made_up(case: Case, table: Table, seat: Seat, seed: str) -> list[tuple[Question, Move]]:
    """What a seat prepares at random, as far as it can, with what it answers."""
    made: list[tuple[Question, Move]] = []
    while len(made) < MOVES:
        question = foresee(turns_of(case), table, seat, [move for _, move in made]).question
        if question is None:
            break
        made.append((question, question.any_move(dice(f"{seed} {seat} {len(made)}"))))
    return made


@pytest.mark.parametrize("case", PREPARED)
def test_what_can_be_prepared_follows_from_what_a_seat_may_know(case: Case) -> None:
    for number, (table, seat) in enumerate(waiting(case)):
        other = case.game.redeal(table, seat, Chance(seed=f"another truth {number}"))
        moves = [move for _, move in made_up(case, table, seat, "secret")]
        for count in range(len(moves) + 1):
            here, there = (foresee(turns_of(case), each, seat, moves[:count]) for each in (table, other))
            assert (here.possible, here.over) == (there.possible, there.over)
            assert here.question == there.question
            if here.question is not None:
                assert shown(case, here.table, seat) == shown(case, there.table, seat)


@pytest.mark.parametrize("case", PREPARED)
def test_preparing_changes_nothing_on_the_table(case: Case) -> None:
    for table, seat in waiting(case):
        before = table.model_dump_json()
        made_up(case, table, seat, "nothing changes")
        assert table.model_dump_json() == before


@pytest.mark.parametrize("case", PREPARED)
def test_what_is_prepared_is_what_can_be_done_when_the_turn_begins(case: Case) -> None:
    for turn in positions(case, "comes true", POSITIONS):
        before, after = turn.before, turn.played.table
        for seat in after.seats if after.outcome is None else ():
            if turns_of(case).is_own(before, seat) or not turns_of(case).is_own(after, seat):
                continue
            if seat not in play.asked(after):  # others come first
                continue
            question = play.question_for(after, seat)
            assert question is not None
            foreseen = foresee(turns_of(case), after, seat, ()).question
            assert foreseen is not None
            assert foreseen.offered() == question.offered()


@pytest.mark.parametrize("case", PREPARED)
def test_each_panel_on_the_way_can_be_sent(case: Case) -> None:
    for table, seat in waiting(case):
        state = seated(table, names=[f"Player with the longest name {at}" for at in range(1, 9)], game=case.game)
        prepared = PreparedTurn()
        desk = PreparingDesk(state, seat, prepared)
        while True:
            sendable(screens.preparing(desk))
            if desk.next is None or len(prepared.moves) == MOVES:
                break
            move = desk.next.any_move(dice(f"panel {seat} {len(prepared.moves)}"))
            added = PreparedMove(move=move.model_dump(mode="json"), words=desk.next.describe(move))
            prepared = PreparedTurn(moves=(*prepared.moves, added))
            desk = PreparingDesk(state, seat, prepared)


@pytest.mark.parametrize("case", PREPARED)
def test_a_long_prepared_turn_is_shown_in_whole_lines_and_what_is_left_out_is_counted(case: Case) -> None:
    """Also where the moves of several turns stand one after the other, of which only the first can be played."""
    left_out = 0
    there = list(waiting(case, KEPT))
    dice("long").shuffle(there)
    prepared = ((table, seat, made) for table, seat in there if (made := made_up(case, table, seat, "long")))
    for table, seat, made in islice(prepared, 10):
        moves = [
            PreparedMove(move=move.model_dump(mode="json"), words=question.describe(move)) for question, move in made
        ]
        state = seated(table, names=[f"Player with the longest name {at}" for at in range(1, 9)], game=case.game)
        for times in (1, 20, 100):
            desk = PreparingDesk(state, seat, PreparedTurn(moves=(*moves,) * times))
            screen = screens.preparing(desk)
            sendable(screen)
            texts = [block for block in screen.blocks if isinstance(block, str)]
            assert sum(map(len, texts)) <= TEXT_IN_MESSAGE, "it would be cut in the middle"
            lines = "\n".join(texts).split("\n")
            shown = [line for line in lines if re.match(r"\d+\. ", line)]
            whole = [f"{at}. {in_markdown(state, one.words)}" for at, one in enumerate(desk.prepared.moves, 1)]
            warning = " ⚠️ not possible as the table stands now"
            assert all(line.removesuffix(warning) in whole for line in shown)
            assert sum(line.endswith(warning) for line in lines) == (desk.possible < len(whole))
            more = [int(found[1]) for line in lines if (found := re.match(r"-# … (\d+) moves? ", line))]
            assert len(shown) + sum(more) == len(whole)
            left_out += sum(more)
    assert left_out or case.players == 1, "nobody waits who plays alone"
