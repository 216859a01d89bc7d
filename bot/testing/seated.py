"""A table with people on its seats, as the host holds it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.host.delivery.guard import get_guarded_view
from bot.host.table.audience_view import AudienceView
from bot.host.table.panel_context import PanelContext
from bot.host.table.running import RunningGame
from storage.interface.games import GameRow, SeatRow


def seat_people(
    table: Table, *, game: AnyGame, names: Sequence[str] = (), bots: Collection[Seat] = (), number: int = 412
) -> RunningGame:
    """Return the table as the host holds it, with people 101, 102 ... on its seats."""
    known = (*names, *("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")[len(names) :])
    seats = tuple(
        SeatRow(seat, None if seat in bots else 100 + seat, known[seat - 1], conceded=seat in table.conceded)
        for seat in table.seats
    )
    row = GameRow(
        game_id=number,
        title=game.key,
        status="running" if table.outcome is None else "finished",
        guild_id=1,
        channel_id=2,
        opened_by=101,
        seats_wanted=table.players,
        options="{}",
        version=1,
        revision=1,
        box="box",
        opened_at="2026-03-01T12:00:00+00:00",
    )
    return RunningGame(game, row, seats, table, {})


def view_as(running: RunningGame, seat: Seat | None = None) -> AudienceView:
    """Return the table as visible to a seat or to everybody."""
    return get_guarded_view(running, seat)


def build_desk(running: RunningGame, seat: Seat | None, *, note: str = "", news: Sequence[str] = ()) -> PanelContext:
    """Return the panel context of the person on this seat."""
    return PanelContext(get_guarded_view(running, seat), running.row.revision, note, news)
