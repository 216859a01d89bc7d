"""Read, cache and write the logs of seasons.

A season is derived from its stored log; the cache holds nothing else. Writers state the preceding line, so two cannot
write the same one. Events at a table are written in its own transaction (see `season_events`) and only signalled here.

Reading a whole season runs in a thread (`SeasonLog.run_reading`), and changes use a copy (`run_on_copy`). A season of
ten
thousand entrants must not block the event loop.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.host import cpu_accounting
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.keyed_tasks import KeyedLocks
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_events import build_line
from bot.host.signals import Signal
from bot.leagues import log_entries
from bot.leagues.draw import Pair
from bot.leagues.log_entries import Drawn, Entry, InvalidEntry, LogLine, Reverted
from bot.leagues.reverts import must_be_revertible
from bot.leagues.season import Season
from bot.leagues.season_records import LeagueTable
from storage.interface.errors import Conflict
from storage.interface.leagues import EntrantRow, LeagueRow, LineRow, NewLine, SeasonRow, SeasonStatus
from storage.interface.letters import NewLetter

MAX_CACHED_SEASONS = 200
"""Number of folded seasons in the cache, the most recently used."""
MAX_CHARS_ON_LOOP = 20_000
"""Characters of new lines folded on the event loop; more, such as a large draw, are folded in a thread."""
SEASON_CHANGED = "The season has gone on meanwhile. Please look at it again."


class SeasonChanged(Refusal):
    """The season was updated since it was read."""

    def __init__(self) -> None:
        super().__init__(SEASON_CHANGED)


@dataclass(frozen=True)
class KnownSeason:
    """A season in its current state."""

    league: LeagueRow
    row: SeasonRow
    plan: Plan
    season: Season
    entrants: Mapping[int, EntrantRow]
    tables: Mapping[int, int]
    """Game ids of opened tables, by table number."""
    on_offer: Mapping[str, AnyGame] = field(default_factory=dict, repr=False)
    """Games that this program knows."""

    def find_game(self, number: int) -> AnyGame | None:
        """Return one of the season's games; None if it is no longer available."""
        return self.on_offer.get(self.plan.games[number].title)

    def get_title(self, number: int) -> str:
        """Return the title of one of the season's games."""
        found = self.find_game(number)
        return self.plan.games[number].title if found is None else found.title

    @property
    def own_secret(self) -> str:
        """The season's secret for codes and salts; the seasons of one chain of seeds have the same, so it is marked."""
        return self.row.secret if self.season.continues is None else f"{self.row.secret}:season {self.row.number}"

    def find_number(self, user_id: int) -> int | None:
        """Return a person's entrant number; None if they do not take part."""
        return self._numbers.get(user_id)

    @cached_property
    def _numbers(self) -> Mapping[int, int]:
        """Entrant numbers by person, indexed because draws look up everybody."""
        return {one.user_id: number for number, one in self.entrants.items() if one.user_id is not None}


Made = TypeVar("Made")


