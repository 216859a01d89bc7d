"""The protocol between the bot and the worker that renders pages: serialization that refuses private data.

Only public data may cross. A value is refused if anything in it could hold more: a table, a user id, or a seat's view
of a running game.
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
from storage.interface.game_log import GameLogRecord
from storage.interface.games import GameRow, SeatRow
from storage.interface.leagues import EntrantRow, LeagueRow, LineRow, SeasonRow
from storage.interface.people import Person

UNTRANSFERABLE = (
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
"""Types that hold private data."""


class NotTransferableError(Exception):
    """Private data was passed to the worker; a programming error."""


Catalogue: TypeAlias = Callable[[], Mapping[str, AnyGame]]
"""A function at module level, found by name on both sides, that returns the games by key."""


def get_installed_games() -> Mapping[str, AnyGame]:
    """Return the installed games."""
    return GAMES


def serialize(what: object, catalogue: Catalogue = get_installed_games, *, canonical: bool = False) -> bytes:
    """Serialize a value.

    Args:
        what: the value.
        catalogue: finds the games in the worker.
        canonical: equal values get equal bytes, even if one shares objects that the other repeats.

    Raises:
        NotTransferableError: it holds private data.
    """
    into = BytesIO()
    packing = _Packing(into, catalogue)
    packing.fast = canonical  # pickle's option to repeat shared objects
    packing.dump(what)
    return into.getvalue()


def deserialize(what: bytes) -> Any:
    """Deserialize a value."""
    return pickle.loads(what)  # noqa: S301  # only from the bot


class _Packing(pickle.Pickler):
    def __init__(self, into: BytesIO, catalogue: Catalogue) -> None:
        super().__init__(into, pickle.HIGHEST_PROTOCOL)
        self._catalogue = catalogue

    def reducer_override(self, what: Any) -> Any:
        """Reduce a game to its key and refuse private objects; pickle calls this for all but basic types."""
        if isinstance(what, Game):
            return _find_game, (self._catalogue, what.key)
        if not may_cross(what):
            raise NotTransferableError(type(what).__name__)
        return NotImplemented


def may_cross(what: object) -> bool:
    """Whether an object itself may be serialized, apart from its contents."""
    if isinstance(what, SeatRow):
        return what.user_id is None
    if isinstance(what, GameRow):
        return what.opened_by == 0 and what.seed is None
    if isinstance(what, AudienceView):
        return what.audience is None
    return not isinstance(what, UNTRANSFERABLE)


def _find_game(catalogue: Catalogue, key: str) -> AnyGame:
    return catalogue()[key]
