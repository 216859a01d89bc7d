"""Review a finished game: each seat's win probability over time, and its turning points.

Turning points are the decisions in which another answer was better by most, among those after which the win
probability fell most. The other answer is the bot's, and the game compares the two by the bot's estimates
(`Bots.compare`); both come from the view that the seat had when it was asked. A decision with one legal answer has no
alternative, and nothing is lost if the seat soon does the better thing after all.

A seat's win probability is also computed from its own view, so it depends on its player's knowledge only; the model
was fitted to games of bots (`bot.engine.win_probability`). It goes with each turning point: before the decision, right
after it, and at the seat's next decision, or the end. Sealed answers have no visible effect until all are opened.
A decision after which the better answer would have led to the same chances is no turning point.

A finished game's record is public, so nothing here is secret (see `bot.host.record.replay`).
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
from bot.engine.advice import Comparison
from bot.engine.game import AnyGame
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.table import Table
from bot.engine.win_probability import compute_win_probabilities
from bot.host import cpu_accounting
from bot.host.delivery.guard import get_guarded_view
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.record.finished_game import FinishedGame, pack_finished_game, unpack_finished_game
from bot.host.record.replay import iterate_tables, list_moments
from bot.host.record.turning_points import BetterAnswer, Review, TurningPoint, read_stored_review, to_stored_review
from bot.host.table.audience_log import list_effective_entries
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import RunningGame
from bot.host.worker import NoWorker, Worker
from storage.interface.errors import StoreFailed
from storage.interface.game_log import EntryKind, GameLogRecord
from storage.interface.past_games import StoredReview
from storage.interface.transaction_observer import ignore_observer

log = logging.getLogger(__name__)


MAX_TURNING_POINTS = 3
"""Maximum turning points of a seat."""
MAX_DECISIONS_EXAMINED = 12
"""Decisions of a seat that are compared with a bot's: those after which its win probability fell most."""
MIN_PROBABILITY_LOSS = 0.03
"""Minimum loss of win probability of a turning point, in games that do not compare answers themselves."""
MAX_FOLLOW_UPS = 4
"""Questions of the same turn that a bot answers to compare the chances after two answers."""
GRAPH_POINTS = 40
"""Approximate number of points in the graph of the win probability; each part of the game begins with one."""
MAX_WAIT_SECONDS = 600.0
"""Seconds for which a viewer waits, including the worker's other jobs; Discord accepts an answer for 900."""
DECIDED_PROBABILITY = 0.01
"""Win probability below which a game counts as lost, or above whose complement as won; other decisions go first."""
JUDGED_KINDS: Collection[EntryKind] = frozenset({"move", "order", "default"})
"""The kinds of decisions that can be turning points."""
DECISION_KINDS: Collection[EntryKind] = frozenset({*JUDGED_KINDS, "bot"})


@dataclass(frozen=True)
class ReviewContext:
    """A review as shown to a viewer."""

    seen: AudienceView
    """The game's public view."""
    review: Review
    seat: Seat
    """The seat whose turning points are shown."""
    waits: bool = False
    """Whether playouts at night are still to come for some turning points."""


