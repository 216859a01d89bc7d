"""Bots finish a game by the rules, and use only their seat's information."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.questions import Choose, LazySequence, Unread
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.search import Thought, Worlds, search_move
from bot.engine.secrecy import find_secrets
from bot.engine.table import Table
from bot.testing.random_games import MOST_MOVES, OPTIONS, TABLES, Case, Turn, build_random, sample_positions

STRONG = [case for case in OPTIONS if case.values[0].game.box.strong is not None]
EASY = [case for case in OPTIONS if case.values[0].game.bots.choose_easily is not None]


def play_bots(case: Case, table: Table) -> Table:
    random = build_random("bots")
    for _ in range(MOST_MOVES):
        if table.outcome is not None:
            return table
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        move = case.game.choose(case.game.view(table, seat), question, random)
        table = play.play(table, seat, move).table
        table.audit()
    raise AssertionError(f"not over after {MOST_MOVES} moves")


@pytest.mark.parametrize("case", TABLES)
def test_bots_finish_a_game(case: Case) -> None:
    table = play_bots(case, case.begin("bots").table)
    assert table.outcome is not None
    assert play.list_asked_seats(table) == []


@pytest.mark.parametrize("case", OPTIONS)
def test_bots_finish_a_game_with_each_option(case: Case) -> None:
    assert play_bots(case, case.begin("bots and options").table).outcome is not None


@pytest.mark.parametrize("case", OPTIONS)
def test_a_bot_does_the_same_again(case: Case) -> None:
    for turn in sample_positions(case, "again", 10):
        view, question = case.game.view(turn.before, turn.seat), play.find_question(turn.before, turn.seat)
        assert question is not None
        assert case.game.choose(view, question, build_random(5)) == case.game.choose(view, question, build_random(5))


@pytest.mark.parametrize("case", OPTIONS)
def test_a_bot_does_the_same_at_a_table_it_cannot_tell_apart(case: Case) -> None:
    for number, turn in enumerate(sample_positions(case, "another truth", 6)):
        other = case.game.redeal(turn.before, turn.seat, Chance(seed=str(number)))
        chosen = []
        for table in (turn.before, other):
            question = play.find_question(table, turn.seat)
            assert question is not None
            chosen.append(case.game.choose(case.game.view(table, turn.seat), question, build_random(number)))
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("case", TABLES)
def test_a_bot_and_the_referee_read_no_words_of_what_is_offered(case: Case) -> None:
    table, random = case.begin("unread").table, build_random("unread")
    for _ in range(60):
        if table.outcome is not None:
            break
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        move = case.game.choose(case.game.view(table, seat), question, random)
        played = play.play(table, seat, move, question=question)
        offered = question.options if isinstance(question, Choose) else ()
        assert not [option.move for option in offered if isinstance(option, Unread) and option.was_read]
        order = question.shown if isinstance(question, Choose) else ()
        assert not (isinstance(order, LazySequence) and order.was_read)
        table = played.table


def choose_easily(case: Case, table: Table, seat: Seat, chance: object) -> Move:
    """Return an easy bot's answer."""
    question = play.find_question(table, seat)
    assert question is not None
    assert case.game.bots.choose_easily is not None
    return case.game.bots.choose_easily(case.game.view(table, seat), question, build_random(str(chance)))


@pytest.mark.parametrize("case", EASY)
def test_a_bot_that_plays_easily_finishes_a_game_by_the_rules(case: Case) -> None:
    table = case.begin("easy bots").table
    for number in range(MOST_MOVES):
        if table.outcome is not None:
            return
        seat = play.list_asked_seats(table)[0]
        table = play.play(table, seat, choose_easily(case, table, seat, number)).table
        table.audit()
    raise AssertionError(f"not over after {MOST_MOVES} moves")


@pytest.mark.parametrize("case", EASY)
def test_a_bot_that_plays_easily_does_the_same_again_also_at_a_table_it_cannot_tell_apart(case: Case) -> None:
    for number, turn in enumerate(sample_positions(case, "easily again", 6)):
        chosen = choose_easily(case, turn.before, turn.seat, number)
        assert choose_easily(case, turn.before, turn.seat, number) == chosen
        assert (
            choose_easily(case, case.game.redeal(turn.before, turn.seat, Chance(seed="x")), turn.seat, number) == chosen
        )


