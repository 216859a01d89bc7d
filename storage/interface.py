"""The rows that a store takes and gives, and what each kind of database does in its own way.

Times are ISO 8601 texts in UTC, ids are Discord's or our own whole numbers, and everything a game knows (options,
moves, news, tables) passes through as JSON text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

T = TypeVar("T")

GameStatus: TypeAlias = Literal["open", "running", "finished", "abandoned"]
EntryKind: TypeAlias = Literal[
    "setup", "move", "bot", "default", "order", "retract", "undo", "concede", "repair", "renewal"
]
NOT_IN_PERSON: frozenset[EntryKind] = frozenset({"bot", "default", "order"})
"""Kinds of entries that answer for a seat whose player has not come."""
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
JsonValue: TypeAlias = "str | int | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
Way: TypeAlias = Literal["panel", "dm", "thread", "channel"]
LetterFate: TypeAlias = Literal["waiting", "sent", "given up", "expired"]
SeasonStatus: TypeAlias = Literal["draft", "sign-up", "running", "over"]

ROOM = ("room:1", "room:2")
"""Notes that mean nothing, one at a time: each takes the room that a move would need."""
COMMANDS = "commands"
"""The note of the commands that Discord has taken, as a digest."""
COMMANDS_WANTED = "commands wanted"
"""The note of the commands that it was last asked to take; while it is another one, it has not taken them."""
FORGETTING = "forget {}"
"""What each shard has to do before somebody is forgotten: let them leave its tables."""
RESTORED = "restored"
"""The note of a restore whose aftermath is not looked after yet: when the backup was made and when it was put back,
as JSON."""
NONCES = "nonces"
"""The note of what begins the nonce of each message that is posted; another one after a restore."""
TOO_LATE = "it came too late"
"""The reason with which letters expire that could not be sent for as long as they are news."""
PULSE = "pulse"
"""The note of how the bot was a moment ago, as JSON."""


class Claim(NamedTuple):
    """What a transaction claims, so that no other delivery of the same interaction is written."""

    interaction_id: int
    delivery: str
    """Tells the deliveries of an interaction apart."""
    refusal: Exception
    """Raised where another delivery has claimed it."""


class Witness(Protocol):
    """Hears of each transaction that is to be written, before it begins to wait."""

    def claim(self) -> Claim | None:
        """Return what the transaction has to claim; None: nothing."""

    def watch(self, writing: asyncio.Future[Any]) -> None:
        """Hear of a transaction by what it waits for."""


WITNESS: ContextVar[Witness | None] = ContextVar("WITNESS", default=None)
"""The witness of what is written here."""


@contextmanager
def aside() -> Iterator[None]:
    """Write beside what somebody came for, such as that they were here; no witness hears of it."""
    before = WITNESS.set(None)
    try:
        yield
    finally:
        WITNESS.reset(before)


class Conflict(Exception):
    """Somebody else wrote this revision, or changed this lobby, first."""


class StoreFailed(Exception):
    """The store cannot be used; the text says why and what an operator can do."""


class InUse(StoreFailed):
    """Another program, most likely the running bot, has the store open."""


class Unclear(StoreFailed):
    """Whether something was written is not known; whoever needs to know it reads it anew."""


class GameDamaged(StoreFailed):
    """What is stored of one game cannot be read; the others are not touched."""

    @classmethod
    def at(cls, game_id: int, what: str) -> GameDamaged:
        """Say of which game, and what of it."""
        return cls(
            f"Game {game_id} cannot be read: {what} is damaged. Restore a backup, or abandon this game; "
            "other games are not touched by this."
        )


def is_moment(text: str) -> bool:
    """Whether a stored text is a moment, so that it can be read."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Shards:
    """Which servers a process owns, as Discord divides them: some shards in a row, of so many."""

    first: int = 0
    last: int = 0
    count: int = 1

    @classmethod
    def read(cls, text: str) -> Shards:
        """Return what is written so: `4-7/16`, or `4/16` for one; raise ValueError when it is not."""
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
        """Their numbers, from 0."""
        return range(self.first, self.last + 1)

    @property
    def each(self) -> Sequence[Shards]:
        """Each of them alone."""
        return [Shards(number, number, self.count) for number in self.numbers]

    @property
    def are_all(self) -> bool:
        """Whether this process owns all servers, and so no other does anything."""
        return len(self.numbers) == self.count

    @property
    def have_first(self) -> bool:
        """Whether this process does what one does for all."""
        return self.first == 0

    @property
    def parameters(self) -> tuple[int, int, int]:
        """What a statement needs to know of them."""
        return self.count, self.first, self.last

    def own(self, guild_id: int) -> bool:
        """Whether a server is one of theirs."""
        return self.first <= (guild_id >> 22) % self.count <= self.last


