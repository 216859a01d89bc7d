"""A table's page: who sits there, how it stands, whose turn it is, its pictures, and what everybody has heard."""

from __future__ import annotations

import struct
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from bot.engine.pages import Grid, Picture, Section, with_names
from bot.engine.records import Seat
from bot.host.charging import beside
from bot.host.gathering.departures import why_abandoned
from bot.host.host import HistoryLine, Host
from bot.host.leagues.ledger import KnownSeason, Ledger
from bot.host.table import standing
from bot.host.table.seen import Seen
from bot.ui.screens.league_offers import whose_places
from bot.ui.screens.parts import options_in_words
from bot.ui.screens.pictures import Pictures, for_everybody, offered
from bot.web.naming import named, names_on_the_web
from bot.web.rendering import rendered
from bot.web.reply import Reply
from bot.web.words import Name, in_html, lines_in_html, moment
from storage.interface import PublicTable

LATEST_ENTRIES, LATEST_LINES = 60, 20
"""Of the log that are looked at for the table's page, and of which it shows so many lines at most."""
ON_A_PAGE = 150
"""Lines of a page of the log."""
CHARTED = 50
"""Finished games whose charts are remembered."""
PNG = "image/png"


@dataclass(frozen=True)
class Sitter:
    """Who sits at a table, as its page says it."""

    name: str
    note: str
    place: int | None = None
    score: str = ""
    asked: bool = False
    until: Markup | None = None


@dataclass(frozen=True)
class Image:
    """A picture on a page."""

    title: str
    address: str
    alt: str
    width: int
    height: int


@dataclass(frozen=True)
class _Looked:
    """A table as everybody sees it, with the names that its page has."""

    seen: Seen
    view: Any
    names: Mapping[Seat, str]
    known: KnownSeason | None

    @property
    def to_draw(self) -> Seen:
        return named(self.seen, self.names)

    def name(self, seat: Seat) -> str:
        """Return what a seat is called; one that is none of the table's by its number."""
        return self.names.get(seat, f"Seat {seat}")


