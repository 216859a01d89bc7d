"""The toy, with coins as the measure of its positions: each makes a seat 2.7 times as likely to win.

`COMPARED` also has a bot with opinions: it writes $9, prefers plums, and draws one animal before it ends its turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from bot.engine.advice import Comparison
from bot.engine.evaluation import Evaluation, Position, Weights
from bot.engine.game_groups import Bots
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.table import Outcome
from tests.toy import TOY, Name, Pick, ToyTable, ToyView, choose, view


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


FAIR_PRICE = 9
FRUIT = {"apple": 1, "pear": 2, "plum": 3, "fruit": 1}


def choose_well(seen: ToyView, question: Question, random: Random) -> Move:
    if question.rule == "Opening":
        return Name(price=FAIR_PRICE)
    if question.is_legal(Pick(what="plum")):
        return Pick(what="plum")
    if question.is_legal(Pick(what="draw")):
        return Pick(what="draw" if len(seen.animals) < 2 else "end")
    return choose(seen, question, random)


def value(seen: ToyView, move: Move) -> int:
    match move:
        case Name(price=price):
            return -abs(price - FAIR_PRICE)
        case Pick(what="draw"):
            return 1 if len(seen.animals) < 2 else -1
        case Pick(what=what):
            return FRUIT.get(what, 0)
        case _:
            return 0


def compare(seen: ToyView, _question: Question, better: Move, given: Move) -> Comparison | None:
    loss = value(seen, better) - value(seen, given)
    return Comparison(loss, f"about {loss} points", f"It is worth {loss} to you.")


COMPARED = replace(JUDGED, choose=choose_well, bots=replace(JUDGED.bots, compare=compare))
