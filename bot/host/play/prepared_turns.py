"""Prepare a turn in private while other players move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine import play
from bot.engine.prepared import ALL_OF_IT, Foreseen, OnlyIf, PreparedMove, PreparedTurn, Turns, simulate_turn
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.host.delivery.guard import get_guarded_view
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.play.auto_answers import has_unknown_condition, read_moves
from bot.host.play.standing_orders import StandingOrders
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import RunningGame

MAX_MOVES = 20
"""Maximum number of prepared moves."""
ALL_OF_IT_WORDS = "all of it can be done just as it stands here"
CANNOT_BE_CHOSEN = "This condition cannot be chosen now; the panel shows those that can."
OUTDATED = "The table has changed since then, so this was not added. This is how your turn would go on now."


@dataclass(frozen=True)
class PreparationOffer:
    """The preview of a seat's turn if it were now, computed from the seat's knowledge."""

    sees: Any
    """The seat's view after its prepared moves; None: no further move can be prepared."""
    possible: int
    """Number of prepared moves that would be legal now with their displayed effect."""
    why_no_further: str
    """Reason why the first illegal move stops the turn, as a sentence; empty: it is not legal."""
    is_over: bool
    """Whether the turn ends with the last prepared move."""
    conditions: Sequence[OnlyIf]
    """The conditions on offer, and the present one."""
    next: Question | None
    """The question of the next move; None: none."""
    tag: str
    """The tag of that question; empty: none."""


@dataclass(frozen=True)
class PreparationContext:
    """The data of a panel for preparing a turn."""

    seen: AudienceView
    """The game as this person sees it."""
    then: PreparationOffer

    @property
    def prepared(self) -> PreparedTurn:
        """The prepared turn."""
        return self.seen.prepared or PreparedTurn()

    @property
    def ahead(self) -> AudienceView:
        """The person's view after the prepared moves, if it were their turn now."""
        return replace(self.seen, made_view=self.then.sees)

    @property
    def is_never_played(self) -> bool:
        """Whether its condition cannot be evaluated, because the game does not support it now."""
        return has_unknown_condition(self.seen.game, self.prepared)

    @property
    def next(self) -> Question | None:
        """The question of the next move; None: none."""
        return self.then.next

    def get_question(self, tag: str) -> Question | None:
        """Return the next question, if it has this tag."""
        return self.next if tag and tag == self.then.tag else None


class PreparedTurns:
    """The prepared turns of all tables.

    Args:
        host: runs the tables.
        orders: the standing orders; prepared turns are stored with them.
    """

    def __init__(self, host: Host, orders: StandingOrders) -> None:
        self._host = host
        self._orders = orders

    async def build_panel(self, game_id: int, user_id: int) -> PreparationContext:
        """Build this person's panel for preparing a turn.

        Raises:
            Refusal: it is their turn, the game is over, or its turns cannot be prepared.
            NotYours: they have conceded.
        """
        return build_preparation_context(*await self._get_seated_game(game_id, user_id))

    async def _get_seated_game(self, game_id: int, user_id: int) -> tuple[RunningGame, Seat]:
        running = await self._host.get_running_game(game_id)
        seat = running.get_own_seat(user_id)
        self._host.must_run(running)
        if running.get_seat_row(seat).conceded:
            raise NotYours("You have conceded, so no turn of yours comes any more.")
        if _get_turns(running).is_own(running.table, seat):
            raise Refusal("Your turn has come, so there is nothing to prepare. Press **Act** to take it.")
        return running, seat

    async def add(self, game_id: int, user_id: int, tag: str, picks: Sequence[str]) -> str:
        """Prepare another move; return its description, with seats as marks.

        Raises:
            BadAnswer: the picks are no legal answer.
            Refusal: the table has changed since the question was shown.
        """
        async with self._host.lock_game(game_id):
            running, seat = await self._get_seated_game(game_id, user_id)
            question = build_preparation_context(running, seat).get_question(tag)
            if question is None:
                raise Refusal(OUTDATED)
            move = question.read(picks)
            shown = predict_position(running, seat, _require_prepared_turn(running, seat), move).shown[-1]
            added = PreparedMove.as_shown(move, shown)
            await self._keep(running, seat, moves=(*_require_prepared_turn(running, seat).moves, added))
        return added.words

    async def take_back(self, game_id: int, user_id: int, *, every: bool = False) -> None:
        """Remove the last prepared move, or all of them with their condition."""
        async with self._host.lock_game(game_id):
            running, seat = await self._get_seated_game(game_id, user_id)
            if every:
                await self._orders.put(running, seat, PreparedTurn(), given=False)
            else:
                await self._keep(running, seat, moves=_require_prepared_turn(running, seat).moves[:-1])

    async def set_condition(self, game_id: int, user_id: int, key: str) -> None:
        """Set the condition of a prepared turn; empty: no condition.

        Raises:
            Refusal: there is no such condition.
        """
        async with self._host.lock_game(game_id):
            running, seat = await self._get_seated_game(game_id, user_id)
            offered = build_preparation_context(running, seat).then.conditions
            chosen = next((one for one in offered if one.key == key), None) if key else None
            if key and chosen is None:
                raise Refusal(CANNOT_BE_CHOSEN)
            only_if = None if chosen is None else chosen.model_copy(update={"since": running.row.revision})
            await self._keep(running, seat, only_if=only_if, unless="", seen="")

    async def _keep(self, running: RunningGame, seat: Seat, **changed: Any) -> None:
        """Save changed fields of a prepared turn."""
        prepared = _require_prepared_turn(running, seat).model_copy(update={**changed, "begun": False})
        kept = bool(prepared.moves or prepared.only_if or prepared.unless)
        await self._orders.put(running, seat, prepared, given=kept)


