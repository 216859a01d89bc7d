"""Table pages: seats, score, open decisions, pictures, charts and the public log."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, Literal

from markupsafe import Markup

from bot.engine.pages import Grid, Page, Picture, Section, with_names
from bot.engine.records import Seat
from bot.host.host import Host
from bot.host.keyed_tasks import KeyedLocks
from bot.host.leagues.season_log import SeasonLog
from bot.host.lost_channels import explain_abandoned
from bot.host.privacy.visibility import Visibility
from bot.host.record.log_reading import HistoryLine
from bot.host.record.replay import OPEN_STATUSES
from bot.host.table import final_ranking
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.html_text import Words, build_words, format_bold
from bot.ui.screens.leagues.seat_offers import describe_place_owners
from bot.ui.screens.names import get_plain_name as as_drawn
from bot.ui.screens.names import sanitize_plain
from bot.ui.screens.parts import build_channel_url, describe_options
from bot.ui.screens.pictures import AnyDrawing, find_table_drawing, list_drawings
from bot.web.display_names import get_web_names, replace_names
from bot.web.page_cache import PageCache
from bot.web.page_worker import PageWorker
from bot.web.rendering import render_template
from bot.web.responses import PNG, Reply, WorkerBusy
from bot.web.text_html import Instant, Name, format_lines, format_moment, format_text
from bot.web.values import Rendered, Sheet, Value, build_data_reply
from storage.interface.leagues import LeagueGame
from storage.interface.public import PublicTable

FRESH_SECONDS = 5.0
"""Seconds for which a table page is served from the cache, as long as its message on Discord rests. A table that is
hidden, or a changed name, takes effect at once."""
LATEST_LINES = 20
"""Log lines on the table's page."""
LINES_PER_PAGE = 150
"""Log lines per page of the log."""
MAX_CACHED_CHARTS, MAX_CACHED_TABLES = 50, 50
"""Cache sizes: finished games with charts, and table pages."""
MAX_CACHED_LOGS = 10
"""Tables with their whole logs in the cache."""
MAX_CACHED_PICTURES = 200
"""Pictures in the worker's cache."""


class Sitter(Value):
    """A player at a table."""

    seat: int | None
    """None: a rival played by the rules, without a seat."""
    name: str
    note: str
    """Status such as "conceded"; empty for an active player."""
    place: int | None = None
    """None until the game is over."""
    score: str = ""
    asked: bool = False
    """Whether the game waits for this seat; always false where that is a secret."""
    until: Instant | None = None
    """Deadline; None if the game does not wait for this seat or has no clock."""


class Image(Value):
    """A picture as PNG."""

    title: str
    address: str
    alt: str
    """Alternative text."""
    width: int
    height: int


class HeardLine(Value):
    """A line of the public log."""

    number: int
    """Number within the public log, from 1."""
    text: Words
    undone: bool


class PartInWords(Value):
    """A part of a text section: lines or a grid."""

    lines: Sequence[Words] = ()
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


class SectionInWords(Value):
    """A section of the table in words."""

    heading: Words
    parts: Sequence[PartInWords]


class PlayedBy(Value):
    """An option or setting of the table."""

    name: str
    value: str


class PlaceInLeague(Value):
    """The league and season that a table belongs to."""

    league: str
    """Name of the league."""
    season: int
    """Number of the season within its league."""
    part: str
    """Part of the season, such as `division 2`."""
    number: int
    """Number of the table within its season."""
    league_address: str
    season_address: str