class SeasonLog:
    """Reads and writes season logs, and signals updates."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.storage = host.storage
        self.shards = host.shards
        self.now = host.now
        self._folded: OrderedDict[int, Season] = OrderedDict()
        self._locks = KeyedLocks()
        self._season_of: dict[int, int] = {}
        """Season ids by game id of their tables."""
        self.changes: Signal[int] = Signal()
        """Signals a season whose log or wishes have changed."""

    # -- reading --------------------------------------------------------------------------------------

    async def get_season(self, season_id: int) -> KnownSeason:
        """Return a season in its current state.

        Raises:
            Refusal: no season has this id.
        """
        row = await self.storage.leagues.get_season(season_id)
        league = None if row is None else await self.storage.leagues.get(row.league_id)
        if row is None or league is None:
            raise Refusal("There is no such season here. **/league list** shows the leagues of this server.")
        tables = await self.storage.leagues.list_tables(season_id)
        self._season_of |= dict.fromkeys(tables.values(), season_id)
        async with self._locks.get(season_id):
            entrants = await self.storage.leagues.list_entrants(season_id)
            season = await self._get_folded(season_id)
            if len(entrants) < len(season.entrants):  # somebody has joined just now
                entrants = await self.storage.leagues.list_entrants(season_id)
            row = replace(row, lines=len(season.lines))
        known = {one.entrant: one for one in entrants}
        return KnownSeason(league, row, Plan.read(row.plan), season, known, tables, self.host.games)

    async def _get_folded(self, season_id: int) -> Season:
        """Return the folded season, adding new lines to the cached one."""
        season = self._folded.get(season_id) or Season()
        stored = await self.storage.leagues.list_lines(season_id, after=len(season.lines))
        if sum(len(line.entry) for line in stored) > MAX_CHARS_ON_LOOP:
            season = await cpu_accounting.run_in_thread(_extend_season, season.lines, stored)
        else:
            new = [_parse_stored(line) for line in stored]
            if any(isinstance(line.entry, Reverted) for line in new):
                season = await cpu_accounting.run_in_thread(Season, [*season.lines, *new])
            else:
                for line in new:
                    season.add(line)
        self._folded[season_id] = season
        self._folded.move_to_end(season_id)
        while len(self._folded) > MAX_CACHED_SEASONS:
            self._folded.popitem(last=False)
        return season

    async def drop_named(self, user_id: int) -> None:
        """Reload the logs that name an erased person."""
        for season_id in [*self._folded]:
            async with self._locks.get(season_id):
                season = self._folded.get(season_id)
                if season is not None and await cpu_accounting.run_in_thread(_is_named, season, user_id):
                    self._folded.pop(season_id, None)

    async def run_on_copy(self, known: KnownSeason, work: Callable[[Season], Made]) -> Made:
        """Run work on a copy of a season in a thread, because a long one takes a while."""
        lines = list(known.season.lines)
        return await cpu_accounting.run_in_thread(lambda: work(Season(lines)))

    async def run_reading(self, known: KnownSeason, work: Callable[[Season], Made]) -> Made:
        """Run read-only work on a season in a thread; updates to it wait."""
        async with self._locks.get(known.row.season_id):
            return await cpu_accounting.run_in_thread(work, known.season)

    async def find_recognised(self, seasons: Sequence[KnownSeason]) -> Mapping[str, int]:
        """Return ids by pseudonym, for people whom one of a server's seasons names and another no longer does."""
        named = await cpu_accounting.run_in_thread(_list_named, seasons)
        return await self.storage.leagues.find_recognised(seasons[0].league.guild_id, named) if named else {}

    def find_game(self, known: KnownSeason) -> AnyGame | None:
        """Return the season's game; None if it is no longer available."""
        return self.host.games.get(known.plan.title)

    async def find_number(self, known: KnownSeason, user_id: int) -> int | None:
        """Return a person's entrant number, also if forgotten since; None if they do not take part."""
        number = known.find_number(user_id)
        return (
            await self.storage.leagues.find_former_entrant(known.row.season_id, user_id) if number is None else number
        )

    def get_table(self, known: KnownSeason, number: int) -> LeagueTable:
        """Return a table of a season.

        Raises:
            Refusal: it has no such table.
        """
        if not known.season.tables:
            raise Refusal("This season was not drawn yet, so it has no tables.")
        if number not in known.season.tables:
            raise Refusal(f"This season has no table {number}; it has {len(known.season.tables)}.")
        return known.season.tables[number]

    async def get_seats(self, known: KnownSeason, number: int) -> Mapping[Seat, int]:
        """Return the drawn entrant of each seat of a table.

        The seats of an anonymous table are drawn again when its game begins, and kept with the game. Which of them is
        whose must not be shown to anybody until it is over.
        """
        game_id = known.tables.get(number)
        if game_id is not None and known.plan.pact.anonymous:
            return await self.storage.leagues.get_seats(game_id)
        return known.season.tables[number].list_drawn_seats()

    async def get_seat_of(self, known: KnownSeason, number: int, entrant: int) -> Seat:
        """Return the seat of an entrant drawn to a table; see `get_seats`."""
        seats = await self.get_seats(known, number)
        return next(seat for seat, one in seats.items() if one == entrant)

    def find_season_id(self, game_id: int) -> int | None:
        """Return the season of a game; None outside leagues, or if the season was not read yet."""
        running = self.host.find_loaded(game_id)
        if running is not None and running.league is not None:
            self._season_of[game_id] = running.league.season_id
        return self._season_of.get(game_id)

    # -- writing --------------------------------------------------------------------------------------

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
        secret: str | None = None,
        approved: int | None = None,
    ) -> KnownSeason:
        """Append entries made from the current season to its log, and return the updated season.

        Args:
            season_id: id of the season.
            make: makes the entries; called again after a conflict.
            by: id of the deciding person.
            reason: public reason.
            joins: returns the person who joins, if any.
            status: new status of the season.
            seen: newest line known to the deciding person; nothing is written if there is a newer one.
            apart: keep-apart wishes used by a draw among the entries.
            tells: letters to games about the change.
            plan: new plan.
            channel_id: new channel for messages.
            sealed: sealed data of a ladder's draw among the entries.
            served: players matched by the entries, with the tickets of their requests.
            secret: new secret of a draft.
            approved: the person who joins because their request is approved.

        Raises:
            SeasonChanged: there is a newer line than `seen`.
            Refusal: an entry does not fit, or a matched or approved player has cancelled their request.
        """
        while True:
            known = await self.get_season(season_id)
            self.host.must_own(known.league.guild_id)
            if seen is not None and known.row.lines != seen:
                raise SeasonChanged
            made = make(known)
            number = None if by is None else await self.find_number(known, by)
            wished = apart if known.season.opens_wishes else ()
            try:
                await self._must_fit(known.season, made)
            except Refusal:
                if await self._has_gone_on(known):
                    continue
                raise
            kept = sealed if known.season.opens_wishes else None
            is_ladder = known.plan.format == "ladder"  # its draws end nobody's sign-up
            lines = await cpu_accounting.run_in_thread(_build_lines, made, by, reason, number, wished, kept)
            try:
                await self.storage.leagues.append(
                    season_id,
                    known.row.lines,
                    lines,
                    self.host.format_now(),
                    joins=None if joins is None else joins(known),
                    status=status,
                    tells=tells,
                    plan=None if plan is None else plan.model_dump_json(),
                    channel_id=channel_id,
                    served=served,
                    secret=secret,
                    approved=approved,
                    ends_requests=status == "running" and known.row.status == "sign-up" and not is_ladder,
                )
            except Conflict:
                if (served or approved is not None) and not await self._has_gone_on(known):
                    raise Refusal(SEASON_CHANGED) from None
                continue
            for game_id in tells or ():
                self.host.announce_commit(game_id, answered_for=False)
            self.changes.notify(season_id)
            return await self.get_season(season_id)

    async def _has_gone_on(self, known: KnownSeason) -> bool:
        """Whether a line was written since a season was read."""
        row = await self.storage.leagues.get_season(known.row.season_id)
        return row is not None and row.lines != known.row.lines

    async def _must_fit(self, season: Season, made: Sequence[Entry]) -> None:
        lines = list(season.lines)
        lines += [LogLine(number=number, entry=entry) for number, entry in enumerate(made, len(lines) + 1)]
        try:
            for entry in made:
                must_be_revertible(season.lines, entry)
            await cpu_accounting.run_in_thread(Season, lines)
        except InvalidEntry as wrong:
            raise Refusal(str(wrong)) from wrong


