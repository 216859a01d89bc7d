"""The only path from a button press to a saved move, and the other operations of a running game.

A table saves one move at a time. Players hear of a move only after it is saved, and all other code sees saved tables
only. Cancelling an interaction during the commit does not cancel the move. A move that is invisible to the others
writes no letter to the table (`has_same_public_view`), because the time of an edit reveals as much as its text. It
changes no clock either: a move in several steps, such as an attack that is aimed before it is announced, looks to the
others like thinking. A read mark is written only when it changes. A move implies one, without another write.
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
from datetime import UTC, datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from pydantic import ValidationError

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.multi_step import list_picks
from bot.engine.play import Played
from bot.engine.questions import BadAnswer, Question
from bot.engine.records import Move, News, Seat
from bot.engine.table import AnswerSealed, Box, Table
from bot.engine.win_probability import pin_fitted_weights
from bot.engine.words import format_change
from bot.host.cpu_accounting import charge_calls, run_in_thread
from bot.host.delivery.guard import get_guarded_view, make_guarded
from bot.host.delivery.outbox import NoticeBody, OrderBody, build_letter
from bot.host.errors import (
    DAMAGED_TABLE,
    Fault,
    GameOver,
    Leak,
    NotYours,
    Refusal,
    UnknownGame,
    Unreadable,
    WrongShard,
    explain_stale_press,
)
from bot.host.keyed_tasks import KeyedLocks
from bot.host.play.answer_notes import describe_result
from bot.host.play.move_records import (
    TableCommand,
    build_entry,
    build_renewal_entry,
    compute_box_digest,
    update_seat_row,
)
from bot.host.play.next_up import build_next_up_letters, find_next_seat
from bot.host.play.undo import FIRST_ENTRIES_READ as UNDO_ENTRIES_READ
from bot.host.play.undo import MAX_ENTRIES, Undo
from bot.host.record.history import format_history, format_undo
from bot.host.record.validation import list_errors
from bot.host.signals import Commit, PeriodicTasks, Signal
from bot.host.table import deadlines
from bot.host.table.audience_log import AudienceLog, build_audience_log
from bot.host.table.audience_view import AudienceView
from bot.host.table.deadlines import Posts
from bot.host.table.people import People
from bot.host.table.running import (
    CURRENT_GAME,
    RunningGame,
    format_news_lines,
    has_same_public_view,
    load_logged_table,
    load_running_game,
    read_orders,
    sort_news_for_seat,
)
from storage.interface.errors import Conflict, GameDamaged, StoreFailed
from storage.interface.game_log import GameLogRecord, NewGameLogRecord
from storage.interface.games import GameRow, SavedGame, SeatRow
from storage.interface.panels import OwnNote, StoredPanel
from storage.interface.questions import QuestionTimes
from storage.interface.shards import ALL_SHARDS, Shards
from storage.store import Storage

log = logging.getLogger(__name__)

MAX_RUNNING_IN_MEMORY = 500
"""Running games kept in memory; the others are loaded on demand."""
MAX_PAST_SCORES = 10_000
"""Cache size for past scores; older ones are recomputed from the stored table."""
ALL_ENTRIES = 1_000_000
"""Entries; no game has as many."""
FIRST_ENTRIES_READ = 60
"""Entries first read in search of unread news; more are read if these do not suffice."""
LONG_ABSENCE = timedelta(hours=20)
"""Time after which a player who comes back is shown their own note."""
UNREADABLE_ORDER = (
    "I can no longer read a standing order of yours, or what you had prepared, so it has ended. Please give it again."
)
Picks: TypeAlias = Sequence[str] | Callable[[Question], Sequence[str]]
"""The player's picks, or a function that makes them from the question; it may raise any error."""


class PreparedEntry(NamedTuple):
    """An entry that is still to be written."""

    entry: NewGameLogRecord
    after: RunningGame
    """The running game once it is written."""
    clocks: Mapping[Seat, QuestionTimes]
    """The clocks that it starts or moves."""


class NextAnswer(NamedTuple):
    """An answer that is written together with the one before it."""

    played: Played[Table]
    entry: PreparedEntry


class UnreadNews(NamedTuple):
    """News since a player last looked at a table."""

    lines: Sequence[str]
    first: int | None
    """Revision of the oldest entry of which the player has heard; None: there is none."""


NOTHING_UNREAD = UnreadNews((), None)


class WaitingTable(NamedTuple):
    """Another table that waits for a player."""

    title: str
    """The name that somebody chose for it, or the title of its game."""
    hours_left: int | None
    """Hours until the deadline; None: no clock runs."""


NOTHING_STORED = StoredPanel()
"""Of a spectator's panel."""


