"""Check that nothing sent to an audience depends on another seat's secrets.

Each output for an audience, a seat or the public, is made several times: from the real table, and from other states
that this audience could not distinguish from it. It is released only if all results agree; then it follows from
information that the audience has. So the guard needs no list of secrets and no search for words. It makes the output
itself, so no caller can forget it. Its work and its error are the same for every leak, and whether or not there is one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from typing import Any, Generic, TypeVar

from bot.engine.chance import ImaginedChance
from bot.engine.multi_step import ChooseOrCompose, Compose, Stage
from bot.engine.questions import BadAnswer, Question
from bot.engine.records import Move, Record, Seat
from bot.engine.secrecy import find_secrets
from bot.host.cpu_accounting import charge_calls
from bot.host.errors import Leak, Refusal
from bot.host.table.audience_log import build_audience_log
from bot.host.table.audience_view import AudienceView, LazyFields, build_audience_view, get_compose, get_public_defaults
from bot.host.table.running import RunningGame
from storage.interface.games import SeatRow
from storage.interface.leagues import LeagueGame

log = logging.getLogger(__name__)

Made = TypeVar("Made")

COMPARED_TABLES = 2
"""Number of alternative states compared. One more would catch half of the remaining leaks that depend on one coin,
and costs as much as making the output once more."""


@charge_calls
def get_guarded_view(running: RunningGame, audience: Seat | None) -> AudienceView:
    """Return a game as an audience may see it; made and compared once for each audience and revision.

    Where the rules hide nothing from the audience, there is nothing to compare.

    Raises:
        Leak: it depends on something the audience does not know. For a leak in the view alone, this is raised on access
            to the view, so that outputs without it still work.
    """
    known: AudienceView | None = running.seen.get(audience)
    if known is None:
        known = _build_guarded_view(running, audience)
        if audience is not None and known.question is not None:  # which follows from the compared parts
            known = replace(known, etag=running.get_etag(audience, known.question))
        if known.opens_with is not None:
            known.stages[()] = known.opens_with
        running.seen[audience] = known
    # The reference to the running game is set on the returned object, not on the cached one: a reference cycle of both,
    # with a table in it, would live until the next garbage collection.
    compose = get_compose(known.question)
    stages = None if audience is None or compose is None else _Stages(running, audience, compose, known.stages)
    return replace(
        known,
        question=known.question if stages is None else _guard_later_steps(known, stages),
        lazy_fields=LazyFields(
            partial(_get_view, running, audience),
            partial(_build_preview, running, audience, stages),
            partial(get_guarded_view, running, None),
            partial(make_guarded, running, audience, get_public_defaults),
            partial(build_audience_log, running.game, audience, until=running.row.revision),
        ),
    )


def _build_guarded_view(running: RunningGame, audience: Seat | None) -> AudienceView:
    """Build an audience's first view of a game; if only its view leaks, without it."""
    made = [
        _capture_result(partial(build_audience_view, audience=audience), state)
        for state in (running, *_list_alternatives(running, audience))
    ]
    if _is_agreed(made):
        return made[0].get()
    bare = partial(build_audience_view, audience=audience, with_view=False)
    made = [_capture_result(bare, state) for state in (running, *_list_alternatives(running, audience))]
    return _require_agreement(running, made)


@charge_calls
def _get_view(running: RunningGame, audience: Seat | None) -> Any:
    """Return an audience's view, which is also compared only once."""
    if audience not in running.seen_views:
        others = _list_alternatives(running, audience)
        running.seen_views[audience] = _compare_results(running, others, lambda state: state.get_view(audience))
    return running.seen_views[audience]


@charge_calls
def _build_preview(running: RunningGame, audience: Seat | None, stages: _Stages | None, parts: tuple[Move, ...]) -> Any:
    """Return an audience's view after tentative choices, or the present one if choices are not previewed."""
    return _get_view(running, audience) if stages is None or stages.compose.tried is None else stages.view_after(parts)


@charge_calls
def make_guarded(running: RunningGame, audience: Seat | None, make: Callable[[RunningGame], Made]) -> Made:
    """Return the output of `make` for an audience, if it reveals nothing the audience may not know.

    Args:
        running: the game.
        audience: the only seat that receives it; None: the public.
        make: makes it from any state of this game. Everything that depends on the table must be computed inside,
            including whether it is made at all: a Refusal or BadAnswer is compared like a result.

    Raises:
        Leak: it depends on something the audience does not know.
    """
    return _compare_results(running, _keep_alternatives(running, audience), make)


def _compare_results(running: RunningGame, others: Sequence[RunningGame], make: Callable[[RunningGame], Made]) -> Made:
    return _require_agreement(running, [_capture_result(make, state) for state in (running, *others)])


