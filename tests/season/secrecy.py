"""Check everything sent at all tables against the permitted readers of each secret.

Only facts secret both before and after an event count as secret, because a letter sent in between may already report
the reveal.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from simcord.types import HttpLogEntry

from bot.engine.pages import with_names
from bot.engine.records import Seat
from bot.games.goodwill.table import Goodwill
from bot.host.table.running import RunningGame
from bot.testing.secrets import list_secrets
from tests.end_to_end.town import Town
from tests.end_to_end.witness import Sent, Witness, sealed_prices
from tests.season.ledger import SECRET, WOKEN, Ledger
from tests.season.stage import Stage

PRIVATE_THREAD = 12
"""Discord's number for this type of channel."""
OF_A_TABLE = re.compile(r"^(?:act|hand|dm|log|undo|take):(\d+)")


@dataclass
class Known:
    """The secrets at a table at a moment, and their permitted readers."""

    seeds: tuple[str, ...] = ()
    """The seed, and what it was made of."""
    words: dict[tuple[str, ...], frozenset[Seat]] = field(default_factory=dict)
    """Words that betray a secret when they stand in one line."""
    informations: dict[tuple[str, int], frozenset[Seat]] = field(default_factory=dict)
    """An event's name and its percentage, at a table of Goodwill."""
    prices: set[tuple[Seat, int, str]] = field(default_factory=set)
    """Face-down prices: owner, amount, and question."""
    people: dict[int, Seat] = field(default_factory=dict)
    names: dict[str, Seat] = field(default_factory=dict)
    """How the seats are called where everybody reads it."""

    @classmethod
    def of(cls, running: RunningGame) -> Known:
        """Return the present secrets."""
        table = running.table
        people = {seat_row.user_id: seat_row.seat for seat_row in running.seats if seat_row.user_id is not None}
        names = {seat_row.name: seat_row.seat for seat_row in running.seats}
        names |= {f"<@{user}>": seat for user, seat in people.items()}
        if table.outcome is not None or running.row.status != "running":
            return cls(people=people, names=names)
        words: dict[tuple[str, ...], frozenset[Seat]] = {}
        for secret in list_secrets(table):
            if secret.certain:
                spelled = tuple(
                    with_names(word, running.get_name).partition("\n")[0].casefold() for word in secret.words
                )
                words[spelled] = words.get(spelled, frozenset()) | secret.known_to
        known = cls(tuple(table.chance.list_secrets()), words, people=people, names=names)
        if isinstance(table, Goodwill):
            known.informations = dict(_informations(table))
            known.prices = {(each.seat, each.amount, each.question) for each in sealed_prices(table)}
        return known


def _informations(table: Goodwill) -> Iterator[tuple[tuple[str, int], frozenset[Seat]]]:
    told = {(pair.event, pair.percentage) for year in table.history for pair in (*year.played, year.dropped) if pair}
    for slot, pair in enumerate(table.slots, 1):
        if (pair.event, pair.percentage) not in told:
            yield (table.box.event[pair.event].name, pair.percentage), frozenset(table.viewers(slot))


NONCE = re.compile(r"br[0-9a-f]{22}")
"""What says of a message which letter brought it."""


