"""Commands of /league for players, spectators and organisers of leagues."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.host.errors import Refusal
from bot.ui.delivery.permissions import must_show_tables
from bot.ui.handlers import table_lookup
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.router import BoardroomBot, Router, route_command, route_form_command
from bot.ui.screens.forms import Form
from bot.ui.screens.screen import OPTIONS_IN_SELECT


async def _suggest_leagues(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete the leagues of this server."""
    router: Router = interaction.client.router
    if router.typing.count_request(interaction.user.id):
        return []
    typed = current.strip().casefold()
    names = [name for name in await router.season_handlers.list_names(interaction) if typed in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in names[:OPTIONS_IN_SELECT]]


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.guild_only()
class LeagueCommands(
    commands.GroupCog, name="league", description="Leagues of this server: take part, follow, organise"
):
    """The group of league commands."""

    def __init__(self, router: Router) -> None:
        self.router = router

    @app_commands.command(name="list", description="The leagues of this server, and who runs them")
    @route_command
    async def list_leagues(self, interaction: Interaction) -> None:
        """List leagues."""
        await self.router.season_handlers.show_list(interaction)

    @app_commands.command(description="Sign up for a league's season")
    @app_commands.describe(league="Which league; left out: the one of this channel")
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def join(self, interaction: Interaction, league: str | None = None) -> None:
        """Sign up."""
        presses = self.router.season_handlers
        await presses.join(interaction, await presses.find_season(interaction, league))

    @app_commands.command(description="Leave a league's season; first I tell you what that means")
    @app_commands.describe(league="Which league; left out: the one of this channel")
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def leave(self, interaction: Interaction, league: str | None = None) -> None:
        """Leave a season."""
        presses = self.router.season_handlers
        await presses.ask_to_leave(interaction, await presses.find_season(interaction, league))

    @app_commands.command(description="Your place, your tables, and what you can still reach; your wishes, too")
    @app_commands.describe(league="Which league; left out: the one of this channel")
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def me(self, interaction: Interaction, league: str | None = None) -> None:
        """Show the person's place in a season."""
        presses = self.router.season_handlers
        await presses.show_place(interaction, await presses.find_season(interaction, league))

    @app_commands.command(description="How a season stands, or one of its divisions whole")
    @app_commands.describe(league="Which league; left out: the one of this channel", division="Which division")
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def standings(
        self, interaction: Interaction, league: str | None = None, division: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Show standings."""
        presses = self.router.season_handlers
        season_id = await presses.find_season(interaction, league)
        if division is None:
            await presses.show_standings(interaction, season_id)
        else:
            await self.router.league_lookup_handlers.show_table(interaction, season_id, division)

    @app_commands.command(description="What somebody has done in the leagues here: form, rating, against whom, seasons")
    @app_commands.describe(player="Who; left out: you")
    @route_command
    async def player(self, interaction: Interaction, player: discord.User | None = None) -> None:
        """Show a player's page."""
        whose = interaction.user if player is None else player
        await self.router.league_lookup_handlers.show_player(interaction, whose.id)

    @app_commands.command(description="Hall of fame: who has won each season of a league, and its records")
    @app_commands.describe(league="Which league; left out: the one of this channel")
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def hall(self, interaction: Interaction, league: str | None = None) -> None:
        """Show a league's hall of fame."""
        season_id = await self.router.season_handlers.find_season(interaction, league)
        await self.router.league_lookup_handlers.show_hall(interaction, season_id)

    @app_commands.command(description="How a league works: draw, points, who stands where, what happens if you leave")
    @app_commands.describe(league="Which league; left out: the one of this channel")
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def rules(self, interaction: Interaction, league: str | None = None) -> None:
        """Show a league's rules."""
        presses = self.router.season_handlers
        await presses.show_rules(interaction, await presses.find_season(interaction, league))

    @app_commands.command(description="For server managers: prepare a league in this channel; nothing is posted yet")
    @app_commands.describe(
        name="What it is called",
        game="Which game",
        seats="How many sit at a table",
        only_winning="Whether a second place is worth nothing; left out: no",
    )
    @app_commands.autocomplete(game=table_lookup.suggest_games)
    @route_command
    async def new(
        self,
        interaction: Interaction,
        name: str,
        game: str,
        seats: app_commands.Range[int, 2, 6],
        only_winning: bool = False,
    ) -> None:
        """Prepare a league."""
        must_show_tables(interaction, in_new_thread=True)
        key = table_lookup.resolve_game_key(self.router.host, game)
        if key not in self.router.host.games:
            raise Refusal(f"There is no game of that name here. The games are: {', '.join(self.router.host.games)}.")
        await self.router.season_handlers.create_league(interaction, name, key, seats, only_winning=only_winning)

    @app_commands.command(
        description="For those who run a league: draw, finish, prepare the next season, mend mistakes"
    )
    @app_commands.describe(league="Which league; left out: the one of this channel")
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def manage(self, interaction: Interaction, league: str | None = None) -> None:
        """Show the management panel."""
        presses = self.router.season_handlers
        await presses.show_manage(interaction, await presses.find_season(interaction, league, draft=True))

    @app_commands.command(description="For server managers: appoint a steward of a league, or let them be none")
    @app_commands.describe(
        person="Who", league="Which league; left out: the one of this channel", remove="Whether they are to be none"
    )
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def steward(
        self, interaction: Interaction, person: discord.User, league: str | None = None, remove: bool = False
    ) -> None:
        """Appoint or dismiss a steward."""
        presses = self.router.season_handlers
        season_id = await presses.find_season(interaction, league, draft=True)
        await presses.set_steward(interaction, season_id, person, is_one=not remove)

    @app_commands.command(
        description="Everything that happened in a season, newest first, with who decided what and why"
    )
    @app_commands.describe(league="Which league; left out: the one of this channel")
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def log(self, interaction: Interaction, league: str | None = None) -> None:
        """Page through a season's log."""
        season_id = await self.router.season_handlers.find_season(interaction, league)
        await self.router.ruling_handlers.show_log(interaction, season_id)

    @app_commands.command(description="Protest against the result of a table of yours; the stewards rule on it")
    @app_commands.describe(
        table="The number of the season's table", league="Which league; left out: the one of this channel"
    )
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_form_command
    async def protest(
        self, interaction: Interaction, table: app_commands.Range[int, 1], league: str | None = None
    ) -> Form:
        """Protest against a result."""
        season_id = await self.router.season_handlers.find_season(interaction, league)
        return await self.router.ruling_handlers.build_protest_form(interaction, season_id, table)

    @app_commands.command(
        description="For stewards: decide an open table or put a result right; first I show what it would change"
    )
    @app_commands.describe(
        table="The number of the season's table",
        order="Everybody there, the winner first: @Ann @Ben = @Cleo",
        league="Which league; left out: the one of this channel",
    )
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def result(
        self, interaction: Interaction, table: app_commands.Range[int, 1], order: str, league: str | None = None
    ) -> None:
        """Decide a table, or correct its result."""
        season_id = await self.router.season_handlers.find_season(interaction, league)
        await self.router.ruling_handlers.propose_correction(interaction, season_id, table, order)

    @app_commands.command(description="For stewards: let a table count for nothing; first I show what it would change")
    @app_commands.describe(
        table="The number of the season's table", league="Which league; left out: the one of this channel"
    )
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def void(
        self, interaction: Interaction, table: app_commands.Range[int, 1], league: str | None = None
    ) -> None:
        """Void a table."""
        season_id = await self.router.season_handlers.find_season(interaction, league)
        await self.router.ruling_handlers.propose_void(interaction, season_id, table)

    @app_commands.command(description="For stewards: take points away, or give some; first I show what it would change")
    @app_commands.describe(
        player="From whom",
        points="How many; less than 0 gives some",
        league="Which league; left out: the one of this channel",
    )
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def penalty(
        self,
        interaction: Interaction,
        player: discord.User,
        points: int,
        league: str | None = None,
    ) -> None:
        """Apply a penalty of points."""
        season_id = await self.router.season_handlers.find_season(interaction, league)
        await self.router.ruling_handlers.propose_penalty(interaction, season_id, player.id, points)

    @app_commands.command(description="For stewards: put somebody out of the season; first I show what it would change")
    @app_commands.describe(player="Whom", league="Which league; left out: the one of this channel")
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def disqualify(self, interaction: Interaction, player: discord.User, league: str | None = None) -> None:
        """Disqualify a player."""
        season_id = await self.router.season_handlers.find_season(interaction, league)
        await self.router.ruling_handlers.propose_disqualification(interaction, season_id, player.id)

    @app_commands.command(description="For stewards: put the season's last day off; first I show what it would change")
    @app_commands.describe(weeks="By how many weeks", league="Which league; left out: the one of this channel")
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def extend(
        self, interaction: Interaction, weeks: app_commands.Range[int, 1, 8], league: str | None = None
    ) -> None:
        """Extend the season."""
        season_id = await self.router.season_handlers.find_season(interaction, league)
        await self.router.ruling_handlers.propose_extension(interaction, season_id, weeks)

    @app_commands.command(description="For stewards: take a decision back; first I show what it would change")
    @app_commands.describe(
        line="The number of its line in /league log", league="Which league; left out: the one of this channel"
    )
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def revert(
        self, interaction: Interaction, line: app_commands.Range[int, 1], league: str | None = None
    ) -> None:
        """Revert a decision."""
        season_id = await self.router.season_handlers.find_season(interaction, league)
        await self.router.ruling_handlers.propose_revert(interaction, season_id, line)

    @app_commands.command(
        description="A season as files: a page with results and charts, its log with its proof, a table"
    )
    @app_commands.describe(league="Which league; left out: the one of this channel")
    @app_commands.autocomplete(league=_suggest_leagues)
    @route_command
    async def export(self, interaction: Interaction, league: str | None = None) -> None:
        """Send a season as HTML, JSON and CSV."""
        season_id = await self.router.season_handlers.find_season(interaction, league)
        await self.router.league_file_handlers.send_export(interaction, season_id)


async def setup(bot: BoardroomBot) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(LeagueCommands(bot.router))
