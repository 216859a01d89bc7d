"""Several processes of the service on one database, with a Discord on this computer that divides its servers in two."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import aiohttp
import orjson
from aiohttp import web

from bot.engine.game import AnyGame
from bot.engine.options import Options
from bot.games.goodwill import GAME
from bot.ops.service_monitor import RESTARTING
from storage.connect import move_store, open_storage
from storage.database_url import Location, Server
from storage.interface.database import Connection
from storage.interface.shards import ALL_SHARDS
from tests.bench import filled_databases, payloads
from tests.bench.filled_databases import Room
from tests.bench.loopback import Answer, Bot, served
from tests.bench.payloads import CHANNEL, GUILD, Payload
from tests.crash.evenings import _answers, _question
from tests.crash.mortal import LATE
from tests.ops.process import NAME, Moody, started

COUNT = 2
NORTH, SOUTH = GUILD, GUILD + (1 << 22)
"""Two servers, of different shards; each has one channel, whose number is the next."""
PAUSE = 0.05
"""Seconds between two looks whether something has come about, and between two rounds."""
DISCORD_WAITS_SECONDS = 3.0
"""Time until Discord calls an interaction failed that was neither answered nor deferred."""
DEFERRED_SECONDS = 45.0
"""Time until a person gives up who sees that an answer is coming; above the half minute in which the bot gives one."""
LONGEST = 600.0
"""Seconds until a test that hangs is given up."""
UNSAVED = ("could not be saved, so nothing was changed", "couldn't read or save anything", "your move didn't count")
UNCLEAR = "can't tell yet whether it counted"
NOT_THERE = "is not there at the moment"
"""Text from another process; `RESTARTING` comes from one that stops, or gives its shards to another one."""


def shard_of(guild_id: int, count: int = COUNT) -> int:
    return (guild_id >> 22) % count


assert [shard_of(NORTH), shard_of(SOUTH)] in ([0, 1], [1, 0])


def to_guild(payload: Payload, guild_id: int) -> Payload:
    """The same of another server."""
    text = orjson.dumps(payload).decode()
    text = text.replace(str(CHANNEL), str(guild_id + 1)).replace(str(GUILD), str(guild_id))
    return dict(orjson.loads(text))


def to_direct_message(payload: Payload, user_id: int) -> Payload:
    """Return this payload as sent from direct messages."""
    left = {key: value for key, value in payload.items() if key not in ("guild", "guild_id", "guild_locale", "member")}
    place = payloads.direct_channel(user_id)
    return left | {"user": payloads.user(user_id), "channel": place, "channel_id": place["id"], "context": 1}


class ShardedDiscord(Moody):
    """A Discord that sends each shard the events of its own server, and direct messages to the first shard."""

    guilds: Sequence[int] = (NORTH, SOUTH)
    """The server ids; each server has its own shard."""

    def __init__(self) -> None:
        super().__init__()
        self.sockets: dict[int, web.WebSocketResponse] = {}
        self.introduced: list[tuple[float, int]] = []
        """Times and numbers of the shards that identified themselves."""
        self.there: Mapping[int, asyncio.Event] = {number: asyncio.Event() for number in range(len(self.guilds))}

    def shard_of(self, guild_id: int) -> int:
        return shard_of(guild_id, len(self.guilds))

    def mark_shards_lost(self, shards: Iterable[int]) -> None:
        """Record that the process of these shards is dead or hangs from this moment on."""
        for number in shards:
            self.there[number].clear()

    async def wait_for_shards(self, shards: Iterable[int]) -> None:
        """Wait until each of these shards has identified itself since."""
        for number in shards:
            await self.there[number].wait()

    async def _gateway(self, request: web.BaseRequest) -> web.StreamResponse:
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        await socket.send_str('{"op":10,"d":{"heartbeat_interval":41250}}')
        async for frame in socket:
            if frame.type is not aiohttp.WSMsgType.TEXT:
                continue
            said = orjson.loads(frame.data)
            if said["op"] == 1:
                await socket.send_str('{"op":11}')
            elif said["op"] == 2:
                number, count = said["d"]["shard"]
                assert count == len(self.guilds)
                self.introduced.append((asyncio.get_running_loop().time(), number))
                await self._welcome_shard(socket, number)
        return socket

    async def _welcome_shard(self, socket: web.WebSocketResponse, number: int) -> None:
        bot = self._bot(NAME)
        guild_id = next(guild_id for guild_id in self.guilds if self.shard_of(guild_id) == number)
        ready = {
            "v": 10,
            "user": payloads.user(bot.id, bot=True),
            "guilds": [{"id": str(guild_id), "unavailable": True}],
            "session_id": f"shard {number}",
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/",
            "application": {"id": str(bot.id), "flags": 0},
            "private_channels": [],
            "relationships": [],
            "shard": [number, len(self.guilds)],
        }
        await socket.send_str(self._event(bot, "READY", ready))
        await socket.send_str(self._event(bot, "GUILD_CREATE", to_guild(payloads.guild(bot.id), guild_id)))
        self.sockets[number] = socket
        self.there[number].set()

    async def press_in(
        self, user_id: int, guild_id: int | None, on: Payload, custom_id: str, values: Sequence[str] | None = None
    ) -> Answer:
        """Let somebody press in a server, or in direct messages, and wait for the answer.

        Raises:
            TimeoutError: Discord calls the interaction failed, or nothing followed a deferred answer.
        """
        event = payloads.press(self._bot(NAME).id, user_id, on, custom_id, values)
        event = to_direct_message(event, user_id) if guild_id is None else to_guild(event, guild_id)
        socket = self.sockets[0 if guild_id is None else self.shard_of(guild_id)]
        pressed = await self._begin(Bot(self._bot(NAME).id, socket), event, on)
        async with asyncio.timeout(DISCORD_WAITS_SECONDS):
            await pressed.acknowledged.wait()
        async with asyncio.timeout(DEFERRED_SECONDS):
            return await pressed.answer

    async def send_command(self, user_id: int, command: str, guild_id: int | None = None, **options: str) -> str:
        """Let somebody give a command, in a server or in direct messages; return the answer's text."""
        name, _, sub = command.partition(" ")
        given: list[Payload] = [{"name": option, "type": 3, "value": value} for option, value in options.items()]
        if sub:
            given = [{"name": sub, "type": 1, "options": given}]
        data = {"id": "1", "name": name, "type": 1, "options": given}
        event = payloads._interaction(self._bot(NAME).id, user_id, 2, data)
        event = to_direct_message(event, user_id) if guild_id is None else to_guild(event, guild_id)
        socket = self.sockets[0 if guild_id is None else self.shard_of(guild_id)]
        answer = await self._interact(Bot(self._bot(NAME).id, socket), event, {"id": ""})
        return json.dumps(answer.message["components"])


