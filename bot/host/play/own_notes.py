"""Private notes of players to themselves, and reminders of them.

A note belongs to its writer, not to a seat: a seat that changes hands does not hand it over. It is deleted with the
running game. Reminders are looked for at the clock's ticks, so that no move costs anything by them.
"""

from __future__ import annotations

import logging
import re
from datetime import timedelta

from bot.host.delivery.outbox import NoteBody, build_letter
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.sanitize import sanitize
from bot.host.table import deadlines
from storage.interface.errors import GameDamaged
from storage.interface.panels import DueNote, OwnNote

log = logging.getLogger(__name__)

MAX_NOTE_CHARS = 500
REMINDER_DAYS = (1, 2, 7)
"""Days after which a reminder can be wanted."""
PARTS_AHEAD = 6
"""Number of coming parts of the game for which a reminder can be wanted."""
_NUMBERED = re.compile(r"(\D*)(\d+)")


class OwnNotes:
    """Keeps the notes of players, and reminds them."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._storage = host.storage
        host.ticks.subscribe(self.look)

    async def get(self, game_id: int, user_id: int) -> OwnNote | None:
        """Return this person's note at a table.

        Raises:
            NotYours: they have no seat there.
            Refusal: the game does not run.
        """
        running = await self._host.get_running_game(game_id)
        self._host.must_run(running)
        if running.find_seat_of(user_id) is None:
            raise NotYours("Only players have notes here, and you have no seat at this table.")
        return await self._storage.own_notes.get(game_id, user_id)

    async def list_coming_parts(self, game_id: int) -> list[str]:
        """Return the next parts of a game, such as rounds, whose beginning can be waited for; empty: they are unknown.

        A game need not have as many.
        """
        part = (await self._host.get_running_game(game_id)).table.describe_part()
        known = _NUMBERED.fullmatch(part)
        if known is None:
            return []
        first = int(known[2])
        return [f"{known[1]}{number}" for number in range(first + 1, first + 1 + PARTS_AHEAD)]

    async def write(
        self, game_id: int, user_id: int, typed: str, *, days: int | None = None, part: str | None = None
    ) -> OwnNote | None:
        """Store a note with at most one reminder, in place of the one before; an empty text deletes it.

        Args:
            game_id: the table.
            user_id: the writer.
            typed: the text.
            days: days until a reminder.
            part: the part of the game that a reminder waits for; see `list_coming_parts`.

        Raises:
            Refusal: the note is too long.
            NotYours: this person has no seat at a running table of this number.
        """
        at = None if days is None else deadlines.format_time(self._host.now() + timedelta(days=days))
        return await self._put(game_id, user_id, OwnNote("", at, part), typed)

    async def _put(self, game_id: int, user_id: int, note: OwnNote, typed: str) -> OwnNote | None:
        text = sanitize(typed)
        if len(text) > MAX_NOTE_CHARS:
            raise Refusal(f"A note has at most {MAX_NOTE_CHARS} characters; this one has {len(text)}.")
        if not text:
            await self._storage.own_notes.drop(game_id, user_id)
            return None
        note = note._replace(text=text)
        if not await self._storage.own_notes.put(game_id, user_id, note, self._host.format_now()):
            raise NotYours("Only players of a running game have notes, and you have no seat at this table.")
        return note

    async def change_text(self, game_id: int, user_id: int, typed: str) -> OwnNote | None:
        """Change the text of a note and keep its reminder; see `write`."""
        note = await self.get(game_id, user_id)
        return await self._put(game_id, user_id, OwnNote("") if note is None else note, typed)

    async def can_wait_for(self, game_id: int, part: str) -> bool:
        """Return whether a reminder can wait for a part, which may have begun since the form was opened."""
        running = await self._host.get_running_game(game_id)
        return part in await self.list_coming_parts(game_id) or is_reached(running.table.describe_part(), part)

    async def look(self) -> None:
        """Remind the people whose time has come; in their quiet hours it waits."""
        for due in await self._storage.own_notes.list_due(self._host.shards, self._host.format_now()):
            try:
                await self._remind(due)
            except (Refusal, GameDamaged):
                log.info("a reminder waits: its table cannot be read", extra={"game": due.game_id})

    async def _remind(self, due: DueNote) -> None:
        running = await self._host.get_running_game(due.game_id)
        part, seat = running.table.describe_part(), running.find_seat_of(due.user_id)
        if due.part is not None and not is_reached(part, due.part):
            return
        if await self._host.people.is_quiet(due.user_id, self._host.now()):
            return
        why = "You wanted to be reminded now." if due.part is None else f"{part} has begun."
        text = f"**Your reminder** at {running.game.title}, table {due.game_id}: {why}"
        body = NoteBody(text=text, private=True, hushed=True, reader=due.user_id)
        letters = [] if seat is None else [build_letter(body, seat)]
        await self._storage.own_notes.end_reminder(due.game_id, due.user_id, letters, self._host.format_now())
        self._host.announce_commit(due.game_id, answered_for=False)


def is_reached(part: str, wanted: str) -> bool:
    """Return whether a game has reached a part such as "Round 3", given the name of its present part."""
    present, awaited = _NUMBERED.fullmatch(part), _NUMBERED.fullmatch(wanted)
    if present is None or awaited is None or present[1] != awaited[1]:
        return part == wanted
    return int(present[2]) >= int(awaited[2])
