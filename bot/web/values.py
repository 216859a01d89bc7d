"""Values: what is public, as data, of which a page and the API's answer are made alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict

from bot.web.rendering import rendered
from bot.web.reply import JSON, TO_EVERYBODY, Reply


class Value(BaseModel):
    """Something public. Its fields are the names of the page's template, and those of the API."""

    model_config = ConfigDict(frozen=True, from_attributes=True, use_attribute_docstrings=True)


@dataclass(eq=False)
class Rendered:
    """A value with its two renderings, each made once. Whoever asks for one does so beside the loop."""

    value: Value
    template: str
    kind: str
    also: Mapping[str, Any] = field(default_factory=dict)
    """What its page alone is made of."""

    @cached_property
    def page(self) -> Reply:
        """The page."""
        return Reply(rendered(self.template, **dict(self.value), **self.also), kind=self.kind)

    @cached_property
    def data(self) -> Reply:
        """The API's answer."""
        return Reply(self.value.model_dump_json().encode(), JSON, kind=f"{self.kind}, as data", headers=TO_EVERYBODY)


@dataclass(frozen=True)
class Resource:
    """Something public with an address, on the pages and in the API."""

    pattern: str
    """Its address on the pages, with names in braces for what differs."""
    name: str
    find: Callable[..., Awaitable[Rendered | None]]
    """Returns it, given what the address names; None: there is none."""
    value: type[Value]
    about: str
    """What it is, in a sentence."""


class Trouble(Value):
    """Why there is no answer (RFC 9457)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
