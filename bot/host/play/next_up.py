"""Quiet messages to players who are next, so that they can prepare their turn in time.

A game says whose turn follows, from public facts; the guard compares it all the same. The message is written in the
transaction of the move by which the turn before begins, for people who want it.
"""

from __future__ import annotations

import logging

from bot.engine import play
from bot.engine.records import Seat
from bot.host.delivery.guard import make_guarded
from bot.host.delivery.outbox import NoteBody, build_letter
from bot.host.errors import Leak
from bot.host.play.move_records import TableCommand
from bot.host.table.people import People
from bot.host.table.running import RunningGame
from storage.interface.letters import NewLetter

log = logging.getLogger(__name__)


def find_next_seat(running: RunningGame) -> Seat | None:
    """Return the seat whose turn follows the present one; None: the game does not say, or the order is secret."""
    turns, table = running.game.play_ahead.turns, running.table
    if turns is None or turns.next_seat is None or running.row.status != "running" or running.waits_in_secret:
        return None
    seat = turns.next_seat(table) if table.agenda else None
    return None if seat is None or seat in play.list_asked_seats(table) else seat


async def build_next_up_letters(
    people: People, before: RunningGame, after: RunningGame, command: TableCommand
) -> list[NewLetter]:
    """Return the letter to the player whose turn now comes next, if they want one.

    The player who has just moved sees it on their panel, and a bot's turn before theirs is over at once.
    """
    if command.kind in ("undo", "retract"):
        return []
    try:
        seat = find_next_seat(after)
        if seat is None or seat in (command.seat, find_next_seat(before)):
            return []
        user_id = after.get_seat_row(seat).user_id
        asked = play.list_asked_seats(after.table)
        if user_id is None or after.is_automatic(seat) or all(after.is_automatic(one) for one in asked):
            return []
        if not (await people.get_wishes(user_id)).next_up:
            return []
        if make_guarded(after, None, find_next_seat) != seat:
            return []
    except Leak:
        return []
    except Exception:
        log.exception("it is not known who is next", extra={"game": after.row.game_id})
        return []
    return [build_letter(NoteBody(text="", private=True, hushed=True, next_up=True), seat)]
