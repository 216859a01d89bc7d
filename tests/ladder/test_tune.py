"""What bots weigh is found by its effect, and a box with other weights differs in nothing else."""

from __future__ import annotations

import re

import pytest

from bot.games import OURS
from bot.testing.random_games import build_random
from tests.ladder.tune import flat, one_game, regressed, with_weights

BEFORE = {
    "goodwill": "spread=13 care=1 envy.2=0.6 envy.3=0.6 envy.4=0.6 over=0 vote=1",
    "corporate-espionage": "rounds=13 after_levy=6 damage.2=1 damage.3=0.75 damage.4=0.6 ruin.2=100 ruin.3=18 "
    "ruin.4=12 kept=3 pinch=1.5 price=0.5 income=4 answer=2.5 hire=0.45 draw=1.2",
    "briefcase": "buys_a_turn=0.5 latest=15 ready=0.85 each_missing=0.62 buy_costs=0.3 buy=0.1 activate=0.06 hire=0.03 "
    "obstacle=-0.02 energy=0.35 unit=0.25 hired=0.1 block_costs=0.1 hinders=0.25",
    "big-shoulders": "cube_costs=14 spot_left=0.55 manager=9 appeal=4 needed=70 useful=0.9 idle=0.35 asset=12 "
    "partner=25 others.2=0.25 others.3=0.25 others.4=0.25 expected=0.75 unstaffed=1",
    "carnegie": "vp=2 vp_grows=0.8 money=1 cubes=1.8 development=1.5 workers=2.5 moves=0.3 few_cubes=5 "
    "cubes_while_few=2 late=3 money_when_late=0.4 workers_when_late=0.5 income=0.8 second_worker=0.7 sent=1 "
    "home=2.5 soon=6 stays=0.8 "
    "taken_space=0.4 step_of_andrew=0.8 last_step=3 row_of_moves=0.65 row_of_points=0.75 nobody_there=0.15 "
    "donation_now=0.5 active.hr=1 active.management=1 active.construction=2 active.rd=1 used_a_round=0.3 "
    "most_uses=2 swap=3 use=3 effect=4 spare_builder=1 move=0.7 department=7 used_department=0.2 far=0.5 "
    "abilities.second lobby=0.2 abilities.follow=0.5 abilities.cheaper donations=1.5 abilities.cheaper tracks=0.5 "
    "abilities.diagonal moves=0.3 abilities.payroll=0.3 abilities.any space=0.5 abilities.per free cell=1 "
    "abilities.per project in one region=1 abilities.extra link=1 abilities.archives=0.3 abilities.weakest region=1 "
    "project=8 slot=0.55 slot_later=0.15 incomes_before=3 disk=4 many_disks=3 neighbour=0.5 city_of_chain=1 "
    "larger_city=1.1 point_of_chain=0.6 built_a_round=0.45 track_income=0.35 railroad=1 against_andrew=4 grows=0.05 "
    "price_of_donation=0.4 kept=6 to_donate=2 welfare=4",
}
"""What bots weighed while no box said it."""
TUNED = [key for key, game in OURS.items() if hasattr(game.box, "weighs")]


@pytest.mark.parametrize("key", TUNED)
def test_each_weight_can_be_another_one_and_all_else_stays(key: str) -> None:
    box = OURS[key].box
    now = flat(box)
    for name, value in now.items():
        changed = with_weights(box, {name: 2 * value + 1})
        assert {other: there for other, there in flat(changed).items() if there != now[other]} == {name: 2 * value + 1}
        assert with_weights(changed, now) == box


@pytest.mark.parametrize("key", TUNED)
def test_a_box_that_says_nothing_weighs_as_before_it_could(key: str) -> None:
    """Bots of older records have to do as they did: these numbers are never changed."""
    box = OURS[key].box
    said = box.model_dump(exclude={"weighs"})
    assert flat(type(box).model_validate(said)) == {
        name: float(value) for name, value in re.findall(r"(\S[^=]*)=(\S+)", BEFORE[key])
    }


def test_with_the_present_weights_it_plays_as_the_bot_does() -> None:
    for key in TUNED:
        same = one_game(key, 2, 0, "a test", {})
        again = one_game(key, 2, 0, "a test", flat(OURS[key].box))
        assert (same.won, same.points, same.points_of_bots) == (again.won, again.points, again.points_of_bots)


def test_a_regression_finds_which_weight_it_is_that_counts() -> None:
    random = build_random("a regression")
    moved = [{"counts": random.gauss(0, 1), "does not": random.gauss(0, 1)} for _ in range(400)]
    came = [2 * each["counts"] + random.gauss(0, 1) for each in moved]
    (_, counts, error), (_, nothing, _) = regressed(["counts", "does not"], moved, came)
    assert counts == pytest.approx(2, abs=3 * error)
    assert nothing == pytest.approx(0, abs=3 * error)
