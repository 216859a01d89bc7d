"""Handlers for a season's entry conditions: the organiser's form, and the form of an invite code."""

from __future__ import annotations

from functools import partial

from bot.host.errors import Refusal
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.rules import EntryConditions
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import DRAFT, SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl, is_number
from bot.ui.handlers.refused_forms import refusing_on
from bot.ui.handlers.routes import SEASON, STEWARD, form_route, route
from bot.ui.screens.forms import CHECKED, Form
from bot.ui.screens.leagues import entry_conditions as screens

SETTLED = "who may join is settled"
DONE = "Done."


class EntryConditionHandlers:
    """Opens and takes the forms of entry conditions and invite codes."""

    def __init__(self, seasons: SeasonHandlers) -> None:
        self._seasons = seasons

    @form_route("lg-entryform", access=STEWARD)
    async def _open_form(self, interaction: Interaction, season_id: int) -> Form:
        known = await self._seasons.get_draft(interaction, season_id, SETTLED)
        return screens.build_conditions_form(known, _list_roles(interaction))

    @route("lg-entrysent", access=STEWARD, saves=DRAFT)
    async def _take_form(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Change the conditions of a draft."""
        known = await self._seasons.get_draft(interaction, season_id, SETTLED)
        with refusing_on(partial(self._seasons.show_draft, interaction, season_id)):
            wants = _read_conditions(known, interaction, press)
            await self._seasons.leagues.sign_up.change_plan(
                season_id, lambda plan: plan.model_copy(update={"entry": wants})
            )
        await self._seasons.show_draft(interaction, season_id, DONE)

    @form_route("lg-joinform", access=SEASON)
    async def _ask_code(self, interaction: Interaction, season_id: int) -> Form:
        await self._seasons.get_visible_season(interaction, season_id)
        return screens.build_code_form(season_id)

    @route("lg-joinsent", access=SEASON, saves="Your sign-up")
    async def _join(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Sign up a person with the code they typed."""
        await self._seasons.get_visible_season(interaction, season_id)
        await self._seasons.join(interaction, season_id, "".join(press.read_field(screens.CODE)))


def _list_roles(interaction: Interaction) -> list[tuple[int, str]]:
    """Return the roles of a server that people can have, the highest first."""
    guild = interaction.guild
    roles = () if guild is None else reversed(guild.roles)
    return [(role.id, role.name) for role in roles if not role.is_default() and not role.managed]


def _read_conditions(known: KnownSeason, interaction: Interaction, press: Press) -> EntryConditions:
    games, role = press.read_only_value(screens.GAMES), press.read_only_value(screens.ROLE)
    roles = {line.value for line in screens.list_roles(known.plan.entry, _list_roles(interaction))}
    if games not in map(str, screens.MIN_GAMES) or role not in roles:
        raise UnknownControl
    further = press.read_field(screens.CODE)
    if not {CHECKED, screens.APPROVAL}.issuperset(further):
        raise UnknownControl
    least, most = (_read_rating("".join(press.read_field(name)).strip()) for name in (screens.LEAST, screens.MOST))
    if least is not None and most is not None and least > most:
        raise Refusal("The lowest rating is above the highest one, so nobody could join. Please change one of them.")
    return EntryConditions(
        games=int(games),
        least_rating=least,
        most_rating=most,
        role_id=None if role == screens.NO_ROLE else role,
        by_code=CHECKED in further,
        by_approval=screens.APPROVAL in further,
    )


def _read_rating(typed: str) -> int | None:
    if not typed:
        return None
    if not is_number(typed):
        raise Refusal(f"**{typed[:4]}** is no rating. Please write a number such as 1500, or leave it empty.")
    return int(typed)
