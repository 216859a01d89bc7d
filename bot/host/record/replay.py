"""Replay a game from its log, to show the table after each of its moves.

Nothing is stored for it: the moves lead to every table, and a step is an entry that its reader heard of. A viewer sees
what a seat or the public could know at that time, and only the steps that this seat has heard of. While the game runs,
the number and the existence of the moves in between may be secret. Stored tables are never used, as the range of
revisions they cover would reveal that number. When the game is over, its record and every seat's view are public.
"""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.engine import play
from bot.engine.chance import Draw
from bot.engine.game import AnyGame
from bot.engine.play import IllegalMove, Played
from bot.engine.records import Seat, Told
from bot.engine.table import ChanceAdded, EasyBots, LeftStanding, SeatsGiven, StrongBots, Table
from bot.host import cpu_accounting
from bot.host.delivery.guard import get_guarded_view
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.table.audience_log import AudienceLog, format_told_json, list_effective_entries, parse_told
from bot.host.table.audience_view import AudienceView, strip_people
from bot.host.table.running import RunningGame, format_news_lines
from storage.interface.game_log import GameLogRecord

log = logging.getLogger(__name__)

OPEN_STATUSES = ("finished", "abandoned")
"""Statuses of games whose whole record is public."""


class _ReplayMismatch(Exception):
    """Today's rules lead to a result other than the logged one."""


@dataclass(frozen=True)
class HeardMove:
    """A move that a seat or the public has heard of."""

    revision: int
    lines: tuple[str, ...]
    """The news heard; seats are marks."""
    headline: str
    """The part of it posted in the channel as a separate message; empty: none."""


@dataclass(frozen=True)
class Replay:
    """A game at one step of its past, as a viewer may see it."""

    then: AudienceView
    """The game at that step, as this seat saw it, without anything that was not on its table."""
    moments: Sequence[HeardMove]
    """All steps that this seat can see, in order."""
    parts: Sequence[str]
    """For each step, the part of the game it belongs to, such as a round."""
    at: int
    """The number of this step, from 1."""
    cut: bool
    """Whether later moves cannot be replayed with today's rules."""

    @property
    def eyes(self) -> Seat | None:
        """The seat whose view is shown; None: the public one."""
        return self.then.audience

    @property
    def moment(self) -> HeardMove:
        """The move of this step."""
        return self.moments[self.at - 1]

    @property
    def is_open(self) -> bool:
        """Whether any seat's view may be shown."""
        return self.then.row.status in OPEN_STATUSES


