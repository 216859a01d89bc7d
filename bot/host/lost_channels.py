"""Lost channels: tables whose server or channel is gone, and players who have left the server.

A table that nobody can see stands still: its clocks stop, no misses are counted, and nothing is lost. It resumes
with its remaining time when a message of ours arrives there again, or a player moves it to another channel. After
`ABANDON_AFTER` it is abandoned.

A lobby stands still likewise, so that nobody loses their seat because a button was invisible. It is closed only when
its channel or thread is gone, because opening another is as quick as moving it. A league's lobby is moved with its
season instead.

Discord does not report members who leave. So membership is checked when it matters: before a reminder, and before a
missed deadline is charged.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol

from bot.host.delivery.outbox import MotionBody, NoteBody, NoticeBody, VacancyBody, build_letter
from bot.host.delivery.outbox_worker import Sender, Undeliverable
from bot.host.errors import GameOver, NotYours, Refusal
from bot.host.host import Host
from bot.host.play.votes import Votes
from bot.host.table import deadlines
from bot.host.table.running import RunningGame
from storage.interface.errors import GameDamaged
from storage.interface.games import GameRow, Loss, SavedGame
from storage.interface.letters import DeliveryResult, Letter, LetterKind, NewLetter
from storage.interface.questions import DueQuestion

log = logging.getLogger(__name__)

ABANDON_AFTER = timedelta(days=30)
"""A table that has been unreachable for this long is abandoned."""
PRIVATE_LETTERS: frozenset[LetterKind] = frozenset({"hand", "note", "order"})
"""Letters to one person, which often have another route than the table's channel."""
CHANNEL_GONE = "its channel was deleted"
MEMBERSHIP_RETRY_PAUSE = timedelta(minutes=1)
"""Pause in membership checks after Discord could not answer one."""


class Servers(Protocol):
    """Discord's knowledge of servers and their members."""

    def has_server(self, guild_id: int) -> bool:
        """Return whether we are in this server, even if it is unreachable at the moment."""

    async def has_channel(self, guild_id: int, channel_id: int) -> bool | None:
        """Return whether there is such a channel or thread that we may see; None if Discord cannot tell now."""

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        """Return whether a user is a member of a server; None if Discord cannot tell now."""


class OpenChannels(Protocol):
    """Channel permissions as last reported by Discord; no requests, because every page view asks."""

    def is_open_to_all(self, guild_id: int, channel_id: int, within: int | None) -> bool:
        """Return whether everybody in a server can read a channel or thread; False if unknown.

        Args:
            guild_id: the server.
            channel_id: the channel or thread.
            within: the parent channel of a public thread, if recorded.
        """


