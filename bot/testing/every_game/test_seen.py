"""An audience sees the same of a game on every table that it cannot distinguish from the real one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import AnyGame
from bot.engine.multi_step import Compose, Stage
from bot.engine.orders import Order
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.secrecy import find_secrets, list_hidden_fields
from bot.engine.table import Table
from bot.host.delivery.guard import generate_alternatives, get_guarded_view, has_secrets, is_same_reading
from bot.host.errors import Leak
from bot.host.table.audience_view import AudienceView, build_audience_view, get_public_defaults
from bot.host.table.running import RunningGame
from bot.testing.random_games import EVERY_GAME, GAMES, OPTIONS, Case, build_random, get_whole_game, sample_positions
from bot.testing.seated import seat_people
from bot.testing.tested import load_tested
from storage.interface.questions import QuestionTimes

TIMES = QuestionTimes("2026-03-01T12:00:00+00:00", "2026-03-02T12:00:00+00:00", None, 0)


def build_running(case: Case, table: Table) -> RunningGame:
    """Return a table with all its side data: clocks, orders, earlier answers, extra time."""
    state = seat_people(table, names=[f"Player {seat}" for seat in table.seats], game=case.game)
    return replace(
        state,
        entry_counts=dict.fromkeys(table.seats, 7),
        clocks=dict.fromkeys(play.list_asked_seats(table), TIMES),
        orders={seat: [Order()] for seat in table.seats},
        seats=tuple(replace(seat_row, extensions=2, here_at="then", added="luck") for seat_row in state.seats),
    )


@pytest.mark.parametrize("case", OPTIONS)
def test_in_whole_games_everybody_sees_what_follows_from_what_they_may_know(case: Case) -> None:
    for turn in sample_positions(case, "seen", 8):
        state = build_running(case, turn.after)
        for reader in case.list_readers():
            seen = build_audience_view(state, reader)
            for other in generate_alternatives(state, reader):
                assert is_same_reading(seen, build_audience_view(other, reader)), f"{reader} at {turn.after.agenda[:1]}"
                assert is_same_reading(state.get_view(reader), other.get_view(reader))
                assert is_same_reading(get_public_defaults(state), get_public_defaults(other))
            handed = get_guarded_view(state, reader)
            assert is_same_reading(replace(handed, etag=None), seen)
            assert is_same_reading(handed.view, state.get_view(reader))
            assert handed.etag == (None if handed.question is None else state.get_etag(reader or 0, handed.question))
            assert handed.public.audience is None


@pytest.mark.parametrize("game", EVERY_GAME)
def test_nothing_seen_of_a_game_that_runs_holds_its_seed(game: AnyGame) -> None:
    """Nor can a view, a question or the title of an asking step contain it."""
    case = Case(game, max(game.seats), game.options())
    for turn in sample_positions(case, "no seed", 6):
        state = build_running(case, turn.before)
        assert state.visible_table.chance.list_secrets() == [""]
        for reader in case.list_readers():
            seen = repr((build_audience_view(state, reader), state.get_view(reader)))
            assert turn.before.chance.seed not in seen.replace(repr(game), ""), "the rules may well say that word"


@pytest.mark.parametrize("game", EVERY_GAME)
def test_what_an_audience_sees_is_made_once_and_where_nothing_is_hidden_from_no_other_truth(game: AnyGame) -> None:
    dealt: list[Seat | None] = []

    def redeal(table: Table, seat: Seat | None, chance: Chance) -> Table:
        dealt.append(seat)
        other: Table = game.redeal(table, seat, chance)
        return other

    case = Case(game, max(game.seats), game.options())
    counting = Case(replace(game, redeal=redeal), case.players, case.options)
    for turn in sample_positions(case, "once", 6):
        state = build_running(counting, turn.before)
        for reader in case.list_readers():
            dealt.clear()
            first, again = get_guarded_view(state, reader), get_guarded_view(state, reader)
            assert first.view is again.view
            assert dealt == [reader] * 2 * has_secrets(state, reader)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_where_the_guard_compares_nothing_another_truth_differs_by_the_seed_alone(game: AnyGame) -> None:
    case = Case(game, max(game.seats), game.options())
    for number, turn in enumerate(sample_positions(case, "nothing hidden", 10)):
        state = build_running(case, turn.before)
        for reader in case.list_readers():
            if not has_secrets(state, reader):
                other = game.redeal(turn.before, reader, Chance(seed=f"{number}"))
                assert other.model_dump(exclude={"chance"}) == turn.before.model_dump(exclude={"chance"})


def collect_kinds(value: Any, found: set[type]) -> None:
    """Compare a value as the guard does, and collect the kinds of records in it."""
    if is_dataclass(value):
        found.add(type(value))
        for part in fields(value):
            collect_kinds(getattr(value, part.name), found)
    elif isinstance(value, Mapping):
        for inside in value.values():
            collect_kinds(inside, found)
    elif isinstance(value, tuple | list):
        for inside in value:
            collect_kinds(inside, found)
    elif isinstance(value, set | frozenset):
        found.add(type(value))


@pytest.mark.parametrize("game", EVERY_GAME)
def test_all_of_a_view_is_compared(game: AnyGame) -> None:
    """No part of it is left out of comparisons, and no order in it is left unchecked."""
    case, found = Case(game, max(game.seats), game.options()), set[type]()
    for turn in sample_positions(case, "compared", 12):
        for reader in case.list_readers():
            collect_kinds(game.view(turn.before, reader), found)
    assert found
    assert not {set, frozenset} & found
    assert not [kind.__name__ for kind in found for part in fields(kind) if not part.compare]


# Leaks


HIDING = [
    pytest.param(game, id=key)
    for key, game in GAMES.items()
    if any(not field.startswith("Chance.") for field in list_hidden_fields(game.table))
]
"""Games that hide more than the seed."""


def find_hidden_position(game: AnyGame) -> tuple[Case, Table, Seat]:
    """Return a table at which a seat without full information has several answers, and that seat."""
    options = game.options.model_validate(load_tested()[game.key].discreet)
    case = Case(game, max(game.seats), options)
    for turn in get_whole_game(case):
        for seat in play.list_asked_seats(turn.before):
            if (
                list_hidden(turn.before, seat)
                and list_hidden(turn.before, None)
                and len(list_answers(turn.before, seat)) > 1
            ):
                return case, turn.before, seat
    raise AssertionError(f"in a game of {game.title} with its discreet options nothing was hidden from who was asked")


def list_answers(table: Table, seat: Seat) -> dict[str, Any]:
    """Return some legal answers of a seat, by their texts."""
    question = play.find_question(table, seat)
    assert question is not None
    return {
        question.describe(move): move
        for move in (question.choose_random_move(build_random(number)) for number in range(20))
    }


def list_hidden(table: Table, reader: Seat | None) -> str:
    """Return everything hidden from a reader at a table."""
    found = (secret for secret in find_secrets(table, reader) if secret.path[0] != "chance" and not secret.mark.follows)
    return " ".join(str(secret.value) for secret in found if secret.value)


def build_telling_game(game: AnyGame) -> AnyGame:
    """Return the game with a view that contains hidden information."""

    def view(table: Table, seat: Seat | None) -> Any:
        return game.view(table, seat), list_hidden(table, seat)

    return replace(game, view=view)


def build_ordered_game(game: AnyGame) -> AnyGame:
    """Return the game with a view whose order depends on hidden information."""

    def view(table: Table, seat: Seat | None) -> Any:
        seats = [*table.seats]
        build_random(list_hidden(table, seat)).shuffle(seats)
        return game.view(table, seat), dict.fromkeys(seats, "there")

    return replace(game, view=view)


@pytest.mark.parametrize("leaky", [build_telling_game, build_ordered_game])
@pytest.mark.parametrize("game", HIDING)
def test_a_view_that_tells_what_is_hidden_is_handed_to_nobody_who_may_not_know(
    game: AnyGame, leaky: Callable[[AnyGame], AnyGame]
) -> None:
    case, table, seat = find_hidden_position(game)
    for reader in (seat, None):
        assert is_stopped(Case(leaky(game), case.players, case.options), table, reader)


def is_stopped(case: Case, table: Table, reader: Seat | None) -> bool:
    """Whether the guard stops a reader's view in one of a few revisions, because two random values may coincide."""
    for revision in range(1, 9):
        state = build_running(case, table)
        try:
            read_through(get_guarded_view(replace(state, row=replace(state.row, revision=revision)), reader))
        except Leak:
            return True
    return False


