"""The message of a table that pings people to move.

It names exactly the players who are asked and can answer in person, and it is deleted when there are none. If waiting
is secret, it names everybody who may be asked, as long as the step lasts, and so reveals nothing. An edit pings nobody.
Only a new message does, and only the players not pinged before. Players with direct messages are pinged by those
instead. A player whose open panel shows the question is not pinged, unless waiting is secret.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.engine.records import Seat
from bot.host.delivery.outbox import HandBody, build_letter
from bot.host.host import Host
from bot.host.table.audience_view import AudienceView
from bot.host.table.open_table import OpenTable
from bot.host.table.panel_context import PromptContext
from bot.ui import screens
from bot.ui.delivery.open_panels import OpenPanels
from bot.ui.delivery.table_messages import MessagePoster
from bot.ui.screens.screen import Screen
from storage.interface.letters import Letter, TableMessages


class TurnPings:
    """Pings players, and updates the message that names them."""

    def __init__(self, host: Host, posting: MessagePoster, panels: OpenPanels) -> None:
        self._host = host
        self._panels = panels
        self._storage = host.storage
        self._posting = posting

    async def ping(self, letter: Letter, there: PromptContext, shown: TableMessages) -> bool:
        """Ping the players not yet pinged for their question; return whether there are any."""
        game_id, running, asks = letter.game_id, there.seen, there.tags
        pinged = {
            (ask.seat, ask.etag) for ask in await self._storage.open_questions.list_in_game(game_id) if ask.pinged
        }
        fresh = [seat for seat, tag in asks.items() if (seat, tag) not in pinged and seat in there.waited_for]
        secret = bool(fresh) and is_revealing(running)
        seen = [] if secret else [seat for seat in fresh if self._is_shown(running, seat, asks[seat])]
        unseen = [seat for seat in fresh if seat not in seen]
        called, written = await self._split_recipients(running, running.named if secret else unseen)
        await self._ping_by_dm(running, written)
        if called:
            await self._post(letter, running, called, shown)
        else:
            await self.update(letter, running, shown)
        reached = {seat: asks[seat] for seat in fresh if seat in (*called, *written, *seen)}
        if reached:
            await self._storage.open_questions.mark_pinged(game_id, reached)
        return bool(called)

    async def remind(self, letter: Letter, there: PromptContext, shown: TableMessages) -> bool:
        """Remind every player who may be asked; a single ping would reveal who is."""
        running = there.seen
        called, written = await self._split_recipients(running, running.named)
        await self._ping_by_dm(running, written, again=True)
        if called:
            await self._post(letter, running, called, shown)
        return bool(called)

    async def ping_instead(self, letter: Letter, seen: AudienceView, seat: Seat, shown: TableMessages) -> None:
        """Ping a player in the channel whose direct message failed."""
        if seat in seen.named and not seen.is_anonymous and not await self._is_quiet(seen, seat):
            await self._post(letter, seen, [seat], shown)

    def _is_shown(self, seen: AudienceView, seat: Seat, tag: str) -> bool:
        """Whether the open panel of a seat's player shows their question."""
        return self._panels.is_showing(seen.row.game_id, seen.get_seat_row(seat).user_id, tag)

    async def _split_recipients(self, seen: AudienceView, seats: Sequence[Seat]) -> tuple[list[Seat], list[Seat]]:
        """Return the seats to ping in the channel, and those to ping by direct message."""
        if seen.is_anonymous:
            return [], list(seats)
        written = [seat for seat in seats if await self._host.people.is_notified_by_dm(seen.get_seat_row(seat).user_id)]
        others = [seat for seat in seats if seat not in written]
        return [seat for seat in others if not await self._is_quiet(seen, seat)], written

    async def _ping_by_dm(self, seen: AudienceView, seats: Sequence[Seat], *, again: bool = False) -> None:
        """Ping these seats with a copy of their hand and question."""
        if seats:
            letters = [build_letter(HandBody(calls=True, again=again), seat) for seat in seats]
            await self._storage.outbox.add(seen.row.game_id, letters, self._host.format_now())
            self._host.announce_commit(seen.row.game_id, answered_for=False)

    async def _post(self, letter: Letter, seen: AudienceView, called: Sequence[Seat], shown: TableMessages) -> None:
        screen = _build_screen(seen, shown, called)
        sent = await self._posting.send(seen.row.channel_id, screen, letter)
        await self._posting.replace_message(letter.game_id, "ask", sent, shown.messages.get("ask"))

    async def update(self, letter: Letter, seen: AudienceView, shown: TableMessages) -> None:
        """Edit the message to name the players asked now, or delete it, without a ping.

        If somebody has deleted it, it is posted again.
        """
        game_id = seen.row.game_id
        known = shown.messages.get("ask")
        if known is None:
            return
        if not seen.named:
            await self._posting.delete_message(game_id, "ask", known)
            return
        screen = _build_screen(seen, shown, ())
        if await self._posting.change(known, screen):
            return
        sent = await self._posting.send(seen.row.channel_id, screen, letter, "c")
        await self._posting.replace_message(game_id, "ask", sent, known)

    async def _is_quiet(self, seen: AudienceView, seat: Seat) -> bool:
        """Whether the seat's player has quiet hours now; a reminder follows afterwards."""
        return await self._host.people.is_quiet(seen.get_seat_row(seat).user_id, self._host.now())


def is_revealing(seen: AudienceView) -> bool:
    """Whether pinging only some players would reveal who is asked; a single player reveals nothing."""
    return seen.waits_in_secret and len(seen.named) > 1


def format_table_link(seen: AudienceView | OpenTable, shown: TableMessages) -> str | None:
    """Return the link to the table's message."""
    known = shown.messages.get("board")
    if known is None:
        return None
    return format_message_link(seen.row.guild_id, known)


def format_message_link(guild_id: int, message: tuple[int, int]) -> str:
    """Return the link to a message of a server."""
    return f"https://discord.com/channels/{guild_id}/{message[0]}/{message[1]}"


def _build_screen(seen: AudienceView, shown: TableMessages, called: Collection[Seat]) -> Screen:
    """Build the message with the players asked now; only these seats are mentioned."""
    everybody = seen.public
    users = [everybody.get_seat_row(seat).user_id for seat in everybody.named if seat in called]
    screen = screens.render_turn_ping(everybody, everybody.named, format_table_link(everybody, shown))
    return replace(screen, mentions=tuple(user_id for user_id in users if user_id is not None))
