"""Messages and panels of leagues keep to a few controls, few words above them, and short labels, in every format."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from simcord.components import walk_components

from bot.ui.screens.leagues.season_more import MORE
from bot.ui.screens.table.panel_layout import MAX_CONTROLS, MAX_WORDS
from bot.ui.screens.table.word_limits import count_words
from tests.cogs.leagues import MENUS, drafted_terms, stands
from tests.cogs.town import BUTTON, MENU, TEXT, Player, Town, parts_of

MAX_LABEL_CHARS = 38
MAX_PREVIEW_WORDS = 120
"""Words of the preview of a decision, which says all that it does."""
MAX_BUTTONS_ON_MESSAGE = 4
PEOPLE = 5
"""The component type of a menu of the server's members."""
NAMED = re.compile(r"<[@#t][^>]*>|`[^`]*`|\[([^]]*)\]\([^)]*\)|(?<!\S)[0-9/.:]+(?!\S)")
"""Mentions, moments, digests, links, and places and points: what a table of names holds."""
FORMS = ("Divisions: all games side by side", "Swiss: 3 rounds among equals", "Cup: the winner of each table goes on")
LADDER = "Ladder: always open"
GROUPS = "Groups: the best two of each go on"
READ = ("terms", "rules", "log")
"""Pages to be read; only their controls are counted."""
PUBLIC = ("sign-up", "standings", "podium")


def controls_of(message: Any) -> list[dict[str, Any]]:
    return [part for part in walk_components(parts_of(message)) if part["type"] in (BUTTON, MENU, PEOPLE)]


def labels_of(message: Any) -> list[str]:
    """Every label of a button or of a menu's line, without those of links and of people."""
    found = controls_of(message)
    lines = [line["label"] for part in found for line in part.get("options") or ()]
    return [part.get("label") or part.get("placeholder") or "" for part in found] + lines


def words_above(message: Any) -> int:
    """How many words stand above the first control, without names."""
    count = 0
    for part in walk_components(parts_of(message)):
        if part["type"] in (BUTTON, MENU, PEOPLE):
            break
        if part["type"] == TEXT:
            count += count_words(NAMED.sub("", part["content"]))
    return count


async def prepares(boss: Player, form: str) -> AsyncIterator[tuple[str, Any]]:
    await boss.slash("league new", name="Winter Cup", game="The Fair", seats=3)
    yield "draft", boss.answer
    await boss.press(MENUS)
    yield "draft's menus", boss.answer
    await boss.choose(form)
    if form.startswith("Swiss"):
        await boss.choose("Teams of 2")
    await drafted_terms(boss)
    await boss.press("Several games …") if "Several games …" in boss.buttons else None
    yield "games", boss.answer
    await boss.slash("league manage")
    await boss.press("As everybody will read it")
    yield "terms", boss.answer
    await boss.press("Back")
    await boss.press("Open sign-up")
    yield "management at sign-up", boss.answer


async def joins(here: Town, player: Player) -> AsyncIterator[tuple[str, Any]]:
    await player.press("Join", on=await stands(here, "sign-up"))
    yield "joined", player.answer
    if "My team" in player.buttons:
        await player.press("My team")
        yield "team", player.answer
        await player.press("My place")
    await player.press("My settings")
    yield "settings", player.answer
    if "Keep me apart…" in player.buttons:
        await player.press("Keep me apart…")
        yield "avoided", player.answer
    await player.press("More…", on=await stands(here, "sign-up"))
    yield "terms", player.answer
    await player.choose("How the league works")
    yield "rules", player.answer


async def looks_around(here: Town, boss: Player, player: Player) -> AsyncIterator[tuple[str, Any]]:
    yield "sign-up", await stands(here, "sign-up")
    yield "standings", await stands(here, "standings")
    await player.slash("league me")
    yield "place", player.answer
    await player.press("More…", on=await stands(here, "standings"))
    yield "look", player.answer
    await player.choose("Log")
    yield "log", player.answer
    await player.press("Back")
    await player.slash("league leave")
    yield "leaving", player.answer
    await player.slash("inbox")
    yield "inbox", player.answer
    await boss.slash("league manage")
    yield "management", boss.answer
    await boss.press("More …")
    yield "more actions", boss.answer


async def ends(here: Town, boss: Player, what: str) -> AsyncIterator[tuple[str, Any]]:
    await boss.slash("league manage")
    await boss.press(f"{what} …")
    yield "preview of the end", boss.answer
    await boss.press(what)
    yield "management at the end", boss.answer
    yield "podium", await stands(here, "podium")
    yield "standings", await stands(here, "standings")


async def goes_through(here: Town, boss: Player, people: list[Player], form: str) -> AsyncIterator[tuple[str, Any]]:
    """Play a season and look at everything that it shows."""
    async for found in prepares(boss, form):
        yield found
    yield "sign-up", await stands(here, "sign-up")
    for player in people:
        async for found in joins(here, player):
            yield found
    if form == LADDER:
        for player in people:
            await player.press("I want a game", on=await stands(here, "sign-up"))
            yield "place", player.answer
    else:
        await boss.slash("league manage")
        await boss.press("Draw the season …")
        yield "preview of the draw", boss.answer
        await boss.press("Publish the draw")
    async for found in looks_around(here, boss, people[0]):
        yield found
    async for found in ends(here, boss, "Close the ladder" if form == LADDER else "Finish the season"):
        yield found


@pytest.mark.parametrize("form", [*FORMS, LADDER, GROUPS])
async def test_every_message_and_panel_of_a_season_keeps_to_its_limits(
    here: Town, boss: Player, people: list[Player], form: str
) -> None:
    too_much = []
    async for name, message in goes_through(here, boss, people, form):
        controls, words = len(controls_of(message)), words_above(message)
        if controls > (MAX_BUTTONS_ON_MESSAGE if name in PUBLIC else MAX_CONTROLS):
            too_much.append(f"{name}: {controls} controls")
        if name not in READ and words > (MAX_PREVIEW_WORDS if name.startswith("preview") else MAX_WORDS):
            too_much.append(f"{name}: {words} words")
        too_much += [f"{name}: {label}" for label in labels_of(message) if len(label) > MAX_LABEL_CHARS]
        menus = [part for part in controls_of(message) if str(part.get("custom_id", "")).startswith(f"{MORE}:")]
        if len(menus) > 1 or (menus and controls_of(message)[-1] != menus[0]):
            too_much.append(f"{name}: the menu More does not come last")
    assert not too_much, "\n".join(dict.fromkeys(too_much))
