"""Prepared turns use only the seat's information, and are played as planned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.prepared import (
    ALL_OF_IT,
    Foreseen,
    OnlyIf,
    PreparedMove,
    PreparedTurn,
    Shown,
    Turns,
    begin_simulated_turn,
    describe_effect,
    simulate_next_move,
    simulate_turn,
)
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.table import Table
from bot.host.play.prepared_turns import build_preparation_context
from bot.host.table.running import RunningGame
from bot.testing.every_game.test_secrecy import list_shown
from bot.testing.limits import check_screen
from bot.testing.random_games import (
    GAMES,
    OPTIONS,
    SAMPLED_MOVES,
    Case,
    build_random,
    get_whole_game,
    list_option_sets,
    play_random_game,
    sample_positions,
)
from bot.testing.seated import seat_people
from bot.testing.tested import load_tested
from bot.ui import screens
from bot.ui.screens.names import format_markdown
from bot.ui.screens.screen import MAX_TEXT_CHARS

POSITIONS = 12
MOVES = 6
EACH = 6
"""Every n-th move of a whole game is checked."""
PREPARED = [case for case in OPTIONS if case.values[0].game.play_ahead.turns is not None]
ALL_OPTIONS = [
    pytest.param(
        Case(game, list(game.seats)[number % len(game.seats)], options),
        id=f"{key}-options {number}",
    )
    for key, game in GAMES.items()
    if game.play_ahead.turns is not None
    for number, options in enumerate(list_option_sets(key))
]


def get_turns(case: Case) -> Turns[Table, object]:
    assert case.game.play_ahead.turns is not None
    return case.game.play_ahead.turns


def generate_waiting(case: Case, count: int = POSITIONS) -> Iterator[tuple[Table, Seat]]:
    """Yield this many tables of a random game with the seats that are not on turn."""
    for turn in sample_positions(case, "preparing", count):
        for seat in turn.before.seats:
            if not get_turns(case).is_own(turn.before, seat):
                yield turn.before, seat


def prepare_at_random(case: Case, table: Table, seat: Seat, seed: str) -> list[tuple[Question, Move]]:
    """Return a seat's random prepared moves, as far as possible, with their answers."""
    made: list[tuple[Question, Move]] = []
    foreseen = begin_simulated_turn(get_turns(case), table, seat)
    while len(made) < MOVES and (question := foreseen.question) is not None:
        move = question.choose_random_move(build_random(f"{seed} {seat} {len(made)}"))
        made.append((question, move))
        foreseen = simulate_next_move(get_turns(case), foreseen, seat, move)
    return made


def generate_told(case: Case, table: Table, seat: Seat, moves: Sequence[Move]) -> Iterator[Mapping[str, Any]]:
    """Yield everything that a seat learns by preparing these moves, before the first and after each."""
    turns = get_turns(case)
    foreseen = begin_simulated_turn(turns, table, seat)
    conditions = turns.list_conditions(case.game.view(foreseen.table, seat))
    yield {"conditions": conditions, **describe_told(case, foreseen, seat)}
    for move in moves:
        foreseen = simulate_next_move(turns, foreseen, seat, move)
        yield describe_told(case, foreseen, seat)


def describe_told(case: Case, foreseen: Foreseen[Table], seat: Seat) -> Mapping[str, Any]:
    """Return what a seat learns of a position, including the next question's id."""
    question = foreseen.question
    number = len(foreseen.shown)
    return {
        "what each move does": foreseen.shown,
        "whether the turn is over": foreseen.over,
        "question": question,
        "its name": None if question is None else play.compute_etag(foreseen.table, seat, question, number),
        "view": None if question is None else list_shown(case, foreseen.table, seat),
    }


def generate_other_worlds(case: Case, table: Table, seat: Seat, seed: str) -> Iterator[Table]:
    """Yield tables that the seat cannot distinguish from this one, including those of the game's own tests."""
    other = case.game.redeal(table, seat, Chance(seed=seed))
    yield other
    more = load_tested()[case.game.key].more_truths(other, seat, seed)
    shown = list_shown(case, table, seat) if more else None
    for truth in more:
        if list_shown(case, truth, seat) == shown:
            yield truth


