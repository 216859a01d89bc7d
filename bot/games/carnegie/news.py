"""All news of the game.

News contain the names and numbers they speak of, so they can be read without a box, even years later.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bot.engine.records import News, Record, Seat
from bot.engine.secrecy import Open
from bot.engine.table import TableNews
from bot.games.carnegie.components import Gain, Project, Region, Row


class GameOpened(News, kind="game opened"):
    """The table is laid."""

    first: Seat
    departments: int
    """How many tiles are on display."""
    neutral: int


class BoughtBefore(News, kind="bought before"):
    """What a seat has bought before the game, and its bid."""

    seat: Seat
    cubes: int
    lobby: int
    vp: int
    moves: int
    bid: int
    money: int
    """Money left."""


class BeginsTheGame(News, kind="begins the game"):
    """Who goes first after the bids."""

    seat: Seat
    bid: int


class Founded(News, kind="founded"):
    """A seat has its first project and its reserve."""

    seat: Seat
    city: str
    department: str


class RoundBegan(News, kind="round began"):
    """A round begins."""

    round: int
    first: Seat
    points: dict[Seat, int]
    """Of everybody so far, Andrew among them."""


class RowPicked(News, kind="row picked"):
    """Which departments are used, and what the timeline brings."""

    headline: ClassVar[bool] = True
    lasts: ClassVar[bool] = True
    seat: Seat | None
    """None: Andrew."""
    row: Row
    event_row: Row
    region: Region | None
    donation: bool


class IncomeTaken(News, kind="income taken"):
    """A seat has taken workers back, and what it was paid."""

    seat: Seat
    region: Region
    back: int
    gain: Gain


class RailIncome(News, kind="rail income"):
    """Building in a rail town has paid."""

    seat: Seat
    city: str
    gain: Gain


class CubesSold(News, kind="cubes sold"):
    """Cubes were sold because dollars were missing, or before the last scoring."""

    seat: Seat
    cubes: int
    money: int


class NothingToUse(News, kind="nothing to use"):
    """Which seats are not asked for the row in use, because they can do nothing with it."""

    is_later: ClassVar[bool] = True
    row: Row
    nobody: list[Seat]
    """Those with no active worker there."""
    unable: list[Seat]
    """Those with active workers for whom nothing can be done there."""

    def list_targets(self) -> Collection[Seat]:
        """Those for whom the picked row brings nothing."""
        return (*self.nobody, *self.unable)


class Donated(News, kind="donated"):
    """A seat has donated; None: Andrew."""

    later_fields: ClassVar[frozenset[str]] = frozenset({"name"})
    seat: Seat | None
    donation: str
    name: str = ""
    """The donation in words; empty in news of an older version, which were of the built-in box."""
    price: int
    on_top: bool = False


class CannotDonate(News, kind="cannot donate"):
    """A seat is passed over at a donation event."""

    is_later: ClassVar[bool] = True
    seat: Seat
    price: int
    why: Literal["money", "disks", "spaces"]
    """What is short: money for the price, own disks, or empty spaces."""

    def list_concerned_seats(self) -> Collection[Seat]:
        """Return the seat that is passed over."""
        return (self.seat,)


class TilePlayed(News, kind="tile played"):
    """A seat uses departments of another row."""

    seat: Seat
    row: Row


class WaitsForTurn(News, kind="waits for turn"):
    """A seat that could use departments at once waits for its turn, to be able to discard its tile."""

    seat: Seat


class DepartmentUsed(News, kind="department used"):
    """What one use of a department has cost and given."""

    seat: Seat
    department: str
    region: Region | None
    """Where the worker was sent; None: it stays."""
    paid: Gain
    gain: Gain


class WorkersMoved(News, kind="workers moved"):
    """Which workers a seat has moved within its company."""

    later_fields: ClassVar[frozenset[str]] = frozenset({"places"})
    seat: Seat
    moves: list[tuple[str, str]]
    """From which cell to which."""
    places: list[tuple[str, str]] = []
    """The same by name; empty in news of an older version."""


class DepartmentPlaced(News, kind="department placed"):
    """A department was placed; None: Andrew took it."""

    seat: Seat | None
    department: str
    cell: str = ""
    cubes: int = 0


class ProjectBuilt(News, kind="project built"):
    """A project was built; None: Andrew's."""

    seat: Seat | None
    project: Project | None
    city: str
    cubes: int = 0
    money: int = 0
    vp: int = 0
    mission: bool = False


class TabMoved(News, kind="tab moved"):
    """A project tab was slid to the right."""

    seat: Seat
    project: Project
    steps: int


class TrackMoved(News, kind="track moved"):
    """A disk moved on a transport track; None: Andrew's."""

    seat: Seat | None
    region: Region
    box: int
    bonus: Gain | None = None


class StoodUp(News, kind="stood up"):
    """Which workers a seat has activated, by department, and what it paid."""

    seat: Seat
    departments: list[str]
    paid: int
    vp: int = 0


class AndrewTurned(News, kind="andrew turned"):
    """Andrew's card of this round."""

    reveals: ClassVar[bool] = True
    card: str


class AndrewShifted(News, kind="andrew shifted"):
    """Andrew's card is moved to the right, because he could not do something, or for his Human Resources."""

    columns: int
    vp: int
    """What the card is worth now."""
    why: str


class Score(Record):
    """What a seat has, part by part."""

    seat: Open[Seat]
    """-1: Andrew."""
    track: Open[int] = 0
    tile: Open[int] = 0
    workers: Open[int] = 0
    departments: Open[int] = 0
    tabs: Open[int] = 0
    links: Open[int] = 0
    projects: Open[int] = 0
    donations: Open[int] = 0
    expansions: Open[int] = 0
    place: Open[int] = 0

    @property
    def total(self) -> int:
        """All together."""
        return (
            self.track
            + self.tile
            + self.workers
            + self.departments
            + self.tabs
            + self.links
            + self.projects
            + self.donations
            + self.expansions
        )


class GameScored(News, kind="game scored"):
    """The game is over."""

    verdict: ClassVar[bool] = True
    scores: list[Score]

    def list_concerned_seats(self) -> Collection[Seat]:
        """Everybody."""
        return [score.seat for score in self.scores if score.seat > 0]


AnyNews = Annotated[
    TableNews
    | GameOpened
    | BoughtBefore
    | BeginsTheGame
    | Founded
    | RoundBegan
    | RowPicked
    | IncomeTaken
    | RailIncome
    | CubesSold
    | NothingToUse
    | Donated
    | CannotDonate
    | TilePlayed
    | WaitsForTurn
    | DepartmentUsed
    | WorkersMoved
    | DepartmentPlaced
    | ProjectBuilt
    | TabMoved
    | TrackMoved
    | StoodUp
    | AndrewTurned
    | AndrewShifted
    | GameScored,
    Field(discriminator="kind"),
]
