"""A player's note to themselves at a table: its private panel, and the form that writes it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.host.play.own_notes import MAX_NOTE_CHARS, REMINDER_DAYS
from bot.host.table import deadlines
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.forms import ChoiceField, Field, Form
from bot.ui.screens.names import escape_markdown, format_table
from bot.ui.screens.parts import BLUE, list_note_blocks
from bot.ui.screens.screen import Button, MenuLine, Screen, build_button_rows
from storage.interface.panels import OwnNote

NEVER, AS_BEFORE, IN_DAYS, WITH_PART = "no", "keep", "days ", "part "
"""Values of the field of the reminder; the last two begin one."""
DAY_WORDS = {1: "Tomorrow, at this time", 2: "In two days", 7: "In a week"}


def render_own_note(seen: AudienceView, note: OwnNote | None, said: str = "") -> Screen:
    """Return the private panel of a player's note."""
    number = seen.row.game_id
    gone = [] if note is None else [Button(f"notegone:{number}", "Delete")]
    return Screen(
        (
            *list_note_blocks(said),
            f"### Your note · {seen.game.title} · {format_table(seen.row)}\n"
            "-# Only you ever see it. It is deleted when the game ends.",
            "*Nothing yet.*" if note is None else f"> {escape_markdown(note.text)}",
            *([] if note is None or not (when := describe_reminder(note)) else [f"⏰ {when}"]),
            *build_button_rows(
                Button(f"noteform:{number}", "Write…" if note is None else "Change…", "primary"),
                *gone,
                Button(f"act:{number}:again", "Back"),
            ),
        ),
        colour=BLUE,
    )


def describe_reminder(note: OwnNote) -> str:
    """Return when a player is reminded of their note; empty: not at all."""
    if note.remind_part is not None:
        return f"I remind you when {note.remind_part} begins."
    if note.remind_at is not None:
        return f"I remind you <t:{int(deadlines.parse_time(note.remind_at).timestamp())}:R>."
    return ""


def build_note_form(seen: AudienceView, note: OwnNote | None, parts: Sequence[str]) -> Form:
    """Return the form of a player's note and its reminder.

    Args:
        seen: the table.
        note: the note as it is.
        parts: the coming parts of the game for which a reminder can be wanted.
    """
    is_set = note is not None and (note.remind_at is not None or note.remind_part is not None)
    lines = [MenuLine(NEVER, "Not at all", chosen=not is_set)]
    if is_set:
        lines.append(MenuLine(AS_BEFORE, "As it is set", chosen=True))
    lines += [MenuLine(f"{IN_DAYS}{days}", DAY_WORDS[days]) for days in REMINDER_DAYS]
    lines += [MenuLine(f"{WITH_PART}{part}", f"When {part} begins") for part in parts]
    return Form(
        f"notesent:{seen.row.game_id}",
        f"Your note · table {seen.row.game_id}",
        (
            Field(
                "Note",
                "Only you ever see it. Empty: no note",
                "" if note is None else note.text[:MAX_NOTE_CHARS],
                MAX_NOTE_CHARS,
                name="text",
                required=False,
                is_long=True,
            ),
            ChoiceField("Remind me", tuple(lines), hint="By direct message, outside your quiet hours", name="remind"),
        ),
    )
