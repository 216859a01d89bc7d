"""A running game: one game in memory, as it was last saved, and how it is loaded and told."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

import orjson
from pydantic import ValidationError

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import AnyGame
from bot.engine.news_text import say
from bot.engine.orders import Leftover, Order
from bot.engine.prepared import PreparedTurn
from bot.engine.questions import Question
from bot.engine.records import News, Seat, Told
from bot.engine.second_person import to_you
from bot.engine.table import Box, Step, Table
from bot.host import sanitize
from bot.host.cpu_accounting import charged
from bot.host.table.membership import Membership
from storage.interface import GameLogRecord, LeagueGame, Saved, Times

log = logging.getLogger(__name__)

AT_TABLE: ContextVar[tuple[int, int] | None] = ContextVar("AT_TABLE", default=None)
"""The game this task looked at last, and its revision: for the logs."""


@dataclass(frozen=True)
class RunningGame(Membership):
    """A game as it stands. It is never changed: each move makes a new one."""

    table: Table
    acted: Mapping[Seat, int]
    """How many log entries each seat has made; it makes a question's etag different each time."""
    clocks: Mapping[Seat, Times] = field(default_factory=dict)
    """Until when each open question may wait."""
    orders: Mapping[Seat, Sequence[Order]] = field(default_factory=dict)
    """Each seat's standing orders, oldest first, and what it has prepared for its turn; private to it."""
    state: str | None = None
    """The table as JSON, so that it need not be written out again for the next move."""
    league: LeagueGame | None = None
    """Of which season it is a table, if of any."""
    moved: frozenset[Seat] = frozenset()
    """The seats that have made a move in person: no default, no order and no bot did it for them."""
    heard: object = field(default_factory=object, compare=False, repr=False)
    """A token that is replaced whenever the log has a new line, or a changed one, that everybody reads. Unlike the
    revision it tells nothing of secret moves. A game that is loaded again has another one."""

    @cached_property
    def in_sight(self) -> Table:
        """The table as views, questions and titles are made from it: while the game runs, there is no seed on it.

        So none of them can tell of what is still to be drawn. Everything else is the same, also as an object.
        """
        if self.table.outcome is not None:
            return self.table
        return self.table.model_copy(update={"chance": self.table.chance.without_seed()})

    @cached_property
    def seen(self) -> dict[Seat | None, Any]:
        """What each audience sees of it, as far as somebody has asked for it; see `bot.host.delivery.guard.seen_by`."""
        return {}

    @cached_property
    def seen_views(self) -> dict[Seat | None, Any]:
        """Views that the guard has compared apart from all else, likewise."""
        return {}

    def is_answered_for(self, seat: Seat) -> bool:
        """Whether nobody waits for this seat, which is asked: it plays itself, or answers its default at once."""
        return self.plays_itself(seat) or not self.table.agenda[0].waits_for(self.table, seat)

    def prepared(self, seat: Seat) -> PreparedTurn | None:
        """Return what this seat has prepared for its next turn; only its player may know."""
        return next((order for order in self.orders.get(seat, ()) if isinstance(order, PreparedTurn)), None)

    def standing(self, seat: Seat) -> Sequence[Order]:
        """Return this seat's standing orders, oldest first; only its player may know."""
        return tuple(order for order in self.orders.get(seat, ()) if not isinstance(order, PreparedTurn))

    def with_left(self, seat: Seat, left: Leftover) -> Mapping[Seat, Sequence[Order]]:
        """Return all orders, with what is left of one of a seat's in its place."""
        others = [one for one in self.orders.get(seat, ()) if one.replaces() != left.order.replaces()]
        return {**self.orders, seat: [*others, left.order] if left.stands else others}

    @property
    def waits_in_secret(self) -> bool:
        """Whether nobody may know who is asked now, and who of them has answered."""
        return bool(self.table.agenda) and self.table.agenda[0].waiting_is_secret

    @property
    def has_replacements(self) -> bool:
        """Whether a bot, a default or a standing order may have to answer for somebody."""
        if any(self.orders.values()) or any(self.plays_itself(seat) for seat in self.table.seats):
            return True
        return self.row.status == "running" and any(self.is_answered_for(seat) for seat in play.asked(self.table))

    @charged
    def question(self, seat: Seat) -> Question | None:
        """Return what this seat must decide or may do now; it is worked out once."""
        if seat not in self._questions:
            self._questions[seat] = play.question_for(self.in_sight, seat)
        return self._questions[seat]

    @cached_property
    def _questions(self) -> dict[Seat, Question | None]:
        return {}

    def question_if_running(self, seat: Seat) -> Question | None:
        """Return what this seat is asked, unless the game is over or the seat has conceded."""
        return None if self.row.status != "running" or self.seat_row(seat).conceded else self.question(seat)

    @charged
    def view(self, seat: Seat | None) -> Any:
        """Return what this seat, or everybody, may know; it is worked out once."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.in_sight, seat)
        return self._views[seat]

    def in_another_truth(self, seat: Seat) -> Table:
        """Return a table that this seat could not tell from this one; it is worked out once.

        Whatever follows from it, the seat may know or could have made up, also where a rule looks at what is hidden.
        """
        if seat not in self._other_truths:
            name = f"{self.table.chance.seed}:another truth:{self.row.game_id}:{self.row.revision}:{seat}"
            chance = Chance(seed=sha256(name.encode()).hexdigest())
            self._other_truths[seat] = self.game.redeal(self.table, seat, chance)
        return self._other_truths[seat]

    @cached_property
    def _other_truths(self) -> dict[Seat, Table]:
        return {}

    @cached_property
    def _views(self) -> dict[Seat | None, Any]:
        return {}

    @charged
    def etag(self, seat: Seat, question: Question) -> str:
        """Return the name of this question, asked this time."""
        known: Mapping[Seat, str] = self.__dict__.get("_asks", {})  # where all have been worked out already
        if question is self._questions.get(seat) and seat in known:
            return known[seat]
        return play.etag(self.table, seat, question, self.acted.get(seat, 0))

    def saved_as(self, state: str, clocks: Mapping[Seat, Times]) -> RunningGame:
        """Return the same table as it was saved, with all that was worked out of it."""
        other = replace(self, state=state, clocks=clocks)
        kept = self.__dict__.keys() - other.__dict__.keys() - {"seen"}  # which the clocks are part of
        other.__dict__.update({name: self.__dict__[name] for name in kept})
        return other

    @charged
    def asks(self) -> Mapping[Seat, str]:
        """Return every open question's etag by seat."""
        return self._asks

    @cached_property
    def _asks(self) -> Mapping[Seat, str]:
        asked = play.questions(self.in_sight)
        self._questions.update(asked)
        return {seat: play.etag(self.table, seat, asks, self.acted.get(seat, 0)) for seat, asks in asked.items()}


