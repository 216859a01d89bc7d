"""Text in two forms, plain and HTML, so that a web page and its data file say the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape
from pydantic_core import CoreSchema, core_schema

from bot.engine.words import format_list


@dataclass(frozen=True)
class Words:
    """A text, plain and as HTML; templates use the HTML, JSON the plain text. An empty text is false."""

    plain: str
    html: Markup

    def __html__(self) -> str:
        return self.html

    def __str__(self) -> str:
        return self.plain

    def __bool__(self) -> bool:
        return bool(self.plain)

    def __add__(self, other: Words | str) -> Words:
        return Words(self.plain + str(other), self.html + escape(other))

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> CoreSchema:
        as_text = core_schema.plain_serializer_function_ser_schema(str, return_schema=core_schema.str_schema())
        return core_schema.is_instance_schema(cls, serialization=as_text)


def build_words(text: str) -> Words:
    """Return a text that is the same in both forms."""
    return Words(text, escape(text))


def format_name(name: str) -> Words:
    """Return a name, isolated so that right-to-left script does not affect the surrounding text."""
    return Words(name, Markup("<bdi>{}</bdi>").format(name))


def format_bold(words: Words) -> Words:
    """Return words in bold type on a page."""
    return Words(words.plain, Markup("<strong>{}</strong>").format(words.html))


def format_link(words: Words, address: str) -> Words:
    """Return words that link to an address."""
    return Words(words.plain, Markup('<a href="{}">{}</a>').format(address, words.html))


def join_as_list(words: Iterable[Words]) -> Words:
    """Join several as an enumeration: "a, b and c"."""
    several = list(words)
    html = format_list(each.html for each in several)  # escaped HTML, joined by our own words
    return Words(format_list(each.plain for each in several), Markup(html))  # noqa: S704


def join_words(words: Iterable[Words], between: str) -> Words:
    """Join several with a separator."""
    several = list(words)
    html = escape(between).join(each.html for each in several)
    return Words(between.join(each.plain for each in several), html)
