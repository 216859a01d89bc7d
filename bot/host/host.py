"""The one path from a press to a saved move, and everything else a game needs while it runs.

One move at a time at a table, to the disk and back: nobody is told anything before their own move is saved, and
everything else sees saved tables only. Whoever gives a press up while it is being saved has made their move. A move of
which the others see nothing writes no letter to the table (`look_alike`), for the moment of an edit tells as much as
its words, and it changes no clock: a move in several steps, such as an attack that is aimed before it is announced,
looks to the others like thinking. What somebody has looked at is written only when it is news: a move is a look, too,
and costs nothing.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TypeAlias

from pydantic import ValidationError

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.play import Played
from bot.engine.questions import BadAnswer, Question
from bot.engine.records import Move, Seat
from bot.engine.table import AnswerSealed, Box, Table
from bot.engine.win_probability import keeping_its_chances
from bot.engine.words import changed
from bot.host.cpu_accounting import beside, charged
from bot.host.delivery.guard import guarded, seen_by
from bot.host.delivery.outbox import NoticeBody, OrderBody, letter_of
from bot.host.errors import DAMAGED, Fault, GameOver, Leak, NotYours, Refusal, UnknownGame, Unreadable, WrongShard
from bot.host.keyed_tasks import KeyedLocks
from bot.host.play.move_records import TableCommand, box_digest, new_entry, renewal, seat_row_after
from bot.host.play.undo import FAR_ENOUGH, Undo
from bot.host.record.history import history, undid
from bot.host.record.validation import places
from bot.host.signals import Commit, PeriodicTasks, Signal
from bot.host.table import deadlines
from bot.host.table.audience_view import AudienceView
from bot.host.table.deadlines import Posts
from bot.host.table.people import People
from bot.host.table.running import (
    AT_TABLE,
    RunningGame,
    effective_entries,
    first_about,
    from_log,
    is_heard_by,
    legible,
    lines_of,
    look_alike,
    read_orders,
    sit_down,
    undone_by,
)
from storage.interface import (
    ALL_SHARDS,
    Conflict,
    GameDamaged,
    GameLogRecord,
    GameRow,
    NewGameLogRecord,
    Saved,
    SeatRow,
    Shards,
    StoreFailed,
    Times,
)
from storage.store import Storage

log = logging.getLogger(__name__)

KEPT_IN_MEMORY = 500
"""Running games kept loaded; the others are read again when somebody comes."""
WORTHS_KEPT = 10_000
"""Of so many looks it is remembered what the seat had; of others it is worked out from the table of then."""
ALL_OF_IT = 1_000_000
"""Entries; no game has as many."""
CAUGHT_UP = 60
"""Entries that are looked through at first for what somebody has not read yet."""
UNREADABLE_ORDER = (
    "I can no longer read a standing order of yours, or what you had prepared, so it has ended. Please give it again."
)
Picks: TypeAlias = Sequence[str] | Callable[[Question], Sequence[str]]
"""What was picked, or what makes picks of it once the question is known; that may raise what it likes."""


@dataclass(frozen=True)
class PanelContext:
    """What one person needs to act at a running or finished table."""

    seen: AudienceView
    """The game as this person may see it."""
    revision: int
    """Which one that is: for noting what was read. It counts what happens in secret, so nobody is shown it."""
    note: str = ""
    """What just happened to this person's press, in a sentence."""
    news: Sequence[str] = ()
    """What happened since this seat's player last looked or acted, what concerns it first; seats are marks."""
    can_undo: bool = False
    """Whether this seat can undo its last move, as nobody has moved since, and it told nothing new; never beside taking
    back."""
    hint: str = ""
    """What a bot would do, where they have just asked for that; seats are marks."""
    is_new: bool = False
    """Whether its player is asked for a first move, here and in any game of this kind."""

    @property
    def seat(self) -> Seat | None:
        """Where this person sits; None: a spectator."""
        return self.seen.audience

    @property
    def question(self) -> Question | None:
        """What this seat must decide or may do now."""
        return self.seen.question

    @property
    def etag(self) -> str | None:
        """The name of this question, asked this time."""
        return self.seen.etag

    @property
    def can_take_back(self) -> bool:
        """Whether a sealed answer of this seat lies unseen."""
        return self.seen.laid_down is not None

    @property
    def is_asked(self) -> bool:
        """Whether the table waits for this seat; a question it may leave alone does not count."""
        return self.question is not None and self.seen.is_asked


