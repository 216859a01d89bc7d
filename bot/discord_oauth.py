"""OAuth2 client for sign-in with Discord: it asks for the id of a person and keeps nothing.

The token is used for one request and then revoked. Neither it nor the code, the client secret or a person is logged.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Mapping
from typing import Any

import aiohttp
from pydantic import SecretStr

from bot import __version__
from bot.own_pages.sign_in import SCOPE, SignInFailed

log = logging.getLogger(__name__)

TIMEOUT_SECONDS, REVOKE_TIMEOUT_SECONDS = 5.0, 3.0
"""Seconds for the exchange, and for the question who it is; and for revoking the token."""
MAX_BODY_BYTES, MAX_HEADER_BYTES = 65_536, 8_192
MAX_TOKEN_CHARS = 1024
SNOWFLAKE = re.compile(r"[1-9][0-9]{0,17}|[1-8][0-9]{18}")
"""An id as Discord writes it, which fits into 63 bits."""
BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, TOO_MANY = 400, 401, 403, 429


class DiscordOAuth:
    """Exchanges codes of sign-ins for the ids of their people.

    Args:
        client_id: the application.
        secret: its client secret.
        api: base URL of the REST API.
        timeout: seconds for the exchange, and for the question who it is.
    """

    def __init__(self, client_id: int, secret: SecretStr, api: str, timeout: float = TIMEOUT_SECONDS) -> None:
        # In the body, not as a header: a proxy that counts rate limits takes each authorization for a token.
        self._client = {"client_id": str(client_id), "client_secret": secret.get_secret_value()}
        self._api = api
        self._timeout = timeout

    async def identify(self, code: str, verifier: str, redirect_uri: str) -> int:
        """Return the id of the person who signs in; see `bot.own_pages.sign_in.Identify`.

        Raises:
            SignInFailed: Discord does not say it.
        """
        try:
            async with self._open_session() as session:
                async with asyncio.timeout(self._timeout):
                    token = await self._exchange(session, code, verifier, redirect_uri)
                try:
                    async with asyncio.timeout(self._timeout):
                        return await self._ask_who(session, token)
                finally:
                    await self._revoke(session, token)
        except TimeoutError:
            log.warning("Discord did not answer a sign-in in time")
        except (aiohttp.ClientError, OSError, ValueError) as failed:
            log.warning("Discord could not be asked about a sign-in: %s", type(failed).__name__)
        raise SignInFailed("unreachable")

    def _open_session(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            max_line_size=MAX_HEADER_BYTES,
            max_field_size=MAX_HEADER_BYTES,
            headers={"User-Agent": f"DiscordBot (Boardroom, {__version__})", "Accept-Encoding": "identity"},
        )

    async def _exchange(self, session: aiohttp.ClientSession, code: str, verifier: str, redirect_uri: str) -> str:
        """Return the token for a code."""
        form = {
            **self._client,
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_uri,
            "code_verifier": verifier,
        }
        async with session.post(f"{self._api}/oauth2/token", data=form, allow_redirects=False) as answer:
            said = await _read_object(answer)
            if answer.status == BAD_REQUEST and said.get("error") == "invalid_grant":
                raise SignInFailed("used")
            _refuse_status(answer.status)
        token, scopes = said.get("access_token"), str(said.get("scope")).split()
        if str(said.get("token_type")).lower() != "bearer" or SCOPE not in scopes:
            log.warning("Discord gave a token for something else than %s", SCOPE)
            raise SignInFailed("refused")
        if (
            not isinstance(token, str)
            or not (token.isascii() and token.isprintable())
            or not 0 < len(token) <= MAX_TOKEN_CHARS
        ):
            raise SignInFailed("unreachable")
        return token

    async def _ask_who(self, session: aiohttp.ClientSession, token: str) -> int:
        """Return whose token it is."""
        bearer = {"Authorization": f"Bearer {token}"}
        async with session.get(f"{self._api}/users/@me", headers=bearer, allow_redirects=False) as answer:
            said = await _read_object(answer)
            _refuse_status(answer.status)
        number = said.get("id")
        if not (isinstance(number, str) and SNOWFLAKE.fullmatch(number)):
            raise SignInFailed("unreachable")
        return int(number)

    async def _revoke(self, session: aiohttp.ClientSession, token: str) -> None:
        """Revoke a token; if that fails, it is forgotten here and expires by itself."""
        form = {**self._client, "token": token, "token_type_hint": "access_token"}
        try:
            async with (
                asyncio.timeout(REVOKE_TIMEOUT_SECONDS),
                session.post(f"{self._api}/oauth2/token/revoke", data=form, allow_redirects=False) as answer,
            ):
                if not answer.ok:
                    log.info("Discord did not revoke the token of a sign-in: status %d", answer.status)
        except (aiohttp.ClientError, OSError, TimeoutError) as failed:
            log.info("Discord could not revoke the token of a sign-in: %s", type(failed).__name__)


def _refuse_status(status: int) -> None:
    """Raise SignInFailed unless a status is 200."""
    if status == 200:
        return
    log.warning("Discord answered a sign-in with status %d", status)
    raise SignInFailed("refused" if status in (BAD_REQUEST, UNAUTHORIZED, FORBIDDEN) else "unreachable")


async def _read_object(answer: aiohttp.ClientResponse) -> Mapping[str, Any]:
    """Read a JSON object; an empty one if it is something else.

    Raises:
        ValueError: it is too large.
    """
    body = b""
    async for chunk in answer.content.iter_chunked(MAX_BODY_BYTES):
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise ValueError("too large")
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}