class TableShown(Value):
    """A table as everybody sees it."""

    title: str
    address: str
    number: int
    """Table number, as in its address."""
    game: str
    """Title of the game."""
    key: str
    """Identifier of the game."""
    league: PlaceInLeague | None
    """None if the table belongs to no league, or to a private one."""
    status: Literal["running", "finished", "abandoned"]
    over: bool
    """Whether the game was played to its end."""
    paused: bool
    """Whether all clocks are stopped."""
    state: Words
    """A sentence about the pending decision, or about the end of the game."""
    sitters: Sequence[Sitter]
    """In the order of seats; by place once the game is over."""
    standing: Sequence[Words]
    """Lines of the score."""
    pictures: Sequence[Image]
    charts: Sequence[Image]
    """Charts of a finished game."""
    lines: Sequence[HeardLine]
    """The latest log lines, newest first."""
    log: str
    """Path of the full log."""
    replay: str | None
    """Path of its replay; None while the game runs."""
    sections: Sequence[SectionInWords]
    """The table in words."""
    played_by: Sequence[PlayedBy]
    discord: str
    """URL of its Discord channel."""


class LogPage(Value):
    """A page of a table's log."""

    title: str
    number: int
    """Table number, as in its address."""
    lines: Sequence[HeardLine]
    """Newest first."""
    page: int
    """Page number; 1 has the newest lines."""
    pages: int
    newer: str | None
    """Path of the page with newer lines."""
    older: str | None
    """Path of the page with older lines."""


@dataclass(frozen=True)
class TableNames:
    """The public names of a table's seats, and its league if that is public."""

    names: Mapping[Seat, str]
    league: PlaceInLeague | None
    table: PublicTable


@dataclass(frozen=True)
class PublicSnapshot:
    """A table as everybody sees it, with display names only: no other names and no user ids."""

    seen: AudienceView
    names: Mapping[Seat, str]
    places: Mapping[Seat, int]
    """Final places; empty until the game is over."""
    league: PlaceInLeague | None
    table: PublicTable

    @property
    def view(self) -> Any:
        """The game's view for everybody."""
        return self.seen.view

    def get_name(self, seat: Seat) -> str:
        """Return the display name of a seat; for an unknown seat, its number."""
        return _get_name(seat, self.names)


def _get_name(seat: Seat, names: Mapping[Seat, str]) -> str:
    return names.get(seat, f"Seat {seat}")


@dataclass(frozen=True)
class TableLook:
    """All inputs of a table's pages.

    A revision must not be among them: it counts secret moves, and the time for rendering again would reveal them.
    """

    looked: PublicSnapshot
    heard: object
    """A token of the public log's state; see `RunningGame`."""


@dataclass(frozen=True)
class DrawnPicture:
    """A picture with its digest."""

    picture: Picture
    tag: str


@dataclass(frozen=True)
class RenderedTable:
    """A table as rendered by the worker."""

    inside: Reply
    """The contents of its page; the tag changes only with them."""
    data: Reply
    title: str
    game: str
    goes_on: bool
    drawn: Mapping[str, DrawnPicture | None]
    """Pictures by name; None if the caller has the current one."""


class TablePage:
    """A rendered table; the page of a running game says when it was made, so its tag changes each minute.

    Args:
        made: the rendered contents.
        shown: the inputs: the table and its newest log lines.
        drawn: the pictures by name.
        now: returns the time.
    """

    def __init__(
        self,
        made: RenderedTable,
        shown: tuple[PublicSnapshot, Sequence[HistoryLine]],
        drawn: Mapping[str, DrawnPicture],
        now: Callable[[], str],
    ) -> None:
        self.shown = shown
        self.drawn = drawn
        self.fresh_until = 0.0
        """Monotonic time until which the page is served without a look at the table."""
        self.inside = made.inside
        self.data = made.data
        looked, _ = shown
        address = f"/tables/{looked.table.game_id}"
        self._frame = {"title": made.title, "game": made.game, "league": looked.league, "address": address}
        self._goes_on = made.goes_on
        self._now = now
        self._page: tuple[str, Reply] | None = None
        """The page, cached with the time that it shows."""

    @property
    def page(self) -> Reply:
        """The page."""
        made = format_moment(self._now()) if self._goes_on else None
        at = "" if made is None else str(made.html)
        if self._page is None or self._page[0] != at:
            inside = Markup(self.inside.body.decode())  # noqa: S704  # from an escaping template
            body = render_template("table.html", **self._frame, made=made, inside=inside, tag=self.inside.tag)
            self._page = at, Reply(body, kind="table")
        return self._page[1]


