"""The border between the bot and the worker that makes pages: what may cross it, and in which form.

Only what everybody may know crosses. What is made of it by then holds nothing else; and whatever could hold more, such
as a table, somebody's number or what a seat sees while its game runs, is refused here, wherever in a value it lies.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, TypeAlias

from bot.engine.chance import Chance
from bot.engine.game import AnyGame, Game
from bot.engine.table import Table
from bot.games import GAMES
from bot.host.leagues.season_log import KnownSeason
from bot.host.table.audience_view import AudienceView, LazyFields
from bot.host.table.running import RunningGame
from bot.leagues.season import Season
from storage.interface import EntrantRow, GameLogRecord, LeagueRow, LineRow, Person, SeasonRow, SeatRow

NEVER = (
    Chance,
    EntrantRow,
    GameLogRecord,
    KnownSeason,
    LeagueRow,
    LineRow,
    Person,
    RunningGame,
    Season,
    SeasonRow,
    LazyFields,
    Table,
)
"""What holds things that not everybody may know."""


class NotTransferableError(Exception):
    """Something was to be given to the worker that not everybody may know; a fault of ours."""


Catalogue: TypeAlias = Callable[[], Mapping[str, AnyGame]]
"""A function of a module, which both sides find by its name: returns the games there are, by key."""


def ours() -> Mapping[str, AnyGame]:
    """Return the games of this program."""
    return GAMES


def packed(what: object, catalogue: Catalogue = ours, *, canonical: bool = False) -> bytes:
    """Return a value in the form in which it crosses.

    Args:
        what: the value.
        catalogue: where the other side finds games.
        canonical: whether equal values have equal forms, also where one is made of fewer objects than the other.

    Raises:
        NotTransferableError: it holds what not everybody may know.
    """
    into = BytesIO()
    packing = _Packing(into, catalogue)
    packing.fast = canonical  # pickle's word for writing each object as often as it is met
    packing.dump(what)
    return into.getvalue()


def unpacked(what: bytes) -> Any:
    """Return a value that has crossed."""
    return pickle.loads(what)  # noqa: S301  # from the bot


class _Packing(pickle.Pickler):
    def __init__(self, into: BytesIO, catalogue: Catalogue) -> None:
        super().__init__(into, pickle.HIGHEST_PROTOCOL)
        self._catalogue = catalogue

    def reducer_override(self, what: Any) -> Any:
        """Say how an object crosses; it is asked for each that is no number, text or list."""
        if isinstance(what, Game):
            return _game, (self._catalogue, what.key)
        if not may_cross(what):
            raise NotTransferableError(type(what).__name__)
        return NotImplemented


def may_cross(what: object) -> bool:
    """Whether an object may cross, as far as it is not made of others."""
    if isinstance(what, SeatRow):
        return what.user_id is None
    if isinstance(what, AudienceView):
        return what.audience is None
    return not isinstance(what, NEVER)


def _game(catalogue: Catalogue, key: str) -> AnyGame:
    return catalogue()[key]
