"""Departures: tables whose server or channel is gone, and players who have left the server.

A table that nobody can be shown stands still: its clocks stop, nobody is charged a miss, and nothing is
lost. It goes on, with the time its clocks had left, when a message of ours arrives there again or a player
brings it to another channel. After `GONE_FOR_GOOD` it is abandoned.

A table that has not begun stands still likewise, so that nobody loses their seat for not having pressed a button
they could not see. Only when its channel or thread is gone it is closed, for another is opened as quickly as brought;
but not a league's table, which comes along when its season is moved to another channel.

Discord does not tell us who leaves a server. So it is asked when it matters: before somebody is reminded,
or charged with having missed an answer.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol

from bot.host.delivery.outbox import MotionBody, NoteBody, NoticeBody, VacancyBody, letter_of
from bot.host.delivery.outbox_worker import Sender, Undeliverable
from bot.host.errors import GameOver, NotYours, Refusal
from bot.host.host import Host
from bot.host.play.seating import Seating
from bot.host.play.votes import Votes
from bot.host.table import deadlines
from bot.host.table.running import RunningGame
from storage.interface import Carried, DueAsk, GameDamaged, GameRow, Letter, LetterKind, Loss, NewLetter, Saved

log = logging.getLogger(__name__)

GONE_FOR_GOOD = timedelta(days=30)
"""A table that was out of reach for so long is abandoned."""
PRIVATE: frozenset[LetterKind] = frozenset({"hand", "note", "order"})
"""Letters to one person, which often have another way than the table's channel."""
CHANNEL_GONE = "its channel was deleted"
UNSURE = timedelta(minutes=1)
"""For so long nobody asks Discord again who is a member, after it could not tell."""


class Servers(Protocol):
    """What Discord knows of its servers and their members."""

    def knows(self, guild_id: int) -> bool:
        """Whether we are in this server, be it reachable at the moment or not."""

    async def has_channel(self, guild_id: int, channel_id: int) -> bool | None:
        """Whether there is such a channel or thread that we may see; None when Discord cannot tell just now."""

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        """Whether somebody is in a server; None when Discord cannot tell just now."""


class OpenChannels(Protocol):
    """What Discord has told us of who can read a channel; nobody is asked, for it matters at each look."""

    def is_open_to_all(self, guild_id: int, channel_id: int, within: int | None) -> bool:
        """Whether everybody in a server can read a channel or thread; no, where nobody knows.

        Args:
            guild_id: the server.
            channel_id: the channel or thread.
            within: the channel to which it belongs if it is a public thread, as far as it is noted.
        """


