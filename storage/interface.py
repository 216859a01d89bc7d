"""Row types of the store, and the protocols that each kind of database implements.

Times are ISO 8601 texts in UTC, ids are Discord's or our own whole numbers, and everything a game knows (options,
moves, news, tables) passes through as JSON text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

T = TypeVar("T")

GameStatus: TypeAlias = Literal["open", "running", "finished", "abandoned"]
EntryKind: TypeAlias = Literal[
    "setup", "move", "bot", "default", "order", "retract", "undo", "concede", "repair", "renewal"
]
IN_PERSON: frozenset[EntryKind] = frozenset({"move", "undo", "retract"})
"""Kinds of entries made by a seat's player, who goes on playing."""
NOT_IN_PERSON: frozenset[EntryKind] = frozenset({"bot", "default", "order"})
"""Kinds of entries that answer for a seat whose player was absent."""
LetterKind: TypeAlias = Literal[
    "board",
    "ask",
    "post",
    "hand",
    "final",
    "note",
    "notice",
    "motion",
    "vacancy",
    "order",
    "awake",
    "promise",
]
MotionKind: TypeAlias = Literal["undo", "pause", "resume", "replace", "abandon"]
MotionFate: TypeAlias = Literal["open", "passed", "refused", "lapsed"]
Loss: TypeAlias = Literal["server", "channel"]
Dm: TypeAlias = Literal["unasked", "open", "closed"]
Secrets: TypeAlias = Literal["panel", "dm", "thread"]
EventLevel: TypeAlias = Literal["asked", "affected", "everything"]
"""Direct messages about events: only decisions, also moves against the person, or all news."""
JsonValue: TypeAlias = "str | int | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
Way: TypeAlias = Literal["panel", "dm", "thread", "channel"]
LetterFate: TypeAlias = Literal["waiting", "sent", "given up", "expired"]
SeasonStatus: TypeAlias = Literal["draft", "sign-up", "running", "over"]

RESERVE_KEYS = ("room:1", "room:2")
"""Keys of two dummy notes; one exists at a time, and each reserves the disk space of a large move."""
COMMANDS_KEY = "commands"
"""Key of the note with the digest of the commands that Discord has accepted."""
COMMANDS_WANTED_KEY = "commands wanted"
"""Key of the note with the digest of the commands last submitted; while it differs from `COMMANDS_KEY`, Discord has not
accepted them."""
ERASURE_KEY = "forget {}"
"""Name of the task that each shard completes before a person is erased: it makes them leave its tables."""
RESTORE_KEY = "restored"
"""Key of the note of a restore whose cleanup is pending: when the backup was made and when it was restored, as JSON."""
NONCES_KEY = "nonces"
"""Key of the note with the prefix of message nonces; a restore draws a new prefix."""
EXPIRED_REASON = "it came too late"
"""Expiry reason of letters that could not be sent while they were still news."""
HEARTBEAT_KEY = "pulse"
"""Key of the note with the bot's last heartbeat, as JSON."""


class Claim(NamedTuple):
    """Claim on an interaction, so that a second delivery of it writes nothing."""

    interaction_id: int
    delivery: str
    """Distinguishes the deliveries of one interaction."""
    refusal: Exception
    """Raised if another delivery has claimed the interaction."""


class TransactionObserver(Protocol):
    """Observer of the transactions that a task queues."""

    def claim(self) -> Claim | None:
        """Return the claim that the transaction must take first; None if there is none."""

    def observe(self, writing: asyncio.Future[Any]) -> None:
        """Observe a queued transaction through its future."""


OBSERVER: ContextVar[TransactionObserver | None] = ContextVar("OBSERVER", default=None)
"""The observer of transactions queued in this context."""


@contextmanager
def ignore_observer() -> Iterator[None]:
    """Write side data, such as a player's presence, without notifying the witness."""
    before = OBSERVER.set(None)
    try:
        yield
    finally:
        OBSERVER.reset(before)


class Conflict(Exception):
    """Another writer stored this revision, or changed this lobby, first."""


class StoreFailed(Exception):
    """The store cannot be used; the text says why and what an operator can do."""


