"""Reviews: how a finished game went for each seat, and its turning points.

A seat's chances are those of its own view at that moment, so they depend on its player's knowledge only; they were
fitted to games of bots (`bot.engine.win_probability`). The effect of a decision is the change of its chances until the
seat's next decision, or the end. The effect of the move itself is separated from that of other players and of draws,
except where an answer was sealed, which shows nothing until all are opened.

A game that is over has an open record, so nothing here is a secret any more (see `bot.host.record.replay`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.table import Table
from bot.engine.win_probability import chances
from bot.host import cpu_accounting
from bot.host.delivery.guard import seen_by
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.play.hints import stage_of
from bot.host.record.finished_game import FinishedGame, opened, over
from bot.host.record.replay import moments_of, tables
from bot.host.record.turning_points import Instead, Review, TurningPoint, kept, readable
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import RunningGame, effective_entries
from bot.host.worker import NoWorker, Worker
from storage.interface import EntryKind, GameLogRecord, KeptReview, StoreFailed, aside

log = logging.getLogger(__name__)


POINTS = 3
"""So many turning points a seat has at most."""
LEAST = 0.03
"""What changes a seat's chances by less is none."""
LOOKED_AT = 12
"""So many decisions of a seat are looked at, those after which most changed; some were no choice."""
SAMPLES = 40
"""About so many times its chances are drawn, and where a part of the game begins."""
PATIENCE = 600.0
"""Seconds for which whoever looks waits, also for others and for bots that think; Discord takes an answer for 900."""
DECISIONS: Collection[EntryKind] = frozenset({"move", "order", "bot", "default"})


@dataclass(frozen=True)
class Reviewed:
    """A review, as somebody looks at it."""

    seen: AudienceView
    """The game as everybody sees it."""
    review: Review
    seat: Seat
    """Whose turning points are looked at."""
    waits: bool = False
    """Whether bots will play on in the night from turning points from which they have not yet."""


class Reviews:
    """Looks back at games that are over.

    What somebody has looked back at is kept, and played on from in the night (`bot.host.record.playouts`).

    Args:
        host: runs the games.
        worker: goes through them; None: nobody else does, so it is done here.
        nights: whether there are nights in which bots play on.
    """

    def __init__(self, host: Host, worker: Worker | None = None, *, nights: bool = False) -> None:
        self._host = host
        self._worker = worker
        self._nights = nights and worker is not None
        self._one_at_a_time = asyncio.Lock()

    async def look(self, game_id: int, user_id: int, seat: Seat | None = None) -> Reviewed:
        """Return how a game went.

        Args:
            game_id: which game.
            user_id: who looks; anybody may.
            seat: whose turning points; None: one's own or, for who only watched, the winner's.

        Raises:
            Refusal: there is no such game or seat, it was not played to its end, it cannot be played again, or nobody
                has come to it in time.
        """
        running = await self._host.running(game_id)
        why = _has_none(running)
        if why is not None:
            raise Refusal(why)
        if seat is None:
            seat = running.seat_of(user_id) or next(iter(_winners(running)), 1)
        running.seat_row(seat)
        found = await self._kept(running)
        if found is None:
            try:
                found = await self._made(running)
            except (NoWorker, TimeoutError):
                raise Refusal(
                    "I could not go through this game just now. Please press **Review** again later."
                ) from None
        if found is None:
            raise Refusal(
                "This game was played by an older version of the rules, so I cannot play it again. "
                "**/game log** tells its story."
            )
        review, played_on = found
        return Reviewed(seen_by(running, None), review, seat, waits=self._nights and not played_on)

    async def prepare(self, game_id: int) -> None:
        """Let a game's review be kept, where it has one; it is left where nobody comes to it in time."""
        with suppress(Refusal, NoWorker, TimeoutError):
            running = await self._host.running(game_id)
            if _has_none(running) is None and await self._kept(running) is None:
                await self._made(running)

    async def step(self, game_id: int, seat: Seat, point: TurningPoint) -> int:
        """Return the number of the step, as this seat heard of them, at which a turning point stands in its replay."""
        running = await self._host.running(game_id)
        entries = await self._host.storage.games.entries(game_id)
        moments = await cpu_accounting.beside(moments_of, running.game, entries, seat)
        return max(1, sum(moment.revision <= point.revision for moment in moments))

    async def _kept(self, running: RunningGame) -> tuple[Review, bool] | None:
        """Return the review that is kept of a game, and whether bots have played on from it."""
        found = await self._host.storage.reviews.of(running.row.game_id)
        review = readable(found, running.row.revision)
        return None if found is None or review is None else (review, found.played_on)

    async def _made(self, running: RunningGame) -> tuple[Review, bool] | None:
        """Make the review of a game, and keep it; None: the rules of today do not even deal it.

        Raises:
            NoWorker: nobody has come to it.
            TimeoutError: likewise.
        """
        async with asyncio.timeout(PATIENCE), self._one_at_a_time:
            found = await self._kept(running)  # whoever came before may have waited for the same
            if found is not None:
                return found
            entries = await self._host.storage.games.entries(running.row.game_id)
            if self._worker is None or not is_found_there(running.game):
                review = await cpu_accounting.beside(reviewed, running, entries)
            else:
                review, seconds = await self._worker.do(_reviewed_there, running.game.key, over(running, entries))
                cpu_accounting.charge(seconds)
            if review is None:
                return None
            await self._keep(running, kept(review, running.row.revision))
            return review, review.is_played_on

    async def _keep(self, running: RunningGame, review: KeptReview) -> None:
        """Keep a review; where that cannot be, it is made anew for whoever looks next."""
        try:
            with aside():
                await self._host.storage.reviews.keep(running.row.game_id, review)
        except StoreFailed as failed:
            log.warning("a review is not kept: %s", failed, extra={"game": running.row.game_id})


