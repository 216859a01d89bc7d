"""Ledger: the logs of seasons, read, folded and remembered, and written to.

A season is what its log makes of it, and the log is the store's; nothing is remembered here that the log does not say.
Whoever writes a line says on which one it follows, so that two never write the same; what happens at a table is written
in its own transaction (see `lines`), and only heard of here.

Reading a whole season runs in a thread (`SeasonLog.read_beside`); changes are made on a copy (`beside`):
a season of ten thousand must hold nobody up.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from bot.engine.game import AnyGame
from bot.host import cpu_accounting
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.keyed_tasks import KeyedLocks
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_events import line_of
from bot.host.signals import Signal
from bot.leagues import log_entries
from bot.leagues.draw import Pair
from bot.leagues.log_entries import Drawn, Entry, LogLine, Reverted
from bot.leagues.season import DoesNotFit, LeagueTable, Season, must_be_revertible
from storage.interface import Conflict, EntrantRow, LeagueRow, LineRow, NewLetter, NewLine, SeasonRow, SeasonStatus

KEPT = 200
"""How many seasons are remembered as folded, those that were looked at last; others are read again."""
AT_ONCE = 20_000
"""Characters of new lines that are read and folded where others wait; more, such as a large draw, beside them."""
MEANWHILE = "The season has gone on meanwhile. Please look at it again."


class Meanwhile(Refusal):
    """The season has gone on since it was looked at."""

    def __init__(self) -> None:
        super().__init__(MEANWHILE)


@dataclass(frozen=True)
class KnownSeason:
    """A season as it stands."""

    league: LeagueRow
    row: SeasonRow
    plan: Plan
    season: Season
    entrants: Mapping[int, EntrantRow]
    tables: Mapping[int, int]
    """The tables that were opened, by number, with their games."""
    on_offer: Mapping[str, AnyGame] = field(default_factory=dict, repr=False)
    """The games that this program knows."""

    def game(self, number: int) -> AnyGame | None:
        """Return one of the season's games; None: this program does not know it any more."""
        return self.on_offer.get(self.plan.games[number].title)

    def title_of(self, number: int) -> str:
        """Return what one of the season's games is called."""
        found = self.game(number)
        return self.plan.games[number].title if found is None else found.title

    def number_of(self, user_id: int) -> int | None:
        """Return under which number somebody takes part; None: they do not."""
        return self._numbers.get(user_id)

    @cached_property
    def _numbers(self) -> Mapping[int, int]:
        """By person, for a draw asks of everybody."""
        return {one.user_id: number for number, one in self.entrants.items() if one.user_id is not None}


Made = TypeVar("Made")


