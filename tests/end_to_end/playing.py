"""Play on through any question, and simulate Discord failing and recovering meanwhile."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from fnmatch import fnmatch
from typing import Any
from urllib.parse import urlsplit

import discord
from simcord.actors import MemberActor

from bot.engine import play
from bot.engine.questions import Choose, Number
from bot.games.goodwill.table import Goodwill
from storage.interface.questions import QuestionTimes
from tests.end_to_end.town import Town, ids, said, words

LONG_AGO = "2026-01-01T00:00:00+00:00"


def breaks(there: Town, *, status: int, code: int = 0, edits: bool = True, times: int | None = None) -> None:
    """From now on Discord answers so when something is sent to the table's place, or changed there."""
    there.env.inject_error("POST", f"/channels/{there.place.id}/messages", status=status, code=code, times=times)
    if edits:
        there.env.inject_error("PATCH", f"/channels/{there.place.id}/messages/*", status=status, code=code, times=times)


def mends(there: Town) -> None:
    """Discord works again."""
    there.env.backend.faults.clear()


@contextmanager
def hangs(there: Town, *paths: str) -> Iterator[asyncio.Event]:
    """Let Discord execute requests to these paths without a response, until the event is set or the context ends.

    Responses to interactions do not hang.
    """
    http: Any = there.bot.http
    ask, mended = http.request, asyncio.Event()

    async def silent(route: Any, **how: Any) -> Any:
        said = await ask(route, **how)
        if any(
            fnmatch(f"{route.method} {urlsplit(route.url).path}", path if " " in path else f"*{path}") for path in paths
        ):
            await there.env.external_wait(mended.wait(), reason="Discord says nothing")
        return said

    http.request = silent
    try:
        yield mended
    finally:
        http.request = ask
        mended.set()


async def answers(there: Town, who: MemberActor) -> str:
    """Let a player answer their question of any kind; return the text they read."""
    running = await there.running()
    question = play.find_question(running.table, running.get_own_seat(who.id))
    if isinstance(question, Number):
        return said(await who.slash(there.place, "bid", price="12"))
    assert isinstance(question, Choose)
    return said(await who.slash(there.place, "play", answer=f"#{len(question.options) - 1}"))


async def everybody_answers(there: Town) -> None:
    """Let all who are asked now answer."""
    for who in await asked(there):
        assert "on our side" not in await answers(there, who)


async def asked(there: Town) -> list[MemberActor]:
    """Who must decide something now."""
    running = await there.running()
    people = {person.id: person for person in there.people.values()}
    return [people[user] for seat in running.get_etags() if (user := running.get_seat_row(seat).user_id) is not None]


async def a_year_passes(there: Town) -> int:
    """Play until the next year; return the year that is over."""
    table = (await there.running()).table
    assert isinstance(table, Goodwill)
    year = table.year
    while True:
        await everybody_answers(there)
        table = (await there.running()).table
        assert isinstance(table, Goodwill)
        if table.year != year:
            return year


async def letters(there: Town) -> list[str]:
    """What still waits to be sent."""
    return [letter.kind for letter in await there.store.outbox.list_unsent(there.number)]


def headlines(there: Town) -> list[str]:
    """The messages of their own about important news, oldest first."""
    return [
        words(message)
        for message in there.public()
        if not ids(message) and re.match(r"\d{4} is over\b", words(message))
    ]


async def time_runs_out(there: Town, name: str) -> None:
    """Let a player's time end now; the clock of a restarted bot finds that."""
    seat = await there.seat(there.people[name])
    tag = (await there.running()).get_etags()[seat]
    await there.store.clocks.set_times(
        1, seat, tag, QuestionTimes(LONG_AGO, LONG_AGO, LONG_AGO), [], there.bot.host.format_now()
    )
    await there.restart()


async def panel(there: Town, name: str) -> str:
    """Let somebody press Act on the table's message."""
    return said(await there.people[name].click(there.table_message(), custom_id="act:1"))


async def goes_to_bed(there: Town, name: str) -> None:
    """Let somebody's quiet hours be just now."""
    now = there.bot.host.now()
    night = f"{now - timedelta(hours=1):%H:%M}-{now + timedelta(hours=7):%H:%M}"
    await there.people[name].slash(there.channel, "settings change", quiet_hours=night)


def find_with(there: Town, custom_id: str) -> discord.Message:
    """The one public message with this control."""
    (message,) = [message for message in there.public() if custom_id in ids(message)]
    return message
