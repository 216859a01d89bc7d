"""Walking through a site: from the front page, or the API's, to all that it leads to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.web.openapi import API
from tests.web.site import Got, Site

LINK = re.compile(r'(?:href|src)="(/[^"]*)"')


def filled(pattern: str, **numbers: int | str) -> str:
    """An address with these in place of its names."""
    usual = {"page": 1, "chart": 1, "entry": 1, "eyes": 1, "before": 9**9, "picture": "fair", "season": 1, "person": 1}
    return pattern.format(**usual | numbers)


async def pages(site: Site, start: str = "/") -> Mapping[str, Got]:
    """All pages, pictures and feeds that are linked from the front page or another, and from those."""
    return await _walk(site, start, lambda got: LINK.findall(got.body.decode(errors="replace")))


async def data(site: Site, start: str = API) -> Mapping[str, Got]:
    """All answers of the API to which the first one leads; what it names that is no data is looked at, too."""

    def leads_to(got: Got) -> Iterator[str]:
        if not got.headers["Content-Type"].startswith("application/json"):
            return
        for address in addresses(json.loads(got.body)):
            yield address if is_file(address) else API + address

    return await _walk(site, start, leads_to)


def is_file(address: str) -> bool:
    return bool(re.search(r"/(pictures|charts|boards)/|\.xml$", address))


def addresses(answer: Any) -> Iterator[str]:
    """All addresses of this site in an answer."""
    if isinstance(answer, dict):
        for each in answer.values():
            yield from addresses(each)
    elif isinstance(answer, list):
        for each in answer:
            yield from addresses(each)
    elif isinstance(answer, str) and re.fullmatch(r"/[a-z]+/[\w./-]+(\?[0-9a-f]+)?", answer):
        yield answer


async def _walk(site: Site, start: str, leads_to: Any) -> Mapping[str, Got]:
    found: dict[str, Got] = {}
    to_go = [start]
    while to_go:
        address = to_go.pop()
        if address not in found:
            found[address] = got = await site.get(address)
            assert got.status == 200, address
            to_go += leads_to(got)
    return found