class StoreInUse(StoreFailed):
    """Another program, most likely the running bot, has the store open."""


class UnknownOutcome(StoreFailed):
    """The outcome of a write is unknown; the caller reads the store again to find out."""


class GameDamaged(StoreFailed):
    """The stored data of one game cannot be read; other games are unaffected."""

    @classmethod
    def from_game(cls, game_id: int, what: str) -> GameDamaged:
        """Build the error for a game and the damaged part of it."""
        return cls(
            f"Game {game_id} cannot be read: {what} is damaged. Restore a backup, or abandon this game; "
            "other games are not touched by this."
        )


def is_moment(text: str) -> bool:
    """Return whether a stored text is a time with a time zone."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Shards:
    """A contiguous range of Discord's shards, which selects the servers that a process owns."""

    first: int = 0
    last: int = 0
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Shards:
        """Parse `4-7/16`, or `4/16` for a single shard; raise ValueError for anything else."""
        those, _, count = text.strip().partition("/")
        first, _, last = those.partition("-")
        shards = cls(int(first), int(last or first), int(count))
        if not 0 <= shards.first <= shards.last < shards.count:
            raise ValueError(f"{text} are no shards")
        return shards

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"

    @property
    def numbers(self) -> range:
        """The shard numbers, from 0."""
        return range(self.first, self.last + 1)

    @property
    def each(self) -> Sequence[Shards]:
        """One range for each shard."""
        return [Shards(number, number, self.count) for number in self.numbers]

    @property
    def are_all(self) -> bool:
        """Whether this process owns all servers and runs alone."""
        return len(self.numbers) == self.count

    @property
    def have_first(self) -> bool:
        """Whether this process does the work that is done once for all processes."""
        return self.first == 0

    @property
    def parameters(self) -> tuple[int, int, int]:
        """The parameters of the `OWNED_SERVER` condition."""
        return self.count, self.first, self.last

    def has_server(self, guild_id: int) -> bool:
        """Return whether a server belongs to these shards."""
        return self.first <= (guild_id >> 22) % self.count <= self.last


ALL_SHARDS = Shards()
"""One process owns all servers."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many shards a process claims dynamically, and the total; 0 means only those that others leave."""

    wanted: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Share:
        """Parse `8 of 16`; raise ValueError for anything else."""
        wanted, _, count = text.strip().partition(" of ")
        share = cls(int(wanted), int(count))
        if not 0 <= share.wanted <= share.count or share.count < 2:
            raise ValueError(f"{text} is no share")
        return share

    def __str__(self) -> str:
        return f"{self.wanted} of {self.count}"


@dataclass(frozen=True, slots=True)
class ShardSnapshot:
    """A snapshot of the shard allocation, as seen by a process that claims shards dynamically."""

    free: Mapping[int, float]
    """Free shard -> seconds for which it has been free, at least."""
    abandoned: frozenset[int]
    """Free shards whose owner did not release them: it crashed, or is disconnected for a moment."""
    waiting: Mapping[int, int]
    """Connection number of another process -> number of shards it still lacks."""
    other_processes: int
    """Number of other processes that claim shards dynamically."""


SILENT_SECONDS = 20.0
"""Seconds of silence after which a process counts as hanging; owners of shards send a heartbeat every two seconds."""


@dataclass(frozen=True, slots=True)
class BotProcess:
    """One of several bots that share a database, as shown to an operator."""

    name: str
    """For example `1234 at computer`."""
    shards: Sequence[Shards]
    """The shards it owns; empty if it waits for some."""
    silent: float | None
    """Seconds since the server last heard from it; None if the server does not say."""
    lacks: int = 0
    """Number of shards it still lacks, if it claims them dynamically."""


@dataclass(frozen=True, slots=True)
class ForwardedPress:
    """An interaction on its way to the process that owns the table."""

    event: str
    """Discord's event, as JSON."""
    deferral: str = ""
    """How the interaction was deferred; empty if it was not."""


