"""A table's page: who sits there, how it stands, whose turn it is, its pictures, and what everybody has heard."""

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
from bot.host.host import HistoryLine, Host
from bot.host.keyed_tasks import KeyedLocks
from bot.host.leagues.season_log import SeasonLog
from bot.host.lost_channels import why_abandoned
from bot.host.privacy.visibility import Visibility
from bot.host.record.replay import OPEN
from bot.host.table import final_ranking
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.html_text import Words, plain, strong
from bot.ui.screens.leagues.seat_offers import whose_places
from bot.ui.screens.names import plain as as_drawn
from bot.ui.screens.parts import address_of_channel, options_in_words
from bot.ui.screens.pictures import AnyDrawing, for_everybody, offered
from bot.web.display_names import named, names_on_the_web
from bot.web.page_cache import PageCache
from bot.web.page_worker import PageWorker
from bot.web.rendering import rendered
from bot.web.responses import PNG, Reply, TooMuchAtOnce
from bot.web.text_html import Instant, Name, in_words, lines_in_words, moment
from bot.web.values import Rendered, Sheet, Value, as_data
from storage.interface import LeagueGame, PublicTable

FRESH = 5.0
"""Seconds for which a table is shown as it was, as long as its message rests; what is hidden or called otherwise
is so at once."""
LATEST_LINES = 20
"""Lines of the log on the table's page."""
ON_A_PAGE = 150
"""Lines of a page of the log."""
CHARTED, KEPT = 50, 50
"""Finished games whose charts are remembered, and tables that are, as long as they would look the same."""
LOGS = 10
"""Tables whose whole logs are remembered."""
DRAWN = 200
"""Pictures that the worker remembers as long as they would look the same."""


class Sitter(Value):
    """Who sits at a table."""

    seat: int | None
    """None: nobody's seat, but a rival whom the rules play."""
    name: str
    note: str
    """What has become of them, such as "conceded"; empty: they play."""
    place: int | None = None
    """None: the game is not over."""
    score: str = ""
    asked: bool = False
    """Whether the game waits for them; of nobody where that is a secret."""
    until: Instant | None = None
    """How long they have; None: it does not wait for them, or has no clock."""


class Image(Value):
    """A picture, as a PNG."""

    title: str
    address: str
    alt: str
    """What it shows, in words."""
    width: int
    height: int


class HeardLine(Value):
    """Something that everybody has heard."""

    number: int
    """Counted from 1, among what everybody has heard."""
    text: Words
    undone: bool


class PartInWords(Value):
    """A part of the table in words: lines, or a grid."""

    lines: Sequence[Words] = ()
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


class SectionInWords(Value):
    """A chapter of the table in words."""

    heading: Words
    parts: Sequence[PartInWords]


class PlayedBy(Value):
    """Something a table has agreed on."""

    name: str
    value: str


class PlaceInLeague(Value):
    """Of which season a game is a table."""

    league: str
    """What the league is called."""
    season: int
    """The season's number in its league."""
    part: str
    """To what of the season it belongs, such as `division 2`."""
    number: int
    """The table's number in its season."""
    league_address: str
    season_address: str


class TableShown(Value):
    """A table as everybody sees it."""

    title: str
    address: str
    number: int
    """In its address."""
    game: str
    """What the game is called."""
    key: str
    """The game's name for programs."""
    league: PlaceInLeague | None
    """None: it is none of a league's, or that league cannot be looked at."""
    status: Literal["running", "finished", "abandoned"]
    over: bool
    """Whether the game was played to its end."""
    paused: bool
    """Whether no clock runs."""
    state: Words
    """In a sentence, what the table waits for, or how it ended."""
    sitters: Sequence[Sitter]
    """In the order of seats; of a game that is over, by place."""
    standing: Sequence[Words]
    """How it stands, in lines."""
    pictures: Sequence[Image]
    charts: Sequence[Image]
    """How a finished game went."""
    lines: Sequence[HeardLine]
    """What has happened last, the newest first."""
    log: str
    """The address of all that has happened."""
    replay: str | None
    """The address of its replay; None: it is still being played."""
    sections: Sequence[SectionInWords]
    """The table in words."""
    played_by: Sequence[PlayedBy]
    discord: str
    """The address of its channel there."""


class LogPage(Value):
    """A page of a table's log."""

    title: str
    number: int
    """Of the table, in its address."""
    lines: Sequence[HeardLine]
    """The newest first."""
    page: int
    """The first is the newest."""
    pages: int
    newer: str | None
    """The address of the page of newer lines."""
    older: str | None
    """The address of the page of older lines."""


