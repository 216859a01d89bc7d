"""The components: map, company boards, departments, tabs, donations, timeline, and Andrew's cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from bot.engine.records import Card, Seat
from bot.engine.table import Box
from bot.engine.thinking import Lead, Thinking
from bot.games.carnegie.components.weighs import Weighs

Row: TypeAlias = Literal["hr", "management", "construction", "rd"]
"""A row of the timeline, and the kind of department that is used when it is picked."""
Region: TypeAlias = Literal["west", "midwest", "east", "south"]
Project: TypeAlias = Literal["housing", "commerce", "industry", "public infrastructure"]
Side: TypeAlias = Literal["a", "b"]
SIDES: Final[tuple[Side, ...]] = ("a", "b")

ROWS: Final[tuple[Row, ...]] = ("hr", "management", "construction", "rd")
REGIONS: Final[tuple[Region, ...]] = ("west", "midwest", "east", "south")
PROJECTS: Final[tuple[Project, ...]] = ("housing", "commerce", "industry", "public infrastructure")
LEVELS: Final = ("cart", "stagecoach", "railroad")
"""Rising."""
COLUMNS: Final = "abcd"
FLOORS: Final = "1234"
CELLS: Final = tuple(f"{column}{floor}" for floor in FLOORS for column in COLUMNS)
"""The cells of a company, the ground floor first."""
LOBBY: Final = "lobby"
END_BOX: Final = 4
MAP_SIZE: Final = (1080, 1000)
PLAYERS: Final = range(1, 5)


class Gain(Card):
    """A gain or a payment."""

    money: int = Field(default=0, ge=0)
    cubes: int = Field(default=0, ge=0)
    vp: int = Field(default=0, ge=0)
    development: int = Field(default=0, ge=0)
    """Development points: they are spent at once, and the rest is lost."""
    workers: int = Field(default=0, ge=0)
    """New workers, from the supply to the lobby."""
    moves: int = Field(default=0, ge=0)

    def times(self, count: int) -> Gain:
        """Return this gain multiplied by a number."""
        return Gain(**{name: count * amount for name, amount in self.model_dump().items()})

    def plus(self, other: Gain) -> Gain:
        """Return both together."""
        return Gain(**{name: amount + getattr(other, name) for name, amount in self.model_dump().items()})

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing in it."""
        return not any(self.model_dump().values())


# What one use of a department is


class Earn(Card, kind="earn"):
    """Gain something; with a mission, the worker goes to any mission area."""

    mission: bool = False
    gain: Gain


class PerTwoActive(Card, kind="per two active"):
    """A mission: VP for every two active workers left in the company, rounded up."""

    vp: int = Field(ge=1)


class Swap(Card, kind="swap"):
    """Turn in up to a number of things, for a gain each."""

    most: int = Field(ge=1, le=9)
    pay: Gain
    gain: Gain


class Place(Card, kind="place"):
    """Place a department; the cubes depend on whether a worker lies or stands on the cell."""

    occupied: int = Field(ge=0)
    empty: int = Field(ge=0)


class Build(Card, kind="build"):
    """Build a project: in the region of the mission, or anywhere without one for more money."""

    anywhere: bool = False
    money: int = Field(default=0, ge=0)


class DonateOnTop(Card, kind="donate on top"):
    """A mission: donate on top of another player's donation."""


class PutWorkers(Card, kind="put workers"):
    """A mission: for each own department of a row, put a worker on any cell."""

    per: Row


class PerDepartment(Card, kind="per department"):
    """A mission: gain something for each own department of a row."""

    per: Row
    gain: Gain


class PerProject(Card, kind="per project"):
    """Choose a region: for each own project there, one of these."""

    gains: tuple[Gain, Gain]


AnyUse = Annotated[
    Earn | PerTwoActive | Swap | Place | Build | DonateOnTop | PutWorkers | PerDepartment | PerProject,
    Field(discriminator="kind"),
]


