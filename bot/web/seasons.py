"""A season's page: what the file of `/league export` has, with links to the pages of its tables.

It is kept as long as it would be the same: as nothing has happened, nobody is called otherwise and the same tables are
public. What it says is worked out beside the loop, from a log in which people are; the worker gets what it says alone.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Literal

from bot.host.cpu_accounting import beside
from bot.host.errors import Leak, Refusal
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.host.privacy.visibility import Visibility
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
    names_in_files,
)
from bot.ui.screens.parts import address_of_channel
from bot.web.page_cache import PageCache
from bot.web.page_worker import PageWorker
from bot.web.tables import TablePages
from bot.web.values import Rendered, Sheet, Value
from storage.interface import PublicTable, SeasonRow, StoreFailed

log = logging.getLogger(__name__)

KEPT = 8
"""Pages that are remembered, those that were looked at last."""
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
        self._kept: PageCache[Sheet[SeasonShown]] = PageCache(KEPT)

    async def shown(self, row: SeasonRow) -> Rendered:
        """Return a season."""
        return await self._workshop.rendered(("season", row.season_id), await self.sheet(row))

    async def sheet(self, row: SeasonRow) -> Sheet[SeasonShown]:
        """Return what is to be said of a season."""
        season_id = row.season_id
        known = await self._ledger.known(season_id)
        public = {table.game_id: table for table in await self._publicity.games_of(season_id)}
        tables = {number: public[game_id] for number, game_id in known.tables.items() if game_id in public}
        charts, left_out = await self._charts(known, tables)
        people = {one: f"/seasons/{season_id}/people/{one}" for one in await self._publicity.with_pages(known)}
        stamp = (known.league, known.row, names_in_files(known), list(tables.values()), charts, people)
        kept = self._kept.get(season_id, stamp)
        if kept is not None:
            return kept
        season = await self._ledger.beside(known, _itself)
        made = await beside(_season, known, season, tables, charts, left_out, people)
        return self._kept.put(season_id, stamp, made)

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


# -- written beside the loop ---------------------------------------------------------------------------


def _itself(season: Season) -> Season:
    return season


def _season(
    known: KnownSeason,
    season: Season,
    tables: Mapping[int, PublicTable],
    charts: Mapping[int, Sequence[Chart]],
    left_out: int,
    people: Mapping[int, str],
) -> Sheet[SeasonShown]:
    addresses = {number: f"/tables/{table.game_id}" for number, table in tables.items()}
    about = SeasonPage(known, season, check(season.lines), charts, left_out, addresses, people, in_file=False)
    parts, season_id = SeasonParts(about), known.row.season_id
    shown = SeasonShown.model_validate(
        {
            **{name: getattr(parts, name) for name in SeasonShown.model_fields if hasattr(parts, name)},
            "address": f"/seasons/{season_id}",
            "feed": f"/seasons/{season_id}/feed.xml",
            "league": known.league.name,
            "league_address": f"/leagues/{known.league.league_id}",
            "number": known.row.number,
            "status": known.row.status,
            "discord": address_of_channel(known.league.guild_id, known.league.channel_id),
        }
    )
    on_page = {name: getattr(parts, name) for name in ("team_heads", "standings_caption", "left_out", "in_file", "log")}
    return Sheet(shown, "season_page.html", "season", {"season": {**dict(shown), **on_page}})