class ForwardedPage(NamedTuple):
    """A request to an own page on its way to the process that owns the table."""

    session_id: int
    """The browser's session, which names the person and the table."""
    method: str
    what: str
    """The address below that of the table."""
    fields: str
    """The fields of the address and of the form, as JSON."""


class PageReply(NamedTuple):
    """The owner's reply to such a request."""

    head: str
    """Status and headers, as JSON."""
    body: bytes


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game, from lobby to archive."""

    game_id: int
    title: str
    """The game's key, e.g. "goodwill"."""
    status: GameStatus
    guild_id: int
    channel_id: int
    """Where the table's messages are posted: a channel, or the thread made for it."""
    opened_by: int
    seats_wanted: int
    options: str
    version: int
    """Version of the saved table."""
    revision: int
    """Revision of the newest entry; 0 while the lobby is open."""
    box: str
    """Digest of the box the game is played with; see `GameRows.get_box`."""
    opened_at: str
    """Shifted by outages until the game begins, so that nobody loses time to join."""
    finished_at: str | None = None
    pact: str = "{}"
    """The table's settings beside the rules, as JSON, such as its pace."""
    paused_at: str | None = None
    """Time at which the clocks were stopped."""
    confirm_until: str | None = None
    """Deadline for the players of a full table to confirm that they are present."""
    lost: Loss | None = None
    """Which part of the table's location is unreachable, if any."""
    lost_at: str | None = None
    """Time since which it is unreachable."""
    lost_stopped: bool = False
    """Whether the loss stopped the clocks; otherwise the table had paused before."""
    seed: str | None = field(default=None, repr=False)
    """Secret from which the game will be dealt; None if none is drawn yet, or the game has begun."""
    called_again: str | None = None
    """The `confirm_until` for which players were called a second time."""
    name: str = ""
    """The name that somebody chose for the table; empty: none."""
    named_by: int | None = None
    """The person who chose its name, with whom it is forgotten."""


@dataclass(frozen=True, slots=True)
class VisibleChannels:
    """Visibility of a server's tables to one user: their own, and those in these channels."""

    user_id: int
    channels: Collection[int]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and its occupant; in the lobby, `seat` is the order of joining."""

    seat: int
    user_id: int | None
    """None for a bot."""
    name: str
    conceded: bool = False
    misses: int = 0
    """Consecutive answers that missed the deadline."""
    extensions: int = 0
    """Number of extensions this seat has taken."""
    away: bool = False
    """Whether a bot plays the seat until its player returns."""
    here_at: str | None = None
    """Time of the last confirmation, before the start, that they are present and agree to the table's settings."""
    added: str = ""
    """Their contribution to the randomness of the deal, given with the confirmation; empty for none, and deleted at the
    start."""
    real_name: str | None = None
    """The player's own name while `name` is an alias; None: `name` is no secret.

    Of an erased person at a table that never reveals its players, it is the alias, and `user_id` is None.
    """

    @property
    def own_name(self) -> str:
        """The player's own name, for messages to themselves and for lists that only they read."""
        return self.name if self.real_name is None else self.real_name

    def reveal(self) -> SeatRow:
        """Return the row with its player's own name for everybody."""
        return replace(self, name=self.own_name, real_name=None)

    @property
    def is_free(self) -> bool:
        """Whether this is a vacant seat at a running table that anybody may take."""
        return self.is_left and not self.conceded

    @property
    def is_left(self) -> bool:
        """Whether the player has left this seat and nobody has replaced them."""
        return self.user_id is None and self.away


@dataclass(frozen=True, slots=True)
class GameLogRecord:
    """One entry of a game's log."""

    revision: int
    kind: EntryKind
    seat: int | None
    move: str | None
    stored_news: str
    """A JSON list of `{"news": ..., "to": [seats] or null}`."""
    blocks_undo: bool
    made_at: str
    build: str
    """Program version that wrote it."""
    was_due: str | None = None
    """Deadline of the question that it answered; None if no clock ran."""
    state: str | None = None
    """The table after this entry; kept for the newest entries only."""


