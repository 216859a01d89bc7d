"""Delivery of a player's hand by their chosen way, and the fallback when that way is closed.

Nothing waits for a copy. The private panel behind **/hand** always shows the same, so it is the fallback when a
direct message or a private thread is refused. Only the person concerned learns of it.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection

import aiohttp
import discord

from bot.engine.records import Seat
from bot.host.delivery.outbox import HandBody, parse_body
from bot.host.delivery.outbox_worker import RetryLater, SupersededLetter
from bot.host.host import Host
from bot.host.table.audience_view import AudienceView
from bot.host.table.panel_context import PromptContext
from bot.ui import screens
from bot.ui.delivery.discord_errors import AUTOMOD, EXEMPTION_ADVICE, Reaction, get_reaction, is_temporary, limit_time
from bot.ui.delivery.message_content import MessageContent, compute_content
from bot.ui.delivery.own_page_links import OwnPageLinks
from bot.ui.delivery.permissions import NEEDED_FOR_SECRETS, list_missing
from bot.ui.delivery.table_messages import ARCHIVE_MINUTES, MessagePoster
from bot.ui.delivery.turn_pings import format_table_link
from bot.ui.screens.names import get_plain_name
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.screen import Screen, build_layout, truncate
from storage.interface.letters import DeliveryResult, Letter, TableMessages
from storage.interface.people import Person

log = logging.getLogger(__name__)

FIRST_CONTACT_SECONDS = 2.0
"""Seconds between first direct messages to two people."""
PAUSE_SECONDS_BY_CODE = {40003: 600.0, 20026: 86_400.0}
"""Seconds without first contacts after Discord has reported too many."""
MAX_WAIT_SECONDS = 60.0
"""Longest time in seconds that a first contact waits for its turn."""
MAX_THREAD_NAME_CHARS = 100
MAX_COPIES = 1_000
"""Copies to remember."""
NO_MESSAGE = 0
"""Placeholder message id of a private thread to which its player has not been added yet."""
PACED = "first direct messages are paced"
CLOSED = (
    "Your direct messages are closed for me, so your secrets wait behind **/hand**, at any time. To have copies "
    "again, allow direct messages from this server's members and choose them in **/settings**."
)
GREETING = (
    "Your hand and secrets, and what you are asked, come here from now on. **/settings change** lets them come another "
    "way."
)
GREETING_TIMEOUT_SECONDS = 10.0
"""Seconds to wait for a greeting."""
UNTRIED = (
    "Discord takes no direct messages just now, so I could not try whether mine reach you. Your secrets wait behind "
    "**/hand**, at any time."
)
BUSY = (
    "Discord does not let me open direct messages to more people at the moment. Your secrets wait behind "
    "**/hand**, at any time; the direct messages begin later by themselves."
)


class FirstContacts:
    """Paces first direct messages to people who never had one from the bot.

    Args:
        spacing: seconds between two of them.
        now: monotonic time in seconds.
    """

    def __init__(self, spacing: float = FIRST_CONTACT_SECONDS, now: Callable[[], float] = time.monotonic) -> None:
        self.spacing = spacing
        self._now = now
        self._free_at = now()
        self._turns: set[int] = set()
        """People who were given a time to come back."""

    def reserve_turn(self, user_id: int, *, comes_back: bool) -> float | None:
        """Return the seconds until this person's turn; None if it is too late and another way should be used.

        Args:
            user_id: the recipient.
            comes_back: whether the caller asks again after that time; then it is their turn.
        """
        if user_id in self._turns:
            self._turns.remove(user_id)
            return 0
        now = self._now()
        begin = max(self._free_at, now)
        wait = begin - now
        if wait > MAX_WAIT_SECONDS:
            return None
        if wait == 0 or comes_back:
            self._free_at = begin + self.spacing
        if wait > 0 and comes_back:
            self._turns.add(user_id)
        return wait

    def pause(self, seconds: float) -> None:
        """Allow no first contacts for some seconds."""
        self._turns.clear()
        self._free_at = max(self._free_at, self._now() + seconds)


class PrivateHands:
    """Delivers copies of hands to their players, and direct messages to single people."""

    def __init__(
        self,
        client: discord.Client,
        host: Host,
        posting: MessagePoster,
        pictures: Pictures,
        first_contacts: FirstContacts,
        page_links: OwnPageLinks,
    ) -> None:
        self._client = client
        self._page_links = page_links
        self._host = host
        self._people = host.people
        self._storage = host.storage
        self._posting = posting
        self._pictures = pictures
        self.first_contacts = first_contacts
        self._copies: OrderedDict[tuple[int, Seat, int], tuple[MessageContent, str]] = OrderedDict()
        """Digests of the newest copy by game, seat and person, with its question; an identical copy is not sent."""

    async def deliver(self, there: PromptContext, seat: Seat, letter: Letter, *, again: bool = False) -> DeliveryResult:
        """Deliver a seat's hand and question by its player's chosen way, or leave it behind **/hand**.

        Args:
            there: the table as the seat sees it.
            seat: the seat whose hand is delivered.
            letter: the letter to deliver.
            again: whether to send it even if the previous copy is identical.
        """
        running = there.seen
        user_id = running.get_seat_row(seat).user_id
        person = None if user_id is None else await self._people.get(user_id)
        if person is None or person.secrets == "panel":
            return DeliveryResult("panel")
        if running.is_anonymous and person.secrets == "thread":  # its members are seen by the server's moderators
            return DeliveryResult("panel")
        shown = await self._storage.messages.list_messages(running.row.game_id)
        drawn = await self._pictures.draw_hand(running)
        copied = screens.render_thread_hand if person.secrets == "thread" else screens.render_dm_hand
        page = self._page_links.build_link(person, running.row.game_id)
        screen = copied(running, format_table_link(running, shown), drawn, page)
        copy = running.row.game_id, seat, person.user_id
        content = compute_content(screen), there.tags.get(seat, "")
        if self._copies.get(copy) == content and not again:
            raise SupersededLetter("the copy before says the same")
        carried = await self._deliver_by_chosen_way(running, seat, person, screen, shown, letter)
        self._copies.pop(copy, None)
        if carried.way != "panel":
            self._copies[copy] = content
            while len(self._copies) > MAX_COPIES:
                self._copies.popitem(last=False)
        return carried

    def request_copy(self, game_id: int, seat: Seat, user_id: int) -> None:
        """Send the next copy in any case, because its reader asks for one."""
        self._copies.pop((game_id, seat, user_id), None)

    async def _deliver_by_chosen_way(
        self, seen: AudienceView, seat: Seat, person: Person, screen: Screen, shown: TableMessages, letter: Letter
    ) -> DeliveryResult:
        """Deliver a copy; return the way that it took."""
        if person.secrets == "thread":
            refused = await self._send_to_thread(seen, seat, person, screen, shown, letter)
            return DeliveryResult("panel", refused) if refused else DeliveryResult("thread")
        refused = await self.send_dm(person, screen, letter)
        return DeliveryResult("panel", refused) if refused else DeliveryResult("dm")

    # -- direct messages ---------------------------------------------------------------------------

    async def send_dm(self, person: Person, screen: Screen, letter: Letter) -> str:
        """Send a direct message; return the reason of a permanent refusal, or nothing.

        A closed door is remembered, so no further attempt is made until the person asks for it.

        Raises:
            RetryLater: a first direct message has to wait for its turn.
            discord.HTTPException: Discord is busy or down.
        """
        known = person.dm_channel
        try:
            if known is not None and await self._send_if_exists(known, screen, person, letter):
                return ""
            channel_id = await self._open_dm(person, letter)
            if channel_id is None:
                return "40003"
            await self._send(channel_id, screen, person, letter)
        except discord.HTTPException as refused:
            match get_reaction(refused):
                case Reaction.LATER | Reaction.UNKNOWN:
                    raise
                case Reaction.TOO_FAST:
                    await self._pause_first_contacts(person, refused.code, letter)
                case Reaction.CLOSED:
                    await self._people.set_dm(person, "closed")
                    await self._people.store_pending_notice(person.user_id, person.name, CLOSED)
                case _:
                    log.warning("a direct message was refused (%s)", refused.code)
            return str(refused.code)
        return ""

    async def send_greeting(self, person: Person) -> None:
        """Send a greeting that shows a person where their copies will arrive; leave a notice if that fails."""
        try:
            async with limit_time(self._client, GREETING_TIMEOUT_SECONDS):
                if (
                    person.dm_channel is None
                    and self.first_contacts.reserve_turn(person.user_id, comes_back=False) != 0
                ):
                    await self._people.store_pending_notice(person.user_id, person.name, BUSY)
                    return
                channel = await self._client.create_dm(discord.Object(person.user_id))
                await self._people.set_dm_channel(person, channel.id)
                await channel.send(view=build_layout(screens.render_note(GREETING)))
        except (discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError):
            await self._people.store_pending_notice(person.user_id, person.name, UNTRIED)
        except discord.HTTPException as refused:
            match get_reaction(refused):
                case Reaction.TOO_FAST:
                    self.first_contacts.pause(PAUSE_SECONDS_BY_CODE[refused.code])
                    await self._people.store_pending_notice(person.user_id, person.name, BUSY)
                case Reaction.CLOSED:
                    await self._people.set_dm(person, "closed")
                    await self._people.store_pending_notice(person.user_id, person.name, CLOSED)
                case _:
                    log.warning("a direct message was refused (%s)", refused.code)
                    await self._people.store_pending_notice(person.user_id, person.name, UNTRIED)

    async def _open_dm(self, person: Person, letter: Letter) -> int | None:
        """Open a direct message channel for the first time; return None if that is not possible soon."""
        # A note goes another way instead of waiting for its turn.
        wait = self.first_contacts.reserve_turn(person.user_id, comes_back=letter.kind != "note")
        if wait is None:
            await self._people.store_pending_notice(person.user_id, person.name, BUSY)
            return None
        if wait > 0:
            raise RetryLater(PACED, wait)
        channel = await self._client.create_dm(discord.Object(person.user_id))
        await self._people.set_dm_channel(person, channel.id)
        return channel.id

    async def _pause_first_contacts(self, person: Person, code: int, letter: Letter) -> None:
        """Pause first contacts; retry the copy of a hand afterwards, unless the pause is too long."""
        self.first_contacts.pause(PAUSE_SECONDS_BY_CODE[code])
        await self._people.store_pending_notice(person.user_id, person.name, BUSY)
        if letter.kind == "hand" and code == 40003:
            raise RetryLater(f"too many direct messages were opened ({code})", PAUSE_SECONDS_BY_CODE[code])

    async def _send(self, channel_id: int, screen: Screen, person: Person, letter: Letter) -> None:
        """Post to one person, silently in their quiet hours or as a reply to their own action."""
        body = parse_body(letter)
        done = isinstance(body, HandBody) and body.quiet
        silent = done or await self._people.is_quiet(person.user_id, self._host.now())
        await self._posting.send(channel_id, screen, letter, silent=silent)

    async def _send_if_exists(self, channel_id: int, screen: Screen, person: Person, letter: Letter) -> bool:
        """Post to the known channel of a person; return False if it is gone."""
        try:
            await self._send(channel_id, screen, person, letter)
        except discord.HTTPException as refused:
            if get_reaction(refused) is not Reaction.LOSE:
                raise
            return False
        return True

    # -- private threads ---------------------------------------------------------------------------

    async def _send_to_thread(
        self, seen: AudienceView, seat: Seat, person: Person, screen: Screen, shown: TableMessages, letter: Letter
    ) -> str:
        """Post to the seat's private thread, creating it if necessary; return the reason of a failure, or nothing."""
        role = _format_role(seat, person.user_id)
        known = shown.messages.get(role)
        try:
            if (
                known is not None
                and known[1] == NO_MESSAGE
                and not await self._add_player(seen, role, known[0], person)
            ):
                known = None
            if known is None or not await self._send_if_exists(known[0], screen, person, letter):
                thread_id = await self._create_thread(seen, seat, person.user_id, shown)
                await self._add_player(seen, role, thread_id, person)
                await self._send(thread_id, screen, person, letter)
        except discord.HTTPException as refused:
            if is_temporary(refused):
                raise
            return await self._switch_to_panel(seen, person, str(refused.code))
        except _NoThread as why:
            return await self._switch_to_panel(seen, person, str(why))
        return ""

    async def _create_thread(self, seen: AudienceView, seat: Seat, user_id: int, shown: TableMessages) -> int:
        """Create a private thread without its player, and return its id."""
        row = seen.row
        place = await self._posting.get_channel(row.channel_id)
        parent = place
        if isinstance(place, discord.Thread):
            parent = await self._posting.get_channel(place.parent_id)
        if not isinstance(parent, discord.TextChannel):
            raise _NoThread("there are no private threads in such a channel")
        missing = list_missing(parent.permissions_for(parent.guild.me), NEEDED_FOR_SECRETS)
        if missing:
            raise _NoThread(f"I lack {' and '.join(missing)} there")
        name = _format_thread_name(seen.public, seat)
        thread = await self._find_unused_thread(parent, name, {place[0] for place in shown.messages.values()})
        if thread is None:
            thread = await parent.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=ARCHIVE_MINUTES,
            )
        # Store it before adding its player: an unstored thread is empty, so any seat can use it.
        await self._storage.messages.put(row.game_id, _format_role(seat, user_id), thread.id, NO_MESSAGE)
        return thread.id

    async def _find_unused_thread(
        self, parent: discord.TextChannel, name: str, known: Collection[int]
    ) -> discord.Thread | None:
        """Return an empty thread of this name that an interrupted process created."""
        for thread in parent.threads:
            ours = thread.is_private() and thread.owner_id == parent.guild.me.id and thread.name == name
            if ours and thread.id not in known and not [message async for message in thread.history(limit=1)]:
                return thread
        return None

    async def _add_player(self, seen: AudienceView, role: str, thread_id: int, person: Person) -> bool:
        """Add the player to their private thread; return False if it is gone."""
        try:
            thread = await self._posting.get_channel(thread_id)
            if not isinstance(thread, discord.Thread):
                return False
            await thread.add_user(discord.Object(person.user_id))
        except discord.NotFound as gone:
            if is_temporary(gone):
                raise
            return False
        await self._storage.messages.put(seen.row.game_id, role, thread_id, thread_id)
        return True

    async def _switch_to_panel(self, seen: AudienceView, person: Person, reason: str) -> str:
        """Switch to the panel, and tell only the player concerned."""
        blocked = reason.isdigit() and int(reason) in AUTOMOD
        answered = (
            f"this server's AutoMod blocked it. Please {EXEMPTION_ADVICE}" if blocked else f"Discord answered {reason}"
        )
        why = answered if reason.isdigit() else reason
        await self._people.set_secrets(person, "panel")
        await self._people.store_pending_notice(
            person.user_id,
            person.name,
            f"I could not send you your secrets of table {seen.row.game_id} in a private thread: {why}. They wait "
            f"behind **{seen.game.wording.hand_title}**, at any time; **/settings** changes how they come.",
        )
        return reason

    async def close_threads(self, game_id: int, shown: TableMessages, seen: AudienceView | None) -> None:
        """Close the private threads of former players, or of everybody when the game is over."""
        for role, (thread_id, _) in shown.messages.items():
            kind, _, whose = role.partition(":")
            if kind != "secrets":
                continue
            seat, user_id = (int(part) for part in whose.split(":"))
            if seen is not None and seen.row.status == "running" and seen.get_seat_row(seat).user_id == user_id:
                continue
            over = seen is None or seen.row.status != "running"
            try:
                await self._close(thread_id, None if over or not user_id else user_id)  # 0: the player was erased
            except discord.HTTPException as refused:
                if is_temporary(refused):
                    raise
                log.info("a private thread could not be closed (%s)", refused.code, extra={"game": game_id})
            await self._storage.messages.put(game_id, role, thread_id, None)

    async def _close(self, thread_id: int, leaver: int | None) -> None:
        thread = await self._posting.get_channel(thread_id)
        if not isinstance(thread, discord.Thread):
            return
        if leaver is not None:
            await thread.remove_user(discord.Object(leaver))
        try:
            await thread.edit(archived=True, locked=True)
        except discord.Forbidden:  # locking needs a permission that the bot does not ask for
            await thread.edit(archived=True)


class _NoThread(Exception):
    """A private thread cannot be created here; the text says why."""


def _format_role(seat: Seat, user_id: int) -> str:
    """Return the role under which a private thread is stored; the seat's next player gets another thread."""
    return f"secrets:{seat}:{user_id}"


def _format_thread_name(seen: AudienceView, seat: Seat) -> str:
    """Return the name of a seat's private thread, which moderators see in their list."""
    return truncate(f"{seen.game.title} {seen.row.game_id}: {get_plain_name(seen, seat)}'s hand", MAX_THREAD_NAME_CHARS)
