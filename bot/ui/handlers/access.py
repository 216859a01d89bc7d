"""Access check of a table, made once before its handler runs.

Discord sends a custom_id back as the client gave it, so the id does not prove where the press was made. Players reach
their own seat from anywhere: direct messages, or their inbox in another server. Every other request needs membership of
the table's server and a view of its channel. A public message of ours counts only in the table's own channel.

A new control only declares its access rule; see `bot.ui.handlers.routes`.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.host.errors import Refusal
from bot.host.host import Host
from bot.ui.delivery.forum_posts import get_forum
from bot.ui.handlers.answering import best_effort, is_manager
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.routes import About
from storage.interface.games import GameRow, SeatRow, VisibleChannels

NO_SUCH_TABLE = "I can't find that table here. /game list shows the tables of this server that you can see."


@dataclass(frozen=True)
class GrantedAccess:
    """A granted request: the table, and the person's seat in it."""

    row: GameRow
    seat_row: SeatRow | None
    """The person's seat; None for a spectator."""


class AccessCheck:
    """Grants access, or refuses without revealing that the table exists."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._noted: set[int] = set()
        """Tables whose thread's parent channel is already stored."""

    async def grant_access(self, interaction: Interaction, game_id: int, about: About = "seat") -> GrantedAccess:
        """Return the table and the seat of the person who asks for it.

        Raises:
            WrongShard: another process owns it, and answers.
            Refusal: the person may not reach it from there for this purpose.
        """
        known = await self._host.find_table(game_id)
        if known is None:
            raise Refusal(NO_SUCH_TABLE)
        row, seats = known
        await self._note_thread(interaction, row)
        seat_row = next((seat_row for seat_row in seats if seat_row.user_id == interaction.user.id), None)
        sits = seat_row is not None
        if sits and about == "seat":
            self._host.must_own(row.guild_id)
            return GrantedAccess(row, seat_row)
        if interaction.guild_id != row.guild_id:
            elsewhere = f"Table {game_id} belongs to another server; this is done in one of its channels."
            raise Refusal(elsewhere if sits else NO_SUCH_TABLE)
        mine = sits and about == "setup"
        if not mine and not _can_see_tables(
            interaction, row.guild_id, row.channel_id, await self._find_parent_channel(row)
        ):
            raise Refusal(NO_SUCH_TABLE)
        if _is_public(interaction) and interaction.channel_id != row.channel_id:
            raise Refusal(
                f"Table {game_id} stands in <#{row.channel_id}>. **/game status** shows it here, to you alone."
            )
        return GrantedAccess(row, seat_row)

    async def build_sight(self, interaction: Interaction) -> VisibleChannels:
        """Return the tables that the person can see in the server of the interaction."""
        guild_id = interaction.guild_id or 0
        places = await self._host.storage.games.list_places_in_server(guild_id)
        seen = [
            channel_id
            for channel_id, within in places.items()
            if _can_see_tables(interaction, guild_id, channel_id, within)
        ]
        return VisibleChannels(interaction.user.id, seen)

    async def _find_parent_channel(self, row: GameRow) -> int | None:
        return await self._host.storage.games.get_parent_channel(row.channel_id)

    async def _note_thread(self, interaction: Interaction, row: GameRow) -> None:
        """Store the parent channel of a table's thread, because Discord does not report archived threads."""
        thread = interaction.channel
        if row.game_id in self._noted or not isinstance(thread, discord.Thread) or thread.id != row.channel_id:
            return
        self._noted.add(row.game_id)
        if not thread.is_private() and await self._find_parent_channel(row) != thread.parent_id:
            with best_effort():
                await self._host.storage.games.note_thread(row.guild_id, thread.id, thread.parent_id)


def _can_see_tables(interaction: Interaction, guild_id: int, channel_id: int, within: int | None) -> bool:
    """Whether the person can see a channel's tables; only the server's managers can if the channel is unknown."""
    seen = can_see_channel(interaction, channel_id, within)
    return is_manager(interaction, guild_id) if seen is None else seen


def can_see_channel(interaction: Interaction, channel_id: int, within: int | None) -> bool | None:
    """Return whether the person can see a channel of their server; None if the channel is unknown.

    Args:
        interaction: the press.
        channel_id: a channel or thread.
        within: the stored parent channel of a public thread, if any.
    """
    if channel_id == interaction.channel_id:
        return True
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return False
    place = guild.get_channel_or_thread(channel_id) or guild.get_channel(within or 0)
    channel = place.parent if isinstance(place, discord.Thread) else place
    if channel is None:
        return None
    granted = channel.permissions_for(member)
    if not granted.view_channel or not isinstance(place, discord.Thread) or not place.is_private():
        return granted.view_channel
    return granted.manage_threads or any(other.id == member.id for other in place.members)


def can_hold_league(channel: object) -> bool:
    """Whether a league's tables can have threads in a channel, or posts in the forum of a post."""
    return not isinstance(channel, discord.Thread) or get_forum(channel) is not None


def is_open_to_all(interaction: Interaction, channel_id: int, within: int | None) -> bool:
    """Whether everybody in the server of the interaction can see one of its channels, or a post of a forum."""
    guild = interaction.guild
    channel = None if guild is None else guild.get_channel(within or channel_id)
    return guild is not None and channel is not None and channel.permissions_for(guild.default_role).view_channel


def _is_public(interaction: Interaction) -> bool:
    """Whether the interaction came from a message that others can see, too."""
    if interaction.type is discord.InteractionType.application_command:
        return False
    return interaction.message is None or not interaction.message.flags.ephemeral