@dataclass(frozen=True, slots=True)
class NewLetter:
    """A letter to be sent after the commit. `board` and `ask` letters replace earlier unsent ones."""

    kind: LetterKind
    seat: int | None = None
    body: str = "{}"
    """Content as JSON; with `hushed`, even the existence of the letter is known to its reader only."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter that is waiting to be sent."""

    letter_id: int
    game_id: int
    revision: int
    kind: LetterKind
    seat: int | None
    body: str
    attempts: int
    written_at: str
    may_be_there: bool = False
    """Whether an earlier attempt may have arrived unnoticed; the store cannot tell."""


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """The delivery route of a letter to a seat."""

    way: Way
    refused: str | None = None
    """Why its reader's chosen route failed: an error code of Discord's, or a text of ours."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Delivery status of a letter to a seat, or to everybody if `seat` is None; never its content."""

    seat: int | None
    kind: LetterKind
    fate: LetterFate
    reason: str | None
    """Reason of the last failure."""
    written_at: str
    changed_at: str | None
    way: Way | None
    refused: str | None
    opened_at: str | None
    """Time at which the player first opened it."""
    again_at: str | None
    """Time at which they first asked for another copy."""


@dataclass(frozen=True, slots=True)
class TableMessages:
    """The messages of a game that are kept up to date."""

    messages: Mapping[str, tuple[int, int]]
    """Role -> (channel id, message id)."""
    call_waits: bool
    """Whether a waiting `ask` letter will update the message that calls players."""


@dataclass(frozen=True, slots=True)
class QuestionTimes:
    """A question's clock, with its start, its deadline, and the next time to check it.

    Without a deadline the question may stay open indefinitely.
    """

    asked_at: str
    due_at: str | None = None
    next_at: str | None = None
    reminded: int = 0
    """Number of reminders sent."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """An open question: its seat and its etag."""

    seat: int
    etag: str
    pinged: bool = False
    times: QuestionTimes | None = None


@dataclass(frozen=True, slots=True)
class DueQuestion:
    """An open question whose clock is due for a check."""

    game_id: int
    seat: int
    etag: str
    times: QuestionTimes


@dataclass(frozen=True, slots=True)
class ClosedVotes:
    """Open votes that an entry closes, if there are any."""

    kind: MotionKind
    target: int | None
    """The seat they concern; None for all votes of this kind."""
    notice: NewLetter
    """Explains the closure to the table."""


@dataclass(frozen=True, slots=True)
class NewOrder:
    """New content of a seat's order."""

    seat: int
    place: str
    """Slot of the order; a seat has one order in each slot."""
    body: str | None
    """The order as JSON; None deletes it."""


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line to be added to a season's log, which numbers it."""

    entry: str
    """As JSON."""
    by: int | None = None
    """User who decided it; None if nobody did."""
    reason: str = ""
    by_entrant: int | None = None
    """Entrant number of the deciding user; None if they do not take part."""
    sealed: str | None = None
    """Sealed content as JSON, secret until the season ends; None if there is none."""
    card_of: int | None = None
    """Entrant who gets a card by this line; None if nobody does."""


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line of a season's log."""

    number: int
    entry: str
    by: int | None
    reason: str
    made_at: str
    by_entrant: int | None = None


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A league of a server."""

    league_id: int
    guild_id: int
    channel_id: int
    """Channel of its messages and tables; a post of a forum, if its tables get posts of their own there."""
    name: str
    made_by: int
    made_at: str
    opens_after: int | None = None
    """Days after a season's end at which the next one opens automatically; None if an organiser prepares it."""
    public: bool = False
    """Whether the league is visible to everybody on the web."""
    within: int | None = None
    """The forum of its channel, if that is a post."""


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table that has begun and that the organisers have made public on the web."""

    game_id: int
    title: str
    """Key of its game."""
    status: GameStatus
    guild_id: int
    channel_id: int
    within: int | None
    """Parent channel of its thread; None if it is no thread, or the parent is not recorded."""
    league_id: int | None
    """The league it belongs to; None for a table outside of leagues."""
    name: str = ""
    """The name that somebody chose for it; empty: none."""


@dataclass(frozen=True, slots=True)
class PublicLeague:
    """A league that organisers let everybody look at on the web, with its newest season that is no draft."""

    league_id: int
    name: str
    guild_id: int
    channel_id: int
    season_id: int
    number: int
    """The season's, in its league."""
    status: SeasonStatus
    within: int | None = None
    """As of a `PublicTable`; a league's channel may be a post of a forum."""


