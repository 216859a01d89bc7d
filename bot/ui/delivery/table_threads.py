"""Creation of a table's own thread, once; a table for which none can be created is closed.

The wish for a thread is stored with the table, and the table's first letter creates it. So its opener never waits for
Discord, and an interrupted process resumes.

Discord does not report archived threads, so the store keeps each thread's parent channel.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

import aiohttp
import discord

from bot.host.delivery.outbox_worker import SupersededLetter
from bot.host.host import Host
from bot.host.keyed_tasks import KeyedLocks
from bot.host.table import deadlines
from bot.host.table.open_table import OpenTable
from bot.ui.delivery.discord_errors import AUTOMOD, EXEMPTION_ADVICE, is_temporary
from bot.ui.delivery.forum_posts import ForumPosts, get_forum
from bot.ui.delivery.table_messages import ARCHIVE_MINUTES, MessagePoster
from bot.ui.screens.names import sanitize_plain
from bot.ui.screens.screen import Screen
from storage.interface.games import GameRow, GameStatus

log = logging.getLogger(__name__)

MAX_NAME_CHARS = 100
"""Characters of a thread's name."""
MAX_CLOCK_DIFFERENCE = timedelta(minutes=5)
"""Largest difference between Discord's clock and ours."""
RENAME_SECONDS = 5.0
"""Seconds that a new name of a thread may take; Discord delays the third of ten minutes."""
ALL_STATUSES: tuple[GameStatus, ...] = ("open", "running", "finished", "abandoned")
PLACE_HERE_ADVICE = "use **/game new** with `place: here`"
NO_PERMISSION = 50013
"""Discord's code of a missing permission."""
NO_POSTS = -NO_PERMISSION
"""The same, where a table's thread would be a post of a forum."""
REFUSAL_REASONS = {
    160006: f"this server has as many active threads as Discord allows. Archive some of them, or {PLACE_HERE_ADVICE}",
    50024: f"Discord allows none there. Use another channel, or {PLACE_HERE_ADVICE}",
    **dict.fromkeys(
        AUTOMOD, f"this server's AutoMod blocked its name. Please {EXEMPTION_ADVICE}, or {PLACE_HERE_ADVICE}"
    ),
    40067: "this forum wants a tag on each post, and I have none to give it. Ask a server manager to allow me **Manage "
    "Channels** there, or to create the tags **open**, **running** and **finished**",
    NO_POSTS: "I lack the permission for it there. Ask a server manager to allow me **Create Posts**, or "
    + PLACE_HERE_ADVICE,
    NO_PERMISSION: "I lack the permission for it there. Ask a server manager to allow me **Create Public Threads**, or "
    + PLACE_HERE_ADVICE,
}


