"""Components as they are stored: players, the map and the timeline."""

from __future__ import annotations

from bot.engine.records import Card, Record
from bot.engine.secrecy import FaceDown, Open, OpenByChance
from bot.games.carnegie.components import REGIONS, Owner, Project, Region, Side


class Cell(Record):
    """A cell of a company with its department and workers."""

    department: Open[str | None] = None
    """A department's id, or the lobby; None: free."""
    lying: Open[int] = 0
    standing: Open[list[int]] = []
    """The workplaces on which a worker stands, by number."""
    since: Open[int] = 0
    """The round in which a worker was last activated here."""

    @property
    def workers(self) -> int:
        """How many are here."""
        return self.lying + len(self.standing)


class ProjectTab(Record):
    """A project tab with its position and the state of the disks in its slots."""

    steps: Open[int] = 0
    disks: Open[list[bool]] = [False] * 4
    """Where a disk waits."""
    built: Open[list[bool]] = [False] * 4
    """Which slots are uncovered."""


class Disk(Card):
    """A disk on the map; with the tab it came from."""

    owner: Open[Owner]
    project: Open[Project | None] = None


class Player(Record):
    """Everything of a player."""

    money: Open[int]
    cubes: Open[int]
    vp: Open[int] = 0
    supply: Open[int]
    """Workers not hired yet."""
    disks: Open[int]
    """In the supply."""
    company: Open[dict[str, Cell]]
    missions: Open[dict[Region, int]] = dict.fromkeys(REGIONS, 0)
    tracks: Open[dict[Region, int]] = dict.fromkeys(REGIONS, 0)
    tabs: Open[dict[Project, ProjectTab]]
    sides: Open[dict[Project, Side]]
    reserve: Open[str | None] = None
    """The tile that is placed first."""
    placed: Open[list[str]] = []
    """The departments that were placed, in order."""
    tile: OpenByChance[bool] = False
    """Whether there is an unused Action Selection tile."""
    activated: Open[int] = 0
    """In which round this player last said whom they activate."""
    setup_moves: Open[int]
    history: Open[list[int]] = []
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

    tile: OpenByChance[int]
    back: OpenByChance[bool]
    done: Open[int] = 0


class Andrew(Record):
    """The opponent of a single player."""

    deck: FaceDown[list[str]]
    """The cards to come, the next one last."""
    card: Open[str | None] = None
    column: Open[int] = 0
    cards: Open[list[tuple[str, int]]] = []
    """Those of earlier rounds, with how far each was moved."""
    tracks: Open[dict[Region, int]] = dict.fromkeys(REGIONS, 0)
    bonuses: Open[list[Region]] = []
    """Which end boxes he holds."""
    tiles: Open[list[str]] = []
    history: Open[list[int]] = []
    """What he had after each round."""