def _has_none(running: RunningGame) -> str | None:
    """Return why a game has no review; None: it has one."""
    if running.row.status == "running":
        return "A game can be reviewed when it is over."
    if running.row.status != "finished" or running.table.outcome is None:
        return "This game ended early, so nobody knows what would have come of it. **Replay** shows it."
    if running.game.evaluation is None:
        return f"Nobody has worked out yet how positions of {running.game.title} are judged."
    return None


def _winners(running: RunningGame) -> Sequence[Seat]:
    outcome = running.table.outcome
    return [] if outcome is None else outcome.winners


def bots_chance(revision: int) -> Random:
    """Return what a bot draws from that is asked what it would have answered in somebody's place."""
    return Random(f"review {revision}")  # noqa: S311


def is_found_there(game: AnyGame) -> bool:
    """Whether the worker finds this very game by its key."""
    from bot.games import GAMES  # which nothing else here needs to know

    return GAMES.get(game.key) is game


def _reviewed_there(key: str, given: FinishedGame) -> tuple[Review | None, float]:
    """Return in the worker how a game went, as `reviewed` does, and for how many seconds the processor was at it."""
    from bot.games import GAMES  # only the worker needs them here

    began = time.process_time()
    return reviewed(*opened(GAMES[key], given)), time.process_time() - began


@dataclass
class _Decision:
    """A decision whose consequences are being followed."""

    at: int
    """Which of the entries that stand it is."""
    entry: GameLogRecord
    seat: Seat
    part: str
    before: float
    sealed: bool
    after: float = 0.0
    then: float = 0.0
    drew: bool = False
    drew_then: bool = False
    to_the_end: bool = False

    @property
    def size(self) -> float:
        """How much changed."""
        return abs(self.then - self.before)


