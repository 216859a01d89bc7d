"""Sign-in with Discord: an OAuth2 authorization code with PKCE, for players without a link.

The browser keeps the only secret of an unfinished sign-in, in a cookie; the state and the verifier are digests of it.
So an answer of Discord counts only in the browser that asked, and nothing is stored before Discord has named the
person. The cookie may stay: its state counts once, and so does Discord's code. There is one authorization server and
one redirect address, so answers cannot be mixed up.
"""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Literal, TypeAlias
from urllib.parse import urlencode, urlsplit

from bot.host.play.own_pages import SECRET_BYTES
from bot.host.services import Services
from bot.own_pages.rendering import POLICY, build_redirect, render_page
from bot.own_pages.requests import (
    LINK_PREFIX,
    PageRequest,
    Problem,
    build_session_cookie,
    build_table_path,
)
from bot.ui.screens.names import sanitize_plain
from bot.web.responses import Reply
from bot.web.routes import parse_number
from storage.interface.page_sessions import PageTable

SIGN_IN_PATH, CALLBACK_PATH = "/sign-in", "/sign-in/discord"
AUTHORIZE_URL = "https://discord.com/oauth2/authorize"
SCOPE = "identify"
COOKIE = "__Host-sign-in"
COOKIE_SECONDS = 600
"""Seconds for which a sign-in may take place at Discord."""
MAX_CODE_CHARS = 512
MAX_USED_STATES = 1000
"""Finished sign-ins to remember, so that they do not reach Discord again; the oldest are dropped."""
MAX_AT_ONCE = 8
"""Maximum number of sign-ins for which Discord is being asked."""

FailureReason: TypeAlias = Literal["used", "busy", "unreachable", "refused"]
FAILURES: dict[FailureReason, tuple[int, str]] = {
    "used": (403, "Discord does not know this sign-in any more. Please sign in again."),
    "busy": (503, "Too many people sign in just now. Please try again in a minute."),
    "unreachable": (503, "Discord did not answer as it should. Please try again in a minute."),
    "refused": (
        503,
        "Discord does not let this bot sign anybody in. Please tell its operator; a link from your panel on Discord "
        "still works.",
    ),
}
"""Status and sentence for each reason."""
WELCOME = "Sign in, and you see the tables at which you sit."
CANCELLED = "You have not signed in, and Discord has told this page nothing."
ELSEWHERE = (
    "This sign-in was used already, began in another browser, or took more than ten minutes. Please sign in again."
)
NOT_YOURS = "You have no seat at table {}, or its game is over."
NO_TABLES = "You sit at no running table. To play, go to Discord."


class SignInFailed(Exception):
    """Discord has not said who signs in.

    Args:
        reason: why not.
    """

    def __init__(self, reason: FailureReason) -> None:
        super().__init__(reason)
        self.reason = reason


Identify: TypeAlias = Callable[[str, str, str], Awaitable[int]]
"""Exchange a code, with its PKCE verifier and redirect address, for the person's id; it may raise SignInFailed."""


@dataclass(frozen=True)
class SignInLimits:
    """Limits on sign-ins for which Discord is asked; each returns the seconds to wait."""

    get_wait_seconds: Callable[[str], float] = lambda _: 0.0
    """Counts a sign-in of an address."""
    get_total_wait_seconds: Callable[[str], float] = lambda _: 0.0
    """Counts a sign-in of anybody."""


@dataclass(frozen=True)
class SignInRequest:
    """A request about signing in, with what the server knows of its browser."""

    asked: PageRequest
    origin: str
    """Scheme, host and port of these pages."""
    address: str
    """Whose limits it counts against."""
    cookie: str


