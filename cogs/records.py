"""Commands of /record for replays, results, files and proofs of games."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.host.cpu_accounting import run_in_thread
from bot.host.record.export import export_game
from bot.ui import screens
from bot.ui.handlers import table_lookup
from bot.ui.handlers.answering import send_files
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.router import BoardroomBot, Router, route_command


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.guild_only()
class RecordCommands(commands.GroupCog, name="record", description="Replays, results and proofs of games"):
    """Commands that look back at games."""

    def __init__(self, router: Router) -> None:
        self.router = router

    @app_commands.command(description="A game step by step, for you alone: the table as it stood after each move")
    @app_commands.describe(
        table="Which table; left out: the one in this channel", step="Which step; left out: the first one"
    )
    @app_commands.autocomplete(table=table_lookup.suggest_all_tables)
    @route_command
    async def replay(
        self, interaction: Interaction, table: str | None = None, step: app_commands.Range[int, 1, 100_000] = 1
    ) -> None:
        """Show a game step by step."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("finished", "running", "abandoned"))
        await self.router.replay_handlers.show(interaction, game_id, at=step)

    @app_commands.command(description="Your finished games, for you alone: places and scores, by game and by opponent")
    @app_commands.describe(game="Of one game alone", player="With one person alone")
    @app_commands.autocomplete(game=table_lookup.suggest_games)
    @route_command
    async def mine(self, interaction: Interaction, game: str | None = None, player: discord.User | None = None) -> None:
        """Show a person their own results."""
        key = "" if game is None else await table_lookup.find_game_key(self.router, interaction, game)
        wanted = screens.ResultFilter(interaction.user.id, key, 0 if player is None else player.id)
        await self.router.result_handlers.show_mine(interaction, wanted)

    @app_commands.command(name="results", description="The results of this server's finished games, newest first")
    @route_command
    async def show_results(self, interaction: Interaction) -> None:
        """List finished games."""
        await self.router.result_handlers.show_results(interaction)

    @app_commands.command(description="A game as a file: of a running game, what everybody may know")
    @app_commands.describe(table="Which table; left out: the one in this channel")
    @app_commands.autocomplete(table=table_lookup.suggest_all_tables)
    @route_command
    async def export(self, interaction: Interaction, table: str | None = None) -> None:
        """Send a game as JSON."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("finished", "running", "abandoned"))
        await self.router.review_handlers.prepare(game_id)
        exported = await export_game(self.router.storage, game_id)
        data = await run_in_thread(exported.model_dump_json, indent=1)
        words = f"Table {game_id} as a file. `python -m bot verify` checks it."
        await send_files(interaction, words, {f"boardroom-{game_id}.json": data.encode()})

    @app_commands.command(description="Proof that nobody chose the deal, and that the rules were followed")
    @app_commands.describe(table="Which table; left out: the one in this channel")
    @app_commands.autocomplete(table=table_lookup.suggest_all_tables)
    @route_command
    async def verify(self, interaction: Interaction, table: str | None = None) -> None:
        """Replay a finished game and check every commitment."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("finished", "running", "abandoned"))
        await self.router.result_handlers.show_proof(interaction, game_id)


async def setup(bot: BoardroomBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(RecordCommands(bot.router))
