"""Posts of a forum as places of tables, with tags for a table's status and its game.

A table's status changes its tags twice at most: when the game begins and when it is over. The tags are found by the
ids kept in the store, so a forum's moderators may rename them, otherwise by their names. Missing ones are created if
the bot may do so. All other tags of a post stay as they are.

The store keeps a row for each post, beside the table's messages: its role is `post:` and the status last shown.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.engine.game import AnyGame
from bot.host.host import Host
from bot.host.keyed_tasks import KeyedLocks
from bot.ui.delivery.discord_errors import is_temporary
from bot.ui.delivery.table_messages import ARCHIVE_MINUTES, MessagePoster
from bot.ui.screens.screen import Screen
from storage.interface.games import GameRow
from storage.interface.letters import TableMessages

log = logging.getLogger(__name__)

STATUSES: Final = ("open", "running", "finished")
"""Names of the tags that say a table's status."""
TOLD: Final = "told"
"""Purpose under which the store notes that somebody was told of a missing permission."""
ROLE: Final = "post:"
"""Prefix of the role of a table's post; its status follows."""
MAX_FORUM_TAGS: Final = 20
MAX_POST_TAGS: Final = 5
MAX_TAG_CHARS: Final = 20
CLOSING_MINUTES: Final = 1440
"""Minutes of silence after which Discord archives the post of a finished game."""


class ForumPosts:
    """Creates the posts of tables in forums, and keeps their tags."""

    def __init__(self, host: Host, posting: MessagePoster) -> None:
        self._host = host
        self._storage = host.storage
        self._posting = posting
        self._creating = KeyedLocks()
        """By forum, for the creation of its tags."""

    async def create(self, forum: discord.ForumChannel, row: GameRow, name: str, screen: Screen) -> tuple[int, int]:
        """Create a table's post; return its id and that of its first message."""
        found = await self._find_tags(forum, row)
        tags = [found[purpose] for purpose in (_get_status(row), _get_game_purpose(row)) if purpose in found]
        return await self._posting.open_post(forum, name, screen, tags)

    async def record(self, row: GameRow, post_id: int, message_id: int, *, has_tags: bool) -> None:
        """Record a table's post, whose first message is the table's message.

        Args:
            row: the table.
            post_id: id of the post.
            message_id: id of its first message.
            has_tags: whether its tags say the table's present status; otherwise `update` sets them.
        """
        await self._storage.messages.put(row.game_id, "board", post_id, message_id)
        status = _get_status(row) if has_tags else ""
        await self._storage.messages.put(row.game_id, f"{ROLE}{status}", post_id, post_id)

    async def update(self, row: GameRow, shown: TableMessages) -> None:
        """Set the tags of a table's post if its status has changed; do nothing for tables elsewhere.

        Discord archives the post of a finished game after a day of silence, and that of a table that never began at
        once. Neither is locked.

        Raises:
            discord.HTTPException: Discord is busy or down.
        """
        before = [
            role for role, place in shown.messages.items() if role.startswith(ROLE) and place[0] == row.channel_id
        ]
        status = _get_status(row)
        if not before or f"{ROLE}{status}" in before:
            return
        try:
            await self._show_status(row, status)
        except discord.HTTPException as refused:
            if is_temporary(refused):
                raise
            log.info("the tags of a post were not changed (%s)", refused.code, extra={"game": row.game_id})
        await self._storage.messages.put(row.game_id, f"{ROLE}{status}", row.channel_id, row.channel_id)
        for role in before:
            await self._storage.messages.put(row.game_id, role, row.channel_id, None)

    async def _show_status(self, row: GameRow, status: str) -> None:
        post = await self._posting.get_channel(row.channel_id)
        forum = get_forum(post)
        if not isinstance(post, discord.Thread) or forum is None:
            return
        found = await self._find_tags(forum, row)
        former = {tag.id for purpose, tag in found.items() if purpose in STATUSES}
        others = [tag for tag in post.applied_tags if tag.id not in former]
        tags = [*([found[status]] if status in found else []), *others][:MAX_POST_TAGS]
        closes = row.status == "abandoned" and row.revision == 0
        if post.archived and not closes:
            await self._posting.wake(post.id)
        if closes:
            await post.edit(applied_tags=tags, archived=True)
        else:
            over = status == "finished"
            await post.edit(applied_tags=tags, auto_archive_duration=CLOSING_MINUTES if over else ARCHIVE_MINUTES)

    async def _find_tags(self, forum: discord.ForumChannel, row: GameRow) -> Mapping[str, discord.ForumTag]:
        """Return the tags for a table by their purpose; create missing ones if possible, or say why not."""
        game = self._host.games.get(row.title)
        wanted = {status: status for status in STATUSES}
        if game is not None:
            wanted[_get_game_purpose(row)] = format_tag_name(game)
        kept = await self._storage.forum_tags.list_tags(forum.guild.id, forum.id)
        found = _match(wanted, kept, forum.available_tags)
        granted = forum.permissions_for(forum.guild.me)
        missing = [purpose for purpose in wanted if purpose not in found]
        trouble = ""
        if missing and not granted.manage_channels:
            trouble = f"create the tags {_list_names(wanted, missing)}, because I lack **Manage Channels**"
        elif missing:
            found = _match(wanted, kept, await self._create_missing_tags(forum, wanted, kept))
            missing = [purpose for purpose in wanted if purpose not in found]
            if missing:
                trouble = f"create the tags {_list_names(wanted, missing)}: a forum has room for {MAX_FORUM_TAGS}"
        moderated = [purpose for purpose, tag in found.items() if tag.moderated and not granted.manage_threads]
        if moderated and not trouble:
            trouble = (
                f"use the tags {_list_names(wanted, moderated)}, because they are for moderators and I lack "
                "**Manage Threads**"
            )
        ids = {purpose: tag.id for purpose, tag in found.items() if kept.get(purpose) != tag.id}
        if trouble and TOLD not in kept and await self._report(forum, row, trouble):
            ids[TOLD] = 0
        if ids:
            await self._storage.forum_tags.put(forum.guild.id, forum.id, ids)
        return {purpose: tag for purpose, tag in found.items() if purpose not in moderated}

    async def _create_missing_tags(
        self, forum: discord.ForumChannel, wanted: Mapping[str, str], kept: Mapping[str, int]
    ) -> Sequence[discord.ForumTag]:
        """Create a forum's missing tags in one request, as far as there is room; return all its tags.

        The request replaces the list of tags, and the cache may be older than our last one. So the list is read anew,
        otherwise it would delete tags that other tables' posts have.
        """
        if len(forum.available_tags) >= MAX_FORUM_TAGS:
            return forum.available_tags
        async with self._creating.get(forum.id):
            newest = await forum.guild.fetch_channel(forum.id)
            there = newest.available_tags if isinstance(newest, discord.ForumChannel) else forum.available_tags
            found = _match(wanted, kept, there)
            names = dict.fromkeys(name for purpose, name in wanted.items() if purpose not in found)
            new = [discord.ForumTag(name=name) for name in names][: MAX_FORUM_TAGS - len(there)]
            if not new:
                return there
            try:
                changed = await forum.edit(available_tags=[*there, *new])
            except discord.HTTPException as refused:
                if is_temporary(refused):
                    raise
                log.info("a forum's tags could not be created (%s)", refused.code)
                return there
            return there if changed is None else changed.available_tags

    async def _report(self, forum: discord.ForumChannel, row: GameRow, trouble: str) -> bool:
        """Tell the opener of a table once why a forum's posts lack tags; return whether there is one."""
        saved = await self._storage.games.load(row.game_id)
        seats = () if saved is None else saved.seats
        opener = next((seat_row for seat_row in seats if seat_row.user_id == row.opened_by), None)
        if opener is None or opener.user_id is None:
            return False
        words = (
            f"In <#{forum.id}> I cannot {trouble}. Tables there are posts without these tags. A server manager can "
            "change that; tags of these names that exist already are used."
        )
        await self._host.people.store_pending_notice(opener.user_id, opener.own_name, words)
        return True


