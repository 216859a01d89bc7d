"""Private panel of a draft season, with its plan and the ways to change it."""

from __future__ import annotations

from bot.engine.game import AnyGame
from bot.host.leagues.plan import DEFAULT_SETTINGS
from bot.host.leagues.season_log import KnownSeason
from bot.ui.screens.leagues import entry_conditions, season_dates
from bot.ui.screens.leagues import league_formats as wording
from bot.ui.screens.leagues.league_games import list_changed_options
from bot.ui.screens.leagues.league_teams import list_team_choices
from bot.ui.screens.leagues.season import describe_game, describe_points, format_season_name
from bot.ui.screens.leagues.season_forms import build_form_buttons
from bot.ui.screens.leagues.season_more import build_season_menu
from bot.ui.screens.parts import BLUE, describe_choice, describe_options, list_note_blocks
from bot.ui.screens.screen import Button, MenuLine, Screen, build_button_rows

UNPOSTED = "-# Nothing is posted yet. When sign-up opens, all of this is settled."
MAX_NAMED_OPTIONS = 3
"""Changed options that the panel names; the terms have all."""


def render_draft(known: KnownSeason, game: AnyGame, note: str = "") -> Screen:
    """Return the private panel on which an organiser prepares a season."""
    number = known.row.season_id
    several = MenuLine(f"lg-games:{number}", "Several games", "A list of up to nine, each with its options")
    return Screen(
        (
            *list_note_blocks(note),
            format_draft_heading(known, game),
            describe_plan(known, game),
            UNPOSTED,
            *build_button_rows(
                Button(f"lg-open:{number}", "Open sign-up", "success"),
                *build_form_buttons(known, game),
                Button(f"lg-drop:{number}", "Discard draft"),
            ),
            build_season_menu(
                number,
                (
                    MenuLine(f"lg-terms:{number}", "As everybody will read it", "All that players agree to"),
                    MenuLine(f"lg-rules:{number}", "How the league works"),
                    *([] if wording.is_ladder(known.plan) else [several]),
                    MenuLine(f"lg-menus:{number}", "One thing at a time", "A menu for each setting"),
                ),
            ),
        ),
        colour=BLUE,
    )


def format_draft_heading(known: KnownSeason, game: AnyGame) -> str:
    """Return the heading of a draft's panels."""
    return f"### {format_season_name(known)}: a draft\n{describe_game(known, game)}"


def describe_plan(known: KnownSeason, game: AnyGame) -> str:
    """Return a season's plan in short lines, without settings that are as usual."""
    plan = known.plan
    teams = next(line.label for line in list_team_choices(plan) if line.chosen) if plan.team else ""
    usual = describe_options(DEFAULT_SETTINGS.model_copy(update={"pace": plan.pact.pace}))
    agreed = [f"{name}: {value}" for name, value in describe_options(plan.pact) if (name, value) not in usual]
    options = [] if plan.further else list_changed_options(game, plan.options)
    named = options[:MAX_NAMED_OPTIONS]
    more = f" and {len(options) - len(named)} more" if len(options) > len(named) else ""
    lines = (
        " · ".join(filter(None, (wording.describe_format_briefly(plan), teams))),
        "" if wording.is_ladder(plan) else f"**Points**: {describe_points(known)}",
        wording.describe_last_day(known),
        season_dates.describe_draft_dates(plan.dates),
        entry_conditions.describe_conditions(known),
        " · ".join([f"**Pace**: {describe_choice(plan.pact, 'pace')}", *agreed]),
        f"**Options**: {'; '.join(named)}{more}" if named else "",
    )
    return "\n".join(line for line in lines if line)
