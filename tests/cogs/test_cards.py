"""Looking a card up: by its name, with suggestions, or all cards of a game as chapters behind its rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import GAMES
from tests.cogs.town import Town, town


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


async def test_a_card_is_found_by_its_name_whichever_game_it_is_of(here: Town) -> None:
    ann = here.person("Ann")
    said = await ann.slash("game cards", card="law firm")
    assert "Law Firm" in said
    assert "opponent discards a Buy or an Activate" in said
    assert "1/2/3 with 2/3/4 players" in said
    assert "Theme Parks" in await ann.press("All cards"), "those of its kind"


async def test_names_are_suggested(here: Town) -> None:
    ann = here.person("Ann")
    names = [choice["name"] for choice in await ann.actor.autocomplete(here.channel, "game cards", "card", "firm")]
    assert {"Law Firm", "Accounting Firm"} <= set(names)


async def test_all_cards_are_chapters_behind_the_rules(here: Town) -> None:
    ann = here.person("Ann")
    assert "Cards: Decisions" in await ann.slash("game cards", game="briefcase")
    assert "Cards: Resources" in await ann.press("Next ▶")
    await ann.slash("game rules", game="briefcase")
    assert "Cards: Companies of level 1" in await ann.choose("Cards: Companies of level 1")


async def test_what_is_no_card_is_refused_with_the_way_to_all_of_them(here: Town) -> None:
    ann = here.person("Ann")
    assert "There is no card of that name" in await ann.slash("game cards", card="Zoo")
    assert "There is no card of that name" in await ann.slash("game cards", card="Law Firm", game="goodwill")
    assert "There is no game of that name" in await ann.slash("game cards", game="chess")
