"""What the host asks of a store, in rows and transactions, without a word of SQL.

There is a protocol for each subject, which every kind of store keeps, and `Storage` has them all. Every
writing operation is one transaction: when it returns, its rows survive a power cut, and when it
raises, nothing of it is there. Times are ISO 8601 texts in UTC, ids are Discord's or our own whole
numbers, and everything a game knows (options, moves, news, tables) passes through as JSON text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

Status: TypeAlias = Literal["open", "running", "finished", "abandoned"]
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
Fate: TypeAlias = Literal["waiting", "sent", "given up", "expired"]
SeasonStatus: TypeAlias = Literal["draft", "sign-up", "running", "over"]

ALIVE = "alive"
"""The note of when the program last looked after its tables and could write; the time since is an outage."""
ROOM = "room:"
"""Begins the key of a note that means nothing: it takes the room that a move would need."""
CALLED_AGAIN = "called again:"
"""Begins the key of a note, before a lobby's number: until when it waited for people when they were called again."""
COMMANDS = "commands"
"""The note of the commands that Discord has taken, as a digest."""
COMMANDS_WANTED = "commands wanted"
"""The note of the commands that it was last asked to take; while it is another one, it has not taken them."""
SALT = "salt:"
"""Begins the key of a note, before a running game's number: of a secret that its chance has yet to take in."""
THREAD = "thread:"
"""Begins the key of a note, before a table's number: how the thread is called that is still to be made for it."""
RESTORED = "restored"
"""The note of a restore whose aftermath is not looked after yet: when the backup was made and when it was put back,
as JSON."""
LEFT = "left:"
"""Begins the key of a note, before a table's number, ":" and a keyed hash of it and a person's: the seat they had."""
LEFT_SEASON = "left season:"
"""Begins the key of a note, before a season's number, ":" and a keyed hash of it and a person's who was forgotten: the
number under which they took part."""
NONCES = "nonces"
"""The note of what begins the nonce of each message that is posted; another one after a restore."""
PULSE = "pulse"
"""The note of how the bot was a moment ago, as JSON."""
REMOVED = "removed:"
"""Begins the key of a note, before a server's number: since when we are not in it."""
FORGET = "forget:"
"""Begins the key of a note, before a person's number: an operator asks the running program to forget them."""
SEEN = "seen:"
"""Begins the key of a note, before a running table's number, ":" and a person's: the newest revision they looked at."""
WITHIN = "within:"
"""Begins the key of a note, before a table's number: its thread, a space, and the channel of that thread."""

WITNESS: ContextVar[Callable[[asyncio.Future[Any]], None] | None] = ContextVar("WITNESS", default=None)
"""Is told of each transaction that writes when it begins to wait, by what it waits for."""


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


class GameDamaged(StoreFailed):
    """What is stored of one game cannot be read; the others are not touched."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game, from lobby to archive."""

    game_id: int
    title: str
    """The game's key, e.g. "goodwill"."""
    status: Status
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
    """Digest of the box it is played with; see `Games.box`."""
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
class Entry:
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
    fate: Fate
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
class Shown:
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
class Lapse:
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


@dataclass(frozen=True, slots=True)
class LogLine:
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
class Entrant:
    """Who takes part in a season under which number, and what they wish."""

    entrant: int
    user_id: int | None
    """None: somebody who was forgotten."""
    name: str
    cap: int | None = None
    """At how many tables they want to play at once; None: at all of theirs."""
    apart: Sequence[int] = ()
    """Whom they do not want to meet, by their ids; nobody's business but theirs."""
    named: bool = False
    """Whether they have agreed to be named in the season's files, which may leave the server."""


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


@dataclass(frozen=True, slots=True)
class NewLeagueTable:
    """A table that a season opens."""

    season_id: int
    number: int
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


@dataclass(frozen=True, slots=True)
class NewEntry:
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
    lapses: Sequence[Lapse] = ()
    """Votes that are off with it."""
    orders: Sequence[NewOrder] = ()
    """Of what was decided beforehand: what is left of it."""
    league: Sequence[NewLine] = ()
    """What the season learns by it whose table this is; see `Saved.league`."""


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
    """A secret that the chance has yet to take in, before anything else happens; see `SALT`."""
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
class Left:
    """A seat that somebody had at a running game and has left."""

    seat: int
    extensions: int
    """How often they have taken more time there."""


