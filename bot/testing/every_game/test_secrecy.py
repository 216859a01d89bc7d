"""No seat learns hidden information.

`redeal` makes a table that a seat cannot distinguish from the real one. Everything shown to that seat, or to a
spectator, must be the same at both. So must the news during the others' moves, unless they reveal something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import AnyGame
from bot.engine.news_text import format_news
from bot.engine.play import Played
from bot.engine.records import Seat
from bot.engine.sealed import Sealed
from bot.engine.table import AnswerSealed, Table
from bot.testing.other_draws import list_heard
from bot.testing.random_games import (
    BOTH,
    CASES,
    EVERY_GAME,
    OPTIONS,
    SEEDS,
    Case,
    Turn,
    build_random,
    draw_cases,
    draw_cases_for,
    format_page_lines,
    get_whole_game,
    has_sealed_answers,
    is_sealed,
    list_option_sets,
    list_words,
    play_on,
    play_random_game,
    sample_other_positions,
    sample_positions,
)
from bot.testing.secrets import Secret, list_secrets


def list_shown(case: Case, table: Table, reader: Seat | None) -> dict[str, Any]:
    """Return everything that this reader (None: a spectator) can look at."""
    view = case.game.view(table, reader)
    asked = reader is not None and reader in play.list_asked_seats(table)
    question = play.find_question(table, reader) if reader is not None else None
    return {
        "view": view,
        "page": case.game.page(view),
        "hand": case.game.hand(view),
        "question": question,
        "bears": case.game.teaching.bears(view, question)
        if case.game.teaching.bears is not None and question is not None
        else "",
        "private facts": case.game.teaching.private_facts(view, question)
        if case.game.teaching.private_facts is not None and question is not None
        else "",
        "default": play.get_default_move(table, reader) if reader is not None and asked else None,
        "retract": reader is not None and play.can_take_back_answer(table, reader),
        "title": table.agenda[0].get_title(table) if table.agenda else "",
        "orders": case.game.play_ahead.orders.offers(view)
        if case.game.play_ahead.orders is not None and reader is not None
        else (),
    }


def check_redealt(case: Case, table: Table, seed: str) -> int:
    """Compare each reader's views with those of a resampled table; return how often the two tables differed."""
    different = 0
    for reader in case.list_readers():
        other = case.game.redeal(table, reader, Chance(seed=f"{seed}, {reader}"))
        other.audit()
        seen, instead = list_shown(case, table, reader), list_shown(case, other, reader)
        for what, real in seen.items():
            assert instead[what] == real, f"{reader} could tell the tables apart by the {what}"
        different += other.model_dump(exclude={"chance"}) != table.model_dump(exclude={"chance"})
    return different


@pytest.mark.parametrize("case", CASES)
def test_nobody_can_tell_a_redealt_table_from_the_real_one(case: Case) -> None:
    different, turns = 0, sample_positions(case, "redealt", 6)
    for number, turn in enumerate(turns):
        different += check_redealt(case, turn.before, str(number))
    assert bool(different) == has_secrets(turns), "redeal changes what is hidden, and nothing else"


@draw_cases_for
@given(case=draw_cases(), seed=SEEDS)
def test_with_any_options_nobody_can_tell_the_tables_apart(case: Case, seed: str) -> None:
    for number, turn in enumerate(sample_other_positions(case, seed, 5)):
        check_redealt(case, turn.before, str(number))


@pytest.mark.parametrize("case", OPTIONS)
def test_nobody_can_tell_them_apart_at_any_moment_of_a_game(case: Case) -> None:
    for number, turn in enumerate(get_whole_game(case)):
        reader = case.list_readers()[number % len(case.list_readers())]
        other = case.game.redeal(turn.before, reader, Chance(seed=str(number)))
        assert list_shown(case, other, reader) == list_shown(case, turn.before, reader)


@pytest.mark.parametrize("case", OPTIONS)
def test_redeal_leaves_the_real_table_untouched(case: Case) -> None:
    for turn in sample_positions(case, "untouched", 5):
        saved = turn.before.model_dump_json()
        for reader in case.list_readers():
            case.game.redeal(turn.before, reader, Chance(seed="another truth"))
        assert turn.before.model_dump_json() == saved


@pytest.mark.parametrize("case", OPTIONS)
def test_a_redealt_table_can_be_saved_and_played_on_to_the_end(case: Case) -> None:
    readers = case.list_readers()
    for number, turn in enumerate(sample_positions(case, "played on", 3)):
        other = case.game.redeal(turn.before, readers[number - 1], Chance(seed=str(number)))
        assert play.copy(other) == other
        for later in play_on(other, build_random(number)):
            later.after.audit()


@pytest.mark.parametrize("case", OPTIONS)
def test_two_redealt_tables_are_two_truths(case: Case) -> None:
    """Otherwise the resampling could give hidden cards away."""
    turns = sample_positions(case, "two truths", 5)
    pairs = [
        [case.game.redeal(turn.before, None, Chance(seed=seed)).model_dump(exclude={"chance"}) for seed in "ab"]
        for turn in turns
    ]
    assert any(first != second for first, second in pairs) == has_secrets(turns)