@dataclass(frozen=True)
class PanelContext:
    """The data of one person's panel at a running or finished table."""

    seen: AudienceView
    """The game as this person may see it."""
    revision: int
    """Its revision, for read marks. It counts secret moves, so it is never shown."""
    note: str = ""
    """A sentence about the result of this person's last press."""
    news: Sequence[str] = ()
    """News since this seat's player last looked or acted, news about the seat first; seats are marks."""
    can_undo: bool = False
    """Whether this seat can undo its last move: nobody has moved since, and it revealed nothing new. Never together
    with `can_take_back`."""
    hint: str = ""
    """A bot's suggestion, if the player has just asked for one; seats are marks."""
    own_note: str = ""
    """This person's note to themselves, if they come back to the table after a long time."""
    next_table: WaitingTable | None = None
    """Another table that waits for this player, while this one does not."""
    is_new: bool = False
    """Whether this would be the player's first move in any game of this kind."""
    has_page: bool = False
    """Whether this player can open the table as a page to play on."""
    ordered: str = ""
    """What became of the order that they gave with their last press; it is shown only while the game runs."""
    stored: StoredPanel = NOTHING_STORED
    """The rows read with it: their draft, pending notices and read mark, without entries of the log."""

    @property
    def seat(self) -> Seat | None:
        """The seat of this person; None: a spectator."""
        return self.seen.audience

    @property
    def question(self) -> Question | None:
        """The question this seat must or may answer now."""
        return self.seen.question

    @property
    def etag(self) -> str | None:
        """The version tag of this question."""
        return self.seen.etag

    @property
    def can_take_back(self) -> bool:
        """Whether this seat has a sealed answer that nobody has seen."""
        return self.seen.sealed_answer is not None

    @property
    def is_asked(self) -> bool:
        """Whether the table waits for this seat; an optional question does not count."""
        return self.question is not None and self.seen.is_asked


@dataclass(frozen=True)
class PromptContext:
    """A game as an audience may see it, with the seats it waits for; these are for pings, and never shown."""

    seen: AudienceView
    tags: Mapping[Seat, str]
    """Version tags of all open questions by seat; empty when the game does not run."""
    waited_for: Collection[Seat]
    """Those of these seats that no bot, default or order answers at once."""


@dataclass(frozen=True)
class HistoryLine:
    """One line of a game's history as a reader may see it; seats are marks."""

    number: int
    """Counted for this reader: a gap would reveal an entry hidden from them."""
    text: str
    undone: bool


