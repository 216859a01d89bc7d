"""Private panels of a table: a player's question, and their hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.engine.pages import Picture
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.host.errors import Refusal
from bot.host.host import PanelContext
from bot.host.table import deadlines
from bot.host.table.audience_view import AudienceView
from bot.ui.screens import controls
from bot.ui.screens.names import format_markdown, format_plain
from bot.ui.screens.parts import (
    BLUE,
    GREEN,
    GREY,
    build_picture_controls,
    describe_decision_facts,
    describe_question,
    format_page,
    format_time_left,
    limit_lines,
    list_note_blocks,
)
from bot.ui.screens.pictures import find_hand_drawing, get_drawn_view, list_drawings
from bot.ui.screens.screen import MAX_TEXT_CHARS, Block, Button, Form, Screen, build_button_rows
from bot.ui.screens.table.between_turns import build_between_turns, build_prepare_button, has_own_place
from bot.ui.screens.table.standing_orders import build_advance_orders, build_order_buttons
from bot.ui.screens.table.table_message import describe_waiting
from storage.interface import Dm, Secrets

MAX_CATCH_UP_CHARS = 1600
"""Maximum characters for recent events, if the question leaves that many."""
ABOUT_THE_REST = 60
"""Characters reserved for the heading and for the count of omitted lines."""
PRACTISE = "Practise first"
"""Label of the button to the game's lesson, shown to new players."""
DM_CLOSED = "Discord won't let me DM you. To see your hand, press **My hand**."
THREAD_READERS = "Only you, I and moderators who can manage threads see this thread."


@dataclass(frozen=True)
class DrawnQuestion:
    """A question with its option labels, and the picture of their places."""

    question: Question
    picture: Picture


def render_panel(context: PanelContext, picks: Sequence[str] = (), drawn: DrawnQuestion | None = None) -> Screen:
    """Return a person's private panel: recent events, the question and its controls.

    Args:
        context: the context of that person.
        picks: their picks so far.
        drawn: the question with its picture; None: without places, or text only.
    """
    running, seat = context.seen, context.seat
    blocks: list[Block] = list(list_note_blocks(format_markdown(running, context.note)))
    blocks += _describe_aim(context, picks)
    if seat is None:
        blocks.append("You're watching this game.")
        return Screen((*blocks, *format_page(running, running.game.page(running.view))), colour=GREY)
    top = len(blocks)
    if not context.is_asked:
        blocks.append(describe_waiting(running))
    if context.can_take_back:
        blocks.append(_describe_hidden_answer(running, more=context.is_asked))
    if not context.is_asked and not picks:
        blocks.extend(build_between_turns(running))
    if context.question is not None and context.etag is not None:
        blocks.extend(describe_decision_facts(running, context.question))
        question = context.question if drawn is None else drawn.question
        blocks.append(describe_question(running, question, picks))
        blocks += [] if drawn is None else [drawn.picture]
        asked = build_prompt(running, question, context.etag)
        rows = controls.build_rows(asked, picks)
        hint = (format_markdown(running, context.hint),) if context.hint else _build_suggestion(running, asked, picks)
        blocks.extend([*hint, *rows])
        if limit := describe_time_left(running):
            blocks.append(limit)
    blocks.extend(build_advance_orders(running) if not picks else ())
    if context.news:
        taken = sum(len(block) + 1 for block in blocks if isinstance(block, str))
        blocks.insert(
            top, _describe_recent_events(running, context.news, min(MAX_CATCH_UP_CHARS, MAX_TEXT_CHARS - taken))
        )
    boards = build_picture_controls(running, None, "look")
    beside = [*_build_hint_button(context, picks), *_build_panel_buttons(context, seat)]
    return Screen((*blocks, *boards, *build_button_rows(*beside)), colour=GREEN if context.is_asked else GREY)


def _describe_aim(context: PanelContext, picks: Sequence[str]) -> list[str]:
    """Return the aim of the game, for a player before their first move."""
    running, seat = context.seen, context.seat
    if seat is None or picks or context.question is None or running.has_moved or running.game.teaching.aim is None:
        return []
    return [f"**The aim**: {format_markdown(running, running.game.teaching.aim(running.view))}"]


def _build_suggestion(seen: AudienceView, asked: controls.Asked, picks: Sequence[str]) -> Sequence[Block]:
    """Return a suggested answer to an opening question as a button, with its reason."""
    game = seen.game
    plan = None if picks or game.teaching.first_plan is None else game.teaching.first_plan(seen.view, asked.question)
    button = None if plan is None else controls.build_quick_button(asked, plan.move, format_plain(seen, plan.label))
    if plan is None or button is None:
        return ()
    return (f"💡 **A sound beginning**: {format_markdown(seen, plan.why)}", *build_button_rows(button))


