"""What is seen of a game: all that one audience may know of it at one moment, as a value, and nothing else.

Screens, letters and pictures are made from this. It holds no table, no other seat's question, order or clock that is
secret, and not how often others have pressed; so whatever is made from it can tell none of these. It is made from the
running game here, and leaves by way of `bot/host/delivery/guard.py` alone, which compares it with what would be seen
were all else otherwise.
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
from bot.host.table.membership import Membership
from bot.host.table.running import RunningGame
from storage.interface import GameRow, LeagueGame, SeatRow, Times


@dataclass(frozen=True)
class AudienceView(Membership):
    """A game as one audience may see it: a seat, or everybody.

    Of the row and of other seats it holds what is public: no revision, for it counts what happens in secret.
    """

    audience: Seat | None
    """Which seat sees it; None: everybody."""
    league: LeagueGame | None
    """Of which season it is a table, if of any."""
    outcome: Outcome | None
    """How the game ended; None: it has not."""
    title: str
    """What is waited for, in words in which seats are marks; empty: nothing."""
    waits_in_secret: bool
    """Whether nobody may know who is asked now, and who of them has answered."""
    asked: Sequence[Seat]
    """Who is asked; nobody, where that is a secret."""
    named: Sequence[Seat]
    """Whom a call names: people who are asked or, where that is a secret, who may be asked."""
    clocks: Mapping[Seat, Times]
    """Until when questions may wait; where waiting is secret, the audience's own alone."""
    question: Question | None = None
    """What the audience must decide or may do now."""
    etag: str | None = None
    """The name of this question, asked this time."""
    identity: str = ""
    """What tells the step's question from another, beside its answers; see `Step.identity`."""
    is_asked: bool = False
    """Whether the table waits for the audience; a question that it may leave alone does not count."""
    default: str | None = None
    """What is played for it when its time is up, in words; None: a bot decides, or it is not asked."""
    laid_down: str | None = None
    """What its answer says that it can still take back; empty: it has no words for it; None: there is none."""
    has_moved: bool = False
    """Whether it has made a move in person: no default, no order and no bot did it for it."""
    can_prepare: bool = False
    """Whether it can prepare a turn that is still to come."""
    made_view: Any = None
    """The game's view for this audience, where it is looked at in any case; else see `view`."""
    orders: Sequence[Order] = ()
    """Its standing orders, oldest first, and what it has prepared for its turn."""
    opens_with: Stage | None = None
    """What can be chosen first, where its answer is put together of several choices."""
    stages: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What choices lead to where its question is put together of several, as far as that was looked at."""
    seldom: LazyFields | None = field(default=None, compare=False, repr=False)

    @property
    def view(self) -> Any:
        """The game's view for this audience; a seat that has nothing to answer seldom looks at its own."""
        return self.made_view if self.made_view is not None else self._seldom.view()

    def planned(self, parts: Sequence[Move]) -> Any:
        """Return the view as legal choices would leave the table, where these are tried on one; else as it is."""
        return self._seldom.planned(tuple(parts)) if parts else self.view

    @property
    def public(self) -> AudienceView:
        """The same game as everybody sees it."""
        return self if self.audience is None else self._seldom.public()

    @property
    def defaults_of_others(self) -> Mapping[Seat, str | None]:
        """What is played for others who are asked, where everybody may know; see `fixed_defaults`."""
        return self._seldom.defaults()

    @property
    def _seldom(self) -> LazyFields:
        if self.seldom is None:
            raise LookupError("this was not handed out by the guard")
        return self.seldom

    @cached_property
    def offers(self) -> Sequence[OrderOffer]:
        """The orders that the audience may give now."""
        return () if self.game.orders is None else self.game.orders.offers(self.view)

    @property
    def clock(self) -> Times | None:
        """Until when the audience's own question may wait."""
        return None if self.audience is None else self.clocks.get(self.audience)

    @property
    def has_hints(self) -> bool:
        """Whether the audience may ask what a bot would do; in a league nobody may, whatever its tables agreed on."""
        if self.league is not None or not self.pact.hints or self.game.advise is None:
            return False
        return self.is_asked and self.question is not None

    @property
    def prepared(self) -> PreparedTurn | None:
        """What the audience has prepared for its next turn."""
        return next((order for order in self.orders if isinstance(order, PreparedTurn)), None)

    @property
    def standing(self) -> Sequence[Order]:
        """Its standing orders, oldest first."""
        return tuple(order for order in self.orders if not isinstance(order, PreparedTurn))