@dataclass
class Pressed:
    """Answers by table and person."""

    sure: Counter[tuple[int, int]] = field(default_factory=Counter)
    unsure: Counter[tuple[int, int]] = field(default_factory=Counter)
    not_there: int = 0
    """Presses rejected without effect because no process owned the shard."""
    unsaved: int = 0
    """Presses that were told that nothing can be saved."""
    unanswered: int = 0
    by_message: int = 0
    """Moves that were made from direct messages at tables of another process than that which hears these."""

    @property
    def failed(self) -> int:
        """How many presses were not answered as they should be."""
        return self.unanswered + self.not_there + self.unsaved


class People:
    """Players at tables of both servers, each at their present place."""

    def __init__(self, discord: ShardedDiscord, tables: Mapping[int, tuple[Room, int]], random: Random) -> None:
        self._discord = discord
        self._tables = tables
        self._random = random
        self.pressed = Pressed()
        self._awaited: dict[int, asyncio.Event] = {}

    async def wait_for_moves(self, moves: int) -> None:
        """Wait until this number of moves has been acknowledged; somebody must play on, however long it takes."""
        if self.pressed.sure.total() < moves:
            await self._awaited.setdefault(moves, asyncio.Event()).wait()

    @asynccontextmanager
    async def playing_on(self) -> AsyncIterator[None]:
        """Let everybody play round after round meanwhile, and finish their round in the end."""
        over = asyncio.Event()
        playing = asyncio.create_task(self._play_until(over))
        try:
            yield
        except BaseException:
            playing.cancel()
            raise
        over.set()
        await playing

    async def _play_until(self, over: asyncio.Event) -> None:
        while not over.is_set():
            await self.play(1)
            await asyncio.sleep(PAUSE)  # without a process a round takes no time at all

    async def play(self, rounds: int) -> None:
        """Let everybody at every table answer their questions, several times."""
        for _ in range(rounds):
            await asyncio.gather(
                *(
                    self._answer(room, guild_id, user)
                    for room, guild_id in self._tables.values()
                    for user in room.people
                )
            )

    async def _answer(self, room: Room, guild_id: int, user: int) -> None:
        place = self._random.choice([guild_id, None])
        at = room.game_id, user
        panel = await self._press(user, place, payloads.message(1, str(CHANNEL), {}), {"custom_id": f"act:{at[0]}"})
        while panel and (controls := _answers(panel)):
            control = self._random.choice(controls)
            self.pressed.unsure[at] += 1
            answer = await self._press(user, place, panel, control)
            if answer is None:
                return
            self.pressed.unsure[at] -= 1
            if not answer:
                return
            said = json.dumps(answer["components"])
            if not any(words in said for words in LATE) and _question(control) not in said:
                self.pressed.sure[at] += 1
                if (reached := self._awaited.get(self.pressed.sure.total())) is not None:
                    reached.set()
                self.pressed.by_message += place is None and self._discord.shard_of(guild_id) != 0
                return
            if any(words in said for words in LATE):
                return
            panel = answer

    async def _press(self, user: int, place: int | None, on: Payload, control: Payload) -> Payload | None:
        """Press, and return the shown text; empty: an answer that nothing changed; None: no answer."""
        values = None
        if "options" in control:
            values = [option["value"] for option in control["options"]][: control["max_values"]]
        try:
            answer = await self._discord.press_in(user, place, on, control["custom_id"], values)
        except (TimeoutError, ConnectionError):
            self.pressed.unanswered += 1
            return None
        said = json.dumps(answer.message["components"])
        if NOT_THERE in said or RESTARTING in said:
            self.pressed.not_there += 1
            return {}
        if UNCLEAR in said:
            self.pressed.unanswered += 1
            return None
        if any(words in said for words in UNSAVED):
            self.pressed.unsaved += 1
            return {}
        return answer.message


