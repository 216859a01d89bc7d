"""Weekly direct messages to league players who want them, beginning after their draw.

Nothing is queued. A due letter follows from the season and from the stored week of the person's last letter, which is
updated after the delivery. An interrupted delivery is repeated, and finds the message that was already posted.
`LeagueNotices` adds letters about single lines of the log.
"""

from __future__ import annotations

import json
import logging
from hashlib import sha256

import discord

from bot.host.delivery.outbox_worker import RetryLater
from bot.host.leagues import calendar
from bot.host.leagues.player_tables import list_own_tables
from bot.host.leagues.season_log import KnownSeason
from bot.host.services import LeagueServices
from bot.host.table import deadlines
from bot.leagues.reachable_places import compute_range
from bot.ui.delivery.discord_errors import limit_time
from bot.ui.delivery.league_notices import TOO_FAST_CODES, LeagueNotices
from bot.ui.delivery.private_hands import PrivateHands
from bot.ui.screens.leagues import league_digests as screens
from bot.ui.screens.leagues.join_requests import render_decision
from bot.ui.screens.leagues.ladders import render_expired_request
from bot.ui.screens.screen import Screen
from storage.interface.letters import Letter
from storage.interface.people import Person

log = logging.getLogger(__name__)


class LeagueDigests:
    """Sends due letters to the players who want them."""

    def __init__(self, client: discord.Client, leagues: LeagueServices, private_hands: PrivateHands) -> None:
        self._client = client
        self._season_log = leagues.season_log
        self._join_requests = leagues.join_requests
        self._host = leagues.season_log.host
        self._storage = leagues.season_log.storage
        self._private_hands = private_hands
        self._notices = LeagueNotices(client, leagues, private_hands)
        self._due_seasons: set[int] = set()
        self._unrecorded: set[int] = set()
        """Letters that were sent, but could not be recorded yet."""

    def mark_due(self, season_id: int) -> None:
        """Mark a season as possibly having letters due."""
        self._due_seasons.add(season_id)

    async def resume(self) -> None:
        """Mark all running seasons, because a stopped process may have left letters due."""
        self._due_seasons |= {
            row.season_id for row in await self._storage.leagues.list_current_seasons(self._host.shards)
        }

    async def send_all(self) -> None:
        """Send all due letters; a further call resumes after a failure.

        Raises:
            RetryLater: a first direct message has to wait for its turn.
            discord.HTTPException: Discord is busy or down.
            StoreFailed: a delivery could not be recorded.
        """
        for season_id in sorted(self._due_seasons):
            self._due_seasons.discard(season_id)  # before it is read, so that later changes mark it again
            try:
                await self._send_ladder_notices(season_id)
                await self._send_season(season_id)
            except BaseException:
                self._due_seasons.add(season_id)
                raise

    async def _send_ladder_notices(self, season_id: int) -> None:
        """Tell players that they waited for a ladder's game without success, as promised when they joined."""
        row = await self._storage.leagues.get_season(season_id)
        for wanted in () if row is None else await self._storage.leagues.list_wanted_games(row.league_id):
            if row is None or wanted.over != 1:
                continue
            known = await self._season_log.get_season(season_id)
            number = known.find_number(wanted.user_id)
            person = await self._host.people.get(wanted.user_id)
            if number is not None and person is not None:
                if person.dm == "closed":
                    continue  # their inbox shows it
                which = f"{row.league_id} {wanted.user_id} {wanted.until}"
                if not await self._send(
                    person,
                    render_expired_request(known, wanted),
                    _build_letter_with_id(f"waited {which}", wanted.until),
                ):
                    continue
            await self._storage.leagues.mark_wait_over(row.league_id, wanted.user_id, wanted.until, 2)

    async def _send_season(self, season_id: int) -> None:
        row = await self._storage.leagues.get_season(season_id)
        if row is None or row.status not in ("sign-up", "running"):
            return
        known, held_up = await self._season_log.get_season(season_id), None
        try:
            await self._send_join_decisions(known)
            await self._notices.send_due(known)
        except RetryLater as not_yet:
            held_up = not_yet
        wanted = await self._storage.leagues.list_letter_recipients(season_id) if row.status == "running" else {}
        weeks = calendar.count_weeks_played(known.season, self._host.now())
        for number, written in wanted.items():
            try:
                await self._send_due(known, number, written, weeks)
            except RetryLater as not_yet:  # the others need not wait for it
                held_up = held_up or not_yet
        if held_up is not None:
            raise held_up

    async def _send_join_decisions(self, known: KnownSeason) -> None:
        """Tell people what the stewards decided; who gets no direct messages reads it when they press Join again."""
        for request in await self._join_requests.list_decided(known):
            person, arrived = (
                await self._host.people.get(request.user_id) or Person(request.user_id, request.name),
                False,
            )
            if person.dm != "closed":
                which = f"join {known.row.season_id} {request.user_id} {request.asked_at} {request.fate}"
                letter = _build_letter_with_id(which, request.asked_at)
                arrived = await self._send(person, render_decision(known, request), letter)
            if arrived or request.fate == "approved":
                await self._join_requests.mark_told(known, request)

    async def _send_due(self, known: KnownSeason, number: int, written: int | None, weeks: int) -> None:
        """Send a player their due letter, if any."""
        one, entrant = known.entrants.get(number), known.season.entrants[number]
        if one is None or one.user_id is None or entrant.division is None or entrant.status != "plays":
            return
        if written is not None and weeks <= written:
            return
        person = await self._host.people.get(one.user_id) or Person(one.user_id, one.name)
        if person.dm == "closed":
            return
        letter = _build_letter(known, number, weeks, first=written is None)
        if letter.letter_id not in self._unrecorded:
            screen = await self._build_screen(known, number, first=written is None)
            if screen is None:
                return
            await self._send(person, screen, letter)
            self._unrecorded.add(letter.letter_id)
        await self._storage.leagues.mark_written_to(known.row.season_id, number, weeks)
        self._unrecorded.discard(letter.letter_id)

    async def _send(self, person: Person, screen: Screen, letter: Letter) -> bool:
        """Send a letter; return whether it arrived. A permanent refusal is remembered and not retried."""
        async with limit_time(self._client):
            refused = await self._private_hands.send_dm(person, screen, letter)
        if refused in TOO_FAST_CODES:
            raise RetryLater(f"no direct message is opened for a while ({refused})")
        if refused:
            log.warning("a direct message about a season was refused (%s)", refused)
        return not refused

    async def _build_screen(self, known: KnownSeason, number: int, *, first: bool) -> Screen | None:
        tables = await list_own_tables(self._host, known, number)
        if first:
            return await self._season_log.run_reading(
                known, lambda _: screens.render_draw_notice(known, number, tables)
            )
        is_ladder = known.plan.format == "ladder"
        reach = (
            None
            if is_ladder
            else await self._season_log.run_on_copy(known, lambda season: compute_range(season, number))
        )
        now = self._host.now()
        return await self._season_log.run_reading(
            known, lambda _: screens.render_digest(known, number, tables, reach, now)
        )


def _build_letter(known: KnownSeason, number: int, weeks: int, *, first: bool) -> Letter:
    """Return a letter with a stable id, so that a repeated delivery finds the first one."""
    begun = calendar.get_draw_time(known.season)
    since = known.season.lines[0].made_at if begun is None else deadlines.format_time(begun + weeks * calendar.WEEK)
    return _build_letter_with_id(f"letter {known.row.season_id} {number} {'draw' if first else weeks}", since)


def _build_letter_with_id(which: str, since: str) -> Letter:
    letter_id = int(sha256(which.encode()).hexdigest()[:12], 16)
    return Letter(-letter_id, 0, 0, "notice", None, json.dumps({"text": ""}), 0, since, may_be_there=True)
