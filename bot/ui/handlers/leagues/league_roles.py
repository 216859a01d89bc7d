"""Handlers with which organisers choose the roles on Discord that their league gives."""

from __future__ import annotations

from dataclasses import replace

from bot.host.errors import Refusal
from bot.host.signals import Signal
from bot.leagues.discord_roles import ROLE_KINDS
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.routes import NOTHING, STEWARD, route
from bot.ui.screens.leagues.league_roles import render_role_settings
from storage.interface.leagues import RoleSettings
from storage.store import Storage

ROLES = "Your choice of roles"


class LeagueRoleHandlers:
    """Handles the choice of roles on Discord.

    Args:
        storage: keeps the choice.
        seasons: checks who manages a league.
    """

    def __init__(self, storage: Storage, seasons: SeasonHandlers) -> None:
        self._storage = storage
        self._seasons = seasons
        self.chosen: Signal[int] = Signal()
        """Signals a league for which roles were chosen."""

    @route("lg-roles", access=STEWARD, saves=NOTHING)
    async def _show_roles(self, interaction: Interaction, season_id: int) -> None:
        await self._show(interaction, season_id)

    async def _show(self, interaction: Interaction, season_id: int, note: str = "") -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        settings = await self._storage.league_roles.get_settings(known.league.league_id)
        await show(interaction, render_role_settings(known, settings, note))

    @route("lg-rolesset", access=STEWARD, saves=ROLES)
    async def _choose_roles(self, interaction: Interaction, season_id: int, press: Press) -> None:
        kinds = frozenset(press.values)
        if not kinds <= {*ROLE_KINDS}:
            raise UnknownControl
        await self._save(interaction, season_id, RoleSettings(kinds))
        note = "I give these roles now, and keep them up to date."
        if not kinds:
            note = (
                "I take all roles of this league back. They stay in the server's settings, where you can delete them."
            )
        await self._show(interaction, season_id, note)

    @route("lg-rolesagain", access=STEWARD, saves=ROLES)
    async def _try_again(self, interaction: Interaction, season_id: int) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        settings = await self._storage.league_roles.get_settings(known.league.league_id)
        if settings is not None:
            await self._save(interaction, season_id, replace(settings, trouble="", trouble_at=""))
        await self._show(interaction, season_id, "I try again now.")

    async def _save(self, interaction: Interaction, season_id: int, settings: RoleSettings) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        league_id = known.league.league_id
        if settings.kinds and not interaction.app_permissions.manage_roles:
            raise Refusal(
                "I lack the permission **Manage Roles**. Give it to my role in the server's settings, and choose again."
            )
        if not settings.kinds and await self._storage.league_roles.get_settings(league_id) is None:
            return
        await self._storage.league_roles.put_settings(league_id, settings)
        self.chosen.notify(league_id)
