"""League messages: what stands in a league's channel, kept right by how its season stands.

Nothing is written down to be sent: which messages there are and what they show follows from the season. What is written
down is up to which line they show it, so whatever is cut off in between is done again.
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
from bot.ui.delivery.discord_errors import Reaction, passes, reaction
from bot.ui.delivery.table_messages import MessagePoster
from bot.ui.delivery.web_links import WebLinks
from bot.ui.screens.leagues import league_news
from bot.ui.screens.leagues import season as screens
from bot.ui.screens.leagues.organiser_undo import gone_elsewhere
from bot.ui.screens.screen import Screen
from storage.interface import Letter, SeasonRow, StoreFailed

log = logging.getLogger(__name__)

ROLES: Mapping[str, type[Entry]] = {"sign-up": Opened, "standings": Drawn, "podium": Ended}
"""The messages of a season that are kept right, in the order in which they are posted, and what comes before each."""


class LeagueMessages:
    """Keeps the messages of leagues right."""

    def __init__(self, client: discord.Client, leagues: LeagueServices, links: WebLinks) -> None:
        self._ledger = leagues.ledger
        self._upkeep = leagues.upkeep
        self._storage = leagues.ledger.storage
        self._links = links
        self._posting = MessagePoster(client, self._storage)

    async def show_all(self) -> None:
        """Show what is not shown yet; called again, it goes on where a failure leaves things.

        Raises:
            discord.HTTPException: Discord is busy or down.
            StoreFailed: what was shown could not be saved.
            ExceptionGroup: some seasons cannot be read; all others are shown.
        """
        rows = {row.season_id: row for row in await self._storage.leagues.to_show(self._ledger.shards)}
        for season_id in self._upkeep.to_tell():
            row = rows.get(season_id) or await self._storage.leagues.season(season_id)
            if row is None:  # its server was forgotten
                self._upkeep.was_told(season_id)
            else:
                rows[season_id] = row
        failures = []
        for row in rows.values():
            try:
                await self._show(row)
            except Exception as failed:
                if isinstance(failed, discord.HTTPException) and not passes(failed):
                    log.warning("a season cannot be shown (%s)", failed.code, extra={"season": row.season_id})
                    await self._storage.leagues.were_shown(row.season_id, row.lines)  # until it goes on
                    continue
                self._upkeep.has_to_be_told(row.season_id)
                unknown = isinstance(failed, discord.HTTPException) and reaction(failed) is Reaction.UNKNOWN
                if not unknown and isinstance(failed, (discord.HTTPException, OSError, StoreFailed)):
                    raise  # so it goes for all of them
                failures.append(failed)
        if failures:
            raise ExceptionGroup("seasons could not be shown", failures)

    async def _show(self, row: SeasonRow) -> None:
        self._upkeep.was_told(row.season_id)  # before it is read: what comes from now on is told anew
        known = await self._ledger.known(row.season_id)
        there = await self._storage.leagues.messages(row.season_id)
        game, address = self._ledger.game(known), await self._links.to_season(row.season_id)
        for role, screen in await self._ledger.read_beside(known, lambda _: [*_messages(known, game, address)]):
            moved = role in there and there[role][0] != known.league.channel_id and role != "podium"
            if moved:
                await self._leave_word(known, there[role], gone_elsewhere(known))
            elif role in there and (role == "podium" or await self._posting.change(there[role], screen)):
                continue
            sent = await self._posting.send(known.league.channel_id, screen, _letter(known, role))
            await self._storage.leagues.put_message(row.season_id, role, sent.channel.id, sent.id)
        await self._tell(known, there)
        await self._storage.leagues.were_shown(row.season_id, known.row.lines)

    async def _leave_word(self, known: KnownSeason, before: tuple[int, int], screen: Screen) -> None:
        """Let a message that has had its time say so; where its channel is gone, nobody has to read it."""
        try:
            await self._posting.change(before, screen)
        except discord.HTTPException as refused:
            if passes(refused):
                raise
            log.info("a message's last word cannot be said (%s)", refused.code, extra={"season": known.row.season_id})

    async def _tell(self, known: KnownSeason, there: Mapping[str, tuple[int, int]]) -> None:
        """Post what is said once: how a week was, and what stewards have to decide."""
        now = self._ledger.now()
        stewards = await self._storage.leagues.stewards(known.league.league_id)
        for role, screen in await self._ledger.read_beside(known, lambda _: _told_once(known, stewards, now)):
            if role not in there:
                sent = await self._posting.send(known.league.channel_id, screen, _letter(known, role))
                await self._storage.leagues.put_message(known.row.season_id, role, sent.channel.id, sent.id)
        for role, screen in league_news.answered(known):
            if role in there:
                await self._leave_word(known, there[role], screen)


def _messages(known: KnownSeason, game: AnyGame | None, address: str) -> Iterator[tuple[str, Screen]]:
    """Yield the messages of a season as they are to be."""
    if game is not None:
        yield "sign-up", screens.sign_up(known, game)
    if known.season.cancelled:
        return
    if known.row.status in ("running", "over"):
        yield "standings", screens.table_of_season(known, game, address=address)
    if known.row.status == "over":
        yield "podium", screens.podium(known, game)


def _told_once(known: KnownSeason, stewards: Collection[int], now: datetime) -> list[tuple[str, Screen]]:
    week = league_news.week(known, now) if known.row.status == "running" else None
    return [*([] if week is None else [week]), *league_news.arranged(known), *league_news.calls(known, stewards, now)]


def _letter(known: KnownSeason, role: str) -> Letter:
    """Return what tells a message that is posted now from all others, also when it is posted a second time."""
    kind = ROLES.get(role, Opened)
    since = next((line.made_at for line in known.season.lines if isinstance(line.entry, kind)), "")
    number = int(sha256(f"{known.row.season_id} {role}".encode()).hexdigest()[:12], 16)
    return Letter(-number, 0, 0, "notice", None, "{}", 0, since, may_be_there=True)
