"""Makes the database that this release leaves behind for all later ones: `python -m tests.storage.release`.

Run it once for each release, when its version has been set. It writes only the file of the present version;
those of older releases can be made by nobody any more, and stay as they are.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot import __version__
from bot.engine import play
from bot.engine.questions import Arrange, Choose, Number, Question, Split, Subset
from bot.engine.records import Move
from bot.games import GAMES
from bot.host.host import Host
from bot.host.lobby import Lobby
from bot.host.people import People
from storage.sqlite import open_storage

RELEASED = Path(__file__).parent / "released"
ADA, BEN, CLEO = 11, 12, 13
NAMES = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo"}
GUILD, CHANNEL = 900, 901


def picks_for(question: Question, move: Move) -> list[str]:
    """What a person picks for this move, whichever game it is of."""
    match question:
        case Choose():
            return [str([option.move for option in question.options].index(move))]
        case Number():
            return [str(getattr(move, question.field))]
        case Subset() | Arrange():
            values = [item.value for item in question.items]
            return [str(values.index(value)) for value in getattr(move, question.field)]
        case Split():
            return [str(getattr(move, question.field)[line.name]) for line in question.lines]
    raise TypeError(f"{question!r}")


async def press(host: Host, number: int, random: Random, times: int) -> int:
    """Let people who are asked answer anything, so many times or until nobody is; return how often they did."""
    for done in range(times):
        await host.settle()
        running = await host.running(number)
        seats = [seat for seat in play.asked(running.table) if not running.plays_itself(seat)]
        if not seats or running.row.status != "running":
            return done
        seat = random.choice(seats)
        user_id, question = running.chair(seat).user_id, play.question_for(running.table, seat)
        assert user_id is not None
        assert question is not None
        picks = picks_for(question, question.any_move(random))
        await host.press(number, user_id, running.etag(seat, question), picks)
    await host.settle()
    return times


async def opened(lobby: Lobby, people: Sequence[int], *, title: str, bots: int = 0) -> int:
    """Open a table of these people and some bots."""
    first, *others = people
    table = await lobby.open(
        title=title,
        guild_id=GUILD,
        channel_id=CHANNEL,
        user_id=first,
        name=NAMES[first],
        seats_wanted=len(people) + bots,
    )
    for person in others:
        await lobby.join(table.row.game_id, person, NAMES[person])
    for _ in range(bots):
        await lobby.add_bot(table.row.game_id, first)
    return table.row.game_id


async def _fill(path: Path) -> None:
    storage = await open_storage(path)
    minutes, seeds = count(), count(1)
    began = datetime(2026, 11, 1, 12, tzinfo=UTC)

    def now() -> datetime:
        return began + timedelta(minutes=next(minutes))

    def new_seed() -> str:
        return f"{next(seeds):064x}"

    host = Host(storage, GAMES, now=now, new_seed=new_seed)
    lobby, random = Lobby(host), Random(1)  # noqa: S311
    for user_id, name in NAMES.items():
        await People(storage).met(user_id, name)
    for title in GAMES:
        for people, bots, times in (
            ((ADA, BEN, CLEO), 0, 1),  # a sealed answer lies unseen, if the game has them
            ((ADA, BEN, CLEO), 0, 25),
            ((ADA, BEN), 1, 40),
        ):
            number = await opened(lobby, people, bots=bots, title=title)
            await lobby.start(number, people[0])
            await press(host, number, random, times)
        for people in ((ADA, BEN, CLEO), (BEN, CLEO)):  # one goes on without Cleo, one is over
            number = await opened(lobby, people, title=title)
            await lobby.start(number, people[0])
            await press(host, number, random, 5)
            await host.concede(number, CLEO)
            await press(host, number, random, 5)
        await opened(lobby, (ADA, BEN), bots=1, title=title)
        await lobby.leave(await opened(lobby, (CLEO,), bots=1, title=title), CLEO)
    await storage.put_message(1, "board", CHANNEL, 902)
    await host.settle()
    await storage.close()


def main() -> None:
    """Write the file of the present version."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "boardroom.db"
        asyncio.run(_fill(path))
        target = RELEASED / f"{__version__}.sqlite"
        RELEASED.mkdir(exist_ok=True)
        target.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as rows:
            rows.execute("vacuum into ?", (str(target),))
        print(f"{target}: {target.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
