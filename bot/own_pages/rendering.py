"""Templates, files and headers of own pages."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot.ui.screens.leagues.season_page import build_environment
from bot.web.rendering import HERE as PUBLIC
from bot.web.responses import HTML, Reply

HERE = Path(__file__).parent
POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The Content Security Policy: pictures and styles of this origin, no scripts, and forms are sent nowhere else."""
LIVE_POLICY = f"{POLICY}; script-src 'self'; connect-src 'self'"
"""The policy of the page of a table, which may run the one script of these pages and read its own events."""
NO_STORE = "no-store"
OWN_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",  # with "no-referrer" a form would have no origin either
    "Cross-Origin-Opener-Policy": "same-origin",
}
STYLE = (PUBLIC / "files" / "style.css").read_bytes() + (HERE / "files" / "own.css").read_bytes()
SCRIPT = (HERE / "files" / "live.js").read_bytes()
ICON = (PUBLIC / "files" / "icon.svg").read_bytes()

_environment = build_environment(HERE / "templates", PUBLIC / "templates")
_environment.globals["style_tag"] = sha256(STYLE).hexdigest()[:8]
_environment.globals["live_tag"] = sha256(SCRIPT).hexdigest()[:8]


def render_page(
    template: str, *, status: int = 200, headers: Mapping[str, str] | None = None, kind: str = "own page", **what: Any
) -> Reply:
    """Render a page that no cache may keep."""
    body = _environment.get_template(template).render(**what).encode()
    return Reply(body, HTML, status, NO_STORE, kind=kind, headers={**OWN_HEADERS, **(headers or {})})


def compress_page(reply: Reply, accepted: str) -> Reply:
    """Return a page compressed, if its browser accepts that.

    The length of a page tells nobody a secret in it: other sites cannot ask for it with this cookie.

    Args:
        reply: the page, or anything else, which is returned unchanged.
        accepted: the Accept-Encoding header.
    """
    if reply.content_type != HTML or not reply.body or "gzip" not in accepted:
        return reply
    body = gzip.compress(reply.body, mtime=0)
    return replace(reply, body=body, headers={**(reply.headers or {}), "Content-Encoding": "gzip"})


def build_redirect(path: str, headers: Mapping[str, str] | None = None) -> Reply:
    """Build the reply to a form: go and look at this page."""
    return Reply(
        b"", HTML, 303, NO_STORE, kind="own page, sent on", headers={**OWN_HEADERS, "Location": path, **(headers or {})}
    )


def render_problem(status: int, words: str, headers: Mapping[str, str] | None = None) -> Reply:
    """Render a page with one sentence."""
    return render_page(
        "own_problem.html", status=status, headers=headers, kind=f"own problem {status}", title="Not now", words=words
    )
