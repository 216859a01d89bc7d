"""Sentences for presses and commands that could not be saved, or whose reply did not arrive.

Every new command needs an entry here; a control names what it saves in its route.
"""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.host.table.running import CURRENT_GAME
from bot.ui.handlers.command_aliases import get_command_name
from bot.ui.handlers.commit_tracking import CommitTracking
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.routes import NOTHING
from storage.interface.errors import StoreFailed, UnknownOutcome

_SHOWING = (
    *("help", "hand", "inbox", "why", "settings my-data", "settings webhooks", "settings pages", "settings forget-me"),
    *("game list", "game status", "game rules", "game cards", "game learn", "game public"),
    *("table log", "table delivery"),
    *("Results here", "My panel", "Why does it wait?"),
    *("record replay", "record mine", "record results", "record export", "record verify"),
    *("league list", "league me", "league leave", "league standings", "league rules", "league manage", "league player"),
    *("league hall", "league log", "league result", "league void", "league penalty", "league revert"),
    *("league export", "league protest", "league disqualify", "league extend"),
)
COMMANDS: Mapping[str, str] = {
    **dict.fromkeys(_SHOWING, NOTHING),
    **dict.fromkeys(("bid", "play"), "Your move"),
    "table undo": "Taking back your move",
    "game new": "The table",
    "game join": "Your seat",
    "game leave": "Leaving the table",
    "game start": "The start",
    **dict.fromkeys(("table pace", "table news"), "The table's settings"),
    "table propose": "Your proposal",
    "table concede": "Giving up",
    "league join": "Your sign-up",
    "league new": "The league",
    "league steward": "The steward",
    "settings change": "Your settings",
    "Invite to my table": "The call",
}
"""Subject that each command saves; `NOTHING` if it only shows something. Controls name theirs in their routes."""
UNKNOWN_SUBJECT = "What you asked for"

ALL_THE_SAME = "What you sent counted all the same."
UNCLEAR = (
    "My database broke off while this was being saved, so I can't tell yet whether it counted. Look how things stand, "
    "e.g. with **Act**, before you repeat it."
)
NOT_SHOWN = (
    f"{ALL_THE_SAME} I only couldn't read how things stand now: look again in a moment, e.g. with **Act**, before you "
    "do anything else."
)
PARTLY = "Only a part of this could be saved. Look how things stand, e.g. with **Act**, before you repeat it."
OPERATOR = "The bot's operator needs to check its disk. Try again later."


def get_command_subject(interaction: Interaction) -> str:
    """Return the subject that a command saves; `NOTHING` if it only shows something."""
    command = interaction.command
    return UNKNOWN_SUBJECT if command is None else COMMANDS.get(get_command_name(command), UNKNOWN_SUBJECT)


def format_failure(subject: str, failed: StoreFailed, counted: CommitTracking) -> str:
    """Return the reply to a press or command during which the store failed, possibly after an earlier commit."""
    if isinstance(failed, UnknownOutcome):
        return UNCLEAR
    if counted.saved and subject:
        return PARTLY if counted.failed else NOT_SHOWN
    if not subject:
        return f"I couldn't read or save anything just now. Nothing was changed. {OPERATOR}"
    return f"{subject} could not be saved, so nothing was changed. {OPERATOR}"


def format_late_notice(interaction: Interaction, subject: str) -> str:
    """Return the notice for the person's next reply, because this one did not arrive; empty if nothing was saved."""
    if not subject:
        return ""
    sent = {discord.InteractionType.application_command: "command", discord.InteractionType.modal_submit: "form"}
    at_table = CURRENT_GAME.get()
    where = "" if at_table is None else f" (table {at_table[0]})"
    return (
        f"**Your {sent.get(interaction.type, 'press')} of a moment ago counted**, even if Discord called it failed. "
        f"Saved: {subject[0].lower()}{subject[1:]}{where}."
    )
