"""End of the game: cash, all shares at their prices, and goals; the richest player wins.

Money in companies counts for nobody. Ties are broken by goals; players who are still tied share the place.
(Rules 14.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.engine.table import Outcome
from bot.games.big_shoulders.news import GameOver, GoalReached, Score
from bot.games.big_shoulders.rules.goals import leaders, rewards

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def scores(table: City) -> list[Score]:
    """Return what everybody's game is worth as things stand, by seat."""
    won = rewards(table)
    return [
        Score(seat=seat, cash=table.everybody[seat].cash, shares=table.share_value(seat), goals=won[seat])
        for seat in table.seats
    ]


def places(found: list[Score]) -> dict[Seat, int]:
    """Return everybody's place; more goal money goes first among equals."""
    keys = {score.seat: (score.total, score.goals) for score in found}
    return {seat: 1 + sum(other > mine for other in keys.values()) for seat, mine in keys.items()}


def finish(table: City) -> None:
    """Score the goals and the game."""
    names = {goal.measure: goal.name for goal in table.box.goals}
    for measure in table.goals:
        winners, most = leaders(table, measure)
        reward = table.box.terms.goal_reward
        table.tell(GoalReached(goal=names[measure], winners=winners, count=most, reward=reward))
    found = scores(table)
    placed = places(found)
    table.scores = sorted(found, key=lambda score: placed[score.seat])
    table.tell(GameOver(scores=table.scores, places=placed))
    table.outcome = Outcome(scores={score.seat: score.total for score in found}, places=placed)
