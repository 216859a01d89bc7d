"""Season pages: the contents of the `/league export` file, with links to the pages of the season's tables.

A page is cached until the log, a name or the set of public tables changes. The worker folds the season from its public
log lines, verifies the draws and renders the page. It gets no user ids, and only the names of entrants who agreed.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from bot.engine.game import AnyGame
from bot.host.cpu_accounting import run_in_thread
from bot.host.errors import Leak, Refusal
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.host.privacy.visibility import Visibility
from bot.leagues import log_entries
from bot.leagues.log_entries import LogLine
from bot.leagues.proof import check
from bot.leagues.season import Season
from bot.ui.screens.html_text import Words
from bot.ui.screens.leagues.season_page import (
    Chart,
    DrawnRound,
    JoinedAs,
    SeasonPage,
    SeasonPart,
    SeasonParts,
    StandingRow,
)
from bot.ui.screens.parts import build_channel_url
from bot.web.page_worker import PageWorker
from bot.web.tables import TablePages
from bot.web.values import Rendered, Sheet, Value
from storage.interface.errors import StoreFailed
from storage.interface.leagues import EntrantRow, LeagueRow, LineRow, SeasonRow, SeasonStatus
from storage.interface.public import PublicTable

log = logging.getLogger(__name__)

MAX_CHARTED_TABLES = 8
"""Maximum number of tables with charts on a season's page, latest first: hundreds would block all other pages."""


class CheckShown(Value):
    """A check of the draw against the log."""

    ok: bool
    is_proven: bool
    text: str


class SeasonShown(Value):
    """A season: standings, results, pairings, and the proof of its draws."""

    title: str
    address: str
    feed: str
    """Path of its Atom feed of results."""
    league: str
    """Name of the league."""
    league_address: str
    number: int
    """Number of the season within its league."""
    status: Literal["sign-up", "running", "over"]
    kind: str
    """The games and the progress, in words."""
    played_by: str
    """The rules of the season, in words."""
    signed_up: Sequence[Words]
    """The entrants."""
    heads: Sequence[str]
    """Column headings of the standings: place, name, then the criteria."""
    parts: Sequence[SeasonPart]
    """Divisions; empty before the draw."""
    teams: Sequence[StandingRow]
    """Standings of teams; empty without teams."""
    rounds: Sequence[DrawnRound]
    entrants: Sequence[JoinedAs]
    """All entrants, by number."""
    helped: Words
    """Substitutes who played on for others."""
    digest: str
    """The SHA-256 digest of the secret of its draws."""
    checks: Sequence[CheckShown]
    review: str | None
    """Path of the season in review; null until it is over."""
    discord: str
    """URL of its Discord channel."""


@dataclass(frozen=True)
class SeasonFacts:
    """The public facts of a season; with its log lines they are all that a page or a feed is made of."""

    season_id: int
    league_id: int
    league: str
    """Name of the league."""
    guild_id: int
    channel_id: int
    number: int
    status: SeasonStatus
    plan: str
    games: Mapping[str, AnyGame]
    """Its games, as far as they are installed."""
    lines: int
    """Length of its log."""
    began: str
    """Time of its first log line."""
    names: Mapping[int, str]
    """Names of the entrants who agreed to be named, by number."""
    addresses: Mapping[int, str]
    """Paths of its public tables, by table number."""

    @property
    def address(self) -> str:
        """Path of its page."""
        return f"/seasons/{self.season_id}"

    @property
    def feed(self) -> str:
        """Path of its feed."""
        return f"{self.address}/feed.xml"


@dataclass(frozen=True)
class SeasonExtras:
    """Further contents of a season's page."""

    charts: Mapping[int, Sequence[Chart]]
    left_out: int
    """Number of tables without charts for lack of room."""
    people: Mapping[int, str]
    """Paths of players' pages, by entrant number."""


Lines = Sequence[tuple[str, str]]
"""Public log lines: the entry as JSON, and its time."""


