"""What bots weigh, in dollars where nothing else is said; found by playing many games (`tests/ladder/tune.py`)."""

from __future__ import annotations

from pydantic import Field

from bot.engine.records import Card


class Weighs(Card):
    """What bots weigh; a box that says nothing weighs as it was before boxes could say it."""

    # What things are worth

    vp: float = 2.0
    """What a VP is worth in the middle of a game,"""
    vp_grows: float = 0.8
    """and by how much of that it grows from start to end: first comes what pays again."""
    money: float = 1.0
    """What a unit is worth of money,"""
    cubes: float = 1.8
    """of cubes,"""
    development: float = 1.5
    """of development points,"""
    workers: float = 2.5
    """of new workers,"""
    moves: float = 0.3
    """and of moves."""
    few_cubes: int = 5
    """With fewer cubes, more of them are worth"""
    cubes_while_few: float = 2.0
    """so many times as much."""
    late: int = 3
    """In so many last rounds"""
    money_when_late: float = 0.4
    """only so much of money and cubes counts,"""
    workers_when_late: float = 0.5
    """and a new worker is worth this."""

    # What comes back

    income: float = 0.8
    """How much of an income to come counts."""
    second_worker: float = 0.7
    """How much of what the tabs pay counts for a worker who is to bring them a second time."""
    sent: float = 1.0
    """What it costs that a worker is away."""
    home: float = 2.5
    """What a worker in the lobby is worth,"""
    soon: int = Field(default=6, gt=0)
    """with so many rounds to come; less in the last ones."""
    stays: float = 0.8
    """How much of the transport income counts for those who are taken back later."""

    # Rows

    taken_space: float = 0.4
    """What it is worth, in VP, that Andrew takes a space of a city, beyond what the city scores."""
    step_of_andrew: float = 0.8
    """What each step on a track brings Andrew nearer to an end box, in VP."""
    last_step: float = 3.0
    """What the step into it brings him besides."""
    row_of_moves: float = 0.65
    """How much of what moves could do counts when a row is picked,"""
    row_of_points: float = 0.75
    """and how much of what development points could."""
    nobody_there: float = 0.15
    """How much of what the tabs pay is lost with an income for which nobody is there."""
    donation_now: float = 0.5
    """How much of what a donation is worth counts when a row is picked."""

    # Workers and departments

    active: dict[str, float] = {"hr": 1.0, "management": 1.0, "construction": 2.0, "rd": 1.0}
    """How much what an active worker does counts when workers are moved, by the row; 1 where nothing is said."""
    used_a_round: float = 0.3
    """How often a worker is used in each round to come,"""
    most_uses: float = 2.0
    """and at most."""
    swap: float = 3.0
    """What swapping is worth,"""
    use: float = 3.0
    """what another use is that is not looked into,"""
    effect: float = 4.0
    """and what it is when it can be used now."""
    spare_builder: float = 1.0
    """What one more builder is worth than there are disks or cubes."""
    move: float = 0.7
    """What a move costs."""
    department: float = 7.0
    """What a department is worth,"""
    used_department: float = 0.2
    """and how much of what its workers could do."""
    far: float = 0.5
    """What each move between the lobby and a workplace costs for the rest of a game."""
    abilities: dict[str, float] = {
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
    """How much more a department is wanted for what it can do all the time, or at the end, by the kind of that."""

    # Projects, tabs and tracks

    project: float = 8.0
    slot: float = 0.55
    """How much of what a slot pays counts for each income to come, once its disk can be built."""
    slot_later: float = 0.15
    """The same where the tab is still to be slid,"""
    incomes_before: int = 3
    """so many incomes later."""
    disk: float = 4.0
    """What one more disk on the tabs is worth at the start;"""
    many_disks: int = 3
    """twice as much while fewer wait there."""
    neighbour: float = 0.5
    """What an own city next to a project is worth."""
    city_of_chain: float = Field(default=1.0, gt=0)
    """What a small town takes that a chain still lacks, in VP,"""
    larger_city: float = Field(default=1.1, gt=0)
    """how many times as much a city does whose spaces are of a type,"""
    point_of_chain: float = Field(default=0.6, ge=0)
    """and what a development point takes, in VP."""
    built_a_round: float = 0.45
    """How many projects are built in each round to come."""
    track_income: float = 0.35
    """How much of a better transport income counts, for each of the next incomes there."""
    railroad: float = 1.0
    against_andrew: float = 4.0
    """What an end box is worth that Andrew cannot have."""

    # Donations

    grows: float = 0.05
    """By how much what a donation counts grows in each round to come."""
    price_of_donation: float = 0.4
    """What a dollar counts that is donated."""
    kept: float = 6.0
    """So many dollars are wanted for activating, while there are rounds to come."""
    to_donate: float = 2.0
    welfare: float = 4.0
    """What a donation for what is left at the end scores, in VP."""
