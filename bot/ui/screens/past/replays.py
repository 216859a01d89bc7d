"""Step-by-step replay of a game for an audience."""

from __future__ import annotations

from bot.engine.pages import Picture
from bot.host.record.replay import Replay
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.forms import Field, Form
from bot.ui.screens.names import (
    format_bold_name,
    format_heading,
    format_markdown,
    format_plain,
    format_table,
    get_plain_name,
)
from bot.ui.screens.parts import GREY, build_review_button, format_page, limit_lines
from bot.ui.screens.screen import (
    MAX_OPTION_CHARS,
    MAX_TEXT_CHARS,
    OPTIONS_IN_SELECT,
    Button,
    Menu,
    MenuLine,
    Row,
    Screen,
    build_button_rows,
)
from bot.ui.screens.table.panels import build_back_button

HAPPENED_ROOM = 1000
"""Maximum characters for the events of a step."""
NOT_ALL = "-# There is no room here for the rest of the table."
EVERYBODY = 0
"""Stands in ids for the public view, instead of a seat's number."""


def render_replay(look: Replay, picture: Picture | None) -> Screen:
    """Return a game as it stood after one of its moves.

    Args:
        look: the step and the audience.
        picture: the board after that step.
    """
    head = [_format_heading(look), _describe_events(look), *_describe_next(look)]
    tail = [
        *_build_turning_points(look),
        *_build_view_menu(look),
        *build_button_rows(*_build_links(look.then)),
    ]
    drawn = () if picture is None else (picture,)
    room = MAX_TEXT_CHARS - sum(len(block) for block in head) - len(NOT_ALL)
    table = _fit_blocks(_describe_table(look, brief=picture is not None), room)
    return Screen((*head, *drawn, *table, Row(_build_step_buttons(look)), *tail), colour=GREY)


def build_step_form(look: Replay) -> Form:
    """Return the form that asks for a step's number."""
    number = look.then.row.game_id
    last = len(look.moments)
    field = Field("Step", f"From 1 to {last}", str(look.at))
    return Form(f"stepped:{number}:{look.eyes or EVERYBODY}:{look.at}", "Go to a step", (field,))


def _build_links(seen: AudienceView) -> list[Button]:
    """Return the buttons to the log and to the present table or, for a finished game, to its review."""
    to_log = Button(f"log:{seen.row.game_id}:0", "Log")
    if seen.row.status == "running":
        return [to_log, build_back_button(seen, asked=False)]
    return [to_log, *build_review_button(seen)]


def _format_heading(look: Replay) -> str:
    part = look.parts[look.at - 1]
    where = f"step {look.at} of {len(look.moments)}"
    eyes = (
        "what everybody could see" if look.eyes is None else f"what {format_bold_name(look.then, look.eyes)} could see"
    )
    return (
        f"### {look.then.game.title} · {format_table(look.then.row)}: {where}{f' · {part}' if part else ''}\n"
        f"-# Looking back: {eyes} at that moment."
    )


def _describe_events(look: Replay) -> str:
    lines = [line for words in look.moment.lines for line in f"- {format_markdown(look.then, words)}".split("\n")]
    return limit_lines(lines, HAPPENED_ROOM) if lines else "- The game begins."


def _describe_next(look: Replay) -> list[str]:
    """Return the next question, if it was public, or a note that the rules have changed since."""
    words = []
    if title := look.then.title:
        words.append(f"-# Next: {format_heading(look.then, title)}")
    if look.cut and look.at == len(look.moments):
        words.append("-# The replay stops here: the rules or this table were corrected later. **Log** tells the rest.")
    return ["\n".join(words)] if words else []


def _describe_table(look: Replay, *, brief: bool) -> list[str]:
    """Return the table at that step and, for a seat's view, its hand."""
    running = look.then
    own = [] if look.eyes is None else format_page(running, running.game.hand(running.view), title=True)
    return [*own, *format_page(running, running.game.page(running.public.view), brief=brief)]


def _fit_blocks(blocks: list[str], room: int) -> list[str]:
    """Return the blocks that fit whole, and a note if some do not."""
    kept: list[str] = []
    for block in blocks:
        room -= len(block)
        if room < 0:
            return [*kept, NOT_ALL]
        kept.append(block)
    return kept


def _build_step_buttons(look: Replay) -> tuple[Button, ...]:
    number, last = look.then.row.game_id, len(look.moments)
    eyes = look.eyes or EVERYBODY

    def build_button(at: int, way: str, label: str) -> Button:
        here = max(1, min(at, last))
        return Button(f"replay:{number}:{eyes}:{here}:{way}", label, disabled=here == look.at)

    return (
        build_button(1, "first", "⏮ First"),
        build_button(look.at - 1, "back", "◀ Back"),
        build_button(look.at + 1, "next", "Next ▶")._replace(style="primary"),
        build_button(last, "last", "Last ⏭"),
        Button(f"step:{number}:{eyes}:{look.at}", "Go to step…", disabled=last == 1),
    )


def _build_turning_points(look: Replay) -> list[Row]:
    """Return the menu of rounds and headlines; the nearest ones, if there are many."""
    points = [at for at in range(1, len(look.moments) + 1) if _is_turning_point(look, at)]
    if len(points) < 2:
        return []
    here = sum(at <= look.at for at in points) - 1
    first = max(0, min(here - OPTIONS_IN_SELECT // 2, len(points) - OPTIONS_IN_SELECT))
    entries = tuple(
        _build_point_line(look, at, chosen=place == here)
        for place, at in list(enumerate(points))[first : first + OPTIONS_IN_SELECT]
    )
    menu = f"point:{look.then.row.game_id}:{look.eyes or EVERYBODY}"
    return [Row((Menu(menu, "Rounds and turning points", entries),))]


def _is_turning_point(look: Replay, at: int) -> bool:
    new = at == 1 or look.parts[at - 1] != look.parts[at - 2]
    return new or at == len(look.moments) or bool(look.moments[at - 1].headline)


def _build_point_line(look: Replay, at: int, *, chosen: bool) -> MenuLine:
    part = f"{look.parts[at - 1]} · " if look.parts[at - 1] else ""
    words = {1: "The game begins", len(look.moments): "Latest step"}.get(at, "")
    headline = format_plain(look.then, look.moments[at - 1].headline)
    return MenuLine(str(at), f"{part}step {at}", _shorten_headline(headline) or words, chosen=chosen)


def _shorten_headline(headline: str) -> str:
    """Return a headline, or its first sentence, if a menu has room for it."""
    whole_line = headline.partition("\n")[0]
    return next(
        (words for words in (whole_line, f"{whole_line.partition('. ')[0]}.") if len(words) <= MAX_OPTION_CHARS), ""
    )


def _build_view_menu(look: Replay) -> list[Row]:
    """Return the menu of seats' views, once the game is over and its record open."""
    if not look.is_open:
        return []
    entries = [MenuLine(str(EVERYBODY), "Public view", chosen=look.eyes is None)]
    entries += [
        MenuLine(str(seat), f"As {get_plain_name(look.then, seat)} saw it", chosen=look.eyes == seat)
        for seat in (seat_row.seat for seat_row in look.then.seats)
    ]
    menu = f"eyes:{look.then.row.game_id}:{look.eyes or EVERYBODY}:{look.at}"
    return [Row((Menu(menu, "View as", tuple(entries)),))]