# News


def has_revealed(played: Played[Table], reader: Seat | None) -> bool:
    return played.only_opened or any(piece.news.reveals for piece in played.told if piece.is_visible_to(reader))


def check_sealed(case: Case, turn: Turn, random: Random) -> bool:
    """Whether a sealed answer was given; if so, check that another one announces the same to all others."""
    if not is_sealed(turn):
        return False
    question = play.find_question(turn.before, turn.seat)
    assert question is not None
    other = play.play(turn.before, turn.seat, question.choose_random_move(random))
    if not play.can_take_back_answer(other.table, turn.seat):
        return False  # another public action at the same time
    for reader in case.list_readers():
        assert list_heard(other.told, reader) == list_heard(turn.played.told, reader)
        if reader != turn.seat:
            assert list_shown(case, other.table, reader) == list_shown(case, turn.after, reader)
    return True


@pytest.mark.parametrize("case", BOTH)
def test_a_sealed_answer_tells_others_the_same_whatever_it_is(case: Case) -> None:
    random = build_random("another answer")
    checked = [check_sealed(case, turn, random) for turn in sample_positions(case, "sealed", 12)]
    assert len(checked) == 12


@pytest.mark.parametrize("game", EVERY_GAME)
def test_sealed_answers_were_looked_at(game: AnyGame) -> None:
    options = list_option_sets(game.key) if has_sealed_answers(game) else [game.options()]
    cases = (Case(game, max(game.seats), chosen) for chosen in options)
    checked = any(
        check_sealed(case, turn, build_random(1)) for case in cases for turn in play_random_game(case, "sealed")
    )
    assert checked == has_sealed_answers(game)


def is_end_of_waiting(before: Table, after: Table) -> bool:
    """Whether a move was the last answer that the table waited for in secret; the number of missing ones is hidden."""
    step = before.agenda[0]
    if not (step.waiting_is_secret and isinstance(step, Sealed)):
        return False
    now = after.agenda[0] if after.agenda else None
    return not (isinstance(now, Sealed) and type(now) is type(step) and now.answers.keys() > step.answers.keys())


@pytest.mark.parametrize("case", BOTH)
def test_news_of_a_move_are_the_same_in_another_truth_unless_they_reveal_something(case: Case) -> None:
    compared = 0
    for number, turn in enumerate(sample_positions(case, "told", 12)):
        for reader in case.list_readers():
            if reader == turn.seat:
                continue
            other = case.game.redeal(turn.before, reader, Chance(seed=str(number)))
            other.chance = turn.before.chance.model_copy(deep=True)  # public random results are the same
            question = play.find_question(other, turn.seat)
            if question is None or not question.is_legal(turn.move):
                continue
            played = play.play(other, turn.seat, turn.move)
            if has_revealed(turn.played, reader) or has_revealed(played, reader):
                continue
            if is_end_of_waiting(turn.before, turn.after) != is_end_of_waiting(other, played.table):
                continue  # the following news tell everybody that all have answered
            assert list_heard(played.told, reader) == list_heard(turn.played.told, reader)
            assert list_shown(case, played.table, reader) == list_shown(case, turn.after, reader)
            compared += 1
    assert compared


def can_be_taken_back(played: Played[Table]) -> bool:
    """Whether the host would let the mover undo this: nothing is undone while a table waits in secret."""
    table = played.table
    return not played.blocks_undo and not (play.list_asked_seats(table) and table.agenda[0].waiting_is_secret)


def check_taken_back(case: Case, turn: Turn, seed: str) -> int:
    """Play a move that can be undone on resampled tables; its news must be the same for all, above all its mover."""
    if not can_be_taken_back(turn.played):
        return 0
    compared = 0
    for reader in case.list_readers():
        other = case.game.redeal(turn.before, reader, Chance(seed=f"{seed}, {reader}"))
        other.chance = turn.before.chance.model_copy(deep=True)
        question = play.find_question(other, turn.seat)
        if question is None or not question.is_legal(turn.move):
            assert reader != turn.seat
            continue
        played = play.play(other, turn.seat, turn.move)
        assert can_be_taken_back(played), f"{reader} learns something by whether seat {turn.seat} can take it back"
        assert list_heard(played.told, reader) == list_heard(turn.played.told, reader)
        assert list_shown(case, played.table, reader) == list_shown(case, turn.after, reader)
        compared += 1
    return compared


@pytest.mark.parametrize("case", BOTH)
def test_nobody_has_learned_anything_from_a_move_that_can_be_taken_back(case: Case) -> None:
    turns = [*sample_positions(case, "taken back", 15), *list_openings(case)]
    assert sum(check_taken_back(case, turn, str(number)) for number, turn in enumerate(turns))


def list_openings(case: Case) -> list[Turn]:
    """Return some moves of the case's random game that open sealed answers, or could."""
    last = [turn for turn in get_whole_game(case) if isinstance(turn.before.agenda[0], Sealed) and not is_sealed(turn)]
    return build_random("openings").sample(last, min(len(last), 5))


# Secret words


