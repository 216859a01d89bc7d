"""Pages: what stands at which address. Whatever is not public stands nowhere.

Each resource stands at two: as a page, and below `/api/v1` as data, which is made of the same value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from bot.host.cpu_accounting import beside
from bot.host.privacy.visibility import Visibility
from bot.host.services import Services
from bot.host.worker import Worker
from bot.web.feeds import Feeds
from bot.web.front_page import Front, FrontPages, MoreLeagues, MoreTables
from bot.web.leagues import LeaguePages, LeagueShown, PersonShown
from bot.web.openapi import API, described, in_the_api
from bot.web.page_worker import PageWorker
from bot.web.rendering import HERE, SCRIPT, STYLE
from bot.web.replays import ReplayPages, ReplayShown
from bot.web.responses import FOR_A_DAY, JSON, TO_BE_FOUND, TO_EVERYBODY, Reply
from bot.web.routes import Address, Answer, Routes, number
from bot.web.seasons import SeasonPages, SeasonShown
from bot.web.tables import FRESH, LogPage, TablePages, TableShown
from bot.web.values import Resource
from bot.web.worker_protocol import Catalogue, ours

STYLES = Reply(STYLE, "text/css; charset=utf-8", keeping=FOR_A_DAY, kind="file")
SCRIPTS = Reply(SCRIPT, "text/javascript; charset=utf-8", keeping=FOR_A_DAY, kind="file")
ICON = Reply((HERE / "files" / "icon.svg").read_bytes(), "image/svg+xml", keeping=FOR_A_DAY, kind="file")
FOUND = ("/leagues/{league}", "/seasons/{season}")
"""What search engines find of a league whose organisers want that: no tables, and no people."""


class WebPages:
    """Finds pages.

    Args:
        services: run the tables and seasons.
        publicity: decides what everybody may look at.
        worker: makes what takes long.
        address: what the addresses of pages begin with, for those who read feeds; empty: nobody has said.
        catalogue: where that finds the games that the services run.
        fresh: seconds for which a table is shown as it was, though something may have happened there.
        lists: decides what is listed on the front page and for search engines; None: as `publicity` does. A process
            that serves several parts of the servers lists what is public in any of them.
    """

    def __init__(
        self,
        services: Services,
        publicity: Visibility,
        worker: Worker,
        address: str = "",
        *,
        catalogue: Catalogue = ours,
        fresh: float = FRESH,
        lists: Visibility | None = None,
    ) -> None:
        self._lists = publicity if lists is None else lists
        ledger = services.leagues.ledger
        self._workshop = workshop = PageWorker(worker, catalogue)
        front = FrontPages(services.host, self._lists, workshop)
        tables = TablePages(services.host, ledger, publicity, workshop, fresh)
        seasons = SeasonPages(ledger, publicity, tables, workshop)
        replays = ReplayPages(services.host, tables, workshop)
        leagues = LeaguePages(services, publicity, workshop)
        feeds = Feeds(publicity, seasons, workshop, address)
        self.resources: Sequence[Resource] = (
            Resource("/", "front", front.front, Front, "What can be looked at, and what can be joined."),
            Resource("/leagues/before/{before}", "leagues", front.leagues, MoreLeagues, "More public leagues."),
            Resource("/leagues/{league}", "league", leagues.shown, LeagueShown, "A league."),
            Resource("/seasons/{season}", "season", seasons.shown, SeasonShown, "A season."),
            Resource(
                "/seasons/{season}/people/{person}",
                "person",
                leagues.person,
                PersonShown,
                "What somebody has done in a league who wants a page of their own.",
            ),
            Resource("/tables/before/{before}", "tables", front.tables, MoreTables, "More public tables."),
            Resource("/tables/{table}", "table", tables.shown, TableShown, "A table as everybody sees it."),
            Resource("/tables/{table}/log", "log", tables.log, LogPage, "What has happened at a table, lately."),
            Resource("/tables/{table}/log/{page}", "log_page", tables.log, LogPage, "The same, page by page."),
            Resource("/tables/{table}/replay", "replay", replays.shown, ReplayShown, "A game that is over, once more."),
            Resource("/tables/{table}/replay/{entry}", "step", replays.shown, ReplayShown, "A step of it."),
            Resource(
                "/tables/{table}/replay/{entry}/{eyes}",
                "seen_step",
                replays.shown,
                ReplayShown,
                "A step of it, as a seat saw it.",
            ),
        )
        self._routes = Routes(
            (
                Address("/style.css", _always(STYLES)),
                Address("/script.js", _always(SCRIPTS)),
                Address("/icon.svg", _always(ICON)),
                Address("/robots.txt", self._robots),
                Address("/tables/{table}/pictures/{picture}", tables.picture),
                Address("/tables/{table}/charts/{chart}", tables.chart),
                Address("/tables/{table}/now", tables.now),
                Address("/tables/{table}/boards/{entry}", replays.board),
                Address("/leagues/{league}/feed.xml", feeds.league),
                Address("/seasons/{season}/feed.xml", feeds.season),
                Address("/seasons/{season}/people/{person}/charts/{chart}", leagues.chart),
                Address(f"{API}/openapi.json", self._description),
                *(Address(each.pattern, _page(each, publicity)) for each in self.resources),
                *(Address(in_the_api(each.pattern), _data(each)) for each in self.resources),
            ),
            {
                "league": lambda text: publicity.league(number(text)),
                "season": lambda text: publicity.season(number(text)),
                "table": lambda text: publicity.game(number(text)),
                "person": _number,
                "before": _number,
                "page": _number,
                "chart": _number,
                "entry": _number,
                "eyes": _number,
                "picture": _name,
            },
        )

    @property
    def addresses(self) -> Sequence[str]:
        """All addresses there are, with names in braces for what differs."""
        return [route.pattern for route in self._routes.routes]

    async def begin(self) -> None:
        """Let the worker begin."""
        await self._workshop.begin(_ready)

    async def at(self, path: str) -> Reply | None:
        """Return what stands at a path; None: nothing that everybody may see."""
        async with self._workshop.turn():
            return await self._routes.at(path)

    async def _robots(self) -> Reply:
        """Return what search engines may look at: leagues whose organisers want to be found, and nothing else."""
        lines = ["User-agent: *"]
        for league_id, seasons in groupby(await self._lists.found(), lambda each: each.league_id):
            lines += [f"Allow: /leagues/{league_id}$", *(f"Allow: /seasons/{each.season_id}$" for each in seasons)]
        return Reply("\n".join([*lines, "Disallow: /", ""]).encode(), "text/plain; charset=utf-8", kind="file")

    async def _description(self) -> Reply:
        return await beside(lambda: self._described)

    @cached_property
    def _described(self) -> Reply:
        return Reply(described(self.resources), JSON, keeping=FOR_A_DAY, kind="file", headers=TO_EVERYBODY)


def _ready() -> None:
    """Do nothing, in the worker: by then it has read all that pages are made by."""


def _page(resource: Resource, publicity: Visibility) -> Answer:
    async def answer(*named: Any) -> Reply | None:
        shown = await resource.find(*named)
        if shown is None:
            return None
        page = shown.page
        found = resource.pattern in FOUND and await publicity.is_found(named[0].league_id)
        return page.with_headers(TO_BE_FOUND) if found else page

    return answer


def _data(resource: Resource) -> Answer:
    async def answer(*named: object) -> Reply | None:
        shown = await resource.find(*named)
        return None if shown is None else shown.data

    return answer


async def _number(text: str) -> int | None:
    return number(text) or None


async def _name(text: str) -> str:
    return text


def _always(reply: Reply) -> Answer:
    async def answer() -> Reply:
        return reply

    return answer