def get_forum(channel: object) -> discord.ForumChannel | None:
    """Return the forum that a channel is, or a post belongs to; None for other channels."""
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    return place if isinstance(place, discord.ForumChannel) and not place.is_media() else None


async def find_forum_of_table(client: discord.Client, host: Host, channel_id: int) -> discord.ForumChannel | None:
    """Return the forum in which a table's own thread is a post; None if the table stands elsewhere."""
    parent_id = await host.storage.games.get_parent_channel(channel_id)
    return get_forum(None if parent_id is None else client.get_channel(parent_id))


def format_tag_name(game: AnyGame) -> str:
    """Return the name of a game's tag: its title, or its key if that is too long for Discord."""
    short = game.title if len(game.title) <= MAX_TAG_CHARS else game.key.replace("_", " ").title()
    return short[:MAX_TAG_CHARS].strip()


def _get_status(row: GameRow) -> str:
    return row.status if row.status in STATUSES else "finished"


def _get_game_purpose(row: GameRow) -> str:
    return f"game {row.title}"


def _match(
    wanted: Mapping[str, str], kept: Mapping[str, int], tags: Sequence[discord.ForumTag]
) -> dict[str, discord.ForumTag]:
    """Return the tags that serve each purpose: the kept one, or one of that name."""
    by_id = {tag.id: tag for tag in tags}
    by_name = {tag.name.casefold(): tag for tag in tags}
    found = {
        purpose: by_id.get(kept.get(purpose, 0)) or by_name.get(name.casefold()) for purpose, name in wanted.items()
    }
    return {purpose: tag for purpose, tag in found.items() if tag is not None}


def _list_names(wanted: Mapping[str, str], purposes: Sequence[str]) -> str:
    return ", ".join(f"**{wanted[purpose]}**" for purpose in purposes)