def build_preparation_context(running: RunningGame, seat: Seat) -> PreparationContext:
    """Build a seat's panel for preparing a turn, as its player may see it.

    The next question is computed at a resampled table, so it has no secrets for the guard to stop.
    """
    return PreparationContext(get_guarded_view(running, seat), _build_offer(running, seat))


def _build_offer(running: RunningGame, seat: Seat) -> PreparationOffer:
    prepared = _require_prepared_turn(running, seat)
    there, count = predict_position(running, seat, prepared), len(prepared.moves)
    possible = there.count_unchanged(prepared.moves)
    question = there.question if possible == count < MAX_MOVES else None
    return PreparationOffer(
        sees=None if question is None else running.game.view(there.table, seat),
        possible=possible,
        why_no_further=prepared.moves[possible].why_not(there.shown[possible]) or ""
        if possible < there.possible
        else "",
        is_over=there.over,
        conditions=_list_conditions(running, seat, prepared),
        next=question,
        tag="" if question is None else play.compute_etag(there.table, seat, question, count),
    )


def _list_conditions(running: RunningGame, seat: Seat, prepared: PreparedTurn) -> Sequence[OnlyIf]:
    start = running.game.view(predict_position(running, seat, PreparedTurn()).table, seat)
    offered = [OnlyIf(name=ALL_OF_IT, words=ALL_OF_IT_WORDS), *_get_turns(running).list_conditions(start)]
    chosen = prepared.only_if
    known = chosen is None or any(one.key == chosen.key for one in offered)
    return offered if chosen is None or known else [chosen, *offered]


def predict_position(running: RunningGame, seat: Seat, prepared: PreparedTurn, *more: Move) -> Foreseen[Any]:
    """Predict a seat's position after its prepared moves and more, from the seat's knowledge only."""
    moves, words = read_moves(running.game, prepared), [one.words for one in prepared.moves]
    return simulate_turn(_get_turns(running), running.resample_for_seat(seat), seat, [*moves, *more], words)


def _require_prepared_turn(running: RunningGame, seat: Seat) -> PreparedTurn:
    return running.get_prepared_turn(seat) or PreparedTurn()


def _get_turns(running: RunningGame) -> Turns[Any, Any]:
    turns: Turns[Any, Any] | None = running.game.play_ahead.turns
    if turns is None:
        raise Refusal(f"In {running.game.title} turns cannot be prepared.")
    return turns
