"""Step-by-step replay of a game for an audience."""

from __future__ import annotations

from bot.engine.pages import Picture
from bot.host.record.replay import Replay
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.names import in_heading, in_markdown, in_plain, marked, plain
from bot.ui.screens.parts import GREY, laid_out, to_review, whole
from bot.ui.screens.screen import (
    OPTION_TEXT,
    OPTIONS_IN_SELECT,
    TEXT_IN_MESSAGE,
    Button,
    Field,
    Form,
    Menu,
    MenuLine,
    Row,
    Screen,
    buttons,
)
from bot.ui.screens.table.panels import back_to_panel

HAPPENED_ROOM = 1000
"""Maximum characters for the events of a step."""
NOT_ALL = "-# There is no room here for the rest of the table."
EVERYBODY = 0
"""Stands in ids for the public view, instead of a seat's number."""


def replay(look: Replay, picture: Picture | None) -> Screen:
    """Return a game as it stood after one of its moves.

    Args:
        look: the step and the audience.
        picture: the board after that step.
    """
    head = [_heading(look), _happened(look), *_next(look)]
    tail = [
        *_turning_points(look),
        *_with_whose_eyes(look),
        *buttons(*_elsewhere(look.then)),
    ]
    drawn = () if picture is None else (picture,)
    room = TEXT_IN_MESSAGE - sum(len(block) for block in head) - len(NOT_ALL)
    table = _that_fit(_table(look, brief=picture is not None), room)
    return Screen((*head, *drawn, *table, Row(_steps(look)), *tail), colour=GREY)


def step_form(look: Replay) -> Form:
    """Return the form that asks for a step's number."""
    number = look.then.row.game_id
    last = len(look.moments)
    field = Field("Step", f"From 1 to {last}", str(look.at))
    return Form(f"stepped:{number}:{look.eyes or EVERYBODY}:{look.at}", "Go to a step", (field,))


def _elsewhere(seen: AudienceView) -> list[Button]:
    """Return the buttons to the log and to the present table or, for a finished game, to its review."""
    to_log = Button(f"log:{seen.row.game_id}:0", "Log")
    if seen.row.status == "running":
        return [to_log, back_to_panel(seen, asked=False)]
    return [to_log, *to_review(seen)]


def _heading(look: Replay) -> str:
    number, part = look.then.row.game_id, look.parts[look.at - 1]
    where = f"step {look.at} of {len(look.moments)}"
    eyes = "what everybody could see" if look.eyes is None else f"what {marked(look.then, look.eyes)} could see"
    return (
        f"### {look.then.game.title} · table {number}: {where}{f' · {part}' if part else ''}\n"
        f"-# Looking back: {eyes} at that moment."
    )


def _happened(look: Replay) -> str:
    lines = [line for words in look.moment.lines for line in f"- {in_markdown(look.then, words)}".split("\n")]
    return whole(lines, HAPPENED_ROOM) if lines else "- The game begins."


def _next(look: Replay) -> list[str]:
    """Return the next question, if it was public, or a note that the rules have changed since."""
    words = []
    if title := look.then.title:
        words.append(f"-# Next: {in_heading(look.then, title)}")
    if look.cut and look.at == len(look.moments):
        words.append("-# The replay stops here: the rules or this table were corrected later. **Log** tells the rest.")
    return ["\n".join(words)] if words else []


def _table(look: Replay, *, brief: bool) -> list[str]:
    """Return the table at that step and, for a seat's view, its hand."""
    running = look.then
    own = [] if look.eyes is None else laid_out(running, running.game.hand(running.view), title=True)
    return [*own, *laid_out(running, running.game.page(running.public.view), brief=brief)]


def _that_fit(blocks: list[str], room: int) -> list[str]:
    """Return the blocks that fit whole, and a note if some do not."""
    kept: list[str] = []
    for block in blocks:
        room -= len(block)
        if room < 0:
            return [*kept, NOT_ALL]
        kept.append(block)
    return kept


def _steps(look: Replay) -> tuple[Button, ...]:
    number, last = look.then.row.game_id, len(look.moments)
    eyes = look.eyes or EVERYBODY

    def to(at: int, way: str, label: str) -> Button:
        here = max(1, min(at, last))
        return Button(f"replay:{number}:{eyes}:{here}:{way}", label, disabled=here == look.at)

    return (
        to(1, "first", "⏮ First"),
        to(look.at - 1, "back", "◀ Back"),
        to(look.at + 1, "next", "Next ▶")._replace(style="primary"),
        to(last, "last", "Last ⏭"),
        Button(f"step:{number}:{eyes}:{look.at}", "Go to step…", disabled=last == 1),
    )


def _turning_points(look: Replay) -> list[Row]:
    """Return the menu of rounds and headlines; the nearest ones, if there are many."""
    points = [at for at in range(1, len(look.moments) + 1) if _is_turning_point(look, at)]
    if len(points) < 2:
        return []
    here = sum(at <= look.at for at in points) - 1
    first = max(0, min(here - OPTIONS_IN_SELECT // 2, len(points) - OPTIONS_IN_SELECT))
    entries = tuple(
        _point(look, at, chosen=place == here)
        for place, at in list(enumerate(points))[first : first + OPTIONS_IN_SELECT]
    )
    menu = f"point:{look.then.row.game_id}:{look.eyes or EVERYBODY}"
    return [Row((Menu(menu, "Rounds and turning points", entries),))]


def _is_turning_point(look: Replay, at: int) -> bool:
    new = at == 1 or look.parts[at - 1] != look.parts[at - 2]
    return new or at == len(look.moments) or bool(look.moments[at - 1].headline)


def _point(look: Replay, at: int, *, chosen: bool) -> MenuLine:
    part = f"{look.parts[at - 1]} · " if look.parts[at - 1] else ""
    words = {1: "The game begins", len(look.moments): "Latest step"}.get(at, "")
    headline = in_plain(look.then, look.moments[at - 1].headline)
    return MenuLine(str(at), f"{part}step {at}", _short_enough(headline) or words, chosen=chosen)


def _short_enough(headline: str) -> str:
    """Return a headline, or its first sentence, if a menu has room for it."""
    whole_line = headline.partition("\n")[0]
    return next((words for words in (whole_line, f"{whole_line.partition('. ')[0]}.") if len(words) <= OPTION_TEXT), "")


def _with_whose_eyes(look: Replay) -> list[Row]:
    """Return the menu of seats' views, once the game is over and its record open."""
    if not look.is_open:
        return []
    entries = [MenuLine(str(EVERYBODY), "Public view", chosen=look.eyes is None)]
    entries += [
        MenuLine(str(seat), f"As {plain(look.then, seat)} saw it", chosen=look.eyes == seat)
        for seat in (seat_row.seat for seat_row in look.then.seats)
    ]
    menu = f"eyes:{look.then.row.game_id}:{look.eyes or EVERYBODY}:{look.at}"
    return [Row((Menu(menu, "View as", tuple(entries)),))]