class Host:
    """Runs games over a store. Every method is safe to call again, late, or concurrently.

    Args:
        storage: the store of games.
        games: the games on offer, by key.
        boxes: an operator's own boxes, by game; the other games use their built-in box.
        now: the present time in UTC.
        monotonic: seconds by a monotonic clock.
        new_seed: makes a secret seed from the operating system's randomness.
        shards: shards whose tables this process owns; tables of others are read-only.
        own_pages: whether players can open their tables as pages to play on.
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
        own_pages: bool = False,
    ) -> None:
        self._own_pages = own_pages
        self.storage = storage
        self.games = games
        self.shards = shards
        self.people = People(storage, alone=shards.are_all)
        self.commits: Signal[Commit] = Signal()
        self.ticks = PeriodicTasks()
        self._undo = Undo(storage)
        own = boxes or {}
        self._boxes = {key: pin_fitted_weights(game, own.get(key, game.box)) for key, game in games.items()}
        self.now = now
        self.monotonic = monotonic
        self.new_seed = new_seed
        self._locks = KeyedLocks()
        self._running: OrderedDict[int, RunningGame] = OrderedDict()
        self._invalidations = 0
        self._past_scores: OrderedDict[tuple[int, int, Seat | None], int | None] = OrderedDict()
        """Past scores, by game id, revision and seat."""

    # -- loading a table ------------------------------------------------------------------------

    async def get_running_game(self, game_id: int) -> RunningGame:
        """Return a started game at its newest revision; raise Refusal when there is none."""
        while (known := self._running.get(game_id)) is None:
            forgotten = self._invalidations
            loaded = await self._load(game_id)
            if not self.shards.has_server(loaded.row.guild_id):  # its owner changes it, so it is read each time
                return loaded
            if (
                forgotten == self._invalidations
            ):  # otherwise it may have been read before the change that made us forget it
                self._running.setdefault(game_id, loaded)  # another task may have loaded it and moved meanwhile
        return self.remember(known)

    def get_game(self, key: str) -> AnyGame:
        """Return the game with this key; raise UnknownGame when it is not loaded."""
        found = self.games.get(key)
        if found is None:
            raise UnknownGame
        return found

    async def get_view(self, game_id: int, audience: Seat | None = None) -> AudienceView:
        """Return a started game as a seat or the public may see it; raise Refusal when there is none."""
        return get_guarded_view(await self.get_running_game(game_id), audience)

    async def build_public_view(self, game_id: int) -> tuple[AudienceView, object]:
        """Build a started game's public view afresh, with the token of the public news; see `get_running_game`.

        The view is never taken from a cache. Otherwise the time this takes would reveal whether a player has answered
        in secret since the last call.
        """
        running = await self.get_running_game(game_id)
        return get_guarded_view(replace(running), None), running.heard

    async def get_view_of_person(self, game_id: int, user_id: int) -> AudienceView:
        """Return a started game as this person may see it; raise Refusal when there is none."""
        running = await self.get_running_game(game_id)
        return get_guarded_view(running, running.find_seat_of(user_id))

    async def find_seat_of(self, game_id: int, user_id: int) -> Seat | None:
        """Return this person's seat at a started game, or None; see `get_running_game`."""
        return (await self.get_running_game(game_id)).find_seat_of(user_id)

    async def is_next(self, game_id: int, seat: Seat) -> bool:
        """Return whether a seat's turn follows the present one, as far as everybody knows; see `get_running_game`."""
        return find_next_seat(await self.get_running_game(game_id)) == seat

    async def get_revision(self, game_id: int) -> int:
        """Return the newest revision of a started game, for read marks; see `get_running_game`."""
        return (await self.get_running_game(game_id)).row.revision

    async def get_prompt_context(self, game_id: int, audience: Seat | None) -> PromptContext:
        """Return a started game as its audience may see it, with the seats it waits for; see `get_running_game`."""
        running = await self.get_running_game(game_id)
        tags = running.get_etags() if running.row.status == "running" else {}
        return PromptContext(
            get_guarded_view(running, audience),
            tags,
            frozenset(seat for seat in tags if not running.is_answered_for(seat)),
        )

    async def find_table(self, game_id: int) -> tuple[GameRow, Sequence[SeatRow]] | None:
        """Return the row and the seats of a table in any state, or None when there is none."""
        running = self._running.get(game_id)
        if running is not None:
            return running.row, running.seats
        with self._handle_damage(game_id):
            saved = await self.storage.games.load(game_id)
        return None if saved is None else (saved.game, saved.seats)

    async def _load(self, game_id: int) -> RunningGame:
        with self._handle_damage(game_id):
            return await self._read_game(game_id)

    @contextmanager
    def _handle_damage(self, game_id: int) -> Iterator[None]:
        """Turn errors from damaged stored data into an Unreadable refusal."""
        try:
            yield
        except GameDamaged as damaged:
            log.exception("a table cannot be played on", extra={"game": game_id})
            raise Unreadable(DAMAGED_TABLE) from damaged

    async def _read_game(self, game_id: int) -> RunningGame:
        saved = await self.storage.games.load(game_id)
        if saved is None:
            raise Refusal("This table no longer exists. /game list shows the tables of this server.")
        if saved.game.status == "open":
            raise Refusal("This table has not started yet. Join it with the button on its message.")
        if saved.state is None:
            raise GameOver("This table was closed before its game began. **/game new** opens another.")
        game = self.get_game(saved.game.title)
        try:
            loaded = load_running_game(game, saved, await self._load_box(game, saved.game.box))
        except ValidationError as wrong:  # from None, because the original error would show the table in the log
            raise GameDamaged(f"it does not fit this version of the program: {'; '.join(list_errors(wrong))}") from None
        if not self.shards.has_server(saved.game.guild_id):
            return loaded
        if saved.salt is not None and saved.game.status == "running":
            await self._refresh_randomness(saved, loaded, saved.salt)
            return await self._read_game(game_id)
        await self._end_unreadable_orders(saved, loaded)
        await self._rename_questions(saved, loaded)
        return await self._add_missing_clocks(loaded)

    async def _refresh_randomness(self, saved: SavedGame, loaded: RunningGame, salt: str) -> None:
        """Mix a fresh salt into the randomness of a game restored from a backup, before its next move."""
        played = play.add_salt(loaded.table, salt)
        row = replace(loaded.row, revision=loaded.row.revision + 1, version=loaded.game.saved.version)
        after = replace(loaded, row=row, table=played.table)
        entry = build_renewal_entry(
            after, salt, played, asks={ask.seat: ask.etag for ask in saved.asks}, now=self.format_now()
        )
        with suppress(Conflict):  # another process has loaded this table at the same moment
            await self.storage.games.append(entry)
        self.announce_commit(row.game_id, answered_for=False)

    async def _end_unreadable_orders(self, saved: SavedGame, loaded: RunningGame) -> None:
        """Cancel orders that cannot be read, and notify their players; the table goes on without them."""
        for seat, bodies in saved.orders.items():
            unreadable = read_orders(loaded.game, bodies).unreadable
            if unreadable:
                log.warning("an order cannot be read, and has ended", extra={"game": loaded.row.game_id})
                letter = build_letter(OrderBody(text=UNREADABLE_ORDER, hushed=loaded.waits_in_secret), seat)
                await self.storage.seats.end_orders(
                    loaded.row.game_id, seat, unreadable, UNREADABLE_ORDER, letter, self.format_now()
                )
                self.announce_commit(loaded.row.game_id, answered_for=False)

    async def _rename_questions(self, saved: SavedGame, loaded: RunningGame) -> None:
        """Rename open questions in the store that read differently since a program update; their clocks go on."""
        asks = loaded.get_etags() if loaded.row.status == "running" else {}
        names = {ask.seat: (ask.etag, asks[ask.seat]) for ask in saved.asks if asks.get(ask.seat, ask.etag) != ask.etag}
        if names:
            await self.storage.open_questions.update_etags(loaded.row.game_id, names)

    async def _add_missing_clocks(self, loaded: RunningGame) -> RunningGame:
        """Return the table with clocks, starting now, for questions asked before clocks existed."""
        asks = loaded.get_etags() if loaded.row.status == "running" else {}
        bare = {seat: tag for seat, tag in asks.items() if seat not in loaded.clocks}
        clocks = await self.build_clocks(loaded, bare, {}) if bare else {}
        for seat, times in clocks.items():
            await self.storage.clocks.set_times(loaded.row.game_id, seat, asks[seat], times, (), self.format_now())
        if clocks:
            self.announce_commit(loaded.row.game_id, clocks=clocks, answered_for=False)
        return replace(loaded, clocks={**loaded.clocks, **clocks}) if clocks else loaded

    async def build_panel(self, game_id: int, user_id: int, *, note: str = "", catch_up: bool = True) -> PanelContext:
        """Build this person's panel, with the news since they last looked if `catch_up` is set."""
        running = await self.get_running_game(game_id)
        context, newest = await self._build_panel(running, running.find_seat_of(user_id), note, catch_up=catch_up)
        if context.question is not None and not context.seen.has_moved:
            context = replace(
                context, is_new=await self.storage.games.is_new_to_title(user_id, running.row.title, game_id)
            )
        return (
            replace(context, can_undo=True) if catch_up and await self._can_undo(running, context, newest) else context
        )

    async def get_history(self, game_id: int, user_id: int, until: int | None = None) -> list[HistoryLine]:
        """Return a game's history as this person may read it, in full or up to a revision."""
        seen = await self.get_view_of_person(game_id, user_id)
        entries = [
            entry
            for entry in await self.storage.games.list_entries(game_id)
            if until is None or entry.revision <= until
        ]
        known = {entry.revision for entry in entries}
        notices: dict[int, list[str]] = {}
        for revision, words in await self.storage.outbox.list_notices(game_id):
            if revision in known:
                notices.setdefault(revision, []).append(words)
        return _number_lines(format_history(seen.build_log(entries), notices))

    async def get_public_history(self, game_id: int) -> list[HistoryLine]:
        """Return a game's public history, without the notes about people.

        It covers the whole log: limiting it to a number of entries would count the hidden ones. No view of the table is
        needed for it, and the time of building one would reveal whether somebody has just looked at the table.
        """
        running = await self.get_running_game(game_id)
        entries = await self.storage.games.list_last_entries(game_id, ALL_ENTRIES)
        return await run_in_thread(_format_public_lines, running.game, entries)

    async def read_log(self, seen: AudienceView, revision: int, *, first: int | None = None) -> AudienceLog:
        """Read the part of a log entry, or of those from `first` to it, that the audience of a view may know."""
        after = (revision if first is None else first) - 1
        return seen.build_log(
            await self.storage.games.list_entries(seen.row.game_id, after=after, limit=max(1, revision - after))
        )

    async def read_last_heard(
        self, seen: AudienceView, count: int, *, after: int = 0, newest: Sequence[GameLogRecord] = ()
    ) -> AudienceLog:
        """Read the end of a log, with as many entries as contain `count` that the audience of a view has heard of.

        The number of other entries between them is never shown.

        Args:
            seen: the game as its reader may see it.
            count: maximum number of heard entries.
            after: only entries of later revisions.
            newest: the newest `count` entries of these revisions, if they have been read already, and maybe others.
        """
        looked_at = count
        entries: Sequence[GameLogRecord] = [entry for entry in newest if entry.revision > after]
        while True:
            if not newest or looked_at > count:
                entries = await self.storage.games.list_last_entries(seen.row.game_id, looked_at, after=after)
            found = seen.build_log(entries)
            heard = [at for at, entry in enumerate(found.entries) if entry.is_heard]
            if len(heard) >= count:
                return replace(found, entries=found.entries[heard[-count] :])
            if len(entries) < looked_at:
                return found
            looked_at *= 4

    # -- deciding --------------------------------------------------------------------------------

    async def answer_question(
        self, game_id: int, user_id: int, etag: str, picks: Picks, *, then: Callable[[], Sequence[Move]] = tuple
    ) -> PanelContext:
        """Answer the question named by `etag`; a stale press changes nothing and returns the present panel.

        Args:
            game_id: the table.
            user_id: the person who answers.
            etag: the question.
            picks: the answer.
            then: returns the answers to the questions that follow, once the picks are known. They are saved in the
                same transaction; the first that does not fit ends them.

        Raises:
            BadAnswer: the picks are no legal answer; the text names the expected one.
            Refusal: the person does not play here, or the game is over.
        """
        async with self.lock_game(game_id):
            running = await self.get_running_game(game_id)
            seat = running.get_own_seat(user_id)
            question = self.get_open_question(running, seat)
            if question is None or running.get_etag(seat, question) != etag:
                return (await self._build_panel(running, seat, explain_stale_press(question), catch_up=True))[0]
            chosen = charge_calls(picks)(question) if callable(picks) else picks
            with self.handle_faults(running):
                move, played = _play_answer(running, seat, question, chosen)
            saved = [await self._prepare_entry(running, TableCommand.from_answer("move", seat, move), played)]
            told, blocks_undo = [*played.told], played.blocks_undo
            for move in then():
                step = await self._prepare_next_answer(saved[-1].after, seat, move)
                if step is None:
                    break
                saved.append(step.entry)
                told, blocks_undo = [*told, *step.played.told], blocks_undo or step.played.blocks_undo
            running = await self._save_entries(saved)
        note = describe_result(running, seat, told, partial(question.describe, move))
        context, newest = await self._build_panel(running, seat, note, catch_up=False)
        offers_undo = not blocks_undo and not context.can_take_back
        if offers_undo and (context.question is not None or await self._can_undo(running, context, newest)):
            return replace(context, can_undo=True)
        return context

    async def undo_for_person(self, game_id: int, user_id: int, *, etag: str | None = None) -> PanelContext:
        """Take back this person's unseen sealed answer, or undo their last move if nobody has seen it since.

        Args:
            game_id: the table.
            user_id: the person.
            etag: the tag of their question when undo was offered, "" if there was none; None: it does not matter.

        Raises:
            Refusal: nothing can be undone, or they have decided or undone something since it was offered.
        """
        async with self.lock_game(game_id):
            running = await self.get_running_game(game_id)
            seat = running.get_own_seat(user_id)
            self.must_run(running)
            question = running.get_question(seat)
            if etag not in (None, "" if question is None else running.get_etag(seat, question)):
                raise Refusal("Your decision has changed since then, so nothing was undone.")
            result, note = await self._undo.build_undo(running, seat)
            running = await self.save_move(running, result.command, result.played)
        context, newest = await self._build_panel(running, seat, note, catch_up=False)
        return replace(context, can_undo=await self._can_undo(running, context, newest))

    async def go_back(self, running: RunningGame, seat: Seat, before: GameLogRecord) -> RunningGame:
        """Undo a seat's move: write the table of an earlier entry as the newest one. The caller holds the lock."""
        result = await self._undo.build_return_to(running, seat, before)
        return await self.save_move(running, result.command, result.played)

    async def set_news(self, game_id: int, user_id: int, wanted: Posts, *, organiser: bool = False) -> None:
        """Change what a running table posts in its channel; its opener or an organiser decides.

        Raises:
            NotYours: this person neither opened the table nor manages the server.
        """
        async with self.lock_game(game_id):
            running = await self.get_running_game(game_id)
            self.must_run(running)
            if not organiser and user_id != running.row.opened_by:
                raise NotYours(
                    "Only the person who opened this table, or a server manager, can change what I post here."
                )
            pact = running.settings.model_copy(update={"news": wanted}).model_dump_json()
            words = f"From now on I post this here besides the table's message, calls and the result: {wanted}."
            letters = [build_letter(NoticeBody(text=words))]
            await self.storage.games.put_settings(game_id, pact, letters, self.format_now())
            self.remember(replace(running, row=replace(running.row, pact=pact)))
        self.announce_commit(game_id, answered_for=False)

    async def start_missing_clocks(self) -> None:
        """Start the clocks of questions asked before clocks existed."""
        for game_id in await self.storage.clocks.list_games_without_clock(self.shards):
            with suppress(Refusal):  # the table is unavailable, which is in the log
                await self.get_running_game(game_id)

    # -- saving ----------------------------------------------------------------------------------

    async def save_move(self, running: RunningGame, command: TableCommand, played: Played[Table]) -> RunningGame:
        """Write a move and its consequences in one transaction; return the new running game.

        The caller holds the table's lock.

        Raises:
            Refusal: another entry was written first; nothing was changed.
            CancelledError: the caller was cancelled; the write is completed all the same.
        """
        return await self._save_entries([await self._prepare_entry(running, command, played)])

    async def _prepare_next_answer(self, running: RunningGame, seat: Seat, move: Move) -> NextAnswer | None:
        """Play a seat's answer to the question that follows; None: it is asked nothing that this answers."""
        question = None if running.row.status != "running" else running.get_question(seat)
        if question is None or not question.is_legal(move):
            return None
        with self.handle_faults(running):
            _, played = _play_answer(running, seat, question, list_picks(question, move))
        entry = await self._prepare_entry(running, TableCommand.from_answer("move", seat, move), played)
        return NextAnswer(played, entry)

    async def _prepare_entry(self, running: RunningGame, command: TableCommand, played: Played[Table]) -> PreparedEntry:
        """Return the entry of a move that was played, with the running game after it; nothing is written."""
        row = replace(running.row, revision=running.row.revision + 1, version=running.game.saved.version)
        before, now = running.get_etags(), self.format_now()
        if played.table.outcome is not None:
            row = replace(row, status="finished", finished_at=now)
        seat, seat_row = command.seat, update_seat_row(running, command)
        seats = tuple(seat_row if other.seat == seat else other for other in running.seats)
        if row.status == "finished" and not running.settings.unrevealed:
            seats = tuple(each.reveal() for each in seats)
        acted = {**running.entry_counts, seat: running.entry_counts.get(seat, 0) + 1}
        moved = running.moved | {seat} if command.kind == "move" else running.moved
        with self.handle_faults(running):
            orders = running.orders if command.left is None else running.replace_used_order(seat, command.left)
            heard = command.heard or any(piece.to is None for piece in played.told)
            after = replace(
                running, row=row, seats=seats, table=played.table, entry_counts=acted, moved=moved, orders=orders
            )
            if heard or (command.kind == "default" and not any(piece.to == frozenset() for piece in played.told)):
                after = replace(after, heard=object())  # a default is a line of the log, unless it is secret
            asks = after.get_etags() if row.status == "running" else {}
            clocks = await self.build_clocks(
                after, asks, before, command if command.kind in ("undo", "retract") else None
            )
            sealed = any(isinstance(piece.news, AnswerSealed) for piece in played.told)
            if command.kind == "move" and not heard and not sealed:
                # A hidden move changes no running clock: a new deadline would reveal it.
                clocks |= {asked: running.clocks[asked] for asked in clocks if asked in running.clocks}
            kept = {asked: clock for asked, clock in running.clocks.items() if before.get(asked) == asks.get(asked)}
            entry = build_entry(
                after,
                command,
                played,
                now=now,
                before=before,
                asks=asks,
                clocks=clocks,
                was_due=_get_deadline(running, command),
                in_secret=running.waits_in_secret,
                alike=not heard and has_same_public_view(running, after, {**kept, **clocks}),
            )
            after = after.copy_as_saved(entry.state, {**kept, **clocks})
        next_up = await build_next_up_letters(self.people, running, after, command)
        if next_up:
            entry = replace(entry, letters=[*entry.letters, *next_up])
        return PreparedEntry(entry, after, clocks)

    async def _save_entries(self, prepared: Sequence[PreparedEntry]) -> RunningGame:
        """Write entries of one table in one transaction; return the running game after the last. See `save_move`."""
        after, game_id = prepared[-1].after, prepared[-1].entry.game_id
        try:
            given_up = await self._append([each.entry for each in prepared])
        except Conflict:
            self.forget_loaded(game_id)
            raise Refusal(
                "Someone moved just before you, so your move didn't count. Check the table and try again."
            ) from None
        except Exception:
            self.forget_loaded(game_id)
            raise
        self.remember(after)
        self.announce_commit(game_id, clocks={seat: at for each in prepared for seat, at in each.clocks.items()})
        if given_up:
            raise asyncio.CancelledError
        return after

    async def _append(self, entries: Sequence[NewGameLogRecord]) -> bool:
        """Write entries together; return whether the caller was cancelled meanwhile.

        The write goes on after a cancellation, so the table's lock is held until its result is known.
        """
        appending = asyncio.ensure_future(self.storage.games.append(*entries))
        try:
            await asyncio.shield(appending)
        except asyncio.CancelledError:
            await asyncio.wait([appending])
            if appending.exception() is not None:
                self.forget_loaded(entries[0].game_id)
                raise
            return True
        return False

    async def build_clocks(
        self,
        after: RunningGame,
        asks: Mapping[Seat, str],
        before: Mapping[Seat, str],
        undoing: TableCommand | None = None,
    ) -> dict[Seat, QuestionTimes]:
        """Return the clocks of the newly open questions; bots and absent players have none.

        While a table is paused, they begin at the time of the pause, and move on with it at its end.

        Raises:
            Refusal: an undo would reopen a question whose time has expired, and not for the first time.
        """
        opened = [seat for seat, tag in asks.items() if before.get(seat) != tag and not after.is_answered_for(seat)]
        if not opened:
            return {}
        allowed = after.settings.allowed
        if allowed is not None and after.table.agenda:
            allowed *= after.table.agenda[0].time_share
        now = self.now() if after.row.paused_at is None else deadlines.parse_time(after.row.paused_at)
        clocks: dict[Seat, QuestionTimes] = {}
        for seat in opened:
            seat_row = after.get_seat_row(seat)
            wishes = await self.people.get_wishes(seat_row.user_id)
            clocks[seat] = deadlines.start_clock(now, allowed, wishes)
            if undoing is not None and seat == undoing.seat:
                clocks[seat] = await self._undo.build_reopened_clock(after, undoing, now, clocks[seat], wishes)
        return clocks

    def format_now(self) -> str:
        """Return the present time in the store's format."""
        return deadlines.format_time(self.now())

    def forget_loaded(self, game_id: int) -> None:
        """Drop a game from memory, so that the next access reads it again.

        The caller holds the game's lock; otherwise a move being saved would restore the old state.
        """
        self._invalidations += 1
        self._running.pop(game_id, None)

    def remember(self, running: RunningGame) -> RunningGame:
        """Keep a saved game in memory; the least recently used one is dropped."""
        game_id = running.row.game_id
        CURRENT_GAME.set((game_id, running.row.revision))
        self._running[game_id] = running
        self._running.move_to_end(game_id)
        while len(self._running) > MAX_RUNNING_IN_MEMORY:
            self._running.popitem(last=False)
        return running

    def find_loaded(self, game_id: int) -> RunningGame | None:
        """Return a game if it is in memory."""
        return self._running.get(game_id)

    def announce_commit(
        self, game_id: int, *, clocks: Mapping[Seat, QuestionTimes] = MappingProxyType({}), answered_for: bool = True
    ) -> None:
        """Start the work that follows a commit: letters, the clock, and the moves of bots.

        Args:
            game_id: the table.
            clocks: the clocks that were started or moved.
            answered_for: whether a bot, a default or a standing order may have to answer a question now.
        """
        looks = [clock.next_at for clock in clocks.values() if clock.next_at is not None]
        self.commits.notify(Commit(game_id, min(looks, default=None), answered_for))

    @asynccontextmanager
    async def lock_game(self, game_id: int) -> AsyncIterator[None]:
        """Hold the one lock of a game, from load to commit and never during a call to Discord.

        Raises:
            Refusal: another process owns the table; only the owner may change it.
        """
        if not self.shards.are_all:
            guild_id = await self.storage.games.get_server_id(game_id)
            if guild_id is not None:
                self.must_own(guild_id)
        async with self._locks.get(game_id):
            yield

    def must_own(self, guild_id: int) -> None:
        """Raise WrongShard when another process owns the tables and seasons of a server."""
        if not self.shards.has_server(guild_id):
            raise WrongShard(guild_id)

    async def _load_box(self, game: AnyGame, digest: str) -> Box:
        own = self.get_box(game)
        if compute_box_digest(own) == digest:
            return own
        saved = await self.storage.games.get_box(digest)
        if saved is None:
            raise Refusal("The cards this game began with are missing; ask the bot's operator to restore a backup.")
        return type(game.box).model_validate_json(saved)

    def get_box(self, game: AnyGame) -> Box:
        """Return the box for new games of this kind."""
        return self._boxes.get(game.key, game.box)

    # -- panels and news ------------------------------------------------------------------------

    async def _build_panel(
        self, running: RunningGame, seat: Seat | None, note: str, *, catch_up: bool
    ) -> tuple[PanelContext, Sequence[GameLogRecord]]:
        """Build a panel; also return the newest entries of the log, which hold more than its reader may know."""
        seen = get_guarded_view(running, seat)
        self._get_score(running, seen)  # the next panel is compared with it
        stored, unread, own_note = NOTHING_STORED, NOTHING_UNREAD, ""
        if seat is not None and (user_id := running.get_seat_row(seat).user_id) is not None:
            entries = FIRST_ENTRIES_READ if catch_up else UNDO_ENTRIES_READ
            stored = await self.storage.panels.get(running.row.game_id, seat, user_id, running.row.revision, entries)
            if catch_up:
                unread = await self._list_unread_news(running, seen, seat, stored)
            own_note = await self._find_note_on_return(running, seen, unread, stored.own_note)
        own = stored._replace(last_entries=())
        context = PanelContext(seen, running.row.revision, note, unread.lines, own_note=own_note, stored=own)
        context = replace(context, has_page=self._own_pages and seat is not None)
        if not context.is_asked:
            context = replace(context, next_table=self._describe_next_table(stored))
        return context, stored.last_entries

    def _describe_next_table(self, stored: StoredPanel) -> WaitingTable | None:
        """Describe the most urgent other table that waits for a player."""
        if stored.next_game is None or stored.next_game[0] not in self.games:
            return None
        title, name, due = stored.next_game
        left = None if due is None else (deadlines.parse_time(due) - self.now()).total_seconds() / 3600
        return WaitingTable(name or self.games[title].title, None if left is None else max(0, round(left)))

    async def _can_undo(self, running: RunningGame, context: PanelContext, newest: Sequence[GameLogRecord]) -> bool:
        """Whether this person can undo their last move: until the next move, also of a bot that delays its answer."""
        if context.seat is None or context.can_take_back or running.row.status != "running":
            return False
        return await self._undo.find_entry_before(running, context.seat, newest=newest) is not None

    async def _list_unread_news(
        self, running: RunningGame, at_table: AudienceView, seat: Seat, stored: StoredPanel
    ) -> UnreadNews:
        """Return a seat's news since its player last looked at the table or acted there."""
        seen, newest = stored.newest_seen, stored.last_entries
        unread = await self.read_last_heard(at_table, FIRST_ENTRIES_READ, after=seen, newest=newest)
        seen = max((entry.revision for entry in unread.entries if entry.is_own), default=seen)
        unread = replace(unread, entries=[entry for entry in unread.entries if entry.revision > seen])
        undone = await self._describe_undone(at_table, seen, unread)
        heard = [piece.news for piece in unread.iterate_told() if not piece.news.footnote]
        lines = [*undone, *format_news_lines(running.game, sort_news_for_seat(seat, heard), seat)]
        if not lines:
            return NOTHING_UNREAD
        first = next((entry.revision for entry in unread.entries if entry.is_heard), None)
        gain = await self._describe_gain(running, at_table, seen, heard)  # what it comes from is said first
        return UnreadNews([*lines[:1], *gain, *lines[1:]], first)

    async def _find_note_on_return(
        self, running: RunningGame, seen: AudienceView, unread: UnreadNews, note: OwnNote | None
    ) -> str:
        """Return a player's note to themselves if they come back after a long time; empty otherwise, or without one.

        They do if what they have not read, or their question, is so old.
        """
        clock, long_ago = seen.clock, deadlines.format_time(self.now() - LONG_ABSENCE)
        is_old = clock is not None and clock.asked_at <= long_ago
        if note is None or running.row.status != "running" or not (is_old or unread.first is not None):
            return ""
        if is_old:
            return note.text
        first = await self.storage.games.list_entries(running.row.game_id, after=(unread.first or 1) - 1, limit=1)
        return note.text if first and first[0].made_at <= long_ago else ""

    async def _describe_undone(self, at_table: AudienceView, seen: int, unread: AudienceLog) -> list[str]:
        """Return lines about unread entries that undo moves this seat had heard of at the last look."""
        undoing = [entry for entry in unread.entries if any(revision <= seen for revision in entry.undoes)]
        if not undoing:
            return []
        earlier = await self.read_last_heard(at_table, FIRST_ENTRIES_READ)
        known = {entry.revision for entry in earlier.entries if entry.revision <= seen and entry.is_heard}
        return [format_undo(entry, unread.audience) for entry in undoing if not known.isdisjoint(entry.undoes)]

    async def _describe_gain(
        self, running: RunningGame, at_table: AudienceView, seen: int, heard: Sequence[News]
    ) -> list[str]:
        """Describe in one line how this seat's score has changed since the last look, where both scores are known."""
        if not seen or running.row.revision - seen >= MAX_ENTRIES:
            return []
        now = self._get_score(running, at_table)
        before = None if now is None else await self._get_past_score(running, at_table.audience, seen)
        if before is None or now is None or before == now:
            return []
        score, explain = running.game.wording.score, running.game.wording.explain_worth
        why = "" if explain is None else explain(at_table.view, heard)
        return [f"Your score so far: {format_change(score(before), score(now))}{f' ({why})' if why else ''}"]

    def _get_score(self, running: RunningGame, at_table: AudienceView) -> int | None:
        """Return a seat's score, from its guarded view; it is cached for this revision."""
        worth, seat = running.game.wording.worth, at_table.audience
        if worth is None or seat is None:
            return None
        try:
            found = worth(at_table.view)
        except Leak:  # the rest of the panel has passed the guard without the score, and can be shown
            return None
        self._past_scores[running.row.game_id, running.row.revision, seat] = found
        while len(self._past_scores) > MAX_PAST_SCORES:
            self._past_scores.popitem(last=False)
        return found

    async def _get_past_score(self, running: RunningGame, seat: Seat | None, revision: int) -> int | None:
        """Return a seat's score at an earlier revision, if its table is still stored."""
        worth, known = running.game.wording.worth, (running.row.game_id, revision, seat)
        if worth is None or known in self._past_scores:
            return self._past_scores.get(known)
        entries = await self.storage.games.list_entries(running.row.game_id, after=revision - 1, limit=1)
        state = entries[0].state if entries else None
        if state is None:
            return None
        then = replace(running, table=load_logged_table(running.game, state, running.table._box), state=None)
        return make_guarded(then, seat, lambda other: worth(other.get_view(seat)))

    # -- refusals -------------------------------------------------------------------------------

    def get_open_question(self, running: RunningGame, seat: Seat) -> Question | None:
        """Return a seat's open question.

        Raises:
            NotYours: the seat has conceded.
            GameOver: the game does not run.
        """
        self.must_run(running)
        if running.get_seat_row(seat).conceded:
            raise NotYours("You've conceded, so you have no more decisions.")
        return running.get_question(seat)

    def must_run(self, running: RunningGame) -> None:
        """Raise GameOver when the game is not running."""
        if running.row.status != "running":
            raise GameOver("This game is over. Read it in **/table log**.")

    @contextmanager
    def handle_faults(self, running: RunningGame) -> Iterator[None]:
        """Turn a bug in a rule into a Fault: the table keeps its old state, and the log has the traceback.

        A store's failure is no rule's bug, and keeps its own error.
        """
        try:
            yield
        except (BadAnswer, Refusal, StoreFailed):
            raise
        except Exception as bug:
            reference = f"{running.row.game_id}-{running.row.revision}-{secrets.token_hex(2)}"
            log.exception("a rule failed", extra={"game": running.row.game_id, "reference": reference})
            raise Fault(reference) from bug


@charge_calls
def _play_answer(
    running: RunningGame, seat: Seat, question: Question, picks: Sequence[str]
) -> tuple[Move, Played[Table]]:
    """Read an answer and play it; return the move and its result."""
    move = question.read(picks)
    return move, play.play(running.table, seat, move, running.state, question)


def _format_public_lines(game: AnyGame, entries: Sequence[GameLogRecord]) -> list[HistoryLine]:
    return _number_lines(format_history(build_audience_log(game, None, entries), {}))


def _number_lines(lines: Sequence[tuple[str, bool]]) -> list[HistoryLine]:
    return [HistoryLine(number, line, undone) for number, (line, undone) in enumerate(lines, 1)]


def _get_deadline(running: RunningGame, command: TableCommand) -> str | None:
    """Return the deadline of the question that a command answers."""
    clock = None if command.kind in ("undo", "retract") else running.clocks.get(command.seat)
    return None if clock is None else clock.due_at
