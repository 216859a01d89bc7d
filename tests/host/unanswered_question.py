"""An asked player who does not answer, and the consequences, with a clock that only the test moves."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from bot.host.clock import Clock
from bot.host.play.absence import Absence
from bot.host.table.deadlines import Wishes
from tests.house import ANN, BEN, NAMES, House, house
from tests.toy import Name


@dataclass
class Waiting:
    """A table at which seat 1 has its turn and its player does something else."""

    home: House
    absence: Absence
    clock: Clock
    wall: list[datetime]
    number: int
    user: int

    async def until(self, at: datetime) -> None:
        """Let time pass; the clock rings whenever it has to."""
        await self.home.later(self.clock, self.wall, (at - self.wall[0]) / timedelta(hours=1))

    async def due(self) -> datetime:
        """Until when they have time."""
        due = (await self.home.host.get_running_game(self.number)).clocks[1].due_at
        assert due is not None
        return datetime.fromisoformat(due)

    async def reminders(self) -> list[datetime]:
        """When they were reminded."""
        notes = [letter for letter in await self.home.storage.outbox.list_unsent(self.number) if letter.kind == "note"]
        return [
            datetime.fromisoformat(letter.written_at)
            for letter in notes
            if letter.seat == 1 and "waits for you" in json.loads(letter.body)["text"]
        ]

    async def default(self) -> datetime | None:
        """When the default was played for them, if it was."""
        made = [entry.made_at for entry in await self.home.entries(self.number) if entry.kind == "default"]
        return datetime.fromisoformat(made[0]) if made else None


@asynccontextmanager
async def waiting(path: Path, asked: datetime, wishes: Wishes, hours: int = 24) -> AsyncIterator[Waiting]:
    """Ask a player with these wishes at this moment, at a table with this number of hours for an answer."""
    wall = [asked]
    async with house(path, now=lambda: wall[0]) as home:
        absence = home.absence
        clock = home.clock
        number = await home.opened(BEN, wanted=2)
        await home.lobby.set_pace(number, ANN, str(hours))
        await home.lobby.confirm_presence(number, BEN)
        await home.lobby.start(number, ANN)
        user = await home.user(number, 1)
        await home.host.people.change_wishes(await home.host.people.record_person(user, NAMES[user]), lambda _: wishes)
        for seat in (1, 2):
            await home.plays(number, seat, Name(price=seat))
        await clock.start()
        yield Waiting(home, absence, clock, wall, number, user)
        await clock.close()