def _build_hint_button(context: PanelContext, picks: Sequence[str]) -> list[Button]:
    """Return the button for a bot's advice after these picks, if the table has hints."""
    if not context.seen.has_hints or context.question is None or context.etag is None:
        return []
    asked = build_prompt(context.seen, context.question, context.etag)
    return [Button(controls.build_return_id(asked, "hint", picks), "Hint")]


def _describe_hidden_answer(seen: AudienceView, *, more: bool) -> str:
    """Return a seat's hidden answer in words; for a sheet in progress, the lines so far."""
    words = format_markdown(seen, seen.sealed_answer or "")
    if more:
        return f"Written so far: **{words}**. It stays secret, and you can take the last line back."
    answer = f"Your answer: **{words}**." if words else "You have answered."
    return f"{answer} It stays secret, and you can take it back, until everyone has answered."


def _build_panel_buttons(context: PanelContext, seat: Seat) -> list[Button]:
    """Return the buttons below the question: further information and actions."""
    running, number = context.seen, context.seen.row.game_id
    last = [Button(f"hand:{number}", "My hand"), Button(f"log:{number}:0", "Log")]
    if context.can_take_back:
        which = "last line" if context.is_asked else "answer"
        last.insert(0, Button(f"undo:{number}", f"Take back my {which}", "danger"))
    else:
        last.append(Button(f"act:{number}:again", "Refresh"))
    if context.can_undo:
        last.insert(0, Button(f"undo:{number}", "Undo my last move"))
    left = running.settings.extensions - running.get_seat_row(seat).extensions
    if context.is_new and running.game.teaching.lesson is not None:
        last.insert(0, Button(f"learn:{running.game.key}:beside", PRACTISE))
    if context.question is not None and format_time_left(running, seat) and left > 0:
        last.append(Button(f"time:{number}", f"More time ({left} left)"))
    last += [*_build_prepare_buttons(running), *build_order_buttons(running, context.question)]
    last.append(Button(f"next:{number}", "Next table"))
    return last


def _build_prepare_buttons(seen: AudienceView) -> list[Button]:
    """Return the button to prepare the next turn, unless it stands above already."""
    return [build_prepare_button(seen)] if seen.can_prepare and not has_own_place(seen) else []


def build_answer_form(context: PanelContext, picks: Sequence[str]) -> Form | None:
    """Return the form for the next amounts of the question, if it has one."""
    if context.question is None or context.etag is None:
        return None
    return controls.build_form(build_prompt(context.seen, context.question, context.etag), picks)


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
    return controls.Asked(seen.row.game_id, etag, question, title, lambda text: format_plain(seen, text))


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
        last += build_order_buttons(running)
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
        last.append(Button(f"hand:{number}", "My hand"))
    return Screen(
        (
            f"### {here.title} · {running.game.title}, table {number}",
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


def render_dm_hand(seen: AudienceView, link: str | None, drawn: Picture | None = None) -> Screen:
    """Return the copy of a hand and its question for a direct message."""
    return _render_copy(seen, link, drawn, "", _build_stop_button(seen.row.game_id, in_thread=False))


def render_thread_hand(seen: AudienceView, link: str | None, drawn: Picture | None = None) -> Screen:
    """Return the copy for the player's private thread, with a note on its readers."""
    return _render_copy(seen, link, drawn, f"-# {THREAD_READERS}", _build_stop_button(seen.row.game_id, in_thread=True))


def _render_copy(seen: AudienceView, link: str | None, drawn: Picture | None, readers: str, stop: Button) -> Screen:
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
            readers,
            *build_button_rows(Button(f"act:{seen.row.game_id}", "Act", "primary"), stop),
        ),
        colour=GREEN if asked is not None else BLUE,
    )


def _build_stop_button(number: int, *, in_thread: bool) -> Button:
    return Button(f"dm:{number}:off", "Stop these copies" if in_thread else "Stop direct messages")


CHOSEN: Mapping[Secrets, str] = {
    "dm": "I send what you're asked, and your hand if the game has one, by **direct message**.",
    "thread": "I post what you're asked, and your hand if the game has one, in a **private thread** at each table. "
    f"{THREAD_READERS}",
    "panel": "I send you **no direct messages**. To see your hand, press **My hand**.",
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
