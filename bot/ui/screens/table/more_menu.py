"""Build the menu More, with everything that can be looked up or arranged, in a fixed order.

A line's value is the custom_id of the button that would do the same, so that a line needs no handler of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.records import Seat
from bot.host.table.panel_context import PanelContext
from bot.ui.screens import controls
from bot.ui.screens.names import format_table
from bot.ui.screens.parts import BLUE, build_review_button, format_time_left
from bot.ui.screens.pictures import find_hand_drawing, list_drawings
from bot.ui.screens.screen import (
    MAX_OPTION_CHARS,
    Menu,
    MenuLine,
    Row,
    Screen,
    build_button_rows,
    build_web_button,
)
from bot.ui.screens.table.panels import build_back_button, build_prompt
from bot.ui.screens.table.standing_orders import build_order_buttons, list_offers
from bot.ui.screens.table.table_message import describe_waiting

MORE = "go"
"""The verb of the menu; its values are custom_ids."""
ALLOWED_VERBS = frozenset(
    (
        "act",
        "ahead",
        "board",
        "follow",
        "hand",
        "hint",
        "learn",
        "log",
        "mynote",
        "next",
        "opart",
        "orders",
        "picture",
        "prepare",
        "read",
        "replay",
        "review",
        "rules",
        "time",
        "why",
    )
)
"""Verbs that a line may have: they look something up or lead elsewhere, and none of them answers a question."""


def build_more_menu(context: PanelContext, picks: Sequence[str] = ()) -> Menu:
    """Return the menu of a person's panel; its lines depend on the question and on what the table has."""
    lines = [
        MenuLine(value, label, hint)
        for value, label, hint in _list_lines(context, picks)
        if len(value) <= MAX_OPTION_CHARS
    ]
    return Menu(f"{MORE}:{context.seen.row.game_id}", "More…", tuple(lines))


def render_lookups(context: PanelContext, address: str = "") -> Screen:
    """Return the private panel of all that can be looked up at a table, opened from its message.

    Args:
        context: the context of the reader, who may be a spectator.
        address: the URL of the table's web page; empty: it has none.
    """
    seen = context.seen
    heading = f"### {seen.game.title} · {format_table(seen.row)}"
    to_panel = [build_back_button(seen, asked=context.is_asked)] if seen.row.status == "running" else []
    return Screen(
        (
            f"{heading}\n{describe_waiting(seen)}",
            *build_button_rows(*to_panel, *build_web_button(address)),
            Row((build_more_menu(context),)),
        ),
        colour=BLUE,
    )


def build_why_id(asked: controls.Asked, picks: Sequence[str]) -> str:
    """Return the id of a control that explains a question and its options."""
    return controls.build_return_id(asked, "why", picks)


def _list_lines(context: PanelContext, picks: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the custom_id, the label and the hint of each line."""
    asked = None
    if context.question is not None and context.etag is not None:
        asked = build_prompt(context.seen, context.question, context.etag)
        yield build_why_id(asked, picks), "Why?", "What is asked, all options in full, and what happens at the deadline"
    yield from _list_lookups(context)
    if context.seat is not None and context.seen.row.status == "running":
        yield from _list_arrangements(context, context.seat, asked, picks)


def _list_lookups(context: PanelContext) -> Iterator[tuple[str, str, str]]:
    """Yield the lines that only show something."""
    seen, number = context.seen, context.seen.row.game_id
    yield f"log:{number}:0", "Log", f"What happened: {len(context.news)} new" if context.news else "What happened"
    in_hand = find_hand_drawing(seen)
    for drawing in list_drawings(seen):
        if drawing != in_hand:
            yield f"picture:{number}:{drawing.name}", drawing.title, ""
    if context.seat is None and seen.row.status == "running":
        yield f"follow:{number}", "Follow this table", "What happens, by direct message once a day"
    if context.seat is not None:
        yield f"hand:{number}", seen.game.wording.hand_title, ""
    yield f"read:{number}:0", "The table in words", ""
    if seen.row.status == "finished":
        yield f"replay:{number}", "Replay", "The game step by step"
        for button in build_review_button(seen):
            yield button.id, button.label, "How likely each player was to win, and where that changed"
    yield f"rules:{seen.game.key}:0:{number}", "Rules and cards", ""


def _list_arrangements(
    context: PanelContext, seat: Seat, asked: controls.Asked | None, picks: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    """Yield the lines of a player at a running table: orders, plans, time and other tables."""
    seen, number = context.seen, context.seen.row.game_id
    if context.is_new and seen.game.teaching.lesson is not None:
        yield f"learn:{seen.game.key}:{number}", "Practise first", "A minute of this game, just for you"
    if context.has_page:
        yield f"board:{number}", "On the board", "Play this table on a page in your browser"
    if list_offers(seen, "panel"):
        yield f"ahead:{number}", "Decide ahead…", "Answer later questions now; they are played for you at once"
    for button in build_order_buttons(seen, context.question):
        yield button.id, button.label, ""
    if seen.can_prepare:
        yield f"prepare:{number}", "Prepare my next turn", ""
    yield f"mynote:{number}", "My note", "Write something down for yourself, with a reminder"
    left = seen.settings.extensions - seen.get_seat_row(seat).extensions
    if asked is not None and format_time_left(seen, seat) and left > 0:
        yield f"time:{number}", f"More time ({left} left)", ""
    if asked is not None and seen.has_hints:
        yield controls.build_return_id(asked, "hint", picks), "Hint", "What a bot would do"
    yield f"next:{number}", "Next table", ""
    yield f"act:{number}:again", "Look again", ""
