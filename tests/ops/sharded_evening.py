"""An evening of people at tables of several processes on one database, and what came of it in the end."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from aiohttp import web

from bot.games import GAMES
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from bot.host.table.audience_log import parse_told
from bot.ui.delivery.table_messages import build_nonce
from storage.connect import open_storage
from storage.database_url import Server
from storage.interface.metadata_keys import NONCES_KEY
from storage.store import Storage
from tests.bench import payloads
from tests.bench.filled_databases import Room, chance
from tests.bench.loopback import as_json, served
from tests.crash.channel import Channel
from tests.crash.evenings import NOT_POSTED
from tests.ops.claiming_processes import ClaimingProcess, ClaimingProcesses, claiming_processes
from tests.ops.process import rest
from tests.ops.sharded_discord import (
    NORTH,
    PAUSE,
    SOUTH,
    People,
    Processes,
    ShardedDiscord,
    create_tables,
    processes,
    to_guild,
)

EAST = NORTH + (2 << 22)
"""A third server, of a third shard."""
LONGEST = 120.0
"""Seconds until everything has to be delivered and everybody answered."""
LONGEST_START, A_KILL = 600.0, 60.0
"""Seconds until a hanging night is given up: a base, and an allowance for each kill."""
REQUESTS = 60
"""At most until a process is killed, of all processes."""
EARLY = 0.25
"""Of how many starts not even the end is waited for before the next kill."""

Tables = Mapping[int, tuple[Room, int]]


class KillingDiscord(Channel, ShardedDiscord):
    """A Discord with several servers that keeps posted messages, and can kill a process at a request."""

    def __init__(self) -> None:
        super().__init__()
        self.struck = asyncio.Event()
        self._left, self._process, self._before = 0, 0, False

    def strike(self, process: int, requests: int, *, before: bool) -> None:
        """Kill a process at the request with this number from now, before or after its answer."""
        self.struck.clear()
        self._process, self._left, self._before = process, requests, before

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await super()._serve(request)
        self._left -= 1
        hit = self._left == 0
        if hit and self._before:
            self._kill()
        match [request.method, *request.path.split("/")[3:]]:
            case ["GET", "channels", place] if int(place) - 1 in self.guilds:
                answer: web.StreamResponse = as_json(to_guild(payloads.channel(), int(place) - 1))
            case _:
                answer = await super()._serve(request)
        if hit and not self._before:
            self._kill()
        return answer

    def let_live(self) -> None:
        """Stop killing."""
        self._left = 0

    def _kill(self) -> None:
        os.kill(self._process, signal.SIGKILL)
        self.struck.set()


class ThreeShardDiscord(KillingDiscord):
    """A Discord with three servers, each of a shard of its own."""

    guilds = (NORTH, SOUTH, EAST)


@dataclass
class Outcome:
    """Counts and broken promises of an evening."""

    kills: int = 0
    early: int = 0
    """Kills of a process that was still starting."""
    started_again: int = 0
    """Starts that were refused, for the server had not noticed that the process before had ended."""
    taken_over: int = 0
    """Rows of shards that a process claimed after the death of their owner."""
    given_back: int = 0
    """Rows of shards that it gave to one that waited."""
    acknowledged: int = 0
    by_message: int = 0
    unsure: int = 0
    told: int = 0
    """Presses rejected because no process owned the shard."""
    moves: int = 0
    lost: int = 0
    doubled: int = 0
    defaults: int = 0
    """Decisions that the clock made."""
    letters: int = 0
    letters_lost: list[str] = field(default_factory=list)
    posts_doubled: list[str] = field(default_factory=list)
    again: int = 0
    """Messages that Discord deduplicated by their nonce."""
    games: int = 0
    proven: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def kept(self) -> bool:
        """Whether every promise was kept."""
        broken = self.lost or self.doubled or self.defaults or self.letters_lost or self.posts_doubled or self.wrong
        return not broken and self.games == self.proven > 0

    def words(self) -> str:
        """Return the counts, one a line."""
        lines = [
            f"kills: {self.kills} ({self.early} while it started); starts refused and tried again: "
            f"{self.started_again}; taken over: {self.taken_over}; given back: {self.given_back}",
            f"moves of people: {self.moves}; acknowledged: {self.acknowledged} ({self.by_message} from direct messages "
            f"at tables of other processes); presses left unanswered: {self.unsure}; told that nobody is there: "
            f"{self.told}",
            f"acknowledged moves lost: {self.lost}; moves doubled: {self.doubled}; played by the clock: "
            f"{self.defaults}",
            f"letters sent: {self.letters}; letters lost: {len(self.letters_lost)}; posts doubled: "
            f"{len(self.posts_doubled)}; posted again and known by their nonce: {self.again}",
            f"games: {self.games}; proven by their records: {self.proven}",
        ]
        return "\n".join([*lines, *self.letters_lost, *self.posts_doubled, *self.wrong])


L = TypeVar("L", bound=ShardedDiscord)


@asynccontextmanager
async def serve_until_delivered(discord: L) -> AsyncIterator[L]:
    """Serve a Discord on a free port."""
    async with served(discord):
        try:
            yield discord
        finally:
            discord.over.set()


async def wait_until_delivered(server: Server) -> None:
    """Wait until no letter waits."""
    storage = await open_read_only(server)
    try:
        async with asyncio.timeout(LONGEST):
            while True:
                ((waiting,),) = await _asked(storage, "select count(*) from letters where fate = 'waiting'")
                if not waiting:
                    return
                await asyncio.sleep(PAUSE)
    finally:
        await storage.close()


async def open_read_only(server: Server) -> Storage:
    """Open the store beside the processes."""
    from storage.postgres.database import open_to_read

    return await open_to_read(server)


async def _asked(storage: Storage, query: str, *values: Any) -> list[tuple[Any, ...]]:
    return await storage.database.read(lambda rows: list(rows.execute(query, values).fetchall()))


async def play_undisturbed(people: People, rounds: int = 2) -> None:
    """Let everybody answer again, and everybody be answered; a busy machine may take some rounds until then."""
    async with asyncio.timeout(LONGEST):
        while True:
            before = people.pressed.failed
            await people.play(rounds)
            if before == people.pressed.failed:
                return


async def examine_outcome(discord: KillingDiscord, server: Server, tables: Tables, people: People) -> Outcome:
    """Look at everything that is left, once all processes have ended."""
    found, pressed = Outcome(again=discord.again), people.pressed
    storage = await open_storage(server)
    try:
        found.wrong += list(await storage.check())
        made: Counter[tuple[int, int]] = Counter()
        for number in tables:
            made += await _look_at_game(storage, number, found)
        for at in made | pressed.sure | pressed.unsure:
            found.lost += max(0, pressed.sure[at] - made[at])
            found.doubled += max(0, made[at] - pressed.sure[at] - pressed.unsure[at])
        await _look_at_letters(storage, discord, found)
    finally:
        await storage.close()
    found.acknowledged, found.unsure = pressed.sure.total(), pressed.unsure.total()
    found.by_message, found.told = pressed.by_message, pressed.not_there
    return found


async def _look_at_game(storage: Storage, number: int, found: Outcome) -> Counter[tuple[int, int]]:
    saved = await storage.games.load(number)
    assert saved is not None
    users = {seat_row.seat: seat_row.user_id or 0 for seat_row in saved.seats}
    entries = await storage.games.list_entries(number)
    report = verify_export(await export_game(storage, number), GAMES)
    found.games += 1
    found.proven += report.ok
    kinds = Counter(entry.kind for entry in entries)
    found.moves += kinds["move"]
    found.defaults += kinds["default"]
    written = await _asked(storage, "select revision from letters where game_id = ? and kind = 'post'", number)
    for entry in entries:
        told = parse_told(GAMES[saved.game.title], entry)
        headlines = any(piece.news.makes_post and piece.to is None for piece in told)
        if headlines and (entry.revision,) not in written:
            found.letters_lost.append(f"the headlines of move {entry.revision} at table {number} were never written")
    return Counter((number, users[entry.seat or 0]) for entry in entries if entry.kind == "move")


async def _look_at_letters(storage: Storage, discord: KillingDiscord, found: Outcome) -> None:
    ((epoch,),) = await _asked(storage, "select text from notes where key = ?", NONCES_KEY)
    known = {str(number) for (number,) in await _asked(storage, "select message_id from messages")}
    query = "select letter_id, kind, fate, way, reason from letters"
    for number, kind, fate, way, reason in await _asked(storage, query):
        posted = discord.nonces.get(build_nonce(str(epoch), number))
        known.add(posted or "")
        public = kind in ("final", "notice", "promise")
        expected = kind not in NOT_POSTED and (public or way in ("dm", "channel"))
        if fate == "sent" and expected and posted is None:
            found.letters_lost.append(f"letter {number} ({kind}) is marked as sent, and never arrived")
        if fate in ("waiting", "given up") or (fate == "expired" and kind in ("post", "final", "notice")):
            found.letters_lost.append(f"letter {number} ({kind}): {fate}, {reason}")
        found.letters += fate == "sent"
    channels = {str(guild_id + 1) for guild_id in discord.guilds}
    for number, message in discord.standing.items():
        if message["channel_id"] in channels and number not in known:
            found.posts_doubled.append(f"nobody knows of message {number}: {str(message['components'])[:200]}")


class ProcessKiller:
    """Kills one process after the other, and starts each again, while people play on."""

    def __init__(self, discord: KillingDiscord, service: Processes, people: People, random: Random) -> None:
        self._discord = discord
        self._service = service
        self._people = people
        self._random = random
        self._starting: int | None = None
        """The one that is just being started."""
        self.found = Outcome()
        self.said: list[str] = []
        """Complaints in the logs that are faults."""

    async def go_on(self, kills: int) -> None:
        """Kill this number of times."""
        async with self._people.playing_on():
            for _ in range(kills):
                await self._kill()
            if self._starting is not None:
                await self._there(self._starting)

    async def _kill(self) -> None:
        early = self._starting is not None
        number = self._random.randrange(len(self._discord.guilds)) if self._starting is None else self._starting
        process = self._service.running[number]
        self._discord.strike(process.pid, self._random.randint(1, REQUESTS), before=self._random.random() < 0.5)
        await self._discord.struck.wait()
        said = await rest(process)
        assert process.returncode == -signal.SIGKILL, said
        self._note(said)
        self.found.kills += 1
        self.found.early += early
        await self._service.begin(number)
        self._starting = number if self._random.random() < EARLY else None
        if self._starting is None:
            await self._there(number)

    async def _there(self, number: int) -> None:
        """Wait until Discord knows a process that was started; begin again where it was refused."""
        while True:
            process = self._service.running[number]
            there = asyncio.create_task(self._discord.there[number].wait())
            ending = asyncio.create_task(process.wait())
            await asyncio.wait([there, ending], return_when=asyncio.FIRST_COMPLETED)
            if there.done():
                ending.cancel()
                return
            there.cancel()
            said = await rest(process)
            assert "in use by another running bot" in said, said
            self.found.started_again += 1
            await self._service.begin(number)

    def _note(self, said: str) -> None:
        if "Traceback" in said:
            self.said.append(said)


SOONER = """
from bot import sharded_client
from bot.ops import shard_allocation as shards
shards.RECONNECT_SECONDS, shards.TAKEOVER_SECONDS, shards.RESTART_SECONDS, shards.GIVE_BACK_SECONDS = 1.0, 2.0, 3.0, 4.0
sharded_client.IDENTIFY_SECONDS = 0.5
"""
"""Code that lets a process claim unowned shards in seconds, and shards identify to a Discord without a pause."""
SHARE = "1 of 3"


class ClaimingProcessKiller:
    """Killer of the processes that claim shards, one after the other; a new one replaces each.

    It waits for none: the next one may have just begun, or be taking over the last one's shards.
    """

    def __init__(self, discord: KillingDiscord, service: ClaimingProcesses, people: People, random: Random) -> None:
        self._discord = discord
        self._service = service
        self._people = people
        self._random = random
        self.running: list[ClaimingProcess] = []
        self.found = Outcome()

    async def begin(self) -> None:
        """Start as many as there are shards, and wait until Discord knows these."""
        for _ in self._discord.guilds:
            self.running.append(await self._service.start(SHARE, first=SOONER))
        await self._discord.wait_for_shards(self._discord.there)

    async def go_on(self, kills: int) -> None:
        """Kill this number of times."""
        async with self._people.playing_on():
            while self.found.kills < kills:
                await self._kill()

    async def _kill(self) -> None:
        one = self._random.choice(self.running)
        self._discord.strike(one.process.pid, self._random.randint(1, REQUESTS), before=self._random.random() < 0.5)
        struck, ending = asyncio.create_task(self._discord.struck.wait()), asyncio.create_task(one.wait_until_ended())
        await asyncio.wait([struck, ending], return_when=asyncio.FIRST_COMPLETED)
        self._discord.let_live()
        struck.cancel()
        code = await ending
        self.found.kills += code == -signal.SIGKILL
        self.found.early += not one.find_lines("has taken shards")
        self._note(one, code, -signal.SIGKILL)
        self.running.remove(one)
        self.running.append(await self._service.start(SHARE, first=SOONER))

    async def stop(self) -> None:
        """Stop all as one does."""
        for one in self.running:
            self._note(one, await one.stop(), 0)

    def _note(self, one: ClaimingProcess, code: int, expected: int) -> None:
        said = "".join(one.said)
        self.found.taken_over += len(one.find_lines(", which somebody had who is gone"))
        self.found.given_back += len(one.find_lines("gives back shards"))
        if code != expected or "Traceback" in said:
            self.found.wrong.append(f"a process ended with {code} and said:\n{said}")


async def stop(service: Processes) -> list[str]:
    """Stop all in the ordinary way; return the faults they logged."""
    for process in service.running.values():
        process.send_signal(signal.SIGTERM)
    said = [await rest(process) for process in service.running.values()]
    assert [process.returncode for process in service.running.values()] == [0] * len(said), said
    return [one for one in said if "Traceback" in one]


async def run_night(folder: Path, server: Server, kills: int, seed: int, *, claiming: bool = False) -> Outcome:
    """Let people play at tables of three processes that are killed one after the other; return the results.

    Args:
        folder: an empty one.
        server: an empty database.
        kills: how many.
        seed: decides the presses, and the kills with their times.
        claiming: whether the processes take shards by themselves, and so others' when these are killed.
    """
    tables = await create_tables(folder / "before.db", server, each=2, guilds=ThreeShardDiscord.guilds)
    patience = LONGEST_START + A_KILL * kills
    async with serve_until_delivered(ThreeShardDiscord()) as discord:
        people = People(discord, tables, chance(seed))
        if claiming:
            async with claiming_processes(discord, folder, server, patience=patience) as takers:
                taking = ClaimingProcessKiller(discord, takers, people, chance(seed + 1))
                await taking.begin()
                await taking.go_on(kills)
                went_on = await _in_the_end(people, server)
                await taking.stop()
            of_processes = taking.found
        else:
            async with processes(discord, folder, server, patience=patience) as service:
                for number in range(len(discord.guilds)):
                    await service.start(number)
                killing = ProcessKiller(discord, service, people, chance(seed + 1))
                await killing.go_on(kills)
                went_on = await _in_the_end(people, server)
                of_processes = replace(killing.found, wrong=killing.said + await stop(service))
    found = await examine_outcome(discord, server, tables, people)
    return replace(
        found,
        kills=of_processes.kills,
        early=of_processes.early,
        started_again=of_processes.started_again,
        taken_over=of_processes.taken_over,
        given_back=of_processes.given_back,
        wrong=[*found.wrong, *of_processes.wrong, *(f"table {each} stands still" for each in tables.keys() - went_on)],
    )


async def _in_the_end(people: People, server: Server) -> set[int]:
    """Let all play on in peace; return the tables that went on."""
    before = people.pressed.sure.copy()
    await play_undisturbed(people)
    await wait_until_delivered(server)
    return {table for (table, _), moves in (people.pressed.sure - before).items() if moves}
