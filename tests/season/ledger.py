"""The season's own books: presses with their replies, questions with their start, and late players.

They are kept beside the program, from people's screens and from the rows of the file, and compared with both all the
time. A difference is a broken promise.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

from bot.engine import play
from bot.engine.questions import Choose
from bot.engine.records import Move, Seat
from bot.engine.table import Table
from bot.host.host import Host
from bot.host.table.running import RunningGame
from tests.season.stage import Stage

Chair: TypeAlias = tuple[int, Seat]
"""A table's number and a seat at it."""
Told: TypeAlias = Literal["counted", "refused", "unknown"]
"""The reply to a press; unknown: no answer arrived."""

GIVEN_BACK = timedelta(minutes=15)
"""A longer absence of the program moves every clock."""
GRACE = timedelta(seconds=90)
"""What whole seconds and the moment of looking may make of a deadline."""
OVERDUE = timedelta(hours=26)
"""So much later than the pace at most, quiet hours included, an unanswered question is at its end."""

LOST = "an acknowledged move is lost"
UNMADE = "a move that nobody made"
FALSE = "somebody was told wrongly whether their move counts"
STANDING = "an ask stands for a question that does not exist"
MISSING = "a question that is open has no ask"
UNOWED = "a penalty for a turn that was not owed"
NEVER = "a clock that should have rung"
SECRET = "a secret reached somebody who may not know it"
WOKEN = "somebody was called in their quiet hours"
ENDLESS = "a game without an end"
FAULT = "a fault of ours"
LEFT = "something is left over"
PROMISES = (LOST, UNMADE, FALSE, STANDING, MISSING, UNOWED, NEVER, SECRET, WOKEN, ENDLESS, FAULT, LEFT)


@dataclass(frozen=True)
class Habits:
    """When somebody does not play, in their own time."""

    zone: str = "UTC"
    quiet: tuple[time, time] | None = None
    off: tuple[tuple[date, date], ...] = ()

    def is_quiet(self, at: datetime) -> bool:
        """Whether nobody may call them now."""
        if self.quiet is None:
            return False
        begin, end = self.quiet
        clock = at.astimezone(ZoneInfo(self.zone)).time()
        return begin <= clock < end if begin < end else clock >= begin or clock < end

    def days_off(self) -> Iterable[tuple[datetime, datetime]]:
        """Yield the days off as moments."""
        zone = ZoneInfo(self.zone)
        for first, last in self.off:
            after = datetime.combine(last + timedelta(days=1), time.min, zone)
            yield datetime.combine(first, time.min, zone).astimezone(UTC), after.astimezone(UTC)


@dataclass
class Asked:
    """A question put to somebody, as the season knows it."""

    user: int | None
    since: datetime
    allowed: timedelta | None
    free: bool
    habits: Habits
    extended: int = 0
    taken_back_at: datetime | None = None
    """When its answer was taken back: that gives no time back, but ten minutes at least."""


@dataclass
class Pressed:
    """A player's answer, and the reply they got."""

    chair: Chair
    move: str
    landed: bool = False


@dataclass(frozen=True)
class Sitting:
    """Who sits on a seat."""

    user: int | None
    away: bool
    conceded: bool
    misses: int
    extensions: int

    @property
    def in_person(self) -> bool:
        """Whether there is somebody who can be asked."""
        return self.user is not None and not self.away and not self.conceded


@dataclass
class Line:
    """One line of a table's log when it was first seen."""

    kind: str
    seat: Seat | None
    move: str | None


@dataclass
class Unread:
    """What the log says that the questions have not been compared with yet."""

    newest: dict[int, datetime] = field(default_factory=dict)
    """When each table last changed."""
    taken_back: dict[Chair, datetime] = field(default_factory=dict)
    """Whose answer was taken back, and when."""
    heard: set[int] = field(default_factory=set)
    """Tables where everybody heard of something."""


