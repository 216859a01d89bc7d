"""Keep the warnings that players bring from one season of a league to the next."""

from __future__ import annotations

import logging

from bot.host.errors import Refusal
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.leagues.log_entries import Carded
from bot.leagues.remembered_warnings import REMEMBERED_SEASONS, list_due_warnings, summarize_conduct

log = logging.getLogger(__name__)


async def update_remembered_warnings(season_log: SeasonLog, league_id: int) -> None:
    """Derive the remembered warnings of a league from its ended seasons, and store them.

    Each person's last played season decides. Repeating this changes nothing.
    """
    warned: dict[int, int] = {}
    decided: set[int] = set()
    rows = [row for row in await season_log.storage.leagues.list_seasons(league_id) if row.status == "over"]
    for row in rows[:REMEMBERED_SEASONS]:
        known = await season_log.get_season(row.season_id)
        conduct = await season_log.run_reading(known, summarize_conduct)
        people = {number: one.user_id for number, one in known.entrants.items() if one.user_id is not None}
        for number in conduct.barred:
            if number in people and people[number] not in decided:
                warned[people[number]] = row.season_id
        decided |= {people[number] for number in (*conduct.barred, *conduct.clean) if number in people}
    if warned or await season_log.storage.leagues.list_remembered_warnings(league_id):
        await season_log.storage.leagues.replace_remembered_warnings(league_id, warned)


async def apply_remembered_warnings(season_log: SeasonLog, known: KnownSeason) -> KnownSeason:
    """Write the remembered warnings that count because their owners got another; return the season."""
    warned = [number for number, one in known.entrants.items() if one.warned and number in known.season.entrants]
    if not warned or not await season_log.run_reading(known, lambda season: list_due_warnings(season, warned)):
        return known
    await update_remembered_warnings(season_log, known.league.league_id)  # a correction may have cleared one

    def build_cards(now: KnownSeason) -> list[Carded]:
        return list_due_warnings(now.season, [n for n, one in now.entrants.items() if one.warned])

    try:
        return await season_log.write(known.row.season_id, build_cards)
    except Refusal as meanwhile:  # the conflicting update triggers another pass
        log.info("no remembered warning was written: %s", meanwhile, extra={"season": known.row.season_id})
        return known