def look_alike(before: RunningGame, after: RunningGame, clocks: Mapping[Seat, Times]) -> bool:
    """Whether everybody sees the same table before and after a move of which nobody is told.

    Args:
        before: the table as it was, with its clocks.
        after: the table as it is.
        clocks: the clocks that run from now on.
    """
    shown = _shown_around(before, before.clocks), _shown_around(after, clocks)
    return shown[0] == shown[1] and before.view(None) == after.view(None)


def _shown_around(running: RunningGame, clocks: Mapping[Seat, Times]) -> object:
    """Return what everybody sees beside the view: who sits there, what the table waits for, and until when."""
    seats = [(seat_row.user_id, seat_row.name, seat_row.conceded, seat_row.away) for seat_row in running.seats]
    if not running.table.agenda:
        return seats
    step: Step = running.table.agenda[0]
    if step.waiting_is_secret:
        return seats, step.title(running.table), list(step.called(running.table))
    until = {seat: clocks[seat].due_at if seat in clocks else None for seat in play.asked(running.table)}
    return seats, step.title(running.table), until


def sit_down(game: AnyGame, saved: Saved, box: Box) -> RunningGame:
    """Return a saved game, upgraded to today's version and ready to be played on.

    Raises:
        ValueError: the game has not begun.
    """
    if saved.state is None:
        raise ValueError(f"game {saved.game.game_id} has no table yet")
    state = upgraded(game, saved.state, saved.game.version)
    table = play.load(game.table, state, box)
    seats = tuple(sorted(saved.seats, key=lambda seat_row: seat_row.seat))
    clocks = {ask.seat: ask.times for ask in saved.asks if ask.times is not None}
    orders = {seat: read_orders(game, bodies).orders for seat, bodies in saved.orders.items()}
    return RunningGame(
        game, saved.game, seats, table, saved.acted, clocks, orders, state, saved.league, frozenset(saved.moved)
    )


def upgraded(game: AnyGame, state: str, version: int) -> str:
    """Return a table that was saved by a version of its game as today's would save it."""
    if version >= game.version:
        return state
    raw: dict[str, Any] = json.loads(state)
    for older in range(version, game.version):
        raw = (game.upgrades or {})[older](raw)
    return json.dumps(raw)


def from_log(game: AnyGame, state: str, box: Box) -> Table:
    """Return a table of an earlier revision. Nobody has noted which version saved it: it is the newest that fits.

    Raises:
        ValidationError: none does.
    """

    def as_version(version: int) -> Table:
        table: Table = play.load(game.table, upgraded(game, state, version), box)
        return table

    for version in range(game.version, 1, -1):
        with suppress(ValidationError):
            return as_version(version)
    return as_version(1)


