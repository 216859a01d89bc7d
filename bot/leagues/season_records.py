"""Records of a season's state: its entrants, tables, rounds, protests and offers of seats.

`bot.leagues.season` changes them while it folds the log.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.leagues.log_entries import PassedOnFor, Strength
from bot.leagues.scoring import EntrantNumber

Status: TypeAlias = Literal["plays", "withdrawn", "disqualified"]
Fate: TypeAlias = Literal["planned", "running", "finished", "adjudicated", "void"]


@dataclass(slots=True)
class Entrant:
    """An entrant of a season."""

    number: EntrantNumber
    ticket: str
    cap: int | None
    helper: bool
    adds: bool = True
    """Whether their contribution to the draw came after its commitment was published."""
    division: int | None = None
    """None: not drawn yet."""
    group: int | None = None
    """In a season of groups: the group they were drawn into."""
    status: Status = "plays"
    struck: bool = False
    """Whether they also come last at the tables they finished."""
    cards: int = 0
    left: set[int] = field(default_factory=set)
    """Tables for which they have a card because they left."""
    penalty: int = 0
    helped: int = 0
    """Number of players they have substituted for."""
    placed: int | None = None
    """Division a steward placed them in, regardless of the draw; None: no placement."""
    asks_out: bool = False
    """Whether they asked their team to be replaced."""
    strength: Strength | None = None
    """In a ladder: the rating they begin with; None: newcomers."""


@dataclass(slots=True)
class LeagueTable:
    """A table of the season."""

    number: int
    division: int
    round: int
    seats: list[EntrantNumber]
    """Its entrants in the order of the draw, which need not be that of their seats; see `list_drawn_seats`."""
    game: int = 0
    """Index of the season's game that is played; 0 is the first."""
    game_id: int | None = None
    fate: Fate = "planned"
    places: dict[EntrantNumber, int] = field(default_factory=dict)
    scores: dict[EntrantNumber, int] = field(default_factory=dict)
    absent: set[EntrantNumber] = field(default_factory=set)
    """Entrants absent before it began; they are last and not rated."""
    gone: set[EntrantNumber] = field(default_factory=set)
    """Entrants who conceded, left or were replaced."""
    held: set[EntrantNumber] = field(default_factory=set)
    """Entrants whose seat a bot held to the end; they are last and not rated."""
    played_on: set[EntrantNumber] = field(default_factory=set)
    """Substitutes who have played there, and so have seen a hand."""
    as_written: bool = False
    """Whether a steward set its places."""
    decided_at: int = 0
    """Line number of the result, which a correction does not change."""

    def list_drawn_seats(self) -> dict[int, EntrantNumber]:
        """Return the drawn entrant of each seat; an anonymous table draws its seats again when its game begins."""
        return dict(enumerate(self.seats, 1))

    @property
    def away(self) -> set[EntrantNumber]:
        """Entrants ranked below all who stayed; empty when a steward sets the order."""
        return set() if self.as_written else self.gone | self.absent | self.held

    @property
    def finishers(self) -> set[EntrantNumber]:
        """Entrants who played it to its end, in their own seats."""
        return set(self.seats) - self.gone - self.absent - self.held

    @property
    def is_open(self) -> bool:
        """Whether its result is pending."""
        return self.fate in {"planned", "running"}

    @property
    def counts(self) -> bool:
        """Whether it gives points."""
        return self.fate in {"finished", "adjudicated"}


@dataclass(slots=True)
class Protest:
    """A contested result, keyed by its line number."""

    line: int
    table: int
    entrant: EntrantNumber
    upheld: bool | None = None
    """None: no ruling yet."""


@dataclass(slots=True)
class SeatOffer:
    """An offer of an empty seat at a running table, keyed by its line number."""

    line: int
    table: int
    left: EntrantNumber
    """Owner of the seat."""
    entrant: EntrantNumber
    until: str
    fate: Literal["open", "accepted"] | PassedOnFor = "open"

    def is_for(self, table: int, left: EntrantNumber) -> bool:
        """Whether the offer is for this seat."""
        return (self.table, self.left) == (table, left)


@dataclass(slots=True)
class Round:
    """The tables of one draw."""

    number: int
    seed: str
    divisions: dict[int, tuple[EntrantNumber, ...]]
    byes: tuple[EntrantNumber, ...]
    drawn_at: int
    """Line number of the draw."""
    teams: dict[int, tuple[EntrantNumber, ...]] = field(default_factory=dict)
    """Team members at that time; points from this round belong to the team."""
