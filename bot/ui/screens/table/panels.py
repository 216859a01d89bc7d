"""Private panels of a table: a player's question, and their hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from bot.engine.pages import Picture
from bot.engine.questions import Question
from bot.host.errors import Refusal
from bot.host.table import deadlines
from bot.host.table.audience_view import AudienceView
from bot.host.table.panel_context import PanelContext
from bot.ui.screens import controls
from bot.ui.screens.names import format_markdown, format_plain, format_table
from bot.ui.screens.parts import (
    BLUE,
    GREEN,
    build_page_link_buttons,
    build_picture_controls,
    describe_question,
    find_fair_amount,
    find_option_emoji,
    format_page,
    limit_lines,
    list_note_blocks,
)
from bot.ui.screens.pictures import find_hand_drawing, get_drawn_view, list_drawings
from bot.ui.screens.screen import Button, Screen, build_button_rows
from bot.ui.screens.table.order_forms import build_form_buttons
from bot.ui.screens.table.standing_orders import build_order_buttons
from storage.interface.people import Dm, Secrets

MAX_CATCH_UP_CHARS = 1600
"""Maximum characters for recent events, if the question leaves that many."""
ABOUT_THE_REST = 60
"""Characters reserved for the heading and for the count of omitted lines."""
PRACTISE = "Practise first"
"""Label of the button to the game's lesson, shown to new players."""
DM_CLOSED = "Discord won't let me DM you. **/hand** shows what only you know."
THREAD_READERS = "Only you, I and moderators who can manage threads see this thread."


def _describe_recent_events(seen: AudienceView, news: Sequence[str], room: int = MAX_CATCH_UP_CHARS) -> str:
    """Return the recent events that fit beside the question; no line is cut in the middle."""
    lines = [line for piece in news for line in f"- {format_markdown(seen, piece)}".split("\n")]
    return "**Since you last looked**\n" + limit_lines(lines, room - ABOUT_THE_REST)


def describe_time_left(seen: AudienceView) -> str:
    """Return the audience's deadline and the default in small print; empty if no clock runs."""
    clock = seen.clock
    if clock is None or clock.due_at is None:
        return ""
    if seen.row.paused_at:
        return "-# This table's clocks are paused."
    ends = int(deadlines.parse_time(clock.due_at).timestamp())
    return f"-# Answer by <t:{ends}:f> (<t:{ends}:R>); then {describe_default(seen, seen.default, 'you')}."


def describe_default(seen: AudienceView, words: str | None, them: str) -> str:
    """Describe what happens at the deadline.

    Args:
        seen: the game.
        words: the default answer; None: a bot decides.
        them: the pronoun or name of the player.
    """
    return (
        f"a bot decides this for {them}"
        if words is None
        else f"this is played for {them}: {format_markdown(seen, words)}"
    )


def build_prompt(seen: AudienceView, question: Question, etag: str) -> controls.Asked:
    """Return a question as put to a player of this table."""
    title = format_plain(seen, seen.title)
    return controls.Asked(
        seen.row.game_id,
        etag,
        question,
        title,
        lambda text: format_plain(seen, text),
        emoji=lambda move: find_option_emoji(seen, move),
        fair=find_fair_amount(seen, question),
    )


def render_hand(
    context: PanelContext, way: Dm | Literal["thread"], word: str = "", drawn: Picture | None = None
) -> Screen:
    """Return the panel of a seat's hand.

    Args:
        context: the context of the seat.
        way: whether direct messages or a private thread deliver it, too.
        word: a sentence shown once.
        drawn: the picture of the hand, if the game has one.
    """
    running = context.seen
    number = running.row.game_id
    page = running.game.hand(running.view) if context.seat is not None else running.game.page(running.view)
    last = [build_back_button(running, asked=context.question is not None)]
    if context.seat is not None:
        if way in ("open", "thread"):
            last.append(_build_stop_button(number, in_thread=way == "thread"))
        else:
            last.append(Button(f"dm:{number}:on", "DM me this too"))
        last += [*build_form_buttons(running, "secondary")[:1], *build_order_buttons(running)]
    news = [_describe_recent_events(running, context.news)] if context.news and running.row.status == "running" else []
    closed = way == "closed" and not word
    about = ["Discord won't let me DM you, so your hand is shown only here."] if closed else []
    picture = () if drawn is None else (drawn,)
    beside = build_picture_controls(running, None if drawn is None else find_hand_drawing(running))
    blocks = (
        *list_note_blocks(word),
        *picture,
        *format_page(running, page, title=True),
        *news,
        *about,
        *beside,
        *build_button_rows(*last),
    )
    return Screen(blocks, colour=BLUE)