@dataclass(frozen=True)
class PromptContext:
    """A game as an audience may see it, and whom it waits for: that is for calling them, and never to be shown."""

    seen: AudienceView
    tags: Mapping[Seat, str]
    """The names of all open questions by seat; none, when the game does not run."""
    waited_for: Collection[Seat]
    """Of these seats those for which nobody and nothing answers at once."""


@dataclass(frozen=True)
class HistoryLine:
    """One line of a game's history as somebody may read it; seats are marks."""

    number: int
    """Counted for this reader: a gap would tell of what they did not hear."""
    text: str
    undone: bool


class Host:
    """Runs games over a store. Every method is safe to call again, late, or by two people at once.

    Args:
        storage: where games are kept.
        games: the games on offer, by key.
        boxes: an operator's own boxes, by game; the others are played with their own.
        now: the present time in UTC.
        monotonic: seconds since some moment, by a clock that nobody sets.
        new_seed: a new secret seed from the operating system.
        shards: of which servers this process owns the tables; those of others it only reads.
    """

    def __init__(
        self,
        storage: Storage,
        games: Mapping[str, AnyGame],
        *,
        shards: Shards = ALL_SHARDS,
        boxes: Mapping[str, Box] | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
        new_seed: Callable[[], str] = lambda: secrets.token_hex(32),
    ) -> None:
        self.storage = storage
        self.games = games
        self.shards = shards
        self.people = People(storage, alone=shards.are_all)
        self.commits: Signal[Commit] = Signal()
        self.ticks = PeriodicTasks()
        self._undo = Undo(storage)
        own = boxes or {}
        self._boxes = {key: keeping_its_chances(game, own.get(key, game.box)) for key, game in games.items()}
        self.now = now
        self.monotonic = monotonic
        self.new_seed = new_seed
        self._locks = KeyedLocks()
        self._running: OrderedDict[int, RunningGame] = OrderedDict()
        self._forgotten = 0
        self._worths: OrderedDict[tuple[int, int, Seat | None], int | None] = OrderedDict()
        """What seats had at revisions at which somebody looked: a game's number, the revision, the seat."""

    # -- coming to a table -----------------------------------------------------------------------

    async def running(self, game_id: int) -> RunningGame:
        """Return a started game as it stands; raise Refusal when there is none."""
        while (known := self._running.get(game_id)) is None:
            forgotten = self._forgotten
            loaded = await self._load(game_id)
            if not self.shards.own(loaded.row.guild_id):  # its owner goes on with it, so it is read each time
                return loaded
            if forgotten == self._forgotten:  # else it may have been read before what made us forget
                self._running.setdefault(game_id, loaded)  # somebody may have loaded and moved meanwhile
        return self.remember(known)

    def game(self, key: str) -> AnyGame:
        """Return the game with this key; raise UnknownGame where this program has it no more."""
        found = self.games.get(key)
        if found is None:
            raise UnknownGame
        return found

    async def seen(self, game_id: int, audience: Seat | None = None) -> AudienceView:
        """Return a started game as a seat, or everybody, may see it; raise Refusal when there is none."""
        return seen_by(await self.running(game_id), audience)

    async def seen_anew(self, game_id: int) -> tuple[AudienceView, object]:
        """Return a started game as everybody may see it, and the token of what they have heard; see `running`.

        It is always made and compared anew, so that this takes as long whether or not somebody has answered in secret
        since it was made last.
        """
        running = await self.running(game_id)
        return seen_by(replace(running), None), running.heard

    async def seen_by(self, game_id: int, user_id: int) -> AudienceView:
        """Return a started game as this person may see it; raise Refusal when there is none."""
        running = await self.running(game_id)
        return seen_by(running, running.seat_of(user_id))

    async def seat_of(self, game_id: int, user_id: int) -> Seat | None:
        """Return where this person sits at a started game, or None; see `running`."""
        return (await self.running(game_id)).seat_of(user_id)

    async def revision(self, game_id: int) -> int:
        """Return how far a started game is, for noting what somebody has read of it; see `running`."""
        return (await self.running(game_id)).row.revision

    async def asking(self, game_id: int, audience: Seat | None) -> PromptContext:
        """Return a started game as a seat, or everybody, may see it, and whom it waits for; see `running`."""
        running = await self.running(game_id)
        tags = running.asks() if running.row.status == "running" else {}
        return PromptContext(
            seen_by(running, audience), tags, frozenset(seat for seat in tags if not running.is_answered_for(seat))
        )

    async def known(self, game_id: int) -> tuple[GameRow, Sequence[SeatRow]] | None:
        """Return the row and the seats of a table, whatever has become of it, or None when there is none."""
        running = self._running.get(game_id)
        if running is not None:
            return running.row, running.seats
        with self._damages(game_id):
            saved = await self.storage.games.saved(game_id)
        return None if saved is None else (saved.game, saved.seats)

    async def _load(self, game_id: int) -> RunningGame:
        with self._damages(game_id):
            return await self._read(game_id)

    @contextmanager
    def _damages(self, game_id: int) -> Iterator[None]:
        """Turn what is damaged in the store into a sentence."""
        try:
            yield
        except GameDamaged as damaged:
            log.exception("a table cannot be played on", extra={"game": game_id})
            raise Unreadable(DAMAGED) from damaged

    async def _read(self, game_id: int) -> RunningGame:
        saved = await self.storage.games.saved(game_id)
        if saved is None:
            raise Refusal("This table no longer exists. /game list shows the tables of this server.")
        if saved.game.status == "open":
            raise Refusal("This table has not started yet. Join it with the button on its message.")
        if saved.state is None:
            raise GameOver("This table was closed before its game began. **/game new** opens another.")
        game = self.game(saved.game.title)
        try:
            loaded = sit_down(game, saved, await self._box(game, saved.game.box))
        except ValidationError as wrong:  # from None, for it would show the table in the log
            raise GameDamaged(f"it does not fit this version of the program: {'; '.join(places(wrong))}") from None
        if not self.shards.own(saved.game.guild_id):
            return loaded
        if saved.salt is not None and saved.game.status == "running":
            await self._renew(saved, loaded, saved.salt)
            return await self._read(game_id)
        await self._end_unreadable_orders(saved, loaded)
        await self._name_anew(saved, loaded)
        return await self._with_clocks(loaded)

    async def _renew(self, saved: Saved, loaded: RunningGame, salt: str) -> None:
        """Mix a fresh salt into the chance of a game from a backup, before anybody can go on with it."""
        played = play.renew(loaded.table, salt)
        row = replace(loaded.row, revision=loaded.row.revision + 1, version=loaded.game.version)
        after = replace(loaded, row=row, table=played.table)
        entry = renewal(after, salt, played, asks={ask.seat: ask.etag for ask in saved.asks}, now=self.now_text())
        with suppress(Conflict):  # somebody else has come to this table at the same moment
            await self.storage.games.append(entry)
        self.committed(row.game_id, answered_for=False)

    async def _end_unreadable_orders(self, saved: Saved, loaded: RunningGame) -> None:
        """Take away orders that cannot be read, and tell their players: the table goes on without them."""
        for seat, bodies in saved.orders.items():
            unreadable = read_orders(loaded.game, bodies).unreadable
            if unreadable:
                log.warning("an order cannot be read, and has ended", extra={"game": loaded.row.game_id})
                letter = letter_of(OrderBody(text=UNREADABLE_ORDER, hushed=loaded.waits_in_secret), seat)
                await self.storage.seats.end_orders(
                    loaded.row.game_id, seat, unreadable, UNREADABLE_ORDER, letter, self.now_text()
                )
                self.committed(loaded.row.game_id, answered_for=False)

    async def _name_anew(self, saved: Saved, loaded: RunningGame) -> None:
        """Let the store know open questions that read differently since the program was changed; their clocks go on."""
        asks = loaded.asks() if loaded.row.status == "running" else {}
        names = {ask.seat: (ask.etag, asks[ask.seat]) for ask in saved.asks if asks.get(ask.seat, ask.etag) != ask.etag}
        if names:
            await self.storage.open_questions.name_anew(loaded.row.game_id, names)

    async def _with_clocks(self, loaded: RunningGame) -> RunningGame:
        """Return the table with clocks, from now, for questions that were asked when there were none."""
        asks = loaded.asks() if loaded.row.status == "running" else {}
        bare = {seat: tag for seat, tag in asks.items() if seat not in loaded.clocks}
        clocks = await self.clocks(loaded, bare, {}) if bare else {}
        for seat, times in clocks.items():
            await self.storage.clocks.set_times(loaded.row.game_id, seat, asks[seat], times, (), self.now_text())
        if clocks:
            self.committed(loaded.row.game_id, clocks=clocks, answered_for=False)
        return replace(loaded, clocks={**loaded.clocks, **clocks}) if clocks else loaded

    async def desk(self, game_id: int, user_id: int, *, note: str = "", catch_up: bool = True) -> PanelContext:
        """Return what this person needs to act, perhaps with everything that happened since they last looked."""
        running = await self.running(game_id)
        desk = await self._desk(running, running.seat_of(user_id), note, catch_up=catch_up)
        if desk.question is not None and not desk.seen.has_moved:
            desk = replace(desk, is_new=await self.storage.games.are_new_to(user_id, running.row.title, game_id))
        return replace(desk, can_undo=True) if catch_up and await self._can_undo(running, desk) else desk

    async def log(self, game_id: int, user_id: int, until: int | None = None) -> list[HistoryLine]:
        """Return the history of a game as this person may read it: the whole of it, or up to a revision."""
        running = await self.running(game_id)
        seat = running.seat_of(user_id)
        entries = [
            entry for entry in await self.storage.games.entries(game_id) if until is None or entry.revision <= until
        ]
        notices: dict[int, list[str]] = {}
        for revision, words in await self.storage.outbox.notices(game_id):
            notices.setdefault(revision, []).append(words)
        lines = history(running.game, entries, notices, seat)
        return [HistoryLine(number, line, undone) for number, (line, undone) in enumerate(lines, 1)]

    async def heard_by_all(self, game_id: int) -> list[HistoryLine]:
        """Return what everybody has heard of a game, and nothing that was said of people.

        It is all of the log: the last so many entries would count those of which nobody hears.
        """
        running = await self.running(game_id)
        entries = await self.storage.games.last_entries(game_id, ALL_OF_IT)
        return await beside(_public_lines, running.game, entries)

    # -- deciding --------------------------------------------------------------------------------

    async def press(self, game_id: int, user_id: int, etag: str, picks: Picks) -> PanelContext:
        """Answer the question named by `etag`; a stale press changes nothing and gets the present desk.

        Raises:
            BadAnswer: the picks are no legal answer; the text says what is expected.
            Refusal: the person does not play here, or the game is over.
        """
        async with self.lock(game_id):
            running = await self.running(game_id)
            seat = running.must_seat(user_id)
            question = self.open_question(running, seat)
            if question is None or running.etag(seat, question) != etag:
                return await self._desk(running, seat, _stale(question), catch_up=True)
            chosen = charged(picks)(question) if callable(picks) else picks
            with self.faults(running):
                move, played = _answered(running, seat, question, chosen)
            running = await self.save(running, TableCommand.answering("move", seat, move), played)
        desk = await self._desk(running, seat, self._echo(running, seat, played), catch_up=False)
        offers_undo = not played.fence and not desk.can_take_back
        if offers_undo and (desk.question is not None or await self._can_undo(running, desk)):
            return replace(desk, can_undo=True)
        return desk

    async def undo(self, game_id: int, user_id: int) -> PanelContext:
        """Take back this person's unseen sealed answer, or their last move when nobody has seen or moved since."""
        async with self.lock(game_id):
            running = await self.running(game_id)
            seat = running.must_seat(user_id)
            self.must_run(running)
            undoing, note = await self._undo.last(running, seat)
            running = await self.save(running, undoing.act, undoing.played)
        desk = await self._desk(running, seat, note, catch_up=False)
        return replace(desk, can_undo=await self._can_undo(running, desk))

    async def go_back(self, running: RunningGame, seat: Seat, before: GameLogRecord) -> RunningGame:
        """Undo a seat's move: write the table of an earlier entry as the newest; the caller holds the lock."""
        undoing = await self._undo.back_to(running, seat, before)
        return await self.save(running, undoing.act, undoing.played)

    async def set_news(self, game_id: int, user_id: int, wanted: Posts, *, organiser: bool = False) -> None:
        """Change what a running table posts in its channel; its opener or an organiser decides.

        Raises:
            NotYours: this person neither opened the table nor manages the server.
        """
        async with self.lock(game_id):
            running = await self.running(game_id)
            self.must_run(running)
            if not organiser and user_id != running.row.opened_by:
                raise NotYours(
                    "Only the person who opened this table, or a server manager, can change what I post here."
                )
            pact = running.pact.model_copy(update={"news": wanted}).model_dump_json()
            words = f"From now on I post this here besides the table's message, calls and the result: {wanted}."
            letters = [letter_of(NoticeBody(text=words))]
            await self.storage.games.put_pact(game_id, pact, letters, self.now_text())
            self.remember(replace(running, row=replace(running.row, pact=pact)))
        self.committed(game_id, answered_for=False)

    async def begin_clocks(self) -> None:
        """Begin the clocks of questions that were asked while there were none."""
        for game_id in await self.storage.clocks.without_clock(self.shards):
            with suppress(Refusal):  # it cannot be played on, which is in the log
                await self.running(game_id)

    # -- saving ----------------------------------------------------------------------------------

    async def save(self, running: RunningGame, act: TableCommand, played: Played[Table]) -> RunningGame:
        """Write what was played and everything that follows from it in one transaction; return the new Running.

        The caller holds the table's lock.

        Raises:
            Refusal: another entry was written first; nothing was changed.
            CancelledError: the caller was cancelled; what was being written is seen through.
        """
        row = replace(running.row, revision=running.row.revision + 1, version=running.game.version)
        before, now = running.asks(), self.now_text()
        if played.table.outcome is not None:
            row = replace(row, status="finished", finished_at=now)
        seat, seat_row = act.seat, seat_row_after(running, act)
        seats = tuple(seat_row if other.seat == seat else other for other in running.seats)
        acted = {**running.acted, seat: running.acted.get(seat, 0) + 1}
        moved = running.moved | {seat} if act.kind == "move" else running.moved
        with self.faults(running):
            orders = running.orders if act.left is None else running.with_left(seat, act.left)
            heard = act.heard or any(piece.to is None for piece in played.told)
            after = replace(running, row=row, seats=seats, table=played.table, acted=acted, moved=moved, orders=orders)
            if heard or (act.kind == "default" and not any(piece.to == frozenset() for piece in played.told)):
                after = replace(after, heard=object())  # a default is a line of the log, but where it is in secret
            asks = after.asks() if row.status == "running" else {}
            clocks = await self.clocks(after, asks, before, act if act.kind in ("undo", "retract") else None)
            sealed = any(isinstance(piece.news, AnswerSealed) for piece in played.told)
            if act.kind == "move" and not heard and not sealed:
                # What nobody hears of changes no clock that was running: a new deadline would tell of it.
                clocks |= {asked: running.clocks[asked] for asked in clocks if asked in running.clocks}
            kept = {asked: clock for asked, clock in running.clocks.items() if before.get(asked) == asks.get(asked)}
            entry = new_entry(
                after,
                act,
                played,
                now=now,
                before=before,
                asks=asks,
                clocks=clocks,
                was_due=_was_due(running, act),
                in_secret=running.waits_in_secret,
                alike=not heard and look_alike(running, after, {**kept, **clocks}),
            )
            after = after.saved_as(entry.state, {**kept, **clocks})
        try:
            given_up = await self._append(entry)
        except Conflict:
            self.forget_loaded(row.game_id)
            raise Refusal(
                "Someone moved just before you, so your move didn't count. Check the table and try again."
            ) from None
        except Exception:
            self.forget_loaded(row.game_id)
            raise
        self.remember(after)
        self.committed(row.game_id, clocks=clocks)
        if given_up:
            raise asyncio.CancelledError
        return after

    async def _append(self, entry: NewGameLogRecord) -> bool:
        """Write an entry; return whether whoever waits for it was cancelled meanwhile.

        It is on its way all the same then, so the table's lock is held until it is known what has become of it.
        """
        appending = asyncio.ensure_future(self.storage.games.append(entry))
        try:
            await asyncio.shield(appending)
        except asyncio.CancelledError:
            await asyncio.wait([appending])
            if appending.exception() is not None:
                self.forget_loaded(entry.game_id)
                raise
            return True
        return False

    async def clocks(
        self,
        after: RunningGame,
        asks: Mapping[Seat, str],
        before: Mapping[Seat, str],
        undoing: TableCommand | None = None,
    ) -> dict[Seat, Times]:
        """Return the clocks of the questions that are newly open; bots and people who are away have none.

        While a table stands still, they begin when it stopped, and move on with it when it goes on.

        Raises:
            Refusal: an undo would open a question again whose time is over, and not for the first time.
        """
        opened = [seat for seat, tag in asks.items() if before.get(seat) != tag and not after.is_answered_for(seat)]
        if not opened:
            return {}
        allowed = after.pact.allowed
        if allowed is not None and after.table.agenda:
            allowed *= after.table.agenda[0].time_share
        now = self.now() if after.row.paused_at is None else deadlines.moment(after.row.paused_at)
        clocks: dict[Seat, Times] = {}
        for seat in opened:
            seat_row = after.seat_row(seat)
            wishes = await self.people.wishes(seat_row.user_id)
            clocks[seat] = deadlines.times(now, allowed, wishes)
            if undoing is not None and seat == undoing.seat:
                clocks[seat] = await self._undo.not_back(after, undoing, now, clocks[seat], wishes)
        return clocks

    def now_text(self) -> str:
        """Return the present time as the store keeps it."""
        return deadlines.text(self.now())

    def forget_loaded(self, game_id: int) -> None:
        """Drop a game from memory; it is read again when somebody comes.

        The caller holds the game's lock, or a move on its way would bring back what was known before.
        """
        self._forgotten += 1
        self._running.pop(game_id, None)

    def remember(self, running: RunningGame) -> RunningGame:
        """Keep a game in memory as it was saved; the one used longest ago is let go."""
        game_id = running.row.game_id
        AT_TABLE.set((game_id, running.row.revision))
        self._running[game_id] = running
        self._running.move_to_end(game_id)
        while len(self._running) > KEPT_IN_MEMORY:
            self._running.popitem(last=False)
        return running

    def loaded(self, game_id: int) -> RunningGame | None:
        """Return a game if it is in memory."""
        return self._running.get(game_id)

    def committed(
        self, game_id: int, *, clocks: Mapping[Seat, Times] = MappingProxyType({}), answered_for: bool = True
    ) -> None:
        """Set going what follows a commit: letters, the clock, and the moves of bots.

        Args:
            game_id: the table.
            clocks: those that were begun or moved.
            answered_for: whether a bot, a default or a standing order may have to answer for somebody now.
        """
        looks = [clock.next_at for clock in clocks.values() if clock.next_at is not None]
        self.commits.tell(Commit(game_id, min(looks, default=None), answered_for))

    @asynccontextmanager
    async def lock(self, game_id: int) -> AsyncIterator[None]:
        """Hold the one lock of a game, from load to commit and never while talking to Discord.

        Raises:
            Refusal: another process owns the table, and nobody else may change it.
        """
        if not self.shards.are_all:
            guild_id = await self.storage.games.server_of(game_id)
            if guild_id is not None:
                self.must_own(guild_id)
        async with self._locks.of(game_id):
            yield

    def must_own(self, guild_id: int) -> None:
        """Raise WrongShard when the tables and seasons of a server are another process's."""
        if not self.shards.own(guild_id):
            raise WrongShard(guild_id)

    async def _box(self, game: AnyGame, digest: str) -> Box:
        own = self.box_of(game)
        if box_digest(own) == digest:
            return own
        saved = await self.storage.games.box(digest)
        if saved is None:
            raise Refusal("The cards this game began with are missing; ask the bot's operator to restore a backup.")
        return type(game.box).model_validate_json(saved)

    def box_of(self, game: AnyGame) -> Box:
        """Return the box new games of this kind are played with."""
        return self._boxes.get(game.key, game.box)

    # -- telling ---------------------------------------------------------------------------------

    async def _desk(self, running: RunningGame, seat: Seat | None, note: str, *, catch_up: bool) -> PanelContext:
        seen = seen_by(running, seat)
        if seen.made_view is not None:
            self._worth(running, seen)  # the next look is compared with it
        news = await self._since_last_look(running, seen, seat) if catch_up and seat is not None else ()
        return PanelContext(seen, running.row.revision, note, news)

    async def _can_undo(self, running: RunningGame, desk: PanelContext) -> bool:
        """Whether somebody could undo their last move: until the next one, also a bot's that takes its moment."""
        if desk.seat is None or desk.can_take_back or running.row.status != "running":
            return False
        return await self._undo.entry_before(running, desk.seat) is not None

    async def _since_last_look(self, running: RunningGame, at_table: AudienceView, seat: Seat) -> list[str]:
        """Return what a seat has heard since its player looked at the table, or acted there, whichever was later."""
        user_id = running.seat_row(seat).user_id
        seen = 0 if user_id is None else await self.storage.read_marks.seen(running.row.game_id, user_id)
        fresh: list[GameLogRecord] = []
        for entry in reversed(await self.last_heard(running.row.game_id, seat, CAUGHT_UP, after=seen)):
            if entry.revision > running.row.revision:
                continue  # written since this table was looked at; its news would be ahead of it
            if entry.seat == seat and entry.kind in ("move", "retract", "undo"):
                seen = max(seen, entry.revision)
            if entry.revision <= seen:
                break
            fresh.append(entry)
        undone = await self._undone_since(running, seat, seen, fresh[::-1])
        heard = [
            piece.news
            for entry in effective_entries(fresh[::-1])
            for piece in legible(running.game, entry) or ()
            if piece.heard_by(seat) and not piece.news.footnote
        ]
        lines = [*undone, *lines_of(running.game, first_about(seat, heard), seat)]
        return [*await self._gained(running, at_table, seen), *lines] if lines else []

    async def _undone_since(
        self, running: RunningGame, seat: Seat, seen: int, fresh: Sequence[GameLogRecord]
    ) -> list[str]:
        """Return the lines of fresh entries that undo what a seat had heard when its player looked last."""
        undoing = [entry for entry in fresh if any(revision <= seen for revision in undone_by(entry))]
        if not undoing:
            return []
        entries = await self.last_heard(running.row.game_id, seat, CAUGHT_UP)
        known = {entry.revision for entry in entries if entry.revision <= seen and is_heard_by(entry, seat)}
        return [undid(entry) for entry in undoing if not known.isdisjoint(undone_by(entry))]

    async def _gained(self, running: RunningGame, at_table: AudienceView, seen: int) -> list[str]:
        """Return in a line what a seat has now and had when its player looked last, where both can be known."""
        if not seen or running.row.revision - seen >= FAR_ENOUGH:
            return []
        now = self._worth(running, at_table)
        before = None if now is None else await self._worth_then(running, at_table.audience, seen)
        if before is None or now is None or before == now:
            return []
        return [f"Your score so far: {changed(running.game.score(before), running.game.score(now))}"]

    def _worth(self, running: RunningGame, at_table: AudienceView) -> int | None:
        """Return what a seat has, from its view as the guard let it be seen; it is remembered of this revision."""
        worth, seat = running.game.worth, at_table.audience
        if worth is None or seat is None:
            return None
        try:
            found = worth(at_table.view)
        except Leak:  # the rest of the panel, which has gone through the guard without it, can be shown
            return None
        self._worths[running.row.game_id, running.row.revision, seat] = found
        while len(self._worths) > WORTHS_KEPT:
            self._worths.popitem(last=False)
        return found

    async def _worth_then(self, running: RunningGame, seat: Seat | None, revision: int) -> int | None:
        """Return what a seat had at an earlier revision, where its table is still kept."""
        worth, known = running.game.worth, (running.row.game_id, revision, seat)
        if worth is None or known in self._worths:
            return self._worths.get(known)
        entries = await self.storage.games.entries(running.row.game_id, after=revision - 1, limit=1)
        state = entries[0].state if entries else None
        if state is None:
            return None
        then = replace(running, table=from_log(running.game, state, running.table._box), state=None)
        return guarded(then, seat, lambda other: worth(other.view(seat)))

    async def last_heard(
        self, game_id: int, seat: Seat | None, count: int, *, after: int = 0
    ) -> Sequence[GameLogRecord]:
        """Return the newest entries, so many that this seat, or everybody, has heard of that many of them.

        How many others stand between them shows nowhere.

        Args:
            game_id: the table.
            seat: who has heard of them; None: everybody.
            count: how many were heard, at most.
            after: only entries of later revisions.
        """
        looked_at = count
        while True:
            entries = await self.storage.games.last_entries(game_id, looked_at, after=after)
            heard = [at for at, entry in enumerate(entries) if is_heard_by(entry, seat)]
            if len(heard) >= count:
                return entries[heard[-count] :]
            if len(entries) < looked_at:
                return entries
            looked_at *= 4

    def _echo(self, running: RunningGame, seat: Seat, played: Played[Table]) -> str:
        """Return what the seat's own press has led to, in a few lines; nothing between two lines of a sheet."""
        heard = [piece.news for piece in played.told if piece.heard_by(seat) and not piece.news.footnote]
        lines = lines_of(running.game, heard, seat)
        if not lines and play.can_retract(running.table, seat):
            return "" if seat in play.asked(running.table) else "Your answer is sealed."
        return "\n".join(lines) or "Done."

    # -- refusing --------------------------------------------------------------------------------

    def open_question(self, running: RunningGame, seat: Seat) -> Question | None:
        """Return what a seat is asked; raise Refusal when the game is over or the seat has conceded.

        Raises:
            NotYours: the seat has conceded.
            GameOver: the game does not run.
        """
        self.must_run(running)
        if running.seat_row(seat).conceded:
            raise NotYours("You've conceded, so you have no more decisions.")
        return running.question(seat)

    def must_run(self, running: RunningGame) -> None:
        """Raise GameOver when the game is not running."""
        if running.row.status != "running":
            raise GameOver("This game is over. Read it in **/game log**.")

    @contextmanager
    def faults(self, running: RunningGame) -> Iterator[None]:
        """Turn a bug in a rule into a Fault: the old table stays, and the log says where it was.

        A store that fails on the way is no rule's fault, and says for itself what is wrong.
        """
        try:
            yield
        except (BadAnswer, Refusal, StoreFailed):
            raise
        except Exception as bug:
            reference = f"{running.row.game_id}-{running.row.revision}-{secrets.token_hex(2)}"
            log.exception("a rule failed", extra={"game": running.row.game_id, "reference": reference})
            raise Fault(reference) from bug


@charged
def _answered(running: RunningGame, seat: Seat, question: Question, picks: Sequence[str]) -> tuple[Move, Played[Table]]:
    """Read an answer and play it; return the move and what came of it."""
    move = question.read(picks)
    return move, play.play(running.table, seat, move, running.state, question)


def _public_lines(game: AnyGame, entries: Sequence[GameLogRecord]) -> list[HistoryLine]:
    lines = history(game, entries, {}, None)
    return [HistoryLine(number, line, undone) for number, (line, undone) in enumerate(lines, 1)]


def _stale(question: Question | None) -> str:
    if question is None:
        return "That is already decided. Nothing to do right now."
    return "That decision is closed. Here is your decision now:"


def _was_due(running: RunningGame, act: TableCommand) -> str | None:
    """Return until when the question was open that an act answers."""
    clock = None if act.kind in ("undo", "retract") else running.clocks.get(act.seat)
    return None if clock is None else clock.due_at
