"""Replays: finished games step by step, as everybody saw them or, with the record open, as one seat did.

The worker replays a game once for all of its steps, and rendered steps are cached. The number of concurrent steps is
limited, so a visitor who jumps through long games cannot block the worker for others.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot.engine.game import AnyGame
from bot.engine.pages import Picture
from bot.engine.records import Seat
from bot.host.host import Host
from bot.host.record.finished_game import FinishedGame, pack_finished_game, unpack_finished_game
from bot.host.record.replay import OPEN_STATUSES, HeardMove, Replay, ReplayedGame, build_replay, replay_whole
from bot.host.table.running import RunningGame
from bot.ui.screens.html_text import Words
from bot.ui.screens.names import get_plain_name as as_drawn
from bot.ui.screens.pictures import find_table_drawing
from bot.web.display_names import replace_names
from bot.web.page_cache import PageCache
from bot.web.page_worker import PageWorker
from bot.web.responses import PNG, Reply, WorkerBusy
from bot.web.tables import (
    Image,
    PublicSnapshot,
    SectionInWords,
    TablePages,
    build_image,
    describe_state,
    format_sections,
    format_title,
)
from bot.web.text_html import format_lines
from bot.web.values import Rendered, Sheet, Value
from storage.interface.public import PublicTable

MAX_CACHED_GAMES = 4
"""Replayed games in the worker's cache, a few megabytes each at most."""
MAX_CACHED_STEPS = 120
"""Rendered steps in the cache, and as many pictures."""
MAX_CONCURRENT_STEPS = 3
"""Maximum number of steps in progress: table pages need the worker, too."""


class WayThere(Value):
    """A link to another step, or to the same step with other eyes."""

    words: str
    address: str
    is_here: bool


class ReplayShown(Value):
    """A finished game as it stood after one of its moves, for one audience."""

    title: str
    number: int
    """Table number, as in its address."""
    table: str
    """Path of the table."""
    log: str
    """Path of the log."""
    state: Words
    """The result in words."""
    over: bool
    """Whether the game was played to its end."""
    at: int
    """Number of this step, from 1."""
    steps: Sequence[str]
    """Paths of all steps that this audience heard of, in order. Empty if the game cannot be replayed because an older
    version of the rules played it."""
    part: str
    """The part of the game that the step belongs to, such as a round."""
    parts: Sequence[WayThere]
    """The first step of each part."""
    eyes: str | None
    """The seat through whose eyes the step is shown; None: everybody's."""
    all_eyes: Sequence[WayThere]
    happened: Sequence[Words]
    """Lines heard in this step; empty at the start of the game."""
    standing: Sequence[Words]
    """Lines of the score."""
    picture: Image | None
    """The board as everybody saw it."""
    hand: Sequence[SectionInWords]
    """Information that only this seat had."""
    sections: Sequence[SectionInWords]
    """The table in words, as everybody saw it."""
    cut: bool
    """True if the replay stops here although moves follow, because the rules or this table were corrected later."""
    has_undone: bool
    """Whether moves were undone in this game; they are no steps."""


class GameNotCached(Exception):
    """The worker does not have this game in its cache."""


@dataclass(frozen=True)
class ReplayStep:
    """A step as the worker has rendered it."""

    rendered: Rendered
    revision: int
    """Revision of the board in the picture."""
    board: Picture | None


class ReplayPages:
    """Renders replays; the caller checks that their tables are public.

    Args:
        host: runs the tables.
        tables: builds the snapshots of tables.
        page_worker: replays games and draws in the worker.
    """

    def __init__(self, host: Host, tables: TablePages, page_worker: PageWorker) -> None:
        self._host = host
        self._tables = tables
        self._page_worker = page_worker
        self._under_way = 0
        self._name = secrets.token_hex(8)
        """Random prefix of cache keys, as other bots may share the worker."""
        self._shown: PageCache[Rendered] = PageCache(MAX_CACHED_STEPS)
        self._drawn: PageCache[Picture] = PageCache(MAX_CACHED_STEPS)

    async def render_step(self, table: PublicTable, entry: int = 1, eyes: Seat | None = None) -> Rendered | None:
        """Render a step; None if the game is not over, or has no such step or seat.

        Args:
            table: the table.
            entry: number of a log record; one that these eyes did not hear leads to the last one before.
            eyes: the seat through whose eyes the step is shown; None: everybody's.

        Raises:
            WorkerBusy: the worker is unavailable or too slow.
        """
        looked = await self._get_finished_snapshot(table)
        if looked is None or (eyes is not None and eyes not in looked.names):
            return None
        kept = self._shown.get((table.game_id, entry, eyes), looked)
        if kept is not None:
            return kept
        step = await self._make_step(looked, entry, eyes)
        return None if step is None else step.rendered

    async def get_board(self, table: PublicTable, entry: int) -> Reply | None:
        """Return the public picture of a step; None if there is none. See `render_step`."""
        looked = await self._get_finished_snapshot(table)
        if looked is None:
            return None
        picture = self._drawn.get((table.game_id, entry), looked)
        if picture is None:
            step = await self._make_step(looked, entry, None)
            picture = None if step is None else step.board
        return None if picture is None else Reply(picture.png, PNG, kind="picture")

    async def _get_finished_snapshot(self, table: PublicTable) -> PublicSnapshot | None:
        """Return the snapshot of a finished table; None while it runs, as its hidden information is still secret."""
        looked = await self._tables.get_snapshot(table)
        return looked if looked.seen.row.status in OPEN_STATUSES else None

    async def _make_step(self, looked: PublicSnapshot, entry: int, eyes: Seat | None) -> ReplayStep | None:
        """Render a step in the worker and cache it."""
        if self._under_way >= MAX_CONCURRENT_STEPS:
            raise WorkerBusy
        game_id = looked.table.game_id
        self._under_way += 1
        try:
            step = await self._run_in_worker(looked, entry, eyes)
        finally:
            self._under_way -= 1
        if step is not None:
            self._shown.put((game_id, entry, eyes), looked, step.rendered)
            if step.board is not None:
                self._drawn.put((game_id, step.revision), looked, step.board)
        return step

    async def _run_in_worker(self, looked: PublicSnapshot, entry: int, eyes: Seat | None) -> ReplayStep | None:
        running = await self._host.get_running_game(looked.table.game_id)
        key = f"{self._name} {running.row.game_id} {running.row.revision}"
        try:
            return await self._page_worker.run(_render_step, looked, key, entry, eyes, None)
        except GameNotCached:
            entries = await self._host.storage.games.list_entries(running.row.game_id)
            given = pack_finished_game(running, [each for each in entries if each.revision <= running.row.revision])
            return await self._page_worker.run(_render_step, looked, key, entry, eyes, given)