class SeasonLog:
    """Reads and writes the logs of seasons, and tells of each that has gone on."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.storage = host.storage
        self.shards = host.shards
        self.now = host.now
        self._folded: OrderedDict[int, Season] = OrderedDict()
        self._locks = KeyedLocks()
        self._season_of: dict[int, int] = {}
        """The seasons of games that are tables of theirs."""
        self.changes: Signal[int] = Signal()
        """Tells which season has gone on, or of which people's wishes have changed."""

    # -- as it stands ------------------------------------------------------------------------------

    async def known(self, season_id: int) -> KnownSeason:
        """Return a season as it stands.

        Raises:
            Refusal: there is none of this number.
        """
        row = await self.storage.leagues.season(season_id)
        league = None if row is None else await self.storage.leagues.get(row.league_id)
        if row is None or league is None:
            raise Refusal("There is no such season here. **/league list** shows the leagues of this server.")
        tables = await self.storage.leagues.tables(season_id)
        self._season_of |= dict.fromkeys(tables.values(), season_id)
        async with self._locks.of(season_id):
            entrants = await self.storage.leagues.entrants(season_id)
            season = await self._fold(season_id)
            if len(entrants) < len(season.entrants):  # somebody has joined just now
                entrants = await self.storage.leagues.entrants(season_id)
            row = replace(row, lines=len(season.lines))
        known = {one.entrant: one for one in entrants}
        return KnownSeason(league, row, Plan.read(row.plan), season, known, tables, self._host.games)

    async def _fold(self, season_id: int) -> Season:
        """Return what a season's log makes; what is new in it is added to what is remembered."""
        season = self._folded.get(season_id) or Season()
        stored = await self.storage.leagues.log(season_id, after=len(season.lines))
        if sum(len(line.entry) for line in stored) > AT_ONCE:
            season = await cpu_accounting.beside(_grown, season.lines, stored)
        else:
            new = [_read(line) for line in stored]
            if any(isinstance(line.entry, Reverted) for line in new):
                season = await cpu_accounting.beside(Season, [*season.lines, *new])
            else:
                for line in new:
                    season.add(line)
        self._folded[season_id] = season
        self._folded.move_to_end(season_id)
        while len(self._folded) > KEPT:
            self._folded.popitem(last=False)
        return season

    async def forget(self, user_id: int) -> None:
        """Read the logs again that name somebody whom the store has forgotten."""
        for season_id in [*self._folded]:
            async with self._locks.of(season_id):
                season = self._folded.get(season_id)
                if season is not None and await cpu_accounting.beside(_names, season, user_id):
                    self._folded.pop(season_id, None)

    async def beside(self, known: KnownSeason, work: Callable[[Season], Made]) -> Made:
        """Return what is made of a season of its own, beside whatever else happens: a long one takes a while."""
        lines = list(known.season.lines)
        return await cpu_accounting.beside(lambda: work(Season(lines)))

    async def read_beside(self, known: KnownSeason, work: Callable[[Season], Made]) -> Made:
        """Return what can be read from a season, beside whatever else happens; meanwhile it does not go on."""
        async with self._locks.of(known.row.season_id):
            return await cpu_accounting.beside(work, known.season)

    async def recognised(self, seasons: Sequence[KnownSeason]) -> Mapping[str, int]:
        """Return by their marks whom one of these seasons, all of a server, names, where another names them no more."""
        named = await cpu_accounting.beside(_to_recognise, seasons)
        return await self.storage.leagues.recognised(seasons[0].league.guild_id, named) if named else {}

    def game(self, known: KnownSeason) -> AnyGame | None:
        """Return the game that a season plays; None: this program does not know it any more."""
        return self._host.games.get(known.plan.title)

    async def number(self, known: KnownSeason, user_id: int) -> int | None:
        """Return under which number somebody takes part, or did until they were forgotten; None: they do not."""
        number = known.number_of(user_id)
        return await self.storage.leagues.left(known.row.season_id, user_id) if number is None else number

    def table(self, known: KnownSeason, number: int) -> LeagueTable:
        """Return a table of a season.

        Raises:
            Refusal: it has none of this number.
        """
        if not known.season.tables:
            raise Refusal("This season was not drawn yet, so it has no tables.")
        if number not in known.season.tables:
            raise Refusal(f"This season has no table {number}; it has {len(known.season.tables)}.")
        return known.season.tables[number]

    def season_of(self, game_id: int) -> int | None:
        """Return of which season a game is a table; None: of none, or of one that nobody has looked at yet."""
        running = self._host.loaded(game_id)
        if running is not None and running.league is not None:
            self._season_of[game_id] = running.league.season_id
        return self._season_of.get(game_id)

    # -- writing -----------------------------------------------------------------------------------

    async def write(
        self,
        season_id: int,
        make: Callable[[KnownSeason], Sequence[Entry]],
        *,
        by: int | None = None,
        reason: str = "",
        joins: Callable[[KnownSeason], EntrantRow | None] | None = None,
        status: SeasonStatus | None = None,
        seen: int | None = None,
        apart: Sequence[Pair] = (),
        tells: Mapping[int, Sequence[NewLetter]] | None = None,
        plan: Plan | None = None,
        channel_id: int | None = None,
        sealed: str | None = None,
        served: Mapping[int, str] | None = None,
    ) -> KnownSeason:
        """Add to a season's log what follows from how it stands, and return it as it stands then.

        Args:
            season_id: which season.
            make: makes the entries; called again if somebody else was faster.
            by: which person decides it.
            reason: why, for everybody to read.
            joins: who joins by it; None: nobody.
            status: what the season is from then on.
            seen: the newest line that whoever decides has seen; with a newer one, nothing is written.
            apart: the wishes with which a draw among the entries was made.
            tells: by what letters games are told of it.
            plan: what the season is to be played by from then on.
            channel_id: where its messages go from then on.
            sealed: what a draw of a ladder among the entries is sealed over.
            served: who gets a game by it, with the tickets with which they have waited.

        Raises:
            Meanwhile: there is a newer line than the one that was seen.
            Refusal: it does not fit the season, or somebody who gets a game waits for none any more.
        """
        while True:
            known = await self.known(season_id)
            self._host.must_own(known.league.guild_id)
            if seen is not None and known.row.lines != seen:
                raise Meanwhile
            made = make(known)
            number = None if by is None else await self.number(known, by)
            secret = apart if known.season.opens_wishes else ()
            try:
                await self._must_fit(known.season, made)
            except Refusal:
                if await self._has_gone_on(known):
                    continue
                raise
            lines = await cpu_accounting.beside(_lines_of, made, by, reason, number, secret, sealed)
            try:
                await self.storage.leagues.append(
                    season_id,
                    known.row.lines,
                    lines,
                    self._host.now_text(),
                    joins=None if joins is None else joins(known),
                    status=status,
                    tells=tells,
                    plan=None if plan is None else plan.model_dump_json(),
                    channel_id=channel_id,
                    served=served,
                )
            except Conflict:
                if served and not await self._has_gone_on(known):
                    raise Refusal(MEANWHILE) from None
                continue
            for game_id in tells or ():
                self._host.committed(game_id, answered_for=False)
            self.changes.tell(season_id)
            return await self.known(season_id)

    async def _has_gone_on(self, known: KnownSeason) -> bool:
        """Whether something was written since a season was looked at."""
        row = await self.storage.leagues.season(known.row.season_id)
        return row is not None and row.lines != known.row.lines

    async def _must_fit(self, season: Season, made: Sequence[Entry]) -> None:
        lines = list(season.lines)
        lines += [LogLine(number=number, entry=entry) for number, entry in enumerate(made, len(lines) + 1)]
        try:
            for entry in made:
                must_be_revertible(season.lines, entry)
            await cpu_accounting.beside(Season, lines)
        except DoesNotFit as wrong:
            raise Refusal(str(wrong)) from wrong


