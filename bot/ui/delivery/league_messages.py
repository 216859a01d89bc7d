"""Messages in a league's channel, updated to match the season's state.

Nothing is queued. The set of messages and their content follow from the season. The log line up to which they are shown
is stored, so an interrupted update is repeated.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from hashlib import sha256

import discord

from bot.engine.game import AnyGame
from bot.host.leagues.season_log import KnownSeason
from bot.host.services import LeagueServices
from bot.leagues.log_entries import Drawn, Ended, Entry, Opened
from bot.leagues.season import Season
from bot.ui.delivery.discord_errors import Reaction, get_reaction, is_temporary
from bot.ui.delivery.scheduled_events import ScheduledEvents
from bot.ui.delivery.table_messages import MessagePoster
from bot.ui.delivery.web_links import WebLinks
from bot.ui.screens.leagues import league_news, podium
from bot.ui.screens.leagues import season as screens
from bot.ui.screens.leagues.organiser_undo import render_moved_away
from bot.ui.screens.screen import Screen
from storage.interface.errors import StoreFailed
from storage.interface.leagues import SeasonRow
from storage.interface.letters import Letter

log = logging.getLogger(__name__)

ROLES: Mapping[str, type[Entry]] = {"sign-up": Opened, "standings": Drawn, "podium": Ended}
"""Messages in posting order, each with the log entry that causes it; all are kept current.

