"""Decide the next question ahead on the panel of the present one: by one press, in private, played as it says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.games import GAMES
from bot.games.big_shoulders.orders import PassUntil
from bot.games.big_shoulders.table import City
from tests.end_to_end.town import Message, Town, list_controls, said, table_of_two, words
from tests.games.big_shoulders.dealing import town as dealt

WORDS = "Decide ahead…"
"""The line of a panel's menu that leads to all orders of this kind."""


def at_the_market(options: Any, players: int, seed: str, box: Any) -> City:
    """Set a game up in which the Stock phase has come to seat 1, and nobody can buy anything."""
    street = dealt("Ann Ben", box=box)
    street.founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40)
    street.holds("Ann", "Elgin", common=2).holds("Ben", "Swift", common=2)
    for name in ("Ann", "Ben"):
        street.cash(name, 36)
    street.table.priority = 1
    return street.begin("stock", 2, first="Ann").table


GAME = replace(GAMES["big-shoulders"], set_up=at_the_market)


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    async with table_of_two(tmp_path, GAME) as opened:
        yield opened


def menu(message: Message | None) -> dict[str, Any]:
    """Return the menu with which a player decides ahead."""
    assert message is not None
    return next(control for control in list_controls(message) if control["custom_id"].startswith("bmenu:"))


async def chosen(there: Town, seat: int, panel: InteractionResult, label: str) -> InteractionResult:
    assert panel.response is not None
    control = menu(panel.response)
    value = next(entry["value"] for entry in control["options"] if entry["label"] == label)
    return await (await there.on_seat(seat)).select(panel.response, [value], custom_id=control["custom_id"])


def lines(panel: InteractionResult) -> list[str]:
    """Return what the menus of a panel offer."""
    assert panel.response is not None
    return [entry["label"] for control in list_controls(panel.response) for entry in control.get("options", ())]


async def orders(there: Town, seat: int) -> list[Any]:
    return list((await there.running()).get_standing_orders(seat))


async def kinds(there: Town) -> list[tuple[str, int | None]]:
    _, entries = await there.snapshot()
    return [(str(entry.kind), entry.seat) for entry in entries][1:]


async def test_a_pass_that_lasts_is_given_where_one_passes_and_answers_at_once(there: Town) -> None:
    asked = await there.open_panel(1)
    assert WORDS in lines(asked)
    told = await chosen(there, 1, asked, "… until I can buy something")
    assert "Pass until I can buy something" in said(told)
    assert await kinds(there) == [("order", 1)]
    assert "what do you buy" not in said(told), "the panel is that of after the pass"
    assert [type(one) for one in await orders(there, 1)] == [PassUntil]


async def test_nobody_else_learns_that_anything_was_decided_ahead(there: Town) -> None:
    def public() -> list[tuple[int, str, object]]:
        return [(message.id, words(message), message.edited_at) for message in there.public()]

    before = public()
    asked = await there.open_panel(2)
    assert WORDS in lines(asked), "who waits can decide ahead, too"
    await chosen(there, 2, asked, "… until anybody sells")
    await there.settled()
    assert public() == before
    assert await kinds(there) == []
    assert "until" not in said(await there.open_panel(1))
    watching = (await there.press(there.people["Wim"], "act:1", message=there.table_message()))[0]
    assert WORDS not in lines(watching)


async def test_what_is_decided_ahead_is_played_when_the_turn_comes_and_ends_with_what_it_waits_for(there: Town) -> None:
    await chosen(there, 2, await there.open_panel(2), "… until anybody sells")
    await chosen(there, 1, await there.open_panel(1), "… for all of this Stock phase")
    await there.settled()
    assert await kinds(there) == [("order", 1), ("order", 2)]
    assert (await there.running()).table.agenda[0].kind == "building phase"
    assert await orders(there, 1) == []


async def test_an_old_panel_gives_what_it_shows_or_nothing(there: Town) -> None:
    asked = await there.open_panel(1)
    await chosen(there, 1, asked, "… for all of this Stock phase")
    await chosen(there, 2, await there.open_panel(2), "… for all of this Stock phase")
    await there.settled()
    told = await chosen(there, 1, asked, "… until anybody sells")
    assert "can no longer be given" in said(told)
    assert await orders(there, 1) == []


async def test_what_stands_on_anothers_panel_cannot_be_pressed_for_them(there: Town) -> None:
    asked = await there.open_panel(2)
    control = menu(asked.response)
    told = await there.choose(there.people["Wim"], control["custom_id"], "0")
    assert "You are not playing at this table" in said(told)
    await there.choose(await there.on_seat(1), control["custom_id"], "0")
    assert await orders(there, 2) == []
    assert len(await orders(there, 1)) <= 1, "whoever presses it decides for themselves"


async def test_an_entry_that_is_none_gives_nothing(there: Town) -> None:
    control = menu((await there.open_panel(1)).response)
    for value in ("99", "-1", "x"):
        await there.choose(await there.on_seat(1), control["custom_id"], value)
    assert await orders(there, 1) == []


async def test_what_was_decided_ahead_outlives_a_restart_and_is_shown_as_chosen(there: Town) -> None:
    await chosen(there, 2, await there.open_panel(2), "… until anybody founds a company")
    await there.restart()
    entries = menu((await there.open_panel(2)).response)["options"]
    assert [entry["label"] for entry in entries if entry.get("default")] == ["… until anybody founds a company"]


async def test_while_an_answer_is_put_together_nothing_else_stands_below_it(there: Town) -> None:
    asked = await there.open_panel(1)
    selling = await there.press_label(await there.on_seat(1), asked, "Sell first…")
    assert selling.response is not None
    assert not [one for one in list_controls(selling.response) if one["custom_id"].startswith("bmenu:")]
