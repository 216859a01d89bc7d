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
from bot.ui.screens.names import in_markdown, in_plain
from bot.ui.screens.parts import (
    BLUE,
    GREEN,
    GREY,
    asking,
    at_hand,
    laid_out,
    notes,
    pictures_beside,
    until,
    whole,
)
from bot.ui.screens.pictures import of_hand, offered, shown_in
from bot.ui.screens.screen import TEXT_IN_MESSAGE, Block, Button, Form, Screen, buttons
from bot.ui.screens.table.between_turns import between_turns, is_here, to_turn
from bot.ui.screens.table.standing_orders import ahead, to_orders
from bot.ui.screens.table.table_message import waiting
from storage.interface import Dm, Secrets

CATCH_UP_ROOM = 1600
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


def panel(desk: PanelContext, picks: Sequence[str] = (), drawn: DrawnQuestion | None = None) -> Screen:
    """Return a person's private panel: recent events, the question and its controls.

    Args:
        desk: the context of that person.
        picks: their picks so far.
        drawn: the question with its picture; None: without places, or text only.
    """
    running, seat = desk.seen, desk.seat
    blocks: list[Block] = list(notes(in_markdown(running, desk.note)))
    blocks += _aim(desk, picks)
    if seat is None:
        blocks.append("You're watching this game.")
        return Screen((*blocks, *laid_out(running, running.game.page(running.view))), colour=GREY)
    top = len(blocks)
    if not desk.is_asked:
        blocks.append(waiting(running))
    if desk.can_take_back:
        blocks.append(_laid_down(running, more=desk.is_asked))
    if not desk.is_asked and not picks:
        blocks.extend(between_turns(running))
    if desk.question is not None and desk.etag is not None:
        blocks.extend(at_hand(running, desk.question))
        question = desk.question if drawn is None else drawn.question
        blocks.append(asking(running, question, picks))
        blocks += [] if drawn is None else [drawn.picture]
        asked = asked_of(running, question, desk.etag)
        rows = controls.rows(asked, picks)
        hint = (in_markdown(running, desk.hint),) if desk.hint else _first_plan(running, asked, picks)
        blocks.extend([*hint, *rows])
        if limit := time_left(running):
            blocks.append(limit)
    blocks.extend(ahead(running) if not picks else ())
    if desk.news:
        taken = sum(len(block) + 1 for block in blocks if isinstance(block, str))
        blocks.insert(top, _catch_up(running, desk.news, min(CATCH_UP_ROOM, TEXT_IN_MESSAGE - taken)))
    boards = pictures_beside(running, None, "look")
    beside = [*_hint(desk, picks), *_beside(desk, seat)]
    return Screen((*blocks, *boards, *buttons(*beside)), colour=GREEN if desk.is_asked else GREY)


def _aim(desk: PanelContext, picks: Sequence[str]) -> list[str]:
    """Return the aim of the game, for a player before their first move."""
    running, seat = desk.seen, desk.seat
    if seat is None or picks or desk.question is None or running.has_moved or running.game.aim is None:
        return []
    return [f"**The aim**: {in_markdown(running, running.game.aim(running.view))}"]


def _first_plan(seen: AudienceView, asked: controls.Asked, picks: Sequence[str]) -> Sequence[Block]:
    """Return a suggested answer to an opening question as a button, with its reason."""
    game = seen.game
    plan = None if picks or game.first_plan is None else game.first_plan(seen.view, asked.question)
    button = None if plan is None else controls.at_once(asked, plan.move, in_plain(seen, plan.label))
    if plan is None or button is None:
        return ()
    return (f"💡 **A sound beginning**: {in_markdown(seen, plan.why)}", *buttons(button))


def _hint(desk: PanelContext, picks: Sequence[str]) -> list[Button]:
    """Return the button for a bot's advice after these picks, if the table has hints."""
    if not desk.seen.has_hints or desk.question is None or desk.etag is None:
        return []
    asked = asked_of(desk.seen, desk.question, desk.etag)
    return [Button(controls.to_same_place(asked, "hint", picks), "Hint")]


