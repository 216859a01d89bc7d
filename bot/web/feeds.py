"""Feeds: the results of a season, or of a league, as an Atom feed (RFC 4287); only what the season's page tells.

What is named in a feed once, such as the result of a table, keeps its id for ever: it is made of the digest that the
season has published, or of when and where its league was made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import NAMESPACE_URL, UUID, uuid5
from xml.etree import ElementTree

from bot.host.privacy.visibility import Visibility
from bot.host.sanitize import plain
from bot.ui.screens.leagues.season_page import TableResult
from bot.web.page_cache import PageCache
from bot.web.page_worker import PageWorker
from bot.web.responses import ATOM, Reply
from bot.web.seasons import Lines, SeasonFacts, SeasonPages, season_parts
from bot.web.text_html import moment
from storage.interface import LeagueRow, SeasonRow

NEWEST = 50
"""Results in a feed."""
MOST_SEASONS = 50
"""Seasons of which a league's feed has results at most."""
READ = 500
"""Seasons of which the worker remembers the newest results."""


@dataclass(frozen=True)
class FeedHead:
    """What stands at the head of a feed."""

    title: str
    page: str
    """The address of what it is about."""
    feed: str
    """Its own address."""
    made: UUID | None
    """Its id; None: that of the season it is about."""
    league: str
    since: str
    site: str
    """What addresses begin with; empty: nobody has said."""


class Feeds:
    """Makes feeds of what the caller knows to be public.

    Args:
        publicity: decides what everybody may look at.
        seasons: makes the pages of seasons.
        workshop: makes what takes long.
        site: what the addresses of pages begin with; empty: nobody has said.
    """

    def __init__(self, publicity: Visibility, seasons: SeasonPages, workshop: PageWorker, site: str) -> None:
        self._publicity = publicity
        self._seasons = seasons
        self._workshop = workshop
        self._site = site

    async def season(self, row: SeasonRow) -> Reply:
        """Return the feed of a season's results."""
        facts, _ = await self._seasons.facts(row)
        head = FeedHead("", facts.address, facts.feed, None, facts.league, facts.began, self._site)
        return await self._made(("feed of a season", row.season_id), head, [facts])

    async def league(self, league: LeagueRow) -> Reply:
        """Return the feed of a league's results, in its newest seasons."""
        seasons: list[SeasonFacts] = []
        results = 0
        for row in (await self._publicity.seasons(league.league_id))[:MOST_SEASONS]:
            facts, count = await self._seasons.facts(row)
            seasons.append(facts)
            results += count
            if results >= NEWEST:
                break
        address = f"/leagues/{league.league_id}"
        made = uuid5(NAMESPACE_URL, f"discord:{league.guild_id}/{league.league_id}/{league.made_at}")
        head = FeedHead(league.name, address, f"{address}/feed.xml", made, league.name, league.made_at, self._site)
        return await self._made(("feed of a league", league.league_id), head, seasons)

    async def _made(self, address: object, head: FeedHead, seasons: Sequence[SeasonFacts]) -> Reply:
        further = partial(self._seasons.lines, seasons)
        return await self._workshop.rendered(address, _feed, head, seasons, further=further)


# -- made by the worker --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Results:
    """The newest results of a season, the newest first."""

    title: str
    """What the season is called."""
    made: UUID
    """The season's id."""
    address: str
    newest: Sequence[TableResult]


_read: PageCache[_Results] = PageCache(READ)
"""The newest results of seasons, as long as these are the same."""


def _feed(head: FeedHead, seasons: Sequence[SeasonFacts], *logs: Lines) -> Reply:
    """Return a feed of the results of these seasons."""
    found = [_results(facts, lines) for facts, lines in zip(seasons, logs, strict=True)]
    news = [(season, result) for season in found for result in season.newest]
    title, made = (found[0].title, found[0].made) if head.made is None else (head.title, head.made)
    return _written(_head(head, title, made), news[:NEWEST])


def _results(facts: SeasonFacts, lines: Lines) -> _Results:
    kept = _read.get(facts.season_id, facts)
    if kept is not None:
        return kept
    parts = season_parts(facts, lines)
    newest = [result for part in parts.parts for result in part.results if result.counts]
    newest.sort(key=lambda one: (one.decided_at, one.number), reverse=True)
    made = uuid5(NAMESPACE_URL, f"season:{parts.digest}")
    return _read.put(facts.season_id, facts, _Results(parts.title, made, facts.address, newest[:NEWEST]))


def _head(head: FeedHead, title: str, made: UUID) -> ElementTree.Element:
    feed = ElementTree.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": "en"})
    if head.site:
        feed.set("xml:base", f"{head.site}/")
    _text(feed, "id", made.urn)
    _text(feed, "title", f"{plain(title)}: results")
    _text(feed, "updated", moment(head.since).plain)
    own, about = f"{head.site}{head.feed}", f"{head.site}{head.page}"
    ElementTree.SubElement(feed, "link", {"rel": "self", "type": "application/atom+xml", "href": own})
    ElementTree.SubElement(feed, "link", {"rel": "alternate", "type": "text/html", "href": about})
    _text(ElementTree.SubElement(feed, "author"), "name", plain(head.league) or "Boardroom")
    return feed


def _written(feed: ElementTree.Element, news: Sequence[tuple[_Results, TableResult]]) -> Reply:
    base = (feed.get("xml:base") or "").removesuffix("/")
    for season, result in news:
        _add(feed, season, result, base)
    updated = feed.find("updated")
    if news and updated is not None:
        updated.text = max(moment(result.changed_at).plain for _, result in news)
    whole = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return Reply(whole, ATOM, kind="feed")


def _add(feed: ElementTree.Element, season: _Results, result: TableResult, base: str) -> None:
    entry = ElementTree.SubElement(feed, "entry")
    _text(entry, "id", uuid5(season.made, f"table {result.number}").urn)
    _text(entry, "title", f"{plain(season.title)}: table {result.number}{result.in_round}{result.game}")
    _text(entry, "published", moment(result.decided_at).plain)
    _text(entry, "updated", moment(result.changed_at).plain)
    address = result.address or season.address
    ElementTree.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": f"{base}{address}"})
    note = f" ({result.state})" if result.state else ""
    _text(entry, "content", f"{result.came_out.plain}{note}", type="text")


def _text(parent: ElementTree.Element, tag: str, text: str, **attributes: str) -> None:
    ElementTree.SubElement(parent, tag, attributes).text = text
