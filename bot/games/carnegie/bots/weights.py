"""What a bot of Carnegie weighs, in dollars where nothing else is said; found by playing many games against Andrew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.carnegie.components import Row

# What things are worth

VP, VP_GROWS = 2.0, 0.8
"""What a VP is worth in the middle of a game, and by how much of that it grows from start to end: first comes what pays
again."""
DEVELOPMENT: Final = 1.5
WORTH: Final[Mapping[str, float]] = {
    "money": 1.0,
    "cubes": 1.8,
    "development": DEVELOPMENT,
    "workers": 2.5,
    "moves": 0.3,
}
"""What a unit of each is worth; that of VP depends on the round."""
FEW_CUBES, CUBES_WHILE_FEW = 5, 2.0
"""With fewer cubes, more of them are worth so many times as much."""
LATE, MONEY_WHEN_LATE, WORKERS_WHEN_LATE = 3, 0.4, 0.5
"""In so many last rounds money and cubes are worth less, and so are new workers."""

# What comes back

INCOME: Final = 0.8
"""How much of an income to come counts."""
SECOND_WORKER: Final = 0.7
"""How much of what the tabs pay counts for a worker who is to bring them a second time."""
SENT: Final = 1.0
"""What it costs that a worker is away."""
HOME, SOON = 2.5, 6
"""What a worker in the lobby is worth, with so many rounds to come."""
STAYS: Final = 0.8
"""How much of the transport income counts for those who are taken back later."""

# Rows

TAKEN_SPACE: Final = 0.4
"""What it is worth, in VP, that Andrew takes a space of a city, beyond what the city scores."""
STEP_OF_ANDREW: Final = 0.8
"""What each step on a track brings Andrew nearer to an end box, in VP."""
LAST_STEP: Final = 3.0
"""What the step into it brings him besides."""
ROW_OF_MOVES, ROW_OF_POINTS = 0.65, 0.75
"""How much of what moves and development points could do counts when a row is picked."""
NOBODY_THERE: Final = 0.15
"""How much of what the tabs pay is lost with an income for which nobody is there."""
DONATION_NOW: Final = 0.5
"""How much of what a donation is worth counts when a row is picked."""

# Workers and departments

ACTIVE: Final[Mapping[Row, float]] = {"hr": 1.0, "management": 1.0, "construction": 2.0, "rd": 1.0}
"""How much what an active worker does counts when workers are moved."""
USED_A_ROUND, MOST_USES = 0.3, 2.0
"""How often a worker is used in each round to come, and at most."""
SPARE_BUILDER: Final = 1.0
"""What one more builder is worth than there are disks or cubes."""
A_MOVE: Final = 0.7
"""What a move costs."""
DEPARTMENT, USED_DEPARTMENT = 7.0, 0.2
"""What a department is worth, and how much of what its workers could do."""
FAR: Final = 0.5
"""What each move between the lobby and a workplace costs for the rest of a game."""
ABILITIES: Final[Mapping[str, float]] = {
    "second lobby": 0.2,
    "follow": 0.5,
    "cheaper donations": 1.5,
    "cheaper tracks": 0.5,
    "diagonal moves": 0.3,
    "payroll": 0.3,
    "any space": 0.5,
    "per free cell": 1.0,
    "per project in one region": 1.0,
    "extra link": 1.0,
    "archives": 0.3,
    "weakest region": 1.0,
}
"""How much more a department is wanted for what it can do all the time, or at the end."""

# Projects, tabs and tracks

PROJECT: Final = 8.0
SLOT: Final = 0.55
"""How much of what a slot pays counts for each income to come, once its disk can be built."""
SLOT_LATER, INCOMES_BEFORE = 0.15, 3
"""The same where the tab is still to be slid, so many incomes later."""
DISK, MANY_DISKS = 4.0, 3
"""What one more disk on the tabs is worth at the start; twice as much while fewer wait there."""
NEIGHBOUR: Final = 0.5
CITY_OF_CHAIN, POINT_OF_CHAIN = 1.0, 0.6
"""What a city and a development point take that a chain still lacks, in VP."""
BUILT_A_ROUND: Final = 0.45
"""How many projects are built in each round to come."""
TRACK_INCOME: Final = 0.35
"""How much of a better transport income counts, for each of the next incomes there."""
RAILROAD: Final = 1.0
AGAINST_ANDREW: Final = 4.0
"""What an end box is worth that Andrew cannot have."""

# Donations

GROWS: Final = 0.05
"""By how much what a donation counts grows in each round to come."""
PRICE_OF_DONATION: Final = 0.4
"""What a dollar counts that is donated."""
KEPT: Final = 6.0
"""So many dollars are wanted for activating, while there are rounds to come."""
TO_DONATE: Final = 2.0
WELFARE: Final = 4.0
"""What a donation for what is left at the end scores, in VP."""
