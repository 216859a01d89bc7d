"""Serving pages: every reader gets only permitted content, and no slow or greedy one costs others anything."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.ui.handlers.rate_limit import RateLimit
from bot.web.responses import Reply
from bot.web.serving import MAX_CONNECTIONS_PER_ADDRESS, MAX_REQUESTS, WebServer
from bot.web.visitors import identify_client, parse_networks
from tests.web.site import HERE, Site

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}
LONGEST = 60.0
"""Seconds until something has come about, also on a busy machine."""


async def found(path: str) -> Reply | None:
    return Reply(path.encode()) if path.startswith("/there") else None


@asynccontextmanager
async def serving(find: Callable[[str], Awaitable[Reply | None]] = found, **how: Any) -> AsyncIterator[int]:
    server = WebServer(find, **how)
    port = await server.open(HERE, 0)
    try:
        yield port
    finally:
        await server.close()


async def said(port: int, request: bytes) -> bytes:
    """All that is answered to these bytes, until the connection is closed."""
    reader, writer = await asyncio.open_connection(HERE, port)
    try:
        writer.write(request)
        return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


async def statuses(port: int, times: int, **headers: str) -> list[int]:
    async with ClientSession(headers=headers) as session:
        got = []
        for _ in range(times):
            async with session.get(f"http://{HERE}:{port}/there") as answer:
                got.append(answer.status)
        return got


async def test_every_answer_says_that_nothing_may_be_loaded_from_elsewhere(site: Site) -> None:
    for path in ("/", "/style.css", "/icon.svg", "/robots.txt", "/nothing"):
        got = await site.get(path)
        assert {name: got.headers.get(name) for name in HEADERS} == HEADERS, path
        assert "Set-Cookie" not in got.headers
        assert "aiohttp" not in str(got.headers)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
@pytest.mark.parametrize("path", ["/", "/nothing"])
async def test_nothing_can_be_done_but_look(site: Site, method: str, path: str) -> None:
    got = await site.get(path, method)
    assert got.status == 405
    assert got.headers["Allow"] == "GET, HEAD"
    assert {name: got.headers.get(name) for name in HEADERS} == HEADERS


async def test_head_has_the_same_headers_and_no_page(site: Site) -> None:
    whole, head = await site.get("/"), await site.get("/", "HEAD")
    assert head.body == b""
    assert whole.whole[:2] == head.whole[:2]


async def test_a_page_that_has_not_changed_is_not_sent_again(site: Site) -> None:
    first = await site.get("/")
    again = await site.get("/", If_None_Match=f'"other", {first.headers["ETag"]}')
    assert (again.status, again.body) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert (await site.get("/", If_None_Match='"other"')).status == 200
    assert (await site.get("/nothing", If_None_Match="*")).status == 404


@pytest.mark.parametrize(
    "path",
    [
        "//",
        "/tables",
        "/tables/",
        "/tables/x",
        "/tables/0",
        "/tables/1/",
        "/../etc/passwd",
        "/%2e%2e/x",
        "/tables/" + "9" * 40,
    ],
)
async def test_unknown_addresses_are_all_alike(site: Site, path: str) -> None:
    assert (await site.get(path)).whole == (await site.get("/nothing")).whole


async def test_a_visitor_who_asks_too_fast_has_to_wait_and_others_do_not(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    with caplog.at_level(logging.DEBUG):
        async with serving(get_wait_seconds=RateLimit(2, lambda: now[0]).count_request) as port:
            assert await statuses(port, 10, **{"X-Forwarded-For": "6.6.6.6, 192.0.2.7"}) == [200] * 8 + [429] * 2
            assert await statuses(port, 1, **{"X-Forwarded-For": "192.0.2.8"}) == [200]
            assert await statuses(port, 1, **{"X-Forwarded-For": "192.0.2.7"}) == [429], (
                "who is named first may be made up"
            )
            now[0] += 1
            assert await statuses(port, 3, **{"X-Forwarded-For": "192.0.2.7"}) == [200, 200, 429]
    assert "192.0.2" not in caplog.text


async def test_addresses_of_one_household_count_as_one() -> None:
    async with serving(get_wait_seconds=RateLimit(1, lambda: 0.0).count_request) as port:
        assert await statuses(port, 4, **{"X-Forwarded-For": "2001:db8:1:200::1"}) == [200] * 4
        assert await statuses(port, 1, **{"X-Forwarded-For": "2001:db8:1:2ff:ffff::2"}) == [429]
        assert await statuses(port, 1, **{"X-Forwarded-For": "2001:db8:1:300::2"}) == [200]


@pytest.mark.parametrize(
    ("remote", "forwarded", "proxies", "counts_for"),
    [
        ("192.0.2.1", ["6.6.6.6"], "127.0.0.1", "192.0.2.1"),
        ("10.0.0.5", ["6.6.6.6"], "127.0.0.1", "10.0.0.5"),
        ("10.0.0.5", ["6.6.6.6"], "10.0.0.0/8", "6.6.6.6"),
        ("127.0.0.1", ["6.6.6.6"], "none", "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1", "127.0.0.1"),
        ("::ffff:127.0.0.1", ["192.0.2.7"], "127.0.0.1", "192.0.2.7"),
        ("127.0.0.1", ["6.6.6.6, 192.0.2.7"], "127.0.0.1", "192.0.2.7"),
        ("127.0.0.1", ["6.6.6.6", "192.0.2.7"], "127.0.0.1", "192.0.2.7"),
        ("127.0.0.1", ["6.6.6.6, 192.0.2.7, 10.0.0.5"], "127.0.0.1, 10.0.0.5", "192.0.2.7"),
    ],
)
def test_a_visitor_who_asks_is_believed_of_proxies_of_our_own_alone(
    remote: str, forwarded: list[str], proxies: str, counts_for: str
) -> None:
    assert identify_client(remote, forwarded, parse_networks(proxies)) == counts_for


async def test_a_visitor_who_is_no_proxy_of_ours_cannot_be_somebody_else_each_time() -> None:
    async with serving(
        get_wait_seconds=RateLimit(1, lambda: 0.0).count_request, proxies=parse_networks("10.0.0.1")
    ) as port:
        asked = [await statuses(port, 1, **{"X-Forwarded-For": f"192.0.2.{number}"}) for number in range(5)]
        assert asked == [[200]] * 4 + [[429]]


async def test_pages_are_not_made_for_all_who_come() -> None:
    go_on = asyncio.Event()

    async def slow(_: str) -> Reply:
        await go_on.wait()
        return Reply(b"")

    async with serving(slow) as port:
        asking = [asyncio.create_task(statuses(port, 1)) for _ in range(MAX_REQUESTS + 1)]
        try:
            done, others = await asyncio.wait(asking, timeout=LONGEST, return_when=asyncio.FIRST_COMPLETED)
        finally:
            go_on.set()
        assert [sent_away.result() for sent_away in done] == [[429]], "one too many is sent away while the others wait"
        assert await asyncio.gather(*others) == [[200]] * MAX_REQUESTS
        assert await statuses(port, 1) == [200], "once there is room again"


async def test_huge_headers_are_refused_without_a_word_of_them() -> None:
    async with serving() as port:
        for request in (
            b"GET /there HTTP/1.1\r\nHost: x\r\nLoud: " + b"secret" * 2000 + b"\r\n\r\n",
            b"GET /" + b"secret" * 2000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET /there HTTP/1.1\r\nHost: x\r\n" + b"".join(b"H%d: secret\r\n" % at for at in range(200)) + b"\r\n",
            b"\x16\x03\x01secret\r\n\r\n",
        ):
            answer = await said(port, request)
            assert answer.partition(b"\r\n")[0].endswith(b" 400 Bad Request")
            assert b"secret" not in answer
            assert b"Content-Security-Policy" in answer


@pytest.mark.parametrize("sent", [b"", b"GET /there HTTP/1.1\r\nHo"], ids=["says nothing", "stops in the midst"])
async def test_a_visitor_who_takes_too_long_to_ask_is_hung_up_on(sent: bytes) -> None:
    async with serving(longest_question=0.05) as port:
        assert await asyncio.wait_for(said(port, sent), 60) == b""


async def test_a_visitor_who_does_not_read_the_answer_is_hung_up_on() -> None:
    async def long(path: str) -> Reply:
        return Reply(b"x" * 50_000_000)

    server = WebServer(long, longest_answer=0.05)
    _, writer = await asyncio.open_connection(HERE, await server.open(HERE, 0), limit=1000)
    writer.write(b"GET /there HTTP/1.1\r\nHost: x\r\n\r\n")
    async with asyncio.timeout(60):
        while server.connection_count == 0:  # noqa: ASYNC110  # only the loop has to go round
            await asyncio.sleep(0)
        while server.connection_count:  # noqa: ASYNC110  # likewise
            await asyncio.sleep(0)
    writer.close()
    await server.close()


ASKS = b"GET /there HTTP/1.1\r\nHost: x\r\n\r\n"


async def answered(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that has been answered, and stays open."""
    reader, writer = await asyncio.open_connection(HERE, port)
    writer.write(ASKS)
    await reader.readuntil(b"\r\n\r\n/there")
    return reader, writer


