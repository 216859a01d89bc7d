"""One-use links to a page, sessions that end, and requests that others have forged."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import pytest

from bot.host.errors import NotYours, Refusal
from bot.host.play.own_pages import OwnPages, delete_ended_sessions
from bot.own_pages.limits import PersonLimits
from bot.own_pages.serving import format_origin
from bot.ui.handlers.cpu_limit import CpuLimit
from bot.ui.handlers.rate_limit import RateLimit
from storage.interface.games import SeatRow
from storage.interface.metadata_keys import RESTORE_KEY
from tests.house import ANN, BEN, CLEO, NOON, STRANGER
from tests.own_pages.site import NO_LIMITS, PlaySite, play_site
from tests.web.site import HERE

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
    "Cache-Control": "no-store",
}

LIVE = "; script-src 'self'; connect-src 'self'"


async def link(site: PlaySite, user_id: int, number: int) -> str:
    return f"/open/{await site.own_pages.create_link(user_id, number)}"


async def test_a_link_that_is_only_looked_at_is_not_used_up(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    address = await link(site, ANN, number)
    browser = site.browser()
    for method in ("GET", "HEAD", "GET"):
        got = await browser.get(address, method)
        assert got.status == 200
        assert "Set-Cookie" not in got.headers
    assert "Open it as" in got.text
    assert "Ann" in got.text
    opened = await browser.post(address)
    assert (opened.status, opened.headers["Location"]) == (303, f"/tables/{number}")
    cookie = opened.headers["Set-Cookie"]
    assert cookie.startswith(f"__Host-table-{number}=")
    assert all(f"; {part}" in cookie for part in ("Path=/", "Secure", "HttpOnly", "SameSite=Strict"))


async def test_a_link_opens_a_table_once(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    address = await link(site, ANN, number)
    assert (await site.browser().post(address)).status == 303
    thief = site.browser()
    assert (await thief.get(address)).status == 410
    assert (await thief.post(address)).status == 410
    assert thief.cookies == {}


async def test_a_double_click_on_the_button_of_a_link_opens_its_table(tmp_path: Path) -> None:
    wall = [NOON]
    async with play_site(tmp_path, now=lambda: wall[0]) as site:
        number = await site.home.at_first_turn(BEN)
        address = await link(site, ANN, number)
        browser, other = site.browser(), site.browser()  # one for each press: replies to earlier ones are dropped
        browser.page, other.page = await browser.get(address), await other.get(address)
        _, action, fields = browser.form_with("Open it as")
        first, second = await asyncio.gather(browser.post(action, fields), site.browser().post(action, fields))
        assert {first.status, second.status} == {303}
        third = site.browser()
        wall[0] += timedelta(seconds=29)
        assert (await third.post(action, fields)).headers["Location"] == f"/tables/{number}"
        assert (await third.get(f"/tables/{number}")).status == 200
        assert len(await site.own_pages.list_sessions(ANN)) == 1
        assert (await other.post(action, other.form_with("Open it as")[2])).status == 410, "another page of the link"
        assert (await other.get(address)).status == 410
        wall[0] += timedelta(seconds=1)
        assert (await other.post(action, fields)).status == 410
        assert other.cookies == {}


async def test_no_secret_stands_in_the_log(site: PlaySite, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    number = await site.home.at_first_turn(BEN)
    secret, browser = await site.own_pages.create_link(ANN, number), site.browser()
    assert (await browser.get(f"/open/{secret}")).status == 200
    assert (await browser.post(f"/open/{secret}", Origin="https://evil.example")).status == 403
    assert (await browser.post(f"/open/{secret}")).status == 303
    await browser.get(f"/tables/{number}")
    await send_bytes(site, f"GET /open/{secret} HTTP/1.1", f"Cookie: x={secret}; {'y' * 5000}".encode())
    await site.home.storage.close()
    assert (await browser.get(f"/tables/{number}")).status == 503
    assert (await browser.get(f"/open/{secret}")).status == 503
    assert "cannot be shown just now" in caplog.text
    assert secret not in caplog.text
    assert browser.cookies[f"__Host-table-{number}"] not in caplog.text


async def test_a_new_link_takes_the_place_of_an_unused_one(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    first, second = await link(site, ANN, number), await link(site, ANN, number)
    assert (await site.browser().post(first)).status == 410
    assert (await site.browser().post(second)).status == 303


async def test_a_link_is_only_for_somebody_who_sits_there_and_where_the_operator_wants_pages(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    with pytest.raises(NotYours):
        await site.own_pages.create_link(STRANGER, number)
    with pytest.raises(Refusal, match="no tables as pages"):
        await OwnPages(site.home.host, is_on=False).create_link(ANN, number)


async def test_links_and_sessions_end_by_themselves(tmp_path: Path) -> None:
    wall = [NOON]
    async with play_site(tmp_path, now=lambda: wall[0]) as site:
        number = await site.home.at_first_turn(BEN)
        late = await link(site, ANN, number)
        wall[0] += timedelta(minutes=5)
        assert (await site.browser().get(late)).status == 410
        assert (await site.browser().post(late)).status == 410
        browser = site.browser()
        await browser.opens(ANN, number)
        for _ in range(13):  # used every eleven hours, it lasts six days
            wall[0] += timedelta(hours=11)
            await browser.looks()
        wall[0] += timedelta(hours=12)
        assert (await browser.get(f"/tables/{number}")).status == 403
        await browser.opens(ANN, number)
        for _ in range(15):
            wall[0] += timedelta(hours=11)
            await browser.looks()
        wall[0] += timedelta(hours=4)
        assert (await browser.get(f"/tables/{number}")).status == 403, "seven days are over"
        await delete_ended_sessions(site.home.host)
        assert (await site.home.storage.privacy.collect_data(ANN))["tables_open_as_pages"] == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "none"},
        {"Content_Type": "text/plain"},
        {"Content_Type": "multipart/form-data; boundary=x"},
    ],
)
async def test_a_form_that_did_not_come_from_these_pages_changes_nothing(
    site: PlaySite, headers: dict[str, str]
) -> None:
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    await browser.opens(await site.home.user(number, 1), number)
    before = await site.home.host.get_revision(number)
    _, action, fields = browser.form_with('name="take"')
    for path, said in (
        (action, [*fields, ("take", "0")]),
        (f"/tables/{number}/undo", []),
        (f"/tables/{number}/end", []),
    ):
        assert (await browser.post(path, said, **headers)).status in (403, 415), path
    address = await link(site, ANN, number)
    assert (await browser.post(address, (), **headers)).status in (403, 415)
    assert (await browser.post(address)).status == 303, "the link is not used up"
    assert await site.home.host.get_revision(number) == before


async def test_a_form_without_an_origin_changes_nothing(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    await browser.opens(ANN, number)
    got = await site.ask("POST", f"/tables/{number}/end", cookies=browser.cookies)
    assert got.status == 403
    assert (await browser.get(f"/tables/{number}")).status == 200


async def test_a_session_opens_one_table_for_one_person(site: PlaySite) -> None:
    one, other = await site.home.at_first_turn(BEN), await site.home.at_first_turn(BEN)
    browser = site.browser()
    await browser.opens(ANN, one)
    secret = browser.cookies[f"__Host-table-{one}"]
    forged = {f"__Host-table-{other}": secret}
    unknown = await site.ask("GET", f"/tables/{other}")
    for path in (f"/tables/{other}", f"/tables/{other}/log", f"/tables/{other}/pictures/fair"):
        got = await site.ask("GET", path, cookies=forged)
        assert (got.status, got.body) == (403, unknown.body), path
    nowhere = await site.ask("GET", "/tables/999", cookies={"__Host-table-999": secret})
    assert (nowhere.status, nowhere.body) == (403, unknown.body), "whether there is such a table is not told"


async def send_bytes(
    site: PlaySite, first_line: str, *headers: bytes, body: bytes = b"", part: int | None = None, ends: bool = True
) -> bytes:
    """Send a request byte for byte, or only the first bytes of its body, and return the whole reply.

    Args:
        site: where it is sent.
        first_line: its method and address.
        headers: its headers, apart from those of each request.
        body: its body.
        part: how many bytes of the body are sent, or -1 for all but the last; None: all.
        ends: whether the connection says that nothing follows the part.
    """
    reader, writer = await asyncio.open_connection(HERE, site.port)
    lines = [first_line.encode(), b"Host: here", b"Connection: close", *headers, b"", body[:part]]
    writer.write(b"\r\n".join(lines))
    if part is not None and ends:
        writer.write_eof()
    got = await reader.read()
    writer.close()
    return got


async def test_bytes_that_are_no_text_open_nothing_and_are_no_fault_of_ours(
    site: PlaySite, caplog: pytest.LogCaptureFixture
) -> None:
    number = await site.home.at_first_turn(BEN)
    cookie = f"Cookie: __Host-table-{number}=".encode()
    got = await send_bytes(site, f"GET /tables/{number} HTTP/1.1", cookie + b"\xff\xfe")
    assert got.startswith(b"HTTP/1.1 403 ")
    for line in ("GET /open/%ff%fe HTTP/1.1", "GET /open/%ed%b2%a9 HTTP/1.1"):
        assert (await send_bytes(site, line)).startswith(b"HTTP/1.1 410 "), line
    assert caplog.records == []


@pytest.mark.parametrize(
    ("headers", "part", "status"),
    [([b"Content-Encoding: gzip"], None, b"415"), ([b"Content-Encoding: br"], None, b"415"), ([], -1, b"400")],
)
async def test_a_form_that_cannot_be_unpacked_or_breaks_off_changes_nothing(
    site: PlaySite, caplog: pytest.LogCaptureFixture, headers: list[bytes], part: int | None, status: bytes
) -> None:
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    await browser.opens(await site.home.user(number, 1), number)
    before = await site.home.host.get_revision(number)
    _, action, fields = browser.form_with('name="take"')
    name, body = f"__Host-table-{number}", urlencode([*fields, ("take", "0")]).encode()
    known = [
        f"Cookie: {name}={browser.cookies[name]}".encode(),
        f"Origin: {site.origin}".encode(),
        b"Content-Type: application/x-www-form-urlencoded",
        b"Content-Length: %d" % len(body),
    ]
    got = await send_bytes(site, f"POST {action} HTTP/1.1", *known, *headers, body=body, part=part)
    assert got[9:12] == status or (part is not None and got == b"")
    assert await site.home.host.get_revision(number) == before
    assert caplog.records == []


async def test_the_server_does_not_wait_for_a_form_that_never_arrives(
    site: PlaySite, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    await browser.opens(ANN, number)
    known = [
        f"Origin: {site.origin}".encode(),
        b"Content-Type: application/x-www-form-urlencoded",
        b"Content-Length: 12000",
    ]
    line = f"POST /tables/{number}/answer HTTP/1.1"
    for address in (line, "POST /open/guessed HTTP/1.1"):
        got = await send_bytes(site, address, *known, body=b"tag", part=3, ends=False)
        assert got[9:12] in (b"403", b"410"), address
    monkeypatch.setattr("bot.own_pages.serving.REQUEST_TIMEOUT_SECONDS", 0.05)
    name = f"__Host-table-{number}"
    cookie = f"Cookie: {name}={browser.cookies[name]}".encode()
    got = await send_bytes(site, line, *known, cookie, body=b"tag", part=3, ends=False)
    assert got[9:12] == b"408"


async def test_what_is_no_http_gets_a_reply_that_no_cache_keeps(site: PlaySite) -> None:
    for line in (f"GET /open/{'a' * 3000} HTTP/1.1", "GET / HTTP/9", "GET /\x7f\x00 HTTP/1.1"):
        got = await send_bytes(site, line)
        assert b" 400 " in got[:15], line
        assert b"\r\nCache-Control: no-store\r\n" in got
        assert b"script-src" not in got


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://Play.Example.org", "https://play.example.org"),
        ("https://play.example.org:443", "https://play.example.org"),
        ("https://play.example.org:8443", "https://play.example.org:8443"),
        ("http://127.0.0.1:8081", "http://127.0.0.1:8081"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_the_origin_is_written_as_browsers_write_it(address: str, origin: str) -> None:
    assert format_origin(address) == origin


@pytest.mark.parametrize("cookie", ["", "x", "é", "a=b", "x" * 3000])
async def test_an_invented_cookie_opens_nothing(site: PlaySite, cookie: str) -> None:
    number = await site.home.at_first_turn(BEN)
    got = await site.ask("GET", f"/tables/{number}", cookies={f"__Host-table-{number}": cookie})
    assert got.status == 403


async def test_two_cookies_of_one_name_open_nothing(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    await browser.opens(ANN, number)
    name = f"__Host-table-{number}"
    got = await site.ask("GET", f"/tables/{number}", Cookie=f"{name}={browser.cookies[name]}; {name}=x")
    assert got.status == 403


async def test_somebody_ends_their_sessions(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    one, other, bens = site.browser(), site.browser(), site.browser()
    await one.opens(ANN, number)
    await other.opens(ANN, number)
    await bens.opens(BEN, number)
    first, _ = await site.own_pages.list_sessions(ANN)
    assert not await site.own_pages.end_session(BEN, first.session_id), "it is Ann's"
    assert await site.own_pages.end_session(ANN, first.session_id)
    assert (await one.get(f"/tables/{number}")).status == 403
    assert (await other.get(f"/tables/{number}")).status == 200
    unused = await link(site, ANN, number)
    await site.own_pages.end_all(ANN)
    assert (await other.get(f"/tables/{number}")).status == 403
    assert (await other.post(unused)).status == 410
    assert (await bens.get(f"/tables/{number}")).status == 200
    got = await bens.post(f"/tables/{number}/end")
    assert "not open in this browser any more" in got.text
    assert (await bens.get(f"/tables/{number}")).status == 403


@pytest.mark.parametrize("heir", [STRANGER, None])
async def test_sessions_end_when_a_seat_changes_hands(site: PlaySite, heir: int | None) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    browser = site.browser()
    await browser.opens(BEN, number)
    unused = await link(site, BEN, number)
    running = await site.home.host.get_running_game(number)
    seat = running.get_own_seat(BEN)
    async with site.home.host.lock_game(number):
        await site.home.services.seating.assign_seat(running, SeatRow(seat, heir, "Heir"), [], keep_orders=False)
    assert (await browser.get(f"/tables/{number}")).status == 403
    assert (await browser.post(unused)).status == 410
    assert await site.own_pages.list_sessions(BEN) == []


async def test_somebody_who_is_forgotten_has_no_sessions(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    browser = site.browser()
    await browser.opens(BEN, number)
    data = await site.home.storage.privacy.collect_data(BEN)
    assert f"'table': {number}" in str(data["tables_open_as_pages"])
    assert browser.cookies[f"__Host-table-{number}"] not in str(data)
    await site.home.storage.privacy.forget(BEN)
    assert (await browser.get(f"/tables/{number}")).status == 403
    assert not await site.home.storage.privacy.is_kept(BEN)


async def test_sessions_of_a_restored_backup_are_ended(tmp_path: Path) -> None:
    wall = [NOON]
    async with play_site(tmp_path, now=lambda: wall[0]) as site:
        number = await site.home.at_first_turn(BEN)
        before, after = site.browser(), site.browser()
        await before.opens(ANN, number)
        unused = await link(site, BEN, number)
        await site.home.storage.metadata.put(RESTORE_KEY, json.dumps([NOON.isoformat(), NOON.isoformat()]))
        wall[0] += timedelta(minutes=1)
        await after.opens(ANN, number)
        await delete_ended_sessions(site.home.host)
        assert (await before.get(f"/tables/{number}")).status == 403
        assert (await before.post(unused)).status == 410
        assert (await after.get(f"/tables/{number}")).status == 200


async def test_every_reply_to_a_player_is_for_them_alone(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    address = await link(site, ANN, number)
    await browser.opens(ANN, number)
    paths = [f"/tables/{number}", f"/tables/{number}/log", f"/tables/{number}/pictures/fair", "/nothing", "/tables/99"]
    for path in (*paths, address, f"/tables/{number}/nothing", f"/tables/{number}/pictures/nothing"):
        got = await browser.get(path)
        headers = {name: got.headers.get(name) for name in HEADERS}
        if path == f"/tables/{number}":  # the only page with a script, which is a file
            policy = str(headers["Content-Security-Policy"])
            assert policy.endswith(LIVE)
            headers["Content-Security-Policy"] = policy.removesuffix(LIVE)
            assert '<script src="/live.js?' in got.text
        assert headers == HEADERS, path
        assert (b"<script" in got.body) == (path == f"/tables/{number}"), path
        assert "aiohttp" not in str(got.headers)
        assert "style=" not in got.body.decode(errors="replace")


async def test_a_page_asks_no_more_of_the_bot_than_presses_may(tmp_path: Path) -> None:
    now, cpu = [0.0], CpuLimit(now=lambda: 0.0, clock=lambda: 0.0)
    limits = PersonLimits(RateLimit(1, now=lambda: now[0]).count_request, cpu.get_wait_seconds, cpu.charge_person)
    async with play_site(tmp_path, limits=limits) as site:
        number = await site.home.at_first_turn(BEN)
        anns, bens = site.browser(), site.browser()
        await anns.opens(ANN, number)
        await bens.opens(BEN, number)
        statuses = [(await anns.get(f"/tables/{number}")).status for _ in range(6)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        assert "Try again in 1 second." in (await anns.get(f"/tables/{number}")).text
        assert (await anns.post(f"/tables/{number}/undo")).status == 429
        assert (await bens.get(f"/tables/{number}")).status == 200
        now[0] = 60.0
        assert (await anns.get(f"/tables/{number}")).status == 200


async def test_the_pictures_of_a_page_use_up_no_presses(tmp_path: Path) -> None:
    cpu = CpuLimit(now=lambda: 0.0, clock=lambda: 0.0)
    limits = PersonLimits(RateLimit(1, now=lambda: 0.0).count_request, cpu.get_wait_seconds, cpu.charge_person)
    async with play_site(tmp_path, limits=limits) as site:
        number = await site.home.at_first_turn(BEN)
        browser = site.browser()
        await browser.opens(ANN, number)
        for _ in range(10):
            assert (await browser.get(f"/tables/{number}/pictures/fair")).status == 200
        assert (await browser.post(f"/tables/{number}/undo")).status == 303


async def test_a_fault_of_ours_is_in_the_log_and_not_on_the_page(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(user_id: int) -> float:
        raise KeyError(f"the limit of {user_id}")

    async with play_site(tmp_path, limits=replace(NO_LIMITS, get_wait_seconds=fails)) as site:
        number = await site.home.at_first_turn(BEN)
        browser = site.browser()
        assert (await browser.post(await link(site, ANN, number))).status == 303
        got = await browser.get(f"/tables/{number}")
        assert got.status == 500
        assert "it is in the log" in got.text
        assert "the limit of" not in got.text
        assert f"the limit of {ANN}" in caplog.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
async def test_other_methods_do_nothing(site: PlaySite, method: str) -> None:
    got = await site.ask(method, "/tables/1")
    assert (got.status, got.headers["Allow"]) == (405, "GET, HEAD, POST")


async def test_a_huge_form_is_not_read(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    browser = site.browser()
    await browser.opens(ANN, number)
    got = await browser.post(f"/tables/{number}/answer", [("take", "1" * 100_000)])
    assert got.status == 413
    got = await browser.post(f"/tables/{number}/answer", [("take", "1")] * 500)
    assert got.status == 400
