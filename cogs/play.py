"""Commands /help, /hand, /play, /bid, /inbox and /why, for keyboards, screen readers and secret prices."""

from discord import app_commands
from discord.ext import commands

from bot.ui.handlers import table_lookup
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.router import BoardroomBot, Router, route_command
from bot.ui.handlers.table import text_answers
from bot.ui.screens.screen import MAX_OPTION_CHARS, OPTIONS_IN_SELECT, truncate


class Play(commands.Cog):
    """Commands for players; every reply is private, in a server and in direct messages."""

    def __init__(self, router: Router) -> None:
        self.router = router

    @app_commands.command(description="How to find a table and play")
    @route_command
    async def help(self, interaction: Interaction) -> None:
        """Show the first things to know."""
        await self.router.rulebook_handlers.show_help(interaction)

    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.command(description="Show your hand, privately")
    @app_commands.describe(table="Table number (default: this channel's, or your only table)")
    @app_commands.autocomplete(table=table_lookup.suggest_own_tables)
    @route_command
    async def hand(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the person's hand."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running", "finished"), mine=True)
        await self.router.panel_handlers.show_hand(interaction, game_id)

    @app_commands.command(description="Make your move by typing; nobody else sees it")
    @app_commands.describe(answer="Your answer; leave empty to see your options", table="Which table")
    @app_commands.autocomplete(table=table_lookup.suggest_own_tables)
    @route_command
    async def play(self, interaction: Interaction, answer: str | None = None, table: str | None = None) -> None:
        """Answer the present question."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running",), mine=True)
        if answer is None:
            await self.router.panel_handlers.open_panel(interaction, game_id)
        else:
            await self.router.panel_handlers.answer_typed(interaction, game_id, answer)

    @play.autocomplete("answer")
    async def _suggest_answers(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        wanted = getattr(interaction.namespace, "table", None)
        context = await table_lookup.find_panel_context(self.router, interaction, wanted)
        if context is None or context.question is None or context.etag is None:
            return []
        tag = context.etag
        return [
            app_commands.Choice(
                name=truncate(offer.label, MAX_OPTION_CHARS), value=text_answers.format_suggestion(tag, offer)
            )
            for offer in self.router.panel_handlers.suggest_answers(context, current)[:OPTIONS_IN_SELECT]
        ]

    @app_commands.command(description="Name a secret price; nobody else sees it")
    @app_commands.describe(price="The price in whole dollars", table="Which table")
    @app_commands.autocomplete(table=table_lookup.suggest_own_tables)
    @route_command
    async def bid(self, interaction: Interaction, price: str, table: str | None = None) -> None:
        """Answer the present question with a number."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running",), mine=True)
        await self.router.panel_handlers.answer_with_number(interaction, game_id, price)

    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.command(description="Every table waiting for you, in all servers, most urgent first")
    @route_command
    async def inbox(self, interaction: Interaction) -> None:
        """List the person's open questions."""
        await self.router.inbox_handlers.show_inbox(interaction)

    @app_commands.command(description="Who a table is waiting for, until when, and what happens then")
    @app_commands.describe(table="Which table; left out: the one in this channel")
    @app_commands.autocomplete(table=table_lookup.suggest_own_tables)
    @route_command
    async def why(self, interaction: Interaction, table: str | None = None) -> None:
        """Explain what a table waits for."""
        await self.router.table_screen_handlers.show_why(
            interaction, await table_lookup.find_table(self.router, interaction, table, ("running",))
        )


async def setup(bot: BoardroomBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Play(bot.router))
