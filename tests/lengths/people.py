"""People as this model has them: they look in now and then, and play on as long as they are asked.

Time is counted in hours that people are awake, sixteen of which are a day.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from random import Random

from bot.engine import play
from bot.engine.records import Seat
from bot.engine.table import Table
from tests.games.every_game.random_games import Case

AWAKE = 16
"""Hours of a day in which people answer."""
MEDIAN, SIGMA = 2.0, 1.0
"""After how many hours somebody answers: half of the time within so many; log-normal, so now and then much later."""
AT_ONCE = 1 / 60
"""Hours until somebody answers who has just answered and is asked again."""


@dataclass(frozen=True)
class Played:
    """How long one game took."""

    days: float
    answers: float
    """Of each person."""
    sittings: float
    """How often each person came to answer, once or several times in a row."""


def delay(random: Random, pace: float | None) -> float:
    """Return after how many hours awake somebody answers; after the table's pace their time is over."""
    hours = random.lognormvariate(log(MEDIAN), SIGMA)
    return hours if pace is None else min(hours, pace * AWAKE / 24)


def played(case: Case, seed: str, random: Random, pace: float | None = 24) -> Played:
    """Play a game with bots in place of people, who think as long as people."""
    table = case.begin(seed).table
    now, answers, sittings = 0.0, 0, 0
    due: dict[Seat, float] = {}
    last: Seat | None = None
    while table.outcome is None:
        asked = play.asked(table)
        unwaited = next((seat for seat in asked if not table.agenda[0].waits_for(table, seat)), None)
        if unwaited is not None:  # what was laid ready answers, or it is let pass; nobody comes for that
            _answer(case, table, unwaited, random)
            continue
        for seat in asked:
            if seat not in due:
                due[seat] = now + (AT_ONCE if seat == last else delay(random, pace))
        seat = min(asked, key=lambda each: due[each])
        sittings += seat != last
        now, last = due.pop(seat), seat
        _answer(case, table, seat, random)
        answers += 1
        due = {each: when for each, when in due.items() if each in play.asked(table)}
    return Played(now / AWAKE, answers / case.players, sittings / case.players)


def _answer(case: Case, table: Table, seat: Seat, random: Random) -> None:
    question = play.question_for(table, seat)
    assert question is not None
    play.play_here(table, seat, case.game.choose(case.game.view(table, seat), question, random))
