"""Posting and updating of messages in a table's channel.

Each letter has its own nonce, so a message posted by a killed process is found instead of posted twice. A duplicate
that a later move has replaced is deleted after the next start, when the table has no pending letters. The content of
messages is remembered in memory only: a restart costs one edit, but a wrong stored digest would keep a message wrong.

A message is not edited if it shows the screen already. Its existence is then checked, unless Discord has confirmed it
recently. An edit uploads its files again if the new or the previous screen has any.
"""

from __future__ import annotations

import logging
import math
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final, NamedTuple

import discord

from bot.host.table import deadlines
from bot.ui.delivery.discord_errors import TOO_MANY_OLD_EDITS, Reaction, get_reaction, is_temporary
from bot.ui.delivery.message_content import MessageContent, compute_content
from bot.ui.delivery.sent_posts import SentPosts
from bot.ui.screens.screen import Screen, build_files, build_layout
from storage.interface.letters import Letter, TableMessages
from storage.interface.metadata_keys import NONCES_KEY
from storage.store import Storage

log = logging.getLogger(__name__)

ARCHIVE_MINUTES: Final = 10080
"""Minutes; the longest inactivity before Discord archives a thread."""
MAX_MESSAGES_SEARCHED: Final = 50
"""Newest messages of a channel to search for a duplicate."""
MAX_CLOCK_DIFFERENCE = timedelta(seconds=30)
"""Largest difference between Discord's clock and ours."""
CONFIRMED_SECONDS = 60.0
"""Seconds for which a confirmed message is assumed to exist; otherwise each move would ask for it."""
MAX_REMEMBERED_MESSAGES = 5_000
"""Messages whose content is remembered, so that identical edits are skipped."""


