"""The menu More of a league's private panels, with everything that can be looked up or arranged.

A line's value is the custom_id of the button that would do the same, so that a line needs no handler of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.screens.screen import Menu, MenuLine, Row

MORE = "lg-go"
"""The verb of the menu; its values are custom_ids."""
ALLOWED_VERBS = frozenset(
    (
        "lg-draft",
        "lg-games",
        "lg-hall",
        "lg-leave",
        "lg-log",
        "lg-menus",
        "lg-more",
        "lg-place",
        "lg-player",
        "lg-protests",
        "lg-rules",
        "lg-table",
        "lg-team",
        "lg-terms",
        "lg-web",
        "lg-wishes",
        "rules",
    )
)
"""Verbs that a line may have: they look something up or lead elsewhere, and none of them changes anything."""


def build_season_menu(season_id: int, lines: Sequence[MenuLine]) -> Row:
    """Return the menu of a season's panel."""
    return Row((Menu(f"{MORE}:{season_id}", "More…", tuple(lines)),))
