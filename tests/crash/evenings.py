"""Evenings of people at a table whose bot is killed repeatedly: their presses and the results."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bot.games import GAMES
from bot.games.goodwill import GAME
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from bot.host.table import deadlines
from bot.host.table.audience_log import parse_told
from bot.ui.delivery.table_messages import build_nonce
from storage.interface.metadata_keys import NONCES_KEY
from storage.sqlite import SqliteStorage, open_storage
from tests.bench import filled_databases, payloads
from tests.bench.filled_databases import Room
from tests.bench.loopback import Answer, Bot, served
from tests.bench.payloads import CHANNEL, Payload
from tests.crash.channel import Channel
from tests.crash.mortal import LATE

ROOT = Path(__file__).parents[2]
NAME = "mortal"
AT_THE_START, AFTER_A_PRESS, AFTER_A_POST = "at the start", "after a press", "after a post"
ENDS = [AT_THE_START, AFTER_A_PRESS, AFTER_A_PRESS, AFTER_A_POST]
"""When lives are to end, one as often as the other."""
STARTING = 0.3
"""Seconds in which the bot has started."""
PRESSES = 12
"""At most in a life that is to end after one of them."""
MOMENT = 0.02
"""Seconds after a press or a post within which a kill comes."""
LONGEST_LIFE = 3.0
"""Seconds after which a life ends in any case, for perhaps no asked person answers."""
BREAK = 0.35
"""Seconds for which all of them put their hands down, whereupon letters go."""
BREAKS = 0.2
"""After how many rounds of answers that happens."""
CLOCK_RINGS = 0.4
"""Before how many lives somebody's time has gone by."""
PATIENCE = 120.0
NOT_POSTED = frozenset({"board", "ask", "awake", "motion", "vacancy"})
"""Letters that become the message of their role, which stands in the store."""


@dataclass
class Counts:
    """What came of it all."""

    deaths: Counter[str] = field(default_factory=Counter)
    starts: list[float] = field(default_factory=list)
    """Seconds from the begin of a life until the bot was ready."""
    acknowledged: int = 0
    unanswered: int = 0
    """Presses without an answer."""
    moves: int = 0
    """Of people, as they stand in the logs."""
    lost: int = 0
    doubled: int = 0
    defaults: int = 0
    notes: int = 0
    """That were sent: reminders, and word of time that ran out."""
    letters: int = 0
    """That were sent."""
    expired: Counter[str] = field(default_factory=Counter)
    """Superseded letters, with the reason."""
    letters_lost: list[str] = field(default_factory=list)
    posts_doubled: list[str] = field(default_factory=list)
    """What stands in the channel, and nobody knows of it."""
    posted_again: int = 0
    """Messages that Discord deduplicated by their nonce."""
    games: int = 0
    finished: int = 0
    proven: int = 0
    wrong: list[str] = field(default_factory=list)
    """What a check of the store has found."""

    @property
    def kept(self) -> bool:
        """Whether every promise was kept."""
        broken = self.lost or self.doubled or self.letters_lost or self.posts_doubled or self.wrong
        return not broken and self.games == self.finished == self.proven > 0

    def words(self) -> str:
        """Return the counts, one a line."""
        deaths = ", ".join(f"{count} {when}" for when, count in sorted(self.deaths.items()))
        starts = sorted(self.starts)
        lines = [
            f"kills: {self.deaths.total()} ({deaths})",
            f"from start to ready: {starts[len(starts) // 2]:.2f} s in the middle, {starts[-1]:.2f} s at most",
            f"moves of people: {self.moves}; acknowledged: {self.acknowledged}; presses left unanswered by a kill: "
            f"{self.unanswered}",
            f"acknowledged moves lost: {self.lost}; moves doubled: {self.doubled}",
            f"played by the clock: {self.defaults}; notes to players: {self.notes}",
            f"letters sent: {self.letters}; letters lost: {len(self.letters_lost)}; needed no more: "
            f"{self.expired.total()} ({', '.join(f'{count} {what}' for what, count in sorted(self.expired.items()))})",
            f"posts doubled: {len(self.posts_doubled)}; posted again and known by their nonce: {self.posted_again}",
            f"games: {self.games}; finished: {self.finished}; proven by their records: {self.proven}",
        ]
        return "\n".join([*lines, *self.letters_lost, *self.posts_doubled, *self.wrong])


