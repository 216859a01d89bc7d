"""All moves of players.

Most answers are plans: several small orders, put together and sent as one. An order names cells, cities and departments
by their ids, so its meaning does not depend on the other options.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bot.engine.records import Move
from bot.games.carnegie.components import Project, Region, Row

How: TypeAlias = Literal["normal", "bonus", "flat"]
"""How an activation is paid: as printed; or through Payroll Management for more, or for less."""


class TakeReserve(Move, kind="take reserve"):
    """Take a department tile of the display as the own reserve."""

    department: str


class BuildIn(Move, kind="build in"):
    """Put the disk on this space of a city."""

    city: str
    space: int


class PlayTile(Move, kind="play tile"):
    """Discard the Action Selection tile to use departments of another row."""

    row: Row


class WaitForTurn(Move, kind="wait for turn"):
    """Use nothing before one's turn comes, in which the Action Selection tile can be discarded."""


class UseDepartment(Move, kind="use department"):
    """Use an active worker of a department in one of its ways."""

    cell: str
    use: int = 0
    region: Region | None = None
    """Of the mission, or whose projects are counted."""
    count: int = 0
    """How many are turned in; or for how many projects the first of two things is taken."""


class StartBuilding(Move, kind="start building"):
    """Use an active worker to build a project; where follows."""

    cell: str
    use: int = 0
    project: Project


class ChooseDepartment(Move, kind="choose department"):
    """Use an active worker to place this department; where follows."""

    cell: str
    use: int = 0
    department: str


class PlaceOn(Move, kind="place on"):
    """Place the chosen department here."""

    cell: str


class FollowOnto(Move, kind="follow onto"):
    """Move a worker onto the department that was just placed, or nobody."""

    start: str | None = None
    standing: bool = False


class DonateOnTopOf(Move, kind="donate on top of"):
    """Send a worker on a mission and put a disk on top of another player's donation."""

    cell: str
    use: int = 0
    region: Region
    donation: str


class PickUp(Move, kind="pick up"):
    """Pick up a worker to move it."""

    cell: str
    standing: bool = False


class PutDown(Move, kind="put down"):
    """Put the worker down in this cell, lying; more of those who lie where it was may follow it."""

    cell: str
    count: int = 1
    """How many go there, the one in the hand included."""


class TabStep(Move, kind="tab step"):
    """Slide a project tab one step."""

    project: Project


class TrackStep(Move, kind="track step"):
    """Move one box on a transport track."""

    region: Region


class TakeBack(Move, kind="take back"):
    """Take this number of workers back from the mission area."""

    count: int


class TakeBox(Move, kind="take box"):
    """Take the transport income of this box."""

    box: int


class TakeGains(Move, kind="take gains"):
    """Which of two things each uncovered slot pays that offers two, in the order of the tabs."""

    which: tuple[int, ...]


class ToNewLobby(Move, kind="to new lobby"):
    """The number of arriving workers that go to the new lobby; the others go to the printed one."""

    count: int


class StandUp(Move, kind="stand up"):
    """Activate a worker on the cheapest empty workplace of a department."""

    cell: str
    how: How = "normal"


AnyOrder: TypeAlias = Annotated[
    TakeReserve
    | BuildIn
    | PlayTile
    | WaitForTurn
    | UseDepartment
    | StartBuilding
    | ChooseDepartment
    | PlaceOn
    | FollowOnto
    | DonateOnTopOf
    | PickUp
    | PutDown
    | TabStep
    | TrackStep
    | TakeBack
    | TakeBox
    | TakeGains
    | ToNewLobby
    | StandUp,
    Field(discriminator="kind"),
]


class Plan(Move, kind="plan"):
    """Several orders, one after the other; none: nothing is done."""

    orders: tuple[AnyOrder, ...] = ()


class PickRow(Move, kind="pick row"):
    """Pick a row of the timeline."""

    row: Row


class Donate(Move, kind="donate"):
    """Donate on a space of the chart; None: not this time."""

    donation: str | None = None


class Buy(Move, kind="buy"):
    """A purchase on one line of A New Beginning, or the bid for going first."""

    line: Literal["cubes", "lobby", "vp", "moves", "bid"]
    amount: int


class BeginAnew(Move, kind="begin anew"):
    """All that is bought before the game, and the bid for going first."""

    bought: tuple[Buy, ...]


AnyMove: TypeAlias = Annotated[Plan | PickRow | Donate | BeginAnew, Field(discriminator="kind")]
