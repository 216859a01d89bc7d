"""Games of the first edition: the box that was saved then, and a digest of what bots play with it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.table import Box
from bot.testing.random_games import build_random
from bot.testing.recording import get_save_path, read_record


def first_box(game: AnyGame) -> Box:
    """Return the box as the game's first version saved it; later changes of `box.json` do not reach it."""
    box: Box = type(game.box).model_validate(read_record(get_save_path(game, 1))["box"])
    assert getattr(box, "edition", 1) == 1
    return box


def played_digest(game: AnyGame, players: int, options: dict[str, Any], box: Box) -> str:
    """Play a game among bots; return a digest of all moves and of everything told that versions of then recorded."""
    random = build_random(0)
    table = play.begin(game.set_up(game.options(**options), players, "h0", box)).table
    seen = sha256()
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        move = game.choose(game.view(table, seat), question, random)
        seen.update(move.model_dump_json().encode())
        for told in play.play_here(table, seat, move):
            if not told.news.is_later:
                seen.update(told.news.model_dump_json(exclude=set(told.news.later_fields)).encode())
    return seen.hexdigest()[:16]