@pytest.mark.parametrize("case", PREPARED)
def test_a_preview_is_the_same_in_every_world_that_a_seat_cannot_tell_apart(case: Case) -> None:
    for number, (table, seat) in enumerate(generate_waiting(case)):
        moves = [move for _, move in prepare_at_random(case, table, seat, "secret")]
        told = list(generate_told(case, table, seat, moves))
        for other in generate_other_worlds(case, table, seat, f"another truth {number}"):
            assert list(generate_told(case, other, seat, moves)) == told


@pytest.mark.thorough
@pytest.mark.parametrize("case", ALL_OPTIONS)
def test_with_all_options_a_preview_tells_nothing_over_whole_games(case: Case) -> None:
    for number, turn in enumerate(play_random_game(case, "previews")):
        table = turn.before
        seat = table.seats[number % len(table.seats)]
        if number % EACH or get_turns(case).is_own(table, seat):
            continue
        moves = [move for _, move in prepare_at_random(case, table, seat, "secret")]
        told = list(generate_told(case, table, seat, moves))
        for other in generate_other_worlds(case, table, seat, str(number)):
            assert list(generate_told(case, other, seat, moves)) == told


@pytest.mark.parametrize("case", PREPARED)
def test_what_a_move_does_is_judged_by_what_its_seat_may_know(case: Case) -> None:
    """Otherwise playing or stopping a prepared move would reveal hidden information."""
    for number, turn in enumerate(sample_positions(case, "judged", POSITIONS)):
        table, seat = turn.before, turn.seat
        question = play.find_question(table, seat) if seat in play.list_asked_seats(table) else None
        if question is None or not get_turns(case).is_own(table, seat):
            continue
        here = describe_effect(get_turns(case), table, seat, question, turn.move)
        for other in generate_other_worlds(case, table, seat, f"judged {number}"):
            assert describe_effect(get_turns(case), other, seat, question, turn.move) == here


def list_heard_at_once(case: Case, table: Table, seat: Seat, move: Move) -> list[str]:
    """Return the public news of a move itself that the seat could foresee, without fields about the current state."""
    learns = get_turns(case).learns or (lambda _table, _seat, news: news.reveals)
    played = play.play(table, seat, move)
    return [
        piece.news.to_digest_json()
        for piece in played.at_once
        if piece.to is None and not piece.news.is_record_only() and not piece.news.settles_earlier_move
        if not piece.news.is_later
        if not learns(played.table, seat, piece.news)
    ]


def begin_turn(case: Case, table: Table, seat: Seat) -> Table:
    table = play.copy(table)
    get_turns(case).begin(table, seat)
    play.run_agenda(table)
    return table


@pytest.mark.parametrize("case", PREPARED)
def test_what_is_prepared_is_what_is_played(case: Case) -> None:
    """A move that is unchanged since it was planned announces the same as it would have then."""
    ready: dict[Seat, tuple[Move, Shown, list[str]]] = {}
    compared = 0
    for number, turn in enumerate(get_whole_game(case)):
        table = turn.before
        for seat in table.seats:
            if get_turns(case).is_own(table, seat):
                move, promised, heard = ready.pop(seat, (None, None, []))
                question = play.find_question(table, seat) if seat in play.list_asked_seats(table) else None
                if move is None or question is None or not question.is_legal(move):
                    continue
                compared += 1
                if describe_effect(get_turns(case), table, seat, question, move) == promised:
                    assert list_heard_at_once(case, table, seat, move) == heard
            elif number % EACH == 0 and (made := prepare_at_random(case, table, seat, f"ready {number}")):
                move = made[0][1]
                begun = begin_turn(case, table, seat)
                ready[seat] = (
                    move,
                    simulate_turn(get_turns(case), table, seat, [move]).shown[0],
                    list_heard_at_once(case, begun, seat, move),
                )
    assert compared or case.players == 1 or load_tested()[case.game.key].rarely_as_prepared


@pytest.mark.parametrize("case", PREPARED)
def test_each_condition_that_is_offered_is_so_as_the_table_stands(case: Case) -> None:
    names = [one.name for one in get_turns(case).conditions]
    assert len(set(names)) == len(names)
    assert ALL_OF_IT not in names
    for table, seat in generate_waiting(case):
        view = case.game.view(simulate_turn(get_turns(case), table, seat, ()).table, seat)
        for one in get_turns(case).list_conditions(view):
            set_now = one.model_copy(update={"since": 0})
            assert get_turns(case).check_condition(set_now, view, seat, ()), one.words
            assert OnlyIf.model_validate_json(one.model_dump_json()) == one