class LostChannels:
    """Handles tables that lose their channel or their players."""

    def __init__(self, host: Host, votes: Votes, servers: Servers) -> None:
        self._host = host
        self._votes = votes
        self._servers = servers
        self._storage = host.storage
        self._unsure_until: datetime | None = None
        host.ticks.subscribe(self._end_long_lost)

    # -- servers and channels that are gone ------------------------------------------------------

    async def handle_unreachable(self, game_id: int, reason: str) -> None:
        """Stop a table whose channel or server is no longer accessible.

        Idempotent, and safe for tables that do not run. The caller must not hold the game's lock.

        Args:
            game_id: the table.
            reason: Discord's error, for the operator's log.
        """
        saved = await self._storage.games.load(game_id)
        if saved is None:
            return
        row = saved.game
        log.info("a table cannot be reached: %s", reason, extra={"game": game_id})
        if not self._servers.has_server(row.guild_id):
            await self._mark_lost(row, "server")
        elif await self._servers.has_channel(row.guild_id, row.channel_id) is False:
            await self._handle_channel_deleted(row)
        else:
            await self._mark_lost(row, "channel")

    async def handle_server_removed(self, guild_id: int) -> None:
        """Stop all tables of a server that removed the bot."""
        rows = await self._storage.games.list_in_server(guild_id, statuses=("open", "running"), limit=None)
        await _run_for_each(rows, lambda row: self._mark_lost(row, "server"))

    async def handle_channel_deleted(self, guild_id: int, channel_id: int) -> None:
        """Stop the running tables of a deleted channel or thread, and close its lobbies."""
        rows = await self._storage.games.list_in_server(guild_id, statuses=("open", "running"), limit=None)
        await _run_for_each([row for row in rows if row.channel_id == channel_id], self._handle_channel_deleted)

    async def check_all(self) -> None:
        """Detect servers and channels that were lost while the bot was disconnected."""
        alive = await self._storage.shards.get_last_alive(self._host.shards)

        async def look(row: GameRow) -> None:
            if not self._servers.has_server(row.guild_id):
                await self._mark_lost(row, "server", since=alive)
            elif row.lost is None and await self._servers.has_channel(row.guild_id, row.channel_id) is False:
                await self._handle_channel_deleted(row, since=alive)

        await _run_for_each(
            await self._storage.games.list_in_shards(self._host.shards, statuses=("open", "running")), look
        )

    async def retry_server(self, guild_id: int) -> None:
        """Retry the lost tables of a server, after the bot was added again or got more permissions."""
        await self.retry(
            row for row in await self._storage.games.list_lost(self._host.shards) if row.guild_id == guild_id
        )

    async def retry_all(self) -> None:
        """Retry all lost tables. Call it after an outage was credited, or they get the time twice."""
        await self.retry(await self._storage.games.list_lost(self._host.shards))

    async def retry(self, rows: Iterable[GameRow]) -> None:
        """Send a probe letter to lost tables; if it arrives, they resume.

        The probe of a finished game is its result, that of a lobby the table's message.
        """
        for row in rows:
            if row.lost is None or not self._servers.has_server(row.guild_id):
                continue
            # One attempt at a time: any waiting letter that arrives will do.
            if not any(_is_word(letter) for letter in await self._storage.outbox.list_unsent(row.game_id)):
                then = "Its clocks go on." if row.lost_stopped else "Its clocks stand still, as agreed."
                word = _build_notice(f"I can write at this table again. {then}")
                letter = {"open": NewLetter("board"), "finished": NewLetter("final")}.get(row.status, word)
                await self._storage.outbox.add(row.game_id, [letter], self._get_now())
            self._host.announce_commit(row.game_id, answered_for=False)

    async def is_undeliverable(self, letter: Letter) -> bool:
        """Return whether this letter is for everybody at a lost table, and neither a probe nor an edit of its board."""
        if letter.kind in PRIVATE_LETTERS or letter.kind == "board" or _is_word(letter):
            return False
        try:
            row = (await self._host.get_running_game(letter.game_id)).row
        except Refusal:
            return False
        return row.lost is not None and row.status == "running"

    async def handle_delivered(self, letter: Letter) -> None:
        """Handle the delivery of a letter: a lost table resumes if it was a probe."""
        if not _is_word(letter):
            return
        if _is_of_lobby(letter):
            await self._resume_lobby(letter.game_id)
            return
        async with self._host.lock_game(letter.game_id):
            running = await self._host.get_running_game(letter.game_id)
            if running.row.lost is None:
                return
            if running.row.status == "running":
                running = await self._resume_table(running, running.row.channel_id)
            else:
                letters = [NewLetter("board")]
                await self._storage.lost_channels.mark_found(
                    letter.game_id, running.row.channel_id, None, [], letters, self._get_now()
                )
                self._host.forget_loaded(letter.game_id)
        self._report_resumed(running)

    async def move_table(self, game_id: int, user_id: int, guild_id: int, channel_id: int, *, organiser: bool) -> str:
        """Move a lost table to another channel of its server; return a sentence with the result.

        Raises:
            Refusal: the table is not lost.
            NotYours: the table is another server's, or this person may not move it.
        """
        async with self._host.lock_game(game_id):
            running = await self._host.get_running_game(game_id)
            self._host.must_run(running)
            if running.row.guild_id != guild_id:
                raise NotYours("This table belongs to another server. Use **/game status** in one of its channels.")
            if running.find_seat_of(user_id) is None and not organiser:
                raise NotYours("Only a player of this table, or a server manager, can bring it here.")
            if running.row.lost is None:
                raise Refusal(f"Table {game_id} is in <#{running.row.channel_id}>, where everybody can see it.")
            running = await self._resume_table(
                running, channel_id, _build_notice("The table goes on here, as it stood.")
            )
        self._report_resumed(running)
        return f"Table {game_id} is here now."

    async def move_league_table(self, game_id: int, channel_id: int, thread: str) -> None:
        """Move a league's table whose channel is gone to a thread of the season's new channel.

        Args:
            game_id: the table; if it is still reachable, it stays.
            channel_id: the new channel.
            thread: the title of its thread there.
        """
        async with self._host.lock_game(game_id):
            saved = await self._storage.games.load(game_id)
            if saved is None or saved.game.status not in ("open", "running"):
                return
            row = saved.game
            gone = await self._servers.has_channel(row.guild_id, row.channel_id) is False
            if row.lost != "channel" and not gone:
                return
            await self._storage.lobbies.request_thread(game_id, thread)
            if row.status == "open":
                letters = [NewLetter("board"), NewLetter("ask")]
                await self._storage.lost_channels.mark_found(game_id, channel_id, None, [], letters, self._get_now())
                self._host.forget_loaded(game_id)
                self._host.announce_commit(game_id, answered_for=False)
                return
            running = await self._host.get_running_game(game_id)
            running = await self._resume_table(
                running, channel_id, _build_notice("The table goes on here, as it stood.")
            )
        self._report_resumed(running)

    async def _end_long_lost(self) -> None:
        """Abandon the games that have been unreachable for too long."""
        lost = await self._storage.games.list_lost(self._host.shards)
        long_ago = self._host.now() - ABANDON_AFTER
        rows = [row for row in lost if deadlines.parse_time(row.lost_at or row.opened_at) <= long_ago]
        await _run_for_each(rows, self._give_up)

    async def _give_up(self, row: GameRow) -> None:
        if row.status == "open":
            await self._close(row, _explain_loss(row))
        elif row.status == "running":
            words = f"Table {row.game_id} is over without a result: {_explain_loss(row)}."
            with suppress(GameOver):
                await self._votes.close_without_result(row.game_id, words)
            saved = await self._storage.games.load(row.game_id)
            if saved is not None:
                await self._leave_word(saved, words)

    async def _handle_channel_deleted(self, row: GameRow, since: str | None = None) -> None:
        saved = await self._storage.games.load(row.game_id)
        if row.status == "open" and (saved is None or saved.league is None):
            await self._close(row, CHANNEL_GONE)
        else:
            await self._mark_lost(row, "channel", since)

    async def _close(self, row: GameRow, why: str) -> None:
        """Close a lobby, and leave a notice for its players."""
        async with self._host.lock_game(row.game_id):
            saved = await self._storage.games.load(row.game_id)
            if saved is None or saved.game.status != "open":
                return
            words = f"Table {row.game_id} was closed before its game began: {why}. **/game new** opens another."
            await self._leave_word(saved, words)  # first, because a closed table is not checked again
            await self._storage.games.close_without_result(row.game_id, self._get_now())
        log.info("a lobby is closed: %s", why, extra={"game": row.game_id})
        self._host.announce_commit(row.game_id, answered_for=False)

    async def _resume_lobby(self, game_id: int) -> None:
        """Resume a lost lobby; players it waits for are called again, with the new deadline."""
        async with self._host.lock_game(game_id):
            saved = await self._storage.games.load(game_id)
            if saved is None or saved.game.status != "open" or saved.game.lost is None:
                return
            letters = [NewLetter("board"), NewLetter("ask")] if saved.game.confirm_until is not None else []
            await self._storage.lost_channels.mark_found(
                game_id, saved.game.channel_id, None, [], letters, self._get_now()
            )
        self._host.announce_commit(game_id, answered_for=False)

    async def _mark_lost(self, row: GameRow, what: Loss, since: str | None = None) -> None:
        """Stop a table; if only the channel is gone, notify its players by other routes."""
        async with self._host.lock_game(row.game_id):
            saved = await self._storage.games.load(row.game_id)
            if saved is None or saved.game.status == "abandoned" or saved.game.lost == what:
                return
            letters: list[NewLetter] = []
            if what == "channel" and saved.game.status == "open":
                await self._leave_word(saved, _format_loss(saved.game))
            elif what == "channel" and saved.game.status == "running":
                letters = await self._build_loss_letters(saved)
            await self._storage.lost_channels.mark_lost(
                row.game_id, what, since or self._get_now(), letters, self._get_now()
            )
            self._host.forget_loaded(row.game_id)
        log.info("a table is stopped: its %s is gone", what, extra={"game": row.game_id})
        self._host.announce_commit(row.game_id, answered_for=False)

    async def _build_loss_letters(self, saved: SavedGame) -> list[NewLetter]:
        """Build the letters that can still be sent; other players get a notice with their next private reply."""
        letters = [NewLetter("board")]
        for seat_row in saved.seats:
            person = None if seat_row.user_id is None else await self._host.people.get(seat_row.user_id)
            if person is not None and person.secrets == "dm":
                letters.append(build_letter(NoteBody(text=_format_loss(saved.game)), seat_row.seat))
            elif seat_row.user_id is not None:
                await self._host.people.store_pending_notice(
                    seat_row.user_id, seat_row.own_name, _format_loss(saved.game)
                )
        return letters

    async def _leave_word(self, saved: SavedGame, words: str) -> None:
        """Leave a notice for all players of a table, shown with their next private reply."""
        for seat_row in saved.seats:
            if seat_row.user_id is not None:
                await self._host.people.store_pending_notice(seat_row.user_id, seat_row.own_name, words)

    async def _resume_table(self, running: RunningGame, channel_id: int, *letters: NewLetter) -> RunningGame:
        """Resume a lost table, and credit the lost time to its clocks, unless the table had paused.

        The caller holds the game's lock.
        """
        row = running.row
        paused_at = None if row.lost_stopped else row.paused_at
        shifted = await self._votes.seating.list_paused_questions(running) if row.lost_stopped else []
        unseen = await self._list_unseen(running, channel_id)
        letters = (NewLetter("board"), *letters, *unseen, NewLetter("ask"))
        await self._storage.lost_channels.mark_found(
            row.game_id, channel_id, paused_at, shifted, letters, self._get_now()
        )
        self._host.forget_loaded(row.game_id)  # the store has changed more than this object shows
        return await self._host.get_running_game(row.game_id)

    async def _list_unseen(self, running: RunningGame, channel_id: int) -> list[NewLetter]:
        """Return the open votes and vacancies whose messages are not in this channel yet."""
        number = running.row.game_id
        letters = {
            f"motion:{motion.motion_id}": build_letter(MotionBody(motion=motion.motion_id))
            for motion in await self._storage.motions.list_open(number)
        }
        for seat_row in running.seats:
            if seat_row.is_free:
                words = f"Seat {seat_row.seat} is free. {await self._votes.describe_candidates(running, seat_row.seat)}"
                letters[f"vacancy:{seat_row.seat}"] = build_letter(VacancyBody(text=words), seat_row.seat)
        known = {role: await self._storage.messages.get(number, role) for role in letters}
        return [letter for role, letter in letters.items() if (known[role] or (None,))[0] != channel_id]

    def _report_resumed(self, running: RunningGame) -> None:
        self._host.announce_commit(running.row.game_id, clocks=running.clocks)

    def _get_now(self) -> str:
        return self._host.format_now()

    # -- players who have left --------------------------------------------------------------------

    async def has_left(self, due: DueQuestion) -> bool:
        """Return whether a player with an open question has left the server; their seat is then vacated."""
        running = await self._host.get_running_game(due.game_id)
        seat_row = running.get_seat_row(due.seat)
        if seat_row.user_id is None or running.is_automatic(due.seat) or running.row.status != "running":
            return False
        if self._unsure_until is not None and self._host.now() < self._unsure_until:
            return False
        there = await self._servers.is_member(running.row.guild_id, seat_row.user_id)
        if there is None:
            self._unsure_until = self._host.now() + MEMBERSHIP_RETRY_PAUSE
        if there is not False:
            return False
        words = f"<seat:{due.seat}> is not in this server any more and has left their seat."
        if running.is_anonymous:  # everybody sees who has left the server
            words = f"<seat:{due.seat}> has left their seat."
        return await self._votes.clear_seat(due.game_id, due.seat, seat_row.user_id, words)


