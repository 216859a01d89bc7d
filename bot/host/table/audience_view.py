"""Immutable view of a game with everything that one audience may know, and nothing else.

Screens, letters and pictures are made from it. It has no table, no other seat's secret question, order or clock, and no
count of other players' presses, so its outputs cannot reveal these. It is made here from the running game, and released
only through `bot/host/delivery/guard.py`, which compares it with the views of alternative states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from bot.engine import play
from bot.engine.multi_step import ChooseOrCompose, Compose, Stage
from bot.engine.orders import Order, OrderOffer
from bot.engine.prepared import PreparedTurn
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.table import Outcome
from bot.host.table.audience_log import AudienceLog
from bot.host.table.membership import Membership
from bot.host.table.running import RunningGame
from storage.interface.game_log import GameLogRecord
from storage.interface.games import GameRow, SeatRow
from storage.interface.leagues import LeagueGame
from storage.interface.questions import QuestionTimes


@dataclass(frozen=True)
class AudienceView(Membership):
    """A game as one audience may see it: a seat, or the public.

    Of the row and of other seats it has the public data: no revision, which counts secret moves.
    """

    audience: Seat | None
    """The seat that sees it; None: the public."""
    league: LeagueGame | None
    """The season of its table, at an anonymous one without the entrants who play; None: it is no league's table."""
    outcome: Outcome | None
    """The result of the game; None: it is not over."""
    title: str
    """Description of the present decision, with seats as marks; empty: none."""
    waits_in_secret: bool
    """Whether the identity of the asked seats, and their answers, are secret now."""
    asked: Sequence[Seat]
    """The asked seats; empty while that is secret."""
    named: Sequence[Seat]
    """Seats named in a ping: people who are asked or, where that is secret, who may be asked."""
    clocks: Mapping[Seat, QuestionTimes]
    """Deadlines by seat; only the audience's own where waiting is secret, or at an anonymous table.

    Quiet hours and days off shift a deadline, so others could recognise whose it is."""
    question: Question | None = None
    """The question the audience must or may answer now."""
    etag: str | None = None
    """The version tag of this question."""
    identity: str = ""
    """Distinguishes the step's question from others with the same answers; see `Step.get_identity`."""
    is_asked: bool = False
    """Whether the table waits for the audience; an optional question does not count."""
    default: str | None = None
    """Its default answer at the deadline, in words; None: a bot decides, or it is not asked."""
    sealed_answer: str | None = None
    """Description of its answer that can still be taken back; empty: no description; None: no such answer."""
    has_moved: bool = False
    """Whether the player has made a move in person, not by a default, an order or a bot."""
    can_prepare: bool = False
    """Whether it can prepare a future turn."""
    made_view: Any = None
    """The game's view for this audience, if it was built with it; otherwise see `view`."""
    orders: Sequence[Order] = ()
    """Its standing orders, oldest first, and its prepared turn."""
    opens_with: Stage | None = None
    """The first choices, where its answer is a multi-step move."""
    stages: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """Later steps of a multi-step move, for the choices requested so far."""
    lazy_fields: LazyFields | None = field(default=None, compare=False, repr=False)

    @property
    def view(self) -> Any:
        """The game's view for this audience; built on demand for a seat with nothing to answer."""
        return self.made_view if self.made_view is not None else self._lazy_fields.view()

    def build_preview(self, parts: Sequence[Move]) -> Any:
        """Return the view after legal tentative choices, if they are previewed; otherwise the present view."""
        return self._lazy_fields.planned(tuple(parts)) if parts else self.view

    def build_log(self, entries: Sequence[GameLogRecord]) -> AudienceLog:
        """Build this audience's log from stored entries, as far as this view is not older than they are."""
        return self._lazy_fields.log(entries)

    @property
    def public(self) -> AudienceView:
        """The public view of the same game."""
        return self if self.audience is None else self._lazy_fields.public()

    @property
    def defaults_of_others(self) -> Mapping[Seat, str | None]:
        """Default answers of the other asked seats, where everybody may know them; see `get_public_defaults`."""
        return self._lazy_fields.defaults()

    @property
    def _lazy_fields(self) -> LazyFields:
        if self.lazy_fields is None:
            raise LookupError("this was not handed out by the guard")
        return self.lazy_fields

    @cached_property
    def offers(self) -> Sequence[OrderOffer]:
        """The orders that the audience may give now."""
        return () if self.game.play_ahead.orders is None else self.game.play_ahead.orders.offers(self.view)

    @property
    def clock(self) -> QuestionTimes | None:
        """The deadline of the audience's own question."""
        return None if self.audience is None else self.clocks.get(self.audience)

    @property
    def has_hints(self) -> bool:
        """Whether the audience may ask for a bot's suggestion; never in a league."""
        if self.league is not None or not self.settings.hints or self.game.bots.advise is None:
            return False
        return self.is_asked and self.question is not None

    @property
    def prepared(self) -> PreparedTurn | None:
        """The turn that the audience has prepared."""
        return next((order for order in self.orders if isinstance(order, PreparedTurn)), None)

    @property
    def standing(self) -> Sequence[Order]:
        """Its standing orders, oldest first."""
        return tuple(order for order in self.orders if not isinstance(order, PreparedTurn))


