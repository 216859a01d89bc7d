"""A bot's inside that can be killed: `python -m tests.crash.mortal`, with commands on its input, one a line.

The process imports everything once and then lives by forks: each life opens the same files, follows its commands and is
killed at some moment; then the next can begin. Every command and every answer is a line of JSON.

    {"live": FOLDER, "die": [POINT, TIMES] or null}      begins a life; the answer is {"pid": ...}
    {"open": USERS, "bots": COUNT}                       starts a game
    {"asked": GAME}                                      lists the open questions, once no bot is thinking
    {"press": GAME, "user": ..., "etag": ..., "picks": ...}    somebody presses; several may be under way
    {"settle": true}                                     waits until every letter is delivered

When a life is over the answer is {"died": SIGNAL}. Unread input is skipped.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from bot.games import GAMES
from bot.games.goodwill import GAME
from bot.host.delivery.outbox_worker import OutboxWorker
from bot.host.errors import GameOver
from bot.host.services import TimeSource, build_services
from bot.testing.house import take_no_time
from storage.interface.letters import DeliveryResult, Letter
from storage.interface.shards import ALL_SHARDS
from storage.outbox import OutboxRows
from storage.sqlite import SqliteDatabase, SqliteStorage
from tests.bench.filled_databases import chance, picks

T = TypeVar("T")

BEFORE_COMMIT, AFTER_COMMIT = "before-commit", "after-commit"
AFTER_SEND, BEFORE_SENT_MARK = "after-send", "before-sent-mark"
POINTS = (BEFORE_COMMIT, AFTER_COMMIT, AFTER_SEND, BEFORE_SENT_MARK)

LATE = ("decision has changed", "already decided")
"""What the host says to presses that came too late."""

DATABASE, DELIVERED = "boardroom.db", "delivered.jsonl"


class Fate:
    """Where this life ends by itself, if anywhere."""

    def __init__(self, point: str | None, times: int) -> None:
        self._point = point
        self._times = times

    def passes(self, point: str) -> None:
        """Die here, if this is the place and the time."""
        if point == self._point:
            self._times -= 1
            if self._times == 0:
                os.kill(os.getpid(), signal.SIGKILL)


class MortalDatabase(SqliteDatabase):
    """A database whose process may die right before or after a commit."""

    fate: Fate

    async def write(self, work: Callable[[sqlite3.Connection], T], *, for_good: bool = False) -> T:
        def mortal(connection: sqlite3.Connection) -> T:
            result = work(connection)
            self.fate.passes(BEFORE_COMMIT)
            return result

        written = await super().write(mortal, for_good=for_good)
        self.fate.passes(AFTER_COMMIT)
        return written


class MortalLetters(OutboxRows):
    """Letters of a process that may die right before one is marked as sent."""

    async def mark_sent(  # type: ignore[override]  # mypy takes the operation for a static method
        self, letter: Letter, now: str, carried: DeliveryResult | None = None
    ) -> None:
        assert isinstance(self.database, MortalDatabase)
        self.database.fate.passes(BEFORE_SENT_MARK)
        await super().mark_sent(letter, now, carried)


class MortalStorage(SqliteStorage):
    """A store of such a process."""

    def __init__(self, database: MortalDatabase) -> None:
        super().__init__(database)
        self.outbox = MortalLetters(database)


class DurableCarrier:
    """Stands for Discord: keeps every delivery with its nonce in a file of its own, safely."""

    def __init__(self, path: Path, fate: Fate) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._fate = fate

    async def carry(self, letter: Letter) -> None:
        kept = {
            "game": letter.game_id,
            "revision": letter.revision,
            "kind": letter.kind,
            "seat": letter.seat,
            "body": letter.body,
            "nonce": f"boardroom-{letter.letter_id}",
        }
        os.write(self._file, json.dumps(kept).encode() + b"\n")
        os.fsync(self._file)
        self._fate.passes(AFTER_SEND)

    async def sweep(self, game_id: int) -> None:
        """Leave letters delivered twice in the file, where the test looks for them."""


class Life:
    """Host, store and courier from start to death."""

    def __init__(self, storage: MortalStorage, carrier: DurableCarrier) -> None:
        self._services = build_services(storage, GAMES, times=TimeSource(draw_delay=take_no_time))
        self._host, self._lobby = self._services.host, self._services.lobby
        self._outbox_worker = OutboxWorker(storage, ALL_SHARDS, carrier, now=lambda: datetime.now(UTC), spacing=0)
        self._host.commits.subscribe(self._outbox_worker.handle_commit)

    async def go_on(self) -> None:
        """Do what a starting bot does."""
        await self._outbox_worker.resume()
        await self._services.resume()

    async def obey(self, command: dict[str, Any]) -> dict[str, Any]:
        """Execute a command and return the answer."""
        match command:
            case {"open": users, "bots": bots}:
                return await self._open(users, bots)
            case {"asked": game}:
                return await self._asked(game)
            case {"press": game, "user": user, "etag": etag, "picks": picked}:
                return {"pressed": [user, etag], **await self._press(game, user, etag, picked)}
            case {"settle": _}:
                await self._services.autoplay.wait_for_all()
                await self._outbox_worker.wait_for_all()
                return {"settled": True}
        raise ValueError(f"unknown command {command}")

    async def _press(self, game: int, user: int, etag: str, picked: list[str]) -> dict[str, Any]:
        try:
            context = await self._host.answer_question(game, user, etag, picked)
        except GameOver as over:
            return {"late": str(over)}
        if any(words in context.note for words in LATE):
            return {"late": context.note}
        return {"seat": context.seat, "revision": context.revision}

    async def _open(self, users: list[int], bots: int) -> dict[str, Any]:
        table = await self._lobby.open_table(
            title=GAME.key,
            guild_id=1,
            channel_id=2,
            user_id=users[0],
            name="Player",
            seats_wanted=len(users) + bots,
            options={"length": "short", "fast_mode": "off"},
        )
        number = table.row.game_id
        for user in users[1:]:
            await self._lobby.join(number, user, f"Player {user}")
        for _ in range(bots):
            await self._lobby.add_bot(number, users[0])
        await self._lobby.start(number, users[0])
        return {"opened": number}

    async def _asked(self, game: int) -> dict[str, Any]:
        await self._services.autoplay.wait_for_all()
        running = await self._host.get_running_game(game)
        questions = []
        for seat_row in running.seats:
            if seat_row.user_id is not None:
                context = await self._host.build_panel(game, seat_row.user_id)
                if context.question is not None:
                    # Random, but a repeated request gets the same moves, as from a player who presses again.
                    chosen = picks(context.question, chance(str(context.etag)))
                    questions.append({"user": seat_row.user_id, "etag": context.etag, "picks": chosen})
        return {"asked": questions, "status": running.row.status}


async def live(folder: Path, fate: Fate) -> None:
    """Open the files and obey until the input ends or death comes."""
    database = await MortalDatabase.open(folder / DATABASE)
    assert isinstance(database, MortalDatabase)
    database.fate = fate
    life = Life(MortalStorage(database), DurableCarrier(folder / DELIVERED, fate))
    say({"pid": os.getpid()})
    await life.go_on()
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)

    async def answer(line: bytes) -> None:
        say(await life.obey(json.loads(line)))

    async with asyncio.TaskGroup() as group:  # several people may press at once
        while line := await lines.readline():
            group.create_task(answer(line))


def say(answer: dict[str, Any]) -> None:
    """Give an answer; all of it arrives or nothing."""
    os.write(1, json.dumps(answer).encode() + b"\n")


def read_line() -> bytes:
    """Read a line without reading ahead, because the rest may be for the next life."""
    line = b""
    while not line.endswith(b"\n") and (letter := os.read(0, 1)):
        line += letter
    return line


def lives(live: Callable[[dict[str, Any]], None]) -> None:
    """Begin a life in a fork for each command that says so, and tell how it ended."""
    while line := read_line():
        command = json.loads(line)
        if "live" not in command:
            continue  # meant for a life that is over
        child = os.fork()
        if child == 0:
            try:
                live(command)
            except BaseException:  # noqa: BLE001
                traceback.print_exc()
                os._exit(1)  # at once, for threads of the store would wait for ever
            os._exit(0)
        _, status = os.waitpid(child, 0)
        os.set_blocking(0, True)  # the child's event loop shares this pipe and has made it non-blocking
        say({"died": os.waitstatus_to_exitcode(status)})


def begin(command: dict[str, Any]) -> None:
    """Live as the command says."""
    point, times = command["die"] or (None, 0)
    asyncio.run(live(Path(command["live"]), Fate(point, times)))


if __name__ == "__main__":
    lives(begin)