def _require_agreement(running: RunningGame, made: Sequence[_Outcome[Made]]) -> Made:
    """Return the first result, made from the real table, if the others equal it."""
    if not _is_agreed(made):
        log.error("a leak was stopped", extra={"game": running.row.game_id, "revision": running.row.revision})
        raise Leak
    return made[0].get()


def _is_agreed(made: Sequence[_Outcome[Any]]) -> bool:
    real, *others = made
    return real.is_fault or all(real.is_like(other) for other in others)


def make_guarded_text(
    running: RunningGame, audience: Seat | None, make: Callable[[RunningGame], str], instead: str
) -> str:
    """Build a guarded text that is stored and sent later; return `instead` if it would leak.

    The text reports a past event, so there must be some text.
    """
    try:
        return make_guarded(running, audience, make)
    except Leak:
        return instead


# Alternative states


def generate_alternatives(running: RunningGame, audience: Seat | None) -> Iterator[RunningGame]:
    """Yield other states of a game that an audience could not distinguish from this one.

    They are the same at each call, so that repeating a request does not evade the guard. Nobody can predict them,
    because they derive from the secret seed.
    """
    has_own_clock_only = running.is_anonymous or (running.row.status == "running" and running.waits_in_secret)
    for number in range(COMPARED_TABLES):
        name = f"{running.table.chance.seed}:guard:{running.row.game_id}:{running.row.revision}:{audience}:{number}"
        chance = ImaginedChance(seed=sha256(name.encode()).hexdigest())
        yield replace(
            running,
            table=running.game.redeal(running.table, audience, chance),
            row=replace(running.row, revision=running.row.revision + 1 + number),
            seats=tuple(
                seat_row if seat_row.seat == audience else _replace_private_data(seat_row, number)
                for seat_row in running.seats
            ),
            league=_exchange_entrants(running, audience, number),
            moved=running.moved & {audience},
            entry_counts={seat: times + (seat != audience) for seat, times in running.entry_counts.items()},
            orders={seat: orders for seat, orders in running.orders.items() if seat == audience},
            clocks={
                seat: clock for seat, clock in running.clocks.items() if seat == audience or not has_own_clock_only
            },
            state=None,
        )


def _replace_private_data(seat_row: SeatRow, number: int) -> SeatRow:
    """Return a seat's row with its private data replaced; at an anonymous table another person sits there."""
    if seat_row.user_id is not None and seat_row.real_name is not None:
        seat_row = replace(seat_row, user_id=seat_row.user_id + 1 + number, real_name=f"Another {number}")
    return replace(seat_row, extensions=seat_row.extensions + 1)


def _exchange_entrants(running: RunningGame, audience: Seat | None, number: int) -> LeagueGame | None:
    """Return the season of a table; at an anonymous one, the other players' entrants have exchanged their seats."""
    league = running.league
    if league is None or not running.is_anonymous:
        return league
    others = [
        seat_row.seat
        for seat_row in running.seats
        if seat_row.seat != audience and seat_row.seat in league.seats and not seat_row.is_left
    ]
    turned = others[(shift := 1 + number % max(1, len(others) - 1)) :] + others[:shift]
    taken = {seat: league.seats[other] for seat, other in zip(others, turned, strict=True)}
    return replace(league, seats={**league.seats, **taken})


def _list_alternatives(running: RunningGame, audience: Seat | None) -> Sequence[RunningGame]:
    return _keep_alternatives(running, audience) if has_secrets(running, audience) else ()


def _keep_alternatives(running: RunningGame, audience: Seat | None) -> Sequence[RunningGame]:
    """Return the other states, kept until another audience looks: what one press shows is compared several times."""
    if audience not in running.alternatives:
        running.alternatives.clear()
        running.alternatives[audience] = tuple(generate_alternatives(running, audience))
    return running.alternatives[audience]


def has_secrets(running: RunningGame, audience: Seat | None) -> bool:
    """Whether anything is hidden from an audience except the seed, which no visible table contains."""
    if running.is_anonymous:
        return True
    if audience not in running.hides:
        found = find_secrets(running.table, audience)
        running.hides[audience] = any(secret.path[0] != "chance" and not secret.mark.follows for secret in found)
    return running.hides[audience]


# Multi-step moves


def _guard_later_steps(seen: AudienceView, stages: _Stages) -> Question | None:
    """Return the open question; later steps of a multi-step move are guarded when they are built."""
    question = seen.question
    if not has_secrets(stages.running, stages.seat):
        return question
    put = replace(stages.compose, stage=stages.build_stage)
    return replace(question, otherwise=put) if isinstance(question, ChooseOrCompose) else put


