"""What an option of a plan, an income or a donation says that it brings is what it brings."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.engine import play
from bot.engine.questions import Choose, Option
from bot.engine.records import Move
from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX, ROWS, Gain
from bot.games.carnegie.moves import BuildIn, Donate, StandUp, TabStep, TrackStep, UseDepartment
from bot.games.carnegie.rules.donations import DonationEvent, put_donation
from bot.games.carnegie.rules.planning import Working
from bot.games.carnegie.rules.scoring import score
from bot.games.carnegie.rules.vocabulary import amounts, what_it_scores
from bot.games.carnegie.table import Carnegie
from bot.testing.random_games import build_random
from bot.testing.thorough import mark_thorough
from tests.games.carnegie.dealing import Desk, choice, office, trying

DEPARTMENTS = [one.id for one in BOX.departments]


def brings(table: Carnegie, move: Move) -> Gain:
    """Return what Ann has more after an order; what she pays counts against it."""
    ahead = play.copy(table)
    play.play_here(ahead, 1, move)
    was, now = table.everybody[1], ahead.everybody[1]
    before, after = table.working, ahead.working
    return Gain.model_construct(
        money=now.money - was.money,
        cubes=now.cubes - was.cubes,
        vp=now.vp - was.vp,
        workers=was.supply - now.supply,
        moves=after.moves - before.moves,
        development=after.development - before.development,
    )


def broken(table: Carnegie, option: Option) -> Iterator[str]:
    """Yield what an order promises and does not keep."""
    gain, words = brings(table, option.move), f"{option.label} {option.hint}"
    match option.move:
        case UseDepartment() if " for " not in option.label and "anywhere" not in option.label:
            if amounts(gain).casefold() not in option.label.casefold():
                yield amounts(gain)
        case StandUp():
            paid = re.search(r"for \$(\d+)", words)
            if paid is None or int(paid[1]) != -gain.money - gain.cubes:
                yield f"${-gain.money - gain.cubes}"
        case BuildIn(city=city) if not BOX.city[city].rail:
            vp = re.search(r"\+(\d+) VP", words)
            if int(vp[1] if vp else 0) != gain.vp:
                yield f"{gain.vp} VP"
        case TabStep() | TrackStep():
            if f"for {-gain.development} point" not in words:
                yield f"{gain.development} points"
            bonus = re.search(r"Bonus at once: (.*)\.", words)
            if amounts(gain.model_copy(update={"development": 0})) != (bonus[1] if bonus else "nothing"):
                yield amounts(gain)


def everything(department: str) -> Desk:
    """Ann has somebody in every department, this one among them, and her workers are nearly all in her company."""
    desk = office("Ann Bob Cid Dan").all_idle_but("Ann").idle("Ann").has("Ann", money=9, cubes=9)
    desk.built("Ann", "housing", "albany", "boston")
    for name, cell in zip((department, "political_lobbying"), ("d1", "a3"), strict=True):
        if name in [*desk.table.display, *desk.table.removed]:
            desk.placed("Ann", name, cell, standing=bool(BOX.department[name].workplaces))
    for cell in ("a1", "a2", "b2", "c1", "c2"):
        desk.workers("Ann", cell, standing=1, lying=1)
    return desk


@pytest.mark.parametrize("department", mark_thorough(DEPARTMENTS))
def test_what_an_order_says_is_what_it_brings(department: str) -> None:
    random, seen = build_random(department), 0
    for row in ROWS:
        desk = everything(department)
        for _ in range(4):
            there = trying(desk.table, Working(seat=1, row=row, stands=True))
            for _ in range(30):
                if (question := choice(there)) is None:
                    break
                for option in question.options:
                    assert not [*broken(there, option)], (option, [*broken(there, option)])
                    seen += 1
                play.play_here(there, 1, question.choose_random_move(random))
    assert seen > 50


@pytest.mark.parametrize("number", mark_thorough(range(12)))
def test_what_a_donation_says_that_it_scores_is_what_it_would_score(number: int) -> None:
    random, seen = build_random(number), 0
    table: Carnegie = play.begin(GAME.set_up(GAME.options(), 1 + number % 4, f"promises {number}", BOX)).table
    while table.outcome is None:
        seat = random.choice(play.list_asked_seats(table))
        question = play.find_question(table, seat)
        assert question is not None
        if isinstance(table.agenda[0], DonationEvent):
            assert isinstance(question, Choose)
            for option in question.options:
                if isinstance(option.move, Donate) and option.move.donation is not None:
                    ahead = play.copy(table)
                    put_donation(ahead, seat, option.move.donation)
                    more = score(ahead, seat).donations - score(table, seat).donations
                    assert sum(map(int, re.findall(r"(-?\d+) (?:VP for you|more)", option.hint))) == more
                    seen += 1
        play.play_here(table, seat, question.choose_random_move(random))
    assert seen > 20


def hints(desk: Desk) -> dict[str, str]:
    question = desk.question("Ann")
    assert isinstance(question, Choose)
    return {option.label: option.hint for option in question.options}


def test_cubes_that_are_sold_for_a_donation_are_not_counted_for_it() -> None:
    desk = office().has("Ann", money=2, cubes=6).next_event("hr", "donation").pick("hr")
    per_cube = next(one.id for one in BOX.donations if one.per == "cube")
    vp = BOX.donation[per_cube].vp
    assert hints(desk)[what_it_scores(BOX.donation[per_cube])] == f"As things stand {3 * vp} VP for you.", (
        "three cubes are sold for the $5"
    )


def test_a_worker_who_cannot_be_hired_is_not_promised_with_an_income() -> None:
    """CG-2."""
    desk = office().at_box("Ann", "east", 2).away("Ann", "east", 3)
    lobby = desk.player("Ann").company[BOX.lobby]
    lobby.lying, desk.player("Ann").supply = lobby.lying + desk.player("Ann").supply - 1, 1
    question = desk.next_event("hr", "east").pick("hr").question("Ann")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == [
        "3 workers back: 1 new worker",
        "2 workers back: 1 new worker",
        "1 worker back: 1 new worker",
        "Nobody: no income at all",
    ]


def test_a_step_of_a_tab_promises_no_slot_when_no_disk_is_left() -> None:
    """CG-8."""
    desk = office().workers("Ann", "d2", standing=0)
    there = trying(desk.table, Working(seat=1, development=9))
    there.everybody[1].disks = 0
    question = choice(there)
    assert question is not None
    tabs = [option.hint for option in question.options if isinstance(option.move, TabStep)]
    assert tabs
    assert all(hint.endswith("no disk is left for its new slot.") for hint in tabs)
