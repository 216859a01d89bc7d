"""What the steady bot of City of the Big Shoulders minds when it places its partners."""

from __future__ import annotations

from bot.engine.multi_step import Compose
from bot.engine.records import Move
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import BOX, CityBox, Weighs
from bot.games.big_shoulders.moves import Act, HireWorkers, Operate, SellGoods
from bot.testing.random_games import build_random
from tests.games.big_shoulders.dealing import Town, town

AS_BEFORE = BOX.model_copy(update={"weighs": Weighs()})
"""A box of the time in which bots counted on partners that they did not have."""


def with_one_partner_left(box: CityBox = BOX) -> Town:
    """Ann's only company has no workers, and she places her last partner before it operates."""
    street = town("Ann Ben", box=box).founded("Ann", "Elgin", 60).founded("Ben", "Fairbank", 50)
    street.haymarket("wood wood").supply("coal steel", "coal steel", "livestock").partners("Ann", 1).partners("Ben", 0)
    return street.turns("Ann", "Ben").begin("action")


def choose(street: Town, name: str) -> Move:
    move: Move = GAME.choose(street.view(name), street.question(name), build_random(1))
    return move


def test_with_its_last_partner_a_bot_hires_those_without_whom_nothing_is_made() -> None:
    street = with_one_partner_left()
    assert isinstance(street.question("Ann"), Compose)
    move = choose(street, "Ann")
    assert isinstance(move, Act)
    assert [part for part in move.parts if isinstance(part, HireWorkers)]
    street.plays("Ann", move)
    while street.asked != ["Ann"]:
        street.plays(street.asked[0], choose(street, street.asked[0]))
    operation = choose(street, "Ann")
    assert isinstance(operation, Operate)
    assert [part for part in operation.parts if isinstance(part, SellGoods)], "its factory runs in this decade"


def test_a_bot_of_an_older_box_still_counts_on_partners_it_does_not_have() -> None:
    """Its games are verified by making its answers again."""
    move = choose(with_one_partner_left(AS_BEFORE), "Ann")
    assert isinstance(move, Act)
    assert not [part for part in move.parts if isinstance(part, HireWorkers)]