class TablePages:
    """Renders table pages; the caller checks that the tables are public.

    Args:
        host: runs the tables.
        season_log: reads the seasons of league tables.
        visibility: decides which leagues are public.
        page_worker: renders pages in the worker.
        fresh: seconds for which a page is served from the cache.
    """

    def __init__(
        self, host: Host, season_log: SeasonLog, visibility: Visibility, page_worker: PageWorker, fresh: float
    ) -> None:
        self._host = host
        self._season_log = season_log
        self._visibility = visibility
        self._page_worker = page_worker
        self._fresh = fresh
        self._kept: PageCache[TablePage] = PageCache(MAX_CACHED_TABLES)
        self._making = KeyedLocks()
        self._charted: PageCache[Sequence[Picture]] = PageCache(MAX_CACHED_CHARTS)
        self._table_looks: PageCache[tuple[float, TableLook]] = PageCache(MAX_CACHED_TABLES)
        self._logs: PageCache[Sequence[HistoryLine]] = PageCache(MAX_CACHED_LOGS)

    async def get_page(self, table: PublicTable) -> TablePage:
        """Return the page of a table, at most a few seconds old, with the current display names.

        Raises:
            WorkerBusy: the worker is unavailable or too slow.
        """
        called = await self._read_names(table)
        if (kept := self._get_fresh_page(called)) is not None:
            return kept
        async with self._page_worker.hold_lock(self._making.get(table.game_id)):
            return self._get_fresh_page(called) or await self._refresh_page(called)

    async def get_fragment(self, table: PublicTable) -> Reply:
        """Return the contents of a table's page, which an open page polls; the tag changes when they change."""
        return (await self.get_page(table)).inside

    async def get_picture(self, table: PublicTable, name: str) -> Reply | None:
        """Return a public picture; None if the table has none with this name now."""
        drawn = (await self.get_page(table)).drawn.get(name)
        return None if drawn is None else Reply(drawn.picture.png, PNG, kind="picture")

    def _get_fresh_page(self, called: TableNames) -> TablePage | None:
        kept = self._kept.get(called.table.game_id, called)
        return None if kept is None or self._host.monotonic() >= kept.fresh_until else kept

    async def _refresh_page(self, called: TableNames) -> TablePage:
        """Render a table again; if the worker is too slow, return the older page with the same names."""
        game_id = called.table.game_id
        kept = self._kept.get(game_id, called)
        look = await self._get_look(called)
        shown = look.looked, (await self._get_log(look))[:LATEST_LINES]
        page = kept if kept is not None and kept.shown == shown else None
        if page is None:
            try:
                page = await self._make_page(*shown, kept)
            except WorkerBusy:
                if kept is None:
                    raise
                return kept
        page.fresh_until = self._host.monotonic() + self._fresh
        return self._kept.put(game_id, called, page)

    async def _make_page(
        self, looked: PublicSnapshot, lines: Sequence[HistoryLine], before: TablePage | None
    ) -> TablePage:
        charts = _list_chart_images(looked.table.game_id, await self._get_charts(looked))
        had = {} if before is None else before.drawn
        tags = {name: each.tag for name, each in had.items()}
        made = await self._page_worker.run(_render_page, looked, charts, lines, tags, in_haste=before is not None)
        drawn = {name: each or had[name] for name, each in made.drawn.items()}
        return TablePage(made, (looked, lines), drawn, self._host.format_now)

    async def list_charts(self, table: PublicTable) -> Sequence[Image]:
        """Return the chart images of a finished game."""
        return _list_chart_images(table.game_id, await self._get_charts(await self.get_snapshot(table)))

    async def get_chart(self, table: PublicTable, number: int) -> Reply | None:
        """Return a chart of a finished game; None if there is none with this number."""
        charts = await self._get_charts(await self.get_snapshot(table))
        return Reply(charts[number - 1].png, PNG, kind="picture") if 1 <= number <= len(charts) else None

    async def _get_charts(self, looked: PublicSnapshot) -> Sequence[Picture]:
        if looked.seen.outcome is None:
            return ()
        game_id, names = looked.table.game_id, tuple(looked.names.items())
        kept = self._charted.get(game_id, names)
        made = await self._page_worker.run(_draw_charts, looked) if kept is None else kept
        return self._charted.put(game_id, names, made)

    async def render_log(self, table: PublicTable, page: int = 1) -> Rendered | None:
        """Render a page of a table's log; None if there is no such page."""
        look = await self._get_look(await self._read_names(table))
        lines = await self._get_log(look)
        pages = max(1, -(-len(lines) // LINES_PER_PAGE))
        if not 1 <= page <= pages:
            return None
        here = lines[(page - 1) * LINES_PER_PAGE :][:LINES_PER_PAGE]
        title, names = format_title(look.looked), look.looked.names
        return await self._page_worker.render(
            ("log", table.game_id, page), _render_log_page, title, table.game_id, names, here, page, pages
        )

    async def _get_log(self, look: TableLook) -> Sequence[HistoryLine]:
        """Return the public log, newest first; it contains seats, no names."""
        game_id = look.looked.table.game_id
        kept = self._logs.get(game_id, look.heard)
        if kept is not None:
            return kept
        return self._logs.put(game_id, look.heard, (await self._host.get_public_history(game_id))[::-1])

    async def get_snapshot(self, table: PublicTable) -> PublicSnapshot:
        """Return a table's public snapshot, at most a few seconds old, with the current display names."""
        return (await self._get_look(await self._read_names(table))).looked

    async def _read_names(self, table: PublicTable) -> TableNames:
        """Read the public names of a table's seats; done at each request, so that a withdrawn consent works at once."""
        running = await self._host.get_running_game(table.game_id)
        league = running.league
        people = [seat_row.user_id for seat_row in running.seats if seat_row.user_id is not None]
        public = self._host.storage.public
        entrants = None if league is None else await public.find_entrants(league.season_id, people)
        return TableNames(get_web_names(running.seats, entrants), await self._find_league_place(league), table)

    async def _find_league_place(self, league: LeagueGame | None) -> PlaceInLeague | None:
        if league is None or await self._visibility.get_season(league.season_id) is None:
            return None
        return PlaceInLeague(
            league=league.league,
            season=league.season,
            part=league.part,
            number=league.number,
            league_address=f"/leagues/{league.league_id}",
            season_address=f"/seasons/{league.season_id}",
        )

    async def _get_look(self, called: TableNames) -> TableLook:
        """Return the view and log state of a table, cached for a fixed time so that secret moves stay hidden."""
        game_id = called.table.game_id
        kept = self._table_looks.get(game_id, called)
        if kept is not None and self._host.monotonic() < kept[0]:
            return kept[1]
        seen, heard = await self._host.build_public_view(game_id)
        look = TableLook(await self._build_snapshot(called, seen), heard)
        return self._table_looks.put(game_id, called, (self._host.monotonic() + self._fresh, look))[1]

    async def _build_snapshot(self, called: TableNames, seen: AudienceView) -> PublicSnapshot:
        places: Mapping[Seat, int] = {}
        if seen.outcome is not None:
            known = None if seen.league is None else await self._season_log.get_season(seen.league.season_id)
            left = () if known is None or seen.league is None else describe_place_owners(known, seen.league, seen.seats)
            places = final_ranking.rank_seats(seen.outcome, seen.seats, seen.league, left)
        return PublicSnapshot(replace_names(seen, called.names), called.names, places, called.league, called.table)


def build_image(address: str, title: str, picture: Picture) -> Image:
    """Describe a picture at an address, with a cache-busting digest."""
    width, height = struct.unpack(">II", picture.png[16:24])  # the size in a PNG header
    address = f"{address}?{compute_tag(picture)[:8]}"
    return Image(title=title, address=address, alt=picture.alt, width=width, height=height)


def compute_tag(picture: Picture) -> str:
    """Return the digest of a picture."""
    return sha256(picture.png).hexdigest()


def _list_chart_images(game_id: int, charts: Sequence[Picture]) -> Sequence[Image]:
    return [
        build_image(f"/tables/{game_id}/charts/{number}", "How it went", chart)
        for number, chart in enumerate(charts, 1)
    ]


# -- run in the worker ---------------------------------------------------------------------------------


_drawn: PageCache[DrawnPicture] = PageCache(MAX_CACHED_PICTURES)
"""Cache of drawn pictures, by game and name."""


def _render_page(
    looked: PublicSnapshot, charts: Sequence[Image], lines: Sequence[HistoryLine], tags: Mapping[str, str]
) -> RenderedTable:
    """Render a table's page; `tags` are the digests of the pictures that the caller has, by name."""
    game_id, drawn = looked.table.game_id, _draw_pictures(looked)
    pictures = [
        build_image(f"/tables/{game_id}/pictures/{drawing.name}", drawing.title, each.picture)
        for drawing, each in drawn
    ]
    value = _build_table(looked, pictures, charts, lines)
    return RenderedTable(
        Reply(render_template("now.html", **dict(value)), kind="now"),
        build_data_reply(value, "table"),
        value.title,
        value.game,
        value.status == "running",
        {drawing.name: None if tags.get(drawing.name) == each.tag else each for drawing, each in drawn},
    )


def _draw_pictures(looked: PublicSnapshot) -> Sequence[tuple[AnyDrawing, DrawnPicture]]:
    """Draw the public pictures, that of the table's message first."""
    seen = looked.seen
    first = find_table_drawing(seen)
    return [
        (each, _draw_picture(looked, each)) for each in sorted(list_drawings(seen), key=lambda each: each is not first)
    ]


def _draw_picture(looked: PublicSnapshot, drawing: AnyDrawing) -> DrawnPicture:
    """Draw a picture from the view and the display names alone, or return the cached one if it looks the same."""
    key, view = (looked.table.game_id, drawing.name), looked.view
    looks = view if drawing.looks is None else drawing.looks(view), looked.names
    kept = _drawn.get(key, looks)
    if kept is not None:
        return kept
    picture = drawing.draw(view, partial(as_drawn, looked.seen))
    return _drawn.put(key, looks, DrawnPicture(picture, compute_tag(picture)))


def _draw_charts(looked: PublicSnapshot) -> Sequence[Picture]:
    charts = looked.seen.game.pictures.charts
    return () if charts is None else charts(looked.view, partial(as_drawn, looked.seen))


def _build_table(
    looked: PublicSnapshot, pictures: Sequence[Image], charts: Sequence[Image], lines: Sequence[HistoryLine]
) -> TableShown:
    seen, game, name = looked.seen, looked.seen.game, looked.get_name
    view, table = looked.view, looked.table
    over = seen.outcome is not None
    standing_lines = () if game.wording.standing is None or over else game.wording.standing(view)
    options = [*describe_options(game.options.model_validate_json(seen.row.options)), *describe_options(seen.settings)]
    return TableShown(
        title=format_title(looked),
        address=f"/tables/{table.game_id}",
        number=table.game_id,
        game=game.title,
        key=game.key,
        league=looked.league,
        status="finished" if over else "running" if seen.row.status == "running" else "abandoned",
        over=over,
        paused=bool(seen.row.paused_at or seen.row.lost),
        state=describe_state(looked),
        sitters=_list_sitters(looked),
        standing=[line for words in standing_lines for line in format_lines(words, name)],
        pictures=pictures,
        charts=charts,
        lines=_format_log_lines(lines, name),
        log=f"/tables/{table.game_id}/log",
        replay=f"/tables/{table.game_id}/replay" if seen.row.status in OPEN_STATUSES else None,
        sections=format_sections(game.page(view), name),
        played_by=[PlayedBy(name=option, value=value) for option, value in options],
        discord=build_channel_url(table.guild_id, table.channel_id),
    )


def _render_log_page(
    title: str, number: int, names: Mapping[Seat, str], lines: Sequence[HistoryLine], page: int, pages: int
) -> Rendered:
    log = f"/tables/{number}/log"
    shown = LogPage(
        title=title,
        number=number,
        lines=_format_log_lines(lines, lambda seat: _get_name(seat, names)),
        page=page,
        pages=pages,
        newer=None if page == 1 else log if page == 2 else f"{log}/{page - 1}",
        older=f"{log}/{page + 1}" if page < pages else None,
    )
    return Sheet(shown, "log.html", "log").render()


def _format_log_lines(lines: Sequence[HistoryLine], name: Name) -> Sequence[HeardLine]:
    return [HeardLine(number=line.number, text=format_text(line.text, name), undone=line.undone) for line in lines]


def format_title(looked: PublicSnapshot) -> str:
    """Return the title of a table."""
    seen = looked.seen
    table = looked.table
    own = f"{sanitize_plain(table.name)} (table {table.game_id})" if table.name else f"table {table.game_id}"
    return f"{seen.game.title} · {own}" if seen.league is None else seen.league.name


def describe_state(looked: PublicSnapshot) -> Words:
    """Return a sentence about the pending decision, or about the end of the game."""
    seen = looked.seen
    if seen.outcome is not None:
        return build_words("The game is over.")
    if seen.row.status != "running":
        reason = explain_abandoned(seen.row)
        return build_words(f"This game ended early{f': {reason}' if reason else ''}.")
    what = format_bold(format_text(seen.title, looked.get_name)) if seen.title else build_words("Going on")
    if seen.row.paused_at or seen.row.lost:
        return what + ". The clocks are paused."
    return what + (": waiting for answers." if seen.waits_in_secret or not seen.asked else ".")


def _list_sitters(looked: PublicSnapshot) -> Sequence[Sitter]:
    """List the players: by place once the game is over, otherwise by seat."""
    seen, outcome = looked.seen, looked.seen.outcome
    found = []
    for seat_row in seen.seats:
        seat = seat_row.seat
        note = "conceded" if seat_row.conceded else "a bot plays on" if seat_row.away else ""
        clock = seen.clocks.get(seat)
        due = None if clock is None or seen.row.paused_at else clock.due_at
        asked = outcome is None and seat in seen.asked
        until = format_moment(due) if asked and due else None
        found.append(Sitter(seat=seat, name=looked.get_name(seat), note=note, asked=asked, until=until))
    if outcome is None:
        return found
    format_score = seen.game.wording.score
    placed = [
        each.model_copy(update={"place": looked.places[row.seat], "score": format_score(outcome.scores[row.seat])})
        for each, row in zip(found, seen.seats, strict=True)
    ]
    totals = [*outcome.scores.values(), *outcome.rivals.values()]
    placed += [
        Sitter(
            seat=None,
            name=rival,
            note="",
            place=1 + sum(other > score for other in totals),
            score=format_score(score),
        )
        for rival, score in outcome.rivals.items()
    ]
    return sorted(placed, key=lambda each: each.place or 0)


def format_sections(page: Page, name: Name) -> Sequence[SectionInWords]:
    """Convert a game's page to sections of text."""
    return [_format_section(section, name) for section in page.sections if section.parts]


def _format_section(section: Section, name: Name) -> SectionInWords:
    return SectionInWords(
        heading=format_text(section.heading, name), parts=[_format_part(part, name) for part in section.parts]
    )


def _format_part(part: str | Grid, name: Name) -> PartInWords:
    if isinstance(part, str):
        return PartInWords(lines=format_lines(part, name))
    return PartInWords(
        heads=[with_names(head, name) for head in part.heads],
        rows=[[with_names(cell, name) for cell in row] for row in part.rows],
    )
