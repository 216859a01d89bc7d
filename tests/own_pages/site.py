"""Own pages of a house, asked for over HTTP by browsers that keep cookies."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from aiohttp import ClientSession, DummyCookieJar, StreamReader

from bot.engine.game import AnyGame
from bot.host.play.own_pages import OwnPages
from bot.host.services import Services
from bot.own_pages.limits import PersonLimits
from bot.own_pages.pages import OwnPageViews
from bot.own_pages.serving import OwnPageServer
from bot.own_pages.sign_in import SignIn
from bot.own_pages.streams import PageStreams
from bot.ui.screens.pictures import Pictures
from tests.house import NOON, House, house
from tests.web.site import HERE, Got

FORM = re.compile(r'<form method="(post|get)" action="([^"]+)">(.*?)</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
OPTION = re.compile(r'<button name="take" value="([^"]*)"><span class="label">(.*?)</span>', re.DOTALL)
TAG = re.compile(r"<[^>]+>")


@dataclass
class Browser:
    """A browser: it keeps cookies, and says where a form comes from."""

    site: PlaySite
    cookies: dict[str, str] = field(default_factory=dict)
    table: int = 0
    page: Got | None = None

    async def get(self, path: str, method: str = "GET", **headers: str) -> Got:
        got = await self.site.ask(method, path, cookies=self.cookies, **headers)
        self._keep(got)
        return got

    async def post(self, path: str, fields: Sequence[tuple[str, str]] = (), **headers: str) -> Got:
        """Send a form of these pages."""
        said = {"Origin": self.site.origin, "Sec_Fetch_Site": "same-origin"} | headers
        body = urlencode(fields)
        got = await self.site.ask("POST", path, body, cookies=self.cookies, **said)
        self._keep(got)
        return got

    async def opens(self, user_id: int, game_id: int) -> Got:
        """Open a fresh link, and the table that it leads to."""
        secret = await self.site.own_pages.create_link(user_id, game_id)
        got = await self.post(f"/open/{secret}")
        assert got.status == 303, got.text
        self.table = game_id
        return await self.looks()

    async def looks(self, query: str = "") -> Got:
        self.page = await self.get(f"/tables/{self.table}{query}")
        assert self.page.status == 200, self.page.text
        return self.page

    @property
    def sees(self) -> str:
        assert self.page is not None
        return re.sub(r"\s+", " ", TAG.sub(" ", self.page.text))

    @property
    def html(self) -> str:
        assert self.page is not None
        return self.page.body.decode()

    @property
    def options(self) -> Mapping[str, str]:
        """The value of each option on the page, by its label."""
        assert self.page is not None
        return {TAG.sub("", label).strip(): value for value, label in OPTION.findall(self.page.text)}

    @property
    def state(self) -> str:
        """The tag with which the page compares events."""
        found = re.search(r'data-state="(\w+)"', self.html)
        assert found is not None, self.html
        return found[1]

    @asynccontextmanager
    async def listens(self) -> AsyncIterator[Events]:
        """Open the stream of the page."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        address = f"{self.site.door}/tables/{self.table}/events"
        async with self.site.session.get(address, headers={"Cookie": cookie}) as answer:
            assert answer.status == 200, await answer.text()
            assert answer.content_type == "text/event-stream"
            yield Events(answer.content)

    def form_with(self, words: str) -> tuple[str, str, list[tuple[str, str]]]:
        """The method, the address and the hidden fields of the first form that contains these words."""
        assert self.page is not None
        for method, action, inside in FORM.findall(self.page.body.decode()):
            if words in unescape(inside):
                return method, action, [(name, unescape(value)) for name, value in HIDDEN.findall(inside)]
        raise AssertionError(f"no form with {words}: {self.sees}")

    async def sends(self, words: str, *taken: str) -> Got:
        """Send the form that contains these words, with these values, and follow where it leads."""
        method, action, hidden = self.form_with(words)
        fields = [*hidden, *(("take", value) for value in taken)]
        if method == "get":
            return await self.looks(f"?{urlencode(fields)}")
        got = await self.post(action, fields)
        assert got.status == 303, got.text
        self.page = await self.get(got.headers["Location"])
        return self.page

    async def sends_whole(self) -> Got:
        """Send an answer of several parts."""
        for method, action, inside in FORM.findall(self.html):
            fields = [(name, unescape(value)) for name, value in HIDDEN.findall(inside)]
            if any(name == "picks" and (value == "z" or value.endswith(".z")) for name, value in fields):
                assert method == "post"
                got = await self.post(action, fields)
                assert got.status == 303, got.text
                self.page = await self.get(got.headers["Location"])
                return self.page
        raise AssertionError(f"nothing to send: {self.sees}")

    async def chooses(self, label: str) -> Got:
        """Press the option with this label."""
        value = self.options[label]
        return await self.sends(f'name="take" value="{value}"', value)

    def _keep(self, got: Got) -> None:
        header = got.headers.get("Set-Cookie")
        if header is not None:
            name, _, value = header.partition(";")[0].partition("=")
            self.cookies[name] = value


