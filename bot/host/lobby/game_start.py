"""Begin the game of an open table: seat its players, deal, and write the first entry of its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from bot.engine import play
from bot.engine.chance import Draw
from bot.host.host import Host
from bot.host.leagues import season_events
from bot.host.lobby.bots import get_strength
from bot.host.play.move_records import build_entry
from bot.host.table.aliases import get_alias, hide_player, shuffle_players
from bot.host.table.boxes import compute_box_digest
from bot.host.table.open_table import OpenTable
from bot.host.table.running import RunningGame
from storage.interface.games import SeatRow
from storage.interface.leagues import LeagueGame

NOBODY_LATE: season_events.Absentees = MappingProxyType({})


async def begin_game(host: Host, table: OpenTable, late: season_events.Absentees = NOBODY_LATE) -> RunningGame:
    """Seat everybody at random, or as a league assigned them, set the game up and ask the first question.

    The caller holds the game's lock.

    Args:
        host: runs the game.
        table: the table, whose players have confirmed.
        late: the seats of a league's table whose players have not.

    Raises:
        Conflict: the table is no longer open.
    """
    draw, seats, league = _assign_seats(table)
    box = host.boxes.get(table.game)
    played = play.begin(table.game.set_up(table.options, len(seats), draw.compute_seed(), box), draw)
    row = replace(
        table.row,
        status="running",
        revision=1,
        version=table.game.saved.version,
        seed=None,
        box=compute_box_digest(box),
        seats_wanted=len(seats),
        paused_at=None,
        lost=None,
        lost_at=None,
        lost_stopped=False,
    )
    running = RunningGame(table.game, row, seats, played.table, {}, league=league)
    asks = running.get_etags()
    clocks = await host.question_clocks.build(running, asks, {})
    entry = build_entry(running, None, played, now=host.format_now(), before={}, asks=asks, clocks=clocks)
    if table.league is not None:
        empty = [seat_row.seat for seat_row in table.players if seat_row.is_free]
        entry = replace(entry, league=season_events.build_begun_lines(table.league, row.game_id, empty, late))
    await host.storage.lobbies.start(
        entry,
        seats=seats,
        options=table.row.options,
        box=row.box,
        box_json=box.model_dump_json(),
        entrants=None if league is None or league == table.league else league.seats,
    )
    host.announce_commit(table.row.game_id, clocks=clocks)
    return replace(running, clocks=clocks)


def _assign_seats(table: OpenTable) -> tuple[Draw, tuple[SeatRow, ...], LeagueGame | None]:
    """Return the source of randomness, the seats of a table that begins, and the entrants in them."""
    if table.row.seed is None:
        raise ValueError(f"table {table.row.game_id} begins without a secret")
    players = shuffle_players(table.settings, table.row.seed, table.players)
    if table.league is not None:
        return _seat_entrants(table, table.league, players)
    added = [None if seat_row.user_id is None else seat_row.added for seat_row in players]
    draw = Draw.with_drawn_seats(table.row.seed, added)
    taken = zip(draw.joined, players, strict=True)
    seats = [replace(seat_row, seat=seat, added="") for seat, seat_row in taken]
    if table.settings.anonymous:
        seats = [hide_player(seat_row, get_alias(table.game, seat_row.seat)) for seat_row in seats]
    easy, strong = (
        sorted(seat_row.seat for seat_row in seats if seat_row.user_id is None and get_strength(seat_row) == strength)
        for strength in ("easy", "strong")
    )
    return replace(draw, easy=easy, strong=strong), tuple(sorted(seats, key=lambda seat_row: seat_row.seat)), None


def _seat_entrants(
    table: OpenTable, league: LeagueGame, players: Sequence[SeatRow]
) -> tuple[Draw, tuple[SeatRow, ...], LeagueGame]:
    """Return the seats of a league's table as they were drawn; at an anonymous one, in the order of `players`.

    Everybody reads in the season's draw who plays there, so their order in it must not tell which seat is whose.
    """
    draw = Draw.with_seats(table.row.seed or "", [seat_row.added for seat_row in players])
    if not table.settings.anonymous:
        return draw, tuple(replace(seat_row, added="") for seat_row in players), league
    seats = tuple(
        build_empty_seat(seat)
        if seat_row.is_free
        else hide_player(replace(seat_row, seat=seat, added=""), get_alias(table.game, seat))
        for seat, seat_row in enumerate(players, 1)
    )
    entrants = {seat: league.seats[seat_row.seat] for seat, seat_row in enumerate(players, 1)}
    return draw, seats, replace(league, seats=entrants)


def build_empty_seat(seat: int) -> SeatRow:
    """Make an empty seat of a league's table; a bot plays there until a person takes it."""
    return SeatRow(seat, None, f"Empty chair {seat}", away=True)
