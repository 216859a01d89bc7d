"""What each situation looks like: the table's message, the private panel, the hand, the log, the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from bot.engine import play
from bot.engine.game import Game, Options
from bot.engine.pages import Grid, Page, Picture
from bot.engine.questions import Choose, Question
from bot.engine.records import News, Seat, Told
from bot.host import timekeeping
from bot.host.host import Desk, LogLine
from bot.host.lobby import OpenTable
from bot.host.motions import describe, voters
from bot.host.records import Report
from bot.host.standing import Standing, offer_tag
from bot.host.tables import Running, say
from bot.ui import controls
from bot.ui.names import in_heading, in_markdown, in_plain, marked, plain
from bot.ui.screen import COLUMN, Block, Button, Entry, Form, Menu, Row, Screen, buttons, short
from storage.interface import GameRow, Motion, SeatRow

GREEN, BLUE, GREY, GOLD = 0x3BA55D, 0x3B6EA5, 0x8A8F98, 0xC9A227
LATEST = 4
"""Lines of recent news on the table's message."""
CATCH_UP_ROOM = 1500
LONGEST_NEWS = 500
LOG_ROOM = 3000
"""Characters of history on one page of the log."""


# -- a table before its game ----------------------------------------------------------------------


def lobby(table: OpenTable) -> Screen:
    """Return the message of a table that waits for players."""
    row = table.row
    seats = [f"{number}. {_chair(table, number)}" for number in range(1, row.seats_wanted + 1)]
    usual = _options_in_words(type(table.options)())
    chosen = [f"{title}: {value}" for title, value in _options_in_words(table.options) if (title, value) not in usual]
    pact = [f"{title}: {value}" for title, value in _options_in_words(table.pact)]
    ready = (
        "Everybody is here: it can begin." if table.full else f"Waiting for {row.seats_wanted - len(table.seats)} more."
    )
    number = row.game_id
    return Screen(
        (
            f"## {table.game.title} · table {number}\n{table.game.tagline}",
            "\n".join(["**Seats**", *seats]),
            f"**In reserve**: {', '.join(_guest(chair) for chair in table.reserve)}" if table.reserve else "",
            "**What we play by**: " + ("; ".join(chosen) if chosen else "the basic game"),
            "**How we play** (who joins agrees): " + "; ".join(pact),
            f"Opened by <@{row.opened_by}>. {ready}",
            *buttons(
                Button(f"join:{number}", "Join in reserve" if table.full else "Join", "success"),
                Button(f"leave:{number}", "Leave"),
                Button(f"start:{number}", "Start", "primary", disabled=not table.can_start),
                Button(f"options:{number}", "Options and bots"),
                Button(f"rules:{table.game.key}:0", "Rules"),
            ),
        ),
        colour=BLUE,
    )


def joined(table: OpenTable, user_id: int) -> str:
    """Return what somebody is told who has joined."""
    number, rest = table.row.game_id, table.row.seats_wanted - len(table.seats)
    if any(chair.user_id == user_id for chair in table.reserve):
        return f"All seats of table {number} are taken; you are in reserve and move up when somebody leaves."
    more = "Everybody is here now." if rest <= 0 else f"{rest} more can join."
    return f"You sit at table {number}: {table.game.title}. {more}"


def lobby_options(table: OpenTable, note: str = "") -> Screen:
    """Return the private panel with which the opener sets a table up."""
    number = table.row.game_id
    seats = Menu(
        f"seats:{number}",
        f"{table.row.seats_wanted} seats",
        tuple(
            Entry(str(count), f"{count} seats", chosen=count == table.row.seats_wanted) for count in table.game.seats
        ),
    )
    bots = [chair for chair in table.seats if chair.user_id is None]
    return Screen(
        (
            *_notes(note),
            f"### {table.game.title} · table {number}: what do you play by?\n"
            "Choose a line to change it. Everybody sees the result on the table's message.",
            *_option_menu(number, "rules", "Change what you play by", table.options),
            *_option_menu(number, "pact", "Change how you play", table.pact),
            Row((seats,)),
            *buttons(
                Button(f"bot:{number}", "Add a bot", disabled=table.full),
                Button(f"nobot:{number}", "Remove a bot", disabled=not bots),
                Button(f"close:{number}", "Close this table", "danger"),
            ),
        ),
        colour=BLUE,
    )


