"""The estimated height of a message is that which a page of a phone's width shows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import discord
import pytest
from playwright.async_api import Page, async_playwright
from playwright.async_api import TimeoutError as BrowserTimeoutError

from bot.engine.pages import Picture
from bot.local.world import World, create_world, run_world
from bot.testing.random_games import GAMES, Case, sample_positions
from bot.testing.screen_height import PHONE_HEIGHT, estimate_height
from bot.testing.seated import build_desk, seat_people
from bot.ui import screens
from bot.ui.screens.screen import Screen, build_layout
from tests.browser.sitting import FLAGS

LINE = 22
"""Pixels by which an estimate may be wrong: a word that is narrower in the browser may save a line."""


HEIGHTS = """
Array.from(document.querySelectorAll("article.channel-message section.component-container"),
           body => body.getBoundingClientRect().height)
"""
SETTLED = f"""([expected, most]) => {{
    const heights = {HEIGHTS.strip()};
    return heights.length === expected.length && heights.every((height, i) => Math.abs(height - expected[i]) <= most);
}}"""


def list_screens() -> Sequence[Screen]:
    """Return panels of all games, of the player who moves and of the first seat, without their pictures."""
    shown = []
    for game in GAMES.values():
        for turn in sample_positions(Case(game, max(game.seats), game.options()), "heights", 4):
            running = seat_people(turn.before, game=game)
            shown += [screens.render_panel(build_desk(running, seat)) for seat in (turn.seat, *turn.before.seats[:1])]
    return [Screen(tuple(block for block in one.blocks if not isinstance(block, Picture))) for one in shown]


@pytest.mark.browser
@pytest.mark.thorough
async def test_an_estimated_height_is_that_of_the_page(browser_path: str) -> None:
    shown = list_screens()
    client = discord.Client(intents=discord.Intents.default())
    world: World = create_world(client)
    async with run_world(world, client, 1, None, lambda *_: None) as pages, async_playwright() as playwright:
        channel = client.get_channel(world.channel.id)
        assert isinstance(channel, discord.TextChannel)
        for one in shown:
            await channel.send(view=build_layout(one))
        browser = await playwright.chromium.launch(executable_path=browser_path, args=list(FLAGS))
        page = await browser.new_page(viewport={"width": 390, "height": PHONE_HEIGHT})
        await page.goto(pages.table.url)
        heights = await measure_settled_heights(page, [estimate_height(one) for one in shown])
        await browser.close()
    assert len(heights) == len(shown)
    for height, one in zip(heights, shown, strict=True):
        assert abs(estimate_height(one) - height) <= LINE + 1, one.blocks


async def measure_settled_heights(page: Page, expected: Sequence[int]) -> Sequence[float]:
    """Return the heights of all messages once they are as expected, or those of a page that stays different.

    The page first lays its messages out for a wider window, and in another font until its own has come.
    """
    with suppress(BrowserTimeoutError):
        await page.wait_for_function(SETTLED, arg=[expected, LINE + 1], timeout=120_000)
    heights: Sequence[float] = await page.evaluate(HEIGHTS)
    return heights
