"""Screens of whole games: nothing rightful is refused, and Discord can take each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from bot.engine import play
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.host.delivery.guard import guarded, worlds
from bot.host.host import Desk
from bot.host.play.standing_orders import OrderDesk
from bot.host.table.running import RunningGame
from bot.testing.every_game.test_secrecy import hides_anything
from bot.testing.random_games import EVERY_GAME, OPTIONS, Case, positions
from bot.testing.tested import AnyGame
from bot.ui import screens
from bot.ui.delivery import calls
from bot.ui.screens.screen import Form, Screen, layout, modal
from tests.table_talk import seated

Make = Callable[[RunningGame], Any]


def running(case: Case, table: Table) -> RunningGame:
    names = [f"Player {seat}" for seat in table.seats]
    return seated(table, names=names, game=case.game)


def panel(state: RunningGame, seat: Seat) -> Screen:
    return screens.panel(Desk(state, seat, None, None).at(state))


def form(state: RunningGame, seat: Seat) -> Form | None:
    return screens.form(Desk(state, seat, None, None).at(state), ())


def hand(state: RunningGame, seat: Seat) -> Screen:
    return screens.hand(Desk(state, seat, None, None).at(state), "open")


def orders(state: RunningGame, seat: Seat) -> list[Screen | Form | None]:
    desk = OrderDesk(state, seat, ())
    asked = [screens.new_order(desk, question) for question in desk.offered]
    forms = [screens.order_form(desk, question, ()) for question in desk.offered]
    return [screens.standing_orders(desk), *asked, *forms]


def for_everybody(state: RunningGame) -> Iterator[Make]:
    yield partial(screens.board, picture=None)
    yield partial(screens.why, seat=None)
    yield calls.named
    if state.row.status == "finished":
        yield partial(screens.final, pictures=())


def for_one(state: RunningGame, seat: Seat) -> Iterator[Make]:
    yield partial(panel, seat=seat)
    yield partial(form, seat=seat)
    yield partial(hand, seat=seat)
    yield partial(screens.why, seat=seat)
    yield partial(screens.hand_by_dm, seat=seat, link=None)
    if state.row.status == "running":
        yield partial(screens.waiting_question, seat=seat, link=None)
        if state.game.orders is not None:
            yield partial(orders, seat=seat)


def guarded_screens(state: RunningGame) -> Iterator[Screen | Form]:
    """Yield everything that goes out about a table, made as it goes out: a Leak is raised on the way."""
    made = [guarded(state, None, make) for make in for_everybody(state)]
    for seat in state.table.seats:
        made += [guarded(state, seat, make) for make in for_one(state, seat)]
    for thing in made:
        for screen in thing if isinstance(thing, list) else [thing]:
            if isinstance(screen, Screen | Form):
                yield screen


@pytest.mark.parametrize("case", OPTIONS)
def test_in_whole_games_nothing_rightful_is_refused_and_all_of_it_can_be_sent(case: Case) -> None:
    count = 0
    for turn in positions(case, "on screens", 5):
        for screen in guarded_screens(running(case, turn.after)):
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
