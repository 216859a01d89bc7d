"""Panels that change a season's plan one setting at a time: in a draft, and until the draw."""

from __future__ import annotations

from bot.engine.game import AnyGame
from bot.engine.options import Options
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.rules import MAX_SEATS
from bot.ui.screens.leagues import league_formats as wording
from bot.ui.screens.leagues.draft import UNPOSTED, describe_plan, format_draft_heading
from bot.ui.screens.leagues.league_games import build_games_button, build_option_menu, render_option_values
from bot.ui.screens.leagues.league_teams import build_team_menu
from bot.ui.screens.parts import BLUE, list_note_blocks
from bot.ui.screens.screen import Button, Menu, MenuLine, Row, Screen, build_button_rows


def render_draft_menus(known: KnownSeason, game: AnyGame, note: str = "") -> Screen:
    """Return the private panel that changes a draft one setting at a time."""
    number, plan = known.row.season_id, known.plan
    return Screen(
        (
            *list_note_blocks(note),
            format_draft_heading(known, game),
            describe_plan(known, game),
            UNPOSTED,
            *build_option_menus(number, plan, game, "lg-option"),
            *build_seats_row(number, plan, game, "lg-seats"),
            Row((Menu(f"lg-format:{number}", "How it is played", wording.list_formats(plan)),)),
            *build_team_menu(known),
            *build_size_menu(number, plan, "lg-size"),
            Row((Menu(f"lg-end:{number}", "When it ends", wording.list_endings(plan)),)),
            *build_button_rows(
                Button(f"lg-open:{number}", "Open sign-up", "success"),
                *build_games_button(number, plan, "lg"),
                Button(f"lg-draft:{number}", "Back"),
            ),
        ),
        colour=BLUE,
    )


def read_options(plan: Plan, game: AnyGame) -> Options:
    """Return the options of a plan's first game."""
    return game.options.model_validate(plan.options)


def build_option_menus(number: int, plan: Plan, game: AnyGame, verb: str) -> list[Row]:
    """Return the menus of the plan's game options and table settings."""
    return [
        *(
            []
            if plan.further
            else build_option_menu(f"{verb}:{number}:rules", "Change the game options", read_options(plan, game))
        ),
        *build_option_menu(f"{verb}:{number}:pact", "Change the table settings", plan.pact),
    ]


def build_seats_row(number: int, plan: Plan, game: AnyGame, verb: str) -> list[Row]:
    """Return the menu of table sizes; empty if each round's game has its own."""
    if plan.further and plan.format == "swiss":
        return []
    sizes = tuple(
        MenuLine(str(count), f"Tables for {count}", chosen=count == plan.seats)
        for count in game.seats
        if 2 <= count <= MAX_SEATS
    )
    return [Row((Menu(f"{verb}:{number}", f"Tables for {plan.seats}", sizes),))]


def build_size_menu(number: int, plan: Plan, verb: str) -> list[Row]:
    """Return the menu of the sizes of divisions or groups; empty if the format has none."""
    if not plan.has_divisions():
        return []
    return [Row((Menu(f"{verb}:{number}", "How large are they?", wording.list_sizes(plan)),))]


def render_draft_option(known: KnownSeason, game: AnyGame, name: str, verbs: str = "lg") -> Screen:
    """Return the private panel with the values of one option; `verbs` is the prefix of its controls."""
    options = read_options(known.plan, game)
    chosen = options if name in type(options).model_fields else known.plan.pact
    number, back = known.row.season_id, "menus" if verbs == "lg" else "draft"
    return render_option_values(
        chosen, name, lambda value: f"{verbs}-set:{number}:{name}:{value}", f"{verbs}-{back}:{number}"
    )