def _laid_down(seen: AudienceView, *, more: bool) -> str:
    """Return a seat's hidden answer in words; for a sheet in progress, the lines so far."""
    words = in_markdown(seen, seen.laid_down or "")
    if more:
        return f"Written so far: **{words}**. It stays secret, and you can take the last line back."
    answer = f"Your answer: **{words}**." if words else "You have answered."
    return f"{answer} It stays secret, and you can take it back, until everyone has answered."


def _beside(desk: PanelContext, seat: Seat) -> list[Button]:
    """Return the buttons below the question: further information and actions."""
    running, number = desk.seen, desk.seen.row.game_id
    last = [Button(f"hand:{number}", "My hand"), Button(f"log:{number}:0", "Log")]
    if desk.can_take_back:
        which = "last line" if desk.is_asked else "answer"
        last.insert(0, Button(f"undo:{number}", f"Take back my {which}", "danger"))
    else:
        last.append(Button(f"act:{number}:again", "Refresh"))
    if desk.can_undo:
        last.insert(0, Button(f"undo:{number}", "Undo my last move"))
    left = running.pact.extensions - running.seat_row(seat).extensions
    if desk.is_new and running.game.lesson is not None:
        last.insert(0, Button(f"learn:{running.game.key}:beside", PRACTISE))
    if desk.question is not None and until(running, seat) and left > 0:
        last.append(Button(f"time:{number}", f"More time ({left} left)"))
    last += [*_to_turn(running), *to_orders(running, desk.question)]
    last.append(Button(f"next:{number}", "Next table"))
    return last


def _to_turn(seen: AudienceView) -> list[Button]:
    """Return the button to prepare the next turn, unless it stands above already."""
    return [to_turn(seen)] if seen.can_prepare and not is_here(seen) else []


def form(desk: PanelContext, picks: Sequence[str]) -> Form | None:
    """Return the form for the next amounts of the question, if it has one."""
    if desk.question is None or desk.etag is None:
        return None
    return controls.form(asked_of(desk.seen, desk.question, desk.etag), picks)


def _catch_up(seen: AudienceView, news: Sequence[str], room: int = CATCH_UP_ROOM) -> str:
    """Return the recent events that fit beside the question; no line is cut in the middle."""
    lines = [line for piece in news for line in f"- {in_markdown(seen, piece)}".split("\n")]
    return "**Since you last looked**\n" + whole(lines, room - ABOUT_THE_REST)


def time_left(seen: AudienceView) -> str:
    """Return the audience's deadline and the default in small print; empty if no clock runs."""
    clock = seen.clock
    if clock is None or clock.due_at is None:
        return ""
    if seen.row.paused_at:
        return "-# This table's clocks are paused."
    ends = int(deadlines.moment(clock.due_at).timestamp())
    return f"-# Answer by <t:{ends}:f> (<t:{ends}:R>); then {default(seen, seen.default, 'you')}."


def default(seen: AudienceView, words: str | None, them: str) -> str:
    """Describe what happens at the deadline.

    Args:
        seen: the game.
        words: the default answer; None: a bot decides.
        them: the pronoun or name of the player.
    """
    return (
        f"a bot decides this for {them}" if words is None else f"this is played for {them}: {in_markdown(seen, words)}"
    )


def asked_of(seen: AudienceView, question: Question, etag: str) -> controls.Asked:
    """Return a question as put to a player of this table."""
    title = in_plain(seen, seen.title)
    return controls.Asked(seen.row.game_id, etag, question, title, lambda text: in_plain(seen, text))


