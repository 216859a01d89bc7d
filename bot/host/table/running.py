"""Saved games in memory, with functions that load them and format their news."""

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

from pydantic import ValidationError

from bot.engine import play
from bot.engine.chance import ImaginedChance
from bot.engine.game import AnyGame
from bot.engine.news_text import format_both_for, format_news_for
from bot.engine.orders import Leftover, Order
from bot.engine.prepared import PreparedTurn
from bot.engine.questions import Choose, Question
from bot.engine.records import News, Seat
from bot.engine.table import Box, Step, Table
from bot.host import sanitize
from bot.host.cpu_accounting import charge_calls
from bot.host.table.membership import Membership
from storage.interface.games import SavedGame
from storage.interface.leagues import LeagueGame
from storage.interface.questions import QuestionTimes

log = logging.getLogger(__name__)

CURRENT_GAME: ContextVar[tuple[int, int] | None] = ContextVar("CURRENT_GAME", default=None)
"""The game this task accessed last, with its revision; for log messages."""

MAX_EARLIER_VERSIONS = 4
"""Earlier versions of a seat's open question that are kept in memory."""


@dataclass(frozen=True)
class EarlierVersion:
    """What a seat was asked before others moved: the same decision, perhaps with other options."""

    etag: str
    question: Question
    identity: str
    """The identity of the step that asked; see `Step.get_identity`."""


class ChangedQuestion(NamedTuple):
    """An open question, and an earlier version of it."""

    then: Question
    now: Question
    etag: str
    """The tag of the present version."""


