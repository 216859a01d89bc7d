"""Sign-in with Discord in a real Chromium, which keeps strict cookies from other sites."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Page, async_playwright, expect
from pydantic import SecretStr

from bot.discord_oauth import DiscordOAuth
from bot.own_pages.sign_in import SignIn
from tests.browser.test_own_pages import SMALL, WIDE
from tests.house import BEN
from tests.own_pages.discord_stub import CLIENT_ID, CLIENT_SECRET, SimulatedDiscord, simulated_discord
from tests.own_pages.site import PlaySite, play_site

pytestmark = pytest.mark.browser
BEGIN = "Sign in with Discord"


@asynccontextmanager
async def opened(
    folder: Path, browser_path: str, **how: Any
) -> AsyncIterator[tuple[Page, PlaySite, SimulatedDiscord, list[str]]]:
    """Open a browser beside own pages and a Discord of another site; also collect what the browser complains of."""
    async with simulated_discord() as discord, async_playwright() as playwright:
        authorize_url = discord.authorize_url.replace("127.0.0.1", "localhost")
        identify = DiscordOAuth(CLIENT_ID, SecretStr(CLIENT_SECRET), discord.api).identify
        async with play_site(
            folder,
            create_sign_in=lambda services: SignIn(services, CLIENT_ID, identify, authorize_url=authorize_url),
        ) as site:
            browser = await playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
            try:
                page, complaints = await (await browser.new_context(**how)).new_page(), list[str]()
                page.on("console", lambda said: complaints.append(said.text))
                page.on("pageerror", lambda failed: complaints.append(str(failed)))
                yield page, site, discord, complaints
            finally:
                await browser.close()


async def checks_layout(page: Page) -> None:
    assert await page.evaluate(SMALL) == []
    assert await page.evaluate(WIDE) <= 0
    found = await Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]})
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(("scheme", "script"), [("dark", True), ("light", True), ("dark", False)])
async def test_somebody_signs_in_and_comes_back_by_a_link_on_another_site(
    tmp_path: Path, browser_path: str, scheme: str, script: bool
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "color_scheme": scheme, "java_script_enabled": script}
    async with opened(tmp_path, browser_path, **phone) as (page, site, discord, complaints):
        first, second = await site.home.at_first_turn(BEN), await site.home.at_first_turn(BEN)
        await page.goto(f"{site.origin}/tables/{first}")
        if script:  # axe is a script
            await checks_layout(page)
        discord.present = BEN
        await page.get_by_role("button", name=BEGIN).click()
        await page.wait_for_url(f"{site.origin}/tables/{first}")
        await expect(page.get_by_role("link", name="Look again")).to_be_visible()
        await page.goto(f"http://localhost:{discord.port}/link?to={site.origin}/tables/{first}")
        await page.get_by_role("link", name="there").click()
        await page.wait_for_url(f"{site.origin}/tables/{first}")
        await expect(page.get_by_role("link", name="Look again")).to_be_visible()
        await page.goto(f"{site.origin}/")
        await page.get_by_role("button", name=BEGIN).click()
        await expect(page.get_by_text("Open one.")).to_be_visible()
        if script:
            await checks_layout(page)
        await page.get_by_role("button", name=f"table {second}").click()
        await page.wait_for_url(f"{site.origin}/tables/{second}")
        await expect(page.get_by_role("link", name="Look again")).to_be_visible()
        assert not [said for said in complaints if "Failed to load resource" not in said]


async def test_cancelling_at_discord_leads_back_to_the_button(tmp_path: Path, browser_path: str) -> None:
    async with opened(tmp_path, browser_path) as (page, site, _, complaints):
        await page.goto(f"{site.origin}/tables/7")
        await page.get_by_role("button", name=BEGIN).click()
        await expect(page.get_by_text("You have not signed in")).to_be_visible()
        await checks_layout(page)
        assert await page.get_by_role("button", name=BEGIN).count() == 1
        assert not [said for said in complaints if "Failed to load resource" not in said]
