"""Commands of /game for opening, finding, starting, leaving and inspecting tables."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.host.cpu_accounting import run_in_thread
from bot.host.errors import NotYours, Refusal
from bot.host.record.export import export_game
from bot.host.table.deadlines import Posts
from bot.ui import screens
from bot.ui.delivery.permissions import must_show_tables
from bot.ui.delivery.table_threads import format_thread_name
from bot.ui.handlers import table_lookup
from bot.ui.handlers.answering import get_display_name, send_files, show, show_panel
from bot.ui.handlers.first_answer import defer
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.lobby.lobby import get_seed_contribution
from bot.ui.handlers.router import BoardroomBot, Router, route_command

Place = Literal["here", "in a thread"]


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.guild_only()
class Tables(commands.GroupCog, name="game", description="Open, find and follow tables"):
    """The group of table commands."""

    def __init__(self, router: Router) -> None:
        self.router = router

    @app_commands.command(description="Open a table and invite people to it")
    @app_commands.describe(
        game="Which game", seats="How many seats, you included", place="Where the table's message stands"
    )
    @app_commands.autocomplete(game=table_lookup.suggest_games)
    @route_command
    async def new(
        self,
        interaction: Interaction,
        game: str,
        seats: app_commands.Range[int, 1, 12] = 4,
        place: Place = "in a thread",
    ) -> None:
        """Open a lobby here or in a thread of its own."""
        channel = interaction.channel
        if interaction.guild_id is None or channel is None:
            raise Refusal("A table needs a server: use this command in one of its channels.")
        threaded = place == "in a thread" and isinstance(channel, discord.TextChannel)
        must_show_tables(interaction, in_new_thread=threaded)
        title = table_lookup.resolve_game_key(self.router.host, game)
        if title not in self.router.host.games:
            raise Refusal(f"There is no game of that name here. The games are: {', '.join(self.router.host.games)}.")
        if threaded:
            await defer(interaction)
        table = await self.router.lobby.open_table(
            title=title,
            guild_id=interaction.guild_id,
            channel_id=channel.id,
            user_id=interaction.user.id,
            name=get_display_name(interaction),
            seats_wanted=seats,
            adds=get_seed_contribution(interaction),
            thread=format_thread_name(self.router.host.games[title].title, get_display_name(interaction))
            if threaded
            else "",
        )
        await self.router.lobby_handlers.record_seat(interaction)
        if threaded:
            await self.router.lobby_handlers.show_new_table(interaction, table.row.game_id, channel.id)
            return
        no_thread = place == "in a thread" and not isinstance(channel, discord.Thread)
        why_here = " Channels of this kind have no threads." if no_thread else ""
        words = f"Table {table.row.game_id} is open in <#{channel.id}>, and you have a seat.{why_here}"
        await show(interaction, screens.render_lobby_options(table, words))

    @app_commands.command(description="Join a table before it starts, or add a word to its shuffle")
    @app_commands.describe(
        table="Which table; left out: the one in this channel",
        word="A word for the shuffle (default: this command's number)",
    )
    @app_commands.autocomplete(table=table_lookup.suggest_open_tables)
    @route_command
    async def join(self, interaction: Interaction, table: str | None = None, word: str | None = None) -> None:
        """Join a lobby; a person in the lobby confirms their presence, and may add another word."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("open",), about="guest")
        await self.router.lobby_handlers.join(interaction, game_id, word)

    @app_commands.command(description="Leave a table before it starts")
    @app_commands.describe(table="Which table; left out: the one in this channel")
    @app_commands.autocomplete(table=table_lookup.suggest_open_tables)
    @route_command
    async def leave(self, interaction: Interaction, table: str | None = None) -> None:
        """Leave a lobby."""
        await self.router.lobby_handlers.leave(
            interaction, await table_lookup.find_table(self.router, interaction, table, ("open",))
        )

    @app_commands.command(description="Start the game at a table you opened")
    @app_commands.describe(
        table="Which table; left out: the one in this channel",
        word="A word for the shuffle (default: this command's number)",
    )
    @app_commands.autocomplete(table=table_lookup.suggest_open_tables)
    @route_command
    async def start(self, interaction: Interaction, table: str | None = None, word: str | None = None) -> None:
        """Start a game."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("open",), about="setup")
        await self.router.lobby_handlers.start(interaction, game_id, word)

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

    @app_commands.command(description="For server managers: whether everybody can look at tables here on the web")
    @route_command
    async def public(self, interaction: Interaction) -> None:
        """Show whether the server's tables are public."""
        await self.router.web_page_handlers.show_server(interaction)

    @app_commands.command(name="list", description="The tables of this server, or the results of its finished games")
    @app_commands.describe(which="Left out: those that are open or running")
    @route_command
    async def list_tables(
        self, interaction: Interaction, which: Literal["open and running", "finished"] = "open and running"
    ) -> None:
        """List tables."""
        if which == "finished":
            await self.router.result_handlers.show_results(interaction)
            return
        sight = await self.router.access_check.build_sight(interaction)
        rows = await self.router.storage.games.list_in_server(
            interaction.guild_id or 0, statuses=("open", "running"), sight=sight, first=interaction.channel_id
        )
        await show(interaction, screens.render_tables(self.router.host.games, rows))

    @app_commands.command(description="Your finished games, for you alone: places and scores, by game and by opponent")
    @app_commands.describe(game="Of one game alone", player="With one person alone")
    @app_commands.autocomplete(game=table_lookup.suggest_games)
    @route_command
    async def mine(self, interaction: Interaction, game: str | None = None, player: discord.User | None = None) -> None:
        """Show a person their own results."""
        key = "" if game is None else await table_lookup.find_game_key(self.router, interaction, game)
        wanted = screens.ResultFilter(interaction.user.id, key, 0 if player is None else player.id)
        await self.router.result_handlers.show_mine(interaction, wanted)

    @app_commands.command(description="What a table looks like and what it waits for")
    @app_commands.describe(table="Which table; left out: the one in this channel")
    @app_commands.autocomplete(table=table_lookup.suggest_all_tables)
    @route_command
    async def status(self, interaction: Interaction, table: str | None = None) -> None:
        """Show a table privately, and restore its message if it was lost."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running", "open", "finished"))
        await self.router.table_screen_handlers.show_status(interaction, game_id)

    @app_commands.command(description="A game's rules, chapter by chapter")
    @app_commands.describe(game="Which game; left out: the one played in this channel")
    @app_commands.autocomplete(game=table_lookup.suggest_games)
    @route_command
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """Page through the rules."""
        await self.router.rulebook_handlers.show_rules(
            interaction, await table_lookup.find_game_key(self.router, interaction, game), 0
        )

    @app_commands.command(description="What a card does and how many there are; without a name, all cards of a game")
    @app_commands.describe(card="Its name", game="Which game; left out: the one played in this channel")
    @app_commands.autocomplete(card=table_lookup.suggest_cards, game=table_lookup.suggest_games)
    @route_command
    async def cards(self, interaction: Interaction, card: str | None = None, game: str | None = None) -> None:
        """Look a card up."""
        title = await table_lookup.find_game_key(self.router, interaction, game)
        await self.router.rulebook_handlers.show_card(interaction, title, card, anywhere=game is None)

    @app_commands.command(description="Try a game for a minute, privately against bots")
    @app_commands.describe(game="Which game; left out: the one played in this channel")
    @app_commands.autocomplete(game=table_lookup.suggest_games)
    @route_command
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        """Begin a lesson."""
        await self.router.lesson_handlers.begin_lesson(
            interaction, await table_lookup.find_game_key(self.router, interaction, game)
        )

    @app_commands.command(description="Whether secrets have reached their players, and which way; never what they say")
    @app_commands.describe(table="Which table; left out: the one in this channel")
    @app_commands.autocomplete(table=table_lookup.suggest_all_tables)
    @route_command
    async def delivery(self, interaction: Interaction, table: str | None = None) -> None:
        """Show recent deliveries: a server manager sees those of every seat, a player their own."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running", "finished"))
        await self.router.private_delivery_handlers.show_ledger(interaction, game_id)

    @app_commands.command(description="Everything that happened at a table, newest first")
    @app_commands.describe(table="Which table; left out: the one in this channel")
    @app_commands.autocomplete(table=table_lookup.suggest_all_tables)
    @route_command
    async def log(self, interaction: Interaction, table: str | None = None) -> None:
        """Page through the log."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running", "finished"))
        await self.router.table_screen_handlers.show_log(interaction, game_id, 0)

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
    ) -> None:
        """Start a vote, or carry a manager's decision out."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running",))
        await self.router.restore_seat(await self.router.access_check.grant_access(interaction, game_id))
        target = None if player is None else await self.router.host.find_seat_of(game_id, player.id)
        if what == "replace" and target is None:
            raise Refusal("Choose whom to replace with `player`.")
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


async def setup(bot: BoardroomBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Tables(bot.router))
