"""Screens about following a table: the choice, and the digest."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import format_count
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.names import format_markdown, format_table
from bot.ui.screens.parts import BLUE, GREY
from bot.ui.screens.screen import Button, Row, Screen, build_button_rows, truncate
from bot.ui.screens.table.panels import build_back_button
from bot.ui.screens.table.table_message import MAX_EVENT_CHARS, MAX_EVENT_LINES, describe_waiting

OFFER = (
    "Once a day I write you by direct message what has happened here, as everybody can read it, and in the end who has "
    "won. Nobody sees that you follow."
)
FOLLOWED = "You follow this table: what happens comes by direct message once a day, and the result at the end."


def render_follow(seen: AudienceView, is_following: bool) -> Screen:
    """Return the private panel in which a person begins or ends to follow a table."""
    number = seen.row.game_id
    button = Button(f"unfollow:{number}", "Stop following") if is_following else Button(f"followon:{number}", "Follow")
    return Screen(
        (
            f"### {seen.game.title} · {format_table(seen.row)}\n{FOLLOWED if is_following else OFFER}",
            *build_button_rows(button, build_back_button(seen, asked=False)),
        ),
        colour=BLUE,
    )


def render_digest(seen: AudienceView, lines: Sequence[str], link: str | None) -> Screen:
    """Return the direct message with the public news of a followed table, the newest of them.

    Args:
        seen: the public view.
        lines: the news since the last digest, oldest first; seats are marks.
        link: URL of the table's message.
    """
    table = format_table(seen.row)
    shown = [truncate(line, MAX_EVENT_CHARS) for line in lines[-MAX_EVENT_LINES:]]
    while len(shown) > 1 and sum(map(len, shown)) > MAX_EVENT_CHARS:
        shown = shown[1:]
    left = len(lines) - len(shown)
    return Screen(
        (
            "\n".join(
                (
                    f"**Since the last digest** at {seen.game.title} · {f'[{table}]({link})' if link else table}",
                    *([f"-# {format_count(left, 'earlier line')} in the log."] if left else []),
                    *(format_markdown(seen, line) for line in shown),
                    describe_waiting(seen),
                )
            ),
            Row((Button(f"unfollow:{seen.row.game_id}", "Stop following"),)),
        ),
        colour=GREY,
    )
