"""How many presses the decisions of played games take on the panels in which they are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.questions import Choose, Question
from bot.engine.records import Move
from bot.engine.table import Table
from bot.testing.random_games import build_random


def presses(question: Question, move: Move) -> int:
    """How many presses this answer takes on an open panel: groups are opened, parts chosen, the whole is sent."""
    match question:
        case ChooseOrCompose() if not Choose.is_legal(question, move):
            return 1 + presses(question.otherwise, move)
        case Choose():
            groups = Counter(option.group for option in question.options)
            group = next(option.group for option in question.options if option.move == move)
            return 1 + (len(groups) > 1 and groups[group] > 1)
        case Compose():
            parts: Sequence[Move] = question.split_move(move) or ()
            asked = [question.get_stage(parts[:at]).question for at in range(len(parts))]
            chosen = [presses(each, part) for each, part in zip(asked, parts, strict=True) if each is not None]
            return sum(chosen) + 1
    raise TypeError(f"{question!r} is not asked here")


def decisions_of_bots(game: AnyGame, players: int, seed: str) -> Iterator[tuple[Table, Question, Move]]:
    """Yield each decision of a game that bots play, with the table at which it is made."""
    table: Table = play.begin(game.set_up(game.options(), players, seed, game.box)).table
    random = build_random(seed)
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        move = game.choose(game.view(table, seat), question, random)
        yield table, question, move
        table = play.play(table, seat, move, question=question).table