@dataclass(frozen=True, slots=True)
class PublicLobby:
    """A lobby that waits for players and that the organisers have made public on the web."""

    game_id: int
    title: str
    """Key of its game."""
    guild_id: int
    channel_id: int
    within: int | None
    """As in `PublicTable`."""
    seats_wanted: int
    taken: int
    """Number of taken seats."""
    name: str = ""
    """As in `PublicTable`."""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season, and the length of its log."""

    season_id: int
    league_id: int
    number: int
    status: SeasonStatus
    plan: str
    """Rules of play as JSON; editable while the season is a draft."""
    secret: str = field(repr=False)
    """Secret of its draws."""
    shown: int = 0
    """Newest log line that its messages show."""
    lines: int = 0


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A participant of a season: their number there, and their preferences."""

    entrant: int
    user_id: int | None
    """None after erasure, or after the retention period of an ended season."""
    name: str
    cap: int | None = None
    """Maximum number of simultaneous tables; None for no limit."""
    apart: Sequence[int] = ()
    """User ids of people they do not want to meet; known to the entrant only."""
    named: bool = False
    """Whether they agree to be named in the season's files, which may leave the server."""
    mark: str | None = None
    """Pseudonym of an entrant whose name was removed after the retention period; see `LeagueRows.find_recognised`."""
    warned: bool = False
    """Whether they begin the season with a warning from an earlier one; known to the entrant only."""


@dataclass(frozen=True, slots=True)
class RoleSettings:
    """The roles on Discord that a league gives."""

    kinds: frozenset[str]
    """The kinds of roles; empty: all are taken back."""
    trouble: str = ""
    """The refusal of Discord because of which nothing is given or taken; empty: none."""
    trouble_at: str = ""


@dataclass(frozen=True, slots=True)
class StandingWishes:
    """A person's preferences for all seasons of a league."""

    kept: bool = False
    """Whether its seasons, and the titles won there, name them permanently."""
    letters: bool = False
    """Whether they get a direct message after each draw, at most one a week."""
    plays_on: str | None = None
    """Their contribution to each draw, if seasons sign them up automatically; None if they sign up themselves."""
    plays_on_since: str = ""
    """When they chose that: ISO 8601, in UTC; empty if it is unknown, or they did not."""


JoinRequestFate: TypeAlias = Literal["asked", "approved", "declined"]


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """A person's request to join a season whose stewards approve each sign-up."""

    user_id: int
    name: str
    ticket: str
    """Their contribution to the draw: the number of their interaction."""
    asked_at: str
    """ISO 8601, in UTC."""
    fate: JoinRequestFate = "asked"
    reason: str = ""
    """Why it was declined; empty without a reason."""


@dataclass(frozen=True, slots=True)
class WantedGame:
    """A private request for a game of a ladder."""

    user_id: int
    ticket: str
    """Contribution of their press to the draw."""
    games: int
    """Number of simultaneous games still wanted."""
    days: int
    """Days for which they agreed to wait."""
    since: str
    """Start of the wait for the next game: ISO 8601, in UTC."""
    until: str
    """End of the wait."""
    over: int = 0
    """1 if the request expired; 2 if the person was also notified."""
    paused_until: str = ""
    """Until when they get no game; empty: they do not pause."""


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game's place in a season."""

    season_id: int
    number: int
    """Number of the table in the season."""
    seats: Mapping[int, int]
    """Seat -> number of its first entrant; at an anonymous table drawn by lot when its game begins."""
    league: str
    """Name of the league."""
    season: int
    league_id: int
    edition: int
    """Edition of the rules that score the season."""
    part: str = ""
    """Part of the season, such as `division 2`; empty if an older version opened the table."""

    @property
    def name(self) -> str:
        """Name of the table where its game id need not be typed, such as in its thread's title."""
        return format_table_name(self.league, self.season, self.number, self.part)