class ReadOrders(NamedTuple):
    """What a seat's player has ordered, as far as the game can read it."""

    orders: list[Order]
    """Standing orders, and a prepared turn, oldest first."""
    unreadable: list[str]
    """The bodies of all others. They are one player's business, and no reason to stop a table."""


def read_orders(game: AnyGame, bodies: Sequence[str]) -> ReadOrders:
    """Return the orders that were stored for a seat."""
    found = ReadOrders([], [])
    for body in bodies:
        try:
            order = _order(game, body)
        except ValidationError:
            found.unreadable.append(body)
        else:
            found.orders.extend([] if order is None else [order])
    return found


def _order(game: AnyGame, body: str) -> Order | None:
    with suppress(ValidationError):
        return PreparedTurn.model_validate_json(body)
    return None if game.orders is None else game.orders.kinds.validate_json(body)


def told_as_json(told: Sequence[Told]) -> str:
    """Return news with their audiences as the log keeps them."""
    pieces = [
        f'{{"news":{piece.news.model_dump_json()},"to":{"null" if piece.to is None else sorted(piece.to)}}}'
        for piece in told
    ]
    return f"[{','.join(pieces)}]"


def told_from(game: AnyGame, entry: GameLogRecord) -> list[Told]:
    """Return the news of a log entry with their audiences."""
    return [
        Told(game.news.validate_python(piece["news"]), None if piece["to"] is None else frozenset(piece["to"]))
        for piece in orjson.loads(entry.told)
    ]


def legible(game: AnyGame, entry: GameLogRecord) -> list[Told] | None:
    """Return the news of a log entry, or None when it is broken, so that the rest of the log can be shown."""
    try:
        return told_from(game, entry)
    except (ValueError, KeyError, TypeError):
        log.warning("entry %d of the log is broken", entry.revision)  # without the reason, which would quote it
        return None


def is_heard_by(entry: GameLogRecord, seat: Seat | None) -> bool:
    """Whether a log entry told anything to this seat, or (None) to everybody."""
    return any(to is None or seat in to for to in _audiences(entry))


def is_in_secret(entry: GameLogRecord) -> bool:
    """Whether a log entry lays down or takes back an answer of which nobody hears: its seat would tell who is asked."""
    return [] in _audiences(entry)


def is_unheard(entry: GameLogRecord) -> bool:
    """Whether a log entry does nothing else, so that the table has not moved on for anybody."""
    audiences = _audiences(entry)
    return bool(audiences) and not any(to is None or to for to in audiences)


def _audiences(entry: GameLogRecord) -> list[list[Seat] | None]:
    """Return who hears of each piece of news of a log entry; of a broken one nobody does."""
    try:
        return [piece["to"] for piece in orjson.loads(entry.told)]
    except (ValueError, KeyError, TypeError):
        return []


def undone_by(entry: GameLogRecord) -> range:
    """Return the revisions that an entry undoes; none, if it is no undoing."""
    if entry.kind != "undo" or not entry.move:
        return range(0)
    return range(json.loads(entry.move)["back_to"] + 1, entry.revision)


def effective_entries(entries: Sequence[GameLogRecord]) -> list[GameLogRecord]:
    """Return the entries that were not undone, and are no undoing themselves."""
    undone = {revision for entry in entries for revision in undone_by(entry)}
    return [entry for entry in entries if entry.kind != "undo" and entry.revision not in undone]


def first_about(seat: Seat, news: Sequence[News]) -> list[News]:
    """Return news for a seat that was away: first what concerns it, each story whole and in its order."""
    stories: list[list[News]] = []
    for piece in news:
        if stories and piece.came_of_it():
            stories[-1].append(piece)
        else:
            stories.append([piece])
    mine = [any(seat in piece.concerns() for piece in story) for story in stories]
    return [
        piece
        for wanted in (True, False)
        for story, is_mine in zip(stories, mine, strict=True)
        if is_mine == wanted
        for piece in story
    ]


def lines_of(game: AnyGame, news: Sequence[News], seat: Seat | None) -> list[str]:
    """Return how news read to a seat that heard them, one after the other; what belongs together is one line.

    What goes without saying is left out, and what is told of the seat itself is said to its player.
    """
    lines: list[str] = []
    before: News | None = None
    for piece in news:
        both = game.together(before, piece) if before is not None and game.together is not None else ""
        if both:
            lines[-1] = both
            before = None
        elif not piece.goes_without_saying() and (line := say(game, piece, seat)):
            lines.append(line)
            before = piece
    return [to_you(line, seat) for line in lines]


def in_bold(name: str) -> str:
    """Return a name as it stands in a line of a log that keeps it."""
    return f"**{unformatted(name)}**"


def unformatted(name: str) -> str:
    """Return a name without signs that would format a text, or link from it, in which it has to stand as it is."""
    return "".join(sign for sign in sanitize.plain(name) if sign not in "*_~`|<>[]()\\@#:/").strip() or "somebody"
