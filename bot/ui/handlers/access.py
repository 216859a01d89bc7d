"""Admission: whether somebody may come to a table from where they are. Asked once, on the way in.

An id comes back from Discord as whoever pressed has sent it, so it says nothing of where it was pressed. A player
comes to their own seat from anywhere: direct messages, their inbox in another server. All else at a table is for
those who stand in its server and see its channel, and a message of ours counts only where its table's messages go.

A new verb only says what it is about, in `Router.verbs`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import discord

from bot.host.errors import Refusal
from bot.host.host import Host
from bot.ui.handlers.answering import best_effort, manages
from bot.ui.handlers.instrumentation import Interaction
from storage.interface import GameRow, SeatRow, Sight

About: TypeAlias = Literal["seat", "setup", "guest"]
"""What somebody comes for: their own seat or a look; the table as a whole; to take a seat."""

NO_SUCH_TABLE = "I can't find that table here. /game list shows the tables of this server that you can see."


@dataclass(frozen=True)
class GrantedAccess:
    """Where somebody was let in."""

    row: GameRow
    seat_row: SeatRow | None
    """Where they sit; None: they only watch."""


class AccessCheck:
    """Lets people in, or tells them no more than that there is nothing here."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._noted: set[int] = set()
        """Tables of which it is noted already what channel their thread belongs to."""

    async def admit(self, interaction: Interaction, game_id: int, about: About = "seat") -> GrantedAccess:
        """Return a table and who asks for it.

        Raises:
            WrongShard: another process owns it, and answers.
            Refusal: they may not come to it from there for this.
        """
        known = await self._host.known(game_id)
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
        if not mine and not _sees(interaction, row.guild_id, row.channel_id, await self._within(row)):
            raise Refusal(NO_SUCH_TABLE)
        if _is_public(interaction) and interaction.channel_id != row.channel_id:
            raise Refusal(
                f"Table {game_id} stands in <#{row.channel_id}>. **/game status** shows it here, to you alone."
            )
        return GrantedAccess(row, seat_row)

    async def sight(self, interaction: Interaction) -> Sight:
        """Return what somebody can see of the tables of the server they stand in."""
        guild_id = interaction.guild_id or 0
        places = await self._host.storage.games.places_in(guild_id)
        seen = [channel_id for channel_id, within in places.items() if _sees(interaction, guild_id, channel_id, within)]
        return Sight(interaction.user.id, seen)

    async def _within(self, row: GameRow) -> int | None:
        return await self._host.storage.games.channel_of(row.channel_id)

    async def _note_thread(self, interaction: Interaction, row: GameRow) -> None:
        """Note what channel a table's thread belongs to: Discord tells us nothing of threads that are archived."""
        thread = interaction.channel
        if row.game_id in self._noted or not isinstance(thread, discord.Thread) or thread.id != row.channel_id:
            return
        self._noted.add(row.game_id)
        if not thread.is_private() and await self._within(row) != thread.parent_id:
            with best_effort():
                await self._host.storage.games.note_thread(row.guild_id, thread.id, thread.parent_id)


def _sees(interaction: Interaction, guild_id: int, channel_id: int, within: int | None) -> bool:
    """Whether somebody sees the tables of a channel; those whose place nobody knows are for who runs the server."""
    seen = shows(interaction, channel_id, within)
    return manages(interaction, guild_id) if seen is None else seen


def shows(interaction: Interaction, channel_id: int, within: int | None) -> bool | None:
    """Return whether who pressed can see a channel of their server; None when nobody knows that channel.

    Args:
        interaction: the press.
        channel_id: a channel or thread.
        within: the channel to which it belongs if it is a public thread, as far as it is noted.
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


def is_open_to_all(interaction: Interaction, channel_id: int) -> bool:
    """Whether everybody in the server from which was pressed can see one of its channels."""
    guild = interaction.guild
    channel = None if guild is None else guild.get_channel(channel_id)
    return guild is not None and channel is not None and channel.permissions_for(guild.default_role).view_channel


def _is_public(interaction: Interaction) -> bool:
    """Whether this was pressed on a message that others see, too."""
    if interaction.type is discord.InteractionType.application_command:
        return False
    return interaction.message is None or not interaction.message.flags.ephemeral