def _option_menu(number: int, part: str, words: str, options: Options) -> list[Row]:
    entries = tuple(
        Entry(name, f"{field.title}: {_value_in_words(getattr(options, name))}", field.description or "")
        for name, field in type(options).model_fields.items()
        if field.title
    )
    return [Row((Menu(f"option:{number}:{part}", words, entries),))] if entries else []


def lobby_option(table: OpenTable, name: str) -> Screen:
    """Return the private panel that offers the values of one option."""
    chosen = table.options if name in type(table.options).model_fields else table.pact
    field = type(chosen).model_fields[name]
    present = getattr(chosen, name)
    values = [False, True] if field.annotation is bool else list(get_args(field.annotation))
    number = table.row.game_id
    return Screen(
        (
            f"### {field.title or name}\n{field.description or ''}",
            *buttons(
                *(
                    Button(
                        f"set:{number}:{name}:{json.dumps(value)}",
                        _value_in_words(value),
                        "success" if value == present else "secondary",
                    )
                    for value in values
                ),
                Button(f"options:{number}", "Back"),
            ),
        ),
        colour=BLUE,
    )


def tables(games: Mapping[str, Game[Any, Any]], rows: Sequence[GameRow]) -> Screen:
    """Return the list of a server's tables."""
    if not rows:
        return Screen(("There is no table in this server yet. **/game new** opens one.",), colour=GREY)
    lines = [
        f"- **{row.game_id}** · {games[row.title].title} · {row.status} · <#{row.channel_id}>"
        for row in rows[:40]
        if row.title in games
    ]
    return Screen(("### Tables of this server\n" + "\n".join(lines),), colour=GREY)


def closed(title: str, number: int, why: str) -> Screen:
    """Return what is left of a table that was closed."""
    return Screen((f"## {title} · table {number}\n{why} /game new opens another.",), colour=GREY)


def _chair(table: OpenTable, number: int) -> str:
    if number > len(table.seats):
        return "*free*"
    return _guest(table.seats[number - 1])


def _guest(chair: SeatRow) -> str:
    return chair.name if chair.user_id is None else f"<@{chair.user_id}>"


def _options_in_words(options: Options) -> list[tuple[str, str]]:
    return [
        (field.title, _value_in_words(getattr(options, name)))
        for name, field in type(options).model_fields.items()
        if field.title
    ]