# -- run in the worker ---------------------------------------------------------------------------------


_played: PageCache[tuple[RunningGame, ReplayedGame | None]] = PageCache(MAX_CACHED_GAMES)
"""Cache of the games that were replayed last."""


def _render_step(
    looked: PublicSnapshot, key: str, entry: int, eyes: Seat | None, given: FinishedGame | None
) -> ReplayStep | None:
    """Render a step; None if the game has no such number.

    Args:
        looked: the finished table.
        key: cache key of the game, with its last revision.
        entry: see `ReplayPages.render_step`.
        eyes: see `ReplayPages.render_step`.
        given: the game; None: look in the cache only.

    Raises:
        GameNotCached: the game is not in the cache.
    """
    known = _played.get(key, None)
    if known is None:
        if given is None:
            raise GameNotCached
        known = _played.put(key, None, _replay_game(looked.seen.game, given))
    running, whole = known
    if whole is None:
        return ReplayStep(Sheet(_build_empty_replay(looked), "no_replay.html", "replay").render(), entry, None)
    if entry > whole.last:
        return None
    look = build_replay(running, whole, eyes, entry)
    public = look if eyes is None else build_replay(running, whole, None, look.moment.revision)
    picture = _draw_board(looked, public)
    value = _build_replay(looked, whole, look, public, picture)
    return ReplayStep(Sheet(value, "replay.html", "replay").render(), public.moment.revision, picture)


def _replay_game(game: AnyGame, given: FinishedGame) -> tuple[RunningGame, ReplayedGame | None]:
    running, entries = unpack_finished_game(game, given)
    return running, replay_whole(running, entries)


def _draw_board(looked: PublicSnapshot, public: Replay) -> Picture | None:
    seen = replace_names(public.then, looked.names)
    drawing = find_table_drawing(seen)
    return None if drawing is None else drawing.draw(seen.view, partial(as_drawn, seen))


def _build_replay(
    looked: PublicSnapshot, whole: ReplayedGame, look: Replay, public: Replay, picture: Picture | None
) -> ReplayShown:
    name, game_id, everybody = looked.get_name, looked.table.game_id, public.then
    game, view = everybody.game, everybody.view
    steps = [_format_address(game_id, moment, look.eyes) for moment in look.moments]
    standing = game.wording.standing(view) if game.wording.standing is not None and everybody.outcome is None else ()
    board = f"/tables/{game_id}/boards/{public.moment.revision}"
    return _build_empty_replay(looked).model_copy(
        update={
            "at": look.at,
            "steps": steps,
            "part": look.parts[look.at - 1],
            "parts": _list_parts(look, steps),
            "eyes": None if look.eyes is None else name(look.eyes),
            "all_eyes": [
                WayThere(
                    words="Everybody" if seat is None else name(seat),
                    address=_format_address(game_id, look.moment, seat),
                    is_here=seat == look.eyes,
                )
                for seat in (None, *looked.names)
            ],
            "happened": [line for words in look.moment.lines for line in format_lines(words, name)],
            "standing": [line for words in standing for line in format_lines(words, name)],
            "picture": None if picture is None else build_image(board, "The table then", picture),
            "hand": () if look.eyes is None else format_sections(game.hand(look.then.view), name),
            "sections": format_sections(game.page(view), name),
            "cut": look.cut and look.at == len(steps),
            "has_undone": whole.has_undone,
        }
    )


def _build_empty_replay(looked: PublicSnapshot) -> ReplayShown:
    """Return the value for a game that cannot be replayed."""
    game_id = looked.table.game_id
    return ReplayShown(
        title=format_title(looked),
        number=game_id,
        table=f"/tables/{game_id}",
        log=f"/tables/{game_id}/log",
        state=describe_state(looked),
        over=looked.seen.outcome is not None,
        at=0,
        steps=(),
        part="",
        parts=(),
        eyes=None,
        all_eyes=(),
        happened=(),
        standing=(),
        picture=None,
        hand=(),
        sections=(),
        cut=False,
        has_undone=False,
    )


def _format_address(game_id: int, moment: HeardMove, eyes: Seat | None) -> str:
    return f"/tables/{game_id}/replay/{moment.revision}{f'/{eyes}' if eyes else ''}"


def _list_parts(look: Replay, steps: Sequence[str]) -> Sequence[WayThere]:
    """Return a link to the start of each round or year of the game."""
    begins = [at for at, part in enumerate(look.parts) if part and part != (look.parts[at - 1] if at else "")]
    here = look.parts[look.at - 1]
    return [WayThere(words=look.parts[at], address=steps[at], is_here=look.parts[at] == here) for at in begins]
