"""Feeds: the results of a season, or of a league, as an Atom feed (RFC 4287); only what the season's page tells.

What is named in a feed once, such as the result of a table, keeps its id for ever: it is made of the digest that the
season has published, or of when and where its league was made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import NAMESPACE_URL, UUID, uuid5
from xml.etree import ElementTree

from bot.host.cpu_accounting import beside
from bot.host.leagues.season_log import SeasonLog
from bot.host.privacy.visibility import Visibility
from bot.host.sanitize import plain
from bot.ui.screens.leagues.season_page import TableResult
from bot.web.responses import ATOM, Reply
from bot.web.seasons import SeasonPages, SeasonShown
from bot.web.text_html import moment
from storage.interface import LeagueRow, SeasonRow

NEWEST = 50
"""Results in a feed."""


@dataclass(frozen=True)
class _News:
    """A result, with the season to which it belongs."""

    season: SeasonShown
    result: TableResult


class Feeds:
    """Makes feeds of what the caller knows to be public.

    Args:
        ledger: knows the leagues.
        publicity: decides what everybody may look at.
        seasons: makes the pages of seasons, of which feeds are made.
        address: what the addresses of pages begin with; empty: nobody has said.
    """

    def __init__(self, ledger: SeasonLog, publicity: Visibility, seasons: SeasonPages, address: str) -> None:
        self._ledger = ledger
        self._publicity = publicity
        self._seasons = seasons
        self._address = address

    async def season(self, row: SeasonRow) -> Reply:
        """Return the feed of a season's results."""
        shown = (await self._seasons.sheet(row)).value
        known = await self._ledger.known(row.season_id)
        since = moment(known.season.lines[0].made_at).plain
        found = _feed(shown.title, shown.address, shown.feed, _id(shown), shown.league, since, self._address)
        return await beside(_written, found, _results(shown)[:NEWEST])

    async def league(self, league: LeagueRow) -> Reply:
        """Return the feed of a league's results, in all of its seasons."""
        news: list[_News] = []
        for row in await self._publicity.seasons(league.league_id):
            news += _results((await self._seasons.sheet(row)).value)
            if len(news) >= NEWEST:
                break
        address = f"/leagues/{league.league_id}"
        made = uuid5(NAMESPACE_URL, f"discord:{league.guild_id}/{league.league_id}/{league.made_at}")
        since = moment(league.made_at).plain
        found = _feed(league.name, address, f"{address}/feed.xml", made, league.name, since, self._address)
        return await beside(_written, found, news[:NEWEST])


def _results(season: SeasonShown) -> list[_News]:
    """Return the results of a season, the newest first."""
    found = [_News(season, result) for part in season.parts for result in part.results if result.counts]
    return sorted(found, key=lambda one: (one.result.decided_at, one.result.number), reverse=True)


def _id(season: SeasonShown) -> UUID:
    return uuid5(NAMESPACE_URL, f"season:{season.digest}")


def _feed(title: str, page: str, own: str, made: UUID, author: str, since: str, address: str) -> ElementTree.Element:
    feed = ElementTree.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": "en"})
    if address:
        feed.set("xml:base", f"{address}/")
    _text(feed, "id", made.urn)
    _text(feed, "title", f"{plain(title)}: results")
    _text(feed, "updated", since)
    ElementTree.SubElement(feed, "link", {"rel": "self", "type": "application/atom+xml", "href": f"{address}{own}"})
    ElementTree.SubElement(feed, "link", {"rel": "alternate", "type": "text/html", "href": f"{address}{page}"})
    _text(ElementTree.SubElement(feed, "author"), "name", plain(author) or "Boardroom")
    return feed


def _written(feed: ElementTree.Element, news: Sequence[_News]) -> Reply:
    base = (feed.get("xml:base") or "").removesuffix("/")
    for one in news:
        _add(feed, one, base)
    updated = feed.find("updated")
    if news and updated is not None:
        updated.text = max(moment(one.result.changed_at).plain for one in news)
    whole = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return Reply(whole, ATOM, kind="feed")


def _add(feed: ElementTree.Element, news: _News, base: str) -> None:
    season, result = news.season, news.result
    entry = ElementTree.SubElement(feed, "entry")
    _text(entry, "id", uuid5(_id(season), f"table {result.number}").urn)
    _text(entry, "title", f"{plain(season.title)}: table {result.number}{result.in_round}{result.game}")
    _text(entry, "published", moment(result.decided_at).plain)
    _text(entry, "updated", moment(result.changed_at).plain)
    address = result.address or season.address
    ElementTree.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": f"{base}{address}"})
    note = f" ({result.state})" if result.state else ""
    _text(entry, "content", f"{result.came_out.plain}{note}", type="text")


def _text(parent: ElementTree.Element, tag: str, text: str, **attributes: str) -> None:
    ElementTree.SubElement(parent, tag, attributes).text = text