def is_mission(use: AnyUse) -> bool:
    """Whether the worker goes to a mission area of the owner's choice."""
    match use:
        case Earn():
            return use.mission
        case Build():
            return not use.anywhere
        case PerTwoActive() | DonateOnTop() | PutWorkers() | PerDepartment():
            return True
        case Swap() | Place() | PerProject():
            return False


# What a department does while it is there


class SecondLobby(Card, kind="second lobby"):
    """New and returning workers may come here."""


class Follow(Card, kind="follow"):
    """Whenever a department is placed, a worker may move onto it."""


class CheaperDonations(Card, kind="cheaper donations"):
    """Donations rise in smaller steps."""

    step: int = Field(ge=1)


class CheaperTracks(Card, kind="cheaper tracks"):
    """Steps on transport tracks cost fewer development points, but not fewer than the least."""

    less: int = Field(ge=1)
    least: int = Field(ge=0)


class DiagonalMoves(Card, kind="diagonal moves"):
    """Moves may be diagonal, if it was active when the turn began."""


class Payroll(Card, kind="payroll"):
    """From the next round on a worker can be activated for more money and VP, or for less of both."""

    more: int = Field(ge=1)
    bonus: int = Field(ge=1)
    flat: int = Field(ge=0)
    loss: int = Field(ge=1)


class AnySpace(Card, kind="any space"):
    """Spaces of any type can be built on; VP where the type matches, and in small towns."""

    vp: int = Field(ge=1)


class PerFreeCell(Card, kind="per free cell"):
    """At the end: VP for each free cell."""

    vp: int = Field(ge=1)


class PerProjectInOneRegion(Card, kind="per project in one region"):
    """At the end: VP for each project in one region of choice."""

    vp: int = Field(ge=1)


class ExtraLink(Card, kind="extra link"):
    """At the end: more link points; and VP when there are more of them than the table has."""

    points: int = Field(ge=1)
    vp: int = Field(ge=1)


class Archives(Card, kind="archives"):
    """A lower transport income may be taken, and an end box entered that is taken."""


class WeakestRegion(Card, kind="weakest region"):
    """At the end: VP for each project in the own region with the fewest."""

    vp: int = Field(ge=1)


AnyAbility = Annotated[
    SecondLobby
    | Follow
    | CheaperDonations
    | CheaperTracks
    | DiagonalMoves
    | Payroll
    | AnySpace
    | PerFreeCell
    | PerProjectInOneRegion
    | ExtraLink
    | Archives
    | WeakestRegion,
    Field(discriminator="kind"),
]


class Department(Card):
    """A department, printed on the company board or on a tile."""

    id: str = Field(pattern=r"^[a-z0-9_]{1,40}$")
    number: int = Field(default=0, ge=0)
    """0: it is printed."""
    name: str = Field(min_length=1, max_length=40)
    row: Row
    workplaces: tuple[int, ...] = Field(max_length=3)
    """What activating a worker on each costs."""
    permanent: int = Field(default=0, ge=0)
    """Workers who are always active here and are no meeples."""
    extra_cubes: int = Field(default=0, ge=0)
    uses: tuple[AnyUse, ...] = ()
    """The ways in which an active worker can be used."""
    ability: AnyAbility | None = None
    expansion: bool = False
    text: str = Field(min_length=1, max_length=140)

    @property
    def automatic(self) -> Gain | None:
        """What each active worker here gives, where there is nothing to choose; None: there is."""
        match self.uses:
            case (Earn(mission=False) as use,) if use.gain.moves or use.gain.development:
                return use.gain
            case _:
                return None


class TimelineSpace(Card):
    """A space of the timeline: income in a region, a donation, or both."""

    region: Region | None = None
    donation: bool = False


