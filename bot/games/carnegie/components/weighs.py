"""Weights of the bots, in dollars unless stated otherwise; tuned by playing many games (`tests/ladder/tune.py`)."""

from __future__ import annotations

from pydantic import Field

from bot.engine.records import Card


class Weighs(Card):
    """Weights of the bots; the defaults are those of the time before boxes could set them."""

    # What things are worth

    vp: float = 2.0
    """Value of a VP in the middle of a game."""
    vp_grows: float = 0.8
    """Part of a VP's value added from start to end, as investments pay first."""
    money: float = 1.0
    """Value of a dollar."""
    cubes: float = 1.8
    """Value of a cube."""
    development: float = 1.5
    """Value of a development point."""
    workers: float = 2.5
    """Value of a new worker."""
    moves: float = 0.3
    """Value of a move."""
    few_cubes: int = 5
    """With fewer cubes than this, each counts more."""
    cubes_while_few: float = 2.0
    """Factor for each cube while there are few."""
    late: int = 3
    """Number of last rounds in which money, cubes and workers count less."""
    money_when_late: float = 0.4
    """Part of money and cubes that counts in these rounds."""
    workers_when_late: float = 0.5
    """Value of a new worker in these rounds."""

    # What comes back

    income: float = 0.8
    """Part of a future income that counts."""
    second_worker: float = 0.7
    """Part of the tabs' payment that counts for a worker who would bring it a second time."""
    sent: float = 1.0
    """Cost of a worker's absence."""
    home: float = 2.5
    """Value of a worker in the lobby."""
    soon: int = Field(default=6, gt=0)
    """Rounds to come for its full value; it is less in the last ones."""
    stays: float = 0.8
    """Part of the transport income that counts for workers taken back later."""

    # Rows

    taken_space: float = 0.4
    """Value for Andrew, in VP, of a space that he takes, beyond the score of its city."""
    step_of_andrew: float = 0.8
    """VP for each step that brings Andrew nearer to an end box."""
    last_step: float = 3.0
    """Additional VP for the step into it."""
    row_of_moves: float = 0.65
    """Part of the value of moves that counts when a row is picked."""
    row_of_points: float = 0.75
    """The same for development points."""
    nobody_there: float = 0.15
    """Part of the tabs' payment lost with an income in a region without own workers."""
    donation_now: float = 0.5
    """Part of a donation's value that counts when a row is picked."""

    # Workers and departments

    active: dict[str, float] = {"hr": 1.0, "management": 1.0, "construction": 2.0, "rd": 1.0}
    """Factor of an active worker when workers are moved, by row; 1 by default."""
    used_a_round: float = 0.3
    """Uses of a worker per round to come."""
    most_uses: float = 2.0
    """Maximum of these."""
    swap: float = 3.0
    """Value of swapping."""
    use: float = 3.0
    """Value of a use that is not examined in detail."""
    effect: float = 4.0
    """Value of an effect that can be used now."""
    spare_builder: float = 1.0
    """Value of a builder without a disk or cubes for a project."""
    move: float = 0.7
    """Cost of a move."""
    department: float = 7.0
    """Value of a department."""
    used_department: float = 0.2
    """Part of its workers' possible gains."""
    far: float = 0.5
    """Cost per move between the lobby and a workplace for the rest of a game."""
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
    """Additional value of a department for its lasting or final ability, by kind."""

    # Projects, tabs and tracks

    project: float = 8.0
    slot: float = 0.55
    """Part of a slot's payment that counts for each income to come, once its disk can be built."""
    slot_later: float = 0.15
    """The same where the tab is still to be slid."""
    incomes_before: int = 3
    """Incomes before a slot that is still to be slid can pay."""
    disk: float = 4.0
    """Value of one more disk on the tabs at the start."""
    many_disks: int = 3
    """With fewer disks there, one counts twice."""
    neighbour: float = 0.5
    """Value of an own city next to a project."""
    city_of_chain: float = Field(default=1.0, gt=0)
    """Price in VP of a small town that a chain still lacks."""
    larger_city: float = Field(default=1.1, gt=0)
    """Factor for a city with typed spaces."""
    point_of_chain: float = Field(default=0.6, ge=0)
    """Price in VP of a development point for a chain."""
    built_a_round: float = 0.45
    """Projects built per round to come."""
    track_income: float = 0.35
    """Part of a better transport income that counts, for each of the next incomes there."""
    railroad: float = 1.0
    against_andrew: float = 4.0
    """Value of an end box that Andrew cannot have."""

    # Donations

    grows: float = 0.05
    """Growth of a donation's value per round to come."""
    price_of_donation: float = 0.4
    """Factor of a dollar spent on a donation."""
    kept: float = 6.0
    """Dollars kept for activating while there are rounds to come."""
    to_donate: float = 2.0
    welfare: float = 4.0
    """Score in VP of a donation for things left at the end."""