@dataclass(frozen=True)
class _Stages:
    """The later steps of a multi-step move."""

    running: RunningGame
    seat: Seat
    compose: Compose
    """The multi-step move at the real table."""
    known: dict[tuple[str, ...], Stage]
    """Steps compared already, by the choices in their stored form."""

    @cached_property
    def _others(self) -> Mapping[int, Compose | None]:
        """The multi-step move in each alternative state."""
        return {id(other): get_compose(other.get_question(self.seat)) for other in self._worlds}

    @cached_property
    def _worlds(self) -> Sequence[RunningGame]:
        return tuple(_list_alternatives(self.running, self.seat))

    @cached_property
    def _views(self) -> dict[tuple[Move, ...], Any]:
        return {}

    def view_after(self, parts: tuple[Move, ...]) -> Any:
        """Return the seat's view after these choices; raise Leak as well."""
        if parts not in self._views:
            self._views[parts] = _compare_results(self.running, self._worlds, partial(self._build_preview, parts=parts))
        return self._views[parts]

    def _build_preview(self, state: RunningGame, parts: tuple[Move, ...]) -> Any:
        compose = self._build_compose(state)
        if compose.tried is None:
            raise LookupError("nothing is tried there")
        return state.game.view(compose.tried(parts), self.seat)

    def build_stage(self, parts: tuple[Move, ...]) -> Stage:
        """Return the next step after these choices; raise Leak if it differs in an alternative state."""
        written = tuple(part.model_dump_json() for part in parts)
        if written not in self.known:
            self.known[written] = _compare_results(
                self.running, self._worlds, partial(self._build_stage_in, parts=parts)
            )
        return self.known[written]

    def _build_stage_in(self, state: RunningGame, parts: tuple[Move, ...]) -> Stage:
        return self._build_compose(state).stage(parts)

    def _build_compose(self, state: RunningGame) -> Compose:
        compose = self.compose if state is self.running else self._others[id(state)]
        if compose is None:
            raise LookupError("nothing is put together there")
        return compose


# Comparing


@dataclass(frozen=True)
class _Outcome(Generic[Made]):
    """The result of making an output: the output, a refusal, or a bug's exception."""

    made: tuple[Made, ...] = ()
    why_not: str = ""
    error: Exception | None = field(default=None, compare=False)

    @property
    def is_fault(self) -> bool:
        """Whether it failed because of a bug."""
        return self.error is not None and not isinstance(self.error, (Refusal, BadAnswer))

    def is_like(self, other: _Outcome[Made]) -> bool:
        """Whether both results are the same."""
        return self.why_not == other.why_not and is_same_reading(self.made, other.made)

    def get(self) -> Made:
        """Return the output, or raise its exception."""
        if self.error is not None:
            raise self.error
        return self.made[0]


def _capture_result(make: Callable[[RunningGame], Made], state: RunningGame) -> _Outcome[Made]:
    try:
        return _Outcome((make(state),))
    except (Refusal, BadAnswer) as refused:
        return _Outcome(why_not=str(refused), error=refused)
    except Exception as fault:  # noqa: BLE001  # raised by `get`; in one alternative state alone, it leaks
        return _Outcome(why_not=repr(type(fault)), error=fault)


def is_same_reading(one: Any, other: Any) -> bool:
    """Whether two values read the same, including the order of mappings and sets.

    This is stricter than equality, which ignores the order of a mapping.
    """
    if one is other:
        return True
    kind: Any = type(one)
    if kind is not type(other):
        return False
    if kind in _PLAIN:
        return bool(one == other)
    look = _LOOKS.get(kind)
    if look is None:
        look = _LOOKS[kind] = _build_comparison(kind)
    return look(one, other)


_PLAIN = frozenset({int, str, bool, bytes, float, type(None)})
_LOOKS: dict[Any, Callable[[Any, Any], bool]] = {}
"""Comparison functions by type, for the types met so far."""


def _build_comparison(kind: Any) -> Callable[[Any, Any], bool]:
    if issubclass(kind, tuple | list):
        return _is_same_sequence
    if issubclass(kind, Mapping):
        return _is_same_mapping
    if issubclass(kind, Record):
        return _compare_fields(list(kind.model_fields))
    if is_dataclass(kind):
        return _compare_fields([part.name for part in fields(kind) if part.compare])
    return _is_equal


def _is_same_sequence(one: Sequence[Any], other: Sequence[Any]) -> bool:
    kinds = list(map(type, one))
    if kinds != list(map(type, other)):
        return False
    return bool(one == other) if _PLAIN.issuperset(kinds) else all(map(is_same_reading, one, other))


def _is_same_mapping(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> bool:
    return list(one) == list(other) and _is_same_sequence(list(one.values()), list(other.values()))


def _compare_fields(names: Sequence[str]) -> Callable[[Any, Any], bool]:
    return lambda one, other: all(is_same_reading(getattr(one, name), getattr(other, name)) for name in names)


def _is_equal(one: Any, other: Any) -> bool:
    return bool(one == other)