class TableThreads:
    """Creates the threads of tables."""

    def __init__(
        self,
        client: discord.Client,
        host: Host,
        posting: MessagePoster,
        forum_posts: ForumPosts,
        build_board: Callable[[int], Awaitable[Screen]],
    ) -> None:
        self._client = client
        self._forum_posts = forum_posts
        self._build_board = build_board
        self._host = host
        self._storage = host.storage
        self._posting = posting
        self._making = KeyedLocks()
        """By channel, so that two tables opened at once get a thread each."""

    async def create_if_needed(self, game_id: int) -> None:
        """Create the thread that a table needs; if none can be created, close the table and tell its opener.

        Raises:
            discord.HTTPException: Discord is busy or down, or allows no thread for a table of a league.
            SupersededLetter: the table no longer exists.
        """
        if await self._storage.lobbies.get_requested_thread(game_id) is None:
            return
        saved = await self._storage.games.load(game_id)
        if saved is None or saved.game.status not in ("open", "running"):
            return
        row = saved.game
        async with self._making.get(row.channel_id):
            name = await self._storage.lobbies.get_requested_thread(game_id)
            if name is None:
                return
            try:
                thread, parent = await self._get_or_create_thread(row, name)
            except discord.HTTPException as refused:
                waits = saved.league is not None and row.status == "open"  # until its season is moved
                if is_temporary(refused) or waits:
                    raise
                in_forum = get_forum(self._client.get_channel(row.channel_id)) is not None
                await self._give_up(row, NO_POSTS if in_forum and refused.code == NO_PERMISSION else refused.code)
                raise SupersededLetter("no thread could be made for it") from refused
            async with self._host.lock_game(game_id):
                await self._storage.lobbies.put_in_thread(game_id, thread, parent)
                self._host.forget_loaded(game_id)

    async def _get_or_create_thread(self, row: GameRow, name: str) -> tuple[int, int | None]:
        """Return the id of a new thread, or of one created by an interrupted attempt, and of its channel."""
        place = await self._posting.get_channel(row.channel_id)
        forum = get_forum(place)
        if forum is not None:
            return await self._get_or_create_post(forum, row, name), forum.id
        if not isinstance(place, discord.TextChannel):  # its type was changed a moment ago
            return row.channel_id, None
        thread = await self._find_thread(place, row, name)
        if thread is None:
            kind = discord.ChannelType.news_thread if place.is_news() else discord.ChannelType.public_thread
            thread = (await place.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVE_MINUTES)).id
        return thread, place.id

    async def _get_or_create_post(self, forum: discord.ForumChannel, row: GameRow, name: str) -> int:
        """Return the id of a table's post, whose first message becomes the table's message."""
        found = await self._find_thread(forum, row, name)
        if found is not None:
            await self._forum_posts.record(row, found, found, has_tags=False)
            return found
        screen = await self._build_board(row.game_id)
        post_id, message_id = await self._forum_posts.create(forum, row, name, screen)
        await self._forum_posts.record(row, post_id, message_id, has_tags=True)
        return post_id

    async def _find_thread(
        self, parent: discord.TextChannel | discord.ForumChannel, row: GameRow, name: str
    ) -> int | None:
        """Return the thread that an interrupted attempt created for a table."""
        taken = {
            other.channel_id
            for other in await self._storage.games.list_in_server(row.guild_id, statuses=ALL_STATUSES, limit=None)
        }
        since = deadlines.parse_time(row.opened_at) - MAX_CLOCK_DIFFERENCE
        for thread in parent.threads:
            ours = thread.owner_id == parent.guild.me.id and thread.name == name and not thread.is_private()
            if ours and thread.id not in taken and discord.utils.snowflake_time(thread.id) >= since:
                return thread.id
        return None

    async def _give_up(self, row: GameRow, code: int) -> None:
        """Close a lobby that can have no thread, and leave its opener a notice; a running game continues."""
        if row.status == "running":
            await self._storage.lobbies.put_in_thread(row.game_id, row.channel_id)
            self._host.forget_loaded(row.game_id)
            return
        saved = await self._storage.games.load(row.game_id)
        why = REFUSAL_REASONS.get(code, f"Discord has refused it ({code}). Try another channel, or {PLACE_HERE_ADVICE}")
        words = f"No table was opened in <#{row.channel_id}>, for I could not make a thread for it: {why}."
        async with self._host.lock_game(row.game_id):
            await self._storage.games.close_without_result(row.game_id, self._host.format_now())
            self._host.forget_loaded(row.game_id)
        for seat_row in () if saved is None else saved.seats:
            if seat_row.user_id is not None:
                await self._host.people.store_pending_notice(seat_row.user_id, seat_row.own_name, words)
        self._host.announce_commit(row.game_id, answered_for=False)


def get_thread_name(table: OpenTable, name: str) -> str:
    """Return the name of a lobby's thread if the table has this name of its own."""
    opener = ""
    if not table.settings.anonymous:  # otherwise it would tell whether they still sit there
        opener = next((one.name for one in table.seats if one.user_id == table.row.opened_by), "")
    return format_thread_name(table.game.title, opener, name)


async def rename_thread(client: discord.Client, table: OpenTable) -> bool:
    """Rename a lobby's own thread; return whether it has the table's name now.

    Discord allows two changes in ten minutes, so a refused one is not tried again.
    """
    thread = client.get_channel(table.row.channel_id)
    wanted = get_thread_name(table, table.row.name)
    if not isinstance(thread, discord.Thread) or client.user is None or thread.owner_id != client.user.id:
        return True
    if thread.name == wanted:
        return True
    try:
        await asyncio.wait_for(thread.edit(name=wanted), RENAME_SECONDS)
    except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as refused:
        log.info("a thread was not renamed: %s", type(refused).__name__)
        return False
    return True


def format_thread_name(title: str, opener: str, name: str = "") -> str:
    """Return the name of a table's thread: the table's own name, or its game and its opener."""
    words = f"{sanitize_plain(name)} · {title}" if name else f"{title} with {opener or 'somebody'}"
    return words[:MAX_NAME_CHARS].strip()