def is_in_line(secret: Secret, line: str) -> bool:
    folded = line.casefold()
    if not all(word.casefold() in folded for word in secret.words):
        return False
    patterns = (rf"(?<!\w){re.escape(word)}(?!\w)" for word in secret.words)
    return all(re.search(pattern, line, re.IGNORECASE) for pattern in patterns)


def list_texts(case: Case, turn: Turn, reader: Seat | None) -> list[str]:
    """Return every line that this reader is shown after a move, or hears of it."""
    view = case.game.view(turn.after, reader)
    found = [*format_page_lines(case.game.page(view)), *format_page_lines(case.game.hand(view))]
    question = play.find_question(turn.after, reader) if reader is not None else None
    if question is not None:
        found += list_words(question)
        teaching = case.game.teaching
        found += [] if teaching.bears is None else [teaching.bears(view, question)]
        found += [] if teaching.private_facts is None else teaching.private_facts(view, question)
    for piece in turn.played.told:
        if piece.is_visible_to(reader):
            found += format_news(case.game, piece.news, reader).split("\n")
    return found


def has_secrets(turns: Iterable[Turn]) -> bool:
    """Whether these positions hide anything except the seed; some games have no hidden information."""
    return any(len(list_secrets(turn.before)) > 1 for turn in turns)


def check_words(case: Case, turn: Turn) -> int:
    """Search for secrets in texts for others; return how many owners can read their own."""
    secrets = list(list_secrets(turn.after))
    read_by_owners = 0
    for reader in case.list_readers():
        found = list_texts(case, turn, reader)
        for secret in secrets:
            if reader in secret.known_to:
                read_by_owners += any(is_in_line(secret, line) for line in found)
            elif secret.certain:
                told = [line for line in found if is_in_line(secret, line)]
                assert not told, f"{reader} reads {told[0]!r}"
    return read_by_owners


@pytest.mark.parametrize("case", BOTH)
def test_no_text_for_others_tells_a_secret(case: Case) -> None:
    turns = sample_positions(case, "which words", 12)
    read = sum(check_words(case, turn) for turn in turns)
    owned = any(secret.known_to for turn in turns for secret in list_secrets(turn.after))
    assert bool(read) == owned, "not even their owners read these words: they are not those that the texts use"


@draw_cases_for
@given(case=draw_cases(), seed=SEEDS)
def test_with_any_options_no_text_for_others_tells_a_secret(case: Case, seed: str) -> None:
    for turn in sample_other_positions(case, seed, 8):
        check_words(case, turn)


@pytest.mark.parametrize("case", OPTIONS)
def test_what_was_told_long_ago_tells_none_of_todays_secrets(case: Case) -> None:
    """Old news stay readable, so they must not contain present secrets, even by coincidence."""
    told: dict[Seat | None, list[str]] = {reader: [] for reader in case.list_readers()}
    looked_at = 0
    for number, turn in enumerate(get_whole_game(case)):
        for reader, found in told.items():
            for piece in turn.played.told:
                if piece.is_visible_to(reader) and not piece.news.footnote:
                    found += format_news(case.game, piece.news, reader).split("\n")
        if number % 20 == 19:
            looked_at += 1
            for secret in list_secrets(turn.after):
                for reader in set(told) - secret.known_to if secret.certain else ():
                    known = [line for line in told[reader] if is_in_line(secret, line)]
                    assert not known, f"{reader} has read {known[0]!r}"
    assert looked_at


@pytest.mark.parametrize("case", OPTIONS)
def test_every_secret_has_words_and_the_seed_is_one(case: Case) -> None:
    for turn in sample_positions(case, "which secrets", 10):
        if turn.after.outcome is not None:
            continue
        secrets = list(list_secrets(turn.after))
        assert all(secret.words and all(word.strip() for word in secret.words) for secret in secrets)
        assert any(secret.words == (turn.after.chance.seed,) and not secret.known_to for secret in secrets)


@pytest.mark.parametrize("case", OPTIONS)
def test_the_seed_stands_nowhere_before_the_end(case: Case) -> None:
    seed = "a seed that nobody may read"
    for turn in play_random_game(case, seed):
        for reader in case.list_readers():
            heard_now = [
                format_news(case.game, piece.news, reader) for piece in turn.played.told if piece.is_visible_to(reader)
            ]
            assert any(seed in text for text in heard_now) == (turn.after.outcome is not None)


@pytest.mark.parametrize("case", OPTIONS)
def test_news_for_some_are_for_seats_of_this_table(case: Case) -> None:
    for turn in get_whole_game(case):
        for piece in turn.played.told:
            if isinstance(piece.news, AnswerSealed) and turn.before.agenda[0].waiting_is_secret:
                assert piece.to == frozenset(), "nobody hears who has answered in secret"
            else:
                assert piece.to is None or (piece.to and piece.to <= set(turn.after.seats))


@pytest.mark.parametrize("case", OPTIONS)
def test_what_a_seat_does_without_being_asked_is_heard_by_all(case: Case) -> None:
    """Otherwise another seat, whose undo disappears, could infer a secret action."""
    for turn in get_whole_game(case):
        if turn.seat not in play.list_asked_seats(turn.before):
            assert any(piece.to is None for piece in turn.played.told)