@dataclass(frozen=True, slots=True)
class Placed:
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
    players: Sequence[Placed]


@dataclass(frozen=True, slots=True)
class Tally:
    """How much there is of what, over all games."""

    games: Mapping[tuple[str, Status], int]
    """Key of the game and status -> number."""
    letters: Mapping[str, int]
    """What became of them ("waiting", "sent", "given up") -> number."""
    oldest_letter: str | None
    """When the letter was written that has waited longest."""
    questions_to_people: int
    questions_to_bots: int


class Lobbies(Protocol):
    """Tables that have not begun."""

    async def open(
        self,
        *,
        title: str,
        guild_id: int,
        channel_id: int,
        opened_by: int,
        seats_wanted: int,
        options: str,
        now: str,
        seats: Sequence[SeatRow] = (),
        pact: str | None = None,
        thread: str = "",
        seed: str | None = None,
        letters: Sequence[NewLetter] = (),
    ) -> int:
        """Open a lobby, with its secret, these letters and after them a `board` letter, and return its game id.

        With the name of a `thread` it is to have one of its own in this channel; see `put_in_thread`.
        """

    async def put_in_thread(self, game_id: int, channel_id: int) -> None:
        """Note that the thread is made that a table was to have, and that its messages go there."""

    async def draw_seed(self, game_id: int, seed: str, letters: Sequence[NewLetter], now: str) -> None:
        """Give an open lobby that has none its secret, with letters that tell its digest; else nothing happens."""

    async def change(
        self,
        game_id: int,
        *,
        seats: Sequence[SeatRow] | None = None,
        options: str | None = None,
        seats_wanted: int | None = None,
        opened_by: int | None = None,
        channel_id: int | None = None,
        pact: str | None = None,
        confirm_until: str | None = None,
        call: bool = False,
        now: str,
    ) -> None:
        """Change an open lobby and write a `board` letter; raise Conflict when it is no longer open.

        What is None stays as it is. `confirm_until` "" ends the waiting; `call` writes an `ask` letter, too.
        """

    async def start(self, entry: NewEntry, *, seats: Sequence[SeatRow], options: str, box: str, box_json: str) -> None:
        """Turn the lobby into a running game with its first entry (revision 1, kind `setup`).

        Raises:
            Conflict: it is no longer open.
        """


class Games(Protocol):
    """Tables as they stand, their logs, and finding them."""

    def append(self, entry: NewEntry) -> Awaitable[None]:
        """Add an entry to a running game; raise Conflict when the revision exists or the game is over.

        Entries are added in the order of these calls, whenever each is waited for.
        """

    async def saved(self, game_id: int) -> Saved | None:
        """Return the game as it stands, or None."""

    async def entries(self, game_id: int, *, after: int = 0, limit: int | None = None) -> Sequence[Entry]:
        """Return log entries with a revision above `after`, oldest first; states where they are kept."""

    async def last_entries(self, game_id: int, count: int, *, states: bool = False) -> Sequence[Entry]:
        """Return the newest entries, oldest of them first, and their tables only when asked for."""

    async def box(self, digest: str) -> str | None:
        """Return the box with this digest, as JSON."""

    async def put_pact(self, game_id: int, pact: str, letters: Sequence[NewLetter], now: str) -> None:
        """Change what a running table has agreed on, and write letters; raise Conflict when it is not running."""

    async def abandon(
        self, game_id: int, now: str, letters: Sequence[NewLetter] = (), league: Sequence[NewLine] = ()
    ) -> None:
        """Close an open or running game for good: no asks, these letters and a last `board` letter.

        The season whose table it is learns of it in the same transaction, after what `league` says.

        Raises:
            Conflict: it is over already.
        """

    async def of(self, user_id: int, *, statuses: Sequence[Status]) -> Sequence[GameRow]:
        """Return the games in which this person sits (or which they opened), newest first."""

    async def in_server(
        self,
        guild_id: int,
        *,
        statuses: Sequence[Status],
        limit: int | None = 50,
        sight: Sight | None = None,
        first: int | None = None,
    ) -> Sequence[GameRow]:
        """Return the games of a server, newest first.

        Args:
            guild_id: which server.
            statuses: which of its games count.
            limit: how many are returned at most; None: all of them.
            sight: only games that can be seen so; None: all.
            first: the channel whose games come before all others.
        """

    async def everywhere(self, *, statuses: Sequence[Status]) -> Sequence[GameRow]:
        """Return the games of all servers, oldest first."""

    async def results_in(
        self, guild_id: int, *, skip: int = 0, limit: int, sight: Sight | None = None
    ) -> tuple[int, Sequence[Result]]:
        """Return how many games of a server are finished, and some of them, those that ended last first."""

    async def results_of(self, user_id: int) -> Sequence[Result]:
        """Return the finished games in which this person had a seat at the end, those that ended last first."""

    async def places_in(self, guild_id: int) -> Mapping[int, int | None]:
        """Return every channel and thread with a game of this server; of a thread its channel, where that is noted."""