class LostChannels:
    """Looks after tables that lose their place or their people."""

    def __init__(self, host: Host, seating: Seating, motions: Votes, servers: Servers) -> None:
        self._host = host
        self._seating = seating
        self._motions = motions
        self._servers = servers
        self._storage = host.storage
        self._unsure_until: datetime | None = None
        host.ticks.follow(self._abandon_the_lost)

    # -- servers and channels that are gone ------------------------------------------------------

    async def out_of_reach(self, game_id: int, reason: str) -> None:
        """Stop a table at which nothing can be shown any more, for its channel or server is closed to us.

        Safe to call again and for tables that do not run. The caller must not hold the game's lock.

        Args:
            game_id: the table.
            reason: what Discord answered, for the operator's log.
        """
        saved = await self._storage.games.saved(game_id)
        if saved is None:
            return
        row = saved.game
        log.info("a table cannot be reached: %s", reason, extra={"game": game_id})
        if not self._servers.knows(row.guild_id):
            await self._lose(row, "server")
        elif await self._servers.has_channel(row.guild_id, row.channel_id) is False:
            await self._without_channel(row)
        else:
            await self._lose(row, "channel")

    async def server_gone(self, guild_id: int) -> None:
        """Stop all tables of a server from which we were removed."""
        rows = await self._storage.games.in_server(guild_id, statuses=("open", "running"), limit=None)
        await _each(rows, lambda row: self._lose(row, "server"))

    async def channel_gone(self, guild_id: int, channel_id: int) -> None:
        """Stop the tables of a channel or thread that was deleted, and close those that have not begun."""
        rows = await self._storage.games.in_server(guild_id, statuses=("open", "running"), limit=None)
        await _each([row for row in rows if row.channel_id == channel_id], self._without_channel)

    async def look_around(self) -> None:
        """Find out what happened to servers and channels while we were not connected."""
        alive = await self._storage.shards.last_alive(self._host.shards)

        async def look(row: GameRow) -> None:
            if not self._servers.knows(row.guild_id):
                await self._lose(row, "server", since=alive)
            elif row.lost is None and await self._servers.has_channel(row.guild_id, row.channel_id) is False:
                await self._without_channel(row, since=alive)

        await _each(await self._storage.games.everywhere(self._host.shards, statuses=("open", "running")), look)

    async def server_there(self, guild_id: int) -> None:
        """Try the lost tables of a server again: we are in it again, or may do more in it than before."""
        await self.try_again(
            row for row in await self._storage.games.lost(self._host.shards) if row.guild_id == guild_id
        )

    async def try_all_again(self) -> None:
        """Try all lost tables again. Not before an outage was given back, or they get it twice."""
        await self.try_again(await self._storage.games.lost(self._host.shards))

    async def try_again(self, rows: Iterable[GameRow]) -> None:
        """Send word to lost tables; if it arrives, they go on.

        The word of a game that has ended is its result, that of one that has not begun the table's message.
        """
        for row in rows:
            if row.lost is None or not self._servers.knows(row.guild_id):
                continue
            # One try at a time: whatever waits there and arrives will do.
            if not any(_is_word(letter) for letter in await self._storage.outbox.unsent(row.game_id)):
                then = "Its clocks go on." if row.lost_stopped else "Its clocks stand still, as agreed."
                word = _notice(f"I can write at this table again. {then}")
                letter = {"open": NewLetter("board"), "finished": NewLetter("final")}.get(row.status, word)
                await self._storage.outbox.add(row.game_id, [letter], self._now())
            self._host.committed(row.game_id, answered_for=False)

    async def is_in_vain(self, letter: Letter) -> bool:
        """Whether this letter is for everybody at a lost table, and neither word to it nor its old message."""
        if letter.kind in PRIVATE or letter.kind == "board" or _is_word(letter):
            return False
        try:
            row = (await self._host.running(letter.game_id)).row
        except Refusal:
            return False
        return row.lost is not None and row.status == "running"

    async def arrived(self, letter: Letter) -> None:
        """Hear that a letter has arrived: a lost table that was sent word goes on."""
        if not _is_word(letter):
            return
        if _is_of_lobby(letter):
            await self._lobby_goes_on(letter.game_id)
            return
        async with self._host.lock(letter.game_id):
            running = await self._host.running(letter.game_id)
            if running.row.lost is None:
                return
            if running.row.status == "running":
                running = await self._find(running, running.row.channel_id)
            else:
                letters = [NewLetter("board")]
                await self._storage.lost_channels.find(
                    letter.game_id, running.row.channel_id, None, [], letters, self._now()
                )
                self._host.forget_loaded(letter.game_id)
        self._goes_on(running)

    async def bring(self, game_id: int, user_id: int, guild_id: int, channel_id: int, *, organiser: bool) -> str:
        """Let a lost table go on in another channel of its server; return in a sentence what has come of it.

        Raises:
            Refusal: the table is not lost.
            NotYours: the table is another server's, or this person may not bring it.
        """
        async with self._host.lock(game_id):
            running = await self._host.running(game_id)
            self._host.must_run(running)
            if running.row.guild_id != guild_id:
                raise NotYours("This table belongs to another server. Use **/game status** in one of its channels.")
            if running.seat_of(user_id) is None and not organiser:
                raise NotYours("Only a player of this table, or a server manager, can bring it here.")
            if running.row.lost is None:
                raise Refusal(f"Table {game_id} is in <#{running.row.channel_id}>, where everybody can see it.")
            running = await self._find(running, channel_id, _notice("The table goes on here, as it stood."))
        self._goes_on(running)
        return f"Table {game_id} is here now."

    async def bring_along(self, game_id: int, channel_id: int, thread: str) -> None:
        """Let a league's table whose place is gone go on in a thread of the channel to which its season was moved.

        Args:
            game_id: the table; where everybody can see it, it stays there.
            channel_id: the channel.
            thread: how its thread there is called.
        """
        async with self._host.lock(game_id):
            saved = await self._storage.games.saved(game_id)
            if saved is None or saved.game.status not in ("open", "running"):
                return
            row = saved.game
            gone = await self._servers.has_channel(row.guild_id, row.channel_id) is False
            if row.lost != "channel" and not gone:
                return
            await self._storage.lobbies.want_thread(game_id, thread)
            if row.status == "open":
                letters = [NewLetter("board"), NewLetter("ask")]
                await self._storage.lost_channels.find(game_id, channel_id, None, [], letters, self._now())
                self._host.forget_loaded(game_id)
                self._host.committed(game_id, answered_for=False)
                return
            running = await self._host.running(game_id)
            running = await self._find(running, channel_id, _notice("The table goes on here, as it stood."))
        self._goes_on(running)

    async def _abandon_the_lost(self) -> None:
        """End the games that have been out of reach for too long."""
        lost = await self._storage.games.lost(self._host.shards)
        long_ago = self._host.now() - GONE_FOR_GOOD
        rows = [row for row in lost if deadlines.moment(row.lost_at or row.opened_at) <= long_ago]
        await _each(rows, self._give_up)

    async def _give_up(self, row: GameRow) -> None:
        if row.status == "open":
            await self._close(row, _why(row))
        elif row.status == "running":
            words = f"Table {row.game_id} is over without a result: {_why(row)}."
            with suppress(GameOver):
                await self._motions.abandon(row.game_id, words)
            saved = await self._storage.games.saved(row.game_id)
            if saved is not None:
                await self._leave_word(saved, words)

    async def _without_channel(self, row: GameRow, since: str | None = None) -> None:
        saved = await self._storage.games.saved(row.game_id)
        if row.status == "open" and (saved is None or saved.league is None):
            await self._close(row, CHANNEL_GONE)
        else:
            await self._lose(row, "channel", since)

    async def _close(self, row: GameRow, why: str) -> None:
        """Close a table that has not begun, and leave word for those who sit there."""
        async with self._host.lock(row.game_id):
            saved = await self._storage.games.saved(row.game_id)
            if saved is None or saved.game.status != "open":
                return
            words = f"Table {row.game_id} was closed before its game began: {why}. **/game new** opens another."
            await self._leave_word(saved, words)  # first, for nobody looks again at a table that is closed
            await self._storage.games.abandon(row.game_id, self._now())
        log.info("a table that had not begun is closed: %s", why, extra={"game": row.game_id})
        self._host.committed(row.game_id, answered_for=False)

    async def _lobby_goes_on(self, game_id: int) -> None:
        """Let a lost table that has not begun go on; whoever it waits for is called anew and reads until when."""
        async with self._host.lock(game_id):
            saved = await self._storage.games.saved(game_id)
            if saved is None or saved.game.status != "open" or saved.game.lost is None:
                return
            letters = [NewLetter("board"), NewLetter("ask")] if saved.game.confirm_until is not None else []
            await self._storage.lost_channels.find(game_id, saved.game.channel_id, None, [], letters, self._now())
        self._host.committed(game_id, answered_for=False)

    async def _lose(self, row: GameRow, what: Loss, since: str | None = None) -> None:
        """Stop a table, and tell its players by the ways that are left where the channel alone is gone."""
        async with self._host.lock(row.game_id):
            saved = await self._storage.games.saved(row.game_id)
            if saved is None or saved.game.status == "abandoned" or saved.game.lost == what:
                return
            letters: list[NewLetter] = []
            if what == "channel" and saved.game.status == "open":
                await self._leave_word(saved, _words(saved.game))
            elif what == "channel" and saved.game.status == "running":
                letters = await self._word_of_it(saved)
            await self._storage.lost_channels.lose(row.game_id, what, since or self._now(), letters, self._now())
            self._host.forget_loaded(row.game_id)
        log.info("a table stands still: its %s is gone", what, extra={"game": row.game_id})
        self._host.committed(row.game_id, answered_for=False)

    async def _word_of_it(self, saved: Saved) -> list[NewLetter]:
        """Return what can still be sent; who gets no direct messages is told with the next answer to them."""
        letters = [NewLetter("board")]
        for seat_row in saved.seats:
            person = None if seat_row.user_id is None else await self._host.people.get(seat_row.user_id)
            if person is not None and person.secrets == "dm":
                letters.append(letter_of(NoteBody(text=_words(saved.game)), seat_row.seat))
            elif seat_row.user_id is not None:
                await self._host.people.leave_word(seat_row.user_id, seat_row.name, _words(saved.game))
        return letters

    async def _leave_word(self, saved: Saved, words: str) -> None:
        """Let everybody at a table be told this with the next answer to them."""
        for seat_row in saved.seats:
            if seat_row.user_id is not None:
                await self._host.people.leave_word(seat_row.user_id, seat_row.name, words)

    async def _find(self, running: RunningGame, channel_id: int, *letters: NewLetter) -> RunningGame:
        """Let a lost table go on; its clocks get back the time in which nobody saw it, unless the table stopped them.

        The caller holds the game's lock.
        """
        row = running.row
        paused_at = None if row.lost_stopped else row.paused_at
        shifted = await self._seating.after_pause(running) if row.lost_stopped else []
        unseen = await self._unseen(running, channel_id)
        letters = (NewLetter("board"), *letters, *unseen, NewLetter("ask"))
        await self._storage.lost_channels.find(row.game_id, channel_id, paused_at, shifted, letters, self._now())
        self._host.forget_loaded(row.game_id)  # more has changed there than is known here
        return await self._host.running(row.game_id)

    async def _unseen(self, running: RunningGame, channel_id: int) -> list[NewLetter]:
        """Return what still waits for an answer of everybody's, and does not stand in this channel yet."""
        number = running.row.game_id
        letters = {
            f"motion:{motion.motion_id}": letter_of(MotionBody(motion=motion.motion_id))
            for motion in await self._storage.motions.open_at(number)
        }
        for seat_row in running.seats:
            if seat_row.is_free:
                words = f"Seat {seat_row.seat} is free. {await self._motions.whose_turn(running, seat_row.seat)}"
                letters[f"vacancy:{seat_row.seat}"] = letter_of(VacancyBody(text=words), seat_row.seat)
        known = {role: await self._storage.messages.get(number, role) for role in letters}
        return [letter for role, letter in letters.items() if (known[role] or (None,))[0] != channel_id]

    def _goes_on(self, running: RunningGame) -> None:
        self._host.committed(running.row.game_id, clocks=running.clocks)

    def _now(self) -> str:
        return self._host.now_text()

    # -- players who have left --------------------------------------------------------------------

    async def has_left(self, due: DueAsk) -> bool:
        """Return whether somebody who is asked has left the server; their chair is then empty."""
        running = await self._host.running(due.game_id)
        seat_row = running.seat_row(due.seat)
        if seat_row.user_id is None or running.plays_itself(due.seat) or running.row.status != "running":
            return False
        if self._unsure_until is not None and self._host.now() < self._unsure_until:
            return False
        there = await self._servers.is_member(running.row.guild_id, seat_row.user_id)
        if there is None:
            self._unsure_until = self._host.now() + UNSURE
        if there is not False:
            return False
        words = f"<seat:{due.seat}> is not in this server any more and has left their seat."
        return await self._motions.empty_chair(due.game_id, due.seat, seat_row.user_id, words)