def _value_in_words(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# -- the table's message --------------------------------------------------------------------------


def board(running: Running, picture: Picture | None, latest: Sequence[News] = ()) -> Screen:
    """Return the live message of a running or finished game, for everybody."""
    number = running.row.game_id
    game = running.game
    view = game.view(running.table, None)
    news = [line for piece in latest[-LATEST:] if (line := say(game, piece, None))]
    blocks: list[Block] = [f"## {game.title} · table {number}\n{waiting(running)}"]
    if picture is not None:
        blocks.append(picture)
    blocks.extend(_page(running, game.page(view), brief=picture is not None))
    if news:
        blocks.append(
            "**Latest**\n" + "\n".join(f"- {short(in_markdown(running, line), LONGEST_NEWS)}" for line in news)
        )
    over = running.table.outcome is not None
    blocks.extend(
        buttons(
            Button(f"act:{number}", "Act", "primary", disabled=over),
            Button(f"hand:{number}", "My hand"),
            Button(f"log:{number}:0", "Log"),
            Button(f"rules:{game.key}:0", "Rules"),
        )
    )
    return Screen(tuple(blocks), colour=GREY if over else GREEN)


def waiting(running: Running) -> str:
    """Return in a line what the table waits for, as far as everybody may know."""
    table = running.table
    if table.outcome is not None:
        return "The game is over. " + winners(running)
    if running.row.status != "running":
        return "This game was closed before its end."
    step = table.agenda[0]
    title = in_heading(running, step.title(table))
    asked = play.asked(table)
    if step.waiting_is_secret:
        return f"**{title}**: waiting for answers."
    people = [_called(running, seat) + _until(running, seat) for seat in asked]
    stopped = " The clocks stand still." if running.row.paused_at else ""
    return f"**{title}**: waiting for {_listed(people)}.{stopped}"


def winners(running: Running) -> str:
    """Return who has won, in a sentence."""
    outcome = running.table.outcome
    if outcome is None:
        return ""
    names = [marked(running, seat) for seat in outcome.winners]
    return f"{_listed(names)} {'wins' if len(names) == 1 else 'share the victory'}."


def call(running: Running, seats: Sequence[Seat], others: Sequence[Seat], link: str | None) -> Screen:
    """Return the message that calls people; others who are still asked were called before and only named."""
    step = running.table.agenda[0]
    ids = [chair.user_id for seat in seats if (chair := running.chair(seat)).user_id is not None]
    named = [_called(running, seat) for seat in others]
    title = in_heading(running, step.title(running.table))
    words = "perhaps you are asked" if step.waiting_is_secret else "your move"
    where = f" · [to the table]({link})" if link else ""
    return Screen(
        (
            f"{' '.join(f'<@{user_id}>' for user_id in ids)} {words}: **{title}**{where}"
            + (f"\n-# Still asked: {_listed(named)}" if named else ""),
            Row((Button(f"act:{running.row.game_id}", "Act", "primary"),)),
        ),
        mentions=tuple(ids),
        colour=GREEN,
    )


def notice(running: Running, words: str) -> Screen:
    """Return a message to everybody about seats and clocks."""
    return Screen((in_markdown(running, words),), colour=GREY)


def motion(running: Running, proposed: Motion) -> Screen:
    """Return the message that asks the table for its votes."""
    number = proposed.motion_id
    people = [f"<@{running.chair(seat).user_id}>" for seat in voters(running, proposed) if seat != proposed.seat]
    return Screen(
        (
            f"{marked(running, proposed.seat)} proposes {in_markdown(running, describe(proposed))}. "
            f"{_listed(people)}: what do you say?",
            *buttons(Button(f"agree:{number}", "Agree", "success"), Button(f"refuse:{number}", "Refuse", "danger")),
        ),
        colour=GOLD,
    )


def vacancy(running: Running, seat: Seat, words: str) -> Screen:
    """Return the message that looks for somebody for an empty chair."""
    number = running.row.game_id
    pact = "; ".join(f"{title}: {value}" for title, value in _options_in_words(running.pact))
    return Screen(
        (
            f"{words}\nWho takes it agrees to: {pact}. They see the seat's secrets and play on as it stands.",
            *buttons(Button(f"take:{number}:{seat}", "Take this seat", "success")),
        ),
        colour=GOLD,
    )


def to_player(running: Running, user_id: int, words: str, link: str | None) -> Screen:
    """Return a message to one player that everybody may read."""
    where = f" [To the table]({link})" if link else ""
    return Screen(
        (
            f"<@{user_id}> {in_markdown(running, words)}{where}",
            Row((Button(f"act:{running.row.game_id}", "Act", "primary"),)),
        ),
        mentions=(user_id,),
        colour=GOLD,
    )


def headline(running: Running, news: News) -> Screen:
    """Return the message that tells everybody of something important."""
    return Screen((in_markdown(running, say(running.game, news, None)),), colour=GOLD)


def final(running: Running, pictures: Sequence[Picture]) -> Screen:
    """Return the message at the end of a game: places, scores and the story in pictures."""
    outcome = running.table.outcome
    if outcome is None:
        raise ValueError(f"game {running.row.game_id} is not over")
    order = sorted(running.table.seats, key=lambda seat: outcome.places[seat])
    lines = [
        f"{outcome.places[seat]}. {marked(running, seat)}: {outcome.scores[seat]}"
        + (" (conceded)" if running.chair(seat).conceded else "")
        for seat in order
    ]
    number = running.row.game_id
    return Screen(
        (
            f"## {running.game.title} · table {number} is over\n{winners(running)}",
            "\n".join(lines),
            *pictures,
            "The secret seed is in the log now: **/game verify** proves that every deal and every sealed "
            "answer was as committed.",
            *buttons(Button(f"log:{number}:0", "Log"), Button(f"again:{number}", "Play again", "primary")),
        ),
        colour=GOLD,
    )


def _until(running: Running, seat: Seat) -> str:
    """Return until when somebody has time, as Discord shows it in each reader's own time."""
    clock = running.clocks.get(seat)
    if clock is None or clock.due_at is None or running.row.paused_at:
        return ""
    return f" (time runs out <t:{int(timekeeping.moment(clock.due_at).timestamp())}:R>)"


def _called(running: Running, seat: Seat) -> str:
    chair = running.chair(seat)
    return marked(running, seat) if running.plays_itself(seat) else f"<@{chair.user_id}>"


# -- private panels -------------------------------------------------------------------------------


def panel(desk: Desk, picks: Sequence[str] = ()) -> Screen:
    """Return the private panel of one person: what happened, what is asked, and how to answer."""
    running, seat = desk.running, desk.seat
    number = running.row.game_id
    blocks: list[Block] = list(_notes(in_markdown(running, desk.note)))
    if seat is None:
        blocks.append("You are watching this table; there is nothing for you to decide.")
        return Screen(
            (*blocks, *_page(running, running.game.page(running.game.view(running.table, None)))), colour=GREY
        )
    if desk.news:
        blocks.append(_catch_up(running, desk.news))
    if desk.question is not None and desk.etag is not None:
        blocks.append(_question(running, desk.question))
        asked = asked_of(running, desk.question, desk.etag)
        blocks.extend(controls.rows(asked, picks))
        if limit := _time_left(running, seat):
            blocks.append(limit)
    else:
        blocks.append(waiting(running))
    last = [Button(f"hand:{number}", "My hand"), Button(f"log:{number}:0", "Log")]
    if desk.can_take_back:
        last.insert(0, Button(f"undo:{number}", "Take my answer back", "danger"))
    else:
        last.append(Button(f"act:{number}:again", "Refresh"))
    left = running.pact.extensions - running.chair(seat).extensions
    if desk.question is not None and _until(running, seat) and left > 0:
        last.append(Button(f"time:{number}", f"More time ({left} left)"))
    if running.game.orders is not None and running.row.status == "running":
        last.append(Button(f"orders:{number}", "Standing orders"))
    if desk.question is None:
        last.append(Button("inbox:0", "Next table"))
    return Screen((*blocks, *buttons(*last)), colour=GREEN if desk.question else GREY)


def form(desk: Desk, picks: Sequence[str]) -> Form | None:
    """Return the form for the next amounts of what somebody is asked, when the question has one."""
    if desk.question is None or desk.etag is None:
        return None
    return controls.form(asked_of(desk.running, desk.question, desk.etag), picks)


def _catch_up(running: Running, news: Sequence[str]) -> str:
    """Return what happened meanwhile, as far as it leaves room for the question."""
    lines: list[str] = []
    room = CATCH_UP_ROOM
    for number, piece in enumerate(news):
        line = f"- {short(in_markdown(running, piece), LONGEST_NEWS)}"
        room -= len(line)
        if room < 0 and lines:
            lines.append(f"- … and {len(news) - number} more: see **Log**.")
            break
        lines.append(line)
    return "**Since your last move**\n" + "\n".join(lines)


def _time_left(running: Running, seat: Seat) -> str:
    clock = running.clocks.get(seat)
    if clock is None or clock.due_at is None:
        return ""
    if running.row.paused_at:
        return "-# The clocks of this table stand still."
    ends = int(timekeeping.moment(clock.due_at).timestamp())
    return f"-# You have time until <t:{ends}:f> (<t:{ends}:R>); then {_default(running, seat)}."


def _default(running: Running, seat: Seat) -> str:
    """Return what happens when this seat's time is up, in words for its player."""
    question = play.question_for(running.table, seat)
    move = None if question is None else play.default_move(running.table, seat)
    if question is None or move is None:
        return "a bot decides this for you"
    return f"this is played for you: {in_markdown(running, question.describe(move))}"


def asked_of(running: Running, question: Question, etag: str) -> controls.Asked:
    """Return a question as it is put to somebody at this table."""
    title = in_plain(running, running.table.agenda[0].title(running.table))
    return controls.Asked(running.row.game_id, etag, question, title, lambda text: in_plain(running, text))


def standing_orders(standing: Standing, note: str = "") -> Screen:
    """Return the private panel with a player's standing orders and those that can be given."""
    running, number = standing.running, standing.running.row.game_id
    orders = running.game.orders
    given = [in_markdown(running, orders.describe(order)) for order in standing.given] if orders else []
    entries = tuple(
        Entry(offer_tag(question), in_plain(running, question.prompt), in_plain(running, question.help))
        for question in standing.offered[: controls.IN_PAGE]
    )
    cancels = tuple(
        Entry(order.replaces(), in_plain(running, orders.describe(order)) if orders else "")
        for order in standing.given[: controls.IN_PAGE]
    )
    return Screen(
        (
            *_notes(note),
            "### Your standing orders\nThey answer for you at once, so that nobody waits. Only you see them.",
            "\n".join(f"- {words}" for words in given) or "You have given none.",
            *([Row((Menu(f"order:{number}", "Give an order", entries),))] if entries else []),
            *([Row((Menu(f"cancel:{number}", "Cancel an order", cancels),))] if cancels else []),
            *buttons(Button(f"act:{number}:again", "Back")),
        ),
        colour=BLUE,
    )


def new_order(standing: Standing, question: Question, picks: Sequence[str] = (), note: str = "") -> Screen:
    """Return the private panel that asks for one standing order."""
    running = standing.running
    return Screen(
        (
            *_notes(note),
            _question(running, question),
            *controls.rows(_ordered(standing, question), picks),
            *buttons(Button(f"orders:{running.row.game_id}", "Back")),
        ),
        colour=BLUE,
    )


def order_form(standing: Standing, question: Question, picks: Sequence[str]) -> Form | None:
    """Return the form of a standing order, when it has one."""
    return controls.form(_ordered(standing, question), picks)


def _ordered(standing: Standing, question: Question) -> controls.Asked:
    number = standing.running.row.game_id

    def name(text: str) -> str:
        return in_plain(standing.running, text)

    return controls.Asked(number, offer_tag(question), question, "Standing order", name, prefix="o")


def hand(desk: Desk, dm: str) -> Screen:
    """Return what only this seat knows; `dm` tells whether direct messages reach its player."""
    running = desk.running
    number = running.row.game_id
    view = running.game.view(running.table, desk.seat)
    page = running.game.hand(view) if desk.seat is not None else running.game.page(view)
    last = [Button(f"act:{number}:again", "Act", "primary", disabled=desk.question is None)]
    if desk.seat is not None:
        last.append(
            Button(f"dm:{number}:off", "Stop direct messages")
            if dm == "open"
            else Button(f"dm:{number}:on", "Send me this by DM too")
        )
    closed = ["Your direct messages are closed for me, so your secrets come here only."] if dm == "closed" else []
    return Screen((*_page(running, page, title=True), *closed, *buttons(*last)), colour=BLUE)


def hand_by_dm(running: Running, seat: Seat, link: str | None) -> Screen:
    """Return the copy of a hand that goes by direct message."""
    page = running.game.hand(running.game.view(running.table, seat))
    where = f"[Table {running.row.game_id}]({link})" if link else f"Table {running.row.game_id}"
    return Screen(
        (
            f"{where} · {running.game.title}",
            *_page(running, page, title=True),
            *buttons(
                Button(f"act:{running.row.game_id}", "Act", "primary"),
                Button(f"dm:{running.row.game_id}:off", "Stop direct messages"),
            ),
        ),
        colour=BLUE,
    )


def log(running: Running, lines: Sequence[LogLine], page: int) -> Screen:
    """Return a page of the history, the newest first."""
    written = [
        f"`{line.number}` " + (f"~~{text}~~" if line.undone else text)
        for line in reversed(lines)
        for text in [short(in_markdown(running, line.text), LONGEST_NEWS)]
    ]
    pages = list(_in_pages(written))
    page = max(0, min(page, len(pages) - 1))
    number = running.row.game_id
    return Screen(
        (
            f"### Log of table {number}, page {page + 1} of {len(pages)}, newest first",
            "\n".join(pages[page]),
            *_turns(f"log:{number}", page, len(pages)),
        ),
        colour=GREY,
    )


def rules(game: Game[Any, Any], page: int) -> Screen:
    """Return a chapter of the rules."""
    page = max(0, min(page, len(game.rulebook) - 1))
    chapter = game.rulebook[page]
    entries = tuple(
        Entry(str(at), other.title, chosen=at == page) for at, other in enumerate(game.rulebook[: controls.IN_PAGE])
    )
    return Screen(
        (
            f"### {game.title}: {chapter.title}",
            chapter.text,
            Row((Menu(f"chapter:{game.key}", "Chapters", entries),)),
            *_turns(f"rules:{game.key}", page, len(game.rulebook)),
        ),
        colour=GREY,
    )


def verified(report: Report) -> Screen:
    """Return what checking a game has shown."""
    lines = [f"{'✅' if check.ok else '❌'} {check.text}" for check in report.checks]
    return Screen((f"### {report.verdict}\n" + "\n".join(lines),), colour=GREEN if report.ok else GOLD)


def why(running: Running, seat: Seat | None) -> Screen:
    """Return what a table waits for, as far as this seat may know, and what happens when time is up."""
    lines = [f"### Table {running.row.game_id}: what it waits for", waiting(running)]
    asked = play.asked(running.table) if running.row.status == "running" else []
    if seat in asked:
        lines.append(_time_left(running, seat) or "-# No clock runs for you; the table waits as long as you need.")
    if any(other != seat for other in asked) and not running.table.agenda[0].waiting_is_secret:
        lines.append("-# When somebody else's time is up, the table's default for this question is played for them.")
    if running.pact.allowed is None:
        lines.append("-# This table has agreed on no clock.")
    return Screen(("\n".join(lines),), colour=GREY)


def inbox(waiting_games: Sequence[tuple[Running, Seat, str | None]]) -> Screen:
    """Return all questions that wait for one person, those with the least time first.

    Args:
        waiting_games: the tables, the person's seat at each, and a link to its message.
    """
    if not waiting_games:
        return Screen(("Nothing waits for you anywhere.",), colour=GREEN)
    lines = []
    for running, seat, link in waiting_games[:20]:
        title = in_heading(running, running.table.agenda[0].title(running.table))
        table = f"[table {running.row.game_id}]({link})" if link else f"table {running.row.game_id}"
        lines.append(f"- **{title}** · {running.game.title}, {table}{_until(running, seat)}")
    rest = len(waiting_games) - len(lines)
    more = [f"… and {rest} more."] if rest else []
    first = waiting_games[0][0].row.game_id
    return Screen(
        (
            f"### {len(waiting_games)} open {'question' if len(waiting_games) == 1 else 'questions'} for you",
            "\n".join([*lines, *more]),
            Row((Button(f"act:{first}", "Act on the first", "primary"), Button("inbox:0", "Refresh"))),
        ),
        colour=GREEN,
    )


def note(text: str) -> Screen:
    """Return a sentence for one person."""
    return Screen((text,), colour=GREY)


def _question(running: Running, question: Question) -> str:
    parts = [f"### {in_heading(running, question.prompt)}"]
    if question.help:
        parts.append(in_markdown(running, question.help))
    if isinstance(question, Choose) and controls.as_buttons(question):
        parts += [
            f"- **{in_heading(running, option.label)}**: {in_markdown(running, option.hint)}"
            for option in question.options
            if option.hint
        ]
    parts.append(f"-# Rules: {in_markdown(running, question.rule)}")
    return "\n".join(parts)


def _notes(text: str) -> list[str]:
    return [text] if text else []


def _turns(prefix: str, page: int, pages: int) -> list[Row]:
    turns = [
        Button(f"{prefix}:{other}", label)
        for other, label in ((page - 1, "◀ Back"), (page + 1, "Next ▶"))
        if 0 <= other < pages
    ]
    return list(buttons(*turns))


def _in_pages(lines: Sequence[str]) -> Sequence[Sequence[str]]:
    pages: list[list[str]] = [[]]
    room = LOG_ROOM
    for line in lines:
        if len(line) + 1 > room and pages[-1]:
            pages.append([])
            room = LOG_ROOM
        pages[-1].append(line)
        room -= len(line) + 1
    return pages


def _page(running: Running, page: Page, *, title: bool = False, brief: bool = False) -> list[str]:
    """Return a page as blocks of Markdown, one for each section."""
    blocks = [f"## {in_heading(running, page.title)}"] if title and page.title else []
    for section in page.sections:
        if not section.parts or (brief and section.detail):
            continue
        mark = "### " if title else "**"
        parts = [f"{mark}{in_heading(running, section.heading)}{mark.strip('# ')}"] if section.heading else []
        parts += [
            in_markdown(running, part) if isinstance(part, str) else _grid(running, part) for part in section.parts
        ]
        if parts:
            blocks.append("\n".join(parts))
    return blocks


def _grid(running: Running, grid: Grid) -> str:
    """Return a grid as monospaced columns: the first to the left, the others to the right."""
    table = [[in_plain(running, cell).replace("`", "'") for cell in row] for row in (grid.heads, *grid.rows)]
    table = [[short(row[0], COLUMN), *row[1:]] for row in table]
    widths = [max(len(row[column]) for row in table) for column in range(len(grid.heads))]
    lines = [
        " ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
    return "```\n" + "\n".join(lines) + "\n```"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"


def heard_by_all(told: Sequence[Told]) -> list[News]:
    """Return the news everybody may read, without the fine print."""
    return [piece.news for piece in told if piece.to is None and not piece.news.footnote]


def names_of(running: Running) -> list[str]:
    """Return the players' names in seat order."""
    return [plain(running, seat) for seat in running.table.seats]
