"""Render the answer to Why?: a question's explanation, facts, options in full, rule and default."""

from __future__ import annotations

from collections.abc import Sequence

from bot.host.host import PanelContext
from bot.ui.screens.names import format_markdown
from bot.ui.screens.parts import BLUE, describe_decision_facts, describe_question
from bot.ui.screens.screen import Screen, build_button_rows
from bot.ui.screens.table.panels import build_back_button, describe_time_left


def render_reasons(context: PanelContext, picks: Sequence[str] = ()) -> Screen:
    """Return the explanation of a person's question: its help, the facts, the options in full, rule and default.

    Args:
        context: the context of that person, with an open question.
        picks: their picks so far.

    Raises:
        BadAnswer: the picks do not fit.
    """
    seen = context.seen
    if context.question is None:
        return Screen(
            ("You're not asked anything right now.", *build_button_rows(build_back_button(seen, asked=False)))
        )
    aim = seen.game.teaching.aim
    return Screen(
        tuple(
            filter(
                None,
                (
                    describe_question(seen, context.question, picks),
                    *describe_decision_facts(seen, context.question),
                    "" if aim is None else f"**The aim**: {format_markdown(seen, aim(seen.view))}",
                    describe_time_left(seen),
                    *build_button_rows(build_back_button(seen, asked=True)),
                ),
            )
        ),
        colour=BLUE,
    )
