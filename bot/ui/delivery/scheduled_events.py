"""Discord's scheduled events for the dates of a season, in servers that give the bot the permission.

Each event is recorded like a message of the season, by a role that contains its moment. A moved date has another role,
so that the old event is deleted. An event that was created just before the process stopped is found on Discord. What
Discord refuses is not tried again, and nothing else depends on it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import discord

from bot.host.leagues import calendar
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.rounds import count_undrawn_rounds
from bot.ui.delivery.discord_errors import is_temporary
from bot.ui.screens.leagues.season import format_season_name
from bot.ui.screens.parts import build_channel_url
from storage.store import Storage

log = logging.getLogger(__name__)

EVENT = "event"
"""The first word of the roles under which events are recorded."""
LENGTH = timedelta(hours=1)
"""Length of an event: Discord wants an end."""
MAX_NAME_CHARS = 100
NONE = 0
"""Recorded in place of an event that was refused or deleted."""


class ScheduledEvents:
    """Creates and deletes the scheduled events of seasons with dates."""

    def __init__(self, client: discord.Client, storage: Storage) -> None:
        self._client = client
        self._storage = storage

    async def update(self, known: KnownSeason, there: Mapping[str, tuple[int, int]], now: datetime) -> None:
        """Create missing events of a season, and delete those whose dates have moved.

        Args:
            known: the season.
            there: its recorded messages and events.
            now: the present time.
        """
        recorded = {role: event for role, (_, event) in there.items() if role.startswith(f"{EVENT} ")}
        guild = self._client.get_guild(known.league.guild_id)
        if (known.season.dates is None and not recorded) or guild is None or not _may_create(guild):
            return
        wanted = list_events(known, now)
        missing = {role: event for role, event in wanted.items() if role not in recorded}
        there_already = await self._find_own(guild) if missing else {}
        for role, (name, at) in missing.items():
            found = there_already.get((name[:MAX_NAME_CHARS], at))
            await self._record(known, role, found or await self._create(guild, known, name, at))
        for role, event in recorded.items():
            if role not in wanted and event != NONE and _get_moment(role) > now and await self._delete(guild, event):
                await self._record(known, role, NONE)

    async def _record(self, known: KnownSeason, role: str, event: int | None) -> None:
        if event is not None:
            await self._storage.leagues.put_message(known.row.season_id, role, known.league.channel_id, event)

    async def _find_own(self, guild: discord.Guild) -> dict[tuple[str, datetime], int]:
        """Return the bot's own events in a server, by name and start; empty if Discord does not say."""
        try:
            found = await guild.fetch_scheduled_events(with_counts=False)
        except (discord.HTTPException, OSError) as refused:
            log.info("the scheduled events of a server were not read: %s", refused)
            return {}
        return {(event.name, event.start_time): event.id for event in found if event.creator_id == guild.me.id}

    async def _create(self, guild: discord.Guild, known: KnownSeason, name: str, at: datetime) -> int | None:
        """Return the id of a new event, `NONE` if Discord refuses it, and None if it is to be tried again."""
        try:
            event = await guild.create_scheduled_event(
                name=name[:MAX_NAME_CHARS],
                start_time=at,
                end_time=at + LENGTH,
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                location=build_channel_url(known.league.guild_id, known.league.channel_id),
            )
        except (discord.HTTPException, OSError) as refused:
            log.info("a scheduled event was not created: %s", refused, extra={"season": known.row.season_id})
            return None if isinstance(refused, OSError) or is_temporary(refused) else NONE
        return event.id

    async def _delete(self, guild: discord.Guild, event: int) -> bool:
        """Delete an event; return False if it is to be tried again."""
        try:
            await self._client.http.delete_scheduled_event(guild.id, event)
        except (discord.HTTPException, OSError) as refused:
            log.info("a scheduled event was not deleted: %s", refused)
            return not (isinstance(refused, OSError) or is_temporary(refused))
        return True


def list_events(known: KnownSeason, now: datetime) -> dict[str, tuple[str, datetime]]:
    """Return the coming events of a season with dates, by role, each with its name and its moment."""
    season, name = known.season, format_season_name(known)
    if season.dates is None or season.cancelled or known.row.status not in ("sign-up", "running"):
        return {}
    found: list[tuple[str, str, datetime | None]] = []
    if "draw" not in season.halted:
        found.append(("draw", f"{name}: sign-up ends", calendar.compute_draw_date(season)))
    if "start" not in season.halted:
        found.append(("start", f"{name}: the first tables open", calendar.compute_start_date(season)))
    if season.rounds and season.get_rules().is_drawn_in_rounds() and count_undrawn_rounds(season):
        number = season.rounds[-1].number + 1
        found.append(
            ("round", f"{name}: round {number} begins, at the latest", calendar.compute_last_day(season, known.plan))
        )
    return {
        f"{EVENT} {what} {int(at.timestamp())}": (words, at) for what, words, at in found if at is not None and at > now
    }


def _get_moment(role: str) -> datetime:
    return datetime.fromtimestamp(int(role.rpartition(" ")[2]), UTC)


def _may_create(guild: discord.Guild) -> bool:
    """Whether the bot may create events in a server; known without a request."""
    permissions = guild.me.guild_permissions
    return permissions.create_events or permissions.manage_events