class Reviews:
    """Reviews finished games.

    Reviews are stored, and extended by playouts at night (`bot.host.record.playouts`).

    Args:
        host: runs the games.
        worker: computes the reviews; None: they are computed in this process.
        nights: whether there are nights in which bots play on.
    """

    def __init__(self, host: Host, worker: Worker | None = None, *, nights: bool = False) -> None:
        self._host = host
        self._worker = worker
        self._nights = nights and worker is not None
        self._one_at_a_time = asyncio.Lock()

    async def get_review(self, game_id: int, user_id: int, seat: Seat | None = None) -> ReviewContext:
        """Return the review of a game.

        Args:
            game_id: the game.
            user_id: the viewer; anybody may be one.
            seat: the seat whose turning points are shown; None: one's own or, for a spectator, the winner's.

        Raises:
            Refusal: there is no such game or seat, it was not played to its end, it cannot be replayed, or the worker
                did not finish in time.
        """
        running = await self._host.get_running_game(game_id)
        why = _explain_no_review(running)
        if why is not None:
            raise Refusal(why)
        if seat is None:
            seat = running.find_seat_of(user_id) or next(iter(_list_winners(running)), 1)
        running.get_seat_row(seat)
        found = await self._load_review(running)
        if found is None:
            try:
                found = await self._make_review(running)
            except (NoWorker, TimeoutError):
                raise Refusal(
                    "I could not go through this game just now. Please press **Review** again later."
                ) from None
        if found is None:
            raise Refusal(
                "This game was played by an older version of the rules, so I cannot play it again. "
                "**/table log** tells its story."
            )
        review, played_on = found
        return ReviewContext(get_guarded_view(running, None), review, seat, waits=self._nights and not played_on)

    async def prepare_review(self, game_id: int) -> None:
        """Compute and store a game's review, if it has one; skip it if the worker does not finish in time."""
        with suppress(Refusal, NoWorker, TimeoutError):
            running = await self._host.get_running_game(game_id)
            if _explain_no_review(running) is None and await self._load_review(running) is None:
                await self._make_review(running)

    async def find_replay_step(self, game_id: int, seat: Seat, point: TurningPoint) -> int:
        """Return a turning point's step number in the seat's replay."""
        running = await self._host.get_running_game(game_id)
        seen = get_guarded_view(running, seat)
        entries = await self._host.storage.games.list_entries(game_id)
        moments = await cpu_accounting.run_in_thread(lambda: list_moments(seen.build_log(entries)))
        return max(1, sum(moment.revision <= point.revision for moment in moments))

    async def _load_review(self, running: RunningGame) -> tuple[Review, bool] | None:
        """Return the stored review of a game, and whether its playouts are done."""
        found = await self._host.storage.reviews.get(running.row.game_id)
        review = read_stored_review(found, running.row.revision)
        return None if found is None or review is None else (review, found.played_on)

    async def _make_review(self, running: RunningGame) -> tuple[Review, bool] | None:
        """Compute and store the review of a game; None: today's rules already differ at the deal.

        Raises:
            NoWorker: the worker did not compute it.
            TimeoutError: likewise.
        """
        async with asyncio.timeout(MAX_WAIT_SECONDS), self._one_at_a_time:
            found = await self._load_review(running)  # the previous caller may have waited for the same review
            if found is not None:
                return found
            entries = await self._host.storage.games.list_entries(running.row.game_id)
            if self._worker is None or not is_known_to_worker(running.game):
                review = await cpu_accounting.run_in_thread(compute_review, running, entries)
            else:
                review, seconds = await self._worker.run(
                    _compute_review_in_worker, running.game.key, pack_finished_game(running, entries)
                )
                cpu_accounting.charge_seconds(seconds)
            if review is None:
                return None
            await self._store_review(running, to_stored_review(review, running.row.revision))
            return review, review.is_played_on

    async def _store_review(self, running: RunningGame, review: StoredReview) -> None:
        """Store a review; if that fails, it is made again at the next request."""
        try:
            with ignore_observer():
                await self._host.storage.reviews.keep(running.row.game_id, review)
        except StoreFailed as failed:
            log.warning("a review could not be stored: %s", failed, extra={"game": running.row.game_id})


def _explain_no_review(running: RunningGame) -> str | None:
    """Return the reason why a game has no review; None: it has one."""
    if running.row.status == "running":
        return "A game can be reviewed when it is over."
    if running.row.status != "finished" or running.table.outcome is None:
        return "This game ended early, so nobody knows what would have come of it. **Replay** shows it."
    if running.game.bots.evaluation is None:
        return f"Nobody has worked out yet how positions of {running.game.title} are judged."
    return None


