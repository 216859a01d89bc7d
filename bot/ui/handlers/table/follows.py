"""Handlers for people who follow a table at which they do not sit."""

from __future__ import annotations

import discord

from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.play.follows import Follows
from bot.ui.handlers.answering import get_or_create_person, reply, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.routes import NOTHING, ONESELF, SEAT, route
from bot.ui.screens.table import follows as screens

FOLLOWING = "Following the table"
ENDED = "You don't follow that table any more."
NOT_PUBLIC = "This table is in a private thread, and I write only about tables in open channels."


class FollowHandlers:
    """Shows, begins and ends the following of a table; the person who presses gets their own."""

    def __init__(self, host: Host, follows: Follows) -> None:
        self._host = host
        self._follows = follows

    @route("follow", access=SEAT, saves=NOTHING)
    async def _show_follow(self, interaction: Interaction, game_id: int) -> None:
        seen = await self._host.get_view_of_person(game_id, interaction.user.id)
        await show(
            interaction, screens.render_follow(seen, await self._follows.is_following(game_id, interaction.user.id))
        )

    @route("followon", access=SEAT, saves=FOLLOWING)
    async def _follow(self, interaction: Interaction, game_id: int) -> None:
        row = (await self._host.get_view_of_person(game_id, interaction.user.id)).row
        place = None if interaction.guild is None else interaction.guild.get_channel_or_thread(row.channel_id)
        if isinstance(place, discord.Thread) and place.is_private():
            raise Refusal(NOT_PUBLIC)
        await get_or_create_person(interaction, self._host.people)
        await self._follows.follow(game_id, interaction.user.id)
        await self._show_follow(interaction, game_id)

    @route("unfollow", access=ONESELF, saves=FOLLOWING)
    async def _unfollow(self, interaction: Interaction, game_id: int) -> None:
        """End following, also from a direct message and for a person who has left the server."""
        await self._follows.unfollow(game_id, interaction.user.id)
        await reply(interaction, ENDED)
