"""Building blocks that several screens share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.engine.addressing import address
from bot.engine.multi_step import Compose, Topic
from bot.engine.options import Options
from bot.engine.pages import Grid, Page
from bot.engine.questions import Choose, Item, Option, Question, Subset
from bot.engine.records import Move, Seat
from bot.engine.words import format_count
from bot.host.table import deadlines
from bot.host.table.audience_view import AudienceView
from bot.host.table.deadlines import TableSettings
from bot.ui.screens import answer_picks, list_layout
from bot.ui.screens.names import escape_markdown, format_bold_name, format_heading, format_markdown, format_plain
from bot.ui.screens.pictures import AnyDrawing, find_hand_drawing, list_drawings
from bot.ui.screens.screen import (
    MAX_COLUMN_CHARS,
    MAX_OPTION_CHARS,
    Button,
    Menu,
    MenuLine,
    Row,
    Screen,
    build_button_rows,
    mark_emoji,
    truncate,
)
from storage.interface.games import GameRow
from storage.interface.leagues import LeagueGame

GREEN, BLUE, GREY, GOLD = 0x3BA55D, 0x3B6EA5, 0x8A8F98, 0xC9A227
MAX_LOG_CHARS = 3000
"""Maximum characters of one page of the log."""
MAX_OPTIONS_CHARS = 2700
"""Maximum characters for the effects of options; half of it if the panel also reports recent events."""
MAX_BRIEF_HELP_CHARS = 160
"""Maximum characters of a question's help on a short panel."""
UNSENT = "Nobody sees this until you send it."
PICTURE_BUTTONS = 4
"""Maximum number of picture buttons; more pictures are offered in a menu."""


def build_channel_url(guild_id: int, channel_id: int) -> str:
    """Return the URL of a server's channel or thread."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}"


def render_note(text: str) -> Screen:
    """Return a screen with one sentence for one person."""
    return Screen((text,), colour=GREY)


def build_page_link_buttons(link: str) -> Sequence[Button]:
    """Return the button that leads to a table as a page to play on; none without a link."""
    return [Button(link, "On the board", "link")] if link else []


def list_note_blocks(text: str) -> list[str]:
    """Return a sentence as the first block of a panel; an empty list for an empty sentence."""
    return [text] if text else []


def get_place_suffix(places: Sequence[int]) -> str:
    """Return the suffix of place numbers; Discord renumbers lists, so shared places must not form one."""
    return "." if list(places) == list(range(1, len(places) + 1)) else "\\."


def describe_league_table(league: LeagueGame | None) -> str:
    """Return a sentence that names the table's league and season; empty for a game outside leagues."""
    if league is None:
        return ""
    span = "period" if league.part == "ladder" else "season"
    return f"Table {league.number} of **{escape_markdown(league.league)}**, {span} {league.season}."


def build_page_buttons(prefix: str, page: int, pages: int, suffix: str = "") -> list[Row]:
    """Return the buttons to the previous and the next page; the page's number stands between prefix and suffix."""
    turns = [
        Button(f"{prefix}:{other}{suffix}", label)
        for other, label in ((page - 1, "◀ Back"), (page + 1, "Next ▶"))
        if 0 <= other < pages
    ]
    return list(build_button_rows(*turns))


def build_picture_controls(
    seen: AudienceView, here: AnyDrawing | None, *, and_then: Sequence[Button] = ()
) -> list[Row]:
    """Return the controls for all pictures of an audience except the one shown here.

    The hand's picture is left out: the hand's panel shows it.

    Args:
        seen: the game.
        here: the picture shown here.
        and_then: further buttons behind them.
    """
    number, known = seen.row.game_id, (here, find_hand_drawing(seen))
    others = [drawing for drawing in list_drawings(seen) if drawing not in known]
    if len(others) <= PICTURE_BUTTONS:
        return list(
            build_button_rows(*(Button(f"picture:{number}:{other.name}", other.title) for other in others), *and_then)
        )
    entries = tuple(MenuLine(other.name, other.title) for other in others)
    return [Row((Menu(f"picture:{number}", "Pictures", entries),)), *build_button_rows(*and_then)]


