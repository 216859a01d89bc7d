"""The toy, with coins as the measure of its positions: each makes a seat 2.7 times as likely to win."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.evaluation import Evaluation, Position, Weights
from bot.engine.game_groups import Bots
from bot.engine.records import Seat
from bot.engine.table import Outcome
from tests.toy import TOY, ToyTable, ToyView, view


@dataclass(frozen=True)
class JudgedView(ToyView):
    outcome: Outcome | None = None


def judged(table: ToyTable, seat: Seat | None) -> JudgedView:
    return JudgedView(**vars(view(table, seat)), outcome=table.outcome)


def position(seen: ToyView) -> Position:
    return Position(0.5, {seat: {"coins": float(coins)} for seat, coins in seen.coins.items()})


ONE_BEHIND, EVEN, ONE_AHEAD, TWO_AHEAD = 0.2689, 0.5, 0.7311, 0.8808
"""The chances of one of two seats with one coin less than the other, with as many, with one more, and with two."""
CHANCES = Evaluation(position, Weights(seats={2: {"coins": (1.0, 1.0, 1.0, 1.0)}}))
JUDGED = replace(TOY, view=judged, bots=Bots(evaluation=CHANCES))
