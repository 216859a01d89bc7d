"""Sentences for presses and commands that could not be saved, or whose reply did not arrive.

Every new control or command needs an entry here.
"""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.host.table.running import CURRENT_GAME
from bot.ui.handlers.commit_tracking import CommitTracking
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from storage.interface import StoreFailed, UnknownOutcome

_LOOKING = (
    *(
        "act",
        "hand",
        "picture",
        "look",
        "read",
        "log",
        "inbox",
        "goto",
        "next",
        "hint",
        "rules",
        "learn",
        "chapter",
        "sealed",
    ),
    *("part", "more", "form"),
    *("lplay", "lmenu", "lsent", "lpart", "lmore", "lform", "orders", "order", "opart", "omore", "oform"),
    *("bpart", "bmore", "bform"),
    *("prepare", "ppart", "pmore", "pform"),
    *("option", "options", "hours", "result", "results", "mine", "played"),
    *("replay", "point", "eyes", "step", "stepped"),
    *("review", "reviewed", "turned"),
    *(
        "why",
        "game list",
        "game status",
        "game rules",
        "game cards",
        "game learn",
        "game delivery",
        "game log",
        "game replay",
        "game mine",
        "game export",
    ),
    *("game verify", "settings my-data", "settings forget-me"),
    *("lg-table", "lg-cross", "lg-player", "lg-whose", "lg-hall", "league player", "league hall"),
    *("lg-place", "lg-rules", "lg-leave", "lg-draft", "lg-option", "lg-manage", "lg-draw", "lg-finish"),
    *(
        "lg-why",
        "lg-log",
        "league log",
        "league result",
        "league void",
        "league penalty",
        "league revert",
        "league export",
    ),
    *("lg-doubt", "lg-protests", "lg-protest", "league protest", "league disqualify", "league extend"),
    *("lg-web", "game public"),
    *("lg-more", "lg-way", "lg-back", "lg-put", "lg-putin", "lg-subst"),
    *(
        "ll-draft",
        "ll-option",
        "ll-set",
        "ll-seats",
        "ll-format",
        "ll-end",
        "lg-games",
        "ll-games",
        "ll-game",
        "lg-team",
        "lg-team-code",
        "lg-team-by",
        "lg-team-in",
    ),
    *("league list", "league me", "league leave", "league standings", "league rules", "league manage"),
)

_SAVING: Mapping[str, tuple[str, ...]] = {
    "Your move": ("play", "menu", "sent", "bid"),
    "Taking back your move": ("undo", "game undo"),
    "Your additional time": ("time",),
    "Your order": ("oplay", "omenu", "osent", "mplay", "mmenu", "bplay", "bmenu", "bsent"),
    "What you prepare": ("pplay", "pmenu", "psent", "unprepare", "unless"),
    "Cancelling your order": ("cancel", "withdraw"),
    "The table": ("game new", "again"),
    "Your seat": ("join", "take", "game join"),
    "Your answer about the seat": ("lg-chair",),
    "Leaving the table": ("leave", "game leave"),
    "The start": ("start", "game start"),
    "That you are here": ("here", "lg-here"),
    "The number of seats": ("seats",),
    "The bot's seat": ("bot", "nobot"),
    "Closing the table": ("close",),
    "The table's settings": ("set", "pace", "game pace", "game news"),
    "Where the table is": ("bring",),
    "The call": ("invite",),
    "Your proposal": ("game propose",),
    "Your vote": ("agree", "refuse"),
    "Giving up": ("game concede", "concede"),
    "Your sign-up": ("lg-join", "league join"),
    "Leaving the season": ("lg-left",),
    "Your team": (
        *("lg-team-open", "lg-team-joined", "lg-team-leave", "lg-team-out"),
        *("lg-team-stood", "lg-team-ask", "lg-team-put"),
    ),
    "Your wish": ("lg-cap", "lg-apart", "lg-named", "lg-page", "lg-kept", "lg-letters", "lg-on"),
    "The game that you want": ("lg-want", "lg-rewant", "lg-unwant", "lg-count", "lg-days"),
    "The league": ("league new", "lg-next", "lg-after"),
    "The draft": ("lg-set", "lg-seats", "lg-format", "lg-end", "lg-drop", "lg-game", "lg-teams"),
    "Opening sign-up": ("lg-open",),
    "The draw": ("lg-drawn",),
    "The end of the season": ("lg-finished",),
    "Your decision": ("lg-decide",),
    "Your protest": ("lg-doubted",),
    "The steward": ("league steward",),
    "What is public": ("web-tables", "lg-public", "lg-found"),
    "Your settings": ("dm", "hands", "settings change"),
    "Forgetting you": ("forget",),
}

WHAT: Mapping[str, str | None] = {
    **dict.fromkeys(_LOOKING),
    **{pressed: what for what, all_of_it in _SAVING.items() for pressed in all_of_it},
}
"""Subject saved by each control, by the verb of its id, and by each command; None if it only shows something."""

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


def is_read_only(verb: str) -> bool:
    """Whether a control with this verb changes nothing."""
    return verb in _LOOKING


def format_failure(interaction: Interaction, failed: StoreFailed, counted: CommitTracking) -> str:
    """Return the reply to a press or command during which the store failed, possibly after an earlier commit."""
    if isinstance(failed, UnknownOutcome):
        return UNCLEAR
    what = WHAT.get(_identify_press(interaction), "What you asked for")
    if counted.saved and what is not None:
        return PARTLY if counted.failed else NOT_SHOWN
    if what is None:
        return f"I couldn't read or save anything just now. Nothing was changed. {OPERATOR}"
    return f"{what} could not be saved, so nothing was changed. {OPERATOR}"


def format_late_notice(interaction: Interaction) -> str:
    """Return the notice for the person's next reply, because this one did not arrive; empty if nothing was saved."""
    what = WHAT.get(_identify_press(interaction), "What you asked for")
    if what is None:
        return ""
    sent = {discord.InteractionType.application_command: "command", discord.InteractionType.modal_submit: "form"}
    at_table = CURRENT_GAME.get()
    where = "" if at_table is None else f" (table {at_table[0]})"
    return (
        f"**Your {sent.get(interaction.type, 'press')} of a moment ago counted**, even if Discord called it failed. "
        f"Saved: {what[0].lower()}{what[1:]}{where}."
    )


def _identify_press(interaction: Interaction) -> str:
    if interaction.type is discord.InteractionType.application_command:
        return "" if interaction.command is None else interaction.command.qualified_name
    return Press.parse(interaction.data).verb
