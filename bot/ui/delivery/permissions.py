"""Permissions that the bot needs in a channel, by discord.py's name and by their label in Discord's settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.host.errors import Refusal
from bot.ui.delivery.forum_posts import get_forum
from bot.ui.handlers.instrumentation import Interaction

NEEDED_PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
NEEDED_IN_THREAD = {name: words for name, words in NEEDED_PERMISSIONS.items() if name != "send_messages"} | {
    "send_messages_in_threads": "Send Messages in Threads"
}
NEEDED_FOR_THREAD = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
NEEDED_FOR_POST = NEEDED_PERMISSIONS | {
    "send_messages": "Create Posts",
    "send_messages_in_threads": "Send Messages in Posts",
}
NEEDED_FOR_SECRETS = {
    "create_private_threads": "Create Private Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}

NOT_A_MEMBER = (
    "This server has my commands, but I am not a member of it, so I could show nothing here. Ask a server manager to "
    "add me again with the scope **bot**, or use the command in a server where I am."
)


def list_missing(granted: discord.Permissions, needed: Mapping[str, str]) -> Sequence[str]:
    """Return the labels of the needed permissions that are not granted."""
    return [words for name, words in needed.items() if not getattr(granted, name)]


def must_show_tables(interaction: Interaction, *, in_new_thread: bool = False) -> None:
    """Raise Refusal with the missing permissions if no table can be shown in the interaction's channel.

    A command can also come from a server to which only the commands were added, and not the bot.

    Args:
        interaction: holds the bot's permissions in its channel.
        in_new_thread: whether the table will get a thread of its own there, or in a forum a post.
    """
    if interaction.client.get_guild(interaction.guild_id or 0) is None:
        raise Refusal(NOT_A_MEMBER)
    needed = NEEDED_PERMISSIONS | (NEEDED_FOR_THREAD if in_new_thread else {})
    if isinstance(interaction.channel, discord.Thread):
        needed = NEEDED_FOR_POST if in_new_thread and get_forum(interaction.channel) is not None else NEEDED_IN_THREAD
    missing = list_missing(interaction.app_permissions, needed)
    if missing:
        only_thread = in_new_thread and not list_missing(interaction.app_permissions, NEEDED_PERMISSIONS)
        instead = ", or use **/game new** with `place: here`" if only_thread else ""
        raise Refusal(
            f"I lack permissions in this channel: {', '.join(missing)}. Ask a server manager for them{instead}."
        )


def find_forum_to_post_in(interaction: Interaction, forum_id: int) -> discord.ForumChannel:
    """Return a forum; raise Refusal if the person or the bot may not create posts there."""
    guild, person = interaction.guild, interaction.user
    forum = None if guild is None else get_forum(guild.get_channel(forum_id))
    if forum is None:
        raise Refusal(f"I cannot see a forum <#{forum_id}>. Ask a server manager to allow me **View Channel** there.")
    granted = forum.permissions_for(person) if isinstance(person, discord.Member) else discord.Permissions.none()
    if not (granted.view_channel and granted.send_messages):
        raise Refusal(f"You may not create posts in <#{forum_id}>. Use the command where you may write.")
    if missing := list_missing(forum.permissions_for(forum.guild.me), NEEDED_FOR_POST):
        raise Refusal(f"I lack permissions in <#{forum_id}>: {', '.join(missing)}. Ask a server manager for them.")
    return forum


def list_missing_in(client: discord.Client, channel_id: int) -> Sequence[str]:
    """Return the labels of the permissions missing in a channel; empty if it is not cached."""
    channel = client.get_channel(channel_id)
    if isinstance(channel, discord.Thread):
        return list_missing(channel.permissions_for(channel.guild.me), NEEDED_IN_THREAD) if channel.parent else []
    if isinstance(channel, discord.abc.GuildChannel):
        return list_missing(channel.permissions_for(channel.guild.me), NEEDED_PERMISSIONS)
    return []
