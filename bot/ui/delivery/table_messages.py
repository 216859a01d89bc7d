"""Posting: putting screens where a table's messages stand, and keeping those that stand there right.

A letter is posted under a nonce of its own, so what a killed program had posted is found again instead of posted twice;
what a later move has replaced meanwhile is swept away after the next start, once nothing of that table waits. What a
message shows is remembered, not saved: a restart costs one edit, a wrong digest would cost a message that stays wrong.
No message is changed into what it shows already; whether it stands is asked for then, unless Discord has said so a
moment ago. An edit names its files anew wherever the screen or the message before it has one.
"""

from __future__ import annotations

import json
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

from bot.engine.pages import Picture
from bot.host.table import deadlines
from bot.ui.delivery.discord_errors import Reaction, passes, reaction
from bot.ui.screens.screen import Screen, files, layout
from storage.interface import NONCES, Letter, TableMessages
from storage.store import Storage

log = logging.getLogger(__name__)

LONGEST_REST: Final = 10080
"""Minutes: the longest after which Discord archives a thread in which nothing is posted."""
LOOKED_AT: Final = 50
"""Messages of a channel, from the newest back, among which one is looked for that was posted twice."""
CLOCKS_DIFFER = timedelta(seconds=30)
"""By so much Discord's clock and ours may differ."""
STANDS = 60.0
"""Seconds for which a message is taken to stand once Discord has said so: who goes on moving asks for it each time."""
KEPT = 5_000
"""Messages of which it is remembered what they show, so that they are changed only into something else."""


