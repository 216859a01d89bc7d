"""Links to public web pages; empty where there are none."""

from __future__ import annotations

from bot.host.privacy.visibility import Visibility


class WebLinks:
    """Builds links to web pages.

    Args:
        visibility: decides which pages are public.
        address: base URL of the pages; empty if there are none.
    """

    def __init__(self, visibility: Visibility, address: str) -> None:
        self.visibility = visibility
        self.address = address

    async def get_table_link(self, game_id: int) -> str:
        """Return the link to a table's page; empty if it is not public."""
        if not self.address or await self.visibility.get_game(game_id) is None:
            return ""
        return f"{self.address}/tables/{game_id}"

    async def get_season_link(self, season_id: int) -> str:
        """Return the link to a season's page; empty if it is not public."""
        if not self.address or await self.visibility.get_season(season_id) is None:
            return ""
        return f"{self.address}/seasons/{season_id}"