@pytest.mark.parametrize("case", EASY)
def test_a_bot_that_plays_easily_does_not_always_what_is_best(case: Case) -> None:
    differs = 0
    for number, turn in enumerate(sample_positions(case, "easily", 40)):
        question = play.find_question(turn.before, turn.seat)
        assert question is not None
        best = case.game.choose(case.game.view(turn.before, turn.seat), question, build_random(str(number)))
        differs += choose_easily(case, turn.before, turn.seat, number) != best
    assert 0 < differs < 40


@pytest.mark.parametrize("case", OPTIONS)
def test_what_a_seat_holds_for_possible_does_not_depend_on_what_it_cannot_know(case: Case) -> None:
    """Otherwise a search could detect hidden information; checked also for games whose bots do not search yet."""
    for number, turn in enumerate(sample_positions(case, "worlds", 12)):
        for seat in turn.before.seats:
            one = Worlds(case.game, turn.before, seat).deal_world(1, "x")
            for twin in build_twins(case, turn.before, seat, f"twin {number}"):
                assert Worlds(case.game, twin, seat).deal_world(1, "x") == one
            for step in one.agenda:
                assert not isinstance(step, Sealed) or set(step.answers) <= {seat}
            assert case.game.view(one, seat) == case.game.view(turn.before, seat) or has_sealed_by_others(turn, seat)


def build_twins(case: Case, table: Table, seat: Seat, seed: str) -> list[Table]:
    """Return tables that a seat cannot distinguish: with other cards, and with the same ones in another order."""
    other: Table = case.game.redeal(table, seat, Chance(seed=seed))
    return [other, reverse_unknown_piles(table, seat), reverse_unknown_piles(other, seat)]


def reverse_unknown_piles(table: Table, seat: Seat) -> Table:
    """Return the table with each pile and hand unknown to the seat in reverse order."""
    other = play.copy(table)
    for secret in [secret for secret in find_secrets(other, seat) if not secret.mark.follows]:
        *way, last = secret.path
        there: Any = other
        for step in way:
            there = getattr(there, step) if isinstance(step, str) and hasattr(there, step) else there[step]
        if isinstance(secret.value, list) and getattr(there, last) == secret.value:
            setattr(there, last, secret.value[::-1])
    return other


@pytest.mark.parametrize("case", STRONG)
def test_a_strong_bot_does_the_same_again_also_at_a_table_it_cannot_tell_apart(case: Case) -> None:
    thoughtful = [turn for turn in sample_positions(case, "strong", 40) if free(turn)][:2]
    for turn in thoughtful:
        twin = case.game.redeal(turn.before, turn.seat, Chance(seed="twin"))
        one, other, again = (search_briefly(case, table, turn.seat) for table in (turn.before, twin, turn.before))
        assert one == other == again
        question = play.find_question(turn.before, turn.seat)
        assert question is not None
        assert question.is_legal(one.move)


def free(turn: Turn) -> bool:
    """Whether the seat had a choice."""
    question = play.find_question(turn.before, turn.seat)
    return question is not None and question.is_free and turn.seat in play.list_asked_seats(turn.before)


def has_sealed_by_others(turn: Turn, seat: Seat) -> bool:
    """Whether other seats have unopened answers."""
    return any(isinstance(step, Sealed) and set(step.answers) - {seat} for step in turn.before.agenda)


def search_briefly(case: Case, table: Table, seat: Seat) -> Thought:
    """Return the result of a search with small settings, which suffice here."""
    game, question = case.game, play.find_question(table, seat)
    how = game.box.strong
    assert how is not None
    assert question is not None
    view, little = (
        game.view(table, seat),
        how.model_copy(update={"worlds": 2, "answers": 10, "longest": {}, "confirm": 1}),
    )
    plain = game.choose(view, question, build_random("plain"))
    return search_move(game, little, view, question, plain, Worlds(game, table, seat), "x")