class SeasonPages:
    """Renders the pages of seasons; the caller checks that they are public.

    Args:
        season_log: reads the seasons.
        visibility: decides which of their tables are public.
        tables: draws the charts of tables.
        page_worker: renders pages in the worker.
    """

    def __init__(
        self, season_log: SeasonLog, visibility: Visibility, tables: TablePages, page_worker: PageWorker
    ) -> None:
        self._season_log = season_log
        self._visibility = visibility
        self._tables = tables
        self._page_worker = page_worker

    async def render_season(self, row: SeasonRow) -> Rendered:
        """Render a season."""
        known, tables = await self._read(row)
        facts = await run_in_thread(_build_facts, known, tables)
        charts, left_out = await self._list_charts(known, tables)
        people = {
            one: f"/seasons/{row.season_id}/people/{one}"
            for one in await self._visibility.list_entrants_with_pages(known)
        }
        return await self._page_worker.render(
            ("season", row.season_id),
            render_season_page,
            facts,
            SeasonExtras(charts, left_out, people),
            further=partial(self.read_lines, [facts]),
        )

    async def read_facts(self, row: SeasonRow) -> tuple[SeasonFacts, int]:
        """Return the public facts of a season, and the number of tables that count so far."""
        known, tables = await self._read(row)
        return await run_in_thread(_build_facts, known, tables), await run_in_thread(_count_tables, known)

    async def read_lines(self, seasons: Sequence[SeasonFacts]) -> Sequence[Lines]:
        """Return the public log lines of these seasons."""
        found = []
        for facts in seasons:
            stored = await self._season_log.storage.leagues.list_lines(facts.season_id)
            found.append(await run_in_thread(_list_public_lines, stored, facts.lines))
        return found

    async def _read(self, row: SeasonRow) -> tuple[KnownSeason, Mapping[int, PublicTable]]:
        """Return a season and its public tables by table number."""
        known = await self._season_log.get_season(row.season_id)
        public = {table.game_id: table for table in await self._visibility.list_games_of_season(row.season_id)}
        return known, {number: public[game_id] for number, game_id in known.tables.items() if game_id in public}

    async def _list_charts(
        self, known: KnownSeason, tables: Mapping[int, PublicTable]
    ) -> tuple[Mapping[int, Sequence[Chart]], int]:
        """Return the charts of the public tables that ended last, and the number of the others."""
        over = [
            table
            for number, table in known.season.tables.items()
            if number in tables and tables[number].status == "finished" and table.counts
        ]
        over.sort(key=lambda table: table.decided_at, reverse=True)
        found = {}
        for table in over[:MAX_CHARTED_TABLES]:
            try:
                images = await self._tables.list_charts(tables[table.number])
            except (Refusal, Leak, StoreFailed):  # the page shows the rest
                log.warning("the charts of a season's table cannot be shown just now", exc_info=True)
                continue
            found[table.number] = [Chart(image.alt, image.address, image.width, image.height) for image in images]
        return found, len(over[MAX_CHARTED_TABLES:])


# -- built in a thread ---------------------------------------------------------------------------------


def _build_facts(known: KnownSeason, tables: Mapping[int, PublicTable]) -> SeasonFacts:
    here = known.on_offer
    return SeasonFacts(
        season_id=known.row.season_id,
        league_id=known.league.league_id,
        league=known.league.name,
        guild_id=known.league.guild_id,
        channel_id=known.league.channel_id,
        number=known.row.number,
        status=known.row.status,
        plan=known.row.plan,
        games={game.title: here[game.title] for game in known.plan.games if game.title in here},
        lines=known.row.lines,
        began=known.season.lines[0].made_at,
        names={one.entrant: one.name for one in known.entrants.values() if one.named and one.user_id},
        addresses={number: f"/tables/{table.game_id}" for number, table in tables.items()},
    )


def _count_tables(known: KnownSeason) -> int:
    return sum(table.counts for table in list(known.season.tables.values()))


def _list_public_lines(stored: Sequence[LineRow], many: int) -> Lines:
    return [(line.entry, line.made_at) for line in stored[:many]]


# -- run in the worker ---------------------------------------------------------------------------------


def render_season_page(facts: SeasonFacts, more: SeasonExtras, lines: Lines) -> Rendered:
    """Render a season's page and its JSON."""
    parts = build_season_parts(facts, lines, more)
    shown = SeasonShown.model_validate(
        {
            **{name: getattr(parts, name) for name in SeasonShown.model_fields if hasattr(parts, name)},
            "address": facts.address,
            "feed": facts.feed,
            "league": facts.league,
            "league_address": f"/leagues/{facts.league_id}",
            "number": facts.number,
            "status": facts.status,
            "review": f"{facts.address}/review" if facts.status == "over" else None,
            "discord": build_channel_url(facts.guild_id, facts.channel_id),
        }
    )
    on_page = {name: getattr(parts, name) for name in ("team_heads", "left_out", "in_file", "log")}
    return Sheet(shown, "season_page.html", "season", {"season": {**dict(shown), **on_page}}).render()


def build_season_parts(facts: SeasonFacts, lines: Lines, more: SeasonExtras | None = None) -> SeasonParts:
    """Build the contents of a season's page; without `more`, only its results and standings."""
    known = build_known_season(facts, lines)
    season = known.season
    if more is None:
        return SeasonParts(SeasonPage(known, season, (), addresses=facts.addresses, in_file=False))
    checks = check(season.lines)
    return SeasonParts(
        SeasonPage(known, season, checks, more.charts, more.left_out, facts.addresses, more.people, in_file=False)
    )


def build_known_season(facts: SeasonFacts, lines: Lines) -> KnownSeason:
    """Fold a season from its public facts; user ids are placeholders, and only agreed names are there."""
    season = Season(
        [
            LogLine(number=number, entry=log_entries.parse_entry(entry), made_at=made_at)
            for number, (entry, made_at) in enumerate(lines, 1)
        ]
    )
    return KnownSeason(
        LeagueRow(facts.league_id, facts.guild_id, facts.channel_id, facts.league, 0, ""),
        SeasonRow(facts.season_id, facts.league_id, facts.number, facts.status, facts.plan, "", lines=facts.lines),
        Plan.read(facts.plan),
        season,
        {number: _build_entrant(number, facts.names.get(number)) for number in season.entrants},
        {},
        facts.games,
    )


def _build_entrant(number: int, name: str | None) -> EntrantRow:
    """Return an entrant row with a name, or with none if the entrant did not agree; the user id is a placeholder."""
    return EntrantRow(number, number, name or "", named=name is not None)
