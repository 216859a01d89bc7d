"""A season's page: what the file of `/league export` has, with links to the pages of its tables.

All that takes long is done beside the loop, and the page is kept as long as it would be the same: as nothing has
happened, nobody is called otherwise and the same tables are public.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence

from bot.host.charging import beside
from bot.host.errors import Leak, Refusal
from bot.host.gathering.publicity import Publicity
from bot.host.leagues.ledger import KnownSeason, Ledger
from bot.leagues.proof import check
from bot.leagues.season import Season
from bot.ui.screens.season_page import Chart, SeasonPage, SeasonParts, names_in_files
from bot.web.rendering import rendered
from bot.web.reply import Reply
from bot.web.tables import TablePages
from storage.interface import PublicTable, SeasonRow, StoreFailed

log = logging.getLogger(__name__)

KEPT = 8
"""Pages that are remembered, those that were looked at last."""
CHARTED = 8
"""Tables with their charts on a season's page, those that ended last: hundreds would hold up all other pages."""


class SeasonPages:
    """Makes the pages of seasons, of which the caller knows that they are public.

    Args:
        ledger: knows the seasons.
        publicity: decides at which of their tables everybody may look.
        tables: makes the tables' pages.
    """

    def __init__(self, ledger: Ledger, publicity: Publicity, tables: TablePages) -> None:
        self._ledger = ledger
        self._publicity = publicity
        self._tables = tables
        self._pages: OrderedDict[int, tuple[object, Reply]] = OrderedDict()

    async def page(self, row: SeasonRow) -> Reply:
        """Return a season's page."""
        season_id = row.season_id
        known = await self._ledger.known(season_id)
        public = {table.game_id: table for table in await self._publicity.games_of(season_id)}
        tables = {number: public[game_id] for number, game_id in known.tables.items() if game_id in public}
        charts, left_out = await self._charts(known, tables)
        stamp = (known.league, known.row, names_in_files(known), list(tables.values()), charts)
        kept = self._pages.get(season_id)
        if kept is None or kept[0] != stamp:
            season = await self._ledger.beside(known, _itself)
            body = await beside(_page, known, season, tables, charts, left_out)
            kept = self._pages[season_id] = stamp, Reply(body, kind="season")
        self._pages.move_to_end(season_id)
        while len(self._pages) > KEPT:
            self._pages.popitem(last=False)
        return kept[1]

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


def _page(
    known: KnownSeason,
    season: Season,
    tables: Mapping[int, PublicTable],
    charts: Mapping[int, Sequence[Chart]],
    left_out: int,
) -> bytes:
    addresses = {number: f"/tables/{table.game_id}" for number, table in tables.items()}
    about = SeasonPage(known, season, check(season.lines), charts, left_out, addresses, in_file=False)
    parts = SeasonParts(about)
    return rendered("season_page.html", title=parts.title, season=parts, league=known.league)
