"""HTTP replies with their security headers and content-based ETags.

A tag is made of the bytes alone. A table's revision would be shorter, but it also counts secret moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

HTML = "text/html; charset=utf-8"
JSON = "application/json"
PNG = "image/png"
WEBP = "image/webp"
ATOM = "application/atom+xml; charset=utf-8"
PROBLEM = "application/problem+json"

POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""Content Security Policy: images, styles and scripts from this server only."""

COMMON_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "Boardroom",
}
"""Headers of every reply."""

INDEXED_HEADERS: Mapping[str, str] = {"X-Robots-Tag": "all"}
"""Headers of pages that search engines may index."""

CORS_HEADERS: Mapping[str, str] = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""CORS headers of replies that pages of other origins may read."""

PREFLIGHT_HEADERS: Mapping[str, str] = {
    **CORS_HEADERS,
    "Allow": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Max-Age": "86400",
}
"""Headers of the reply to a CORS preflight request."""

NO_CACHE = "private, no-cache"
"""No shared caches, and revalidation at each view, so that a withdrawn page disappears at once."""
CACHE_FOR_A_DAY = "public, max-age=86400"


class WorkerBusy(Exception):
    """The worker has too much to do; the visitor should retry in a few seconds."""


@dataclass(frozen=True)
class Reply:
    """An HTTP reply."""

    body: bytes
    content_type: str = HTML
    status: int = 200
    keeping: str = NO_CACHE
    """Value of the Cache-Control header."""
    kind: str = "page"
    """Kind of page for metrics; it identifies no person and no table."""
    headers: Mapping[str, str] | None = None
    """Additional headers."""

    @property
    def size(self) -> int:
        """Size of the body in bytes."""
        return len(self.body)

    @cached_property
    def tag(self) -> str:
        """The ETag, a digest of the body."""
        return sha256(self.body).hexdigest()[:32]

    def with_headers(self, headers: Mapping[str, str]) -> Reply:
        """Return the same reply with additional headers."""
        other = replace(self, headers={**(self.headers or {}), **headers})
        other.__dict__["tag"] = self.tag
        return other

    @property
    def all_headers(self) -> Mapping[str, str]:
        """All headers except those that aiohttp adds."""
        return {**COMMON_HEADERS, "Cache-Control": self.keeping, **(self.headers or {})}
