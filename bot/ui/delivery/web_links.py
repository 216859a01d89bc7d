"""Web links: where the pages of the web are of what everybody may look at just now; nowhere, where there are none."""

from __future__ import annotations

from bot.host.privacy.visibility import Visibility


class WebLinks:
    """Says where pages are.

    Args:
        publicity: decides what everybody may look at.
        address: what the addresses of pages begin with; empty: there are none.
    """

    def __init__(self, publicity: Visibility, address: str) -> None:
        self._publicity = publicity
        self._address = address

    async def to_table(self, game_id: int) -> str:
        """Return where a table's page is; empty: nobody can look at it."""
        if not self._address or await self._publicity.game(game_id) is None:
            return ""
        return f"{self._address}/tables/{game_id}"

    async def to_season(self, season_id: int) -> str:
        """Return where a season's page is; empty: nobody can look at it."""
        if not self._address or await self._publicity.season(season_id) is None:
            return ""
        return f"{self._address}/seasons/{season_id}"