async def test_a_visitor_who_has_many_connections_loses_the_one_that_has_rested_for_longest() -> None:
    async with serving(proxies=()) as port:
        held = [await answered(port) for _ in range(MAX_CONNECTIONS_PER_ADDRESS)]
        held[0][1].write(ASKS)
        await held[0][0].readuntil(b"\r\n\r\n/there")
        more = await answered(port)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await held[1][0].readexactly(1)
        for reader, writer in (held[0], held[2], more):
            writer.write(ASKS)
            await reader.readuntil(b"\r\n\r\n/there")
        for _, writer in (*held, more):
            writer.close()


async def test_a_visitor_who_is_being_answered_is_not_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.web.serving.MAX_CONNECTIONS_PER_ADDRESS", 3)
    begun, go_on = asyncio.Semaphore(0), asyncio.Event()

    async def slow(path: str) -> Reply:
        begun.release()
        await go_on.wait()
        return Reply(path.encode())

    async with serving(slow, proxies=()) as port:
        asking = [asyncio.create_task(answered(port)) for _ in range(3)]
        for _ in asking:
            await begun.acquire()
        assert await said(port, ASKS) == b"", "there is no room"
        go_on.set()
        for _, writer in await asyncio.gather(*asking):
            writer.close()


async def test_one_address_cannot_keep_others_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With all room taken, the client with most of it makes room for others."""
    monkeypatch.setattr("bot.web.serving.MAX_CONNECTIONS", 5)
    async with serving() as port:  # of this computer, as a proxy of ours that may have all
        held = [await answered(port) for _ in range(5)]
        for _ in range(3):
            assert b"200 OK" in await said(port, ASKS.replace(b"x\r", b"x\r\nConnection: close\r"))
        for _, writer in held:
            writer.close()


async def test_a_fault_of_ours_is_in_the_log_and_not_on_the_page(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(path: str) -> Reply:
        raise KeyError("the seed")

    async with serving(broken) as port:
        answer = await said(port, b"GET /there HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 500 ")
    assert b"seed" not in answer
    assert "a page of the web could not be made" in caplog.text


async def test_what_is_answered_is_counted_by_its_kind(site: Site) -> None:
    for path in ("/", "/style.css", "/nothing", "/tables/1"):
        await site.get(path)
    assert site.looked_at == ["front", "file", "problem 404", "problem 404"]