class Replays:
    """Replays games on request.

    Args:
        host: runs the games.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._one_at_a_time = asyncio.Lock()

    async def get_replay(
        self, game_id: int, user_id: int, eyes: int | None = None, at: int = 1, *, came_from: int | None = None
    ) -> Replay:
        """Return a game at a step; a number beyond the last step means the last.

        Args:
            game_id: the game.
            user_id: the viewer.
            eyes: the seat whose view they want, 0: the public view; None: their own, or the public view for a stranger.
            at: the number of the step, among those visible to that seat.
            came_from: the seat whose steps that number counts, if another.

        Raises:
            NotYours: the game runs, and the view is neither their own nor the public one.
            Refusal: there is no such game or seat, or today's rules cannot replay its beginning.
        """
        running = await self._host.get_running_game(game_id)
        entries = [
            entry
            for entry in await self._host.storage.games.list_entries(game_id)
            if entry.revision <= running.row.revision
        ]
        own = running.find_seat_of(user_id)
        seat = _resolve_viewpoint(running, own, eyes)
        moments = list_moments(get_guarded_view(running, seat).build_log(entries))
        if came_from is not None and came_from != (seat or 0):
            other = _resolve_viewpoint(running, own, came_from)
            before = list_moments(get_guarded_view(running, other).build_log(entries))
            revision = before[min(max(at, 1), len(before)) - 1].revision
            at = sum(moment.revision <= revision for moment in moments)
        wanted = min(max(at, 1), len(moments))
        async with self._one_at_a_time:
            played = await cpu_accounting.run_in_thread(_replay_to, running, entries, moments, wanted)
        if played is None:
            raise Refusal(
                "This game was played by an older version of the rules, so I cannot play it again. "
                "**/table log** tells its story."
            )
        then = played.then if seat in (None, own) else strip_people(played.then)
        return Replay(get_guarded_view(then, seat), played.moments, played.parts, played.at, cut=played.cut)


def _resolve_viewpoint(running: RunningGame, own: Seat | None, eyes: int | None) -> Seat | None:
    """Return the seat whose view a person on seat `own` may see, as requested."""
    if eyes is None or eyes == own:
        return own
    if eyes == 0:
        return None
    running.get_seat_row(eyes)
    if running.row.status not in OPEN_STATUSES:
        raise NotYours("While the game runs, you look back through your own eyes. When it is over, through anybody's.")
    return eyes


def list_moments(log: AudienceLog) -> list[HeardMove]:
    """List the steps that a seat or the public has heard of: the deal, and later news not undone.

    They depend on the news heard and on nothing else.
    """
    moments = []
    for entry in log.entries:
        if entry.undone or not (entry.is_setup or entry.is_heard):
            continue
        told = (log.parse_entry(entry) or {}).values()
        lines = format_news_lines(log.game, [piece.news for piece in told if not piece.news.footnote], log.audience)
        if lines or entry.is_setup:
            posted = format_news_lines(
                log.game, [piece.news for piece in told if piece.to is None and piece.news.makes_post], None
            )
            moments.append(HeardMove(entry.revision, tuple(lines), posted[0] if posted else ""))
    return moments


@dataclass(frozen=True)
class _Played:
    """The result of replaying a game as far as possible."""

    then: RunningGame
    moments: Sequence[HeardMove]
    parts: Sequence[str]
    at: int
    cut: bool


def _replay_to(
    running: RunningGame, entries: Sequence[GameLogRecord], moments: Sequence[HeardMove], wanted: int
) -> _Played | None:
    """Replay a game and keep the table of a step; None: today's rules already differ at the deal."""
    numbers = {moment.revision: number for number, moment in enumerate(moments, 1)}
    parts: list[str] = []
    kept: Table | None = None
    for revision, table in iterate_tables(running, entries):
        if revision in numbers:
            parts.append(table.describe_part())
            kept = play.copy(table) if numbers[revision] == wanted else kept
    if not parts:
        return None
    if kept is None:  # it is later than the last step that can be replayed
        return _replay_to(running, entries, moments, len(parts))
    row = replace(running.row, revision=moments[wanted - 1].revision)
    then = replace(running, row=row, table=kept, entry_counts={}, clocks={}, orders={}, state=None)
    return _Played(then, moments[: len(parts)], parts, wanted, cut=len(parts) < len(moments))


@dataclass(frozen=True)
class ReplayedGame:
    """A finished game, replayed once, so that each view of a step costs only that step."""

    revision: int
    """The game's revision when it was replayed; after a change it must be replayed again."""
    entries: Sequence[GameLogRecord]
    parts: Mapping[int, str]
    """The part of the game reached, by revision, as far as today's rules lead."""
    compressed_tables: Mapping[int, bytes]
    """Its tables, likewise; compressed, because there are hundreds."""
    heard: dict[Seat | None, Sequence[HeardMove]] = field(default_factory=dict)
    """The steps by seat, for the views requested so far."""

    @property
    def last(self) -> int:
        """The newest revision with a table."""
        return max(self.compressed_tables)

    @property
    def has_undone(self) -> bool:
        """Whether an entry was undone, which is no step."""
        return any(entry.kind == "undo" for entry in self.entries)

    def list_moments_for(self, running: RunningGame, eyes: Seat | None) -> Sequence[HeardMove]:
        """Return the steps visible to a seat, as far as today's rules lead."""
        if eyes not in self.heard:
            found = list_moments(get_guarded_view(running, eyes).build_log(self.entries))
            self.heard[eyes] = [moment for moment in found if moment.revision in self.compressed_tables]
        return self.heard[eyes]


def replay_whole(running: RunningGame, entries: Sequence[GameLogRecord]) -> ReplayedGame | None:
    """Replay a finished game; None: today's rules already differ at the deal."""
    parts, packed = dict[int, str](), dict[int, bytes]()
    for revision, table in iterate_tables(running, entries):
        parts[revision] = table.describe_part()
        packed[revision] = zlib.compress(table.__pydantic_serializer__.to_json(table), 1)
    return ReplayedGame(running.row.revision, entries, parts, packed) if packed else None


