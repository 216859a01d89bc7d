"""/settings: what somebody wants from the bot, everywhere."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.client import Boardroom
from bot.ui.doors import Interaction, answered


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class Preferences(commands.Cog):
    """A person's own settings."""

    def __init__(self, bot: Boardroom) -> None:
        self.bot = bot

    @app_commands.command(description="See and change what you want from me")
    @app_commands.describe(direct_messages="Whether I also send you your secrets by direct message")
    @answered
    async def settings(self, interaction: Interaction, direct_messages: Literal["on", "off"] | None = None) -> None:
        """Show or change one's settings."""
        await self.bot.doors.settings(interaction, direct_messages)


async def setup(bot: Boardroom) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Preferences(bot))