def format_table_name(league: str, season: int, number: int, part: str) -> str:
    """Format the name of a league's table, with the part of the season."""
    return " · ".join(filter(None, (f"{league} {season}", part, f"table {number}")))


@dataclass(frozen=True, slots=True)
class NewLeagueTable:
    """A table that a season opens."""

    season_id: int
    number: int
    part: str
    """Part of the season, as in the table's name."""
    entrants: Mapping[int, int]
    """Seat -> entrant."""
    if_closed: str
    """Log entry that is written if the game ends without a result."""
    title: str
    guild_id: int
    channel_id: int
    options: str
    pact: str
    thread: str
    """Title of its thread; empty if it has none."""
    confirm_until: str
    seed: str = field(repr=False)
    letters: Sequence[NewLetter] = ()
    """Sent before the table's message and the call that follows it."""
    newest: int | None = None
    """Newest line of the season on which the table is based; None to skip the check."""


@dataclass(frozen=True, slots=True)
class NewGameLogRecord:
    """A move with everything that is saved in the same transaction."""

    game_id: int
    revision: int
    """One more than the newest revision; a second writer of the same number gets Conflict."""
    kind: EntryKind
    seat: int | None
    move: str | None
    stored_news: str
    blocks_undo: bool
    made_at: str
    build: str
    state: str
    version: int
    letters: Sequence[NewLetter] = ()
    asks: Mapping[int, str] = field(default_factory=dict)
    """Every question open afterwards: seat -> etag. Questions that stay open keep their ping."""
    unwaited: Collection[int] = ()
    """Seats whose questions are not put to a person."""
    places: Mapping[int, int] | None = None
    """At the end of the game: seat -> place; scores alike."""
    scores: Mapping[int, int] | None = None
    times: Mapping[int, QuestionTimes] = field(default_factory=dict)
    """Clocks of the questions that this entry opened; questions that stay open keep theirs."""
    missed: bool = False
    """Whether the seat missed its deadline although it had a choice; a move of its own resets the count."""
    away: bool = False
    """Whether a bot plays the seat from now on."""
    present: int | None = None
    """Seat whose player made this move and sees the reply, so that their next question needs no ping."""
    was_due: str | None = None
    """Deadline of the question that it answered; None if no clock ran."""
    closed_votes: Sequence[ClosedVotes] = ()
    """Votes that this entry closes."""
    orders: Sequence[NewOrder] = ()
    """Standing orders that changed, with their remaining content."""
    league: Sequence[NewLine] = ()
    """Lines for the log of the season to which the table belongs; see `SavedGame.league`."""


class StoredDraft(NamedTuple):
    """Draft of an answer that is not sent yet."""

    etag: str
    """Etag of the question that it answers."""
    picks: str


class OwnNote(NamedTuple):
    """A player's note to themselves, with at most one reminder."""

    text: str
    remind_at: str | None = None
    """Time of the reminder: ISO 8601, in UTC."""
    remind_part: str | None = None
    """Part of the game, such as `Round 3`, that the reminder waits for."""


class StoredPanel(NamedTuple):
    """The rows that a player's panel shows besides the game itself."""

    newest_seen: int = 0
    """Newest revision that the player has seen."""
    last_entries: Sequence[GameLogRecord] = ()
    """Newest two entries of the log and those that they have not seen, oldest first, without states."""
    draft: StoredDraft | None = None
    """Their unfinished answer."""
    own_note: OwnNote | None = None
    ended_orders: str = ""
    """Pending notice about standing orders that have ended."""
    next_game: tuple[str, str, str | None] | None = None
    """Title, name and deadline of the most urgent other table that waits for them."""
    has_new_hand: bool = False
    """Whether they have not seen the newest copy of their hand."""


class Followed(NamedTuple):
    """A table that somebody without a seat follows."""

    follow_id: int
    game_id: int
    user_id: int
    told: int
    """The revision up to which they have been told."""
    revision: int
    """Its present revision."""
    is_over: bool


