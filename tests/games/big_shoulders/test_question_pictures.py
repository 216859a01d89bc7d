"""A plan on the board: the picture shows its result, at the acting company, and reveals only what the table does."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from bot.engine.drafting import Part
from bot.engine.game import AnyGame
from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.option_labels import Place
from bot.engine.questions import Choose
from bot.engine.records import Move, Seat
from bot.games import GAMES
from bot.games.big_shoulders.moves import HireManager, PlacePartner
from bot.games.big_shoulders.rules.building_phase import BuildingPhase
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.view import CityView, view
from bot.host.delivery.guard import get_guarded_view
from bot.host.errors import Leak
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import RunningGame
from bot.testing.random_games import Case, get_whole_game
from bot.testing.seated import seat_people
from bot.ui.screens.table.option_labels import label_options
from tests.games.big_shoulders.dealing import town

GAME = GAMES["big-shoulders"]


@lru_cache(maxsize=1)
def hiring() -> tuple[City, Seat, PlacePartner]:
    """Somebody who can hire a manager for one of several factories, while others hold tiles."""
    for turn in get_whole_game(Case(GAME, 3, GAME.options())):
        there = get_guarded_view(seat_people(turn.before, game=GAME), turn.seat)
        if isinstance(there.question, Compose) and any(one.hand_size for one in there.view.everybody.values()):
            for move in moves_of(there.question, ()):
                after = moves_of(there.question, (move,)) if isinstance(move, PlacePartner) else []
                if len(after) > 1 and all(isinstance(one, HireManager) for one in after):
                    assert isinstance(turn.before, City)
                    assert isinstance(move, PlacePartner)
                    return turn.before, turn.seat, move
    raise AssertionError("nobody hires a manager in this game")


def moves_of(question: Compose, parts: tuple[Move, ...]) -> list[Move]:
    asked = question.get_stage(parts).question
    return [] if asked is None else list(getattr(asked, "moves", ()))


def at_table(game: AnyGame = GAME) -> RunningGame:
    table, _, _ = hiring()
    return seat_people(table, game=game)


def test_a_manager_is_marked_at_each_factory_of_the_company_that_acts() -> None:
    _, seat, move = hiring()
    there = get_guarded_view(at_table(), seat)
    assert isinstance(there.question, Compose)
    pick = f"c{moves_of(there.question, ()).index(move)}"
    found = label_options(there, there.question, [pick])
    assert found is not None
    factories = [one.factory for one in moves_of(there.question, (move,)) if isinstance(one, HireManager)]
    assert list(found.marks) == [("factory", move.company, factory) for factory in factories]
    assert [*found.marks.values()] == ["A", "B", "C", "D"][: len(factories)]


def test_a_plan_shows_the_treasury_as_it_would_be_and_frames_what_it_changes() -> None:
    _, seat, move = hiring()
    there = get_guarded_view(at_table(), seat)
    assert isinstance(there.question, Compose)
    hires = next(one for one in moves_of(there.question, (move,)) if isinstance(one, HireManager))
    planned = there.build_preview((move, hires))
    assert planned.companies[move.company].factories[hires.factory - 1].manager
    assert not there.view.companies[move.company].factories[hires.factory - 1].manager
    numbers = [moves_of(there.question, ()).index(move), moves_of(there.question, (move,)).index(hires)]
    found = label_options(there, there.question, [f"c{number}" for number in numbers])
    assert found is not None
    assert found.marks == {("action", move.space): "", ("factory", move.company, hires.factory): ""}


def telling(table: City, seat: Seat | None) -> CityView:
    """A view that tells the hands of all while a plan is tried."""
    seen = view(table, seat)
    trying = bool(table.agenda) and isinstance(table.agenda[0], Part)
    return replace(seen, waiting=str([one.hand for one in table.everybody.values()])) if trying else seen


def test_what_a_plan_would_leave_is_compared_with_other_truths_like_all_that_is_seen() -> None:
    _, seat, move = hiring()
    there = get_guarded_view(at_table(replace(GAME, view=telling)), seat)
    assert there.view is not None
    with pytest.raises(Leak):
        there.build_preview((move,))


def test_the_tiles_of_the_own_hand_have_a_letter_each() -> None:
    turn = next(
        turn
        for turn in get_whole_game(Case(GAME, 3, GAME.options()))
        if isinstance(turn.before, City) and isinstance(turn.before.agenda[0], BuildingPhase)
    )
    there = get_guarded_view(seat_people(turn.before, game=GAME), turn.seat)
    assert there.question is not None
    found = label_options(there, there.question, [])
    assert found is not None
    assert [*found.marks] == [("hand", number) for number in there.view.hand]
    assert isinstance(found.question, Choose)
    assert {option.label[:3] for option in found.question.options} == {"A ·", "B ·", "C ·"}


def test_a_new_company_is_marked_at_its_price_beside_the_shares_for_sale() -> None:
    street = town("Ann Ben Cleo").founded("Ann", "Swift", 60).founded("Ben", "Elgin", 40).cash("Ann", 200)
    there = get_guarded_view(seat_people(street.begin("stock", 2, first="Ann").table, game=GAME), street.seat("Ann"))
    assert there.question is not None
    found = label_options(there, there.question, [])
    assert found is not None
    prices = [place[1] for place in found.marks if isinstance(place, tuple) and place[0] == "price"]
    assert prices == [35, 40, 50, 60]
    assert ("share", street.id("Elgin"), "treasury") in found.marks


def test_an_operation_offered_whole_is_marked_at_the_price_it_leaves() -> None:
    street = town("Ann Ben Cleo").founded("Ann", "Swift", 60).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 50)
    street.staff("Swift", 2, 0).firm_has("Swift", 330).begin("operation")
    there = get_guarded_view(seat_people(street.table, game=GAME), street.seat("Ann"))
    assert isinstance(there.question, ChooseOrCompose)
    found = label_options(there, there.question, [])
    assert found is not None
    prices = {option.move: place for option, place in zip(there.question.options, list_places(there), strict=True)}
    marked = [place for place in prices.values() if place is not None]
    assert [*found.marks] == marked, "no two plans have one letter"
    assert all(place[0] == "price" for place in marked)
    kept = next(option for option in there.question.options if "Keep" in option.label)
    assert prices[kept.move] == ("price", 50)
    drawing = GAME.pictures.where
    assert drawing is not None
    assert drawing.draw(found.view, lambda seat: f"Player {seat}", found.marks)


def list_places(there: AudienceView) -> list[Place | None]:
    assert isinstance(there.question, ChooseOrCompose)
    assert GAME.pictures.where is not None
    return [GAME.pictures.where.place(there.view, option.move) for option in there.question.options]


def test_an_operation_that_can_make_nothing_shows_the_demand_and_the_factories() -> None:
    street = town("Ann Ben Cleo").founded("Ann", "Swift", 60).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 50)
    street.staff("Swift", 0, 0).firm_has("Swift", 330).begin("operation")
    there = get_guarded_view(seat_people(street.table, game=GAME), street.seat("Ann"))
    assert there.question is not None
    found = label_options(there, there.question, [])
    assert found is not None
    assert {place[0] for place in found.marks} == {"demand", "factory"}
    assert not any(found.marks.values())
