"""/settings: what somebody wants from the bot, everywhere."""

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.ui import preferences
from bot.ui.answering import Interaction
from bot.ui.doors import Doors, Porter, answered
from bot.ui.screen import OPTIONS_IN_SELECT


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
class Preferences(commands.Cog):
    """A person's own settings."""

    def __init__(self, doors: Doors) -> None:
        self.doors = doors

    @app_commands.command(description="See and change what you want from me")
    @app_commands.describe(
        direct_messages="Whether I also send you your secrets by direct message",
        time_zone="Where you are, e.g. Europe/Paris",
        quiet_hours="When no clock of yours may end, e.g. 22:00-8:00; none ends them",
        days_off="First and last day on which your clocks stand still, e.g. 2026-12-24 2026-12-27; none",
    )
    @answered
    async def settings(
        self,
        interaction: Interaction,
        direct_messages: Literal["on", "off"] | None = None,
        time_zone: str | None = None,
        quiet_hours: str | None = None,
        days_off: str | None = None,
    ) -> None:
        """Show or change one's settings."""
        changes = preferences.Changes(direct_messages, time_zone, quiet_hours, days_off)
        await self.doors.settings(interaction, changes)

    @settings.autocomplete("time_zone")
    async def _zones(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = preferences.zones(current)[:OPTIONS_IN_SELECT]
        return [app_commands.Choice(name=zone, value=zone) for zone in found]


async def setup(bot: Porter) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Preferences(bot.doors))
