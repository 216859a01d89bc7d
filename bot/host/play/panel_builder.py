"""Build a person's panel at a running or finished table, with the news since they last looked.

A read mark is written only when it changes. A move implies one, without another write.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.engine.game import AnyGame
from bot.engine.records import News, Seat
from bot.engine.words import format_change
from bot.host.delivery.guard import get_guarded_view, make_guarded
from bot.host.errors import Leak
from bot.host.play.undo import FIRST_ENTRIES_READ as UNDO_ENTRIES_READ
from bot.host.play.undo import MAX_ENTRIES, Undo
from bot.host.record.history import format_undo
from bot.host.record.log_reading import read_last_heard
from bot.host.table import deadlines
from bot.host.table.audience_log import AudienceLog
from bot.host.table.audience_view import AudienceView
from bot.host.table.panel_context import NOTHING_STORED, PanelContext, WaitingTable
from bot.host.table.running import RunningGame, format_news_lines, load_logged_table, sort_news_for_seat
from storage.interface.game_log import GameLogRecord
from storage.interface.panels import OwnNote, StoredPanel
from storage.store import Storage

MAX_PAST_SCORES = 10_000
"""Cache size for past scores; older ones are recomputed from the stored table."""
FIRST_ENTRIES_READ = 60
"""Entries first read in search of unread news; more are read if these do not suffice."""
LONG_ABSENCE = timedelta(hours=20)
"""Time after which a player who comes back is shown their own note."""


class UnreadNews(NamedTuple):
    """News since a player last looked at a table."""

    lines: Sequence[str]
    first: int | None
    """Revision of the oldest entry of which the player has heard; None: there is none."""


NOTHING_UNREAD = UnreadNews((), None)


class PanelBuilder:
    """Builds panels from running games and the rows stored with them; it saves nothing.

    Args:
        storage: the store of games.
        games: the games on offer, by key.
        undo: finds what a player can undo.
        now: the present time in UTC.
        own_pages: whether players can open their tables as pages to play on.
    """

    def __init__(
        self,
        storage: Storage,
        games: Mapping[str, AnyGame],
        undo: Undo,
        now: Callable[[], datetime],
        *,
        own_pages: bool,
    ) -> None:
        self._storage = storage
        self._games = games
        self._undo = undo
        self._now = now
        self._own_pages = own_pages
        self._past_scores: OrderedDict[tuple[int, int, Seat | None], int | None] = OrderedDict()
        """Past scores, by game id, revision and seat."""

    async def build(
        self, running: RunningGame, seat: Seat | None, note: str, *, catch_up: bool
    ) -> tuple[PanelContext, Sequence[GameLogRecord]]:
        """Build a panel; also return the newest entries of the log, which hold more than its reader may know."""
        seen = get_guarded_view(running, seat)
        self._get_score(running, seen)  # the next panel is compared with it
        stored, unread, own_note = NOTHING_STORED, NOTHING_UNREAD, ""
        if seat is not None and (user_id := running.get_seat_row(seat).user_id) is not None:
            entries = FIRST_ENTRIES_READ if catch_up else UNDO_ENTRIES_READ
            stored = await self._storage.panels.get(running.row.game_id, seat, user_id, running.row.revision, entries)
            if catch_up:
                unread = await self._list_unread_news(running, seen, seat, stored)
            own_note = await self._find_note_on_return(running, seen, unread, stored.own_note)
        own = stored._replace(last_entries=())
        context = PanelContext(seen, running.row.revision, note, unread.lines, own_note=own_note, stored=own)
        context = replace(context, has_page=self._own_pages and seat is not None)
        if not context.is_asked:
            context = replace(context, next_table=self._describe_next_table(stored))
        return context, stored.last_entries

    async def can_undo(self, running: RunningGame, context: PanelContext, newest: Sequence[GameLogRecord]) -> bool:
        """Return whether this person can undo their last move: until the next, also of a bot that delays its answer."""
        if context.seat is None or context.can_take_back or running.row.status != "running":
            return False
        return await self._undo.find_entry_before(running, context.seat, newest=newest) is not None

    def _describe_next_table(self, stored: StoredPanel) -> WaitingTable | None:
        """Describe the most urgent other table that waits for a player."""
        if stored.next_game is None or stored.next_game[0] not in self._games:
            return None
        title, name, due = stored.next_game
        left = None if due is None else (deadlines.parse_time(due) - self._now()).total_seconds() / 3600
        return WaitingTable(name or self._games[title].title, None if left is None else max(0, round(left)))

    async def _list_unread_news(
        self, running: RunningGame, at_table: AudienceView, seat: Seat, stored: StoredPanel
    ) -> UnreadNews:
        """Return a seat's news since its player last looked at the table or acted there."""
        seen, newest = stored.newest_seen, stored.last_entries
        unread = await read_last_heard(self._storage, at_table, FIRST_ENTRIES_READ, after=seen, newest=newest)
        seen = max((entry.revision for entry in unread.entries if entry.is_own), default=seen)
        unread = replace(unread, entries=[entry for entry in unread.entries if entry.revision > seen])
        undone = await self._describe_undone(at_table, seen, unread)
        heard = [piece.news for piece in unread.iterate_told() if not piece.news.footnote]
        lines = [*undone, *format_news_lines(running.game, sort_news_for_seat(seat, heard), seat)]
        if not lines:
            return NOTHING_UNREAD
        first = next((entry.revision for entry in unread.entries if entry.is_heard), None)
        gain = await self._describe_gain(running, at_table, seen, heard)  # what it comes from is said first
        return UnreadNews([*lines[:1], *gain, *lines[1:]], first)

    async def _find_note_on_return(
        self, running: RunningGame, seen: AudienceView, unread: UnreadNews, note: OwnNote | None
    ) -> str:
        """Return a player's note to themselves if they come back after a long time; otherwise "".

        They do if what they have not read, or their question, is so old.
        """
        clock, long_ago = seen.clock, deadlines.format_time(self._now() - LONG_ABSENCE)
        is_old = clock is not None and clock.asked_at <= long_ago
        if note is None or running.row.status != "running" or not (is_old or unread.first is not None):
            return ""
        if is_old:
            return note.text
        first = await self._storage.games.list_entries(running.row.game_id, after=(unread.first or 1) - 1, limit=1)
        return note.text if first and first[0].made_at <= long_ago else ""

    async def _describe_undone(self, at_table: AudienceView, seen: int, unread: AudienceLog) -> list[str]:
        """Return lines about unread entries that undo moves this seat had heard of at the last look."""
        undoing = [entry for entry in unread.entries if any(revision <= seen for revision in entry.undoes)]
        if not undoing:
            return []
        earlier = await read_last_heard(self._storage, at_table, FIRST_ENTRIES_READ)
        known = {entry.revision for entry in earlier.entries if entry.revision <= seen and entry.is_heard}
        return [format_undo(entry, unread.audience) for entry in undoing if not known.isdisjoint(entry.undoes)]

    async def _describe_gain(
        self, running: RunningGame, at_table: AudienceView, seen: int, heard: Sequence[News]
    ) -> list[str]:
        """Describe in one line how this seat's score has changed since the last look, where both scores are known."""
        if not seen or running.row.revision - seen >= MAX_ENTRIES:
            return []
        now = self._get_score(running, at_table)
        before = None if now is None else await self._get_past_score(running, at_table.audience, seen)
        if before is None or now is None or before == now:
            return []
        score, explain = running.game.wording.score, running.game.wording.explain_worth
        why = "" if explain is None else explain(at_table.view, heard)
        return [f"Your score so far: {format_change(score(before), score(now))}{f' ({why})' if why else ''}"]

    def _get_score(self, running: RunningGame, at_table: AudienceView) -> int | None:
        """Return a seat's score, from its guarded view; it is cached for this revision."""
        worth, seat = running.game.wording.worth, at_table.audience
        if worth is None or seat is None:
            return None
        try:
            found = worth(at_table.view)
        except Leak:  # the rest of the panel has passed the guard without the score, and can be shown
            return None
        self._past_scores[running.row.game_id, running.row.revision, seat] = found
        while len(self._past_scores) > MAX_PAST_SCORES:
            self._past_scores.popitem(last=False)
        return found

    async def _get_past_score(self, running: RunningGame, seat: Seat | None, revision: int) -> int | None:
        """Return a seat's score at an earlier revision, if its table is still stored."""
        worth, known = running.game.wording.worth, (running.row.game_id, revision, seat)
        if worth is None or known in self._past_scores:
            return self._past_scores.get(known)
        entries = await self._storage.games.list_entries(running.row.game_id, after=revision - 1, limit=1)
        state = entries[0].state if entries else None
        if state is None:
            return None
        then = replace(running, table=load_logged_table(running.game, state, running.table._box), state=None)
        return make_guarded(then, seat, lambda other: worth(other.get_view(seat)))
