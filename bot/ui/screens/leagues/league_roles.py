"""Screens about the roles on Discord that a league gives."""

from __future__ import annotations

from collections.abc import Sequence

from bot.host.leagues.season_log import KnownSeason
from bot.leagues.discord_roles import ROLE_KINDS
from bot.ui.screens.parts import BLUE, list_note_blocks
from bot.ui.screens.screen import Button, Menu, MenuLine, Row, Screen, build_button_rows
from storage.interface.leagues import LeagueRow, RoleSettings

MAX_ROLE_NAME_CHARS = 100
LABELS = {
    "champions": ("Champions", "Until the next season ends"),
    "divisions": ("Each division", "In leagues with divisions"),
    "teams": ("Each team", "In seasons with teams"),
}


def format_role_name(league: LeagueRow, role: str) -> str:
    """Return the name of a role on Discord, such as "Winter Cup: division 2"."""
    room = MAX_ROLE_NAME_CHARS - len(role) - 2
    return f"{league.name[:room]}: {role}"


def render_role_settings(known: KnownSeason, settings: RoleSettings | None, note: str = "") -> Screen:
    """Return the panel in which organisers choose the roles."""
    number, kinds = known.row.season_id, settings.kinds if settings is not None else frozenset[str]()
    entries = tuple(MenuLine(kind, *LABELS[kind], chosen=kind in kinds) for kind in ROLE_KINDS)
    trouble = "" if settings is None else settings.trouble
    return Screen(
        (
            *list_note_blocks(note),
            "### Roles on Discord\nI create these roles without any permission, and give and take them as the seasons "
            "go. I need **Manage Roles**, and my own role must stand above them.",
            *([f"⚠️ {trouble} Nothing is given or taken until you press **Try again**."] if trouble else []),
            Row((Menu(f"lg-rolesset:{number}", "Which roles?", entries, fewest=0, most=len(entries)),)),
            *build_button_rows(
                *[Button(f"lg-rolesagain:{number}", "Try again", "primary")] * bool(trouble),
                Button(f"lg-more:{number}", "Back"),
            ),
        ),
        colour=BLUE,
    )


def render_role_trouble(season_id: int, names: str, trouble: str, called: Sequence[int]) -> Screen:
    """Return the message to the stewards about a role that Discord refuses."""
    words = f"{names}: {trouble} Until you have seen to it, I give and take no roles of this league."
    return Screen(
        (words, *build_button_rows(Button(f"lg-roles:{season_id}", "Roles on Discord …"))),
        mentions=tuple(called),
        colour=BLUE,
    )