class MessagePoster:
    """Posts, edits and deletes messages in channels and threads.

    Args:
        client: the bot.
        storage: holds the table's messages.
        confirmed_seconds: seconds for which a confirmed message is assumed to exist.
        now: monotonic time in seconds.
    """

    def __init__(
        self,
        client: discord.Client,
        storage: Storage,
        *,
        confirmed_seconds: float = 0.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._storage = storage
        self._confirmed_seconds = confirmed_seconds
        self._now = now
        self._known_messages: OrderedDict[int, _KnownMessage] = OrderedDict()
        """Content of messages, by id.

        It is not saved: a restart costs each message one edit at most, but an outdated digest would keep a message
        wrong.
        """
        self._epoch = ""
        self.posts = SentPosts(now)
        self._sent: deque[int] = deque(maxlen=MAX_REMEMBERED_MESSAGES)
        """Newest messages already matched to a letter; another letter with the same text cannot claim them."""

    async def show(
        self, letter: Letter, channel_id: int, screen: Screen, shown: TableMessages, *, sure: bool = False
    ) -> None:
        """Edit the table's message, or post it if there is none or it cannot be edited."""
        known = shown.messages.get("board")
        if known is not None and await self.change(known, screen, sure=sure):
            return
        sent = await self.send(channel_id, screen, letter)
        await self.replace_message(letter.game_id, "board", sent, known)

    async def change(self, known: tuple[int, int], screen: Screen, *, sure: bool = False) -> bool:
        """Edit a message, unless it shows this screen; return False if it is gone or can no longer be edited.

        Args:
            known: its channel and its id.
            screen: the new content.
            sure: whether to edit in any case, to find out if it is possible.
        """
        content, before = compute_content(screen), self._known_messages.pop(known[1], None)  # unknown during the edit
        if before is not None and content == before.content and not sure:
            if self._now() - before.at < self._confirmed_seconds:
                self._known_messages[known[1]] = before
                return True
            if not await self.is_still_there(known):  # deletions are not reported without a privileged intent
                return False
            self._keep(known[1], content)
            return True
        message = self._client.get_partial_messageable(known[0]).get_partial_message(known[1])
        nobody = discord.AllowedMentions.none()
        for tried in range(2):
            try:
                if before is not None and before.content.pictures == content.pictures:
                    await message.edit(view=build_layout(screen), allowed_mentions=nobody)
                else:
                    await message.edit(
                        view=build_layout(screen), attachments=build_files(screen), allowed_mentions=nobody
                    )
                break
            except discord.HTTPException as refused:
                match get_reaction(refused):
                    case Reaction.ANEW if known[0] == known[1] and refused.code == TOO_MANY_OLD_EDITS:
                        raise  # a post without its first message looks broken, so it is edited later
                    case Reaction.ANEW:
                        return False
                    case Reaction.WAKE if not tried:
                        await self.wake(known[0])
                    case _:
                        raise
        self._keep(message.id, content)
        return True

    async def send(
        self, channel_id: int, screen: Screen, letter: Letter, part: str = "", *, silent: bool = False
    ) -> discord.Message:
        """Post a screen; ping only the people it mentions, or nobody if it is silent.

        A message posted by an earlier attempt is found and not posted again: by its nonce, which Discord keeps for some
        minutes, and later by its text.

        Args:
            channel_id: the channel.
            screen: the content.
            letter: the letter to deliver.
            part: distinguishes several messages of one letter; one character at most.
            silent: whether to suppress the notification.
        """
        sent = await self._find_posted(channel_id, screen, letter) if letter.may_be_there else None
        if sent is None:
            users = [discord.Object(user_id) for user_id in screen.mentions]
            sent = await self._client.get_partial_messageable(channel_id).send(
                view=build_layout(screen),
                files=build_files(screen),
                nonce=build_nonce(await self._get_nonce_epoch(), letter.letter_id, part),
                silent=silent,
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users),
            )
        self.posts.record(channel_id, sent.id)
        self._sent.append(sent.id)
        self._keep(sent.id, compute_content(screen))
        return sent

    async def open_post(
        self, forum: discord.ForumChannel, name: str, screen: Screen, tags: Sequence[discord.ForumTag]
    ) -> tuple[int, int]:
        """Create a post of a forum with a screen as its first message; return the ids of both, equal on Discord."""
        users = [discord.Object(user_id) for user_id in screen.mentions]
        post, starter = await forum.create_thread(
            name=name,
            auto_archive_duration=ARCHIVE_MINUTES,
            view=build_layout(screen),
            files=build_files(screen),
            applied_tags=tags,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users),
        )
        self._keep(starter.id, compute_content(screen))
        return post.id, starter.id

    async def _get_nonce_epoch(self) -> str:
        """Return a random prefix that distinguishes this database's letters from those of a restored or new one."""
        if not self._epoch:
            self._epoch = await self._storage.metadata.keep(NONCES_KEY, secrets.token_hex(16))
        return self._epoch

    async def _find_posted(self, channel_id: int, screen: Screen, letter: Letter) -> discord.Message | None:
        """Return our message with the same content that is not older than the letter, if there is one."""
        since = deadlines.parse_time(letter.written_at) - MAX_CLOCK_DIFFERENCE
        wanted = list(_extract_texts(build_layout(screen).to_components()))
        place = self._client.get_partial_messageable(channel_id)
        try:
            async for message in place.history(limit=MAX_MESSAGES_SEARCHED, after=since, oldest_first=False):
                drawn = [component.to_dict() for component in message.components]
                ours = message.author == self._client.user and message.id not in self._sent
                if ours and list(_extract_texts(drawn)) == wanted:
                    return message
        except discord.Forbidden as refused:  # reading the history needs a permission of its own
            if is_temporary(refused):
                raise
            log.info("the channel's history may not be read", extra={"game": letter.game_id})
        return None

    async def replace_message(
        self, game_id: int, role: str, sent: discord.Message, before: tuple[int, int] | None = None
    ) -> None:
        """Store the new message of a role, and delete the previous one."""
        # In this order, because a message that cannot be deleted now stays stored, and the next attempt sends
        # nothing new.
        if before is not None and before[1] != sent.id:
            await self._delete(game_id, before)
        await self._storage.messages.put(game_id, role, sent.channel.id, sent.id)

    async def delete_message(self, game_id: int, role: str, known: tuple[int, int]) -> None:
        """Delete an obsolete message; it may be gone already."""
        await self._delete(game_id, known)
        await self._storage.messages.put(game_id, role, known[0], None)

    async def delete_duplicates(self, channel_id: int, controls: Collection[str], known: Collection[int]) -> None:
        """Delete our newest messages with one of these controls, except the known ones."""
        async for message in self._client.get_partial_messageable(channel_id).history(limit=MAX_MESSAGES_SEARCHED):
            if message.author != self._client.user or message.id in known:
                continue
            view = discord.ui.LayoutView.from_message(message, timeout=None)
            if any(getattr(item, "custom_id", None) in controls for item in view.walk_children()):
                await message.delete()

    def invalidate(self, messages: Collection[tuple[int, int]]) -> None:
        """Check these messages with Discord at the next update, because somebody misses one."""
        for _, message_id in messages:
            if (before := self._known_messages.get(message_id)) is not None:
                self._known_messages[message_id] = _KnownMessage(before.content, -math.inf)

    async def is_still_there(self, known: tuple[int, int]) -> bool:
        """Whether a message still exists; one that may not be read is assumed to exist."""
        try:
            await self._client.get_partial_messageable(known[0]).get_partial_message(known[1]).fetch()
        except (discord.NotFound, discord.Forbidden) as refused:
            if is_temporary(refused):
                raise
            return get_reaction(refused) is not Reaction.ANEW
        return True

    async def wake(self, channel_id: int) -> None:
        """Unarchive a thread; do nothing for other channels."""
        thread = await self.get_channel(channel_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)

    async def keep_awake(self, channel_id: int) -> None:
        """Keep a quiet thread active by changing its auto-archive duration."""
        thread = await self.get_channel(channel_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False, auto_archive_duration=4320)
            await thread.edit(auto_archive_duration=ARCHIVE_MINUTES)

    async def get_channel(self, channel_id: int) -> object:
        """Return a channel or thread, from the cache or from Discord."""
        return self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)

    async def _delete(self, game_id: int, known: tuple[int, int]) -> None:
        self.posts.forget(*known)
        try:
            await self._client.get_partial_messageable(known[0]).get_partial_message(known[1]).delete()
        except (discord.NotFound, discord.Forbidden) as refused:
            if is_temporary(refused):
                raise
            if isinstance(refused, discord.Forbidden):
                log.info("an old message could not be deleted", extra={"game": game_id})

    def _keep(self, message_id: int, content: MessageContent) -> None:
        self._known_messages[message_id] = _KnownMessage(content, self._now())
        self._known_messages.move_to_end(message_id)
        while len(self._known_messages) > MAX_REMEMBERED_MESSAGES:
            self._known_messages.popitem(last=False)


def build_nonce(epoch: str, letter_id: int, part: str = "") -> str:
    """Return the nonce of a message.

    Readers of the channel's traffic can see it, so it hides the number of other letters.
    """
    return f"br{sha256(f'{epoch}.{letter_id}{part}'.encode()).hexdigest()[:22]}"


class _KnownMessage(NamedTuple):
    """Known content of a message."""

    content: MessageContent
    at: float
    """Time at which Discord confirmed that it exists."""


def _extract_texts(components: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a message's texts and the ids of its controls, as Discord returns them."""
    for component in components:
        if said := str(component.get("content", component.get("custom_id", ""))).strip():
            yield said
        yield from _extract_texts(component.get("components", ()))