class _Story:
    """What is known of a game as far as it has been played again.

    Args:
        running: the game.
        stand: the entries of its log that were not undone.
    """

    def __init__(self, running: RunningGame, stand: Sequence[GameLogRecord]) -> None:
        self.parts: list[str] = []
        self.chances: dict[Seat, list[float]] = {seat: [] for seat in running.table.seats}
        self.decisions: list[_Decision] = []
        self.played = 0
        """How many entries the rules of today have led through."""
        self._game = running.game
        self._stand = stand
        self._open: dict[Seat, _Decision] = {}
        """Each seat's last decision so far."""
        self._drawn = 0
        self._known: dict[Seat, float] = {}
        """Chances at the present table, as far as somebody has asked for them."""

    def comes_to(self, table: Table) -> None:
        """Go on to the table after the next entry."""
        at, self.played = self.played, self.played + 1
        self._known.clear()
        drew, self._drawn = table.chance.drawn > self._drawn, table.chance.drawn
        for decision in self._open.values():
            if decision.at == at:
                decision.drew, decision.after = drew, self._of(table, decision.seat)
            else:
                decision.drew_then |= drew
        over = table.outcome is not None
        if over or at % max(1, len(self._stand) // SAMPLES) == 0 or table.part() != self.parts[-1]:
            self.parts.append(table.part())
            for seat in table.seats:
                self.chances[seat].append(self._of(table, seat))
        if over:
            for seat, last in self._open.items():
                last.then, last.to_the_end = self._of(table, seat), True
        elif self.played < len(self._stand):
            self._is_asked(table, self._stand[self.played])

    def stops(self) -> None:
        """Let nothing come of the last decisions, where the rules of today do not lead to what did."""
        for decision in self._open.values():
            if not decision.to_the_end:
                decision.then = decision.after

    def _is_asked(self, table: Table, entry: GameLogRecord) -> None:
        """Note what the chances of somebody are whose decision is next."""
        if entry.seat is None or entry.kind not in DECISIONS:
            return
        now = self._of(table, entry.seat)
        if entry.seat in self._open:
            self._open[entry.seat].then = now
        sealed = isinstance(table.agenda[0], Sealed)
        decision = _Decision(self.played, entry, entry.seat, table.part(), now, sealed)
        self._open[entry.seat] = decision
        self.decisions.append(decision)

    def _of(self, table: Table, seat: Seat) -> float:
        if seat not in self._known:
            self._known[seat] = chances(self._game, self._game.view(table, seat)).get(seat, 0.0)
        return self._known[seat]


def reviewed(running: RunningGame, entries: Sequence[GameLogRecord]) -> Review | None:
    """Return how a game that is over went; None: not even its deal comes out as it was.

    Raises:
        ValueError: it is not over, so that everybody's hands are still their own.
    """
    if running.table.outcome is None:
        raise ValueError(f"game {running.row.game_id} is not over")
    stand = effective_entries(entries)
    story = _Story(running, stand)
    for _, table in tables(running, entries):
        story.comes_to(table)
    story.stops()
    if not story.played:
        return None
    points = _points(running, entries, story.decisions)
    return Review(
        parts=tuple(story.parts),
        chances={seat: tuple(course) for seat, course in story.chances.items()},
        points=points,
        cut=story.played < len(stand),
    )


def _points(
    running: RunningGame, entries: Sequence[GameLogRecord], decisions: Sequence[_Decision]
) -> dict[Seat, tuple[TurningPoint, ...]]:
    """Return each seat's turning points: the greatest of its decisions that were a choice."""
    looked_at: dict[int, _Decision] = {}
    for seat in running.table.seats:
        own = sorted((one for one in decisions if one.seat == seat and one.size >= LEAST), key=lambda one: -one.size)
        looked_at |= {one.at: one for one in own[:LOOKED_AT]}
    found: dict[Seat, list[TurningPoint]] = {seat: [] for seat in running.table.seats}
    for at, (_, table) in enumerate(tables(running, entries)):
        decision = looked_at.get(at + 1)
        if decision is not None and (point := _point(running, table, decision)) is not None:
            found[decision.seat].append(point)
    return {seat: _greatest(points) for seat, points in found.items()}


def _greatest(points: Sequence[TurningPoint]) -> tuple[TurningPoint, ...]:
    kept = sorted(points, key=lambda point: -abs(point.change))[:POINTS]
    return tuple(sorted(kept, key=lambda point: point.revision))


def _point(running: RunningGame, table: Table, decision: _Decision) -> TurningPoint | None:
    """Return a decision at the table on which it was made; None: there was no choice."""
    game, seat = running.game, decision.seat
    question = play.question_for(table, seat)
    if question is None or not question.is_free or decision.entry.move is None:
        return None
    chosen: Move = game.moves.validate_json(decision.entry.move)
    view, random = game.view(table, seat), bots_chance(decision.entry.revision)
    bots = game.choose(view, question, random)
    instead = None
    if bots != chosen:
        why = ""
        if game.advise is not None:
            advice = game.advise(view, stage_of(question, None), (), random)
            why = advice.why if advice.move in (None, bots) else ""
        apart = None
        if not decision.sealed and not decision.drew:
            played = play.play(table, seat, bots)
            if played.table.chance.drawn == table.chance.drawn:
                apart = chances(game, game.view(played.table, seat)).get(seat, 0.0)
        instead = Instead(words=question.describe(bots), why=why, chances=apart)
    return TurningPoint(
        revision=decision.entry.revision,
        part=decision.part,
        kind=decision.entry.kind,
        asked=question.prompt,
        words=question.describe(chosen),
        before=decision.before,
        after=decision.after,
        then=decision.then,
        sealed=decision.sealed,
        drew=decision.drew,
        drew_then=decision.drew_then,
        to_the_end=decision.to_the_end,
        instead=instead,
    )