@dataclass(frozen=True)
class RunningGame(Membership):
    """A snapshot of a game. It is immutable: each move makes a new one."""

    table: Table
    entry_counts: Mapping[Seat, int]
    """Number of log entries by seat; it makes the etags of repeated questions different."""
    clocks: Mapping[Seat, QuestionTimes] = field(default_factory=dict)
    """Deadlines of the open questions."""
    orders: Mapping[Seat, Sequence[Order]] = field(default_factory=dict)
    """Each seat's standing orders, oldest first, and its prepared turn; private to it."""
    state: str | None = None
    """The table as JSON, cached for the next move."""
    league: LeagueGame | None = None
    """The season of its table, if any."""
    moved: frozenset[Seat] = frozenset()
    """Seats whose player has made a move in person, not by a default, an order or a bot."""
    earlier: Mapping[Seat, Sequence[EarlierVersion]] = field(default_factory=dict, compare=False, repr=False)
    """Earlier versions of the open questions, newest last, for presses on panels that still show one. They are kept in
    memory only, and end with the seat's next move."""
    heard: object = field(default_factory=object, compare=False, repr=False)
    """A token that is replaced with each new or changed public line of the log. Unlike the revision it reveals
    nothing of secret moves. It differs after each load of the game."""

    @cached_property
    def visible_table(self) -> Table:
        """The table for views, questions and titles, without its seed while the game runs.

        So none of them can reveal future draws. All other values are the same objects.
        """
        if self.table.outcome is not None:
            return self.table
        return self.table.model_copy(update={"chance": self.table.chance.to_public()})

    @cached_property
    def seen(self) -> dict[Seat | None, Any]:
        """Views by audience, built on demand; see `bot.host.delivery.guard.get_guarded_view`."""
        return {}

    @cached_property
    def seen_views(self) -> dict[Seat | None, Any]:
        """Views that the guard has compared separately, likewise."""
        return {}

    @cached_property
    def hides(self) -> dict[Seat | None, bool]:
        """Whether anything is hidden from an audience, likewise."""
        return {}

    @cached_property
    def alternatives(self) -> dict[Seat | None, Sequence[RunningGame]]:
        """Games that the last audience could not distinguish from this one; see `bot.host.delivery.guard`."""
        return {}

    def is_answered_for(self, seat: Seat) -> bool:
        """Whether this asked seat is answered at once by a bot or its default."""
        if self.is_automatic(seat) or not self.table.agenda[0].should_wait_for(self.table, seat):
            return True
        return self.waits_in_secret and self._has_no_choice_alone(seat)

    def _has_no_choice_alone(self, seat: Seat) -> bool:
        """Whether a seat has a single legal answer, which no other person at the table could learn from its speed."""
        people = [seat_row.seat for seat_row in self.seats if seat_row.user_id is not None]
        question = self.get_question(seat) if people == [seat] else None
        return isinstance(question, Choose) and len(question.moves) == 1

    def get_prepared_turn(self, seat: Seat) -> PreparedTurn | None:
        """Return this seat's prepared turn; private to its player."""
        return next((order for order in self.orders.get(seat, ()) if isinstance(order, PreparedTurn)), None)

    def get_standing_orders(self, seat: Seat) -> Sequence[Order]:
        """Return this seat's standing orders, oldest first; private to its player."""
        return tuple(order for order in self.orders.get(seat, ()) if not isinstance(order, PreparedTurn))

    def replace_used_order(self, seat: Seat, left: Leftover) -> Mapping[Seat, Sequence[Order]]:
        """Return all orders, with the rest of one seat's used order in its place."""
        others = [one for one in self.orders.get(seat, ()) if one.get_place() != left.order.get_place()]
        return {**self.orders, seat: [*others, left.order] if left.stands else others}

    @property
    def waits_in_secret(self) -> bool:
        """Whether the identity of the asked seats, and their answers, are secret now."""
        return bool(self.table.agenda) and self.table.agenda[0].waiting_is_secret

    @property
    def has_automatic_seats(self) -> bool:
        """Whether a bot, a default or a standing order may have to answer a question."""
        if any(self.orders.values()) or any(self.is_automatic(seat) for seat in self.table.seats):
            return True
        return self.row.status == "running" and any(
            self.is_answered_for(seat) for seat in play.list_asked_seats(self.table)
        )

    @charge_calls
    def get_question(self, seat: Seat) -> Question | None:
        """Return the question this seat must or may answer now; cached."""
        if seat not in self._questions:
            self._questions[seat] = play.find_question(self.visible_table, seat)
        return self._questions[seat]

    @cached_property
    def _questions(self) -> dict[Seat, Question | None]:
        return {}

    def find_question(self, seat: Seat) -> Question | None:
        """Return this seat's question, unless the game is over or the seat has conceded."""
        return None if self.row.status != "running" or self.get_seat_row(seat).conceded else self.get_question(seat)

    @charge_calls
    def get_view(self, seat: Seat | None) -> Any:
        """Return the view of this seat or the public; cached."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.visible_table, seat)
        return self._views[seat]

    def resample_for_seat(self, seat: Seat) -> Table:
        """Return a table that this seat could not distinguish from this one; cached.

        Anything derived from it is known to the seat or could be guessed, even where a rule reads hidden data.
        """
        if seat not in self._other_truths:
            name = f"{self.table.chance.seed}:another truth:{self.row.game_id}:{self.row.revision}:{seat}"
            chance = ImaginedChance(seed=sha256(name.encode()).hexdigest())
            self._other_truths[seat] = self.game.redeal(self.table, seat, chance)
        return self._other_truths[seat]

    @cached_property
    def _other_truths(self) -> dict[Seat, Table]:
        return {}

    @cached_property
    def _views(self) -> dict[Seat | None, Any]:
        return {}

    @charge_calls
    def get_etag(self, seat: Seat, question: Question) -> str:
        """Return the version tag of this question."""
        known: Mapping[Seat, str] = self.__dict__.get("_asks", {})  # if all are cached already
        if question is self._questions.get(seat) and seat in known:
            return known[seat]
        return play.compute_etag(self.table, seat, question, self.entry_counts.get(seat, 0))

    def find_earlier_version(self, seat: Seat, etag: str) -> Question | None:
        """Return the earlier version of a seat's open question that had this tag, if it is the same step that asks."""
        identity = self._get_identity(seat)
        found = (one for one in self.earlier.get(seat, ()) if (one.etag, one.identity) == (etag, identity))
        return next((one.question for one in found), None)

    def _get_identity(self, seat: Seat) -> str:
        """Return the identity of the step that asks this seat; empty: it may only answer out of turn."""
        if seat not in play.list_asked_seats(self.table):
            return ""
        step: Step = self.table.agenda[0]
        return step.get_identity(self.table, seat)

    @charge_calls
    def list_earlier_versions(self, after: RunningGame, mover: Seat) -> Mapping[Seat, Sequence[EarlierVersion]]:
        """Return the earlier versions of the questions that stay open when this game goes on as `after`.

        Args:
            after: the game after a move.
            mover: the seat that moved; presses on its older panels must not count.
        """
        before, now = self.get_etags(), after.get_etags()
        found: dict[Seat, Sequence[EarlierVersion]] = {}
        for seat in (before.keys() & now.keys()) - {mover}:
            kept, question = tuple(self.earlier.get(seat, ())), self.get_question(seat)
            if before[seat] != now[seat] and question is not None:
                version = EarlierVersion(before[seat], question, self._get_identity(seat))
                kept = (*(one for one in kept if one.etag != version.etag), version)[-MAX_EARLIER_VERSIONS:]
            if kept:
                found[seat] = kept
        return found

    def copy_as_saved(
        self, state: str, clocks: Mapping[Seat, QuestionTimes], earlier: Mapping[Seat, Sequence[EarlierVersion]]
    ) -> RunningGame:
        """Return the same table after it was saved, with its cached values."""
        other = replace(self, state=state, clocks=clocks, earlier=earlier)
        kept = self.__dict__.keys() - other.__dict__.keys() - {"seen"}  # which depends on the clocks
        other.__dict__.update({name: self.__dict__[name] for name in kept})
        return other

    @charge_calls
    def get_etags(self) -> Mapping[Seat, str]:
        """Return every open question's etag by seat."""
        return self._asks

    @cached_property
    def _asks(self) -> Mapping[Seat, str]:
        asked = play.list_questions(self.visible_table)
        self._questions.update(asked)
        return {
            seat: play.compute_etag(self.table, seat, asks, self.entry_counts.get(seat, 0))
            for seat, asks in asked.items()
        }


