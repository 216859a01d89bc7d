"""The menu of a private panel for everything that can be looked up or arranged."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.components import walk_components

from bot.games import GAMES
from tests.cogs.town import Player, Town, parts_of, town


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


@pytest.fixture
async def asked(here: Town, ann: Player, ben: Player) -> Player:
    """Ann names her first two prices in Goodwill."""
    await ann.slash("game new", game="goodwill", seats=2, place="here")
    await ben.slash("game join", word="bens word")
    await ann.slash("game start", word="anns word")
    await ann.act()
    return ann


def menu_of(player: Player) -> dict[str, str]:
    """The lines of the menu More of a player's panel, and their values."""
    (more,) = [part for part in walk_components(parts_of(player.panel)) if part.get("placeholder") == "More…"]
    return {line["label"]: line["value"] for line in more["options"]}


async def test_every_line_shows_something_and_leads_back_to_the_question(here: Town, asked: Player) -> None:
    before, question = await here.revision(), "your two prices for a share?"
    found = menu_of(asked)
    assert [*found][:2] == ["Why?", "Log"]
    assert {"My hand", "The table in words", "Rules and cards", "Standing orders", "Next table"} <= {*found}
    assert "Practise first" in found, "the only line that opens beside the panel"
    for label in found.keys() - {"Practise first"}:
        panel = asked.panel.id
        await asked.press(label)
        assert asked.panel.id == panel, "it takes the place of the panel"
        if not label.startswith(("Next table", "Look again", "Hint", "More time")):
            back = next(one for one in asked.buttons if one in ("Act", "Back"))
            await asked.press(back)
        assert question in asked.sees, label
    assert await here.revision() == before


async def test_the_same_line_can_be_chosen_again(asked: Player) -> None:
    for _ in range(2):
        assert "What you know" in await asked.press("Why?")
        await asked.press("Act")


async def test_why_explains_the_question_and_says_what_is_known(asked: Player) -> None:
    told = await asked.press("Why?")
    for words in ("your two prices for a share?", "**The aim**", "**What you know**", "-# Rules: "):
        assert words in told
