"""Links to tables as pages to play on, in messages to one person who wants them.

A link holds no secret: the page asks for a session. Messages that several people see have none, because each person
decides for themselves.
"""

from __future__ import annotations

from bot.host.table.deadlines import Wishes
from storage.interface.people import Person


class OwnPageLinks:
    """Builds links to own pages.

    Args:
        address: base URL of the pages; empty if there are none.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address

    def build_link(self, person: Person | None, game_id: int) -> str:
        """Return the link to a person's table; empty if there are no pages or they do not want links."""
        if not self.address or person is None or not Wishes.read(person.wishes).links_to_pages:
            return ""
        return f"{self.address}/tables/{game_id}"