def read_through(seen: AudienceView) -> None:
    """Access the lazy attributes too."""
    assert seen.view is not None
    if isinstance(seen.question, Compose):
        seen.question.get_stage(())


LEAKY: dict[str, Callable[[Question, str], Question]] = {
    "its help": lambda asked, words: replace(asked, help=words),
    "what it is about": lambda asked, words: replace(asked, about=(*asked.about, words)),
    "what choices lead to": lambda asked, words: Compose(
        prompt=asked.prompt, rule=asked.rule, stage=lambda _: Stage(None, leaves=words)
    ),
}
"""Ways in which a question can leak hidden information."""


@pytest.mark.parametrize("how", LEAKY)
@pytest.mark.parametrize("game", HIDING)
def test_a_question_that_tells_what_is_hidden_is_not_put(
    game: AnyGame, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, table, seat = find_hidden_position(game)
    step = type(table.agenda[0])
    proper = step.build_question
    monkeypatch.setattr(step, "get_default_move", lambda *_: None)
    monkeypatch.setattr(
        step,
        "build_question",
        lambda self, there, seat: LEAKY[how](proper(self, there, seat), list_hidden(there, seat)),
    )
    assert is_stopped(case, table, seat)


@pytest.mark.parametrize("game", HIDING)
def test_the_name_of_a_step_that_tells_what_is_hidden_is_shown_to_nobody_who_may_not_know(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, table, seat = find_hidden_position(game)
    for reader in (seat, None):
        with monkeypatch.context() as patch:
            patch.setattr(
                type(table.agenda[0]), "get_title", lambda self, there, reader=reader: list_hidden(there, reader)
            )
            assert is_stopped(case, table, reader)


@pytest.mark.parametrize("game", HIDING)
def test_what_would_be_played_for_somebody_tells_them_nothing_that_is_hidden(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, table, seat = find_hidden_position(game)
    moves = [*list_answers(table, seat).values()]
    monkeypatch.setattr(
        type(table.agenda[0]),
        "get_default_move",
        lambda self, there, seat: build_random(list_hidden(there, seat)).choice(moves),
    )
    assert is_stopped(case, table, seat)
