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
from bot.engine.secrecy import hidden_fields, secrets
from bot.engine.table import Table
from bot.host.delivery.guard import alike, hides_anything, seen_by, worlds
from bot.host.errors import Leak
from bot.host.table.audience_view import AudienceView, fixed_defaults, see
from bot.host.table.running import RunningGame
from bot.testing.random_games import EVERY_GAME, GAMES, OPTIONS, Case, dice, positions, whole_game
from bot.testing.seated import seated
from bot.testing.tested import under_test
from storage.interface import Times

TIMES = Times("2026-03-01T12:00:00+00:00", "2026-03-02T12:00:00+00:00", None, 0)


def running(case: Case, table: Table) -> RunningGame:
    """Return a table with all its side data: clocks, orders, earlier answers, extra time."""
    state = seated(table, names=[f"Player {seat}" for seat in table.seats], game=case.game)
    return replace(
        state,
        acted=dict.fromkeys(table.seats, 7),
        clocks=dict.fromkeys(play.asked(table), TIMES),
        orders={seat: [Order()] for seat in table.seats},
        seats=tuple(replace(seat_row, extensions=2, here_at="then", added="luck") for seat_row in state.seats),
    )


@pytest.mark.parametrize("case", OPTIONS)
def test_in_whole_games_everybody_sees_what_follows_from_what_they_may_know(case: Case) -> None:
    for turn in positions(case, "seen", 8):
        state = running(case, turn.after)
        for reader in case.readers():
            seen = see(state, reader)
            for other in worlds(state, reader):
                assert alike(seen, see(other, reader)), f"{reader} at {turn.after.agenda[:1]}"
                assert alike(state.view(reader), other.view(reader))
                assert alike(fixed_defaults(state), fixed_defaults(other))
            handed = seen_by(state, reader)
            assert alike(replace(handed, etag=None), seen)
            assert alike(handed.view, state.view(reader))
            assert handed.etag == (None if handed.question is None else state.etag(reader or 0, handed.question))
            assert handed.public.audience is None


@pytest.mark.parametrize("game", EVERY_GAME)
def test_nothing_seen_of_a_game_that_runs_holds_its_seed(game: AnyGame) -> None:
    """Nor can a view, a question or the title of an asking step contain it."""
    case = Case(game, max(game.seats), game.options())
    for turn in positions(case, "no seed", 6):
        state = running(case, turn.before)
        assert state.in_sight.chance.words() == [""]
        for reader in case.readers():
            seen = repr((see(state, reader), state.view(reader)))
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
    for turn in positions(case, "once", 6):
        state = running(counting, turn.before)
        for reader in case.readers():
            dealt.clear()
            first, again = seen_by(state, reader), seen_by(state, reader)
            assert first.view is again.view
            looks = 1 if first.made_view is not None else 2
            assert dealt == [reader] * 2 * looks * hides_anything(state, reader)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_where_the_guard_compares_nothing_another_truth_differs_by_the_seed_alone(game: AnyGame) -> None:
    case = Case(game, max(game.seats), game.options())
    for number, turn in enumerate(positions(case, "nothing hidden", 10)):
        state = running(case, turn.before)
        for reader in case.readers():
            if not hides_anything(state, reader):
                other = game.redeal(turn.before, reader, Chance(seed=f"{number}"))
                assert other.model_dump(exclude={"chance"}) == turn.before.model_dump(exclude={"chance"})


def compared(value: Any, found: set[type]) -> None:
    """Compare a value as the guard does, and collect the kinds of records in it."""
    if is_dataclass(value):
        found.add(type(value))
        for part in fields(value):
            compared(getattr(value, part.name), found)
    elif isinstance(value, Mapping):
        for inside in value.values():
            compared(inside, found)
    elif isinstance(value, tuple | list):
        for inside in value:
            compared(inside, found)
    elif isinstance(value, set | frozenset):
        found.add(type(value))


@pytest.mark.parametrize("game", EVERY_GAME)
def test_all_of_a_view_is_compared(game: AnyGame) -> None:
    """No part of it is left out of comparisons, and no order in it is left unchecked."""
    case, found = Case(game, max(game.seats), game.options()), set[type]()
    for turn in positions(case, "compared", 12):
        for reader in case.readers():
            compared(game.view(turn.before, reader), found)
    assert found
    assert not {set, frozenset} & found
    assert not [kind.__name__ for kind in found for part in fields(kind) if not part.compare]