class DueNote(NamedTuple):
    """A note whose reminder is due, or waits for a part of the game."""

    game_id: int
    user_id: int
    part: str | None
    """The part that it waits for; None: it is due."""


class StoredReview(NamedTuple):
    """Stored review of a game."""

    revision: int
    """Revision of the game at the time of the review."""
    edition: int
    """Edition of the review's format; other editions are ignored."""
    review: str
    """As JSON."""
    played_on: bool
    """Whether bots have completed the playouts from all of its turning points."""


@dataclass(frozen=True, slots=True)
class NewMotion:
    """A seat's proposal to its table."""

    game_id: int
    kind: MotionKind
    seat: int
    revision: int
    """Revision of the game at the proposal; the table may move on before the decision."""
    target: int | None = None
    """Revision to return to, or seat to replace."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A proposal with its votes."""

    motion_id: int
    game_id: int
    kind: MotionKind
    seat: int
    target: int | None
    revision: int
    votes: Mapping[int, bool]
    fate: MotionFate


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A loaded game: its row, its seats, its newest table, and the number of moves of each seat."""

    game: GameRow
    seats: Sequence[SeatRow]
    state: str | None
    entry_counts: Mapping[int, int]
    """Seat -> number of log entries it made; part of a question's etag."""
    asks: Sequence[OpenQuestion]
    moved: Collection[int] = frozenset()
    """Seats with at least one move made in person; automatic answers do not count."""
    orders: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """Seat -> its standing orders as JSON, oldest first."""
    salt: str | None = field(default=None, repr=False)
    """Secret to be mixed into the randomness before the next move."""
    league: LeagueGame | None = None
    """The season it belongs to; None for a table outside of leagues."""


@dataclass(frozen=True, slots=True)
class Person:
    """A known user: their name, and how direct messages reach them."""

    user_id: int
    name: str
    dm: Dm = "unasked"
    wishes: str = "{}"
    """Their global preferences as JSON: time zone, quiet hours, days off."""
    secrets: Secrets = "panel"
    """Delivery route of their private hand; "dm" only while `dm` is "open"."""
    dm_channel: int | None = None
    """Channel of their direct messages; None if none was opened."""
    word: str = ""
    """Notice to show once, in the next private reply to them."""
    chosen: bool = False
    """Whether they have settled the delivery route, by choosing it or by taking a seat."""
    event_level: EventLevel = "asked"
    """Level of direct messages about events at their tables."""


class UntoldEvents(NamedTuple):
    """A table that has moved on since a player was told what happened there."""

    game_id: int
    user_id: int
    seat: int
    level: EventLevel
    told: int | None
    """The revision up to which they were told; None: they were told nothing yet."""
    revision: int
    is_over: bool = False


class PageSession(NamedTuple):
    """A browser in which a person has opened one of their tables as a page."""

    session_id: int
    user_id: int
    game_id: int
    begun_at: str
    used_at: str
    ends_at: str
    """Its end at the latest; it ends earlier if it is not used."""


class PageTable(NamedTuple):
    """A running table at which a person sits."""

    game_id: int
    title: str
    """Key of its game."""
    name: str
    waits: bool
    """Whether it waits for this person."""


WebhookAbout: TypeAlias = Literal["person", "table", "league"]
WebhookKind: TypeAlias = Literal["ping", "asked", "over", "season"]


class Webhook(NamedTuple):
    """An address to which a person has events sent."""

    webhook_id: int
    user_id: int
    """Its owner."""
    subject: WebhookAbout
    subject_id: int
    """The table or league; 0 for a person's own games."""
    address: str
    secret: str
    """Signs what is sent."""
    failing_since: str | None = None
    disabled_at: str | None = None


class WebhookSubject(NamedTuple):
    """A table or league for which a person may have a webhook."""

    subject: WebhookAbout
    subject_id: int
    guild_id: int
    title: str
    """Key of the game; empty for a league."""
    name: str


class WebhookGame(NamedTuple):
    """A table with a webhook."""

    game_id: int
    revision: int


