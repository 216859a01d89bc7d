"""Values: what is public, as data, of which a page and the API's answer are made alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from bot.web.rendering import rendered
from bot.web.responses import JSON, TO_EVERYBODY, Reply


class Value(BaseModel):
    """Something public. Its fields are the names of the page's template, and those of the API."""

    model_config = ConfigDict(frozen=True, from_attributes=True, use_attribute_docstrings=True)


class Sized(Protocol):
    """Something that is kept and may be large."""

    @property
    def size(self) -> int:
        """How many bytes it takes."""


@dataclass(frozen=True)
class Rendered:
    """Something public as it is answered: as a page, and by the API."""

    page: Reply
    data: Reply

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return self.page.size + self.data.size


Said = TypeVar("Said", bound=Value)


@dataclass(frozen=True)
class Sheet(Generic[Said]):
    """A value and the template of its page, to be rendered."""

    value: Said
    template: str
    kind: str
    also: Mapping[str, Any] = field(default_factory=dict)
    """What its page alone is made of."""

    def rendered(self) -> Rendered:
        """Return both forms."""
        page = Reply(rendered(self.template, **dict(self.value), **self.also), kind=self.kind)
        made = Rendered(page, as_data(self.value, self.kind))
        made.page.tag, made.data.tag  # noqa: B018  # so that the worker reckons them, and nobody else has to
        return made


def as_data(value: Value, kind: str) -> Reply:
    """Return the API's answer, which says a value."""
    return Reply(value.model_dump_json().encode(), JSON, kind=f"{kind}, as data", headers=TO_EVERYBODY)


class OnTheWeb(Protocol):
    """Something public, as a page and as the API's answer."""

    @property
    def page(self) -> Reply:
        """The page."""

    @property
    def data(self) -> Reply:
        """The API's answer."""


@dataclass(frozen=True)
class Resource:
    """Something public with an address, on the pages and in the API."""

    pattern: str
    """Its address on the pages, with names in braces for what differs."""
    name: str
    find: Callable[..., Awaitable[OnTheWeb | None]]
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
