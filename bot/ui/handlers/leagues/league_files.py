"""Exports of a season: its verifiable log, its standings, its page, and the names shown in them."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import partial

from bot.engine.pages import Picture
from bot.host import cpu_accounting
from bot.host.errors import Leak, Refusal
from bot.host.host import Host
from bot.host.keyed_tasks import KeyedLocks
from bot.host.leagues.export import to_csv, to_json
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.pictures.compact import compact
from bot.leagues.proof import check
from bot.ui.handlers.answering import send_files
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import WISH, SeasonHandlers
from bot.ui.handlers.press import Press
from bot.ui.handlers.routes import SEASON, route
from bot.ui.screens.leagues.season_page import (
    MAX_PAGE_BYTES,
    Chart,
    SeasonPage,
    build_embedded_chart,
    list_public_names,
    render_season_file,
)
from bot.ui.screens.pictures import Pictures
from storage.interface.errors import GameDamaged

log = logging.getLogger(__name__)

KEPT = 4
"""Cached pages; each may take some megabytes."""
CHARTED = 200
"""Games with cached charts, about 40 kB each; only a changed name makes them stale."""


class LeagueFileHandlers:
    """Handles the export of a season, and each player's choice to be named in it."""

    def __init__(self, host: Host, seasons: SeasonHandlers, pictures: Pictures) -> None:
        self._host = host
        self._seasons = seasons
        self._season_log = seasons.leagues.season_log
        self._pictures = pictures
        self._pages: OrderedDict[int, tuple[object, str]] = OrderedDict()
        self._charted: OrderedDict[tuple[int, tuple[str, ...]], Sequence[Picture]] = OrderedDict()
        self._locks = KeyedLocks()

    @route("lg-named", access=SEASON, saves=WISH)
    async def _set_named(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Set whether the person's name or only a number appears in the season's files."""
        await self._seasons.get_visible_season(interaction, season_id)
        await self._seasons.leagues.sign_up.set_wishes(season_id, interaction.user.id, named=press.read_yes_or_no())
        await self._seasons.show_wishes(interaction, season_id)

    @route("lg-page", access=SEASON, saves=WISH)
    async def _set_own_page(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Set whether the person has a web page of their own."""
        await self._seasons.get_visible_season(interaction, season_id)
        sign_up = self._seasons.leagues.sign_up
        await sign_up.set_own_page(season_id, interaction.user.id, wanted=press.read_yes_or_no())
        await self._seasons.show_wishes(interaction, season_id)

    async def send_export(self, interaction: Interaction, season_id: int) -> None:
        """Send a season as its page, its log as JSON and its standings as CSV."""
        known = await self._seasons.get_visible_season(interaction, season_id)
        name = f"season-{season_id}"
        contents = {
            f"{name}.html": await self._get_page(season_id),
            f"{name}.json": await cpu_accounting.run_in_thread(to_json, known),
            f"{name}.csv": await self._season_log.run_reading(known, to_csv),
        }
        await send_files(
            interaction,
            f"**{known.league.name}**, season {known.row.number}: `{name}.html` is a page for any browser, with "
            "standings, results and charts. It names only those who have agreed (**My place**); in the other files "
            f"people are numbers. `python -m bot verify {name}.json` checks the draw.",
            {file: text.encode() for file, text in contents.items()},
        )

    async def _get_page(self, season_id: int) -> str:
        """Return a season's page, from the cache if nothing has changed."""
        async with self._locks.get(season_id):
            known = await self._season_log.get_season(season_id)
            stamp = known.row.lines, known.row.status, list_public_names(known)
            remembered = self._pages.get(season_id)
            if remembered is not None and remembered[0] == stamp:
                self._pages.move_to_end(season_id)
                return remembered[1]
            made = await self._build_page(known)
            self._pages[season_id] = stamp, made
            while len(self._pages) > KEPT:
                self._pages.popitem(last=False)
            return made

    async def _build_page(self, known: KnownSeason) -> str:
        season = await self._season_log.run_on_copy(known, lambda season: season)
        checks = await cpu_accounting.run_in_thread(check, season.lines)
        charts: dict[int, Sequence[Chart]] = {}
        room, left_out = MAX_PAGE_BYTES, 0
        names = list_public_names(known)
        for number, game_id in known.tables.items():
            drawn = await self._get_charts(known, names, number, game_id)
            size = sum(len(picture.png) * 4 // 3 for picture in drawn)
            if size > room:
                left_out += 1
            elif drawn:
                charts[number] = [build_embedded_chart(picture) for picture in drawn]
                room -= size
        about = SeasonPage(known, season, checks, charts, left_out)
        return await cpu_accounting.run_in_thread(render_season_file, about)

    async def _get_charts(
        self, known: KnownSeason, names: Mapping[int, str], number: int, game_id: int
    ) -> Sequence[Picture]:
        """Return the charts of a finished table of the season; they name only players who have agreed."""
        found = await self._host.find_table(game_id)
        if found is None or found[0].status != "finished" or not known.season.tables[number].counts:
            return ()
        seats = await self._season_log.get_seats(known, number)
        called = tuple(names[seats[seat]] for seat in sorted(seats))
        if (game_id, called) not in self._charted:
            try:
                self._charted[game_id, called] = await self._draw_charts(game_id, called)
            except (Refusal, GameDamaged, Leak):  # the rest of the page is still usable
                log.exception("the charts of a season's table could not be drawn", extra={"game": game_id})
                return ()
        self._charted.move_to_end((game_id, called))
        while len(self._charted) > CHARTED:
            self._charted.popitem(last=False)
        return self._charted.get((game_id, called), ())

    async def _draw_charts(self, game_id: int, called: Sequence[str]) -> Sequence[Picture]:
        drawn = await self._pictures.draw_charts(await self._host.get_view(game_id), lambda seat: called[seat - 1])
        return [await self._pictures.run_drawing(partial(compact, chart)) for chart in drawn]