class TablePages:
    """Makes the pages of tables, of which the caller knows that they are public.

    Args:
        host: runs the tables.
        ledger: knows the seasons whose tables some are.
        pictures: draws; the web's own, for its pictures name fewer people than those on Discord.
    """

    def __init__(self, host: Host, ledger: Ledger, pictures: Pictures) -> None:
        self._host = host
        self._ledger = ledger
        self._pictures = pictures
        self._charted: OrderedDict[int, tuple[object, Sequence[Picture]]] = OrderedDict()

    async def page(self, table: PublicTable) -> Reply:
        """Return a table's page."""
        looked = await self._look(table)
        pictures = [
            _shown(table.game_id, f"pictures/{name}", title, picture)
            for name, title, picture in await self._drawn(looked)
        ]
        charts = _charted(table.game_id, await self._charts(looked))
        lines = (await self._host.heard_by_all(table.game_id, LATEST_ENTRIES))[-LATEST_LINES:]
        body = await beside(_table_page, looked, table, pictures, charts, lines)
        return Reply(body, kind="table")

    async def charts_of(self, table: PublicTable) -> Sequence[Image]:
        """Return how a finished game went, as the pictures of its page show it."""
        return _charted(table.game_id, await self._charts(await self._look(table)))

    async def log(self, table: PublicTable, page: int = 1) -> Reply | None:
        """Return a page of a table's log, the first of which is the newest; None: it has no such page."""
        looked = await self._look(table)
        lines = list(reversed(await self._host.heard_by_all(table.game_id)))
        pages = max(1, -(-len(lines) // ON_A_PAGE))
        if not 1 <= page <= pages:
            return None
        here = lines[(page - 1) * ON_A_PAGE :][:ON_A_PAGE]
        return Reply(await beside(_log_page, looked, table, here, page, pages), kind="log")

    async def picture(self, table: PublicTable, name: str) -> Reply | None:
        """Return a picture for everybody; None: the table has none of this name now."""
        looked = await self._look(table)
        picture = await self._pictures.named(looked.to_draw, name)
        return None if picture is None else Reply(picture.png, PNG, kind="picture")

    async def chart(self, table: PublicTable, number: int) -> Reply | None:
        """Return a picture of how a finished game went; None: there is none of this number."""
        charts = await self._charts(await self._look(table))
        return Reply(charts[number - 1].png, PNG, kind="picture") if 1 <= number <= len(charts) else None

    async def _look(self, table: PublicTable) -> _Looked:
        seen = await self._host.seen(table.game_id)
        known = None if seen.league is None else await self._ledger.known(seen.league.season_id)
        return _Looked(seen, seen.public.view, names_on_the_web(seen, known), known)

    async def _drawn(self, looked: _Looked) -> Sequence[tuple[str, str, Picture]]:
        """Return the pictures for everybody, that of the table's message first: their names, titles and themselves."""
        seen = looked.to_draw
        first = for_everybody(seen)
        found = []
        for drawing in sorted(offered(seen), key=lambda each: each is not first):
            picture = await self._pictures.named(seen, drawing.name)
            if picture is not None:
                found.append((drawing.name, drawing.title, picture))
        return found

    async def _charts(self, looked: _Looked) -> Sequence[Picture]:
        seen = looked.to_draw
        if seen.outcome is None:
            return ()
        game_id, names = seen.row.game_id, tuple(looked.names.items())
        kept = self._charted.get(game_id)
        if kept is None or kept[0] != names:
            kept = self._charted[game_id] = names, await self._pictures.charts(seen)
        self._charted.move_to_end(game_id)
        while len(self._charted) > CHARTED:
            self._charted.popitem(last=False)
        return kept[1]


def _shown(game_id: int, where: str, title: str, picture: Picture) -> Image:
    width, height = struct.unpack(">II", picture.png[16:24])  # where a PNG says its size
    return Image(title, f"/tables/{game_id}/{where}", picture.alt, width, height)


def _charted(game_id: int, charts: Sequence[Picture]) -> Sequence[Image]:
    return [_shown(game_id, f"charts/{number}", "How it went", chart) for number, chart in enumerate(charts, 1)]


# -- written beside the loop ---------------------------------------------------------------------------


def _table_page(
    looked: _Looked,
    table: PublicTable,
    pictures: Sequence[Image],
    charts: Sequence[Image],
    lines: Sequence[HistoryLine],
) -> bytes:
    seen, game, name = looked.seen, looked.seen.game, looked.name
    view = looked.view
    standing_lines = () if game.standing is None or seen.outcome is not None else game.standing(view)
    return rendered(
        "table.html",
        title=_title(looked),
        game=game.title,
        number=table.game_id,
        league=seen.league,
        state=_state(looked),
        sitters=_sitters(looked),
        over=seen.outcome is not None,
        standing=[line for words in standing_lines for line in lines_in_html(words, name)],
        pictures=pictures,
        charts=charts,
        lines=[(in_html(line.text, name), line.undone) for line in reversed(lines)],
        sections=[_section(section, name) for section in game.page(view).sections if section.parts],
        played_by=[*options_in_words(game.options.model_validate_json(seen.row.options)), *options_in_words(seen.pact)],
        channel=(table.guild_id, table.channel_id),
    )


def _log_page(looked: _Looked, table: PublicTable, lines: Sequence[HistoryLine], page: int, pages: int) -> bytes:
    return rendered(
        "log.html",
        title=_title(looked),
        number=table.game_id,
        lines=[(line.number, in_html(line.text, looked.name), line.undone) for line in lines],
        page=page,
        pages=pages,
    )


def _title(looked: _Looked) -> str:
    seen = looked.seen
    return f"{seen.game.title} · table {seen.row.game_id}" if seen.league is None else seen.league.name


def _state(looked: _Looked) -> Markup:
    """Return in a sentence what the table waits for, or how it ended."""
    seen = looked.seen
    if seen.outcome is not None:
        return Markup("The game is over.")
    if seen.row.status != "running":
        reason = why_abandoned(seen.row)
        return Markup("This game ended early{}.").format(f": {reason}" if reason else "")
    what = Markup("<strong>{}</strong>").format(in_html(seen.title, looked.name)) if seen.title else Markup("Going on")
    if seen.row.paused_at or seen.row.lost:
        return what + ". The clocks are paused."
    return what + (": waiting for answers." if seen.waits_in_secret or not seen.asked else ".")


def _sitters(looked: _Looked) -> Sequence[Sitter]:
    """Return who sits at a table: of a game that is over by place, else in the order of seats."""
    seen, known, outcome = looked.seen, looked.known, looked.seen.outcome
    found = []
    for seat_row in seen.seats:
        seat = seat_row.seat
        note = "conceded" if seat_row.conceded else "a bot plays on" if seat_row.away else ""
        clock = seen.clocks.get(seat)
        due = None if clock is None or seen.row.paused_at else clock.due_at
        asked = outcome is None and seat in seen.asked
        found.append(Sitter(looked.name(seat), note, asked=asked, until=moment(due) if asked and due else None))
    if outcome is None:
        return found
    left = () if known is None or seen.league is None else whose_places(known, seen.league.number, seen.seats)
    places = standing.places(outcome, seen.seats, seen.league, left)
    placed = [
        replace(each, place=places[row.seat], score=seen.game.score(outcome.scores[row.seat]))
        for each, row in zip(found, seen.seats, strict=True)
    ]
    totals = [*outcome.scores.values(), *outcome.rivals.values()]
    placed += [
        Sitter(rival, "", place=1 + sum(other > score for other in totals), score=seen.game.score(score))
        for rival, score in outcome.rivals.items()
    ]
    return sorted(placed, key=lambda each: each.place or 0)


@dataclass(frozen=True)
class _Part:
    """A part of the table in words: lines, or a grid."""

    lines: Sequence[Markup] = ()
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


def _section(section: Section, name: Name) -> tuple[Markup, Sequence[_Part]]:
    return in_html(section.heading, name), [_part(part, name) for part in section.parts]


def _part(part: str | Grid, name: Name) -> _Part:
    if isinstance(part, str):
        return _Part(lines_in_html(part, name))
    return _Part(
        heads=[with_names(head, name) for head in part.heads],
        rows=[[with_names(cell, name) for cell in row] for row in part.rows],
    )