class TimelineTile(Card):
    """A tile of the timeline with its two sides."""

    number: int
    front: tuple[TimelineSpace, ...] = Field(min_length=4, max_length=4)
    back: tuple[TimelineSpace, ...] = Field(min_length=4, max_length=4)


class Timeline(Card):
    """What the timeline is made of."""

    tiles: tuple[TimelineTile, ...] = Field(min_length=8, max_length=8)
    ends: dict[Row, TimelineSpace]
    """The printed last space of each row."""


class Track(Card):
    """A transport track: five boxes."""

    steps: tuple[int, int, int, int]
    income: tuple[Gain, Gain, Gain, Gain, Gain]
    levels: tuple[str, str, str, str, str]
    bonus: Gain
    """Gained by the first player in the end box."""


class City(Card):
    """A city of the map."""

    id: str = Field(pattern=r"^[a-z_]{1,20}$")
    name: str = Field(min_length=1, max_length=20)
    at: tuple[int, int]
    """Where it lies on the drawn map, from its upper left corner; `MAP_SIZE` is how large that is."""
    region: Region
    size: Literal["major", "medium", "small"]
    spaces: tuple[Project | Literal["any"], ...] = Field(min_length=1, max_length=5)
    vp: int = Field(ge=0)
    """For each project here at the end."""
    links: int = Field(default=0, ge=0)
    rail: bool = False
    """Whether building here pays the transport income of the region at once."""


class Slot(Card):
    """What a slot of a project tab pays once it is uncovered."""

    gains: tuple[Gain, ...] = Field(default=(), max_length=2)
    """One, or one of two."""
    cap: int = Field(default=0, ge=0)
    """How much more each donation may score, for good."""


class Tab(Card):
    """A project tab with its two sides."""

    cubes: int = Field(ge=0)
    development: int = Field(ge=1)
    vp: int = Field(ge=1)
    slots: tuple[bool, bool, bool, bool]
    """Whether there is place for a disk on each space."""
    disks: int = Field(ge=0, le=1)
    """At the start."""
    a: tuple[Slot, Slot, Slot, Slot]
    b: tuple[Slot, Slot, Slot, Slot]

    def side(self, side: Side) -> tuple[Slot, Slot, Slot, Slot]:
        """Return the slots of a side."""
        return self.a if side == "a" else self.b


class Donation(Card):
    """A space of the donation chart."""

    id: str = Field(pattern=r"^[A-D][1-5]$")
    group: str
    vp: int = Field(ge=1)
    per: Literal["department", "project", "railroad", "donation", "flat", "cube", "money", "pair", "worker"]
    row: Row | None = None
    projects: tuple[Project, ...] = ()
    """Empty: of any type."""
    region: Region | None = None
    small: bool = False
    """Only projects in small towns."""


class AndrewCard(Card):
    """A card of Andrew's deck."""

    id: str
    donation: str
    row: Row
    shift: int = Field(ge=0, le=4)
    """By how much Human Resources moves the card to the right."""
    departments: tuple[Row, ...] = Field(min_length=1, max_length=3)
    cities: tuple[str, ...] = Field(min_length=1)
    region: Region
    steps: int = Field(ge=1, le=4)

    @property
    def advanced(self) -> bool:
        """Whether it is of the advanced deck."""
        return self.id.startswith("A")


class Solo(Card):
    """Andrew's cards and what he scores."""

    cards: tuple[AndrewCard, ...] = Field(min_length=40, max_length=40)
    decks: dict[str, tuple[int, int]]
    """Numbers of normal and advanced cards, by difficulty."""
    columns: tuple[int, int, int, int, int]
    """The VP of a card by how far it was moved to the right."""
    tile_vp: int
    end_box_vp: int

    @cached_property
    def card(self) -> dict[str, AndrewCard]:
        """The cards by id."""
        return {card.id: card for card in self.cards}