class SignIn:
    """Sends people to Discord, and opens their tables when they come back.

    Args:
        services: find and open tables.
        client_id: the application.
        identify: asks Discord who signs in.
        limits: limits on the requests to Discord.
        authorize_url: the page of Discord that asks the person.
    """

    def __init__(
        self,
        services: Services,
        client_id: int,
        identify: Identify,
        limits: SignInLimits = SignInLimits(),
        authorize_url: str = AUTHORIZE_URL,
    ) -> None:
        self._games = services.host.games
        self._own_pages = services.own_pages
        self._erasure = services.erasure
        self._client_id = client_id
        self._identify = identify
        self._limits = limits
        self._authorize_url = authorize_url
        self._used_states: OrderedDict[str, None] = OrderedDict()
        self._at_once = 0

    def has_path(self, path: str) -> bool:
        """Whether a path is about signing in."""
        return path in ("/", SIGN_IN_PATH, CALLBACK_PATH)

    async def answer(self, request: SignInRequest) -> Reply:
        """Answer a request about signing in.

        Raises:
            Problem: there is nothing at the address for this method.
        """
        asked = request.asked
        match asked.path, asked.method:
            case (("/" | "/sign-in"), ("GET" | "HEAD")):
                return self.render_offer(WELCOME, status=200)
            case "/sign-in", "POST":
                return self._begin(request)
            case "/sign-in/discord", "GET":
                return await self._finish(request)
            case _:  # HEAD: a preview must not use up a sign-in
                raise Problem(405, "A page can do nothing with that.", {"Allow": "GET"})

    def render_offer(self, words: str, game_id: int = 0, *, status: int = 403) -> Reply:
        """Return the page with the button to sign in.

        Args:
            words: why it is shown.
            game_id: the table that was asked for; 0 for none.
            status: the HTTP status.
        """
        parts = urlsplit(self._authorize_url)
        policy = POLICY.replace("form-action 'self'", f"form-action 'self' {parts.scheme}://{parts.netloc}")
        return render_page(
            "own_sign_in.html",
            status=status,
            headers={"Content-Security-Policy": policy},
            kind="own page, sign in",
            title=f"Table {game_id}" if game_id else "Your tables",
            words=words,
            action=f"{SIGN_IN_PATH}?table={game_id}" if game_id else SIGN_IN_PATH,
        )

    def _begin(self, request: SignInRequest) -> Reply:
        """Send a browser to Discord, with a cookie that its answer must fit."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        verifier = _derive(secret, "verifier")
        fields = {
            "response_type": "code",
            "client_id": self._client_id,
            "scope": SCOPE,
            "redirect_uri": _build_redirect_uri(request.origin),
            "state": _derive(secret, "state"),
            "code_challenge": _encode(sha256(verifier.encode()).digest()),
            "code_challenge_method": "S256",
        }
        return build_redirect(
            f"{self._authorize_url}?{urlencode(fields)}",
            {"Set-Cookie": _build_cookie(secret, _read_table(request.asked))},
        )

    async def _finish(self, request: SignInRequest) -> Reply:
        """Take what Discord says through the browser."""
        asked = request.asked
        kept = re.fullmatch(r"([A-Za-z0-9_-]{43})\.([0-9]{1,18})", request.cookie)
        secret, table = ("", 0) if kept is None else (kept[1], int(kept[2]))
        state = _derive(secret, "state")
        if not secret or not compare_digest(state, asked.read("state").encode("ascii", "replace").decode()):
            return self.render_offer(ELSEWHERE, table)
        if state in self._used_states:
            return self.render_offer(ELSEWHERE, table)
        self._note_used(state)
        if asked.read_all("error"):
            is_cancelled = asked.read("error") == "access_denied"
            status, words = (403, CANCELLED) if is_cancelled else FAILURES["refused"]
            return self.render_offer(words, table, status=status)
        code = asked.read("code")
        if not code or len(code) > MAX_CODE_CHARS:
            return self.render_offer(ELSEWHERE, table)
        try:
            user_id = await self._ask_discord(request, code, _derive(secret, "verifier"))
        except SignInFailed as failed:
            status, words = FAILURES[failed.reason]
            return self.render_offer(words, table, status=status)
        return await self._begin_session(user_id, table)

    async def _ask_discord(self, request: SignInRequest, code: str, verifier: str) -> int:
        """Return who signs in.

        Raises:
            SignInFailed: there were too many, or Discord does not say it.
        """
        limits = self._limits
        if (
            self._at_once >= MAX_AT_ONCE
            or limits.get_wait_seconds(request.address)
            or limits.get_total_wait_seconds("all")
        ):
            raise SignInFailed("busy")
        self._at_once += 1
        try:
            return await self._identify(code, verifier, _build_redirect_uri(request.origin))
        finally:
            self._at_once -= 1

    async def _begin_session(self, user_id: int, table: int) -> Reply:
        """Open the table that somebody has asked for, or offer those at which they sit."""
        if await self._erasure.is_under_way(user_id):
            raise Problem(403, "Your data is being deleted, so nothing can be done here.")
        opened = await self._own_pages.start_session(user_id, table) if table else None
        if opened is not None:
            return render_onward(build_table_path(table), build_session_cookie(opened))
        tables = await self._own_pages.list_tables(user_id)
        return render_page(
            "own_tables.html",
            kind="own page, tables",
            title="Your tables",
            words=NOT_YOURS.format(table) if table else "",
            no_tables=NO_TABLES,
            page=secrets.token_urlsafe(),
            tables=[(one, self._describe(one), f"{LINK_PREFIX}{link}") for one, link in tables],
        )

    def _describe(self, table: PageTable) -> str:
        """Return the game and the name of a table."""
        game = self._games.get(table.title)
        title = table.title if game is None else game.title
        return f"{title} · {sanitize_plain(table.name) or f'table {table.game_id}'}"

    def _note_used(self, state: str) -> None:
        self._used_states[state] = None
        while len(self._used_states) > MAX_USED_STATES:
            self._used_states.popitem(last=False)


def render_onward(path: str, cookie: str = "") -> Reply:
    """Return a page that leads on by itself.

    Browsers send strict cookies only to requests that these pages have caused, so a redirect would not do.

    Args:
        path: where it leads.
        cookie: a cookie to set, if any.
    """
    return render_page(
        "own_onward.html",
        headers={"Referrer-Policy": "no-referrer"}  # this page's address may hold a code
        | ({"Set-Cookie": cookie} if cookie else {}),
        kind="own page, sent on",
        title="One moment",
        path=path,
    )


def _read_table(asked: PageRequest) -> int:
    """Return the table of the address; 0 for none. Forms of people who are not known yet are not read."""
    return parse_number("".join(asked.query.get("table", ())))


def _build_cookie(secret: str, table: int) -> str:
    """Return the cookie of an unfinished sign-in; `Lax`, because Discord leads the browser back."""
    return f"{COOKIE}={secret}.{table}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age={COOKIE_SECONDS}"


def _build_redirect_uri(origin: str) -> str:
    return f"{origin}{CALLBACK_PATH}"


def _derive(secret: str, purpose: str) -> str:
    """Return a value of 256 bits from which the secret cannot be found."""
    return _encode(sha256(f"{purpose} {secret}".encode()).digest())


def _encode(digest: bytes) -> str:
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
