"""The route table of the web pages; nothing private has a route.

Each resource has two addresses: a page, and the same value as JSON below `/api/v1`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from bot.host.cpu_accounting import run_in_thread
from bot.host.privacy.visibility import Visibility
from bot.host.services import Services
from bot.host.worker import Worker
from bot.web.feeds import Feeds
from bot.web.front_page import Front, FrontPages, MoreLeagues, MoreTables
from bot.web.leagues import LeaguePages, LeagueShown, PersonShown
from bot.web.openapi import API, build_description, get_api_path
from bot.web.page_worker import PageWorker
from bot.web.rendering import HERE, SCRIPT, STYLE
from bot.web.replays import ReplayPages, ReplayShown
from bot.web.responses import CACHE_FOR_A_DAY, CORS_HEADERS, INDEXED_HEADERS, JSON, Reply
from bot.web.routes import Address, Answer, Routes, parse_number
from bot.web.season_reviews import ReviewPages, ReviewShown
from bot.web.seasons import SeasonPages, SeasonShown
from bot.web.tables import FRESH_SECONDS, LogPage, TablePages, TableShown
from bot.web.values import Resource
from bot.web.worker_protocol import Catalogue, get_installed_games

STYLES = Reply(STYLE, "text/css; charset=utf-8", keeping=CACHE_FOR_A_DAY, kind="file")
SCRIPTS = Reply(SCRIPT, "text/javascript; charset=utf-8", keeping=CACHE_FOR_A_DAY, kind="file")
ICON = Reply((HERE / "files" / "icon.svg").read_bytes(), "image/svg+xml", keeping=CACHE_FOR_A_DAY, kind="file")
INDEXED_PATTERNS = ("/leagues/{league}", "/seasons/{season}")
"""Routes that search engines may index, if the league's organisers agree: no tables and no people."""