def has_same_public_view(before: RunningGame, after: RunningGame, clocks: Mapping[Seat, QuestionTimes]) -> bool:
    """Whether the public sees the same table before and after a move without public news.

    Args:
        before: the table before the move, with its clocks.
        after: the table after the move.
        clocks: the clocks that run after the move.
    """
    shown = _get_public_surroundings(before, before.clocks), _get_public_surroundings(after, clocks)
    return shown[0] == shown[1] and before.get_view(None) == after.get_view(None)


def _get_public_surroundings(running: RunningGame, clocks: Mapping[Seat, QuestionTimes]) -> object:
    """Return the public data beside the view: seats, open decisions, and deadlines."""
    seats = [(seat_row.user_id, seat_row.name, seat_row.conceded, seat_row.away) for seat_row in running.seats]
    if not running.table.agenda:
        return seats
    step: Step = running.table.agenda[0]
    if step.waiting_is_secret:
        return seats, step.get_title(running.table), list(step.list_seats_to_ping(running.table))
    until = {seat: clocks[seat].due_at if seat in clocks else None for seat in play.list_asked_seats(running.table)}
    return seats, step.get_title(running.table), until


def load_running_game(game: AnyGame, saved: SavedGame, box: Box) -> RunningGame:
    """Load a saved game, upgraded to the present version and ready to be played on.

    Raises:
        ValueError: the game has not begun.
    """
    if saved.state is None:
        raise ValueError(f"game {saved.game.game_id} has no table yet")
    state = upgrade_table(game, saved.state, saved.game.version)
    table = play.load(game.table, state, box)
    seats = tuple(sorted(saved.seats, key=lambda seat_row: seat_row.seat))
    clocks = {ask.seat: ask.times for ask in saved.asks if ask.times is not None}
    orders = {seat: read_orders(game, bodies).orders for seat, bodies in saved.orders.items()}
    return RunningGame(
        game, saved.game, seats, table, saved.entry_counts, clocks, orders, state, saved.league, frozenset(saved.moved)
    )


