"""Direct messages about one line of a season's log: an offered chair, or a change in a team.

Nothing is queued. The recipients follow from the log; each person's newest announced line is stored after the delivery.
An interrupted delivery is repeated, and finds the message that was already posted. Each person gets their messages in
the order of the lines.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from hashlib import sha256

import discord

from bot.host.delivery.outbox_worker import RetryLater
from bot.host.leagues.season_log import KnownSeason
from bot.host.services import LeagueServices
from bot.leagues.seat_offers import list_open_offers
from bot.ui.delivery.discord_errors import REACTIONS, Reaction, limit_time
from bot.ui.delivery.private_hands import PrivateHands
from bot.ui.screens.leagues import team_notices
from bot.ui.screens.leagues.seat_offers import render_seat_offer
from bot.ui.screens.leagues.team_notices import TeamNotice
from bot.ui.screens.screen import Screen
from storage.interface.letters import Letter
from storage.interface.people import Person

log = logging.getLogger(__name__)

TOO_FAST_CODES = {str(code) for code, what in REACTIONS.items() if what is Reaction.TOO_FAST}
"""Temporary refusals, because too many direct messages were opened."""


class LeagueNotices:
    """Sends notices about log lines; a person with closed direct messages finds them on their place or team."""

    def __init__(self, client: discord.Client, leagues: LeagueServices, private_hands: PrivateHands) -> None:
        self._client = client
        self._season_log = leagues.season_log
        self._host = leagues.season_log.host
        self._private_hands = private_hands
        self._storage = leagues.season_log.storage
        self._unrecorded: set[int] = set()
        """Letters that were sent, but could not be recorded yet."""

    async def send_due(self, known: KnownSeason) -> None:
        """Send the outstanding notices of a season.

        Raises:
            RetryLater: a first direct message has to wait for its turn.
            discord.HTTPException: Discord is busy or down.
            StoreFailed: a delivery could not be recorded.
        """
        waiting = await self._season_log.run_reading(
            known, lambda _: sorted(self._list_due(known), key=lambda one: one.line)
        )
        told = await self._storage.leagues.list_told_lines(known.row.season_id) if waiting else {}
        held_up: RetryLater | None = None
        passed: set[int] = set()
        for due in waiting:
            if told.get(due.number, 0) >= due.line or due.number in passed:
                continue
            try:
                await self._send_notice(known, due)
            except RetryLater as not_yet:  # the others need not wait for it
                held_up = held_up or not_yet
                passed.add(due.number)
        if held_up is not None:
            raise held_up

    def _list_due(self, known: KnownSeason) -> Iterator[TeamNotice]:
        game = self._season_log.find_game(known)
        for offer in list_open_offers(known.season) if game is not None and known.row.status == "running" else ():
            yield TeamNotice(
                offer.line, offer.entrant, render_seat_offer(known, offer, game.title if game else ""), "offer"
            )
        yield from team_notices.list_due_notices(known)

    async def _send_notice(self, known: KnownSeason, due: TeamNotice) -> None:
        one, letter = known.entrants[due.number], _build_letter(known, due)
        if one.user_id is None:
            return
        person = await self._host.people.get(one.user_id) or Person(one.user_id, one.name)
        if letter.letter_id not in self._unrecorded and person.dm != "closed":
            await self._send(person, due.screen, letter)
            self._unrecorded.add(letter.letter_id)
        await self._storage.leagues.mark_told_of_line(known.row.season_id, due.number, due.line)
        self._unrecorded.discard(letter.letter_id)

    async def _send(self, person: Person, screen: Screen, letter: Letter) -> None:
        async with limit_time(self._client):
            refused = await self._private_hands.send_dm(person, screen, letter)
        if refused in TOO_FAST_CODES:
            raise RetryLater(f"no direct message is opened for a while ({refused})")
        if refused:
            log.warning("a direct message about a season was refused (%s)", refused)


def _build_letter(known: KnownSeason, due: TeamNotice) -> Letter:
    """Return a letter with a stable id, so that a repeated delivery finds the first one."""
    which = f"offer {known.row.season_id} {due.line}"
    if due.about == "team":
        which = f"team {known.row.season_id} {due.line} {due.number}"
    letter_id = int(sha256(which.encode()).hexdigest()[:12], 16)
    made_at = known.season.lines[due.line - 1].made_at
    return Letter(-letter_id, 0, 0, "notice", None, json.dumps({"text": ""}), 0, made_at, may_be_there=True)