class WebhookSeason(NamedTuple):
    """The newest season of a league with a webhook."""

    webhook_id: int
    season_id: int
    status: SeasonStatus
    guild_id: int


class NewWebhookLetter(NamedTuple):
    """An event to be sent to an address; its content is built when it is sent."""

    webhook_id: int
    guild_id: int
    kind: WebhookKind
    number: int
    """The table or season."""
    detail: str
    """Distinguishes two such events."""


class WebhookLetter(NamedTuple):
    """An event that waits to be sent."""

    letter_id: int
    kind: WebhookKind
    number: int
    detail: str
    attempts: int
    guild_id: int
    webhook: Webhook


@dataclass(frozen=True, slots=True)
class LeftSeat:
    """A seat of a running game that its player has left."""

    seat: int
    extensions: int
    """Number of extensions they have taken there."""


@dataclass(frozen=True, slots=True)
class RenamedPerson:
    """Where a person's displayed name has changed."""

    games: Sequence[int]
    """Tables, including ended ones."""
    running: Sequence[int]
    """Those that are running."""
    seasons: Sequence[int]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's result in a finished game."""

    name: str
    place: int
    score: int | None
    user_id: int | None = None
    """Its player; None for a bot, after erasure or the retention period, and where players are never revealed."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game with its players, winners first."""

    game_id: int
    title: str
    """The game's key, e.g. "goodwill"."""
    finished_at: str
    players: Sequence[SeatResult]


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over all games."""

    games: Mapping[tuple[str, GameStatus], int]
    """Game key and status -> number."""
    letters: Mapping[str, int]
    """Fate ("waiting", "sent", "given up") -> number."""
    oldest_letter: str | None
    """Creation time of the oldest waiting letter."""
    questions_to_people: int
    questions_to_bots: int


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def description(self) -> Any:
        """Column descriptions; each begins with the column's name."""

    @property
    def rowcount(self) -> int:
        """Number of changed rows."""

    def fetchone(self) -> Any:
        """Return the next row; None at the end."""

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """An open transaction, for statements in plain SQL that every kind of database reads.

    Parameters are positional `?`, or `:name`.
    """

    def execute(self, statement: str, parameters: Sequence[object] | Mapping[str, object] = ..., /) -> Cursor:
        """Run a statement."""

    def executemany(self, statement: str, parameters: Iterable[Sequence[object]], /) -> Cursor:
        """Run a statement once for each set of parameters."""


class Database(Protocol):
    """The operations that differ between kinds of databases; everything above them is plain SQL."""

    def get_server_time(self) -> datetime | None:
        """Return the time of the database server's clock, which all its clients share; None if there is no server."""

    def write(self, work: Callable[[Connection], T], *, for_good: bool = False) -> Awaitable[T]:
        """Queue a transaction; the awaitable resolves at its commit, or raises with nothing written.

        Transactions run in the order of these calls. A caller that is cancelled while waiting does not learn the
        outcome.

        Args:
            work: the transaction.
            for_good: whether deleted data must be overwritten, so that it cannot be recovered.
        """

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries that all read the same snapshot."""

    async def run_long_read(self, work: Callable[[Connection], T]) -> T:
        """Run slow queries without blocking other readers."""

    async def backup(self, to: Path) -> None:
        """Write a complete, checked copy of everything to a new file."""

    async def check(self) -> Sequence[str]:
        """Return faults of the database itself, as sentences; empty if it is sound.

        Raises:
            StoreFailed: it cannot be looked at.
        """

    async def send_heartbeat(self) -> None:
        """Send a sign of life to other processes, and check that our locks were not taken over; errors are ignored."""

    async def notify(self, word: str) -> None:
        """Broadcast a word to all clients of this database; a client that is disconnected misses it."""

    def listen(self, heard: Callable[[str], None]) -> Callable[[], Awaitable[None]]:
        """Call `heard` in the event loop with each word broadcast from now on; return the function that stops this.

        `heard` gets an empty word each second without a broadcast, and after each interruption in which some may have
        been missed. The listener then checks the database itself.
        """

    async def close(self) -> None:
        """Finish the waiting transactions, then release the database."""
