"""Render the answer to Why?: a question's explanation, facts, options in full, rule and default."""

from __future__ import annotations

from collections.abc import Sequence

from bot.host.table.panel_context import PanelContext
from bot.ui.screens import list_layout
from bot.ui.screens.names import format_markdown
from bot.ui.screens.parts import BLUE, describe_decision_facts, describe_question
from bot.ui.screens.screen import Screen, build_button_rows
from bot.ui.screens.table.panels import build_back_button, describe_time_left
from bot.ui.screens.table.question_panel import DrawnQuestion


def render_reasons(context: PanelContext, picks: Sequence[str] = (), drawn: DrawnQuestion | None = None) -> Screen:
    """Return the explanation of a person's question: its help, the facts, the options in full, rule and default.

    Args:
        context: the context of that person, with an open question.
        picks: their picks so far; a group that was only opened does not count.
        drawn: the question with the letters of its picture, if it has one.

    Raises:
        BadAnswer: the picks do not fit.
    """
    seen = context.seen
    if context.question is None:
        return Screen(
            ("You're not asked anything right now.", *build_button_rows(build_back_button(seen, asked=False)))
        )
    aim, question = seen.game.teaching.aim, context.question if drawn is None else drawn.question
    chosen = [pick for pick in picks if not list_layout.has_picked_group([pick])]
    return Screen(
        tuple(
            filter(
                None,
                (
                    describe_question(seen, question, chosen, alone=True, again=True),
                    describe_time_left(seen),
                    *describe_decision_facts(seen, context.question),
                    "" if aim is None else f"**The aim**: {format_markdown(seen, aim(seen.view))}",
                    *build_button_rows(build_back_button(seen, asked=True)),
                ),
            )
        ),
        colour=BLUE,
    )
