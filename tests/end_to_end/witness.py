"""A witness reads everything the bot sends to anybody, and knows the permitted readers of each secret.

It reads the wire, so it also sees texts that are overwritten or deleted a moment later.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from simcord.types import HttpLogEntry

from bot.engine.records import Seat
from bot.engine.sealed import Sealed
from bot.engine.table import Table
from bot.games.goodwill.moves import Assess, AssessBoth, Bid
from bot.games.goodwill.table import Goodwill
from bot.host.table.running import RunningGame
from tests.end_to_end.town import Town

EPHEMERAL = 1 << 6
MESSAGE, UPDATE = 4, 7
"""Kinds of answers to an interaction, as Discord numbers them."""


@dataclass(frozen=True)
class Sent:
    """Something the bot has sent."""

    to: int | None
    """The only user who sees it; None: everybody."""
    texts: tuple[str, ...]
    """Every word of a message: its text, labels, ids, file names."""
    pings: frozenset[int] = frozenset()
    posted: bool = False
    """Whether it is a new message in public."""

    def lines(self) -> Iterator[str]:
        """Each line of its texts."""
        for text in self.texts:
            yield from text.split("\n")


class SealedPrice(NamedTuple):
    """A face-down price, with its owner and its question."""

    seat: Seat
    amount: int
    question: str


def strings(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


class Witness:
    """Checks the messages sent since its last look; call `look` after each action of a person."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.seen = len(town.env.http_requests)
        self.called: set[tuple[int, str]] = set()
        """The people pinged for each question."""
        self.asked: set[tuple[int, str]] = set()
        """The people shown each question."""
        self.posts: Counter[int] = Counter()
        """New public messages by year or round."""
        self.pings: Counter[int] = Counter()
        """How often somebody was called, by year or round."""
        self.guarded = 0
        """Secrets that could be seen to be kept."""
        self.read = 0
        """Lines that were read."""

    def new(self) -> list[Sent]:
        """Messages sent since the last time."""
        entries = self.town.env.http_requests[self.seen :]
        self.seen += len(entries)
        return [sent for entry in entries if (sent := self._sent(entry)) is not None]

    async def look(self, *files: tuple[int | None, str]) -> list[Sent]:
        """Read the sent messages, and the text of opened files; return it."""
        await self.town.settled()  # later messages would be taken for leaks of prices sealed then
        running = await self.town.running()
        sent = [*self.new(), *(Sent(to, (text,)) for to, text in files)]
        if running.table.outcome is None:
            self._no_seed(sent, running.table)
        await self.check(sent, running)
        self._pings(sent, running)
        self.posts[self.chapter(running)] += sum(each.posted for each in sent)
        self.read += sum(1 for each in sent for _ in each.lines())
        return sent

    async def check(self, sent: Sequence[Sent], running: RunningGame) -> None:
        """Look for the game's own secrets."""

    def chapter(self, running: RunningGame) -> int:
        """The year or round, used to count messages."""
        return 0

    # -- who sees it -----------------------------------------------------------------------------

    def _sent(self, entry: HttpLogEntry) -> Sent | None:
        body = entry.json
        way = entry.path.strip("/").split("/")
        if entry.method == "DELETE" or way[0] in ("applications", "users") or body is None:
            return None
        backend = self.town.env.backend
        to: int | None = None
        posted = False
        mentions: Any = None
        match way:
            case ["channels", channel, "messages", *_]:
                to = next((user for user, dm in backend.dm_channels.items() if dm == int(channel)), None)
                posted = entry.method == "POST" and to is None
                mentions = body if entry.method == "POST" else None  # a changed message calls nobody
            case ["interactions", number, _, "callback"]:
                interaction = backend.interactions[int(number)]
                data = body.get("data") or {}
                to = interaction.user_id
                if body["type"] == MESSAGE:
                    mentions = data
                    if not int(data.get("flags") or 0) & EPHEMERAL:
                        to, posted = None, True
                if body["type"] == UPDATE:
                    alone = self._is_private(interaction.channel_id, interaction.source_message_id or 0)
                    to = interaction.user_id if alone else None
            case ["webhooks", _, token, *_]:
                # Its token may have run out since.
                interaction = next(each for each in backend.interactions.values() if each.token == token)
                alone = bool(int(body.get("flags") or 0) & EPHEMERAL)
                if entry.method == "PATCH" and interaction.message_id is not None:
                    alone = self._is_private(interaction.channel_id, interaction.message_id)
                to = interaction.user_id if alone else None
                posted = to is None and entry.method == "POST"
                mentions = body if entry.method == "POST" else None
        return Sent(to, tuple(strings(body)), self._pinged(mentions), posted)

    def _is_private(self, channel_id: int, message_id: int) -> bool:
        """Whether one person alone sees a message; one that was deleted since counts as public."""
        backend = self.town.env.backend
        if channel_id in backend.dm_channels.values():
            return True
        message = backend.messages.get(channel_id, {}).get(message_id)
        return message is not None and message.is_ephemeral

    def _pinged(self, body: Any) -> frozenset[int]:
        """The people a message really pings: mentioned and allowed by its `allowed_mentions`."""
        if not body:
            return frozenset()
        may = body.get("allowed_mentions") or {"parse": ["users", "roles", "everyone"]}
        assert not {"everyone", "roles"} & set(may.get("parse", [])), "nobody calls everybody"
        mentioned = {int(found) for text in strings(body) for found in re.findall(r"<@!?(\d+)>", text)}
        if "users" in may.get("parse", []):
            return frozenset(mentioned)
        return frozenset(mentioned & {int(user) for user in may.get("users", [])})

    # -- what it may say -------------------------------------------------------------------------

    def _no_seed(self, sent: Sequence[Sent], table: Table) -> None:
        assert not [each for each in sent if any(table.chance.seed in text for text in each.texts)], "the seed is out"

    def _pings(self, sent: Sequence[Sent], running: RunningGame) -> None:
        """Check that only asked players are pinged, once for each question, and all who have not seen it.

        Where the waiting is secret, all possibly asked players are pinged, also those who have answered already.
        """
        asked = {
            user: tag
            for seat, tag in running.get_etags().items()
            if (user := running.get_seat_row(seat).user_id) is not None
        }
        step = running.table.agenda[0] if running.table.agenda else None
        secret = step is not None and step.waiting_is_secret
        may = (
            {running.get_seat_row(seat).user_id for seat in step.list_seats_to_ping(running.table)}
            if step and secret
            else set()
        )
        for each in sent:
            for user in each.pings - asked.keys() if secret else ():
                assert user in may, f"{user} was called and could not be asked: {each.texts}"
            for user in each.pings & asked.keys() if secret else each.pings:
                assert user in asked, f"{user} was called and is not asked: {each.texts}"
                assert secret or (user, asked[user]) not in self.called, f"{user} was called twice: {each.texts}"
                self.called.add((user, asked[user]))
                self.pings[self.chapter(running)] += 1
        for user, tag in asked.items():
            question = running.get_question(running.get_own_seat(user))
            prompt = tag if question is None else question.prompt.split("<seat:")[0]
            texts = [text for each in sent if each.to == user for text in each.texts]
            if any(f":{tag}:" in text or prompt in text for text in texts):  # in a panel, or by direct message
                self.asked.add((user, tag))
            assert (user, tag) in self.called | self.asked, f"{user} is asked and does not know"