class Asks(Protocol):
    """Open questions: who is asked what."""

    async def of_game(self, game_id: int) -> Sequence[Ask]:
        """Return the open questions of a game."""

    async def pinged(self, game_id: int, asks: Mapping[int, str]) -> None:
        """Note that these seats have been called to the questions with these etags, if they are still open."""

    async def games_waiting_for(self, user_id: int) -> Sequence[int]:
        """Return the ids of running games that wait for this person."""

    async def games_waiting_for_bots(self) -> Sequence[int]:
        """Return the ids of running games that wait for a bot or a seat that has conceded."""

    async def uncalled(self) -> Sequence[tuple[int, int]]:
        """Return the games and people that are asked something and were not called to it, nor soon will be."""

    async def name_anew(self, game_id: int, names: Mapping[int, tuple[str, str]]) -> None:
        """Give open questions, by seat, other etags than their former ones; their clocks go on."""


class Clocks(Protocol):
    """Until when questions are open, and when they have to be looked at."""

    async def next_look(self) -> str | None:
        """Return when the clock has to look at a question next; paused games do not count."""

    async def to_look_at(self, now: str) -> Sequence[DueAsk]:
        """Return the questions at which the clock has to look now, those longest overdue first."""

    async def without_clock(self) -> Sequence[int]:
        """Return the ids of running games at which a person's question has no clock: older versions kept none."""

    async def set_times(
        self, game_id: int, seat: int, etag: str, times: Times, letters: Sequence[NewLetter], now: str
    ) -> None:
        """Change the clock of a question that is still open, and write the letters that tell of it."""

    async def extend(self, game_id: int, seat: int, etag: str, times: Times, words: str, now: str) -> None:
        """Give a question more time and count it as one of the seat's extensions.

        Without words nobody else learns of it; else they are for the log alone, and the table's message shows the time.

        Raises:
            Conflict: that question is not open any more.
        """

    async def pause(
        self, game_id: int, paused_at: str | None, shifted: Sequence[DueAsk], letters: Sequence[NewLetter], now: str
    ) -> None:
        """Stop a game's clocks (since `paused_at`), or let them run again (None) with these new times.

        What an answer that is taken back had left of its time moves with them, and since when those are open that have
        no clock.
        """

    async def give_back(self, seconds: int, moved: Sequence[DueAsk], words: NewLetter, now: str) -> None:
        """Move the times of all tables whose clocks run by an outage, all at once, and note that it is over.

        Args:
            seconds: how long it was; less than nothing when the machine's clock was set back. By so much is moved until
                when answered questions would have run, and since when those without a clock are open; for lobbies, how
                long they stay open and wait for people, with letters that tell whom they wait for.
            moved: open questions with the times they have from now on; those answered meanwhile are left alone.
            words: what their tables are told.
            now: when the program is noted to have been alive.
        """


