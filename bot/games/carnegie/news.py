"""Everything that can be told.

News carry the names and numbers they speak of, so they can be read without a box, even years later.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bot.engine.records import News, Record, Seat
from bot.engine.secrecy import Open
from bot.engine.table import TableNews
from bot.games.carnegie.components import Gain, Project, Region, Row


class GameOpened(News):
    """The table is laid."""

    kind: Literal["game opened"] = "game opened"
    first: Seat
    departments: int
    """How many tiles are on display."""
    neutral: int


class BoughtBefore(News):
    """What a seat has bought before the game, and its bid."""

    kind: Literal["bought before"] = "bought before"
    seat: Seat
    cubes: int
    lobby: int
    vp: int
    moves: int
    bid: int
    money: int
    """What is left."""


class BeginsTheGame(News):
    """Who goes first after the bids."""

    kind: Literal["begins the game"] = "begins the game"
    seat: Seat
    bid: int


class Founded(News):
    """A seat has its first project and its reserve."""

    kind: Literal["founded"] = "founded"
    seat: Seat
    city: str
    department: str


class RoundBegan(News):
    """A round begins."""

    kind: Literal["round began"] = "round began"
    round: int
    first: Seat
    points: dict[Seat, int]
    """Of everybody so far, Andrew among them."""


class RowPicked(News):
    """Which departments are used, and what the timeline brings."""

    kind: Literal["row picked"] = "row picked"
    headline: ClassVar[bool] = True
    seat: Seat | None
    """None: Andrew."""
    row: Row
    event_row: Row
    region: Region | None
    donation: bool


class IncomeTaken(News):
    """A seat has taken workers back, and what it was paid."""

    kind: Literal["income taken"] = "income taken"
    seat: Seat
    region: Region
    back: int
    gain: Gain


class RailIncome(News):
    """Building in a rail town has paid."""

    kind: Literal["rail income"] = "rail income"
    seat: Seat
    city: str
    gain: Gain


class CubesSold(News):
    """Cubes were sold because dollars were missing, or before the last scoring."""

    kind: Literal["cubes sold"] = "cubes sold"
    seat: Seat
    cubes: int
    money: int


class Donated(News):
    """A seat has donated; None: Andrew."""

    kind: Literal["donated"] = "donated"
    seat: Seat | None
    donation: str
    price: int
    on_top: bool = False


class TilePlayed(News):
    """A seat uses departments of another row."""

    kind: Literal["tile played"] = "tile played"
    seat: Seat
    row: Row


class DepartmentUsed(News):
    """What one use of a department has cost and given."""

    kind: Literal["department used"] = "department used"
    seat: Seat
    department: str
    region: Region | None
    """Where the worker was sent; None: it stays."""
    paid: Gain
    gain: Gain


class WorkersMoved(News):
    """Which workers a seat has moved within its company."""

    kind: Literal["workers moved"] = "workers moved"
    seat: Seat
    moves: list[tuple[str, str]]


class DepartmentPlaced(News):
    """A department was placed; None: Andrew took it."""

    kind: Literal["department placed"] = "department placed"
    seat: Seat | None
    department: str
    cell: str = ""
    cubes: int = 0


class ProjectBuilt(News):
    """A project was built; None: Andrew's."""

    kind: Literal["project built"] = "project built"
    seat: Seat | None
    project: Project | None
    city: str
    cubes: int = 0
    money: int = 0
    vp: int = 0
    mission: bool = False


class TabMoved(News):
    """A project tab was slid to the right."""

    kind: Literal["tab moved"] = "tab moved"
    seat: Seat
    project: Project
    steps: int


class TrackMoved(News):
    """A disk moved on a transport track; None: Andrew's."""

    kind: Literal["track moved"] = "track moved"
    seat: Seat | None
    region: Region
    box: int
    bonus: Gain | None = None


class StoodUp(News):
    """Which workers a seat has activated, by department, and what it paid."""

    kind: Literal["stood up"] = "stood up"
    seat: Seat
    departments: list[str]
    paid: int
    vp: int = 0


class AndrewTurned(News):
    """Andrew's card of this round."""

    kind: Literal["andrew turned"] = "andrew turned"
    reveals: ClassVar[bool] = True
    card: str


class AndrewShifted(News):
    """Andrew's card is moved to the right, because he could not do something, or for his Human Resources."""

    kind: Literal["andrew shifted"] = "andrew shifted"
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


class GameScored(News):
    """The game is over."""

    kind: Literal["game scored"] = "game scored"
    verdict: ClassVar[bool] = True
    scores: list[Score]

    def concerns(self) -> Collection[Seat]:
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
    | Donated
    | TilePlayed
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