@dataclass(frozen=True)
class LazyFields:
    """Fields that are rarely used, so they are made and guarded on demand."""

    view: Callable[[], Any]
    planned: Callable[[tuple[Move, ...]], Any]
    public: Callable[[], AudienceView]
    defaults: Callable[[], Mapping[Seat, str | None]]
    log: Callable[[Sequence[GameLogRecord]], AudienceLog]


def build_audience_view(running: RunningGame, audience: Seat | None, *, with_view: bool = True) -> AudienceView:
    """Build an audience's view of a game, before the guard has compared it.

    It has no etag, which is slow to compute for many answers, and follows from the question and its identity.
    """
    table, secret = running.visible_table, running.waits_in_secret
    runs = running.row.status == "running"
    has_own_clock_only = running.is_anonymous or (secret and runs)
    asked = play.list_asked_seats(table) if runs else []
    seen = AudienceView(
        game=running.game,
        row=_strip_row(running.row),
        seats=tuple(seat_row if seat_row.seat == audience else _strip_seat(seat_row) for seat_row in running.seats),
        audience=audience,
        league=_strip_league(running),
        outcome=table.outcome,
        title=table.agenda[0].get_title(table) if table.agenda else "",
        waits_in_secret=secret,
        asked=() if secret else tuple(asked),
        named=tuple(_list_named_seats(running, asked)),
        clocks={seat: times for seat, times in running.clocks.items() if seat == audience or not has_own_clock_only},
    )
    if audience is not None:
        seen = _add_private_data(seen, running, audience)
    looked_at = audience is None or seen.question is not None
    return replace(seen, made_view=running.get_view(audience)) if with_view and looked_at else seen


def _add_private_data(seen: AudienceView, running: RunningGame, seat: Seat) -> AudienceView:
    """Add a seat's private data to its view."""
    table, question = running.visible_table, running.find_question(seat)
    is_asked = running.row.status == "running" and seat in play.list_asked_seats(table)
    may_retract = play.can_take_back_answer(table, seat) and not running.get_seat_row(seat).conceded
    default = play.get_default_move(table, seat) if is_asked else None
    return replace(
        seen,
        question=question,
        opens_with=None if (compose := get_compose(question)) is None else compose.stage(()),
        identity=table.agenda[0].get_identity(table, seat) if is_asked else "",
        is_asked=is_asked,
        default=None if question is None or default is None else question.describe(default),
        sealed_answer=play.describe_sealed_answer(table, seat) if may_retract else None,
        has_moved=seat in running.moved,
        can_prepare=_can_prepare(running, seat),
        orders=tuple(running.orders.get(seat, ())),
    )


