"""/settings: what somebody wants from the bot, everywhere."""

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.ui.doors import Doors, Interaction, Porter, answered


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class Preferences(commands.Cog):
    """A person's own settings."""

    def __init__(self, doors: Doors) -> None:
        self.doors = doors

    @app_commands.command(description="See and change what you want from me")
    @app_commands.describe(direct_messages="Whether I also send you your secrets by direct message")
    @answered
    async def settings(self, interaction: Interaction, direct_messages: Literal["on", "off"] | None = None) -> None:
        """Show or change one's settings."""
        await self.doors.settings(interaction, direct_messages)


async def setup(bot: Porter) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Preferences(bot.doors))
