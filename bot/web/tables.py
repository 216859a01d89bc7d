"""A table's page: who sits there, how it stands, whose turn it is, its pictures, and what everybody has heard."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal

from markupsafe import Markup

from bot.engine.pages import Grid, Page, Picture, Section, with_names
from bot.engine.records import Seat
from bot.host.charging import beside
from bot.host.gathering.departures import why_abandoned
from bot.host.gathering.publicity import Publicity
from bot.host.host import HistoryLine, Host
from bot.host.leagues.ledger import KnownSeason, Ledger
from bot.host.record.replay import OPEN
from bot.host.table import standing
from bot.host.table.seen import Seen
from bot.ui.screens.in_html import Words, plain, strong
from bot.ui.screens.league_offers import whose_places
from bot.ui.screens.parts import address_of_channel, options_in_words
from bot.ui.screens.pictures import Pictures, for_everybody, offered
from bot.web.allowance import Allowance
from bot.web.naming import named, names_on_the_web
from bot.web.remembered import Remembered
from bot.web.rendering import rendered
from bot.web.reply import PNG, Reply
from bot.web.values import Rendered, Value
from bot.web.words import Instant, Name, in_words, lines_in_words, moment
from storage.interface import PublicTable

SHARE, AT_ONCE = 0.1, 30.0
"""Of one core's time, for all tables that have changed since somebody looked, and for how many seconds it is given at
one moment. When it is used up, tables are shown as they were a moment ago."""
LATEST_ENTRIES, LATEST_LINES = 60, 20
"""Of the log that are looked at for the table's page, and of which it shows so many lines at most."""
ON_A_PAGE = 150
"""Lines of a page of the log."""
CHARTED, KEPT = 50, 50
"""Finished games whose charts are remembered, and tables that are, as long as they would look the same."""


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


class TablePage(Rendered):
    """A table, whose page says of a game that goes on when it was made; so that has another tag each minute.

    Args:
        value: the table.
        now: the time.
        names: what everybody is called, and in which league.
        drawn: its pictures, by their names.
    """

    def __init__(self, value: TableShown, now: Callable[[], str], names: object, drawn: Mapping[str, Picture]) -> None:
        super().__init__(value, "table.html", "table")
        self.names = names
        self.drawn = drawn
        self._now = now
        self._goes_on = value.status == "running"

    @cached_property
    def inside(self) -> Reply:
        """All that is on the page, with a tag that is another only when that is."""
        return Reply(rendered("now.html", **dict(self.value)), kind="now")

    @property
    def page(self) -> Reply:
        """The page."""
        body = rendered(
            self.template,
            **dict(self.value),
            made=moment(self._now()) if self._goes_on else None,
            inside=Markup(self.inside.body.decode()),  # noqa: S704  # made of a template
            tag=self.inside.tag,
        )
        return Reply(body, kind=self.kind)


@dataclass(frozen=True)
class Looked:
    """A table as everybody sees it, with the names that its page has."""

    seen: Seen
    view: Any
    names: Mapping[Seat, str]
    known: KnownSeason | None

    @property
    def to_draw(self) -> Seen:
        """What pictures are made from: nobody else is named in it."""
        return named(self.seen, self.names)

    def name(self, seat: Seat) -> str:
        """Return what a seat is called; one that is none of the table's by its number."""
        return self.names.get(seat, f"Seat {seat}")


