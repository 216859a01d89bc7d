"""The reply to /help: how one comes to a table, and finds one's own again."""

from __future__ import annotations

from bot.ui.screens.parts import BLUE
from bot.ui.screens.screen import Button, Screen, build_button_rows

_LINES = (
    "### Slow board games",
    "Everybody answers when they have time; I call you when it's your turn.",
    "- **/game list** shows the tables here, **/game new** opens one.",
    "- **/game learn** is a first minute of a game.",
    "- **Act** on a table's message shows what you are asked, **/inbox** all that waits for you.",
    "- **/settings change**: your time zone and quiet hours.",
)


def render_help() -> Screen:
    """Return the first things to know, with the way to one's tables."""
    return Screen(("\n".join(_LINES), *build_button_rows(Button("inbox:0", "My tables"))), colour=BLUE)
