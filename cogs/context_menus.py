"""Entries of the menus that Discord shows for a person and for a message."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.host.errors import Refusal
from bot.ui.handlers import table_lookup
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.router import BoardroomBot, Router, route_command


class ContextMenus(commands.Cog):
    """Adds its entries to the command tree, because a cog collects no context menus."""

    def __init__(self, router: Router, tree: app_commands.CommandTree[BoardroomBot]) -> None:
        self.router = router
        self._tree = tree
        self._menus: Sequence[app_commands.ContextMenu] = (
            app_commands.ContextMenu(name="Results here", callback=self.show_results),
            app_commands.ContextMenu(name="Invite to my table", callback=self.invite),
            app_commands.ContextMenu(name="My panel", callback=self.open_panel),
            app_commands.ContextMenu(name="Why does it wait?", callback=self.show_why),
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

    @route_command
    async def open_panel(self, interaction: Interaction, message: discord.Message) -> None:
        """Open one's panel of the table to which a message belongs."""
        row = await table_lookup.find_table_of_message(self.router, interaction, message)
        if row.status == "open":
            await self.router.table_screen_handlers.show_status(interaction, row.game_id)
        else:
            await self.router.panel_handlers.open_panel(interaction, row.game_id)

    @route_command
    async def show_why(self, interaction: Interaction, message: discord.Message) -> None:
        """Explain what the table waits for to which a message belongs."""
        row = await table_lookup.find_table_of_message(self.router, interaction, message)
        if row.status == "open":
            await self.router.table_screen_handlers.show_status(interaction, row.game_id)
        else:
            await self.router.table_screen_handlers.show_why(interaction, row.game_id)


async def setup(bot: BoardroomBot) -> None:
    """Add the entries to the bot."""
    await bot.add_cog(ContextMenus(bot.router, bot.tree))