class Seats(Protocol):
    """Who sits where at running tables, sat there before, and has given which orders."""

    async def take(
        self,
        game_id: int,
        seat_row: SeatRow,
        times: Times | None,
        letters: Sequence[NewLetter],
        now: str,
        *,
        keep_orders: bool,
        league: Sequence[NewLine] = (),
    ) -> None:
        """Put this player, or a bot, on a seat of a running game, with new time for what the seat is asked.

        Without `keep_orders` it is another player: nothing is left there of the one before, and letters that wait for
        them expire. Who sat there and does not any more is remembered, with the extensions they used, in a note; see
        `LEFT`. What the season learns by it whose table this is, is written with it.

        Raises:
            Conflict: the game does not run.
        """

    async def put_order(self, game_id: int, seat: int, place: str, body: str | None, now: str) -> None:
        """Give an order in place of the one before it; None takes it away."""

    async def left(self, game_id: int, user_id: int) -> Left | None:
        """Return the seat of a running game that this person has left, also if they were forgotten since."""

    async def left_by(self, user_id: int) -> Sequence[int]:
        """Return the ids of running games at which this person has left a seat; see `LEFT`."""


class Motions(Protocol):
    """What tables vote on."""

    async def open(self, motion: NewMotion, now: str) -> Motion:
        """Open a vote, with its proposer in favour, and a letter that asks for votes; Conflict: one is open.

        Raises:
            Conflict: one of its kind is open.
        """

    async def get(self, motion_id: int) -> Motion | None:
        """Return a motion, open or closed."""

    async def open_at(self, game_id: int) -> Sequence[Motion]:
        """Return what a table is voting on."""

    async def vote(self, motion_id: int, seat: int, yes: bool) -> Motion:
        """Count a seat's vote, in place of its earlier one; raise Conflict when the motion is closed."""

    async def close(self, motion: Motion, fate: MotionFate, notice: str, now: str) -> None:
        """Close a motion and tell the table; nothing happens when it is closed already."""


class Letters(Protocol):
    """What is to be sent, and what became of it."""

    async def unsent(self, game_id: int) -> Sequence[Letter]:
        """Return a game's unsent letters in the order they were written."""

    async def games_with_unsent(self) -> Sequence[int]:
        """Return the ids of games that have unsent letters."""

    async def add(self, game_id: int, letters: Sequence[NewLetter], now: str) -> None:
        """Write letters outside of a move, e.g. to show a table's message anew.

        Raises:
            LookupError: there is no such game.
        """

    async def sent(self, letter: Letter, now: str, carried: Carried | None = None) -> None:
        """Note that a letter has arrived, and which way if it was for a seat."""

    async def expired(self, letters: Sequence[Letter], reason: str, now: str) -> None:
        """Note that letters are needed no more; those that are no longer waiting stay as they are."""

    async def failed(self, letter: Letter, reason: str, now: str, *, given_up: bool) -> None:
        """Count a failed attempt; when given up, it is not tried again."""

    async def deliveries(self, game_id: int, *, hushed: bool = True) -> Sequence[Delivery]:
        """Return what became of the newest letters to each seat, oldest first, and of the newest that was given up.

        Before them come the newest of the table's message, and the newest for everybody that were given up.

        Args:
            game_id: which table.
            hushed: whether letters are among them of which only their reader may know that they were written.
        """

    async def opened(self, game_id: int, seat: int, now: str, *, again: bool = False) -> None:
        """Note that a seat's player looks at their secrets, or (`again`) asks for another copy of what they have seen.

        Nothing is written when that is known of the newest letter already.
        """

    async def notices(self, game_id: int) -> Sequence[tuple[int, str]]:
        """Return what a table was told beside its news, oldest first: the revision it had reached, and the text."""

    async def silent_since(self, before: str) -> Sequence[int]:
        """Return the ids of running games for whose channel nothing to be posted was written after this moment.

        What only changes a message, or goes to one person alone, does not count.
        """


class Messages(Protocol):
    """The messages of tables that are kept right."""

    async def shown(self, game_id: int) -> Shown:
        """Return the messages of a game that are kept right."""

    async def get(self, game_id: int, role: str) -> tuple[int, int] | None:
        """Return (channel id, message id) of the message that plays this role, e.g. "board"."""

    async def put(self, game_id: int, role: str, channel_id: int, message_id: int | None) -> None:
        """Remember which message plays a role; None forgets it."""


class People(Protocol):
    """What is known of people."""

    async def get(self, user_id: int) -> Person | None:
        """Return what is known of somebody."""

    async def put(self, person: Person) -> None:
        """Remember somebody's name and whether direct messages reach them."""