async def _each(rows: Iterable[GameRow], look_after: Callable[[GameRow], Awaitable[None]]) -> None:
    """Look after tables one after the other; one that cannot be read does not hold up the others."""
    for row in rows:
        try:
            await look_after(row)
        except (Refusal, GameDamaged) as trouble:
            log.error("a table could not be looked after: %s", trouble, extra={"game": row.game_id})


class ServerWatcher:
    """A carrier whose deliveries the departures hear of."""

    def __init__(self, carrier: Sender, departures: LostChannels) -> None:
        self._carrier = carrier
        self._departures = departures

    async def carry(self, letter: Letter) -> Carried | None:
        """See `Sender.carry`; what nobody could see is not even tried.

        Raises:
            Undeliverable: the table's place is gone; and whatever the carrier raises.
        """
        if await self._departures.is_in_vain(letter):
            raise Undeliverable("the table's place is gone")
        carried = await self._carrier.carry(letter)
        await self._departures.arrived(letter)
        return carried

    async def sweep(self, game_id: int) -> None:
        """See `Sender.sweep`."""
        await self._carrier.sweep(game_id)


def why_abandoned(row: GameRow) -> str:
    """Return why a game was abandoned, when it was for being out of reach; else nothing."""
    if row.lost_at is None or row.finished_at is None:
        return ""
    lost_for = deadlines.moment(row.finished_at) - deadlines.moment(row.lost_at)
    return _why(row) if lost_for >= GONE_FOR_GOOD else ""


