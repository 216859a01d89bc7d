"""A replay: a game that is over, step by step, as everybody or, its record being open by then, any of its seats saw it.

What it costs is bounded three times: a game is played again once for all of its steps, what was shown is kept, and what
has to be made takes a share of the processor's time that all who look have together. Whoever asks for steps at random
in long games uses that up, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.pages import Picture
from bot.engine.records import Seat
from bot.host.charging import beside
from bot.host.host import Host
from bot.host.record.replay import OPEN, Moment, Replay, Whole, look_at, played_whole
from bot.ui.screens.in_html import Words
from bot.ui.screens.pictures import Pictures
from bot.web.allowance import Allowance
from bot.web.naming import named
from bot.web.remembered import Remembered
from bot.web.reply import PNG, Reply
from bot.web.tables import Image, Looked, SectionInWords, TablePages, image, sections_in_words, state_of, title_of
from bot.web.values import Rendered, Value
from bot.web.words import lines_in_words
from storage.interface import PublicTable

PLAYED = 4
"""Games that are kept as they were played again: a few megabytes each at most."""
SHOWN = 120
"""Steps that are kept as they were shown, and likewise their pictures."""
SHARE, AT_ONCE = 0.1, 60.0
"""Of one core's time, for all replays together, and for how many seconds it is given at one moment."""


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


class ReplayPages:
    """Makes the pages of replays, of whose tables the caller knows that they are public.

    Args:
        host: runs the tables.
        tables: makes their pages.
        pictures: draws.
        allowance: how much of the processor's time it may take.
    """

    def __init__(self, host: Host, tables: TablePages, pictures: Pictures, allowance: Allowance | None = None) -> None:
        self._host = host
        self._tables = tables
        self._pictures = pictures
        self._allowance = allowance or Allowance(SHARE, AT_ONCE)
        self._played: Remembered[Whole] = Remembered(PLAYED)
        self._shown: Remembered[Rendered] = Remembered(SHOWN)
        self._drawn: Remembered[Picture] = Remembered(SHOWN)

    async def shown(self, table: PublicTable, entry: int = 1, eyes: Seat | None = None) -> Rendered | None:
        """Return a step; None: the game is not over, or has no such step or seat.

        Args:
            table: which table.
            entry: which entry of its log; one of which these eyes have not heard leads to the last one before.
            eyes: with whose eyes one looks; None: everybody's.

        Raises:
            TooMuchAtOnce: it would have to be made, and too much has been made lately.
        """
        looked = await self._looked(table)
        if looked is None or (eyes is not None and eyes not in looked.names):
            return None
        key, stamp = (table.game_id, entry, eyes), _stamp(looked, table)
        kept = self._shown.get(key, stamp)
        if kept is not None:
            return kept
        with self._allowance.used():
            whole = await self._whole(table.game_id)
            if whole is None:
                return Rendered(_cannot(looked, table), "no_replay.html", "replay")
            if entry > whole.last:
                return None
            look = await self._look(whole, table.game_id, eyes, entry)
            public = look if eyes is None else await self._look(whole, table.game_id, None, look.moment.revision)
            picture = await self._picture(looked, public, stamp)
            value = await beside(_step, looked, table, whole, look, public, picture)
        return self._shown.put(key, stamp, Rendered(value, "replay.html", "replay"))

    async def board(self, table: PublicTable, entry: int) -> Reply | None:
        """Return the picture of a step, as everybody saw it; None: there is none. See `shown`."""
        looked = await self._looked(table)
        if looked is None:
            return None
        stamp = _stamp(looked, table)
        picture = self._drawn.get((table.game_id, entry), stamp)
        if picture is None:
            with self._allowance.used():
                whole = await self._whole(table.game_id)
                if whole is None or entry > whole.last:
                    return None
                picture = await self._picture(looked, await self._look(whole, table.game_id, None, entry), stamp)
        return None if picture is None else Reply(picture.png, PNG, kind="picture")

    async def _looked(self, table: PublicTable) -> Looked | None:
        """Return the table as it ended; None: it has not, and what is hidden there is nobody's to see."""
        looked = await self._tables.look(table)
        return looked if looked.seen.row.status in OPEN else None

    async def _whole(self, game_id: int) -> Whole | None:
        running = await self._host.running(game_id)
        revision = running.row.revision
        whole = self._played.get(game_id, revision)
        if whole is None:
            entries = [e for e in await self._host.storage.games.entries(game_id) if e.revision <= revision]
            whole = await beside(played_whole, running, entries)
        return None if whole is None else self._played.put(game_id, revision, whole)

    async def _look(self, whole: Whole, game_id: int, eyes: Seat | None, entry: int) -> Replay:
        return await beside(look_at, await self._host.running(game_id), whole, eyes, entry)

    async def _picture(self, looked: Looked, public: Replay, stamp: object) -> Picture | None:
        key = public.then.row.game_id, public.moment.revision
        picture = self._drawn.get(key, stamp)
        if picture is None:
            picture = await self._pictures.once(named(public.then, looked.names))
            if picture is not None:
                self._drawn.put(key, stamp, picture)
        return picture


def _stamp(looked: Looked, table: PublicTable) -> object:
    """Return what all that is shown of a game that is over follows from, beside its log."""
    return looked.names, looked.seen.league, looked.seen.row, table


# -- written beside the loop ---------------------------------------------------------------------------


def _step(
    looked: Looked, table: PublicTable, whole: Whole, look: Replay, public: Replay, picture: Picture | None
) -> ReplayShown:
    name, game_id, everybody = looked.name, table.game_id, public.then
    game, view = everybody.game, everybody.view
    steps = [_address(game_id, moment, look.eyes) for moment in look.moments]
    standing = game.standing(view) if game.standing is not None and everybody.outcome is None else ()
    board = f"/tables/{game_id}/boards/{public.moment.revision}"
    return _cannot(looked, table).model_copy(
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


def _cannot(looked: Looked, table: PublicTable) -> ReplayShown:
    """Return what there is of a game that cannot be played again."""
    return ReplayShown(
        title=title_of(looked),
        number=table.game_id,
        table=f"/tables/{table.game_id}",
        log=f"/tables/{table.game_id}/log",
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
