"""Play games on with bots from the turning points of reviews, at night.

A decision is judged by many playouts. In states that the seat could not distinguish from the real one when it was
asked, bots play all seats to the end, sometimes weakly, after its answer and after alternatives. Viewing a review never
waits for this.

Each point is one job of the worker, so that other jobs wait for one point at most. At four seats a point takes about 3
seconds of CPU time in Goodwill, 1 in Corporate Espionage, 2 in Briefcase, 4 in Carnegie, and 23, at most 35, in City of
the Big Shoulders, where half as many games are played (`Bots.played_on`). A review has up to twelve points, so it takes
seconds to a minute, and five minutes in that game.
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
from bot.engine.search import Choosing, Worlds, list_candidates, play_out
from bot.engine.table import Table
from bot.host.host import Host
from bot.host.record.finished_game import FinishedGame, pack_finished_game, unpack_finished_game
from bot.host.record.replay import iterate_tables
from bot.host.record.review import is_known_to_worker, make_bot_randomness
from bot.host.record.turning_points import EDITION, PlayoutResult, Review, read_stored_review, to_stored_review
from bot.host.table.audience_log import list_effective_entries
from bot.host.table.running import RunningGame
from bot.host.worker import NoWorker, Worker
from storage.interface.game_log import GameLogRecord

log = logging.getLogger(__name__)

MAX_ANSWERS = 5
"""Maximum answers tried at a turning point, including the chosen one."""
SELECTION_DIVISOR = 6
"""Fraction, as divisor, of the number of games used first to select the best alternative."""
EASY_ANSWER_PROBABILITY = 0.25
"""Probability of a weak bot answer; without weak answers all playouts would be identical where nothing is hidden."""
MAX_GAMES_A_NIGHT = 10
"""Maximum games processed in a night, so that the CPU is free by the morning."""
MAX_GAMES_EXAMINED = 100
"""Maximum games examined for that, as playouts are impossible for some."""


class Playouts:
    """Runs playouts from the turning points of reviews that were requested.

    Args:
        host: runs the games; those of other processes are skipped.
        worker: runs the playouts; None: there are none.
    """

    def __init__(self, host: Host, worker: Worker | None) -> None:
        self._host = host
        self._worker = worker

    async def run_night(self) -> None:
        """Process some games, the newest first; interrupted ones continue on the next night.

        An error in one game does not delay the others.
        """
        if self._worker is None:
            return
        done = 0
        for game_id in await self._host.storage.reviews.list_awaiting_playouts(
            self._host.shards, EDITION, MAX_GAMES_EXAMINED
        ):
            try:
                done += await self._process_game(game_id, self._worker)
            except NoWorker:
                log.info("the worker had no capacity for the playouts of a review", extra={"game": game_id})
            except Exception:
                log.exception("a review could not be played on from", extra={"game": game_id})
            if done == MAX_GAMES_A_NIGHT:
                break
        if done:
            log.info("reviews with new playouts: %d", done)

    async def _process_game(self, game_id: int, worker: Worker) -> bool:
        """Process a game's turning points; return whether there were any left.

        Each result is stored at once.

        Raises:
            NoWorker: the worker did not run a job.
        """
        rows = self._host.storage.reviews
        running = await self._host.get_running_game(game_id)
        review = read_stored_review(await rows.get(game_id), running.row.revision)
        if review is None:
            return False  # it is made again at the next request
        entries = await self._host.storage.games.list_entries(game_id)
        given = pack_finished_game(running, entries)
        for seat, revision in _list_open_points(review):
            found = await self._process_point(worker, running, given, revision)
            if found is not None:
                review = _add_result(review, seat, revision, found)
                await rows.keep(game_id, to_stored_review(review, running.row.revision))
        await rows.keep(game_id, to_stored_review(review, running.row.revision, played_on=True))
        return True

    async def _process_point(
        self, worker: Worker, running: RunningGame, given: FinishedGame, revision: int
    ) -> PlayoutResult | None:
        if is_known_to_worker(running.game):
            return await worker.run(_compute_playouts_in_worker, running.game.key, given, revision)
        return await asyncio.to_thread(compute_playouts, *unpack_finished_game(running.game, given), revision)


def _list_open_points(review: Review) -> list[tuple[Seat, int]]:
    """Return the turning points without playouts."""
    return [
        (seat, point.revision) for seat, points in review.points.items() for point in points if point.played_on is None
    ]


def _add_result(review: Review, seat: Seat, revision: int, found: PlayoutResult) -> Review:
    """Return a review with the playout results of a turning point."""
    points = tuple(
        point.model_copy(update={"played_on": found}) if point.revision == revision else point
        for point in review.points[seat]
    )
    return review.model_copy(update={"points": {**review.points, seat: points}})


def _compute_playouts_in_worker(key: str, given: FinishedGame, revision: int) -> PlayoutResult | None:
    """Run `compute_playouts` in the worker."""
    from bot.games import GAMES  # only the worker needs them here

    return compute_playouts(*unpack_finished_game(GAMES[key], given), revision)


def compute_playouts(running: RunningGame, entries: Sequence[GameLogRecord], revision: int) -> PlayoutResult | None:
    """Return the playout results of a decision; None: today's rules do not lead to it.

    They depend only on the game's record.

    Args:
        running: the game, which is over.
        entries: its log.
        revision: the entry of the decision, as in `TurningPoint`.
    """
    entry = next(each for each in entries if each.revision == revision)
    before = _find_table_before(running, entries, revision)
    question = None if before is None or entry.seat is None else play.find_question(before, entry.seat)
    if before is None or entry.seat is None or entry.move is None or question is None:
        return None
    game, seat = running.game, entry.seat
    chance = f"{before.chance.get_published_secret()}: played on {revision}"
    chosen: Move = game.moves.validate_json(entry.move)
    view = game.view(before, seat)
    bots = game.choose(view, question, make_bot_randomness(revision))
    others = list[Move]()
    unplanned = replace(game, bots=replace(game.bots, plans=None))
    for way in (game, unplanned):  # without a plan for this question, any candidates
        found = list_candidates(way, view, question, bots, Random(f"{chance}: plans"), MAX_ANSWERS + 1)  # noqa: S311
        others = others or [move for move in found if move != chosen][: MAX_ANSWERS - 1]
    worlds = Worlds(game, before, seat)

    def count_wins(move: Move, first: int, upto: int) -> float:
        """Return the number of wins after an answer in a range of these states."""
        ends = (
            play_out(
                game,
                worlds.deal_world(number, chance),
                seat,
                move,
                f"{chance}: bots {number}",
                choose=make_sometimes_weak_bot(game),
            )
            for number in range(first, upto)
        )
        return sum(_compute_win_share(end, seat) for end in ends)

    # The states in which the best was selected are biased towards it, so other ones evaluate it.
    games = game.bots.played_on
    first, upto = games // SELECTION_DIVISOR, games // SELECTION_DIVISOR + games
    best = others[0] if len(others) == 1 else max(others, key=lambda move: count_wins(move, 0, first), default=None)
    return PlayoutResult(
        games=games,
        won=count_wins(chosen, first, upto),
        instead="" if best is None else question.describe(best),
        won_instead=0.0 if best is None else count_wins(best, first, upto),
        is_bots=best is not None and best == bots,
    )


def make_sometimes_weak_bot(game: AnyGame) -> Choosing:
    """Make a bot that sometimes plays weakly."""
    easily = game.bots.choose_easily or game.choose

    def choose(view: Any, question: Question, random: Random) -> Move:
        move: Move = (easily if random.random() < EASY_ANSWER_PROBABILITY else game.choose)(view, question, random)
        return move

    return choose


def _find_table_before(running: RunningGame, entries: Sequence[GameLogRecord], revision: int) -> Table | None:
    """Return the table at which a decision was made."""
    stand = [entry.revision for entry in list_effective_entries(entries)]
    last = stand[stand.index(revision) - 1]
    return next((table for at, table in iterate_tables(running, entries) if at == last), None)


def _compute_win_share(table: Table, seat: Seat) -> float:
    """Return a seat's share of the win at the end; a shared win counts as a fraction."""
    outcome = table.outcome
    return 0.0 if outcome is None or seat not in outcome.winners else 1 / len(outcome.winners)