class Notes(Protocol):
    """Remarks that the program leaves for itself."""

    async def get(self, key: str) -> str | None:
        """Return a remark the program left for itself, e.g. which commands it last registered."""

    async def put(self, key: str, text: str) -> None:
        """Leave a remark under this key in place of the one before."""

    async def keep(self, key: str, text: str) -> str:
        """Leave a remark unless there is one under this key; return the one that is there."""

    async def drop(self, key: str) -> None:
        """Take a remark away."""

    async def alive(self, now: str) -> None:
        """Note that the program looks after its tables, in a write that needs as much room as a large move.

        So it proves that moves can be saved; see `ALIVE`.
        """


class Looks(Protocol):
    """What players have seen of running tables."""

    async def seen(self, game_id: int, user_id: int) -> int:
        """Return the newest revision of a running table at which somebody has looked; 0: none is known."""

    async def looked(self, game_id: int, user_id: int, revision: int) -> None:
        """Note that a player of a running table has looked at this revision, unless they have seen a newer one.

        Nothing is written when that is known already.
        """

    async def of(self, user_id: int) -> Mapping[int, int]:
        """Return the newest revision that somebody has seen of each running table they play or played at."""


class Departures(Protocol):
    """Tables whose server or channel cannot be reached."""

    async def lose(self, game_id: int, what: Loss, since: str, letters: Sequence[NewLetter], now: str) -> None:
        """Note that a game's server or channel cannot be reached, and stop its clocks (since then).

        For lobbies and running games, and those that are over without having told their result. A game that begins
        there is lost no more, until its first message finds that it is.
        """

    async def find(
        self,
        game_id: int,
        channel_id: int,
        paused_at: str | None,
        shifted: Sequence[DueAsk],
        letters: Sequence[NewLetter],
        now: str,
    ) -> None:
        """Note that a game can be reached in this channel, and call everybody anew; for its clocks see `Clocks.pause`.

        Messages in another channel are none of the table's any more. A lobby stays open, and waits for people, for as
        much longer as it was out of reach.
        """

    async def lost_games(self) -> Sequence[GameRow]:
        """Return the tables that cannot be reached: lobbies, running games, those over that have not told so."""

    async def servers(self) -> Mapping[int, str | None]:
        """Return the servers of all games, and since when we are known to be in them no more."""

    async def put_removed(self, guild_id: int, since: str | None) -> None:
        """Note since when we are not in a server; None: we are."""