def _why(row: GameRow) -> str:
    place = "this server" if row.lost == "server" else "its channel"
    return f"for {GONE_FOR_GOOD.days} days I could not write in {place}"


def _is_word(letter: Letter) -> bool:
    """Whether this letter arrives only where new messages can be posted.

    Others are edited, or found to be needed no more, which proves nothing. The message of a table that has not begun
    is edited, too, but its buttons are all that it needs; should nobody be called there, the call will find that out.
    """
    return letter.kind in ("notice", "final") or (letter.kind == "board" and _is_of_lobby(letter))


def _is_of_lobby(letter: Letter) -> bool:
    """Whether this letter was written before the game began."""
    return letter.revision == 0


def _notice(words: str) -> NewLetter:
    return letter_of(NoticeBody(text=words))


def _words(row: GameRow) -> str:
    cannot = f"Table {row.game_id}: I cannot write in its channel any more."
    if row.status == "open":
        return (
            f"{cannot} Nobody loses their seat meanwhile. When a server manager lets me write there again, it goes on; "
            f"use **/game status** if it does not. After {GONE_FOR_GOOD.days} days the table is closed."
        )
    return (
        f"{cannot} Its clocks stand still, and nothing is lost. "
        f"Use **/game status** with table {row.game_id} in another channel of that server and press **Bring the table "
        f"here**. If nobody does, the game ends without a result after {GONE_FOR_GOOD.days} days."
    )
