"""Names and playing strengths of bots at a table before its game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from bot.engine.game import AnyGame
from bot.engine.table import Box
from bot.engine.words import format_count
from bot.host.errors import Refusal
from bot.host.table.open_table import OpenTable
from storage.interface.games import SeatRow

BotStrength: TypeAlias = Literal["easy", "steady", "strong"]
"""A bot's strength: it leaves openings, answers at once as well as it can, or thinks its answers through."""
BOT_SUFFIXES: Mapping[BotStrength, str] = {"easy": " (bot, easy)", "steady": " (bot)", "strong": " (bot, strong)"}
"""Suffixes of bots' names, which no person's name can have; see `bot.host.sanitize`."""
BOT_NAMES = ("Ada", "Bertram", "Cleo", "Dorian", "Edith", "Florian", "Greta", "Hugo")


def build_bot_seat(table: OpenTable, strength: BotStrength) -> SeatRow:
    """Make a bot for an empty seat; its name shows its strength to everybody.

    Raises:
        Refusal: all seats are taken, or the game has no bots of this strength.
    """
    if table.full:
        raise Refusal("All seats are taken, so no bot fits in.")
    if strength == "strong" and not table.strong_bots:
        raise Refusal(f"{table.game.title} has no strong bots: thinking longer has not made them better.")
    if strength == "easy" and table.game.bots.choose_easily is None:
        raise Refusal(f"The bots of {table.game.title} play as well as they can, and not easily.")
    taken = {seat_row.name.partition(" (")[0] for seat_row in table.seats if seat_row.user_id is None}
    return SeatRow(0, None, next(name for name in BOT_NAMES if name not in taken) + BOT_SUFFIXES[strength])


def list_strengths(game: AnyGame, box: Box) -> Sequence[BotStrength]:
    """Return the strengths of bots available in a game with this box."""
    there = {"easy": game.bots.choose_easily is not None, "steady": True, "strong": box.strong is not None}
    return [strength for strength in BOT_SUFFIXES if there[strength]]


def get_strength(bot: SeatRow) -> BotStrength:
    """Return a bot's strength, read from its name."""
    return next((strength for strength, called in BOT_SUFFIXES.items() if bot.name.endswith(called)), "steady")


def choose_seats_for_bots(table: OpenTable, count: int, strength: BotStrength) -> Sequence[SeatRow]:
    """Return the seats without the bots that are too many, or of another strength."""
    kept, seats = 0, []
    for seat_row in table.seats:
        fits = seat_row.user_id is not None or (get_strength(seat_row) == strength and kept < count)
        kept += fits and seat_row.user_id is None
        seats += [seat_row] * fits
    return seats


def seat_bots(table: OpenTable, count: int, strength: BotStrength) -> OpenTable:
    """Return the table with bots added until there are this many; raise Refusal where too few seats are free."""
    missing = count - sum(seat_row.user_id is None for seat_row in table.seats)
    free = max(0, table.row.seats_wanted - len(table.seats))
    if missing > free:
        raise Refusal(
            f"{format_count(count, 'bot')} and the people who have joined need more than "
            f"{format_count(table.row.seats_wanted, 'seat')}. Choose more seats, or fewer bots."
        )
    for _ in range(missing):
        table = replace(table, seats=(*table.seats, build_bot_seat(table, strength)))
    return table
