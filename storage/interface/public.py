"""Tables, lobbies and leagues that organisers have made public on the web."""

from __future__ import annotations

from dataclasses import dataclass

from storage.interface.games import GameStatus
from storage.interface.leagues import SeasonStatus


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table that has begun and that the organisers have made public on the web."""

    game_id: int
    title: str
    """Key of its game."""
    status: GameStatus
    guild_id: int
    channel_id: int
    within: int | None
    """Parent channel of its thread; None if it is no thread, or the parent is not recorded."""
    league_id: int | None
    """The league it belongs to; None for a table outside of leagues."""
    name: str = ""
    """The name that somebody chose for it; empty: none."""


@dataclass(frozen=True, slots=True)
class PublicLeague:
    """A league that organisers let everybody look at on the web, with its newest season that is no draft."""

    league_id: int
    name: str
    guild_id: int
    channel_id: int
    season_id: int
    number: int
    """The season's, in its league."""
    status: SeasonStatus
    within: int | None = None
    """As of a `PublicTable`; a league's channel may be a post of a forum."""


@dataclass(frozen=True, slots=True)
class PublicLobby:
    """A lobby that waits for players and that the organisers have made public on the web."""

    game_id: int
    title: str
    """Key of its game."""
    guild_id: int
    channel_id: int
    within: int | None
    """As in `PublicTable`."""
    seats_wanted: int
    taken: int
    """Number of taken seats."""
    name: str = ""
    """As in `PublicTable`."""
