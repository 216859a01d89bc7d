"""Register substitutes at league tables as helpers of the season, which credits them."""

from __future__ import annotations

from bot.host.leagues.season_events import build_line
from bot.leagues.log_entries import Joined
from storage.interface.errors import Conflict
from storage.interface.leagues import EntrantRow
from storage.store import Storage


async def get_or_add_helper(storage: Storage, season_id: int, user_id: int, name: str, now: str) -> int | None:
    """Return a person's entrant number in a season, adding them as a helper if necessary.

    A person forgotten since keeps their number.

    Returns:
        None when the season is over and takes no entries.
    """
    while True:
        season = await storage.leagues.get_season(season_id)
        if season is None or season.status == "over":
            return None
        entrants = await storage.leagues.list_entrants(season_id)
        known = next((one.entrant for one in entrants if one.user_id == user_id), None)
        if known is None:
            known = await storage.leagues.find_former_entrant(season_id, user_id)
        if known is not None:
            return known
        new = EntrantRow(len(entrants) + 1, user_id, name)
        joined = build_line(Joined(entrant=new.entrant, ticket="", helper=True))
        try:
            await storage.leagues.append(season_id, season.lines, [joined], now, joins=new)
        except Conflict:  # the season was updated; a table may have ended just now
            continue
        return new.entrant
