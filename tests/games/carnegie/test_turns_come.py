"""Whose turn it is to use departments, and what that lets them do (CG-10)."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from bot.engine import play
from bot.engine.multi_step import Compose
from bot.engine.questions import Choose
from bot.engine.records import Move, Seat
from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX, ROWS
from bot.games.carnegie.moves import PlayTile, UseDepartment, WaitForTurn
from bot.games.carnegie.rules.departments import UseDepartments
from bot.games.carnegie.rules.planning import can_do_something
from bot.games.carnegie.rules.shared_things import list_takeable
from bot.games.carnegie.table import Carnegie
from bot.games.carnegie.upgrades import UPGRADES
from bot.testing.random_games import Case, play_random_game
from tests.games.carnegie.dealing import Desk, office


def first_choices(table: Carnegie, seat: Seat) -> Sequence[Move]:
    """Return what a seat can begin its plan with."""
    question = play.find_question(table, seat)
    assert isinstance(question, Compose)
    now = question.get_stage(()).question
    assert isinstance(now, Choose)
    return now.moves


def whose_turn(table: Carnegie, step: UseDepartments) -> list[Seat]:
    """Return the players who may discard a tile in their turn, with nobody before them able to take something."""
    found: list[Seat] = []
    for seat in step.waiting:
        may_switch = table.everybody[seat].tile and seat != step.picker
        found += [seat] if may_switch else []
        if any(list_takeable(table, seat, row) for row in (ROWS if may_switch else (step.row,))):
            break
    return found


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("players", [3, 4])
def test_in_their_turn_nobody_is_told_to_wait_and_each_can_discard_their_tile(players: int, number: int) -> None:
    seen = 0
    for turn in play_random_game(Case(GAME, players, GAME.options()), f"whose turn {number}"):
        table = turn.after
        step = table.agenda[0] if table.agenda else None
        if not isinstance(table, Carnegie) or not isinstance(step, UseDepartments):
            continue
        for seat in whose_turn(table, step):
            assert seat in play.list_asked_seats(table)
            choices = first_choices(table, seat)
            assert WaitForTurn() not in choices
            others = [row for row in ROWS if row != step.row and can_do_something(table, seat, row)]
            assert [PlayTile(row=row) for row in others] == [one for one in choices if isinstance(one, PlayTile)]
            seen += 1
    assert seen


def with_tiles(edition: int = BOX.edition) -> Desk:
    """Return a table at which everybody has a tile, and Ann has picked Human Resources."""
    desk = office("Ann Bob Cid Dan", box=BOX.model_copy(update={"edition": edition}))
    for player in desk.table.everybody.values():
        player.tile = True
    return desk.next_event("hr", "west").pick("hr")


def test_a_player_whose_turn_comes_while_they_are_asked_early_can_discard_their_tile_at_once() -> None:
    """CG-10."""
    desk = with_tiles().plan("Ann")
    assert desk.allows("Cid", WaitForTurn())
    assert not desk.allows("Cid", PlayTile(row="management"), UseDepartment(cell="a1", use=0))
    desk.plan("Bob")
    assert not desk.allows("Cid", WaitForTurn())
    desk.plan("Cid", PlayTile(row="management"), UseDepartment(cell="a1", use=0))
    assert not desk.player("Cid").tile
    assert desk.asked[:1] == ["Dan"]


def test_in_a_game_begun_before_who_was_asked_early_has_to_ask_for_their_turn() -> None:
    """CG-10, of edition 3."""
    desk = with_tiles(3).plan("Ann")
    assert desk.allows("Bob", PlayTile(row="management"), UseDepartment(cell="a1", use=0))
    desk.plan("Bob")
    assert not desk.allows("Cid", PlayTile(row="management"), UseDepartment(cell="a1", use=0))
    desk.plan("Cid", WaitForTurn())
    assert "Cid" in desk.asked
    assert desk.allows("Cid", PlayTile(row="management"), UseDepartment(cell="a1", use=0))
    assert not desk.allows("Cid", WaitForTurn())


def test_a_running_game_of_before_asks_the_same_players_the_same_after_the_update() -> None:
    desk = with_tiles(3).plan("Ann").plan("Cid", WaitForTurn())
    old = json.loads(desk.table.model_dump_json())
    step = old["agenda"][0]
    assert step.pop("wait_for_turn") == [2, 3]
    step["early"] = [4]  # as version 2 kept it
    table = play.load(Carnegie, json.dumps(UPGRADES[2](old)), desk.table.box)
    assert play.list_asked_seats(table) == play.list_asked_seats(desk.table) == [2, 4]
    assert [first_choices(table, seat) for seat in (2, 4)] == [first_choices(desk.table, seat) for seat in (2, 4)]
    assert WaitForTurn() in first_choices(table, 4)
    assert WaitForTurn() not in first_choices(table, 2)
