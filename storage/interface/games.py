"""Games and their seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from storage.interface.leagues import LeagueGame
from storage.interface.questions import OpenQuestion

GameStatus: TypeAlias = Literal["open", "running", "finished", "abandoned"]
Loss: TypeAlias = Literal["server", "channel"]


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game, from lobby to archive."""

    game_id: int
    title: str
    """The game's key, e.g. "goodwill"."""
    status: GameStatus
    guild_id: int
    channel_id: int
    """Where the table's messages are posted: a channel, or the thread made for it."""
    opened_by: int
    seats_wanted: int
    options: str
    version: int
    """Version of the saved table."""
    revision: int
    """Revision of the newest entry; 0 while the lobby is open."""
    box: str
    """Digest of the box the game is played with; see `GameRows.get_box`."""
    opened_at: str
    """Shifted by outages until the game begins, so that nobody loses time to join."""
    finished_at: str | None = None
    pact: str = "{}"
    """The table's settings beside the rules, as JSON, such as its pace."""
    paused_at: str | None = None
    """Time at which the clocks were stopped."""
    confirm_until: str | None = None
    """Deadline for the players of a full table to confirm that they are present."""
    lost: Loss | None = None
    """Which part of the table's location is unreachable, if any."""
    lost_at: str | None = None
    """Time since which it is unreachable."""
    lost_stopped: bool = False
    """Whether the loss stopped the clocks; otherwise the table had paused before."""
    seed: str | None = field(default=None, repr=False)
    """Secret from which the game will be dealt; None if none is drawn yet, or the game has begun."""
    called_again: str | None = None
    """The `confirm_until` for which players were called a second time."""
    name: str = ""
    """The name that somebody chose for the table; empty: none."""
    named_by: int | None = None
    """The person who chose its name, with whom it is forgotten."""


@dataclass(frozen=True, slots=True)
class VisibleChannels:
    """Visibility of a server's tables to one user: their own, and those in these channels."""

    user_id: int
    channels: Collection[int]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat and its occupant; in the lobby, `seat` is the order of joining."""

    seat: int
    user_id: int | None
    """None for a bot."""
    name: str
    conceded: bool = False
    misses: int = 0
    """Consecutive answers that missed the deadline."""
    extensions: int = 0
    """Number of extensions this seat has taken."""
    away: bool = False
    """Whether a bot plays the seat until its player returns."""
    here_at: str | None = None
    """Time of the last confirmation, before the start, that they are present and agree to the table's settings."""
    added: str = ""
    """Their contribution to the randomness of the deal, given with the confirmation; empty for none, and deleted at the
    start."""
    real_name: str | None = None
    """The player's own name while `name` is an alias; None: `name` is no secret.

    Of an erased person at a table that never reveals its players, it is the alias, and `user_id` is None.
    """

    @property
    def own_name(self) -> str:
        """The player's own name, for messages to themselves and for lists that only they read."""
        return self.name if self.real_name is None else self.real_name

    def reveal(self) -> SeatRow:
        """Return the row with its player's own name for everybody."""
        return replace(self, name=self.own_name, real_name=None)

    @property
    def is_free(self) -> bool:
        """Whether this is a vacant seat at a running table that anybody may take."""
        return self.is_left and not self.conceded

    @property
    def is_left(self) -> bool:
        """Whether the player has left this seat and nobody has replaced them."""
        return self.user_id is None and self.away


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A loaded game: its row, its seats, its newest table, and the number of moves of each seat."""

    game: GameRow
    seats: Sequence[SeatRow]
    state: str | None
    entry_counts: Mapping[int, int]
    """Seat -> number of log entries it made; part of a question's etag."""
    asks: Sequence[OpenQuestion]
    moved: Collection[int] = frozenset()
    """Seats with at least one move made in person; automatic answers do not count."""
    orders: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """Seat -> its standing orders as JSON, oldest first."""
    salt: str | None = field(default=None, repr=False)
    """Secret to be mixed into the randomness before the next move."""
    league: LeagueGame | None = None
    """The season it belongs to; None for a table outside of leagues."""


@dataclass(frozen=True, slots=True)
class LeftSeat:
    """A seat of a running game that its player has left."""

    seat: int
    extensions: int
    """Number of extensions they have taken there."""