@dataclass(frozen=True)
class Events:
    """The stream of an open page, as its browser reads it."""

    reader: StreamReader

    async def next(self) -> str:
        """The next tag; "" for a heartbeat; "end" at the end."""
        async with asyncio.timeout(60):  # rather than for ever, if none comes
            return await self._read()

    async def _read(self) -> str:
        while line := await self.reader.readline():
            if line.startswith(b"data: "):
                return line.decode().removeprefix("data: ").strip()
            if line == b":\n":
                return ""
        return "end"

    async def next_tag(self) -> str:
        """The next tag, or "end"."""
        while not (tag := await self.next()):
            pass
        return tag


@dataclass(frozen=True)
class PlaySite:
    """The own pages of a house."""

    home: House
    own_pages: OwnPages
    server: OwnPageServer
    port: int
    session: ClientSession
    streams: PageStreams

    @property
    def door(self) -> str:
        """Where the server is."""
        return f"http://{HERE}:{self.port}"

    @property
    def origin(self) -> str:
        """Where browsers believe it to be."""
        return self.door

    def browser(self) -> Browser:
        return Browser(self)

    async def ask(
        self,
        method: str,
        path: str,
        body: str | bytes = b"",
        *,
        cookies: Mapping[str, str] | None = None,
        **headers: str,
    ) -> Got:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if method == "POST":
            sent.setdefault("Content-Type", "application/x-www-form-urlencoded")
        if cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        async with self.session.request(
            method, f"{self.door}{path}", headers=sent, data=body, allow_redirects=False
        ) as answer:
            return Got(answer.status, answer.headers, await answer.read())


NO_LIMITS = PersonLimits(lambda _: 0.0, lambda _: 0.0, lambda _: nullcontext())


@asynccontextmanager
async def play_site(
    folder: Path,
    games: Mapping[str, AnyGame] | None = None,
    limits: PersonLimits = NO_LIMITS,
    now: Callable[[], datetime] = lambda: NOON,
    create_sign_in: Callable[[Services], SignIn | None] = lambda _: None,
) -> AsyncIterator[PlaySite]:
    """Open a house with own pages."""
    async with house(folder / "play.db", games=games, now=now) as home:
        own_pages = OwnPages(home.host, is_on=True)
        services = replace(home.services, own_pages=own_pages)
        views, streams = OwnPageViews(services, Pictures()), PageStreams(home.host, own_pages, limits)
        server = OwnPageServer(views, own_pages, limits, sign_in=create_sign_in(services), streams=streams)
        port = await server.open(HERE, 0)
        server.origin = f"http://{HERE}:{port}"
        try:
            async with ClientSession(cookie_jar=DummyCookieJar()) as session:
                yield PlaySite(home, own_pages, server, port, session, streams)
        finally:
            await streams.close()
            await server.close()
