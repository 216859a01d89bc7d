"""Entries of the menu that Discord shows for a person: their results here, and an invitation to one's table."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.host.errors import Refusal
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.router import BoardroomBot, Router, route_command


class PersonMenus(commands.Cog):
    """Adds its entries to the command tree, because a cog collects no context menus."""

    def __init__(self, router: Router, tree: app_commands.CommandTree[BoardroomBot]) -> None:
        self.router = router
        self._tree = tree
        self._menus = (
            app_commands.ContextMenu(name="Results here", callback=self.show_results),
            app_commands.ContextMenu(name="Invite to my table", callback=self.invite),
        )

    async def cog_load(self) -> None:
        """Register the entries."""
        for menu in self._menus:
            in_servers = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)(menu)
            self._tree.add_command(app_commands.guild_only(in_servers))

    async def cog_unload(self) -> None:
        """Remove the entries."""
        for menu in self._menus:
            self._tree.remove_command(menu.name, type=menu.type)

    @route_command
    async def show_results(self, interaction: Interaction, person: discord.User) -> None:
        """Show a person's finished games in this server."""
        await self.router.result_handlers.show_player(interaction, person.id)

    @route_command
    async def invite(self, interaction: Interaction, person: discord.User) -> None:
        """Invite a person to an open table of one's own."""
        if person.bot:
            raise Refusal("That's a bot; it can't play. **Add a bot** at your table seats one of mine.")
        await self.router.lobby_handlers.invite_person(interaction, person.id)


async def setup(bot: BoardroomBot) -> None:
    """Add the entries to the bot."""
    await bot.add_cog(PersonMenus(bot.router, bot.tree))