async def _run_for_each(rows: Iterable[GameRow], look_after: Callable[[GameRow], Awaitable[None]]) -> None:
    """Handle tables one after the other; an unreadable one does not block the rest."""
    for row in rows:
        try:
            await look_after(row)
        except (Refusal, GameDamaged) as trouble:
            log.error("a lost table could not be handled: %s", trouble, extra={"game": row.game_id})


class ServerWatcher:
    """A sender that reports its deliveries to `LostChannels`."""

    def __init__(self, sender: Sender, lost_channels: LostChannels) -> None:
        self._sender = sender
        self._lost_channels = lost_channels

    async def carry(self, letter: Letter) -> DeliveryResult | None:
        """See `Sender.carry`; letters that nobody could see are not attempted.

        Raises:
            Undeliverable: the table's channel is gone; also errors of the wrapped sender.
        """
        if await self._lost_channels.is_undeliverable(letter):
            raise Undeliverable("the table's place is gone")
        carried = await self._sender.carry(letter)
        await self._lost_channels.handle_delivered(letter)
        return carried

    async def sweep(self, game_id: int) -> None:
        """See `Sender.sweep`."""
        await self._sender.sweep(game_id)


def explain_abandoned(row: GameRow) -> str:
    """Return the reason if a game was abandoned for being unreachable; otherwise an empty text."""
    if row.lost_at is None or row.finished_at is None:
        return ""
    lost_for = deadlines.parse_time(row.finished_at) - deadlines.parse_time(row.lost_at)
    return _explain_loss(row) if lost_for >= ABANDON_AFTER else ""


