"""Words: a game's text as HTML, in which seats have their names, and nothing but what stands here becomes a tag."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

from markupsafe import Markup, escape

from bot.engine.records import Seat

Name = Callable[[Seat], str]

_SIGNS = re.compile(r"(<seat:[0-9]{1,4}>|\*\*|`)")
"""What means something in a game's text: a seat, bold type, and what is quoted as it was typed."""


def in_html(text: str, name: Name) -> Markup:
    """Return a game's text as HTML. A name formats nothing, and turns nothing round it."""
    found, open_tags = Markup(), list[str]()
    for part in _SIGNS.split(text):
        tag = {"**": "strong", "`": "code"}.get(part, "")
        if part.startswith("<seat:"):
            found += Markup("<bdi>{}</bdi>").format(name(int(part[6:-1])))
        elif not tag:
            found += escape(part)
        elif open_tags[-1:] == [tag]:
            found += Markup(f"</{open_tags.pop()}>")  # noqa: S704  # a word of ours
        elif tag not in open_tags:
            open_tags.append(tag)
            found += Markup(f"<{tag}>")  # noqa: S704  # a word of ours
    for tag in reversed(open_tags):
        found += Markup(f"</{tag}>")  # noqa: S704  # a word of ours
    return found


def lines_in_html(text: str, name: Name) -> list[Markup]:
    """Return each line of a game's text as HTML, without the sign before an item of a list."""
    return [in_html(line.removeprefix("- "), name) for line in text.split("\n") if line.strip()]


def moment(at: str) -> Markup:
    """Return a time as everybody can read it, wherever they are: in UTC."""
    when = datetime.fromisoformat(at)
    return Markup('<time datetime="{}">{}</time>').format(
        when.isoformat(timespec="minutes"), f"{when.day} {when:%B, %H:%M} UTC"
    )
