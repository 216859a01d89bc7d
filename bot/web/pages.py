"""Pages: what stands at which address. Whatever is not public stands nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.game import AnyGame
from bot.host.gathering.publicity import Publicity
from bot.host.host import Host
from bot.host.leagues.ledger import Ledger
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.season_page import STATUS
from bot.web.rendering import HERE, STYLE, rendered
from bot.web.reply import FOR_A_DAY, Reply
from bot.web.routes import Address, Answer, Routes, number
from bot.web.seasons import SeasonPages
from bot.web.tables import TablePages

STYLES = Reply(STYLE, "text/css; charset=utf-8", keeping=FOR_A_DAY, kind="file")
ICON = Reply((HERE / "files" / "icon.svg").read_bytes(), "image/svg+xml", keeping=FOR_A_DAY, kind="file")
ROBOTS = Reply(b"User-agent: *\nDisallow: /\n", "text/plain; charset=utf-8", keeping=FOR_A_DAY, kind="file")
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
        tables = TablePages(host, ledger, Pictures())
        seasons = SeasonPages(ledger, publicity, tables)
        routes = (
            Address("/", self._front),
            Address("/style.css", _always(STYLES)),
            Address("/icon.svg", _always(ICON)),
            Address("/robots.txt", _always(ROBOTS)),
            Address("/seasons/{season}", seasons.page),
            Address("/tables/{table}", tables.page),
            Address("/tables/{table}/log", tables.log),
            Address("/tables/{table}/log/{page}", tables.log),
            Address("/tables/{table}/pictures/{picture}", tables.picture),
            Address("/tables/{table}/charts/{chart}", tables.chart),
        )
        self._routes = Routes(
            routes,
            {
                "season": lambda text: publicity.season(number(text)),
                "table": lambda text: publicity.game(number(text)),
                "page": _number,
                "chart": _number,
                "picture": _name,
            },
        )

    @property
    def addresses(self) -> Sequence[str]:
        """All addresses there are, with names in braces for what differs."""
        return [route.pattern for route in self._routes.routes]

    async def at(self, path: str) -> Reply | None:
        """Return what stands at a path; None: nothing that everybody may see."""
        return await self._routes.at(path)

    async def _front(self) -> Reply:
        """Return the page at the beginning: the leagues and tables that can be looked at."""
        leagues = [(league, season, STATUS[season.status]) for league, season in await self._publicity.leagues()]
        tables = [(table.game_id, self._game(table.title)) for table in await self._publicity.games(ON_FRONT)]
        games: list[AnyGame] = list(self._host.games.values())
        body = rendered(
            "front.html",
            title="Boardroom",
            leagues=leagues,
            tables=[(game_id, game) for game_id, game in tables if game is not None],
            games=games,
        )
        return Reply(body, kind="front")

    def _game(self, key: str) -> AnyGame | None:
        return self._host.games.get(key)


async def _number(text: str) -> int | None:
    return number(text) or None


async def _name(text: str) -> str:
    return text


def _always(reply: Reply) -> Answer:
    async def answer() -> Reply:
        return reply

    return answer