ALL_SHARDS = Shards()
"""One process owns all servers."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many shards a process takes by itself, and of how many; 0: those alone that others leave."""

    wanted: int
    count: int

    @classmethod
    def read(cls, text: str) -> Share:
        """Return what is written so: `8 of 16`; raise ValueError when it is not."""
        wanted, _, count = text.strip().partition(" of ")
        share = cls(int(wanted), int(count))
        if not 0 <= share.wanted <= share.count or share.count < 2:
            raise ValueError(f"{text} is no share")
        return share

    def __str__(self) -> str:
        return f"{self.wanted} of {self.count}"


@dataclass(frozen=True, slots=True)
class Divided:
    """Who has which shards at a moment, as a process sees it that takes some by itself."""

    nobodys: Mapping[int, float]
    """The shards that nobody has -> for how many seconds at least."""
    deserted: frozenset[int]
    """Which of them somebody had and did not let go of: they ended, or are cut off for a moment."""
    waiting: Mapping[int, int]
    """What other processes have less than they want, by the number of their connection."""
    others: int
    """How many other processes there are that take shards by themselves."""


SILENT = 20.0
"""Seconds after which who has not been heard of hangs; those with shards say something each two."""


@dataclass(frozen=True, slots=True)
class Process:
    """One of several bots at a database, as an operator sees it."""

    name: str
    """As `1234 at computer`."""
    shards: Sequence[Shards]
    """What it has; nothing: it waits for shards."""
    silent: float | None
    """For how many seconds the server has not heard of it; None: the server does not tell us."""
    lacks: int = 0
    """Of one that takes shards by itself, how many it has less than it wants."""


@dataclass(frozen=True, slots=True)
class Handed:
    """What somebody pressed, on its way to the process that owns the table."""

    event: str
    """As Discord has told it, as JSON."""
    promised: str = ""
    """How an answer was promised; empty: it was not."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game, from lobby to archive."""

    game_id: int
    title: str
    """The game's key, e.g. "goodwill"."""
    status: GameStatus
    guild_id: int
    channel_id: int
    """Where the table's messages go: a channel, or the thread made for it."""
    opened_by: int
    seats_wanted: int
    options: str
    version: int
    """Of the saved table."""
    revision: int
    """Of the newest entry; 0 while the lobby is open."""
    box: str
    """Digest of the box it is played with; see `GameRows.box`."""
    opened_at: str
    """Moved on, while the game has not begun, by the time in which nobody could come."""
    finished_at: str | None = None
    pact: str = "{}"
    """What the table agreed on beside the rules, as JSON: its pace and the like."""
    paused_at: str | None = None
    """Since when no clock runs."""
    confirm_until: str | None = None
    """Until when a full table waits, before it begins, for people to say that they are here."""
    lost: Loss | None = None
    """What of the place of its messages cannot be reached, if anything."""
    lost_at: str | None = None
    """Since when."""
    lost_stopped: bool = False
    """Whether that stopped the clocks; else the table had stopped them before."""
    seed: str | None = field(default=None, repr=False)
    """The secret from which the game will be dealt that has not begun; None: none is drawn yet, or it has begun."""
    called_again: str | None = None
    """For which `confirm_until` people were called a second time."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What somebody can see of a server's tables: their own, and those in these channels."""

    user_id: int
    channels: Collection[int]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where; in the lobby, `seat` is the order of joining."""

    seat: int
    user_id: int | None
    """None: a bot sits here."""
    name: str
    conceded: bool = False
    misses: int = 0
    """Answers in a row that came too late."""
    extensions: int = 0
    """How often this seat has taken more time."""
    away: bool = False
    """A bot holds the seat until its player is back."""
    here_at: str | None = None
    """When this person last said, before the start, that they are here and agree to what the table plays by."""
    added: str = ""
    """What they added to the chance of the deal when they said so; empty: nothing. Not kept after the start."""

    @property
    def is_free(self) -> bool:
        """Whether this is an empty chair at a running table, which somebody may take."""
        return self.is_chair_left and not self.conceded

    @property
    def is_chair_left(self) -> bool:
        """Whether somebody has left this seat, and nobody sits there."""
        return self.user_id is None and self.away


@dataclass(frozen=True, slots=True)
class GameLogRecord:
    """One line of a game's log."""

    revision: int
    kind: EntryKind
    seat: int | None
    move: str | None
    told: str
    """A JSON list of `{"news": ..., "to": [seats] or null}`."""
    fence: bool
    made_at: str
    build: str
    """Version of the program that wrote it."""
    was_due: str | None = None
    """Until when the question was open that it answered; None: no clock ran for it."""
    state: str | None = None
    """The table after it; kept for the newest entries only."""