class TablePages:
    """Makes the pages of tables, of which the caller knows that they are public.

    Args:
        host: runs the tables.
        ledger: knows the seasons whose tables some are.
        publicity: decides at which of these everybody may look.
        pictures: draws; the web's own, for its pictures name fewer people than those on Discord.
    """

    def __init__(self, host: Host, ledger: Ledger, publicity: Publicity, pictures: Pictures) -> None:
        self._host = host
        self._ledger = ledger
        self._publicity = publicity
        self._pictures = pictures
        self._charted: Remembered[Sequence[Picture]] = Remembered(CHARTED)
        self._kept: Remembered[TablePage] = Remembered(KEPT)
        self._allowance = Allowance(SHARE, AT_ONCE)

    async def shown(self, table: PublicTable) -> TablePage:
        """Return a table."""
        looked = await self.look(table)
        season = None if looked.known is None else looked.known.row
        league = await self._league_of(looked, table)
        seen = replace(looked.seen, seldom=None)  # which would hold the running game, long after it was put away
        stamp = (await self._host.revision(table.game_id), seen, looked.names, season, league, table)
        kept = self._kept.get(table.game_id, stamp)
        if kept is not None:
            return kept
        last = self._kept.last(table.game_id)
        if self._allowance.is_used_up and last is not None and last.names == (looked.names, league, table):
            return last  # how it was a moment ago, with everybody called as they want to be now
        with self._allowance.used():
            made = await self._made(looked, table, league)
        return self._kept.put(table.game_id, stamp, made)

    async def now(self, table: PublicTable) -> Reply:
        """Return what is on a table's page, for whoever has it open: its tag is another when something has changed."""
        shown = await self.shown(table)
        return await beside(lambda: shown.inside)

    async def _made(self, looked: Looked, table: PublicTable, league: PlaceInLeague | None) -> TablePage:
        drawn = await self._drawn(looked)
        pictures = [image(f"/tables/{table.game_id}/pictures/{name}", title, picture) for name, title, picture in drawn]
        charts = _charted(table.game_id, await self._charts(looked))
        lines = (await self._host.heard_by_all(table.game_id, LATEST_ENTRIES))[-LATEST_LINES:]
        value = await beside(_table, looked, table, league, pictures, charts, lines)
        by_name = {name: picture for name, _, picture in drawn}
        return TablePage(value, self._host.now_text, (looked.names, league, table), by_name)

    async def _league_of(self, looked: Looked, table: PublicTable) -> PlaceInLeague | None:
        league = looked.seen.league
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

    async def charts_of(self, table: PublicTable) -> Sequence[Image]:
        """Return how a finished game went, as the pictures of its page show it."""
        return _charted(table.game_id, await self._charts(await self.look(table)))

    async def log(self, table: PublicTable, page: int = 1) -> Rendered | None:
        """Return a page of a table's log, the first of which is the newest; None: it has no such page."""
        looked = await self.look(table)
        lines = list(reversed(await self._host.heard_by_all(table.game_id)))
        pages = max(1, -(-len(lines) // ON_A_PAGE))
        if not 1 <= page <= pages:
            return None
        here = lines[(page - 1) * ON_A_PAGE :][:ON_A_PAGE]
        return await beside(_log_page, looked, table, here, page, pages)

    async def picture(self, table: PublicTable, name: str) -> Reply | None:
        """Return a picture for everybody; None: the table has none of this name now."""
        looked = await self.look(table)
        if self._allowance.is_used_up:
            last = self._kept.last(table.game_id)
            league = await self._league_of(looked, table)
            if last is not None and last.names == (looked.names, league, table) and name in last.drawn:
                return Reply(last.drawn[name].png, PNG, kind="picture")
        with self._allowance.used():
            picture = await self._pictures.named(looked.to_draw, name)
        return None if picture is None else Reply(picture.png, PNG, kind="picture")

    async def chart(self, table: PublicTable, number: int) -> Reply | None:
        """Return a picture of how a finished game went; None: there is none of this number."""
        charts = await self._charts(await self.look(table))
        return Reply(charts[number - 1].png, PNG, kind="picture") if 1 <= number <= len(charts) else None

    async def look(self, table: PublicTable) -> Looked:
        """Return a table as everybody sees it just now."""
        seen = await self._host.seen(table.game_id)
        known = None if seen.league is None else await self._ledger.known(seen.league.season_id)
        return Looked(seen, seen.public.view, names_on_the_web(seen, known), known)

    async def _drawn(self, looked: Looked) -> Sequence[tuple[str, str, Picture]]:
        """Return the pictures for everybody, that of the table's message first: their names, titles and themselves."""
        seen = looked.to_draw
        first = for_everybody(seen)
        found = []
        for drawing in sorted(offered(seen), key=lambda each: each is not first):
            picture = await self._pictures.named(seen, drawing.name)
            if picture is not None:
                found.append((drawing.name, drawing.title, picture))
        return found

    async def _charts(self, looked: Looked) -> Sequence[Picture]:
        seen = looked.to_draw
        if seen.outcome is None:
            return ()
        game_id, names = seen.row.game_id, tuple(looked.names.items())
        kept = self._charted.get(game_id, names)
        return self._charted.put(game_id, names, await self._pictures.charts(seen)) if kept is None else kept


def image(address: str, title: str, picture: Picture) -> Image:
    """Return a picture that stands at an address, with what tells it from others there, so that it is loaded anew."""
    width, height = struct.unpack(">II", picture.png[16:24])  # where a PNG says its size
    address = f"{address}?{sha256(picture.png).hexdigest()[:8]}"
    return Image(title=title, address=address, alt=picture.alt, width=width, height=height)


def _charted(game_id: int, charts: Sequence[Picture]) -> Sequence[Image]:
    return [image(f"/tables/{game_id}/charts/{number}", "How it went", chart) for number, chart in enumerate(charts, 1)]


# -- written beside the loop ---------------------------------------------------------------------------


def _table(
    looked: Looked,
    table: PublicTable,
    league: PlaceInLeague | None,
    pictures: Sequence[Image],
    charts: Sequence[Image],
    lines: Sequence[HistoryLine],
) -> TableShown:
    seen, game, name = looked.seen, looked.seen.game, looked.name
    view = looked.view
    over = seen.outcome is not None
    standing_lines = () if game.standing is None or over else game.standing(view)
    options = [*options_in_words(game.options.model_validate_json(seen.row.options)), *options_in_words(seen.pact)]
    return TableShown(
        title=title_of(looked),
        address=f"/tables/{table.game_id}",
        number=table.game_id,
        game=game.title,
        key=game.key,
        league=league,
        status="finished" if over else "running" if seen.row.status == "running" else "abandoned",
        over=over,
        paused=bool(seen.row.paused_at or seen.row.lost),
        state=state_of(looked),
        sitters=_sitters(looked),
        standing=[line for words in standing_lines for line in lines_in_words(words, name)],
        pictures=pictures,
        charts=charts,
        lines=_log_lines(lines[::-1], name),
        log=f"/tables/{table.game_id}/log",
        replay=f"/tables/{table.game_id}/replay" if seen.row.status in OPEN else None,
        sections=sections_in_words(game.page(view), name),
        played_by=[PlayedBy(name=option, value=value) for option, value in options],
        discord=address_of_channel(table.guild_id, table.channel_id),
    )


def _log_page(looked: Looked, table: PublicTable, lines: Sequence[HistoryLine], page: int, pages: int) -> Rendered:
    log = f"/tables/{table.game_id}/log"
    shown = LogPage(
        title=title_of(looked),
        number=table.game_id,
        lines=_log_lines(lines, looked.name),
        page=page,
        pages=pages,
        newer=None if page == 1 else log if page == 2 else f"{log}/{page - 1}",
        older=f"{log}/{page + 1}" if page < pages else None,
    )
    return Rendered(shown, "log.html", "log")


def _log_lines(lines: Sequence[HistoryLine], name: Name) -> Sequence[HeardLine]:
    return [HeardLine(number=line.number, text=in_words(line.text, name), undone=line.undone) for line in lines]


def title_of(looked: Looked) -> str:
    """Return what a table is called."""
    seen = looked.seen
    return f"{seen.game.title} · table {seen.row.game_id}" if seen.league is None else seen.league.name


def state_of(looked: Looked) -> Words:
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


def _sitters(looked: Looked) -> Sequence[Sitter]:
    """Return who sits at a table: of a game that is over by place, else in the order of seats."""
    seen, known, outcome = looked.seen, looked.known, looked.seen.outcome
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
    left = () if known is None or seen.league is None else whose_places(known, seen.league.number, seen.seats)
    places = standing.places(outcome, seen.seats, seen.league, left)
    placed = [
        each.model_copy(update={"place": places[row.seat], "score": seen.game.score(outcome.scores[row.seat])})
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
