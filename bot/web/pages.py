"""Pages: what stands at which address. Whatever is not public stands nowhere."""

from __future__ import annotations

from bot.engine.game import AnyGame
from bot.host.gathering.publicity import Publicity
from bot.host.host import Host
from bot.host.leagues.ledger import Ledger
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.season_page import STATUS
from bot.web.rendering import HERE, STYLE, rendered
from bot.web.reply import FOR_A_DAY, Reply
from bot.web.seasons import SeasonPages
from bot.web.tables import TablePages
from storage.interface import PublicTable

STYLES = Reply(STYLE, "text/css; charset=utf-8", keeping=FOR_A_DAY, kind="file")
ICON = Reply((HERE / "files" / "icon.svg").read_bytes(), "image/svg+xml", keeping=FOR_A_DAY, kind="file")
ROBOTS = Reply(b"User-agent: *\nDisallow: /\n", "text/plain; charset=utf-8", keeping=FOR_A_DAY, kind="file")
LONGEST_NUMBER = 15
"""Digits of a number in an address; nothing of ours has as many."""
ON_FRONT = 60
"""Tables on the front page."""


class WebPages:
    """Finds pages.

    Args:
        host: runs the tables.
        ledger: knows the seasons.
        publicity: decides what everybody may look at.
    """

    def __init__(self, host: Host, ledger: Ledger, publicity: Publicity) -> None:
        self._host = host
        self._publicity = publicity
        self._tables = TablePages(host, ledger, Pictures())
        self._seasons = SeasonPages(ledger, publicity, self._tables)

    async def at(self, path: str) -> Reply | None:
        """Return what stands at a path; None: nothing that everybody may see."""
        match path.split("/")[1:]:
            case [""]:
                return await self._front()
            case ["style.css"]:
                return STYLES
            case ["icon.svg"]:
                return ICON
            case ["robots.txt"]:
                return ROBOTS
            case ["seasons", number]:
                season = await self._publicity.season(_number(number))
                return None if season is None else await self._seasons.page(season.season_id)
            case ["tables", number, *rest]:
                table = await self._publicity.game(_number(number))
                return None if table is None else await self._at_table(table, rest)
            case _:
                return None

    async def _at_table(self, table: PublicTable, rest: list[str]) -> Reply | None:
        match rest:
            case []:
                return await self._tables.page(table)
            case ["log"]:
                return await self._tables.log(table, 1)
            case ["log", page]:
                return await self._tables.log(table, _number(page))
            case ["pictures", name]:
                return await self._tables.picture(table, name)
            case ["charts", number]:
                return await self._tables.chart(table, _number(number))
            case _:
                return None

    async def _front(self) -> Reply:
        """Return the page at the beginning: the leagues and tables that can be looked at."""
        leagues = [(league, season, STATUS[season.status]) for league, season in await self._publicity.leagues()]
        tables = [(table.game_id, self._game(table.title)) for table in await self._publicity.games(ON_FRONT)]
        games: list[AnyGame] = list(self._host.games.values())
        body = rendered(
            "front.html",
            title="Boardroom",
            leagues=leagues,
            tables=[(number, game) for number, game in tables if game is not None],
            games=games,
        )
        return Reply(body, kind="front")

    def _game(self, key: str) -> AnyGame | None:
        return self._host.games.get(key)


def _number(text: str) -> int:
    """Return a number as our addresses have it; 0, which nothing has, for all else."""
    if text.isascii() and text.isdecimal() and text[0] != "0" and len(text) <= LONGEST_NUMBER:
        return int(text)
    return 0
