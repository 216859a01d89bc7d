"""Costs of pages to play on, beside the panel's for the same decisions.

Bots play, and one seat's decisions are looked at: each step of an answer is a view of the page and one of the panel,
made from the same table. Bytes are those of the pages and of the pictures that they load, without those that a browser
loads when they come into sight.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from html import unescape
from pathlib import Path
from time import process_time
from urllib.parse import parse_qs, urlsplit

from bot.engine import play
from bot.engine.multi_step import CHECK, OPEN, ChooseOrCompose, Compose, list_picks
from bot.engine.questions import Arrange, Number, Question, Split, Subset
from bot.engine.records import Move
from bot.games import GAMES
from bot.host.play.move_records import TableCommand
from bot.host.play.own_pages import OwnPages
from bot.host.table.panel_context import PanelContext
from bot.own_pages.pages import OwnPageViews
from bot.own_pages.question_form import MAX_BUTTON_AMOUNTS
from bot.own_pages.rendering import compress_page
from bot.own_pages.requests import PageRequest
from bot.testing.house import ANN, BEN, CLEO, GUILD, House, open_house
from bot.ui.handlers.table.question_pictures import QuestionPictures
from bot.ui.screens import render_panel
from bot.ui.screens.pick_encoding import PART
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.screen import build_layout
from bot.web.responses import Reply
from storage.interface.page_sessions import PageSession
from tests.bench.filled_databases import chance
from tests.bench.report import Bar, Part, Row, figure
from tests.ui.trips import count_taps

SEATS = (ANN, BEN, CLEO)
PICTURE = re.compile(r'<(?:image href|img src)="(/tables/[^"]+)"(?![^>]*loading="lazy")')
SESSION = PageSession(1, ANN, 1, "2026-03-01T12:00:00", "2026-03-01T12:00:00", "2026-03-08T12:00:00")
BYTES = Bar(must=150, aim=100, unit="kB")
TAPS = Bar(must=1, aim=0.8, unit="x")
REMARKS = (
    "The same decisions of one seat of three, made by bots, on a page and on a panel. Taps: a button one, a menu two "
    "(three and more for several lines), a form two and two for each field; on a page a field or a box one, Send one. "
    "A first view has the guard's other worlds made anew, as after each move; a decision has a view for each step of "
    "its answer, with its picture, on both. The answer itself costs the same on both and is left out."
)


@dataclass
class Cost:
    """What the decisions of one game cost in one place."""

    taps: int = 0
    first: float = 0.0
    """Seconds of CPU for the first views."""
    views: float = 0.0
    """Seconds of CPU for all views."""
    size: int = 0
    """Bytes."""


@dataclass
class Costs:
    """The costs of the same decisions on the page and on the panel."""

    decisions: int = 0
    page: Cost = field(default_factory=Cost)
    panel: Cost = field(default_factory=Cost)


def count_page_taps(question: Question, move: Move) -> int:
    """Return the number of touches on a page to this answer, by its list."""
    if isinstance(question, ChooseOrCompose) and move not in question.moves:
        return 1 + count_page_taps(question.otherwise, move)
    if isinstance(question, Compose):
        parts = question.split_move(move) or ()
        asked = [question.get_stage(parts[:number]).question for number in range(len(parts))]
        return 1 + sum(count_page_taps(each, part) for each, part in zip(asked, parts, strict=True) if each is not None)
    picks = list_picks(question, move)
    match question:
        case Number():
            amounts = range(question.low, question.high + 1, question.step)
            is_button = len(amounts) <= MAX_BUTTON_AMOUNTS or int(picks[0]) in question.suggestions
            return 1 if is_button else 2
        case Split():
            return 1 + sum(int(pick) != line.low for pick, line in zip(picks, question.lines, strict=False))
        case Subset():
            return 1 + len(picks)
        case Arrange():
            return 1 + 2 * sum(int(pick) != at for at, pick in enumerate(picks))
        case _:
            return 1


def list_steps(question: Question, move: Move) -> Iterator[Sequence[str]]:
    """Yield the picks at each view on the way to an answer."""
    yield ()
    if isinstance(question, ChooseOrCompose) and move not in question.moves:
        yield (OPEN,)
        question = question.otherwise
    if not isinstance(question, Compose):
        return
    parts, picks = question.split_move(move) or (), list[str]()
    for number, part in enumerate(parts, 1):
        asked = question.get_stage(parts[: number - 1]).question
        assert asked is not None
        picks.append(f"{PART}{'_'.join(list_picks(asked, part))}")
        yield [f"{CHECK}{question.compute_check(parts[:number])}", *picks]


class Measurement:
    """Looks at decisions of one game, before they are made.

    Args:
        home: the services that run it.
    """

    def __init__(self, home: House) -> None:
        self.costs = Costs()
        self._host = home.host
        services = replace(home.services, own_pages=OwnPages(home.host, is_on=True))
        self._views = OwnPageViews(services, Pictures())
        self._drawings = QuestionPictures(home.host.people, Pictures())

    async def look(self, question: Question, move: Move) -> None:
        """Measure one decision on both."""
        steps = list(list_steps(question, move))
        self.costs.decisions += 1
        self.costs.panel.taps += count_taps(question, move)
        self.costs.page.taps += count_page_taps(question, move)
        for cost, view in ((self.costs.panel, self._view_panel), (self.costs.page, self._view_page)):
            self._host.forget_loaded(1)
            for number, picks in enumerate(steps):
                begun = process_time()
                cost.size += await view(picks)
                used = process_time() - begun
                cost.views += used
                cost.first += 0 if number else used

    async def _view_panel(self, picks: Sequence[str]) -> int:
        context = await self._host.build_panel(1, ANN)
        drawn = await self._drawings.draw(context, ANN, picks)
        build_layout(render_panel(context, picks, drawn))
        return 0 if drawn is None else len(drawn.picture.png)

    async def _view_page(self, picks: Sequence[str]) -> int:
        context: PanelContext = await self._host.build_panel(1, ANN)
        query = {"tag": [context.etag or ""], "picks": [".".join(picks)]}
        page = await self._get("", query)
        html = page.body.decode()
        shown = PICTURE.findall(html)
        size = compress_page(page, "gzip").size
        for address in dict.fromkeys(map(unescape, shown)):
            parts = urlsplit(address)
            what = parts.path.removeprefix("/tables/1/")
            size += (await self._get(what, parse_qs(parts.query, keep_blank_values=True))).size
        return size

    async def _get(self, what: str, query: dict[str, list[str]]) -> Reply:
        asked = PageRequest("GET", f"/tables/1/{what}".removesuffix("/"), query, {})
        return await self._views.answer_player(asked, what, SESSION)


@asynccontextmanager
async def begin(folder: Path, title: str) -> AsyncIterator[House]:
    """Open a house with a table of three people."""
    async with open_house(folder / f"{title}.db", GAMES) as home:
        home.host.new_seed = lambda: "own pages"
        await home.lobby.open_table(
            title=title, guild_id=GUILD, channel_id=2, user_id=ANN, name="Ann", seats_wanted=3, options=None
        )
        for user_id, name in ((BEN, "Ben"), (CLEO, "Cleo")):
            await home.lobby.join(1, user_id, name)
        await home.lobby.start(1, ANN)
        yield home


async def measure_game(folder: Path, title: str, decisions: int) -> Costs:
    """Play a game, and look at every second decision of one seat."""
    async with begin(folder, title) as home:
        measurement, random, met = Measurement(home), chance(1), 0
        while measurement.costs.decisions < decisions:
            await home.services.autoplay.wait_for_all()
            running = await home.host.get_running_game(1)
            if running.row.status != "running":
                break
            seat = play.list_asked_seats(running.table)[0]
            question = running.get_question(seat)
            assert question is not None
            move = running.game.choose(running.get_view(seat), question, random)
            if running.get_own_seat(ANN) == seat:
                met += 1
                if met % 2:
                    await measurement.look(question, move)
            running = await home.host.get_running_game(1)
            await home.host.save_move(
                running, TableCommand.from_answer("move", seat, move), play.play(running.table, seat, move)
            )
        return measurement.costs


def build_rows(title: str, costs: Costs) -> list[Row]:
    """Return the rows of one game."""
    page, panel, count = costs.page, costs.panel, costs.decisions
    name = GAMES[title].title

    def ms(seconds: float) -> str:
        return f"{figure(seconds / count * 1000)} ms CPU"

    return [
        Row(
            f"{name}: taps a decision, {count} decisions",
            figure(page.taps / count),
            f"panel: {figure(panel.taps / count)}",
            page.taps / panel.taps,
            TAPS,
        ),
        Row("first view", ms(page.first), f"panel: {ms(panel.first)}", page.first / panel.first),
        Row("all views of a decision", ms(page.views), f"panel: {ms(panel.views)}", page.views / panel.views),
        Row(
            "bytes a decision, with pictures",
            f"{page.size / count / 1000:.0f} kB",
            f"pictures of the panel: {panel.size / count / 1000:.0f} kB",
            page.size / count / 1000,
            BYTES,
        ),
    ]


async def measure(folder: Path, *, decisions: int) -> Part:
    """Measure what pages to play on cost."""
    rows = []
    for title in GAMES:
        await measure_game(folder, title, 2)  # what is loaded once
        (folder / f"{title}.db").unlink()
        rows += build_rows(title, await measure_game(folder, title, decisions))
    return Part("Pages to play on", REMARKS, rows)
