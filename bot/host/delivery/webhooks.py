"""Webhooks of people: events of their own games, of a table or of a league, sent as signed JSON.

An event is written when a table has moved on; the clock's ticks find what a stopped process missed. Its content is
built when it is sent, from the view of its audience: the owner's seat for their own games, the public for a table. No
post names a person. The events have a queue of their own, so that a slow receiver delays no letter.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from bot.engine.records import Seat
from bot.host.delivery.webhook_posts import Poster, build_post, check_address, generate_webhook_secret
from bot.host.errors import Leak, Refusal
from bot.host.host import Host
from bot.host.leagues.season_log import SeasonLog
from bot.host.signals import Commit
from bot.host.table import deadlines, final_ranking
from bot.host.table.panel_context import PromptContext
from storage.interface.errors import GameDamaged, StoreFailed
from storage.interface.webhooks import NewWebhookLetter, Webhook, WebhookAbout, WebhookLetter, WebhookSubject

log = logging.getLogger(__name__)

MAX_WEBHOOKS = 5
"""Webhooks that one person may have."""
LOOK_INTERVAL = timedelta(minutes=4)
"""Shortest interval between two searches for events that were missed."""
CLEAN_UP_INTERVAL = timedelta(hours=12)
FIRST_RETRY = timedelta(minutes=1)
MAX_RETRY = timedelta(hours=6)
MAX_FAILING = timedelta(days=7)
"""Time of failures only after which a webhook is switched off."""
KEPT_FOR = timedelta(days=30)
"""Time for which the record of a sent event is kept."""
FINISHED_WITHIN = timedelta(days=2)
"""Age of a result that is still sent."""
SENT_AT_ONCE = 20
ADDRESSES_AT_ONCE = 4
NO_WEBHOOKS = "This bot sends no webhooks. Its operator can switch them on."
EVENTS = {"ping": "ping", "asked": "table.waiting", "over": "game.finished", "season": "season.moved"}
"""Types of events by the kinds that are stored."""


class Webhooks:
    """Keeps the webhooks of people, finds their events, and sends them.

    Args:
        host: runs the games.
        season_log: reads the seasons.
        post: sends one post; None: the operator has not switched webhooks on.
    """

    def __init__(self, host: Host, season_log: SeasonLog, post: Poster | None) -> None:
        self._host = host
        self._rows = host.storage.webhooks
        self._season_log = season_log
        self._post = post
        self._has_any = True
        """Whether any webhook may exist; looked up at the ticks."""
        self._moved: set[int] = set()
        """Tables to look at."""
        self._looked_at: dict[int, int] = {}
        """The revision of each table at the last look."""
        self._searched_at: datetime | None = None
        self._cleaned_at: datetime | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        if post is not None:
            host.commits.subscribe(self._handle_commit)
            host.ticks.subscribe(self.look)

    @property
    def is_on(self) -> bool:
        """Whether the operator has switched webhooks on."""
        return self._post is not None

    # -- the webhooks of a person --------------------------------------------------------------------

    async def list_of_person(self, user_id: int) -> Sequence[Webhook]:
        """Return a person's webhooks."""
        return await self._rows.list_of_person(user_id)

    async def list_subjects(self, user_id: int) -> Sequence[WebhookSubject]:
        """Return the tables and leagues for which a person may have a webhook."""
        return await self._rows.list_subjects(user_id)

    async def create(self, user_id: int, about: WebhookAbout, subject_id: int, typed: str) -> str:
        """Create a webhook, and return its secret, which is never shown again.

        Raises:
            Refusal: webhooks are off, the address is unusable, the subject is not theirs, or they have too many.
        """
        if not self.is_on:
            raise Refusal(NO_WEBHOOKS)
        address, guild_id = check_address(typed), 0
        if about == "person":
            subject_id = 0
        else:
            subjects = await self._rows.list_subjects(user_id)
            found = [one for one in subjects if (one.subject, one.subject_id) == (about, subject_id)]
            if not found:
                raise Refusal("You can choose your own games, a table at which you sit, or a league that you run.")
            guild_id = found[0].guild_id
        secret = generate_webhook_secret()
        webhook = Webhook(0, user_id, about, subject_id, address, secret)
        if not await self._rows.add(webhook, guild_id, MAX_WEBHOOKS, self._host.format_now()):
            raise Refusal(f"You have {MAX_WEBHOOKS} webhooks, which is the limit. Please remove one first.")
        self._has_any = True
        self._looked_at.clear()
        self._searched_at = None
        self._start()
        return secret

    async def remove(self, user_id: int, webhook_id: int) -> bool:
        """Delete one of a person's webhooks; return False if it is gone already."""
        return await self._rows.remove(user_id, webhook_id)

    # -- finding events ------------------------------------------------------------------------------

    def _handle_commit(self, commit: Commit) -> None:
        if self._has_any:
            self._moved.add(commit.game_id)
            self._start()

    async def look(self) -> None:
        """Find missed events, and send those that are due."""
        now = self._host.now()
        if self._searched_at is None or abs(now - self._searched_at) >= LOOK_INTERVAL:
            self._searched_at = now
            self._has_any = await self._rows.has_any()
            if self._has_any:
                await self._search(now)
        self._start()

    async def _search(self, now: datetime) -> None:
        if self._cleaned_at is None or abs(now - self._cleaned_at) >= CLEAN_UP_INTERVAL:
            self._cleaned_at = now
            await self._rows.clean_up(deadlines.format_time(now - KEPT_FOR))
        since = deadlines.format_time(now - FINISHED_WITHIN)
        games = await self._rows.list_games(self._host.shards, since)
        self._moved |= {game.game_id for game in games if self._looked_at.get(game.game_id) != game.revision}
        self._looked_at = {game.game_id: game.revision for game in games}
        letters = []
        for found in await self._rows.list_seasons(self._host.shards):
            known = await self._season_log.get_season(found.season_id)
            detail = f"{known.row.status}:{len(known.season.rounds)}"
            letters.append(NewWebhookLetter(found.webhook_id, found.guild_id, "season", found.season_id, detail))
        if letters:
            await self._rows.add_letters(letters, self._host.format_now())

    async def _look_at_table(self, game_id: int) -> None:
        """Write the events of a table for the webhooks that hear of it."""
        webhooks = await self._rows.list_for_game(game_id)
        if not webhooks:
            return
        running = await self._host.get_running_game(game_id)
        letters: list[NewWebhookLetter] = []
        for webhook in webhooks:
            seat = running.find_seat_of(webhook.user_id) if webhook.subject == "person" else None
            for kind, detail in await self._list_events(game_id, webhook, seat):
                letters.append(NewWebhookLetter(webhook.webhook_id, running.row.guild_id, kind, game_id, detail))
        if letters:
            await self._rows.add_letters(letters, self._host.format_now())

    async def _list_events(self, game_id: int, webhook: Webhook, seat: Seat | None) -> Sequence[tuple[Any, str]]:
        there = await self._host.get_prompt_context(game_id, seat)
        if there.seen.row.status == "finished":
            return [("over", "")]
        if there.seen.row.status != "running":
            return []
        return [("asked", f"{asked}:{there.tags[asked]}") for asked in _list_waiting(there, webhook, seat)]

    # -- sending -------------------------------------------------------------------------------------

    def _start(self) -> None:
        """Look at the tables that have moved on, and send due events, in a task of its own."""
        if self._post is not None and not self._closed and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._send_until_done(), name="webhooks")
            self._task.add_done_callback(self._handle_end)

    def _handle_end(self, task: asyncio.Task[None]) -> None:
        """Log a failure, and let the next search find the missed events."""
        failed = None if task.cancelled() else task.exception()
        if failed is None:
            return
        self._looked_at.clear()
        if isinstance(failed, StoreFailed):
            log.warning("webhooks wait, because the store fails: %s", failed)
        else:
            log.error("webhooks wait because of a fault", exc_info=failed)

    async def wait_for_all(self) -> None:
        """Wait until nothing is in progress."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    async def close(self) -> None:
        """Stop; unsent events are sent after the next start."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _send_until_done(self) -> None:
        while True:
            while self._moved:
                with suppress(Refusal, GameDamaged, Leak):
                    await self._look_at_table(self._moved.pop())
            if not await self._send_due() and not self._moved:
                return

    async def _send_due(self) -> bool:
        """Send the events that are due; return whether there were any."""
        due = await self._rows.list_due(self._host.shards, self._host.format_now(), SENT_AT_ONCE)
        by_address = [
            list(letters)
            for _, letters in groupby(
                sorted(due, key=lambda letter: (letter.webhook.webhook_id, letter.letter_id)),
                key=lambda letter: letter.webhook.webhook_id,
            )
        ]
        limit = asyncio.Semaphore(ADDRESSES_AT_ONCE)
        posted = await asyncio.gather(
            *(self._send_to_one(letters, limit) for letters in by_address), return_exceptions=True
        )  # all of them have ended, so that no post goes on beside the next batch
        for failed in posted:
            if failed is not None:
                raise failed
        return bool(due)

    async def _send_to_one(self, letters: Sequence[WebhookLetter], limit: asyncio.Semaphore) -> None:
        """Send events to one address in their order, until one fails."""
        async with limit:
            for letter in letters:
                if not await self._send(letter):
                    return

    async def _send(self, letter: WebhookLetter) -> bool:
        """Send an event, unless it is no longer true; return False if that failed."""
        data = None
        with suppress(Refusal, GameDamaged, Leak):
            data = await self._build_data(letter)
        if data is None or self._post is None:
            await self._rows.mark_done(letter, sent=False)
            return True
        webhook = letter.webhook
        message_id = f"msg_{webhook.webhook_id}_{letter.letter_id}"
        post = build_post(webhook.address, webhook.secret, message_id, EVENTS[letter.kind], data, self._host.now())
        result = await self._post(post)
        if result.is_ok:
            await self._rows.mark_done(letter, sent=True)
        else:
            log.info("a webhook failed (%s)", result.reason, extra={"webhook": webhook.webhook_id})
            await self._handle_failure(letter, is_gone=result.is_gone)
        return result.is_ok

    async def _handle_failure(self, letter: WebhookLetter, *, is_gone: bool) -> None:
        """Send later, or switch the webhook off after a week of failures and tell its owner."""
        webhook, now = letter.webhook, self._host.now()
        since = webhook.failing_since
        if not is_gone and (since is None or now - deadlines.parse_time(since) < MAX_FAILING):
            pause = min(FIRST_RETRY * 2.0 ** min(letter.attempts, 20), MAX_RETRY)
            await self._rows.delay(
                webhook.webhook_id,
                letter.attempts + 1,
                deadlines.format_time(now + pause),
                deadlines.format_time(now),
            )
        elif await self._rows.disable(webhook.webhook_id, self._host.format_now()):
            why = "it answers that it is gone" if is_gone else "nothing has arrived there for a week"
            words = f"I no longer send to your webhook {webhook.webhook_id}: {why}. **/settings webhooks** removes it."
            person = await self._host.people.get(webhook.user_id)
            if person is not None:  # otherwise they were forgotten meanwhile
                await self._host.people.store_pending_notice(person.user_id, person.name, words)

    async def _build_data(self, letter: WebhookLetter) -> Mapping[str, Any] | None:
        """Build the content of an event from the present state; None if it is no longer true, or nobody's."""
        if not await self._rows.may_send(letter.webhook.webhook_id):
            return None
        match letter.kind:
            case "ping":
                return {"webhook": letter.webhook.webhook_id}
            case "season":
                return await self._build_season(letter)
            case _:
                return await self._build_table(letter)

    async def _build_season(self, letter: WebhookLetter) -> Mapping[str, Any] | None:
        known = await self._season_log.get_season(letter.number)
        if f"{known.row.status}:{len(known.season.rounds)}" != letter.detail:
            return None
        return {
            "league": known.league.league_id,
            "name": known.league.name,
            "season": known.row.number,
            "status": known.row.status,
            "rounds": len(known.season.rounds),
        }

    async def _build_table(self, letter: WebhookLetter) -> Mapping[str, Any] | None:
        webhook, game_id = letter.webhook, letter.number
        seat = None
        if webhook.subject == "person":
            seat = await self._host.find_seat_of(game_id, webhook.user_id)
            if seat is None:
                return None  # its owner has left the table
        there = await self._host.get_prompt_context(game_id, seat)
        seen = there.seen
        data: dict[str, Any] = {
            "table": game_id,
            "name": seen.row.name,
            "game": seen.row.title,
            "title": seen.game.title,
            "server": str(seen.row.guild_id),
            "channel": str(seen.row.channel_id),
        }
        if letter.kind == "over":
            if seen.outcome is None:
                return None
            places = final_ranking.rank_seats(seen.outcome, seen.seats, seen.league)
            results = [
                {"seat": each, "place": place, "score": seen.outcome.scores.get(each)}
                for each, place in sorted(places.items(), key=lambda one: (one[1], one[0]))
            ]
            return {**data, "results": results}
        asked, _, tag = letter.detail.partition(":")
        number = int(asked)
        if number not in _list_waiting(there, webhook, seat) or there.tags[number] != tag:
            return None
        clock = seen.clocks.get(number)
        return {**data, "seat": number, "due_at": None if clock is None else clock.due_at, "you": seat is not None}


def _list_waiting(there: PromptContext, webhook: Webhook, seat: Seat | None) -> Sequence[Seat]:
    """Return the asked seats that a webhook may name: the owner's own, or those that everybody sees."""
    if webhook.subject == "person":
        return [seat] if seat is not None and seat in there.waited_for else []
    return [asked for asked in there.seen.asked if asked in there.waited_for]
