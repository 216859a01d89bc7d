"""An answer put together on Discord: nothing is saved or shown to others before it is sent, and then all of it is."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from tests.end_to_end.town import Town, begun, ids, said, town, words
from tests.stroll import STROLL, StrollTable, Walk


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    """Ann plays alone, and Wim watches."""
    async with town(tmp_path, "Ann", "Wim", games={STROLL.key: STROLL}) as opened:
        await begun(opened, game=STROLL.key)
        await opened.settled()
        yield opened


def ann(there: Town) -> MemberActor:
    return there.people["Ann"]


async def opened(there: Town) -> InteractionResult:
    return await ann(there).click(there.table_message(), custom_id="act:1")


async def pressed(there: Town, panel: InteractionResult, label: str) -> InteractionResult:
    return await there.press_label(ann(there), panel, label)


async def places(there: Town) -> dict[str, int]:
    table = (await there.running()).table
    assert isinstance(table, StrollTable)
    return table.places[1]


async def test_nothing_happens_before_it_is_sent_and_then_once(there: Town) -> None:
    public, saved = [words(message) for message in there.public()], await there.snapshot()
    panel = await opened(there)
    panel = await pressed(there, panel, "Push the red cart to 1")
    panel = await pressed(there, panel, "Push the red cart to 2")
    assert "2. Push the red cart to 2 · red at 2, blue at 0; 6 steps left" in said(panel)
    panel = await pressed(there, panel, "Remove the last step")
    await there.settled()
    assert ([words(message) for message in there.public()], await there.snapshot()) == (public, saved)
    await pressed(there, panel, "Send")
    await there.settled()
    assert await places(there) == {"red": 1, "blue": 0}
    _, entries = await there.snapshot()
    assert [entry.kind for entry in entries] == ["setup", "move"]


async def test_it_survives_a_restart(there: Town) -> None:
    panel = await pressed(there, await opened(there), "Push the red cart to 1")
    await there.restart()
    await pressed(there, panel, "Send")
    assert await places(there) == {"red": 1, "blue": 0}


async def test_of_two_devices_the_first_to_send_counts(there: Town) -> None:
    there.env.refuse_late_edits()
    telephone = await pressed(there, await opened(there), "Push the red cart to 1")
    begun_again = await pressed(there, await opened(there), "Start over")  # what was begun is there on each device
    desktop = await pressed(there, begun_again, "Push the blue cart to 1")
    assert desktop.response is not None
    (old,) = [control for control in ids(desktop.response) if control.startswith("part:")]
    await there.restart()  # after which it is not known which of them is the newer
    await pressed(there, telephone, "Send")
    late = await pressed(there, desktop, "Send")
    assert "That panel was out of date" in said(late)
    assert await places(there) == {"red": 1, "blue": 0}
    (again,) = await there.press(ann(there), old)
    assert "That decision has changed" in said(again)


async def test_forged_parts_and_those_of_an_old_panel_do_not_take_the_place_of_a_plan(there: Town) -> None:
    await pressed(there, await opened(there), "Push the red cart to 1")
    plan = await there.bot.storage.draft_answers.get(1, ann(there).id, "")
    assert plan is not None
    for way in ("c9", "k0000.c0", "c0.c0.c0.c0.c0.c0.c0.c0.c0", "c_"):
        await there.press(ann(there), f"part:1:{plan.etag}:{way}")
        assert await there.bot.storage.draft_answers.get(1, ann(there).id, "") == plan, way
    assert "1. Push the red cart to 1" in said(await opened(there))


@pytest.mark.parametrize("verb", ["play", "part", "menu", "more", "form", "sent"])
async def test_forged_parts_change_nothing_and_are_answered(there: Town, verb: str) -> None:
    saved = await there.snapshot()
    running = await there.running()
    ((_, tag),) = running.get_etags().items()
    for way in ("c9.z", "kffff.c0.z", "!19.z", "k0000.!2zz.z", "c0.c0.c0.c0.c0.c0.c0.c0.c0.z", "c_.z"):
        (result,) = await there.press(ann(there), f"{verb}:1:{tag}:{way}")
        assert "on our side" not in said(result), way
        assert "pressing faster" not in said(result)
    assert await there.snapshot() == saved


@pytest.mark.thorough
@pytest.mark.parametrize("text", ["z", "c0", "k0000", "g1", "0_0", "-1", ""])
async def test_what_is_typed_into_a_form_is_never_a_sign_of_ours(there: Town, text: str) -> None:
    """Otherwise a typed letter would send the composed answer, or another part."""
    await pressed(there, await pressed(there, await opened(there), "Push the red cart to 1"), "Send")
    ((_, tag),) = (await there.running()).get_etags().items()
    saved = await there.snapshot()
    result = await there.send_form(ann(there), f"sent:1:{tag}:c0.c0_0", text)
    assert "⚠️" in said(result)
    assert await there.snapshot() == saved


async def test_others_cannot_press_what_is_put_together(there: Town) -> None:
    panel = await pressed(there, await opened(there), "Push the red cart to 1")
    assert panel.response is not None
    (send,) = [control for control in ids(panel.response) if control.startswith("play:") and control.endswith(".z")]
    saved = await there.snapshot()
    (result,) = await there.press(there.people["Wim"], send)
    assert "You are not playing at this table" in said(result)
    assert await there.snapshot() == saved


async def test_it_can_be_typed(there: Town) -> None:
    await ann(there).slash(there.place, "play", answer="push the red cart to 1; push the red cart to 2")
    assert await places(there) == {"red": 2, "blue": 0}
    refused = await ann(there).slash(there.place, "play", answer="soup, pie; 4 0; 0")
    assert "That costs $8, and there is only $7 to spend" in said(refused)
    (entry,) = [entry for entry in (await there.snapshot())[1] if entry.kind == "move"]
    assert Walk.model_validate_json(str(entry.move)).parts[1].cart == "red"
