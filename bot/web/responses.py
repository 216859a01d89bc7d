"""Reply: what is answered to a browser, with the headers that go with everything, and tags made of what is shown.

A tag is made of the bytes alone. A table's revision would be shorter, and would count what happens there in secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

HTML = "text/html; charset=utf-8"
JSON = "application/json"
PNG = "image/png"
ATOM = "application/atom+xml; charset=utf-8"
PROBLEM = "application/problem+json"

POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""What a browser may load for a page: what this server has of pictures, styles and scripts, and nothing else."""

ALWAYS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "Boardroom",
}
"""Headers of every answer, whatever it says."""

TO_BE_FOUND: Mapping[str, str] = {"X-Robots-Tag": "all"}
"""Headers of what search engines may show."""

TO_EVERYBODY: Mapping[str, str] = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""Headers of what pages of others may read, too."""

FOR_THE_ASKING: Mapping[str, str] = {
    **TO_EVERYBODY,
    "Allow": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Max-Age": "86400",
}
"""What a browser is told that asks whether a page of others may read data here."""

ASK_AGAIN = "private, no-cache"
"""Nobody but the browser keeps it, and not even that shows it again unasked: what is taken back is gone."""
FOR_A_DAY = "public, max-age=86400"


class TooMuchAtOnce(Exception):
    """What was asked for takes long to make, and others have asked for such things; it can be had in a while."""


@dataclass(frozen=True)
class Reply:
    """An answer."""

    body: bytes
    content_type: str = HTML
    status: int = 200
    keeping: str = ASK_AGAIN
    """For how long it may be shown again, as the header Cache-Control says it."""
    kind: str = "page"
    """What is counted: the kind of page, which names nobody and no table."""
    headers: Mapping[str, str] | None = None
    """What goes with it beside the usual."""

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return len(self.body)

    @cached_property
    def tag(self) -> str:
        """What tells it from any other content at its address."""
        return sha256(self.body).hexdigest()[:32]

    def with_headers(self, headers: Mapping[str, str]) -> Reply:
        """Return the same answer with further headers."""
        other = replace(self, headers={**(self.headers or {}), **headers})
        other.__dict__["tag"] = self.tag
        return other

    @property
    def all_headers(self) -> Mapping[str, str]:
        """All headers that are ours to say."""
        return {**ALWAYS, "Cache-Control": self.keeping, **(self.headers or {})}
