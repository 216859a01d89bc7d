"""Forms with which an organiser fills in a draft season."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.game import AnyGame
from bot.engine.options import get_explanations, has_no_teams, list_offered_values
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.rules import MAX_SEATS
from bot.ui.screens.forms import AnyField, ChoiceField, Form, choose_kind
from bot.ui.screens.leagues import league_formats as wording
from bot.ui.screens.leagues.league_games import EXPLANATIONS
from bot.ui.screens.leagues.league_teams import list_team_choices
from bot.ui.screens.option_forms import OptionForm, build_option_fields, split_options
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Button, MenuLine

NOT_AGREED = ("pace", "hours", "hints", "bots", "unrevealed")
"""Table settings without a field among the agreements: the pace stands in the first form, the others are fixed."""
BY_PLACE, ONLY_WINNING = "place", "winner"
"""Values of the field of the points."""


def build_form_buttons(known: KnownSeason, game: AnyGame) -> list[Button]:
    """Return the buttons that open the forms."""
    number = known.row.season_id
    variants = split_variants(known.plan, game)
    return [
        Button(f"lg-planform:{number}", "Game, tables, points…", "primary"),
        Button(f"lg-endform:{number}", "End, agreements…"),
        *([] if wording.is_ladder(known.plan) else [Button(f"lg-dateform:{number}", "Dates…")]),
        Button(f"lg-entryform:{number}", "Who may join…"),
        *(Button(f"lg-ruleform:{number}:{page}", _get_variant_title(page) + "…") for page, _ in enumerate(variants)),
    ]


def _get_variant_title(page: int) -> str:
    return "Variants" if page == 0 else f"Variants, part {page + 1}"


# -- the first form ----------------------------------------------------------------------------------


def build_plan_form(known: KnownSeason) -> Form:
    """Return the form of the game, the tables, the format with its rounds, the points and the pace."""
    plan = known.plan
    fields: tuple[AnyField, ...] = (
        *([] if plan.further else [_build_game_field(known)]),
        *([] if has_own_sizes(plan) else [_build_seats_field(plan)]),
        ChoiceField("How it is played", list_any_formats(plan), name="format"),
        ChoiceField("Points", _list_points(plan), choose_kind(2), name="points"),
        ChoiceField("Pace", list_paces(plan), hint="Time for each answer", name="pace"),
    )
    return Form(f"lg-plansent:{known.row.season_id}", "The season: game, tables, points", fields)


def has_own_sizes(plan: Plan) -> bool:
    """Return whether each round's game has a table size of its own, set in the list of games."""
    return bool(plan.further) and plan.format == "swiss"


def list_any_formats(plan: Plan) -> tuple[MenuLine, ...]:
    """Return the formats for tables of any size, because the form changes the size, too."""
    return wording.list_formats(plan.model_copy(update={"seats": MAX_SEATS}))


def _build_game_field(known: KnownSeason) -> ChoiceField:
    lines = tuple(
        MenuLine(key, game.title, f"For {game.seats[0]} to {game.seats[-1]} players", key == known.plan.title)
        for key, game in known.on_offer.items()
    )
    return ChoiceField("Game", _keep_chosen(lines), name="game")


def _keep_chosen(lines: Sequence[MenuLine]) -> tuple[MenuLine, ...]:
    """Return as many lines as a menu can hold, the chosen one among them."""
    return tuple(sorted(lines, key=lambda line: not line.chosen)[:OPTIONS_IN_SELECT])


def _build_seats_field(plan: Plan) -> ChoiceField:
    sizes = tuple(
        MenuLine(str(count), f"Tables for {count}", chosen=count == plan.seats) for count in range(2, MAX_SEATS + 1)
    )
    return ChoiceField("Tables", sizes, name="seats")


def _list_points(plan: Plan) -> tuple[MenuLine, ...]:
    return (
        MenuLine(BY_PLACE, "For each place", chosen=not plan.only_winning),
        MenuLine(ONLY_WINNING, "For winning alone", "A second place is worth nothing", chosen=plan.only_winning),
    )


def list_paces(plan: Plan) -> tuple[MenuLine, ...]:
    """Return the paces on offer."""
    field = type(plan.pact).model_fields["pace"]
    means = get_explanations(field)
    return tuple(
        MenuLine(value, value, means.get(value, ""), chosen=value == plan.pact.pace)
        for value in list_offered_values(field, plan.pact.pace)
        if value != "own"
    )


# -- the other forms ---------------------------------------------------------------------------------


def build_end_form(known: KnownSeason) -> Form:
    """Return the form of the season's end, its teams, and what players agree to beside the rules."""
    plan = known.plan
    teams = ChoiceField("Teams", list_team_choices(plan), name="teams")
    size = ChoiceField(
        "Size of a group" if plan.format == "groups" else "Size of a division", wording.list_sizes(plan), name="size"
    )
    fields: tuple[AnyField, ...] = (
        ChoiceField("When it ends", wording.list_endings(plan), name="end"),
        *([teams] if plan.format == "swiss" else []),
        *([size] if plan.has_divisions() else []),
        *build_option_fields(split_agreements(plan), plan.pact, instead=EXPLANATIONS),
    )
    return Form(f"lg-endsent:{known.row.season_id}", "The season: end and agreements", fields)


def split_agreements(plan: Plan) -> OptionForm:
    """Return the form of the table settings that a league can change."""
    (form,) = split_options(plan.pact, without=NOT_AGREED)
    return form


def split_variants(plan: Plan, game: AnyGame) -> Sequence[OptionForm]:
    """Return the forms of the game's options without those that make teams; none for several games."""
    if plan.further:
        return []
    teams = [name for name, field in game.options.model_fields.items() if not has_no_teams(field)]
    return split_options(game.options.model_validate(plan.options), without=teams)


def build_variant_form(known: KnownSeason, game: AnyGame, page: int) -> Form | None:
    """Return a form of the game's options; None if there is no such page."""
    pages = split_variants(known.plan, game)
    if page >= len(pages):
        return None
    fields = build_option_fields(pages[page], game.options.model_validate(known.plan.options))
    return Form(f"lg-rulesent:{known.row.season_id}:{page}", f"The season: {_get_variant_title(page).lower()}", fields)