@dataclass(frozen=True)
class Called:
    """What everybody at a table is called, and of which league's season it is, as far as everybody may know."""

    names: Mapping[Seat, str]
    league: PlaceInLeague | None
    table: PublicTable


@dataclass(frozen=True)
class PublicSnapshot:
    """A table as everybody sees it, with the names that its page has: nobody else is named in it, or has a number."""

    seen: AudienceView
    names: Mapping[Seat, str]
    places: Mapping[Seat, int]
    """Where everybody came out; nobody: the game is not over."""
    league: PlaceInLeague | None
    table: PublicTable

    @property
    def view(self) -> Any:
        """The game's view for everybody."""
        return self.seen.view

    def name(self, seat: Seat) -> str:
        """Return what a seat is called; one that is none of the table's by its number."""
        return _name_of(seat, self.names)


def _name_of(seat: Seat, names: Mapping[Seat, str]) -> str:
    return names.get(seat, f"Seat {seat}")


@dataclass(frozen=True)
class TableLook:
    """All that a table's pages are made of.

    A revision has no place here: it counts what happens in secret, and what is made again tells of that by its speed.
    """

    looked: PublicSnapshot
    heard: object
    """A token of what everybody has heard; see `RunningGame`."""


@dataclass(frozen=True)
class DrawnPicture:
    """A picture, with what tells it from others."""

    picture: Picture
    tag: str


@dataclass(frozen=True)
class Made:
    """A table as the worker has made it."""

    inside: Reply
    """All that is on its page, with a tag that is another only when that is."""
    data: Reply
    title: str
    game: str
    goes_on: bool
    drawn: Mapping[str, DrawnPicture | None]
    """Its pictures, by their names; None: it is the one that the caller has."""


class TablePage:
    """A table, whose page says of a game that goes on when it was made; so that has another tag each minute.

    Args:
        made: the table.
        shown: what it was made from: the table, and the newest lines of its log.
        drawn: its pictures, by their names.
        now: the time.
    """

    def __init__(
        self,
        made: Made,
        shown: tuple[PublicSnapshot, Sequence[HistoryLine]],
        drawn: Mapping[str, DrawnPicture],
        now: Callable[[], str],
    ) -> None:
        self.shown = shown
        self.drawn = drawn
        self.fresh_until = 0.0
        """Until when it is shown without another look at the table, by a clock that only goes forward."""
        self.inside = made.inside
        self.data = made.data
        looked, _ = shown
        address = f"/tables/{looked.table.game_id}"
        self._frame = {"title": made.title, "game": made.game, "league": looked.league, "address": address}
        self._goes_on = made.goes_on
        self._now = now
        self._page: tuple[str, Reply] | None = None
        """The page, with the time that it says."""

    @property
    def page(self) -> Reply:
        """The page."""
        made = moment(self._now()) if self._goes_on else None
        at = "" if made is None else str(made.html)
        if self._page is None or self._page[0] != at:
            inside = Markup(self.inside.body.decode())  # noqa: S704  # made of a template
            body = rendered("table.html", **self._frame, made=made, inside=inside, tag=self.inside.tag)
            self._page = at, Reply(body, kind="table")
        return self._page[1]


