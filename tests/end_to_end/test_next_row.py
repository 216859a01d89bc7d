"""Carnegie's departments decided ahead: put together in private, and played when the row comes, or asked why not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.games import GAMES
from bot.games.carnegie.orders.next_row import NextDepartments
from bot.games.carnegie.table import Carnegie
from tests.end_to_end.town import Town, ids, said, table_of_two, words
from tests.games.carnegie.test_next_row import between

PICKS, WAITS = 2, 1
WHEN = "When Management comes …"
ORDERED = "When Management comes: $3."


def where_another_picks(options: Any, players: int, seed: str, box: Any) -> Carnegie:
    """Set a game up in which seat 2 picks the next row, and both have somebody active in two departments."""
    table = between("Ann Ben", box=box).table
    table.told.clear()
    return table


GAME = replace(GAMES["carnegie"], set_up=where_another_picks)


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    async with table_of_two(tmp_path, GAME) as opened:
        yield opened


async def pressed(there: Town, seat: int, shown: InteractionResult, *labels: str) -> InteractionResult:
    for label in labels:
        shown = await there.press_label(await there.on_seat(seat), shown, label)
    return shown


async def prepared(there: Town, *labels: str) -> InteractionResult:
    """Let who waits put together what to do with Management; only the last press gives the order."""
    return await pressed(there, WAITS, await there.open_panel(WAITS), "Decide ahead…", WHEN, *labels)


async def picks(there: Town, row: str) -> None:
    await pressed(there, PICKS, await there.open_panel(PICKS), f"{row}: income South")
    await there.settled()


async def kinds(there: Town) -> list[tuple[str, int | None]]:
    _, entries = await there.snapshot()
    return [(str(entry.kind), entry.seat) for entry in entries][1:]


async def orders(there: Town, seat: int = WAITS) -> list[Any]:
    return list((await there.running()).get_standing_orders(seat))


async def money(there: Town) -> int:
    table = (await there.running()).table
    assert isinstance(table, Carnegie)
    return table.everybody[WAITS].money


async def test_what_is_prepared_is_played_at_once_when_the_row_comes_and_is_gone_then(there: Town) -> None:
    shown = await prepared(there, "Get $3", "Give this order")
    assert f"✅ {ORDERED}" in said(shown)
    before = await money(there)
    assert await kinds(there) == []
    await picks(there, "Management")
    assert await kinds(there) == [("move", PICKS), ("order", WAITS)]
    assert await money(there) == before + 3
    assert await orders(there) == []


async def test_another_row_leaves_it_and_it_outlives_a_restart(there: Town) -> None:
    await prepared(there, "Get $3", "Give this order")
    await there.restart()
    await picks(there, "Construction")
    assert [type(one) for one in await orders(there)] == [NextDepartments]
    assert ("order", WAITS) not in await kinds(there)


async def test_it_is_seen_and_changed_and_withdrawn_where_it_was_given(there: Town) -> None:
    await prepared(there, "Get $3", "Give this order")
    again = await prepared(there)
    assert f"✅ {ORDERED}" in said(again)
    await pressed(there, WAITS, again, "Get 1 cube", "Give this order")
    assert [one.words for one in await orders(there)] == [("1 cube",)]
    told = await pressed(there, WAITS, await prepared(there), "Withdraw the order")
    assert "Order cancelled: " in said(told)
    assert "✅" not in said(told)
    assert await orders(there) == []


async def test_what_is_not_possible_any_more_is_asked_with_the_reason(there: Town) -> None:
    """The player who picks is first in order of play, and builds where the other meant to build."""
    denver = ("Build Housing: 1 cube, pays $1", "Denver (2 VP)")
    await pressed(
        there,
        WAITS,
        await there.open_panel(WAITS),
        "Decide ahead…",
        "When Construction comes …",
        *denver,
        "Give this order",
    )
    await picks(there, "Construction")
    await pressed(there, PICKS, await there.open_panel(PICKS), *denver, "Send this step")
    await there.settled()
    assert await kinds(there) == [("move", PICKS), ("move", PICKS)]
    asked = said(await there.open_panel(WAITS))
    assert "When Construction comes: Build Housing for 1 cube; Denver (2 VP).” “Denver (2 VP)” is not possible" in asked
    assert "Construction: what do you build?" in asked
    assert await orders(there) == []


async def test_nobody_else_learns_of_it_before_or_when_it_is_played(there: Town) -> None:
    def public() -> list[tuple[int, str, object]]:
        return [(message.id, words(message), message.edited_at) for message in there.public()]

    before, (_, entries) = public(), await there.snapshot()
    await prepared(there, "Get $3", "Give this order")
    await there.settled()
    assert public() == before
    assert (await there.snapshot())[1] == entries
    assert "When Management" not in said(await there.open_panel(PICKS))
    watching = (await there.press(there.people["Wim"], "act:1", message=there.table_message()))[0]
    assert "When Management" not in said(watching)
    await picks(there, "Management")
    assert "When Management comes" not in " ".join(words(message) for message in there.public())


async def test_an_old_panel_of_one_who_is_asked_meanwhile_gives_nothing(there: Town) -> None:
    half = await prepared(there, "Get $3")
    await picks(there, "Management")
    told = await pressed(there, WAITS, half, "Give this order")
    assert "can no longer be given" in said(told)
    assert await orders(there) == []
    assert ("order", WAITS) not in await kinds(there)


async def test_what_stands_on_anothers_panel_cannot_be_pressed_for_them(there: Town) -> None:
    half = await prepared(there, "Get $3")
    send = next(one for one in ids(half.response) if one.startswith("bplay:"))  # type: ignore[arg-type]
    for other in (there.people["Wim"], await there.on_seat(PICKS)):
        await there.press(other, send, message=there.table_message())
    assert await orders(there, WAITS) == await orders(there, PICKS) == []