@dataclass
class Pressed:
    """Presses of one life, by person."""

    acknowledged: Counter[int] = field(default_factory=Counter)
    unanswered: Counter[int] = field(default_factory=Counter)

    @property
    def times(self) -> int:
        return self.acknowledged.total() + self.unanswered.total()


class Resident:
    """The process in which one life of the bot follows the other."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def live(self, database: Path) -> int:
        """Begin a life; return its process."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"live": str(database)}).encode() + b"\n")
        return int((await self._heard())["pid"])

    async def died(self) -> int:
        """Wait for the end of a life; return how the process ended."""
        return int((await self._heard())["died"])

    async def _heard(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), PATIENCE)
        assert line, "the process has ended"
        return dict(json.loads(line))


@asynccontextmanager
async def resident(discord: Channel) -> AsyncIterator[Resident]:
    """Start the process; end it, and the life it may still have, in the end."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.crash.boardroom", str(discord.port), f"{NAME}.x.x"),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield Resident(process)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


class Evenings:
    """People who play one game after the other, and the bot that dies."""

    def __init__(self, folder: Path, discord: Channel, bot: Resident, random: Random) -> None:
        self.counts = Counts()
        self._database = folder / "boardroom.db"
        self._discord = discord
        self._resident = bot
        self._random = random
        self._rooms: list[Room] = []

    async def spend(self, kills: int) -> None:
        """Play with `kills` kills, and the last game to its end without one."""
        while self.counts.deaths.total() < kills:
            if not self._rooms or self._status() != "running":
                await self._open()
            await self._life()
        await self._in_peace()
        await self._look()

    # -- lives ---------------------------------------------------------------------------------------

    async def _open(self) -> None:
        """Open a table while no bot runs."""
        async with filled_databases.house(self._database) as home:
            self._rooms.append(await home.open(len(self._rooms) + 1, options={"length": "short", "fast_mode": "off"}))

    async def _life(self) -> None:
        """Let the bot start, people play and the bot be killed; compare acknowledged answers with saved ones."""
        before, pressed, press_reached = self._moves(), Pressed(), asyncio.Event()
        sleeper = self._time_goes_by() if self._random.random() < CLOCK_RINGS else 0
        when, last_press = self._random.choice(ENDS), self._random.randint(1, PRESSES)
        self._bot.ready.clear()
        self._discord.posted.clear()
        pid = await self._resident.live(self._database)

        async def kill() -> str:
            if when == AT_THE_START:
                await asyncio.sleep(self._random.random() * STARTING)
                return when
            comes = self._discord.posted if when == AFTER_A_POST else press_reached
            try:
                await asyncio.wait_for(comes.wait(), LONGEST_LIFE)
            except TimeoutError:
                return "while nothing happens"
            await asyncio.sleep(self._random.random() * MOMENT)
            return when

        def reached() -> None:
            if pressed.times >= last_press:
                press_reached.set()

        playing = asyncio.create_task(self._play(pressed, reached, sleeper))
        ended = await kill()
        os.kill(pid, signal.SIGKILL)
        assert await self._resident.died() == -signal.SIGKILL, "it did not die of a kill"
        await _ended(playing)
        self.counts.deaths[ended] += 1
        self._compare(before, pressed)

    async def _in_peace(self) -> None:
        """Let everybody answer until the game is over and everything is delivered; then stop the bot as one does."""
        before, pressed = self._moves(), Pressed()
        self._bot.ready.clear()
        pid = await self._resident.live(self._database)
        playing = asyncio.create_task(self._play(pressed, lambda: None, 0))
        async with asyncio.timeout(PATIENCE):
            while self._status() == "running" or self._waiting():
                assert not playing.done(), playing.exception()
                await asyncio.sleep(0.05)
        await _ended(playing)
        os.kill(pid, signal.SIGTERM)
        assert await self._resident.died() == 0, "it did not stop as it was told"
        self._compare(before, pressed)

    def _compare(self, before: Counter[int], pressed: Pressed) -> None:
        after = self._moves()
        for user in self._rooms[-1].people:
            made, sure, unsure = after[user] - before[user], pressed.acknowledged[user], pressed.unanswered[user]
            self.counts.lost += max(0, sure - made)
            self.counts.doubled += max(0, made - sure - unsure)
        self.counts.acknowledged += pressed.acknowledged.total()
        self.counts.unanswered += pressed.unanswered.total()

    def _time_goes_by(self) -> int:
        """Let somebody's time be nearly over, or a reminder be due, while no bot runs; return who sleeps through it."""
        soon = datetime.now(UTC) + timedelta(seconds=1)
        over = self._random.choice([False, True])
        with closing(sqlite3.connect(self._database)) as rows, rows:
            asked = rows.execute(
                "select user_id from asks where game_id = ? and user_id is not null and due_at is not null",
                (self._rooms[-1].game_id,),
            ).fetchall()
            if not asked:
                return 0
            (sleeper,) = self._random.choice(asked)
            rows.execute(
                "update asks set next_at = ?1, due_at = iif(?2, ?1, due_at) where game_id = ?3 and user_id = ?4",
                (deadlines.format_time(soon), over, self._rooms[-1].game_id, sleeper),
            )
        return int(sleeper)

    # -- people --------------------------------------------------------------------------------------

    @property
    def _bot(self) -> Bot:
        return self._discord._bot(NAME)

    async def _play(self, pressed: Pressed, reached: Callable[[], None], sleeper: int) -> None:
        """Let all asked people answer at the same time, repeatedly."""
        begun = perf_counter()
        await self._bot.ready.wait()
        self.counts.starts.append(perf_counter() - begun)
        people = [user for user in self._rooms[-1].people if user != sleeper]
        while True:
            answered = await asyncio.gather(*(self._answer(user, pressed, reached) for user in people))
            if not any(answered) or self._random.random() < BREAKS:
                await asyncio.sleep(BREAK)

    async def _answer(self, user: int, pressed: Pressed, reached: Callable[[], None]) -> bool:
        """Let a person open their question and answer it; return whether there was one."""
        number = self._rooms[-1].game_id
        table = payloads.message(1, str(CHANNEL), {})
        panel = (await self._discord.press(self._bot, user, table, f"act:{number}")).message
        while controls := _answers(panel):
            control = self._random.choice(controls)
            pressed.unanswered[user] += 1
            asking = asyncio.create_task(self._press(user, panel, control))
            reached()
            answer = await asking
            pressed.unanswered[user] -= 1
            said = json.dumps(answer.message["components"])
            if not any(words in said for words in LATE) and _question(control) not in said:
                pressed.acknowledged[user] += 1
                return True
            if any(words in said for words in LATE):
                return True
            panel = answer.message
        return False

    async def _press(self, user: int, panel: Payload, control: Payload) -> Answer:
        values = None
        if "options" in control:
            values = [option["value"] for option in control["options"]][: control["max_values"]]
        return await self._discord.press(self._bot, user, panel, control["custom_id"], values)

    # -- saved state ----------------------------------------------------------------------------------

    def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)) as rows:
            return rows.execute(query, values).fetchall()

    def _status(self) -> str:
        return str(self._ask("select status from games where game_id = ?", self._rooms[-1].game_id)[0][0])

    def _waiting(self) -> int:
        return int(self._ask("select count(*) from letters where fate = 'waiting'")[0][0])

    def _moves(self) -> Counter[int]:
        """How many moves everybody has made at the newest table."""
        return Counter(
            dict(
                self._ask(
                    "select user_id, count(*) from moves join seats using (game_id, seat) "
                    "where game_id = ? and kind = 'move' and user_id is not null group by user_id",
                    self._rooms[-1].game_id,
                )
            )
        )

    # -- in the end ----------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Look at everything that is left."""
        storage = await open_storage(self._database)
        try:
            self.counts.wrong += list(await storage.check())
            for room in self._rooms:
                await self._look_at_game(storage, room)
        finally:
            await storage.close()
        self._look_at_letters()
        self._look_at_posts()

    async def _look_at_game(self, storage: SqliteStorage, room: Room) -> None:
        saved = await storage.games.load(room.game_id)
        assert saved is not None
        entries = await storage.games.list_entries(room.game_id)
        self.counts.games += 1
        self.counts.finished += saved.game.status == "finished"
        report = verify_export(await export_game(storage, room.game_id), GAMES)
        self.counts.proven += report.complete and report.ok
        kinds = Counter(entry.kind for entry in entries)
        self.counts.moves += kinds["move"]
        self.counts.defaults += kinds["default"]
        query = "select revision from letters where game_id = ? and kind = 'post'"
        posted = {revision for (revision,) in self._ask(query, room.game_id)}
        for entry in entries:
            headlines = [piece for piece in parse_told(GAME, entry) if piece.news.makes_post and piece.to is None]
            if headlines and entry.revision not in posted:
                self.counts.letters_lost.append(f"the headlines of move {entry.revision} were never written")

    def _look_at_letters(self) -> None:
        for number, kind, fate, way, reason in self._ask("select letter_id, kind, fate, way, reason from letters"):
            posted = self._nonce(number) in self._discord.nonces
            public = kind in ("final", "notice", "promise")
            expected = kind not in NOT_POSTED and (public or way in ("dm", "channel"))
            if fate == "sent" and expected and not posted:
                self.counts.letters_lost.append(f"letter {number} ({kind}) is marked as sent, and never arrived")
            if fate in ("waiting", "given up") or (fate == "expired" and kind in ("post", "final", "notice")):
                self.counts.letters_lost.append(f"letter {number} ({kind}): {fate}, {reason}")
            self.counts.letters += fate == "sent"
            self.counts.expired.update([f"{kind}: {reason}"] if fate == "expired" else [])
            self.counts.notes += kind == "note" and fate == "sent"
        self.counts.posted_again = self._discord.again

    def _nonce(self, letter_id: int) -> str:
        """What Discord knows a letter's message by."""
        ((epoch,),) = self._ask("select text from notes where key = ?", NONCES_KEY)
        return build_nonce(str(epoch), letter_id)

    def _look_at_posts(self) -> None:
        """Everything that stands in the channel is one letter's message, or plays one role."""
        known = {str(number) for (number,) in self._ask("select message_id from messages")}
        known |= {
            self._discord.nonces.get(self._nonce(number), "")
            for (number,) in self._ask(
                "select letter_id from letters where kind in ('post', 'final', 'notice', 'note')"
            )
        }
        for number, message in self._discord.public().items():
            if number not in known:
                self.counts.posts_doubled.append(
                    f"nobody knows of message {number}: {str(message['components'])[:200]}"
                )


def _answers(panel: Payload) -> Sequence[Payload]:
    """Return the controls that answer the question on a panel."""
    return [
        control
        for control in payloads.controls(panel["components"])
        if control["custom_id"].partition(":")[0] in ("play", "menu")
    ]


def _question(control: Payload) -> str:
    """Return the name of the question that a control answers, as it stands in the ids of all its controls."""
    _, number, tag, *_ = control["custom_id"].split(":")
    return f":{number}:{tag}:"


async def _ended(playing: asyncio.Task[None]) -> None:
    """Let people stop pressing; presses cut off here are no fault, all other failures are."""
    playing.cancel()
    with suppress(asyncio.CancelledError, ConnectionError):
        await playing


async def evenings(folder: Path, kills: int, seed: str) -> Counts:
    """Play in this folder while the bot is killed `kills` times; return the results."""
    discord = Channel()
    async with served(discord), resident(discord) as bot:
        table = Evenings(folder, discord, bot, filled_databases.chance(seed))
        await table.spend(kills)
    return table.counts