async def check_nothing_lost_or_doubled(
    server: Server, tables: Mapping[int, tuple[Room, int]], pressed: Pressed
) -> None:
    """Compare the unused database with the replies people got."""
    storage = await open_storage(server)
    made: Counter[tuple[int, int]] = Counter()
    for number in tables:
        saved = await storage.games.load(number)
        assert saved is not None
        users = {seat_row.seat: seat_row.user_id or 0 for seat_row in saved.seats}
        moves = [entry for entry in await storage.games.list_entries(number) if entry.kind == "move"]
        made.update((number, users[entry.seat or 0]) for entry in moves)
    for at in made | pressed.sure:
        assert pressed.sure[at] <= made[at], "what was acknowledged is there"
        assert made[at] <= pressed.sure[at] + pressed.unsure[at], "and nothing twice"
    assert (await storage.tally(ALL_SHARDS)).letters["given up"] == 0
    assert await storage.check() == []
    await storage.close()


def _stands_in(rows: Connection, guild_id: int, game_id: int) -> None:
    rows.execute("update games set guild_id = ?, channel_id = ? where game_id = ?", (guild_id, guild_id + 1, game_id))


async def create_tables(
    path: Path,
    server: Server | None,
    game: AnyGame = GAME,
    each: int = 2,
    guilds: Sequence[int] = (NORTH, SOUTH),
    options: Options | None = None,
) -> Mapping[int, tuple[Room, int]]:
    """Begin as many tables in each of the servers, and bring them to a database; return them with their servers.

    Without options, answers of Goodwill are single presses, not forms.
    """
    found = {}
    begins = game.options() if options is None else options
    async with filled_databases.house(path) as home:
        for number, guild_id in enumerate([*guilds] * each, 1):
            room = await home.open(number, game.key, begins.model_dump())
            found[room.game_id] = room, guild_id
            await home.storage.database.write(partial(_stands_in, guild_id=guild_id, game_id=room.game_id))
    if server is not None:
        await asyncio.to_thread(move_store, path, server)
    return found


@asynccontextmanager
async def sharded_discord() -> AsyncIterator[ShardedDiscord]:
    """Serve such a Discord on a free port."""
    discord = ShardedDiscord()
    async with served(discord):
        try:
            yield discord
        finally:
            discord.over.set()


class Processes:
    """The processes of the service, by their shards."""

    def __init__(
        self, discord: ShardedDiscord, folder: Path, place: Location, environ: Mapping[str, str], patience: float
    ) -> None:
        self._discord = discord
        self._folder = folder
        self._environ = environ
        self._patience = patience
        self._place = place
        self._stack = AsyncExitStack()
        self.running: dict[int, asyncio.subprocess.Process] = {}

    async def start(self, number: int, shards: str = "") -> asyncio.subprocess.Process:
        """Start the process with these shards, the last one being its own, and wait until Discord knows it."""
        process = await self.begin(number, shards)
        waiting = asyncio.create_task(self._discord.there[number].wait())
        ending = asyncio.create_task(process.wait())
        await asyncio.wait([waiting, ending], return_when=asyncio.FIRST_COMPLETED)
        assert waiting.done(), (await process.communicate())[1].decode()
        ending.cancel()
        return process

    async def begin(self, number: int, shards: str = "", **environ: str) -> asyncio.subprocess.Process:
        """Start it, and wait for nothing."""
        self._discord.there[number].clear()
        process = await self._stack.enter_async_context(
            started(
                self._discord,
                self._folder,
                patience=self._patience,
                BOARDROOM_DATABASE=self._place.address if isinstance(self._place, Server) else str(self._place),
                BOARDROOM_SHARDS=shards or f"{number}/{len(self._discord.guilds)}",
                BOARDROOM_PRESSES_A_SECOND="0",
                BOARDROOM_LOG_LEVEL="WARNING",
                **{**self._environ, **environ},
            )
        )
        self.running[number] = process
        return process

    async def close(self) -> None:
        with suppress(ProcessLookupError):
            await self._stack.aclose()


@asynccontextmanager
async def processes(
    discord: ShardedDiscord, folder: Path, place: Location, *, patience: float = LONGEST, **environ: str
) -> AsyncIterator[Processes]:
    """Keep processes running until the end, with these settings, each wait limited to `patience` seconds."""
    kept = Processes(discord, folder, place, environ, patience)
    try:
        yield kept
    finally:
        await kept.close()
