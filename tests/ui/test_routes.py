"""Routes of controls: a button that was ever posted keeps its handler, and a wrong declaration stops the start."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.handlers.routes import (
    GAME,
    NOTHING,
    ONESELF,
    PREFIX,
    SEAT,
    Access,
    ControlRoute,
    InvalidRoute,
    collect_routes,
    form_route,
    route,
)
from bot.ui.screens.forms import Form
from tests.end_to_end.town import town

KEPT = Path(__file__).with_name("kept_verbs.txt")
"""The verbs of release 0.1.0 and later; a line is added for a new control, and none is changed or removed."""
SOMEBODY: Any = None


def line_of(found: ControlRoute) -> str:
    """A route as the kept list writes it."""
    first = "form" if found.opens_form else "screen"
    newest = ", newest panel" if found.on_newest else ""
    return f"{found.verb} | {found.access.about or '-'} | {first}{newest} | {found.saves or '-'}"


async def test_every_control_that_was_ever_posted_has_its_handler(tmp_path: Path) -> None:
    kept = [line for line in KEPT.read_text().splitlines() if not line.startswith("#")]
    async with town(tmp_path, "Ann") as there:
        assert sorted(map(line_of, there.bot.router.routes.values())) == sorted(kept)


class Greetings:
    """Handlers that only note what they get."""

    prefix, saves = "evening-", "Your greeting"

    def __init__(self) -> None:
        self.got: list[Sequence[Any]] = []

    @route("hello", "hi", access=SEAT, saves=NOTHING)
    async def greet(self, _interaction: Interaction, number: int, note: str = "") -> None:
        """Take a number alone."""
        self.got.append((number, note))

    @route("whole", access=SEAT, saves=NOTHING)
    async def take_press(self, _interaction: Interaction, number: int, press: Press) -> None:
        """Take the press."""
        self.got.append((number, press.verb))

    @route("parts", access=SEAT, saves="A part", reads=lambda press: (press.read_part(1),))
    @route("other", access=GAME, saves=NOTHING, reads=lambda _: ("no part",))
    async def take_parts(self, _interaction: Interaction, subject: int | str, part: str) -> None:
        """Take a part of the id."""
        self.got.append((subject, part))

    @route("*hello", access=ONESELF, saves=PREFIX)
    async def greet_later(self, _interaction: Interaction, number: int) -> None:
        """Take a number of a verb with the prefix."""
        self.got.append((number,))

    @form_route("ask", access=SEAT)
    async def ask(self, _interaction: Interaction, _number: int) -> Form | None:
        """Open no form."""


@pytest.mark.parametrize(
    ("custom_id", "got"),
    [
        ("hello:7:ignored", (7, "")),
        ("hi:8", (8, "")),
        ("whole:7", (7, "whole")),
        ("parts:7:b", (7, "b")),
        ("other:goodwill", ("goodwill", "no part")),
        ("evening-hello:3", (3,)),
    ],
)
async def test_a_handler_gets_what_its_route_reads(custom_id: str, got: Sequence[Any]) -> None:
    greetings = Greetings()
    press = Press.parse({"custom_id": custom_id})
    await collect_routes([greetings, object()])[press.verb].run(SOMEBODY, press)
    assert greetings.got == [got]


def test_the_table_says_what_a_press_saves_and_whether_a_form_comes() -> None:
    routes = collect_routes([Greetings()])
    assert (routes["parts"].saves, routes["evening-hello"].saves) == ("A part", "Your greeting")
    assert {verb for verb, found in routes.items() if found.opens_form} == {"ask"}


def test_two_handlers_of_one_verb_stop_the_start() -> None:
    with pytest.raises(InvalidRoute, match="two handlers"):
        collect_routes([Greetings(), Greetings()])


def test_a_handler_without_a_known_access_rule_or_a_verb_stops_the_start() -> None:
    async def anything(_interaction: Interaction, _number: int) -> None:
        """Do nothing."""

    with pytest.raises(InvalidRoute, match="anything"):
        route("anything", access=Access("seat"), saves=NOTHING)(anything)
    with pytest.raises(InvalidRoute, match="anything"):
        route(access=SEAT, saves=NOTHING)(anything)
    with pytest.raises(TypeError, match="access"):
        route("anything", saves=NOTHING)  # type: ignore[call-arg]