# Leaks


HIDING = [
    pytest.param(game, id=key)
    for key, game in GAMES.items()
    if any(not field.startswith("Chance.") for field in hidden_fields(game.table))
]
"""Games that hide more than the seed."""


def something_hidden(game: AnyGame) -> tuple[Case, Table, Seat]:
    """Return a table at which a seat without full information has several answers, and that seat."""
    options = game.options.model_validate(under_test()[game.key].discreet)
    case = Case(game, max(game.seats), options)
    for turn in whole_game(case):
        for seat in play.asked(turn.before):
            if holds(turn.before, seat) and holds(turn.before, None) and len(answers(turn.before, seat)) > 1:
                return case, turn.before, seat
    raise AssertionError(f"in a game of {game.title} with its discreet options nothing was hidden from who was asked")


def answers(table: Table, seat: Seat) -> dict[str, Any]:
    """Return some legal answers of a seat, by their texts."""
    question = play.question_for(table, seat)
    assert question is not None
    return {question.describe(move): move for move in (question.any_move(dice(number)) for number in range(20))}


def holds(table: Table, reader: Seat | None) -> str:
    """Return everything hidden from a reader at a table."""
    found = (secret for secret in secrets(table, reader) if secret.path[0] != "chance" and not secret.mark.follows)
    return " ".join(str(secret.value) for secret in found if secret.value)


def telling(game: AnyGame) -> AnyGame:
    """Return the game with a view that contains hidden information."""

    def view(table: Table, seat: Seat | None) -> Any:
        return game.view(table, seat), holds(table, seat)

    return replace(game, view=view)


def in_a_telling_order(game: AnyGame) -> AnyGame:
    """Return the game with a view whose order depends on hidden information."""

    def view(table: Table, seat: Seat | None) -> Any:
        seats = [*table.seats]
        dice(holds(table, seat)).shuffle(seats)
        return game.view(table, seat), dict.fromkeys(seats, "there")

    return replace(game, view=view)


@pytest.mark.parametrize("leaky", [telling, in_a_telling_order])
@pytest.mark.parametrize("game", HIDING)
def test_a_view_that_tells_what_is_hidden_is_handed_to_nobody_who_may_not_know(
    game: AnyGame, leaky: Callable[[AnyGame], AnyGame]
) -> None:
    case, table, seat = something_hidden(game)
    for reader in (seat, None):
        assert is_stopped(Case(leaky(game), case.players, case.options), table, reader)


def is_stopped(case: Case, table: Table, reader: Seat | None) -> bool:
    """Whether the guard stops a reader's view in one of a few revisions, because two random values may coincide."""
    for revision in range(1, 9):
        state = running(case, table)
        try:
            read_through(seen_by(replace(state, row=replace(state.row, revision=revision)), reader))
        except Leak:
            return True
    return False


def read_through(seen: AudienceView) -> None:
    """Access the lazy attributes too."""
    assert seen.view is not None
    if isinstance(seen.question, Compose):
        seen.question.at(())


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
    case, table, seat = something_hidden(game)
    step = type(table.agenda[0])
    proper = step.question
    monkeypatch.setattr(step, "default", lambda *_: None)
    monkeypatch.setattr(
        step, "question", lambda self, there, seat: LEAKY[how](proper(self, there, seat), holds(there, seat))
    )
    assert is_stopped(case, table, seat)


@pytest.mark.parametrize("game", HIDING)
def test_the_name_of_a_step_that_tells_what_is_hidden_is_shown_to_nobody_who_may_not_know(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, table, seat = something_hidden(game)
    for reader in (seat, None):
        with monkeypatch.context() as patch:
            patch.setattr(type(table.agenda[0]), "title", lambda self, there, reader=reader: holds(there, reader))
            assert is_stopped(case, table, reader)


@pytest.mark.parametrize("game", HIDING)
def test_what_would_be_played_for_somebody_tells_them_nothing_that_is_hidden(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, table, seat = something_hidden(game)
    moves = [*answers(table, seat).values()]
    monkeypatch.setattr(
        type(table.agenda[0]), "default", lambda self, there, seat: dice(holds(there, seat)).choice(moves)
    )
    assert is_stopped(case, table, seat)
