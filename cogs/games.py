"""Commands of /game for opening, finding and learning games."""

from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.host.errors import Refusal
from bot.host.lobby.settings import MAX_NAME_CHARS, check_table_name, get_default_settings
from bot.ui import screens
from bot.ui.delivery.forum_posts import get_forum
from bot.ui.delivery.permissions import find_forum_to_post_in, must_show_tables
from bot.ui.delivery.table_threads import format_thread_name
from bot.ui.handlers import table_lookup
from bot.ui.handlers.answering import get_display_name, show
from bot.ui.handlers.first_answer import defer
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.lobby.lobby import get_seed_contribution
from bot.ui.handlers.router import BoardroomBot, Router, route_command

Place = Literal["here", "in a thread"]


class ForumOption(app_commands.Transformer):
    """Option that names a forum, which the bot need not see."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The kind of option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The kinds of channel that it offers."""
        return [discord.ChannelType.forum]

    async def transform(self, _: Interaction, value: Any, /) -> Any:
        """Return the channel as Discord describes it."""
        return value


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.guild_only()
class Games(commands.GroupCog, name="game", description="Open, find and learn games"):
    """Commands that begin a game, find one or explain one."""

    def __init__(self, router: Router) -> None:
        self.router = router

    @app_commands.command(description="Open a table and invite people to it")
    @app_commands.describe(
        game="Which game",
        seats="How many seats, you included",
        place="Where the table's message stands",
        name="A name for the table, which everyone sees",
        forum="A forum in which the table is a post of its own",
        anonymous="Whether nobody reads who plays until the game is over",
        unrevealed="Whether nobody reads who played after the game either",
    )
    @app_commands.autocomplete(game=table_lookup.suggest_games)
    @route_command
    async def new(
        self,
        interaction: Interaction,
        game: str,
        seats: app_commands.Range[int, 1, 12] = 4,
        place: Place = "in a thread",
        name: app_commands.Range[str, 0, MAX_NAME_CHARS] = "",
        forum: app_commands.Transform[app_commands.AppCommandChannel, ForumOption] | None = None,
        anonymous: bool = False,
        unrevealed: bool = False,
    ) -> None:
        """Open a lobby here or in a thread of its own; in a forum, in a new post."""
        channel = interaction.channel
        if interaction.guild_id is None or channel is None:
            raise Refusal("A table needs a server: use this command in one of its channels.")
        parent: discord.ForumChannel | None
        if forum is not None:
            parent, threaded = find_forum_to_post_in(interaction, forum.id), True
        else:
            parent = get_forum(channel) if place == "in a thread" else None
            threaded = parent is not None or (place == "in a thread" and isinstance(channel, discord.TextChannel))
            must_show_tables(interaction, in_new_thread=threaded)
        parent_id = channel.id if parent is None else parent.id
        title = table_lookup.resolve_game_key(self.router.host, game)
        if title not in self.router.host.games:
            raise Refusal(f"There is no game of that name here. The games are: {', '.join(self.router.host.games)}.")
        table_name = check_table_name(name)
        if threaded:
            await defer(interaction)
        table = await self.router.lobby.open_table(
            title=title,
            guild_id=interaction.guild_id,
            channel_id=parent_id,
            user_id=interaction.user.id,
            name=get_display_name(interaction),
            seats_wanted=seats,
            pact=get_default_settings(seats)
            .model_copy(update={"anonymous": anonymous or unrevealed, "unrevealed": unrevealed})
            .model_dump_json(),
            adds=get_seed_contribution(interaction),
            thread=format_thread_name(self.router.host.games[title].title, get_display_name(interaction), table_name)
            if threaded
            else "",
            table_name=table_name,
        )
        await self.router.lobby_handlers.record_seat(interaction)
        if threaded:
            await self.router.lobby_handlers.show_new_table(interaction, table.row.game_id, parent_id)
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

    @app_commands.command(description="What a table looks like and what it waits for")
    @app_commands.describe(table="Which table; left out: the one in this channel")
    @app_commands.autocomplete(table=table_lookup.suggest_all_tables)
    @route_command
    async def status(self, interaction: Interaction, table: str | None = None) -> None:
        """Show a table privately, and restore its message if it was lost."""
        game_id = await table_lookup.find_table(self.router, interaction, table, ("running", "open", "finished"))
        await self.router.table_screen_handlers.show_status(interaction, game_id)

    @app_commands.command(description="Try a game for a minute, privately against bots")
    @app_commands.describe(game="Which game; left out: the one played in this channel")
    @app_commands.autocomplete(game=table_lookup.suggest_games)
    @route_command
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        """Begin a lesson."""
        await self.router.lesson_handlers.begin_lesson(
            interaction, await table_lookup.find_game_key(self.router, interaction, game)
        )

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

    @app_commands.command(description="For server managers: whether everybody can look at tables here on the web")
    @route_command
    async def public(self, interaction: Interaction) -> None:
        """Show whether the server's tables are public."""
        await self.router.web_page_handlers.show_server(interaction)


async def setup(bot: BoardroomBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Games(bot.router))
