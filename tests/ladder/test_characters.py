"""The description of a bot's character is true: asked the same, it does so more often than a steady one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from bot.engine import play
from bot.engine.records import Move
from bot.games import OURS
from bot.games.big_shoulders import moves as city
from bot.games.briefcase import moves as briefcase
from bot.games.carnegie import moves as carnegie
from bot.games.carnegie.components import AnyUse, Row, is_mission
from bot.games.carnegie.view import CarnegieView
from bot.games.corporate_espionage import moves as espionage
from bot.games.goodwill.bots import look_ahead, subject
from bot.games.goodwill.moves import Assess, AssessBoth, Nominate
from bot.games.goodwill.view import GoodwillView
from bot.testing.random_games import Case, build_random, play_bot_game
from bot.testing.thorough import mark_thorough
from tests.measured import as_a_table_begins

Measure: TypeAlias = Callable[[Any, Move], float]
"""How much of what a character does is in an answer, from the view of who gave it."""


def parts(move: Move) -> tuple[Move, ...]:
    """A move, and all that it is put together of."""
    return (move, *getattr(move, "parts", ()), *getattr(move, "orders", ()))


def does(*kinds: type[Move]) -> Measure:
    """How often one of these is done."""
    return lambda _view, move: sum(isinstance(part, kinds) for part in parts(move))


def picks(row: Row) -> Measure:
    """How often a row of the timeline is picked."""
    return lambda _view, move: isinstance(move, carnegie.PickRow) and move.row == row


def donates(_view: Any, move: Move) -> float:
    """Whether a donation is made, when one can be."""
    return isinstance(move, carnegie.Donate) and move.donation is not None


def missions(view: CarnegieView, move: Move) -> float:
    """How many workers are sent on missions that are not to build."""
    return sum(isinstance(part, carnegie.UseDepartment) and is_mission(used(view, part)) for part in parts(move))


def used(view: CarnegieView, move: carnegie.UseDepartment) -> AnyUse:
    """In which way a department is used."""
    assert view.seat is not None
    name = view.everybody[view.seat].company[move.cell].department
    assert name is not None
    return view.box.department[name].uses[move.use]


def less(measure: Measure) -> Measure:
    return lambda view, move: -measure(view, move)


def written(_view: GoodwillView, move: Move) -> float:
    """The prices that are written, in dollars."""
    return sum(price(part) for part in parts(move))


def price(move: Move) -> float:
    match move:
        case Assess():
            return move.price
        case AssessBoth():
            return sum(move.prices.values())
        case _:
            return 0


def harm(view: GoodwillView, move: Move) -> float:
    """Dollars that the shares of the others lose because of the nominated boss."""
    boss = next((part.boss for part in parts(move) if isinstance(part, Nominate)), None)
    if boss is None:
        return 0
    now, then = look_ahead(view).share, look_ahead(view, {subject(view): boss}).share
    others = [investor for seat, investor in view.investors.items() if seat != view.seat]
    return sum(investor.shares[company] * (now[company] - then[company]) for investor in others for company in now)


SAID: Mapping[tuple[str, str], Measure] = {
    ("goodwill", "eager"): written,
    ("goodwill", "thrifty"): less(written),
    ("goodwill", "grudging"): harm,
    ("goodwill", "placid"): less(harm),
    ("corporate-espionage", "peaceful"): less(does(espionage.Spy)),
    ("corporate-espionage", "touchy"): does(espionage.Respond),
    ("corporate-espionage", "calm"): less(does(espionage.Respond)),
    ("corporate-espionage", "hurried"): less(does(espionage.Purchase)),
    ("corporate-espionage", "patient"): less(does(espionage.Spy)),
    ("briefcase", "meddling"): does(briefcase.MoveBlock),
    ("briefcase", "choosy"): less(does(briefcase.BuyCompany)),
    ("briefcase", "ambitious"): does(briefcase.BuyCompany),
    ("big-shoulders", "hopeful"): does(city.HireManager, city.HireWorkers),
    ("big-shoulders", "showy"): does(city.TakeBonus),
    ("carnegie", "generous"): donates,
    ("carnegie", "studious"): picks("rd"),
    ("carnegie", "roving"): missions,
    ("carnegie", "inventive"): does(carnegie.TabStep),
}
GAMES = {"goodwill": 2, "corporate-espionage": 5, "briefcase": 1, "big-shoulders": 1, "carnegie": 3}
"""Number of games of four in the sample."""


@pytest.mark.parametrize("key", mark_thorough(GAMES))
def test_each_does_more_of_what_its_sentence_says(key: str) -> None:
    game = OURS[key]
    boxes = {name: game.box.apply_character(name) for of, name in SAID if of == key}
    steady, so = dict.fromkeys(boxes, 0.0), dict.fromkeys(boxes, 0.0)
    for number in range(GAMES[key]):
        for turn in play_bot_game(Case(game, 4, as_a_table_begins(game)), f"what is said {number}"):
            question, view = play.find_question(turn.before, turn.seat), game.view(turn.before, turn.seat)
            assert question is not None
            plain = game.choose(view, question, build_random(1))
            for name, box in boxes.items():
                steady[name] += SAID[key, name](view, plain)
                so[name] += SAID[key, name](view, game.choose(replace(view, box=box), question, build_random(1)))
    for name in boxes:
        assert so[name] > steady[name] + 0.04 * abs(steady[name]), f"{name}: {so[name]:g}, and others {steady[name]:g}"


def test_each_character_is_measured() -> None:
    assert set(SAID) == {(key, each.name) for key, game in OURS.items() for each in game.box.characters}
