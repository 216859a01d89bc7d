"""Saving and loading changes nothing; the same seed and the same moves give the same game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from pydantic import BaseModel

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.play import Played
from bot.engine.records import Told
from bot.engine.sealed import Sealed
from bot.engine.secrecy import has_seen
from bot.engine.table import AnswerTakenBack, Table
from bot.engine.what_if import copy_for_trial
from bot.testing.random_games import (
    OPTIONS,
    SEED,
    SEEDS,
    TABLES,
    Case,
    Turn,
    build_random,
    draw_cases,
    draw_cases_for,
    get_whole_game,
    play_on,
    play_random_game,
    sample_positions,
)
from bot.testing.tested import load_tested


def check_trip(case: Case, table: Table) -> None:
    saved = table.model_dump_json()
    loaded = play.load(case.game.table, saved, case.game.box)
    assert loaded == table
    assert loaded.model_dump_json() == saved
    assert play.list_questions(loaded) == play.list_questions(table)


def check_words(case: Case, told: list[Told]) -> None:
    for piece in told:
        assert case.game.news.validate_json(piece.news.model_dump_json()) == piece.news


def check_saving(case: Case, begun: Played[Table], turns: Iterable[Turn]) -> None:
    check_trip(case, begun.table)
    check_words(case, list(begun.told))
    for number, turn in enumerate(turns):
        check_words(case, list(turn.played.told))
        assert case.game.moves.validate_json(turn.move.model_dump_json()) == turn.move
        if number % 5 == 0 or turn.after.outcome is not None:
            check_trip(case, turn.after)


@pytest.mark.parametrize("case", OPTIONS)
def test_tables_news_and_moves_survive_the_trip_through_json(case: Case) -> None:
    check_saving(case, case.begin(SEED), get_whole_game(case))


@draw_cases_for
@given(case=draw_cases(), seed=SEEDS)
def test_with_any_options_saving_changes_nothing(case: Case, seed: str) -> None:
    check_saving(case, case.begin(seed), play_random_game(case, seed))


@pytest.mark.parametrize("case", OPTIONS)
def test_the_same_seed_and_moves_give_the_same_game(case: Case) -> None:
    first, second = case.begin(SEED), case.begin(SEED)
    assert first == second
    table = second.table
    for turn in get_whole_game(case):
        again = play.play(table, turn.seat, turn.move)
        assert again.table == turn.after
        assert again.told == turn.played.told
        assert again.blocks_undo == turn.played.blocks_undo
        table = again.table
    assert table.outcome is not None


@pytest.mark.parametrize("case", OPTIONS)
def test_another_seed_gives_another_game(case: Case) -> None:
    begun = [case.begin(seed).table for seed in ("one", "two", "three")]
    turns = [list(islice(play_on(table, build_random("some choose first")), case.players)) for table in begun]
    tables = [played[-1].after.model_dump(exclude={"chance"}) for played in turns]
    assert tables[0] != tables[1]
    assert tables[1] != tables[2]


@pytest.mark.parametrize("case", OPTIONS)
def test_a_move_leaves_the_table_before_it_untouched(case: Case) -> None:
    before = case.begin(SEED).table
    saved = before.model_dump_json()
    for turn in get_whole_game(case):
        assert turn.before.model_dump_json() == saved
        saved = turn.after.model_dump_json()


@pytest.mark.parametrize("case", OPTIONS)
def test_playing_on_the_table_itself_is_the_same(case: Case) -> None:
    table = case.begin(SEED).table
    for turn in get_whole_game(case):
        here = play.play_here if turn.seat in play.list_asked_seats(table) else play.play_out_of_turn_here
        told = here(table, turn.seat, turn.move)
        assert told == list(turn.played.told)
    assert table.outcome is not None
    assert table.model_dump_json() == turn.after.model_dump_json()


@pytest.mark.parametrize("case", OPTIONS)
def test_the_way_back_is_closed_by_chance_by_opened_answers_and_by_what_was_revealed(case: Case) -> None:
    fences = 0
    for turn in get_whole_game(case):
        shown = any(piece.news.reveals for piece in turn.played.told)
        drawn = turn.after.chance.drawn != turn.before.chance.drawn
        assert turn.played.blocks_undo == (shown or drawn or turn.played.only_opened)
        looks = load_tested()[case.game.key].looks_at_hidden
        seen = has_seen(turn.before, turn.after, turn.seat)
        assert not turn.played.only_opened or isinstance(turn.before.agenda[0], Sealed) or looks or seen
        fences += turn.played.blocks_undo
    assert fences


def generate_changeable(value: object) -> Iterator[BaseModel | list[Any] | dict[Any, Any]]:
    """Yield a table's mutable objects, without cards, moves and news."""
    if isinstance(value, BaseModel) and not value.model_config.get("frozen"):
        yield value
        for name in type(value).model_fields:
            yield from generate_changeable(getattr(value, name))
    elif isinstance(value, list | dict):
        yield value
        for inside in value.values() if isinstance(value, dict) else value:
            yield from generate_changeable(inside)


def shares_changeable(one: Table, other: Table) -> bool:
    """Whether two tables have a mutable object in common."""
    return not set(map(id, generate_changeable(one))).isdisjoint(map(id, generate_changeable(other)))


@pytest.mark.parametrize("case", TABLES)
def test_a_copy_to_try_something_on_is_the_same_and_shares_nothing_that_can_change(case: Case) -> None:
    for turn in sample_positions(case, "tried", 20):
        tried = copy_for_trial(turn.before)
        assert tried.model_dump_json() == play.copy(turn.before).model_dump_json()
        assert tried._box is turn.before._box
        assert not tried.told
        assert not shares_changeable(tried, turn.before)


@pytest.mark.parametrize("case", TABLES)
def test_a_redealt_table_shares_nothing_that_can_change_and_keeps_nothing_that_was_derived(case: Case) -> None:
    """It is as if the table had been saved and loaded first, which forgets news and cached properties."""
    for number, turn in enumerate(sample_positions(case, "redealt", 8)):
        reader = case.list_readers()[number % len(case.list_readers())]
        real = play.copy(turn.before)
        for record in generate_changeable(real):
            if isinstance(record, BaseModel):
                vars(record)["cached"] = "what a property has left there"
        real.tell(AnswerTakenBack(seat=1))
        real.block_undo()
        other = case.game.redeal(real, reader, Chance(seed=str(number)))
        assert not shares_changeable(other, real)
        assert not any("cached" in vars(one) for one in generate_changeable(other) if isinstance(one, BaseModel))
        assert not other.told
        assert not other._blocks_undo
        loaded = case.game.redeal(play.copy(turn.before), reader, Chance(seed=str(number)))
        assert other.model_dump_json() == loaded.model_dump_json()
