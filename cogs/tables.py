"""Commands of /table for a table one plays or follows."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.host.errors import NotYours, Refusal
from bot.host.table.deadlines import Posts
from bot.ui.handlers import table_lookup
from bot.ui.handlers.answering import show_panel
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.router import BoardroomBot, Router, route_command


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.guild_only()
class Tables(commands.GroupCog, name="table", description="At a table: log, undo, votes, pace, posts"):
    """Commands that concern one table."""

    def __init__(self, router: Router) -> None:
        self.router = router

    @app_commands.command(description="Everything that happened at a table, newest first")
    @app_commands.describe(table="Which table; left out: the one in this channel")
    @app_commands.autocomplete(table=table_lookup.suggest_all_tables)
    @route_command
    async def log(self, interaction: Interaction, table: str | None = None) -> None:
        """Page through the log."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running", "finished"))
        await self.router.table_screen_handlers.show_log(interaction, game_id, 0)

    @app_commands.command(description="Undo your last move, or take back a secret answer")
    @app_commands.describe(table="Which table; left out: the one in this channel")
    @app_commands.autocomplete(table=table_lookup.suggest_own_tables)
    @route_command
    async def undo(self, interaction: Interaction, table: str | None = None) -> None:
        """Undo the person's last move."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running",), mine=True)
        await show_panel(interaction, await self.router.host.undo_for_person(game_id, interaction.user.id))

    @app_commands.command(description="Propose something to your table; with a reason, a server manager decides alone")
    @app_commands.describe(
        what="What you propose",
        player="Whom to replace",
        seat="The number of their seat, at an anonymous table",
        reason="Only for server managers: everybody reads it",
        table="Which table; left out: this channel's",
    )
    @app_commands.autocomplete(table=table_lookup.suggest_all_tables)
    @route_command
    async def propose(
        self,
        interaction: Interaction,
        what: Literal["undo", "pause", "resume", "replace", "abandon"],
        player: discord.User | None = None,
        reason: str = "",
        table: str | None = None,
        seat: app_commands.Range[int, 1, 12] | None = None,
    ) -> None:
        """Start a vote, or carry a manager's decision out."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running",))
        await self.router.restore_seat(await self.router.access_check.grant_access(interaction, game_id))
        target = await self.router.vote_handlers.votes.find_target(game_id, None if player is None else player.id, seat)
        if what == "replace" and target is None:
            raise Refusal("Choose whom to replace with `player`, at an anonymous table with `seat`.")
        await self.router.vote_handlers.propose(interaction, game_id, what, target=target, reason=reason)

    @app_commands.command(description="Concede: your remaining decisions use the defaults")
    @app_commands.describe(
        sure="Type yes to confirm; this can't be undone", table="Table number (default: this channel's)"
    )
    @app_commands.autocomplete(table=table_lookup.suggest_own_tables)
    @route_command
    async def concede(self, interaction: Interaction, sure: Literal["yes", "no"], table: str | None = None) -> None:
        """Give up a seat."""
        if sure != "yes":
            raise NotYours("Nothing was changed; you are still playing.")
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running",), mine=True)
        await self.router.seat_handlers.give_up_seat(interaction, game_id)

    @app_commands.command(description="Give an open table a pace of its own: hours for each answer")
    @app_commands.describe(hours="From 1 to 336, which is two weeks", table="Which table; left out: this channel's")
    @app_commands.autocomplete(table=table_lookup.suggest_open_tables)
    @route_command
    async def pace(self, interaction: Interaction, hours: str, table: str | None = None) -> None:
        """Set the pace of a lobby in hours."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("open",), about="setup")
        await self.router.lobby_handlers.set_pace(interaction, game_id, hours)

    @app_commands.command(description="How much I post about a table: headlines, everything that happens, or nothing")
    @app_commands.describe(
        post="Besides the table's message, calls and the result", table="Which table; left out: this channel's"
    )
    @app_commands.autocomplete(table=table_lookup.suggest_all_tables)
    @route_command
    async def news(self, interaction: Interaction, post: Posts, table: str | None = None) -> None:
        """Set how much is posted about a table."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running", "open"), about="setup")
        await self.router.lobby_handlers.set_news(interaction, game_id, post)

    @app_commands.command(description="Whether secrets have reached their players, and which way; never what they say")
    @app_commands.describe(table="Which table; left out: the one in this channel")
    @app_commands.autocomplete(table=table_lookup.suggest_all_tables)
    @route_command
    async def delivery(self, interaction: Interaction, table: str | None = None) -> None:
        """Show recent deliveries: a server manager sees those of every seat, a player their own."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running", "finished"))
        await self.router.private_delivery_handlers.show_ledger(interaction, game_id)


async def setup(bot: BoardroomBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Tables(bot.router))
