"""Resampling of a whole database: a copy in which everything hidden from a seat differs."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.host.play.move_records import TableCommand
from bot.testing.house import ANN, BEN, CLEO, GUILD, House
from bot.testing.random_games import GAMES, build_random, choose_move
from storage.interface.letters import NewLetter

PEOPLE = (ANN, BEN, CLEO)
INSTEAD = {"kind": "conceded", "seat": 1}
"""News common to all games, in place of news that the seat has not heard."""


async def play_game(home: House, game: str, moves: int) -> int:
    """Play a game of three people up to this many random moves, with standing orders for all; return its number."""
    table = await home.lobby.open_table(
        title=game, guild_id=GUILD, channel_id=2, user_id=ANN, name="Ann", seats_wanted=3, options=None
    )
    number = table.row.game_id
    await home.lobby.join(number, BEN, "Ben")
    await home.lobby.join(number, CLEO, "Cleo")
    await home.lobby.start(number, ANN)
    random = build_random(game)
    for _ in range(moves):
        await home.services.autoplay.wait_for_all()  # let immediate answers finish
        running = await home.host.get_running_game(number)
        seat = random.choice(play.list_asked_seats(running.table))
        question = running.get_question(seat)
        assert question is not None
        move = choose_move(running.table, seat, question, random)
        await home.host.save_move(
            running, TableCommand.from_answer("move", seat, move), play.play(running.table, seat, move)
        )
    running = await home.host.get_running_game(number)
    assert running.row.status == "running"
    now = home.host.format_now()
    for seat in running.table.seats:
        for offer in (
            []
            if running.game.play_ahead.orders is None
            else running.game.play_ahead.orders.list_questions(running.get_view(seat))
        ):
            order: Any = offer.choose_random_move(random)
            await home.storage.seats.put_order(number, seat, order.get_place(), order.model_dump_json(), now)
        await home.storage.seats.put_ended_orders(number, seat, f"An order of seat {seat} has ended.")
        await home.storage.outbox.add(number, [NewLetter("order", seat, json.dumps({"text": f"To {seat}"}))], now)
    return number


def with_another_truth(path: Path, other: Path, number: int, seat: Seat | None) -> None:
    """Copy a database; in the copy, everything about this game that is hidden from a seat differs."""
    shutil.copy(path, other)
    with closing(sqlite3.connect(other)) as rows, rows:
        game: AnyGame = GAMES[rows.execute("select title from games where game_id = ?", (number,)).fetchone()[0]]
        _redeal(rows, game, number, seat)
        found = rows.execute("select revision, seat, move, told from moves where game_id = ?", (number,)).fetchall()
        for revision, mover, move, told in found:
            pieces = [
                piece if piece["to"] is None or seat in piece["to"] else {**piece, "news": INSTEAD}
                for piece in json.loads(told)
            ]
            hidden = move is not None and mover != seat
            rows.execute(
                "update moves set move = ?, told = ? where game_id = ? and revision = ?",
                ('{"kind":"another"}' if hidden else move, json.dumps(pieces), number, revision),
            )
        theirs = (number, 0 if seat is None else seat)
        rows.execute("delete from orders where game_id = ? and seat is not ?", theirs)
        rows.execute("update letters set body = '{}' where game_id = ? and seat is not ? and seat is not null", theirs)
        rows.execute("update seats set extensions = extensions + 1 where game_id = ? and seat is not ?", theirs)
        rows.execute("update seats set orders_ended = '' where game_id = ? and seat is not ?", theirs)
        rows.execute("delete from looks where game_id = ?", (number,))


def _redeal(rows: sqlite3.Connection, game: AnyGame, number: int, seat: Seat | None) -> None:
    """Replace the saved tables by resampled ones."""
    for revision, state in rows.execute("select revision, state from states where game_id = ?", (number,)).fetchall():
        table = play.load(game.table, zlib.decompress(state), game.box)
        instead = game.redeal(table, seat, Chance(seed=f"another truth {seat}"))
        assert instead.chance.seed != table.chance.seed
        rows.execute(
            "update states set state = ? where game_id = ? and revision = ?",
            (zlib.compress(instead.model_dump_json().encode()), number, revision),
        )
