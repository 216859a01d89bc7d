"""Jinja templates with autoescaping, static files, and error pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot.ui.screens.leagues.season_page import STYLE as SEASON_STYLE
from bot.ui.screens.leagues.season_page import build_environment
from bot.web.responses import CORS_HEADERS, HTML, PROBLEM, Reply

HERE = Path(__file__).parent

_environment = build_environment(HERE / "templates")

STYLE = (HERE / "files" / "style.css").read_bytes() + SEASON_STYLE.encode()
_environment.globals["style_tag"] = sha256(STYLE).hexdigest()[:8]
SCRIPT = (HERE / "files" / "script.js").read_bytes()
_environment.globals["script_tag"] = sha256(SCRIPT).hexdigest()[:8]
"""Cache-busting tags in the addresses of the style sheet and the script, which browsers cache for a day."""

PROBLEMS: Mapping[int, tuple[str, str]] = {
    400: ("That was no request", "The browser sent something that cannot be read here."),
    404: (
        "There is nothing here",
        "There is no page at this address, or it is not public. Whether a table or a league can be looked at here is "
        "decided by those who run it on Discord.",
    ),
    405: ("Here you can only look", "To play, go to the table's channel on Discord."),
    429: ("One moment, please", "Too many pages were asked for at once. Try again in a few seconds."),
    500: ("That page could not be made", "The fault is ours, and it is in the log. Please try again later."),
    503: (
        "This page cannot be shown just now",
        "Please try again later; on Discord you see whether the table goes on.",
    ),
}
"""Title and text of the error pages, by HTTP status."""


def render_template(template: str, **what: Any) -> bytes:
    """Render a template to UTF-8."""
    return _environment.get_template(template).render(**what).encode()


def build_problem(status: int, headers: Mapping[str, str] | None = None, *, as_data: bool = False) -> Reply:
    """Build the reply for an error, as a page or as JSON; the JSON is readable across origins."""
    kind, told = f"problem {status}", headers or {}
    if as_data:
        return Reply(_serialize_problem(status), PROBLEM, status, kind=kind, headers={**CORS_HEADERS, **told})
    return Reply(_render_problem(status), HTML, status, kind=kind, headers=headers)


@cache
def _render_problem(status: int) -> bytes:
    title, words = PROBLEMS.get(status) or PROBLEMS[400]
    return render_template("problem.html", title=title, words=words)


@cache
def _serialize_problem(status: int) -> bytes:
    """Serialize the error as RFC 9457 problem details."""
    title, words = PROBLEMS.get(status) or PROBLEMS[400]
    return json.dumps({"type": "about:blank", "title": title, "status": status, "detail": words}).encode()
