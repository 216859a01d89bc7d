"""Paying otherwise on Discord: nobody else notices anything before it is sent, and then it is one move."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from bot.games import GAMES
from bot.games.briefcase.rules.paying_otherwise import PAY_OTHERWISE
from bot.games.briefcase.table import Briefcase
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from tests.end_to_end.town import Town, said, table_of_two, words
from tests.games.briefcase.dealing import office

BUY, TURNED = "Play 1 Buy", "Play 2 Obstacles (Marketing Company)"


def with_two_ways_to_pay(options: Any, players: int, seed: str, box: Any) -> Briefcase:
    """Set a game up in which seat 1 begins and can pay a purchase with a Buy or with two Obstacles."""
    desk = office(box=box).offer("Marketing Company").owns("Ann", "Marketing Company")
    return desk.hand("Ann", "Buy Obstacle Obstacle").table


GAME = replace(GAMES["briefcase"], set_up=with_two_ways_to_pay)


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    async with table_of_two(tmp_path, GAME) as opened:
        yield opened


async def first(there: Town) -> MemberActor:
    """Who sits on seat 1."""
    return await there.on_seat(1)


async def pressed(there: Town, panel: InteractionResult, label: str) -> InteractionResult:
    return await there.press_label(await first(there), panel, label)


async def composed(there: Town, *labels: str) -> InteractionResult:
    panel = await there.open_panel(1)
    for label in (PAY_OTHERWISE, "Buy 1 Paper", *labels):
        panel = await pressed(there, panel, label)
    return panel


async def begun_again(there: Town) -> InteractionResult:
    """A panel without its earlier composed answer."""
    return await pressed(there, await there.open_panel(1), "Start over")


async def player(there: Town) -> tuple[list[str], dict[str, int]]:
    table = (await there.running()).table
    assert isinstance(table, Briefcase)
    return list(table.everybody[1].hand), {str(name): count for name, count in table.everybody[1].storage.items()}


def public(there: Town) -> list[tuple[int, str, object]]:
    return [(message.id, words(message), message.edited_at) for message in there.public()]


async def test_nobody_else_sees_anything_of_it_and_it_is_one_move_with_one_line(there: Town) -> None:
    before, saved = public(there), await there.snapshot()
    panel = await composed(there, BUY)
    assert f"2. {BUY} · {BUY}. Leaves 2 Obstacles." in said(panel)
    panel = await pressed(there, panel, "Remove the last step")
    assert "2. " not in said(panel)
    panel = await pressed(there, panel, TURNED)
    panel = await pressed(there, await pressed(there, panel, "Remove the last step"), BUY)
    await there.settled()
    assert (public(there), await there.snapshot()) == (before, saved)
    await pressed(there, panel, "Send")
    await there.settled()
    assert await player(there) == (["obstacle", "obstacle"], {"paper": 1})
    _, entries = await there.snapshot()
    assert [(entry.revision, entry.kind) for entry in entries] == [(1, "setup"), (2, "move")]
    assert json.loads(str(entries[-1].move))["kind"] == "buy resources"
    assert len(json.loads(entries[-1].stored_news)) == 1


async def test_the_way_back_from_it_leads_to_the_usual_plays(there: Town) -> None:
    panel = await pressed(there, await there.open_panel(1), PAY_OTHERWISE)
    await pressed(there, await pressed(there, panel, "Back"), "Buy 1 Paper")
    assert await player(there) == (["buy"], {"paper": 1})


async def test_it_survives_a_restart(there: Town) -> None:
    panel = await composed(there)
    await there.restart()
    panel = await pressed(there, panel, BUY)
    await there.restart()
    await pressed(there, panel, "Send")
    assert await player(there) == (["obstacle", "obstacle"], {"paper": 1})


async def test_what_was_put_together_counts_no_more_when_the_table_has_moved_on(there: Town) -> None:
    there.env.refuse_late_edits()
    old, other = await composed(there, BUY), await there.open_panel(1)
    assert "Buy 1 Paper" in said(other), "it goes on where it was left"
    await pressed(there, await begun_again(there), "Buy 1 Personnel")
    for panel, label in ((old, "Send"), (other, "Send")):
        await there.restart()  # after which it is not known that there are newer panels
        late = await pressed(there, panel, label)
        assert "That decision has changed" in said(late)
    assert await player(there) == (["buy"], {"personnel": 1})


async def test_it_can_be_typed(there: Town) -> None:
    someone = await first(there)
    refused = await someone.slash(there.place, "play", answer=PAY_OTHERWISE.lower())
    assert "This answer is not complete yet" in said(refused)
    await someone.slash(there.place, "play", answer=f"{PAY_OTHERWISE}: buy 1 paper; play 1 buy")
    assert await player(there) == (["obstacle", "obstacle"], {"paper": 1})


@pytest.mark.parametrize("verb", ["play", "part", "menu", "more", "form", "sent"])
async def test_forged_ways_change_nothing_and_are_answered(there: Town, verb: str) -> None:
    saved = await there.snapshot()
    ((_, tag),) = (await there.running()).get_etags().items()
    for way in ("o", "o.z", "o.99", "z", "o.c9.z", "o.kffff.c0.z", "o.o.z", "0.o", "c0.c0.c0.c0.z", "o.g1"):
        (result,) = await there.press(await first(there), f"{verb}:1:{tag}:{way}")
        assert "on our side" not in said(result), way
        assert "pressing faster" not in said(result)
    assert await there.snapshot() == saved


async def test_a_game_that_the_old_program_saved_midway_goes_on_can_be_undone_and_is_proven(
    there: Town, tmp_path: Path
) -> None:
    await pressed(there, await there.open_panel(1), "Buy 1 Personnel")
    await there.bot.close()
    with closing(sqlite3.connect(tmp_path / "boardroom.db")) as rows, rows:
        rows.execute("update games set version = 1")
        for revision, state in rows.execute("select revision, state from states").fetchall():
            raw = json.loads(zlib.decompress(state))
            for step in raw["agenda"]:
                step.pop("chosen", None)
                if step["kind"] == "actions":
                    step["by_hand"] = revision == 1
            if revision == 2:
                action = {"kind": "invest", "cards": [{"card": "activate", "via": None}], "buys": 1}
                raw["agenda"].insert(0, {"kind": "payment by hand", "seat": 1, "action": action, "settled": []})
            packed = zlib.compress(json.dumps(raw).encode())
            rows.execute("update states set state = ? where revision = ?", (packed, revision))
    await there.env.restart_bot(type(there.bot)(there.settings, games=there.games, spacing=0))
    assert await player(there) == (["buy"], {"personnel": 1})
    await pressed(there, await there.open_panel(1), "Buy 1 Paper")
    assert await player(there) == ([], {"personnel": 1, "paper": 1})
    for left in (["buy"], ["buy", "obstacle", "obstacle"]):
        await pressed(there, await there.open_panel(1), "Undo my last move")
        assert (await player(there))[0] == left
    await pressed(there, await composed(there, BUY), "Send")
    assert await player(there) == (["obstacle", "obstacle"], {"paper": 1})
    for name in ("Ann", "Ben"):
        await there.people[name].slash(there.place, "table concede", sure="yes")
    await there.settled()
    report = verify_export(await export_game(there.store, 1), {GAME.key: GAME})
    assert report.complete
    assert report.ok, report.checks
