"""Form with a person's own settings, filled in with the present ones."""

from __future__ import annotations

from bot.host.table.deadlines import Wishes
from bot.ui.screens.forms import CheckField, ChoiceField, Field, Form
from bot.ui.screens.screen import Menu, MenuLine
from storage.interface.people import EventLevel, Person, Secrets

WAYS: tuple[tuple[Secrets, str, str], ...] = (
    ("dm", "Direct message", "Each question, and your hand"),
    ("thread", "Private thread", "One at each table; its moderators can read it"),
    ("panel", "Only the private panel", "/hand shows what only you know"),
)
"""Values, labels and hints of the ways in which secrets come."""
LONGEST_ZONE = 40
EVENT_LEVELS: tuple[tuple[EventLevel, str, str], ...] = (
    ("asked", "Write when I must act", "What happens stands on your panel"),
    ("affected", "Also what is done to me", "Attacked, hired, outvoted, bought out, traded with"),
    ("everything", "Write about everything", "All news of your tables, every few minutes at most"),
)
"""Values, labels and hints of the levels of direct messages about events."""


def build_event_menu(level: EventLevel) -> Menu:
    """Return the menu for the level of notices about events."""
    lines = tuple(MenuLine(value, label, hint, value == level) for value, label, hint in EVENT_LEVELS)
    return Menu("events:0", "Direct messages about what happens", lines)


def build_preference_form(person: Person, wishes: Wishes) -> Form:
    """Return the form of a person's settings; days off are added to those that are announced."""
    ways = tuple(MenuLine(way, label, hint, way == person.secrets) for way, label, hint in WAYS)
    off = ", ".join(f"{days.first} to {days.last}" for days in wishes.days_off)
    return Form(
        "settingssent:0",
        "Your settings",
        (
            ChoiceField("How questions and hands come", ways, "radio", name="secrets"),
            Field("Time zone", "For example Europe/Paris", wishes.zone, longest=LONGEST_ZONE, name="zone"),
            Field(
                "Quiet hours",
                "For example 22:00-8:00; nobody calls you then. Empty for none",
                format_quiet_hours(wishes),
                name="quiet",
                required=False,
            ),
            Field(
                "New days off",
                f"For example 2026-12-24 2026-12-27; none takes all back. Announced: {off or 'none'}",
                longest=30,
                name="days",
                required=False,
            ),
            CheckField("Pictures with questions", "They mark places on a board", wishes.pictures, name="pictures"),
        ),
    )


def format_quiet_hours(wishes: Wishes) -> str:
    """Return the quiet hours as a person types them; empty if there are none."""
    if wishes.quiet is None:
        return ""
    begin, end = wishes.quiet
    return f"{begin:%H:%M}-{end:%H:%M}"
