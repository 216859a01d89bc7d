"""The private panel on which a player prepares their next turn."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Question
from bot.engine.words import format_count
from bot.host.play.prepared_turns import PreparationContext
from bot.ui.screens import controls
from bot.ui.screens.forms import Form
from bot.ui.screens.names import format_markdown, format_plain
from bot.ui.screens.parts import BLUE, describe_decision_facts, describe_question, find_option_emoji, list_note_blocks
from bot.ui.screens.screen import (
    MAX_TEXT_CHARS,
    OPTIONS_IN_SELECT,
    Button,
    Menu,
    MenuLine,
    Row,
    Screen,
    build_button_rows,
)

OMITTED_LINE_CHARS = 60
"""Characters reserved for a line that counts omitted moves."""
PREPARE = ("Prepare it", "Prepare nothing")
UNPREPARED = "Only you see this, and nothing of it is prepared before you press **Prepare it**."
ANYWAY = "anyway"
"""Menu value for "no condition"."""


def render_preparation(context: PreparationContext, picks: Sequence[str] = (), note: str = "") -> Screen:
    """Return the panel with the prepared moves and the next question after these picks."""
    number, question = context.seen.row.game_id, context.next
    above = [
        *list_note_blocks(note),
        "### Your next turn, prepared\nOnly you see this. When your turn comes, it is played at once, move by move; "
        "if one is not possible then, or does not do what it says here, you are asked instead and told why.",
    ]
    if context.is_never_played:
        above.append(
            "⚠️ The condition you had set is of an older program and not known any more, so none of this is played. "
            "Choose below anew when to play it."
        )
    below: list[str] = []
    last: list[Button] = []
    if context.prepared.moves:
        last.append(Button(f"unprepare:{number}:last", "Remove the last move"))
        last.append(Button(f"unprepare:{number}:all", "Discard the plan", "danger"))
    last.append(Button(f"act:{number}:again", "Back to the table"))
    asked = []
    if question is not None:
        below = [
            *describe_decision_facts(context.ahead, question),
            describe_question(context.ahead, question, picks, unsent=UNPREPARED),
        ]
        asked = controls.build_rows(_build_prompt(context, question), picks)
    room = MAX_TEXT_CHARS - sum(len(block) + 1 for block in (*above, *below))
    return Screen(
        (
            *above,
            _describe_moves(context, room),
            *below,
            *asked,
            *_build_condition_menu(context),
            *build_button_rows(*last),
        ),
        colour=BLUE,
    )


def build_preparation_form(context: PreparationContext, question: Question, picks: Sequence[str]) -> Form | None:
    """Return the form for the next amounts of the question to prepare, if it has one."""
    return controls.build_form(_build_prompt(context, question), picks)


def _describe_moves(context: PreparationContext, room: int) -> str:
    """Return the prepared moves and their outcome in the present position.

    Args:
        context: the player's context.
        room: maximum characters. If it is too small, the latest moves are shown, or those up to the impossible one.
    """
    moves = context.prepared.moves
    if not moves:
        return "Nothing prepared yet. What would you do if it were your turn now?"
    lines = [f"{at}. {format_markdown(context.seen, one.words)}" for at, one in enumerate(moves, 1)]
    last, end = len(lines), []
    if context.then.possible < len(moves):
        why = format_markdown(context.seen, context.then.why_no_further)
        lines[context.then.possible] += f" ⚠️ {why or 'not possible right now'}"
        last = context.then.possible + 1
    elif context.then.is_over:
        end.append("That ends your turn.")
    elif context.next is None:
        end.append(
            "What comes of that is not known yet; if anything is left for you to decide then, you will be asked."
        )
    return "\n".join([*_limit_around(lines, last, room - sum(len(line) + 1 for line in end)), *end])


def _limit_around(lines: Sequence[str], last: int, room: int) -> list[str]:
    """Return the lines up to the given one that fit, or all of them; omitted lines are counted."""
    if sum(len(line) + 1 for line in lines) <= room:
        return list(lines)
    first, room = last - 1, room - len(lines[last - 1]) - 2 * OMITTED_LINE_CHARS
    while first and len(lines[first - 1]) < room:
        first -= 1
        room -= len(lines[first]) + 1
    before, after = first, len(lines) - last
    return [
        *([f"-# … {format_count(before, 'move')} before that, not shown"] if before else []),
        *lines[first:last],
        *([f"-# … {format_count(after, 'move')} after that, not shown"] if after else []),
    ]


def _build_condition_menu(context: PreparationContext) -> list[Row]:
    """Return the menu of conditions, if any move is prepared."""
    if not context.prepared.moves:
        return []
    only_if = context.prepared.only_if
    chosen = "" if context.is_never_played else ANYWAY if only_if is None else only_if.key
    entries = [
        MenuLine(ANYWAY, "Play it no matter what", chosen=chosen == ANYWAY),
        *(
            MenuLine(one.key, format_plain(context.seen, f"Only if {one.words}"), chosen=one.key == chosen)
            for one in context.then.conditions[: OPTIONS_IN_SELECT - 1]
        ),
    ]
    return [Row((Menu(f"unless:{context.seen.row.game_id}", "When to play it", tuple(entries)),))]


def _build_prompt(context: PreparationContext, question: Question) -> controls.Asked:
    def format_name(text: str) -> str:
        return format_plain(context.seen, text)

    tag = context.then.tag
    return controls.Asked(
        context.seen.row.game_id,
        tag,
        question,
        "Your next turn",
        format_name,
        prefix="p",
        send=PREPARE,
        emoji=lambda move: find_option_emoji(context.seen, move),
    )
