"""Carrier: brings letters to Discord, and knows what each of Discord's refusals means."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

import aiohttp
import discord

from bot.engine import play
from bot.engine.pages import Picture
from bot.engine.records import Seat
from bot.host import timekeeping
from bot.host.courier import NotNow, Undeliverable
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.lobby import Lobby
from bot.host.tables import Running, standing, told_from
from bot.ui import screens
from bot.ui.audience import Leak, guard
from bot.ui.gallery import Gallery
from bot.ui.screen import Screen, files, layout
from storage.interface import Letter, LetterKind, Person

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
NO_ACCESS, NO_PERMISSION, ARCHIVED = 50001, 50013, 50083
DM_CLOSED = {50007, 50278, 40003, 20026}
"""Direct messages are closed, there is no shared server, or too many were opened at once."""
GONE = {UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION, 10004}


class DiscordCarrier:
    """Delivers each kind of letter; what it shows is made from the newest table."""

    def __init__(self, client: discord.Client, host: Host, lobby: Lobby) -> None:
        self._client = client
        self._host = host
        self._lobby = lobby
        self._people = host.people
        self._storage = host.storage
        self._gallery = Gallery()
        self._uploaded: dict[int, bytes] = {}
        self._ways: Mapping[LetterKind, Callable[[Letter], Awaitable[None]]] = {
            "board": self._board,
            "ask": self._ask,
            "post": self._post,
            "hand": self._hand,
            "final": self._final,
            "note": self._note,
            "notice": self._notice,
            "motion": self._motion,
            "vacancy": self._vacancy,
            "order": self._order,
        }

    async def carry(self, letter: Letter) -> None:
        """Deliver the letter, or find that it is needed no more."""
        async with _refusals():
            await self._ways[letter.kind](letter)

    async def _running(self, letter: Letter) -> Running:
        """Return the table at least as new as the letter: a move is known here a moment after it was written."""
        async with self._host.lock(letter.game_id):
            return await self._host.running(letter.game_id)

    # -- the table's message -----------------------------------------------------------------------

    async def _board(self, letter: Letter) -> None:
        game_id = letter.game_id
        async with self._host.lock(game_id):
            try:
                running = await self._host.running(game_id)
            except Refusal:
                running = None
            entries = await self._storage.last_entries(game_id, 12)
        if running is None:
            await self._lobby_board(game_id)
            return
        picture = await self._gallery.board(running)
        entries = await self._storage.last_entries(game_id, 12)
        latest = screens.heard_by_all(
            [piece for entry in standing(entries) for piece in told_from(running.game, entry)]
        )

        seen = running.game.view(running.table, None)

        def make(state: Running) -> Screen:
            # A picture is drawn from the view alone: while that is equal, so is the picture.
            same = state is running or running.game.view(state.table, None) == seen
            return screens.board(state, picture if same else None, latest)

        screen = make(running)
        guard(screen, running, None, make)
        await self._show(game_id, running.row.channel_id, screen)
        if not any(not running.plays_itself(seat) for seat in play.asked(running.table)):
            await self._take_away(game_id, "ask")

    async def _lobby_board(self, game_id: int) -> None:
        """Show a table that has not begun, or what is left of one that never did."""
        saved = await self._storage.saved(game_id)
        if saved is None:
            return
        if saved.game.status == "open":
            screen = screens.lobby(await self._lobby.table(game_id))
        else:
            title = self._host.games[saved.game.title].title
            screen = screens.closed(title, game_id, "This table was closed.")
        await self._show(game_id, saved.game.channel_id, screen)

    async def _show(self, game_id: int, channel_id: int, screen: Screen) -> None:
        """Edit the table's message, or post it when there is none any more."""
        known = await self._storage.message(game_id, "board")
        pictures = files(screen)
        drawn = b"".join(block.png for block in screen.blocks if isinstance(block, Picture))
        if known is not None:
            message = self._client.get_partial_messageable(known[0]).get_partial_message(known[1])
            try:
                if self._uploaded.get(message.id) == drawn:
                    await message.edit(view=layout(screen), allowed_mentions=discord.AllowedMentions.none())
                else:
                    await message.edit(
                        view=layout(screen), attachments=pictures, allowed_mentions=discord.AllowedMentions.none()
                    )
            except discord.NotFound as missing:
                if missing.code != UNKNOWN_MESSAGE:
                    raise
            except discord.HTTPException as refused:
                if refused.code != ARCHIVED:
                    raise
                await self._unarchive(known[0])
                raise NotNow("the thread was archived") from refused
            else:
                self._uploaded[message.id] = drawn
                return
        sent = await self._send(channel_id, screen)
        self._uploaded[sent.id] = drawn
        await self._storage.put_message(game_id, "board", channel_id, sent.id)

    async def _unarchive(self, channel_id: int) -> None:
        thread = await self._client.fetch_channel(channel_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)

    async def _send(self, channel_id: int, screen: Screen, nonce: str = "") -> discord.Message:
        channel = self._client.get_partial_messageable(channel_id)
        users = [discord.Object(user_id) for user_id in screen.mentions]
        return await channel.send(
            view=layout(screen),
            files=files(screen),
            nonce=nonce or secrets.token_hex(8),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users),
        )

    async def _take_away(self, game_id: int, role: str) -> None:
        known = await self._storage.message(game_id, role)
        if known is None:
            return
        try:
            await self._client.get_partial_messageable(known[0]).get_partial_message(known[1]).delete()
        except discord.NotFound:
            pass
        except discord.Forbidden:
            log.info("an old call could not be taken away", extra={"game": game_id})
        await self._storage.put_message(game_id, role, known[0], None)

    # -- calls and news ------------------------------------------------------------------------------

    async def _ask(self, letter: Letter) -> None:
        """Call the people who are asked and were not called for this question yet."""
        game_id = letter.game_id
        running = await self._running(letter)
        present = running.asks() if running.row.status == "running" else {}
        pinged = {(ask.seat, ask.etag) for ask in await self._storage.asks(game_id) if ask.pinged}
        fresh = [seat for seat, tag in present.items() if (seat, tag) not in pinged and not running.plays_itself(seat)]
        if not fresh:
            return
        step = running.table.agenda[0]
        people = step.called(running.table) if step.waiting_is_secret else fresh
        called = [seat for seat in people if not running.plays_itself(seat) and not await self._is_quiet(running, seat)]
        if not called:
            return
        named = [seat for seat in present if seat not in called and not running.plays_itself(seat)]
        link = await self.link(running)

        def make(state: Running) -> Screen:
            return screens.call(state, called, [] if step.waiting_is_secret else named, link)

        screen = make(running)
        guard(screen, running, None, make)
        before = await self._storage.message(game_id, "ask")
        sent = await self._send(running.row.channel_id, screen, nonce=f"boardroom-{letter.letter_id}")
        await self._storage.pinged(game_id, {seat: present[seat] for seat in fresh if seat in called})
        if before is not None:
            await self._take_away(game_id, "ask")
        await self._storage.put_message(game_id, "ask", running.row.channel_id, sent.id)

    async def _is_quiet(self, running: Running, seat: Seat) -> bool:
        """Whether the seat's player wants to hear nothing now; a reminder comes when that is over."""
        wishes = await self._people.wishes(running.chair(seat).user_id)
        return timekeeping.is_quiet(self._host.now(), wishes)

    async def _post(self, letter: Letter) -> None:
        running = await self._running(letter)
        entries = await self._storage.entries(letter.game_id, after=letter.revision - 1, limit=1)
        index = json.loads(letter.body)["index"]
        told = told_from(running.game, entries[0])[index] if entries else None
        if told is None or told.to is not None:
            return

        def make(state: Running) -> Screen:
            return screens.headline(state, told.news)

        screen = make(running)
        guard(screen, running, None, make)
        await self._send(running.row.channel_id, screen, nonce=f"boardroom-{letter.letter_id}")

    async def _final(self, letter: Letter) -> None:
        running = await self._running(letter)
        pictures = await self._gallery.charts(running)
        screen = screens.final(running, pictures)
        guard(screen, running, None, lambda state: screens.final(state, pictures))
        await self._send(running.row.channel_id, screen, nonce=f"boardroom-{letter.letter_id}")

    async def _notice(self, letter: Letter) -> None:
        """Tell the whole table something about its seats or clocks."""
        running = await self._running(letter)
        words = json.loads(letter.body)["text"]
        screen = screens.notice(running, words)
        guard(screen, running, None, lambda state: screens.notice(state, words))
        await self._send(running.row.channel_id, screen, nonce=f"boardroom-{letter.letter_id}")

    async def _motion(self, letter: Letter) -> None:
        """Ask the table for its votes, unless they are cast already."""
        proposed = await self._storage.motion(json.loads(letter.body)["motion"])
        if proposed is None or proposed.fate != "open":
            return
        running = await self._running(letter)
        screen = screens.motion(running, proposed)
        guard(screen, running, None, lambda state: screens.motion(state, proposed))
        await self._send(running.row.channel_id, screen, nonce=f"boardroom-{letter.letter_id}")

    async def _vacancy(self, letter: Letter) -> None:
        """Look for somebody for an empty chair, while it is empty."""
        running = await self._running(letter)
        seat = letter.seat or 0
        if running.chair(seat).user_id is not None or running.row.status != "running":
            return
        words = json.loads(letter.body)["text"]
        screen = screens.vacancy(running, seat, words)
        guard(screen, running, None, lambda state: screens.vacancy(state, seat, words))
        await self._send(running.row.channel_id, screen, nonce=f"boardroom-{letter.letter_id}")

    async def _note(self, letter: Letter) -> None:
        """Tell one player something that is no secret: by direct message where allowed, else in the channel."""
        running = await self._running(letter)
        user_id = None if letter.seat is None else running.chair(letter.seat).user_id
        if letter.seat is None or user_id is None or running.row.status != "running":
            return
        link = await self.link(running)
        words = json.loads(letter.body)["text"]
        screen = screens.to_player(running, user_id, words, link)
        guard(screen, running, None, lambda state: screens.to_player(state, user_id, words, link))
        person = await self._people.get(user_id)
        if person is not None and person.dm == "open" and await self._by_dm(person, screen):
            return
        await self._send(running.row.channel_id, screen, nonce=f"boardroom-{letter.letter_id}")

    async def _order(self, letter: Letter) -> None:
        """Tell a player by direct message, where wanted, that an order has ended; their panel says so anyway."""
        running = await self._running(letter)
        seat = letter.seat or 0
        user_id = running.chair(seat).user_id
        person = None if user_id is None else await self._people.get(user_id)
        if person is None or person.dm != "open":
            return
        words = json.loads(letter.body)["text"]
        screen = screens.notice(running, words)
        guard(screen, running, seat, lambda state: screens.notice(state, words))
        await self._by_dm(person, screen)

    # -- direct messages -----------------------------------------------------------------------------

    async def _hand(self, letter: Letter) -> None:
        running = await self._running(letter)
        if letter.seat is None or running.row.status != "running":
            return
        user_id = running.chair(letter.seat).user_id
        person = None if user_id is None else await self._people.get(user_id)
        if person is not None and person.dm == "open":
            await self.send_hand(running, letter.seat, person)

    async def send_hand(self, running: Running, seat: Seat, person: Person) -> bool:
        """Send a copy of the seat's hand by direct message; return whether it arrived.

        A closed door is remembered, so that nobody knocks again before the person asks for it.
        """
        link = await self.link(running)

        def make(state: Running) -> Screen:
            return screens.hand_by_dm(state, seat, link)

        screen = make(running)
        guard(screen, running, seat, make)
        return await self._by_dm(person, screen)

    async def _by_dm(self, person: Person, screen: Screen) -> bool:
        try:
            channel = await self._client.create_dm(discord.Object(person.user_id))
            await channel.send(view=layout(screen), allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as refused:
            if refused.code not in DM_CLOSED:
                raise
            await self._people.set_dm(person, "closed")
            return False
        return True

    async def link(self, running: Running) -> str | None:
        """Return where the table's message stands."""
        known = await self._storage.message(running.row.game_id, "board")
        if known is None:
            return None
        return f"https://discord.com/channels/{running.row.guild_id}/{known[0]}/{known[1]}"


@asynccontextmanager
async def _refusals() -> AsyncIterator[None]:
    """Turn what Discord and the game refuse into what the courier understands."""
    try:
        yield
    except (Refusal, Leak) as refused:
        raise Undeliverable(str(refused)) from refused
    except discord.RateLimited as limited:
        raise NotNow(f"rate limit, {limited.retry_after:.0f} s") from limited
    except discord.HTTPException as refused:
        reason = f"Discord answered {refused.status} ({refused.code})"
        if refused.code in GONE or (400 <= refused.status < 500 and refused.status != 429 and refused.code != 30046):
            raise Undeliverable(reason) from refused
        raise NotNow(reason) from refused
    except (aiohttp.ClientError, TimeoutError, OSError) as failed:
        raise NotNow(f"no connection ({type(failed).__name__})") from failed
