"""Base classes of public values, which pages and the API render alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from bot.web.rendering import render_template
from bot.web.responses import CORS_HEADERS, JSON, Reply


class Value(BaseModel):
    """A public value; its fields are the template's variables and the API's fields."""

    model_config = ConfigDict(frozen=True, from_attributes=True, use_attribute_docstrings=True)


class Sized(Protocol):
    """An object whose size counts in a cache."""

    @property
    def size(self) -> int:
        """Size in bytes."""


@dataclass(frozen=True)
class Rendered:
    """A rendered public value: a page and JSON."""

    page: Reply
    data: Reply

    @property
    def size(self) -> int:
        """Size in bytes."""
        return self.page.size + self.data.size


Said = TypeVar("Said", bound=Value)


@dataclass(frozen=True)
class Sheet(Generic[Said]):
    """A value with the template of its page."""

    value: Said
    template: str
    kind: str
    also: Mapping[str, Any] = field(default_factory=dict)
    """Further variables of the template."""

    def render(self) -> Rendered:
        """Render the page and the JSON."""
        page = Reply(render_template(self.template, **dict(self.value), **self.also), kind=self.kind)
        made = Rendered(page, build_data_reply(self.value, self.kind))
        made.page.tag, made.data.tag  # noqa: B018  # computed here, in the worker
        return made


def build_data_reply(value: Value, kind: str) -> Reply:
    """Build the API's reply."""
    return Reply(value.model_dump_json().encode(), JSON, kind=f"{kind}, as data", headers=CORS_HEADERS)


class OnTheWeb(Protocol):
    """A public value as a page and as JSON."""

    @property
    def page(self) -> Reply:
        """The page."""

    @property
    def data(self) -> Reply:
        """The reply of the API."""


@dataclass(frozen=True)
class Resource:
    """A public resource with a page and an API address."""

    pattern: str
    """Path pattern, with parameters in braces."""
    name: str
    find: Callable[..., Awaitable[OnTheWeb | None]]
    """Returns the value for the parameters of the path; None if there is none."""
    value: type[Value]
    about: str
    """Description in one sentence."""


class Trouble(Value):
    """An error (RFC 9457)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
