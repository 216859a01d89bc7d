"""Handlers for giving up a seat, and for taking over an empty one."""

from __future__ import annotations

from bot.engine.records import Seat
from bot.host.services import Services
from bot.ui.handlers.answering import get_display_name, show, show_panel
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.lobby.lobby import LobbyHandlers
from bot.ui.handlers.routes import GUEST, SEAT, route
from bot.ui.handlers.table.panels import PanelHandlers


class SeatHandlers:
    """Handles the seats of running tables."""

    def __init__(
        self, services: Services, lobbies: LobbyHandlers, panels: PanelHandlers, seasons: SeasonHandlers
    ) -> None:
        self._absence = services.absence
        self._votes = services.votes
        self._rulings = services.leagues.rulings
        self._lobbies = lobbies
        self._panels = panels
        self._seasons = seasons

    async def give_up_seat(self, interaction: Interaction, game_id: int) -> None:
        """Give up a seat, or first show the consequences if it costs more than the game."""
        costs = await self._seasons.build_concession_warning(interaction, game_id)
        if costs is None:
            await self._give_up_seat(interaction, game_id)
        else:
            await show(interaction, costs)

    @route("concede", access=SEAT, saves="Giving up")
    async def _give_up_seat(self, interaction: Interaction, game_id: int) -> None:
        await show_panel(interaction, await self._absence.give_up_seat(game_id, interaction.user.id))

    @route("take", access=GUEST, saves="Your seat", reads=lambda press: (press.read_number(1),))
    async def take_seat(self, interaction: Interaction, game_id: int, seat: Seat) -> None:
        """Seat somebody in an empty chair."""
        await self._rulings.refuse_excluded_player(game_id, interaction.user.id)
        await self._votes.take_seat(game_id, seat, interaction.user.id, get_display_name(interaction))
        await self._lobbies.record_seat(interaction)
        await self._panels.show_hand(interaction, game_id)
