"""Playing on: what came of turning points where bots played the game on from them, done in the night.

A decision is judged by many games, not by the one that was played: in truths that the seat could not tell from the real
one when it was asked, bots play all seats to the end, now and then easily, after its answer and after another. Whoever
looks at the review waits for none of it.

One point is one thing for the worker, so that whoever wants something of it meanwhile waits for one point at most. At
four seats a point takes it about 3 seconds of the processor's time in Goodwill, 1 in Corporate Espionage, 2 in
Briefcase, 4 in Carnegie, and 23, at most 35, in City of the Big Shoulders, where half as many games are played
(`Game.played_on`); a review has up to twelve points, so that takes seconds, a minute, and there five minutes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.search import Choosing, Worlds, candidates, tried
from bot.engine.table import Table
from bot.host.host import Host
from bot.host.record.finished_game import FinishedGame, opened, over
from bot.host.record.replay import tables
from bot.host.record.review import bots_chance, is_found_there
from bot.host.record.turning_points import EDITION, PlayedOn, Review, kept, readable
from bot.host.table.running import RunningGame, effective_entries
from bot.host.worker import NoWorker, Worker
from storage.interface import GameLogRecord

log = logging.getLogger(__name__)

ANSWERS = 5
"""So many are tried of a turning point, what was chosen among them."""
FIRST = 6
"""The others are tried in this part of the truths in which the best of them is told then: in a sixth."""
EASILY = 0.25
"""So often bots answer as those that play easily; else all games would be one and the same where nothing is hidden."""
A_NIGHT = 10
"""So many games are played on from in a night, at the most, so that the processor is free by the morning."""
LOOKED_AT = 100
"""So many are looked at for that, where bots cannot play on from some."""


class Playouts:
    """Plays on from the turning points of reviews that somebody has looked at.

    Args:
        host: whose games they are; those of other processes are left to them.
        worker: plays; None: nobody does.
    """

    def __init__(self, host: Host, worker: Worker | None) -> None:
        self._host = host
        self._worker = worker

    async def tonight(self) -> None:
        """Play on from some games, the newest first; what is broken off goes on the next night.

        One game's trouble does not hold up the others.
        """
        if self._worker is None:
            return
        done = 0
        for game_id in await self._host.storage.reviews.waiting(self._host.shards, EDITION, LOOKED_AT):
            try:
                done += await self._from_game(game_id, self._worker)
            except NoWorker:
                log.info("there was no time to play on from a review", extra={"game": game_id})
            except Exception:
                log.exception("a review could not be played on from", extra={"game": game_id})
            if done == A_NIGHT:
                break
        if done:
            log.info("reviews from whose turning points bots have played on: %d", done)

    async def _from_game(self, game_id: int, worker: Worker) -> bool:
        """Play on from the turning points of a game; return whether there were any left.

        Each is kept as soon as it is there.

        Raises:
            NoWorker: nobody has come to one.
        """
        rows = self._host.storage.reviews
        running = await self._host.running(game_id)
        review = readable(await rows.of(game_id), running.row.revision)
        if review is None:
            return False  # it is made anew for whoever looks next
        entries = await self._host.storage.games.entries(game_id)
        given = over(running, entries)
        for seat, revision in _left(review):
            found = await self._from_point(worker, running, given, revision)
            if found is not None:
                review = _with(review, seat, revision, found)
                await rows.keep(game_id, kept(review, running.row.revision))
        await rows.keep(game_id, kept(review, running.row.revision, played_on=True))
        return True

    async def _from_point(
        self, worker: Worker, running: RunningGame, given: FinishedGame, revision: int
    ) -> PlayedOn | None:
        if is_found_there(running.game):
            return await worker.do(_played_on_there, running.game.key, given, revision)
        return await asyncio.to_thread(played_on, *opened(running.game, given), revision)


def _left(review: Review) -> list[tuple[Seat, int]]:
    """Return the turning points from which nobody has played on."""
    return [
        (seat, point.revision) for seat, points in review.points.items() for point in points if point.played_on is None
    ]


def _with(review: Review, seat: Seat, revision: int, found: PlayedOn) -> Review:
    """Return a review with what came of a turning point where bots played on."""
    points = tuple(
        point.model_copy(update={"played_on": found}) if point.revision == revision else point
        for point in review.points[seat]
    )
    return review.model_copy(update={"points": {**review.points, seat: points}})


def _played_on_there(key: str, given: FinishedGame, revision: int) -> PlayedOn | None:
    """Play on in the worker, as `played_on` does."""
    from bot.games import GAMES  # only the worker needs them here

    return played_on(*opened(GAMES[key], given), revision)


def played_on(running: RunningGame, entries: Sequence[GameLogRecord], revision: int) -> PlayedOn | None:
    """Return what comes of a decision where bots play on; None: the rules of today do not lead to it.

    It depends on nothing but the game's record.

    Args:
        running: the game, which is over.
        entries: its log.
        revision: the entry that is the decision, as of `TurningPoint`.
    """
    entry = next(each for each in entries if each.revision == revision)
    before = _before(running, entries, revision)
    question = None if before is None or entry.seat is None else play.question_for(before, entry.seat)
    if before is None or entry.seat is None or entry.move is None or question is None:
        return None
    game, seat = running.game, entry.seat
    chance = f"{before.chance.shown()}: played on {revision}"
    chosen: Move = game.moves.validate_json(entry.move)
    view = game.view(before, seat)
    bots = game.choose(view, question, bots_chance(revision))
    others = list[Move]()
    for way in (game, replace(game, plans=None)):  # where the game has no plan for what is asked, whatever can be tried
        found = candidates(way, view, question, bots, Random(f"{chance}: plans"), ANSWERS + 1)  # noqa: S311
        others = others or [move for move in found if move != chosen][: ANSWERS - 1]
    worlds = Worlds(game, before, seat)

    def won(move: Move, first: int, upto: int) -> float:
        """Return how many games are won after an answer in some of these worlds."""
        ends = (
            tried(game, worlds.world(number, chance), seat, move, f"{chance}: bots {number}", choose=now_and_then(game))
            for number in range(first, upto)
        )
        return sum(_part_of_win(end, seat) for end in ends)

    # The first worlds flatter what is best in them, so it is told by others how good it is.
    first, upto = game.played_on // FIRST, game.played_on // FIRST + game.played_on
    best = others[0] if len(others) == 1 else max(others, key=lambda move: won(move, 0, first), default=None)
    return PlayedOn(
        games=game.played_on,
        won=won(chosen, first, upto),
        instead="" if best is None else question.describe(best),
        won_instead=0.0 if best is None else won(best, first, upto),
        is_bots=best is not None and best == bots,
    )


def now_and_then(game: AnyGame) -> Choosing:
    """Return a bot that plays easily now and then."""
    easily = game.choose_easily or game.choose

    def choose(view: Any, question: Question, random: Random) -> Move:
        move: Move = (easily if random.random() < EASILY else game.choose)(view, question, random)
        return move

    return choose


def _before(running: RunningGame, entries: Sequence[GameLogRecord], revision: int) -> Table | None:
    """Return the table on which a decision was made."""
    stand = [entry.revision for entry in effective_entries(entries)]
    last = stand[stand.index(revision) - 1]
    return next((table for at, table in tables(running, entries) if at == last), None)


def _part_of_win(table: Table, seat: Seat) -> float:
    """Return what a seat has won at the end: a win that is shared counts as a part."""
    outcome = table.outcome
    return 0.0 if outcome is None or seat not in outcome.winners else 1 / len(outcome.winners)
