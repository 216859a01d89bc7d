"""A league's own books: its season's log, read from the file, against the news and pings people got.

They are kept beside the program. A difference is a broken promise.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from simcord.components import walk_components

from bot.leagues.log_entries import (
    Adjudicated,
    Began,
    Carded,
    Ended,
    Joined,
    Left,
    LogLine,
    Offered,
    PassedOn,
    Protested,
    Resulted,
    Ruled,
    Settled,
    Substituted,
    parse_entry,
)
from bot.leagues.reachable_places import PlaceRange, compute_range
from bot.leagues.rules import SIXTIETHS
from bot.leagues.season import Season
from bot.leagues.standings import compute_standings
from tests.season.stage import Stage

RESULT = "a result is missing or doubled"
TWICE = "a table was opened twice"
STANDING = "a standing differs from what the stored log makes"
CALLED = "somebody was called for a table that is not theirs"
PLACE = "a place that was promised is not kept"
WAITED = "somebody is waited for after the season is over"
PROMISES = (RESULT, TWICE, STANDING, CALLED, PLACE, WAITED)

SHOWN = "standings compared with what is shown"
"""Name of the count of standing messages compared, those that show all lines there are."""

GOES_ON = (
    Began,
    Left,
    Substituted,
    Offered,
    PassedOn,
    Carded,
    Resulted,
    Adjudicated,
    Protested,
    Ruled,
    Ended,
    Settled,
    Joined,
)
"""What moves no promised place: the games as they go on, and what nobody has decided."""
OF_A_TABLE = re.compile(r"^(?:act|hand|here|join|dm|log|undo|take):(\d+)")
STANDS = re.compile(r"^(\d+)\\?\. (?:<@(\d+)>|entrant \d+) · \*\*(-?[\d.]+)\*\* · (\d+)/(\d+)")
AT_ONCE = timedelta(hours=2)
"""For so long a table may still wait for people when the season is over: the program may have died meanwhile."""


@dataclass
class LeagueLedger:
    """The books of one season."""

    stage: Stage
    season_id: int
    broken: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    counts: Counter[str] = field(default_factory=Counter)
    season: Season = field(default_factory=Season)
    """As the file has it."""
    promised: dict[int, PlaceRange] = field(default_factory=dict)
    """Reachable places that the program announced, by entrant."""
    seated: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """People who have ever sat there, by game."""
    _read: int = 0
    """How many requests were read."""
    _waited_since: dict[int, datetime] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._rows = self.stage.rows()
        self._file = self._rows.__enter__()

    def close(self) -> None:
        """Let go of the file."""
        self._rows.__exit__(None, None, None)

    def breaks(self, promise: str, what: str) -> None:
        """Note that a promise was broken."""
        self.broken[promise].append(f"{self.stage.now():%d %b %H:%M} {what}")

    async def look(self) -> None:
        """Compare everything; the program must have come to rest."""
        self._seats()
        self._calls()
        self._log()
        self._tables()
        self._results()
        self._waiting()
        if not self.stage.off:
            known = await self.stage.bot.services.leagues.season_log.get_season(self.season_id)
            if known.row.lines > len(self.season.lines):  # on a busy machine a line may come while this is compared
                self._log()
            if known.season != self.season:
                self.breaks(STANDING, "the program has another season than the file")
            self._shown(await self.stage.storage.leagues.list_messages(self.season_id))

    # -- the log -------------------------------------------------------------------------------------

    def lines(self) -> list[LogLine]:
        """Return the stored log of the season."""
        rows = self._file.execute(
            "select number, entry, by_user, reason, made_at from league_log where season_id = ? order by number",
            (self.season_id,),
        )
        return [
            LogLine(number=number, entry=parse_entry(entry), by=by, reason=reason, made_at=made_at)
            for number, entry, by, reason, made_at in rows
        ]

    def newest(self) -> int:
        """Return how many lines it has."""
        (found,) = self._file.execute(
            "select coalesce(max(number), 0) from league_log where season_id = ?", (self.season_id,)
        ).fetchone()
        return int(found)

    def _log(self) -> None:
        """Fold the new lines, and check the promised places."""
        lines = self.lines()
        known = self.season.lines
        if lines == known:
            return
        new = lines[len(known) :]
        for line in new:
            self.counts[f"entries: {line.entry.kind}"] += 1
        if lines[: len(known)] != known or not all(self._goes_on(line) for line in new):
            self.promised.clear()
        self.season = Season(lines)
        self._ties(new)
        for division in self.season.list_divisions():
            is_over = not any(table.is_open for table in self.season.list_tables(division))
            for row in compute_standings(self.season, division)[::3]:
                self._keeps(row.number, compute_range(self.season, row.number), row.place if is_over else None)

    def _goes_on(self, line: LogLine) -> bool:
        """Whether a line moves no promised place: results do not, unless a person has brought them."""
        return isinstance(line.entry, GOES_ON) and (line.by is None or isinstance(line.entry, Ruled | Ended))

    def _keeps(self, number: int, now: PlaceRange, place: int | None) -> None:
        """Note an entrant's reachable places, which must lie within the earlier ones and contain the last place.

        Args:
            number: the entrant's.
            now: the places reachable now.
            place: the final one, if nothing is open.
        """
        before = self.promised.get(number)
        if before is not None and not before.best <= now.best <= now.worst <= before.worst:
            self.breaks(PLACE, f"entrant {number}: {before} was promised, and now it is {now}")
        if place is not None and not now.best <= place <= now.worst:
            self.breaks(PLACE, f"entrant {number}: {now} was promised, and they have place {place}")
        self.promised[number] = now
        self.counts["places promised"] += 1

    def _ties(self, new: list[LogLine]) -> None:
        for line in new:
            if isinstance(line.entry, Resulted):
                places = [*line.entry.places.values()]
                self.counts["results in which somebody shared a place"] += len(set(places)) < len(places)

    # -- tables --------------------------------------------------------------------------------------

    def _games(self) -> list[tuple[int, int, str]]:
        """Return the season's tables: number, game, and where the game is."""
        return self._file.execute(
            "select number, game_id, status from league_games join games using (game_id) where season_id = ?",
            (self.season_id,),
        ).fetchall()

    def _tables(self) -> None:
        opened = Counter(number for number, _, _ in self._games())
        opened_here = self._file.execute(
            "select count(*) from games left join league_games using (game_id) where season_id is null"
        ).fetchone()[0]
        if opened_here:
            self.breaks(TWICE, f"{opened_here} tables belong to no season")
        threads = Counter(thread.name for thread in self.stage.channel.threads)
        for what, often in [*opened.items(), *threads.items()]:
            if often > 1:
                self.breaks(TWICE, f"{what}: {often} times")
        for number in opened:
            if number not in self.season.tables:
                self.breaks(TWICE, f"table {number} was never drawn")

    def _results(self) -> None:
        """Count the results of each game: a single one when it is over, none before."""
        found = Counter(line.entry.table for line in self.season.lines if isinstance(line.entry, Resulted))
        for number, game_id, status in self._games():
            expected = 1 if status == "finished" else 0
            if found[number] != expected:
                self.breaks(RESULT, f"table {number}, game {game_id}, is {status}: {found[number]} results")
            table = self.season.tables.get(number)
            if status in ("finished", "abandoned") and table is not None and table.is_open:
                self.breaks(RESULT, f"table {number} is open, and its game {game_id} is {status}")

    def _waiting(self) -> None:
        """Check that a void table asks nobody, and pings nobody to come."""
        waits: set[int] = set()
        if self.season.next_divisions is not None and not self.stage.off:
            asked = self._file.execute("select game_id from asks where user_id is not null").fetchall()
            waits = {game for (game,) in asked} & {game for _, game, _ in self._games()}
            waits |= {game for _, game, status in self._games() if status == "open"}
        for game in waits:
            if self.stage.now() - self._waited_since.setdefault(game, self.stage.now()) > AT_ONCE:
                self.breaks(WAITED, f"game {game} waits since {self._waited_since[game]}")
        for game in [*self._waited_since]:
            if game not in waits:
                del self._waited_since[game]

    # -- what people see -----------------------------------------------------------------------------

    def _seats(self) -> None:
        for game, user in self._file.execute("select game_id, user_id from seats where user_id is not null"):
            self.seated[game].add(user)

    def _calls(self) -> None:
        """Read the pings in messages posted since the last time."""
        requests = self.stage.env.http_requests
        for request in requests[self._read :]:
            if request.method == "POST" and request.path.endswith("/messages") and request.json is not None:
                self._called(request.json)
        self._read = len(requests)

    def _called(self, post: Mapping[str, Any]) -> None:
        users = {int(user) for user in post.get("allowed_mentions", {}).get("users", ())}
        ids = [str(part["custom_id"]) for part in walk_components(post.get("components", [])) if part.get("custom_id")]
        games = {int(found[1]) for found in map(OF_A_TABLE.match, ids) if found is not None}
        for game in games:
            for user in users - self.seated[game]:
                self.breaks(CALLED, f"{user} was called for game {game}")
            self.counts["people called for a table"] += len(users)

    def _shown(self, messages: Mapping[str, tuple[int, int]]) -> None:
        """Compare the standing message with the log, if all of it is said to be shown."""
        (shown,) = self._file.execute("select shown from seasons where season_id = ?", (self.season_id,)).fetchone()
        if shown != len(self.season.lines) or "standings" not in messages:
            return
        people = dict(
            self._file.execute("select entrant, user_id from entrants where season_id = ?", (self.season_id,))
        )
        expected = [
            (
                row.place,
                people[row.number],
                f"{round(row.points / SIXTIETHS, 2):g}",
                row.counted,
                row.counted + row.open,
            )
            for division in self.season.list_divisions()
            for row in compute_standings(self.season, division)
        ]
        found = [*self._stands(*messages["standings"])]
        if found != expected:
            self.breaks(STANDING, f"the message shows {found}, and it is {expected}")
        self.counts[SHOWN] += 1

    def _stands(self, channel: int, message: int) -> Iterator[tuple[int, int | None, str, int, int]]:
        stored = self.stage.env.backend.get_message(channel, message)
        for part in walk_components(stored.components):
            for line in str(part.get("content") or "").splitlines():
                found = STANDS.match(line)
                if found is not None:
                    place, user, points, counted, tables = found.groups()
                    yield int(place), int(user) if user else None, points, int(counted), int(tables)

    # -- the end -------------------------------------------------------------------------------------

    def names_anywhere(self, words: tuple[str, ...]) -> list[str]:
        """Return the places of any of these words, in the file or in the league's channel.

        Messages posted at a table during play stay there, as at any other table.
        """
        found = []
        tables = self._file.execute("select name from sqlite_master where type = 'table'").fetchall()
        for (table,) in tables:
            rows = self._file.execute(f"select * from {table}")  # noqa: S608 - a name from the schema
            found += [f"{table}: {row}" for row in rows if any(word in str(value) for value in row for word in words)]
        for number, message in self.stage.env.backend.messages[self.stage.channel.id].items():
            text = json.dumps(message.components, default=str)
            if any(word in text for word in words):
                found.append(f"message {number}: {text}")
        return found
