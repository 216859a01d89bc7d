"""Handlers for the forms of a draft season."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from bot.host.errors import Refusal
from bot.host.leagues.game_selection import with_seats
from bot.host.leagues.plan import Plan, PlannedGame, build_initial_options, with_value, with_values
from bot.host.leagues.season_dates import read_dates
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.rules import MAX_SEATS
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import DRAFT, SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl, is_number
from bot.ui.handlers.refused_forms import refusing_on
from bot.ui.handlers.routes import STEWARD, form_route, route
from bot.ui.screens.forms import Form
from bot.ui.screens.leagues import league_formats as formats
from bot.ui.screens.leagues import season_dates
from bot.ui.screens.leagues import season_forms as forms
from bot.ui.screens.leagues.league_management import list_next_season_options
from bot.ui.screens.leagues.league_teams import apply_team_choice
from bot.ui.screens.option_forms import OptionForm, read_option_fields

SETTLED = "the season's rules are settled"
DONE = "Done."

PlanReader: TypeAlias = Callable[[KnownSeason, Press, Plan], Plan]
"""Reads a submitted form; raises Refusal for a mistake, and UnknownControl for a form of another version."""


class SeasonFormHandlers:
    """Opens and takes the forms of a draft season."""

    def __init__(self, seasons: SeasonHandlers) -> None:
        self._seasons = seasons

    @form_route("lg-planform", access=STEWARD)
    async def _open_plan_form(self, interaction: Interaction, season_id: int) -> Form:
        return forms.build_plan_form(await self._seasons.get_draft(interaction, season_id, SETTLED))

    @form_route("lg-endform", access=STEWARD)
    async def _open_end_form(self, interaction: Interaction, season_id: int) -> Form:
        return forms.build_end_form(await self._seasons.get_draft(interaction, season_id, SETTLED))

    @form_route("lg-ruleform", access=STEWARD)
    async def _open_variant_form(self, interaction: Interaction, season_id: int, press: Press) -> Form:
        known = await self._seasons.get_draft(interaction, season_id, SETTLED)
        form = forms.build_variant_form(known, self._seasons.get_game(known), press.read_number(1))
        if form is None:
            raise UnknownControl
        return form

    @form_route("lg-dateform", access=STEWARD)
    async def _open_date_form(self, interaction: Interaction, season_id: int) -> Form:
        known = await self._seasons.get_draft(interaction, season_id, SETTLED)
        wishes = await self._seasons.leagues.season_log.host.people.get_wishes(interaction.user.id)
        return season_dates.build_dates_form(known, wishes.zone, list_next_season_options(known))

    @route("lg-datesent", access=STEWARD, saves=DRAFT)
    async def _set_dates(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Take the form of the dates."""
        known, fields = await self._seasons.get_draft(interaction, season_id, SETTLED), season_dates
        typed = ["".join(press.read_field(name)) for name in (fields.ZONE, fields.OPENS, fields.DRAWS, fields.BEGINS)]
        after = press.read_only_value(fields.AFTER)
        if after not in {line.value for line in list_next_season_options(known)}:
            raise UnknownControl
        sign_up, now = self._seasons.leagues.sign_up, self._seasons.leagues.season_log.now()
        with refusing_on(partial(self._seasons.show_draft, interaction, season_id)):
            zone, opens, draws, begins = typed
            dates = read_dates(zone.strip(), opens, draws, begins, now)
            await sign_up.change_plan(season_id, lambda plan: plan.model_copy(update={"dates": dates}))
            await sign_up.set_opens_after(season_id, int(after) or None)
        await self._seasons.show_draft(interaction, season_id, DONE)

    @route("lg-plansent", access=STEWARD, saves=DRAFT)
    async def _set_plan(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Take the form of the game, the tables, the format, the points and the pace."""
        await self._take(interaction, season_id, press, _read_plan_form)

    @route("lg-endsent", access=STEWARD, saves=DRAFT)
    async def _set_end(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Take the form of the end, the teams and the agreements."""
        await self._take(interaction, season_id, press, _read_end_form)

    @route("lg-rulesent", access=STEWARD, saves=DRAFT)
    async def _set_variants(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._take(interaction, season_id, press, _read_variant_form)

    async def _take(self, interaction: Interaction, season_id: int, press: Press, read: PlanReader) -> None:
        """Make the changes of a form, all or none."""
        known = await self._seasons.get_draft(interaction, season_id, SETTLED)
        with refusing_on(partial(self._seasons.show_draft, interaction, season_id)):
            await self._seasons.leagues.sign_up.change_plan(season_id, partial(read, known, press))
        await self._seasons.show_draft(interaction, season_id, DONE)


def _read_plan_form(known: KnownSeason, press: Press, plan: Plan) -> Plan:
    plan = _read_game_and_tables(known, press, plan)
    wanted = press.read_only_value("format")
    if wanted not in {line.value for line in forms.list_any_formats(plan) if line.chosen}:
        changed = formats.apply_format(plan, wanted)
        if changed is None and wanted in {line.value for line in forms.list_any_formats(plan)}:
            raise Refusal("Two of each table can only go on from tables for three or more.")
        if changed is None:
            raise UnknownControl
        plan = changed
    points = press.read_only_value("points")
    if points not in (forms.BY_PLACE, forms.ONLY_WINNING):
        raise UnknownControl
    plan = plan.model_copy(update={"only_winning": points == forms.ONLY_WINNING})
    pace = press.read_only_value("pace")
    if pace == plan.pact.pace:
        return plan
    if pace not in {line.value for line in forms.list_paces(plan)}:
        raise UnknownControl
    return with_value(plan, known.on_offer, "pace", pace)


def _read_game_and_tables(known: KnownSeason, press: Press, plan: Plan) -> Plan:
    """Return the plan with the game and the table size of a form; another game begins with its own options."""
    seats = plan.seats
    if not forms.has_own_sizes(plan):
        typed = press.read_only_value("seats")
        if not is_number(typed) or not 2 <= int(typed) <= MAX_SEATS:
            raise UnknownControl
        seats = int(typed)
    if not plan.further and (key := press.read_only_value("game")) != plan.title:
        game = known.on_offer.get(key)
        if game is None:
            raise UnknownControl
        first = PlannedGame(title=key, seats=seats, options=build_initial_options(game, plan.pact))
        return plan.with_games([first])
    return plan if seats == plan.seats else with_seats(plan, seats)


def _read_end_form(known: KnownSeason, press: Press, plan: Plan) -> Plan:
    changed = formats.apply_ending(plan, press.read_only_value("end"))
    if changed is not None and plan.format == "swiss":
        changed = apply_team_choice(changed, press.read_only_value("teams"))
    if changed is not None and plan.has_divisions():
        changed = formats.apply_size(changed, press.read_only_value("size"))
    if changed is None:
        raise UnknownControl
    return _with_option_form(known, press, changed, forms.split_agreements(plan), in_game=False)


def _read_variant_form(known: KnownSeason, press: Press, plan: Plan) -> Plan:
    game = known.on_offer.get(plan.title)
    pages, page = [] if game is None else forms.split_variants(plan, game), press.read_number(1)
    if page >= len(pages):
        raise UnknownControl
    return _with_option_form(known, press, plan, pages[page], in_game=True)


def _with_option_form(known: KnownSeason, press: Press, plan: Plan, form: OptionForm, *, in_game: bool) -> Plan:
    """Return the plan with the values of a form of options: of its game, or of its table settings."""
    present = known.on_offer[plan.title].options.model_validate(plan.options) if in_game else plan.pact
    values = read_option_fields(form, present, press.read_field)
    if values is None:
        raise UnknownControl
    return with_values(plan, known.on_offer, values) if values else plan