@pytest.mark.parametrize("case", PREPARED)
def test_preparing_changes_nothing_on_the_table(case: Case) -> None:
    for table, seat in generate_waiting(case):
        before = table.model_dump_json()
        prepare_at_random(case, table, seat, "nothing changes")
        assert table.model_dump_json() == before


@pytest.mark.parametrize("case", PREPARED)
def test_what_is_prepared_is_what_can_be_done_when_the_turn_begins(case: Case) -> None:
    for turn in sample_positions(case, "comes true", POSITIONS):
        before, after = turn.before, turn.played.table
        for seat in after.seats if after.outcome is None else ():
            if get_turns(case).is_own(before, seat) or not get_turns(case).is_own(after, seat):
                continue
            if seat not in play.list_asked_seats(after):  # others answer first
                continue
            question = play.find_question(after, seat)
            assert question is not None
            foreseen = simulate_turn(get_turns(case), after, seat, ()).question
            assert foreseen is not None
            assert foreseen.get_fingerprint() == question.get_fingerprint()


def with_prepared(state: RunningGame, seat: Seat, prepared: PreparedTurn) -> RunningGame:
    return replace(state, orders={seat: [prepared]})


@pytest.mark.parametrize("case", PREPARED)
def test_each_panel_on_the_way_can_be_sent(case: Case) -> None:
    for table, seat in generate_waiting(case):
        state = seat_people(table, names=[f"Player with the longest name {at}" for at in range(1, 9)], game=case.game)
        prepared = PreparedTurn()
        context = build_preparation_context(with_prepared(state, seat, prepared), seat)
        while True:
            check_screen(screens.render_preparation(context))
            if context.next is None or len(prepared.moves) == MOVES:
                break
            move = context.next.choose_random_move(build_random(f"panel {seat} {len(prepared.moves)}"))
            added = PreparedMove(move=move.model_dump(mode="json"), words=context.next.describe(move))
            prepared = PreparedTurn(moves=(*prepared.moves, added))
            context = build_preparation_context(with_prepared(state, seat, prepared), seat)


@pytest.mark.parametrize("case", PREPARED)
def test_a_long_prepared_turn_is_shown_in_whole_lines_and_what_is_left_out_is_counted(case: Case) -> None:
    """Also where the moves of several turns are planned, though only the first can be played."""
    left_out = 0
    there = list(generate_waiting(case, SAMPLED_MOVES))
    build_random("long").shuffle(there)
    prepared = ((table, seat, made) for table, seat in there if (made := prepare_at_random(case, table, seat, "long")))
    for table, seat, made in islice(prepared, 10):
        moves = [
            PreparedMove(move=move.model_dump(mode="json"), words=question.describe(move)) for question, move in made
        ]
        state = seat_people(table, names=[f"Player with the longest name {at}" for at in range(1, 9)], game=case.game)
        for times in (1, 20, 300):
            context = build_preparation_context(with_prepared(state, seat, PreparedTurn(moves=(*moves,) * times)), seat)
            screen = screens.render_preparation(context)
            check_screen(screen)
            texts = [block for block in screen.blocks if isinstance(block, str)]
            assert sum(map(len, texts)) <= MAX_TEXT_CHARS, "it would be cut in the middle"
            lines = "\n".join(texts).split("\n")
            shown = [line for line in lines if re.match(r"\d+\. ", line)]
            whole = [f"{at}. {format_markdown(state, one.words)}" for at, one in enumerate(context.prepared.moves, 1)]
            warning = " ⚠️ not possible right now"
            assert all(line.removesuffix(warning) in whole for line in shown)
            assert sum(line.endswith(warning) for line in lines) == (context.then.possible < len(whole))
            more = [int(found[1]) for line in lines if (found := re.match(r"-# … (\d+) moves? ", line))]
            assert len(shown) + sum(more) == len(whole)
            left_out += sum(more)
    assert left_out or case.players == 1, "nobody waits who plays alone"
