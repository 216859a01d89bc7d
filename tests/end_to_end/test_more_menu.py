"""The menu of all else on a private panel, with values that it does not have and people whom it was not shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from tests.end_to_end.town import Town, ids, list_controls, said, town


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    """Ann and Ben name two prices in Goodwill, and Dora watches."""
    async with town(tmp_path, "Ann", "Ben", "Dora") as opened:
        ann, ben = opened.people["Ann"], opened.people["Ben"]
        await ann.slash(opened.channel, "game new", game="goodwill", seats=2, place="here")
        await ben.slash(opened.place, "game join")
        await ann.slash(opened.place, "game start")
        await opened.settled()
        yield opened


async def panel(there: Town, who: MemberActor) -> InteractionResult:
    return (await there.press(who, "act:1", message=there.table_message()))[0]


async def follow(there: Town, who: MemberActor, value: str) -> str:
    """Choose a value in the menu of a person's panel, whether the menu has it or not."""
    shown = await panel(there, who)
    assert shown.response is not None
    return said(await there.choose(who, "go:1", value, message=shown.response))


async def test_a_line_never_answers_sends_or_deletes(there: Town) -> None:
    ann = there.people["Ann"]
    shown = await panel(there, ann)
    assert shown.response is not None
    form = next(control for control in ids(shown.response) if control.startswith("fill:"))
    before = await there.snapshot()
    for value in (form, f"play:1:{form.split(':')[2]}:z", "undo:1", "forget", "orders", "go:1", "x" * 100):
        told = await follow(there, ann, value)
        assert "out of date" in told or "older version" in told, value
    assert await there.snapshot() == before


async def test_a_line_shows_each_person_what_they_may_see(there: Town) -> None:
    ann, ben, dora = (there.people[name] for name in ("Ann", "Ben", "Dora"))
    await ann.slash(there.place, "play", answer="12, 14")
    assert "$12" in await follow(there, ann, "hand:1")
    for other in (ben, dora):
        for value in ("hand:1", "log:1:0", "read:1:0", "act:1:again"):
            assert "$12" not in await follow(there, other, value), value
    shown = await panel(there, dora)
    assert shown.response is not None
    offered = [option["value"] for control in list_controls(shown.response) for option in control.get("options", ())]
    assert offered
    assert not {value.partition(":")[0] for value in offered} & {"hand", "orders", "prepare", "time", "why"}
    for value in ("prepare:1", "orders:1", "time:1", "ahead:1"):
        assert "not playing" in await follow(there, dora, value), value


async def test_a_line_of_an_old_panel_still_leads_where_it_says_after_a_restart(there: Town) -> None:
    ann = there.people["Ann"]
    shown = await panel(there, ann)
    await there.restart()
    assert shown.response is not None
    told = said(await there.choose(ann, "go:1", "log:1:0", message=shown.response))
    assert "### Log of table 1" in told
