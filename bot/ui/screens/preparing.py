"""The private panel in which somebody prepares their next turn."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Question
from bot.host.play.prepared_turns import PreparingDesk
from bot.ui.screens import controls
from bot.ui.screens.names import in_markdown, in_plain
from bot.ui.screens.parts import BLUE, asking, at_hand, notes
from bot.ui.screens.screen import Button, Entry, Form, Menu, Row, Screen, buttons

ANYWAY = "anyway"
"""The entry with which no condition is set."""


def preparing(desk: PreparingDesk, picks: Sequence[str] = (), note: str = "") -> Screen:
    """Return the panel with what is prepared, and what can be prepared next after these picks on the way."""
    number, question = desk.running.row.game_id, desk.next
    blocks = [
        *notes(note),
        "### Your next turn, prepared\nOnly you see this. When your turn comes, it is played at once, move by move; "
        "if one is not possible then, you are asked instead and told why.",
        _moves(desk),
    ]
    last: list[Button] = []
    if desk.prepared.moves:
        last.append(Button(f"unprepare:{number}:last", "Take back the last"))
        last.append(Button(f"unprepare:{number}:all", "Prepare nothing", "danger"))
    last.append(Button(f"act:{number}:again", "Back to the table"))
    asked = []
    if question is not None:
        blocks += [*at_hand(desk.ahead, desk.seat, question), asking(desk.ahead, question, picks)]
        asked = controls.rows(_asked(desk, question), picks)
    return Screen((*blocks, *asked, *_unless(desk), *buttons(*last)), colour=BLUE)


def preparing_form(desk: PreparingDesk, question: Question, picks: Sequence[str]) -> Form | None:
    """Return the form for the next amounts of what can be prepared, when it has one."""
    return controls.form(_asked(desk, question), picks)


def _moves(desk: PreparingDesk) -> str:
    """Return what is prepared, move by move, and what comes of it as the table stands now."""
    moves = desk.prepared.moves
    if not moves:
        return "You have prepared nothing yet. What would you do if it were your turn now?"
    lines = [f"{at}. {in_markdown(desk.running, one.words)}" for at, one in enumerate(moves, 1)]
    if desk.possible < len(moves):
        lines[desk.possible] += " ⚠️ not possible as the table stands now"
    elif desk.is_over:
        lines.append("Your turn ends with that.")
    elif desk.next is None:
        lines.append("What comes next depends on what is drawn then, so you will be asked.")
    return "\n".join(lines)


def _unless(desk: PreparingDesk) -> list[Row]:
    """Return the menu with the conditions, where there is something to be played."""
    turns = desk.running.game.turns
    if turns is None or not turns.unless or not desk.prepared.moves:
        return []
    chosen = desk.prepared.unless or ANYWAY
    conditions = [(ANYWAY, "Play it whatever happens"), *((one.name, f"Only if {one.title}") for one in turns.unless)]
    entries = tuple(Entry(name, words, chosen=name == chosen) for name, words in conditions)
    return [Row((Menu(f"unless:{desk.running.row.game_id}", "When to play it", entries),))]


def _asked(desk: PreparingDesk, question: Question) -> controls.Asked:
    def name(text: str) -> str:
        return in_plain(desk.running, text)

    return controls.Asked(desk.running.row.game_id, desk.tag, question, "Your next turn", name, prefix="p")
