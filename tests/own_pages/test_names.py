"""Names on pages to play on: none at anonymous tables, and none that a browser could take for HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.host.lobby.settings import get_default_settings
from tests.house import ANN, BEN, CHANNEL, CLEO, GUILD
from tests.own_pages.site import PlaySite, play_site
from tests.own_pages.test_other_truths import reads_everything

NAMES = {
    ANN: "Annamaria </title><script>alert(1)</script>",
    BEN: "Benedict \"><img src=x onerror='alert(1)'>",
    CLEO: "Cleopatra {{ 7 * 191 }} &lt;b&gt; </option> <seat:1>",
}
OWN_SCRIPT = re.compile(r'<script src="/live\.js\?[0-9a-f]{8}" defer></script>')
HARMFUL = ("<script", "<img src=x", "</option> &lt;", "onerror='", 'onerror="', "1337")


async def started(site: PlaySite, title: str, *, anonymous: bool) -> int:
    """Start a table of three people with hostile names."""
    settings = get_default_settings(3).model_copy(update={"anonymous": anonymous})
    table = await site.home.lobby.open_table(
        title=title,
        guild_id=GUILD,
        channel_id=CHANNEL,
        user_id=ANN,
        name=NAMES[ANN],
        seats_wanted=3,
        pact=settings.model_dump_json(),
        adds="1",
    )
    for user_id in (BEN, CLEO):
        await site.home.lobby.join(table.row.game_id, user_id, NAMES[user_id], str(user_id))
    await site.home.lobby.start(table.row.game_id, ANN)
    return table.row.game_id


async def reads(site: PlaySite, user_id: int, number: int) -> Mapping[str, str]:
    """All that one of them can read on their pages, with the page of the link."""
    browser = site.browser()
    link = f"/open/{await site.own_pages.create_link(user_id, number)}"
    first = await browser.get(link)
    await browser.opens(user_id, number)
    return {
        "link": re.sub(r'name="page" value="[^"]+"', "", first.body.decode().replace(link, "")),
        **{address: str(reply).replace(link, "") for address, reply in (await reads_everything(browser)).items()},
    }


@pytest.mark.parametrize("title", ["toy", "goodwill"])
async def test_no_page_of_an_anonymous_table_tells_who_plays(tmp_path: Path, title: str) -> None:
    async with play_site(tmp_path, None if title == "toy" else GAMES) as site:
        number = await started(site, title, anonymous=True)
        host = site.home.host
        before = await reads(site, BEN, number)
        for address, page in before.items():
            for name in NAMES.values():
                assert name.split()[0] not in page, address
        running = await host.get_running_game(number)
        own = running.get_own_seat(BEN)
        one, other = [seat_row for seat_row in running.seats if seat_row.seat != own]
        swapped = {
            one.seat: replace(one, user_id=other.user_id, real_name=other.real_name),
            other.seat: replace(other, user_id=one.user_id, real_name=one.real_name),
        }
        host.remember(replace(running, seats=tuple(swapped.get(seat_row.seat, seat_row) for seat_row in running.seats)))
        assert await reads(site, BEN, number) == before


async def test_hostile_names_are_letters_and_nothing_else(tmp_path: Path) -> None:
    async with play_site(tmp_path, GAMES) as site:
        number = await started(site, "goodwill", anonymous=False)
        found = await reads(site, ANN, number)
        assert any("Benedict" in page for page in found.values())
        for address, page in found.items():
            for harmful in HARMFUL:
                assert harmful not in OWN_SCRIPT.sub("", page), (address, harmful)
