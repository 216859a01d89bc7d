"""New players find the goal in their first panel, and perhaps a sound opening as one press."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.first_plan import FirstPlan
from bot.engine.game import AnyGame
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.engine.words import MAX_BASICS_CHARS, MAX_LINE_WORDS
from bot.testing.panel_budget import MAX_PANEL_HEIGHT, find_panel_faults
from bot.testing.random_games import GAMES, OPTIONS, Case, build_random
from bot.testing.screen_height import estimate_height
from bot.testing.seated import build_desk, seat_people
from bot.ui import screens
from bot.ui.handlers.press import Press
from bot.ui.screens import answer_picks
from bot.ui.screens.screen import Button, Row, Screen
from bot.ui.screens.table.question_panel import build_panel

DEALS, OPENING = 50, 8
LABEL, WHY = 80, 300
MAX_AIM_HEIGHT = 90
"""Pixels that the sentence of the aim may add, once in a game."""
PLANNED = [game for game in GAMES.values() if game.teaching.first_plan is not None]


def play_opening(game: AnyGame, deal: int) -> Iterator[tuple[Table, Seat, Question, FirstPlan | None]]:
    """Yield the first questions of a game with the offered plan, and continue with it, or as a bot."""
    table = Case(game, game.seats[deal % len(game.seats)], game.options()).begin(f"deal {deal}").table
    for _ in range(OPENING):
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        plan = None if game.teaching.first_plan is None else game.teaching.first_plan(game.view(table, seat), question)
        yield table, seat, question, plan
        move = game.choose(game.view(table, seat), question, build_random(deal)) if plan is None else plan.move
        table = play.play(table, seat, move).table


def read_screen(screen: Screen) -> str:
    return "\n".join(block for block in screen.blocks if isinstance(block, str))


def find_button(screen: Screen, label: str) -> Button:
    rows = [block for block in screen.blocks if isinstance(block, Row)]
    (found,) = [one for row in rows for one in row.controls if isinstance(one, Button) and one.label == label]
    return found


@pytest.mark.parametrize("case", [one for one in OPTIONS if one.values[0].game.teaching.aim is not None])
def test_why_on_the_first_panel_of_each_seat_says_what_wins(case: Case) -> None:
    game, table = case.game, case.begin("first panel").table
    for seat in play.list_asked_seats(table):
        running = seat_people(table, game=game)
        assert "**The aim**: " in read_screen(screens.render_reasons(build_desk(running, seat)))
        find_button(screens.render_panel(build_desk(running, seat)), "Why?")


@pytest.mark.parametrize("case", [one for one in OPTIONS if one.values[0].game.teaching.aim is not None])
def test_the_first_panel_of_a_player_new_to_the_game_says_its_aim_in_one_sentence_and_keeps_its_limits(
    case: Case,
) -> None:
    game, table = case.game, case.begin("first panel").table
    for seat in play.list_asked_seats(table):
        context = replace(build_desk(seat_people(table, game=game), seat), is_new=True)
        panel = screens.render_panel(context)
        (line,) = [text for text in read_screen(panel).split("\n") if text.startswith("**The aim**: ")]
        assert line.endswith(".")
        assert len(line.removeprefix("**The aim**: ").split()) <= MAX_LINE_WORDS
        assert line[:-1] in read_screen(screens.render_reasons(context))
        assert context.question is not None
        basics = "" if game.teaching.basics is None else game.teaching.basics(context.seen.view, context.question)
        assert len(basics) <= MAX_BASICS_CHARS
        assert basics in read_screen(panel)
        assert list(find_panel_faults(build_panel(context))) == []
        assert estimate_height(panel, pictures=False) <= MAX_PANEL_HEIGHT + MAX_AIM_HEIGHT
        assert "**The aim**" not in read_screen(screens.render_panel(replace(context, is_new=False)))


@pytest.mark.thorough
@pytest.mark.parametrize("game", PLANNED, ids=lambda game: game.key)
def test_a_sound_beginning_is_legal_in_fifty_deals_and_the_same_wherever_one_seat_sees_the_same(game: AnyGame) -> None:
    offered = 0
    for deal in range(DEALS):
        for table, seat, question, plan in play_opening(game, deal):
            if plan is None:
                continue
            offered += 1
            assert question.is_legal(plan.move)
            assert 0 < len(plan.label) <= LABEL
            assert 0 < len(plan.why) <= WHY
            assert plan.why.endswith(".")
            other = game.redeal(table, seat, Chance(seed=str(deal)))
            asked = play.find_question(other, seat)
            assert asked is not None
            assert game.teaching.first_plan is not None
            assert game.teaching.first_plan(game.view(other, seat), asked) == plan
    assert offered >= DEALS


@pytest.mark.parametrize("game", PLANNED, ids=lambda game: game.key)
def test_pressing_a_sound_beginning_makes_one_move(game: AnyGame) -> None:
    pressed = 0
    for table, seat, question, plan in play_opening(game, 0):
        if plan is None:
            continue
        there = build_desk(seat_people(table, game=game), seat)
        panel = screens.render_panel(there)
        assert plan.why in read_screen(panel)
        press = Press.parse({"custom_id": find_button(panel, plan.label).id})
        assert press.verb == "play"
        picks = answer_picks.require_complete(question, press.read_picks())
        assert question.read(picks) == plan.move
        pressed += 1
    assert pressed
