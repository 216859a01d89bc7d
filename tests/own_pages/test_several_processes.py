"""With several processes any of them serves a page, and the one that owns the table answers it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.games import GAMES
from bot.own_pages import forwarding
from bot.own_pages.limits import PersonLimits
from bot.testing.random_games import build_random
from bot.ui.handlers.rate_limit import RateLimit
from storage.database_url import Server
from storage.interface.processes import ForwardedPage, PageReply
from tests.house import ANN, BEN, House
from tests.own_pages.several_processes import OTHER, OWNER, Fleet, Process, fleet
from tests.own_pages.site import Browser
from tests.own_pages.test_playing import Player, count_draws
from tests.web.site import Got


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | Server:
    """A file that two services share as if it were a server, or a real server."""
    if request.param == "sqlite":
        return tmp_path / "play.db"
    server: Server = request.getfixturevalue("database_of_a_server")
    return server


@pytest.fixture
async def two(place: Path | Server) -> AsyncIterator[Fleet]:
    async with fleet(place, OWNER, OTHER) as there:
        yield there


async def asked_browser(there: Fleet) -> tuple[Browser, int, int]:
    """A table at its first turn, opened at the process that does not own it by the player whose turn it is."""
    owner, other = there.running
    number = await owner.site.home.at_first_turn(BEN)
    user_id = await owner.site.home.user(number, 1)
    browser = other.site.browser()
    await browser.opens(user_id, number)
    return browser, number, user_id


async def test_a_table_is_played_to_its_end_at_another_process(two: Fleet) -> None:
    owner, other = two.running
    number = await owner.site.home.started(BEN)
    players = [Player(other.site.browser(), user_id, build_random("far")) for user_id in (ANN, BEN)]
    for player in players:
        await player.browser.opens(player.user_id, number)
    while any([await answers(owner, player) for player in players]):
        pass
    for player in players:
        await player.browser.looks()
        assert "The game is over." in player.browser.sees
        got = await player.browser.get(f"/tables/{number}/log")
        assert (got.status, "<seat:" in got.text) == (200, False)


async def answers(owner: Process, player: Player) -> bool:
    """Let a player answer on a page; the question is looked up at the owner."""
    browser = player.browser
    home, browser.site = browser.site, owner.site
    try:
        question = (await owner.site.home.host.build_panel(browser.table, player.user_id)).question
    finally:
        browser.site = home
    return False if question is None else await player.answers()


async def test_pictures_and_heads_come_from_the_owner(two: Fleet) -> None:
    owner, other = two.running
    browser, number, _ = await asked_browser(two)
    near = owner.site.browser()
    near.cookies = browser.cookies
    for path in ("", "/log", "/pictures/fair", "/pictures/nothing"):
        for method in ("GET", "HEAD"):
            here, there = [await one.get(f"/tables/{number}{path}", method) for one in (near, browser)]
            assert (here.status, here.body, here.headers["Content-Type"]) == (
                there.status,
                there.body,
                there.headers["Content-Type"],
            ), path
            assert here.headers["Content-Security-Policy"] == there.headers["Content-Security-Policy"]
    assert other.site.home.host.shards == OTHER


async def test_odd_bytes_in_an_address_are_not_found(two: Fleet) -> None:
    browser, number, _ = await asked_browser(two)
    for odd in (
        "%00",
        "log%00",
        "pictures/%00",
        "%0d%0aX:y",
        "%ff",
        "%ed%a0%80",
        "..%2f..%2fopen",
        "log/",
        "\U0001f600",
    ):
        assert (await browser.get(f"/tables/{number}/{odd}")).status == 404, odd
    assert (await browser.get(f"/tables/{number}?tag=%00&picks=%00")).status == 200


async def test_neither_a_cookie_nor_a_link_is_handed_over(two: Fleet) -> None:
    owner, other = two.running
    number = await owner.site.home.at_first_turn(BEN)
    await owner.forwarding.close()
    browser = other.site.browser()
    secret = await other.site.own_pages.create_link(ANN, number)
    await browser.post(f"/open/{secret}")
    asking = asyncio.create_task(browser.post(f"/tables/{number}/answer", [("tag", "x"), ("take", "0")]))
    rows = owner.site.home.storage.forwarded_pages
    while not (taken := await rows.take(OWNER, "")):
        pass
    ((request_id, asked),) = taken
    await rows.reply(request_id, PageReply(json.dumps({"status": 204}), b""), "9")
    assert (asked.method, asked.what) == ("POST", "answer")
    assert secret not in str(asked)
    assert browser.cookies[f"__Host-table-{number}"] not in str(asked)
    assert (await fetched(other, asking)).status == 204


async def fetched(receiver: Process, asking: asyncio.Task[Got]) -> Got:
    """Let a process look for replies, as it does each second, until it has one."""
    while not asking.done():
        receiver.forwarding.handle_notification("")
        await receiver.forwarding._rows.is_waiting(OTHER)
    return await asking


async def test_a_double_press_through_two_processes_counts_once(two: Fleet) -> None:
    owner, _ = two.running
    browser, number, user_id = await asked_browser(two)
    near = owner.site.browser()
    near.cookies = browser.cookies
    pick = browser.options["Draw an animal"]
    _, action, fields = browser.form_with(f'name="take" value="{pick}"')
    drawn = await count_draws(owner.site, number, user_id)
    got = await asyncio.gather(*(one.post(action, [*fields, ("take", pick)]) for one in (near, browser, browser)))
    assert {one.status for one in got} == {303}
    assert await count_draws(owner.site, number, user_id) == drawn + 1


async def test_a_double_click_on_a_link_through_two_processes_opens_one_session(two: Fleet) -> None:
    owner, other = two.running
    number = await owner.site.home.at_first_turn(BEN)
    address = f"/open/{await owner.site.own_pages.create_link(ANN, number)}"
    browsers = [process.site.browser() for process in (owner, other, owner, other)]
    browsers[0].page = await browsers[0].get(address)
    _, action, fields = browsers[0].form_with("Open it as")
    got = await asyncio.gather(*(browser.post(action, fields) for browser in browsers))
    assert [(one.status, one.headers["Location"]) for one in got] == [(303, f"/tables/{number}")] * 4
    for browser in browsers:
        assert browser.cookies == browsers[0].cookies
        assert (await browser.get(f"/tables/{number}")).status == 200
    assert len(await owner.site.own_pages.list_sessions(ANN)) == 1
    thief = other.site.browser()
    for page in ("", "another"):
        assert (await thief.post(action, [("page", page)])).status == 410


async def test_a_wrong_answer_is_explained_at_another_process(two: Fleet) -> None:
    owner, other = two.running
    number = await owner.site.home.started(BEN)
    browser = other.site.browser()
    await browser.opens(ANN, number)
    before = await owner.site.home.revision(number)
    await browser.sends('type="number"', "999")
    assert "⚠️ Please give" in browser.sees
    assert await owner.site.home.revision(number) == before


async def test_another_process_takes_the_table_over_in_the_middle_of_a_plan(place: Path | Server) -> None:
    async with fleet(place, OWNER, OTHER, games=GAMES) as there:
        owner, other = there.running
        home: House = owner.site.home
        number = await home.begun(await home.with_bots("carnegie", "steady", "steady"))
        browser = other.site.browser()
        await browser.opens(ANN, number)
        near = owner.site.browser()
        near.cookies, near.table = browser.cookies, number
        while True:
            context = await home.host.build_panel(number, ANN)
            question, here = context.question, ""
            assert question is not None
            if isinstance(question, ChooseOrCompose) and question.is_open:
                question, here = question.otherwise, "o"
            if isinstance(question, Compose) and question.get_stage(()).question is not None:
                break
            await Player(near, ANN, build_random("plans")).answers()
            await home.settle()
        await browser.looks(f"?tag={context.etag}&picks={here}")
        await browser.chooses(next(iter(browser.options)))
        before = browser.sees
        assert "Nothing is sent yet." in before
        await owner.stop()
        assert browser.page is not None
        heir = await there.start(OWNER)
        picks = browser.form_with('name="take"')[2]
        await browser.looks("?" + "&".join(f"{name}={value}" for name, value in picks))
        assert "Nothing is sent yet." in browser.sees
        assert await heir.site.home.host.get_revision(number) == context.revision


async def test_nothing_is_changed_if_no_process_has_the_table(two: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "TAKE_SECONDS", 0.05)
    owner, other = two.running
    browser, number, user_id = await asked_browser(two)
    before = await owner.site.home.revision(number)
    _, action, fields = browser.form_with('name="take"')
    await owner.stop()
    got = await browser.post(action, [*fields, ("take", "0")])
    assert (got.status, "so nothing was changed" in got.text) == (503, True)
    assert (await browser.get(f"/tables/{number}")).status == 503
    heir = await two.start(OWNER)
    assert await heir.site.home.revision(number) == before, "nor later"
    await browser.looks()
    assert await other.site.own_pages.end_session(user_id, 1)
    await heir.stop()
    assert (await browser.get(f"/tables/{number}")).status == 403


async def test_a_browser_is_closed_while_the_owner_is_away(two: Fleet) -> None:
    owner, _ = two.running
    browser, number, _ = await asked_browser(two)
    await owner.stop()
    got = await browser.post(f"/tables/{number}/end")
    assert (got.status, "not open in this browser any more" in got.text) == (200, True)
    assert (await browser.get(f"/tables/{number}")).status == 403


async def test_an_owner_that_dies_over_an_answer_may_have_counted_it(
    two: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "TAKE_SECONDS", 0.2)
    monkeypatch.setattr(forwarding, "REPLY_SECONDS", 0.2)
    owner, _ = two.running
    browser, number, _ = await asked_browser(two)
    _, action, fields = browser.form_with('name="take"')
    await owner.forwarding.close()
    for asking, says in (
        (browser.post(action, [*fields, ("take", "0")]), "it may have counted"),
        (browser.get(f"/tables/{number}"), "Please try again later."),
    ):
        waiting = asyncio.create_task(asking)
        while not await owner.site.home.storage.forwarded_pages.take(OWNER, ""):
            pass
        got = await waiting
        assert (got.status, says in got.text) == (504, True), got.text


async def test_a_forged_row_opens_nothing(two: Fleet) -> None:
    """Nobody but us writes rows; but if somebody did, the sessions would still be looked up."""
    owner, _ = two.running
    browser, number, user_id = await asked_browser(two)
    _, _, fields = browser.form_with('name="take"')
    form = {name: [value] for name, value in (*fields, ("take", "0"))}
    before = await owner.site.home.revision(number)
    session_id = (await owner.site.own_pages.list_sessions(user_id))[0].session_id
    await owner.site.own_pages.end_all(user_id)
    rows = owner.site.home.storage.forwarded_pages
    for forged, status in (
        (ForwardedPage(session_id, "POST", "answer", json.dumps([{}, form])), 403),
        (ForwardedPage(999, "GET", "", "[{}, {}]"), 403),
        (ForwardedPage(-1, "POST", "end", "[{}, {}]"), 403),
    ):
        reply = await replied(owner, forged)
        assert json.loads(reply.head)["status"] == status
    assert await owner.site.home.revision(number) == before
    await browser.opens(user_id, number)
    session_id = (await owner.site.own_pages.list_sessions(user_id))[0].session_id
    for odd, status in (
        (ForwardedPage(session_id, "POST", "../../2/answer", json.dumps([{}, form])), 404),
        (ForwardedPage(session_id, "DELETE", "answer", json.dumps([form, form])), 404),
        (ForwardedPage(session_id, "POST", "answer", "[1, 2]"), 500),
        (ForwardedPage(session_id, "POST", "answer", "7"), 500),
    ):
        reply = await replied(owner, odd)
        assert json.loads(reply.head)["status"] == status, odd
    assert await owner.site.home.revision(number) == before
    assert (await rows.take(OWNER, "")) == []


async def replied(owner: Process, asked: ForwardedPage) -> PageReply:
    """Put a row for the owner, and return what it replies."""
    rows = owner.site.home.storage.forwarded_pages
    number = await rows.put(1, asked, "9")
    owner.forwarding.handle_notification("")
    while not (found := await rows.fetch([number])):
        pass
    return found[number]


async def test_the_limits_of_a_person_hold_whichever_process_they_ask(place: Path | Server) -> None:
    async with fleet(place) as there:
        clock = [0.0]
        counts = [RateLimit(1, lambda: clock[0]) for _ in range(3)]
        limits = [PersonLimits(one.count_request, lambda _: 0.0, lambda _: nullcontext()) for one in counts]
        owner = await there.start(OWNER, limits[0])
        others = [await there.start(OTHER, limits[1])]
        number = await owner.site.home.at_first_turn(BEN)
        browser = others[0].site.browser()
        await browser.opens(ANN, number)
        near = owner.site.browser()
        near.cookies = browser.cookies
        found = [(await one.get(f"/tables/{number}")).status for one in (near, browser, near, browser, near, browser)]
        assert found.count(200) == 3, "four at once, one of which opened the table"
        assert found[-1] == 429
        refused = await browser.get(f"/tables/{number}")
        assert "Try again in" in refused.text


async def test_a_person_cannot_let_many_requests_wait(two: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "MAX_FORWARDED_PER_PERSON", 2)
    owner, other = two.running
    browser, number, _ = await asked_browser(two)
    await owner.forwarding.close()
    waiting = [asyncio.create_task(browser.get(f"/tables/{number}")) for _ in range(2)]
    rows = owner.site.home.storage.forwarded_pages
    taken: list[int] = []
    while len(taken) < 2:
        taken += [request_id for request_id, _ in await rows.take(OWNER, "")]
    refused = await browser.get(f"/tables/{number}")
    assert (refused.status, "Too many pages" in refused.text) == (429, True)
    for request_id in taken:
        await rows.reply(request_id, PageReply(json.dumps({"status": 204}), b""), "9")
    assert [(await fetched(other, one)).status for one in waiting] == [204, 204]