def _lines_of(
    made: Sequence[Entry], by: int | None, reason: str, number: int | None, apart: Sequence[Pair], sealed: str | None
) -> list[NewLine]:
    """Return the lines that say this: thousands, where all that draws were sealed over is opened."""
    return [
        line_of(entry, by, reason, number, apart, sealed)
        if isinstance(entry, Drawn)
        else line_of(entry, by, reason, number)
        for entry in made
    ]


def people(known: KnownSeason, recognised: Mapping[str, int]) -> Mapping[int, int | str]:
    """Return who a season's numbers are, but for those who were forgotten.

    Args:
        known: the season.
        recognised: whose marks are known; see `SeasonLog.recognised`.

    Returns:
        Ids; where nobody knows of whom a mark is, the mark.
    """
    found: dict[int, int | str] = {}
    for number, one in known.entrants.items():
        if one.user_id is not None:
            found[number] = one.user_id
        elif one.mark is not None:
            found[number] = recognised.get(one.mark, one.mark)
    return found


def _to_recognise(seasons: Sequence[KnownSeason]) -> Collection[int]:
    """Return whom seasons name; nobody, where none of them names anybody no more."""
    if all(one.mark is None for known in seasons for one in known.entrants.values()):
        return ()
    return {one.user_id for known in seasons for one in known.entrants.values() if one.user_id is not None}


def _names(season: Season, user_id: int) -> bool:
    """Whether a log names somebody: as who decided, or in a reason."""
    return any(line.by == user_id or f"<@{user_id}>" in line.reason for line in season.lines)


def _grown(lines: Sequence[LogLine], stored: Sequence[LineRow]) -> Season:
    return Season([*lines, *map(_read, stored)])


def _read(line: LineRow) -> LogLine:
    return LogLine(
        number=line.number,
        entry=log_entries.entry_of(line.entry),
        made_at=line.made_at,
        by=line.by,
        reason=line.reason,
        by_entrant=line.by_entrant,
    )
