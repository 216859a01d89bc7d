"""Handlers for a server's and a player's finished games: lists, results and verification."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.records import Seat
from bot.host import cpu_accounting
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.leagues.season_log import SeasonLog
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from bot.host.table.audience_view import AudienceView
from bot.ui import screens
from bot.ui.delivery.turn_pings import format_message_link
from bot.ui.handlers.access import AccessCheck
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.routes import NOTHING, ONESELF, RESULT, route
from bot.ui.screens.leagues.seat_offers import describe_place_owners
from bot.ui.screens.past.results import GAMES_IN_PAGE
from bot.ui.screens.screen import Button

LAST_PAGE = 10**9
"""No server has more, and the store holds numbers below nineteen digits only."""


class ResultHandlers:
    """Handles lookups of finished games."""

    def __init__(self, host: Host, access_check: AccessCheck, season_log: SeasonLog) -> None:
        self._host = host
        self._season_log = season_log
        self._access_check = access_check

    @route("results", access=ONESELF, saves=NOTHING)
    async def show_results(self, interaction: Interaction, page: int = 0) -> None:
        """Show a page of the server's finished games that this person can see, the newest first."""
        guild_id = interaction.guild_id
        if guild_id is None:
            raise Refusal("Results belong to a server: use **/record results** in one of its channels.")
        sight = await self._access_check.build_sight(interaction)
        page = min(page, LAST_PAGE)
        total, found = await self._host.storage.games.list_results_in_server(
            guild_id, skip=page * GAMES_IN_PAGE, limit=GAMES_IN_PAGE, sight=sight
        )
        pages = max(1, -(-total // GAMES_IN_PAGE))
        if page >= pages:
            await self.show_results(interaction, pages - 1)
            return
        await show(interaction, screens.render_results(self._host.games, found, total, page, pages))

    async def _find_former_players(self, seen: AudienceView) -> Mapping[Seat, str]:
        """Return the former players whose seats were taken over, at a table of a league."""
        if seen.league is None:
            return {}
        return describe_place_owners(await self._season_log.get_season(seen.league.season_id), seen.league, seen.seats)

    @route("result", access=RESULT, saves=NOTHING)
    async def _show_result(self, interaction: Interaction, page: int, press: Press) -> None:
        """Show a game's result, with links to its log and back to the list."""
        running = await self._host.get_view_of_person(press.read_choice_number(), interaction.user.id)
        if running.row.guild_id != interaction.guild_id or running.row.status != "finished":
            raise Refusal(
                "There is no finished game of that number in this server. **/record results** shows those there are."
            )
        await show(
            interaction,
            screens.render_result(
                running, Button(f"results:{page}", "Finished games"), await self._find_former_players(running)
            ),
        )

    async def show_mine(self, interaction: Interaction, wanted: screens.ResultFilter, page: int = 0) -> None:
        """Show a person's own results in all servers, optionally of one game or against one person."""
        found = await self._host.storage.games.list_results_of_player(interaction.user.id)
        await show(interaction, screens.render_own_results(self._host.games, found, wanted, min(page, LAST_PAGE)))

    async def show_player(self, interaction: Interaction, user_id: int) -> None:
        """Show the results of a person in this server, of the games that the asker can see."""
        if interaction.guild_id is None:
            raise Refusal("Results belong to a server: look there.")
        sight = await self._access_check.build_sight(interaction)
        found = await self._host.storage.games.list_results_of_player_in_server(user_id, interaction.guild_id, sight)
        await show(interaction, screens.render_player_results(self._host.games, found, user_id))

    @route("mine", access=ONESELF, saves=NOTHING)
    async def _show_mine(self, interaction: Interaction, page: int, press: Press) -> None:
        await self.show_mine(interaction, self._read_filter(interaction, press), page)

    def _read_filter(self, interaction: Interaction, press: Press) -> screens.ResultFilter:
        """Return the filter of a results list from an id."""
        key, opponent = press.read_part(1), press.read_user_id(2)
        if key not in ("", *self._host.games):
            raise UnknownControl
        return screens.ResultFilter(interaction.user.id, key, opponent)

    @route("played", access=RESULT, saves=NOTHING)
    async def _show_own_result(self, interaction: Interaction, page: int, press: Press) -> None:
        """Show the result of one of the person's own games, with a link back to the list."""
        running = await self._host.get_view_of_person(press.read_choice_number(), interaction.user.id)
        if running.audience is None or running.row.status != "finished":
            raise Refusal("That is no finished game of yours. **/record mine** shows those there are.")
        wanted = self._read_filter(interaction, press)
        await show(
            interaction,
            screens.render_result(
                running,
                Button(wanted.build_control_id("mine", page), "My games"),
                await self._find_former_players(running),
            ),
        )

    async def show_proof(self, interaction: Interaction, game_id: int) -> None:
        """Replay a finished game, and show the result of the verification."""
        exported = await export_game(self._host.storage, game_id)
        report = await cpu_accounting.run_in_thread(verify_export, exported, self._host.games)
        posted = await self._host.storage.messages.get(game_id, "promise")
        where = None if posted is None else format_message_link(interaction.guild_id or 0, posted)
        await show(interaction, screens.render_verification(report, where))
