"""Screens of whole games: nothing rightful is refused, and Discord can take each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.host.delivery.guard import generate_alternatives
from bot.host.play.standing_orders import OrderContext
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import RunningGame
from bot.testing.every_game.test_secrecy import has_secrets
from bot.testing.random_games import EVERY_GAME, OPTIONS, Case, sample_positions
from bot.ui import screens
from bot.ui.screens.forms import Form, build_modal
from bot.ui.screens.screen import Screen, build_layout
from tests.table_talk import build_desk, seated, view_as


def running(case: Case, table: Table) -> RunningGame:
    names = [f"Player {seat}" for seat in table.seats]
    return seated(table, names=names, game=case.game)


def panel(state: RunningGame, seat: Seat) -> Screen:
    return screens.render_panel(build_desk(state, seat))


def form(state: RunningGame, seat: Seat) -> Form | None:
    return screens.build_answer_form(build_desk(state, seat), ())


def hand(state: RunningGame, seat: Seat) -> Screen:
    return screens.render_hand(build_desk(state, seat), "open")


def orders(state: AudienceView) -> Iterator[Screen | Form | None]:
    there = OrderContext(state)
    yield screens.render_standing_orders(there)
    for question in there.offered:
        yield screens.render_new_order(there, question)
        yield screens.build_order_form(there, question, ())


def for_everybody(state: AudienceView) -> Iterator[Screen]:
    yield screens.render_board(state, None)
    yield screens.render_why_waiting(state)
    if state.row.status == "finished":
        yield screens.render_result_message(state, ())
    elif state.named:
        yield screens.render_turn_ping(state, state.named, None)


def for_one(state: RunningGame, seat: Seat) -> Iterator[Screen | Form | None]:
    own = view_as(state, seat)
    yield panel(state, seat)
    yield form(state, seat)
    yield hand(state, seat)
    yield screens.render_why_waiting(own)
    yield screens.render_dm_hand(own, None)
    if state.row.status == "running":
        yield Screen((screens.build_question_section(own, None).text,))
        if state.game.play_ahead.orders is not None:
            yield from orders(own)


def every_screen(state: RunningGame) -> Iterator[Screen | Form]:
    """Yield everything that goes out about a table, made as it goes out: a Leak is raised on the way."""
    made: list[Screen | Form | None] = [*for_everybody(view_as(state))]
    for seat in state.table.seats:
        made += for_one(state, seat)
    yield from (screen for screen in made if screen is not None)


@pytest.mark.parametrize("case", OPTIONS)
def test_in_whole_games_nothing_rightful_is_refused_and_all_of_it_can_be_sent(case: Case) -> None:
    count = 0
    for turn in sample_positions(case, "on screens", 5):
        for screen in every_screen(running(case, turn.after)):
            build_modal(screen) if isinstance(screen, Form) else build_layout(screen)
            count += 1
    assert count > (50 if case.players > 1 else 30)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_guard_has_other_truths_to_compare_with(game: AnyGame) -> None:
    case = Case(game, max(game.seats), game.options())
    differ = 0
    turns = list(sample_positions(case, "other truths", 10))
    for turn in turns:
        state = running(case, turn.before)
        real = state.table.model_dump(exclude={"chance"})
        differ += all(
            other.table.model_dump(exclude={"chance"}) != real for other in generate_alternatives(state, None)
        )
        assert all(other.table.chance.seed != state.table.chance.seed for other in generate_alternatives(state, None))
        assert all(
            bool(play.list_asked_seats(other.table)) == bool(play.list_asked_seats(state.table))
            for other in generate_alternatives(state, None)
        )
    assert differ > 5 if has_secrets(turns) else differ == 0