@dataclass(frozen=True, slots=True)
class NewLetter:
    """Something to be sent after the commit. `board` and `ask` letters replace earlier unsent ones."""

    kind: LetterKind
    seat: int | None = None
    body: str = "{}"
    """What it says, as JSON; with `hushed`, that it was written is nobody's business but its reader's."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter that waits to be sent."""

    letter_id: int
    game_id: int
    revision: int
    kind: LetterKind
    seat: int | None
    body: str
    attempts: int
    written_at: str
    may_be_there: bool = False
    """Whether an earlier attempt may have arrived unnoticed; the store does not know."""


@dataclass(frozen=True, slots=True)
class Carried:
    """Which way a letter to a seat took."""

    way: Way
    refused: str | None = None
    """Why it is not the way its reader has chosen: a code of Discord's, or words of ours."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of a letter to a seat, or (seat None) to everybody; never what it said."""

    seat: int | None
    kind: LetterKind
    fate: LetterFate
    reason: str | None
    """Of the last failure."""
    written_at: str
    changed_at: str | None
    way: Way | None
    refused: str | None
    opened_at: str | None
    """When its player first looked at what it brought."""
    again_at: str | None
    """When they first asked for another copy."""


@dataclass(frozen=True, slots=True)
class TableMessages:
    """The messages of a game that are kept right."""

    messages: Mapping[str, tuple[int, int]]
    """Role -> (channel id, message id)."""
    call_waits: bool
    """Whether an `ask` letter waits, which will see to the message that calls people."""


@dataclass(frozen=True, slots=True)
class Times:
    """A question's clock: when it was asked, when it ends, and when the clock has to look next.

    Without an end it may wait for ever.
    """

    asked_at: str
    due_at: str | None = None
    next_at: str | None = None
    reminded: int = 0
    """How many reminders were sent."""


@dataclass(frozen=True, slots=True)
class Ask:
    """An open question: the seat it is put to and the etag that names it."""

    seat: int
    etag: str
    pinged: bool = False
    times: Times | None = None


@dataclass(frozen=True, slots=True)
class DueAsk:
    """An open question at which the clock has to look."""

    game_id: int
    seat: int
    etag: str
    times: Times


@dataclass(frozen=True, slots=True)
class QuestionTimeout:
    """Open votes that are off with an entry, if there are any."""

    kind: MotionKind
    target: int | None
    """The seat they are about; None: all of this kind."""
    notice: NewLetter
    """Tells the table why."""


@dataclass(frozen=True, slots=True)
class NewOrder:
    """What a seat's order is from now on."""

    seat: int
    place: str
    """A seat has one order of each place."""
    body: str | None
    """The order as JSON; None: there is none any more."""


