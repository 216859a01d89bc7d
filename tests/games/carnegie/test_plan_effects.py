"""The words of an offered plan state its real effects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from bot.engine import play
from bot.engine.multi_step import Compose
from bot.engine.questions import Choose
from bot.engine.records import Move
from bot.engine.whole_plans import WholePlan
from bot.games.carnegie import GAME
from bot.games.carnegie.components import PROJECTS, Row
from bot.games.carnegie.moves import (
    BuildIn,
    ChooseDepartment,
    FollowOnto,
    PlaceOn,
    Plan,
    PutDown,
    StartBuilding,
    TrackStep,
    UseDepartment,
)
from bot.games.carnegie.plans.effects import describe_plan
from bot.games.carnegie.rules.company import empty_workplaces, price_of
from bot.games.carnegie.rules.scoring import score
from bot.games.carnegie.rules.vocabulary import PROJECT, use_brief_names
from bot.games.carnegie.table import Carnegie
from bot.testing.random_games import build_random
from tests.games.carnegie.dealing import office

NO_LINKS = "No two major cities linked yet."


@cache
def list_offers() -> list[tuple[Carnegie, int, Row, Plan, WholePlan]]:
    """Return the plans offered in the first rounds of a game of bots, each with its row."""
    found: list[tuple[Carnegie, int, Row, Plan, WholePlan]] = []
    table, random = play.begin(GAME.set_up(GAME.options(), 3, "whole plans", GAME.box)).table, build_random(3)
    while table.round < 8:
        seat = next(iter(play.list_asked_seats(table)))
        question, view = play.find_question(table, seat), GAME.view(table, seat)
        assert question is not None
        offers = GAME.teaching.plans(view, question) if GAME.teaching.plans else ()
        found += [
            (table, seat, table.picked, offer.move, offer)
            for offer in offers
            if isinstance(offer.move, Plan) and table.picked is not None
        ]
        table = play.play(table, seat, GAME.choose(view, question, random)).table
    return found


def generate_offers(row: Row) -> Iterator[tuple[Carnegie, Carnegie, int, Plan, str]]:
    """Yield the tables before and after each plan for a row, its seat, and its words."""
    for table, seat, picked, plan, offer in list_offers():
        if picked == row:
            after = play.copy(table)
            play.play_here(after, seat, plan)
            yield table, after, seat, plan, f"{offer.label}. {offer.leaves}"


def find_number(pattern: str, words: str) -> int:
    """Return the number in a text; 0: there is none."""
    found = re.search(pattern, words)
    return int(found[1]) if found else 0


def test_a_plan_that_moves_workers_says_where_and_what_activating_them_costs() -> None:
    seen = 0
    for before, after, seat, plan, words in generate_offers("hr"):
        goals = {order.cell: 0 for order in plan.orders if isinstance(order, PutDown)}
        for order in plan.orders:
            if isinstance(order, PutDown):
                goals[order.cell] += order.count
        costs = 0
        for cell, count in goals.items():
            department = before.department(seat, cell)
            assert department is None or f"{count} to {use_brief_names(department.name)}" in use_brief_names(words)
            lying = after.everybody[seat].company[cell].lying
            places = empty_workplaces(after, seat, cell)[max(0, lying - count) : lying]
            costs += sum(price_of(after, seat, cell, place) for place in places)
            seen += 1
        assert not goals or find_number(r"costs \$(\d+)", words) == costs, words
    assert seen


def test_a_plan_that_develops_says_the_vp_of_its_tabs_and_the_projects_it_allows() -> None:
    seen = 0
    for before, after, seat, _, words in generate_offers("rd"):
        was, now = before.everybody[seat], after.everybody[seat]
        vp = sum(before.box.tabs[one].vp * (now.tabs[one].steps - was.tabs[one].steps) for one in PROJECTS)
        room = sum(sum(now.tabs[one].disks) - sum(was.tabs[one].disks) for one in PROJECTS)
        assert find_number(r"(\d+) VP at the end", words) == vp, words
        assert find_number(r"(\d+) more project", words) == room, words
        seen += vp
    assert seen


def test_a_plan_that_builds_or_places_names_what_and_for_how_much() -> None:
    built = placed = 0
    for before, after, seat, plan, words in generate_offers("construction"):
        for city, project in set(after.projects(seat)) - set(before.projects(seat)):
            town = before.box.city[city]
            assert project is not None
            assert f"{use_brief_names(PROJECT[project])} in {town.name} ({town.vp} VP)" in words
            built += 1
        assert built or not any(isinstance(order, StartBuilding) for order in plan.orders)
    for before, after, seat, plan, words in generate_offers("management"):
        for order in plan.orders:
            if isinstance(order, ChooseDepartment):
                assert before.box.department[order.department].name in words
                placed += 1
        away = sum(after.everybody[seat].missions.values()) - sum(before.everybody[seat].missions.values())
        assert find_number(r"(\d+) workers? waits? for an income", words) == away, words
    assert built
    assert placed


def test_a_plan_that_builds_or_moves_on_a_track_says_what_the_links_gain() -> None:
    seen = 0
    for before, after, seat, plan, words in [*generate_offers("construction"), *generate_offers("rd")]:
        was, now = score(before, seat).links, score(after, seat).links
        if any(isinstance(order, BuildIn | TrackStep) for order in plan.orders):
            says = f"Links +{now - was} VP." if now > was else f"Links {now} VP as before." if now else NO_LINKS
            assert says in words
            seen += 1
    assert seen


def test_a_plan_that_links_a_city_says_how_many_vp_it_brings() -> None:
    desk = office().has("Ann", cubes=4).built("Ann", "housing", "chicago", "pittsburgh").slid("Ann", "commerce", 1)
    question = desk.next_event("construction", "west").pick("construction").question("Ann")
    assert isinstance(question, Compose)
    for city, says in (("new_york", "Links +3 VP."), ("el_paso", NO_LINKS)):
        started = StartBuilding(cell="c2", project="commerce")
        places = question.get_stage([started]).question
        assert isinstance(places, Choose)
        there = next(move for move in places.moves if isinstance(move, BuildIn) and move.city == city)
        assert says in describe_plan(GAME.view(desk.table, 1), question, [started, there], "")


def test_a_plan_whose_workers_all_stay_says_so() -> None:
    stays = 0
    for before, after, seat, _, words in generate_offers("management"):
        stay = after.everybody[seat].active == before.everybody[seat].active
        assert ("active." in words) == stay, words
        stays += stay
    assert stays


def test_a_plan_that_also_builds_does_not_say_that_the_workers_stay() -> None:
    desk = office().has("Ann", money=9, cubes=4).workers("Ann", "c2", standing=1).placed("Ann", "supply_chain", "d3", 1)
    question = desk.next_event("construction", "west").pick("construction").question("Ann")
    assert isinstance(question, Compose)
    buys = UseDepartment(cell="d3", count=1)
    assert "The worker stays active." in describe_plan(GAME.view(desk.table, 1), question, [buys], "")
    builds = StartBuilding(cell="c2", project="housing")
    places = question.get_stage([buys, builds]).question
    assert isinstance(places, Choose)
    assert "active" not in describe_plan(GAME.view(desk.table, 1), question, [buys, builds, places.moves[0]], "")


def test_a_plan_in_which_an_active_worker_follows_does_not_say_that_the_workers_stay() -> None:
    desk = office().has("Ann", cubes=4).workers("Ann", "b2", standing=1).workers("Ann", "c2", standing=1)
    desk.placed("Ann", "property_management", "d3", 1).reserves("Ann", "sales")
    question = desk.next_event("management", "west").pick("management").question("Ann")
    assert isinstance(question, Compose)
    orders: list[Move] = [ChooseDepartment(cell="b2", department="sales"), PlaceOn(cell="d1")]
    follows = question.get_stage(orders).question
    assert isinstance(follows, Choose)
    for move in follows.moves:
        says = describe_plan(GAME.view(desk.table, 1), question, [*orders, move], "")
        assert ("active." in says) == (not (isinstance(move, FollowOnto) and move.standing)), says
