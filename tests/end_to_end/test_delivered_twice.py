"""An interaction that Discord delivers twice counts once: at once, one after the other, and after a restart."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any, Literal, TypeAlias

import pytest
from simcord.results import InteractionResult

from tests.end_to_end.every_route import routes, town_of_boss
from tests.end_to_end.town import Town

When: TypeAlias = Literal["at once", "one after the other", "after a restart"]
Rows: TypeAlias = Mapping[str, Any]


@contextmanager
def hears(there: Town, told: list[Any], *, twice: bool = False) -> Iterator[None]:
    """Record the interactions the bot receives meanwhile; `twice`: each is delivered again in the same moment."""

    def listen(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE" and payload not in told:
            told.append(deepcopy(payload))
            if twice:
                there.env.backend.emit(event, deepcopy(payload))

    there.env.backend.subscribers.append(listen)
    try:
        yield
    finally:
        there.env.backend.subscribers.remove(listen)


async def delivered(
    there: Town, use: Callable[[], Awaitable[InteractionResult]], when: When, *, twice: bool = True
) -> None:
    """Use something, and let Discord deliver that twice, if it is to."""
    told: list[Any] = []
    with hears(there, told, twice=twice and when == "at once"):
        result = await use()
    assert result.acknowledged
    await there.settled()
    if when == "after a restart":
        await there.restart()
    if twice and when != "at once":
        for payload in told:
            there.env.backend.emit("INTERACTION_CREATE", payload)
        await there.settled()


async def kept(there: Town) -> Rows:
    """How many rows there are of everything, and how far tables and seasons are; claims and pulses are no matter."""

    def read(rows: Any) -> Rows:
        tables = [name for (name,) in rows.execute("select name from sqlite_master where type = 'table'").fetchall()]
        counts = {name: rows.execute(f"select count(*) from {name}").fetchone() for name in tables if name != "notes"}  # noqa: S608 - our own names
        seats = rows.execute("select game_id, seat, user_id from seats order by game_id, seat").fetchall()
        games = rows.execute("select game_id, revision, status from games order by game_id").fetchall()
        return {**counts, "who sits where": seats, "how far tables are": games}

    return await there.store.database.read(read)


async def kept_after(
    folder: Path, use: Callable[[Town], Awaitable[InteractionResult]], when: When, *, twice: bool
) -> Rows:
    """Stored rows after an action in a town of its own."""
    (place := folder / str(twice)).mkdir()
    async with town_of_boss(place) as there:
        await delivered(there, lambda: use(there), when, twice=twice)
        return await kept(there)


def command(name: str, /, **options: Any) -> Callable[[Town], Awaitable[InteractionResult]]:
    return lambda there: there.people["Boss"].slash(there.channel, name, **options)


def button(custom_id: str) -> Callable[[Town], Awaitable[InteractionResult]]:
    async def press(there: Town) -> InteractionResult:
        return (await there.press(there.people["Boss"], custom_id))[0]

    return press


def menu(custom_id: str, *values: str) -> Callable[[Town], Awaitable[InteractionResult]]:
    return lambda there: there.choose(there.people["Boss"], custom_id, *values)


async def undo(there: Town) -> InteractionResult:
    """Boss takes back a secret answer."""
    await command("bid", price="12")(there)
    return await command("table undo")(there)


async def invite(there: Town) -> InteractionResult:
    """Dora is called to table 2."""
    boss, dora = there.people["Boss"], there.people["Dora"]
    panel = (await there.press(boss, "options:2"))[0]
    assert panel.response is not None
    return await boss.select(panel.response, [dora.user], custom_id="invite:2")


async def sign_up(there: Town) -> InteractionResult:
    """Boss joins the season, whose sign-up is open."""
    await button("lg-open:1")(there)
    return await button("lg-join:1")(there)


CREATES: Mapping[str, Callable[[Town], Awaitable[InteractionResult]]] = {
    "a table": command("game new", game="goodwill", seats=3, place="here"),
    "a table in a thread": command("game new", game="goodwill", seats=3, place="in a thread"),
    "a bot": button("bot:2"),
    "a league": command("league new", name="Bowl", game="goodwill", seats=3),
    "a sign-up": button("lg-open:1"),
    "an entrant": sign_up,
    "an invitation": invite,
    "a move": command("bid", price="12"),
    "an answer taken back": undo,
    "a vote": command("table propose", what="pause"),
    "days off": command("settings change", days_off="2030-12-24 2030-12-27"),
    "copies of a hand": button("dm:1:on"),
}
"""What interactions create, with how."""


@pytest.mark.parametrize("when", ["at once", "one after the other", "after a restart"])
@pytest.mark.parametrize("what", CREATES)
async def test_what_is_delivered_twice_is_created_once(tmp_path: Path, what: str, when: When) -> None:
    once = await kept_after(tmp_path, CREATES[what], when, twice=False)
    assert await kept_after(tmp_path, CREATES[what], when, twice=True) == once


@pytest.mark.thorough
@pytest.mark.parametrize("when", ["at once", "one after the other"])
async def test_no_control_and_no_command_does_anything_twice(tmp_path: Path, when: When) -> None:
    """All of them, one after the other, in two towns: in one Discord delivers each twice."""
    found: list[dict[str, Rows]] = []
    for twice in (False, True):
        (place := tmp_path / str(twice)).mkdir()
        async with town_of_boss(place) as there:
            after: dict[str, Rows] = {}
            for route in routes(there):
                await delivered(there, route.use, when, twice=twice)
                after[route.name] = await kept(there)
            found.append(after)
    once, both = found
    assert [name for name in once if once[name] != both[name]] == []