@dataclass(frozen=True)
class LazyFields:
    """What few look at, so it is made and guarded when somebody does."""

    view: Callable[[], Any]
    planned: Callable[[tuple[Move, ...]], Any]
    public: Callable[[], AudienceView]
    defaults: Callable[[], Mapping[Seat, str | None]]


def see(running: RunningGame, audience: Seat | None, *, with_view: bool = True) -> AudienceView:
    """Return what an audience sees of a game, as it comes: the guard has not compared it yet.

    It has no etag: that takes a while where there are many answers, and follows from the question and its identity.
    """
    table, secret = running.in_sight, running.waits_in_secret
    runs = running.row.status == "running"
    asked = play.asked(table) if runs else []
    seen = AudienceView(
        game=running.game,
        row=_public_row(running.row),
        seats=tuple(seat_row if seat_row.seat == audience else _public_seat(seat_row) for seat_row in running.seats),
        audience=audience,
        league=running.league,
        outcome=table.outcome,
        title=table.agenda[0].title(table) if table.agenda else "",
        waits_in_secret=secret,
        asked=() if secret else tuple(asked),
        named=tuple(_named(running, asked)),
        clocks={seat: times for seat, times in running.clocks.items() if seat == audience or not (secret and runs)},
    )
    if audience is not None:
        seen = _with_its_own(seen, running, audience)
    looked_at = audience is None or seen.question is not None
    return replace(seen, made_view=running.view(audience)) if with_view and looked_at else seen


def _with_its_own(seen: AudienceView, running: RunningGame, seat: Seat) -> AudienceView:
    """Return what a seat sees, with what is its own alone."""
    table, question = running.in_sight, running.question_if_running(seat)
    is_asked = running.row.status == "running" and seat in play.asked(table)
    may_retract = play.can_retract(table, seat) and not running.seat_row(seat).conceded
    default = play.default_move(table, seat) if is_asked else None
    return replace(
        seen,
        question=question,
        opens_with=None if (compose := put_together(question)) is None else compose.stage(()),
        identity=table.agenda[0].identity(table, seat) if is_asked else "",
        is_asked=is_asked,
        default=None if question is None or default is None else question.describe(default),
        laid_down=play.laid_down(table, seat) if may_retract else None,
        has_moved=seat in running.moved,
        can_prepare=_can_prepare(running, seat),
        orders=tuple(running.orders.get(seat, ())),
    )


def put_together(question: Question | None) -> Compose | None:
    """Return what of a question's answers is put together of several choices; None: nothing."""
    if isinstance(question, ChooseOrCompose):
        return question.otherwise
    return question if isinstance(question, Compose) else None


def _can_prepare(running: RunningGame, seat: Seat) -> bool:
    turns, table = running.game.turns, running.in_sight
    if turns is None or running.row.status != "running" or running.seat_row(seat).conceded:
        return False
    return not turns.is_own(table, seat) and (turns.plays_on is None or turns.plays_on(table, seat))


def _named(running: RunningGame, asked: Sequence[Seat]) -> Sequence[Seat]:
    if not asked:
        return []
    table = running.in_sight
    seats = table.agenda[0].called(table) if running.waits_in_secret else asked
    return [seat for seat in seats if not running.plays_itself(seat)]


def _public_row(row: GameRow) -> GameRow:
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
    )


def _public_seat(row: SeatRow) -> SeatRow:
    return SeatRow(row.seat, row.user_id, row.name, conceded=row.conceded, misses=row.misses, away=row.away)


# What is played for others


class _LookedAtError(Exception):
    """A rule wanted to see what it was not shown."""


class _Covered:
    """Stands where the table would; whatever looks at it fails."""

    def __getattribute__(self, name: str) -> Any:
        raise _LookedAtError(name)


def fixed_defaults(running: RunningGame) -> Mapping[Seat, str | None]:
    """Return what is played for seats whose time is up, as everybody may know it; None: a bot decides.

    Only where the rule that answers for a seat looks neither at the table nor at its step: others, such as the dearest
    card of a hand, might tell what only their player may know. Where waiting is secret, nobody is in it.
    """
    found: dict[Seat, str | None] = {}
    table = running.in_sight
    if running.row.status != "running" or running.waits_in_secret:
        return found
    for seat in play.asked(table):
        rule: Any = type(table.agenda[0]).default
        try:
            move = rule(_Covered(), _Covered(), seat)
        except (_LookedAtError, TypeError):  # the latter when it wanted to go through it
            continue
        question = running.question(seat)
        if move == play.default_move(table, seat):
            found[seat] = None if move is None or question is None else question.describe(move)
    return found