def get_compose(question: Question | None) -> Compose | None:
    """Return a question's multi-step move; None: it has none."""
    if isinstance(question, ChooseOrCompose):
        return question.otherwise
    return question if isinstance(question, Compose) else None


def _can_prepare(running: RunningGame, seat: Seat) -> bool:
    turns, table = running.game.play_ahead.turns, running.visible_table
    if turns is None or running.row.status != "running" or running.get_seat_row(seat).conceded:
        return False
    return not turns.is_own(table, seat) and (turns.plays_on is None or turns.plays_on(table, seat))


def _list_named_seats(running: RunningGame, asked: Sequence[Seat]) -> Sequence[Seat]:
    if not asked:
        return []
    table = running.visible_table
    seats = table.agenda[0].list_seats_to_ping(table) if running.waits_in_secret else asked
    return [seat for seat in seats if not running.is_automatic(seat)]


def _strip_row(row: GameRow) -> GameRow:
    return GameRow(
        game_id=row.game_id,
        title=row.title,
        status=row.status,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        opened_by=row.opened_by,
        seats_wanted=row.seats_wanted,
        options=row.options,
        version=row.version,
        revision=0,
        box=row.box,
        opened_at=row.opened_at,
        finished_at=row.finished_at,
        pact=row.pact,
        paused_at=row.paused_at,
        lost=row.lost,
        lost_at=row.lost_at,
        lost_stopped=row.lost_stopped,
        name=row.name,
    )


def _strip_league(running: RunningGame) -> LeagueGame | None:
    """Return the season of a table; of an anonymous one, only people who left, as in its log."""
    league = running.league
    if league is None or not running.is_anonymous:
        return league
    left = [seat_row.seat for seat_row in running.seats if seat_row.is_left]
    return replace(league, seats={seat: league.seats[seat] for seat in left if seat in league.seats})


def strip_people(running: RunningGame) -> RunningGame:
    """Return the game without its players' private data, for a reader who looks through the eyes of another seat."""
    return replace(running, seats=tuple(_strip_seat(seat_row) for seat_row in running.seats))


def _strip_seat(row: SeatRow) -> SeatRow:
    """Return the public part of a seat's row; at an anonymous table it names a person whom nobody knows."""
    user_id = row.user_id if row.real_name is None else get_stand_in(row.seat)
    return SeatRow(row.seat, user_id, row.name, conceded=row.conceded, misses=row.misses, away=row.away)


def get_stand_in(seat: Seat) -> int:
    """Return the user id that others see at a seat of an anonymous table; no person of Discord has it."""
    return -seat


# Defaults of other seats


class _LookedAtError(Exception):
    """A rule tried to read data that is hidden from it."""


class _Covered:
    """Stands in for the table; any access to it fails."""

    def __getattribute__(self, name: str) -> Any:
        raise _LookedAtError(name)


def get_public_defaults(running: RunningGame) -> Mapping[Seat, str | None]:
    """Return the defaults of the asked seats, as far as everybody may know them; None: a bot decides.

    Only defaults that depend neither on the table nor on its step are included: others, such as the most expensive card
    of a hand, might reveal a secret. Where waiting is secret, the result is empty.
    """
    found: dict[Seat, str | None] = {}
    table = running.visible_table
    if running.row.status != "running" or running.waits_in_secret:
        return found
    for seat in play.list_asked_seats(table):
        rule: Any = type(table.agenda[0]).get_default_move
        try:
            move = rule(_Covered(), _Covered(), seat)
        except (_LookedAtError, TypeError):  # the latter when it tried to iterate over it
            continue
        question = running.get_question(seat)
        if move == play.get_default_move(table, seat):
            found[seat] = None if move is None or question is None else question.describe(move)
    return found