@dataclass(frozen=True, slots=True)
class NewLine:
    """What is added to the log of a season, which numbers it."""

    entry: str
    """As JSON."""
    by: int | None = None
    """Which person decided it; None: nobody did."""
    reason: str = ""
    by_entrant: int | None = None
    """Under which number whoever decided it takes part; None: they do not."""
    sealed: str | None = None
    """What it is sealed over, as JSON, which stays secret until the season ends; None: nothing."""
    card_of: int | None = None
    """Which entrant gets a card by it; None: nobody does."""


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
    """Where its messages stand and its tables are opened."""
    name: str
    made_by: int
    made_at: str
    opens_after: int | None = None
    """So many days after a season's end the next one opens by itself; None: somebody prepares it."""
    public: bool = False
    """Whether everybody may look at it on the web."""


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table that has begun and that organisers let everybody look at on the web."""

    game_id: int
    title: str
    """The key of its game."""
    status: GameStatus
    guild_id: int
    channel_id: int
    within: int | None
    """The channel to which its thread belongs; None: it is no thread, or nobody has noted it."""
    league_id: int | None
    """Whose table it is; None: of no league."""


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
    within: None = None
    """As of a `PublicTable`; a league's channel is no thread."""


@dataclass(frozen=True, slots=True)
class PublicLobby:
    """A table that waits for players and that organisers let everybody look at on the web."""

    game_id: int
    title: str
    """The key of its game."""
    guild_id: int
    channel_id: int
    within: int | None
    """As of a `PublicTable`."""
    seats_wanted: int
    taken: int
    """How many of its seats."""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season, and how long its log is."""

    season_id: int
    league_id: int
    number: int
    status: SeasonStatus
    plan: str
    """What it is played by, as JSON; it changes while the season is a draft."""
    secret: str = field(repr=False)
    """Of its draws."""
    shown: int = 0
    """The newest line that its messages show."""
    lines: int = 0


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """Who takes part in a season under which number, and what they wish."""

    entrant: int
    user_id: int | None
    """None: somebody who was forgotten, or whom the season, long over, names no more."""
    name: str
    cap: int | None = None
    """At how many tables they want to play at once; None: at all of theirs."""
    apart: Sequence[int] = ()
    """Whom they do not want to meet, by their ids; nobody's business but theirs."""
    named: bool = False
    """Whether they have agreed to be named in the season's files, which may leave the server."""
    mark: str | None = None
    """Of whom a season that is long over names no more: what makes their games theirs; see `Leagues.recognised`."""


@dataclass(frozen=True, slots=True)
class StandingWishes:
    """What somebody wishes of a league for all of its seasons."""

    kept: bool = False
    """Whether its seasons, with the titles that were won there, name them for ever."""
    letters: bool = False
    """Whether they get a direct message after each draw, and then one a week at most."""
    plays_on: str | None = None
    """What they add to each draw, whom each next season signs up by itself; None: they sign up themselves."""


@dataclass(frozen=True, slots=True)
class WantedGame:
    """Somebody who waits for a game of a ladder, which nobody is told."""

    user_id: int
    ticket: str
    """What their press adds to the draw."""
    games: int
    """How many at once they still want."""
    days: int
    """For how long they have said that they would wait."""
    since: str
    """When they began to wait for the next one: ISO 8601, in UTC."""
    until: str
    """When they wait no more."""
    over: int = 0
    """1: it was in vain; 2: and they were told."""


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """Of which season a game is a table."""

    season_id: int
    number: int
    """Of the season's table."""
    seats: Mapping[int, int]
    """Seat -> the number of the entrant who sits there from the start."""
    league: str
    """What the league is called."""
    season: int
    league_id: int
    edition: int
    """Of the rules that the season is counted by."""
    part: str = ""
    """To what of the season it belongs, such as `division 2`; empty: a version opened it that did not note it."""

    @property
    def name(self) -> str:
        """What the table is called wherever its game's number does not have to be typed, as its thread is."""
        return name_of_table(self.league, self.season, self.number, self.part)


def name_of_table(league: str, season: int, number: int, part: str) -> str:
    """Return what a league's table is called, with the part of the season that it belongs to."""
    return " · ".join(filter(None, (f"{league} {season}", part, f"table {number}")))