@dataclass
class Ledger:
    """The books."""

    stage: Stage
    habits: dict[int, Habits] = field(default_factory=dict)
    """What each person has told the bot of their days."""
    broken: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    counts: Counter[str] = field(default_factory=Counter)
    status: dict[int, str] = field(default_factory=dict)
    chairs: dict[Chair, Sitting] = field(default_factory=dict)
    asked: dict[Chair, tuple[str, Asked]] = field(default_factory=dict)
    voting: set[int] = field(default_factory=set)
    """Tables that vote on something."""
    log: dict[int, list[Line]] = field(default_factory=lambda: defaultdict(list))
    allowed_kinds: Counter[tuple[int, Seat, str]] = field(default_factory=Counter)
    """Undoing and giving up that somebody has asked for."""
    ordered: set[Chair] = field(default_factory=set)
    """Players who have ever given a standing order."""
    touched: set[int] = field(default_factory=set)
    """Tables that have changed since somebody asked for these."""
    _unread: Unread = field(default_factory=Unread)
    _pressed: list[Pressed] = field(default_factory=list)
    _answered: dict[Chair, Asked] = field(default_factory=dict)
    _misses: Counter[Chair] = field(default_factory=Counter)
    _extensions: Counter[Chair] = field(default_factory=Counter)
    _used: dict[tuple[int, int | None], int] = field(default_factory=dict)
    """How often each person who left a seat of a table had taken more time there: who comes back still has."""
    _stops: dict[int, list[tuple[datetime, datetime]]] = field(default_factory=lambda: defaultdict(list))
    paused: dict[int, datetime] = field(default_factory=dict)
    """Tables whose clocks stand still, and since when."""
    _outages: list[tuple[datetime, datetime]] = field(default_factory=list)
    _version: int = -1
    _last_row: int = 0

    def __post_init__(self) -> None:
        self._rows = self.stage.rows()
        self._file = self._rows.__enter__()

    def close(self) -> None:
        """Let go of the file."""
        self._rows.__exit__(None, None, None)

    def breaks(self, promise: str, what: str) -> None:
        """Note that a promise was broken."""
        self.broken[promise].append(f"{self.stage.now():%d %b %H:%M} {what}")

    # -- what people say -------------------------------------------------------------------------

    def presses(self, chair: Chair, move: Move) -> Pressed:
        """Note that somebody gives an answer; `was_told` follows."""
        pressed = Pressed(chair, move.model_dump_json())
        self._pressed.append(pressed)
        return pressed

    async def was_told(self, pressed: Pressed, told: Told) -> None:
        """Record the reply to a player's answer, and check it."""
        await self.look()
        self.counts[f"answers {told}"] += 1
        if told == "counted" and not pressed.landed:
            self.breaks(LOST, f"{pressed.chair}: {pressed.move}")
        if told == "refused" and pressed.landed:
            self.breaks(FALSE, f"{pressed.chair}: told that nothing was changed by {pressed.move}")
        if told == "unknown":
            self.counts["answers that counted although nobody heard of it"] += pressed.landed
        self._pressed.remove(pressed)

    def takes_more_time(self, chair: Chair) -> None:
        """Note that somebody was told that they have more time."""
        self._extensions[chair] += 1
        self.counts["times somebody took more time"] += 1
        if chair in self.asked:
            self.asked[chair][1].extended += 1

    def outage(self, begin: datetime, end: datetime) -> None:
        """Note that no program ran."""
        if end - begin > GIVEN_BACK:
            self._outages.append((begin, end))

    # -- what stands in the file -----------------------------------------------------------------

    async def look(self) -> None:
        """Read the new rows in the file, and compare them with the books."""
        (version,) = self._file.execute("pragma data_version").fetchone()
        if version == self._version and not self._unread.newest:
            return
        self._version = version
        chairs = self._chairs()
        entries = self._file.execute(
            "select rowid, game_id, revision, kind, seat, move, made_at, told, was_due from moves where rowid > ? "
            "order by rowid",
            (self._last_row,),
        ).fetchall()
        for row, game, revision, kind, seat, move, made_at, told, was_due in entries:
            self._last_row = row
            at = datetime.fromisoformat(made_at)
            self.log[game].append(Line(kind, seat, move))
            if kind == "default" and was_due is None:  # it never had a clock
                self._at_once((game, seat), revision, chairs)
            else:
                self._enter((game, seat), kind, move, at, chairs)
            self._unread.newest[game] = at
            if kind in ("retract", "undo"):
                self._unread.taken_back[game, seat] = at
            if kind != "move" or any(piece["to"] is None for piece in json.loads(told)):
                self._unread.heard.add(game)
            self.touched.add(game)
        self._seats(chairs)
        self._pauses()
        self.status = dict(self._file.execute("select game_id, status from games"))
        self.voting = {game for (game,) in self._file.execute("select game_id from motions where fate = 'open'")}
        if not self.stage.off:  # only a running program can be asked what its questions are
            unread, self._unread = self._unread, Unread()
            await self._questions(unread.newest, unread.taken_back, unread.newest.keys() - unread.heard)

    def _chairs(self) -> dict[Chair, Sitting]:
        return {
            (game, seat): Sitting(user, bool(away), bool(conceded), misses, extensions)
            for game, seat, user, away, conceded, misses, extensions in self._file.execute(
                "select game_id, seat, user_id, away, conceded, misses, extensions from seats "
                "join games using (game_id) where status in ('running', 'finished')"
            )
        }

    def _enter(self, chair: Chair, kind: str, move: str | None, at: datetime, after: Mapping[Chair, Sitting]) -> None:
        """Enter one line of a table's log."""
        self.counts[f"log lines: {kind}"] += 1
        match kind:
            case "move":
                self._misses[chair] = 0
                for pressed in self._pressed:
                    if pressed.chair == chair and pressed.move == move and not pressed.landed:
                        pressed.landed = True
                        return
                self.breaks(UNMADE, f"{chair}: {move}")
            case "default":
                if chair not in after or not after[chair].conceded:  # conceded players are not late
                    self._late(chair, at)
            case "bot" | "order":
                self._played_for(chair, kind, move, after)
            case "retract" | "undo" | "concede":
                self._misses[chair] = 0
                self.allowed_kinds[(*chair, kind)] -= 1
                if self.allowed_kinds[(*chair, kind)] < 0:
                    self.breaks(UNMADE, f"{chair}: {kind}")

    def _played_for(self, chair: Chair, kind: str, move: str | None, after: Mapping[Chair, Sitting]) -> None:
        """Judge an answer that somebody has not given in person, and that is no default."""
        there = all(chair in sitting and sitting[chair].in_person for sitting in (self.chairs, after))
        if kind == "bot" and there:
            self.breaks(UNMADE, f"{chair}: a bot played {move} for somebody who is there")
        if kind == "order" and chair not in self.ordered:
            self.breaks(UNMADE, f"{chair}: an order played {move}, and they have given none")

    def _at_once(self, chair: Chair, revision: int, after: Mapping[Chair, Sitting]) -> None:
        """Check a default that was played at once: the game may not have waited for this seat."""
        game, seat = chair
        self.counts["log lines: default, at once"] += 1
        found = self._file.execute(
            "select title, state from states join games using (game_id) where game_id = ? and states.revision = ?",
            (game, revision - 1),
        ).fetchone()
        if found is None or any(chair in sitting and sitting[chair].conceded for sitting in (self.chairs, after)):
            return
        rules = self.stage.bot.host.games[found[0]]
        table = play.load(rules.table, zlib.decompress(found[1]).decode(), rules.box)
        if self._has_no_choice_alone(chair, table, after):
            self.counts["windows without a choice that passed at once"] += 1
        elif table.agenda[0].should_wait_for(table, seat):
            self.breaks(UNOWED, f"{chair}: the default was played at once, and the table waits for them")

    def _has_no_choice_alone(self, chair: Chair, table: Table, after: Mapping[Chair, Sitting]) -> bool:
        """Whether the only person at a table is asked in secret, and has a single answer."""
        game, seat = chair
        step = table.agenda[0]
        people = [other for other, sitting in after.items() if other[0] == game and sitting.user is not None]
        if people != [chair] or not step.waiting_is_secret:
            return False
        question = step.build_question(table, seat)
        return isinstance(question, Choose) and len(question.moves) == 1

    def _late(self, chair: Chair, at: datetime) -> None:
        """Judge an answer that was played because time had run out."""
        sits, known = self.chairs.get(chair), self.asked.get(chair)
        if sits is None or known is None or not sits.in_person or known[1].user != sits.user:
            self.breaks(UNOWED, f"{chair}: the default was played for somebody who was not asked")
            return
        asked = known[1]
        waited = at - asked.since - self._stood_still(chair[0], asked, at)
        again = asked.taken_back_at
        had_ten_minutes = again is not None and at + GRACE >= again + timedelta(minutes=10)
        if asked.allowed is None or (waited + GRACE < asked.allowed * (1 + asked.extended) and not had_ten_minutes):
            self.breaks(UNOWED, f"{chair}: the default was played after {waited} of {asked}")
        if asked.habits.is_quiet(at) and asked.habits.is_quiet(at - GRACE):
            self.breaks(UNOWED, f"{chair}: time ran out in the quiet hours of {asked.habits}")
        self._misses[chair] += asked.free
        self.counts["time ran out, with a choice missed" if asked.free else "time ran out, without a choice"] += 1

    def _stood_still(self, game: int, asked: Asked, until: datetime) -> timedelta:
        """Return how long the clock of a question has stood still."""
        stops = [*self._stops[game], *self._outages, *asked.habits.days_off()]
        if game in self.paused:
            stops.append((self.paused[game], until))
        total, reached = timedelta(0), asked.since
        for begin, end in sorted(stops):
            begin, end = max(begin, reached), min(end, until)
            if end > begin:
                total += end - begin
                reached = end
        return total

    def _seats(self, chairs: Mapping[Chair, Sitting]) -> None:
        """Compare the recorded misses of people with the books."""
        for chair, sits in chairs.items():
            before = self.chairs.get(chair)
            if before is not None and (before.user, before.away) != (sits.user, sits.away):
                self.touched.add(chair[0])
                if sits.away and sits.user is not None:
                    self.counts["seats held by a bot"] += 1
                    if self._misses[chair] < 2:
                        self.breaks(UNOWED, f"{chair}: a bot holds the seat after {self._misses[chair]} misses")
                elif sits.user is None:
                    self.counts["seats freed"] += 1
                    self._misses[chair] = 0
                    self._used[chair[0], before.user] = self._extensions.pop(chair, 0)
                elif before.user is None:
                    self.counts["seats taken by a substitute"] += 1
                    self._extensions[chair] = self._used.get((chair[0], sits.user), 0)
                else:
                    self.counts["seats given back"] += 1
                    self._misses[chair] = 0
            if before is not None and sits.conceded and not before.conceded:
                self.counts["people gave up"] += 1
            if sits.in_person and sits.misses != self._misses[chair]:
                self.breaks(UNOWED, f"{chair}: {sits.misses} misses are held against them, not {self._misses[chair]}")
                self._misses[chair] = sits.misses
            if sits.user is not None and sits.extensions != self._extensions[chair]:
                self.breaks(UNOWED, f"{chair}: {sits.extensions} extensions used, not {self._extensions[chair]}")
                self._extensions[chair] = sits.extensions
        self.chairs = dict(chairs)

    def _pauses(self) -> None:
        paused = {game for (game,) in self._file.execute("select game_id from games where paused_at is not null")}
        for game in paused - set(self.paused):
            self.paused[game] = self.stage.now()
            self.counts["pauses"] += 1
        for game in set(self.paused) - paused:
            self._stops[game].append((self.paused.pop(game), self.stage.now()))

    async def _questions(
        self, newest: Mapping[int, datetime], taken_back: Mapping[Chair, datetime], unheard: Collection[int]
    ) -> None:
        """Record newly asked players; where nobody saw a move, running clocks go on."""
        present = {
            (game, seat): (etag, user)
            for game, seat, etag, user in self._file.execute("select game_id, seat, etag, user_id from asks")
        }
        for chair in [chair for chair in self.asked if chair not in present]:
            self._answered[chair] = self.asked.pop(chair)[1]
        for chair, (etag, user) in present.items():
            known = self.asked.get(chair)
            if known is not None and known[0] == etag and known[1].user == user:
                continue
            if known is not None and known[0] != etag:
                self._answered[chair] = known[1]
            sits = self.chairs.get(chair)
            if sits is None:
                continue
            running = await self.stage.bot.host.get_running_game(chair[0])
            since = newest.get(chair[0], self.stage.now())
            if known is not None and known[0] == etag:  # the same question to a new or returning player
                since = self.stage.now()
            asked = self._new(running, chair, etag, user, since)
            if chair[0] in unheard and known is not None and known[1].user == user:
                asked = replace(known[1], free=asked.free)
            before = self._answered.get(chair)
            if chair in taken_back and before is not None and before.user == user:
                asked = replace(before, taken_back_at=taken_back[chair], free=asked.free)
            self.asked[chair] = etag, asked

    def _new(self, running: RunningGame, chair: Chair, etag: str, user: int | None, since: datetime) -> Asked:
        question = play.find_question(running.table, chair[1])
        allowed = running.settings.allowed
        if question is None or running.get_etag(chair[1], question) != etag:
            self.breaks(STANDING, f"{chair}: {etag}")
        if allowed is not None and running.table.agenda:
            allowed *= running.table.agenda[0].time_share
        self.counts["questions asked of people"] += user is not None
        return Asked(user, since, allowed, question is None or question.is_free, self.habits.get(user or 0, Habits()))

    # -- from time to time -----------------------------------------------------------------------

    async def audit(self) -> None:
        """Compare every running game with what a program finds that has just been started."""
        await self.look()
        if self.stage.off:
            return
        fresh = Host(self.stage.storage, self.stage.bot.host.games)
        for game in [game for game, status in self.status.items() if status == "running"]:
            asks = dict(self._file.execute("select seat, etag from asks where game_id = ?", (game,)))
            running = await fresh.get_running_game(game)  # which would put wrong etags right
            if running.table != (await self.stage.bot.host.get_running_game(game)).table:
                self.breaks(LOST, f"table {game} is not in memory as it is in the file")
            for seat in asks.keys() - running.get_etags().keys():
                self.breaks(STANDING, f"({game}, {seat})")
            for seat, etag in running.get_etags().items():
                if asks.get(seat) != etag:
                    self.breaks(MISSING, f"({game}, {seat})")
                self._must_have_rung((game, seat))
        self.counts["audits"] += 1

    def _must_have_rung(self, chair: Chair) -> None:
        known, now = self.asked.get(chair), self.stage.now()
        if known is None or known[1].user is None or known[1].allowed is None or chair[0] in self.paused:
            return
        asked = known[1]
        waited = now - asked.since - self._stood_still(chair[0], asked, now)
        if waited > (asked.allowed or timedelta(0)) * (1 + asked.extended) + OVERDUE:
            self.breaks(NEVER, f"{chair}: open for {waited}: {asked}")

    async def close_the_books(self) -> None:
        """Compare the whole file with the books, when the season is over."""
        await self.look()
        entries: dict[int, list[Line]] = defaultdict(list)
        for game, kind, seat, move in self._file.execute(
            "select game_id, kind, seat, move from moves order by game_id, revision"
        ):
            entries[game].append(Line(kind, seat, move))
        for game in entries.keys() | self.log.keys():
            if entries[game] != self.log[game]:
                self.breaks(LOST, f"the log of table {game} is not what it was")
        for game, status in self.status.items():
            if status not in ("finished", "abandoned"):
                self.breaks(ENDLESS, f"table {game} is {status}")
        for promise, what, query in LEFTOVERS:
            for row in self._file.execute(query):
                self.breaks(promise, f"{what}: {row}")

    def waiting(self) -> Sequence[tuple[int, str, str]]:
        """Return the letters that were not sent and will not be: table, kind and reason."""
        return self._file.execute(
            "select game_id, kind, coalesce(reason, '') from letters where fate = 'given up'"
        ).fetchall()

    def motions(self, game: int) -> Sequence[tuple[int, str, Seat, Seat | None, Mapping[Seat, bool]]]:
        """Return what a table votes on: number, kind, who proposed it, whom it is about, and the votes."""
        rows = self._file.execute(
            "select motion_id, kind, seat, target from motions where game_id = ? and fate = 'open'", (game,)
        ).fetchall()
        votes = "select seat, in_favour from votes where motion_id = ?"
        return [(*row, dict(self._file.execute(votes, row[:1]).fetchall())) for row in rows]

    def one(self, query: str, *values: object) -> tuple[object, ...] | None:
        """Return the first row of a query."""
        row: tuple[object, ...] | None = self._file.execute(query, values).fetchone()
        return row


LEFTOVERS = (
    (STANDING, "an ask of a game that is over", "select game_id, seat, etag from asks"),
    (STANDING, "a call at a table that is over", "select game_id, message_id from messages where role = 'ask'"),
    (
        LEFT,
        "a vote, an empty chair or a private thread of a game that is over",
        "select game_id, role from messages where role glob '[mvs]*:*'",
    ),
    (LEFT, "a letter that still waits", "select game_id, kind, attempts, reason from letters where fate = 'waiting'"),
)