class GoodwillWitness(Witness):
    """Knows the secrets of Goodwill: informations, and face-down prices."""

    def __init__(self, town: Town) -> None:
        super().__init__(town)
        self.shown: set[tuple[Seat, int]] = set()
        """Which amounts stood beside which seat's name anywhere so far."""
        self.sealed: set[SealedPrice] = set()
        """The prices that lay face down when it looked last."""
        self.revision = 0

    async def check(self, sent: Sequence[Sent], running: RunningGame) -> None:
        table = running.table
        assert isinstance(table, Goodwill)
        if table.outcome is None:
            self._no_informations(sent, running, table)
        self._no_prices(sent, running, table, await self._paid())

    def chapter(self, running: RunningGame) -> int:
        return running.table.year if isinstance(running.table, Goodwill) else 0

    def fresh(self, seats: Collection[Seat], prices: Iterable[int]) -> list[int]:
        """The prices that never stood beside the names of these seats."""
        return [price for price in prices if not any((seat, price) in self.shown for seat in seats)]

    def _no_informations(self, sent: Sequence[Sent], running: RunningGame, table: Goodwill) -> None:
        told = {
            (pair.event, pair.percentage) for year in table.history for pair in (*year.played, year.dropped) if pair
        }
        for slot, pair in enumerate(table.slots, 1):
            if (pair.event, pair.percentage) in told:
                continue
            name = re.escape(table.box.event[pair.event].name)
            written = re.compile(rf"{name}\W{{0,30}}(?:percentage\W{{0,6}})?{pair.percentage}\b", re.IGNORECASE)
            may = {running.get_seat_row(seat).user_id for seat in table.viewers(slot)}
            for each in sent:
                if each.to is None or each.to not in may:
                    found = [text for text in each.texts if written.search(text)]
                    assert not found, f"{each.to} may not see slot {slot}: {found}"

    async def _paid(self) -> set[int]:
        """Prices of trades since the last look: by chance one may equal a price sealed for later.

        An earlier sealed price may equal one as well: once revealed it is no secret, also where news of it is late.
        """
        entries = await self.town.store.games.list_entries(self.town.number, after=self.revision)
        self.revision = max([self.revision, *(entry.revision for entry in entries)])
        news = [piece["news"] for entry in entries for piece in json.loads(entry.stored_news)]
        for piece in news:
            if piece["kind"] == "prices revealed":
                self.shown.update((int(seat), price) for seat, price in piece["prices"].items())
            if piece["kind"] == "lot sold":
                self.shown.update((int(seat), price) for seat, price in piece.get("bids", {}).items())
        return {piece["price"] for piece in news if piece["kind"] in ("partners wanted", "share sold")}

    def _no_prices(self, sent: Sequence[Sent], running: RunningGame, table: Goodwill, paid: Collection[int]) -> None:
        """No sealed price stands beside its owner's name before anybody but the owner."""
        sealed = sealed_prices(table)
        # A bot may seal the very number that was shown a moment before; people here do not.
        sure = {each for each in sealed if running.get_seat_row(each.seat).user_id is not None or each in self.sealed}
        fresh = {(each.seat, each.amount) for each in sure if each.amount not in paid} - self.shown
        self.guarded += sum(each not in self.sealed and (each.seat, each.amount) in fresh for each in sealed)
        own = {(running.get_seat_row(each.seat).user_id, each.amount) for each in sealed | self.sealed}
        self.sealed = sealed
        for each in sent:
            for line in each.lines():
                answer = line.rpartition(": ")[2] if "(sealed)" in line else ""
                for amount in re.findall(r"\$(\d+)", answer):
                    assert (each.to, int(amount)) in own, f"somebody else's sealed price is in a hand: {line}"
                for seat, amount in beside_names(line, running, each.to):
                    mine = each.to is not None and each.to == running.get_seat_row(seat).user_id
                    assert mine or (seat, amount) not in fresh, f"a sealed price is out: {line}"
                    self.shown.add((seat, amount))