def hand(desk: PanelContext, way: Dm | Literal["thread"], word: str = "", drawn: Picture | None = None) -> Screen:
    """Return the panel of a seat's hand.

    Args:
        desk: the context of the seat.
        way: whether direct messages or a private thread deliver it, too.
        word: a sentence shown once.
        drawn: the picture of the hand, if the game has one.
    """
    running = desk.seen
    number = running.row.game_id
    page = running.game.hand(running.view) if desk.seat is not None else running.game.page(running.view)
    last = [back_to_panel(running, asked=desk.question is not None)]
    if desk.seat is not None:
        if way in ("open", "thread"):
            last.append(_stop(number, in_thread=way == "thread"))
        else:
            last.append(Button(f"dm:{number}:on", "DM me this too"))
        last += to_orders(running)
    news = [_catch_up(running, desk.news)] if desk.news and running.row.status == "running" else []
    closed = way == "closed" and not word
    about = ["Discord won't let me DM you, so your hand is shown only here."] if closed else []
    picture = () if drawn is None else (drawn,)
    beside = pictures_beside(running, None if drawn is None else of_hand(running))
    blocks = (*notes(word), *picture, *laid_out(running, page, title=True), *news, *about, *beside, *buttons(*last))
    return Screen(blocks, colour=BLUE)


def picture(desk: PanelContext, name: str, drawn: Picture | None) -> Screen:
    """Return the panel with one of a table's pictures, and its content as text below.

    Args:
        desk: the context of the reader.
        name: the picture's name.
        drawn: the picture; None: it is not available.

    Raises:
        Refusal: the reader may not see a picture of that name now.
    """
    running, number = desk.seen, desk.seen.row.game_id
    here = next((drawing for drawing in offered(running) if drawing.name == name), None)
    if here is None or drawn is None:
        raise Refusal("You can't see that picture now. **/game status** shows the table.")
    last = [back_to_panel(running, asked=desk.question is not None)]
    if desk.seat is not None:
        last.append(Button(f"hand:{number}", "My hand"))
    return Screen(
        (
            f"### {here.title} · {running.game.title}, table {number}",
            drawn,
            *laid_out(running, here.page(shown_in(running, here))),
            *pictures_beside(running, here),
            *buttons(*last),
        ),
        colour=BLUE,
    )


def back_to_panel(seen: AudienceView, *, asked: bool) -> Button:
    """Return the button back to the panel; highlighted if a question waits there."""
    return Button(
        f"act:{seen.row.game_id}:again",
        "Act",
        "primary" if asked else "secondary",
        disabled=seen.row.status != "running",
    )


def hand_by_dm(seen: AudienceView, link: str | None, drawn: Picture | None = None) -> Screen:
    """Return the copy of a hand and its question for a direct message."""
    return _copied(seen, link, drawn, "", _stop(seen.row.game_id, in_thread=False))


def hand_in_thread(seen: AudienceView, link: str | None, drawn: Picture | None = None) -> Screen:
    """Return the copy for the player's private thread, with a note on its readers."""
    return _copied(seen, link, drawn, f"-# {THREAD_READERS}", _stop(seen.row.game_id, in_thread=True))


def _copied(seen: AudienceView, link: str | None, drawn: Picture | None, readers: str, stop: Button) -> Screen:
    page = seen.game.hand(seen.view)
    where = f"[Table {seen.row.game_id}]({link})" if link else f"Table {seen.row.game_id}"
    asked = seen.question if seen.is_asked else None
    question = [] if asked is None else [asking(seen, asked), time_left(seen)]
    hides_nothing = all(section.detail for section in page.sections)  # the page only explains that there is no hand
    return Screen(
        (
            f"{where} · {seen.game.title}",
            *(() if drawn is None else (drawn,)),
            *([] if hides_nothing else laid_out(seen, page, title=True)),
            *question,
            readers,
            *buttons(Button(f"act:{seen.row.game_id}", "Act", "primary"), stop),
        ),
        colour=GREEN if asked is not None else BLUE,
    )


def _stop(number: int, *, in_thread: bool) -> Button:
    return Button(f"dm:{number}:off", "Stop these copies" if in_thread else "Stop direct messages")


CHOSEN: Mapping[Secrets, str] = {
    "dm": "I send what you're asked, and your hand if the game has one, by **direct message**.",
    "thread": "I post what you're asked, and your hand if the game has one, in a **private thread** at each table. "
    f"{THREAD_READERS}",
    "panel": "I send you **no direct messages**. To see your hand, press **My hand**.",
}
"""Description of each way of private delivery."""


def hands_come(way: Secrets, note: str = "", *, closed: bool = False) -> Screen:
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
    return Screen((*notes(note), words, *buttons(*choices)), colour=BLUE)
