"""From a panel to a table as a page, and to the list of browsers that have it open."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from aiohttp import ClientSession, DummyCookieJar
from simcord.components import walk_components

from bot.games import GAMES
from bot.own_pages.requests import build_cookie_name
from bot.settings import SettingsProblem, load_settings
from bot.ui.screens.draft_picks import PUT_ASIDE
from tests.cogs.test_hints import presses_forged
from tests.cogs.test_more_menu import menu_of
from tests.cogs.town import Player, parts_of, town

ON = {"play": "127.0.0.1:0"}


def link_of(player: Player) -> str:
    """The address of the link on a player's panel."""
    (button,) = [part for part in walk_components(parts_of(player.panel)) if part.get("label") == "Open the board"]
    return str(button["url"])


async def test_without_the_operators_switch_there_is_no_way_to_a_page(tmp_path: Path, no_errors_logged: None) -> None:
    async with town(tmp_path / "off.db") as here:
        ann, ben = here.person("Ann"), here.person("Ben")
        await here.started(ben, host=ann)
        await ann.act()
        assert "On the board" not in menu_of(ann)
        assert "This bot shows no tables as pages" in await ann.slash("settings pages")
        assert here.bot.own_pages_address == ""


async def test_a_link_from_the_panel_opens_the_table_until_it_is_ended(tmp_path: Path, no_errors_logged: None) -> None:
    async with town(tmp_path / "on.db", limits=ON) as here, ClientSession(cookie_jar=DummyCookieJar()) as browser:
        ann, ben = here.person("Ann"), here.person("Ben")
        await here.started(ben, host=ann)
        await ann.act()
        await ann.press("On the board")
        assert "Whoever opens it plays for you" in ann.sees
        link, origin = link_of(ann), here.bot.own_pages_address
        assert link.startswith(f"{origin}/open/")
        sent = {"Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
        async with browser.post(link, headers=sent, allow_redirects=False) as opened:
            assert opened.status == 303
            cookie = {"Cookie": opened.headers["Set-Cookie"].partition(";")[0]}
        table = f"{origin}/tables/1"
        async with browser.get(table, headers=cookie) as page:
            assert page.status == 200
        assert "**Table 1**, opened" in await ann.slash("settings pages")
        assert "None is open" in await ben.slash("settings pages")
        await ann.slash("settings pages")
        await ann.press("End all")
        assert "All of them are ended." in ann.sees
        async with browser.get(table, headers=cookie) as page:
            assert page.status == 403


async def test_a_plan_begun_on_a_panel_goes_on_on_the_page_and_the_other_way_round(
    tmp_path: Path, no_errors_logged: None
) -> None:
    async with (
        town(tmp_path / "on.db", limits=ON, games=GAMES) as here,
        ClientSession(cookie_jar=DummyCookieJar()) as browser,
    ):
        here.bot.host.new_seed = lambda: "lesson25"
        people = here.person("Ann"), here.person("Ben")
        await people[0].slash("game new", game="carnegie", seats=2, place="here")
        await people[1].slash("game join", word="bens word")
        await people[0].slash("game start", word="anns word")
        seen = await here.bot.host.get_view(1)
        first = next(one for one in people if one.id == seen.get_seat_row(seen.asked[0]).user_id)
        opened = await here.bot.services.own_pages.open_session(
            await here.bot.services.own_pages.create_link(first.id, 1)
        )
        assert opened is not None
        table = f"{here.bot.own_pages_address}/tables/1"

        async def looks(query: str = "") -> str:
            cookie = {"Cookie": f"{build_cookie_name(1)}={opened.secret}"}
            async with browser.get(f"{table}{query}", headers=cookie) as page:
                assert page.status == 200
                return unescape(await page.text())

        await first.act()
        await first.press("San Francisco (3 VP, major city)")
        page = await looks()
        assert "<li>San Francisco" in page
        tag, picks = re.findall(r'name="tag" value="(\w+)"><input type="hidden" name="picks" value="(k[^"]+)"', page)[0]
        (option,) = re.findall(r'value="(\d+)"><span class="label">[^<]*Recruiting', page)
        assert "<li>Recruiting" in await looks(f"?tag={tag}&picks={picks}&take={option}")
        await first.act()
        assert "1. San Francisco" in first.sees
        assert "2. Recruiting" in first.sees
        await first.press("Start over")
        assert "Nothing is sent yet." not in await looks()
        await looks(f"?tag={tag}&picks={picks}")
        plan = await here.bot.storage.draft_answers.get(1, first.id, "")
        assert plan is not None
        await here.bot.storage.draft_answers.keep(1, first.id, "", plan._replace(etag="another"))
        assert PUT_ASIDE in await looks()
        assert PUT_ASIDE not in await looks()


async def test_one_of_several_browsers_is_ended(tmp_path: Path, no_errors_logged: None) -> None:
    async with town(tmp_path / "on.db", limits=ON) as here:
        ann, ben = here.person("Ann"), here.person("Ben")
        await here.started(ben, host=ann)
        own_pages = here.bot.services.own_pages
        for person in (ann, ben, ben):
            assert await own_pages.open_session(await own_pages.create_link(person.id, 1)) is not None
        (anns,), (first, second) = await own_pages.list_sessions(ann.id), await own_pages.list_sessions(ben.id)
        await ben.slash("settings pages")
        await ben.actor.select(ben.panel, [str(first.session_id)], custom_id="pageend:0")
        assert await own_pages.list_sessions(ben.id) == [second]
        assert await own_pages.list_sessions(ann.id) == [anns]


async def test_a_spectator_gets_no_link(tmp_path: Path, no_errors_logged: None) -> None:
    async with town(tmp_path / "on.db", limits=ON) as here:
        ann, ben, eve = here.person("Ann"), here.person("Ben"), here.person("Eve")
        await here.started(ben, host=ann)
        await eve.act()
        assert "On the board" not in menu_of(eve)
        assert "You are not playing at this table" in await presses_forged(here, eve, "board:1")


@pytest.mark.parametrize("place", ["127.0.0.1:8081", "[::1]:8081", "::1:8081"])
def test_a_place_of_this_computer_needs_no_https(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOARDROOM_PLAY", place)
    found = load_settings().play_place
    assert found is not None
    assert found[1] == 8081


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ({"PLAY": "8081"}, "BOARDROOM_PLAY: an address of this computer"),
        ({"PLAY_ADDRESS": "http://play.example.org"}, "BOARDROOM_PLAY_ADDRESS: an address that begins with https://"),
        ({"PLAY_ADDRESS": " http://play.example.org"}, "BOARDROOM_PLAY_ADDRESS: an address that begins with https://"),
        ({"PLAY": "0.0.0.0:8081"}, "BOARDROOM_PLAY_ADDRESS: an address that begins with https://"),
    ],
)
def test_settings_with_which_pages_would_not_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, written: dict[str, str], wrong: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in written.items():
        monkeypatch.setenv(f"BOARDROOM_{name}", value)
    with pytest.raises(SettingsProblem) as problem:
        load_settings()
    assert str(problem.value).startswith(wrong)
