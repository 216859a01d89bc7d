"""A replay: a game that is over, step by step, as everybody or, its record being open by then, any of its seats saw it.

A worker plays the game again, once for all of its steps, and what was shown is kept. Whoever asks for steps at random
in long games keeps the worker busy, a few steps at a time, and nobody else.
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
from bot.host.record.finished_game import FinishedGame, opened, over
from bot.host.record.replay import OPEN, Moment, Replay, Whole, look_at, played_whole
from bot.host.table.running import RunningGame
from bot.ui.screens.html_text import Words
from bot.ui.screens.names import plain as as_drawn
from bot.ui.screens.pictures import for_everybody
from bot.web.display_names import named
from bot.web.page_cache import PageCache
from bot.web.page_worker import PageWorker
from bot.web.responses import PNG, Reply, TooMuchAtOnce
from bot.web.tables import (
    Image,
    PublicSnapshot,
    SectionInWords,
    TablePages,
    image,
    sections_in_words,
    state_of,
    title_of,
)
from bot.web.text_html import lines_in_words
from bot.web.values import Rendered, Sheet, Value
from storage.interface import PublicTable

PLAYED = 4
"""Games that are kept as they were played again: a few megabytes each at most."""
SHOWN = 120
"""Steps that are kept as they were shown, and likewise their pictures."""
AT_ONCE = 3
"""Steps that are being made at a time: the pages of tables need the worker, too."""


class WayThere(Value):
    """A link to another step, or to the same one with other eyes."""

    words: str
    address: str
    is_here: bool


class ReplayShown(Value):
    """A game that is over as it stood after one of its moves, as somebody saw it."""

    title: str
    number: int
    """Of the table, in its address."""
    table: str
    """The table's address."""
    log: str
    """The address of all that has happened."""
    state: Words
    """How it ended."""
    over: bool
    """Whether the game was played to its end."""
    at: int
    """Which of the steps this is, counted from 1."""
    steps: Sequence[str]
    """The addresses of all steps of which these eyes have heard, in order; none, where the game cannot be played
    again: it was played by an older version of the rules."""
    part: str
    """To which part of the game the step belongs, such as a round."""
    parts: Sequence[WayThere]
    """Where each of these begins."""
    eyes: str | None
    """With whose eyes one looks; None: with everybody's."""
    all_eyes: Sequence[WayThere]
    happened: Sequence[Words]
    """What was heard in this step; nothing: the game begins."""
    standing: Sequence[Words]
    """How it stood, in lines."""
    picture: Image | None
    """The board, as everybody saw it."""
    hand: Sequence[SectionInWords]
    """What these eyes alone saw."""
    sections: Sequence[SectionInWords]
    """The table in words, as everybody saw it."""
    cut: bool
    """Whether the replay stops here, though moves follow: the rules or this table were corrected later."""
    has_undone: bool
    """Whether something was undone in this game, which is no step."""


class NotHere(Exception):
    """The worker does not have a game any more, or not yet."""


@dataclass(frozen=True)
class ReplayStep:
    """A step as the worker has made it."""

    rendered: Rendered
    revision: int
    """Of the board that it shows."""
    board: Picture | None


class ReplayPages:
    """Makes the pages of replays, of whose tables the caller knows that they are public.

    Args:
        host: runs the tables.
        tables: makes their pages.
        workshop: plays games again, and draws.
    """

    def __init__(self, host: Host, tables: TablePages, workshop: PageWorker) -> None:
        self._host = host
        self._tables = tables
        self._workshop = workshop
        self._under_way = 0
        self._name = secrets.token_hex(8)
        """Tells games from those of other bots, whose pages the same worker may make."""
        self._shown: PageCache[Rendered] = PageCache(SHOWN)
        self._drawn: PageCache[Picture] = PageCache(SHOWN)

    async def shown(self, table: PublicTable, entry: int = 1, eyes: Seat | None = None) -> Rendered | None:
        """Return a step; None: the game is not over, or has no such step or seat.

        Args:
            table: which table.
            entry: which entry of its log; one of which these eyes have not heard leads to the last one before.
            eyes: with whose eyes one looks; None: everybody's.

        Raises:
            TooMuchAtOnce: it would have to be made, and cannot be so soon.
        """
        looked = await self._looked(table)
        if looked is None or (eyes is not None and eyes not in looked.names):
            return None
        kept = self._shown.get((table.game_id, entry, eyes), looked)
        if kept is not None:
            return kept
        step = await self._step(looked, entry, eyes)
        return None if step is None else step.rendered

    async def board(self, table: PublicTable, entry: int) -> Reply | None:
        """Return the picture of a step, as everybody saw it; None: there is none. See `shown`."""
        looked = await self._looked(table)
        if looked is None:
            return None
        picture = self._drawn.get((table.game_id, entry), looked)
        if picture is None:
            step = await self._step(looked, entry, None)
            picture = None if step is None else step.board
        return None if picture is None else Reply(picture.png, PNG, kind="picture")

    async def _looked(self, table: PublicTable) -> PublicSnapshot | None:
        """Return the table as it ended; None: it has not, and what is hidden there is nobody's to see."""
        looked = await self._tables.look(table)
        return looked if looked.seen.row.status in OPEN else None

    async def _step(self, looked: PublicSnapshot, entry: int, eyes: Seat | None) -> ReplayStep | None:
        """Let a step be made, and remember it."""
        if self._under_way >= AT_ONCE:
            raise TooMuchAtOnce
        game_id = looked.table.game_id
        self._under_way += 1
        try:
            step = await self._made(looked, entry, eyes)
        finally:
            self._under_way -= 1
        if step is not None:
            self._shown.put((game_id, entry, eyes), looked, step.rendered)
            if step.board is not None:
                self._drawn.put((game_id, step.revision), looked, step.board)
        return step

    async def _made(self, looked: PublicSnapshot, entry: int, eyes: Seat | None) -> ReplayStep | None:
        running = await self._host.running(looked.table.game_id)
        key = f"{self._name} {running.row.game_id} {running.row.revision}"
        try:
            return await self._workshop.made(_step, looked, key, entry, eyes, None)
        except NotHere:
            entries = await self._host.storage.games.entries(running.row.game_id)
            given = over(running, [each for each in entries if each.revision <= running.row.revision])
            return await self._workshop.made(_step, looked, key, entry, eyes, given)