def _list_winners(running: RunningGame) -> Sequence[Seat]:
    outcome = running.table.outcome
    return [] if outcome is None else outcome.winners


def make_bot_randomness(revision: int) -> Random:
    """Return the randomness for a bot's alternative answer to a player's question."""
    return Random(f"review {revision}")  # noqa: S311


def is_known_to_worker(game: AnyGame) -> bool:
    """Whether the worker finds the same game object by its key."""
    from bot.games import GAMES  # which nothing else here needs to know

    return GAMES.get(game.key) is game


def _compute_review_in_worker(key: str, given: FinishedGame) -> tuple[Review | None, float]:
    """Run `compute_review` in the worker; return the review and the CPU seconds used."""
    from bot.games import GAMES  # only the worker needs them here

    began = time.process_time()
    return compute_review(*unpack_finished_game(GAMES[key], given)), time.process_time() - began


@dataclass(frozen=True)
class _Loss:
    """A decision compared with a better answer."""

    comparison: Comparison
    better: Move
    asked: str
    words: str
    better_words: str
    chance_instead: float | None
    """Win probability at the end of the seat's turn with the better answer; None: it cannot be told."""


@dataclass
class _Decision:
    """A decision whose consequences are being measured."""

    at: int
    """Its index in the entries that were not undone."""
    entry: GameLogRecord
    seat: Seat
    part: str
    sealed: bool
    before: float
    move: Move | None = None
    """The move; None: a bot's, which is not judged."""
    loss: _Loss | None = None
    """None: no other answer was better."""
    after: float = 0.0
    then: float = 0.0
    drew: bool = False
    drew_then: bool = False
    to_the_end: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether the game was as good as won or lost before the decision."""
        return not DECIDED_PROBABILITY <= self.before <= 1 - DECIDED_PROBABILITY


class _Story:
    """The win probabilities during a replay.

    Args:
        running: the game.
        stand: the entries of its log that were not undone.
    """

    def __init__(self, running: RunningGame, stand: Sequence[GameLogRecord]) -> None:
        self.parts: list[str] = []
        self.chances: dict[Seat, list[float]] = {seat: [] for seat in running.table.seats}
        self.decisions: list[_Decision] = []
        self.played = 0
        """Number of entries replayed with today's rules."""
        self._game = running.game
        self._stand = stand
        self._open: dict[Seat, _Decision] = {}
        """Each seat's last decision so far."""
        self._drawn = 0
        self._known: dict[Seat, float] = {}
        """Win probabilities at the present table, computed on demand."""

    def advance_to(self, table: Table) -> None:
        """Advance to the table after the next entry."""
        at, self.played = self.played, self.played + 1
        self._known.clear()
        drew, self._drawn = table.chance.drawn > self._drawn, table.chance.drawn
        for decision in self._open.values():
            if decision.at == at:
                decision.drew, decision.after = drew, self._get_win_probability(table, decision.seat)
            else:
                decision.drew_then |= drew
        over = table.outcome is not None
        if over or at % max(1, len(self._stand) // GRAPH_POINTS) == 0 or table.describe_part() != self.parts[-1]:
            self.parts.append(table.describe_part())
            for seat in table.seats:
                self.chances[seat].append(self._get_win_probability(table, seat))
        if over:
            for seat, last in self._open.items():
                last.then, last.to_the_end = self._get_win_probability(table, seat), True
        elif self.played < len(self._stand):
            self._record_question(table, self._stand[self.played])

    def stop(self) -> None:
        """Drop the last decisions, because today's rules do not lead to their consequences."""
        for decision in self._open.values():
            if not decision.to_the_end:
                decision.then = decision.after

    def _record_question(self, table: Table, entry: GameLogRecord) -> None:
        """Record the win probability of the seat that decides next."""
        if entry.seat is None or entry.kind not in DECISION_KINDS:
            return
        now = self._get_win_probability(table, entry.seat)
        if entry.seat in self._open:
            self._open[entry.seat].then = now
        sealed = isinstance(table.agenda[0], Sealed)
        decision = _Decision(self.played, entry, entry.seat, table.describe_part(), sealed, now)
        if entry.kind in JUDGED_KINDS and entry.move is not None:
            decision.move = self._game.moves.validate_json(entry.move)
        self._open[entry.seat] = decision
        self.decisions.append(decision)

    def _get_win_probability(self, table: Table, seat: Seat) -> float:
        if seat not in self._known:
            self._known[seat] = compute_win_probabilities(self._game, self._game.view(table, seat)).get(seat, 0.0)
        return self._known[seat]


def compute_review(running: RunningGame, entries: Sequence[GameLogRecord]) -> Review | None:
    """Review a finished game; None: today's rules already differ at the deal.

    Raises:
        ValueError: it is not over, so that hands are still secret.
    """
    if running.table.outcome is None:
        raise ValueError(f"game {running.row.game_id} is not over")
    stand = list_effective_entries(entries)
    story = _Story(running, stand)
    for _, table in iterate_tables(running, entries):
        story.advance_to(table)
    story.stop()
    if not story.played:
        return None
    _compare_decisions(running, entries, story.decisions)
    return Review(
        parts=tuple(story.parts),
        chances={seat: tuple(course) for seat, course in story.chances.items()},
        points={seat: _find_turning_points(seat, story.decisions) for seat in running.table.seats},
        judged=tuple(sorted({one.seat for one in story.decisions if one.move is not None})),
        cut=story.played < len(stand),
    )


def _compare_decisions(running: RunningGame, entries: Sequence[GameLogRecord], decisions: Sequence[_Decision]) -> None:
    """Compare the decisions after which a seat's win probability fell most with better ones."""
    examined: dict[int, _Decision] = {}
    for seat in running.table.seats:
        own = [one for one in decisions if one.seat == seat and one.move is not None]
        own.sort(key=lambda one: (one.is_decided, one.then - one.before, one.at))
        examined |= {one.at: one for one in own[:MAX_DECISIONS_EXAMINED]}
    for at, (_, table) in enumerate(iterate_tables(running, entries)):
        decision = examined.get(at + 1)
        if decision is not None:
            decision.loss = _find_loss(running.game, table, decision)


def _find_loss(game: AnyGame, table: Table, decision: _Decision) -> _Loss | None:
    """Compare an answer with a bot's; None: there was no other, it was no better, or the panel suggested the answer."""
    seat, given = decision.seat, decision.move
    question = play.find_question(table, seat)
    if question is None or given is None or not question.is_free:
        return None
    view = game.view(table, seat)
    better: Move = game.choose(view, question, make_bot_randomness(decision.entry.revision))
    suggested = None if game.teaching.first_plan is None else game.teaching.first_plan(view, question)
    if better == given or (suggested is not None and suggested.move == given):
        return None
    if game.bots.compare is not None:
        comparison = game.bots.compare(view, question, better, given)
    else:
        comparison = _compare_probabilities(game, table, seat, better, given)
    if comparison is None or comparison.loss <= 0 or not question.is_legal(given):  # it was no answer to this question
        return None
    after, instead = (_compute_turn_probability(game, table, decision, move) for move in (given, better))
    if _has_no_effect(decision, after, instead):
        return None
    instead = None if after is None else instead
    return _Loss(comparison, better, question.prompt, question.describe(given), question.describe(better), instead)


def _compute_turn_probability(game: AnyGame, table: Table, decision: _Decision, move: Move) -> float | None:
    """Return a seat's win probability at the end of its turn, which a bot finishes after this answer.

    None: it cannot be told, because the answer is sealed, something is drawn, or the turn is long.
    """
    seat, drawn, random = decision.seat, table.chance.drawn, make_bot_randomness(decision.entry.revision)
    for _ in range(MAX_FOLLOW_UPS + 1):
        if isinstance(table.agenda[0], Sealed):
            return None
        table = play.play(table, seat, move).table
        if table.chance.drawn != drawn:
            return None
        question = play.find_question(table, seat) if seat in play.list_asked_seats(table) else None
        if question is None:
            return compute_win_probabilities(game, game.view(table, seat)).get(seat)
        move = game.choose(game.view(table, seat), question, random)
    return None


def _has_no_effect(decision: _Decision, after: float | None, instead: float | None) -> bool:
    """Whether a better answer would not have changed the chances, as a reader sees them.

    Where that cannot be told, they are if the decision itself changed nothing, unless by luck or by others' answers.
    """
    if after is not None and instead is not None:
        return round(100 * instead) <= round(100 * after)
    is_own_effect = not decision.sealed and not decision.drew
    return is_own_effect and round(100 * decision.before) == round(100 * decision.after)


def _compare_probabilities(game: AnyGame, table: Table, seat: Seat, better: Move, given: Move) -> Comparison | None:
    """Compare two answers by the win probabilities right after them; None: they depend on others, or on a draw."""
    if isinstance(table.agenda[0], Sealed):
        return None
    found = [play.play(table, seat, move).table for move in (better, given)]
    if any(after.chance.drawn != table.chance.drawn for after in found):
        return None
    best, other = (compute_win_probabilities(game, game.view(after, seat)).get(seat, 0.0) for after in found)
    loss = best - other if best - other >= MIN_PROBABILITY_LOSS else 0.0
    why = f"Right after it you would be at {round(100 * best)}%, not at {round(100 * other)}%."
    return Comparison(loss, f"about {round(100 * loss)} percentage points", why)


def _find_turning_points(seat: Seat, decisions: Sequence[_Decision]) -> tuple[TurningPoint, ...]:
    """Return a seat's decisions that lost most, in their order."""
    own = [one for one in decisions if one.seat == seat]
    lost = [(one, loss) for at, one in enumerate(own) if (loss := one.loss) and not _is_made_up(one, loss, own[at:])]
    lost.sort(key=lambda each: (each[0].is_decided, -each[1].comparison.loss, each[0].at))
    kept = list[tuple[_Decision, _Loss]]()
    for one, loss in lost:
        if len(kept) < MAX_TURNING_POINTS and not any(_is_same_chance(loss, other) for _, other in kept):
            kept.append((one, loss))
    return tuple(_build_turning_point(one, loss) for one, loss in sorted(kept, key=lambda each: each[0].at))


def _is_made_up(decision: _Decision, loss: _Loss, later: Sequence[_Decision]) -> bool:
    """Whether the seat soon does what the better answer would have done: in the same part of the game, or the next."""
    makes_up = loss.comparison.makes_up
    if makes_up is None:
        return False
    next_part = next((one.part for one in later if one.part != decision.part), decision.part)
    soon = (one.move for one in later if one.part in (decision.part, next_part))
    return any(move is not None and makes_up(move) for move in soon)


def _is_same_chance(loss: _Loss, other: _Loss) -> bool:
    """Whether two decisions missed the same better answer, or for the same reason, which is one lesson."""
    makes_up = loss.comparison.makes_up
    is_same = makes_up is not None and makes_up(other.better)
    return is_same or loss.comparison.why == other.comparison.why


def _build_turning_point(decision: _Decision, loss: _Loss) -> TurningPoint:
    return TurningPoint(
        revision=decision.entry.revision,
        part=decision.part,
        kind=decision.entry.kind,
        asked=loss.asked,
        words=loss.words,
        before=decision.before,
        after=decision.after,
        then=decision.then,
        sealed=decision.sealed,
        drew=decision.drew,
        drew_then=decision.drew_then,
        to_the_end=decision.to_the_end,
        better=BetterAnswer(words=loss.better_words, lost=loss.comparison.lost, why=loss.comparison.why),
        chance_instead=loss.chance_instead,
    )