def _build_lines(
    made: Sequence[Entry], by: int | None, reason: str, number: int | None, apart: Sequence[Pair], sealed: str | None
) -> list[NewLine]:
    """Return the new lines; there may be thousands when sealed data is opened."""
    return [
        build_line(entry, by, reason, number, apart, sealed)
        if isinstance(entry, Drawn)
        else build_line(entry, by, reason, number)
        for entry in made
    ]


def map_people(known: KnownSeason, recognised: Mapping[str, int]) -> Mapping[int, int | str]:
    """Return the people behind a season's entrant numbers, without forgotten ones.

    Args:
        known: the season.
        recognised: ids by known pseudonym; see `SeasonLog.find_recognised`.

    Returns:
        Ids, or the pseudonym where the person is unknown.
    """
    found: dict[int, int | str] = {}
    for number, one in known.entrants.items():
        if one.user_id is not None:
            found[number] = one.user_id
        elif one.mark is not None:
            found[number] = recognised.get(one.mark, one.mark)
    return found


def _list_named(seasons: Sequence[KnownSeason]) -> Collection[int]:
    """Return the people named by seasons; empty if no season has unnamed people."""
    if all(one.mark is None for known in seasons for one in known.entrants.values()):
        return ()
    return {one.user_id for known in seasons for one in known.entrants.values() if one.user_id is not None}


def _is_named(season: Season, user_id: int) -> bool:
    """Whether a log names a person, as author or in a reason."""
    return any(line.by == user_id or f"<@{user_id}>" in line.reason for line in season.lines)


def _extend_season(lines: Sequence[LogLine], stored: Sequence[LineRow]) -> Season:
    return Season([*lines, *map(_parse_stored, stored)])


def _parse_stored(line: LineRow) -> LogLine:
    return LogLine(
        number=line.number,
        entry=log_entries.parse_entry(line.entry),
        made_at=line.made_at,
        by=line.by,
        reason=line.reason,
        by_entrant=line.by_entrant,
    )
