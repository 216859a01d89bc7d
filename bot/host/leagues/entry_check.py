"""Conditions of a season for players who sign up: finished games, rating, a role, and an invite code."""

from __future__ import annotations

import hmac
from collections.abc import Collection

from bot.engine.chance import compute_digest
from bot.engine.words import format_count
from bot.host.errors import Refusal
from bot.host.leagues.player_records import PlayerRecords
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.rules import EntryConditions

CODE_CHARS = 10
"""Length of an invite code."""


class CodeNeeded(Refusal):
    """The invite code is missing or wrong."""


class EntryCheck:
    """Refuses players who do not meet a season's conditions; those who play on have met them before."""

    def __init__(self, player_records: PlayerRecords) -> None:
        self._player_records = player_records
        self._storage = player_records.season_log.storage

    async def must_meet(
        self, known: KnownSeason, user_id: int, roles: Collection[int], code: str, rated_by: Collection[int]
    ) -> None:
        """Check the conditions for a player who wants to join.

        Args:
            known: the season.
            user_id: the player.
            roles: their roles in the server.
            code: the invite code that they typed; empty: none.
            rated_by: leagues whose ratings count.

        Raises:
            CodeNeeded: all others are met.
            Refusal: another one is not met; the text says which, and what to do.
        """
        wants = get_conditions(known)
        if wants == EntryConditions() or known.find_number(user_id) is not None:
            return
        if wants.role_id is not None and int(wants.role_id) not in roles:
            raise Refusal(
                f"This season is for members with the role <@&{wants.role_id}>, which you do not have. Please ask the "
                "server's managers for it, and press again."
            )
        if wants.games:
            played = await self._storage.games.count_finished_of_player(known.league.guild_id, user_id)
            if played < wants.games:
                raise Refusal(
                    f"This season is for players with {format_count(wants.games, 'finished game')} in this server, and "
                    f"you have {played}. **/game list** shows tables that want players; press again after that."
                )
        await self._must_have_rating(known, user_id, rated_by)
        if wants.by_code and not hmac.compare_digest(normalize_code(code).encode(), derive_code(known).encode()):
            raise CodeNeeded(
                "That is not the invite code of this season. Please ask the organiser for it, and try again."
                if code
                else "This season takes an invite code. Please ask the organiser for it."
            )

    async def _must_have_rating(self, known: KnownSeason, user_id: int, rated_by: Collection[int]) -> None:
        wants = get_conditions(known)
        if wants.least_rating is None and wants.most_rating is None:
            return
        rating = (await self._player_records.get_ratings(rated_by, known.plan.title)).get(user_id)
        if rating is None:
            if wants.least_rating is not None:
                raise Refusal(
                    f"This season is for players with a rating of {wants.least_rating} or more, and you have no "
                    "reliable one yet. It comes with games in this server's leagues: **/league list** shows others."
                )
            return
        if rating < (wants.least_rating or rating) or rating > (wants.most_rating or rating):
            raise Refusal(
                f"This season is for ratings {describe_rating_range(wants)}, and yours is {rating}. **/league list** "
                "shows other leagues of this server."
            )


def get_conditions(known: KnownSeason) -> EntryConditions:
    """Return the conditions of a season, from its log once it is open."""
    return known.plan.entry if known.season.rules is None else known.season.rules.entry


def describe_rating_range(wants: EntryConditions) -> str:
    """Return the range of ratings in words."""
    if wants.least_rating is None:
        return f"up to {wants.most_rating}"
    if wants.most_rating is None:
        return f"from {wants.least_rating}"
    return f"from {wants.least_rating} to {wants.most_rating}"


def derive_code(known: KnownSeason) -> str:
    """Return the invite code of a season, which only its organisers are shown."""
    return compute_digest(f"invite:{known.own_secret}")[:CODE_CHARS]


def normalize_code(typed: str) -> str:
    """Return a typed code without spaces and capitals."""
    return "".join(typed.split()).casefold()
