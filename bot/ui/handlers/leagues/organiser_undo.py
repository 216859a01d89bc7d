"""Handlers that correct an organiser's mistakes; each previews the changes before they are written."""

from __future__ import annotations

import json
from typing import Any

import discord

from bot.host.errors import Refusal
from bot.host.leagues.plan import with_value
from bot.ui.delivery.permissions import must_show_tables
from bot.ui.handlers.answering import Verbs, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.rulings import RulingHandlers
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.screens.leagues import organiser_undo as screens
from bot.ui.screens.leagues import season as drafts
from bot.ui.screens.leagues.league_teams import whom_to_put_in


class OrganiserUndoHandlers:
    """Handles the stewards' corrections other than rulings."""

    def __init__(self, leagues: SeasonHandlers, rulings: RulingHandlers) -> None:
        self._presses = leagues
        self._rulings = rulings
        self.verbs: Verbs = {
            "lg-more": self._more,
            "lg-way": self._way,
            "lg-back": self._back,
            "lg-put": self._put,
            "lg-putin": self._put_in,
            "lg-subst": self._substitute,
            "ll-draft": self._late,
            "ll-option": self._option,
            "ll-set": self._set,
            "ll-seats": self._seats,
            "ll-format": self._format,
            "ll-end": self._end,
        }

    async def _more(self, interaction: Interaction, season_id: int, _: Press) -> None:
        await show(interaction, screens.more(await self._presses.run_by(interaction, season_id)))

    async def _way(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._presses.run_by(interaction, season_id)
        match press.value():
            case "cancel":
                await self._rulings.propose(interaction, season_id, "off.0")
            case "reopen":
                await self._rulings.propose(interaction, season_id, f"back.{screens.cancelled_at(known)}")
            case "rules":
                await self._late(interaction, season_id, press)
            case "put":
                await show(interaction, screens.whom_to_put(known))
            case "left":
                await show(interaction, screens.whose_leaving(known))
            case "subst":
                await show(interaction, whom_to_put_in(known))
            case "move":
                await self._move(interaction, season_id)
            case _:
                raise UnknownControl

    async def _move(self, interaction: Interaction, season_id: int) -> None:
        known, channel = await self._presses.run_by(interaction, season_id), interaction.channel
        if channel is None or isinstance(channel, discord.Thread):
            raise Refusal("A league needs a channel of its server: use **/league manage** in the one it is to go to.")
        if channel.id == known.league.channel_id:
            raise Refusal("The season is in this channel. Use **/league manage** in the one it is to go to.")
        must_show_tables(interaction, in_new_thread=True)
        await self._rulings.propose(interaction, season_id, f"here.{channel.id}")

    async def _back(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._rulings.propose(interaction, season_id, f"back.{press.value_number()}")

    async def _put(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._presses.run_by(interaction, season_id)
        number = known.number_of(press.person())
        if number is None:
            raise Refusal("They have not signed up.")
        proposed = await self._presses.leagues.draws.proposed(known)
        await show(interaction, screens.where_to_put(known, number, len(proposed.entry.divisions)))

    async def _put_in(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._rulings.propose(interaction, season_id, f"put.{press.number(1)}.{press.value_number()}")

    async def _substitute(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._rulings.propose(interaction, season_id, f"in.{press.value()}")

    # -- late changes of the plan --------------------------------------------------------------------

    async def _late(self, interaction: Interaction, season_id: int, _: Press) -> None:
        known = await self._presses.run_by(interaction, season_id)
        await show(interaction, screens.late_changes(known, self._presses.game(known)))

    async def _option(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._presses.run_by(interaction, season_id)
        game, name = self._presses.game(known), press.value()
        if name not in game.options.model_fields and name not in type(known.plan.pact).model_fields:
            raise UnknownControl
        await show(interaction, drafts.draft_option(known, game, name, "ll"))

    async def _set(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._presses.run_by(interaction, season_id)
        name, value = press.part(1), _value(press)
        self._presses.game(known)  # refuses if the game is not installed
        with_value(known.plan, known.on_offer, name, value)  # refuses an inconsistent value at once
        await self._rulings.propose(interaction, season_id, f"set.{name}.{json.dumps(value)}")

    async def _seats(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._rulings.propose(interaction, season_id, f"seats.{press.value_number()}")

    async def _format(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._rulings.propose(interaction, season_id, f"format.{press.value()}")

    async def _end(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._rulings.propose(interaction, season_id, f"end.{press.value()}")


def _value(press: Press) -> Any:
    try:
        return json.loads(press.part(2))
    except ValueError:
        raise UnknownControl from None
