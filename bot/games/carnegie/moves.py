"""Everything a player can choose.

Most answers are plans: several small orders, put together and sent as one. An order names cells, cities and departments
by their ids, so that it means the same whatever else is on offer.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bot.engine.records import Move
from bot.games.carnegie.components import Project, Region, Row

How: TypeAlias = Literal["normal", "bonus", "flat"]
"""How an activation is paid: as printed; or through Payroll Management for more, or for less."""


class TakeReserve(Move):
    """Take a department tile of the display as the own reserve."""

    kind: Literal["take reserve"] = "take reserve"
    department: str


class BuildIn(Move):
    """Put the disk on this space of a city."""

    kind: Literal["build in"] = "build in"
    city: str
    space: int


class PlayTile(Move):
    """Discard the Action Selection tile to use departments of another row."""

    kind: Literal["play tile"] = "play tile"
    row: Row


class UseDepartment(Move):
    """Use an active worker of a department in one of its ways."""

    kind: Literal["use department"] = "use department"
    cell: str
    use: int = 0
    region: Region | None = None
    """Of the mission, or whose projects are counted."""
    count: int = 0
    """How many are turned in; or for how many projects the first of two things is taken."""


class StartBuilding(Move):
    """Use an active worker to build a project; where follows."""

    kind: Literal["start building"] = "start building"
    cell: str
    use: int = 0
    project: Project


class ChooseDepartment(Move):
    """Use an active worker to place this department; where follows."""

    kind: Literal["choose department"] = "choose department"
    cell: str
    use: int = 0
    department: str


class PlaceOn(Move):
    """Place the chosen department here."""

    kind: Literal["place on"] = "place on"
    cell: str


class FollowOnto(Move):
    """Move a worker onto the department that was just placed, or nobody."""

    kind: Literal["follow onto"] = "follow onto"
    start: str | None = None
    standing: bool = False


class DonateOnTopOf(Move):
    """Send a worker on a mission and put a disk on top of another player's donation."""

    kind: Literal["donate on top of"] = "donate on top of"
    cell: str
    use: int = 0
    region: Region
    donation: str


class PickUp(Move):
    """Pick up a worker to move it."""

    kind: Literal["pick up"] = "pick up"
    cell: str
    standing: bool = False


class PutDown(Move):
    """Put the worker down in this cell, lying; more of those who lie where it was may follow it."""

    kind: Literal["put down"] = "put down"
    cell: str
    count: int = 1
    """How many go there, the one in the hand included."""


class TabStep(Move):
    """Slide a project tab one step."""

    kind: Literal["tab step"] = "tab step"
    project: Project


class TrackStep(Move):
    """Move one box on a transport track."""

    kind: Literal["track step"] = "track step"
    region: Region


class TakeBack(Move):
    """Take so many workers back from the mission area."""

    kind: Literal["take back"] = "take back"
    count: int


class TakeBox(Move):
    """Take the transport income of this box."""

    kind: Literal["take box"] = "take box"
    box: int


class TakeGains(Move):
    """Which of two things each uncovered slot pays that offers two, in the order of the tabs."""

    kind: Literal["take gains"] = "take gains"
    which: tuple[int, ...]


class ToNewLobby(Move):
    """So many of those who come go to the new lobby, the others to the printed one."""

    kind: Literal["to new lobby"] = "to new lobby"
    count: int


class StandUp(Move):
    """Activate a worker on the cheapest empty workplace of a department."""

    kind: Literal["stand up"] = "stand up"
    cell: str
    how: How = "normal"


AnyOrder: TypeAlias = Annotated[
    TakeReserve
    | BuildIn
    | PlayTile
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


class Plan(Move):
    """Several orders, one after the other; none: nothing is done."""

    kind: Literal["plan"] = "plan"
    orders: tuple[AnyOrder, ...] = ()


class PickRow(Move):
    """Pick a row of the timeline."""

    kind: Literal["pick row"] = "pick row"
    row: Row


class Donate(Move):
    """Donate on a space of the chart; None: not this time."""

    kind: Literal["donate"] = "donate"
    donation: str | None = None


class Buy(Move):
    """What is bought on one line of A New Beginning, or bid for going first."""

    kind: Literal["buy"] = "buy"
    line: Literal["cubes", "lobby", "vp", "moves", "bid"]
    amount: int


class BeginAnew(Move):
    """All that is bought before the game, and the bid for going first."""

    kind: Literal["begin anew"] = "begin anew"
    bought: tuple[Buy, ...]


AnyMove: TypeAlias = Annotated[Plan | PickRow | Donate | BeginAnew, Field(discriminator="kind")]