class MessagePoster:
    """What is posted, changed and taken away in channels and threads.

    Args:
        client: the bot.
        storage: where it stands which messages there are.
        stands: seconds for which a message is taken to stand, once Discord has said that it does.
        now: seconds of a clock that only goes forward.
    """

    def __init__(
        self,
        client: discord.Client,
        storage: Storage,
        *,
        stands: float = 0.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._storage = storage
        self._stands = stands
        self._now = now
        self._faces: OrderedDict[int, _Known] = OrderedDict()
        """What messages show. It is not saved: a restart costs each of them one change at most, and a digest that
        outlived a change which was not noted down any more would keep a message wrong."""
        self._epoch = ""
        self._sent: deque[int] = deque(maxlen=KEPT)
        """The newest messages that are known to be some letter's; no other letter in the same words has become them."""

    async def show(
        self, letter: Letter, channel_id: int, screen: Screen, shown: TableMessages, *, sure: bool = False
    ) -> None:
        """Change the table's message, or post it when there is none any more or the old one cannot be changed."""
        known = shown.messages.get("board")
        if known is not None and await self.change(known, screen, sure=sure):
            return
        sent = await self.send(channel_id, screen, letter)
        await self.stands_for(letter.game_id, "board", sent, known)

    async def change(self, known: tuple[int, int], screen: Screen, *, sure: bool = False) -> bool:
        """Change a message, unless it shows just this; return False when it is gone or cannot be changed any more.

        Args:
            known: its channel and itself.
            screen: what it is to show.
            sure: whether it is changed in any case, to find out if it can be.
        """
        face, before = _face(screen), self._faces.pop(known[1], None)  # while it is being changed, nobody knows
        if before is not None and face == before.face and not sure:
            if self._now() - before.at < self._stands:
                self._faces[known[1]] = before
                return True
            if not await self.still_stands(known):  # only Discord knows: we hear of no message but by asking
                return False
            self._keep(known[1], face)
            return True
        message = self._client.get_partial_messageable(known[0]).get_partial_message(known[1])
        nobody = discord.AllowedMentions.none()
        for tried in range(2):
            try:
                if before is not None and before.face.pictures == face.pictures:
                    await message.edit(view=layout(screen), allowed_mentions=nobody)
                else:
                    await message.edit(view=layout(screen), attachments=files(screen), allowed_mentions=nobody)
                break
            except discord.HTTPException as refused:
                match reaction(refused):
                    case Reaction.ANEW:
                        return False
                    case Reaction.WAKE if not tried:
                        await self.wake(known[0])
                    case _:
                        raise
        self._keep(message.id, face)
        return True

    async def send(
        self, channel_id: int, screen: Screen, letter: Letter, part: str = "", *, silent: bool = False
    ) -> discord.Message:
        """Post a screen; the people it mentions, and nobody else, are called, and nobody when it is silent.

        What an earlier attempt has posted is found and not posted again: by its nonce, which Discord knows for some
        minutes, and after that by its words.

        Args:
            channel_id: where to.
            screen: what.
            letter: which letter brings it.
            part: tells apart what one letter posts beside each other; one character at most.
            silent: whether it makes no sound.
        """
        sent = await self._posted_before(channel_id, screen, letter) if letter.may_be_there else None
        if sent is None:
            users = [discord.Object(user_id) for user_id in screen.mentions]
            sent = await self._client.get_partial_messageable(channel_id).send(
                view=layout(screen),
                files=files(screen),
                nonce=nonce(await self._epoch_of_nonces(), letter.letter_id, part),
                silent=silent,
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users),
            )
        self._sent.append(sent.id)
        self._keep(sent.id, _face(screen))
        return sent

    async def _epoch_of_nonces(self) -> str:
        """Return what tells this database's letters from those of one restored or begun anew, which count like it."""
        if not self._epoch:
            self._epoch = await self._storage.metadata.keep(NONCES, secrets.token_hex(16))
        return self._epoch

    async def _posted_before(self, channel_id: int, screen: Screen, letter: Letter) -> discord.Message | None:
        """Return the message of ours that says the same and is not older than the letter, if there is one."""
        since = deadlines.moment(letter.written_at) - CLOCKS_DIFFER
        wanted = list(_said_by(layout(screen).to_components()))
        place = self._client.get_partial_messageable(channel_id)
        try:
            async for message in place.history(limit=LOOKED_AT, after=since, oldest_first=False):
                drawn = [component.to_dict() for component in message.components]
                ours = message.author == self._client.user and message.id not in self._sent
                if ours and list(_said_by(drawn)) == wanted:
                    return message
        except discord.Forbidden as refused:  # to read what was written there takes a permission of its own
            if passes(refused):
                raise
            log.info("what was posted before may not be looked for", extra={"game": letter.game_id})
        return None

    async def stands_for(
        self, game_id: int, role: str, sent: discord.Message, before: tuple[int, int] | None = None
    ) -> None:
        """Remember the message that plays a role from now on, and delete the one before."""
        # In this order: what cannot be deleted now is not forgotten, and the next attempt sends nothing new.
        if before is not None and before[1] != sent.id:
            await self._delete(game_id, before)
        await self._storage.messages.put(game_id, role, sent.channel.id, sent.id)

    async def take_away(self, game_id: int, role: str, known: tuple[int, int]) -> None:
        """Delete a message that says what is not so any more; if somebody has deleted it already, all the better."""
        await self._delete(game_id, known)
        await self._storage.messages.put(game_id, role, known[0], None)

    async def sweep(self, channel_id: int, controls: Collection[str], known: Collection[int]) -> None:
        """Delete the newest messages of ours that have one of these controls, but for those that are known."""
        async for message in self._client.get_partial_messageable(channel_id).history(limit=LOOKED_AT):
            if message.author != self._client.user or message.id in known:
                continue
            view = discord.ui.LayoutView.from_message(message, timeout=None)
            if any(getattr(item, "custom_id", None) in controls for item in view.walk_children()):
                await message.delete()

    def doubt(self, messages: Collection[tuple[int, int]]) -> None:
        """Ask Discord again whether these messages stand, the next time that it matters: somebody misses one."""
        for _, message_id in messages:
            if (before := self._faces.get(message_id)) is not None:
                self._faces[message_id] = _Known(before.face, -math.inf)

    async def still_stands(self, known: tuple[int, int]) -> bool:
        """Whether nobody has deleted a message; one that we may not read is taken to be there."""
        try:
            await self._client.get_partial_messageable(known[0]).get_partial_message(known[1]).fetch()
        except (discord.NotFound, discord.Forbidden) as refused:
            if passes(refused):
                raise
            return reaction(refused) is not Reaction.ANEW
        return True

    async def wake(self, channel_id: int) -> None:
        """Open an archived thread; other places are never asleep."""
        thread = await self.place(channel_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)

    async def keep_awake(self, channel_id: int) -> None:
        """Let a thread in which nothing is posted count as in use: changing when it is archived does."""
        thread = await self.place(channel_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False, auto_archive_duration=4320)
            await thread.edit(auto_archive_duration=LONGEST_REST)

    async def place(self, channel_id: int) -> object:
        """Return a channel or thread, asking Discord when it is not known."""
        return self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)

    async def _delete(self, game_id: int, known: tuple[int, int]) -> None:
        try:
            await self._client.get_partial_messageable(known[0]).get_partial_message(known[1]).delete()
        except (discord.NotFound, discord.Forbidden) as refused:
            if passes(refused):
                raise
            if isinstance(refused, discord.Forbidden):
                log.info("an old message could not be taken away", extra={"game": game_id})

    def _keep(self, message_id: int, face: _Face) -> None:
        self._faces[message_id] = _Known(face, self._now())
        self._faces.move_to_end(message_id)
        while len(self._faces) > KEPT:
            self._faces.popitem(last=False)


def nonce(epoch: str, letter_id: int, part: str = "") -> str:
    """Return under which nonce something is posted.

    Whoever reads the channel's traffic sees it, so it does not tell how many letters went elsewhere in between.
    """
    return f"br{sha256(f'{epoch}.{letter_id}{part}'.encode()).hexdigest()[:22]}"


class _Face(NamedTuple):
    """What a message shows, as digests."""

    parts: bytes
    """Its texts, controls and colour: everything but the bytes of its pictures."""
    pictures: bytes


class _Known(NamedTuple):
    """What is known of a message."""

    face: _Face
    at: float
    """When Discord has said that it stands."""


def _face(screen: Screen) -> _Face:
    """Return what a message shows that was made of this screen."""
    parts = json.dumps(layout(screen).to_components()).encode()
    pictures = b"".join(block.png for block in screen.blocks if isinstance(block, Picture))
    return _Face(sha256(parts).digest(), sha256(pictures).digest())


def _said_by(components: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the texts of a message and the ids of its controls, as Discord gives them back."""
    for component in components:
        if said := str(component.get("content", component.get("custom_id", ""))).strip():
            yield said
        yield from _said_by(component.get("components", ()))