class WebPages:
    """Finds the reply for each path.

    Args:
        services: run the tables and seasons.
        visibility: decides which tables and leagues are public.
        worker: runs slow functions.
        address: base URL of the site, for feeds and shared links; empty if not configured.
        catalogue: finds the games in the worker.
        fresh: seconds for which a cached table page is served without a look at the table.
        lists: decides what the front page and search engines list; None: the same as `visibility`. A process that
            serves several shards lists the public ones of all.
    """

    def __init__(
        self,
        services: Services,
        visibility: Visibility,
        worker: Worker,
        address: str = "",
        *,
        catalogue: Catalogue = get_installed_games,
        fresh: float = FRESH_SECONDS,
        lists: Visibility | None = None,
    ) -> None:
        self._lists = visibility if lists is None else lists
        season_log = services.leagues.season_log
        self._page_worker = page_worker = PageWorker(worker, catalogue)
        front = FrontPages(services.host, self._lists, page_worker)
        tables = TablePages(services.host, season_log, visibility, page_worker, fresh)
        seasons = SeasonPages(season_log, visibility, tables, page_worker)
        reviews = ReviewPages(seasons, page_worker, address)
        replays = ReplayPages(services.host, tables, page_worker)
        leagues = LeaguePages(services, visibility, page_worker)
        feeds = Feeds(visibility, seasons, page_worker, address)
        self.resources: Sequence[Resource] = (
            Resource("/", "front", front.render_front, Front, "What can be looked at, and what can be joined."),
            Resource("/leagues/before/{before}", "leagues", front.render_leagues, MoreLeagues, "More public leagues."),
            Resource("/leagues/{league}", "league", leagues.render_league, LeagueShown, "A league."),
            Resource("/seasons/{season}", "season", seasons.render_season, SeasonShown, "A season."),
            Resource(
                "/seasons/{season}/review",
                "review",
                reviews.render_review,
                ReviewShown,
                "A season that is over, in review.",
            ),
            Resource(
                "/seasons/{season}/people/{person}",
                "person",
                leagues.render_person,
                PersonShown,
                "What somebody has done in a league who wants a page of their own.",
            ),
            Resource("/tables/before/{before}", "tables", front.render_tables, MoreTables, "More public tables."),
            Resource("/tables/{table}", "table", tables.get_page, TableShown, "A table as everybody sees it."),
            Resource("/tables/{table}/log", "log", tables.render_log, LogPage, "What has happened at a table, lately."),
            Resource("/tables/{table}/log/{page}", "log_page", tables.render_log, LogPage, "The same, page by page."),
            Resource(
                "/tables/{table}/replay", "replay", replays.render_step, ReplayShown, "A game that is over, once more."
            ),
            Resource("/tables/{table}/replay/{entry}", "step", replays.render_step, ReplayShown, "A step of it."),
            Resource(
                "/tables/{table}/replay/{entry}/{eyes}",
                "seen_step",
                replays.render_step,
                ReplayShown,
                "A step of it, as a seat saw it.",
            ),
        )
        self._routes = Routes(
            (
                Address("/style.css", _serve_constant(STYLES)),
                Address("/script.js", _serve_constant(SCRIPTS)),
                Address("/icon.svg", _serve_constant(ICON)),
                Address("/robots.txt", self._build_robots),
                Address("/tables/{table}/pictures/{picture}", tables.get_picture),
                Address("/tables/{table}/charts/{chart}", tables.get_chart),
                Address("/tables/{table}/now", tables.get_fragment),
                Address("/tables/{table}/boards/{entry}", replays.get_board),
                Address("/leagues/{league}/feed.xml", feeds.render_league),
                Address("/seasons/{season}/feed.xml", feeds.render_season),
                Address("/seasons/{season}/pictures/review", reviews.get_picture),
                Address("/seasons/{season}/people/{person}/charts/{chart}", leagues.render_chart),
                Address(f"{API}/openapi.json", self._get_description),
                *(Address(each.pattern, _serve_page(each, visibility)) for each in self.resources),
                *(Address(get_api_path(each.pattern), _serve_data(each)) for each in self.resources),
            ),
            {
                "league": lambda text: visibility.get_league(parse_number(text)),
                "season": lambda text: visibility.get_season(parse_number(text)),
                "table": lambda text: visibility.get_game(parse_number(text)),
                "person": _parse_number,
                "before": _parse_number,
                "page": _parse_number,
                "chart": _parse_number,
                "entry": _parse_number,
                "eyes": _parse_number,
                "picture": _pass_text,
            },
        )

    @property
    def addresses(self) -> Sequence[str]:
        """All route patterns, with names in braces for parameters."""
        return [route.pattern for route in self._routes.routes]

    async def begin(self) -> None:
        """Warm up the worker."""
        await self._page_worker.begin(_load_modules)

    async def find_reply(self, path: str) -> Reply | None:
        """Return the reply for a path; None if nothing public is there."""
        async with self._page_worker.take_turn():
            return await self._routes.find_reply(path)

    async def _build_robots(self) -> Reply:
        """Return `robots.txt`, which allows only leagues whose organisers want to be indexed, and their seasons."""
        lines = ["User-agent: *"]
        for league_id, seasons in groupby(await self._lists.list_findable_leagues(), lambda each: each.league_id):
            lines += [f"Allow: /leagues/{league_id}$", *(f"Allow: /seasons/{each.season_id}$" for each in seasons)]
        return Reply("\n".join([*lines, "Disallow: /", ""]).encode(), "text/plain; charset=utf-8", kind="file")

    async def _get_description(self) -> Reply:
        return await run_in_thread(lambda: self._described)

    @cached_property
    def _described(self) -> Reply:
        return Reply(
            build_description(self.resources), JSON, keeping=CACHE_FOR_A_DAY, kind="file", headers=CORS_HEADERS
        )


def _load_modules() -> None:
    """Do nothing. Called in the worker to import the modules that render pages."""


def _serve_page(resource: Resource, visibility: Visibility) -> Answer:
    async def answer(*named: Any) -> Reply | None:
        shown = await resource.find(*named)
        if shown is None:
            return None
        page = shown.page
        found = resource.pattern in INDEXED_PATTERNS and await visibility.is_found(named[0].league_id)
        return page.with_headers(INDEXED_HEADERS) if found else page

    return answer


def _serve_data(resource: Resource) -> Answer:
    async def answer(*named: object) -> Reply | None:
        shown = await resource.find(*named)
        return None if shown is None else shown.data

    return answer


async def _parse_number(text: str) -> int | None:
    return parse_number(text) or None


async def _pass_text(text: str) -> str:
    return text


def _serve_constant(reply: Reply) -> Answer:
    async def answer() -> Reply:
        return reply

    return answer
