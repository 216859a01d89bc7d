"""Commands of /settings for a person's preferences and data."""

import json

from discord import app_commands
from discord.ext import commands

from bot.ui.handlers.answering import send_files
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.router import BoardroomBot, Router, route_command
from bot.ui.handlers.settings import preferences
from bot.ui.screens.screen import OPTIONS_IN_SELECT


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class Preferences(commands.GroupCog, name="settings", description="Your settings and your data"):
    """A person's own settings and data."""

    def __init__(self, router: Router) -> None:
        self.router = router

    @app_commands.command(description="Show and change your settings")
    @app_commands.describe(
        secrets="How your secrets come, beside /hand; moderators who manage threads can read private threads",
        time_zone="Your time zone, e.g. Europe/Paris",
        quiet_hours="Hours when you can't time out, e.g. 22:00-8:00, or none",
        days_off="First and last day on which your clocks stand still, e.g. 2026-12-24 2026-12-27; none",
        questions="Whether a picture marks your options where a question is about places on a board",
    )
    @route_command
    async def change(
        self,
        interaction: Interaction,
        secrets: preferences.Choice | None = None,
        time_zone: str | None = None,
        quiet_hours: str | None = None,
        days_off: str | None = None,
        questions: preferences.Questions | None = None,
    ) -> None:
        """Show or change the person's settings."""
        changes = preferences.PreferenceChanges(secrets, time_zone, quiet_hours, days_off, questions)
        await self.router.preference_handlers.change_settings(interaction, changes)

    @change.autocomplete("time_zone")
    async def _suggest_zones(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = preferences.find_zones(current)[:OPTIONS_IN_SELECT]
        return [app_commands.Choice(name=zone, value=zone) for zone in found]

    @app_commands.command(name="webhooks", description="Have signed events of your games, a table or a league sent")
    @route_command
    async def show_webhooks(self, interaction: Interaction) -> None:
        """Show a person their webhooks."""
        await self.router.webhook_handlers.show_webhooks(interaction)

    @app_commands.command(name="pages", description="Where your tables are open as pages to play on, and ending that")
    @route_command
    async def show_own_pages(self, interaction: Interaction) -> None:
        """Show a person where their tables are open as pages."""
        await self.router.own_page_handlers.show_sessions(interaction)

    @app_commands.command(name="my-data", description="Download everything I store about you")
    @route_command
    async def send_my_data(self, interaction: Interaction) -> None:
        """Send a person their stored data."""
        kept = await self.router.lost_channel_handlers.erasure.collect_data(interaction.user.id)
        contents = {"my-data.json": json.dumps(kept, indent=1, ensure_ascii=False).encode()}
        await send_files(interaction, "This is everything I keep of you. **/settings forget-me** deletes it.", contents)

    @app_commands.command(name="forget-me", description="Delete your data; I explain what that means first")
    @route_command
    async def forget_me(self, interaction: Interaction) -> None:
        """Offer the erasure of a person's data."""
        await self.router.lost_channel_handlers.ask_to_forget(interaction)


async def setup(bot: BoardroomBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Preferences(bot.router))