def sealed_prices(table: Goodwill) -> set[SealedPrice]:
    """Every price that lies face down."""
    prices: set[SealedPrice] = set()
    for step in table.agenda:
        if isinstance(step, Sealed):
            for seat, answer in step.answers.items():
                amounts: Collection[int] = ()
                match answer:
                    case Assess() | Bid():
                        amounts = [answer.price]
                    case AssessBoth():
                        amounts = answer.prices.values()
                question = f"{table.year} {step.model_dump_json(include={'kind', 'company', 'which', 'lot'})}"
                prices |= {SealedPrice(seat, amount, question) for amount in amounts}
    return prices


def beside_names(line: str, running: RunningGame, reader: int | None) -> Iterator[tuple[Seat, int]]:
    """Yield each amount in a line with the player it seems to belong to: the last one named before it, or the first.

    "You have $15" is the reader's own money, and no price. Nor are amounts after "you" in a private message secret.

    Args:
        line: a line of a message.
        running: the table.
        reader: the user who alone reads the line; None if everybody does.
    """
    names = {f"<@{seat_row.user_id}>": seat_row.seat for seat_row in running.seats if seat_row.user_id is not None}
    names |= {seat_row.name: seat_row.seat for seat_row in running.seats}
    if reader is not None:
        names |= dict.fromkeys(("you", "You"), 0)
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    owner: Seat | None = None
    before: list[int] = []
    line = re.sub(r"You have \$\d+", "You have money", line.replace("\\", ""))
    for found in re.finditer(rf"(?<![\w@])(?:{pattern})(?!\w)|\$(\d+)", line):
        if found[1] is None:
            owner = names[found[0]]
            if owner:
                yield from ((owner, amount) for amount in before)
            before = []
        elif owner is None:
            before.append(int(found[1]))
        elif owner:
            yield owner, int(found[1])