def _explain_loss(row: GameRow) -> str:
    place = "this server" if row.lost == "server" else "its channel"
    return f"for {ABANDON_AFTER.days} days I could not write in {place}"


def _is_word(letter: Letter) -> bool:
    """Return whether this letter arrives only if new messages can be posted.

    Others are edits, or are found to be unnecessary, which proves nothing. A lobby's message is edited too, but its
    buttons are all that it needs; if nobody can be called there, the call will fail.
    """
    return letter.kind in ("notice", "final") or (letter.kind == "board" and _is_of_lobby(letter))


def _is_of_lobby(letter: Letter) -> bool:
    """Return whether this letter was written before the game began."""
    return letter.revision == 0


def _build_notice(words: str) -> NewLetter:
    return build_letter(NoticeBody(text=words))


def _format_loss(row: GameRow) -> str:
    cannot = f"Table {row.game_id}: I cannot write in its channel any more."
    if row.status == "open":
        return (
            f"{cannot} Nobody loses their seat meanwhile. When a server manager lets me write there again, it goes on; "
            f"use **/game status** if it does not. After {ABANDON_AFTER.days} days the table is closed."
        )
    return (
        f"{cannot} Its clocks stand still, and nothing is lost. "
        f"Use **/game status** with table {row.game_id} in another channel of that server and press **Bring the table "
        f"here**. If nobody does, the game ends without a result after {ABANDON_AFTER.days} days."
    )