@dataclass(frozen=True, slots=True)
class NewLeagueTable:
    """A table that a season opens."""

    season_id: int
    number: int
    part: str
    """To what of the season it belongs, as in its name."""
    entrants: Mapping[int, int]
    """Seat -> entrant."""
    if_closed: str
    """The entry that is written should the game end without a result."""
    title: str
    guild_id: int
    channel_id: int
    options: str
    pact: str
    thread: str
    """What its thread is called; empty: it has none."""
    confirm_until: str
    seed: str = field(repr=False)
    letters: Sequence[NewLetter] = ()
    """Before the table's message, and the call that follows it."""
    newest: int | None = None
    """The newest line of the season of which the table is opened as it has it; None: whatever it is."""


@dataclass(frozen=True, slots=True)
class NewGameLogRecord:
    """A move with everything that must be saved in the same breath."""

    game_id: int
    revision: int
    """One more than the newest; a second writer of the same number gets Conflict."""
    kind: EntryKind
    seat: int | None
    move: str | None
    told: str
    fence: bool
    made_at: str
    build: str
    state: str
    version: int
    letters: Sequence[NewLetter] = ()
    asks: Mapping[int, str] = field(default_factory=dict)
    """Every question open afterwards: seat -> etag. Those that stay open keep their ping."""
    unwaited: Collection[int] = ()
    """The seats of those questions that nobody is asked in person."""
    places: Mapping[int, int] | None = None
    """When the game is over: seat -> place; scores beside it."""
    scores: Mapping[int, int] | None = None
    times: Mapping[int, Times] = field(default_factory=dict)
    """The clocks of the questions that this entry opened; those that stay open keep theirs."""
    missed: bool = False
    """Whether the seat's time ran out although it had a choice; a move of its own clears the count."""
    away: bool = False
    """Whether a bot holds the seat from now on."""
    present: int | None = None
    """The seat whose player made it and looks at the answer: its next question needs no call."""
    was_due: str | None = None
    """Until when the question was open that it answered; None: no clock ran for it."""
    lapses: Sequence[QuestionTimeout] = ()
    """Votes that are off with it."""
    orders: Sequence[NewOrder] = ()
    """Of what was decided beforehand: what is left of it."""
    league: Sequence[NewLine] = ()
    """What the season learns by it whose table this is; see `Saved.league`."""


class KeptPlan(NamedTuple):
    """What was picked of an answer that is not sent yet."""

    etag: str
    """Of the question that it answers."""
    picks: str


class KeptReview(NamedTuple):
    """How a game went, as somebody has looked back at it."""

    revision: int
    """Of the game when it was made."""
    edition: int
    """Of what a review holds; one of another edition is of no use any more."""
    review: str
    """As JSON."""
    played_on: bool
    """Whether bots have played on from all of its moments."""


@dataclass(frozen=True, slots=True)
class NewMotion:
    """Something that a seat proposes to its table."""

    game_id: int
    kind: MotionKind
    seat: int
    revision: int
    """Of the game when it is proposed; the table may have moved on before it is decided."""
    target: int | None = None
    """A revision to go back to, or a seat to be replaced."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A proposal and its votes."""

    motion_id: int
    game_id: int
    kind: MotionKind
    seat: int
    target: int | None
    revision: int
    votes: Mapping[int, bool]
    fate: MotionFate


@dataclass(frozen=True, slots=True)
class Saved:
    """A game as it stands: its row, its seats, its newest table, and how often each seat has acted."""

    game: GameRow
    seats: Sequence[SeatRow]
    state: str | None
    acted: Mapping[int, int]
    """Seat -> number of log entries it made; part of a question's etag."""
    asks: Sequence[Ask]
    moved: Collection[int] = frozenset()
    """The seats for which somebody has made a move in person; what was answered for them counts not."""
    orders: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """Seat -> its standing orders as JSON, oldest first."""
    salt: str | None = field(default=None, repr=False)
    """A secret that the chance has yet to take in, before anything else happens."""
    league: LeagueGame | None = None
    """Of which season it is a table; None: of none."""


