"""Conversion of a game's text to escaped HTML, with display names in place of seats."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from markupsafe import Markup, escape
from pydantic_core import CoreSchema

from bot.engine.records import Seat
from bot.ui.screens.html_text import Words

Name = Callable[[Seat], str]

_SIGNS = re.compile(r"(<seat:[0-9]{1,4}>|\*\*|`)")
"""The markup of a game's text: a seat, bold type, and inline code."""


def format_text(text: str, name: Name) -> Words:
    """Convert a game's text; a display name is never read as markup."""
    plain, found, open_tags = "", Markup(), list[str]()
    for part in _SIGNS.split(text):
        tag = {"**": "strong", "`": "code"}.get(part, "")
        if part.startswith("<seat:"):
            called = name(int(part[6:-1]))
            plain += called
            found += Markup("<bdi>{}</bdi>").format(called)
        elif not tag:
            plain += part
            found += escape(part)
        elif open_tags[-1:] == [tag]:
            found += Markup(f"</{open_tags.pop()}>")  # noqa: S704  # one of our own tags
        elif tag not in open_tags:
            open_tags.append(tag)
            found += Markup(f"<{tag}>")  # noqa: S704  # one of our own tags
    for tag in reversed(open_tags):
        found += Markup(f"</{tag}>")  # noqa: S704  # one of our own tags
    return Words(plain, found)


def format_lines(text: str, name: Name) -> list[Words]:
    """Convert each line of a game's text, without list markers."""
    return [format_text(line.removeprefix("- "), name) for line in text.split("\n") if line.strip()]


class Instant(Words):
    """A time: ISO 8601 in JSON, and in UTC on pages."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> CoreSchema:
        schema = super().__get_pydantic_core_schema__(_source, _handler)
        return {**schema, "metadata": {"pydantic_js_updates": {"format": "date-time"}}}


def format_moment(at: str) -> Instant:
    """Format a stored time."""
    when = datetime.fromisoformat(at)
    stands = when.isoformat(timespec="seconds")
    return Instant(
        stands,
        Markup('<time datetime="{}">{}</time>').format(
            when.isoformat(timespec="minutes"), f"{when.day} {when:%B, %H:%M} UTC"
        ),
    )


def format_day(at: str) -> Instant:
    """Format the day of a stored time; the JSON has the full time."""
    when = datetime.fromisoformat(at)
    return Instant(
        when.isoformat(timespec="seconds"),
        Markup('<time datetime="{}">{}</time>').format(f"{when:%Y-%m-%d}", f"{when.day} {when:%B %Y}"),
    )