A podium stays where it was posted: it follows no move to another channel, and is not posted again once deleted.
"""


class LeagueMessages:
    """Posts and updates the messages of leagues."""

    def __init__(self, client: discord.Client, leagues: LeagueServices, links: WebLinks) -> None:
        self._season_log = leagues.season_log
        self._maintenance = leagues.maintenance
        self._rulings = leagues.rulings
        self._join_requests = leagues.join_requests
        self._storage = leagues.season_log.storage
        self._links = links
        self._posting = MessagePoster(client, self._storage)
        self._events = ScheduledEvents(client, self._storage)

    async def show_all(self) -> None:
        """Update all outdated messages; a further call resumes after a failure.

        Raises:
            discord.HTTPException: Discord is busy or down.
            StoreFailed: an update could not be recorded.
            ExceptionGroup: some seasons cannot be read; all others are shown.
        """
        rows = {row.season_id: row for row in await self._storage.leagues.list_seasons_to_show(self._season_log.shards)}
        for season_id in self._maintenance.list_due_announcements():
            row = rows.get(season_id) or await self._storage.leagues.get_season(season_id)
            if row is None:  # its server was erased
                self._maintenance.mark_announced(season_id)
            else:
                rows[season_id] = row
        failures = []
        for row in rows.values():
            try:
                await self._show(row)
            except Exception as failed:
                if isinstance(failed, discord.HTTPException) and not is_temporary(failed):
                    log.warning("a season cannot be shown (%s)", failed.code, extra={"season": row.season_id})
                    await self._storage.leagues.mark_shown(row.season_id, row.lines)  # until its next event
                    continue
                self._maintenance.mark_announcement_due(row.season_id)
                unknown = isinstance(failed, discord.HTTPException) and get_reaction(failed) is Reaction.UNKNOWN
                if not unknown and isinstance(failed, (discord.HTTPException, OSError, StoreFailed)):
                    raise  # it would fail for all of them
                failures.append(failed)
        if failures:
            raise ExceptionGroup("seasons could not be shown", failures)

    async def _show(self, row: SeasonRow) -> None:
        self._maintenance.mark_announced(row.season_id)  # before it is read, so that later changes mark it again
        known = await self._season_log.get_season(row.season_id)
        there = await self._storage.leagues.list_messages(row.season_id)
        game, address = self._season_log.find_game(known), await self._links.get_season_link(row.season_id)
        for role, screen in await self._season_log.run_reading(
            known, lambda _: [*_list_messages(known, game, address)]
        ):
            if role in there and _get_kind(role) is Ended:
                await self._update_in_place(known, there[role], screen)
                continue
            if role in there and there[role][0] != known.league.channel_id:
                await self._update_in_place(known, there[role], render_moved_away(known))
            elif role in there and await self._posting.change(there[role], screen):
                continue
            sent = await self._posting.send(known.league.channel_id, screen, _build_letter(known, role))
            await self._storage.leagues.put_message(row.season_id, role, sent.channel.id, sent.id)
        await self._post_once(known, there)
        await self._events.update(known, there, self._season_log.now())
        await self._storage.leagues.mark_shown(row.season_id, known.row.lines)

    async def _update_in_place(self, known: KnownSeason, before: tuple[int, int], screen: Screen) -> None:
        """Replace the content of a message that is not posted again; if it or its channel is gone, do nothing."""
        try:
            await self._posting.change(before, screen)
        except discord.HTTPException as refused:
            if is_temporary(refused):
                raise
            log.info(
                "a message of a season could not be updated (%s)", refused.code, extra={"season": known.row.season_id}
            )

    async def _post_once(self, known: KnownSeason, there: Mapping[str, tuple[int, int]]) -> None:
        """Post one-time messages: weekly news and calls to the stewards."""
        now = self._season_log.now()
        stewards = await self._rulings.list_stewards(known.league.league_id)
        has_requests = bool(await self._join_requests.list_waiting(known))
        for role, screen in await self._season_log.run_reading(
            known, lambda _: _list_one_time_messages(known, stewards, now, has_requests=has_requests)
        ):
            if role not in there:
                sent = await self._posting.send(known.league.channel_id, screen, _build_letter(known, role))
                await self._storage.leagues.put_message(known.row.season_id, role, sent.channel.id, sent.id)
        for role, screen in [*league_news.list_answered_calls(known), *_list_former_podiums(known)]:
            if role in there:
                await self._update_in_place(known, there[role], screen)


def _list_messages(known: KnownSeason, game: AnyGame | None, address: str) -> Iterator[tuple[str, Screen]]:
    """Yield the current messages of a season."""
    if game is not None:
        yield "sign-up", screens.render_sign_up(known, game)
    if known.season.cancelled:
        return
    if known.row.status in ("running", "over"):
        yield "standings", screens.render_standings(known, game, address=address)
    if known.row.status == "over":
        in_review = f"{address}/review" if address else ""
        yield _list_podiums(known.season)[-1], podium.render_podium(known, game, in_review)


def _list_podiums(season: Season) -> list[str]:
    """Return the roles of a season's podiums, one for each end, including ends that were taken back."""
    ends = sum(isinstance(line.entry, Ended) for line in season.lines)
    return ["podium", *(f"podium {number}" for number in range(2, ends + 1))]


def _list_former_podiums(known: KnownSeason) -> Iterator[tuple[str, Screen]]:
    """Yield the podiums of ends that were taken back."""
    roles = _list_podiums(known.season)
    for role in roles[:-1] if known.row.status == "over" else roles:
        yield role, podium.render_former_podium(known)


def _get_kind(role: str) -> type[Entry]:
    return ROLES.get(role.partition(" ")[0], Opened)


def _list_one_time_messages(
    known: KnownSeason, stewards: Collection[int], now: datetime, *, has_requests: bool
) -> list[tuple[str, Screen]]:
    week = league_news.render_week(known, now) if known.row.status == "running" else None
    return [
        *([] if week is None else [week]),
        *league_news.list_draft_changes(known),
        *league_news.list_reminders(known, now),
        *league_news.list_calls(known, stewards, now, has_requests=has_requests),
    ]


def _build_letter(known: KnownSeason, role: str) -> Letter:
    """Return a letter with a stable id, so that a repeated delivery finds the first one."""
    kind = _get_kind(role)
    since = next((line.made_at for line in known.season.lines if isinstance(line.entry, kind)), "")
    number = int(sha256(f"{known.row.season_id} {role}".encode()).hexdigest()[:12], 16)
    return Letter(-number, 0, 0, "notice", None, "{}", 0, since, may_be_there=True)