class Readers:
    """Everybody's eyes."""

    def __init__(self, stage: Stage, ledger: Ledger) -> None:
        self.stage = stage
        self.ledger = ledger
        self.places: dict[int, int] = {}
        """Which table a channel or thread belongs to."""
        self._known: dict[int, Known] = defaultdict(Known)
        self._shown: set[tuple[int, Seat, int]] = set()
        """Amounts that stood beside a name at a table before."""
        self._nonces: set[str] = set()
        """Names of letters that were on their way before."""
        self._looked_at = stage.now()
        self._witness = Witness(Town(stage.env, stage.settings, {}, stage.guild, stage.channel))

    async def look(self) -> None:
        """Read the messages sent since the last time."""
        entries = self.stage.env.backend.http_requests
        read: dict[int, list[Sent]] = defaultdict(list)
        for entry in entries:
            sent = self._witness._sent(entry)
            if sent is None:
                continue
            self.ledger.counts["texts read"] += 1
            sent = self._in_private(entry, sent)
            self._is_it_night(sent)
            for game in self._tables(entry, sent):
                read[game].append(sent)
        entries.clear()
        self._looked_at = self.stage.now()
        self.stage.env.backend.transcript.clear()
        changed, self.ledger.touched = self.ledger.touched, set()
        if self.stage.off:
            return
        for game in sorted({*read, *changed}):
            if self.ledger.status.get(game) not in ("running", "finished"):
                continue
            running = await self.stage.bot.host.get_running_game(game)
            now = Known.of(running)
            if game in self._known:
                for sent in read[game]:
                    self._check(game, sent, self._known[game], now)
            self._known[game] = now

    def _in_private(self, entry: HttpLogEntry, sent: Sent) -> Sent:
        """Return messages with their only reader, where they went into a private thread."""
        backend = self.stage.env.backend
        match entry.path.strip("/").split("/"):
            case ["channels", channel, "messages", *_] if int(channel) in backend.channels:
                place = backend.get_channel(int(channel))
                readers = set(place.thread_members) - {backend.bot_user.id}
                if place.type == PRIVATE_THREAD and len(readers) <= 1:
                    return replace(sent, to=next(iter(readers), 0))
        return sent

    def _is_it_night(self, sent: Sent) -> None:
        """Record pings in people's quiet hours; those that Discord refused at first may come too late for them."""
        again = {text for text in sent.texts if NONCE.fullmatch(text)} & self._nonces
        self._nonces |= {text for text in sent.texts if NONCE.fullmatch(text)}
        for user in sent.pings:
            self.ledger.counts["calls and reminders"] += 1
            habits = self.ledger.habits.get(user)
            if habits is None or not all(habits.is_quiet(at) for at in (self._looked_at, self.stage.now())):
                continue
            if not any("your move" in text or "waits for you" in text for text in sent.texts):
                self.ledger.counts["calls for something else than a move, in quiet hours"] += 1
            elif again:
                self.ledger.counts["calls in quiet hours, held up by Discord until then"] += 1
            else:
                self.ledger.breaks(WOKEN, f"{user} with {habits}: {sent.texts}")

    def _tables(self, entry: HttpLogEntry, sent: Sent) -> Collection[int]:
        """Return which tables something that was sent is about."""
        backend = self.stage.env.backend
        match entry.path.strip("/").split("/"):
            case ["channels", channel, *_]:
                place = int(channel)
            case ["interactions", number, *_]:
                place = backend.interactions[int(number)].channel_id
            case ["webhooks", _, token, *_]:
                place = next(each.channel_id for each in backend.interactions.values() if each.token == token)
            case _:
                place = 0
        if place in self.places:
            return [self.places[place]]
        return {int(found[1]) for text in sent.texts if (found := OF_A_TABLE.match(text))}

    def _check(self, game: int, sent: Sent, before: Known, now: Known) -> None:
        seats = {seat for known in (before, now) if (seat := known.people.get(sent.to or 0)) is not None}
        text = "\n".join(sent.texts).replace("\\", "").replace("\u200b", "").casefold()
        if any(seed in text for seed in now.seeds):
            self.ledger.breaks(SECRET, f"table {game}: the seed")
        for words, known_to in now.words.items():
            if words in before.words and not seats & (known_to | before.words[words]):
                self._words(game, sent, text, words)
        for (name, percentage), viewers in now.informations.items():
            if (name, percentage) in before.informations and not seats & (
                viewers | before.informations[name, percentage]
            ):
                written = rf"{re.escape(name.casefold())}\W{{0,30}}(?:percentage\W{{0,6}})?{percentage}\b"
                if name.casefold() in text and re.search(written, text):
                    self.ledger.breaks(SECRET, f"table {game}: {name} {percentage} to {sent.to}")
                self.ledger.counts["informations looked for"] += 1
        self._prices(game, sent, seats, before, now)

    def _words(self, game: int, sent: Sent, text: str, words: tuple[str, ...]) -> None:
        self.ledger.counts["secret words looked for"] += 1
        if not all(word in text for word in words):
            return
        for line in text.split("\n"):
            if all(re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", line) for word in words):
                self.ledger.breaks(SECRET, f"table {game}: {words} to {sent.to}: {line}")

    def _prices(self, game: int, sent: Sent, seats: Collection[Seat], before: Known, now: Known) -> None:
        """No sealed price stands right behind its owner's name before anybody else."""
        if not now.names:
            return
        # Of two prices for the same company one may be shown while the other, by chance the same, still lies there.
        single = {seat for seat, count in Counter(seat for seat, *_ in before.prices).items() if count == 1}
        sealed = {(seat, amount) for seat, amount, _ in now.prices & before.prices if seat in single}
        self.ledger.counts["sealed prices looked for"] += len(sealed)
        names = "|".join(re.escape(name) for name in sorted(now.names, key=len, reverse=True))
        for line in "\n".join(sent.texts).replace("\\", "").split("\n"):
            if "$" not in line:
                continue
            for found in re.finditer(rf"({names})[\W_]{{0,6}}\$(\d+)", line):
                seat, amount = now.names[found[1]], int(found[2])
                if seat in seats:
                    continue
                if (seat, amount) in sealed and (game, seat, amount) not in self._shown:
                    self.ledger.breaks(SECRET, f"table {game}: a sealed price to {sent.to}: {line}")
                self._shown.add((game, seat, amount))
