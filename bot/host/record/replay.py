"""Replay: a game played again from its log, to look at the table as it stood after each of its moves.

Nothing is kept for it: the moves lead to every table. Whoever looks sees what a seat, or everybody, could know at that
moment, and comes to those moments alone of which that seat has heard: how many moves lie between two of them, and that
there were any, may be a secret while the game runs. When it is over, its record is open, and so is every seat.

Nothing is kept for a replay: a game's moves lead to every table, and a step is an entry that its reader heard of.
Tables that happen to be kept are never used for it, for how far back they reach would count what was not heard.
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
from bot.host.delivery.guard import seen_by
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import RunningGame, effective_entries, is_heard_by, legible, lines_of, told_as_json
from storage.interface import GameLogRecord

log = logging.getLogger(__name__)

OPEN = ("finished", "abandoned")
"""What becomes of a game whose whole record everybody may have."""


class _Differs(Exception):
    """The rules of today lead to something else than the log tells."""


@dataclass(frozen=True)
class Moment:
    """A move of which a seat, or everybody, has heard."""

    revision: int
    lines: tuple[str, ...]
    """What was heard; seats are marks."""
    headline: str
    """That of it which the channel read in a message of its own; empty: nothing."""


@dataclass(frozen=True)
class Replay:
    """A game at one moment of its past, as somebody may look at it."""

    then: AudienceView
    """The game at that moment, as these eyes saw it, with nothing that was not on its table."""
    moments: Sequence[Moment]
    """All that these eyes may come to, in order."""
    parts: Sequence[str]
    """Of each moment the part of the game it belongs to, such as a round."""
    at: int
    """Which of them this is; the first is number 1."""
    cut: bool
    """Whether moves follow that the rules of today do not play as they were played."""

    @property
    def eyes(self) -> Seat | None:
        """With whose eyes one looks; None: everybody's."""
        return self.then.audience

    @property
    def moment(self) -> Moment:
        """What happened then."""
        return self.moments[self.at - 1]

    @property
    def is_open(self) -> bool:
        """Whether one may look with any seat's eyes."""
        return self.then.row.status in OPEN