class TablePages:
    """Makes the pages of tables, of which the caller knows that they are public.

    Args:
        host: runs the tables.
        ledger: knows the seasons whose tables some are.
        publicity: decides at which of these everybody may look.
        workshop: makes what takes long.
        fresh: seconds for which a table is shown as it was.
    """

    def __init__(
        self, host: Host, ledger: SeasonLog, publicity: Visibility, workshop: PageWorker, fresh: float
    ) -> None:
        self._host = host
        self._ledger = ledger
        self._publicity = publicity
        self._workshop = workshop
        self._fresh = fresh
        self._kept: PageCache[TablePage] = PageCache(KEPT)
        self._making = KeyedLocks()
        self._charted: PageCache[Sequence[Picture]] = PageCache(CHARTED)
        self._looks: PageCache[tuple[float, TableLook]] = PageCache(KEPT)
        self._logs: PageCache[Sequence[HistoryLine]] = PageCache(LOGS)

    async def shown(self, table: PublicTable) -> TablePage:
        """Return a table as it is, or was a moment ago, with everybody called as they want to be now.

        Raises:
            TooMuchAtOnce: it would have to be made, and cannot be so soon.
        """
        called = await self._called(table)
        if (kept := self._still_fresh(called)) is not None:
            return kept
        async with self._workshop.alone(self._making.of(table.game_id)):
            return self._still_fresh(called) or await self._renewed(called)

    async def now(self, table: PublicTable) -> Reply:
        """Return what is on a table's page, for whoever has it open: its tag is another when something has changed."""
        return (await self.shown(table)).inside

    async def picture(self, table: PublicTable, name: str) -> Reply | None:
        """Return a picture for everybody; None: the table has none of this name now."""
        drawn = (await self.shown(table)).drawn.get(name)
        return None if drawn is None else Reply(drawn.picture.png, PNG, kind="picture")

    def _still_fresh(self, called: Called) -> TablePage | None:
        kept = self._kept.get(called.table.game_id, called)
        return None if kept is None or self._host.monotonic() >= kept.fresh_until else kept

    async def _renewed(self, called: Called) -> TablePage:
        """Return a table as it is; where that cannot be had so soon, as it was with the same names."""
        game_id = called.table.game_id
        kept = self._kept.get(game_id, called)
        look = await self._look(called)
        shown = look.looked, (await self._log(look))[:LATEST_LINES]
        page = kept if kept is not None and kept.shown == shown else None
        if page is None:
            try:
                page = await self._made(*shown, kept)
            except TooMuchAtOnce:
                if kept is None:
                    raise
                return kept
        page.fresh_until = self._host.monotonic() + self._fresh
        return self._kept.put(game_id, called, page)

    async def _made(self, looked: PublicSnapshot, lines: Sequence[HistoryLine], before: TablePage | None) -> TablePage:
        charts = _charted(looked.table.game_id, await self._charts(looked))
        had = {} if before is None else before.drawn
        tags = {name: each.tag for name, each in had.items()}
        made = await self._workshop.made(_page, looked, charts, lines, tags, in_haste=before is not None)
        drawn = {name: each or had[name] for name, each in made.drawn.items()}
        return TablePage(made, (looked, lines), drawn, self._host.now_text)

    async def charts_of(self, table: PublicTable) -> Sequence[Image]:
        """Return how a finished game went, as the pictures of its page show it."""
        return _charted(table.game_id, await self._charts(await self.look(table)))

    async def chart(self, table: PublicTable, number: int) -> Reply | None:
        """Return a picture of how a finished game went; None: there is none of this number."""
        charts = await self._charts(await self.look(table))
        return Reply(charts[number - 1].png, PNG, kind="picture") if 1 <= number <= len(charts) else None

    async def _charts(self, looked: PublicSnapshot) -> Sequence[Picture]:
        if looked.seen.outcome is None:
            return ()
        game_id, names = looked.table.game_id, tuple(looked.names.items())
        kept = self._charted.get(game_id, names)
        made = await self._workshop.made(_drawn_charts, looked) if kept is None else kept
        return self._charted.put(game_id, names, made)

    async def log(self, table: PublicTable, page: int = 1) -> Rendered | None:
        """Return a page of a table's log, the first of which is the newest; None: it has no such page."""
        look = await self._look(await self._called(table))
        lines = await self._log(look)
        pages = max(1, -(-len(lines) // ON_A_PAGE))
        if not 1 <= page <= pages:
            return None
        here = lines[(page - 1) * ON_A_PAGE :][:ON_A_PAGE]
        title, names = title_of(look.looked), look.looked.names
        return await self._workshop.rendered(
            ("log", table.game_id, page), _log_page, title, table.game_id, names, here, page, pages
        )

    async def _log(self, look: TableLook) -> Sequence[HistoryLine]:
        """Return what everybody has heard, the newest first; it names nobody."""
        game_id = look.looked.table.game_id
        kept = self._logs.get(game_id, look.heard)
        if kept is not None:
            return kept
        return self._logs.put(game_id, look.heard, (await self._host.heard_by_all(game_id))[::-1])

    async def look(self, table: PublicTable) -> PublicSnapshot:
        """Return a table as everybody sees it, or saw it a moment ago, with everybody called as they want to be now."""
        return (await self._look(await self._called(table))).looked

    async def _called(self, table: PublicTable) -> Called:
        """Return what everybody at a table is called; asked at each look."""
        running = await self._host.running(table.game_id)
        league = running.league
        people = [seat_row.user_id for seat_row in running.seats if seat_row.user_id is not None]
        public = self._host.storage.public
        entrants = None if league is None else await public.entrants_of(league.season_id, people)
        return Called(names_on_the_web(running.seats, entrants), await self._place_in(league), table)

    async def _place_in(self, league: LeagueGame | None) -> PlaceInLeague | None:
        if league is None or await self._publicity.season(league.season_id) is None:
            return None
        return PlaceInLeague(
            league=league.league,
            season=league.season,
            part=league.part,
            number=league.number,
            league_address=f"/leagues/{league.league_id}",
            season_address=f"/seasons/{league.season_id}",
        )

    async def _look(self, called: Called) -> TableLook:
        """Return what everybody has seen and heard of a table; it is kept for a moment, whatever happens there."""
        game_id = called.table.game_id
        kept = self._looks.get(game_id, called)
        if kept is not None and self._host.monotonic() < kept[0]:
            return kept[1]
        seen, heard = await self._host.seen_anew(game_id)
        look = TableLook(await self._looked(called, seen), heard)
        return self._looks.put(game_id, called, (self._host.monotonic() + self._fresh, look))[1]

    async def _looked(self, called: Called, seen: AudienceView) -> PublicSnapshot:
        places: Mapping[Seat, int] = {}
        if seen.outcome is not None:
            known = None if seen.league is None else await self._ledger.known(seen.league.season_id)
            left = () if known is None or seen.league is None else whose_places(known, seen.league.number, seen.seats)
            places = final_ranking.places(seen.outcome, seen.seats, seen.league, left)
        return PublicSnapshot(named(seen, called.names), called.names, places, called.league, called.table)


def image(address: str, title: str, picture: Picture) -> Image:
    """Return a picture that stands at an address, with what tells it from others there, so that it is loaded anew."""
    width, height = struct.unpack(">II", picture.png[16:24])  # where a PNG says its size
    address = f"{address}?{tag_of(picture)[:8]}"
    return Image(title=title, address=address, alt=picture.alt, width=width, height=height)


def tag_of(picture: Picture) -> str:
    """Return what tells a picture from others."""
    return sha256(picture.png).hexdigest()


def _charted(game_id: int, charts: Sequence[Picture]) -> Sequence[Image]:
    return [image(f"/tables/{game_id}/charts/{number}", "How it went", chart) for number, chart in enumerate(charts, 1)]


# -- made by the worker --------------------------------------------------------------------------------


_drawn: PageCache[DrawnPicture] = PageCache(DRAWN)
"""What was drawn last, by game and picture."""


def _page(
    looked: PublicSnapshot, charts: Sequence[Image], lines: Sequence[HistoryLine], tags: Mapping[str, str]
) -> Made:
    """Return a table's page; `tags`: those of the pictures that the caller has, by their names."""
    game_id, drawn = looked.table.game_id, _pictures(looked)
    pictures = [
        image(f"/tables/{game_id}/pictures/{drawing.name}", drawing.title, each.picture) for drawing, each in drawn
    ]
    value = _table(looked, pictures, charts, lines)
    return Made(
        Reply(rendered("now.html", **dict(value)), kind="now"),
        as_data(value, "table"),
        value.title,
        value.game,
        value.status == "running",
        {drawing.name: None if tags.get(drawing.name) == each.tag else each for drawing, each in drawn},
    )


def _pictures(looked: PublicSnapshot) -> Sequence[tuple[AnyDrawing, DrawnPicture]]:
    """Return the pictures for everybody, that of the table's message first."""
    seen = looked.seen
    first = for_everybody(seen)
    return [(each, _picture(looked, each)) for each in sorted(offered(seen), key=lambda each: each is not first)]


def _picture(looked: PublicSnapshot, drawing: AnyDrawing) -> DrawnPicture:
    """Return a picture, drawn from the view and the names alone; while these look the same, it is used again."""
    key, view = (looked.table.game_id, drawing.name), looked.view
    looks = view if drawing.looks is None else drawing.looks(view), looked.names
    kept = _drawn.get(key, looks)
    if kept is not None:
        return kept
    picture = drawing.draw(view, partial(as_drawn, looked.seen))
    return _drawn.put(key, looks, DrawnPicture(picture, tag_of(picture)))


def _drawn_charts(looked: PublicSnapshot) -> Sequence[Picture]:
    charts = looked.seen.game.charts
    return () if charts is None else charts(looked.view, partial(as_drawn, looked.seen))


def _table(
    looked: PublicSnapshot, pictures: Sequence[Image], charts: Sequence[Image], lines: Sequence[HistoryLine]
) -> TableShown:
    seen, game, name = looked.seen, looked.seen.game, looked.name
    view, table = looked.view, looked.table
    over = seen.outcome is not None
    standing_lines = () if game.standing is None or over else game.standing(view)
    options = [*options_in_words(game.options.model_validate_json(seen.row.options)), *options_in_words(seen.pact)]
    return TableShown(
        title=title_of(looked),
        address=f"/tables/{table.game_id}",
        number=table.game_id,
        game=game.title,
        key=game.key,
        league=looked.league,
        status="finished" if over else "running" if seen.row.status == "running" else "abandoned",
        over=over,
        paused=bool(seen.row.paused_at or seen.row.lost),
        state=state_of(looked),
        sitters=_sitters(looked),
        standing=[line for words in standing_lines for line in lines_in_words(words, name)],
        pictures=pictures,
        charts=charts,
        lines=_log_lines(lines, name),
        log=f"/tables/{table.game_id}/log",
        replay=f"/tables/{table.game_id}/replay" if seen.row.status in OPEN else None,
        sections=sections_in_words(game.page(view), name),
        played_by=[PlayedBy(name=option, value=value) for option, value in options],
        discord=address_of_channel(table.guild_id, table.channel_id),
    )


def _log_page(
    title: str, number: int, names: Mapping[Seat, str], lines: Sequence[HistoryLine], page: int, pages: int
) -> Rendered:
    log = f"/tables/{number}/log"
    shown = LogPage(
        title=title,
        number=number,
        lines=_log_lines(lines, lambda seat: _name_of(seat, names)),
        page=page,
        pages=pages,
        newer=None if page == 1 else log if page == 2 else f"{log}/{page - 1}",
        older=f"{log}/{page + 1}" if page < pages else None,
    )
    return Sheet(shown, "log.html", "log").rendered()


def _log_lines(lines: Sequence[HistoryLine], name: Name) -> Sequence[HeardLine]:
    return [HeardLine(number=line.number, text=in_words(line.text, name), undone=line.undone) for line in lines]


def title_of(looked: PublicSnapshot) -> str:
    """Return what a table is called."""
    seen = looked.seen
    return f"{seen.game.title} · table {seen.row.game_id}" if seen.league is None else seen.league.name


def state_of(looked: PublicSnapshot) -> Words:
    """Return in a sentence what the table waits for, or how it ended."""
    seen = looked.seen
    if seen.outcome is not None:
        return plain("The game is over.")
    if seen.row.status != "running":
        reason = why_abandoned(seen.row)
        return plain(f"This game ended early{f': {reason}' if reason else ''}.")
    what = strong(in_words(seen.title, looked.name)) if seen.title else plain("Going on")
    if seen.row.paused_at or seen.row.lost:
        return what + ". The clocks are paused."
    return what + (": waiting for answers." if seen.waits_in_secret or not seen.asked else ".")


def _sitters(looked: PublicSnapshot) -> Sequence[Sitter]:
    """Return who sits at a table: of a game that is over by place, else in the order of seats."""
    seen, outcome = looked.seen, looked.seen.outcome
    found = []
    for seat_row in seen.seats:
        seat = seat_row.seat
        note = "conceded" if seat_row.conceded else "a bot plays on" if seat_row.away else ""
        clock = seen.clocks.get(seat)
        due = None if clock is None or seen.row.paused_at else clock.due_at
        asked = outcome is None and seat in seen.asked
        until = moment(due) if asked and due else None
        found.append(Sitter(seat=seat, name=looked.name(seat), note=note, asked=asked, until=until))
    if outcome is None:
        return found
    placed = [
        each.model_copy(update={"place": looked.places[row.seat], "score": seen.game.score(outcome.scores[row.seat])})
        for each, row in zip(found, seen.seats, strict=True)
    ]
    totals = [*outcome.scores.values(), *outcome.rivals.values()]
    placed += [
        Sitter(
            seat=None,
            name=rival,
            note="",
            place=1 + sum(other > score for other in totals),
            score=seen.game.score(score),
        )
        for rival, score in outcome.rivals.items()
    ]
    return sorted(placed, key=lambda each: each.place or 0)


def sections_in_words(page: Page, name: Name) -> Sequence[SectionInWords]:
    """Return a page of a game in words."""
    return [_section(section, name) for section in page.sections if section.parts]


def _section(section: Section, name: Name) -> SectionInWords:
    return SectionInWords(heading=in_words(section.heading, name), parts=[_part(part, name) for part in section.parts])


def _part(part: str | Grid, name: Name) -> PartInWords:
    if isinstance(part, str):
        return PartInWords(lines=lines_in_words(part, name))
    return PartInWords(
        heads=[with_names(head, name) for head in part.heads],
        rows=[[with_names(cell, name) for cell in row] for row in part.rows],
    )