def render_picture(context: PanelContext, name: str, drawn: Picture | None) -> Screen:
    """Return the panel with one of a table's pictures, and its content as text below.

    Args:
        context: the context of the reader.
        name: the picture's name.
        drawn: the picture; None: it is not available.

    Raises:
        Refusal: the reader may not see a picture of that name now.
    """
    running, number = context.seen, context.seen.row.game_id
    here = next((drawing for drawing in list_drawings(running) if drawing.name == name), None)
    if here is None or drawn is None:
        raise Refusal("You can't see that picture now. **/game status** shows the table.")
    last = [build_back_button(running, asked=context.question is not None)]
    if context.seat is not None:
        last.append(Button(f"hand:{number}", running.game.wording.hand_title))
    return Screen(
        (
            f"### {here.title} · {running.game.title}, {format_table(running.row)}",
            drawn,
            *format_page(running, here.page(get_drawn_view(running, here))),
            *build_picture_controls(running, here),
            *build_button_rows(*last),
        ),
        colour=BLUE,
    )


def build_back_button(seen: AudienceView, *, asked: bool) -> Button:
    """Return the button back to the panel; highlighted if a question waits there."""
    return Button(
        f"act:{seen.row.game_id}:again",
        "Act",
        "primary" if asked else "secondary",
        disabled=seen.row.status != "running",
    )


def render_dm_hand(seen: AudienceView, link: str | None, drawn: Picture | None = None, page: str = "") -> Screen:
    """Return the copy of a hand and its question for a direct message.

    Args:
        seen: the table as its player sees it.
        link: the link to the table's message.
        drawn: the picture of the hand, if the game has one.
        page: the link to the table as a page to play on, if the player wants it.
    """
    return _render_copy(seen, link, drawn, page, in_thread=False)


def render_thread_hand(seen: AudienceView, link: str | None, drawn: Picture | None = None, page: str = "") -> Screen:
    """Return the copy for the player's private thread, with a note on its readers; see `render_dm_hand`."""
    return _render_copy(seen, link, drawn, page, in_thread=True)


def _render_copy(
    seen: AudienceView, link: str | None, drawn: Picture | None, page_link: str, *, in_thread: bool
) -> Screen:
    page = seen.game.hand(seen.view)
    where = f"[Table {seen.row.game_id}]({link})" if link else f"Table {seen.row.game_id}"
    asked = seen.question if seen.is_asked else None
    question = [] if asked is None else [describe_question(seen, asked), describe_time_left(seen)]
    hides_nothing = all(section.detail for section in page.sections)  # the page only explains that there is no hand
    return Screen(
        (
            f"{where} · {seen.game.title}",
            *(() if drawn is None else (drawn,)),
            *([] if hides_nothing else format_page(seen, page, title=True)),
            *question,
            f"-# {THREAD_READERS}" if in_thread else "",
            *build_button_rows(
                Button(f"act:{seen.row.game_id}", "Act", "primary"),
                *build_page_link_buttons("" if asked is None else page_link),
                _build_stop_button(seen.row.game_id, in_thread=in_thread),
            ),
        ),
        colour=GREEN if asked is not None else BLUE,
    )


def _build_stop_button(number: int, *, in_thread: bool) -> Button:
    return Button(f"dm:{number}:off", "Stop these copies" if in_thread else "Stop direct messages")


CHOSEN: Mapping[Secrets, str] = {
    "dm": "I send what you're asked, and your hand if the game has one, by **direct message**.",
    "thread": "I post what you're asked, and your hand if the game has one, in a **private thread** at each table. "
    f"{THREAD_READERS}",
    "panel": "I send you **no direct messages**. **/hand** shows what only you know.",
}
"""Description of each way of private delivery."""


def render_delivery_choice(way: Secrets, note: str = "", *, closed: bool = False) -> Screen:
    """Return the panel to choose the private delivery of hands at all tables.

    Args:
        way: the present choice.
        note: a sentence shown first.
        closed: whether the player's direct messages are closed to the bot.
    """
    others: Sequence[tuple[Secrets, str]] = (
        ("dm", "By direct message"),
        ("thread", "In a private thread"),
        ("panel", "Only here"),
    )
    choices = [Button(f"hands:0:{other}", label) for other, label in others if other != way or closed]
    words = DM_CLOSED if closed else CHOSEN[way]
    return Screen((*list_note_blocks(note), words, *build_button_rows(*choices)), colour=BLUE)