def upgrade_table(game: AnyGame, state: str, version: int) -> str:
    """Upgrade a table saved by an older version of its game to the present format."""
    if version >= game.saved.version:
        return state
    raw: dict[str, Any] = json.loads(state)
    for older in range(version, game.saved.version):
        raw = game.saved.upgrades[older](raw)
    return json.dumps(raw)


def load_logged_table(game: AnyGame, state: str, box: Box) -> Table:
    """Load a table of an earlier revision, whose version is not stored: the newest version that fits is used.

    Raises:
        ValidationError: none fits.
    """

    def load_as_version(version: int) -> Table:
        table: Table = play.load(game.table, upgrade_table(game, state, version), box)
        return table

    for version in range(game.saved.version, 1, -1):
        with suppress(ValidationError):
            return load_as_version(version)
    return load_as_version(1)


class ReadOrders(NamedTuple):
    """A seat's orders, as far as the game can read them."""

    orders: list[Order]
    """Standing orders, and a prepared turn, oldest first."""
    unreadable: list[str]
    """The bodies of all others. They concern one player only, and must not stop a table."""


def read_orders(game: AnyGame, bodies: Sequence[str]) -> ReadOrders:
    """Parse the orders stored for a seat."""
    found = ReadOrders([], [])
    for body in bodies:
        try:
            order = _parse_order(game, body)
        except ValidationError:
            found.unreadable.append(body)
        else:
            found.orders.extend([] if order is None else [order])
    return found


def _parse_order(game: AnyGame, body: str) -> Order | None:
    with suppress(ValidationError):
        return PreparedTurn.model_validate_json(body)
    return None if game.play_ahead.orders is None else game.play_ahead.orders.kinds.validate_json(body)


def sort_news_for_seat(seat: Seat, news: Sequence[News]) -> list[News]:
    """Sort news for a seat that was away: stories about the seat come first, and lasting ones before others.

    Each story stays whole. Stories of one rank stay in their order.
    """
    stories: list[list[News]] = []
    for piece in news:
        if stories and piece.is_consequence():
            stories[-1].append(piece)
        else:
            stories.append([piece])

    def rank(story: Sequence[News]) -> tuple[bool, bool]:
        return not any(_is_about(piece, seat) for piece in story), not any(piece.lasts for piece in story)

    return [piece for story in sorted(stories, key=rank) for piece in story]


def _is_about(piece: News, seat: Seat) -> bool:
    """Whether news are about a seat, or others did something to it."""
    return seat in piece.list_concerned_seats() or seat in piece.list_targets()


def format_news_lines(game: AnyGame, news: Sequence[News], seat: Seat | None) -> list[str]:
    """Format news as a seat reads them in sequence; related news are joined in one line.

    Implied news are omitted, and news about the seat itself address its player.
    """
    lines: list[str] = []
    before: News | None = None
    for piece in news if game.wording.condense is None else game.wording.condense(news):
        both = format_both_for(game, before, piece, seat) if before is not None else ""
        if both:
            lines[-1] = both
            before = None
        elif not piece.is_record_only() and (line := format_news_for(game, piece, seat)):
            lines.append(line)
            before = piece
    return lines


def format_name_in_log(name: str) -> str:
    """Format a name for a stored log line."""
    return f"**{strip_formatting(name)}**"


def strip_formatting(name: str) -> str:
    """Remove characters from a name that would format text or create links."""
    return "".join(sign for sign in sanitize.sanitize(name) if sign not in "*_~`|<>[]()\\@#:/").strip() or "somebody"
