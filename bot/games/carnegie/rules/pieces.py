"""Components: what lies before a player, on the map and on the timeline, as it is saved."""

from __future__ import annotations

from bot.engine.records import Record
from bot.games.carnegie.components import REGIONS, Gain, Owner, Project, Region, Row, Side
from bot.games.carnegie.moves import ChooseDepartment, PickUp, StartBuilding


class Cell(Record):
    """A cell of a company: what is there, and who."""

    department: str | None = None
    """A department's id, or the lobby; None: free."""
    lying: int = 0
    standing: list[int] = []
    """The workplaces on which a worker stands, by number."""
    since: int = 0
    """The round in which a worker was last activated here."""

    @property
    def workers(self) -> int:
        """How many are here."""
        return self.lying + len(self.standing)


class ProjectTab(Record):
    """A project tab: how far it is out, and what became of the disks in its slots."""

    steps: int = 0
    disks: list[bool] = [False] * 4
    """Where a disk waits."""
    built: list[bool] = [False] * 4
    """Which slots are uncovered."""


class Disk(Record):
    """A disk on the map; with the tab it came from."""

    owner: Owner
    project: Project | None = None


class Transport(Record):
    """A transport income of which the box is still to be chosen, and for how many workers."""

    region: Region
    times: int
    city: str = ""
    """Where it was built, if that pays it."""


class Work(Record):
    """What a seat that is putting a plan together has begun and not ended; only while it does."""

    row: Row | None = None
    """Of the departments that are used; None: only what was gained is spent."""
    may_switch: bool = False
    """Whether the Action Selection tile may be played."""
    left: dict[str, int] = {}
    """How many workers of each department can still be used."""
    at: str | None = None
    """The department that is being used: another one ends it."""
    moves: int = 0
    puts: int = 0
    """How many workers may be put anywhere."""
    diagonal: bool = False
    moved: list[tuple[str, str]] = []
    stood: list[str] = []
    stood_paid: int = 0
    stood_vp: int = 0
    stands: bool = False
    """Whether workers may be activated."""
    development: int = 0
    later: bool = False
    """Whether development points are spent in a step of their own."""
    arrivals: int = 0
    """Workers who come, and may choose between two lobbies."""
    transport: Transport | None = None
    slots: bool = False
    """Whether the tabs still pay."""
    event: Region | None = None
    """Where workers may be taken back."""
    back: int = 0
    gain: Gain = Gain()
    founding: bool = False
    reserve: bool = False
    """Whether a reserve is to be taken."""
    held: PickUp | None = None
    project: StartBuilding | None = None
    placing: ChooseDepartment | None = None
    placed: str | None = None
    """The cell of the department that was just placed, onto which a worker may move."""


class Player(Record):
    """Everything of a player."""

    money: int
    cubes: int
    vp: int = 0
    supply: int
    """Workers not hired yet."""
    disks: int
    """In the supply."""
    company: dict[str, Cell]
    missions: dict[Region, int] = dict.fromkeys(REGIONS, 0)
    tracks: dict[Region, int] = dict.fromkeys(REGIONS, 0)
    tabs: dict[Project, ProjectTab]
    sides: dict[Project, Side]
    reserve: str | None = None
    """The tile that is placed first."""
    placed: list[str] = []
    """The departments that were placed, in order."""
    tile: bool = False
    """Whether there is an unused Action Selection tile."""
    activated: int = 0
    """In which round this player last said whom they activate."""
    setup_moves: int
    work: Work | None = None
    history: list[int] = []
    """What the game was worth after each round."""

    @property
    def active(self) -> int:
        """How many workers stand in the company."""
        return sum(len(cell.standing) for cell in self.company.values())

    @property
    def worth_in_dollars(self) -> int:
        """What could be paid, were all cubes sold."""
        return self.money + self.cubes


class TimelineRow(Record):
    """A row of the timeline: its tile, and how many spaces are done."""

    tile: int
    back: bool
    done: int = 0


class Andrew(Record):
    """The opponent of a single player."""

    deck: list[str]
    """The cards to come, the next one last."""
    card: str | None = None
    column: int = 0
    cards: list[tuple[str, int]] = []
    """Those of earlier rounds, with how far each was moved."""
    tracks: dict[Region, int] = dict.fromkeys(REGIONS, 0)
    bonuses: list[Region] = []
    """Which end boxes he holds."""
    tiles: list[str] = []
    history: list[int] = []
    """What he had after each round."""