@dataclass(frozen=True, slots=True)
class Person:
    """What we know of somebody: how they are called, and whether direct messages reach them."""

    user_id: int
    name: str
    dm: Dm = "unasked"
    wishes: str = "{}"
    """What they want from us everywhere, as JSON: time zone, quiet hours, days off."""
    secrets: Secrets = "panel"
    """Which way their secrets take; "dm" only while `dm` is "open"."""
    dm_channel: int | None = None
    """Where direct messages to them go; None: none was ever opened."""
    word: str = ""
    """What they are told once, in the next private answer they get."""
    chosen: bool = False
    """Whether they have settled which way their secrets take, by choosing it or by taking a seat."""


@dataclass(frozen=True, slots=True)
class LeftSeat:
    """A seat that somebody had at a running game and has left."""

    seat: int
    extensions: int
    """How often they have taken more time there."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """Where somebody has been called otherwise until now."""

    games: Sequence[int]
    """Tables, those that are over among them."""
    running: Sequence[int]
    """Of these, those that run."""
    seasons: Sequence[int]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a seat came out of a finished game."""

    name: str
    place: int
    score: int | None
    user_id: int | None = None
    """Who played it; None: a bot, or somebody who was forgotten or whose time here is long over."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game, and who played it, the winners first."""

    game_id: int
    title: str
    """The game's key, e.g. "goodwill"."""
    finished_at: str
    players: Sequence[SeatResult]


@dataclass(frozen=True, slots=True)
class Tally:
    """How much there is of what, over all games."""

    games: Mapping[tuple[str, GameStatus], int]
    """Key of the game and status -> number."""
    letters: Mapping[str, int]
    """What became of them ("waiting", "sent", "given up") -> number."""
    oldest_letter: str | None
    """When the letter was written that has waited longest."""
    questions_to_people: int
    questions_to_bots: int


class Cursor(Protocol):
    """What has come of a statement."""

    @property
    def description(self) -> Any:
        """Of each column, first its name."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """Return the next row; None: there is none."""

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A transaction that is open, for statements in plain SQL, which each kind of database reads.

    Parameters are `?` in their order, or `:name`.
    """

    def execute(self, statement: str, parameters: Sequence[object] | Mapping[str, object] = ..., /) -> Cursor:
        """Run a statement."""

    def executemany(self, statement: str, parameters: Iterable[Sequence[object]], /) -> Cursor:
        """Run a statement with each of these parameters."""


class Database(Protocol):
    """What each kind of database does in its own way; all else is written once, in plain SQL."""

    def clock(self) -> datetime | None:
        """Return the time by the clock of its server, which all programs go by that use it; None: it has no server."""

    def write(self, work: Callable[[Connection], T], *, for_good: bool = False) -> Awaitable[T]:
        """Run a transaction; wait for what is returned until its commit, or until it raises with nothing of it done.

        Transactions run in the order of these calls. Whoever is cancelled while waiting does not learn what became
        of theirs.

        Args:
            work: the transaction.
            for_good: whether what it deletes can be found nowhere afterwards.
        """

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries that all see the same moment."""

    async def aside(self, work: Callable[[Connection], T]) -> T:
        """Run queries that take long, while nobody else waits for them."""

    async def backup(self, to: Path) -> None:
        """Write a complete, checked copy of everything to a new file."""

    async def check(self) -> Sequence[str]:
        """Return what is wrong with the database itself, as sentences; empty when it is sound.

        Raises:
            StoreFailed: it cannot be looked at.
        """

    async def beat(self) -> None:
        """Show others that we live, and find out whether what is ours was taken over; a failure passes."""

    async def tell(self, word: str) -> None:
        """Tell a word to all programs that use this database; who is cut off at this moment does not hear it."""

    def listen(self, heard: Callable[[str], None]) -> Callable[[], Awaitable[None]]:
        """Let `heard` be called in the event loop with each word that is told from now on, and return what ends that.

        With an empty word it is called each second in which there was none, and after each time in which some may have
        been missed: whoever listens then looks for themselves.
        """

    async def close(self) -> None:
        """Finish the transactions that wait, then let go of the database."""
