"""A forum of the simulated Discord, with the rules of forums that the simulation does not know by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from discord import Permissions
from simcord.backend import errors
from simcord.backend.models import Channel, Message, Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from tests.cogs.town import Player, Town

TAG_REQUIRED = 40067
MANAGE = "manage_channels"


class Forum:
    """A forum, with a first post in which people use commands.

    As on Discord, the first message of a post has the post's id, a bot may edit its own posts, only moderators may set
    moderated tags, and a forum may require a tag on each post.
    """

    def __init__(self, town: Town, *, lacks: Sequence[str] = (), tags: Mapping[str, bool] | None = None) -> None:
        self.town = town
        self.requires_tag = False
        self.handle = town.guild.create_forum_channel("tables")
        self._backend = town.env.backend
        self.channel: Channel = self._backend.get_channel(self.handle.id)
        self._apply_rules()
        self.deny(*lacks)
        for name, moderated in (tags or {}).items():
            self.add_tag(name, moderated=moderated)
        owner = town.env.create_user("owner")
        town.guild.add_member(owner)
        self.first = self._backend.create_thread(self.handle.id, "How to play", owner.id)
        self.first_post = self.get_handle(self.first.id)

    def deny(self, *permissions: str, person: int | None = None) -> None:
        """Take permissions in the forum from a person, or from the bot."""
        bot = self.town.bot.user
        assert bot is not None
        if permissions:
            denied = Permissions(**dict.fromkeys(permissions, True)).value
            self._backend.set_overwrite(
                self.handle.id, Overwrite(target_id=person or bot.id, type=OverwriteType.MEMBER, allow=0, deny=denied)
            )

    def add_tag(self, name: str, *, moderated: bool = False) -> None:
        """Let a moderator create a tag."""
        new = {"id": str(self._backend.snowflake()), "name": name, "moderated": moderated, "emoji_id": None}
        self._change_tags([*self.channel.available_tags, {**new, "emoji_name": None}])

    def rename_tag(self, before: str, after: str) -> None:
        """Let a moderator rename a tag."""
        self._change_tags(
            [{**tag, "name": after} if tag["name"] == before else tag for tag in self.channel.available_tags]
        )

    def remove_tag(self, name: str) -> None:
        """Let a moderator delete a tag."""
        self._change_tags([tag for tag in self.channel.available_tags if tag["name"] != name])

    @property
    def tag_names(self) -> list[str]:
        """The names of the forum's tags."""
        return [tag["name"] for tag in self.channel.available_tags]

    @property
    def posts(self) -> list[ChannelHandle]:
        """The posts, without the first."""
        return [self.get_handle(thread.id) for thread in self._threads if thread.id != self.first.id]

    def get_tags(self, post: ChannelHandle) -> list[str]:
        """Return the names of a post's tags."""
        names = {int(tag["id"]): tag["name"] for tag in self.channel.available_tags}
        return [names[tag] for tag in self._backend.get_channel(post.id).applied_tags]

    def set_tags(self, post: ChannelHandle, *names: str) -> None:
        """Let a moderator set the tags of a post."""
        ids = {tag["name"]: int(tag["id"]) for tag in self.channel.available_tags}
        self._backend.edit_channel(post.id, {"applied_tags": [ids[name] for name in names]})

    def is_archived(self, post: ChannelHandle) -> bool:
        """Whether a post is archived."""
        meta = self._backend.get_channel(post.id).thread_metadata
        assert meta is not None
        return meta.archived

    def get_archive_minutes(self, post: ChannelHandle) -> int:
        """Return after how many minutes of silence a post is archived."""
        meta = self._backend.get_channel(post.id).thread_metadata
        assert meta is not None
        return meta.auto_archive_duration

    def get_handle(self, thread_id: int) -> ChannelHandle:
        """Return a post as a channel in which people write."""
        return ChannelHandle(self.town.env, self.town.guild, self._backend.get_channel(thread_id))

    async def slash(self, player: Player, command: str, **options: Any) -> str:
        """Let somebody use a command in the first post."""
        before, self.town.channel = self.town.channel, self.first_post
        try:
            return await player.slash(command, **options)
        finally:
            self.town.channel = before

    @property
    def _threads(self) -> list[Channel]:
        return [channel for channel in self._backend.channels.values() if channel.parent_id == self.handle.id]

    def _change_tags(self, tags: Sequence[Mapping[str, Any]]) -> None:
        self._backend.edit_channel(self.handle.id, {"available_tags": list(tags)})

    def _apply_rules(self) -> None:
        backend: Any = self._backend
        create_post, create_thread = backend.create_forum_post, backend.create_thread
        require, edit = backend.require_permissions, backend.edit_channel
        starters: list[int] = []

        def create_forum_post(forum_id: int, name: str, starter: Message, **given: Any) -> Any:
            if self.requires_tag and not given.get("applied_tags"):
                raise errors.BackendError(400, TAG_REQUIRED, "A tag is required to create a forum post")
            self._check_moderated(given.get("applied_tags", ()), ())
            starters.append(starter.id)
            return create_post(forum_id, name, starter, **given)

        def create_with_id(parent_id: int, name: str, owner_id: int, **given: Any) -> Channel:
            if starters and "message_id" not in given:
                given["message_id"] = starters.pop()
            thread: Channel = create_thread(parent_id, name, owner_id, **given)
            return thread

        def require_permissions(guild_id: Any, user_id: int, channel_id: Any, *names: str) -> Any:
            channel = backend.channels.get(channel_id)
            own = channel is not None and channel.is_thread and channel.owner_id == user_id
            return require(guild_id, user_id, channel_id, *[name for name in names if not (own and name == MANAGE)])

        def edit_channel(channel_id: int, changes: Any, **given: Any) -> Any:
            if "thread_metadata" in given and "applied_tags" in changes:
                self._check_moderated(changes["applied_tags"], backend.get_channel(channel_id).applied_tags)
            return edit(channel_id, changes, **given)

        backend.create_forum_post, backend.create_thread = create_forum_post, create_with_id
        backend.require_permissions, backend.edit_channel = require_permissions, edit_channel

    def _check_moderated(self, after: Iterable[int], before: Iterable[int]) -> None:
        moderated = {int(tag["id"]) for tag in self.channel.available_tags if tag.get("moderated")}
        if moderated & (set(after) ^ set(before)):
            self._backend.require_permissions(
                self.town.guild.id, self._backend.bot_user.id, self.handle.id, "manage_threads"
            )
