"""A season's page: what the file of `/league export` has, with links to the pages of its tables.

It is kept as long as it would be the same: as nothing has happened, nobody is called otherwise and the same tables are
public. The worker folds the season anew from the lines of its log, as everybody may have them in a file, proves its
draws, and writes the page. It gets no ids of people, and only the names of those who have agreed.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from bot.engine.game import AnyGame
from bot.host.cpu_accounting import beside
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
from bot.ui.screens.parts import address_of_channel
from bot.web.page_worker import PageWorker
from bot.web.tables import TablePages
from bot.web.values import Rendered, Sheet, Value
from storage.interface import EntrantRow, LeagueRow, LineRow, PublicTable, SeasonRow, SeasonStatus, StoreFailed

log = logging.getLogger(__name__)

CHARTED = 8
"""Tables with their charts on a season's page, those that ended last: hundreds would hold up all other pages."""


class CheckShown(Value):
    """Something that the log proves of the draw, or does not."""

    ok: bool
    text: str


class SeasonShown(Value):
    """A season: how it stands, what was played, who met whom, and the proof of its draws."""

    title: str
    address: str
    feed: str
    """The address of its results as an Atom feed."""
    league: str
    """What the league is called."""
    league_address: str
    number: int
    """The season's number in its league."""
    status: Literal["sign-up", "running", "over"]
    kind: str
    """What is played, and how far it is, in words."""
    played_by: str
    """By what rules."""
    signed_up: Sequence[Words]
    """Who plays."""
    heads: Sequence[str]
    """The heads of standings: place and name, then those of the values."""
    parts: Sequence[SeasonPart]
    """Its divisions; none before the draw."""
    teams: Sequence[StandingRow]
    """The standings of teams; none, unless people play in teams."""
    rounds: Sequence[DrawnRound]
    entrants: Sequence[JoinedAs]
    """Everybody who has joined, by their numbers."""
    helped: Words
    """Who has played on for others."""
    digest: str
    """The SHA-256 digest of the secret of its draws."""
    checks: Sequence[CheckShown]
    discord: str
    """The address of its channel there."""


@dataclass(frozen=True)
class SeasonFacts:
    """A season as everybody may know it: with the lines of its log, all that a page or a feed is made of."""

    season_id: int
    league_id: int
    league: str
    """What the league is called."""
    guild_id: int
    channel_id: int
    number: int
    status: SeasonStatus
    plan: str
    games: Mapping[str, AnyGame]
    """The games that it plays, as far as this program knows them."""
    lines: int
    """How long its log is."""
    began: str
    """When its first line was written."""
    names: Mapping[int, str]
    """What those are called who have agreed to be named, by their numbers."""
    addresses: Mapping[int, str]
    """Where the pages of its public tables are, by their numbers."""

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"/seasons/{self.season_id}"

    @property
    def feed(self) -> str:
        """Where its feed is."""
        return f"{self.address}/feed.xml"


@dataclass(frozen=True)
class BesideFacts:
    """What else is on a season's page."""

    charts: Mapping[int, Sequence[Chart]]
    left_out: int
    """Of how many tables there was no room for charts."""
    people: Mapping[int, str]
    """Where the pages of people are, by their numbers."""


Lines = Sequence[tuple[str, str]]
"""The lines of a log as everybody may have them: the entry as JSON, and when it was written."""


