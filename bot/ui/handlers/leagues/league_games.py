"""Handlers for a season's games, which an organiser changes in a draft or after sign-up has opened."""

from __future__ import annotations

import re

from bot.host.errors import Refusal
from bot.host.leagues.game_selection import LIST_CHANGED, VALUE_PATTERN, change_games
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.rulings import RulingHandlers
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.routes import NOTHING, STEWARD, route
from bot.ui.screens.leagues import league_games as screens
from bot.ui.screens.screen import Screen

DRAFT, LATE = "lg", "ll"
"""Prefixes of the verbs: in a draft, and after sign-up has opened."""


class LeagueGameHandlers:
    """Handles the list of a season's games."""

    def __init__(self, seasons: SeasonHandlers, rulings: RulingHandlers) -> None:
        self._seasons = seasons
        self._rulings = rulings

    @route("lg-games", "ll-games", access=STEWARD, saves=NOTHING)
    async def _show_games(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Show all games, one of them, or one of its options."""
        known, verbs = await self._seasons.get_managed_season(interaction, season_id), press.verb.partition("-")[0]
        if verbs == DRAFT and known.row.status != "draft":
            raise Refusal("Sign-up has begun. **/league manage**, **More …**, changes what is played until the draw.")
        if len(press.parts) < 2:
            if not press.values:
                await show(interaction, screens.render_games(known, verbs))
                return
            at, option = press.read_choice_number(), ""
        else:
            at, option = press.read_number(1), press.read_choice() if press.values else ""
        if at >= len(known.plan.games):
            raise Refusal(LIST_CHANGED)
        if not option:
            await show(interaction, screens.render_game(known, at, verbs))
            return
        game = known.find_game(at)
        if game is None or option not in game.options.model_fields:
            raise UnknownControl
        await show(interaction, screens.render_game_option(known, game, at, option, verbs))

    @route("lg-game", access=STEWARD, saves="The draft")
    async def _change(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Change the games of a draft."""
        known, what = await self._seasons.get_managed_season(interaction, season_id), _read_change(press)

        def change(plan: Plan) -> Plan:
            found = change_games(plan, known.on_offer, what)
            if found is None:
                raise UnknownControl
            return found

        note = ""
        try:
            known = await self._seasons.leagues.sign_up.change_plan(season_id, change)
        except UnknownControl:
            raise
        except Refusal as refused:
            known, note = await self._seasons.leagues.season_log.get_season(season_id), f"⚠️ {refused}"
            if known.row.status != "draft":
                raise
        await show(interaction, self._build_panel(known, what, note))

    def _build_panel(self, known: KnownSeason, what: str, note: str) -> Screen:
        """Return the panel after a change: the changed game, otherwise the list."""
        verb, _, rest = what.partition(".")
        at = int(rest.partition(".")[0]) if verb in ("seats", "set") else len(known.plan.games)
        if at < len(known.plan.games):
            return screens.render_game(known, at, DRAFT, note)
        return screens.render_games(known, DRAFT, note)

    @route("ll-game", access=STEWARD, saves=NOTHING)
    async def _propose(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Preview a change of the games after people have signed up."""
        await self._rulings.propose(interaction, season_id, f"game.{_read_change(press)}")


def _read_change(press: Press) -> str:
    """Return the change from a button's id or a menu's choice."""
    what = press.read_choice() if press.values else press.read_part(1)
    if not re.fullmatch(VALUE_PATTERN, what):
        raise UnknownControl
    return what
