"""Requests that a move of each game sends to Discord, which takes fifty requests a second of one token.

`python -m tests.bench.requests --moves 30` measures it alone. In an unhurried game all consequences of a move are
delivered before the next one, so nothing can be merged: asked players open their panel, answer and leave.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bot.games import GAMES
from tests.bench import filled_databases
from tests.bench.evenings import Evening, Measurements
from tests.bench.filled_databases import Room, chance
from tests.bench.load import DISCORD_TAKES, moves_in
from tests.bench.loopback import Loopback, counted, loopback
from tests.bench.pressing import Process, act, started
from tests.bench.report import Part, Row

WAYS: Mapping[str, bool] = {"called in the channel": False, "by direct message": True}
"""How people hear that they are asked, and whether it is by direct message."""
FIRST = 5
"""Moves at a table before anything counts: its messages are posted, and everybody is called."""


@dataclass
class Sent:
    """Requests sent for a number of moves, by kind, beside answers."""

    moves: int = 0
    presses: int = 0
    requests: Counter[str] = field(default_factory=Counter)

    @property
    def of_a_move(self) -> float:
        """Requests for a move that Discord's limit counts."""
        return counted(self.requests) / self.moves

    def words(self) -> str:
        kinds = (f"{number / self.moves:.2f} x {what}" for what, number in self.requests.most_common())
        return f"{', '.join(kinds)}; {self.presses / self.moves:.1f} presses"


class Unhurried:
    """A table at which asked players answer one after the other, each when everything before has been sent.

    Args:
        discord: receives the presses and counts requests.
        process: the bot.
        evening: the table.
        database: its path.
    """

    def __init__(self, discord: Loopback, process: Process, evening: Evening, database: Path) -> None:
        self._discord = discord
        self._process = process
        self._evening = evening
        self._database = database
        self._random = chance("unhurried")

    async def play(self, moves: int) -> Sent:
        """Go on until `moves` moves were made; return the requests sent."""
        await self._process.settled()
        found = self._evening.found = Measurements()
        sent, before = Counter(self._discord.requests), moves_in(self._database)
        while (made := moves_in(self._database) - before) < moves:
            asked = _asked(self._database, self._evening.room)
            await self._evening.turn(self._random.choice(asked or self._evening.room.people))
            await self._process.settled()
        return Sent(made, found.presses, Counter(self._discord.requests) - sent)


async def measured(folder: Path, *, moves: int) -> Mapping[tuple[str, str], Sent]:
    """Return the requests of `moves` moves of each game, by the game's key and the way of notification."""
    database = folder / "requests.db"
    there = await _fill(database)
    found = {}
    first = next(iter(there.values()))
    async with (
        loopback() as discord,
        started(discord, "requests", act(first, first.people[0]), database, spacing=0) as process,
    ):
        for at, room in there.items():
            evening = Evening(discord, process.bot, room, Measurements(), chance(f"requests {at}"), pause=0)
            table = Unhurried(discord, process, evening, database)
            await table.play(FIRST)
            found[at] = await table.play(moves)
            print(f"{', '.join(at)}: {found[at].of_a_move:.2f} a move; {found[at].words()}", flush=True)
    return found


async def _fill(database: Path) -> Mapping[tuple[str, str], Room]:
    """Make a table of each game for each way, a few moves into it."""
    found = {}
    async with filled_databases.house(database) as home:
        for number, (game, way) in enumerate(((game, way) for game in GAMES for way in WAYS), 1):
            room = found[game, way] = await home.open(number, game, written_to=WAYS[way])
            await home.play(room, 10, chance(number))
        await home.storage.database.write(filled_databases.letters_sent)
    return found


def _asked(database: Path, room: Room) -> Sequence[int]:
    """Return the seats with an open question at a table."""
    with closing(sqlite3.connect(database)) as rows:
        found = rows.execute("select user_id from asks where game_id = ? and user_id is not null", (room.game_id,))
        return [user_id for (user_id,) in found]


async def measure(folder: Path, *, moves: int) -> Part:
    """Return what moves send."""
    found = await measured(folder, moves=moves)
    return Part(
        "Requests",
        f"What {moves} moves of an unhurried game send beside the answer to whoever has pressed: everything that "
        "follows from a move has gone before the next one, so nothing is merged. Those who are asked open their panel, "
        f"answer and leave. Discord takes {DISCORD_TAKES} requests a second of one token; pictures go along with one, "
        "and what is added to an answer takes nothing of it.",
        [
            Row(f"{GAMES[game].title}, {way}", sent.words(), f"Discord: {DISCORD_TAKES / sent.of_a_move:.0f} moves/s")
            for (game, way), sent in found.items()
        ],
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.requests", description="Counts requests of a move.")
    parser.add_argument("--moves", type=int, default=50, help="of each game and way")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="boardroom-requests-") as folder:
        asyncio.run(measured(Path(folder), moves=given.moves))


if __name__ == "__main__":
    main()
