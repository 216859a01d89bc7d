"""The terms of a seat's win probability: points so far, things to spend, expected incomes, and ready workers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.engine.evaluation import RIVAL, Counts, Evaluation, Position, Weights
from bot.engine.records import Seat
from bot.games.carnegie.bots.prospects import Prospects
from bot.games.carnegie.view import CarnegieView

DONE: Final = {"action selection": 0.0, "income event": 0.2, "donation event": 0.2, "use departments": 0.4}
"""How much of a round is over when this begins."""
VP: Final = 30.0
NAMES: Final = (
    *("points", "money", "cubes", "incomes", "workers", "active", "departments", "disks", "projects"),
    "Andrew",
)


def position(view: CarnegieView) -> Position:
    """Return what counts; nearly all of it lies open."""
    done = DONE.get(view.phase, 0.6 if view.picked is not None else 0.0)
    seats: dict[Seat, Counts | None] = {
        seat: None if seat in view.conceded else _counts(view, seat) for seat in view.everybody
    }
    if view.andrew is not None:
        seats[RIVAL] = {**dict.fromkeys(NAMES, 0.0), "points": view.andrew.so_far.total / VP, "Andrew": 1.0}
    return Position((max(0, view.round - 1) + done) / view.box.terms.rounds, seats)


def _counts(view: CarnegieView, seat: Seat) -> Counts:
    player, prospects = view.everybody[seat], Prospects(view, seat)
    away = sum(
        prospects.tabs_pay * min(1, there) + there * prospects.transport(region)
        for region, there in player.missions.items()
        if prospects.coming[region]
    )
    numbers = (
        view.so_far[seat].total / VP,
        player.money / 50,
        player.cubes / 20,
        away / 50,
        sum(cell.workers for cell in player.company.values()) / 10,
        player.active / 10,
        len(player.placed) / 5,
        prospects.waiting / 5,
        len(prospects.projects) / 10,
        0.0,
    )
    return dict(zip(NAMES, numbers, strict=True))


WEIGHTS: Final = Weights.model_validate_json(Path(__file__).with_name("chances.json").read_text(encoding="utf-8"))
EVALUATION: Final[Evaluation[CarnegieView]] = Evaluation(position, WEIGHTS)
