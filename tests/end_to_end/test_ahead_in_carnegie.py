"""Decide Carnegie's next income ahead: in a form, or, where it pays points, together with the purchases."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.games import GAMES
from bot.games.carnegie.orders.next_event import NextIncome
from bot.games.carnegie.table import Carnegie
from tests.end_to_end.town import Town, list_controls, said, table_of_two
from tests.form_values import complete_values
from tests.games.carnegie.dealing import office
from tests.unmarked import unmarked

SECOND = 2


def while_ann_picks(options: Any, players: int, seed: str, box: Any) -> Carnegie:
    """Set a game up in which seat 1 picks a row; seat 2 has workers in the West and, paid in points, the Midwest."""
    desk = office("Ann Bob", box=box)
    desk.next_event("hr", "west").next_event("rd", "midwest").next_event("management", "donation")
    desk.away("Bob", "west", 1).away("Bob", "midwest", 1).at_box("Bob", "midwest", 2)
    return desk.table


GAME = replace(GAMES["carnegie"], set_up=while_ann_picks)


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    async with table_of_two(tmp_path, GAME) as opened:
        yield opened


async def table(there: Town) -> Carnegie:
    found = (await there.running()).table
    assert isinstance(found, Carnegie)
    return found


async def orders(there: Town, seat: int) -> list[Any]:
    return list((await there.running()).get_standing_orders(seat))


async def chosen(there: Town, panel: InteractionResult, label: str) -> InteractionResult:
    """Choose a line in any menu of the panel."""
    assert panel.response is not None
    for control in list_controls(panel.response):
        for entry in control.get("options", ()):
            if entry["label"].startswith(label):
                actor = await there.on_seat(SECOND)
                return await actor.select(panel.response, [entry["value"]], custom_id=control["custom_id"])
    raise LookupError(label)


async def pressed(there: Town, panel: InteractionResult, label: str) -> InteractionResult:
    return await there.press_label(await there.on_seat(SECOND), panel, label)


async def ahead(there: Town) -> InteractionResult:
    """Open the panel of all orders that answer a later question."""
    return await pressed(there, await there.open_panel(SECOND), "Decide ahead…")


async def fills_in(there: Town, label: str) -> InteractionResult:
    """Press Decide ahead until a form opens, and choose a line in it."""
    actor = await there.on_seat(SECOND)
    form = await ahead(there)
    if form.modal is None:
        form = await pressed(there, form, "Fill in orders…")
    assert form.modal is not None
    filled = complete_values(form.modal, {})
    for box in (field["component"] for field in form.modal["components"]):
        for line in box.get("options", ()):
            if line["label"].startswith(label):
                filled[box["custom_id"]] = [line["value"]]
                return await actor.submit_modal(form, filled)
    raise LookupError(label)


async def picks(there: Town, label: str) -> None:
    """Let seat 1 pick the row that reads so."""
    asked = (await there.open_panel(1)).response
    assert asked is not None
    actor = await there.on_seat(1)
    for control in list_controls(asked):
        if unmarked(str(control.get("label", ""))).startswith(label):
            await actor.click(asked, custom_id=control["custom_id"])
        for line in control.get("options", ()):
            if unmarked(line["label"]).startswith(label):
                await actor.select(asked, [line["value"]], custom_id=control["custom_id"])
    await there.settled()


async def test_the_next_income_is_chosen_in_a_form_and_taken_at_once_when_it_comes(there: Town) -> None:
    told = await fills_in(there, "West: 1 worker back: $1")
    assert "Next income in the West: 1 worker back: $1." in said(told)
    before = (await table(there)).everybody[SECOND].money
    await picks(there, "Human Resources")
    assert (await table(there)).agenda[0].kind == "use departments"
    assert (await table(there)).everybody[SECOND].money == before + 1
    assert await orders(there, SECOND) == []
    assert "has ended" not in said(await there.open_panel(SECOND)), "what was played need not be told again"


async def test_an_income_with_points_is_put_together_on_the_panel(there: Town) -> None:
    asked = await pressed(there, await ahead(there), "Next income in the Midwest …")
    for label in ("1 back", "Housing tab"):
        asked = await either(there, asked, label)
    told = await pressed(there, asked, "Give this order")
    assert "Next income in the Midwest: 1 worker back: 3 development points; Housing tab for 3 points." in said(told)
    (given,) = await orders(there, SECOND)
    assert isinstance(given, NextIncome)
    await picks(there, "R&D")
    assert (await table(there)).everybody[SECOND].tabs["housing"].steps == 1
    assert (await table(there)).agenda[0].kind == "use departments"


async def either(there: Town, asked: InteractionResult, label: str) -> InteractionResult:
    """Press the button or choose the line that begins so."""
    assert asked.response is not None
    actor = await there.on_seat(SECOND)
    for control in list_controls(asked.response):
        if str(control.get("label", "")).startswith(label):
            return await actor.click(asked.response, custom_id=control["custom_id"])
    return await chosen(there, asked, label)


async def test_the_way_back_from_what_is_put_together_leads_to_the_panel(there: Town) -> None:
    asked = await pressed(there, await ahead(there), "Next income in the Midwest …")
    back = await pressed(there, asked, "Back")
    assert "Nothing to do: waiting for" in said(back)
    assert await orders(there, SECOND) == []


async def test_a_donation_is_chosen_for_the_next_event(there: Town) -> None:
    told = await fills_in(there, "7 VP")
    assert "Next donation: Welfare (7 VP at the end) for $5." in said(told)