class NewBeginning(Card):
    """What can be bought before the game: amounts with their prices."""

    budget: int
    cubes: tuple[tuple[int, int], ...]
    lobby: tuple[tuple[int, int], ...]
    vp: tuple[tuple[int, int], ...]
    moves: tuple[tuple[int, int], ...]


class Layout(Card):
    """What depends on the number of players."""

    removed: int = Field(ge=0)
    neutral: int = Field(ge=0)
    tiles: tuple[int, ...]
    """Who, in turn order, gets an Action Selection tile."""


class Terms(Card):
    """The numbers of the rules."""

    rounds: int
    money: int
    cubes: int
    workers: int
    lobby: int
    disks: int
    moves: int
    tile_vp: int
    cube_price: Literal[1]
    floor_vp: tuple[int, int, int, int]
    worker_vp: int
    donation_step: int
    donation_cap: int
    welfare_money: int
    copies: int
    numbers_of_a_row: int


class CarnegieBox(Box):
    """Everything in the box."""

    edition: int = Field(default=1, ge=1)
    ease: float = Field(default=0.6, gt=0)
    """By how much a bot that plays easily may miss the best, in dollars; see `bot.engine.easy_bots`."""
    strong: Thinking | None = Thinking(worlds=3, first=1, plans=5, answers=None, sure=0.5, judge=Lead(scale=20.0))
    """Search of the strong bot; a box without it uses this default, the setting before boxes had one."""
    weighs: Weighs = Weighs()
    designed: dict[str, str] = {}
    """Numbers that no source gives, each with its reason."""
    terms: Terms
    players: dict[int, Layout]
    timeline: Timeline
    company: dict[str, str]
    """The print on each cell: a department's id, or the lobby."""
    printed: tuple[Department, ...] = Field(min_length=5, max_length=5)
    departments: tuple[Department, ...] = Field(min_length=32, max_length=32)
    tracks: dict[Region, Track]
    cities: tuple[City, ...] = Field(min_length=32, max_length=32)
    routes: tuple[tuple[str, str], ...] = Field(min_length=54, max_length=54)
    links: dict[int, tuple[int, int, int]]
    """VP of a chain by link points and level."""
    tabs: dict[Project, Tab]
    donations: tuple[Donation, ...] = Field(min_length=20, max_length=20)
    solo: Solo
    new_beginning: NewBeginning

    @cached_property
    def department(self) -> dict[str, Department]:
        """The departments by id."""
        return {department.id: department for department in (*self.printed, *self.departments)}

    @cached_property
    def ability(self) -> dict[str, str]:
        """What kind of ability departments have that have one, by id."""
        return {one.id: one.ability.kind for one in self.departments if one.ability is not None}

    @cached_property
    def city(self) -> dict[str, City]:
        """The cities by id."""
        return {city.id: city for city in self.cities}

    @cached_property
    def neighbours(self) -> dict[str, frozenset[str]]:
        """Which cities a route leads to from each."""
        found: dict[str, set[str]] = {city.id: set() for city in self.cities}
        for one, other in self.routes:
            found[one].add(other)
            found[other].add(one)
        return {city: frozenset(others) for city, others in found.items()}

    @cached_property
    def donation(self) -> dict[str, Donation]:
        """The donation spaces by id."""
        return {space.id: space for space in self.donations}

    @cached_property
    def lobby(self) -> str:
        """The cell with the printed lobby."""
        return next(cell for cell, there in self.company.items() if there == LOBBY)

    @cached_property
    def free_cells(self) -> tuple[str, ...]:
        """The cells on which nothing is printed."""
        return tuple(cell for cell in CELLS if cell not in self.company)

    @model_validator(mode="after")
    def _playable(self) -> Self:
        problems = [*self._map(), *self._tracks(), *self._companies(), *self._timeline(), *self._tabs(), *self._solo()]
        if problems:
            raise ValueError("; ".join(problems))
        return self

    def _map(self) -> Iterator[str]:
        for name, times in Counter(city.id for city in self.cities).items():
            if times > 1:
                yield f"cities: {name} is there {times} times"
        for one, other in self.routes:
            if one not in self.city or other not in self.city or one == other:
                yield f"routes: {one} to {other} does not lead from one city to another"
        if len({frozenset(route) for route in self.routes}) < len(self.routes):
            yield "routes: one is there twice"
        sizes = {"major": 5, "medium": 3, "small": 1}
        for city in self.cities:
            if not (0 <= city.at[0] <= MAP_SIZE[0] and 0 <= city.at[1] <= MAP_SIZE[1]):
                yield f"cities: {city.name} does not lie on the map"
            if len(city.spaces) != sizes[city.size] or (city.size == "small") != ("any" in city.spaces):
                yield f"cities: {city.name} has the wrong spaces for its size"

    def _tracks(self) -> Iterator[str]:
        if set(self.tracks) != set(REGIONS):
            yield "tracks: each region has one"
        for region, track in self.tracks.items():
            if not set(track.levels) <= set(LEVELS):
                yield f"tracks: {region} has levels that are none of {', '.join(LEVELS)}"
        if sum(city.links for city in self.cities) != max(self.links, default=0):
            yield "links: the table does not end with the link points of all cities"

    def _companies(self) -> Iterator[str]:
        wanted = {LOBBY, *(department.id for department in self.printed)}
        if set(self.company.values()) != wanted or len(self.company) != len(wanted):
            yield "company: the lobby and each printed department lie on one cell each"
        if not set(self.company) <= set(CELLS):
            yield "company: cells are called a1 to d4"
        names = [department.id for department in (*self.printed, *self.departments)]
        for name in sorted(name for name, times in Counter(names).items() if times > 1):
            yield f"departments: the id {name} is used more than once"
        for expansion in (False, True):
            for row in ROWS:
                found = [one for one in self.departments if one.row == row and one.expansion == expansion]
                if len(found) != self.terms.numbers_of_a_row:
                    yield f"departments: {len(found)} of {row}; there must be {self.terms.numbers_of_a_row}"
        if any(department.number for department in self.printed):
            yield "printed: a printed department has no number"

    def _timeline(self) -> Iterator[str]:
        if set(self.timeline.ends) != set(ROWS):
            yield "timeline: each row has a last space"
        for tile in self.timeline.tiles:
            for side in (tile.front, tile.back):
                if len({space.region for space in side}) != 4 or sum(space.donation for space in side) != 1:
                    yield f"timeline: tile {tile.number} needs one donation and three regions on each side"
        if self.terms.rounds != len(ROWS) * 5:
            yield "terms: a game has as many rounds as the timeline has spaces"
        if set(self.players) != set(PLAYERS):
            yield "players: there must be a layout for 1, 2, 3 and 4"

    def _tabs(self) -> Iterator[str]:
        if set(self.tabs) != set(PROJECTS):
            yield "tabs: each type of project has one"
        for project, tab in self.tabs.items():
            if tab.disks and not tab.slots[0]:
                yield f"tabs: {project} has a disk at the start and no place for it"
        if len({space.id for space in self.donations}) < len(self.donations):
            yield "donations: a space is there twice"

    def _solo(self) -> Iterator[str]:
        for card in self.solo.cards:
            unknown = [city for city in card.cities if city not in self.city]
            if unknown or card.donation not in self.donation:
                yield f"solo: card {card.id} names a city or donation that is not there"
        for name, (normal, advanced) in self.solo.decks.items():
            if normal + advanced != self.terms.rounds:
                yield f"solo: the deck {name} needs a card for each round"


BOX: Final = CarnegieBox.model_validate_json(Path(__file__).parents[1].joinpath("box.json").read_bytes())
"""The box of this program."""

Owner: TypeAlias = Seat
"""Whose disk it is: a seat, or one of those below."""
NEUTRAL: Final = 0
ANDREW: Final = -1
