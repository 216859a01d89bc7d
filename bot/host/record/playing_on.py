"""Playing on: what came of turning points where bots played the game on from them, done in the night.

A decision is judged by many games, not by the one that was played: in truths that the seat could not tell from the real
one when it was asked, bots play all seats to the end, after its answer and after another. Whoever looks at the review
waits for none of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.engine import play
from bot.engine.records import Move, Seat
from bot.engine.search import Worlds, candidates, tried
from bot.engine.table import Table
from bot.host.record.replay import tables
from bot.host.record.review import PlayedOn
from bot.host.table.running import RunningGame, effective_entries
from storage.interface import GameEntry

ANSWERS = 5
"""So many are tried of a turning point, what was chosen among them."""
FIRST = 4
"""In so many truths the others are tried, to find the best of them."""
GAMES = 24
"""So many games are played after what was chosen, and as many after that best one."""


def played_on(running: RunningGame, entries: Sequence[GameEntry], revision: int) -> PlayedOn | None:
    """Return what comes of a decision where bots play on; None: the rules of today do not lead to it.

    It depends on nothing but the game's record.

    Args:
        running: the game, which is over.
        entries: its log.
        revision: the entry that is the decision, as of `TurningPoint`.
    """
    entry = next(each for each in entries if each.revision == revision)
    before = _before(running, entries, revision)
    if before is None or entry.seat is None or entry.move is None:
        return None
    game, seat = running.game, entry.seat
    question = play.question_for(before, seat)
    if question is None:
        return None
    chance = f"{before.chance.shown()}: played on {revision}"
    chosen: Move = game.moves.validate_json(entry.move)
    view = game.view(before, seat)
    bots = game.choose(view, question, Random(f"review {revision}"))  # noqa: S311
    found = candidates(game, view, question, bots, Random(f"{chance}: plans"), ANSWERS + 1)  # noqa: S311
    others = [move for move in found if move != chosen][: ANSWERS - 1]
    worlds = Worlds(game, before, seat)

    def won(move: Move, first: int, upto: int) -> float:
        """Return how many of these worlds' games are won after an answer."""
        ends = (
            tried(game, worlds.world(number, chance), seat, move, f"{chance}: bots {number}")
            for number in range(first, upto)
        )
        return sum(_share(end, seat) for end in ends)

    # The first worlds flatter the answer that is the best in them, so it is judged by others.
    best = others[0] if len(others) == 1 else max(others, key=lambda move: won(move, 0, FIRST), default=None)
    return PlayedOn(
        games=GAMES,
        won=won(chosen, FIRST, FIRST + GAMES),
        instead="" if best is None else question.describe(best),
        won_instead=0.0 if best is None else won(best, FIRST, FIRST + GAMES),
        is_bots=best is not None and best == bots,
    )


def _before(running: RunningGame, entries: Sequence[GameEntry], revision: int) -> Table | None:
    """Return the table on which a decision was made."""
    stand = [entry.revision for entry in effective_entries(entries)]
    last = stand[stand.index(revision) - 1]
    return next((table for at, table in tables(running, entries) if at == last), None)


def _share(table: Table, seat: Seat) -> float:
    over = table.outcome
    return 0.0 if over is None or seat not in over.winners else 1 / len(over.winners)
