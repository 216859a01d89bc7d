"""Words and forms for the conditions under which players join a season."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import format_count
from bot.host.leagues.entry_check import CODE_CHARS, derive_code, describe_rating_range, get_conditions
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.rules import EntryConditions
from bot.ui.screens.forms import CHECKED, ChoiceField, Field, Form
from bot.ui.screens.parts import BLUE
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Button, MenuLine, Screen, build_button_rows

GAMES, LEAST, MOST, ROLE, CODE = "games", "least", "most", "role", "code"
"""Names of the form's fields."""
APPROVAL = "approval"
"""Value of the box for approval; that of the invite code is `CHECKED`, as when it was the only one."""
NO_ROLE = "0"
"""Value of the line for no role."""
MIN_GAMES = (0, 1, 2, 3, 5, 10, 20, 50)
"""Numbers of finished games on offer."""
MAX_RATING_CHARS = 4


def describe_conditions(known: KnownSeason) -> str:
    """Return who may join a season, to read before pressing; empty without conditions."""
    wants = get_conditions(known)
    parts = [
        f"{format_count(wants.games, 'finished game')} in this server" if wants.games else "",
        "" if wants.least_rating is None and wants.most_rating is None else f"rating {describe_rating_range(wants)}",
        f"the role <@&{wants.role_id}>" if wants.role_id is not None else "",
        "an invite code from the organiser" if wants.by_code else "",
        "a steward's approval, which **Join** asks for" if wants.by_approval else "",
    ]
    said = "; ".join(part for part in parts if part)
    plays_on = " Players of the season before who play on are in." if known.row.number > 1 else ""
    return f"**To join you need**: {said}.{plays_on}" if said else ""


def describe_code(known: KnownSeason) -> str:
    """Return the invite code for organisers, as an appended sentence; empty without one."""
    return f" The invite code is `{derive_code(known)}`." if get_conditions(known).by_code else ""


def build_join_button(known: KnownSeason, label: str) -> Button:
    """Return the button to join a season, which opens a form where a code is needed."""
    number = known.row.season_id
    if get_conditions(known).by_code:
        return Button(f"lg-joinform:{number}", f"{label} with a code…", "success")
    return Button(f"lg-join:{number}", label, "success")


def render_code_needed(known: KnownSeason, why: str) -> Screen:
    """Return the panel for a player whose invite code is missing or wrong, with the button that asks for it."""
    return Screen((why, *build_button_rows(build_join_button(known, "Join"))), colour=BLUE)


def build_code_form(season_id: int) -> Form:
    """Return the form that asks for the invite code."""
    field = Field("Invite code", "The organiser has it", longest=2 * CODE_CHARS, name=CODE)
    return Form(f"lg-joinsent:{season_id}", "Join with a code", (field,))


def build_conditions_form(known: KnownSeason, roles: Sequence[tuple[int, str]]) -> Form:
    """Return the form of a draft's conditions.

    Args:
        known: the draft.
        roles: ids and names of the server's roles.
    """
    wants = known.plan.entry
    games = tuple(
        MenuLine(
            str(count),
            format_count(count, "finished game") if count else "No games needed",
            chosen=count == wants.games,
        )
        for count in MIN_GAMES
    )
    return Form(
        f"lg-entrysent:{known.row.season_id}",
        "The season: who may join",
        (
            ChoiceField("Finished games in this server, at least", games, name=GAMES),
            _build_rating("Rating, at least", wants.least_rating, LEAST),
            _build_rating("Rating, at most", wants.most_rating, MOST),
            ChoiceField("A role", list_roles(wants, roles), name=ROLE),
            ChoiceField("Besides", _list_further(wants), kind="checks", fewest=0, most=2, name=CODE),
        ),
    )


def _list_further(wants: EntryConditions) -> tuple[MenuLine, ...]:
    return (
        MenuLine(CHECKED, "Only with an invite code", "You see it when sign-up is open", chosen=wants.by_code),
        MenuLine(
            APPROVAL,
            "A steward approves each sign-up",
            "Requests without a decision lapse with the draw",
            chosen=wants.by_approval,
        ),
    )


def _build_rating(label: str, rating: int | None, name: str) -> Field:
    return Field(
        label, "Empty: any", "" if rating is None else str(rating), MAX_RATING_CHARS, name=name, required=False
    )


def list_roles(wants: EntryConditions, roles: Sequence[tuple[int, str]]) -> tuple[MenuLine, ...]:
    """Return the roles as menu lines, the chosen one among them, as many as a menu can hold."""
    lines = [MenuLine(str(role_id), name, chosen=str(role_id) == wants.role_id) for role_id, name in roles]
    lines.sort(key=lambda line: not line.chosen)
    none = MenuLine(NO_ROLE, "No role needed", chosen=not any(line.chosen for line in lines))
    return (none, *lines[: OPTIONS_IN_SELECT - 1])
