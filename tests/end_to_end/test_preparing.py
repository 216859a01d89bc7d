"""Preparing one's next turn in Briefcase while others are on theirs: in private, and played at once when it comes."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.engine.prepared import PreparedMove, PreparedTurn
from bot.games import GAMES
from bot.games.briefcase.table import Briefcase
from tests.end_to_end.town import Town, said, table_of_two, words
from tests.games.briefcase.dealing import office

SECOND = 2


def with_a_hand_each(options: Any, players: int, seed: str, box: Any) -> Briefcase:
    """Set a game up in which seat 1 begins, both hold two Buys, and Personnel and two Paper are for sale."""
    desk = office(box=box).hand("Ann", "Buy Buy").hand("Bob", "Buy Buy")
    desk.table.market["paper"] = 2
    return desk.table


GAME = replace(GAMES["briefcase"], set_up=with_a_hand_each)


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    async with table_of_two(tmp_path, GAME) as opened:
        yield opened


async def pressed(there: Town, panel: InteractionResult, *labels: str, seat: int = SECOND) -> InteractionResult:
    """Press what stands under these labels, one after the other."""
    for label in labels:
        panel = await there.press_label(await there.on_seat(seat), panel, label)
    return panel


async def prepared(there: Town, *labels: str) -> InteractionResult:
    return await pressed(there, await there.open_panel(SECOND), "Prepare my next turn", *labels)


async def stored(there: Town, seat: int) -> dict[str, int]:
    table = (await there.running()).table
    assert isinstance(table, Briefcase)
    return {str(name): count for name, count in table.everybody[seat].storage.items()}


async def ends_turn(there: Town, seat: int = 1) -> None:
    await pressed(there, await there.open_panel(seat), "End turn", seat=seat)
    await there.settled()


async def kinds(there: Town) -> list[tuple[str, int | None]]:
    _, entries = await there.snapshot()
    return [(entry.kind, entry.seat) for entry in entries]


async def on_turn(there: Town) -> int:
    table = (await there.running()).table
    assert isinstance(table, Briefcase)
    return table.active


BUY_PAPER = ("Buy 1 Paper",)


async def test_a_prepared_turn_is_played_at_once_when_it_comes_move_by_move(there: Town) -> None:
    panel = await prepared(there, *BUY_PAPER, "End turn")
    assert "1. Buy 1 Paper" in said(panel)
    assert "That ends your turn." in said(panel)
    await ends_turn(there)
    assert await stored(there, SECOND) == {"paper": 1}
    assert await on_turn(there) == 1
    assert await kinds(there) == [("setup", None), ("move", 1), ("order", SECOND), ("order", SECOND)]


async def test_what_a_move_leaves_is_what_the_next_one_is_chosen_from(there: Town) -> None:
    panel = await prepared(there)
    assert "In hand: 2 Buy" in said(panel)
    panel = await pressed(there, panel, *BUY_PAPER)
    assert "In hand: 1 Buy" in said(panel)
    assert "Stored: 1 Paper" in said(panel)


async def test_nobody_else_sees_that_anything_was_prepared(there: Town) -> None:
    def public() -> list[tuple[int, str, object]]:
        return [(message.id, words(message), message.edited_at) for message in there.public()]

    before, (_, entries) = public(), await there.snapshot()
    await prepared(there, *BUY_PAPER)
    await there.settled()
    assert public() == before
    assert (await there.snapshot())[1] == entries
    assert "repare" not in said(await there.open_panel(1))
    watching = (await there.press(there.people["Wim"], "prepare:1", message=there.table_message()))[0]
    assert "You are not playing at this table" in said(watching)


async def test_a_move_that_has_become_impossible_stops_it_and_its_player_is_asked_and_told_why(there: Town) -> None:
    await prepared(there, *BUY_PAPER)
    for _ in range(2):
        await pressed(there, await there.open_panel(1), *BUY_PAPER, seat=1)
    await ends_turn(there)
    assert await on_turn(there) == SECOND
    assert "has stopped: “Buy 1 Paper" in said(await there.open_panel(SECOND))


async def test_what_was_prepared_is_taken_back_one_by_one_or_altogether(there: Town) -> None:
    panel = await pressed(there, await prepared(there, *BUY_PAPER), "Buy 1 Personnel")
    assert "2. Buy 1 Personnel" in said(panel)
    panel = await pressed(there, panel, "Remove the last move")
    assert "2. " not in said(panel)
    panel = await pressed(there, panel, "Discard the plan")
    assert "Plan discarded" in said(panel)
    await ends_turn(there)
    assert (await on_turn(there), await stored(there, SECOND)) == (SECOND, {})


PAPER_LEFT = "Only if the market has at least 2 Paper"


async def test_it_is_not_played_when_its_condition_is_not_met(there: Town) -> None:
    panel = await prepared(there, *BUY_PAPER)
    await pressed(there, panel, PAPER_LEFT)
    await pressed(there, await there.open_panel(1), *BUY_PAPER, seat=1)
    await ends_turn(there)
    assert (await on_turn(there), await stored(there, SECOND)) == (SECOND, {})
    told = "was not played: you wanted it only if the market has at least 2 Paper, and that is not so"
    assert told in said(await there.open_panel(SECOND))


async def test_it_is_played_when_its_condition_is_met_whatever_else_has_changed(there: Town) -> None:
    panel = await prepared(there, *BUY_PAPER)
    await pressed(there, panel, PAPER_LEFT)
    await pressed(there, await there.open_panel(1), "Buy 1 Personnel", seat=1)
    await ends_turn(there)
    assert await stored(there, SECOND) == {"paper": 1}


async def test_a_condition_stays_set_while_the_turn_is_prepared_on_and_is_gone_with_all_of_it(there: Town) -> None:
    panel = await pressed(there, await prepared(there, *BUY_PAPER), PAPER_LEFT, "End turn")
    kept = (await there.running()).get_prepared_turn(SECOND)
    assert kept is not None
    assert kept.only_if is not None
    assert (f"Only if {kept.only_if.words}", len(kept.moves)) == (PAPER_LEFT, 2)
    panel = await pressed(there, panel, "Play it no matter what")
    again = (await there.running()).get_prepared_turn(SECOND)
    assert again is not None
    assert again.only_if is None
    await pressed(there, panel, PAPER_LEFT, "Discard the plan")
    assert (await there.running()).get_prepared_turn(SECOND) is None


async def test_all_of_it_or_nothing_is_played(there: Town) -> None:
    panel = await pressed(there, await prepared(there, "Buy 1 Personnel"), *BUY_PAPER)
    await pressed(there, panel, "Only if all of it can be done just as it stands here")
    for _ in range(2):
        await pressed(there, await there.open_panel(1), *BUY_PAPER, seat=1)
    await ends_turn(there)
    assert (await on_turn(there), await stored(there, SECOND)) == (SECOND, {}), "Personnel alone could be bought"


async def test_a_condition_that_a_newer_program_does_not_know_stops_it_until_its_player_has_chosen_anew(
    there: Town,
) -> None:
    await prepared(there, *BUY_PAPER)
    kept = (await there.running()).get_prepared_turn(SECOND)
    assert kept is not None
    body = json.dumps({**kept.model_dump(exclude={"only_if"}, mode="json"), "unless": "offer", "seen": "0" * 16})
    await there.store.seats.put_order(1, SECOND, kept.get_place(), body, "2026-03-01T12:00:00+00:00")
    await there.restart()
    panel = await pressed(there, await there.open_panel(SECOND), "My next turn (1 prepared)")
    assert "is of an older program and not known any more, so none of this is played" in said(panel)
    panel = await pressed(there, panel, "End turn")
    assert "none of this is played" in said(panel), "preparing more does not make it unconditional"
    await ends_turn(there)
    assert (await on_turn(there), await stored(there, SECOND)) == (SECOND, {})
    assert "its condition is of an older program" in said(await there.open_panel(SECOND))


async def test_after_another_condition_is_chosen_an_old_turn_is_played(there: Town) -> None:
    await prepared(there, *BUY_PAPER)
    kept = (await there.running()).get_prepared_turn(SECOND)
    assert kept is not None
    old = kept.model_copy(update={"unless": "offer", "seen": "0" * 16})
    await there.store.seats.put_order(1, SECOND, old.get_place(), old.model_dump_json(), "2026-03-01T12:00:00+00:00")
    there.bot.host.forget_loaded(1)
    panel = await pressed(there, await there.open_panel(SECOND), "My next turn (1 prepared)", PAPER_LEFT)
    assert "none of this is played" not in said(panel)
    await ends_turn(there)
    assert await stored(there, SECOND) == {"paper": 1}


async def test_a_move_that_would_do_something_else_stops_it_and_the_panel_says_so_before(there: Town) -> None:
    await prepared(there, *BUY_PAPER)
    kept = (await there.running()).get_prepared_turn(SECOND)
    assert kept is not None
    other = kept.moves[0].model_copy(update={"words": "Buy 1 Paper for nothing"})
    body = kept.model_copy(update={"moves": (other,)}).model_dump_json()
    await there.store.seats.put_order(1, SECOND, kept.get_place(), body, "2026-03-01T12:00:00+00:00")
    there.bot.host.forget_loaded(1)
    panel = await pressed(there, await there.open_panel(SECOND), "My next turn (1 prepared)")
    assert "1. Buy 1 Paper for nothing ⚠️ “Buy 1 Paper for nothing” would be “Buy 1 Paper” now." in said(panel)
    await ends_turn(there)
    assert (await on_turn(there), await stored(there, SECOND)) == (SECOND, {})
    assert "“Buy 1 Paper for nothing” would be “Buy 1 Paper” now" in said(await there.open_panel(SECOND))


async def test_it_survives_a_restart_and_is_gone_after_one_use(there: Town) -> None:
    await prepared(there, *BUY_PAPER, "End turn")
    await there.restart()
    await ends_turn(there)
    assert await stored(there, SECOND) == {"paper": 1}
    await ends_turn(there)
    assert await on_turn(there) == SECOND, "the second turn is asked for as usual"


async def test_an_old_panel_adds_nothing_once_the_table_has_changed(there: Town) -> None:
    panel = await prepared(there)
    for _ in range(2):
        await pressed(there, await there.open_panel(1), *BUY_PAPER, seat=1)
    late = await pressed(there, panel, "Buy 1 Paper")
    assert "The table has changed since then" in said(late)
    assert (await there.running()).get_prepared_turn(SECOND) is None


async def test_a_move_that_a_newer_program_does_not_know_stops_it_and_the_game_goes_on(there: Town) -> None:
    unknown = PreparedMove(move={"kind": "of an older program"}, words="Buy 1 Paper")
    kept = PreparedTurn(moves=(unknown,))
    await there.store.seats.put_order(1, SECOND, kept.get_place(), kept.model_dump_json(), "2026-03-01T12:00:00+00:00")
    there.bot.host.forget_loaded(1)
    panel = await pressed(there, await there.open_panel(SECOND), "My next turn (1 prepared)")
    assert "1. Buy 1 Paper ⚠️ not possible right now" in said(panel)
    await ends_turn(there)
    assert (await on_turn(there), await stored(there, SECOND)) == (SECOND, {})
    assert "has stopped: “Buy 1 Paper" in said(await there.open_panel(SECOND))
    assert not (await there.running()).orders.get(SECOND)


async def test_on_ones_own_turn_there_is_nothing_to_prepare(there: Town) -> None:
    panel = await prepared(there)
    await ends_turn(there)
    late = await pressed(there, panel, "Buy 1 Paper")
    assert "Your turn has come" in said(late)
    assert "repare" not in said(await there.open_panel(SECOND))


@pytest.mark.parametrize("verb", ["pplay", "pmenu", "psent", "ppart", "pmore", "pform", "unprepare", "unless"])
async def test_forged_ways_change_nothing_and_are_answered(there: Town, verb: str) -> None:
    saved = await there.snapshot()
    context = await there.bot.services.prepared.build_panel(1, (await there.on_seat(SECOND)).id)
    for way in ("o", "o.z", "z", "99", "c9.z", "o.kffff.c0.z", "g9", ""):
        (result,) = await there.press(await there.on_seat(SECOND), f"{verb}:1:{context.then.tag}:{way}")
        assert "on our side" not in said(result), way
        assert "pressing faster" not in said(result)
    assert await there.snapshot() == saved
    assert not (await there.running()).orders.get(SECOND)


async def a_bot_holds_the_seat(there: Town, seat: int = SECOND) -> None:
    """Let a bot hold a seat, as after two answers too late."""
    host = there.bot.host
    async with host.lock_game(1):
        running = await host.get_running_game(1)
        away = replace(running.get_seat_row(seat), away=True, misses=2)
        await there.bot.services.seating.assign_seat(running, away, [], keep_orders=True)


async def test_while_a_bot_holds_the_seat_what_was_prepared_waits_for_its_player(there: Town) -> None:
    await prepared(there, *BUY_PAPER)
    kept = (await there.running()).get_prepared_turn(SECOND)
    await a_bot_holds_the_seat(there)
    await ends_turn(there)
    moved = [kind for kind, seat in await kinds(there) if seat == SECOND]
    assert moved
    assert set(moved) == {"bot"}, "the bot plays its own moves"
    assert (await there.running()).get_prepared_turn(SECOND) == kept


async def test_while_a_bot_holds_the_seat_nobody_is_told_that_what_was_prepared_is_not_possible(there: Town) -> None:
    await prepared(there, *BUY_PAPER)
    kept = (await there.running()).get_prepared_turn(SECOND)
    assert kept is not None
    other = kept.model_copy(update={"moves": (kept.moves[0].model_copy(update={"words": "Buy 1 Paper for nothing"}),)})
    await there.store.seats.put_order(
        1, SECOND, other.get_place(), other.model_dump_json(), "2026-03-01T12:00:00+00:00"
    )
    there.bot.host.forget_loaded(1)
    await a_bot_holds_the_seat(there)
    await ends_turn(there)
    assert (await there.running()).get_prepared_turn(SECOND) == other, "it is their turn to say what becomes of it"
    assert await there.bot.storage.seats.get_ended_orders(1, SECOND) == ""
