"""Screens of whole games: nothing rightful is refused, and Discord can take each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.host.delivery.guard import worlds
from bot.host.play.standing_orders import OrderContext
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import RunningGame
from bot.testing.every_game.test_secrecy import hides_anything
from bot.testing.random_games import EVERY_GAME, OPTIONS, Case, positions
from bot.ui import screens
from bot.ui.screens.screen import Form, Screen, layout, modal
from tests.table_talk import desk, seated, seen


def running(case: Case, table: Table) -> RunningGame:
    names = [f"Player {seat}" for seat in table.seats]
    return seated(table, names=names, game=case.game)


def panel(state: RunningGame, seat: Seat) -> Screen:
    return screens.panel(desk(state, seat))


def form(state: RunningGame, seat: Seat) -> Form | None:
    return screens.form(desk(state, seat), ())


def hand(state: RunningGame, seat: Seat) -> Screen:
    return screens.hand(desk(state, seat), "open")


def orders(state: AudienceView) -> Iterator[Screen | Form | None]:
    there = OrderContext(state)
    yield screens.standing_orders(there)
    for question in there.offered:
        yield screens.new_order(there, question)
        yield screens.order_form(there, question, ())


def for_everybody(state: AudienceView) -> Iterator[Screen]:
    yield screens.board(state, None)
    yield screens.why(state)
    if state.row.status == "finished":
        yield screens.final(state, ())
    elif state.named:
        yield screens.call(state, state.named, None)


def for_one(state: RunningGame, seat: Seat) -> Iterator[Screen | Form | None]:
    own = seen(state, seat)
    yield panel(state, seat)
    yield form(state, seat)
    yield hand(state, seat)
    yield screens.why(own)
    yield screens.hand_by_dm(own, None)
    if state.row.status == "running":
        yield Screen((screens.waiting_question(own, None).line,))
        if state.game.orders is not None:
            yield from orders(own)


def every_screen(state: RunningGame) -> Iterator[Screen | Form]:
    """Yield everything that goes out about a table, made as it goes out: a Leak is raised on the way."""
    made: list[Screen | Form | None] = [*for_everybody(seen(state))]
    for seat in state.table.seats:
        made += for_one(state, seat)
    yield from (screen for screen in made if screen is not None)


@pytest.mark.parametrize("case", OPTIONS)
def test_in_whole_games_nothing_rightful_is_refused_and_all_of_it_can_be_sent(case: Case) -> None:
    count = 0
    for turn in positions(case, "on screens", 5):
        for screen in every_screen(running(case, turn.after)):
            modal(screen) if isinstance(screen, Form) else layout(screen)
            count += 1
    assert count > (50 if case.players > 1 else 30)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_guard_has_other_truths_to_compare_with(game: AnyGame) -> None:
    case = Case(game, max(game.seats), game.options())
    differ = 0
    turns = list(positions(case, "other truths", 10))
    for turn in turns:
        state = running(case, turn.before)
        real = state.table.model_dump(exclude={"chance"})
        differ += all(other.table.model_dump(exclude={"chance"}) != real for other in worlds(state, None))
        assert all(other.table.chance.seed != state.table.chance.seed for other in worlds(state, None))
        assert all(bool(play.asked(other.table)) == bool(play.asked(state.table)) for other in worlds(state, None))
    assert differ > 5 if hides_anything(turns) else differ == 0