def limit_lines(lines: Sequence[str], room: int) -> str:
    """Return the lines that fit, at least one, and a reference to the log for the rest."""
    shown = 0
    for number, line in enumerate(lines, 1):
        room -= len(line) + 1
        if room < 0 and shown:
            break
        shown = number
    left = len(lines) - shown
    more = [f"- … and {left} more {'line' if left == 1 else 'lines'}: see **Log**"] if left else []
    return "\n".join([*lines[:shown], *more])


def split_into_pages(lines: Sequence[str]) -> Sequence[Sequence[str]]:
    """Split lines into pages of about LOG_ROOM characters."""
    pages: list[list[str]] = [[]]
    room = MAX_LOG_CHARS
    for line in lines:
        if len(line) + 1 > room and pages[-1]:
            pages.append([])
            room = MAX_LOG_CHARS
        pages[-1].append(line)
        room -= len(line) + 1
    return pages


def format_page(seen: AudienceView, page: Page, *, title: bool = False, brief: bool = False) -> list[str]:
    """Return a page as blocks of Markdown, one for each section."""
    blocks = [f"## {format_heading(seen, page.title)}"] if title and page.title else []
    for section in page.sections:
        if not section.parts or (brief and section.detail):
            continue
        mark = "### " if title else "**"
        parts = [f"{mark}{format_heading(seen, section.heading)}{mark.strip('# ')}"] if section.heading else []
        parts += [
            format_markdown(seen, part) if isinstance(part, str) else _format_grid(seen, part) for part in section.parts
        ]
        if parts:
            blocks.append("\n".join(parts))
    return blocks