def build_replay(running: RunningGame, whole: ReplayedGame, eyes: Seat | None, revision: int) -> Replay:
    """Return a finished game at a revision, or at the last visible one before it.

    Args:
        running: the game.
        whole: the replayed game.
        eyes: the seat whose view is shown; None: the public one.
        revision: an entry of its log; the first is the deal, which is public.

    Raises:
        NotYours: it is not over.
        Refusal: it has no such seat.
    """
    if running.row.status not in OPEN_STATUSES:
        raise NotYours("While the game runs, nobody looks back through the eyes of others.")
    if eyes is not None:
        running.get_seat_row(eyes)
    moments = whole.list_moments_for(running, eyes)
    at = max(1, sum(moment.revision <= revision for moment in moments))
    here = moments[at - 1].revision
    table = play.load(type(running.table), zlib.decompress(whole.compressed_tables[here]).decode(), running.table._box)
    row = replace(running.row, revision=here)
    then = replace(running, row=row, table=table, entry_counts={}, clocks={}, orders={}, state=None)
    parts = [whole.parts[moment.revision] for moment in moments]
    cut = any(entry.revision > whole.last for entry in list_effective_entries(whole.entries))
    return Replay(get_guarded_view(then, eyes), moments, parts, at, cut=cut)


def iterate_tables(running: RunningGame, entries: Sequence[GameLogRecord]) -> Iterator[tuple[int, Table]]:
    """Yield the revision and the table of each entry that was not undone, as long as today's rules lead there.

    The table is modified afterwards: a caller that keeps it must copy it.
    """
    table: Table | None = None
    for entry in list_effective_entries(entries):
        try:
            table = _deal(running, entry) if table is None else _apply_entry(running.game, table, entry)
        except Exception as differs:  # noqa: BLE001  # a changed rule may raise anything on an old move
            log.info(
                "a replay ends early: %s",
                type(differs).__name__,
                extra={"game": running.row.game_id, "revision": entry.revision},
            )
            return
        yield entry.revision, table


def _deal(running: RunningGame, setup: GameLogRecord) -> Table:
    """Return the dealt table."""
    game, chance = running.game, running.table.chance
    told = parse_told(game, setup)
    added = next((piece.news for piece in told if isinstance(piece.news, ChanceAdded)), None)
    given = any(isinstance(piece.news, SeatsGiven) for piece in told)
    easy = next((piece.news.seats for piece in told if isinstance(piece.news, EasyBots)), ())
    strong = next((piece.news.seats for piece in told if isinstance(piece.news, StrongBots)), ())
    draw = (
        None
        if added is None or chance.secret is None
        else Draw(chance.secret, added.added, added.joined, given, easy, strong)
    )
    options = game.options.model_validate_json(running.row.options)
    seed = chance.get_published_secret() if draw is None else draw.compute_seed()
    return _play_as_logged(
        setup, play.begin(game.set_up(options, running.table.players, seed, running.table._box), draw)
    )


def _apply_entry(game: AnyGame, table: Table, entry: GameLogRecord) -> Table:
    """Return the table after an entry; a move is played in place, without the copy that verifies it."""
    move: Any = None if entry.move is None else json.loads(entry.move)
    if entry.kind == "renewal":
        return _play_as_logged(entry, play.add_salt(table, move["salt"]))
    if entry.kind == "repair" or entry.seat is None:  # no rule explains an operator's repair
        raise IllegalMove
    if entry.kind == "retract":
        return _play_as_logged(entry, play.take_back_answer(table, entry.seat))
    if entry.kind == "concede":
        return _play_as_logged(entry, play.concede(table, entry.seat))
    here = play.play_here if entry.seat in play.list_asked_seats(table) else play.play_out_of_turn_here
    _require_same_news(entry, here(table, entry.seat, game.moves.validate_python(move)))
    return table


def _play_as_logged(entry: GameLogRecord, played: Played[Table]) -> Table:
    _require_same_news(entry, played.told)
    return played.table


def _require_same_news(entry: GameLogRecord, told: Sequence[Told]) -> None:
    """Raise _Differs unless an entry has the news that the rules produce."""
    if format_told_json(told) != entry.stored_news and _normalize_news(
        json.loads(entry.stored_news)
    ) != _normalize_news(json.loads(format_told_json(told))):
        raise _ReplayMismatch


def _normalize_news(told: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return the news without its audience and the last remaining seat, which older versions omitted."""
    return [piece["news"] for piece in told if piece["news"]["kind"] != LeftStanding.model_fields["kind"].default]
