"""A press on a panel whose question has changed meanwhile counts while it still means the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from simcord.components import walk_components

from bot.engine import play
from bot.games import GAMES
from bot.games.carnegie.moves import Plan
from bot.games.carnegie.table import Carnegie
from tests.cogs.town import Player, Town, parts_of, town
from tests.games.carnegie.dealing import office
from tests.unmarked import unmarked

CHANGED = "That decision has changed since you opened it; nothing was sent."
WAIT = "Wait, to use the tile in your turn"
BOB, CID = 2, 3


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    """A table of Carnegie at which Human Resources are used; Bob's turn has come, Cid is asked before theirs."""
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        people = [opened.person(name) for name in ("Ann", "Bob", "Cid", "Dan")]
        await people[0].slash("game new", game="carnegie", seats=4, place="here")
        for guest in people[1:]:
            await guest.slash("game join", word=guest.actor.user.name)
        await people[0].slash("game start")
        desk = office()
        for player in desk.table.everybody.values():
            player.tile = True
        desk.next_event("hr", "west").pick("hr").plan("Ann")
        running = await opened.bot.host.get_running_game(1)
        opened.bot.host.remember(replace(running, table=desk.table, state=None))
        yield opened


@pytest.fixture
async def cid(here: Town) -> Player:
    """The player with an open panel from before the other's turn."""
    player = await here.on_seat(CID)
    await player.act()
    assert WAIT in list_choices(player)
    return player


def list_choices(player: Player) -> list[str]:
    labels = [part["label"] for part in walk_components(parts_of(player.panel)) if part.get("label")]
    return [unmarked(label) for label in (*labels, *player.lines)]


async def bob_moves_nobody(here: Town) -> None:
    """The move after which Cid's turn has come, and their question offers the tile in place of the wait."""
    host, user = here.bot.host, (await here.on_seat(BOB)).id
    context = await host.build_panel(1, user)
    assert context.question is not None
    assert context.question.is_legal(Plan())
    await host.answer_question(1, user, str(context.etag), [])
    assert CID in play.list_asked_seats((await host.get_running_game(1)).table)


async def has_moved(here: Town, seat: int) -> bool:
    table = (await here.bot.host.get_running_game(1)).table
    assert isinstance(table, Carnegie)
    return any(cell.lying for at, cell in table.everybody[seat].company.items() if at != table.box.lobby)


async def test_a_plan_that_is_offered_as_before_counts_after_somebody_else_moved(here: Town, cid: Player) -> None:
    await bob_moves_nobody(here)
    assert CHANGED not in await cid.press("Take plan 1")
    assert await has_moved(here, CID)


async def test_a_step_that_is_offered_as_before_is_chosen_and_the_rest_can_be_sent(here: Town, cid: Player) -> None:
    step = next(label for label in list_choices(cid) if " → " in label)
    await bob_moves_nobody(here)
    shown = await cid.press(step)
    assert CHANGED not in shown
    assert "1. " in shown
    send = next(label for label in list_choices(cid) if label.startswith("Send this step"))
    await cid.press(send)
    assert await has_moved(here, CID)


async def test_steps_that_were_chosen_before_are_still_chosen_in_a_panel_that_is_opened_later(
    here: Town, cid: Player
) -> None:
    await cid.press(next(label for label in list_choices(cid) if " → " in label))
    step = next(line for line in cid.sees.splitlines() if line.startswith("1. "))
    await bob_moves_nobody(here)
    assert step in await cid.act()


async def test_what_is_offered_no_more_is_refused_and_nothing_is_sent(here: Town, cid: Player) -> None:
    await bob_moves_nobody(here)
    revision = await here.revision()
    assert CHANGED in await cid.press(WAIT)
    assert await here.revision() == revision
    assert CID in play.list_asked_seats((await here.bot.host.get_running_game(1)).table)


async def test_after_a_restart_a_press_on_the_old_question_is_refused(here: Town, cid: Player) -> None:
    await bob_moves_nobody(here)
    await here.restart()
    revision = await here.revision()
    assert CHANGED in await cid.press("Take plan 1")
    assert await here.revision() == revision


async def test_nobody_answers_with_the_old_button_of_another_player(here: Town, cid: Player) -> None:
    button = next(part for part in walk_components(parts_of(cid.panel)) if part.get("label") == "Take plan 1")
    await bob_moves_nobody(here)
    dan, revision = await here.on_seat(4), await here.revision()
    await dan.act()
    interaction = {"custom_id": button["custom_id"]}
    changed = await here.bot.host.find_earlier_version(1, dan.id, interaction["custom_id"].split(":")[2])
    assert changed is None
    assert await here.revision() == revision
    assert await here.bot.host.find_earlier_version(1, cid.id, interaction["custom_id"].split(":")[2]) is not None


async def test_an_own_move_and_its_undo_end_all_that_was_shown_before(here: Town, cid: Player) -> None:
    old = str((await here.bot.host.build_panel(1, cid.id)).etag)
    await bob_moves_nobody(here)
    assert await here.bot.host.find_earlier_version(1, cid.id, old) is not None
    context = await here.bot.host.build_panel(1, cid.id)
    await here.bot.host.answer_question(1, cid.id, str(context.etag), [])
    await here.bot.host.undo_for_person(1, cid.id)
    assert (await here.bot.host.build_panel(1, cid.id)).question is not None
    assert await here.bot.host.find_earlier_version(1, cid.id, old) is None
