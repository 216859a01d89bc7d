"""Handlers that correct an organiser's mistakes; each previews the changes before they are written."""

from __future__ import annotations

import json

from bot.host.errors import Refusal
from bot.host.leagues.plan import with_value
from bot.host.leagues.season_log import KnownSeason
from bot.ui.delivery.permissions import must_show_tables
from bot.ui.handlers.access import can_hold_league
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.rulings import RulingHandlers
from bot.ui.handlers.leagues.season import DISCORDS_ID, SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.routes import NOTHING, STEWARD, route
from bot.ui.screens.leagues import draft_menus
from bot.ui.screens.leagues import organiser_undo as screens
from bot.ui.screens.leagues.league_teams import render_exchange_choice
from bot.ui.screens.screen import Screen


class OrganiserUndoHandlers:
    """Handles the stewards' corrections other than rulings."""

    def __init__(self, seasons: SeasonHandlers, rulings: RulingHandlers) -> None:
        self._seasons = seasons
        self._rulings = rulings

    @route("lg-more", access=STEWARD, saves=NOTHING)
    async def _show_more(self, interaction: Interaction, season_id: int) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        await show(interaction, screens.render_more_actions(known))

    @route("lg-way", access=STEWARD, saves=NOTHING)
    async def _choose_way(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        if (packed := screens.pack_date_action(known, press.read_choice())) is not None:
            await self._rulings.propose(interaction, season_id, packed)
            return
        if (choice := _render_choice(known, press.read_choice())) is not None:
            await show(interaction, choice)
            return
        match press.read_choice():
            case "cancel":
                await self._rulings.propose(interaction, season_id, "off.0")
            case "reopen" | "goes on" as what:
                line = screens.find_cancellation(known) if what == "reopen" else screens.find_end(known)
                await self._rulings.propose(interaction, season_id, f"back.{line}")
            case "rules":
                await self._show_late_changes(interaction, season_id)
            case "move":
                await self._propose_move(interaction, season_id)
            case _:
                raise UnknownControl

    async def _propose_move(self, interaction: Interaction, season_id: int) -> None:
        known, channel = await self._seasons.get_managed_season(interaction, season_id), interaction.channel
        if channel is None or not can_hold_league(channel):
            raise Refusal(
                "A league needs a channel of its server, or a post of a forum: use **/league manage** in the one it "
                "is to go to."
            )
        if channel.id == known.league.channel_id:
            raise Refusal("The season is in this channel. Use **/league manage** in the one it is to go to.")
        must_show_tables(interaction, in_new_thread=True)
        await self._seasons.note_parent(channel)
        await self._rulings.propose(interaction, season_id, f"here.{channel.id}")

    @route("lg-put", access=STEWARD, saves=NOTHING)
    async def _choose_division(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        number = known.find_number(press.read_person())
        if number is None:
            raise Refusal("They have not signed up.")
        proposed = await self._seasons.leagues.draws.propose_draw(known)
        await show(interaction, screens.render_division_choice(known, number, len(proposed.entry.divisions)))

    @route("lg-forbid", access=STEWARD, saves=NOTHING)
    async def _propose_apart(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Preview that two players are kept apart."""
        await self._propose_pairing(interaction, season_id, press, "apart")

    @route("lg-ask", access=STEWARD, saves=NOTHING)
    async def _propose_table(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Preview that a table is asked for."""
        await self._propose_pairing(interaction, season_id, press, "table")

    async def _propose_pairing(self, interaction: Interaction, season_id: int, press: Press, what: str) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        found = [known.find_number(int(value)) for value in press.values if DISCORDS_ID.fullmatch(value)]
        if len(found) != len(press.values) or len(found) < 2:
            raise UnknownControl
        if None in found:
            raise Refusal("Not all of them have signed up. **/league log** says who has.")
        await self._rulings.propose(interaction, season_id, f"{what}.{'.'.join(map(str, found))}")

    # -- late changes of the plan --------------------------------------------------------------------

    @route("ll-draft", access=STEWARD, saves=NOTHING)
    async def _show_late_changes(self, interaction: Interaction, season_id: int) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        await show(interaction, screens.render_late_changes(known, self._seasons.get_game(known)))

    @route("ll-option", access=STEWARD, saves=NOTHING)
    async def _show_option(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        game, name = self._seasons.get_game(known), press.read_choice()
        if name not in game.options.model_fields and name not in type(known.plan.pact).model_fields:
            raise UnknownControl
        await show(interaction, draft_menus.render_draft_option(known, game, name, "ll"))

    @route("ll-set", access=STEWARD, saves=NOTHING)
    async def _propose_value(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        name, value = press.read_part(1), press.read_json()
        self._seasons.get_game(known)  # refuses if the game is not installed
        with_value(known.plan, known.on_offer, name, value)  # refuses an inconsistent value at once
        await self._rulings.propose(interaction, season_id, f"set.{name}.{json.dumps(value)}")


def _render_choice(known: KnownSeason, action: str) -> Screen | None:
    """Return the panel on which an action's players are chosen; None for other actions."""
    match action:
        case "put":
            return screens.render_entrant_choice(known)
        case "forbid" | "ask":
            return screens.render_pairing_choice(known, apart=action == "forbid")
        case "left":
            return screens.render_withdrawal_choice(known)
        case "subst":
            return render_exchange_choice(known)
        case _:
            return None
