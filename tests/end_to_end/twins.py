"""Twins: two tables that differ only in a person's hidden information, and everything that person can see of them.

If anything that the bot sends, shows, refuses or writes distinguishes the twins, a secret has leaked.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import discord
from simcord.actors import MemberActor
from simcord.results import InteractionResult
from simcord.types import HttpLogEntry

from bot.engine.game import AnyGame
from bot.engine.orders import Order
from bot.engine.play import Played
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.games import GAMES
from bot.host.play.move_records import TableCommand
from bot.logs import Lines
from tests.end_to_end.town import Message, Town, begun, parts, town

NEVER_THE_SAME = re.compile(
    r"<t:\d+|\d{17,}|(?<=nonce\": \")(?:br)?[0-9a-f]{16,22}|(?<=reference )[0-9a-f]{8}|(?<=\"id\": )\d{10}"
    r"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]*(?:Z|\+00:00)?"
)
"""Ids, moments and nonces."""


@dataclass
class Eyes:
    """Reads everything that one person (None: a spectator) can see at a table."""

    there: Town
    who: MemberActor
    seen: int = 0
    read: list[str] = field(default_factory=list)
    """The texts read, in their order; unsolicited ones in alphabetical order."""

    def __post_init__(self) -> None:
        self.seen = len(self.there.env.http_requests)

    async def reads_what_came(self) -> None:
        """Read what the bot has sent by itself since the last time, and the pictures that stand in the channel."""
        await self.there.settled()
        entries = self.there.env.http_requests[self.seen :]
        self.seen += len(entries)
        came = [
            f"{entry.method} {entry.path} {json.dumps(entry.json)}"
            for entry in entries
            if entry.method != "GET"  # which shows nothing, and may come twice where the machine is slow
            and not entry.path.startswith(("/interactions", "/webhooks", "/users"))
            and self._is_for_them(entry)
        ]
        for message in self.there.public():
            came += [f"{attached.filename}: {self._file(attached)!r}" for attached in message.attachments]
        self.read += sorted({_comparable(text) for text in came})  # what Discord was slow to take may be sent again

    def reads(self, what: str, result: InteractionResult) -> None:
        """Read the answer to something that they pressed or typed."""
        answers = [each for each in (result.response, *result.followups) if each is not None]
        words = [self._whole(each) for each in answers]
        self.read.append(_comparable(f"{what}: {result.modal} {result.autocomplete_choices} {words}"))

    def _whole(self, message: Message) -> str:
        files = [f"{attached.filename}: {self._file(attached)!r}" for attached in message.attachments]
        return f"{message.content} {json.dumps(parts(message))} {files}"

    def _file(self, attached: discord.Attachment) -> bytes | None:
        return self.there.env.backend.cdn.get(attached.url)

    def _is_for_them(self, entry: HttpLogEntry) -> bool:
        """Whether something that was sent is not for somebody else's eyes alone; a thread's name is for all."""
        backend = self.there.env.backend
        match entry.path.strip("/").split("/"):
            case ["channels", channel, "messages", *_]:
                for user, dm in backend.dm_channels.items():
                    if dm == int(channel):
                        return user == self.who.id
                place = backend.get_channel(int(channel))
                private = place.type == discord.ChannelType.private_thread.value
                return not private or self.who.id in place.thread_members
        return True


def _comparable(text: str) -> str:
    return NEVER_THE_SAME.sub("#", text)


@dataclass
class Twin:
    """One of two tables, with its players, its viewer, and its log."""

    there: Town
    eyes: Eyes
    seat: Seat | None
    """Where the one sits who looks; None: they watch."""
    logged: list[str] = field(default_factory=list)

    async def has_orders(self, orders: Mapping[Seat, Sequence[Order]]) -> None:
        """Let these seats have given these orders."""
        host, number = self.there.bot.host, self.there.number
        for seat, given in orders.items():
            for order in given:
                body = order.model_dump_json()
                await host.storage.seats.put_order(number, seat, order.get_place(), body, host.format_now())
        host.forget_loaded(number)


class _Logbook(logging.Handler):
    """Keeps what our own code logs, as it would be written."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(Lines())
        self.lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line, without the time in front."""
        if record.name.partition(".")[0] in ("bot", "cogs", "storage"):
            self.lines.append(_comparable(self.format(record)))


@asynccontextmanager
async def twin(
    folder: Path, game: str, table: Table, seat: Seat | None, games: Mapping[str, AnyGame] = GAMES
) -> AsyncIterator[Twin]:
    """Three people at a table, and Dora who watches; who sits on this seat, or Dora, looks at everything.

    Args:
        folder: a new folder for the database.
        game: which game is played.
        table: how it stands.
        seat: who looks.
        games: those that the bot knows.
    """
    logged: list[str] = []
    book = _Logbook(logged)
    async with town(folder, "Ann", "Ben", "Cleo", "Dora", games=games) as there:
        there.bot.host.new_seed = lambda: "the same for both"
        await begun(there, game=game)
        await there.settled()
        running = await there.running()
        sitting = {running.find_seat_of(person.id): person for person in there.people.values()}
        eyes = Eyes(there, sitting[seat])
        logging.getLogger().addHandler(book)
        try:
            await there.bot.host.save_move(running, TableCommand("repair", 1), Played(table, (), blocks_undo=False))
            there.bot.host.announce_commit(there.number)
            for other, person in sitting.items():
                if other != seat:
                    await person.slash(there.channel, "settings change", secrets="private thread")
            yield Twin(there, eyes, seat, logged)
        finally:
            logging.getLogger().removeHandler(book)


async def looks_everywhere(twin: Twin) -> None:
    """Let the one who looks use everything that shows something, rightly and wrongly; nothing is decided by it."""
    there, eyes, who = twin.there, twin.eyes, twin.eyes.who
    number = str(there.number)
    await eyes.reads_what_came()
    for command in (
        "game status",
        "table log",
        "record replay",
        "record export",
        "record verify",
        "table delivery",
        "why",
        "hand",
        "play",
    ):
        eyes.reads(command, await who.slash(there.place, command, table=number))
    for look in ("list", "me", "standings", "rules", "log", "export", "player"):
        eyes.reads(f"league {look}", await who.slash(there.place, f"league {look}"))
    for command in ("inbox", "game list", "settings my-data", "settings forget-me"):
        eyes.reads(command, await who.slash(there.place, command))
    for typed in ("nothing of it", "#999", "-1", "0", "86", "999999", "<@1>"):
        eyes.reads(f"play {typed}", await who.slash(there.place, "play", answer=f"?{typed}", table=number))
        eyes.reads(f"bid {typed}", await who.slash(there.place, "bid", price=f"?{typed}", table=number))
    for typed in ("", "a", "1", "p"):
        choices = await who.autocomplete(there.place, "play", "answer", typed)
        eyes.read.append(_comparable(f"{typed!r} is completed by {choices}"))
        choices = await who.autocomplete(there.place, "hand", "table", typed)
        eyes.read.append(_comparable(f"table {typed!r} is completed by {choices}"))
    tag = None
    if twin.seat is not None:
        tag = (await there.running()).get_etags().get(twin.seat)
    for custom_id in (
        *(f"act:{number}", f"act:{number}:again", f"hand:{number}", f"log:{number}:0", f"log:{number}:1"),
        *(f"picture:{number}:{name}" for name in ("board", "hand", "companies", "share-values", "no such")),
        *(f"replay:{number}", f"replay:{number}:0:1:next", f"replay:{number}:1:99:last", f"replay:{number}:2:1:next"),
        *(f"step:{number}:0:1", f"step:{number}:2:1"),
        *(f"orders:{number}", f"next:{number}", "inbox:0", f"take:{number}:1", f"take:{number}:2"),
        *(f"{verb}:{number}:{tag}:{picks}" for verb in ("form", "part") for picks in ("", "0", "999")),
        *(f"play:{number}:{tag}:{picks}" for picks in ("999", "junk", "0,0", "-1")),
        *(f"play:{number}:beef:{picks}" for picks in ("", "0")),
        *(f"{verb}:{number}:beef:" for verb in ("form", "part", "order", "oplay", "oform")),
    ):
        (answer,) = await there.press(who, custom_id, message=there.table_message())
        eyes.reads(custom_id, answer)
    for typed in ("junk", "", "-3", "1000000"):
        eyes.reads(f"form {typed}", await there.send_form(who, f"sent:{number}:{tag}:", typed))
    await eyes.reads_what_came()


async def goes_back_and_asks_for_more(twin: Twin) -> None:
    """Let the one who looks undo, take more time, propose and have their secrets brought, and read what comes of it."""
    there, eyes, who = twin.there, twin.eyes, twin.eyes.who
    number = str(there.number)
    for verb in ("undo", "time", "dm"):
        (answer,) = await there.press(who, f"{verb}:{number}:on", message=there.table_message())
        eyes.reads(verb, answer)
        await eyes.reads_what_came()
    for what in ("undo", "pause", "abandon"):
        eyes.reads(what, await who.slash(there.place, "table propose", what=what, table=number))
        await eyes.reads_what_came()
    eyes.reads("concede", await who.slash(there.place, "table concede", sure="no", table=number))
    await eyes.reads_what_came()