class SeasonPages:
    """Makes the pages of seasons, of which the caller knows that they are public.

    Args:
        ledger: knows the seasons.
        publicity: decides at which of their tables everybody may look.
        tables: makes the tables' pages.
        workshop: makes what takes long.
    """

    def __init__(self, ledger: SeasonLog, publicity: Visibility, tables: TablePages, workshop: PageWorker) -> None:
        self._ledger = ledger
        self._publicity = publicity
        self._tables = tables
        self._workshop = workshop

    async def shown(self, row: SeasonRow) -> Rendered:
        """Return a season."""
        known, tables = await self._read(row)
        facts = await beside(_facts, known, tables)
        charts, left_out = await self._charts(known, tables)
        people = {one: f"/seasons/{row.season_id}/people/{one}" for one in await self._publicity.with_pages(known)}
        return await self._workshop.rendered(
            ("season", row.season_id),
            season_page,
            facts,
            BesideFacts(charts, left_out, people),
            further=partial(self.lines, [facts]),
        )

    async def facts(self, row: SeasonRow) -> tuple[SeasonFacts, int]:
        """Return what everybody may know of a season, and how many of its tables count by now."""
        known, tables = await self._read(row)
        return await beside(_facts, known, tables), await beside(_how_many_count, known)

    async def lines(self, seasons: Sequence[SeasonFacts]) -> Sequence[Lines]:
        """Return the lines of the logs of these seasons, as everybody may have them."""
        found = []
        for facts in seasons:
            stored = await self._ledger.storage.leagues.log(facts.season_id)
            found.append(await beside(_public_lines, stored, facts.lines))
        return found

    async def _read(self, row: SeasonRow) -> tuple[KnownSeason, Mapping[int, PublicTable]]:
        """Return a season as it stands, and its public tables by their numbers."""
        known = await self._ledger.known(row.season_id)
        public = {table.game_id: table for table in await self._publicity.games_of(row.season_id)}
        return known, {number: public[game_id] for number, game_id in known.tables.items() if game_id in public}

    async def _charts(
        self, known: KnownSeason, tables: Mapping[int, PublicTable]
    ) -> tuple[Mapping[int, Sequence[Chart]], int]:
        """Return the charts of the public tables that ended last, and how many others there are."""
        over = [
            table
            for number, table in known.season.tables.items()
            if number in tables and tables[number].status == "finished" and table.counts
        ]
        over.sort(key=lambda table: table.decided_at, reverse=True)
        found = {}
        for table in over[:CHARTED]:
            try:
                images = await self._tables.charts_of(tables[table.number])
            except (Refusal, Leak, StoreFailed):  # the page has all else
                log.warning("the charts of a season's table cannot be shown just now", exc_info=True)
                continue
            found[table.number] = [Chart(image.alt, image.address, image.width, image.height) for image in images]
        return found, len(over[CHARTED:])


# -- read beside the loop ------------------------------------------------------------------------------


def _facts(known: KnownSeason, tables: Mapping[int, PublicTable]) -> SeasonFacts:
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


def _how_many_count(known: KnownSeason) -> int:
    return sum(table.counts for table in list(known.season.tables.values()))


def _public_lines(stored: Sequence[LineRow], many: int) -> Lines:
    return [(line.entry, line.made_at) for line in stored[:many]]


# -- made by the worker --------------------------------------------------------------------------------


def season_page(facts: SeasonFacts, more: BesideFacts, lines: Lines) -> Rendered:
    """Return a season's page, and the same as data."""
    parts = season_parts(facts, lines, more)
    shown = SeasonShown.model_validate(
        {
            **{name: getattr(parts, name) for name in SeasonShown.model_fields if hasattr(parts, name)},
            "address": facts.address,
            "feed": facts.feed,
            "league": facts.league,
            "league_address": f"/leagues/{facts.league_id}",
            "number": facts.number,
            "status": facts.status,
            "discord": address_of_channel(facts.guild_id, facts.channel_id),
        }
    )
    on_page = {name: getattr(parts, name) for name in ("team_heads", "standings_caption", "left_out", "in_file", "log")}
    return Sheet(shown, "season_page.html", "season", {"season": {**dict(shown), **on_page}}).rendered()


def season_parts(facts: SeasonFacts, lines: Lines, more: BesideFacts | None = None) -> SeasonParts:
    """Return what is to be said of a season; without `more`, with nothing but its results and standings."""
    season = Season(
        [
            LogLine(number=number, entry=log_entries.entry_of(entry), made_at=made_at)
            for number, (entry, made_at) in enumerate(lines, 1)
        ]
    )
    known = KnownSeason(
        LeagueRow(facts.league_id, facts.guild_id, facts.channel_id, facts.league, 0, ""),
        SeasonRow(facts.season_id, facts.league_id, facts.number, facts.status, facts.plan, "", lines=facts.lines),
        Plan.read(facts.plan),
        season,
        {number: _entrant(number, facts.names.get(number)) for number in season.entrants},
        {},
        facts.games,
    )
    if more is None:
        return SeasonParts(SeasonPage(known, season, (), addresses=facts.addresses, in_file=False))
    checks = check(season.lines)
    return SeasonParts(
        SeasonPage(known, season, checks, more.charts, more.left_out, facts.addresses, more.people, in_file=False)
    )


def _entrant(number: int, name: str | None) -> EntrantRow:
    """Return an entrant who has agreed to be called so, or has not agreed to be named; nobody's id is known here."""
    return EntrantRow(number, number, name or "", named=name is not None)