class Leagues(Protocol):
    """Leagues: their seasons, each with a log that is only added to, who takes part, and their tables."""

    async def make(self, *, guild_id: int, channel_id: int, name: str, made_by: int, now: str) -> int:
        """Make a league, which has no season yet; return its id."""

    async def get(self, league_id: int) -> LeagueRow | None:
        """Return a league."""

    async def in_server(self, guild_id: int) -> Sequence[LeagueRow]:
        """Return the leagues of a server, the newest first."""

    async def stewards(self, league_id: int) -> Sequence[int]:
        """Return who decides in a league beside those who run its server."""

    async def put_steward(self, league_id: int, user_id: int, appointed: bool) -> None:
        """Make somebody a steward of a league, or let them be none."""

    async def plan_season(self, league_id: int, plan: str, secret: str) -> int:
        """Make the draft of a league's next season; return its id.

        Raises:
            Conflict: one of its seasons is not over.
        """

    async def put_plan(self, season_id: int, plan: str) -> None:
        """Change what a draft is to be played by.

        Raises:
            Conflict: it is no draft.
        """

    async def drop_draft(self, season_id: int) -> None:
        """Take a draft away, and with its only one the league.

        Raises:
            Conflict: it is no draft.
        """

    async def season(self, season_id: int) -> SeasonRow | None:
        """Return a season."""

    async def seasons(self, league_id: int) -> Sequence[SeasonRow]:
        """Return the seasons of a league, the newest first."""

    async def going_on(self) -> Sequence[SeasonRow]:
        """Return the seasons that take sign-ups or are being played, in all servers."""

    async def with_open_tables(self) -> Sequence[SeasonRow]:
        """Return the seasons that are over though tables of theirs still wait for people, or are being played."""

    async def to_show(self) -> Sequence[SeasonRow]:
        """Return the seasons whose messages do not show the newest line of their log."""

    async def were_shown(self, season_id: int, number: int) -> None:
        """Note that a season's messages show its log up to this line."""

    async def log(self, season_id: int, *, after: int = 0) -> Sequence[LogLine]:
        """Return the lines of a season behind a number, in their order."""

    async def append(
        self,
        season_id: int,
        newest: int,
        lines: Sequence[NewLine],
        now: str,
        *,
        joins: Entrant | None = None,
        status: SeasonStatus | None = None,
    ) -> None:
        """Add lines to a season's log, with the person who joins by it, or what the season is from now on.

        Raises:
            Conflict: the newest line is another one by now.
        """

    async def entrants(self, season_id: int) -> Sequence[Entrant]:
        """Return who takes part in a season, by number."""

    async def put_wishes(self, season_id: int, entrant: Entrant) -> None:
        """Change what an entrant wishes."""

    async def sealed(self, season_id: int) -> Mapping[int, str]:
        """Return what lines of a season are sealed over, by their numbers; it leaves the store when the season ends."""

    async def seasons_of(self, user_id: int) -> Sequence[int]:
        """Return the seasons in which somebody takes part, the newest first."""

    async def left(self, season_id: int, user_id: int) -> int | None:
        """Return under which number somebody took part who was forgotten, in a season that is not over."""

    async def left_by(self, user_id: int) -> Sequence[int]:
        """Return the seasons, not over, in which somebody took part who was forgotten; see `LEFT_SEASON`."""

    async def open_table(self, table: NewLeagueTable, seats: Sequence[SeatRow], now: str) -> int:
        """Open a lobby for a season's table, which waits for its people to say that they are here; return its game id.

        Raises:
            Conflict: this table was opened before.
        """

    async def tables(self, season_id: int) -> Mapping[int, int]:
        """Return the tables of a season that were opened, by number, with their games."""

    async def messages(self, season_id: int) -> Mapping[str, tuple[int, int]]:
        """Return the messages of a season by their roles: channel id, message id."""

    async def put_message(self, season_id: int, role: str, channel_id: int, message_id: int) -> None:
        """Remember which message plays a role."""


class Privacy(Protocol):
    """What is kept of people, and how it goes."""

    async def forget(self, user_id: int) -> Sequence[int]:
        """Delete what is kept of a person, and put nobody in their place where they sit or sat.

        Nothing of anybody else changes. Anyone who has seen a hand of a running game is still recognised there, and
        anyone who has taken part in a season until it is over; see `LEFT` and `LEFT_SEASON`.

        Returns:
            The ids of the games that were changed.
        """

    async def to_forget(self) -> Sequence[int]:
        """Return whom an operator has asked the running program to forget; see `FORGET`."""

    async def is_kept(self, user_id: int) -> bool:
        """Whether anything is kept of a person that `forget` would delete."""

    async def data_of(self, user_id: int) -> Mapping[str, JsonValue]:
        """Return everything that is kept of a person, and nothing of anybody else, to be written as JSON.

        Of hidden things, only how many there are could be told by the numbers of the log; they are left out.
        """

    async def retire(self, before: str) -> tuple[Sequence[int], Sequence[int]]:
        """Let games that were over before this moment name nobody; their moves and results stay with their seats.

        Returns:
            The ids of the games that were changed, and of people of whom no table is left, whose settings are deleted.
        """

    async def erase_server(self, guild_id: int) -> tuple[Sequence[int], Sequence[int]]:
        """Delete all games of a server; return their ids, and those of people of whom no table is left, who go, too."""


class Storage(Protocol):
    """A place where games are kept: what can be done there by subject, and what concerns all of it."""

    lobbies: Lobbies
    games: Games
    asks: Asks
    clocks: Clocks
    seats: Seats
    motions: Motions
    letters: Letters
    messages: Messages
    people: People
    notes: Notes
    looks: Looks
    departures: Departures
    leagues: Leagues
    privacy: Privacy

    async def close(self) -> None:
        """Finish what is being written and let go of the store."""

    async def tally(self) -> Tally:
        """Return how much there is of what."""

    async def backup(self, to: Path) -> None:
        """Write a complete, checked copy of everything to a new file."""

    async def check(self) -> Sequence[str]:
        """Return what is wrong with the store, as sentences; empty when it is sound."""
