"""The only path from a button press to a saved move, and the other operations of a running game.

A table saves one move at a time. Players hear of a move only after it is saved, and all other code sees saved tables
only. Cancelling an interaction during the commit does not cancel the move. A move that is invisible to the others
writes no letter to the table (`has_same_public_view`), because the time of an edit reveals as much as its text. It
changes no clock either: a move in several steps, such as an attack that is aimed before it is announced, looks to the
others like thinking.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.multi_step import list_picks
from bot.engine.play import Played
from bot.engine.questions import BadAnswer, Question
from bot.engine.records import Move, Seat
from bot.engine.table import AnswerSealed, Box, Table
from bot.host.cpu_accounting import charge_calls
from bot.host.delivery.guard import get_guarded_view
from bot.host.delivery.outbox import NoticeBody, build_letter
from bot.host.errors import (
    DAMAGED_TABLE,
    Fault,
    GameOver,
    NotYours,
    Refusal,
    UnknownGame,
    Unreadable,
    WrongShard,
    explain_stale_press,
)
from bot.host.keyed_tasks import KeyedLocks
from bot.host.play.answer_notes import describe_result
from bot.host.play.move_records import TableCommand, build_entry, update_seat_row
from bot.host.play.next_up import build_next_up_letters, find_next_seat
from bot.host.play.panel_builder import PanelBuilder
from bot.host.play.question_clocks import QuestionClocks, find_next_time
from bot.host.play.table_loader import TableLoader
from bot.host.play.undo import Undo
from bot.host.record.log_reading import HistoryLine, read_history, read_public_history
from bot.host.signals import Commit, PeriodicTasks, Signal
from bot.host.table import deadlines
from bot.host.table.audience_view import AudienceView
from bot.host.table.boxes import Boxes
from bot.host.table.deadlines import Posts
from bot.host.table.panel_context import PanelContext, PromptContext
from bot.host.table.people import People
from bot.host.table.running import CURRENT_GAME, ChangedQuestion, RunningGame, has_same_public_view
from storage.interface.errors import Conflict, GameDamaged, StoreFailed
from storage.interface.game_log import GameLogRecord, NewGameLogRecord
from storage.interface.games import GameRow, SeatRow
from storage.interface.questions import QuestionTimes
from storage.interface.shards import ALL_SHARDS, Shards
from storage.store import Storage

log = logging.getLogger(__name__)

MAX_RUNNING_IN_MEMORY = 200
"""Running games kept in memory, with their views up to 0.5 MB each; the others are loaded on demand."""
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
        self.storage = storage
        self.games = games
        self.shards = shards
        self.people = People(storage, alone=shards.are_all)
        self.commits: Signal[Commit] = Signal()
        self.ticks = PeriodicTasks()
        self._undo = Undo(storage)
        self.boxes = Boxes(storage, games, boxes or {})
        self.now = now
        self.monotonic = monotonic
        self.new_seed = new_seed
        self.question_clocks = QuestionClocks(storage, self.people, now)
        self._panels = PanelBuilder(storage, games, self._undo, now, own_pages=own_pages)
        self._loader = TableLoader(storage, games, self.boxes, self.question_clocks, shards, self.commits, now)
        self._locks = KeyedLocks()
        self._running: OrderedDict[int, RunningGame] = OrderedDict()
        self._invalidations = 0

    # -- loading a table ------------------------------------------------------------------------

    async def get_running_game(self, game_id: int) -> RunningGame:
        """Return a started game at its newest revision; raise Refusal when there is none."""
        while (known := self._running.get(game_id)) is None:
            forgotten = self._invalidations
            loaded = await self._load(game_id)
            if not self.shards.has_server(loaded.row.guild_id):  # its owner changes it, so it is read each time
                return loaded
            if forgotten == self._invalidations:  # else it may have been read before a change made us forget it
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
            return await self._loader.load(game_id)

    @contextmanager
    def _handle_damage(self, game_id: int) -> Iterator[None]:
        """Turn errors from damaged stored data into an Unreadable refusal."""
        try:
            yield
        except GameDamaged as damaged:
            log.exception("a table cannot be played on", extra={"game": game_id})
            raise Unreadable(DAMAGED_TABLE) from damaged

    async def find_earlier_version(self, game_id: int, user_id: int, etag: str) -> ChangedQuestion | None:
        """Return a person's open question with the earlier version of it that had this tag; None: there was none."""
        running = await self.get_running_game(game_id)
        seat = running.find_seat_of(user_id)
        now = None if seat is None else running.find_question(seat)
        then = None if seat is None or now is None else running.find_earlier_version(seat, etag)
        if seat is None or now is None or then is None:
            return None
        return ChangedQuestion(then, now, running.get_etag(seat, now))

    async def build_panel(self, game_id: int, user_id: int, *, note: str = "", catch_up: bool = True) -> PanelContext:
        """Build this person's panel, with the news since they last looked if `catch_up` is set."""
        running = await self.get_running_game(game_id)
        context, newest = await self._panels.build(running, running.find_seat_of(user_id), note, catch_up=catch_up)
        if context.question is not None and not context.seen.has_moved:
            context = replace(
                context, is_new=await self.storage.games.is_new_to_title(user_id, running.row.title, game_id)
            )
        if catch_up and await self._panels.can_undo(running, context, newest):
            return replace(context, can_undo=True)
        return context

    async def get_history(self, game_id: int, user_id: int, until: int | None = None) -> list[HistoryLine]:
        """Return a game's history as this person may read it, in full or up to a revision."""
        return await read_history(self.storage, await self.get_view_of_person(game_id, user_id), until)

    async def get_public_history(self, game_id: int) -> list[HistoryLine]:
        """Return a game's public history; see `read_public_history`."""
        running = await self.get_running_game(game_id)
        return await read_public_history(self.storage, running.game, game_id)

    # -- deciding --------------------------------------------------------------------------------

    async def answer_question(
        self,
        game_id: int,
        user_id: int,
        etag: str,
        picks: Picks,
        *,
        then: Callable[[], Sequence[Move]] = tuple,
        closes: bool = False,
    ) -> PanelContext:
        """Answer the question named by `etag`; a stale press changes nothing and returns the present panel.

        Args:
            game_id: the table.
            user_id: the person who answers.
            etag: the question.
            picks: the answer.
            then: returns the answers to the questions that follow, once the picks are known. They are saved in the
                same transaction; the first that does not fit ends them.
            closes: whether to give the only answer that is left after a last one, too; see `LastAnswers`. It is not
                given where there is a choice after all, or where something was revealed.

        Raises:
            BadAnswer: the picks are no legal answer; the text names the expected one.
            Refusal: the person does not play here, or the game is over.
        """
        async with self.lock_game(game_id):
            running = await self.get_running_game(game_id)
            seat = running.get_own_seat(user_id)
            question = self.get_open_question(running, seat)
            if question is None or running.get_etag(seat, question) != etag:
                return (await self._panels.build(running, seat, explain_stale_press(question), catch_up=True))[0]
            chosen = charge_calls(picks)(question) if callable(picks) else picks
            with self.handle_faults(running):
                move, played = _play_answer(running, seat, question, chosen)
                only = _find_only_answer(running, seat, question, move) if closes and not played.blocks_undo else None
            saved = [await self._prepare_entry(running, TableCommand.from_answer("move", seat, move), played)]
            told, blocks_undo = [*played.told], played.blocks_undo
            for further in then() if only is None else (only,):
                step = await self._prepare_next_answer(saved[-1].after, seat, further, must_be_only=only is not None)
                if step is None:
                    break
                saved.append(step.entry)
                told, blocks_undo = [*told, *step.played.told], blocks_undo or step.played.blocks_undo
            running = await self._save_entries(saved)
        note = describe_result(running, seat, told, partial(question.describe, move))
        context, newest = await self._panels.build(running, seat, note, catch_up=False)
        offers_undo = not blocks_undo and not context.can_take_back
        if offers_undo and (context.question is not None or await self._panels.can_undo(running, context, newest)):
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
        context, newest = await self._panels.build(running, seat, note, catch_up=False)
        return replace(context, can_undo=await self._panels.can_undo(running, context, newest))

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

    async def _prepare_next_answer(
        self, running: RunningGame, seat: Seat, move: Move, *, must_be_only: bool = False
    ) -> NextAnswer | None:
        """Play a seat's answer to the question that follows; None: it is asked nothing that this answers."""
        question = None if running.row.status != "running" else running.get_question(seat)
        if question is None or not question.is_legal(move) or (must_be_only and question.is_free):
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
            earlier = running.list_earlier_versions(after, seat) if asks else {}
            clocks = await self.question_clocks.build(
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
            after = after.copy_as_saved(entry.state, {**kept, **clocks}, earlier)
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
        self.commits.notify(Commit(game_id, find_next_time(clocks.values()), answered_for))

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


def _find_only_answer(running: RunningGame, seat: Seat, question: Question, move: Move) -> Move | None:
    """Return the only answer that is left to a seat after this one; None: the game does not name it."""
    last_answers = running.game.play_ahead.last_answers
    found = None if last_answers is None else last_answers(running.get_view(seat), question)
    return found.then if found is not None and move in found.answers else None


def _get_deadline(running: RunningGame, command: TableCommand) -> str | None:
    """Return the deadline of the question that a command answers."""
    clock = None if command.kind in ("undo", "retract") else running.clocks.get(command.seat)
    return None if clock is None else clock.due_at
