"""Handlers for the form of an entrant's settings in a league."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.host.leagues.season_log import KnownSeason
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import WISH, SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl, is_number
from bot.ui.handlers.refused_forms import refusing_on
from bot.ui.handlers.routes import SEASON, form_route, route
from bot.ui.screens.forms import Form
from bot.ui.screens.leagues import player_settings as forms
from storage.interface.leagues import StandingWishes

DONE = "Done."


class PlayerSettingHandlers:
    """Opens and takes the form of an entrant's settings."""

    def __init__(self, seasons: SeasonHandlers) -> None:
        self._seasons = seasons
        self._sign_up = seasons.leagues.sign_up

    @form_route("lg-wishform", access=SEASON)
    async def _open_form(self, interaction: Interaction, season_id: int) -> Form:
        known, user_id = await self._seasons.get_visible_season(interaction, season_id), interaction.user.id
        number = await self._seasons.get_number(known, user_id)
        wishes, wants_page = await self._seasons.get_standing_wishes(known, user_id)
        return forms.build_settings_form(known, number, wishes, wants_page=wants_page)

    @route("lg-wishsent", access=SEASON, saves=WISH)
    async def _take_form(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Change the settings that differ from the present ones."""
        known, user_id = await self._seasons.get_visible_season(interaction, season_id), interaction.user.id
        number = await self._seasons.get_number(known, user_id)
        wishes, wants_page = await self._seasons.get_standing_wishes(known, user_id)
        ticked, cap = press.read_field(forms.SWITCHES), _read_cap(known, number, press)
        with refusing_on(partial(self._seasons.show_wishes, interaction, season_id)):
            await self._set_standing_wishes(interaction, known, wishes, ticked)
            if cap is not None and cap != (known.entrants[number].cap or 0):
                await self._sign_up.set_wishes(season_id, user_id, cap=cap)
            if (forms.NAMED in ticked) != known.entrants[number].named:
                await self._sign_up.set_wishes(season_id, user_id, named=forms.NAMED in ticked)
            if (forms.PAGE in ticked) != wants_page:
                await self._sign_up.set_own_page(season_id, user_id, wanted=forms.PAGE in ticked)
        await self._seasons.show_wishes(interaction, season_id, DONE)

    async def _set_standing_wishes(
        self, interaction: Interaction, known: KnownSeason, wishes: StandingWishes, ticked: Sequence[str]
    ) -> None:
        """Change the wishes for all seasons of the league; automatic sign-up comes first, because it may be refused."""
        plays_on = forms.PLAYS_ON in ticked
        if plays_on != (wishes.plays_on is not None) and known.plan.format != "ladder":
            await self._seasons.set_plays_on(interaction, known, plays_on=plays_on)
        kept, letters = forms.KEPT in ticked, forms.LETTERS in ticked
        if (kept, letters) != (wishes.kept, wishes.letters):
            await self._sign_up.set_standing_wishes(
                known.row.season_id, interaction.user.id, kept=kept, letters=letters
            )


def _read_cap(known: KnownSeason, number: int, press: Press) -> int | None:
    """Return the number of tables at once, 0 for no limit; None if the form does not ask for it."""
    if not forms.can_set_cap(known, number) or forms.CAP not in press.fields:
        return None
    cap = press.read_only_value(forms.CAP)
    if not is_number(cap) or int(cap) > forms.MAX_CAP:
        raise UnknownControl
    return int(cap)