class Replays:
    """Plays games again for whoever wants to look at their past.

    Args:
        host: runs the games.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._one_at_a_time = asyncio.Lock()

    async def look(
        self, game_id: int, user_id: int, eyes: int | None = None, at: int = 1, *, came_from: int | None = None
    ) -> Replay:
        """Return a game as it stood at a moment; a number beyond the last moment means the last.

        Args:
            game_id: which game.
            user_id: who looks.
            eyes: the seat with whose eyes they look, 0: everybody's; None: their own, or everybody's for a stranger.
            at: the number of the moment, among those that these eyes can come to.
            came_from: with whose eyes that number was counted, if with others.

        Raises:
            NotYours: while the game runs, somebody looks with eyes that are neither their own nor everybody's.
            Refusal: there is no such game or seat, or today's rules cannot play its beginning.
        """
        running = await self._host.running(game_id)
        entries = [
            entry for entry in await self._host.storage.games.entries(game_id) if entry.revision <= running.row.revision
        ]
        seat = _eyes(running, running.seat_of(user_id), eyes)
        moments = moments_of(running.game, entries, seat)
        if came_from is not None and came_from != (seat or 0):
            before = moments_of(running.game, entries, _eyes(running, running.seat_of(user_id), came_from))
            revision = before[min(max(at, 1), len(before)) - 1].revision
            at = sum(moment.revision <= revision for moment in moments)
        wanted = min(max(at, 1), len(moments))
        async with self._one_at_a_time:
            played = await cpu_accounting.beside(_played, running, entries, moments, wanted)
        if played is None:
            raise Refusal(
                "This game was played by an older version of the rules, so I cannot play it again. "
                "**/game log** tells its story."
            )
        return Replay(seen_by(played.then, seat), played.moments, played.parts, played.at, cut=played.cut)


def _eyes(running: RunningGame, own: Seat | None, eyes: int | None) -> Seat | None:
    """Return the seat with whose eyes somebody who sits on `own` may look, as they asked."""
    if eyes is None or eyes == own:
        return own
    if eyes == 0:
        return None
    running.seat_row(eyes)
    if running.row.status not in OPEN:
        raise NotYours("While the game runs, you look back through your own eyes. When it is over, through anybody's.")
    return eyes


def moments_of(game: AnyGame, entries: Sequence[GameLogRecord], seat: Seat | None) -> list[Moment]:
    """Return the moments that a seat, or everybody, has heard of: the deal, and what has stood and said something.

    They follow from what was heard and from nothing else.
    """
    moments = []
    for entry in effective_entries(entries):
        if entry.kind != "setup" and not is_heard_by(entry, seat):
            continue
        told = legible(game, entry) or []
        news = [piece.news for piece in told if piece.heard_by(seat) and not piece.news.footnote]
        lines = lines_of(game, news, seat)
        if lines or entry.kind == "setup":
            posted = lines_of(game, [piece.news for piece in told if piece.to is None and piece.news.makes_post], None)
            moments.append(Moment(entry.revision, tuple(lines), posted[0] if posted else ""))
    return moments


@dataclass(frozen=True)
class _Played:
    """How far a game could be played again."""

    then: RunningGame
    moments: Sequence[Moment]
    parts: Sequence[str]
    at: int
    cut: bool


def _played(
    running: RunningGame, entries: Sequence[GameLogRecord], moments: Sequence[Moment], wanted: int
) -> _Played | None:
    """Play a game again and keep the table of a moment; None: not even its deal comes out as it was."""
    numbers = {moment.revision: number for number, moment in enumerate(moments, 1)}
    parts: list[str] = []
    kept: Table | None = None
    for revision, table in tables(running, entries):
        if revision in numbers:
            parts.append(table.part())
            kept = play.copy(table) if numbers[revision] == wanted else kept
    if not parts:
        return None
    if kept is None:  # it lies behind what can be played
        return _played(running, entries, moments, len(parts))
    row = replace(running.row, revision=moments[wanted - 1].revision)
    then = replace(running, row=row, table=kept, acted={}, clocks={}, orders={}, state=None)
    return _Played(then, moments[: len(parts)], parts, wanted, cut=len(parts) < len(moments))


@dataclass(frozen=True)
class Whole:
    """A game that is over, played again once, so that each look at one of its steps costs that step alone."""

    revision: int
    """Of the game when it was played again; a game of another one has to be played again anew."""
    entries: Sequence[GameLogRecord]
    parts: Mapping[int, str]
    """To which part of the game it had come, by revision, as far as the rules of today lead."""
    packed: Mapping[int, bytes]
    """Its tables, likewise; packed, for there are hundreds."""
    heard: dict[Seat | None, Sequence[Moment]] = field(default_factory=dict)
    """The moments of those eyes with which somebody has looked."""

    @property
    def last(self) -> int:
        """The newest revision that there is a table of."""
        return max(self.packed)

    @property
    def has_undone(self) -> bool:
        """Whether something was undone, which is no step."""
        return any(entry.kind == "undo" for entry in self.entries)

    def moments(self, game: AnyGame, eyes: Seat | None) -> Sequence[Moment]:
        """Return the moments to which eyes can come, as far as the rules of today lead."""
        if eyes not in self.heard:
            found = moments_of(game, self.entries, eyes)
            self.heard[eyes] = [moment for moment in found if moment.revision in self.packed]
        return self.heard[eyes]


def played_whole(running: RunningGame, entries: Sequence[GameLogRecord]) -> Whole | None:
    """Play a game that is over again; None: not even its deal comes out as it was."""
    parts, packed = dict[int, str](), dict[int, bytes]()
    for revision, table in tables(running, entries):
        parts[revision] = table.part()
        packed[revision] = zlib.compress(table.__pydantic_serializer__.to_json(table), 1)
    return Whole(running.row.revision, entries, parts, packed) if packed else None


def look_at(running: RunningGame, whole: Whole, eyes: Seat | None, revision: int) -> Replay:
    """Return a game that is over at a revision, or at the last one before it of which these eyes have heard.

    Args:
        running: the game.
        whole: it, played again.
        eyes: with whose eyes one looks; None: everybody's.
        revision: the entry of its log; the first is the deal, of which everybody has heard.

    Raises:
        NotYours: it is not over.
        Refusal: it has no such seat.
    """
    if running.row.status not in OPEN:
        raise NotYours("While the game runs, nobody looks back through the eyes of others.")
    if eyes is not None:
        running.seat_row(eyes)
    moments = whole.moments(running.game, eyes)
    at = max(1, sum(moment.revision <= revision for moment in moments))
    here = moments[at - 1].revision
    table = play.load(type(running.table), zlib.decompress(whole.packed[here]).decode(), running.table._box)
    row = replace(running.row, revision=here)
    then = replace(running, row=row, table=table, acted={}, clocks={}, orders={}, state=None)
    parts = [whole.parts[moment.revision] for moment in moments]
    cut = any(entry.revision > whole.last for entry in effective_entries(whole.entries))
    return Replay(seen_by(then, eyes), moments, parts, at, cut=cut)


def tables(running: RunningGame, entries: Sequence[GameLogRecord]) -> Iterator[tuple[int, Table]]:
    """Yield the revision and the table of each entry that was not undone, as long as the rules lead there.

    The table is played on afterwards: whoever wants to keep it copies it.
    """
    table: Table | None = None
    for entry in effective_entries(entries):
        try:
            table = _dealt(running, entry) if table is None else _after(running.game, table, entry)
        except Exception as differs:  # noqa: BLE001  # whatever a changed rule makes of an old move
            log.info(
                "a replay ends early: %s",
                type(differs).__name__,
                extra={"game": running.row.game_id, "revision": entry.revision},
            )
            return
        yield entry.revision, table


def _dealt(running: RunningGame, setup: GameLogRecord) -> Table:
    """Return the table as it was dealt."""
    game, chance = running.game, running.table.chance
    told = legible(game, setup) or []
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
    seed = chance.shown() if draw is None else draw.seed()
    return _told_alike(setup, play.begin(game.set_up(options, running.table.players, seed, running.table._box), draw))


def _after(game: AnyGame, table: Table, entry: GameLogRecord) -> Table:
    """Return the table after an entry; a move is played on the table itself, without the copy that proves it."""
    move: Any = None if entry.move is None else json.loads(entry.move)
    if entry.kind == "renewal":
        return _told_alike(entry, play.renew(table, move["salt"]))
    if entry.kind == "repair" or entry.seat is None:  # no rule leads on from what an operator mended by hand
        raise IllegalMove
    if entry.kind == "retract":
        return _told_alike(entry, play.retract(table, entry.seat))
    if entry.kind == "concede":
        return _told_alike(entry, play.concede(table, entry.seat))
    here = play.play_here if entry.seat in play.asked(table) else play.aside_here
    _must_be_told(entry, here(table, entry.seat, game.moves.validate_python(move)))
    return table


def _told_alike(entry: GameLogRecord, played: Played[Table]) -> Table:
    _must_be_told(entry, played.told)
    return played.table


def _must_be_told(entry: GameLogRecord, told: Sequence[Told]) -> None:
    """Raise _Differs unless an entry tells what the rules tell."""
    if told_as_json(told) != entry.told and _news(json.loads(entry.told)) != _news(json.loads(told_as_json(told))):
        raise _Differs


def _news(told: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return what is told, but for whom, and but for who was left standing, which older versions told nobody."""
    return [piece["news"] for piece in told if piece["news"]["kind"] != LeftStanding.model_fields["kind"].default]