def _format_grid(seen: AudienceView, grid: Grid) -> str:
    """Return a grid as monospaced columns, the first aligned left and the others right."""
    table = [[format_plain(seen, cell).replace("`", "'") for cell in row] for row in (grid.heads, *grid.rows)]
    table = [[truncate(row[0], MAX_COLUMN_CHARS), *row[1:]] for row in table]
    widths = [max(len(row[column]) for row in table) for column in range(len(grid.heads))]
    lines = [
        " ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
    return "```\n" + "\n".join(lines) + "\n```"


def format_time_left(seen: AudienceView, seat: Seat | None) -> str:
    """Return a seat's deadline as a Discord timestamp; empty if it has none."""
    clock = None if seat is None else seen.clocks.get(seat)
    if clock is None or clock.due_at is None or seen.row.paused_at:
        return ""
    return f" (time runs out <t:{int(deadlines.parse_time(clock.due_at).timestamp())}:R>)"


def describe_lost_channel(row: GameRow) -> str:
    """Describe how to recover a table whose channel is lost; empty for other and finished tables."""
    if row.lost is None or row.status not in ("open", "running"):
        return ""
    if row.lost == "server":
        return " · I was removed from its server, so its clocks are paused"
    if row.status == "open":
        return " · on hold, because I can't post there: **/game status** goes on once I can"
    return " · its channel was deleted: **/game status** elsewhere moves it there"


def build_review_button(seen: AudienceView) -> list[Button]:
    """Return the review button of a finished game that has an evaluation."""
    can_be = seen.row.status == "finished" and seen.game.bots.evaluation is not None
    return [Button(f"review:{seen.row.game_id}", "Review")] if can_be else []


def build_result_buttons(seen: AudienceView) -> list[Button]:
    """Return the buttons that lead on from a finished game: a new table like it, and its review."""
    return [Button(f"again:{seen.row.game_id}", "Play again", "primary"), *build_review_button(seen)]


def format_mention(seen: AudienceView, seat: Seat) -> str:
    """Return a player's mention, or the name of the bot that plays for them."""
    seat_row = seen.get_seat_row(seat)
    has_name = seen.is_automatic(seat) or seen.is_anonymous
    return format_bold_name(seen, seat) if has_name else f"<@{seat_row.user_id}>"


def describe_question(
    seen: AudienceView,
    question: Question,
    picks: Sequence[str] = (),
    *,
    alone: bool = False,
    brief: bool = False,
    again: bool = False,
    unsent: str = UNSENT,
) -> str:
    """Return a question as text: the prompt, the help, the remaining options and the rule.

    Args:
        seen: the game.
        question: the question.
        picks: the picks so far.
        alone: whether the panel reports no recent events; always the case after a pick.
        brief: whether to leave out a long help, and the effects of options that stand in menus.
        again: whether the reader comes from a panel that asks it, so that the first part's prompt only repeats it.
        unsent: the note about an answer in several parts that is not sent yet.
    """
    alone = alone or bool(picks)
    question, picks = answer_picks.resolve_picks(question, picks)
    topic = get_topic(question, picks)
    parts = [f"### {format_heading(seen, address(topic.prompt, seen.audience))}"]
    is_read = list_layout.has_picked_group(picks)  # after the first pick
    if topic.help and not is_read and not (brief and len(topic.help) > MAX_BRIEF_HELP_CHARS):
        parts.append(format_markdown(seen, address(topic.help, seen.audience)))
    if isinstance(question, Compose):
        return "\n".join([*parts, *_describe_composition(seen, question, picks, unsent, again=again)])
    if isinstance(question, Choose) and brief:
        shown = list_layout.list_button_options(question, picks)
        parts += list_option_effects(seen, [(option, option.full or option.hint) for option in shown])
    elif isinstance(question, Choose):
        parts += _describe_option_effects(seen, question, picks, MAX_OPTIONS_CHARS if alone else MAX_OPTIONS_CHARS // 2)
    if isinstance(question, Subset):
        parts += list_option_effects(seen, [(item, _get_long_hint(item)) for item in question.items])
    if words := answer_picks.describe_budget(question, picks):
        parts.append(format_markdown(seen, words))
    parts.append(f"-# Rules: {format_markdown(seen, question.rule)}")
    return "\n".join(parts)


def _describe_option_effects(seen: AudienceView, question: Choose, picks: Sequence[str], room: int) -> list[str]:
    """Return the effects of the options after these picks that no menu shows in full, as far as they fit."""
    on_buttons = list_layout.list_button_options(question, picks)
    told = [(option, option.full or option.hint) for option in on_buttons]
    told += [
        (option, option.full or _get_long_hint(option)) for option in list_layout.list_menu_options(question, picks)
    ]
    lines = list_option_effects(seen, told)
    kept = [line for at, line in enumerate(lines) if sum(map(len, lines[: at + 1])) <= room]
    left_out = len(lines) - len(kept)
    return [*kept, f"- … and {left_out} more in the menu."] if left_out else kept


def _get_long_hint(option: Option | Item) -> str:
    """Return the hint of a menu's line if the line cuts it."""
    return option.hint if len(option.hint) > MAX_OPTION_CHARS else ""


def list_option_effects(seen: AudienceView, told: Iterable[tuple[Option | Item, str]]) -> list[str]:
    """Return a line for each option that has words about its effect."""
    read = [(option, address(words, seen.audience)) for option, words in told if words]
    return [f"- {_format_caption(seen, option)}: {format_markdown(seen, words)}" for option, words in read]


def _format_caption(seen: AudienceView, option: Option | Item) -> str:
    """Return the label of an option in bold type, after its emoji."""
    if not isinstance(option, Option):
        return f"**{format_heading(seen, option.label)}**"
    return f"{mark_emoji(find_option_emoji(seen, option.move))}**{format_heading(seen, option.caption)}**"


def find_option_emoji(seen: AudienceView, move: Move) -> str:
    """Return the name of the emoji before an option; empty if it has none."""
    emoji = seen.game.pictures.emoji
    return "" if emoji is None or emoji.option is None else emoji.option(seen.view, move)


def find_fair_amount(seen: AudienceView, question: Question) -> int | None:
    """Return the amount that is fair by the reader's own forecast; None if there is none."""
    fair = seen.game.teaching.fair_amount
    return None if fair is None else fair(seen.view, question)


def format_question_heading(seen: AudienceView, question: Question, prompt: str) -> str:
    """Return the prompt of a question, or of its next part, as a heading with the question's emoji."""
    emoji = seen.game.pictures.emoji
    name = "" if emoji is None or emoji.heading is None else emoji.heading(seen.view, question)
    return f"{mark_emoji(name)}{format_heading(seen, address(prompt, seen.audience))}"


def get_topic(question: Question, picks: Sequence[str]) -> Topic:
    """Return the question's topic, or the one that the choices so far lead to."""
    if not isinstance(question, Compose):
        return Topic(question.prompt, question.help)
    chosen, _ = answer_picks.read_parts(question, picks)
    return question.get_topic(chosen)


def _describe_composition(
    seen: AudienceView, question: Compose, picks: Sequence[str], unsent: str, *, again: bool
) -> list[str]:
    """Return the chosen parts of an answer, each with its remainder, and the next question."""
    chosen, way = answer_picks.read_parts(question, picks)
    stage = question.get_stage(chosen)
    lines = list_chosen_parts(seen, question, chosen)
    if stage.question is not None:
        prompt, _, rest = describe_question(seen, stage.question, way, alone=True).partition("\n")
        if again and not chosen:
            return [*lines, rest]
        lines += [prompt.replace("### ", "**Next:** ", 1), rest]
    else:
        lines.append(f"-# Rules: {format_markdown(seen, question.rule)}")
    return [*lines, f"-# {unsent}"]


def list_chosen_parts(seen: AudienceView, question: Compose, chosen: tuple[Move, ...]) -> list[str]:
    """Return a line for each step chosen so far with what it leaves, or what is there before the first."""
    if not chosen:
        leaves = question.get_stage(()).leaves
        return [format_markdown(seen, leaves)] if leaves else []
    lines = []
    for number, (move, said, leaves) in enumerate(question.list_steps(chosen), 1):
        words = " · ".join(format_markdown(seen, text) for text in (said, leaves) if text)
        lines.append(f"{number}. {mark_emoji(find_option_emoji(seen, move))}{words}")
    return lines


def describe_decision_facts(seen: AudienceView, question: Question) -> list[str]:
    """Return the facts a seat needs for a question, as a block; empty if its game provides none."""
    say = seen.game.teaching.at_hand
    lines = () if say is None else say(seen.view, question)
    read = [format_markdown(seen, address(line, seen.audience)) for line in lines]
    return ["\n".join(["**What you know**", *(f"- {line}" for line in read)])] if lines else []


def describe_options(options: Options) -> list[tuple[str, str]]:
    """Return the titles and values of options that have a title."""
    return [
        (field.title, describe_choice(options, name))
        for name, field in type(options).model_fields.items()
        if field.title
    ]


def describe_table_settings(settings: TableSettings) -> list[str]:
    """Return a table's settings, one per line; an anonymity that was not agreed on needs none."""
    needless = {TableSettings.model_fields[name].title for name in ("anonymous", "unrevealed")}
    return [
        f"{title}: {value}" for title, value in describe_options(settings) if title not in needless or value != "no"
    ]


def describe_choice(options: Options, name: str) -> str:
    """Return the chosen value of an option as text; for a custom pace its hours."""
    if isinstance(options, TableSettings) and name == "pace" and options.pace == "own":
        return format_count(options.hours, "hour")
    return format_option_value(getattr(options, name))


def format_option_value(value: Any) -> str:
    """Return an option's value as text."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
