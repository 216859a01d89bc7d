"""Atom feeds (RFC 4287) of the results of a season or a league, with nothing that its page does not show.

An entry keeps its id for ever. The id of a season's feed derives from the digest that the season has published, that of
a league's feed from when and where the league was created.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import NAMESPACE_URL, UUID, uuid5
from xml.etree import ElementTree

from bot.host.privacy.visibility import Visibility
from bot.host.sanitize import sanitize
from bot.ui.screens.leagues.season_page import TableResult
from bot.web.page_cache import PageCache
from bot.web.page_worker import PageWorker
from bot.web.responses import ATOM, Reply
from bot.web.seasons import Lines, SeasonFacts, SeasonPages, build_season_parts
from bot.web.text_html import format_moment
from storage.interface.leagues import LeagueRow, SeasonRow

MAX_ENTRIES = 50
"""Entries per feed."""
MAX_SEASONS = 50
"""Maximum number of seasons read for the feed of a league."""
MAX_CACHED_RESULTS = 500
"""Seasons in the worker's cache of results."""


@dataclass(frozen=True)
class FeedHead:
    """The head of a feed."""

    title: str
    page: str
    """Path of the page that the feed accompanies."""
    feed: str
    """Path of the feed."""
    made: UUID | None
    """UUID of the feed; None: derive it from the season."""
    league: str
    since: str
    site: str
    """Base URL of the site; empty if not configured."""


class Feeds:
    """Builds the feeds of seasons and leagues; the caller checks that they are public.

    Args:
        visibility: decides which leagues are public.
        seasons: reads the facts and logs of seasons.
        page_worker: renders feeds in the worker.
        site: base URL of the site; empty if not configured.
    """

    def __init__(self, visibility: Visibility, seasons: SeasonPages, page_worker: PageWorker, site: str) -> None:
        self._visibility = visibility
        self._seasons = seasons
        self._page_worker = page_worker
        self._site = site

    async def render_season(self, row: SeasonRow) -> Reply:
        """Render the feed of a season's results."""
        facts, _ = await self._seasons.read_facts(row)
        head = FeedHead("", facts.address, facts.feed, None, facts.league, facts.began, self._site)
        return await self._render(("feed of a season", row.season_id), head, [facts])

    async def render_league(self, league: LeagueRow) -> Reply:
        """Render the feed of a league's results in its newest seasons."""
        seasons: list[SeasonFacts] = []
        results = 0
        for row in (await self._visibility.list_seasons(league.league_id))[:MAX_SEASONS]:
            facts, count = await self._seasons.read_facts(row)
            seasons.append(facts)
            results += count
            if results >= MAX_ENTRIES:
                break
        address = f"/leagues/{league.league_id}"
        made = uuid5(NAMESPACE_URL, f"discord:{league.guild_id}/{league.league_id}/{league.made_at}")
        head = FeedHead(league.name, address, f"{address}/feed.xml", made, league.name, league.made_at, self._site)
        return await self._render(("feed of a league", league.league_id), head, seasons)

    async def _render(self, address: object, head: FeedHead, seasons: Sequence[SeasonFacts]) -> Reply:
        further = partial(self._seasons.read_lines, seasons)
        return await self._page_worker.render(address, _build_feed, head, seasons, further=further)


# -- run in the worker ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Results:
    """The newest results of a season, newest first."""

    title: str
    """Title of the season."""
    made: UUID
    """UUID of the season."""
    address: str
    newest: Sequence[TableResult]


_read: PageCache[_Results] = PageCache(MAX_CACHED_RESULTS)
"""Cache of results by season, valid while the season's facts are unchanged."""


def _build_feed(head: FeedHead, seasons: Sequence[SeasonFacts], *logs: Lines) -> Reply:
    """Build a feed from the results of these seasons."""
    found = [_read_results(facts, lines) for facts, lines in zip(seasons, logs, strict=True)]
    news = [(season, result) for season in found for result in season.newest]
    title, made = (found[0].title, found[0].made) if head.made is None else (head.title, head.made)
    return _write_feed(_build_head(head, title, made), news[:MAX_ENTRIES])


def _read_results(facts: SeasonFacts, lines: Lines) -> _Results:
    kept = _read.get(facts.season_id, facts)
    if kept is not None:
        return kept
    parts = build_season_parts(facts, lines)
    newest = [result for part in parts.parts for result in part.results if result.counts]
    newest.sort(key=lambda one: (one.decided_at, one.number), reverse=True)
    made = uuid5(NAMESPACE_URL, f"season:{parts.digest}")
    return _read.put(facts.season_id, facts, _Results(parts.title, made, facts.address, newest[:MAX_ENTRIES]))


def _build_head(head: FeedHead, title: str, made: UUID) -> ElementTree.Element:
    feed = ElementTree.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": "en"})
    if head.site:
        feed.set("xml:base", f"{head.site}/")
    _add_text(feed, "id", made.urn)
    _add_text(feed, "title", f"{sanitize(title)}: results")
    _add_text(feed, "updated", format_moment(head.since).plain)
    own, about = f"{head.site}{head.feed}", f"{head.site}{head.page}"
    ElementTree.SubElement(feed, "link", {"rel": "self", "type": "application/atom+xml", "href": own})
    ElementTree.SubElement(feed, "link", {"rel": "alternate", "type": "text/html", "href": about})
    _add_text(ElementTree.SubElement(feed, "author"), "name", sanitize(head.league) or "Boardroom")
    return feed


def _write_feed(feed: ElementTree.Element, news: Sequence[tuple[_Results, TableResult]]) -> Reply:
    base = (feed.get("xml:base") or "").removesuffix("/")
    for season, result in news:
        _add_entry(feed, season, result, base)
    updated = feed.find("updated")
    if news and updated is not None:
        updated.text = max(format_moment(result.changed_at).plain for _, result in news)
    whole = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return Reply(whole, ATOM, kind="feed")


def _add_entry(feed: ElementTree.Element, season: _Results, result: TableResult, base: str) -> None:
    entry = ElementTree.SubElement(feed, "entry")
    _add_text(entry, "id", uuid5(season.made, f"table {result.number}").urn)
    _add_text(entry, "title", f"{sanitize(season.title)}: table {result.number}{result.in_round}{result.game}")
    _add_text(entry, "published", format_moment(result.decided_at).plain)
    _add_text(entry, "updated", format_moment(result.changed_at).plain)
    address = result.address or season.address
    ElementTree.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": f"{base}{address}"})
    note = f" ({result.state})" if result.state else ""
    _add_text(entry, "content", f"{result.came_out.plain}{note}", type="text")


def _add_text(parent: ElementTree.Element, tag: str, text: str, **attributes: str) -> None:
    ElementTree.SubElement(parent, tag, attributes).text = text
