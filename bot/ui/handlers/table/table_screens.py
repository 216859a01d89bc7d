"""Handlers for private looks at a table: its log, its text, its state and what it waits for."""

from __future__ import annotations

from bot.host.errors import Refusal
from bot.host.services import Services
from bot.ui import screens
from bot.ui.delivery.discord_sender import DiscordSender
from bot.ui.delivery.web_links import WebLinks
from bot.ui.handlers.answering import best_effort, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.lobby.lost_channels import LostChannelHandlers
from bot.ui.handlers.routes import NOTHING, ONESELF, PLAY, route
from bot.ui.handlers.table.panels import PanelHandlers
from storage.interface.letters import NewLetter


class TableScreenHandlers:
    """Shows a table as a person may see it."""

    def __init__(
        self,
        services: Services,
        discord_sender: DiscordSender,
        links: WebLinks,
        panels: PanelHandlers,
        lost_channels: LostChannelHandlers,
    ) -> None:
        self._host = services.host
        self._lobby = services.lobby
        self._storage = services.storage
        self._discord_sender = discord_sender
        self._links = links
        self._panels = panels
        self._lost_channels = lost_channels

    @route("log", access=PLAY, saves=NOTHING, reads=lambda press: (press.read_number(1),))
    async def show_log(self, interaction: Interaction, game_id: int, page: int) -> None:
        """Show a page of the log that this person may read."""
        revision = await self._host.get_revision(game_id)
        lines = await self._host.get_history(game_id, interaction.user.id)
        seen = await self._host.get_view_of_person(game_id, interaction.user.id)
        await show(interaction, screens.render_log(seen, lines, page))
        if page == 0:  # the first page shows the newest lines
            await self._panels.record_seen_revision(seen, revision)

    async def show_why(self, interaction: Interaction, game_id: int) -> None:
        """Show what a table waits for, as far as this person may know."""
        await show(
            interaction, screens.render_why_waiting(await self._host.get_view_of_person(game_id, interaction.user.id))
        )

    @route("read", access=PLAY, saves=NOTHING, reads=lambda press: (press.read_number(1),))
    async def _show_read_page(self, interaction: Interaction, game_id: int, page: int) -> None:
        seen = await self._host.get_view_of_person(game_id, interaction.user.id)
        await show(interaction, screens.render_table_text(seen, page))

    @route("looks", access=PLAY, saves=NOTHING)
    async def _show_lookups(self, interaction: Interaction, game_id: int) -> None:
        """Show all that can be looked up at a table, also to a spectator."""
        context = await self._host.build_panel(game_id, interaction.user.id)
        await show(interaction, screens.render_lookups(context, await self._links.get_table_link(game_id)))

    async def show_status(self, interaction: Interaction, game_id: int) -> None:
        """Show a table privately, and repair its public messages."""
        saved = await self._storage.games.load(game_id)
        if saved is None:
            raise Refusal("This table no longer exists.")
        if self._host.shards.has_server(saved.game.guild_id):
            with best_effort():
                await self._discord_sender.invalidate_messages(game_id)
                await self._storage.outbox.add(game_id, [NewLetter("board")], self._host.format_now())
                self._host.announce_commit(game_id, answered_for=False)
        if saved.game.status == "open":
            await show(interaction, screens.render_lobby(await self._lobby.get_open_table(game_id)))
            return
        seen = await self._host.get_view(game_id)
        with best_effort():
            await self._discord_sender.repost_votes_and_chairs(seen)
            await self._lost_channels.lost_channels.retry([seen.row])
        own = seen if seen.row.lost is None else await self._host.get_view_of_person(game_id, interaction.user.id)
        way_here = self._lost_channels.build_move_button(interaction, own)
        await show(interaction, screens.render_board(seen, None).with_blocks(*way_here))

    @route("sealed", access=ONESELF, saves=NOTHING)
    async def _show_sealed(self, interaction: Interaction, number: int) -> None:
        await show(interaction, screens.render_digest_help(number))
