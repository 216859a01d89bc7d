"""A last play and the end of the turn, given by one press: both are saved together, and nothing else is ended."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from bot.engine.questions import Choose
from bot.games import GAMES
from bot.games.briefcase.moves import EndTurn
from bot.games.briefcase.table import Briefcase
from tests.end_to_end.town import Town, find, said, table_of_two
from tests.games.briefcase.dealing import office


def with_two_buys(options: Any, players: int, seed: str, box: Any) -> Briefcase:
    """Set a game up in which seat 1 begins with two Buys and an Activate for which it has no company."""
    return office(box=box).hand("Ann", "Buy Buy Activate").table


GAME = replace(GAMES["briefcase"], set_up=with_two_buys)


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    async with table_of_two(tmp_path, GAME) as opened:
        yield opened


async def first(there: Town) -> MemberActor:
    return await there.on_seat(1)


def find_line(panel: InteractionResult, label: str) -> tuple[str, str]:
    """Return the id of the menu that ends the turn, too, and the value of a line of it."""
    assert panel.response is not None
    menu = find(panel.response, "lastmenu")
    assert menu is not None
    assert menu["placeholder"].startswith("Play one and end turn…")
    return menu["custom_id"], next(line["value"] for line in menu["options"] if line["label"].endswith(label))


async def list_moves(there: Town) -> list[str]:
    _, entries = await there.snapshot()
    return [str(json.loads(str(entry.move))["kind"]) for entry in entries if entry.kind == "move"]


async def read_hand(there: Town) -> list[str]:
    """Return the cards of seat 1."""
    table = (await there.running()).table
    assert isinstance(table, Briefcase)
    return list(table.everybody[1].hand)


async def is_on_turn(there: Town, seat: int) -> bool:
    table = (await there.running()).table
    assert isinstance(table, Briefcase)
    return table.active == seat


async def test_one_press_buys_and_ends_the_turn_and_cannot_be_undone(there: Town) -> None:
    panel = await there.open_panel(1)
    shown = await there.choose(await first(there), *find_line(panel, "Buy 2 Paper"), message=panel.response)
    assert await list_moves(there) == ["buy resources", "end turn"]
    assert await is_on_turn(there, 2)
    assert "You buy 2 Paper" in said(shown)
    assert shown.response is not None
    assert find(shown.response, "undo") is None, "the new hand has been seen"


async def test_the_plain_line_leaves_the_turn_open_and_can_be_undone(there: Town) -> None:
    panel = await there.press_label(await first(there), await there.open_panel(1), "Buy 2 Paper")
    assert await list_moves(there) == ["buy resources"]
    assert await is_on_turn(there, 1)
    await there.press_label(await first(there), panel, "Undo my last move")
    assert await read_hand(there) == ["buy", "buy", "activate"]


async def test_it_counts_after_a_restart_and_only_once(there: Town) -> None:
    panel = await there.open_panel(1)
    line, other = find_line(panel, "Buy 2 Paper"), find_line(panel, "Buy 2 Personnel")
    await there.restart()
    for chosen in (line, line, other):
        await there.choose(await first(there), *chosen, message=panel.response)
    assert await list_moves(there) == ["buy resources", "end turn"]


async def test_nobody_else_can_press_it(there: Town) -> None:
    panel, saved = await there.open_panel(1), await there.snapshot()
    line = find_line(panel, "Buy 2 Paper")
    for who in (await there.on_seat(2), there.people["Wim"]):
        await there.choose(who, *line, message=panel.response)
    assert await there.snapshot() == saved


async def test_a_forged_press_ends_no_turn_in_which_something_can_still_be_done(there: Town) -> None:
    running = await there.running()
    ((_, tag),) = running.get_etags().items()
    question = running.get_question(1)
    assert isinstance(question, Choose)
    for way in ("99", "", "o", "z", "g1", "0.0"):
        (result,) = await there.press(await first(there), f"last:1:{tag}:{way}")
        assert "on our side" not in said(result), way
    assert await list_moves(there) == []
    one = next(at for at, option in enumerate(question.options) if option.label == "Buy 1 Paper")
    await there.press(await first(there), f"last:1:{tag}:{one}")
    assert await list_moves(there) == ["buy resources"], "there is another Buy"
    assert await is_on_turn(there, 1)


async def test_with_the_end_of_the_turn_itself_nobody_elses_turn_is_ended(there: Town) -> None:
    running = await there.running()
    ((_, tag),) = running.get_etags().items()
    question = running.get_question(1)
    assert isinstance(question, Choose)
    await there.press(await first(there), f"last:1:{tag}:{question.moves.index(EndTurn())}")
    assert await list_moves(there) == ["end turn"]
    assert await is_on_turn(there, 2)