# -- made by the worker --------------------------------------------------------------------------------


_played: PageCache[tuple[RunningGame, Whole | None]] = PageCache(PLAYED)
"""The games that were played again last."""


def _step(
    looked: PublicSnapshot, key: str, entry: int, eyes: Seat | None, given: FinishedGame | None
) -> ReplayStep | None:
    """Return a step; None: the game has none of this number.

    Args:
        looked: the table as it ended.
        key: the game's, with how far it came.
        entry: see `ReplayPages.shown`.
        eyes: likewise.
        given: the game; None: it may be here.

    Raises:
        NotHere: it is not.
    """
    known = _played.get(key, None)
    if known is None:
        if given is None:
            raise NotHere
        known = _played.put(key, None, _played_again(looked.seen.game, given))
    running, whole = known
    if whole is None:
        return ReplayStep(Sheet(_cannot(looked), "no_replay.html", "replay").rendered(), entry, None)
    if entry > whole.last:
        return None
    look = look_at(running, whole, eyes, entry)
    public = look if eyes is None else look_at(running, whole, None, look.moment.revision)
    picture = _board(looked, public)
    value = _shown(looked, whole, look, public, picture)
    return ReplayStep(Sheet(value, "replay.html", "replay").rendered(), public.moment.revision, picture)


def _played_again(game: AnyGame, given: FinishedGame) -> tuple[RunningGame, Whole | None]:
    running, entries = opened(game, given)
    return running, played_whole(running, entries)


def _board(looked: PublicSnapshot, public: Replay) -> Picture | None:
    seen = named(public.then, looked.names)
    drawing = for_everybody(seen)
    return None if drawing is None else drawing.draw(seen.view, partial(as_drawn, seen))


def _shown(looked: PublicSnapshot, whole: Whole, look: Replay, public: Replay, picture: Picture | None) -> ReplayShown:
    name, game_id, everybody = looked.name, looked.table.game_id, public.then
    game, view = everybody.game, everybody.view
    steps = [_address(game_id, moment, look.eyes) for moment in look.moments]
    standing = game.standing(view) if game.standing is not None and everybody.outcome is None else ()
    board = f"/tables/{game_id}/boards/{public.moment.revision}"
    return _cannot(looked).model_copy(
        update={
            "at": look.at,
            "steps": steps,
            "part": look.parts[look.at - 1],
            "parts": _parts(look, steps),
            "eyes": None if look.eyes is None else name(look.eyes),
            "all_eyes": [
                WayThere(
                    words="Everybody" if seat is None else name(seat),
                    address=_address(game_id, look.moment, seat),
                    is_here=seat == look.eyes,
                )
                for seat in (None, *looked.names)
            ],
            "happened": [line for words in look.moment.lines for line in lines_in_words(words, name)],
            "standing": [line for words in standing for line in lines_in_words(words, name)],
            "picture": None if picture is None else image(board, "The table then", picture),
            "hand": () if look.eyes is None else sections_in_words(game.hand(look.then.view), name),
            "sections": sections_in_words(game.page(view), name),
            "cut": look.cut and look.at == len(steps),
            "has_undone": whole.has_undone,
        }
    )


def _cannot(looked: PublicSnapshot) -> ReplayShown:
    """Return what there is of a game that cannot be played again."""
    game_id = looked.table.game_id
    return ReplayShown(
        title=title_of(looked),
        number=game_id,
        table=f"/tables/{game_id}",
        log=f"/tables/{game_id}/log",
        state=state_of(looked),
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


def _address(game_id: int, moment: Moment, eyes: Seat | None) -> str:
    return f"/tables/{game_id}/replay/{moment.revision}{f'/{eyes}' if eyes else ''}"


def _parts(look: Replay, steps: Sequence[str]) -> Sequence[WayThere]:
    """Return where each round or year of the game begins."""
    begins = [at for at, part in enumerate(look.parts) if part and part != (look.parts[at - 1] if at else "")]
    here = look.parts[look.at - 1]
    return [WayThere(words=look.parts[at], address=steps[at], is_here=look.parts[at] == here) for at in begins]
