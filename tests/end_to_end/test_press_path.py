"""The way of a press through our functions stays short, and CONTRIBUTING lists it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import discord
import pytest

from tests.end_to_end.test_newest_panel import answer, panel
from tests.end_to_end.town import Town

ROOT = Path(__file__).parents[2]
MOST_FUNCTIONS = 14


def list_own_functions() -> list[str]:
    """The functions of the bot on the stack, outermost first."""
    found: list[str] = []
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        if Path(frame.f_code.co_filename).is_relative_to(ROOT / "bot"):
            found.append(frame.f_code.co_name)
    return list(dict.fromkeys(reversed(found)))


async def test_a_press_goes_through_few_functions_all_of_them_in_contributing(
    there: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await panel(there, there.people["Ann"])
    ways: list[list[str]] = []
    usual = discord.InteractionResponse.edit_message

    async def noting(response: Any, **what: Any) -> Any:
        ways.append(list_own_functions())
        return await usual(response, **what)

    monkeypatch.setattr(discord.InteractionResponse, "edit_message", noting)
    await there.people["Ann"].click(shown, custom_id=answer(shown))
    (way,) = ways
    assert way[0] == "on_interaction"
    assert len(way) <= MOST_FUNCTIONS
    (listed,) = [part for part in (ROOT / "CONTRIBUTING.md").read_text().split("\n\n") if "are on the stack" in part]
    assert [name for name in way if f"`{name}`" not in listed] == []
    assert listed.count("`") == 2 * len(way), "it lists no others"
