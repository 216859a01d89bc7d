"""Routes of controls: the `route` decorator of handler methods, and the table that collects them.

A route names the first part of a custom_id, who may use it, and what a press of it saves. Old messages keep their
custom_ids, so a verb is valid for ever.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, TypeVar

from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.screens.forms import Form

About: TypeAlias = Literal["seat", "setup", "guest"]
"""Subject of a request: the player's own seat or a look at the table; the table's setup; taking a seat as a guest."""


@dataclass(frozen=True, eq=False)
class Access:
    """Access rule of a route, checked by the router before the handler runs."""

    about: About | None
    """Subject at the table, for `AccessCheck`; None if the route is about no table."""
    returns_seat: bool = False
    """Whether a player whose seat a bot holds gets it back."""


PLAY = Access("seat", returns_seat=True)
"""Acts at a running table, or looks at it."""
VOTE = Access("seat", returns_seat=True)
"""Like `PLAY`, but the id names a vote at the table."""
SEAT = Access("seat")
"""Concerns the person's own seat, or looks at the table."""
RESULT = Access("seat")
"""Like `SEAT`, but the menu names the table, and the id a page."""
SETUP = Access("setup")
"""Changes the table's setup."""
GUEST = Access("guest")
"""Takes a seat at the table."""
SEASON = Access(None)
"""About a season; the handler loads it with `get_visible_season`, which checks. A test presses every such control."""
STEWARD = Access(None)
"""Manages a season; the handler loads it with `get_managed_season`, which checks. A test presses every such control."""
LETTER = Access(None)
"""Answers a direct message, outside the season's server; the handler checks that it was sent to this person."""
ONESELF = Access(None)
"""About the person or their server alone; every person may use it."""
GAME = Access(None)
"""About a game that is on offer; the id names its key instead of a number."""
RULES = (PLAY, VOTE, SEAT, RESULT, SETUP, GUEST, SEASON, STEWARD, LETTER, ONESELF, GAME)

NOTHING = ""
"""What a route saves that only shows something."""
PREFIX = "*"
"""Begins a verb that each subclass has with its own `prefix`; as `saves`, it stands for the subclass's `saves`."""

ControlHandler: TypeAlias = Callable[..., Awaitable[Form | None]]
"""Gets the interaction, the number in the custom_id (mostly a table's), and the values that its route reads."""
ArgumentReader: TypeAlias = Callable[[Press], Sequence[Any]]
"""Reads a handler's further arguments; raises UnknownControl for an id that is not ours."""
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[None]])
FormHandler = TypeVar("FormHandler", bound=Callable[..., Awaitable[Form | None]])


class InvalidRoute(Exception):
    """A route that was declared wrongly; the bot does not start."""


@dataclass(frozen=True)
class ControlRoute:
    """A verb with its handler and the rules around it."""

    verb: str
    access: Access
    saves: str
    """Subject that a press saves, for a sentence; empty if it only shows something."""
    on_newest: bool
    """Whether it counts only on the person's newest panel of the table."""
    opens_form: bool
    """Whether the first response is the form that the handler returns, or None if it has replied otherwise.

    Only such routes can open a form. Discord refuses a modal after a deferral, so these routes are deferred late.
    """
    reads: ArgumentReader
    handler: ControlHandler

    def run(self, interaction: Interaction, press: Press) -> Awaitable[Form | None]:
        """Run the handler with the subject of the id and the values that the route reads."""
        subject = press.read_part(0) if self.access is GAME else press.read_number()
        return self.handler(interaction, subject, *self.reads(press))


_DECLARED: dict[ControlHandler, list[ControlRoute]] = {}
"""Routes of each decorated function."""
_DECLARED_BY_CLASS: dict[type, Sequence[tuple[str, ControlRoute]]] = {}
"""Routes of each class that was searched, for the next bot in this process."""


def route(
    *verbs: str, access: Access, saves: str, reads: ArgumentReader | None = None, on_newest: bool = False
) -> Callable[[Handler], Handler]:
    """Declare the routes of a handler; see `ControlRoute`.

    Args:
        verbs: first parts of the custom_ids.
        access: one of the access rules above.
        saves: subject that a press saves, such as "Your move", or `NOTHING`.
        reads: reads the handler's further arguments. If None, it gets the press if it has that parameter.
        on_newest: whether the press counts only on the newest panel, because it belongs to the question shown there.
    """

    def declare(handler: Handler) -> Handler:
        _declare(handler, verbs, access, saves, reads, on_newest=on_newest, opens_form=False)
        return handler

    return declare


def form_route(
    *verbs: str, access: Access, saves: str = NOTHING, reads: ArgumentReader | None = None, on_newest: bool = False
) -> Callable[[FormHandler], FormHandler]:
    """Declare the routes of a handler whose first response is the form that it returns; see `route`."""

    def declare(handler: FormHandler) -> FormHandler:
        _declare(handler, verbs, access, saves, reads, on_newest=on_newest, opens_form=True)
        return handler

    return declare


def _declare(
    handler: ControlHandler,
    verbs: Sequence[str],
    access: Access,
    saves: str,
    reads: ArgumentReader | None,
    *,
    on_newest: bool,
    opens_form: bool,
) -> None:
    if not verbs or access not in RULES:
        raise InvalidRoute(f"{handler.__qualname__} needs a verb and one of the access rules")
    if reads is None:
        reads = _read_press if "press" in inspect.signature(handler).parameters else _read_nothing
    _DECLARED.setdefault(handler, []).extend(
        ControlRoute(verb, access, saves, on_newest, opens_form, reads, handler) for verb in verbs
    )


def _read_press(press: Press) -> Sequence[Any]:
    return (press,)


def _read_nothing(_: Press) -> Sequence[Any]:
    return ()


def collect_routes(groups: Iterable[object]) -> Mapping[str, ControlRoute]:
    """Return the routes that the classes of these objects declare, by verb; objects without routes are skipped.

    Raises:
        InvalidRoute: a verb has two handlers.
    """
    table: dict[str, ControlRoute] = {}
    for group in groups:
        for name, declared in _list_declared_routes(type(group)):
            verb, saves = declared.verb, declared.saves
            if verb.startswith(PREFIX):
                verb = f"{getattr(group, 'prefix', '')}{verb.removeprefix(PREFIX)}"
            if saves == PREFIX:
                saves = getattr(group, "saves", NOTHING)
            if verb in table:
                raise InvalidRoute(f"{verb} has two handlers: {table[verb].handler} and {declared.handler}")
            table[verb] = replace(declared, verb=verb, saves=saves, handler=getattr(group, name))
    return table


def _list_declared_routes(kind: type) -> Sequence[tuple[str, ControlRoute]]:
    """Return the routes that a class declares, each with the name of its method."""
    if kind not in _DECLARED_BY_CLASS:
        _DECLARED_BY_CLASS[kind] = [
            (name, declared)
            for name, function in inspect.getmembers(kind, inspect.isfunction)
            for declared in _DECLARED.get(function, ())
        ]
    return _DECLARED_BY_CLASS[kind]
